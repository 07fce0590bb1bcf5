"""Why a figure is what it is: the parts add up to the sheet, whatever the entry (SV-OST-03, SV-GEN-04)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.games.vassaux.roster import Entry, sheet
from heraut.games.vassaux.roster.reasons import Part, reasons
from heraut.games.vassaux.tables import R
from tests.games.vassaux.roster.test_lines import entries


@pytest.mark.slow
@pytest.mark.rule("SV-OST-03", "SV-OST-06", "SV-OST-07", "SV-OST-08", "SV-GEN-04")
@given(st.booleans().flatmap(lambda lord: st.tuples(st.just(lord), entries(lord=lord))))
@settings(max_examples=200)
def test_the_parts_of_a_figure_add_up(given: tuple[bool, Entry]) -> None:
    lord, entry = given
    made, why = sheet(entry, lord=lord), reasons(entry, lord=lord)

    sums = {figure: sum(part.value for part in parts) for figure, parts in why.items()}
    assert sums == {
        "mv": made.mv, "at": made.at, "df": made.df, "ps": made.ps, "aura": made.aura // R, "cd": made.cd,
        "cost": made.figure_cost, "leader": made.leader_cost,
    }  # fmt: skip


def test_each_part_says_where_it_comes_from() -> None:
    why = reasons(Entry("HEROS", fighter="BARBARE", size=5), lord=False)

    assert why["df"] == (Part("profile", 2, "ECUYER"), Part("change", -1), Part("armour", 2, "REINFORCED"))
    assert why["cost"] == (
        Part("profile", 4, "ECUYER"), Part("change", 2), Part("weapon", 2, "MELEE"), Part("armour", 4, "REINFORCED"),
    )  # fmt: skip
