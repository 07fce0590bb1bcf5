"""The chances of an attack (GP-SITE-26): one attacker against the defenders of a land, one after the other.

Exact where it can be: every course of the attack is followed (course.py). When that takes more passes than the budget
allows, the adjudicator's own battles are fought many times instead, and the result says how sure it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from heraut.engine.protocol import Json, Seat
from heraut.engine.rng import Rng
from heraut.games.gloire.calculators.course import Course, OverBudget
from heraut.games.gloire.calculators.forces import (
    Attacker,
    Defender,
    Force,
    Peasants,
    drawn,
    ground_of,
    lord_of,
    lost_lord,
    side_of,
)
from heraut.games.gloire.calculators.known import known_opening
from heraut.games.gloire.calculators.tally import DefenderOdds, Odds, Tally, share
from heraut.games.gloire.orders import Attack, Sheet
from heraut.games.gloire.phases.attack import fighting_rank, nameless_renown
from heraut.games.gloire.phases.battle import Side, fight, won
from heraut.games.gloire.phases.felony import dishonour
from heraut.games.gloire.phases.retreat import defence_threshold, share_threshold
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.state import Army, KnightId, LandName
from heraut.games.gloire.tables import Constants

__all__ = [
    "Attacker",
    "Defender",
    "DefenderOdds",
    "Force",
    "Odds",
    "Peasants",
    "attack_odds",
    "likely_success",
    "odds",
    "own_defenders",
    "simulate",
]

ATTACKS = 7  # the phase
BUDGET = 20_000  # passes followed before giving up exactness; about as long as the runs would take
RUNS = 10_000


def odds(
    attacker: Attacker,
    defenders: Sequence[Defender],
    fortification: int,
    rng: Rng,
    constants: Constants,
    *,
    budget: int = BUDGET,
    runs: int = RUNS,
) -> Odds:
    """The chances of an attack on defenders in the order in which they fight, behind works of this level (0: none).

    Exact within the budget of passes, else from so many runs drawn from `rng`. A threshold above the attacker's men
    cancels the attack (GP-ATT-04): it cannot succeed.
    """
    tally = followed(attacker, defenders, fortification, constants, budget)
    if tally is None:
        return simulate(attacker, defenders, fortification, runs, rng, constants)
    return tally.summary("exact", tally.effort)


def followed(
    attacker: Attacker, defenders: Sequence[Defender], fortification: int, constants: Constants, budget: int
) -> Tally | None:
    """Every course of the attack; None if that takes more passes than the budget."""
    try:
        return Course(attacker, defenders, fortification, constants, budget).follow()
    except OverBudget:
        return None


def simulate(
    attacker: Attacker, defenders: Sequence[Defender], fortification: int, runs: int, rng: Rng, constants: Constants
) -> Odds:
    """The same from so many attacks fought out by the adjudicator's code, runs being at least 1."""
    tally = Tally(attacker, defenders, constants)
    for _ in range(runs):
        run(tally, fortification, rng)
    return tally.summary("simulated", runs)


def likely_success(
    least: float,
    attacker: Attacker,
    defenders: Sequence[Defender],
    fortification: int,
    rng: Rng,
    constants: Constants,
    *,
    budget: int = BUDGET,
    runs: int = RUNS,
) -> float | None:
    """The success that `odds` finds by the same figures, if it is at least so much, 0 to 1; None as soon as it is known
    to be less.
    """
    tally = followed(attacker, defenders, fortification, constants, budget)
    if tally is None:
        tally = Tally(attacker, defenders, constants)
        for _ in range(runs):
            run(tally, fortification, rng)
            if (runs - (tally.total - tally.success)) / runs < least:  # even if all that are left succeed
                return None
    success = share(tally.success, tally.total)
    return success if success >= least else None


