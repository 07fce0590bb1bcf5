"""What lies over the board of a page: orders that are being prepared, what happened last turn, villages pointed at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from xml.sax.saxutils import escape

import msgspec

from heraut.games.fief.picture.drawing import drawing

BEND = 0.12  # of its length: how far an arrow leaves the straight line
NEAR, FAR = 52, 58  # units that an arrow leaves free at its ends
HEAD = 24
BELOW = 84  # from a village to the marks under its name
WIDE = 50
RIM = (66, 20)  # from a village to the ends of the ring around it: beside its roofs, above its name


class Prepared(msgspec.Struct, frozen=True):
    """An order in preparation: its number in the list, its village, whence it comes if it marches, its words."""

    disc: int
    village: str
    origin: str = ""
    words: str = ""


class Happened(msgspec.Struct, frozen=True):
    """What befell a village: in words. A battle is "won" or "lost" by the reader, or "fought" by others;
    a village that changes hands without one is "gained" by the reader, "lost_land" to him, or "taken" from others."""

    village: str
    kind: str
    words: str = ""


def prepared_marks(orders: Iterable[Prepared]) -> str:
    """Arrows for marches, a number under a village for all else that concerns it."""
    parts: list[str] = []
    staying: dict[str, list[Prepared]] = {}
    for one in orders:
        if one.origin:
            parts.append(arrow(one))
        else:
            staying.setdefault(one.village, []).append(one)
    for village, marks in staying.items():
        x, y = drawing().villages[village]
        parts += [disc(one, x + WIDE * place, y + BELOW) for place, one in enumerate(marks)]
    return group("prepared", parts)


def group(name: str, parts: Iterable[str]) -> str:
    """A layer; "" without anything on it."""
    drawn = "".join(parts)
    return f'<g class="{name}" pointer-events="none">{drawn}</g>' if drawn else ""


def arrow(one: Prepared) -> str:
    """From a village to the next, bent a little, so that the way back is another arrow."""
    (x0, y0), (x1, y1) = drawing().villages[one.origin], drawing().villages[one.village]
    length = max(1.0, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    ax, ay, bx, by = x0 + ux * NEAR, y0 + uy * NEAR, x1 - ux * FAR, y1 - uy * FAR
    cx, cy = (ax + bx) / 2 - uy * length * BEND, (ay + by) / 2 + ux * length * BEND
    path = f"M{ax:.0f} {ay:.0f}Q{cx:.0f} {cy:.0f} {bx:.0f} {by:.0f}"
    reach = max(1.0, ((bx - cx) ** 2 + (by - cy) ** 2) ** 0.5)
    vx, vy = (bx - cx) / reach, (by - cy) / reach
    corners = ((bx + vx * HEAD, by + vy * HEAD), (bx - vy * 15, by + vx * 15), (bx + vy * 15, by - vx * 15))
    tip = "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in corners) + "Z"
    middle = disc(one, (ax + 2 * cx + bx) / 4, (ay + 2 * cy + by) / 4)
    return (
        f'<g class="arrow" data-from="{one.origin}" data-to="{one.village}"><path class="under" d="{path}"/>'
        f'<path class="shaft" d="{path}"/><path class="head" d="{tip}"/></g>{middle}'
    )


def disc(one: Prepared, x: float, y: float) -> str:
    """The number of an order."""
    return (
        f'<g class="disc" transform="translate({x:.0f} {y:.0f})"><title>{escape(one.words)}</title><circle r="24"/>'
        f'<text class="mid" y="12">{one.disc}</text></g>'
    )


def happened_marks(marks: Iterable[Happened]) -> str:
    """Crossed swords or a banner under each village, in a ring that tells how it ended."""
    return group("happened", (happened_mark(one) for one in marks))


def happened_mark(one: Happened) -> str:
    """One of them."""
    x, y = drawing().villages[one.village]
    sign = (
        '<path class="sign" d="M-6-12V13M-6-11H11L6-5 11 1H-6"/>'
        if one.kind in ("taken", "gained", "lost_land")
        else '<path class="sign" d="M-9-9 9 9M9-9-9 9M-11 4-4 11M11 4 4 11"/>'
    )
    return (
        f'<g class="{one.kind}" data-village="{one.village}" transform="translate({x - WIDE} {y + BELOW})">'
        f'<title>{escape(one.words)}</title><circle r="21"/>{sign}</g>'
    )


def advised_marks(villages: Iterable[str], kind: str = "advised") -> str:
    """A ring around each of these villages, open where its name stands."""
    return group(kind, rings(villages, drawing().villages))


def rings(villages: Iterable[str], places: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    """The rings."""
    for village in villages:
        x, y = places[village]
        yield f'<path d="M{x - RIM[0]} {y + RIM[1]}A68 68 0 1 1 {x + RIM[0]} {y + RIM[1]}"/>'
