"""Whose losses they are: a unit and the band of its confused men are two targets, and two tallies (SV-COH-05)."""

from __future__ import annotations

import pytest

from heraut.games.vassaux.phases.cohesion import fell
from heraut.games.vassaux.phases.command import morale_change
from heraut.games.vassaux.phases.losses import SCALE, shot_gap
from heraut.games.vassaux.phases.spells import howl_fault
from heraut.games.vassaux.solo.opponent import situation
from heraut.games.vassaux.state import Battle
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import SPELLS
from tests.games.vassaux.builders import Played, end_turn, lord, marked, play, table, troop, turn_of


def strays(*, bands: int = 1) -> Battle:
    """Archers face unit 52; man 5204 was confused before, and stands nearer to them than two of its ranks."""
    state = table(
        [troop((5000, 2000), (5500, 2000), (4500, 2000), fighter="ARCHER")],
        [troop((5000, 4500), (5000, 5500), (5000, 6000), (5600, 4600), fighter="MILICIEN")],
        lords=(lord((5000, 1000)), lord((500, 14500))), schools=("ROUGE", ""),
    )  # fmt: skip
    for unit in (51, 52):
        state.units[unit].ordered = True
    return marked(state, 52, men=[5201, 5202, 5203], band=[5204])


def fallen(played: Played) -> list[int]:
    return [man for event in played.find("fallen") for man in event.data["figures"]]


@pytest.mark.rule("SV-SHT-07", "SV-GEO-03")
@pytest.mark.parametrize("man", [5201, 5202, 5203, 5204])
def test_the_gap_of_a_shot_is_from_base_to_base_on_every_side(man: int) -> None:
    state = table(b=[troop((7000, 5000), (3000, 5000), (5000, 7000), (5000, 3000))])
    assert shot_gap(Field(state), (5000, 5000, 375), man) == (2000 - 375 - 250) * SCALE


@pytest.mark.rule("SV-SHT-07", "SV-COH-05")
def test_a_shot_fells_nobody_of_the_band_that_its_target_becomes() -> None:
    # two hits: the Vassal, then the nearest of those who stood under him, not the man confused before
    shot = play(strays(), "ORDRE 2 ATT", "TIRER 52", "CESSER", dice=(1, 2, 2, 2, 1), left=None)
    assert shot.find("shot")[0].data["casualties"] == 2
    assert {event.rule for event in shot.find("fallen")} == {"SV-SHT-07"}
    assert fallen(shot)[:2] == [5201, 5202] and shot.state.units[52].band == [5203, 5204]


@pytest.mark.rule("SV-RED-08", "SV-COH-05", "SV-SHT-07")
def test_fire_burns_a_unit_and_its_band_each_for_itself() -> None:
    state = strays()
    state.at |= {101: (5000, 3800), 5204: (6500, 4600)}
    # six hits on three men of the unit, one on the band of one: nobody burns for the other
    burnt = play(state, "ORDRE 1 SPL", "SORT AURA_FEU DES 1", dice=(6, 6, 2, 1))
    assert [(e.data["target"], e.data["casualties"]) for e in burnt.find("burnt")] == [(52, 2), (-52, 1)]
    assert fallen(burnt) == [5201, 5202, 5204] and burnt.state.units[52].band == [5203]


@pytest.mark.rule("SV-COH-05", "SV-SOL-03", "SV-SOL-02", "SV-GRN-07")
def test_what_a_band_loses_its_unit_has_not_lost() -> None:
    state = table([troop((5000, 3000), (5500, 3000), (9000, 3000))], [troop((5000, 9000), (5600, 9000))])
    state = marked(state, 2, men=[201, 202], band=[203])
    turn = turn_of(state)
    unit = turn.now.units[2]
    before = situation(turn, unit)
    fell(turn, -2, [203], blow=True)
    assert turn.now.hosts[0].eliminated == 10 and unit.lost == 0 and situation(turn, unit) == before
    assert howl_fault(unit, "HURLER_MORT") is not None
    fell(turn, 2, [202], blow=True)
    assert unit.lost == 1 and situation(turn, unit) == before + 1 and howl_fault(unit, "HURLER_MORT") is None
    later = end_turn(turn.now).state
    assert later.units[2].lost_before == 1
    calm = turn_of(marked(later, 2, lost_before=0))
    assert morale_change(turn_of(later), later.units[2]) == morale_change(calm, calm.now.units[2]) + 1


@pytest.mark.rule("SV-COH-05", "SV-MEL-04", "SV-MAG-08")
def test_what_was_cast_on_a_unit_stays_on_its_men_when_their_leader_falls() -> None:
    turn = turn_of(marked(strays(), 52, effects=["NECROSE", "AURA_DEFENSE", "-AURA_EPINEUSE"]))
    fell(turn, 52, [5201], blow=True)
    assert turn.now.units[52].band == [5202, 5203, 5204]
    laid = [spell for spell in SPELLS if turn.effect(-52, spell)]
    assert laid == ["AURA_DEFENSE", "AURA_EPINEUSE", "NECROSE"]  # and on him who was confused before, his own
