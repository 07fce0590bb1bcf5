"""Phase 4: one step after the other, where it is worth most."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.bots.fief.council import Council, Pawn, holds, leaving, points_of, way, wins, within
from heraut.bots.fief.purchases import foreign, worth
from heraut.games.fief.board.places import EVERY_VILLAGE, IN_REGION, REGION_OF
from heraut.games.fief.numbers import REBELS, VillageNo
from heraut.games.fief.orders.answers import End
from heraut.games.fief.orders.movements import Assail, March
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.tables import Tokens

SURE, BOLD = 0.72, 0.5  # the chance of victory without which nobody is attacked; by the rich, who can raise others
RICH = 3000
LEAST = 1.5  # what a march should be worth
FAR = 9  # villages ahead that are thought of
A_STEP = 0.4  # what each of them costs
DOUBT = 1.0  # points that the enemy may have beyond what is supposed


def move(council: Council) -> Answer:
    """An attack on whoever stands in the same place, or the best step of any lord; then the end of the turn."""
    orders = [*attacks(council), *(step for lord in council.my_lords for step in steps(council, lord))]
    orders.sort(key=lambda pair: -pair[0])
    for value, order in orders:
        if value >= LEAST and council.legal(order):
            return (order,)
    return (End(),)


def attacks(council: Council) -> Iterator[tuple[float, Assail]]:
    """Enemies who stand where I do, if I am the stronger; both are protected there."""
    for order in council.offers:
        if not isinstance(order, Assail):
            continue
        seat = "rebels" if order.target == REBELS else list(council.view["seats"])[order.target]
        if council.friend(seat):
            continue
        theirs = council.rebels(order.village) if seat == "rebels" else council.strength(order.village, seat)
        mine = council.strength(order.village, council.seat)
        if wins(mine, theirs, council.row(order.village), DOUBT) > sure(council):
            yield 20 + prize(council, order.village), order


def sure(council: Council) -> float:
    """The chance of victory for which a battle is sought."""
    return BOLD if council.purse > RICH else SURE


def steps(council: Council, lord: Pawn) -> Iterator[tuple[float, Order]]:
    """The first steps of the ways that a lord could go, on this turn or later, and what they are worth."""
    left = (3 if lord.darc else 2) - lord.steps
    if left < 1 or lord.place == "besieger" or council.frozen(lord.village):
        return
    troop = escort(council, lord)
    force = points_of(troop) + lord.fights + council.guards(lord)
    passable = [council.empty(village) or council.present(village) for village in EVERY_VILLAGE]
    here = standing(council, lord.village, force)
    for village in within(lord.village, FAR):
        path = way(lord.village, village, passable)
        if path:
            value = goal(council, lord, village, force) - A_STEP * len(path) - here
            manner = "assaut" if needs_assault(council, path[0]) else ""
            yield value, March((lord.number,), path[0], troop, manner=manner)


def needs_assault(council: Council, village: VillageNo) -> bool:
    """Whether a village can only be entered by force."""
    return bool(council.holders(village)) and not council.present(village)


def escort(council: Council, lord: Pawn) -> Tokens:
    """The soldiers who go with a lord: all but those who hold the place he leaves."""
    there = council.movable(lord.village)
    return leaving(there, keep(council, lord)) if points_of(there) else (0, 0, 0)


def keep(council: Council, lord: Pawn) -> int:
    """Points that should stay: one to keep a village that would be lost, more where there is much to lose."""
    village = lord.village
    held = council.soldiers(village, council.seat) - points_of(council.movable(village))
    others = [one for one in council.my_lords if one.where == village and one is not lord]
    if foreign(council, village) and not council.capital(village):
        return 0
    wanted = 0 if held or others else 1
    threat = council.threats[village]
    if threat and worth(council, village) - sum(200 + one.ransom for one in (lord,)) >= 500:
        row = council.row(village)
        total = points_of(council.movable(village))
        while wanted < total and holds(threat, wanted + held + len(others), row) < 0.5:
            wanted += 1
    return wanted


def standing(council: Council, village: VillageNo, force: float) -> float:
    """What a lord is worth where he stands: a capital or a castle is not left without need."""
    return 0.6 if council.capital(village) and council.mine(village) and council.threats[village] > force else 0.0


def goal(council: Council, lord: Pawn, village: VillageNo, force: float) -> float:
    """What it is worth to be in a village."""
    if (council.holders(village) and not council.present(village)) or council.rebels(village):
        return conquest(council, village, force)
    danger = peril(council, lord, village, force)
    if council.present(village):
        return muster(council, lord, village, force) - danger
    if force < 1 and not lord.fights and danger > 1:
        return -danger
    return settlement(council, village, force) - danger


def settlement(council: Council, village: VillageNo, force: float) -> float:
    """An empty village: a fief whose capital it is, a piece of a region, a place for mills."""
    if council.ally is not None and council.ally in (
        council.villages[village]["owner"],
        *council.villages[village]["present"],
    ):
        return -1.0
    fief = council.capital(village)
    if fief is not None and not council.mine(village):
        return 60.0
    if foreign(council, village):
        return -1.0
    if council.mine(village) and council.regions[REGION_OF[village]]["fief"] is not None:
        return 1.0 if fief is None else 25.0
    seen = council.villages[village]
    value = 6.0 + 3 * seen["mills"] + 2 * seen["presses"] + (8 if seen["fort"] == "castle" else 0)
    return float(value + completion(council, village))


def completion(council: Council, village: VillageNo) -> float:
    """How much nearer a village brings me to a fief."""
    region = REGION_OF[village]
    if council.regions[region]["fief"] is not None:
        return 0.0
    missing = max(1, council.missing(region))
    return 8.0 / missing + (3 if council.has_castle(region) else 0) + len(IN_REGION[region]) - missing


def prize(council: Council, village: VillageNo) -> float:
    """What is won with a village that an enemy holds."""
    seen = council.villages[village]
    lords = sum(one.ransom / 100 for one in council.lords if one.where == village and not council.friend(one.seat))
    value = 6.0 + lords + (8 if seen["fort"] == "castle" else 0) + completion(council, village)
    fief = council.capital(village)
    return value + (40 if fief is not None and not council.mine(village) else 30 if fief is not None else 0)


def conquest(council: Council, village: VillageNo, force: float) -> float:
    """An assault: what is won, weighed by the chance to win it, less what is lost otherwise."""
    if (
        council.frozen(village)
        or force < 1
        or any(council.friend(seat) for seat in council.villages[village]["present"])
    ):
        return -9.0
    chance = wins(force, council.defence(village), council.row(village), DOUBT)
    if chance < sure(council):
        return -9.0
    return chance * prize(council, village) - (1 - chance) * (6 + force)


def muster(council: Council, lord: Pawn, village: VillageNo, force: float) -> float:
    """A place of mine: men to fetch there, or a shelter."""
    spare = points_of(council.movable(village)) - 1
    value = 0.25 * max(0, min(spare, 20)) if force < 3 and spare > 1 else 0.0
    return value + (0.5 if council.row(village) != "open" else 0.0)


def peril(council: Council, lord: Pawn, village: VillageNo, force: float) -> float:
    """What a lord risks by stopping there."""
    threat = council.threats[village]
    if not threat:
        return 0.0
    together = force + council.strength(village, council.seat)
    lost = 1 - holds(threat, together, council.row(village))
    return lost * (3 + lord.ransom / 100)
