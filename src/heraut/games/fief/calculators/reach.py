"""Where lords can arrive in a movement turn, and with how many soldiers: the reach map (FI-TOO-02).

It is made from a view, so it knows what its reader knows and no more: a stack that he may not count brings an unknown
number of points, and what a gatekeeper will answer is known to himself alone. Every lord is taken by himself, with the
steps that he has left, as if it were his player's turn now and nobody else moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from heraut.engine.protocol import Json
from heraut.games.fief.board.places import NEIGHBOURS, VILLAGE_IDS
from heraut.games.fief.tables import CONSTANTS

ROADS = {name: tuple(VILLAGE_IDS[v] for v in NEIGHBOURS[number]) for number, name in enumerate(VILLAGE_IDS)}
OUT, INTO, THROUGH = "out", "into", "through"


class Gate(msgspec.Struct, frozen=True):
    """Leave that has to be given on the way (FI-PAS): by `keeper`, at `village`.

    `what` is "out" (of the castle or city where the lord is), "into" the village (to stay there, or to ride on if it
    has no walls), "through" (into a castle or city and out again: leave to pass, not to camp).
    """

    keeper: str
    village: str
    what: str


class Arrival(msgspec.Struct, frozen=True):
    """A village where a lord can arrive, by the best way: without a fight, with the fewest gates, the fewest steps.

    `way` are the villages entered, this one the last. `gates` is whose leave it takes, in order; none: nobody's.
    `fight` says that he can only come as a besieger (FI-PAS-05): peasants hold the village, or its gatekeeper has
    refused him already. `storm` says that he may assault it instead of asking at the last gate. `soldiers` are the
    most points that can come with him, picked up on the way too and royal guards included: 0 without any, None if the
    reader may not count them. `darc` says that the way is as long as that only in d'Arc's company (FI-ARC-03).
    """

    way: tuple[str, ...]
    gates: tuple[Gate, ...] = ()
    fight: bool = False
    storm: bool = False
    soldiers: int | None = 0
    darc: bool = False

    @property
    def steps(self) -> int:
        """How many steps it takes."""
        return len(self.way)

    @property
    def free(self) -> bool:
        """Whether he arrives without anybody's leave and without a fight."""
        return not self.gates and not self.fight

    @property
    def ease(self) -> tuple[bool, int, int]:
        """The lowest is the best way: without a fight, with the fewest gates, in the fewest steps."""
        return self.fight, len(self.gates), self.steps


class Walk(msgspec.Struct, frozen=True):
    """All that a lord can reach from `start`: arrivals by village, nearest first.

    `stays` says why he cannot leave: "captive", "away" (in the dungeon, fallen in the battle), "siege" (he besieges
    the village), "weather", "gate" (leave to go out was refused), "tired" (no step left), or "" if he can.
    """

    lord: str
    seat: str
    start: str | None
    stays: str = ""
    arrivals: Mapping[str, Arrival] = {}


def reach(view: Json) -> dict[str, Walk]:
    """Where each lord in play can arrive, by lord in the order of the view; own lords and the others' alike.

    `view` is that of any reader (`heraut.games.fief.view.view`), a passer-by's too.
    """
    return {name: walk(view, name) for name in view["lords"]}


def walk(view: Json, name: str) -> Walk:
    """What one lord can reach."""
    lord = view["lords"][name]
    stays = why_stays(view, lord)
    arrivals: dict[str, Arrival] = {}
    if not stays:
        ways = sorted(ride(view, name), key=lambda one: one.ease)
        for arrival in ways:
            arrivals.setdefault(arrival.way[-1], arrival)
        nearest = sorted(arrivals, key=lambda village: (arrivals[village].steps, VILLAGE_IDS.index(village)))
        arrivals = {village: arrivals[village] for village in nearest}
    return Walk(name, lord["seat"], lord["village"], stays, arrivals)


def why_stays(view: Json, lord: Json) -> str:
    """Why a lord cannot make a step now (FI-MOV-03)."""
    village = lord["village"]
    if lord["dungeon"] or village is None:
        return "away"
    if lord["captor"] is not None:
        return "captive"
    if lord["position"] == "besieger":
        return "siege"
    if frozen(view, village):
        return "weather"
    if [village, lord["seat"]] in view["gates"]["shut"]:
        return "gate"
    return "" if max(steps_left(view, lord)) > 0 else "tired"


# The way


def ride(view: Json, name: str) -> Iterator[Arrival]:
    """Every way that a lord can take, step by step, with the gates that it leads through."""
    lord = view["lords"][name]
    alone, with_darc = steps_left(view, lord)
    start, seat = lord["village"], lord["seat"]
    paths: list[tuple[tuple[str, ...], tuple[Gate, ...]]] = [((), way_out(view, lord))]
    while paths:
        way, gates = paths.pop(0)
        here = way[-1] if way else start
        for to in ROADS[here]:
            if to == start or to in way or to in closed_roads(view, here):
                continue
            longer = (*way, to)
            darc = len(longer) > alone
            if len(longer) > max(alone, with_darc):
                continue
            arrival = arrive(view, name, longer, gates, darc=darc)
            if arrival is None:
                continue
            yield arrival
            onward = ride_on(view, seat, to, arrival)
            if onward is not None:
                paths.append((longer, onward))


def way_out(view: Json, lord: Json) -> tuple[Gate, ...]:
    """The gate of the castle or city where a lord is, if it takes another's leave to go out of it (FI-PAS)."""
    village, seat = lord["village"], lord["seat"]
    keeper = view["villages"][village]["gatekeeper"]
    closed = keeper not in (None, seat) and walled(view, village) and not let_out(view, seat, village)
    return (Gate(keeper, village, OUT),) if lord["position"] == "in" and closed else ()


