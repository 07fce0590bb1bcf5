"""War: who stays at home, whom to attack, with how many, and whether the chances are good enough."""

from __future__ import annotations

from collections import Counter

from heraut.bots.daifen.planner import NEVER, Neighbour, Planner, by_turn
from heraut.bots.daifen.strength import foresee, hits, profile, stones, worth
from heraut.engine.protocol import Seat
from heraut.games.daifen.battle.assault import Defence, Force
from heraut.games.daifen.calculators.odds import odds
from heraut.games.daifen.orders import Attack
from heraut.games.daifen.races import BUILDINGS, UNITS
from heraut.games.daifen.sheet.reading import in_order
from heraut.games.daifen.state import Stock
from heraut.games.daifen.tables import CONSTANTS

# By turn. Long wars must end: who waits for ever for a safe victory never has one.
GUARDS = ((1, 0.4), (14, 0.3), (20, 0.2), (34, 0.1), (40, 0.0))  # the share of the army that stays at home
CONFIDENCE = ((1, 0.85), (28, 0.7), (36, 0.5), (44, 0.35))  # the chance of pillage that is worth an assault

SHARES = (1 / 3, 2 / 3, 1.0)  # parts of the army that are thought of, for one kingdom
RAZED = 0.8  # share of its hits with which an army should still be able to raze a kingdom
PRIZE = 100  # gold that the end of a kingdom is worth
SOLDIER = 2  # gold that a defender takes away from the appeal of a kingdom

HOPELESS, CERTAIN = -0.1, 0.5  # survivors foreseen below which, and above which, the odds need not be asked
RUNS = 24  # assaults fought in thought, to find the odds
SUSPECT = 3  # age of a report from which on only certainty will do
RECRUITS = 0.5  # share of its training places that a kingdom is thought to have filled each turn since its report
STRANGERS = 6  # archers a turn that a kingdom never seen is thought to have trained
ARCHER = "archer"


def attack(planner: Planner) -> None:
    """The army, but for its guard, against up to three kingdoms, the most appealing first, each with what it takes."""
    army = field_army(planner)
    attacks = 0
    for prey in sorted(planner.neighbours, key=lambda prey: appeal(army, prey), reverse=True):
        if sent := detachment(planner, army, prey):
            planner.order(Attack(prey.name, in_order(sent)))
            army = without(army, sent)
            planner.army = without(planner.army, sent)
            attacks += 1
        if attacks == CONSTANTS.attacks_max:
            return


def field_army(planner: Planner) -> Stock:
    """The army without its guard: those who strike least for what they bear stay at home."""
    army = planner.army
    guard = by_turn(GUARDS, planner.turn) * sum([number * worth(code) for code, number in army.items()])
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
    if prey.age >= SUSPECT or not HOPELESS < left < CERTAIN:
        return left >= CERTAIN
    ours, theirs = Force(Seat("ours"), 1, without_nelrks(army)), Force(Seat("theirs"), 2, without_nelrks(against))
    chances = odds([ours], Defence(theirs, (), buildings, prey.report.gold), planner.rng, runs=RUNS)
    return chances.pillage.share >= by_turn(CONFIDENCE, planner.turn)


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
