"""The signs that a map is read by: castles and villages, special places, banners, heads, the arms of Kings.

Signs of settlements are drawn in units of the map and lie on the ground; all others in pixels, from the middle of a
hex: whoever shows the map says how many units a pixel has (`.px` in a page's style, `scale` in `marked`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from heraut.engine.arms import FIELDS, ORDINARIES, SHIELD, arms_of

WALL, ROOF, GLASS = "var(--wall)", "var(--roof)", "var(--ink)"

CASTLE = (
    f'<path fill="var(--shade)" d="M-30 14q34 10 64 0v-5h-64z"/><g fill="{WALL}" stroke="var(--ink)" stroke-width="2" '
    'stroke-linejoin="round"><path d="M-24 14v-22h5v4h5v-4h5v4h18v-4h5v4h5v-4h5v22z"/>'
    '<path d="M-11 14v-42h-3v-8h5v4h4v-4h5v4h4v-4h5v8h-3v42z"/></g>'
    f'<path fill="{GLASS}" d="M-6 14v-9q3-6 6 0v9zM-4-14h2v-6h-2zM-17 3h2v-5h-2zM13 3h2v-5h-2z"/>'
)
"""A King's home; a flag in his colour flies from (-3, -36)."""
FLAG = '<path fill="{colour}" stroke="var(--ink)" stroke-width="1.6" d="M-3-36v-18l17 5-17 6"/>'
TOWN = (
    '<path fill="var(--shade)" d="M-22 11q26 8 48 0v-4h-48z"/><g stroke="var(--ink)" stroke-width="1.8" '
    f'stroke-linejoin="round"><path fill="{WALL}" d="M-18 11v-11h14v11zM8 11v-10h12v10zM-5 11v-22h10v22z"/>'
    f'<path fill="{ROOF}" d="M-21 1l10-11 9 11zM5 2l9-9 9 9zM-7-10l7-17 7 17z"/></g>'
)
VILLAGE = (
    '<path fill="var(--shade)" d="M-17 9q20 7 37 0v-4h-37z"/><g stroke="var(--ink)" stroke-width="1.8" '
    f'stroke-linejoin="round"><path fill="{WALL}" d="M-14 9v-9h13v9zM4 9v-7h10v7z"/>'
    f'<path fill="{ROOF}" d="M-17 1l9-10 10 10zM1 3l8-8 8 8z"/></g>'
)
BOAT = (
    '<path fill="none" stroke="var(--wave)" stroke-width="2.4" stroke-linecap="round" '
    'd="M-20 9q5-5 10 0q5-5 10 0q5-5 10 0"/>'
    f'<g stroke="var(--ink)" stroke-width="1.8" stroke-linejoin="round"><path fill="{ROOF}" d="M-15 0h28l-6 8h-17z"/>'
    f'<path fill="{WALL}" d="M-1-2v-21q14 8 12 19zM-4-4v-14q-8 5-9 13z"/></g>'
)
PROSPEROUS = 7  # of tax: from here on a village is a town

# Special places (D18), in a disc of 8 pixels about its middle
SITES = {
    "DJ": "M-5 5v-6a5 5 0 0 1 10 0v6zm2.4 0v-9m2.6 9v-10m2.6 10v-9m-7 3h7",
    "RD": "M-5 4q-1-8 5-9 3 0 5 3l-3 1 3 2q-2 3-5 1 3 5-1 4-2 3-4-2z",
    "CH": "M-5 5v-8h2v2h2v-4l2 2 2-1v3h2v6z",
    "PY": "M-6 5l6-10 6 10zm6-10l1 10",
    "TM": "M-2.5 5v-7h5v7zm-1.5-7l4-5 4 5z",
    "TB": "M-4 5v-6a4 4 0 0 1 8 0v6zm4-7v5m-2-3.5h4",
    "CV": "M-6 5q0-10 6-10t6 10h-3q0-6-3-6t-3 6z",
    "TR": "M-6-2l6-4 6 4zm1 7v-6m4 6v-6m4 6v-3m-9 3h10",
    "NI": "M-6 1q3-5 6 0 3-5 6 0M-4 4q4 3 8 0",
    "BO": "M0 5v-7m0 4l-4-4v-2m4 2l4-4v-2m-4 3v-4m-3 10h6",
    "TU": "M-6 4q1-7 6-7t6 7zm4 0q0-4 2-4t2 4",
    "EP": "M-6 1h11l-3 4h-6zm4 0l3-7 3 1-3 6",
    "GM": "M5 0a5 5 0 1 0-5 5 3.5 3.5 0 1 0-3-5 2 2 0 1 0 3-1.5",
}


