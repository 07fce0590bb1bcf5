"""The first march, and the village to begin in: reckoned from the board, so that each step of it is legal."""

from __future__ import annotations

from typing import Any

from heraut.engine.protocol import Json
from heraut.games.fief.board.places import REGION_OF, VILLAGE_IDS, VILLAGE_OF
from heraut.games.fief.calculators.reach import ROADS, frozen, held_by_peasants
from heraut.games.fief.cards import EVERY_LORD, LORD_IDS
from heraut.games.fief.orders.movements import March
from heraut.games.fief.tables import CONSTANTS, RegionRow, Tokens, board

STEPS = CONSTANTS.steps


def small_regions(view: Json) -> list[RegionRow]:
    """The regions with the fewest villages in which nobody has settled."""
    taken = {one["region"] for one in view["villages"].values() if one["owner"] is not None}
    free = [region for region in board().regions if region.id not in taken] or list(board().regions)
    least = min(len(region.villages) for region in free)
    return [region for region in free if len(region.villages) == least]


def homes(view: Json) -> list[str]:
    """The free villages of the smallest regions, first those from which one march passes most others of the region."""
    found = [
        (village, region)
        for region in small_regions(view)
        for village in region.villages
        if view["villages"][village]["owner"] is None
    ]
    return [village for village, _ in sorted(found, key=lambda pair: -longest(pair[0], pair[1].villages))]


def longest(start: str, villages: Any) -> int:
    """How many other villages of a region a march from there can enter, one after the other."""
    ways: list[tuple[str, ...]] = [(start,)]
    for steps in range(STEPS):
        longer = [(*way, to) for way in ways for to in ROADS[way[-1]] if to in villages and to not in way]
        if not longer:
            return steps
        ways = longer
    return STEPS


def next_march(choice: Any) -> March | None:
    """A step into a village of one's first region that nobody holds, a token left behind; None if there is none."""
    view: Json = choice.view
    me = view["own"]["seat"]
    mine = [name for name, one in view["lords"].items() if one["seat"] == me and one["village"] and not one["captor"]]
    for name in sorted(mine, key=lambda lord: -view["lords"][lord]["steps"]):  # who has set out goes on
        here = view["lords"][name]["village"]
        for to in sorted(open_villages(view, me, here), key=lambda to: -len(open_villages(view, me, to))):
            order = March((EVERY_LORD[LORD_IDS.index(name)],), VILLAGE_OF[to], left_behind(view, me, here))
            if not choice.check((order,)):
                return order
    return None


def open_villages(view: Json, me: str, here: str) -> list[str]:
    """The villages beside one, of the same region, that are free to enter and where nobody of one's own stands."""
    if frozen(view, here):
        return []
    region = REGION_OF[VILLAGE_OF[here]]
    return [
        to
        for to in ROADS[here]
        if REGION_OF[VILLAGE_OF[to]] == region
        and me not in view["villages"][to]["present"]
        and view["villages"][to]["gatekeeper"] in (None, me)
        and not held_by_peasants(view, to)
    ]


def left_behind(view: Json, me: str, here: str) -> Tokens:
    """All soldiers who stand there but the smallest token, which holds the village."""
    tokens = [0, 0, 0]
    for one in view["stacks"]:
        if (one["seat"], one["village"], one["series"]) == (me, here, "soldier"):
            tokens = [a + b for a, b in zip(tokens, one["tokens"], strict=True)]
    place = next((place for place, count in enumerate(tokens) if count), None)
    if place is not None:
        tokens[place] -= 1
    return (tokens[0], tokens[1], tokens[2])


def village_of_march(order: March) -> str:
    """Where it goes."""
    return VILLAGE_IDS[order.to]
