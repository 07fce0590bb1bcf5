"""A table that everybody has left is laid to rest; what was noted down before time is up does not keep it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.clock import sequence
from heraut.site.clock.resolution import claim, resolve, resolve_at_once
from heraut.site.matches import models as m
from heraut.site.matches.models import Match
from heraut.site.matches.orders import save_orders
from heraut.site.notifications.models import Letter
from tests.site.games.boards import answer, decision, seat_of
from tests.site.games.fief.conftest import LIVE, POST, new_match, until

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def played_out(match: Match, most: int = 40) -> bool:
    """Whether the match comes to rest, or to its end, within so many claims, if nobody says anything any more."""
    for _ in range(most):
        match.refresh_from_db()
        if match.status != m.RUNNING:
            return True
        now = max(match.deadline or timezone.now(), timezone.now()) + SECOND
        held = claim(now)
        assert held is not None
        resolve(held, now)
    return False


def test_all_concede(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob, seats=2, mode="normal", pace=LIVE)
    until(match, alice, "window")
    for player in (alice, bob):
        answer(match, player, "ABANDONNER\nPRET")
    assert played_out(match)
    assert claim(timezone.now() + timedelta(days=1)) is None


def test_deserted(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob, seats=2, mode="normal", pace=LIVE, bot="")
    until(match, alice, "cards")
    assert played_out(match)
    assert claim(timezone.now() + timedelta(days=1)) is None


def test_a_table_where_bots_alone_go_on_is_laid_to_rest_and_can_be_woken(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sequence, "MOST", 10)
    monkeypatch.setattr(sequence, "MOST_UNATTENDED", 30)
    match = new_match(alice, mode="normal")
    until(match, alice, "window")
    save_orders(seat_of(match, alice), "ABANDONNER\nPRET", seal=True)
    left = match.step
    for _ in range(8):
        resolve_at_once(match.pk)
    match.refresh_from_db()
    assert match.status == m.PAUSED and match.ready is None and 30 <= match.step - left <= 42
    (activity,) = match.activities.filter(kind="deserted")
    assert str(match.turns) in str(activity.data["turn"])
    assert {letter.player for letter in Letter.objects.filter(kind="deserted", match=match)} == {alice}
    page = Client().get(f"/table/{match.code}/").content.decode()
    assert "plus personne ne joue ici" in page
    assert Client().get(f"/partie/{match.code}/").status_code == 200


def test_window_at_deadline(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob, seats=3, pace=POST)
    until(match, alice, "window")
    save_orders(seat_of(match, alice), "DONNER j2, 100", seal=False)
    match.refresh_from_db()
    assert match.deadline is not None
    now = match.deadline + SECOND
    held = claim(now)
    assert held is not None and resolve(held, now)
    owed = decision(match, bob)
    assert match.turns == 2 and (owed is None or owed.kind != "window")
    given = match.steps.filter(turn=1).order_by("-number")
    assert any("gift_amount" in bytes(step.events).decode() for step in given[:3])


def test_a_table_opened_as_the_form_proposes_comes_to_an_end(alice: Player, client_of: Callable[..., Client]) -> None:
    client = client_of(alice)
    form = client.get("/tables/nouvelle/?jeu=fief").context["form"]
    shown = {name: form[name].value() for name in form.fields}
    posted = {name: value for name, value in shown.items() if value not in (None, False, "")}
    client.post("/tables/nouvelle/?jeu=fief", {**posted, "title": "Chez moi", "lord": "Bréval"})
    match = Match.objects.get(title="Chez moi")
    assert match.bots and match.options["turn_limit"] == 40
    client.post("/tables/nouvelle/?jeu=fief", {**posted, "title": "Aux points", "lord": "Bréval", "mode": "points"})
    assert "turn_limit" not in Match.objects.get(title="Aux points").options
