"""What a regent may do: his rights, page by page, act by act, to the minute; never more than the player."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from heraut.engine.rng import Rng
from heraut.site.accounts.models import Player
from heraut.site.api.models import PLAY
from heraut.site.api.tokens import issue
from heraut.site.clock.resolution import resolve_due
from heraut.site.matches.models import Match, Presence, Seat, Sheet
from heraut.site.matches.orders import save_orders
from heraut.site.matches.pace import Pace
from heraut.site.matchpage.decisions import Question
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.messaging.models import Message, Remark, Thread
from heraut.site.messaging.posting import thread_with
from heraut.site.messaging.reading import addressees
from heraut.site.messaging.sealed import Seal, open_due, seal_letter
from heraut.site.notifications.models import Letter
from heraut.site.notifications.reminders import remind
from heraut.site.regency.models import Regency
from tests.site.games.daifen.conftest import new_continent
from tests.site.games.fief.conftest import new_match as fief_match
from tests.site.games.rois.conftest import new_world
from tests.site.matches.builders import one_order, pass_deadline, planned, running, seat_of
from tests.site.messaging.builders import write
from tests.site.regency.builders import ALL, in_force, offered, over

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]
SEALS = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|X-CSRFToken[^}]*')  # of forms, others each time
RIGHTS = ("orders", "seal", "letters", "treaties")


def saved(client: Client, match: Match, text: str, act: str = "save", base: int = 0) -> Any:
    """Orders sent from the page of orders."""
    sent = {"text": text, "do": act, "base": base}
    return client.post(f"/partie/{match.code}/ordres/", sent)


def test_the_player_reads_at_home_and_above_his_orders_that_a_regent_plays(
    alice: Player, charlie: Player, client_of: Browser
) -> None:
    match = running(alice, bots=1)
    places, his = ("/", f"/partie/{match.code}/ordres/"), ("un régent joue pour vous", "Charlie joue pour vous")
    for place, words in zip(places, his, strict=True):
        assert words not in client_of(alice).get(place).content.decode()
    regency = offered(seat_of(match, alice), charlie)
    told = client_of(charlie).post(f"/compte/regences/{regency.pk}/accepter/", follow=True).content.decode()
    assert "Vous êtes régent dans" in told and "Vous serez" not in told
    for place, words in zip(places, his, strict=True):
        assert words in client_of(alice).get(place).content.decode()
        assert words not in client_of(charlie).get(place).content.decode()


def test_a_regent_plays_under_a_banner_and_his_receipt_says_so(
    alice: Player, charlie: Player, client_of: Browser
) -> None:
    match = running(alice, bots=1)
    assert client_of(charlie).get(f"/partie/{match.code}/ordres/").status_code == 404
    in_force(seat_of(match, alice), charlie)
    page = client_of(charlie).get(f"/partie/{match.code}/ordres/").content.decode()
    assert "Vous jouez pour Alice" in page
    assert "Vous jouez pour" not in client_of(alice).get(f"/partie/{match.code}/ordres/").content.decode()
    saved(client_of(charlie), match, one_order(seat_of(match, alice)))
    sheet = Sheet.objects.get()
    assert (sheet.seat.user, sheet.regent, sheet.sealed) == (alice, charlie, False)
    for player in (alice, charlie):
        assert (
            "enregistré par Charlie, régent" in client_of(player).get(f"/partie/{match.code}/ordres/").content.decode()
        )
    saved(client_of(alice), match, "", base=1)
    assert Sheet.objects.get(sequence=2).regent is None


@pytest.mark.parametrize("right", RIGHTS)
def test_each_right_opens_what_it_says_and_nothing_else(
    alice: Player, bob: Player, charlie: Player, client_of: Browser, right: str
) -> None:
    match = running(alice, bob)
    given = {right: True} if right != "seal" else {"orders": True, "seal": True}
    regency = in_force(seat_of(match, alice), charlie, **given)
    client, root = client_of(charlie), f"/partie/{match.code}/"
    orders, letters = given.get("orders", False), right == "letters"
    assert client.get(root).status_code == 200
    assert (client.get(f"{root}ordres/").status_code == 200) is orders
    assert (saved(client, match, "; rien").status_code != 403) is orders
    assert Sheet.objects.exists() is orders
    assert (client.get(f"{root}lettres/").status_code == 200) is letters
    client.post(f"{root}lettres/", {"to": addressees(seat_of(match, alice))[0], "text": "Salut", "mark": "EJ"})
    assert Message.objects.filter(writer=charlie).exists() is letters
    assert (client.get(f"{root}traites/").status_code == 200) is (right == "treaties")
    saved(client, match, "", "seal", base=1)
    assert Sheet.objects.filter(sealed=True).exists() is (right == "seal")
    page = client.get(root).content.decode()
    assert (f"{root}ordres/" in page) is orders and "La partie est finie" not in page
    over(regency)
    for page in ("ordres/", "lettres/", "regence/"):
        assert client.get(root + page).status_code == 404  # and nothing says that he was one


@pytest.mark.parametrize("begun", [new_continent, new_world])
def test_the_board_shows_no_orders_to_a_regent_who_may_give_none(
    alice: Player, bob: Player, charlie: Player, client_of: Browser, begun: Callable[..., Match]
) -> None:
    match = begun(alice, bob)
    regency, address = in_force(seat_of(match, alice), charlie, letters=True), f"/partie/{match.code}/"
    page = client_of(charlie).get(address).content.decode()
    assert f"{address}ordres/" not in page and "La partie est finie" not in page
    Regency.objects.filter(pk=regency.pk).update(orders=True)
    assert f"{address}ordres/" in client_of(charlie).get(address).content.decode()


def test_no_address_of_the_table_takes_a_regent_for_the_player(
    alice: Player, charlie: Player, client_of: Browser
) -> None:
    match = running(alice, bots=1)
    in_force(seat_of(match, alice), charlie, **ALL)
    before = Seat.objects.filter(match=match).order_by("pk").values_list()
    kept = list(before)
    client = client_of(charlie)
    for act in ("ceder", "rester", "renoncer", "choisir", "confirmer", "quitter", "voter"):
        client.post(f"/table/{match.code}/joueur/{act}/")
    for act in ("will", "days", "regent"):
        sent = {
            "do": act,
            "will": "bot",
            "regent": "Alice",
            "first": "2027-01-01",
            "last": "2027-01-02",
            "orders": "on",
        }
        assert client.post(f"/partie/{match.code}/regence/", sent).status_code == 404
    assert client.post(f"/table/{match.code}/revanche/").status_code == 302
    assert list(before.all()) == kept and Regency.objects.count() == 1
    assert Match.objects.count() == 1


@pytest.mark.parametrize("again", [False, True])
def test_a_regent_does_not_make_the_lord_abdicate(
    alice: Player, charlie: Player, client_of: Browser, again: bool
) -> None:
    match = running(alice, bots=1)
    seat = seat_of(match, alice)
    in_force(seat, charlie, **ALL)
    if again:  # what the player has written himself stays
        save_orders(seat, "ABD")
    sent = {"text": "abd\nCHE 1", "do": "save", "base": int(again), "confirm": "ABD"}
    page = client_of(charlie).post(f"/partie/{match.code}/ordres/", sent, follow=True)
    told = "Un régent ne fait pas quitter la partie" in page.content.decode()
    assert told is not again
    assert Sheet.objects.filter(regent=charlie).exists() is again


def test_tokens_of_programs_play_no_seat_of_others(alice: Player, charlie: Player, client: Client) -> None:
    match = running(alice, bots=1)
    in_force(seat_of(match, alice), charlie, **ALL)
    headers = {"Authorization": f"Bearer {issue(charlie, 'x', PLAY)}"}
    assert client.get(f"/api/matches/{match.code}/orders", headers=headers).status_code == 403
    sent = {"data": {"text": "; rien"}, "content_type": "application/json", "headers": headers}
    assert client.put(f"/api/matches/{match.code}/orders", **sent).status_code == 403
    assert "own" not in client.get(f"/api/matches/{match.code}/view", headers=headers).json()
    assert client.get(f"/api/matches/{match.code}", headers=headers).json()["seat"] is None


def test_what_was_written_before_and_to_him_alone_stays_the_player_s(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = running(alice, bob)
    mine, his = seat_of(match, alice), seat_of(match, bob)
    thread = write(his, addressees(his)[0], "Un secret de toujours.", mark="EJ")
    regency = in_force(mine, charlie, **ALL)
    letters, regent = f"/partie/{match.code}/lettres/", client_of(charlie)
    assert "Un secret" not in regent.get(letters).content.decode()
    assert regent.get(f"{letters}{thread.code}/").status_code == 404
    write(his, addressees(his)[0], "Une nouvelle du jour.", mark="EJ")
    shown = regent.get(f"{letters}{thread.code}/").content.decode()
    assert "Une nouvelle" in shown and "Un secret" not in shown
    for form in ("txt", "json"):
        told = regent.get(f"{letters}lettres.{form}").content.decode()
        assert "Une nouvelle" in told and "Un secret" not in told
    assert seat_of(match, alice).unread == 2  # its player finds both unread
    assert regent.post(f"{letters}{thread.code}/", {"act": "block"}).status_code == 404
    regent.post(f"{letters}{thread.code}/", {"text": "Bien reçu.", "mark": "EJ"})
    told = client_of(alice).get(f"{letters}{thread.code}/").content.decode()
    assert "Bien reçu." in told and "écrite par Charlie" in told
    over(regency)
    assert regent.get(f"{letters}{thread.code}/").status_code == 404


@pytest.mark.parametrize("later", ["accepted", "starts"])
def test_letters_are_his_from_the_moment_on_at_which_he_is_regent(
    alice: Player, bob: Player, charlie: Player, client_of: Browser, later: str
) -> None:
    """His first day had a morning, and who says yes before his first day waits for it."""
    match = running(alice, bob)
    mine, his, now = seat_of(match, alice), seat_of(match, bob), timezone.now()
    moments = {"starts": now - timedelta(hours=16), "accepted": now - timedelta(hours=20), later: now}
    regency = in_force(mine, charlie, **ALL)
    Regency.objects.filter(pk=regency.pk).update(named=now - timedelta(hours=21), **moments)
    for seat in (mine, his):
        thread = write(seat, addressees(seat)[0], f"Avant, par {seat.pk}.", mark="EJ")
        Message.objects.filter(text__startswith="Avant").update(sent=now - timedelta(minutes=1))
    letters, regent = f"/partie/{match.code}/lettres/", client_of(charlie)
    pages = (letters, f"{letters}lettres.txt", f"{letters}lettres.json")
    assert "Avant" not in "".join(regent.get(page).content.decode() for page in pages)
    assert regent.get(f"{letters}{thread.code}/").status_code == 404
    assert "Aucune lettre reçue" in regent.get(f"/partie/{match.code}/regence/").content.decode()
    assert 'data-base="0"' in regent.get(letters).content.decode()
    for seat in (mine, his):
        write(seat, addressees(seat)[0], f"Après, par {seat.pk}.", mark="EJ")
        Message.objects.filter(text__startswith="Après").update(sent=now + timedelta(minutes=1))
    for page in (f"{letters}{thread.code}/", *pages[1:]):
        shown = regent.get(page).content.decode()
        assert shown.count("Après") == 2 and "Avant" not in shown
    assert "1 lettre reçue" in regent.get(f"/partie/{match.code}/regence/").content.decode()


def test_what_the_player_had_sealed_before_is_no_regent_s_and_what_others_had_is(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = running(alice, bob)
    sealed = {}
    for seat in (seat_of(match, alice), seat_of(match, bob)):
        thread = thread_with(seat, addressees(seat)[0])
        sealed[seat.pk] = seal_letter(seat, thread, Seal(turn=2), f"Scellé par {seat.pk}.", mark="EJ")
    in_force(seat_of(match, alice), charlie, **ALL)
    pass_deadline(match)
    assert open_due() == 2
    letters, (mine, theirs) = f"/partie/{match.code}/lettres/", sealed
    for page in (letters, f"{letters}{thread.code}/", f"{letters}lettres.txt", f"{letters}lettres.json"):
        told = {who: client_of(who).get(page).content.decode() for who in (alice, charlie)}
        assert f"Scellé par {theirs}" in told[charlie] and f"Scellé par {mine}" not in told[charlie], page
    assert f"Scellé par {mine}" in told[alice]
    assert 'data-base="0"' in client_of(charlie).get(letters).content.decode()


def test_letters_that_are_none_of_his_business_leave_no_trace(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    """Two worlds, one in which its player has letters: a regent who may only give orders sees no difference."""
    match = running(alice, bob)
    in_force(seat_of(match, alice), charlie)
    pages = [f"/partie/{match.code}/{page}" for page in ("", "ordres/", "regence/", "bilan/", "histoire/")]

    def seen() -> list[str]:
        return [SEALS.sub("", client_of(charlie).get(page).content.decode()) for page in (*pages, "/")]

    before = seen()
    his = seat_of(match, bob)
    write(his, addressees(his)[0], "Un secret.", mark="EJ")
    assert seen() == before
    poll = client_of(charlie).get(f"/partie/{match.code}/").content.decode()
    assert "/pouls/0/" in poll


def test_orders_and_notes_of_the_player_are_kept_from_whoever_may_not_give_orders(
    alice: Player, charlie: Player, client_of: Browser
) -> None:
    match = running(alice, bots=1)
    save_orders(seat_of(match, alice), "; un projet secret")
    in_force(seat_of(match, alice), charlie, letters=True)
    for page in ("", "lettres/", "regence/", "bilan/"):
        assert "projet secret" not in client_of(charlie).get(f"/partie/{match.code}/{page}").content.decode()
    other = fief_match(alice, bot="random", seats=3)
    Seat.objects.filter(match=other, user=alice).update(notes="VOTE 1")
    in_force(seat_of(other, alice), charlie, letters=True)
    assert client_of(charlie).get(f"/partie/{other.code}/ordres/").status_code == 403


def test_the_file_holds_what_was_left_and_nothing_more(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = running(alice, bob)
    his = seat_of(match, bob)
    write(his, addressees(his)[0], "Un secret.", mark="EJ")
    save_orders(seat_of(match, alice), "; garder l'or")
    regency = in_force(seat_of(match, alice), charlie, orders=True, letters=True, message="Tenez le <Nord>.")
    write(his, addressees(his)[0], "Une nouvelle.", mark="EJ")  # of two that wait, the one that is for him
    address = f"/partie/{match.code}/regence/"
    shown = client_of(charlie).get(address).content.decode()
    assert "Tenez le &lt;Nord&gt;." in shown and "garder l" not in shown
    assert "1 lettre reçue depuis que vous êtes régent attend" in shown
    Regency.objects.filter(pk=regency.pk).update(leaves_orders=True, letters=False)
    shown = client_of(charlie).get(address).content.decode()
    assert "garder l" in shown and "lettre reçue" not in shown


def test_turns_visits_and_reports_are_the_regent_s(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = running(alice, bob)
    regency = in_force(seat_of(match, alice), charlie)
    client_of(charlie).get(f"/partie/{match.code}/")
    assert Presence.objects.get(match=match, player=charlie).last is not None
    assert not Presence.objects.filter(match=match, player=alice).exists()
    pass_deadline(match)
    counted = {one.player: (one.given, one.owed) for one in Presence.objects.filter(match=match)}
    assert counted == {charlie: (0, 1), bob: (0, 1)}  # the turn that alice had left to him
    assert seat_of(match, alice).missed == 1
    assert {letter.player for letter in Letter.objects.filter(kind="turn")} == {alice, bob, charlie}
    client_of(charlie).get(f"/partie/{match.code}/bilan/1/")
    assert seat_of(match, alice).read == 0  # she has still to read it
    saved(client_of(charlie), match, "; rien")
    saved(client_of(alice), match, "; autre chose", base=1)
    pass_deadline(match)
    assert Presence.objects.get(match=match, player=alice).given == 1  # what she saved herself is hers
    over(regency)
    pass_deadline(match)
    assert Letter.objects.filter(kind="turn", player=charlie).count() == 2


def test_an_absent_player_with_a_regent_is_awaited_in_him(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = running(alice, bob, pace=Pace(seconds=86400, early=True, grace=0))
    alice.absent_from = timezone.localdate()
    alice.save()
    regency = in_force(seat_of(match, alice), charlie, **ALL)
    save_orders(seat_of(match, bob), "", seal=True)
    assert resolve_due() == 0  # the turn waits for the regent
    saved(client_of(charlie), match, "", "seal")
    assert resolve_due() == 1
    over(regency)
    save_orders(seat_of(match, bob), "", seal=True)
    assert resolve_due() == 1  # without him the absence is what it was


def test_reminders_go_to_the_regent_as_well(alice: Player, bob: Player, charlie: Player) -> None:
    match = running(alice, bob)
    in_force(seat_of(match, alice), charlie)
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now() + timezone.timedelta(hours=5))
    remind()
    assert {letter.player for letter in Letter.objects.filter(kind="reminder")} == {alice, bob, charlie}


def test_his_matches_list_the_seat_as_long_as_it_is_his(alice: Player, charlie: Player, client_of: Browser) -> None:
    match = running(alice, bots=1)
    regency = in_force(seat_of(match, alice), charlie)
    assert "régent d&#39;Alice" in client_of(charlie).get("/").content.decode()
    over(regency)
    assert "régent d&#39;Alice" not in client_of(charlie).get("/").content.decode()


def test_a_regent_answers_one_decision_after_another(alice: Player, charlie: Player, client_of: Browser) -> None:
    match = fief_match(alice, bot="random", seats=3)
    in_force(seat_of(match, alice), charlie)
    page = client_of(charlie).get(f"/partie/{match.code}/")
    assert page.status_code == 200 and "Vous jouez pour Alice" in page.content.decode()
    question = Question(MatchAccess(page.wsgi_request, Match.objects.get(pk=match.pk)))
    text = question.decision.write(question.decision.sample(Rng(bytes(32)))) if question.decision else ""
    client_of(charlie).post(f"/partie/{match.code}/", {"text": text, "key": question.key, "do": "send"})
    assert Sheet.objects.filter(seat__match=match, regent=charlie, sealed=True).exists()


def test_table_talk_is_said_by_whoever_says_it(alice: Player, charlie: Player, client_of: Browser) -> None:
    match = fief_match(alice, bot="random", seats=3)
    regency = in_force(seat_of(match, alice), charlie)
    talk = f"/partie/{match.code}/propos/"
    assert client_of(charlie).post(talk, {"text": "Salut"}).status_code == 403
    Regency.objects.filter(pk=regency.pk).update(letters=True)
    client_of(charlie).post(talk, {"text": "Salut"})
    assert Remark.objects.get().writer == charlie
    assert Thread.objects.count() == 0 and planned(match)


def test_a_regent_with_treaties_and_no_letters_is_led_to_the_treaties(
    alice: Player, bob: Player, charlie: Player, client_of: Callable[[Player], Client]
) -> None:
    match = running(alice, bob)
    in_force(seat_of(match, alice), charlie, treaties=True)
    tabs = client_of(charlie).get(f"/partie/{match.code}/").content.decode().partition('id="onglets"')[2]
    tabs = tabs.partition("</nav>")[0]
    assert f'href="/partie/{match.code}/traites/"' in tabs and f'href="/partie/{match.code}/lettres/"' not in tabs
    assert client_of(charlie).get(f"/partie/{match.code}/traites/").status_code == 200
    assert client_of(charlie).get(f"/partie/{match.code}/lettres/").status_code == 403


def test_a_regent_is_told_what_is_not_his_and_counts_nothing_of_it(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = running(alice, bob)
    regency = in_force(seat_of(match, alice), charlie)
    Seat.objects.filter(match=match, user=alice).update(unsealed=2, unread=3, unseen_posts=4)
    root, client = f"/partie/{match.code}/", client_of(charlie)
    for page in ("", "ordres/"):
        shown = client.get(root + page).content.decode()
        assert "Sceller reste à Alice" in shown and "barre-sceller" not in shown and 'class="badge azure"' not in shown
    assert "votre sceau" not in client.get("/").content.decode()
    refused = client.get(f"{root}traites/")
    assert refused.status_code == 403
    assert "Alice ne vous a pas donné ce droit" in refused.content.decode() and "traités" in refused.content.decode()
    Regency.objects.filter(pk=regency.pk).update(treaties=True, seal=True)
    told = client.get("/").content.decode()
    assert "2 traités attendent votre sceau" in told and "non lue" not in told
    assert "Sceller reste" not in client.get(f"{root}ordres/").content.decode()
