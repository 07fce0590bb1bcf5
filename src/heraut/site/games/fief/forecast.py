"""What an attack may bring, before it is declared: exact chances, from what its player's view shows and no more.

The two sides fight to the end, nobody begs for mercy, and nobody else joins them. Of a stack that may not be counted
the view tells the least and the most that it can hold: one point at the least, and at the most what its family has on
the board (which all know, FI-INF-03) less what lies elsewhere. The chances are then told for both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from heraut.engine.protocol import Json
from heraut.games.fief.board.pawns import SERIES_TOKENS
from heraut.games.fief.calculators.odds import Camp, odds
from heraut.games.fief.calculators.reach import guards
from heraut.games.fief.identities import SERIES
from heraut.games.fief.orders.movements import Arrest, Assail, Lead, March, Rouse
from heraut.games.fief.orders.order import Order
from heraut.games.fief.phases.marching import ASSAULT
from heraut.games.fief.resolution import PEASANTS
from heraut.games.fief.tables import CONSTANTS
from heraut.site.games.fief.naming import data_of

SOLDIERS = "soldier"
TOKENS = dict(zip(SERIES, SERIES_TOKENS, strict=True))
INSIDE, BEFORE = ("in",), ("besieger", "relief")


class Side(NamedTuple):
    """One side: the fewest and the most points of soldiers that it may have, its fighting lords, where it stands."""

    least: int
    most: int
    lords: Sequence[str] = ()
    outside: bool = False


class Ends(NamedTuple):
    """The chances of each end, and the points that each side loses on average."""

    win: float
    lose: float
    both: float
    mine_lost: float
    theirs_lost: float


class Forecast(NamedTuple):
    """What an attack may bring: `best` against the fewest points that the others may have, `worst` against the most."""

    village: str
    target: str
    row: str
    mine: int
    least: int
    most: int
    best: Ends
    worst: Ends

    @property
    def exact(self) -> bool:
        """Whether the others' points are known."""
        return self.least == self.most


def forecast(order: Order, view: Json) -> Forecast | None:
    """What an order that attacks may bring; None if it attacks nobody, or more than two sides would fight."""
    data, me = data_of(order, view), view["own"]["seat"]
    match order:
        case March():
            return of_march(data, view, me)
        case Assail():
            return of_assault_within(view, me, data["target"], data["village"])
        case Arrest():
            return of_assault_within(view, me, data["target"], data["village"])
        case Rouse():
            village = view["revolt"]["village"]
            return told(view, village, PEASANTS, data["target"])
        case Lead():
            return of_peasants(view, data["to"])
    return None


def of_march(data: Json, view: Json, me: str) -> Forecast | None:
    """A group before the gates, with those of its own who stand there already (FI-PAS-05, FI-CAL-02)."""
    if data["manner"] != ASSAULT and not peasants_at(view, data["to"]):
        return None
    village, lords = data["to"], view["lords"]
    foes = [] if any(lords[name]["bishop"] for name in data["lords"]) else peasants_at(view, village)
    keeper = view["villages"][village]["gatekeeper"]
    foes += [keeper] if keeper not in (None, me) else []
    if len(foes) != 1 or party(view, me, village, outside=False):
        return None
    escort = sum(stack["points"] for name in data["lords"] for stack in guards(view, lords[name]))
    there = party(view, me, village, outside=True) or Side(0, 0)
    soldiers = data["soldiers"] + escort + there.least
    fighting = [name for name in data["lords"] if lords[name]["fights"]]
    mine = Side(soldiers, soldiers, [*fighting, *there.lords], outside=True)
    return weighed(view, village, mine, foes[0])


def peasants_at(view: Json, village: str) -> list[str]:
    """The peasants, if they hold a village."""
    revolt = view["revolt"]
    return [PEASANTS] if revolt and (revolt["village"], revolt["position"]) == (village, "in") else []


def of_assault_within(view: Json, me: str, target: str, village: str) -> Forecast | None:
    """Two parties in one village, unless one of them has attacked somebody else there already."""
    declared = {(attacker, foe) for place, attacker, foe in view["attacks"] if place == village}
    if declared - {(me, target), (target, me)}:
        return None
    return told(view, village, me, target)


def of_peasants(view: Json, village: str) -> Forecast | None:
    """The peasants before a village that somebody holds (FI-REV-09)."""
    keeper = view["villages"][village]["gatekeeper"]
    if keeper is None:
        return None
    points = view["revolt"]["points"]
    return weighed(view, village, Side(points, points, outside=True), keeper)


def told(view: Json, village: str, attacker: str, target: str) -> Forecast | None:
    """Two parties as they stand."""
    mine = side_at(view, attacker, village)
    return weighed(view, village, mine, target) if mine is not None else None


def weighed(view: Json, village: str, mine: Side, target: str) -> Forecast | None:
    """A side that attacks, and the party that it attacks; those inside the walls have their row (FI-BAT-09)."""
    theirs = side_at(view, target, village)
    if theirs is None or not mine.least + len(mine.lords):
        return None
    fort = view["villages"][village]["fort"]
    row = "open" if theirs.outside else fort
    own = camp(view, mine, mine.least, "open" if mine.outside else fort, village)
    best, worst = (ends(own, camp(view, theirs, points, row, village)) for points in (theirs.least, theirs.most))
    lords = len(theirs.lords)
    return Forecast(village, target, row, own.points, theirs.least + lords, theirs.most + lords, best, worst)