def run(tally: Tally, fortification: int, rng: Rng) -> None:
    """Fights one attack to its end, as `Assault.overcome` does (GP-ATT-10 to 12)."""
    constants = tally.constants
    side = Side(tally.attacker.men, tally.attacker.renown, tally.attacker.threshold)
    met: float | None = None
    success = not side.out
    gone: set[Seat | None] = set()
    for index, defender in enumerate(tally.defenders if success else ()):
        foe = side_of(defender, drawn(defender, rng, constants))
        if foe.out or lord_of(defender) in gone:
            continue
        if side.out:
            success = False
            break
        passes = fight(side, foe, ground_of(defender, fortification), rng.uniform, constants)
        tally.passes += len(passes)
        tally.fought(1.0, index, foe, defender.renown)
        met = defender.renown
        if not won(side, foe, passes):
            success = False
            break
        if lost_lord(defender, foe):
            if lord_of(defender) is None:
                break
            gone.add(lord_of(defender))
    tally.end(1.0, side.men, side.renown, met, success=success)


# From a view


def attack_odds(
    view: Json,
    knight: KnightId,
    land: LandName,
    rng: Rng,
    *,
    men: int | None = None,
    defenders: Sequence[Defender] | None = None,
    fortification: int = 0,
    sheet: Sheet = (),
) -> Odds:
    """The chances of a living lord's `ATT knight land men`, after the orders of `sheet` for the phases 1 to 6.

    Peasants defend a neutral land; an owned one has the defenders that the lord supposes, in the order in which they
    fight, or none; an own or allied one is not attacked. Works are secret: he supposes their level. A felony costs the
    lord in person his renown beforehand (GP-FEL-03); one that is committed only when an ally of the owner is met is
    not foreseen. KeyError for a knight not his own.
    """
    turn = known_opening(view, sheet, ATTACKS)
    lord, own = turn.now.lords[view["own"]["seat"]], turn.now.knights[knight]
    place = turn.now.lands[land]
    strength = turn.now.armies[own.army].men if own.army is not None else 0
    threshold = share_threshold(lord.retreat.knight, strength) if men is None else men
    if place.owner == lord.seat or place.owner in lord.allies:
        threshold = strength + 1  # the attack is cancelled
    elif place.owner is not None and place.owner not in lord.enemies:
        dishonour(turn, lord)
    attacker = Attacker(strength, own.renown, threshold)
    if defenders is None:
        defenders = [] if place.owner else [peasants_of(turn, land, turn.constants.retreat_peasants)]
    return odds(attacker, defenders, fortification, rng, turn.constants)


def own_defenders(view: Json, land: LandName, sheet: Sheet = ()) -> tuple[Defender, ...]:
    """The living lord's forces that would defend his land, in the order in which they fight; allies' are not known.

    As after the orders of `sheet` for the phases 1 to 6; a knight whom it sends to attack does not defend.
    """
    turn = known_opening(view, sheet, ATTACKS)
    away = {order.knight for order in sheet if isinstance(order, Attack)}
    lord = turn.now.lords[view["own"]["seat"]]
    armies = [army for army in turn.now.armies.values() if army.land == land and army.knight not in away]
    if not armies and turn.start.settings.militia:
        return (peasants_of(turn, land, lord.retreat.peasants),)
    armies.sort(key=lambda army: fighting_rank(commander_renown(turn, army), army))
    return tuple(
        Force(
            army.men,
            commander_renown(turn, army),
            defence_threshold(turn, army),
            "garrison" if army.knight is None else "knight",
            in_person=army.knight == lord.knight,
        )
        for army in armies
    )


def commander_renown(turn: Turn, army: Army) -> float:
    """The renown of an army's knight, or of the nameless one who leads a garrison (GP-ATT-09)."""
    if army.knight is None:
        return nameless_renown(turn.snapshot.mean_knight_renown)
    return turn.now.knights[army.knight].renown


def peasants_of(turn: Turn, land: LandName, percent: int) -> Peasants:
    """The peasants who would rise in a land (GP-PEA-01, GP-PEA-02)."""
    return Peasants(turn.now.lands[land].population, nameless_renown(turn.snapshot.mean_knight_renown), percent)
