"""The end of a match: podium, what each is remembered for, the seed, the film; one more round with the same people."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from heraut.engine.rng import commitment
from heraut.site.accounts.models import Player
from heraut.site.matches import models as m
from heraut.site.matches.models import Match
from heraut.site.matchpage.finale import remembered, superlatives
from heraut.site.notifications.models import Letter
from tests.site.games.daifen.conftest import bend, new_continent
from tests.site.games.fief.conftest import new_match as new_banquet
from tests.site.games.vassaux.conftest import new_match as new_battle
from tests.site.matchpage.conftest import new_match, resolve

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]


def text_of(client: Client, address: str) -> str:
    """A page as it is read."""
    answer = client.get(address)
    assert answer.status_code == 200, answer.status_code
    return unescape(answer.content.decode())


def test_each_is_remembered_for_the_first_thing_in_which_nobody_has_more() -> None:
    scores = {"wars": {"j1": 0, "j2": 2, "j3": 2}, "lands": {"j1": 5, "j2": 9, "j3": 1}, "jousts": {"j1": 0}}
    assert superlatives(scores) == {"j2": "wars", "j3": "wars"}
    assert superlatives({"wars": {"j1": 0}}) == {}
    assert superlatives({"wars": {"j1": 3, "j2": 3, "j3": 3}, "lands": {"j1": 1}}) == {"j1": "lands"}


def test_who_shares_a_feat_is_told_so() -> None:
    wars = {"j1": 0, "j2": 2, "j3": 2, "j4": 1}
    assert remembered("Le plus belliqueux.", wars, "j3") == "Le plus belliqueux. Ex æquo."
    assert remembered("Le plus belliqueux.", wars | {"j2": 1}, "j3") == "Le plus belliqueux."


def test_until_the_end_there_is_no_end(match: Match, client: Client) -> None:
    answer = client.get(f"/partie/{match.code}/fin/")
    assert answer.status_code == 302 and answer["Location"] == f"/partie/{match.code}/"
    assert bytes(Match.objects.get(pk=match.pk).seed).hex() not in text_of(client, f"/partie/{match.code}/")


def test_after_the_end_no_orders_are_written(finished: Match, alice: Player, client_of: Browser) -> None:
    hers, address = client_of(alice), f"/partie/{finished.code}/ordres/"
    assert hers.get(address)["Location"] == f"/partie/{finished.code}/fin/"
    tabs = text_of(hers, f"/partie/{finished.code}/fin/").split('id="onglets"')[1].split("</nav>")[0]
    assert "/bilan/" in tabs and "/ordres/" not in tabs


def test_the_end_names_everybody_and_unveils_the_seed(finished: Match, client: Client) -> None:
    page = text_of(client, f"/partie/{finished.code}/fin/")
    view = finished.rules.view(finished.realm, None)
    for lord in view["lords"].values():
        assert lord["name"] in page
    seed = re.search(r"Graine du hasard</dt><dd><code>(\w+)</code>", page)
    assert seed is not None and commitment(bytes.fromhex(seed[1])) == finished.commitment
    assert f"heraut verify gloire-{finished.code}.json" in page
    assert "/revanche/" not in page  # a passer-by has no seat to take again


def test_who_played_reads_where_he_stands_and_a_passer_by_does_not(
    finished: Match, alice: Player, bob: Player, client_of: Browser, client: Client
) -> None:
    seats = {seat.user: finished.result.scores[seat.name] for seat in finished.seats.all()}
    for player in (alice, bob):
        page = text_of(client_of(player), f"/partie/{finished.code}/fin/")
        assert ("Vous l'emportez." in page) == (seats[player] == 1)
        assert bool(re.search(rf"Vous finissez \d+er? sur {finished.seats.count()}\.", page)) == (seats[player] < 1)
        assert f'href="/joueurs/{player.username}/">Mes parties' in page
    passer_by = text_of(client, f"/partie/{finished.code}/fin/")
    assert (
        "Vous l'emportez" not in passer_by and "Vous finissez" not in passer_by and "/joueurs/Alice/" not in passer_by
    )


def test_a_link_to_the_end_says_who_has_won(finished: Match, client: Client) -> None:
    king = "Gontran"
    crowned = [name for name, won in finished.result.scores.items() if won == 1]
    finished.seats.filter(name__in=crowned).update(lord=king)
    page = text_of(client, f"/partie/{finished.code}/fin/")
    assert f"gagnée par {king}\u00a0: à relire" in page.split("<body")[0]
    assert f"http://testserver/partie/{finished.code}/fin/</span>" in page  # what the button copies


def test_the_road_taken_is_among_the_roads_and_equals_are_named_together(
    alice: Player, bob: Player, client: Client
) -> None:
    over = new_match(alice, bob, 1, lords=2, options={"turn_limit": 1})
    view = over.rules.view(over.realm, None)
    lands = {lord["lands"] for lord in view["lords"].values()}
    page = text_of(client, f"/partie/{over.code}/fin/")
    assert "Au terme fixé : à la fin du tour 1" in " ".join(page.split())
    largest = [lord["name"] for lord in view["lords"].values() if lord["lands"] == max(lands)]
    assert f"Le plus grand domaine à la fin : {' et '.join(largest)}, " in " ".join(page.split())


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_continent_ends_in_both_languages(alice: Player, bob: Player, client_of: Browser, lang: str) -> None:
    match = new_continent(alice, bob, turns=2)

    def all_but_one(continent: object) -> None:
        for kingdom in list(continent.kingdoms.values())[1:]:  # type: ignore[attr-defined]
            kingdom.fallen, kingdom.buildings, kingdom.units = 2, {}, {}

    bend(match, all_but_one)
    resolve(match)
    match.refresh_from_db()
    assert match.over
    hers, nobody = client_of(alice), Client()
    for client in (hers, nobody):
        client.get(f"/partie/{match.code}/", headers={"Accept-Language": lang})
        client.cookies["django_language"] = lang
    uncovered = text_of(hers, f"/partie/{match.code}/fin/")
    told = text_of(nobody, f"/partie/{match.code}/fin/")
    assert '<svg class="plot"' in uncovered and '<svg class="plot"' not in told  # to its players alone (DA-FOG-11)
    board = text_of(client_of(bob), f"/partie/{match.code}/")
    assert "Tour en cours" not in board and "quand la partie sera finie" not in board and '<li value="1">' in board
    fallen = text_of(client_of(bob), f"/partie/{match.code}/fin/")
    assert "Vous l'emportez." in uncovered and "Vous finissez" in fallen  # who has fallen is told where he stands, too
    assert "Vous" not in told.split('class="finale-head')[1].split("</section>")[0]


def test_a_banquet_ends(alice: Player, bob: Player, client_of: Browser) -> None:
    match = new_banquet(alice, bob, seats=2)
    realm, digest = match.realm, "0" * 64
    realm.road, realm.winners = "agreed", (0, 1)
    state = match.rules.dump(realm)
    match.steps.filter(number=match.step).update(state=state, base=None, digest=digest)
    Match.objects.filter(pk=match.pk).update(status=m.OVER, state=state, digest=digest)
    hers = client_of(alice)
    page = text_of(hers, f"/partie/{match.code}/fin/")
    assert "se sont accordées" in page and "Revanche" in page
    assert page.count('<li class="rank1 won">') == 2 and 'class="rank2' not in page  # victory is shared (FI-VIC-05)
    report = text_of(hers, f"/partie/{match.code}/bilan/")
    assert "se sont accordées" in report.split('class="fold chapter"')[0]


@pytest.mark.parametrize("new", [new_banquet, new_battle])
def test_after_the_end_nothing_is_noted_for_a_question_to_come(
    new: Callable[[Player, Player], Match], alice: Player, bob: Player, client_of: Browser
) -> None:
    match = new(alice, bob)
    hers, address = client_of(alice), f"/partie/{match.code}/"
    assert f"{address}ordres/" in text_of(hers, address)
    Match.objects.filter(pk=match.pk).update(status=m.OVER)
    assert hers.get(f"{address}ordres/")["Location"] == f"{address}fin/"
    board = text_of(hers, address)
    assert f'href="{address}ordres/"' not in board and 'class="v-clock"' not in board


def test_every_moment_of_the_film_has_an_address(match: Match, client: Client) -> None:
    film = f"/partie/{match.code}/film/"
    last, first, odd = (text_of(client, film + query) for query in ("", "?tour=0", "?tour=x"))
    assert f"carte.svg?pas={match.step}" in last and "carte.svg?pas=0" in first and f"?pas={match.step}" in odd
    frames = {client.get(f"/partie/{match.code}/carte.svg?pas={step}").content for step in range(match.step + 1)}
    assert len(frames) == match.step + 1  # something happens every turn
    assert f">Tour {match.step}<" in client.get(f"/partie/{match.code}/carte.svg?pas={match.step}").content.decode()
    assert client.get(f"/partie/{match.code}/carte.svg?pas={match.step + 1}").status_code == 404
    assert client.get(f"/partie/{match.code}/carte.svg?pas=é").status_code == 404


def test_a_film_of_fief_has_a_frame_a_turn(alice: Player, bob: Player, client: Client) -> None:
    match = new_banquet(alice, bob, seats=2)
    page = text_of(client, f"/partie/{match.code}/film/")
    film = re.search('data-film="([^"]+)"', page)
    assert film is not None
    assert [int(pair.split(":")[0]) for pair in film[1].split(",")] == sorted(
        set(match.steps.values_list("turn", flat=True))
    )


def test_a_rematch_waits_for_the_others_and_tells_them(
    finished: Match, alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    address = f"/table/{finished.code}/revanche/"
    first = client_of(alice).post(address)
    table = Match.objects.get(rematch_of=finished)
    assert first["Location"] == f"/table/{table.code}/" and table.host == alice and table.private
    assert table.options == finished.options and table.pace_data == finished.pace_data
    assert [seat.lord for seat in table.seats.all()] == ["Galehaut des Îles"]
    told = Letter.objects.get(kind="rematch")
    assert told.player == bob and f"/table/{table.code}/" in told.text
    assert f"la revanche de « {finished.title} » :" in " ".join(told.text.split())  # not the rematch of the rematch
    assert client_of(alice).post(address)["Location"] == first["Location"]  # a second touch changes nothing
    assert "cette table les attend" in text_of(client_of(alice), f"/table/{table.code}/")
    link = f'href="/table/{table.code}/"'
    assert [link in text_of(client_of(one), "/").split("<h1")[0] for one in (bob, charlie)] == [True, False]
    client_of(bob).post(address)
    assert link not in text_of(client_of(bob), "/").split("<h1")[0]
    assert set(table.seats.values_list("user__username", flat=True)) == {"Alice", "Bob"}
    assert Match.objects.filter(rematch_of=finished).count() == 1
    assert client_of(charlie).post(address).status_code == 302
    assert not table.seats.filter(user=charlie).exists()


def test_a_rematch_against_bots_starts_at_once(finished: Match, alice: Player, bob: Player, client_of: Browser) -> None:
    finished.seats.filter(user=bob).update(user=None)
    Match.objects.filter(pk=finished.pk).update(bots="player")
    answer = client_of(alice).post(f"/table/{finished.code}/revanche/")
    begun = Match.objects.get(rematch_of=finished)
    assert begun.status == m.RUNNING and answer["Location"] == f"/partie/{begun.code}/"


@pytest.mark.parametrize("alone", [True, False])
def test_whoever_presses_twice_for_a_rematch_that_has_begun_is_led_to_it(
    finished: Match, alice: Player, bob: Player, client_of: Browser, alone: bool
) -> None:
    finished.seats.exclude(user__in=[alice, bob]).delete()
    finished.seats.filter(user=bob).update(user=None if alone else bob)
    Match.objects.filter(pk=finished.pk).update(bots="player")
    for player in (alice,) if alone else (alice, bob, bob):
        client_of(player).post(f"/table/{finished.code}/revanche/")
    begun = Match.objects.get(rematch_of=finished)
    answer = client_of(alice).post(f"/table/{finished.code}/revanche/")
    assert begun.status == m.RUNNING and answer["Location"] == f"/partie/{begun.code}/"
    assert Match.objects.filter(rematch_of=finished).count() == 1


def test_nobody_asks_for_a_rematch_of_what_goes_on(match: Match, alice: Player, client_of: Browser) -> None:
    client_of(alice).post(f"/table/{match.code}/revanche/")
    assert not Match.objects.filter(rematch_of=match).exists()
