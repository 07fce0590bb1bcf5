"""The muster: asked, confirmed, started or called again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.common.refusals import Refused
from heraut.site.lobby.muster import call_now, confirm, muster_due, start_now
from heraut.site.lobby.presets import HOURLY, PRESETS
from heraut.site.lobby.tables import leave
from heraut.site.matches import models as m
from heraut.site.matches.models import Match
from heraut.site.matches.pace import Pace
from heraut.site.notifications.models import Letter
from tests.site.lobby.builders import after, kinds, lords, neighbours, new_table, sit

SECOND = timedelta(seconds=1)


def end_of(table: Match) -> None:
    """The time of the muster is up."""
    muster_due(after(table.muster_until) + SECOND)
    table.refresh_from_db()


@pytest.mark.rule("GP-SITE-09")
def test_a_full_table_asks_everyone_to_confirm_within_three_days(alice: Player, bob: Player, charlie: Player) -> None:
    table = new_table(alice)
    sit(table, alice, bob, charlie)
    assert table.status == m.MUSTER
    assert timedelta(days=2, hours=23) < after(table.muster_until) - table.created <= timedelta(days=3, minutes=1)
    asked = Letter.objects.filter(kind="muster").values_list("player__username", flat=True)
    assert sorted(asked) == ["Alice", "Bob"]  # Charlie, who made the table full, is there
    assert not mail.outbox


@pytest.mark.rule("GP-SITE-10", "GP-SET-10")
def test_the_match_starts_as_soon_as_all_have_confirmed(alice: Player, bob: Player, charlie: Player) -> None:
    table = new_table(alice)
    sit(table, alice, bob, charlie)
    confirm(table, bob)
    table.refresh_from_db()
    assert table.status == m.MUSTER
    confirm(table, alice)
    table.refresh_from_db()
    assert table.status == m.RUNNING
    assert list(table.seats.values_list("name", "lord")) == [
        ("j1", "Alice de Narvik"),
        ("j2", "Bob de Narvik"),
        ("j3", "Charlie de Narvik"),
    ]


@pytest.mark.rule("GP-SITE-10")
def test_the_first_registered_of_those_who_confirmed_start_and_the_others_wait_for_the_next(
    alice: Player, bob: Player, charlie: Player
) -> None:
    dora, emil = neighbours(2)
    table = new_table(alice, hold=30, relations="apart", open_after=3)
    sit(table, alice, bob, charlie)
    sit(table, dora, emil, behind=True)
    confirm(table, alice)
    table.refresh_from_db()
    assert table.status == m.MUSTER  # Bob comes first and is still awaited
    end_of(table)
    assert table.status == m.RUNNING
    assert lords(table) == ["Alice", "Charlie", "Voisin0"]
    follower = Match.objects.exclude(pk=table.pk).get()
    assert (follower.title, follower.status) == ("La Table ronde (2)", m.GATHERING)
    assert lords(follower) == ["Bob", "Voisin1"]
    assert (follower.hold, follower.relations, follower.open_after) == (30, "apart", 3)
    assert follower.commitment != table.commitment


@pytest.mark.rule("GP-SITE-10")
def test_one_match_after_another_starts_while_enough_remain(alice: Player) -> None:
    others = neighbours(5)
    table = new_table(alice, 2)
    sit(table, alice, others[0])
    sit(table, *others[1:], behind=True)
    end_of(table)  # Alice said nothing
    started = Match.objects.filter(status=m.RUNNING).order_by("pk")
    assert [lords(match) for match in started] == [["Voisin0", "Voisin1"], ["Voisin2", "Voisin3"]]
    assert lords(Match.objects.get(status=m.MUSTER)) == ["Alice", "Voisin4"]  # enough for another muster


@pytest.mark.rule("GP-SITE-10")
def test_too_few_confirmations_lapse_and_the_muster_is_called_again_for_a_week(
    alice: Player, bob: Player, charlie: Player
) -> None:
    table = new_table(alice)
    sit(table, alice, bob, charlie)
    first = after(table.muster_until)
    end_of(table)
    assert table.status == m.MUSTER
    assert after(table.muster_until) - first == timedelta(days=7, seconds=1)
    assert not table.seats.filter(confirmed=True).exists()
    assert Letter.objects.filter(kind="muster", player=charlie).count() == 1
    assert kinds(table)[-2:] == ["muster_failed", "muster_again"]


def test_two_musters_in_silence_lose_the_place(alice: Player, bob: Player, charlie: Player) -> None:
    table = new_table(alice)
    sit(table, alice, bob, charlie)
    end_of(table)
    confirm(table, bob)
    end_of(table)
    assert lords(table) == ["Bob", "Charlie"]  # Charlie had been there the first time
    assert table.status == m.GATHERING


def test_whoever_comes_during_the_muster_is_present(alice: Player, bob: Player, charlie: Player) -> None:
    table = new_table(alice, 2)
    sit(table, alice, bob)
    leave(table, alice)
    sit(table, charlie)
    table.refresh_from_db()
    assert table.status == m.RUNNING
    assert lords(table) == ["Bob", "Charlie"]


def test_a_steady_pace_musters_no_longer_than_a_turn(alice: Player, bob: Player) -> None:
    table = new_table(alice, 2, pace=PRESETS[HOURLY])
    sit(table, alice, bob)
    assert after(table.muster_until) - table.created <= timedelta(hours=1, minutes=1)


def test_bots_take_the_places_left_when_the_host_musters(alice: Player, bob: Player, charlie: Player) -> None:
    table = new_table(alice, 5, bots="player")
    sit(table, alice, bob, charlie)
    call_now(table, alice)
    confirm(table, bob)
    table.refresh_from_db()
    assert table.status == m.MUSTER
    end_of(table)
    assert table.status == m.RUNNING
    assert table.seats.filter(bot__startswith="player:", user=None).count() == 3
    assert Match.objects.get(status=m.GATHERING).seats.get().user == charlie
    assert all(table.seats.values_list("lord", flat=True))


def test_a_private_table_with_bots_starts_on_the_word_of_its_host(alice: Player, bob: Player) -> None:
    table = new_table(alice, 4, bots="player", private=True)
    sit(table, alice, bob)
    start_now(table, alice)
    table.refresh_from_db()
    assert table.status == m.RUNNING
    assert table.seats.count() == 4


@pytest.mark.parametrize("bots", ["player", ""])
def test_a_private_table_starts_when_it_is_full_and_asks_nobody_to_confirm(
    alice: Player, bob: Player, bots: str, client_of: Callable[[Player], Client]
) -> None:
    table = new_table(alice, 2, private=True, bots=bots)
    sit(table, alice)
    page = client_of(alice).get(f"/table/{table.code}/").content.decode()
    assert "rassemblement" not in page.lower()
    with pytest.raises(Refused, match="nobody_to_muster"):
        call_now(table, alice)
    sit(table, bob)
    table.refresh_from_db()
    assert (table.status, lords(table), table.muster_until) == (m.RUNNING, ["Alice", "Bob"], None)
    assert set(Letter.objects.values_list("kind", flat=True)) == {"start"}
    assert not table.activities.filter(kind="muster").exists()


def test_those_of_a_private_table_that_is_played_live_are_asked_whether_they_are_there(
    alice: Player, bob: Player
) -> None:
    table = new_table(alice, 2, private=True, pace=Pace(clocks=(180, 45, 30, 600), grace=3))
    sit(table, alice, bob)
    assert table.status == m.MUSTER
    confirm(table, alice)
    table.refresh_from_db()
    assert table.status == m.RUNNING


def test_a_private_table_whose_muster_was_called_before_starts_when_it_lapses(
    alice: Player, bob: Player, charlie: Player
) -> None:
    table = new_table(alice, 2)
    sit(table, alice, bob)
    Match.objects.filter(pk=table.pk).update(private=True)
    end_of(table)
    assert table.status == m.RUNNING


@pytest.mark.parametrize("fields", [{"bots": "player"}, {"private": True}])
@pytest.mark.rule("GP-SET-10")
def test_no_other_table_does(alice: Player, fields: dict[str, object]) -> None:
    table = new_table(alice, **fields)  # type: ignore[arg-type]
    sit(table, alice)
    with pytest.raises(Refused):
        start_now(table, alice)


def test_ending_a_muster_twice_does_no_harm(alice: Player, bob: Player) -> None:
    table = new_table(alice, 2)
    sit(table, alice, bob)
    late = after(table.muster_until) + SECOND
    assert (muster_due(late), muster_due(late)) == (1, 0)


def test_a_seat_of_a_closed_account_is_gone_at_the_start(alice: Player, bob: Player, charlie: Player) -> None:
    table = new_table(alice, 2)
    sit(table, alice)
    alice.delete()
    sit(table, bob, charlie)
    confirm(table, bob)
    table.refresh_from_db()
    assert (table.status, lords(table)) == (m.RUNNING, ["Bob", "Charlie"])