def ends(mine: Camp, theirs: Camp) -> Ends:
    """The chances of two camps."""
    found = odds(mine, theirs)
    lost = [side.soldiers_lost + side.lords_lost for side in (found.attacker, found.defender)]
    return Ends(found.win, found.lose, found.both_out, *lost)


def camp(view: Json, side: Side, soldiers: int, row: Any, village: str) -> Camp:
    """A side as the reckoning takes it."""
    lords = in_order_of_fall(view, side.lords, village)
    darc = next((place for place, name in enumerate(lords) if view["lords"][name]["darc"]), None)
    return Camp(soldiers, len(lords), row, darc)


def in_order_of_fall(view: Json, lords: Iterable[str], village: str) -> list[str]:
    """Fighting lords as losses take them: the reader's as his plan has it, the others' as usual (FI-BAT-11)."""
    own = view.get("own")
    wanted: list[str] = own["plans"].get(village, own["plan"])["lords"] if own else []
    birth = list(view["lords"])
    return sorted(
        lords,
        key=lambda name: (
            wanted.index(name) if name in wanted else len(wanted),
            view["lords"][name]["ransom"],
            -birth.index(name),
        ),
    )


# Who stands where


def side_at(view: Json, seat: str, village: str) -> Side | None:
    """All that a party has at a village, as one side; None if walls part it in two, or nobody is there (FI-MUL-09)."""
    if seat == PEASANTS:
        revolt = view["revolt"]
        return Side(revolt["points"], revolt["points"], outside=revolt["position"] != "in")
    inside, outside = (party(view, seat, village, outside=place) for place in (False, True))
    if inside is None or outside is None:
        return inside or outside
    if view["villages"][village]["fort"] != "open":
        return None
    least, most = inside.least + outside.least, inside.most + outside.most
    return Side(least, most, [*inside.lords, *outside.lords], outside=True)


def party(view: Json, seat: str, village: str, *, outside: bool) -> Side | None:
    """The pawns of a family at a village, inside or before it; None if there are none."""

    def here(pawn: Json) -> bool:
        return bool(pawn["village"] == village and pawn["position"] in (BEFORE if outside else INSIDE))

    lords = [name for name, lord in view["lords"].items() if lord["seat"] == seat and here(lord) and not lord["captor"]]
    stacks = [stack for stack in view["stacks"] if stack["seat"] == seat and here(stack)]
    if not lords and not stacks:
        return None
    fighting = [name for name in lords if view["lords"][name]["fights"]]
    least, most = bounds(view, seat, stacks)
    return Side(least, most, fighting, outside)


def bounds(view: Json, seat: str, stacks: Sequence[Json]) -> tuple[int, int]:
    """The fewest and the most points that some stacks of a family may hold together."""
    family = [stack for stack in view["stacks"] if stack["seat"] == seat]
    known = points_shown(stacks)
    shares = [share_of_pool(view, family, pool, stacks) for pool in pools(view, seat, family)]
    return known + sum(least for least, _ in shares), known + sum(most for _, most in shares)


def share_of_pool(
    view: Json, family: Sequence[Json], pool: tuple[tuple[str, ...], int], stacks: Sequence[Json]
) -> tuple[int, int]:
    """The fewest and the most points of one pool that the hidden ones among some stacks may hold.

    Each of them has one at least, and the others take no more than they can.
    """
    series, total = pool
    drawn = [stack for stack in family if stack["series"] in series]
    rest = total - points_shown(drawn)
    hidden = [stack for stack in drawn if stack["points"] is None]
    mine, others = [one for one in hidden if one in stacks], [one for one in hidden if one not in stacks]
    least = max(len(mine), rest - sum(cap(view, stack) for stack in others)) if mine else 0
    return least, min(rest - len(others), sum(cap(view, stack) for stack in mine))


def points_shown(stacks: Iterable[Json]) -> int:
    """The points of the stacks that show them."""
    return sum(stack["points"] for stack in stacks if stack["points"] is not None)


def pools(view: Json, seat: str, family: Sequence[Json]) -> list[tuple[tuple[str, ...], int]]:
    """Series of which all know the sum: soldiers apart from guards, where the bank's stock tells them apart."""
    total, left = view["seats"][seat]["soldiers"], view["bank"]["soldiers"][seat]
    guards = tuple(series for series in SERIES if series != SOLDIERS)
    if all(stack["series"] == SOLDIERS for stack in family):
        return [((SOLDIERS,), total)]
    if left is None:
        return [((SOLDIERS, *guards), total)]
    soldiers = worth(SOLDIERS) - left
    return [((SOLDIERS,), soldiers), (guards, total - soldiers)]


def cap(view: Json, stack: Json) -> int:
    """The most points that a stack of this series can hold."""
    free = stack["series"] == SOLDIERS and not view["settings"]["stock_limits"]
    return int(view["seats"][stack["seat"]]["soldiers"]) if free else worth(stack["series"])


def worth(series: str) -> int:
    """All tokens of a series together."""
    return sum(number * value for number, value in zip(TOKENS[series], CONSTANTS.token_values, strict=True))
