"""A sheet takes its place in the order of entry by the oldest order that still stands in it (GP-GEN-10)."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match, Sheet
from heraut.site.matches.orders import last_sheet, save_orders
from tests.site.matches.builders import one_order, pass_deadline, running, seat_of


def saved(match: Match, player: Player, text: str) -> Sheet:
    """The sheet that this player saves, every line of which is taken."""
    sheet, refusals = save_orders(seat_of(match, player), text)
    assert not refusals
    return sheet


def order_of_answers(match: Match) -> list[str]:
    """The seats in whose order the turn was resolved."""
    pass_deadline(match)
    return [seat for seat, _ in match.steps.get(number=1).answers]


@pytest.mark.rule("GP-GEN-10")
def test_an_order_edited_or_moved_keeps_its_time_a_deleted_one_counts_no_more(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    first = saved(match, alice, "CHE 1")
    second = saved(match, alice, "CHE 1\nINI 1 2 3")

    assert second.entered == first.saved
    assert saved(match, alice, "INI 1 2 3\nCHE 2").entered == first.saved
    assert saved(match, alice, "INI 1 2 3").entered == second.saved
    assert saved(match, alice, "; INI 1 2 3").entered is None
    last = saved(match, alice, "INI 1 2 3")
    assert last.entered == last.saved


@pytest.mark.rule("GP-GEN-10")
@pytest.mark.parametrize(("left", "order"), [("CHE 2", ["j2", "j1"]), ("INI 1 2 3", ["j1", "j2"])])
def test_the_turn_is_resolved_in_the_order_of_the_oldest_orders_that_stand(
    alice: Player, bob: Player, left: str, order: list[str]
) -> None:
    match = running(alice, bob)
    saved(match, bob, "CHE 1")
    saved(match, alice, one_order(seat_of(match, alice)))
    saved(match, bob, "CHE 1\nINI 1 2 3")

    saved(match, bob, left)

    assert order_of_answers(match) == order


@pytest.mark.rule("GP-GEN-10")
def test_who_takes_a_seat_over_inherits_no_time_of_entry(alice: Player, bob: Player) -> None:
    match = running(alice, bots=1)
    seat = seat_of(match, alice)
    former = saved(match, alice, "CHE 1")
    seat.user, seat.taken_over = bob, former.saved.replace(year=former.saved.year + 1)
    seat.save()
    assert last_sheet(seat, 1) is None

    sheet = saved(match, bob, "CHE 1")

    assert sheet.entered == sheet.saved > former.saved


@pytest.mark.rule("GP-GEN-10")
def test_sheets_saved_before_times_were_kept_have_the_time_that_was(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    first = saved(match, alice, "CHE 1\nINI 1 2 3")
    Sheet.objects.update(times=[])

    import_module("heraut.site.matches.migrations.0008_sheet_times").as_entered(apps, None)

    assert saved(match, alice, "INI 1 2 3").entered == first.saved
