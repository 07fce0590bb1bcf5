"""The league: lords who bleed carry nobody who has let them, and join against whoever has grown too strong meanwhile.

Nobody sees who attacks whom; what spies tell is who has kept his army. All measure with the same yardstick, so that
most come to the same name without a word (a focal point). Before it begins, ambassadors have made all known to all: who
marches alone loses his army for nothing, four lose little and bring down whom they march on.
"""

from __future__ import annotations

from itertools import permutations
from statistics import fmean

from heraut.bots.daifen.planner import NEVER, Neighbour, Planner
from heraut.bots.daifen.strength import might
from heraut.games.daifen.orders import GOLD, Give, Reveal
from heraut.games.daifen.tables import CONSTANTS

GROWTH = 1.07  # what an army grows to in a turn
LATELY = 6  # age of a report by which one still judges whom to win with
HIDDEN = 8  # age of a report from which on nobody knows any more what a kingdom has
LAST = CONSTANTS.association_max  # kingdoms, that may win together
TRYST = 2  # allies march on turns that this divides, so that they arrive together
EVE = 1  # turns between the last embassy and the league: spies go out then, to all who have become known
STALENESS = 1.1  # how much stronger an army may be than it seems, for each turn of a report's age
LEAST = 2  # neighbours that one must have seen, to know who is overgrown


def seen_might(neighbour: Neighbour) -> float:
    """What a kingdom's army is worth by now, after its last report."""
    return might(neighbour.report.units) * float(GROWTH ** (neighbour.age - 1))


def hides(neighbour: Neighbour) -> bool:
    """Whether a kingdom has not been seen for so long that its last report says nothing any more."""
    return neighbour.age > HIDDEN


def overgrown(planner: Planner) -> Neighbour | None:
    """The kingdom that has kept so much more than the others, one's own included, that they should join against it.

    Of the last three it is whoever has hidden from their spies since they last saw him, whatever he has.
    """
    traits, seen = planner.traits, [one for one in planner.neighbours if one.report.turn != NEVER]
    if len(seen) < LEAST or not traits.league <= planner.turn < traits.patience:
        return None
    hidden = list(filter(hides, seen))
    if hidden and planner.living <= LAST:
        return max(hidden, key=lambda one: (one.age, one.name))
    strongest = max(seen, key=seen_might)
    others = [seen_might(one) for one in seen if one is not strongest] + [might(planner.book.units)]
    least = traits.mistrust if planner.living <= LAST else traits.envy
    return strongest if seen_might(strongest) > least * fmean(others) else None


def undecided(planner: Planner) -> bool:
    """Whether the last three have not settled whom to win with: somebody is overgrown, or has not been seen lately."""
    if not planner.traits.league <= planner.turn < planner.traits.patience or planner.living != LAST:
        return False
    seen = [one for one in planner.neighbours if one.age <= LATELY]
    return len(seen) < planner.living - 1 or overgrown(planner) is not None


def introduce(planner: Planner) -> None:
    """Before the league, ambassadors tell those who are known where others lie: some of all pairs, by chance."""
    last = planner.traits.league - EVE
    if not last - planner.traits.embassy <= planner.turn < last or planner.living <= LAST:
        return
    pairs = list(permutations(planner.neighbours, 2))
    planner.rng.shuffle(pairs)
    for one, other in pairs:
        reveal(planner, one, other)


def reveal(planner: Planner, kingdom: Neighbour, recipient: Neighbour) -> None:
    """An ambassador tells where a kingdom lies; one spy stays for other business."""
    if planner.spies > 1:
        planner.spies -= 1
        planner.order(Reveal(kingdom.name, recipient.name))


def measures(planner: Planner) -> bool:
    """Whether he looks tonight for whom to march on tomorrow: all must have seen the same, to come to the same name."""
    return bool(planner.traits.embassy) and planner.turn >= planner.traits.league - EVE and planner.turn % TRYST != 0


def suspicion(neighbour: Neighbour) -> tuple[bool, float]:
    """How soon to look at a kingdom, to find the strongest: the least comes first."""
    return neighbour.report.turn != NEVER, -seen_might(neighbour) * float(STALENESS**neighbour.age)


def denounce(planner: Planner) -> None:
    """Ambassadors tell the others where the overgrown kingdom lies."""
    enemy = overgrown(planner)
    for ally in planner.neighbours:
        if enemy is not None and ally is not enemy:
            reveal(planner, enemy, ally)


def subsidise(planner: Planner) -> None:
    """Some gold to the weaker of the last allies, while they have an overgrown one to bring down."""
    enemy = overgrown(planner)
    if enemy is None or planner.living > LAST or not planner.traits.generosity:
        return
    for ally in planner.neighbours:
        gold = int(planner.traits.generosity * planner.purse)
        if ally is not enemy and gold and seen_might(ally) < might(planner.book.units):
            planner.purse -= gold
            planner.order(Give(ally.name, GOLD, gold))
