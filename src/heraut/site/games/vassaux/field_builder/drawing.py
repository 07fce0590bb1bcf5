"""The table as a picture one can tap: terrain, where both sides deploy, the piece at hand."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.safestring import SafeString, mark_safe

from heraut.games.vassaux.picture import ground_group, terrain_svg
from heraut.games.vassaux.picture.arms import FIELDS
from heraut.games.vassaux.picture.scenery import EDGE, SCALE
from heraut.games.vassaux.state import Element
from heraut.games.vassaux.tables import CONSTANTS, R
from heraut.site.games.vassaux.field_builder.draft import Field

CHOSEN = 'class="chosen" fill="#e0a526" fill-opacity=".22" stroke="#3a2a18" stroke-width="5" stroke-dasharray="16 9"'


def picture(field: Field, label: str) -> SafeString:
    """The table for a page; a script reads from it where it was tapped."""
    wide = field.side * R // SCALE
    return mark_safe(  # noqa: S308  shapes of ours, and numbers; the label is words of ours
        f'<svg class="scene ground" id="champ-table" viewBox="{-EDGE} {-EDGE} {wide + 2 * EDGE} {wide + 2 * EDGE}" '
        f'role="img" aria-label="{label}" data-side="{field.side * R}" data-scale="{SCALE}">'
        f'{ground_group(field.elements, field.side * R)}<g class="zones" pointer-events="none">{zones(wide)}</g>'
        f'<g class="hold">{"".join(holds(field, wide))}</g></svg>'
    )


def document(field: Field) -> str:
    """The table as a file, for browsers without scripts, which tap on it."""
    return terrain_svg(field.elements, field.side * R)


def zones(wide: int) -> str:
    """Where both sides deploy in the plain battle (D11): bounded by a dotted line in the colour of each."""
    deep = CONSTANTS.zone // SCALE
    south, north = FIELDS
    return (
        f'<path d="M0 {wide - deep}H{wide}" stroke="{south}" stroke-width="5" stroke-dasharray="14 10"/>'
        f'<path d="M0 {deep}H{wide}" stroke="{north}" stroke-width="5" stroke-dasharray="14 10"/>'
    )


def holds(field: Field, wide: int) -> Iterator[str]:
    """A handle over each piece; that of the piece at hand is seen."""
    for number, one in enumerate(field.elements, start=1):
        look = CHOSEN if number == field.chosen else 'fill-opacity="0"'
        yield f'<rect data-piece="{number}" {box(one, wide)} {look}/>'


def box(one: Element, wide: int) -> str:
    """Where a piece lies on the drawing."""
    return (
        f'x="{one.x1 // SCALE}" y="{wide - one.y2 // SCALE}" width="{(one.x2 - one.x1) // SCALE}" '
        f'height="{(one.y2 - one.y1) // SCALE}"'
    )
