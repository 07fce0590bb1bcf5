"""Telling readers of what is new in the threads and forums that they follow, by mail and by push, seldom.

Whoever writes in a thread follows it, until he says that he does not. Told of a thread once, a reader is left alone
until he has been there, and for an hour in any case; all that waits for him at one moment is one mail. To write a post
costs one statement, however many follow: the worker does the rest. A push holds a number, a mail titles and links; the
text of a post stays on the site.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.slices import see_to
from heraut.site.common.words import say
from heraut.site.forum.models import Forum, Post, Reading, Thread, Visit
from heraut.site.matches.host_actions import is_host, is_mediator
from heraut.site.matches.models import Match
from heraut.site.notifications.match_mails import as_read_by, written_out
from heraut.site.notifications.models import Letter
from heraut.site.notifications.outbox import by_mail, by_push, post, stop_headers, with_devices

QUIET = timedelta(hours=1)
MOST = 12  # threads that one mail names; the others are counted
CHOICE = "forum"


def follow(player: Player, thread: Thread, *, wanted: bool = True, by_himself: bool = True) -> None:
    """A reader follows a thread, or does so no more; by writing in it he does if he has never said that he does not."""
    reading, _ = Reading.objects.get_or_create(thread=thread, player=player)
    if by_himself or reading.follows is None:
        Reading.objects.filter(pk=reading.pk).update(follows=wanted, waiting=False, told=False)


def follow_forum(player: Player, forum: Forum, *, wanted: bool) -> None:
    """A reader follows a whole forum, or does so no more."""
    visit, _ = Visit.objects.get_or_create(forum=forum, player=player)
    Visit.objects.filter(pk=visit.pk).update(follows=wanted, waiting=False, told=False)


def call_followers(written: Post) -> None:
    """Those who follow the thread of a new post, or its forum, and do not know yet that there is something."""
    quiet = {"follows": True, "waiting": False, "told": False}
    Reading.objects.filter(thread=written.thread_id, **quiet).exclude(player=written.writer_id).update(waiting=True)
    Visit.objects.filter(forum=written.forum_id, **quiet).exclude(player=written.writer_id).update(waiting=True)


def been(row: Reading | Visit) -> dict[str, bool]:
    """What is set when a reader comes: he need not be told any more, and may be told again. Empty: nothing is."""
    return {"waiting": False, "told": False} if row.waiting or row.told else {}


# The worker's duty


def tell_followers(now: datetime | None = None) -> int:
    """Writes the mails and pushes that are due, a player at a time, for a slice; how many players."""
    at = now or timezone.now()
    due = Q(waiting=True) & (Q(quiet_until=None) | Q(quiet_until__lte=at))
    players = Player.objects.filter(
        Q(pk__in=Reading.objects.filter(due).values("player")) | Q(pk__in=Visit.objects.filter(due).values("player"))
    )
    return see_to(players, lambda player: tell(player, due, at))


def tell(player: Player, due: Q, at: datetime) -> bool:
    """Tells a player of all that waits for him now, if he may still read it and wants to be told; he is told once."""
    threads = Reading.objects.filter(due, player=player).select_related("thread__forum__match__host")
    forums = Visit.objects.filter(due, player=player).select_related("forum__match__host")
    with transaction.atomic():
        readings, visits = list(threads), list(forums)
        named = [one.thread for one in readings if may_read(player, one.thread.forum)]
        ones = {one.forum_id for one in named}
        whole = [one.forum for one in visits if one.forum_id not in ones and may_read(player, one.forum)]
        done = {"waiting": False, "told": True, "quiet_until": at + QUIET}
        Reading.objects.filter(pk__in=[one.pk for one in readings], waiting=True).update(**done)
        Visit.objects.filter(pk__in=[one.pk for one in visits], waiting=True).update(**done)
        if (named or whole) and wants(player):
            with as_read_by(player):
                post([digest(player, named, whole, at)])
    return True


def wants(player: Player) -> bool:
    """Whether he is to be told of forums by any way."""
    if not player.is_active:
        return False
    return by_mail(player, CHOICE) or (by_push(player, CHOICE) and bool(with_devices([player])))


def may_read(player: Player, forum: Forum) -> bool:
    """Whether a forum is open to this player now: he may have left a private match since he followed it."""
    match: Match | None = forum.match
    if match is None or not match.private or match.seats.filter(user=player).exists():
        return True
    return is_host(match, player) or is_mediator(match, player)


def digest(player: Player, threads: list[Thread], forums: list[Forum], at: datetime) -> Letter:
    """One mail of several threads and forums, and the push that goes with it. To be called under `as_read_by`."""
    count = len(threads) + len(forums)
    points = [*map(thread_line, threads[:MOST]), *map(forum_line, forums[: MOST - len(threads[:MOST])])]
    only = count == 1
    url = settings.URL + (where(threads, forums) if only else reverse("forum"))
    subject = say("letter.forum_subject", count=count)
    lead = [say("letter.forum", count=count)]
    if count > len(points):
        points.append(say("letter.forum_more", count=count - len(points)))
    more: dict[str, Any] = {"points": points, "report": "", "picture": False, "choice": CHOICE}
    text, html = written_out(player, subject, lead, url=url, **more)
    letter = Letter(
        key=f"forum:{player.pk}:{at.timestamp():.3f}",
        player=player,
        kind="forum",
        address=player.email,
        subject=subject[:200],
        text=text,
        html=html,
        headers=stop_headers(player, CHOICE),
        due=at,
    )
    letter.choice, letter.sentence = CHOICE, say("push.forum", count=count)
    letter.link = url.removeprefix(settings.URL)
    return letter


def where(threads: list[Thread], forums: list[Forum]) -> str:
    """The page of the only thread, or the only forum."""
    return thread_url(threads[0]) if threads else forum_url(forums[0])


def thread_line(thread: Thread) -> str:
    """A thread in a mail: its title, where it is, its address."""
    title = thread.title or say("forum.untitled")
    return say("letter.forum_thread", title=title, where=name_of(thread.forum), url=settings.URL + thread_url(thread))


def forum_line(forum: Forum) -> str:
    """A forum in a mail."""
    return say("letter.forum_whole", where=name_of(forum), url=settings.URL + forum_url(forum))


def name_of(forum: Forum) -> str:
    """What a forum is called: the title of its match, or its own."""
    return forum.match.title if forum.match is not None else say(f"forum_board.{forum.board}")


def thread_url(thread: Thread) -> str:
    """Where a thread goes on after what was read: its page finds the place."""
    forum = thread.forum
    if forum.match is not None:
        return reverse("match_forum_thread", args=[forum.match.code, thread.number]) + "?suite=1"
    return reverse("forum_board_thread", args=[forum.board, thread.number]) + "?suite=1"


def forum_url(forum: Forum) -> str:
    """The list of a forum's threads."""
    if forum.match is not None:
        return reverse("match_forum", args=[forum.match.code])
    return reverse("forum_board", args=[forum.board])


def followed_by(player: Player, most: int) -> Iterable[Reading]:
    """The threads that a player follows, those with the latest posts first."""
    found = Reading.objects.filter(player=player, follows=True).select_related("thread__forum__match")
    return [one for one in found.order_by("-thread__last_at")[:most] if may_read(player, one.thread.forum)]
