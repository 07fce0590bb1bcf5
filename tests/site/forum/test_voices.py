"""Who reads a forum and who writes in it, in which of the three voices, and as whom a reader sees it."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.common.refusals import CannotBeDone
from heraut.site.forum.models import DISPUTES, LORD, PLAYER, REPLACEMENTS, SUGGESTIONS, TALE, Forum, Post, Thread
from heraut.site.forum.posting import Written, begin
from heraut.site.lobby.takeover import ask_replacement, take_over
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.services import open_match, start
from tests.site.conftest import new_player
from tests.site.forum.conftest import Browser, answered, begun, board_scope, forum, lord_of, read, scope_of
from tests.site.games.fief.conftest import new_match as fief
from tests.site.games.vassaux.conftest import new_match as vassaux
from tests.site.matches.builders import WEEKLY, gathering, seat_of

pytestmark = pytest.mark.django_db


def begun_in(game: str, options: dict[str, object], *players: Player) -> Match:
    """A match of this game, under the names of their players."""
    match = open_match(game, "Ailleurs", options, WEEKLY)
    for number, player in enumerate(players):
        Seat.objects.create(match=match, name=f"s{number}", user=player, lord=f"Sire {player}")
    for number in range(4 - len(players)):
        Seat.objects.create(match=match, name=f"b{number}", lord=f"Automate {'AB'[number]}", bot="random")
    start(match)
    match.refresh_from_db()
    return match


TABLES = {
    "fief": lambda *people: fief(*people, seats=3),
    "rois": lambda *people: begun_in("rois", {**adapter("rois").demo, "lords": 4}, *people),
    "vassaux": vassaux,
}


def shown(page: str) -> list[tuple[str, str]]:
    """Who speaks in each post of a page, and whether it is marked as out of play."""
    heads = re.findall(r'<header class="forum-by">(.*?)</header>', page, re.S)
    names = [re.search(r"<strong>(.*?)</strong>", head) for head in heads]
    return [(name[1], "HJ" if ">HJ<" in head else "") for name, head in zip(names, heads, strict=True) if name]


@pytest.mark.rule("GP-SITE-29", "GP-RP-02")
def test_lords_speak_under_their_own_names_and_players_under_theirs(
    table: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    lord = lord_of(table, alice)
    thread = begun(table, alice, "Moi, je vous défie !", "Défi", LORD).thread
    answered(table, alice, thread, "Il pleuvait sur le château.", TALE)
    answered(table, alice, thread, "Salut, qui joute ?", PLAYER)
    for client in (client_of(bob), Client()):
        page = read(client, forum(table, "1/"))
        assert shown(page) == [(lord, ""), (lord, ""), ("Alice", "HJ")]
        assert "récit d'Alice" in unescape(page)
        body = page[page.index('id="m1"') : page.index('id="m2"')]
        assert "Alice" not in body  # a lord's post does not name his player
        assert body.count("<svg") == 1


@pytest.mark.rule("GP-SITE-29")
def test_a_forum_opens_with_its_match_and_is_kept_for_ever(
    table: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    waiting = gathering(alice, bob)
    assert Client().get(forum(waiting)).status_code == 404
    assert Client().get(forum(table)).status_code == 200
    begun(table, alice, "Avant la fin.")
    Match.objects.filter(pk=table.pk).update(status=m.OVER)
    assert "Avant la fin." in read(Client(), forum(table, "1/"))
    said = client_of(bob).post(forum(table, "1/"), {"text": "Bien joué.", "kind": PLAYER})
    assert said.status_code == 302 and "Bien joué." in read(Client(), forum(table, "1/"))


@pytest.mark.rule("GP-SITE-30")
def test_all_read_a_forum_and_those_of_its_match_write(
    table: Match, alice: Player, bob: Player, charlie: Player, mona: Player, client_of: Browser
) -> None:
    begun(table, alice, "Oyez !")
    stranger, staff = new_player("Étienne"), new_player("Sylvie", is_staff=True)
    writers = {alice: "", bob: "", mona: "aide de camp", charlie: "hôte", staff: "arbitre"}
    for player, role in writers.items():
        client = client_of(player)
        assert client.post(forum(table, "1/"), {"text": f"De {player}.", "kind": PLAYER}).status_code == 302
        page = read(Client(), forum(table, "1/"))
        assert f"<p>De {player}.</p>" in page
        assert not role or f">{role}</span>" in page
    count = Post.objects.count()
    for client in (client_of(stranger), Client()):
        page = read(client, forum(table, "1/"))
        assert "Oyez !" in page and 'id="forum-forme"' not in page
        assert client.post(forum(table, "1/"), {"text": "Et moi ?", "kind": PLAYER}).status_code in (401, 404)
        assert client.get(forum(table, "nouveau/")).status_code in (302, 404)
    assert Post.objects.count() == count


def test_who_keeps_the_peace_without_a_seat_speaks_as_a_player_alone(table: Match, alice: Player, mona: Player) -> None:
    begun(table, alice)
    for kind in (LORD, TALE, "", "autre"):
        with pytest.raises(CannotBeDone, match="post_kind"):
            begun(table, mona, kind=kind)
    assert begun(table, mona, kind=PLAYER).role == "mediator"
    assert begun(table, alice, kind=PLAYER).role == ""


def test_a_fallen_lord_speaks_no_more_but_his_player_does(
    table: Match, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    scope = scope_of(table, alice)
    scope.view = {key: value for key, value in scope.view.items() if key != "own"}
    assert scope.kinds == (TALE, PLAYER)
    with pytest.raises(CannotBeDone, match="post_kind"):
        begin(scope, Written(LORD, "Je vis !", "Titre"))


def test_a_private_forum_is_for_those_of_its_match(
    private: Match, alice: Player, bob: Player, charlie: Player, mona: Player, client_of: Browser
) -> None:
    begun(private, alice, "Entre nous.")
    stranger, staff = new_player("Étienne"), new_player("Sylvie", is_staff=True)
    for player in (alice, bob, charlie, mona, staff):
        assert "Entre nous." in read(client_of(player), forum(private, "1/"))
    for client in (client_of(stranger), Client()):
        for page in ("", "1/", "message/1/", "recherche/?q=entre", "nouveau/"):
            assert client.get(forum(private, page)).status_code in (302, 404), page
        assert "/forum/" not in read(client, f"/partie/{private.code}/").partition("<main")[2].partition("<footer")[0]
    assert "/forum/" in read(client_of(charlie), f"/partie/{private.code}/").partition("<main")[2]


def test_whoever_takes_a_seat_over_reads_all_and_whoever_left_writes_no_more(
    private: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    begun(private, bob, "Avant.")
    heir, seat = new_player("Étienne"), seat_of(private, bob)
    ask_replacement(seat)
    take_over(seat, heir)
    assert "Avant." in read(client_of(heir), forum(private, "1/"))
    assert client_of(bob).get(forum(private, "1/")).status_code == 404


def test_guests_keep_their_account_before_they_write(table: Match, alice: Player, client_of: Browser) -> None:
    begun(table, alice)
    guest = Player.objects.create_user("Visiteur", guest=True)
    client = client_of(guest)
    assert 'class="hint">Pour écrire, gardez' in read(client, f"/forum/{SUGGESTIONS}/")
    sent = client.post(f"/forum/{SUGGESTIONS}/nouveau/", {"title": "x", "text": "x"})
    assert sent.headers["Location"] == "/compte/garder/"
    assert not Thread.objects.filter(forum__board=SUGGESTIONS).exists()


@pytest.mark.rule("GP-SITE-34")
def test_the_site_has_forums_for_replacements_disputes_and_suggestions(alice: Player, client_of: Browser) -> None:
    index = read(Client(), "/forum/")
    for board in (REPLACEMENTS, DISPUTES, SUGGESTIONS):
        assert f'href="/forum/{board}/"' in index
        sent = client_of(alice).post(f"/forum/{board}/nouveau/", {"title": "Un sujet", "text": f"De {board}."})
        assert sent.headers["Location"] == f"/forum/{board}/1/"
        page = read(Client(), sent.headers["Location"])
        assert f"De {board}." in page and shown(page) == [("Alice", "")]
    assert client_of(alice).get("/forum/autre/").status_code == 404
    assert Forum.objects.count() == 3


@pytest.mark.rule("GP-RP-08")
def test_a_replacement_is_asked_for_from_the_forum_of_replacements(
    table: Match, alice: Player, client_of: Browser
) -> None:
    client = client_of(alice)
    act = f"/table/{table.code}/joueur/ceder/"
    page = read(client, f"/forum/{REPLACEMENTS}/")
    assert f'action="{act}"' in page and 'href="/tables/#offered"' in page
    client.post(act)
    assert seat_of(table, alice).offered
    page = read(client, f"/forum/{REPLACEMENTS}/")
    assert f'action="{act}"' not in page and "remplaçant demandé" in page
    assert 'id="offered"' in read(Client(), "/tables/")
    assert act not in read(client, f"/forum/{SUGGESTIONS}/")


def test_a_game_whose_players_are_a_secret_has_a_forum_once_it_is_over(
    alice: Player, bob: Player, client_of: Browser
) -> None:
    match = begun_in("daifen", {"continent": "Brumes", "lords": 4}, alice, bob)
    client = client_of(alice)
    assert client.get(forum(match)).status_code == 404 and Client().get(forum(match)).status_code == 404
    assert "/forum/" not in read(client, f"/partie/{match.code}/lettres/").partition("<main")[2].partition("<footer")[0]
    Match.objects.filter(pk=match.pk).update(status=m.OVER)
    sent = client.post(forum(match, "nouveau/"), {"title": "Après", "kind": TALE, "text": "Tout est dit."})
    assert sent.status_code == 302
    page = read(Client(), forum(match, "1/"))
    assert "Tout est dit." in page and shown(page)[0][0] == match.seats.get(user=alice).lord
    assert forum(match) in read(Client(), f"/partie/{match.code}/")


@pytest.mark.parametrize("game", ["fief", "rois", "vassaux"])
def test_other_games_have_forums_too(game: str, alice: Player, bob: Player, client_of: Browser) -> None:
    match = TABLES[game](alice, bob)
    sent = client_of(alice).post(forum(match, "nouveau/"), {"title": "Oyez", "kind": LORD, "text": "Bien le bonjour."})
    assert sent.status_code == 302, game
    page = read(client_of(bob), forum(match, "1/"))
    name, mark = shown(page)[0]
    assert name not in ("", "Un seigneur inconnu") and not mark
    assert re.search(r'<header class="forum-by"><svg', page)


def test_fief_keeps_its_table_talk(alice: Player, bob: Player) -> None:
    match = fief(alice, bob, seats=3)
    assert Client().get(f"/partie/{match.code}/propos/").status_code == 200
    assert Client().get(forum(match)).status_code == 200


@pytest.mark.parametrize("board", [REPLACEMENTS, SUGGESTIONS])
def test_the_referee_alone_keeps_the_peace_of_the_forums_of_the_site(board: str, alice: Player, mona: Player) -> None:
    assert not board_scope(board, mona).moderates
    assert board_scope(board, new_player("Sylvie", is_staff=True)).role == "referee"
