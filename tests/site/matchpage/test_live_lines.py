"""What the pages of a match say of it while they are open, and what the poll gives away: nothing that a page keeps."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from time import process_time
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.lobby.tables import join, open_table
from heraut.site.matches import models as m
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import save_orders
from heraut.site.matchpage.polling import NOBODY, address_of, sign
from tests.site.conftest import new_player
from tests.site.games.daifen.conftest import new_continent
from tests.site.matches.builders import OPTIONS, WEEKLY
from tests.site.matchpage.conftest import new_match, resolve

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]
PAGES = ("", "ordres/", "bilan/", "lettres/", "histoire/", "statistiques/", "outils/argentier/", "regles/")


def poll(match: Match, seat: int = NOBODY, client: Client | None = None, seen: str = "") -> Any:
    """What the address of the poll answers."""
    return (client or Client()).get(f"{poll_address(match, seat)}?vu={seen}")


def poll_address(match: Match, seat: int) -> str:
    """Where the pages of who holds a seat ask."""
    return address_of(match, match.seats.filter(pk=seat).first())


def lines(client: Client, match: Match, page: str = "", **headers: str) -> str:
    """The lines that follow the match, as a page has them."""
    text = unescape(client.get(f"/partie/{match.code}/{page}", headers=headers).content.decode())
    found = re.search(r'<p id="suivi-mots" role="status">(.*?)</p>', text, re.S)
    assert found is not None, page
    return " ".join(re.sub(r"<[^>]+>", "", found[1]).split())


# Lines


@pytest.mark.rule("GP-GEN-02")
def test_who_has_sealed_is_told_whom_he_waits_for(match: Match, alice: Player, bob: Player, client_of: Browser) -> None:
    hers = client_of(alice)
    assert lines(hers, match) == ""  # she has not done her part: there is nothing to wait for
    save_orders(match.seats.get(user=alice), "CHE 1", seal=True)
    assert {lines(hers, match, page) for page in PAGES} == {"On attend encore Iseult."}
    assert lines(Client(), match) == "On attend encore Iseult."
    save_orders(match.seats.get(user=bob), "CHE 1", seal=True)
    assert lines(hers, match) == "Personne d'autre n'est attendu."


def test_every_page_says_that_the_turn_is_being_resolved(match: Match, alice: Player, client_of: Browser) -> None:
    Match.objects.filter(pk=match.pk).update(claimed_until=timezone.now() + timedelta(minutes=2))
    for page in PAGES:
        assert (
            lines(client_of(alice), match, page)
            == f"Le tour {match.step + 1} est en cours de résolution : le bilan viendra ici."
        )
    Match.objects.filter(pk=match.pk).update(claimed_until=None, deadline=timezone.now() - timedelta(seconds=1))
    assert "en cours de résolution" in lines(Client(), match)  # past the deadline, however late the worker is


def test_a_report_stays_in_view_until_it_is_read(match: Match, alice: Player, bob: Player, client_of: Browser) -> None:
    hers = client_of(alice)
    resolve(match)
    match.refresh_from_db()
    turn = match.step
    for page in ("", "ordres/", "histoire/"):
        assert lines(hers, match, page) == f"Bilan du tour {turn} Le tour {turn} est résolu."
    hers.get(f"/partie/{match.code}/bilan/{turn - 1}/")  # an old one is another one
    hers.head(f"/partie/{match.code}/bilan/")
    client_of(bob).get(f"/partie/{match.code}/bilan/")
    assert "Bilan" in lines(hers, match)
    assert "Bilan" not in lines(hers, match, "bilan/")
    assert {lines(hers, match, page) for page in PAGES} == {""}
    resolve(match)
    assert "Bilan du tour" in lines(hers, match)


def test_news_of_a_passer_by_is_what_happens_under_his_eyes(match: Match) -> None:
    assert "Bilan" not in lines(Client(), match)
    assert "Bilan du tour 2" in lines(Client(), match, "", **{"X-Heraut-Step": "1"})
    assert "Bilan" not in lines(Client(), match, "", **{"X-Heraut-Step": "-1 or 1"})


def test_the_lines_alone_come_without_the_page(match: Match, alice: Player, client_of: Browser) -> None:
    headers = {"HX-Request": "true", "HX-Target": "suivi"}
    save_orders(match.seats.get(user=alice), "CHE 1", seal=True)
    page = client_of(alice).get(f"/partie/{match.code}/", headers=headers).content.decode()
    assert 'id="suivi"' in page and 'id="onglets"' in page and 'id="seigneurs"' in page
    assert "<html" not in page and 'svg class="map' not in page and len(page) < 15_000
    other = client_of(alice).get(f"/partie/{match.code}/ordres/", headers=headers).content.decode()
    assert 'id="suivi"' in other and 'id="seigneurs"' not in other


# Without scripts


def test_only_pages_that_hold_no_typing_load_themselves_again(match: Match, alice: Player, client_of: Browser) -> None:
    def reloads(client: Client, page: str) -> bool:
        return 'http-equiv="refresh"' in client.get(f"/partie/{match.code}/{page}").content.decode()

    hers = client_of(alice)
    assert {page for page in PAGES if reloads(hers, page)} == {"bilan/", "histoire/"}
    assert reloads(Client(), "")
    Match.objects.filter(pk=match.pk).update(status=m.OVER)
    assert not reloads(Client(), "")


# The poll


def test_an_unchanged_match_costs_two_queries_and_next_to_no_time(match: Match, alice: Player) -> None:
    seat = match.seats.get(user=alice).pk
    now = poll(match, seat).content.decode()
    client, address = Client(), f"{poll_address(match, seat)}?vu={now}"
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(address)
    assert (answer.status_code, answer.content, len(asked)) == (204, b"", 3)  # the match, the seat, who has sealed
    begun = process_time()
    for _ in range(50):
        client.get(address)
    assert (process_time() - begun) / 50 < 0.02  # a test client's own work is most of it


def test_who_holds_a_seat_no_more_hears_nothing_of_it(match: Match, alice: Player, bob: Player) -> None:
    hers = match.seats.get(user=alice)
    address = poll_address(match, hers.pk)
    assert Client().get(address).status_code == 200
    Seat.objects.filter(user=bob).update(user=None)
    Seat.objects.filter(pk=hers.pk).update(user=bob)
    assert Client().get(address).status_code == 404


def test_the_page_and_the_poll_know_the_same(match: Match, alice: Player, client_of: Browser) -> None:
    seat = match.seats.get(user=alice).pk
    page = client_of(alice).get(f"/partie/{match.code}/").content.decode()
    shown, asked = re.search(r'data-beat="([^"]+)"', page), re.search(r'data-poll="([^"]+)"', page)
    assert asked is not None and client_of(alice).get(asked[1]).status_code == 200
    assert shown is not None and poll(match, seat).content.decode() == f"{shown[1]}.0"


def test_the_poll_beats_when_anything_happens(match: Match, bob: Player) -> None:
    beats = [poll(match).content]

    def beat() -> bool:
        beats.append(poll(match).content)
        return beats[-1] not in beats[:-1]

    his = match.seats.get(user=bob)
    save_orders(his, "CHE 1", seal=True)
    assert beat()
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now() + timedelta(days=3))
    assert beat()
    Match.objects.filter(pk=match.pk).update(claimed_until=timezone.now() + timedelta(minutes=1))
    assert beat()
    Match.objects.filter(pk=match.pk).update(claimed_until=None)
    resolve(match)
    assert beat()
    Match.objects.filter(pk=match.pk).update(status=m.PAUSED)
    assert beat()


def test_orders_that_are_saved_move_nothing(match: Match, bob: Player) -> None:
    before = poll(match).content
    save_orders(match.seats.get(user=bob), "CHE 1")
    save_orders(match.seats.get(user=bob), "CHE 2")
    assert poll(match).content == before


def lines_alone(browser, match):
    """What a script gets that asks for the lines alone, less the tokens of its forms."""
    page = browser.get(f"/partie/{match.code}/", headers={"HX-Target": "suivi"}).content.decode()
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)


@pytest.mark.rule("DA-FOG-08")
def test_on_a_continent_nothing_tells_who_has_sealed(alice: Player, bob: Player, client_of: Browser) -> None:
    match = new_continent(alice, bob, 1)
    hers = match.seats.get(user=alice)
    save_orders(hers, "", seal=True)
    pages = {page: lines(client_of(alice), match, page) for page in ("", "ordres/", "bilan/", "histoire/")}
    assert set(pages.values()) == {"Vous avez scellé. Qui est encore attendu est un secret."}
    beats = [poll(match, seat).content for seat in (NOBODY, hers.pk)]
    fragment = lines_alone(client_of(alice), match)
    save_orders(match.seats.get(user=bob), "", seal=True)
    Seat.objects.filter(match=match, name="j3").update(sealed=match.step + 1)
    assert [poll(match, seat).content for seat in (NOBODY, hers.pk)] == beats
    assert lines_alone(client_of(alice), match) == fragment


# Tables that wait


def test_a_table_that_waits_is_followed(alice: Player, bob: Player, client_of: Browser) -> None:
    table = open_table(alice, "La table", {**OPTIONS, "lords": 4}, WEEKLY, game="gloire")
    before = poll(table).content
    page = client_of(alice).get(f"/table/{table.code}/").content.decode()
    assert f'data-beat="{before.decode().rpartition(".")[0]}"' in page and sign(table.code, NOBODY) in page
    join(table, bob, "Bohort")
    assert poll(table).content != before
    again = poll(table).content
    Seat.objects.filter(match=table).update(confirmed=True)
    assert poll(table).content != again


@pytest.mark.rule("DA-FOG-08")
def test_a_continent_that_waits_tells_how_many_and_not_who(alice: Player, bob: Player) -> None:
    table = open_table(
        alice, "Le continent", {"continent": "Brumes", "lords": 4, "abandon_after": None}, WEEKLY, game="daifen"
    )
    before = poll(table).content
    join(table, bob, "Bohort", choices={})
    after = poll(table).content
    assert before != after
    Seat.objects.filter(match=table).update(confirmed=True, user=alice)
    assert poll(table).content == after


def test_a_match_between_many_names_few(alice: Player, bob: Player, client_of: Browser) -> None:
    match = new_match(alice, bob, 0, lords=10)
    save_orders(match.seats.get(user=alice), "CHE 1", seal=True)
    for number, seat in enumerate(match.seats.filter(user=None)):
        Seat.objects.filter(pk=seat.pk).update(user=new_player(f"Joueur{number}"), bot="")
    assert lines(client_of(alice), match) == "On attend encore 9 seigneurs sur 10."


@pytest.mark.parametrize(
    ("minutes", "state", "words"),
    [
        (1, {}, "est en cours de résolution"),
        (10, {}, "est en retard"),
        (1, {"fault": "RecordError: an order"}, "n'a pas pu être résolu : l'hôte"),
        (10, {"held_until": timezone.now() + timedelta(hours=1)}, "est en cours de résolution"),
    ],
)
def test_a_turn_that_is_not_resolved_says_so(
    alice: Player, bob: Player, client_of: Browser, minutes: int, state: dict[str, Any], words: str
) -> None:
    match = new_match(alice, bob, turns=0)
    seen = poll(match).content
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now() - timedelta(minutes=minutes), **state)
    assert words in lines(client_of(alice), match).replace("\u00a0", " ")
    table = unescape(client_of(alice).get(f"/table/{match.code}/").content.decode()).replace("\u00a0", " ")
    assert (words in table) is ("cours" not in words) and "RecordError" not in table
    assert poll(match, seen=seen.decode()).content, "pages that are open learn of it"
