"""Who is told of what is new in forums, by which way, and how seldom."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.forum.following import QUIET, follow, follow_forum, tell_followers
from heraut.site.forum.models import PLAYER, Reading, Thread
from heraut.site.matches.models import Match
from heraut.site.notifications.devices import allow
from heraut.site.notifications.models import Letter, Push
from tests.site.conftest import new_player
from tests.site.forum.conftest import Browser, answered, begun, forum, read, scope_of
from tests.site.notifications.services import Browser as Pushed

pytestmark = pytest.mark.django_db


@pytest.fixture
def thread(table: Match, alice: Player) -> Thread:
    """A thread that Alice has begun, and follows by that."""
    return begun(table, alice, "Ce que dit Alice.", "La trêve").thread


def mails() -> list[Letter]:
    """Those of forums."""
    return list(Letter.objects.filter(kind="forum").order_by("pk"))


def told(hours: float = 0) -> int:
    """How many mails the worker writes so many hours from now."""
    before = len(mails())
    tell_followers(timezone.now() + timedelta(hours=hours))
    return len(mails()) - before


def test_who_has_written_is_told_once_until_he_has_been_there_and_an_hour_has_passed(
    table: Match, thread: Thread, alice: Player, bob: Player, client_of: Browser
) -> None:
    assert told() == 0
    answered(table, bob, thread, "Ce que dit Bob.")
    assert (told(), told(2)) == (1, 0)
    answered(table, bob, thread, "Encore.")
    assert told(2) == 0  # she has not come
    read(client_of(alice), forum(table, "1/"))
    answered(table, bob, thread, "Toujours.")
    assert told() == 0 and told(QUIET.total_seconds() / 3600 + 0.1) == 1
    assert {mail.player for mail in mails()} == {alice}


def test_a_mail_names_the_thread_and_a_push_nothing_and_neither_holds_the_text(
    table: Match, thread: Thread, alice: Player, bob: Player
) -> None:
    allow(alice, Pushed("https://push.example.org/alice").subscription, "")
    answered(table, bob, thread, "Le mot secret est Melusine.")
    assert told() == 1
    mail, push = mails()[0], Push.objects.get(kind="forum")
    assert mail.subject == "Forums\u00a0: du nouveau dans 1 fil que vous suivez"
    address = f"/partie/{table.code}/forum/1/?suite=1"
    assert "La trêve (La table ronde)" in mail.text and address in mail.text and address in mail.html
    assert "Melusine" not in mail.text + mail.html + mail.subject and "Bob" not in mail.text
    assert mail.headers["List-Unsubscribe-Post"] and "/forum/" in mail.headers["List-Unsubscribe"]
    assert (push.title, push.sentence, push.link) == ("Héraut", "Du nouveau dans 1 fil que vous suivez.", address)


def test_what_waits_at_one_moment_is_one_mail(table: Match, thread: Thread, alice: Player, bob: Player) -> None:
    other = begun(table, alice, title="La guerre").thread
    answered(table, bob, thread)
    answered(table, bob, other)
    assert told() == 1
    text = mails()[0].text
    assert "La trêve" in text and "La guerre" in text and "2 fils" in mails()[0].subject


def test_one_follows_and_stops_following_and_says_so_once(
    table: Match, thread: Thread, alice: Player, bob: Player, client_of: Browser
) -> None:
    client = client_of(alice)
    assert "Ne plus suivre ce fil" in read(client, forum(table, "1/"))
    client.post(forum(table, "1/"), {"do": "unfollow"})
    answered(table, alice, thread, "De nouveau.")  # writing again does not make her follow again
    answered(table, bob, thread)
    assert told() == 0 and Reading.objects.get(player=alice).follows is False
    client.post(forum(table, "1/"), {"do": "follow"})
    answered(table, bob, thread)
    assert told() == 1


def test_a_whole_forum_may_be_followed(table: Match, thread: Thread, alice: Player, client_of: Browser) -> None:
    reader = new_player("Étienne")
    client_of(reader).post(forum(table), {"do": "follow"})
    begun(table, alice, title="Un autre fil")
    assert told() == 1 and f"/partie/{table.code}/forum/" in mails()[0].text and mails()[0].player == reader
    begun(table, alice, title="Un troisième")
    assert told(2) == 0
    read(client_of(reader), forum(table))
    begun(table, alice, title="Un quatrième")
    assert told(2) == 1
    client_of(reader).post(forum(table), {"do": "unfollow"})
    begun(table, alice, title="Un cinquième")
    assert told(5) == 0


def test_who_refuses_such_mails_or_may_no_longer_read_gets_none(
    private: Match, alice: Player, bob: Player, charlie: Player
) -> None:
    thread = begun(private, alice).thread
    stranger = new_player("Étienne")
    follow(stranger, thread)
    follow_forum(stranger, thread.forum, wanted=True)
    follow(charlie, thread)
    Player.objects.filter(pk=charlie.pk).update(mail_forum=False)
    answered(private, bob, thread)
    assert told() == 1 and mails()[0].player == alice


def test_to_write_costs_the_same_however_many_follow(table: Match, thread: Thread, bob: Player) -> None:
    def cost() -> int:
        scope = scope_of(table, bob)
        assert scope.kinds
        with CaptureQueriesContext(connection) as asked:
            answered(table, bob, thread, kind=PLAYER)
        return len(asked)

    cost()
    before = cost()
    for number in range(20):
        follow(new_player(f"Lecteur {number}"), thread)
    assert cost() == before <= 30
    assert told() == 21