@cache
def arms(kingdom: int) -> str:
    """The field of a King's lands, #rf1, and his shield, #ra1, for the definitions of a drawing."""
    wash, full, division = arms_of(kingdom)
    ink = ("#ffffff", full)[(kingdom - 1) // 10 % 2]  # as on the map of Gloire: the second ten wear theirs dark
    ordinary = ORDINARIES[division]
    edge = "#fdf6df" if "stroke-width" in ordinary else "none"
    return (
        f'<pattern id="rf{kingdom}" width="48" height="48" patternUnits="userSpaceOnUse"><rect width="48" height="48" '
        f'fill="{wash}"/><g fill="none" stroke="{ink}" opacity=".42">{FIELDS[division].format(ink=ink)}</g></pattern>'
        f'<g id="ra{kingdom}"><path d="{SHIELD}" fill="{full}"/><g fill="#fdf6df" stroke="{edge}">{ordinary}</g>'
        f'<path d="{SHIELD}" fill="none" stroke="#22160a" stroke-width="2"/></g>'
    )


def colour(kingdom: int) -> str:
    """The full colour of a King; natives have none, and are grey."""
    return arms_of(kingdom)[1] if kingdom else "#6d655b"


BUILDINGS = {"castle": CASTLE, "town": TOWN, "village": VILLAGE, "boat": BOAT}


def definitions(kings: Iterable[int]) -> str:
    """All that the layers refer to, for the definitions of a drawing: buildings, places, fields and arms."""
    built = "".join(f'<g id="r-{name}">{drawn}</g>' for name, drawn in BUILDINGS.items())
    places = "".join(f'<path id="r-{kind}" d="{drawn}"/>' for kind, drawn in SITES.items())
    return built + places + "".join(arms(kingdom) for kingdom in sorted(set(kings) - {0}))


def tint(kingdom: int) -> str:
    """The same where it is a line on the ground: lighter where the map is dark (`TINTS`)."""
    return f"var(--t{(kingdom - 1) % 10})"


def settlement(terrain: str, *, people: bool, tax: int, home: int) -> str:
    """What is built in the middle of a province: a castle under its flag, a town, a village; boats at sea."""
    if home:
        return f'<use href="#r-castle"/>{FLAG.format(colour=colour(home))}'
    if not people:
        return ""
    kind = "boat" if terrain == "sea" else "town" if tax >= PROSPEROUS else "village"
    return f'<use href="#r-{kind}"/>'


def site(kind: str, *, guarded: bool) -> str:
    """A special place: full while something lives there, as far as known; a red drop tells the same."""
    drop = '<circle class="drop" cx="7" cy="-7" r="3"/>' if guarded else ""
    return f'<circle class="coin" r="8.5"/><use class="place{" guarded" * guarded}" href="#r-{kind}"/>{drop}'


def banner(kingdom: int, text: str) -> str:
    """A flag on its pole, with a figure."""
    wide = max(15, 8 + 6 * len(text))
    return (
        f'<path class="pole" d="M-8 9v-17"/>'
        f'<path class="flag" fill="{colour(kingdom)}" d="M-8-8h{wide}l-3 5 3 5h-{wide}z"/>'
        f'<text class="fig light" x="{wide / 2 - 9:.0f}" y="1">{text}</text>'
    )


def host(kingdom: int, size: int) -> str:
    """A foreign force: one, two or three pennons as it is small, medium or large (RO-INFO-02)."""
    flags = "".join(f"M{x} {8 - abs(x + 4) // 4}v-16l9 3-9 3" for x in {1: (-4,), 2: (-8, 0), 3: (-11, -4, 3)}[size])
    return f'<path class="host" fill="{tint(kingdom) if kingdom else colour(0)}" d="{flags}"/>'


def head(kingdom: int, text: str, *, seen: bool = False) -> str:
    """A person: full if he is the reader's own, an outline if he was seen."""
    tint = "" if seen else f' fill="{colour(kingdom)}"'
    return (
        f'<path class="head{" seen" * seen}"{tint} d="M-8 8q0-7 5-8a4.2 4.2 0 1 1 6 0q5 1 5 8z"/>'
        f'<text class="fig{" light" * (not seen)}" y="7">{text}</text>'
    )
