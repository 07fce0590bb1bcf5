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
from heraut.site.lobby.presets import PRESETS, SEALED
from heraut.site.lobby.quick_match import play_at_once
from heraut.site.lobby.tables import open_table
from heraut.site.matches import models as m
from heraut.site.matches.models import Match
from heraut.site.matches.orders import save_orders
from tests.site.games.daifen.conftest import bend
from tests.site.lobby.builders import running
from tests.site.matchpage.conftest import forget_views

pytestmark = pytest.mark.django_db
ENDED = "Le seul joueur de cette partie n'a plus de seigneur\u00a0: elle s'arrête ici."
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
    return client.get(f"/partie/{match.code}/fin/").content.decode().replace("&#39;", "'")


def test_a_lord_who_abdicates_ends_his_match_to_try(alice: Player, client_of: Browser) -> None:
    match = play_at_once(alice, "gloire", "Aude")
    save_orders(match.seats.get(user=alice), "ABD", seal=True)
    resolve_at_once(match.pk)
    page = ended(match, alice, client_of(alice))
    assert ENDED in page and "Aude" in page and 'class="podium"' not in page, "nobody has won"


def test_a_kingdom_that_falls_ends_its_continent_by_the_games_own_decision(alice: Player, client_of: Browser) -> None:
    match = play_at_once(alice, "daifen", "Aude", {"race": "elfes"})
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
    assert ENDED in page and 'class="podium"' not in page, "nobody has won"
    browser = client_of(alice)
    for address in ("bilan/", "histoire/", "film/"):
        told = browser.get(f"/partie/{match.code}/{address}", follow=True).content.decode().replace("&#39;", "'")
        assert ENDED in told and "organisateur" not in told, "the host has decided nothing"
        assert "Tour 2 :" not in told.replace("\u00a0", " ") and "Après le tour 2" not in told, "it was not played"
    assert 'data-film="0:0,1:2"' in browser.get(f"/partie/{match.code}/film/").content.decode()


def test_who_founds_a_private_table_is_told_that_it_ends_with_him(alice: Player, client_of: Browser) -> None:
    table = open_table(
        alice, "Entre nous", {"map": "SCANDINAVIE"}, PRESETS[SEALED], game="gloire", private=True, bots="player"
    )
    warned = "dès que votre seigneur n&#39;est plus"
    assert warned in client_of(alice).get(f"/table/{table.code}/").content.decode()
    Match.objects.filter(pk=table.pk).update(private=False)
    assert warned not in client_of(alice).get(f"/table/{table.code}/").content.decode()


def test_a_house_that_dies_out_ends_its_banquet(alice: Player, client_of: Browser) -> None:
    match = play_at_once(alice, "fief", "Aude")
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
