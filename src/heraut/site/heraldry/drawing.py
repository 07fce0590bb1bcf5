"""Arms as SVG, with presentation attributes alone: the content policy forbids styles in a page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from heraut.engine import arms as map_arms
from heraut.site.heraldry.bearers import TINCTURE_OF
from heraut.site.heraldry.blazon import Arms, Charge, Field, write

PAINT = {"argent": "#fdf6df"} | {name: full for full, name in TINCTURE_OF.items()}
"""The full colours of the map, and its parchment for silver."""

BRIGHT_GOLD = "#e0b23c"
"""Gold where no silver is near."""

SHIELD = map_arms.SHIELD  # 24 x 30 about its centre
SINISTER_HALF = "M0-14H12V1C12 9 6 13 0 16Z"
LOWER_HALF = "M-12 0H12V1C12 9 6 13 0 16-6 13-12 9-12 1Z"
LARGE = {
    "chef": map_arms.ORDINARIES["plain"],
    "pal": map_arms.ORDINARIES["pale"],
    "fasce": map_arms.ORDINARIES["fess"],
    "bande": map_arms.ORDINARIES["bend"],
    "barre": map_arms.ORDINARIES["sinister"],
    "chevron": map_arms.ORDINARIES["chevron"],
    "sautoir": '<path d="M-12-14H-7.5L0-4.6 7.5-14H12V-8.6L4.4 1 10.4 8.4 7 12 0 6-7 12-10.4 8.4-4.4 1-12-8.6Z"/>',
    "croix": '<path d="M-3.2-14H3.2V-4H12V2.4H3.2V14.4L0 16-3.2 14.4V2.4H-12V-4H-3.2Z"/>',
    "bordure": '<path fill-rule="evenodd" d="M-12-14H12V1C12 9 6 13 0 16-6 13-12 9-12 1Z'
    'M-8.6-10.6V1C-8.6 6.6-4.6 9.8 0 12.3 4.6 9.8 8.6 6.6 8.6 1V-10.6Z"/>',
}
SMALL = {
    "besant": '<circle r="3.4"/>',
    "tourteau": '<circle r="3.4"/>',
    "losange": '<path d="M0-4.6 3.1 0 0 4.6-3.1 0Z"/>',
    "étoile": '<path d="M0-4.4 1.1-1.4 4.2-1.4 1.7.5 2.6 3.6 0 1.7-2.6 3.6-1.7.5-4.2-1.4-1.1-1.4Z"/>',
    "billette": '<path d="M-2.1-3.8H2.1V3.8H-2.1Z"/>',
    "croissant": '<path d="M-3.7-2.2A3.9 3.9 0 1 0 3.7-2.2 3.4 3.4 0 1 1-3.7-2.2Z"/>',
    "tour": '<path d="M-3.6-4.2H-2.2V-2.9H-.7V-4.2H.7V-2.9H2.2V-4.2H3.6V-1H2.7V4.2H1.1V2.4A1.1 1.1 0 0 0-1.1 2.4V4.2'
    'H-2.7V-1H-3.6Z"/>',
}
"""Small figures of about 8 units, about their centre."""

ALONE = ((0.0, 0.0, 2.1),)
TWO_AND_ONE = ((-5.7, -7.0, 1.0), (5.7, -7.0, 1.0), (0.0, 5.5, 1.0))
AROUND = {
    "chevron": ((-7.0, -8.6, 0.78), (7.0, -8.6, 0.78), (0.0, 9.2, 0.78)),
    "fasce": ((-6.0, -9.0, 0.82), (6.0, -9.0, 0.82), (0.0, 9.2, 0.82)),
}
"""Where small figures stand: x, y, scale."""


@lru_cache(maxsize=4096)
def svg(arms: Arms, classes: str = "arms", lang: str = "") -> SafeString:
    """The shield as an <svg> element; with a language it is an image that tells its blazon, else a mere ornament."""
    told = format_html('role="img" aria-label="{}"', write(arms, lang)) if lang else mark_safe('aria-hidden="true"')
    shapes = mark_safe(_shapes(arms, _paint(arms)))  # noqa: S308  drawn from figures of ours
    edge = f'<path class="arms-edge" d="{SHIELD}" fill="none" stroke="#22160a" stroke-width="1.6"/>'
    return format_html('<svg class="{}" viewBox="-13 -15 26 32" {}>{}{}</svg>', classes, told, shapes, mark_safe(edge))  # noqa: S308  drawn from figures of ours


def _paint(arms: Arms) -> Mapping[str, str]:
    silver = "argent" in (*arms.field.tinctures, arms.charge and arms.charge.tincture)
    return PAINT if silver else {**PAINT, "or": BRIGHT_GOLD}


def _shapes(arms: Arms, paint: Mapping[str, str]) -> str:
    charge, company = arms.charge, arms.company
    drawn = _field(arms.field, paint)
    if charge is None:
        return drawn
    if charge.figure in LARGE:
        drawn += f'<g fill="{paint[charge.tincture]}">{LARGE[charge.figure]}</g>'
    else:
        drawn += _small(charge, TWO_AND_ONE if charge.count == 3 else ALONE, paint)
    return drawn + _small(company, AROUND[charge.figure], paint) if company else drawn


def _field(field: Field, paint: Mapping[str, str]) -> str:
    first, *others = (paint[name] for name in field.tinctures)
    if field.partition == "écartelé":
        return f'<path d="{SHIELD}" fill="{others[0]}"/><g fill="{first}">{map_arms.ORDINARIES["checky"]}</g>'
    ground = f'<path d="{SHIELD}" fill="{first}"/>'
    if not field.partition:
        return ground
    half = SINISTER_HALF if field.partition == "parti" else LOWER_HALF
    return f'{ground}<path d="{half}" fill="{others[0]}"/>'


def _small(charge: Charge, places: tuple[tuple[float, float, float], ...], paint: Mapping[str, str]) -> str:
    figures = "".join(
        f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{SMALL[charge.figure]}</g>' for x, y, scale in places
    )
    return f'<g fill="{paint[charge.tincture]}">{figures}</g>'
