"""What never changes in a picture of the board: the parchment, the landscape, the signs, the arms of the blazons."""

from __future__ import annotations

from functools import cache

import msgspec

from heraut.engine.decoding import decode
from heraut.engine.files import packaged
from heraut.games.fief.tables import blazons

Point = tuple[int, int]

INK, LINEN, GOLD = "#4a3623", "#fdf6df", "#d9a520"

WASHES = {
    "red": ("#e6c3a9", "#b0644a"),
    "rose": ("#e8cbc6", "#ad6a78"),
    "green": ("#cfd5a8", "#6d8a48"),
    "yellow": ("#ecdca2", "#b3942f"),
    "orange": ("#ebcb9c", "#b8762c"),
    "blue": ("#c6d2cb", "#527f8c"),
}
"""The wash of a region and the deeper tone along its border, by the colour that the board gives it."""

SHIELD = "M-16-19H16V3C16 13 8 18 0 22-8 18-16 13-16 3Z"
BANNER = "M0-14H36L29 0 36 14H0Z"
ROUNDEL = "a5 5 0 1 0 10 0 5 5 0 1 0-10 0"
CHARGES = {
    "gueules": (LINEN, "M0-10 16 6V17L0 1-16 17V6Z"),
    "azur": ("#f0c53e", "M-16-6H16V7H-16Z"),
    "sinople": (LINEN, "M-16-19H-8L16 8V18L-16-10Z"),
    "or": ("#8a1420", "M-6-19H6V22H-6Z"),
    "sable": (LINEN, "M-16-19H-9L0-7 9-19H16V-13L5 1 15 14 9 20 0 9-9 20-15 14-5 1-16-13Z"),
    "argent": ("#1f4e9c", f"M-13-9{ROUNDEL}M3-9{ROUNDEL}M-5 8{ROUNDEL}"),
}
"""The figure that each blazon bears: chevron, fess, bend, pale, saltire, roundels; and its tincture."""


class Road(msgspec.Struct, frozen=True):
    """A road as drawn, and its middle, where its bridge stands if it has one."""

    between: tuple[str, str]
    path: str
    middle: Point
    bridge: bool


class Drawing(msgspec.Struct, frozen=True):
    """The file that `tools/draw_fief.py` writes."""

    width: int
    height: int
    realm: str
    lands: dict[str, str]
    regions: dict[str, str]
    bishoprics: dict[str, str]
    villages: dict[str, Point]
    roads: tuple[Road, ...]
    labels: dict[str, Point]
    left: tuple[str, ...]
    rivers: tuple[str, ...]
    hills: tuple[Point, ...]
    woods: tuple[Point, ...]


@cache
def drawing() -> Drawing:
    """The drawing of the board."""
    return decode(packaged("heraut.games.fief.tables", "drawing.json"), Drawing)


@cache
def style() -> str:
    """The style sheet of the board."""
    return packaged("heraut.games.fief.tables", "board.css").decode()


@cache
def definitions() -> str:
    """Signs, arms (a shield, a banner, a disc for each blazon) and the shapes of the regions."""
    signs = packaged("heraut.games.fief.tables", "signs.svg").decode().partition("<defs>")[2].partition("</defs>")[0]
    arms = "".join(_arms(name, row.colour) for name, row in blazons().items())
    regions = "".join(
        f'<path id="fi-{name}" d="{path}"/><clipPath id="fi-in-{name}"><use href="#fi-{name}"/></clipPath>'
        for name, path in drawing().regions.items()
    )
    specks = "M12 20h.1M58 12h.1M34 62h.1M78 74h.1M70 40h.1M16 82h.1"
    grain = (
        f'<pattern id="fi-grain" width="90" height="90" patternUnits="userSpaceOnUse"><path d="{specks}" '
        'stroke="#b89f6a" stroke-opacity=".45" stroke-width="2.6" stroke-linecap="round"/></pattern>'
    )
    return f"<defs>{signs}{arms}{regions}{grain}</defs>"