def steps_left(view: Json, lord: Json) -> tuple[int, int]:
    """The steps that a lord has left: by himself, and beside d'Arc where she stands with him (FI-MOV-04, FI-ARC-03)."""
    if lord["darc"]:
        return CONSTANTS.steps_darc - lord["steps"], 0
    left = CONSTANTS.steps - lord["steps"]
    if lord["solo"]:
        return left, 0
    place = (lord["seat"], lord["village"], lord["position"])
    for other in view["lords"].values():
        if other["darc"] and not other["captor"] and (other["seat"], other["village"], other["position"]) == place:
            return left, CONSTANTS.steps_darc - max(lord["steps"], other["steps"])
    return left, 0


def arrive(view: Json, name: str, way: tuple[str, ...], gates: tuple[Gate, ...], *, darc: bool) -> Arrival | None:
    """How a lord comes to the end of a way: free, with leave, only by a fight, or not at all (FI-PAS, FI-CAL-02)."""
    lord, to = view["lords"][name], way[-1]
    seat, keeper = lord["seat"], view["villages"][to]["gatekeeper"]
    soldiers, some = company(view, name, way, darc=darc)
    can_fight = (lord["fights"] or some) and not frozen(view, to)  # FI-PAS-05, FI-WEA-04
    if held_by_peasants(view, to) and not lord["bishop"]:
        return Arrival(way, gates, fight=True, soldiers=soldiers, darc=darc) if can_fight else None
    if keeper in (None, seat):
        return Arrival(way, gates, soldiers=soldiers, darc=darc)
    if [to, seat] in view["gates"]["refused"] or [to, seat, None] in view["attacks"]:  # FI-PAS-04, FI-PAS-13
        return Arrival(way, gates, fight=True, soldiers=soldiers, darc=darc) if can_fight else None
    return Arrival(way, (*gates, Gate(keeper, to, INTO)), storm=can_fight, soldiers=soldiers, darc=darc)


def ride_on(view: Json, seat: str, village: str, arrival: Arrival) -> tuple[Gate, ...] | None:
    """The gates of a way that goes on from a village; None if it ends there (FI-PAS-02, FI-PAS-06, FI-WEA-03)."""
    if arrival.fight or frozen(view, village) or [village, seat] in view["gates"]["shut"]:
        return None
    gates = arrival.gates
    asked = bool(gates) and gates[-1].village == village
    if asked and walled(view, village) and not besieged(view, village) and not let_out(view, seat, village):
        gates = (*gates[:-1], Gate(gates[-1].keeper, village, THROUGH))
    return gates


# What comes along


def company(view: Json, name: str, way: tuple[str, ...], *, darc: bool) -> tuple[int | None, bool]:
    """The most soldier points that can come with a lord by a way, and whether there are any (FI-MOV-05, FI-GRD-02)."""
    lord = view["lords"][name]
    found = [guard["points"] for guard in guards(view, lord)]
    beside = darc or lord["darc"]
    for place, village in enumerate((lord["village"], *way[:-1])):
        position = (
            lord["position"] if place == 0 else "relief" if besieged(view, village) and walled(view, village) else "in"
        )
        for stack in view["stacks"]:
            mine = stack["seat"] == lord["seat"] and stack["series"] == "soldier"
            there = (stack["village"], stack["position"]) == (village, position)
            if mine and there and can_march(stack, len(way) - place, beside=beside):
                found.append(stack["points"])
    return (None if None in found else sum(found)), bool(found)


def can_march(stack: Json, steps: int, *, beside: bool) -> bool:
    """Whether soldiers can make so many steps more; of those that the reader may not count, as if they were fresh."""
    after = (stack["steps"] or 0) + steps
    return after <= CONSTANTS.steps or (beside and not stack["solo"] and after <= CONSTANTS.steps_darc)


def guards(view: Json, lord: Json) -> list[Json]:
    """The guards who follow a King or a Queen; the Regent of a minor King leads both (FI-GRD-02, FI-GRD-04)."""
    crown, minor = lord["crown"], view["crown"]["minor"]
    series = {"king_guard"} if (crown == "king" and not minor) or (crown == "queen" and minor) else set()
    if crown == "queen":
        series.add("queen_guard")
    place = (lord["seat"], lord["village"])
    return [one for one in view["stacks"] if one["series"] in series and (one["seat"], one["village"]) == place]


# What the view says of a village


def frozen(view: Json, village: str) -> bool:
    """Whether bad weather lies on it (FI-WEA)."""
    return bool(view["regions"][view["villages"][village]["region"]]["weather"])


def walled(view: Json, village: str) -> bool:
    """Whether a castle or a city stands there."""
    return bool(view["villages"][village]["fort"] != "open")


def let_out(view: Json, seat: str, village: str) -> bool:
    """Whether this player has leave to go out of it this turn already."""
    return [village, seat] in view["gates"]["open"]


def held_by_peasants(view: Json, village: str) -> bool:
    """Whether the peasants are in it."""
    revolt = view["revolt"]
    return revolt is not None and (revolt["village"], revolt["position"]) == (village, "in")


def besieging(view: Json, village: str) -> Iterator[Any]:
    """Whatever stands at its entrance: lords, soldiers, peasants."""
    revolt = [view["revolt"]] if view["revolt"] is not None else []
    for one in (*view["lords"].values(), *view["stacks"], *revolt):
        if (one["village"], one["position"]) == (village, "besieger"):
            yield one


def besieged(view: Json, village: str) -> bool:
    """Whether anybody besieges it."""
    return any(True for _ in besieging(view, village))


def closed_roads(view: Json, village: str) -> set[str]:
    """The villages to which no road is open from there: besiegers stand on it (FI-EVA-02)."""
    return {one["road"] for one in besieging(view, village)}
