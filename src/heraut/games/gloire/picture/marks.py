"""What a lord has ordered, and what happened in the last turn, drawn over the map.

Places are in units of the drawing; what stands at them is in pixels, inside groups of the class `px` that a page scales
so that it keeps its size whatever is seen of the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.sax.saxutils import escape

import msgspec

from heraut.engine.protocol import Event
from heraut.games.gloire import orders as o
from heraut.games.gloire.picture.drawing import Drawing, drawing
from heraut.games.gloire.state import LandName

MOST = 60  # orders that are drawn

SWORDS = '<path d="M-6-6 6 6M6-6-6 6M-7 3-3 7M7 3 3 7" fill="none" stroke-width="2" stroke-linecap="round"/>'
BEND = 0.14  # of its length: how far an arrow leaves the straight line
NEAR, FAR = 26, 20  # units that an arrow leaves free at its ends


class MarkedOrder(msgspec.Struct, frozen=True):
    """An order, its number in the list, and the few words of its mark ("" for none)."""

    disc: int
    order: o.Order
    words: str = ""


def order_marks(map_name: str, view: Mapping[str, Any], orders: Iterable[MarkedOrder]) -> str:
    """Arrows for attacks and marches, a mark at the land for all else that concerns one; numbered as in the list."""
    sheet = drawing(map_name)
    parts: list[str] = []
    staying: dict[LandName, list[MarkedOrder]] = {}
    knights = view["own"]["knights"]
    for one in list(orders)[:MOST]:
        order = one.order
        if isinstance(order, o.Attack | o.Move):
            parts.append(arrow(sheet, knights[str(order.knight)]["land"], one))
        elif (land := getattr(order, "land", None)) in sheet.lands:
            staying.setdefault(land, []).append(one)
    return "".join([*parts, *(pills(sheet, land, marks) for land, marks in staying.items())])


def arrow(sheet: Drawing, start: LandName, one: MarkedOrder) -> str:
    """From the land of a knight to the one that he is sent to; a disc alone where he stands there already."""
    order: Any = one.order
    (x0, y0), (x1, y1) = sheet.lands[start].anchor, sheet.lands[order.land].anchor
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    kind = order.code
    if length < NEAR + FAR + 10:
        return f'<g transform="translate({x1} {y1})"><g class="px k-{kind}">{disc(one.disc, -22)}</g></g>'
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    ax, ay, bx, by = x0 + ux * NEAR, y0 + uy * NEAR, x1 - ux * FAR, y1 - uy * FAR
    cx, cy = (ax + bx) / 2 - uy * length * BEND, (ay + by) / 2 + ux * length * BEND
    mx, my = (ax + 2 * cx + bx) / 4, (ay + 2 * cy + by) / 4
    path = f"M{ax:.0f} {ay:.0f}Q{cx:.0f} {cy:.0f} {bx:.0f} {by:.0f}"
    return (
        f'<g class="arrow k-{kind}"><path class="under" d="{path}"/><path class="shaft" d="{path}" '
        f'marker-end="url(#head-{kind})"/><g transform="translate({mx:.0f} {my:.0f})"><g class="px">'
        f"{disc(one.disc, 0)}</g></g></g>"
    )


def disc(number: int, y: int) -> str:
    """The number of an order."""
    return f'<circle cx="0" cy="{y}" r="10"/><text class="number" x="0" y="{y + 4}">{number}</text>'


def pills(sheet: Drawing, land: LandName, marks: list[MarkedOrder]) -> str:
    """The marks of the orders that stay in a land, in a row below its name; one that is alone says what it is."""
    x, y = sheet.lands[land].label
    words = marks[0].words if len(marks) == 1 else ""
    width = 20 + 6 * len(words) if words else 0
    shown = (
        f'<rect x="0" y="-9" width="{width}" height="18" rx="9"/>'
        f'<text class="words" x="14" y="4">{escape(words)}</text>'
        if words
        else ""
    )
    row = "".join(
        f'<g class="k-{one.order.code}" transform="translate({place * 22})">{shown}{disc(one.disc, 0)}</g>'
        for place, one in enumerate(marks)
    )
    left = -(width + 22 * (len(marks) - 1)) // 2
    return f'<g transform="translate({x} {y})"><g class="px pill"><g transform="translate({left} 20)">{row}</g></g></g>'


class Happened(msgspec.Struct, frozen=True):
    """What befell a land: "won" or "lost" by the reader, "held" or "repelled" (his attack), "taken" among others."""

    land: LandName
    kind: str
    words: str = ""


def happened(events: Iterable[Event], seat: str | None) -> Iterator[Happened]:
    """The battles and changes of owner among events that the reader may know."""
    seen: dict[str, str] = {}
    for event in events:
        kind = outcome(event, seat)
        if kind:
            seen[event.data["land"]] = kind
    for land, kind in seen.items():
        yield Happened(LandName(land), kind)


OWNERS = {"land_taken": ("lord", "former"), "land_sold": ("buyer", "seller"), "revolt": ("", "lord")}
ENDS = {"attack_failed": "repelled", "attack_fatal": "repelled", "attack_repelled": "held"}


def outcome(event: Event, seat: str | None) -> str:
    """What an event means to the reader for the land that it names; "" if nothing that is drawn."""
    if event.kind in OWNERS:
        new, former = (event.data.get(name) for name in OWNERS[event.kind])
        return "won" if seat is not None and new == seat else "lost" if seat is not None and former == seat else "taken"
    return ENDS.get(event.kind, "")


def happened_marks(map_name: str, marks: Iterable[Happened]) -> str:
    """Crossed swords at each land, in a ring that tells how it ended: full if won or held, broken if lost."""
    sheet = drawing(map_name)
    return "".join(
        f'<g transform="translate({sheet.lands[one.land].anchor[0]} {sheet.lands[one.land].anchor[1]})">'
        f'<g class="px fought {one.kind}"><g transform="translate(24 2)"><title>{escape(one.words)}</title>'
        f'<circle r="11"/>{SWORDS}</g></g></g>'
        for one in marks
        if one.land in sheet.lands
    )