def _arms(name: str, colour: str) -> str:
    ink, figure = CHARGES[name]
    edge = 'fill="none" stroke="#22160a" stroke-width="2.4" stroke-linejoin="round"'
    return (
        f'<clipPath id="fi-flag-{name}"><path d="{BANNER}"/></clipPath>'
        f'<clipPath id="fi-disc-{name}"><circle r="20"/></clipPath>'
        f'<g id="fi-shield-{name}"><path d="{SHIELD}" fill="{colour}"/><path d="{figure}" fill="{ink}"/>'
        f'<path d="{SHIELD}" {edge}/></g>'
        f'<g id="fi-banner-{name}"><path d="{BANNER}" fill="{colour}"/><g clip-path="url(#fi-flag-{name})">'
        f'<path transform="translate(16 0)scale(.82)" d="{figure}" fill="{ink}"/></g><path d="{BANNER}" {edge}/></g>'
        f'<g id="fi-pawn-{name}"><circle r="20" fill="{colour}"/><g clip-path="url(#fi-disc-{name})">'
        f'<path transform="scale(1.3)" d="{figure}" fill="{ink}"/></g></g>'
    )


@cache
def ground() -> str:
    """The sheet below the regions: the neighbouring lands and the shadow that the realm casts on them."""
    sheet = drawing()
    size = f'width="{sheet.width}" height="{sheet.height}"'
    rings = "".join(
        f'<path d="{sheet.realm}" fill="none" stroke="{colour}" stroke-width="{wide}" stroke-linejoin="round"/>'
        for colour, wide in (("#d3c091", 44), ("#c7b17e", 26), ("#b89e68", 12))
    )
    return f'<rect {size} fill="#ddcb9f"/><rect {size} fill="url(#fi-grain)" class="grain"/>{rings}'


@cache
def landscape() -> str:
    """What lies over the washes of the regions: borders of the bishoprics, rivers, hills, woods, roads, bridges."""
    sheet = drawing()
    sees = "".join(f'<path d="{path}"/>' for path in sheet.bishoprics.values())
    rivers = "".join(f'<path d="{path}"/>' for path in sheet.rivers)
    roads = "".join(f'<path d="{road.path}"/>' for road in sheet.roads)
    woods = "".join(f'<use href="#fi-wood" x="{x}" y="{y}"/>' for x, y in sheet.woods)
    hills = "".join(f'<use href="#fi-hill" x="{x}" y="{y}"/>' for x, y in sheet.hills)
    bridges = "".join(_bridge(road) for road in sheet.roads if road.bridge)
    return (
        f'<path d="{sheet.realm}" fill="none" stroke="{INK}" stroke-width="4.5" stroke-linejoin="round"/>'
        '<g fill="none" stroke="#6b2d7a" stroke-width="4" stroke-dasharray=".1 11" stroke-linecap="round" '
        f'stroke-opacity=".75">{sees}</g><g fill="none" stroke-linecap="round">'
        f'<g stroke="#5f8b9b" stroke-width="13">{rivers}</g>'
        f'<g stroke="#a9cbd3" stroke-width="9">{rivers}</g></g><g class="wood">{woods}</g>{hills}'
        f'<g fill="none" stroke-linecap="round"><g stroke="#6f5232" stroke-width="9">{roads}</g>'
        f'<g stroke="#f4e6c2" stroke-width="5">{roads}</g></g>{bridges}'
    )


def _bridge(road: Road) -> str:
    (x1, y1), (x2, y2) = (drawing().villages[name] for name in road.between)
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    a, b = (x2 - x1) / length, (y2 - y1) / length
    return (
        f'<g transform="matrix({a:.3f} {b:.3f} {-b:.3f} {a:.3f} {road.middle[0]} {road.middle[1]})">'
        f'<path d="M-15-8H15V8H-15Z" fill="#cbb58a"/><path d="M-18-11-13-8H13L18-11M-18 11-13 8H13L18 11" fill="none" '
        f'stroke="{INK}" stroke-width="3.4" stroke-linecap="round"/></g>'
    )
