"""Phase 4: one step after the other, where it is worth most."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.bots.fief.diplomacy import at_peace
from heraut.bots.fief.planner import Pawn, Planner, holds, leaving, points_of, wins
from heraut.bots.fief.purchases import foreign, worth
from heraut.bots.fief.roads import way, within
from heraut.games.fief.board.places import IN_REGION, REGION_OF
from heraut.games.fief.identities import REBELS, VillageNo
from heraut.games.fief.orders.answers import End
from heraut.games.fief.orders.movements import Assail, March
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.tables import Tokens

RICH = 3000  # écus from which battles are sought at a smaller chance (`Traits.bold`)
A_STEP = 0.4  # what each step of a way costs, in the points of `goal`
DOUBT = 1.0  # points of soldiers that the enemy may have beyond what is supposed


def move(planner: Planner) -> Answer:
    """An attack on whoever stands in the same place, or the best step of any lord; then the end of the turn."""
    for value, order in ranked(planner):
        if value < planner.traits.least:
            break
        if planner.legal(order):
            return (order,)
    return (End(),)


def ranked(planner: Planner) -> list[tuple[float, Order]]:
    """Attacks and steps, best first."""
    orders = [*attacks(planner), *(step for lord in planner.my_lords for step in steps(planner, lord))]
    least = planner.traits.least
    orders = [(value + planner.whim() if value >= least else value, order) for value, order in orders]
    orders.sort(key=lambda pair: -pair[0])
    return orders


def attacks(planner: Planner) -> Iterator[tuple[float, Assail]]:
    """Enemies who stand where I do, if I am the stronger; both are protected there."""
    for order in planner.offers:
        if not isinstance(order, Assail):
            continue
        seat = "rebels" if order.target == REBELS else list(planner.view["seats"])[order.target]
        if planner.friend(seat):
            continue
        theirs = planner.rebels(order.village) if seat == "rebels" else planner.strength(order.village, seat)
        mine = planner.strength(order.village, planner.seat)
        if wins(mine, theirs, planner.row(order.village), DOUBT) > sure(planner, seat):
            yield 20 + prize(planner, order.village), order


def sure(planner: Planner, *foes: str) -> float:
    """The chance of victory for which a battle is sought; it must be better against whom peace was made with."""
    if planner.traits.respect and any(at_peace(planner.view, foe) for foe in foes):
        return planner.traits.sure + planner.traits.respect
    return planner.traits.bold if planner.purse > RICH else planner.traits.sure


def steps(planner: Planner, lord: Pawn) -> Iterator[tuple[float, Order]]:
    """The first steps of the ways that a lord could go, on this turn or later, and what they are worth."""
    left = (3 if lord.darc else 2) - lord.steps
    if left < 1 or lord.place == "besieger" or planner.frozen(lord.village):
        return
    troop = escort(planner, lord)
    force = points_of(troop) + lord.fights + planner.guards(lord)
    passable = planner.passable
    here = worth_of_staying(planner, lord.village, force)
    for village in within(lord.village, planner.traits.far):
        path = way(lord.village, village, passable)
        if path:
            value = goal(planner, lord, village, force) - A_STEP * len(path) - here
            manner = "assaut" if needs_assault(planner, path[0]) else ""
            yield value, March((lord.number,), path[0], troop, manner=manner)


def needs_assault(planner: Planner, village: VillageNo) -> bool:
    """Whether a village can only be entered by force."""
    return bool(planner.holders(village)) and not planner.present(village)


def escort(planner: Planner, lord: Pawn) -> Tokens:
    """The soldiers who go with a lord: all but those who hold the place he leaves."""
    there = planner.movable(lord.village)
    return leaving(there, keep(planner, lord)) if points_of(there) else (0, 0, 0)


def keep(planner: Planner, lord: Pawn) -> int:
    """Points that should stay: one to keep a village that would be lost, more where there is much to lose."""
    village = lord.village
    held = planner.soldiers(village, planner.seat) - points_of(planner.movable(village))
    others = [one for one in planner.my_lords if one.where == village and one is not lord]
    if foreign(planner, village) and not planner.capital(village):
        return 0
    wanted = 0 if held or others else 1
    threat = planner.threats[village]
    if threat and worth(planner, village) - sum(200 + one.ransom for one in (lord,)) >= 500:
        row = planner.row(village)
        total = points_of(planner.movable(village))
        while wanted < total and holds(threat, wanted + held + len(others), row) < 0.5:
            wanted += 1
    return wanted


def worth_of_staying(planner: Planner, village: VillageNo, force: float) -> float:
    """What a lord is worth where he stands: a capital or a castle is not left without need."""
    return 0.6 if planner.capital(village) and planner.mine(village) and planner.threats[village] > force else 0.0


def goal(planner: Planner, lord: Pawn, village: VillageNo, force: float) -> float:
    """What it is worth to a lord, with so much force, to be in a village: points of no unit, alike for all ways."""
    if (planner.holders(village) and not planner.present(village)) or planner.rebels(village):
        return conquest(planner, village, force)
    danger = peril(planner, lord, village, force)
    if planner.present(village):
        return muster(planner, village, force) - danger
    if force < 1 and not lord.fights and danger > 1:
        return -danger
    return settlement(planner, village) - danger


def settlement(planner: Planner, village: VillageNo) -> float:
    """An empty village: a fief whose capital it is, a piece of a region, a place for mills."""
    if planner.ally is not None and planner.ally in (
        planner.villages[village]["owner"],
        *planner.villages[village]["present"],
    ):
        return -1.0
    fief = planner.capital(village)
    if fief is not None and not planner.mine(village):
        return 60.0
    if foreign(planner, village):
        return -1.0
    if planner.mine(village) and planner.regions[REGION_OF[village]]["fief"] is not None:
        return 1.0 if fief is None else 25.0
    seen = planner.villages[village]
    value = 6.0 + 3 * seen["mills"] + 2 * seen["presses"] + (8 if seen["fort"] == "castle" else 0)
    return float(value + completion(planner, village))


def completion(planner: Planner, village: VillageNo) -> float:
    """How much nearer a village brings me to a fief."""
    region = REGION_OF[village]
    if planner.regions[region]["fief"] is not None:
        return 0.0
    missing = max(1, planner.missing(region))
    return 8.0 / missing + (3 if planner.has_castle(region) else 0) + len(IN_REGION[region]) - missing


def prize(planner: Planner, village: VillageNo) -> float:
    """What is won with a village that an enemy holds, in the points of `goal`."""
    seen = planner.villages[village]
    lords = sum(one.ransom / 100 for one in planner.lords if one.where == village and not planner.friend(one.seat))
    value = 6.0 + lords + (8 if seen["fort"] == "castle" else 0) + completion(planner, village)
    fief = planner.capital(village)
    return value + (40 if fief is not None and not planner.mine(village) else 30 if fief is not None else 0)


def conquest(planner: Planner, village: VillageNo, force: float) -> float:
    """An assault: what is won, weighed by the chance to win it, less what is lost otherwise."""
    if (
        planner.frozen(village)
        or force < 1
        or any(planner.friend(seat) for seat in planner.villages[village]["present"])
    ):
        return -9.0
    chance = wins(force, planner.defence(village), planner.row(village), DOUBT)
    if chance < sure(planner, *planner.holders(village)):
        return -9.0
    return chance * prize(planner, village) - (1 - chance) * (6 + force)


def muster(planner: Planner, village: VillageNo, force: float) -> float:
    """A place of mine: men to fetch there, or a shelter."""
    spare = points_of(planner.movable(village)) - 1
    value = 0.25 * max(0, min(spare, 20)) if force < 3 and spare > 1 else 0.0
    return value + (0.5 if planner.row(village) != "open" else 0.0)


def peril(planner: Planner, lord: Pawn, village: VillageNo, force: float) -> float:
    """What a lord risks by stopping there."""
    threat = planner.threats[village]
    if not threat:
        return 0.0
    together = force + planner.strength(village, planner.seat)
    lost = 1 - holds(threat, together, planner.row(village))
    return lost * (3 + lord.ransom / 100)
