"""War: whom to attack, with how many, and who stays at home."""

from __future__ import annotations

from collections import Counter

from heraut.bots.daifen.council import NEVER, Council, Neighbour, by_turn
from heraut.bots.daifen.strength import hits, profile, stones, foresee, worth
from heraut.games.daifen.assault import Defence, Force
from heraut.games.daifen.calculators.odds import odds
from heraut.games.daifen.orders import Attack
from heraut.games.daifen.races import BUILDINGS, UNITS
from heraut.games.daifen.sheet import in_order
from heraut.games.daifen.tables import constants
from heraut.engine.protocol import Seat

GUARDS = ((1, 0.4), (14, 0.3), (20, 0.2), (34, 0.1), (40, 0.0))  # by turn: the share of the army that stays at home
STRANGER = 6  # archers that a kingdom never spied on is thought to have, a turn of the match
SUSPECT = 3  # age of a report from which on nothing short of certainty will do
HOPELESS, CERTAIN = -0.1, 0.5  # foreseen survivors below which, and above which, the odds need not be asked
CONFIDENCE = ((1, 0.85), (28, 0.7), (36, 0.5), (44, 0.35))  # by turn: the chance of pillage worth an assault
ARCHER = "archer"  # the common soldier
RUNS = 24
RECRUITS = 0.5  # share of its training places that a kingdom is thought to have filled each turn since a report
SHARES = (1 / 3, 2 / 3, 1.0)  # parts of the army that are thought of


def attack(council: Council) -> None:
    """The army, but for a guard, against up to three kingdoms, the best prey first, each with what it takes."""
    army = field_army(council)
    preys = sorted(council.neighbours, key=lambda prey: -appeal(prey, army))
    attacks = 0
    for prey in preys:
        if attacks == constants().attacks_max or not army:
            return
        for share in SHARES:
            sent = part(army, share)
            if sent and wins(council, sent, prey) and (share == 1 or razes(sent, prey)):
                council.order(Attack(prey.name, in_order(sent)))
                attacks += 1
                for code, number in sent.items():
                    army[code] -= number
                    council.men[code] -= number
                army = {code: number for code, number in army.items() if number}
                break


def field_army(council: Council) -> dict[str, int]:
    """The offensive units, but for the guard: those stay who strike least for what they bear."""
    soldiers = {code: n for code, n in council.men.items() if UNITS[code].offensive}
    guard = by_turn(GUARDS, council.turn) * sum(n * worth(code) for code, n in soldiers.items())
    for code in sorted(soldiers, key=lambda code: (profile(code).att / (1 + profile(code).defence), code)):
        if not UNITS[code].defensive:
            continue
        stay = min(soldiers[code], int(guard / worth(code)) if worth(code) else soldiers[code])
        soldiers[code] -= stay
        guard -= stay * worth(code)
    return {code: n for code, n in soldiers.items() if n}


def part(army: dict[str, int], share: float) -> dict[str, int]:
    """A part of every type."""
    return {code: number for code, n in army.items() if (number := int(share * n + 0.5))}


def appeal(prey: Neighbour, army: dict[str, int]) -> float:
    """What an assault may bring: the gold, the stones, and an end of the kingdom if it can be razed."""
    report = prey.report
    standing = stones(report.buildings)
    razed = min(hits(army), standing)
    return report.gold + razed + (100 if razed >= standing else 0) - 2 * sum(report.units.values())


def razes(army: dict[str, int], prey: Neighbour) -> bool:
    """Whether an army should leave no building standing."""
    return hits(army) * 0.8 > stones(prey.report.buildings) + 20


def defenders(prey: Neighbour) -> dict[str, int]:
    """Who will defend: those of the report, supports included, and those trained since."""
    report = prey.report
    units = Counter({code: n for code, n in report.units.items() if UNITS[code].defensive})
    units.update(report.supports)
    places = constants().places_per_building * sum(n for code, n in report.buildings.items() if BUILDINGS[code].trains)
    units[ARCHER] += int(RECRUITS * places * (prey.age - 1))
    if report.turn == NEVER:
        units[ARCHER] += STRANGER * prey.age
    return +units


def wins(council: Council, army: dict[str, int], prey: Neighbour) -> bool:
    """Whether an army may be trusted to break in."""
    report, against = prey.report, defenders(prey)
    left = foresee(army, against, report.buildings)
    if prey.age >= SUSPECT or not HOPELESS < left < CERTAIN:
        return left >= CERTAIN
    known = {code: n for code, n in army.items() if UNITS[code].profile}
    faced = {code: n for code, n in against.items() if UNITS[code].profile}
    me, other = Force(Seat("me"), 1, known), Force(Seat("other"), 2, faced)
    chances = odds([me], Defence(other, (), report.buildings, report.gold), council.rng, runs=RUNS)
    return chances.pillage.share >= by_turn(CONFIDENCE, council.turn)
