"""The table in a browser without scripts: answers by forms, drafts that can be undone, notes that answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.test import Client

from heraut.engine.protocol import Event
from heraut.engine.protocol import Seat as SeatName
from heraut.site.accounts.models import Player
from heraut.site.common.words import day
from heraut.site.games.fief.chronicle import Line, Teller
from heraut.site.games.fief.naming import fixed
from heraut.site.matches.models import PAUSED, Match, Seat
from heraut.site.matches.pace import Pace
from heraut.site.notifications.match_mails import until as time_left
from tests.site.games.boards import answer, decision, seat_of
from tests.site.games.fief.conftest import new_match, until

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]


def read(client: Client, match: Match) -> str:
    """The table."""
    response = client.get(f"/partie/{match.code}/")
    assert response.status_code == 200
    return response.content.decode()


def key_of(page: str) -> str:
    """The question that the form answers."""
    found = re.search(r'name="key" value="(\w+)"', page)
    assert found is not None
    return found[1]


def test_an_answer_by_a_form_is_taken_and_the_page_goes_on(alice: Player, bob: Player, browser: Browser) -> None:
    match = new_match(alice, bob)
    until(match, alice, "cards")
    client = browser(alice)
    page = read(client, match)
    assert "À vous de jouer vos cartes" in page
    response = client.post(f"/partie/{match.code}/", {"key": key_of(page), "give": "FIN"})
    assert response.status_code == 302
    match.refresh_from_db()
    assert decision(match, alice) is None or decision(match, alice).kind != "cards"


def test_while_a_match_is_paused_nobody_is_sent_to_a_question(alice: Player, bob: Player, browser: Browser) -> None:
    match = new_match(alice, bob)
    until(match, alice, "cards")
    address = f"/partie/{match.code}/bilan/"
    assert 'id="barre-sceller"' in browser(alice).get(address).content.decode()
    Match.objects.filter(pk=match.pk).update(status=PAUSED)
    page = browser(alice).get(address).content.decode()
    assert "Partie en pause" in page and 'id="barre-sceller"' not in page


def test_an_answer_to_a_question_that_has_passed_is_not_taken(alice: Player, bob: Player, browser: Browser) -> None:
    match = new_match(alice, bob)
    until(match, alice, "cards")
    client = browser(alice)
    key = key_of(read(client, match))
    answer(match, alice, "FIN")
    until(match, alice, "purchase")
    step = match.step
    client.post(f"/partie/{match.code}/", {"key": key, "give": "FIN"})
    match.refresh_from_db()
    assert match.step == step


def test_orders_are_put_together_and_undone_before_they_are_given(alice: Player, bob: Player, browser: Browser) -> None:
    match = new_match(alice, bob)
    owed = until(match, alice, "purchase")
    client, step = browser(alice), match.step
    key = key_of(read(client, match))
    buy = next(owed.write((order,)) for order in owed.offers() if owed.write((order,)).startswith("RECRUTER 1"))
    page = client.post(f"/partie/{match.code}/", {"key": key, "add": buy}).content.decode()
    assert buy in page and "Donner ces ordres" in page
    page = client.post(f"/partie/{match.code}/", {"key": key, "text": f"{buy}\n{buy}", "do": "undo"}).content.decode()
    assert page.count(f"{buy}\n{buy}") == 0 and buy in page
    match.refresh_from_db()
    assert match.step == step
    purse = owed.view["own"]["purse"]
    client.post(f"/partie/{match.code}/", {"key": key, "text": buy, "do": "end"})
    match.refresh_from_db()
    assert match.rules.view(match.realm, seat_of(match, alice).name)["own"]["purse"] == purse - 100


def test_notes_go_with_the_next_answer_and_answer_at_the_gate(alice: Player, bob: Player, browser: Browser) -> None:
    match = new_match(alice, bob)
    until(match, alice, "cards")
    client, seat, other = browser(alice), seat_of(match, alice), seat_of(match, bob)
    policy = {"do": "policy", "player": other.name, "entry": "passer", "exit": "accorder"}
    assert client.post(f"/partie/{match.code}/ordres/", policy).status_code == 302
    seat.refresh_from_db()
    assert seat.notes == f"POLITIQUE {other.name}, passer, accorder"
    client.post(f"/partie/{match.code}/", {"key": key_of(read(client, match)), "give": "FIN"})
    match.refresh_from_db()
    view = match.rules.view(match.realm, seat.name)
    assert view["own"]["entry"][other.name] == "pass" and view["own"]["exit"][other.name] == "grant"
    assert Seat.objects.get(pk=seat.pk).notes == ""


def test_to_end_the_match_takes_a_second_step_and_all_learn_how_many_agree(
    alice: Player, bob: Player, browser: Browser
) -> None:
    match = new_match(alice, bob, seats=2)
    until(match, alice, "window")
    page = read(browser(bob), match)
    folded = page.partition("Finir la partie avec ce tour")[2].partition("</details>")[0]
    assert 'value="CLORE"' in folded and page.count('value="CLORE"') == 1
    answer(match, alice, "CLORE")
    assert "1 famille d'accord sur 2" in unescape(read(browser(bob), match)).replace("\N{NO-BREAK SPACE}", " ")


def test_the_end_is_told_to_all_and_every_page_stays_open(alice: Player, bob: Player, browser: Browser) -> None:
    match = new_match(alice, bob, seats=2)
    until(match, alice, "window")
    for player in (alice, bob):
        answer(match, player, "CLORE")
    for player in (alice, bob):
        answer(match, player, "PRET")
    assert match.over
    for place in (
        "",
        "bilan/",
        "histoire/",
        "statistiques/",
        "outils/livre/",
        "outils/combat/",
        "ordres/",
        "partie.json",
    ):
        for client in (browser(alice), Client()):
            response = client.get(f"/partie/{match.code}/{place}")
            assert response.status_code in (200, 302), place
    assert "La partie est finie" in read(Client(), match)


def test_a_chronicle_tells_its_own_turn_from_its_first_word_to_the_last(
    alice: Player, bob: Player, browser: Browser
) -> None:
    match = new_match(alice, bob)
    until(match, alice, "window")
    for player in (alice, bob):
        answer(match, player, "PRET")
    until(match, alice, "cards")
    assert match.turn == 2
    first, second = (browser(alice).get(f"/partie/{match.code}/bilan/{turn}/").content.decode() for turn in (1, 2))
    assert "<h2>Mise en place</h2>" not in first + second
    assert "Les pourparlers sont clos" in first and "Les pourparlers sont clos" not in second
    assert "<h2>Mise en place</h2>" in browser(alice).get(f"/partie/{match.code}/bilan/0/").content.decode()


def test_a_battle_plan_is_noted_where_it_changes_and_shows_what_holds(
    alice: Player, bob: Player, browser: Browser
) -> None:
    match = new_match(alice, bob)
    until(match, alice, "cards")
    client, seat = browser(alice), seat_of(match, alice)
    plan = {"do": "plan", "plan-viser": "tous", "plan-merci": "toujours", "plan-arret": ""}
    client.post(f"/partie/{match.code}/ordres/", plan)
    seat.refresh_from_db()
    assert seat.notes == "PLAN viser, tous"
    client.post(f"/partie/{match.code}/", {"key": key_of(read(client, match)), "give": "FIN"})
    page = client.get(f"/partie/{match.code}/ordres/").content.decode()
    assert '<option value="tous" selected>' in page and '<option value="toujours" selected>' in page


def test_a_form_that_says_nothing_answers_nothing(alice: Player, bob: Player, browser: Browser) -> None:
    match = new_match(alice, bob)
    until(match, alice, "cards")
    client, step = browser(alice), match.step
    response = client.post(f"/partie/{match.code}/", {"key": key_of(read(client, match)), "text": ""})
    match.refresh_from_db()
    assert response.status_code == 200 and match.step == step


def test_a_line_that_two_families_know_is_not_told_as_known_to_one(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob, seats=2)
    view = match.rules.view(match.realm, seat_of(match, alice).name)
    seats = list(view["seats"])
    data = {"seat": seats[0], "other": seats[1], "money": 3}
    lines = [
        Teller(view, "fr").line(Event("FI-NEG-05", "gift_amount", data, tuple(SeatName(one) for one in known)))
        for known in (seats, seats[:1])
    ]
    assert [(line.private, line.shared) for line in lines] == [(True, True), (True, False)]


def test_a_mail_from_a_table_without_clock_speaks_of_answers_and_of_no_seal(alice: Player, bob: Player) -> None:
    slow = Pace(clocks=(40 * 86_400,) * 4, early=True, grace=0)
    match = new_match(alice, bob, seats=2, pace=slow)
    assert time_left(match) == [f"La table avance dès que chacun a répondu, et au plus tard le {day(match.deadline)}."]


def test_buttons_that_look_alike_are_told_apart_by_whoever_hears_them(
    alice: Player, bob: Player, browser: Browser
) -> None:
    match = new_match(alice, bob, seats=2)
    owed = until(match, alice, "cards")
    client = browser(alice)
    named = re.findall(r'value="DEFAUSSER [^"]*" aria-label="([^"]*)">Défausser<', read(client, match))
    held = [fixed("fr")["card"][card] for card in owed.view["own"]["hand"]]
    assert [unescape(name).partition(": ")[2] for name in named] == held
    until(match, bob, "window")
    answer(match, bob, f"PROPOSER {seat_of(match, alice).name}, 100")
    page = read(client, match).replace("\N{NO-BREAK SPACE}", " ")
    number = re.search(r'name="deal" value="(\d+)"', page)[1]  # type: ignore[index]
    for word in ("Accepter", "Refuser"):
        assert f'aria-label="{word} l&#39;accord n° {number} proposé par Bob">{word}<' in page, word


def test_a_question_is_said_with_its_turn_and_phase_and_dice_are_said_once(
    alice: Player, bob: Player, browser: Browser
) -> None:
    match = new_match(alice, bob, seats=2)
    until(match, alice, "cards")
    page = read(browser(alice), match)
    assert '<p hidden data-say="question">Tour 1, 1. Les cartes. À vous de jouer vos cartes.</p>' in page
    assert '<ol class="feed plain-list" data-say-lines="recent">' in page
    until(match, alice, "purchase")
    page = read(browser(alice), match)
    assert re.search(r'<p data-say="purse">Vous avez \d+ écus\.</p>', page)
    assert '<span class="badge azure">vous</span><span class="visually-hidden">, </span>' in page
    build = re.search(r'name="add" value="(BATIR [^"]*)"', page)[1]  # type: ignore[index]
    sent = {"key": key_of(page), "text": build, "do": "undo"}
    undone = browser(alice).post(f"/partie/{match.code}/", sent).content.decode()
    assert '<p hidden data-say="step">Plus rien n&#39;est préparé.</p>' in undone
    line = render_to_string("play/fief/line.html", {"line": Line("Arnaud jette 4.", "plague_lord", "", "", dice=[4])})
    assert '<span class="dice" aria-hidden="true">' in line
