"""War: who stays at home, whom to attack, with how many, and whether the chances are good enough."""

from __future__ import annotations

from collections import Counter

from heraut.bots.daifen.league import TRYST, hides, overgrown, undecided
from heraut.bots.daifen.planner import NEVER, Neighbour, Planner
from heraut.bots.daifen.strength import foresee, hits, profile, stones, worth
from heraut.bots.daifen.traits import by_turn
from heraut.engine.protocol import Seat
from heraut.games.daifen.battle.assault import Defence, Force
from heraut.games.daifen.calculators.odds import odds
from heraut.games.daifen.orders import Attack
from heraut.games.daifen.races import BUILDINGS, UNITS
from heraut.games.daifen.sheet.reading import in_order
from heraut.games.daifen.state import Stock
from heraut.games.daifen.tables import CONSTANTS

SHARES = (1 / 3, 2 / 3, 1.0)  # parts of the army that are thought of, for one kingdom
RAZED = 0.8  # share of its hits with which an army should still be able to raze a kingdom
PRIZE = 100  # gold that the end of a kingdom is worth
SOLDIER = 2  # gold that a defender takes away from the appeal of a kingdom

SHOWS_UP = 0.8  # of an ally's army that is hoped to come
LAST_GUARD = 0.1  # share of the army that stays at home when the last three settle it
RESOLVE = 0.05  # of the joint army that must be left, by all foresight: whoever waits for more never marches

HOPELESS, CERTAIN = -0.1, 0.5  # survivors foreseen below which, and above which, the odds need not be asked
RUNS = 24  # assaults fought in thought, to find the odds
STALE = 0.2  # survivors more that must be foreseen for each turn of a report's age
SUSPECT = 3  # age of a report from which on only certainty will do
RECRUITS = 0.5  # share of its training places that a kingdom is thought to have filled each turn since its report
STRANGERS = 6  # archers a turn that a kingdom never seen is thought to have trained
ARCHER = "archer"


def attack(planner: Planner) -> None:
    """The army, but for its guard, against up to three kingdoms, the most appealing first, each with what it takes."""
    army = field_army(planner)
    attacks = sum([isinstance(order, Attack) for order in planner.orders])
    for prey in sorted(preys(planner), key=lambda prey: appeal(army, prey) * planner.whim(), reverse=True):
        if sent := detachment(planner, army, prey):
            planner.order(Attack(prey.name, in_order(sent)))
            army = without(army, sent)
            planner.army = without(planner.army, sent)
            attacks += 1
        if attacks == CONSTANTS.attacks_max:
            return


def march(planner: Planner) -> None:
    """On a turn of the tryst, all but the guard against the overgrown, if those who should come suffice with it."""
    enemy = overgrown(planner)
    if enemy is None or planner.turn % TRYST or (enemy.age >= SUSPECT and not hides(enemy)):
        return
    last = planner.living == CONSTANTS.association_max
    army = field_army(planner, LAST_GUARD if last else None)
    joint = Counter(army)
    for ally in planner.neighbours:
        if ally is not enemy:
            units = ally.report.units.items()
            joint.update({code: int(SHOWS_UP * number) for code, number in units if UNITS[code].offensive})
    against = planner.book.units if hides(enemy) else defenders(enemy)  # who hides is thought to have as much
    if army and foresee(joint, against, enemy.report.buildings) >= RESOLVE:
        planner.order(Attack(enemy.name, in_order(army)))
        planner.army = without(planner.army, army)


def preys(planner: Planner) -> list[Neighbour]:
    """Whom to think of: the last three leave one another alone until it is settled whom to win with."""
    return [] if undecided(planner) else planner.neighbours


def field_army(planner: Planner, guards: float | None = None) -> Stock:
    """The army without its guard, that of the turn or another: who strikes least for what he bears stays at home."""
    army = planner.army
    share = (by_turn(planner.traits.guards, planner.turn) if guards is None else guards) * planner.whim()
    guard = share * sum([number * worth(code) for code, number in army.items()])
    staying: Stock = {}
    for code in sorted(filter(lambda code: UNITS[code].defensive, army), key=thrust):
        staying[code] = min(army[code], int(guard / worth(code)) if worth(code) else army[code])
        guard -= staying[code] * worth(code)
    return without(army, staying)


def thrust(code: str) -> float:
    """How much more a unit strikes than it is protected."""
    return profile(code).att / (1 + profile(code).defence)


def without(army: Stock, sent: Stock) -> Stock:
    """What is left of an army."""
    return {code: left for code, number in army.items() if (left := number - sent.get(code, 0))}


def detachment(planner: Planner, army: Stock, prey: Neighbour) -> Stock:
    """The least part of the army that should win and raze the kingdom, or all of it if that can win; else nothing."""
    for share in SHARES:
        part = {code: count for code, number in army.items() if (count := round(share * number))}
        if part and (share == 1 or razes(part, prey)) and wins(planner, part, prey):
            return part
    return {}


def appeal(army: Stock, prey: Neighbour) -> float:
    """What an assault may bring: the gold, the stones, the end of the kingdom; and what it may cost."""
    prize = PRIZE if razes(army, prey) else 0
    loot = prey.report.gold + min(hits(army), stones(prey.report.buildings))
    return loot + prize - SOLDIER * sum(prey.report.units.values())


def razes(army: Stock, prey: Neighbour) -> bool:
    """Whether an army should leave no building standing."""
    return RAZED * hits(army) > stones(prey.report.buildings)


def wins(planner: Planner, army: Stock, prey: Neighbour) -> bool:
    """Whether an army may be trusted to break in: a glance first, and the odds where that leaves a doubt."""
    against, buildings = defenders(prey), prey.report.buildings
    left = foresee(army, against, buildings)
    if planner.traits.margin is not None:
        return left >= max(by_turn(planner.traits.margin, planner.turn), STALE * (prey.age - 1))
    if prey.age >= SUSPECT or not HOPELESS < left < CERTAIN:
        return left >= CERTAIN
    ours, theirs = Force(Seat("ours"), 1, without_nelrks(army)), Force(Seat("theirs"), 2, without_nelrks(against))
    chances = odds([ours], Defence(theirs, (), buildings, prey.report.gold), planner.rng, runs=RUNS)
    return chances.pillage.share >= by_turn(planner.traits.confidence, planner.turn)


def defenders(prey: Neighbour) -> Stock:
    """Who will defend: those of the report, supports included, and those who may have been trained since."""
    report = prey.report
    units = Counter({code: number for code, number in report.units.items() if UNITS[code].defensive})
    units.update(report.supports)
    training = sum([number for code, number in report.buildings.items() if BUILDINGS[code].trains])
    units[ARCHER] += int(RECRUITS * CONSTANTS.places_per_building * training * (prey.age - 1))
    if report.turn == NEVER:
        units[ARCHER] += STRANGERS * prey.age
    return +units


def without_nelrks(army: Stock) -> Stock:
    """The units whose figures are known."""
    return {code: number for code, number in army.items() if UNITS[code].profile}
