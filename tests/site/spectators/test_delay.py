"""What spectators see after the delay that a table chose: each seat as it was then, and nothing newer."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.games.daifen.table_forms import TableForm as DaifenForm
from heraut.site.games.gloire.table_forms import TableForm
from heraut.site.lobby.tables import open_table
from heraut.site.matches import host_actions
from heraut.site.matches.models import OVER, Match, Step
from heraut.site.matches.pace import Pace
from heraut.site.moderation.sanctions import ban_from_match
from heraut.site.spectators.delay import last_open_turn, moment
from tests.site.conftest import new_player
from tests.site.games.daifen.conftest import new_continent
from tests.site.games.fief.conftest import POST
from tests.site.games.fief.conftest import new_match as fief_match
from tests.site.matches.builders import give_orders, pass_deadline, running, seat_of
from tests.site.matchpage.conftest import resolve
from tests.site.regency.builders import in_force, over

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]
SEALS = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|X-CSRFToken[^}]*')


def watched(alice: Player, bob: Player, after: int = 2, turns: int = 4) -> Match:
    """A match of which so many turns have been played, all open after a delay."""
    match = running(alice, bob, pace=Pace(grace=0, missed=20))
    Match.objects.filter(pk=match.pk).update(open_after=after)
    for _ in range(turns):
        give_orders(match, alice)
        pass_deadline(match)
    match.refresh_from_db()
    return match


def without_seals(page: Any, less: str = "") -> str:
    """What a page says, but for what is drawn anew each time."""
    return SEALS.sub("", page.content.decode()).replace(less, "")


def stand(client: Client, match: Match, query: str = "") -> Any:
    """The stand."""
    return client.get(f"/partie/{match.code}/tribune/{query}")


def test_each_seat_is_shown_as_it_was_and_no_later_turn(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match, client = watched(alice, bob), client_of(charlie)
    page = stand(client, match, "?seigneur=j2").content.decode()
    assert "tour 2" in page and "?seigneur=j2&amp;tour=1" in page and "tour=3" not in page
    for turn, status in ((0, 200), (2, 200), (3, 404), (4, 404), (99, 404)):
        assert stand(client, match, f"?seigneur=j1&tour={turn}").status_code == status
        picture = client.get(f"/partie/{match.code}/tribune/carte.svg?seigneur=j1&tour={turn}")
        assert picture.status_code == status
    assert stand(client, match, "?seigneur=j9").status_code == 404
    assert stand(client, match, "?tour=x").status_code == 404
    pass_deadline(match)
    assert stand(client, match, "?seigneur=j1&tour=3").status_code == 200


def test_two_worlds_that_differ_in_what_is_newer_look_alike(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    """The turns that are not open yet are changed, and kept back from every page of the stand."""
    match, client = watched(alice, bob), client_of(charlie)
    pages = [f"?seigneur={seat}&tour={turn}" for seat in ("j1", "j2") for turn in (0, 1, 2)]

    def seen() -> list[str]:
        texts = [without_seals(stand(client, match, page)) for page in pages]
        files = [client.get(f"/partie/{match.code}/tribune/carte.svg{page}").content.decode() for page in pages]
        return texts + files

    before = seen()
    Step.objects.filter(match=match, number__gt=2).update(events=b"[]", state=b"{}", answers=[])
    assert seen() == before


@pytest.mark.parametrize("who", ["player", "regent", "former regent", "former player", "banned", "guest", "nobody"])
def test_who_plays_or_shows_no_name_sees_none_of_it(
    alice: Player, bob: Player, charlie: Player, client_of: Browser, who: str
) -> None:
    match = watched(alice, bob)
    if "regent" in who:
        regency = in_force(seat_of(match, alice), charlie, letters=True)
        if who == "former regent":
            over(regency)
    if who == "former player":
        host_actions.offer(seat_of(match, bob), bob)
        host_actions.take_over(seat_of(match, bob), charlie)
    if who == "banned":
        ban_from_match(seat_of(match, bob), new_player("Juge"), "deux comptes")
    people = {
        "player": alice,
        "banned": bob,
        "former player": bob,
        "guest": Player.objects.create_user("Visiteuse", guest=True),
    }
    client = Client() if who == "nobody" else client_of(people.get(who, charlie))
    page = stand(client, match, "?seigneur=j2&tour=1").content.decode()
    assert 'id="vu"' not in page and 'name="do" value="say"' not in page
    assert client.get(f"/partie/{match.code}/tribune/carte.svg?seigneur=j2&tour=1").status_code == 404
    spectator = client.get(f"/partie/{match.code}/spectateur/").content.decode()
    assert 'id="vu"' not in spectator
    if who in ("player", "guest", "nobody"):
        Match.objects.filter(pk=match.pk).update(status=OVER)
        assert 'id="vu"' in stand(client, match, "?seigneur=j2&tour=1").content.decode()


def test_other_pages_and_programs_show_spectators_what_they_showed_before(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match, client = watched(alice, bob), client_of(charlie)
    for page in ("bilan/1/?tour=1", "film/?tour=1", "histoire/?tour=1"):
        asked, plain = (client.get(f"/partie/{match.code}/{page}{more}") for more in ("&seigneur=j1", ""))
        assert asked.status_code == 200 and without_seals(asked, "&amp;seigneur=j1") == without_seals(plain)
    assert client.get(f"/api/matches/{match.code}/turns/1/events?seat=j1").status_code == 403


def test_a_table_of_secret_players_has_not_the_choice(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    assert "open_after" not in DaifenForm(player=alice).fields
    table = open_table(alice, "x", {"continent": "Brumes", "lords": 4}, Pace(), game="daifen", open_after=2)
    assert table.open_after is None
    match = new_continent(alice, bob)
    Match.objects.filter(pk=match.pk).update(open_after=1)
    for _ in range(3):
        resolve(match)
    match.refresh_from_db()
    assert last_open_turn(match) is None
    assert 'id="vu"' not in stand(client_of(charlie), match).content.decode()


def test_a_table_chooses_and_says_so(alice: Player, client_of: Browser) -> None:
    assert "open_after" in TableForm(player=alice).fields
    sent = {"title": "Ouverte", "preset": "weekly", "map": "SCANDINAVIE", "lords": 2, "early": "no", "open_after": "3"}
    client_of(alice).post("/tables/nouvelle/", sent)
    match = Match.objects.get(title="Ouverte")
    assert match.open_after == 3
    assert "avec 3 tours de retard" in client_of(alice).get(f"/table/{match.code}/").content.decode()
    refused = client_of(alice).post("/tables/nouvelle/", {**sent, "open_after": "0"})
    assert refused.status_code == 200 and Match.objects.count() == 1


def test_without_the_choice_there_is_what_is_public(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = watched(alice, bob)
    Match.objects.filter(pk=match.pk).update(open_after=None)
    page = stand(client_of(charlie), match).content.decode()
    assert "ce qui est public" in page and 'id="vu"' not in page
    assert stand(client_of(charlie), match, "?tour=0&seigneur=j1").status_code == 200


def test_of_a_match_that_goes_decision_by_decision_whole_turns_lie_between(alice: Player) -> None:
    match = fief_match(alice, pace=POST)
    Match.objects.filter(pk=match.pk).update(open_after=1)
    match.refresh_from_db()
    for turn, last in ((1, None), (2, 0), (3, 1), (5, 3)):
        match.turn = turn
        assert last_open_turn(match) == last
    match.turn = 1
    assert moment(match, 0) is None


def test_a_private_match_is_watched_by_those_who_may_enter(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = watched(alice, bob)
    Match.objects.filter(pk=match.pk).update(private=True, password="x")
    assert stand(client_of(charlie), match).status_code == 404
    assert AnonymousUser().is_authenticated is False and new_player("Dora")


def test_who_was_banned_sees_nothing_of_the_others(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = watched(alice, bob)
    ban_from_match(seat_of(match, bob), charlie, "deux comptes")
    picture = f"/partie/{match.code}/tribune/carte.svg?seigneur=j1&tour=1"
    assert (client_of(bob).get(picture).status_code, client_of(charlie).get(picture).status_code) == (404, 200)
