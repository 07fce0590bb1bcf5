"""Portraits, drawn from what is known of a person: race, sex, age in years of service, crown, what he is best at.

The same person has the same face on every page and in every year; only the years show: hair greys, a crown comes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from django.utils.safestring import SafeString, mark_safe

INK = "#2b1d10"
SKINS = {
    "human": ("#f0cfa8", "#d9a877", "#b97f52", "#8a5a3a"),
    "elf": ("#f6e0c4", "#ecd0a8", "#e2c9a0", "#cfd8b4"),
    "dwarf": ("#e2a87c", "#cf9266", "#e8b48c", "#b87a52"),
    "orc": ("#8ea86a", "#74925a", "#a3a86a", "#6d8273"),
}
HAIR = {
    "human": ("#3b2a1c", "#6b4423", "#a8702e", "#1f1a18", "#8d3b1f"),
    "elf": ("#e6c65c", "#cfae4a", "#f0e2a8", "#8c9a54", "#b9b4a2"),
    "dwarf": ("#8d3b1f", "#b5651d", "#5b3a1e", "#c98a2b", "#3b2a1c"),
    "orc": ("#1f1a18", "#2d2a22", "#3a1f1a", "#4a4636", "#111111"),
}
GROUNDS = {"good": "#dfe6f2", "druidic": "#d9e6cf", "neutral": "#efe3c6", "pagan": "#f0d8c2", "evil": "#d9cbd8"}
CLOTHS = ("#8f1d2b", "#1f4788", "#2c6a33", "#5d2f7d", "#a2521a", "#22707c", "#3b3b42", "#a57a10")
GREY, WHITE = "#a9a49a", "#dedad0"
GREYING, WHITENING = 10, 17  # years of service after which hair turns, of the first to grey
SPREAD = 4  # those hired in one year turn grey in this many years, not all at once
TOOLS = {  # what stands behind a shoulder, by what he is best at: a path about the middle of 64 by 64
    "ME": "M52 14l4-5 1 6-9 12-2-2zM45 28l5 5-2 2-5-5z",
    "AR": "M48 10c9 5 10 17 5 27l-2-1c4-9 3-19-4-24zM47 11l3 26-1 .4-3-26z",
    "TA": "M48 8h2v30h-2zM50 9c4-2 6 2 10 0v9c-4 2-6-2-10 0z",
    "MA": "M48 10l10 6-10 6zM46 8h2v30h-2z",
    "NA": "M52 8a3 3 0 1 1 .1 0zM51 13h2v18h-2zM45 25c1 6 5 8 7 8s6-2 7-8l-3 1c-1 3-2 4-4 4s-3-1-4-4z",
    "EX": "M52 8a8 8 0 1 1-.1 0zM52 11l2 5-2 5-2-5z",
    "SP": "M44 14c6-4 12-4 16 0-4 6-12 6-16 0zM52 11.5a2.5 2.5 0 1 1-.1 0z",
    "SA": "M44 10c3-1 6 0 8 2 2-2 5-3 8-2v14c-3-1-6 0-8 2-2-2-5-3-8-2z",
    "DR": "M53 8c8 4 9 14 1 20v8h-2v-8c-8-6-7-16 1-20z",
    "TH": "M46 12l12 12-2 2-12-12zM44 12l4 0 0 4z",
}
STAFF = "M51 16h2.4v24h-2.4zM52.2 5l2 5 5 2-5 2-2 5-2-5-5-2 5-2z"  # of those who are best at magic
MAGICS = ("WH", "PS", "IL", "EL", "NE")
WIDE = {"human": 1.0, "elf": 0.94, "dwarf": 1.12, "orc": 1.08}  # how wide a face is


class Face(NamedTuple):
    """All that a portrait shows."""

    number: int
    race: str
    female: bool
    ground: str
    best: str
    crowned: bool
    served: int
    dead: bool


def portrait(person: Mapping[str, Any], year: int, *, crowned: bool | None = None) -> SafeString:
    """The portrait of a person as a view shows him, in a year; an ornament beside his name."""
    levels: Mapping[str, int] = person.get("levels") or {}
    best = max(sorted(levels), key=lambda ability: levels[ability], default="")
    return drawn(
        Face(
            number=int(person.get("number", 0)),
            race=person["race"] if person["race"] in SKINS else "human",
            female=person["sex"] == "F",
            ground=GROUNDS.get(person.get("alignment", ""), GROUNDS["neutral"]),
            best=best,
            crowned=person.get("role") == "king" if crowned is None else crowned,
            served=max(0, year - int(person.get("hired", 0) or 0)),
            dead=bool(person.get("died")),
        )
    )


@cache
def any_king() -> SafeString:
    """A crown without a face: somebody whom nobody knows yet."""
    ground = f'<circle cx="32" cy="32" r="31" fill="{GROUNDS["neutral"]}" stroke="#8a7450" stroke-width="2"/>'
    svg = f'<svg class="portrait" viewBox="0 0 64 64" aria-hidden="true">{ground}<g transform="translate(0 18)">'
    return mark_safe(f"{svg}{crown()}</g></svg>")  # noqa: S308  nothing in it was typed


@lru_cache(maxsize=2000)
def drawn(face: Face) -> SafeString:
    """The portrait as an <svg> element."""
    skin = pick(SKINS[face.race], face.number)
    cloth = pick(CLOTHS, face.number * 7 + 3)
    parts = [
        f'<circle cx="32" cy="32" r="31" fill="{face.ground}"/>',
        tool(face.best),
        shoulders(cloth, face),
        behind(face),
        ears(skin, face),
        f'<rect x="27" y="38" width="10" height="12" fill="{skin}"/>',
        f'<ellipse cx="32" cy="31" rx="{10.5 * WIDE[face.race]:g}" ry="{11.5 if face.race == "dwarf" else 12.5}" '
        f'fill="{skin}"/>',
        features(face),
        beard(face),
        before(face),
        crown() if face.crowned else "",
    ]
    classes = "portrait dead" if face.dead else "portrait"
    shape = '<circle cx="32" cy="32" r="31" fill="none" stroke="#8a7450" stroke-width="2"/>'
    mourning = f'<path d="M9 41 22 58" stroke="{INK}" stroke-width="5"/>' if face.dead else ""
    svg = f'<svg class="{classes}" viewBox="0 0 64 64" aria-hidden="true">{"".join(parts)}{mourning}{shape}</svg>'
    return mark_safe(svg)  # noqa: S308  nothing in it was typed


def pick(choices: tuple[str, ...], number: int) -> str:
    """One of them, the same for the same number."""
    return choices[number % len(choices)]


def hair(face: Face) -> str:
    """The colour of the hair: the years turn it grey, then white."""
    worn = face.served - face.number % SPREAD
    if worn >= WHITENING:
        return WHITE
    return GREY if worn >= GREYING else pick(HAIR[face.race], face.number // 3)


def tool(best: str) -> str:
    """What he is best at, behind his shoulder."""
    shape = STAFF if best in MAGICS else TOOLS.get(best, "")
    return f'<path d="{shape}" fill="{INK}" fill-opacity=".55"/>' if shape else ""


def path(shape: str, fill: str) -> str:
    """A shape in one colour; a line within it leaves a hole."""
    return f'<path d="{shape}" fill="{fill}" fill-rule="evenodd"/>'


def shoulders(cloth: str, face: Face) -> str:
    """The shoulders, wider for dwarves and orcs; a mantle of ermine for who wears a crown."""
    half = 21 if face.race in ("dwarf", "orc") else 18 if face.female else 20
    left, right = 32 - half, 32 + half
    body = path(f"M{left} 58C{left} 49 26 46 32 46S{right} 49 {right} 58C42 64.5 22 64.5 {left} 58Z", cloth)
    if not face.crowned:
        return body
    ermine = f"M{left + 3} 53C25 47 39 47 {right - 3} 53L{right - 6} 58C38 53 26 53 {left + 6} 58Z"
    spots = f'<path d="M22 52l1 2M28 51l.6 2M36 51l-.6 2M42 52l-1 2" stroke="{INK}" stroke-width="1.4"/>'
    return body + path(ermine, "#fdf6df") + spots


def behind(face: Face) -> str:
    """Hair behind the head."""
    if not (face.female or (face.race == "elf" and face.number % 2)):
        return ""
    wide, low = 12.5 * WIDE[face.race], 52 if face.number % 3 else 44
    left, right = 32 - wide, 32 + wide
    top = f"M{left:g} 28C{left:g} 14 {right:g} 14 {right:g} 28L{right + 1:g} {low}"
    return path(f"{top}C38 {low + 3} 26 {low + 3} {left - 1:g} {low}Z", hair(face))


def ears(skin: str, face: Face) -> str:
    """Ears: pointed for elves, large for orcs."""
    left, right = (32 + side * 10.5 * WIDE[face.race] for side in (-1, 1))
    if face.race == "elf":
        tips = f"M{left + 1:g} 34L{left - 6:g} 22 {left + 2:g} 27ZM{right - 1:g} 34L{right + 6:g} 22 {right - 2:g} 27Z"
        return path(tips, skin)
    size = 3.6 if face.race == "orc" else 2.6
    return "".join(f'<circle cx="{x:g}" cy="32" r="{size}" fill="{skin}"/>' for x in (left, right))


def features(face: Face) -> str:
    """Eyes, brows, nose and mouth; tusks for orcs; closed eyes for the dead."""
    shut = f'<path d="M25.5 31h4M34.5 31h4" stroke="{INK}" stroke-width="1.4"/>'
    open_eyes = "".join(f'<circle cx="{x}" cy="31" r="1.5" fill="{INK}"/>' for x in (27.6, 36.4))
    tilt = 0 if face.female else (0, 1, -1)[face.number % 3]
    lines = f"M25 {27.6 + tilt:g}l5 {-tilt}M34 27.6l5 {tilt}"
    brows = f'<path d="{lines}" stroke="{INK}" stroke-opacity=".7" stroke-width="1.5"/>'
    nose = f'<path d="M32 31.5l-1.4 4.4h2.4" fill="none" stroke="{INK}" stroke-opacity=".45"/>'
    mouth = '<path d="M29 39.2q3 1.6 6 0" fill="none" stroke="#7a2e22" stroke-width="1.3"/>'
    tusks = path("M28.6 39.8l.9-3.4 1 3.2zM35.4 39.8l-.9-3.4-1 3.2z", "#fdf6df") if face.race == "orc" else ""
    return (shut if face.dead else open_eyes) + brows + nose + mouth + tusks


LIPS = "M29 39.2q3 1.6 6 0l0 1.5q-3 1-6 0Z"
LONG_BEARD = "M20.5 34C22 37 26 36.6 28 36.4q4 1.6 8 0C38 36.6 42 37 43.5 34 44 48 38 57 32 58 26 57 20 48 20.5 34Z"
SHORT_BEARD = "M22 34C23.5 38 26 37 28.4 36.8q3.6 1.2 7.2 0C38 37 40.5 38 42 34 42 42 38 {0} 32 {0} 26 {0} 22 42 22 34Z"


def beard(face: Face) -> str:
    """Beards: always for dwarves but their women, for some men, never for elves and orcs."""
    if face.female or face.race in ("elf", "orc"):
        return ""
    if face.race == "dwarf":
        return path(LONG_BEARD + LIPS, hair(face))
    if face.number % 5 < 3:
        return path(SHORT_BEARD.format(46 + face.number % 3 * 2) + LIPS, hair(face))
    return ""


def before(face: Face) -> str:
    """Hair before the head: one of four cuts; some orcs and old men have hardly any."""
    colour, wide = hair(face), 11.2 * WIDE[face.race]
    a, b = 32 - wide, 32 + wide  # the left and the right of the head
    if not face.female and face.race == "orc" and face.number % 2:
        return path("M30 8h4l1.5 12h-7z", colour)
    if not face.female and face.number % 7 == 3:
        bald = f"M{a:g} 31C{a - 1:g} 26 {a + 1:g} 23 {a + 3:g} 22L{a + 2.4:g} 31Z"
        return path(bald + f"M{b:g} 31C{b + 1:g} 26 {b - 1:g} 23 {b - 3:g} 22L{b - 2.4:g} 31Z", colour)
    cuts = (
        f"M{a:g} 31C{a - 2:g} 12 {b + 2:g} 12 {b:g} 31C{b - 2:g} 24 {b - 5:g} 22 32 22 {a + 5:g} 22 {a + 2:g} 24 "
        f"{a:g} 31Z",
        f"M{a:g} 32C{a - 3:g} 10 {b + 3:g} 12 {b:g} 31C{b - 2:g} 26 {b - 4:g} 24 {b - 6:g} 22 34 25 {a + 4:g} 25 "
        f"{a:g} 32Z",
        f"M{a:g} 30C{a - 2:g} 11 {b + 2:g} 11 {b:g} 30L{b - 2:g} 25C36 21 33 23 32 20 31 23 28 21 {a + 2:g} 25Z",
        f"M{a:g} 29C{a - 1:g} 14 {b + 1:g} 14 {b:g} 29L{b - 1.5:g} 23.5H{a + 1.5:g}Z",
    )
    return path(cuts[face.number // 2 % 4], colour)


def crown() -> str:
    """A crown of gold."""
    return (
        '<path d="M21 19 19.5 9.5 25.5 14 32 7 38.5 14 44.5 9.5 43 19Z" fill="#dcae3c" stroke="#74540a"/>'
        '<circle cx="32" cy="15.4" r="1.6" fill="#8f1d2b"/><circle cx="25.6" cy="16.6" r="1.1" fill="#1f4788"/>'
        '<circle cx="38.4" cy="16.6" r="1.1" fill="#1f4788"/>'
    )
