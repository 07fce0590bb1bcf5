"""Table talk: who hears it and who speaks, what becomes of a line, and what the host may do about it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from heraut.site.accounts.models import Player
from heraut.site.lobby.takeover import ask_replacement, take_over
from heraut.site.matches import models as m
from heraut.site.matches.models import Activity, Match
from heraut.site.matchpage.polling import address_of
from heraut.site.messaging.models import Remark
from heraut.site.messaging.table_talk import BESIDE, LONGEST, PAGE, speak
from heraut.site.moderation.models import Report
from heraut.site.notifications.models import Letter
from tests.site.conftest import PASSWORD, new_player
from tests.site.games.boards import decision, seat_of
from tests.site.games.fief.conftest import new_match, until

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]


@pytest.fixture(autouse=True)
def uncounted() -> Iterator[None]:
    """Lines counted against the allowance of a player belong to one test."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def table(alice: Player, bob: Player, dora: Player, charlie: Player) -> Match:
    """Alice, Bob, Dora and a bot round a public board, which Charlie looks after without playing."""
    match = new_match(alice, bob, dora)
    Match.objects.filter(pk=match.pk).update(host=charlie)
    match.refresh_from_db()
    return match


@pytest.fixture
def private(table: Match) -> Match:
    """The same, private: known to whoever knows its address."""
    Match.objects.filter(pk=table.pk).update(private=True)
    table.refresh_from_db()
    return table


def talk(match: Match) -> str:
    return f"/partie/{match.code}/propos/"


def read(client: Client, url: str, **headers: str) -> str:
    """What a page says."""
    found = client.get(url, headers=headers or None)
    assert found.status_code == 200, url
    return str(found.content.decode())


def told(client: Client, match: Match) -> list[str]:
    """The lines that a page shows, and the words of each."""
    talk_lines = re.search(r'<ol class="plain-list talk-lines">(.*?)</ol>', read(client, talk(match)), re.S)
    assert talk_lines is not None
    return [re.sub(r"<[^>]+>", "", line).strip() for line in re.findall(r"<li.*?</li>", talk_lines[1], re.S)]


def beat(client: Client, match: Match, seat: int) -> str:
    """The poll of a seat, whole."""
    return read(client, poll_address(match, seat))


def poll_address(match: Match, seat: int) -> str:
    """Where the pages of who holds a seat ask."""
    return address_of(match, match.seats.filter(pk=seat).first())


# Who hears


@pytest.mark.slow
@pytest.mark.rule("FI-NEG-03")
def test_speech_is_free_at_any_time_of_the_game(
    table: Match, alice: Player, bob: Player, dora: Player, client_of: Browser
) -> None:
    hers, his, third = client_of(alice), client_of(bob), client_of(dora)
    seen: list[str] = []

    def all_talk(when: str) -> None:
        """One line in the open and one letter from Alice to Bob: who reads which."""
        cache.clear()
        assert hers.post(talk(table), {"text": f"En public, {when}"}).status_code == 302
        sent = hers.post(f"/partie/{table.code}/lettres/", {"to": "Bob", "text": f"Sous le sceau, {when}"})
        assert sent.status_code == 302
        for client in (hers, his, third, Client()):
            assert f"En public, {when}" in read(client, talk(table))
            assert f"En public, {when}" in read(client, f"/partie/{table.code}/")
            assert "Sous le sceau" not in read(client, talk(table)) + read(client, f"/partie/{table.code}/")
        for client in (hers, his):
            assert f"Sous le sceau, {when}" in read(client, sent.headers["Location"])
        assert third.get(sent.headers["Location"]).status_code == 404
        assert "Sous le sceau" not in read(third, f"/partie/{table.code}/lettres/")
        seen.append(when)

    for kind in ("settle", "cards", "purchase", "move", "window"):
        until(table, alice, kind)
        all_talk(kind)
    Match.objects.filter(pk=table.pk).update(status=m.PAUSED)
    all_talk("pause")
    Match.objects.filter(pk=table.pk).update(status=m.RUNNING)
    until(table, bob, "cards")
    all_talk("au tour de Bob" if decision(table, alice) is None else "encore")
    assert len(seen) == 7
    purses = [one.purse for one in table.realm.families]
    speak(seat_of(table, alice), "Je donne 500 écus à Bob, parole !")  # and yet nobody is bound
    table.refresh_from_db()
    assert [one.purse for one in table.realm.families] == purses


