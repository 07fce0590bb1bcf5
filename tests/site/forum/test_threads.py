"""Threads and posts: pages, edits, removal, locks, reports, drafts, marks of what is new; what of a person is kept."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.refusals import CannotBeDone
from heraut.site.forum import posting
from heraut.site.forum.models import DISPUTES, PLAYER, Draft, Post, Reading, Thread, Version
from heraut.site.forum.posting import LONGEST, Written, answer, begin, edit, remove
from heraut.site.forum.reading import POSTS, THREADS
from heraut.site.lobby.takeover import ask_replacement, take_over
from heraut.site.matches.models import Activity, Match, Seat
from heraut.site.moderation.models import Report
from heraut.site.notifications.models import Letter
from tests.site.conftest import PASSWORD, new_player
from tests.site.forum.conftest import Browser, answered, begun, board_scope, forum, read, scope_of
from tests.site.matches.builders import seat_of

pytestmark = pytest.mark.django_db


# Pages


def test_a_long_thread_has_pages_and_each_post_an_address(table: Match, alice: Player, bob: Player) -> None:
    thread = begun(table, alice, "Message 1.").thread
    for number in range(2, POSTS * 2 + 2):
        answered(table, (alice, bob)[number % 2], thread, f"Message {number}.")
    first, last = read(Client(), forum(table, "1/")), read(Client(), forum(table, "1/?page=3"))
    assert f"Message {POSTS}." in first and f"Message {POSTS + 1}." not in first
    assert f"Message {2 * POSTS + 1}." in last and f"Message {2 * POSTS}." not in last
    assert f'id="m{2 * POSTS + 1}"' in last
    for odd in ("0", "-1", "x", "٣", "99999999999", "4"):
        assert Client().get(forum(table, f"1/?page={odd}")).status_code == 200
    for odd in ("2/", "999999/", "message/999999/", "message/0/"):
        assert Client().get(forum(table, odd)).status_code == 404


def test_threads_go_on_below_the_last_one_shown_those_pinned_first(
    table: Match, alice: Player, mona: Player, client_of: Browser
) -> None:
    for number in range(THREADS + 5):
        begun(table, alice, title=f"Fil {number:02}.")
    client_of(mona).post(forum(table, "1/"), {"do": "pin"})
    page = read(Client(), forum(table))
    assert page.index("Fil 00.") < page.index(f"Fil {THREADS + 4}.") and "Fil 04." not in page
    older = read(Client(), forum(table) + re.search(r'href="(\?avant=\d+)"', page)[1])  # type: ignore[index]
    assert "Fil 04." in older and "Fil 05." not in older and "Fil 00." not in older
    thread = Thread.objects.get(title="Fil 03.")
    answered(table, alice, thread)
    assert "Fil 03." in read(Client(), forum(table))


def test_threads_are_told_apart_by_their_sort(table: Match, alice: Player) -> None:
    begun(table, alice, title="Défi")
    begun(table, alice, title="Doléance", kind=PLAYER)
    page = read(Client(), forum(table) + "?sorte=player")
    assert "Doléance" in page and "Défi" not in page


@pytest.mark.slow
def test_a_talkative_forum_asks_the_database_no_more(
    table: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    def asked(client: Client, page: str) -> int:
        client.get(forum(table, page))
        with CaptureQueriesContext(connection) as found:
            assert client.get(forum(table, page)).status_code == 200
        return len(found)

    thread = begun(table, alice).thread
    answered(table, bob, thread)
    pages = ("", "1/", "1/?page=2", "recherche/?q=soit", "nouveau/")
    clients = (client_of(alice), Client())
    for client in clients:
        client.get(forum(table))
    few = [[asked(client, page) if page != "1/?page=2" else 0 for page in pages[:4]] for client in clients]
    for number in range(3 * POSTS):
        answered(table, (alice, bob)[number % 2], thread)
    for number in range(THREADS):
        begun(table, bob, title=f"Fil {number}")
    many = [[asked(client, page) for page in pages[:4]] for client in clients]
    for before, after in zip(few, many, strict=True):
        assert all(b == 0 or a <= b + 1 for a, b in zip(after, before, strict=True)), (before, after)
        assert max(after) <= 20


# Writing


@pytest.mark.parametrize(
    ("title", "text", "why"),
    [
        ("", "Oyez", "pas de titre"),
        ("x" * 121, "Oyez", "120 caractères"),
        ("a\u202eb", "Oyez", "Titre"),
        ("Titre", "", "vide"),
        ("Titre", " \n ", "vide"),
        ("Titre", "é" * (LONGEST + 1), "10\u202f001 caractères"),
    ],
)
def test_what_is_refused_says_why_and_stays_in_its_fields(
    table: Match, alice: Player, client_of: Browser, title: str, text: str, why: str
) -> None:
    page = (
        client_of(alice).post(forum(table, "nouveau/"), {"title": title, "text": text, "kind": "tale"}).content.decode()
    )
    assert why in page and 'role="alert"' in page
    assert f'value="{title}"' in page and f">{text}</textarea>" in page
    assert re.search(r'value="tale" checked', page)
    assert not Post.objects.exists()


def test_so_many_posts_a_minute_and_no_more(table: Match, alice: Player, bob: Player, client_of: Browser) -> None:
    begun(table, alice)
    for number in range(6):
        assert client_of(alice).post(forum(table, "1/"), {"text": f"{number}", "kind": "lord"}).status_code == 302
    page = client_of(alice).post(forum(table, "1/"), {"text": "Encore", "kind": "lord"}).content.decode()
    assert "en peu de temps" in page and ">Encore</textarea>" in page
    assert client_of(bob).post(forum(table, "1/"), {"text": "Enfin", "kind": "lord"}).status_code == 302


def test_a_post_is_looked_at_before_it_is_sent(table: Match, alice: Player, client_of: Browser) -> None:
    begun(table, alice)
    page = (
        client_of(alice)
        .post(forum(table, "1/"), {"text": "**Halte** !", "kind": "tale", "do": "look"})
        .content.decode()
    )
    assert "<strong>Halte</strong>" in page and ">**Halte** !</textarea>" in page
    assert Post.objects.count() == 1


def test_a_new_thread_is_looked_at_before_it_begins(table: Match, alice: Player, client_of: Browser) -> None:
    typed = {"title": "Trêve de Noël", "text": "**Halte** !", "kind": "tale", "do": "look"}
    page = client_of(alice).post(forum(table, "nouveau/"), typed).content.decode()
    assert "<strong>Halte</strong>" in page and ">**Halte** !</textarea>" in page and 'value="Trêve de Noël"' in page
    assert not Post.objects.exists()


def test_a_quotation_stands_in_the_answer_under_the_name_that_its_reader_knows(
    table: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    begun(table, alice, "Première ligne\n\n> d'un autre\n\nDeuxième *ligne*")
    page = read(client_of(bob), forum(table, "1/?page=1&citer=1"))
    field = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)
    assert field is not None and "Première ligne" in field[1] and "Deuxième *ligne*" in field[1]
    assert "autre" not in field[1] and "Alice" not in field[1]
    assert "<textarea" not in read(Client(), forum(table, "1/?citer=1"))
    other = re.search(r"<textarea.*?</textarea>", read(client_of(bob), forum(table, "1/?citer=9")), re.S)
    assert other is not None and "Première" not in other[0]


def test_drafts_are_there_on_another_device_and_gone_once_posted(
    table: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    phone, desk = client_of(alice), client_of(alice)
    begun(table, bob)
    sent = {"text": "Je réfléch", "kind": "tale", "do": "draft"}
    kept = phone.post(forum(table, "1/"), sent, headers={"HX-Request": "true"}).content.decode()
    assert 'id="brouillon-version"' in kept and 'value="1"' in kept and "<html" not in kept
    page = read(desk, forum(table, "1/"))
    assert ">Je réfléch</textarea>" in page and re.search(r'value="tale" checked', page) and "Brouillon gardé" in page
    assert "Je réfléch" not in read(client_of(bob), forum(table, "1/")) + read(Client(), forum(table, "1/"))
    desk.post(forum(table, "nouveau/"), {"title": "Un titre", "text": "", "kind": "lord", "do": "draft"})
    assert 'value="Un titre"' in read(phone, forum(table, "nouveau/"))
    desk.post(forum(table, "1/"), {"text": "J'ai réfléchi.", "kind": "lord"})
    page = read(phone, forum(table, "1/"))
    assert "Je réfléch<" not in page and 'name="base" value="2"' in page
    assert Draft.objects.filter(player=alice).count() == 2


# Edits, removal, locks, reports


def test_an_edit_is_marked_and_the_version_before_is_for_those_who_keep_the_peace(
    table: Match, alice: Player, bob: Player, mona: Player, client_of: Browser
) -> None:
    post = begun(table, alice, "Je viendrai sans personne.")
    hers = client_of(alice)
    assert hers.post(forum(table, "message/1/"), {"do": "edit", "text": "Je viendrai armé."}).status_code == 302
    page = read(client_of(bob), forum(table, "1/"))
    assert "Je viendrai armé." in page and "modifié" in page and "sans personne" not in page
    assert "sans personne" not in read(client_of(bob), forum(table, "message/1/")) + read(
        hers, forum(table, "message/1/")
    )
    assert "Je viendrai sans personne." in read(client_of(mona), forum(table, "message/1/"))
    for player in (bob, mona):
        assert client_of(player).post(forum(table, "message/1/"), {"do": "edit", "text": "Non."}).status_code == 404
    refused = hers.post(forum(table, "message/1/"), {"do": "edit", "text": ""}).content.decode()
    assert "vide" in refused
    assert (
        Version.objects.get().text == "Je viendrai sans personne." and Post.objects.get(pk=post.pk).edited is not None
    )


def test_a_post_is_removed_for_a_reason_that_all_read(
    table: Match, alice: Player, bob: Player, charlie: Player, mona: Player, client_of: Browser
) -> None:
    lord = begun(table, alice, "Une grossièreté.").thread
    answered(table, bob, lord, "Une autre.", PLAYER)
    address = forum(table, "message/1/")
    for player in (alice, bob):
        assert client_of(player).post(address, {"do": "remove", "reason": "moi"}).status_code == 404
    assert "Dites pourquoi" in client_of(mona).post(address, {"do": "remove", "reason": " "}).content.decode()
    assert client_of(mona).post(address, {"do": "remove", "reason": "Restons courtois"}).status_code == 302
    assert client_of(charlie).post(forum(table, "message/2/"), {"do": "remove", "reason": "Assez"}).status_code == 302
    for client in (client_of(bob), Client()):
        page = read(client, forum(table, "1/"))
        assert "grossièreté" not in page and "Restons courtois" in page and "Assez" in page
        assert (
            "grossièreté"
            not in read(client, forum(table, "message/1/"))
            + read(client, forum(table, "recherche/?q=grossièreté"))
            .replace('value="grossièreté"', "")
            .partition("<ol")[2]
        )
    assert "Une grossièreté." in read(client_of(mona), forum(table, "1/"))
    chronicle = read(Client(), f"/partie/{table.code}/histoire/")
    assert "Restons courtois" in chronicle and "retiré du forum" in chronicle
    activities = Activity.objects.filter(match=table, kind__contains="post_removed").order_by("pk")
    assert [one.data for one in activities] == [{"seats": ["j1"], "reason": "Restons courtois"}, {"reason": "Assez"}]
    with pytest.raises(CannotBeDone, match="not_your_post"):
        edit(scope_of(table, alice), Post.objects.select_related("thread", "forum").get(number=1), "Encore !")
    with pytest.raises(CannotBeDone, match="post_gone"):
        remove(scope_of(table, mona), Post.objects.select_related("thread", "forum", "seat").get(number=1), "Encore")


def test_a_locked_thread_is_read_and_no_longer_answered(
    table: Match, alice: Player, mona: Player, client_of: Browser
) -> None:
    begun(table, alice)
    assert client_of(alice).post(forum(table, "1/"), {"do": "lock"}).status_code == 404
    client_of(mona).post(forum(table, "1/"), {"do": "lock"})
    page = client_of(alice).post(forum(table, "1/"), {"text": "Mais !", "kind": "lord"}).content.decode()
    assert "Ce fil est fermé" in page and 'id="forum-forme"' not in page
    assert client_of(mona).post(forum(table, "1/"), {"text": "Fini.", "kind": PLAYER}).status_code == 302
    client_of(mona).post(forum(table, "1/"), {"do": "unlock"})
    assert client_of(alice).post(forum(table, "1/"), {"text": "Merci.", "kind": "lord"}).status_code == 302
    assert "Un fil du forum est fermé" in read(Client(), f"/partie/{table.code}/histoire/")


def test_a_post_is_reported_to_those_who_keep_the_peace(
    table: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    begun(table, alice, "Une menace.")
    address = forum(table, "message/1/")
    assert client_of(alice).post(address, {"do": "report", "why": "moi-même"}).status_code == 404
    assert client_of(new_player("Étienne")).post(address, {"do": "report", "why": "Trop fort."}).status_code == 302
    assert "Dites ce qui ne va pas" in client_of(bob).post(address, {"do": "report", "why": ""}).content.decode()
    client_of(bob).post(address, {"do": "report", "why": "Elle me vise, hors jeu."})
    found = Report.objects.get(author=bob)
    assert (found.kind, found.match, found.address, found.excerpt) == ("post", table, address, "Une menace.")
    for client in (client_of(alice), Client()):
        assert "Elle me vise" not in read(client, forum(table, "1/")) + read(client, address)
    assert "Vous avez signalé ce message" in read(client_of(bob), address)
    assert 'value="report"' not in read(client_of(bob), address)
    assert 'value="report"' in read(client_of(new_player("Fulbert")), address)


def test_removing_a_post_settles_what_was_reported_of_it_unless_its_remover_plays(
    table: Match, alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    for number in (1, 2):
        begun(table, alice, "Une menace.")
        client_of(bob).post(forum(table, f"message/{number}/"), {"do": "report", "why": "Elle me vise."})
    client_of(charlie).post(forum(table, "message/1/"), {"do": "remove", "reason": "Insultant"})
    one, other = Report.objects.all()
    assert one.settled and one.outcome.replace("\xa0", " ") == "Retiré : Insultant"
    assert other.settled is None
    told = Letter.objects.get(kind="words_removed", player=alice)
    assert "« Une menace. »" in told.text.replace("\xa0", " ") and "Insultant" in told.text
    mail = Letter.objects.get(kind="report_settled", player=bob)
    assert table.title in mail.subject and one.address in mail.text and "Une menace." in mail.text
    Match.objects.filter(pk=table.pk).update(host=bob)
    client_of(bob).post(forum(table, "message/2/"), {"do": "remove", "reason": "Insultant"})
    assert Post.objects.filter(removed=True).count() == 2
    for number, remover in ((1, "par l&#39;hôte. "), (2, "par l&#39;hôte, qui joue dans cette partie. ")):
        assert f"Message retiré {remover}Raison" in read(Client(), forum(table, f"{number}/"))
    assert Report.objects.get(pk=other.pk).settled is None


# What is new


def test_what_is_new_is_marked_for_each_reader_until_he_has_read_it(
    table: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    thread, his = begun(table, alice, "Un.").thread, client_of(bob)
    answered(table, alice, thread, "Deux.")
    seat = seat_of(table, bob)
    assert (seat.unseen_posts, seat_of(table, alice).unseen_posts) == (2, 0)
    assert "2 nouveaux messages au forum" in read(his, "/")
    assert "nouveaux messages au forum</span>" in read(his, f"/partie/{table.code}/")
    page = read(his, forum(table))
    assert 'class="new"' in page and "1/?suite=1" in page
    assert seat_of(table, bob).unseen_posts == 0 and 'class="new"' in read(his, forum(table))
    read(his, forum(table, "1/"))
    assert 'class="new"' not in read(his, forum(table))
    answered(table, alice, thread, "Trois.")
    page = read(his, forum(table, "1/?suite=1"))
    assert page.index("Deux.") < page.index('id="suite"') < page.index("Trois.")
    assert 'id="suite"' not in read(his, forum(table, "1/"))
    answered(table, alice, thread, "Quatre.")
    his.post(forum(table), {"do": "read"})
    assert 'class="new"' not in read(his, forum(table))
    assert seat_of(table, alice).unseen_posts == 0 and 'class="new"' not in read(client_of(alice), forum(table))


def test_to_a_stranger_only_what_comes_after_his_first_visit_is_new(
    table: Match, alice: Player, client_of: Browser
) -> None:
    client, thread = client_of(new_player("Étienne")), begun(table, alice).thread
    assert 'class="new"' not in read(client, forum(table))
    answered(table, alice, thread)
    assert 'class="new"' in read(client, forum(table)) and 'class="new"' not in read(Client(), forum(table))


@pytest.mark.rule("GP-RP-09")
def test_who_is_about_to_answer_twice_in_anger_is_told_to_wait(
    table: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    thread, hers = begun(table, bob, "Traîtresse !").thread, client_of(alice)
    kind = "laissez reposer"
    assert kind not in read(hers, forum(table, "1/"))
    first = answered(table, alice, thread, "Menteur !")
    assert kind not in read(hers, forum(table, "1/"))  # nobody has answered her yet
    answered(table, bob, thread, "Voleuse !")
    page = read(hers, forum(table, "1/"))
    assert kind in page and "/conduite/#calm" in page and 'id="forum-forme"' in page  # she may, all the same
    assert kind not in read(client_of(bob), forum(table, "1/"))
    Post.objects.filter(pk=first.pk).update(at=timezone.now() - timedelta(minutes=11))
    assert kind not in read(hers, forum(table, "1/"))


# Persons


def test_posts_are_exported_with_their_versions_and_go_with_the_account(
    table: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    post = begun(table, alice, "De moi.", "Mon titre à moi")
    edit(scope_of(table, alice), Post.objects.select_related("thread", "forum").get(pk=post.pk), "De moi, mieux.")
    answered(table, bob, post.thread, "De lui.")
    begun(table, alice, "Un fil que nul n'a suivi.", "Monologue")
    other = begin(board_scope(DISPUTES, alice), Written(PLAYER, "Coup de gueule.", "Ras le bol"))
    answer(board_scope(DISPUTES, bob), other.thread, Written(PLAYER, "Allons."))
    posting.keep_draft(scope_of(table, alice), post.thread, Written("lord", "Un brouillon."))
    data: dict[str, Any] = client_of(alice).get("/compte/donnees/").json()
    found = data["forum"]
    assert [(one["text"], one["former"]) for one in found["posts"]] == [
        ("De moi, mieux.", ["De moi."]),
        ("Un fil que nul n'a suivi.", []),
        ("Coup de gueule.", []),
    ]
    assert found["drafts"][0]["text"] == "Un brouillon." and len(found["followed"]) == 3
    assert "De moi" not in json.dumps(client_of(bob).get("/compte/donnees/").json())
    gone = client_of(alice).post("/compte/supprimer/", {"password": PASSWORD, "sure": "on"})
    assert gone.status_code == 302
    assert list(Post.objects.order_by("pk").values_list("text", flat=True)) == ["De lui.", "Allons."]
    assert list(Thread.objects.order_by("pk").values_list("title", flat=True)) == ["", ""]
    page = read(Client(), forum(table, "1/"))
    assert "De lui." in page and "Fil sans titre" in page
    assert not Version.objects.exists() and not Draft.objects.exists()
    assert not Reading.objects.exclude(player=bob).exists()
    assert "Mon titre" not in read(Client(), forum(table))
    assert "<mark>" not in read(Client(), forum(table, "recherche/?q=titre"))


def test_a_seat_that_changes_hands_starts_without_a_mark(table: Match, alice: Player, bob: Player) -> None:
    begun(table, alice)
    seat = seat_of(table, bob)
    ask_replacement(seat)
    take_over(seat, new_player("Étienne"))
    assert Seat.objects.get(pk=seat.pk).unseen_posts == 0
