"""Building a host: prices, sheets, refusals (SV-OST)."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from heraut.engine.protocol import SetupError
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.phases.melee import STEPS
from heraut.games.vassaux.questions import QUESTIONS
from heraut.games.vassaux.roster import (
    Entry,
    Roster,
    capacity,
    expanded,
    figure_cost,
    ready_made,
    roster_refusals,
    sheet,
)
from heraut.games.vassaux.solo.actions import ACTIONS
from heraut.games.vassaux.state import Gear
from heraut.games.vassaux.tables import ORDERS, SPELLS, TERRAIN, hosts
from heraut.games.vassaux.tables.codes import Action, MeleeStep, OrderCode, Phase, QuestionName, SpellCode, TerrainCode
from heraut.games.vassaux.turn import PHASES
from tests.games.vassaux.builders import SEATS

BARON = Entry("BARON", "CHEVALIER", "MELEE", "KNIGHT")
BOWS = Entry("VAVASSEUR", fighter="ARCHER", size=10)


def codes(lord: Entry = BARON, *units: Entry, limit: int = 400, **more: Any) -> list[tuple[str, str, int]]:
    """Rule, code and line of each refusal of this list."""
    school = more.pop("school", "")
    found = roster_refusals(Roster(lord, units or (BOWS,), school), "j1", limit, **more)
    return [(one.rule, one.code, one.line) for one in found]


def change(entry: Entry, **fields: Any) -> Entry:
    return msgspec.structs.replace(entry, **fields)


@pytest.mark.rule("SV-OST-04", "SV-SCN-10", "SV-SCN-20", "SV-SCN-30")
@pytest.mark.parametrize("code", hosts())
def test_a_ready_made_host_may_be_fielded(code: str) -> None:
    scenario = int(code[1]) if code[0] == "S" and code[1].isdigit() else 0
    place = int(code in ("S1_FRANCS", "S2_FRANCS", "S3_BERENGER", "S4_KILIC"))

    assert roster_refusals(ready_made(code), "j1", 400, scenario=scenario, place=place) == []


@pytest.mark.rule("SV-OST-06", "SV-OST-08", "SV-OST-07")
def test_a_lord_s_gear_a_mount_and_a_change_of_profile() -> None:
    rider = sheet(change(BARON, mounted=True, gear=Gear(1, 0, 1), up="at", down="df"), lord=True)

    assert (rider.mv, rider.at, rider.df, rider.ps, rider.radius) == (2 + 1 + 1, 2 + 1, 2 - 1 + 1 + 3, 2 + 2, 375)
    assert rider.figure_cost == 15 + 2 + 2 + 8 + 8
    assert sheet(change(BOWS, size=2), lord=False).ps == 1
    assert figure_cost(change(BOWS, powers=("FEROCE",))) == 11 + 2


@pytest.mark.rule("SV-OST-01")
def test_an_aura_holds_so_many_men() -> None:
    assert [capacity(1000, False), capacity(2000, False), capacity(1000, True), capacity(2000, True)] == [
        37,
        40,
        19,
        37,
    ]
    assert codes(BARON, change(BOWS, size=37), limit=999) == []
    assert codes(BARON, change(BOWS, size=38), limit=999) == [("SV-OST-01", "size_out_of_range", 2)]
    assert codes(BARON, change(BOWS, size=1)) == [("SV-OST-01", "size_out_of_range", 2)]
    assert codes(BARON, *[change(BOWS, size=2)] * 12) == []
    assert codes(BARON, *[change(BOWS, size=2)] * 13, limit=999) == [("SV-OST-01", "units_out_of_range", 0)]
    assert codes(change(BARON, title="VASSAL")) == [("SV-OST-01", "wrong_title", 1)]


@pytest.mark.rule("SV-OST-03", "SV-OST-04")
def test_the_limit_and_the_ratio_count_everybody() -> None:
    assert codes(BARON, BOWS, limit=41 + 113) == []
    assert codes(BARON, BOWS, limit=41 + 112) == [("SV-OST-03", "too_dear", 0)]
    soldiers = Entry("VASSAL", "SOLDAT", size=4)
    assert codes(BARON, BOWS, soldiers) == []  # 5 with the Lord, 10 squires
    assert codes(BARON, BOWS, change(soldiers, size=5)) == [("SV-OST-04", "bad_ratio", 0)]
    assert codes(BARON, BOWS, change(soldiers, size=5), scenario=2, place=1, limit=999) == []
    for scenario, place in ((0, 1), (2, 0)):  # only the Franks of scenario 2 are free from it
        assert ("SV-OST-04", "bad_ratio", 0) in codes(
            BARON, BOWS, change(soldiers, size=5), scenario=scenario, place=place, limit=999
        )


@pytest.mark.rule("SV-OST-05")
def test_arms_that_are_not_for_everybody() -> None:
    crossbows = change(BOWS, fighter="", profile="PAYSAN", weapon="HEAVY_MISSILE")
    assert codes(BARON, crossbows) == [("SV-OST-05", "weapon_barred", 2)]
    assert codes(BARON, change(crossbows, profile="CHEVALIER")) == [("SV-OST-05", "weapon_barred", 2)]
    assert codes(BARON, change(crossbows, profile="ECUYER")) == []
    assert codes(BARON, change(crossbows, weapon="LIGHT_MISSILE")) == []
    assert codes(change(BARON, profile="SOLDAT")) == [("SV-OST-05", "armour_barred", 1)]


@pytest.mark.rule("SV-OST-06", "SV-OST-07")
def test_gear_and_changes_that_do_not_add_up() -> None:
    assert codes(change(BARON, gear=Gear(0, 0, 2))) == []
    for gear in (Gear(0, 0, 1), Gear(1, 1, 1), Gear(3, -1, 0)):
        assert codes(change(BARON, gear=gear)) == [("SV-OST-06", "bad_gear", 1)]
    peasants = Entry("HEROS", "PAYSAN", size=5)
    assert codes(BARON, change(peasants, up="at", down="mv")) == []
    assert codes(BARON, change(peasants, up="mv", down="at")) == [("SV-OST-07", "change_too_low", 2)]
    assert codes(BARON, change(peasants, up="at", down="df")) == [("SV-OST-07", "change_too_low", 2)]
    assert codes(BARON, change(peasants, up="at")) == [("SV-OST-07", "bad_change", 2)]
    assert codes(BARON, change(peasants, up="ps", down="mv")) == [("SV-OST-07", "bad_change", 2)]


@pytest.mark.rule("SV-OST-09", "SV-OST-05")
def test_powers_by_school_number_and_profile() -> None:
    red = {"school": "ROUGE", "magic": True}
    assert codes(BARON, BOWS, magic=False, school="ROUGE") == [("SV-OST-09", "no_magic", 0)]
    assert ("SV-OST-09", "no_magic", 0) in codes(BARON, change(BOWS, powers=("FEROCE",)))  # without a school too
    assert codes(change(BARON, powers=("PRESOMPTUEUX", "VOLANT")), BOWS, **red) == []
    assert codes(change(BARON, powers=("PRESOMPTUEUX", "VOLANT", "MAJE")), BOWS, **red) == [
        ("SV-OST-09", "too_many_powers", 1)
    ]
    assert codes(BARON, change(BOWS, powers=("MAJE", "VOLANT")), **red) == [("SV-OST-09", "too_many_powers", 2)]
    assert codes(BARON, change(BOWS, powers=("PRESOMPTUEUX",)), **red) == [("SV-OST-05", "power_not_for_him", 2)]
    assert codes(BARON, change(BOWS, powers=("FEROCE",)), **red) == [("SV-OST-09", "foreign_power", 2)]
    assert codes(BARON, change(BOWS, powers=("INFILTRATION",)), **red) == [("SV-OST-05", "power_barred", 2)]
    assert codes(
        change(BARON, profile="ECUYER", armour="LIGHT", powers=("IMPULSIF",)), BOWS, school="VERTE", magic=True
    ) == [("SV-OST-05", "power_not_for_him", 1)]
    leader_paid_once = sheet(change(BOWS, powers=("MAJE",)), lord=False)
    assert (leader_paid_once.figure_cost, leader_paid_once.leader_cost) == (11, 3 + 5)


@pytest.mark.rule("SV-OST-11", "SV-SCN-10", "SV-SCN-20", "SV-SCN-30")
def test_what_scenarios_ask_of_hosts() -> None:
    saracens, franks = ready_made("S1_SARRASINS"), ready_made("S1_FRANCS")

    def first(roster: Roster, scenario: int, place: int) -> list[str]:
        return [one.code for one in roster_refusals(roster, "j1", 999, scenario=scenario, place=place)]

    assert first(franks, 1, 0) == ["barbarian_titles"]
    assert first(saracens, 1, 1)[0] == "frank_titles"
    assert first(change_units(franks, 0, size=19), 1, 1) == ["no_villagers"]
    assert first(change_units(franks, 1, title="VAVASSEUR"), 1, 1) == ["frank_leaders"]
    assert first(saracens, 2, 0)[0] == "frank_titles"
    assert "no_barbarians" in first(saracens, 2, 0)
    assert first(change_units(change_units(ready_made("S2_ANGLAIS"), 1, size=2), 0, size=2), 2, 0) == ["six_riders"]
    assert first(change_units(ready_made("S2_ANGLAIS"), 2, fighter="BRETTEUR"), 2, 0) == ["no_archers"]
    knights = change_units(ready_made("S2_FRANCS"), 1, fighter="MERCENAIRE")
    assert first(knights, 2, 1) == ["one_knight"]
    assert first(ready_made("FRANC_400"), 3, 0) == ["lord_on_foot"]
    assert "one_knight" in first(change_units(franks, 1, fighter="MERCENAIRE"), 1, 1)
    assert codes(BARON, change(BOWS, title="HEROS"), scenario=3) == [("SV-OST-11", "frank_titles", 0)]
    riders = Entry("VASSAL", "ECUYER", "MELEE", "LIGHT", mounted=True, size=6)
    assert codes(BARON, riders, BOWS, scenario=2) == []
    for others in (change(riders, mounted=False), change(riders, weapon="LIGHT_MISSILE")):
        assert codes(BARON, others, BOWS, scenario=2) == [("SV-SCN-20", "six_riders", 0)]


def change_units(roster: Roster, index: int, **fields: Any) -> Roster:
    units = list(roster.units)
    units[index] = change(units[index], **fields)
    return Roster(roster.lord, tuple(units), roster.school)


@pytest.mark.rule("SV-OST-10", "SV-GEN-01")
def test_a_refused_list_names_the_rule_and_hosts_are_public() -> None:
    for options, rule in (
        ({"hosts": {"j1": "NOBODY"}}, "SV-OST-10"),
        ({"hosts": {"j1": {"lord": {"title": "BARON"}, "units": []}}}, "SV-OST-01"),
        ({"hosts": {"j1": "{"}}, "SV-OST-10"),
        ({"hosts": {"j3": "FRANC_400"}}, "SV-GEN-01"),
        ({"scenario": 9}, "SV-SCN-00"),
        ({"map": "M9"}, "SV-TER-01"),
        ({"table": 12}, "SV-GEO-02"),
        ({"limit": 300}, "SV-OST-03"),
        ({"colour": 1}, "SV-GEN-01"),
    ):
        with pytest.raises(SetupError) as caught:
            vassaux.setup(SEATS, options, Rng(b"x"))
        assert rule in {one.rule for one in caught.value.refusals}
        assert all(vassaux.explain(one, lang) for one in caught.value.refusals for lang in ("fr", "en"))
    with pytest.raises(SetupError):
        vassaux.setup([*SEATS, *SEATS], {}, Rng(b"x"))
    view = vassaux.view(vassaux.setup(SEATS, {}, Rng(b"x")).state, SEATS[0])
    assert view["battle"]["units"]["52"]["sheet"]["name"] == "Barbares de la Tisza"


def test_expanding_leaves_other_entries_alone() -> None:
    assert expanded(BARON) == BARON


def test_the_codes_that_the_rules_name_are_those_of_the_tables() -> None:
    assert set(get_args(OrderCode)) == set(ORDERS) and set(get_args(SpellCode)) == set(SPELLS)
    assert set(get_args(TerrainCode)) == set(TERRAIN)
    assert set(get_args(Action)) == set(ACTIONS)
    assert set(get_args(QuestionName)) == set(QUESTIONS)
    assert set(get_args(Phase)) == {*PHASES, "over"}
    assert set(get_args(MeleeStep)) == set(STEPS)
