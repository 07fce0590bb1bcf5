"""A match to try ends when the lord of its only player falls: nothing piles up that nobody will ever play on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.clock import trials
from heraut.site.clock.resolution import resolve_at_once
from heraut.site.lobby.my_matches import seats_of
from heraut.site.lobby.quick_match import play_at_once
from heraut.site.matches import models as m
from heraut.site.matches.models import Match
from heraut.site.matches.orders import save_orders
from tests.site.games.daifen.conftest import bend
from tests.site.lobby.builders import running
from tests.site.matchpage.conftest import forget_views

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]


def ended(match: Match, player: Player, client: Client) -> str:
    """The last page of a match that has ended, in both languages; the French one."""
    forget_views()
    match.refresh_from_db()
    assert match.status == m.OVER and match.ended is not None and match.deadline is None
    assert not seats_of(player).exists()
    for page in ("", "fin/", "film/", "bilan/", "statistiques/"):
        assert client.get(f"/partie/{match.code}/{page}", follow=True).status_code == 200
    client.cookies["heraut_language"] = "en"
    assert client.get(f"/partie/{match.code}/fin/").status_code == 200
    client.cookies["heraut_language"] = "fr"
    return client.get(f"/partie/{match.code}/fin/").content.decode()


def test_a_lord_who_abdicates_ends_his_match_to_try(alice: Player, client_of: Browser) -> None:
    match = play_at_once(alice, "Aude")
    save_orders(match.seats.get(user=alice), "ABD", seal=True)
    resolve_at_once(match.pk)
    page = ended(match, alice, client_of(alice))
    assert "la partie d'essai s'arrête ici" in page.replace("&#x27;", "'") and "Aude" in page


def test_a_kingdom_that_falls_ends_its_continent_by_the_games_own_decision(alice: Player, client_of: Browser) -> None:
    match = play_at_once(alice, "Aude", "daifen", {"race": "elfes"})
    own = match.seats.get(user=alice)

    def ruin(continent: object) -> None:
        continent.kingdoms[own.name].buildings = {}  # type: ignore[attr-defined]

    bend(match, ruin)
    save_orders(own, "", seal=True)
    resolve_at_once(match.pk)
    match.refresh_from_db()
    assert match.status == m.RUNNING  # the decision is carried out as the next step, which is due
    resolve_at_once(match.pk)
    page = ended(match, alice, client_of(alice))
    assert "conquête" in page and match.result is not None
    assert "la partie d'essai s'arrête ici" in page.replace("&#x27;", "'")  # the host has decided nothing


def test_a_house_that_dies_out_ends_its_banquet(alice: Player, client_of: Browser) -> None:
    match = play_at_once(alice, "Aude", "fief")
    match.refresh_from_db()
    own = match.seats.get(user=alice)
    assert not trials.lost(match)
    realm = match.realm
    realm.families[realm.seats.index(own.name)].alive = False
    match.state = match.rules.dump(realm)
    match.steps.filter(number=match.step).update(state=match.state, base=None)
    match.save()
    assert trials.lost(match)
    trials.end(match, timezone.now())
    ended(match, alice, client_of(alice))


def test_a_match_with_other_people_goes_on(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    Match.objects.filter(pk=match.pk).update(private=True)
    save_orders(match.seats.get(user=alice), "ABD", seal=True)
    resolve_at_once(match.pk)
    match.refresh_from_db()
    assert match.status == m.RUNNING
