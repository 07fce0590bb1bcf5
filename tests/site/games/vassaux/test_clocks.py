"""Deadlines of a battle: live by seconds, by correspondence by hours (SV-DPR-01, SV-TRN-06)."""

from __future__ import annotations

from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest

from heraut.games.vassaux.preview.rehearsal import next_question
from heraut.games.vassaux.prospects import likely_orders
from heraut.games.vassaux.questions import QUESTIONS
from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import resolve_due
from heraut.site.clock.sequence import allowed
from heraut.site.games.vassaux.adapter import SORT_OF
from heraut.site.games.vassaux.table_forms import PACES
from heraut.site.matches.models import Match
from heraut.site.matches.pace import Pace
from tests.site.games.boards import answer, decision, seat_of
from tests.site.games.vassaux.conftest import LIVE, POST, new_match, until


def time_for(pace: Pace, kind: str) -> timedelta:
    """How long a decision of this kind may take."""
    return allowed(pace, "vassaux", {"j1": SimpleNamespace(kind=kind)})  # type: ignore[arg-type, dict-item]


@pytest.mark.rule("SV-DPR-01", "SV-TRN-06")
def test_live_an_order_has_ninety_seconds_and_all_else_thirty() -> None:
    assert {kind: time_for(PACES["live"], kind).total_seconds() for kind in QUESTIONS} == {
        kind: 90 if kind == "activate" else 30 for kind in QUESTIONS
    }


@pytest.mark.rule("SV-DPR-01")
def test_by_correspondence_an_order_has_two_days_and_all_else_one() -> None:
    hours = {kind: time_for(PACES["post"], kind).total_seconds() / 3600 for kind in SORT_OF}
    assert hours == {kind: 48 if kind == "activate" else 24 for kind in QUESTIONS}


def deadline(match: Match) -> datetime:
    """When the present question ends."""
    match.refresh_from_db()
    assert match.deadline is not None
    return match.deadline


def order_to_march(match: Match, player: Player) -> None:
    """The first unit of this player that may is ordered to march."""
    owed = decision(match, player)
    order = next(one for one in likely_orders(owed.field) if not owed.check(one))
    answer(match, player, owed.write(order))


@pytest.mark.django_db
@pytest.mark.rule("SV-DPR-01")
def test_by_correspondence_announcing_and_declaring_share_one_clock(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob, pace=POST)
    player = until(match, alice, bob, kind="activate")
    before = deadline(match)
    order_to_march(match, player)
    assert decision(match, player).kind == "move"
    assert deadline(match) == before


@pytest.mark.django_db
@pytest.mark.rule("SV-DPR-01", "SV-DPR-02", "SV-END-06")
@pytest.mark.parametrize("pace", [LIVE, POST])
def test_who_says_something_beside_his_answer_gains_no_time(alice: Player, bob: Player, pace: Pace) -> None:
    match = new_match(alice, bob, pace=pace)
    player = until(match, alice, bob, kind="activate")
    before, step = deadline(match), match.step
    for line in ("CONSIGNE REAGIR PASSER", "NULLE", "CONSIGNE REAGIR RIEN"):
        answer(match, player, line)
        assert deadline(match) == before
    assert match.step == step + 3
    owed = decision(match, player)
    answer(match, player, owed.write(owed.default))
    assert deadline(match) != before


@pytest.mark.django_db
@pytest.mark.rule("SV-DPR-01")
def test_live_the_declaration_has_a_clock_of_its_own(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob, pace=LIVE)
    player = until(match, alice, bob, kind="activate")
    before = deadline(match)
    order_to_march(match, player)
    assert decision(match, player).kind == "move"
    assert deadline(match) != before
    assert deadline(match) - before < timedelta(seconds=0)  # 30 s from now, where 90 had just begun


@pytest.mark.django_db
@pytest.mark.rule("SV-DPR-01", "SV-DPR-03")
def test_silence_is_answered_when_the_clock_has_run_out(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob, pace=LIVE)
    player = until(match, alice, bob, kind="activate")
    place = match.realm.asked.place
    resolve_due(deadline(match) + timedelta(seconds=1))
    match.refresh_from_db()
    assert match.realm.hosts[place].silences == 1
    assert seat_of(match, player).missed == 1


@pytest.mark.django_db
def test_the_rest_of_an_act_answers_as_soon_as_it_is_asked(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob)
    player = until(match, alice, bob, kind="activate")
    owed = decision(match, player)
    unit = next(one for one in owed.battle.units.values() if one.seat == owed.place and not one.ordered)
    x, y = owed.battle.at[unit.leader]
    north = 500 if owed.place == 0 else -500
    answer(match, player, f"ORDRE {unit.id} MAR", f"ALLER {x},{y + north}")
    other = bob if player == alice else alice
    if (asked := decision(match, other)).kind == "react":
        answer(match, other, asked.write(asked.default))
    assert match.realm.at[unit.leader] == (x, y + north)
    assert seat_of(match, player).notes == ""


@pytest.mark.django_db
def test_the_rest_of_an_act_that_has_become_impossible_stays_a_draft(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob)
    player = until(match, alice, bob, kind="activate")
    owed = decision(match, player)
    unit = next(one for one in owed.battle.units.values() if one.seat == owed.place and not one.ordered)
    answer(match, player, f"ORDRE {unit.id} MAR", "ALLER 1,1")
    assert decision(match, player).kind == "move"
    assert seat_of(match, player).notes == "ALLER 1,1"


@pytest.mark.django_db
def test_several_notes_answer_one_after_the_other(alice: Player) -> None:
    match = new_match(alice, seats=1)
    until(match, alice, kind="deploy")
    lines = []
    owed = decision(match, alice)
    while owed is not None and owed.kind == "deploy":
        lines.append(owed.write(owed.default))
        owed = next_question(owed, owed.default)
    assert len(lines) > 1
    answer(match, alice, lines[0], "\n".join(lines[1:]))
    assert decision(match, alice).kind != "deploy"
    assert seat_of(match, alice).notes == ""
