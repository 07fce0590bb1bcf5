"""Two at one screen: nothing of either is shown before the screen has been handed over."""

from __future__ import annotations

import pytest
from django.test import Client

from heraut.site.accounts.guests import companion_of
from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match
from tests.site.games.boards import decision, seat_of


@pytest.fixture
def screen(client: Client, alice: Player) -> Client:
    """Alice's browser, on a battle that she plays with a companion beside her."""
    client.force_login(alice)
    client.post("/jouer/", {"jeu": "vassaux", "contre": "ecran"})
    return client


def begun() -> Match:
    """That battle."""
    return Match.objects.get(game="vassaux")


def asked(match: Match, alice: Player) -> Player:
    """Which of the two is asked."""
    return alice if decision(match, alice) is not None else companion_of(alice)


def sit_down(screen: Client, match: Match, player: Player) -> None:
    """This player says that he sits before the screen now."""
    screen.post(f"/partie/{match.code}/main/", {"seat": seat_of(match, player).pk})


@pytest.mark.django_db
def test_whoever_is_asked_takes_the_screen_over_and_answers(screen: Client, alice: Player) -> None:
    match = begun()
    for _ in range(6):
        player = asked(match, alice)
        page = screen.get(f"/partie/{match.code}/").content.decode()
        if "hand-over" in page:
            assert 'id="reponse"' not in page
            sit_down(screen, match, player)
            page = screen.get(f"/partie/{match.code}/").content.decode()
        assert 'id="reponse"' in page
        key = page.partition('name="key" value="')[2].partition('"')[0]
        owed = decision(match, player)
        screen.post(f"/partie/{match.code}/", {"key": key, "text": owed.write(owed.default), "do": "send"})
    match.refresh_from_db()
    assert {unit.seat for unit in match.realm.units.values() if unit.leader in match.realm.at} == {0, 1}


@pytest.mark.django_db
def test_an_answer_that_a_script_sends_hands_the_screen_over_at_once(screen: Client, alice: Player) -> None:
    match = begun()
    sit_down(screen, match, asked(match, alice))
    address = f"/partie/{match.code}/"
    key = screen.get(address).content.decode().partition('name="key" value="')[2].partition('"')[0]
    owed = decision(match, asked(match, alice))
    answer = {"key": key, "text": owed.write(owed.default)}
    headers = {"HX-Request": "true"}
    assert 'id="reponse"' in screen.post(address, {**answer, "do": "look"}, headers=headers).content.decode()
    given = screen.post(address, {**answer, "do": "send"}, headers=headers).content.decode()
    assert 'class="hand-over"' in given
    assert "vassaux-table" not in given


@pytest.mark.django_db
def test_the_page_that_hands_over_shows_no_draft_and_no_secret(screen: Client, alice: Player) -> None:
    match = begun()
    player = asked(match, alice)
    other = companion_of(alice) if player == alice else alice
    sit_down(screen, match, other)
    seat_of(match, player).__class__.objects.filter(user=player).update(notes="ALLER 1234,5678")
    page = screen.get(f"/partie/{match.code}/").content.decode()
    assert "hand-over" in page
    assert "1234" not in page
    assert "vassaux-table" not in page


@pytest.mark.django_db
def test_nobody_else_takes_a_seat_at_this_screen(screen: Client, alice: Player, bob: Player) -> None:
    match = begun()
    stranger = Client()
    stranger.force_login(bob)
    for player in (alice, companion_of(alice)):
        answer = stranger.post(f"/partie/{match.code}/main/", {"seat": seat_of(match, player).pk})
        assert answer.status_code == 404
    session = stranger.session
    session["at_screen"] = {match.code: seat_of(match, companion_of(alice)).pk}
    session.save()
    assert 'id="reponse"' not in stranger.get(f"/partie/{match.code}/").content.decode()


@pytest.mark.django_db
def test_alone_against_the_reaction_table(client: Client, alice: Player) -> None:
    client.force_login(alice)
    client.post("/jouer/", {"jeu": "vassaux", "contre": "table"})
    match = begun()
    assert [seat.user for seat in match.seats.all()] == [alice]
    assert all(unit.fm for unit in match.realm.units.values() if unit.seat == 1)
