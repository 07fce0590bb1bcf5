"""What a scenario asks of a host besides its points (SV-OST-11, SV-SCN-10, 20, 30)."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.identities import Place
from heraut.games.vassaux.roster.entries import Entry, Roster, expanded
from heraut.games.vassaux.tables import CONSTANTS, TITLES


def waives_ratio(scenario: int, place: Place) -> bool:
    """Whether two of the common sort for each man-at-arms are not asked: of the Franks of scenario 2 (SV-OST-04)."""
    return scenario == 2 and place == 1


def scenario_refusals(roster: Roster, scenario: int, place: Place) -> list[Refusal]:
    """What a scenario asks of a host besides its points (SV-OST-11, SV-SCN-10, 20, 30)."""
    if scenario not in (1, 2, 3):
        return []
    lord, units = expanded(roster.lord), [expanded(entry) for entry in roster.units]
    titles = {lord.title, *(entry.title for entry in units)}
    if scenario == 1 and place == 0:
        return _needs(titles <= {"CHEF_DE_GUERRE", "HEROS"}, "SV-SCN-10", "barbarian_titles")
    faults = _needs(all(TITLES[title].camp == "frank" for title in titles), "SV-OST-11", "frank_titles")
    if scenario == 1:
        return [*faults, *_villager_refusals(lord, units)]
    barbarians = any((e.profile, e.up, e.down) == ("ECUYER", "at", "df") for e in (lord, *units))
    faults += _needs(not barbarians, "SV-OST-11", "no_barbarians")
    if scenario == 3:
        return [*faults, *_needs(not lord.mounted, "SV-SCN-30", "lord_on_foot")]
    return [*faults, *(_frank_raid_refusals(lord, units) if place else _english_refusals(lord, units))]


def _needs(kept: bool, rule: str, code: str) -> list[Refusal]:
    return [] if kept else [Refusal(rule, code, {})]


def is_villagers(entry: Entry) -> bool:
    """Twenty plain Paysans, leader included (SV-SCN-10)."""
    plain = (entry.weapon, entry.armour, entry.mounted, entry.up) == ("IMPROVISED", "NONE", False, "")
    return entry.profile == "PAYSAN" and plain and entry.size == CONSTANTS.villagers


def _villager_refusals(lord: Entry, units: Sequence[Entry]) -> list[Refusal]:
    titles = sorted(entry.title for entry in units)
    knights = sum(entry.size for entry in units if entry.profile == "CHEVALIER")
    return [
        *_needs(titles == ["VASSAL", "VAVASSEUR", "VAVASSEUR"], "SV-SCN-10", "frank_leaders"),
        *_needs(any(is_villagers(entry) for entry in units), "SV-SCN-10", "no_villagers"),
        *_needs(lord.profile == "CHEVALIER" and knights == 0, "SV-SCN-10", "one_knight"),
    ]


def _english_refusals(lord: Entry, units: Sequence[Entry]) -> list[Refusal]:
    riders = sum(entry.size for entry in (lord, *units) if entry.mounted and entry.weapon == "MELEE")
    archers = any(e.weapon.endswith("MISSILE") and e.profile in ("ECUYER", "SOLDAT") for e in units)
    return [*_needs(riders >= 6, "SV-SCN-20", "six_riders"), *_needs(archers, "SV-SCN-20", "no_archers")]


def _frank_raid_refusals(lord: Entry, units: Sequence[Entry]) -> list[Refusal]:
    knights = sum(entry.size for entry in units if entry.profile == "CHEVALIER")
    return _needs(lord.profile == "CHEVALIER" and knights == 0, "SV-SCN-20", "one_knight")