def test_a_table_that_is_over_still_talks(table: Match, alice: Player, client_of: Browser) -> None:
    Match.objects.filter(pk=table.pk).update(status=m.OVER)
    assert client_of(alice).post(talk(table), {"text": "Bien joué !"}).status_code == 302
    assert "Bien joué !" in read(Client(), talk(table))


def test_only_those_at_the_table_speak(table: Match, alice: Player, charlie: Player, client_of: Browser) -> None:
    assert client_of(charlie).post(talk(table), {"text": "Oyez !"}).status_code == 404
    away = Client().post(talk(table), {"text": "Oyez !"})
    assert (
        away.status_code == 401 and "Oyez !" in away.content.decode()
    )  # whoever was logged out is shown what he typed
    assert not Remark.objects.exists()
    for page in (read(client_of(charlie), talk(table)), read(Client(), f"/partie/{table.code}/spectateur/")):
        assert 'name="text"' not in page and "Autour de la table" in page


@pytest.mark.slow
def test_the_talk_of_a_private_table_is_for_those_who_sit_there_and_its_host(
    private: Match, alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    speak(seat_of(private, alice), "Entre nous.")
    stranger, staff = client_of(new_player("Étienne")), new_player("Sylvie", is_staff=True)
    for client in (client_of(alice), client_of(bob), client_of(charlie), client_of(staff)):
        assert "Entre nous." in read(client, talk(private))
    for client in (stranger, Client()):
        assert client.get(talk(private)).status_code in (302, 404)
        assert client.get(talk(private), headers={"HX-Request": "true"}).status_code in (302, 404)
        for place in ("", "spectateur/", "histoire/", "bilan/"):
            assert "Entre nous." not in read(client, f"/partie/{private.code}/{place}")
        assert "Autour de la table" not in read(client, f"/partie/{private.code}/")
    assert "Entre nous." not in read(client_of(alice), f"/partie/{private.code}/spectateur/")  # as others see it
    assert "Entre nous." in read(client_of(bob), f"/partie/{private.code}/")


def test_whoever_takes_a_seat_over_hears_all_and_whoever_left_no_more(
    private: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    speak(seat_of(private, alice), "Avant.")
    heir, seat = new_player("Étienne"), seat_of(private, bob)
    ask_replacement(seat)
    take_over(seat, heir)
    assert "Avant." in read(client_of(heir), talk(private))
    assert client_of(bob).get(talk(private)).status_code == 404
    assert client_of(bob).post(talk(private), {"text": "Après."}).status_code == 404


@pytest.mark.parametrize("game", ["lands", "continent"])
def test_games_whose_rules_have_no_table_have_no_such_page(
    game: str, alice: Player, charlie: Player, client_of: Browser, request: pytest.FixtureRequest
) -> None:
    match = request.getfixturevalue(game)
    Match.objects.filter(pk=match.pk).update(host=charlie)
    assert client_of(alice).get(talk(match)).status_code == 404
    assert client_of(alice).post(talk(match), {"text": "Oyez !"}).status_code == 404
    assert client_of(charlie).post(f"/table/{match.code}/hote/retirer/", {"line": 1, "reason": "?"}).status_code == 404


# What is said


def test_a_line_said_beside_the_board_is_there_and_no_mail_goes_out(
    table: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    mails = Letter.objects.count()
    said = client_of(alice).post(talk(table), {"text": "Qui me suit ?", "beside": "1"})
    assert said.headers["Location"] == f"/partie/{table.code}/#propos"
    page = read(client_of(bob), f"/partie/{table.code}/")
    assert "<strong>Alice</strong> Qui me suit ?" in page
    assert Letter.objects.count() == mails


def test_a_script_is_answered_with_the_lines_alone(
    table: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    headers = {"HX-Request": "true"}
    said = client_of(alice).post(talk(table), {"text": "Qui me suit ?"}, headers=headers)
    words = said.content.decode()
    assert said.headers["HX-Trigger"] == "said" and "<html" not in words
    assert 'data-said="1"' in words and '<li class="own">' in words
    assert "Qui me suit ?" in read(client_of(bob), talk(table), **{"HX-Request": "true"})
    empty = client_of(alice).post(talk(table), {"text": "  "}, headers=headers)
    assert "HX-Trigger" not in empty.headers and "Vous n&#39;avez rien dit." in empty.content.decode()


@pytest.mark.parametrize("text", ["", " \n ", "x" * (LONGEST + 1)])
def test_a_line_without_words_or_too_long_is_refused_and_kept_in_its_field(
    table: Match, alice: Player, client_of: Browser, text: str
) -> None:
    page = client_of(alice).post(talk(table), {"text": text}).content.decode()
    assert ("rien dit" if len(text) < 9 else "caractères : 400 au plus") in page.replace("\u202f", " ").replace(
        "\xa0", " "
    )
    assert f'value="{text}"' in page
    table.refresh_from_db()
    assert not Remark.objects.exists() and table.talk == 0


def test_a_line_is_plain_text_on_one_line(table: Match, alice: Player, bob: Player, client_of: Browser) -> None:
    client_of(alice).post(talk(table), {"text": f"<b>A</b>\r\nB\u202eC\x00  D\xa0! {'é' * 300}"})
    assert Remark.objects.get().text == f"<b>A</b> BC D\xa0! {'é' * 300}"
    page = read(client_of(bob), f"/partie/{table.code}/")
    assert "&lt;b&gt;A&lt;/b&gt;" in page and "<b>A</b>" not in page
    assert client_of(alice).post(talk(table), {"text": "é" * LONGEST}).status_code == 302


@pytest.mark.slow
def test_so_many_lines_a_minute_and_no_more(table: Match, alice: Player, bob: Player, client_of: Browser) -> None:
    hers = client_of(alice)
    for number in range(20):
        assert hers.post(talk(table), {"text": f"Ligne {number}"}).status_code == 302
    page = hers.post(talk(table), {"text": "La vingt et unième"}).content.decode()
    assert "laissez les autres répondre" in page and 'value="La vingt et unième"' in page
    assert Remark.objects.count() == 20
    assert client_of(bob).post(talk(table), {"text": "Enfin."}).status_code == 302  # each has his own measure


@pytest.mark.slow
def test_older_lines_are_on_older_pages(table: Match, alice: Player, client_of: Browser) -> None:
    seat = seat_of(table, alice)
    for number in range(PAGE + 5):
        speak(seat, f"Ligne {number:02}.")
    client = client_of(alice)
    last = read(client, talk(table))
    assert "Ligne 04." not in last and "Ligne 05." in last and f"Ligne {PAGE + 4}." in last
    older = read(client, talk(table) + re.search(r'href="(\?avant=\d+)"', last)[1])  # type: ignore[index]
    assert "Ligne 04." in older and "Ligne 05." not in older and "Lignes plus anciennes" not in older
    beside = read(client, f"/partie/{table.code}/")
    assert f"Ligne {PAGE + 5 - BESIDE}." in beside and f"Ligne {PAGE + 4 - BESIDE}." not in beside
    for odd in ("?avant=", "?avant=x", "?avant=٣", "?avant=99999999999", "?avant=0"):
        assert client.get(talk(table) + odd).status_code == 200


@pytest.mark.slow
def test_a_talkative_table_asks_the_database_little(
    table: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    for number in range(2 * PAGE):
        speak(seat_of(table, (alice, bob)[number % 2]), f"Ligne {number}.")
    for client in (client_of(alice), Client()):
        for place in ("", "propos/", "propos/?avant=60"):
            client.get(f"/partie/{table.code}/{place}")
            with CaptureQueriesContext(connection) as asked:
                client.get(f"/partie/{table.code}/{place}")
            assert len(asked) <= 20, place


# Live


def test_the_poll_tells_that_something_was_said_and_asks_nothing_more(
    table: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    seat, client = seat_of(table, bob).pk, Client()
    before = beat(client, table, seat)
    shown = re.search(r'data-beat="([^"]+)"', read(client_of(bob), f"/partie/{table.code}/"))
    assert shown is not None and before == f"{shown[1]}.0"
    speak(seat_of(table, alice), "Qui me suit ?")
    address = poll_address(table, seat)
    with CaptureQueriesContext(connection) as asked:
        after = read(client, address)
    assert after == f"{shown[1]}.1" and len(asked) == 2  # the match, the seat
    quiet = client.get(f"{poll_address(table, seat)}?vu={after}")
    assert (quiet.status_code, quiet.content) == (204, b"")


def test_the_poll_of_passers_by_keeps_quiet_about_a_private_table(private: Match, alice: Player, bob: Player) -> None:
    before = beat(Client(), private, 0)
    speak(seat_of(private, alice), "Entre nous.")
    assert beat(Client(), private, 0) == before
    assert beat(Client(), private, seat_of(private, bob).pk).endswith(".1")
    Match.objects.filter(pk=private.pk).update(private=False)
    assert beat(Client(), private, 0) != before


# The host, and what becomes of persons


@pytest.mark.slow
def test_the_host_removes_a_line_and_the_chronicle_says_so(
    table: Match, alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    speak(seat_of(table, alice), "Une grossièreté.")
    speak(seat_of(table, bob), "Allons, allons.")
    act, host = f"/table/{table.code}/hote/retirer/", client_of(charlie)
    assert client_of(alice).post(act, {"line": 1, "reason": "moi"}).status_code == 403
    assert "?retirer=1" in read(host, talk(table)) and "?retirer" not in read(client_of(alice), talk(table))
    asked = read(host, f"{talk(table)}?retirer=1")
    assert "Une grossièreté.</blockquote>" in asked
    assert "<blockquote" not in read(client_of(alice), f"{talk(table)}?retirer=1")
    assert "Raison" in read_after(host, act, {"line": "1", "reason": ""}) and not Activity.objects.filter(
        kind="line_removed"
    )

    before = beat(Client(), table, 0)
    assert host.post(act, {"line": 1, "reason": "Restons courtois"}).headers["Location"] == talk(table)
    assert beat(Client(), table, 0) != before  # it goes from the pages that are open too
    for client in (client_of(alice), Client()):
        lines = told(client, table)
        assert ["Ligne retirée par l&#39;hôte. Raison" in line for line in lines] == [True, False]
        assert "Restons courtois" in lines[0]
    activity = Activity.objects.get(match=table, kind="line_removed")
    assert (activity.author, activity.data) == (charlie, {"seats": ["j1"], "reason": "Restons courtois"})
    chronicle = read(Client(), f"/partie/{table.code}/histoire/")
    assert "retirée de la conversation de la table (Alice)" in chronicle and "Restons courtois" in chronicle
    assert "grossièreté" not in json.dumps(list(Remark.objects.values("text")), ensure_ascii=False)
    host.post(act, {"line": 1, "reason": "encore"})  # once is enough
    assert Activity.objects.filter(kind="line_removed").count() == 1


def read_after(client: Client, url: str, data: dict[str, str]) -> str:
    """What the page says to which a form leads."""
    return str(client.post(url, data, follow=True).content.decode())


@pytest.mark.slow
def test_whoever_reads_a_line_may_report_it_but_its_author(
    table: Match, alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    speak(seat_of(table, alice), "Une grossièreté.")
    stranger, form = client_of(new_player("Edgar")), {"report": 1, "why": "C'est grossier."}
    assert "?signaler=1" not in read(client_of(alice), talk(table)) + read(Client(), talk(table))
    for client in (stranger, client_of(bob), client_of(charlie)):
        assert "?signaler=1" in read(client, talk(table))
    assert "Une grossièreté.</blockquote>" in read(client_of(bob), f"{talk(table)}?signaler=1")
    assert "Dites ce qui ne va pas" in read_after(client_of(bob), talk(table), {"report": "1", "why": ""})
    for client in (stranger, client_of(bob)):
        assert "veillent sur la partie" in read_after(client, talk(table), form)
    assert "déjà signalé" in read_after(stranger, talk(table), form)
    assert "elle est de vous" in read_after(client_of(alice), talk(table), form)
    turned_away = Client().post(talk(table), form)  # logged out meanwhile: what was written is shown again
    assert turned_away.status_code == 401 and "est grossier." in turned_away.content.decode()
    assert Report.objects.count() == 2
    found = Report.objects.get(author=bob)
    assert (found.kind, found.excerpt, found.written_by, found.writer) == ("line", "Une grossièreté.", "Alice", alice)
    assert "Une grossièreté." in read(client_of(charlie), found.address)
    client_of(charlie).post(f"/table/{table.code}/hote/retirer/", {"line": 1, "reason": "Restons courtois"})
    assert not Report.objects.filter(settled=None).exists()
    told = Letter.objects.get(kind="words_removed", player=alice).text
    assert "Une grossièreté." in told and "Restons courtois" in told


def test_a_host_who_plays_removes_a_line_and_all_read_that_he_plays(
    table: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    Match.objects.filter(pk=table.pk).update(host=alice)
    speak(seat_of(table, bob), "Tu triches, Alice !")
    assert "?signaler=1" in read(client_of(alice), talk(table))  # he may leave it to others
    client_of(alice).post(f"/table/{table.code}/hote/retirer/", {"line": 1, "reason": "Pas ici"})
    for line in (told(Client(), table)[0], read(Client(), f"/partie/{table.code}/")):
        assert "retirée par l&#39;hôte, qui joue dans cette partie" in line and "Pas ici" in line


def test_nobody_reports_what_he_does_not_hear(private: Match, alice: Player, client_of: Browser) -> None:
    speak(seat_of(private, alice), "Entre nous.")
    assert client_of(new_player("Edgar")).post(talk(private), {"report": 1, "why": "?"}).status_code == 404
    assert not Report.objects.exists()


def test_a_host_removes_lines_of_his_own_tables_alone(
    table: Match, alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    other = new_match(alice, bob)
    for _ in range(3):
        speak(seat_of(other, alice), "Ailleurs.")
    client_of(charlie).post(f"/table/{table.code}/hote/retirer/", {"line": 3, "reason": "?"})
    assert client_of(charlie).post(f"/table/{other.code}/hote/retirer/", {"line": 3, "reason": "?"}).status_code == 403
    assert not Remark.objects.filter(removed=True).exists()


def test_lines_are_exported_and_go_with_the_account(
    table: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    speak(seat_of(table, alice), "De moi.")
    speak(seat_of(table, bob), "De lui.")
    data: dict[str, Any] = client_of(alice).get("/compte/donnees/").json()
    assert [(one["match__code"], one["text"]) for one in data["table_talk"]] == [(table.code, "De moi.")]
    gone = client_of(alice).post("/compte/supprimer/", {"password": PASSWORD, "sure": "on"})
    assert gone.status_code == 302
    assert list(Remark.objects.values_list("text", flat=True)) == ["De lui."]
    assert "De moi." not in read(client_of(bob), talk(table))
