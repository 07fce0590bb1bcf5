"""The smallest change that mends a refusal is found by trying, and mends it (SV-OST-10)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings

from heraut.games.vassaux.identities import NORTH
from heraut.games.vassaux.roster import Roster
from heraut.games.vassaux.roster.lines import read_lines
from heraut.games.vassaux.roster.mends import Meant, smallest_mend
from tests.games.vassaux.roster.test_lines import ROSTERS

KNIGHT = "BARON CHEVALIER ARMES MELEE ARMURE CHEVALIER"
ARCHERS = "VAVASSEUR 9 ARCHER"


def mended(*lines: str, limit: int = 400, **more: Any) -> list[tuple[str, tuple[int, str, Any, int] | None]]:
    """Each refusal of this list, and the change that mends it."""
    roster = read_lines("\n".join(lines))
    assert isinstance(roster, Roster)
    meant = Meant(limit, **more)
    found = [(one.code, smallest_mend(roster, one, meant)) for one in meant.refusals(roster)]
    return [(code, mend and (mend.entry, mend.what, mend.value, mend.points)) for code, mend in found]


@pytest.mark.rule("SV-OST-03")
def test_as_few_men_less_as_the_limit_asks() -> None:
    assert mended(KNIGHT, "VASSAL 30 BRETTEUR", ARCHERS) == [("too_dear", (1, "size", 25, -50))]  # 450 points


@pytest.mark.rule("SV-OST-04")
def test_men_at_arms_are_dismissed_or_commoners_recruited() -> None:
    soldiers = "VASSAL 5 SOLDAT_REGULIER"
    assert mended(KNIGHT, soldiers, ARCHERS) == [("bad_ratio", (1, "size", 3, -32))]  # or three archers: +33 points
    assert mended(KNIGHT, "VASSAL 4 SOLDAT_REGULIER", ARCHERS) == [("bad_ratio", (2, "size", 10, 11))]


@pytest.mark.rule("SV-OST-01")
def test_of_too_many_units_the_cheapest_is_dropped() -> None:
    units = ["VAVASSEUR 3 PAYSAN"] * 4 + ["VAVASSEUR 2 PAYSAN"] + ["VAVASSEUR 3 PAYSAN"] * 8
    assert mended(KNIGHT, *units) == [("units_out_of_range", (5, "drop", "", -7))]


@pytest.mark.rule("SV-OST-01", "SV-OST-05", "SV-OST-06", "SV-OST-09")
def test_what_one_entry_may_not_have_is_changed_there() -> None:
    assert mended("BARON SOLDAT ARMURE CHEVALIER", ARCHERS) == [("armour_barred", (0, "armour", "SOLDIER", -2))]
    assert mended(KNIGHT, "VASSAL 2 PAYSAN ARMES TIR_LOURD", ARCHERS) == [
        ("weapon_barred", (1, "weapon", "LIGHT_MISSILE", 0))
    ]
    assert mended(KNIGHT, "VASSAL 1 PAYSAN", ARCHERS) == [("size_out_of_range", (1, "size", 2, 2))]
    assert mended(KNIGHT + " EQUIPEMENT 1 1 1", ARCHERS) == [("bad_gear", (0, "gear", (0, 1, 1), 0))]
    assert mended(KNIGHT, "VASSAL 3 PAYSAN POUVOIRS FEROCE", ARCHERS, "MAGIE VERTE") == [
        ("no_magic", (None, "plain", "", -6))
    ]


@pytest.mark.rule("SV-OST-05", "SV-OST-06")
def test_each_of_two_faults_of_one_entry_is_mended_by_itself() -> None:
    assert [(code, mend and mend[:2]) for code, mend in mended(KNIGHT, "VASSAL 1 PAYSAN ARMES TIR_LOURD", ARCHERS)] == [
        ("size_out_of_range", (1, "size")),
        ("weapon_barred", (1, "weapon")),
    ]


@pytest.mark.rule("SV-OST-11")
def test_a_barbarian_title_gives_way_to_the_frank_one_whose_price_is_nearest() -> None:
    assert mended(KNIGHT, "HEROS 9 ARCHER", scenario=3) == [("frank_titles", (1, "title", "VAVASSEUR", 1))]
    chief = KNIGHT.replace("BARON", "CHEF_DE_GUERRE")
    assert mended(chief, ARCHERS, scenario=3) == [("frank_titles", (0, "title", "BARON", 4))]


@pytest.mark.rule("SV-SCN-30")
def test_a_duel_is_fought_on_foot() -> None:
    assert mended(KNIGHT + " MONTE", ARCHERS, scenario=3) == [("lord_on_foot", (0, "mounted", False, -8))]


def test_where_no_single_change_helps_none_is_found() -> None:
    assert mended(KNIGHT, *["VASSAL 12 BRETTEUR"] * 12) == [("too_dear", None)]


@pytest.mark.slow
@example(read_lines(f"{KNIGHT}\nVASSAL 30 BRETTEUR\n{ARCHERS}"))  # too dear as a whole
@given(ROSTERS)
@settings(max_examples=25, deadline=None)
def test_a_mend_takes_its_refusal_away_and_brings_no_other(roster: Roster) -> None:
    meant = Meant(400, magic=True, scenario=3, place=NORTH)
    before = meant.refusals(roster)
    for one in before:
        mend = smallest_mend(roster, one, meant)
        if mend is not None:
            after = {(left.code, left.line) for left in meant.refusals(mend.roster)}
            assert (one.code, one.line) not in after
            if not one.line:
                assert after < {(other.code, other.line) for other in before}
