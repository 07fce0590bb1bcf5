"""What a reader is shown of a forum: its threads, the posts of one, and what of it is new to him.

Every page follows from numbers that stand in columns: a list of threads goes on below the last one shown, a page of a
thread is the posts of twenty places. However much is written, neither skips rows nor counts them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import msgspec
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.safestring import SafeString

from heraut.site.common.words import say
from heraut.site.forum.following import been
from heraut.site.forum.models import KINDS, PLAYER, Post, Reading, Thread, Version, Visit
from heraut.site.forum.scopes import Author, Scope
from heraut.site.matches.models import Seat
from heraut.site.moderation.mediation import by_whom

THREADS, POSTS = 25, 20  # of a page
HEATED = timedelta(minutes=10)  # between two answers in one thread, another's between them (GP-RP-09)


class Row(msgspec.Struct, frozen=True):
    """A thread in the list: who wrote last (None: nobody who is still here), and whether something in it is new."""

    thread: Any
    title: str
    author: Author | None
    last_at: Any
    new: bool
    answers: int


class Shown(msgspec.Struct, frozen=True):
    """A post as its reader sees it: `html` is empty where it was removed. `act` is what leads him to its own page:
    "edit", "moderate", "report", or "" if nothing does. `former`: what was removed, for those who keep the peace;
    `removal` says to all by whom and why.
    """

    post: Any
    author: Author
    html: SafeString
    own: bool
    new: bool
    url: str
    act: str = ""
    hj: bool = False
    former: Sequence[Any] = ()
    removal: str = ""


# The list of threads


def threads_of(scope: Scope, before: int | None, kind: str) -> list[Thread]:
    """A page of threads, those pinned first, then by their last posts; and one more if there is one."""
    if scope.forum is None:
        return []
    found: QuerySet[Thread] = Thread.objects.filter(forum=scope.forum)
    if kind in KINDS:
        found = found.filter(kind=kind)
    pinned = [] if before is not None else list(found.filter(pinned=True).order_by("-last")[:THREADS])
    others = found.filter(pinned=False)
    if before is not None:
        others = others.filter(last__lt=before)
    return [*pinned, *others.order_by("-last")[: THREADS + 1]]


def rows(scope: Scope, threads: Sequence[Thread], since: int) -> list[Row]:
    """These threads as a list shows them, from two queries."""
    last = {post.number: post for post in last_posts(scope, threads)}
    read = read_of(scope, threads)
    known = scope.player is not None
    return [
        Row(
            thread,
            thread.title or say("forum.untitled"),
            scope.author(last[thread.last]) if thread.last in last else None,
            thread.last_at,
            known and thread.last > since and thread.posts > read.get(thread.pk, 0),
            thread.posts - 1,
        )
        for thread in threads
    ]


def last_posts(scope: Scope, threads: Sequence[Thread]) -> QuerySet[Post]:
    """The last post of each of these threads, without its text."""
    numbers = [thread.last for thread in threads]
    posts = Post.objects.filter(forum=scope.forum, number__in=numbers).select_related("writer", "seat")
    return posts.only("number", "kind", "role", "writer__username", "seat__name")


def read_of(scope: Scope, threads: Sequence[Thread]) -> Mapping[int, int]:
    """The place up to which each of these threads has been read."""
    if scope.player is None:
        return {}
    found = Reading.objects.filter(player=scope.player, thread__in=threads)
    return dict(found.values_list("thread", "read"))


def visit(scope: Scope) -> Visit | None:
    """This reader at this forum, noted when he first comes: to who does not play in it, what was there is not new."""
    if scope.player is None or scope.forum is None:
        return None
    since = 0 if scope.seat is not None else scope.forum.posts
    found, new = Visit.objects.get_or_create(forum=scope.forum, player=scope.player, defaults={"since": since})
    if not new and (changed := been(found)):
        Visit.objects.filter(pk=found.pk).update(**changed)
    see(scope)
    return found


def see(scope: Scope) -> None:
    """Who plays has looked into the forum: the mark on its tab goes."""
    if scope.seat is not None and scope.seat.unseen_posts:
        scope.seat.unseen_posts = 0
        Seat.objects.filter(pk=scope.seat.pk).update(unseen_posts=0)


def read_all(scope: Scope) -> None:
    """Nothing of what was written until now is new to this reader any more."""
    if scope.player is not None and scope.forum is not None:
        Visit.objects.filter(forum=scope.forum, player=scope.player).update(since=scope.forum.posts)
        see(scope)


# A thread


def thread_of(scope: Scope, number: int) -> Thread:
    """The thread that an address names. Raises Http404."""
    forum = scope.forum
    found = Thread.objects.filter(forum=forum, number=number).first() if forum is not None else None
    if found is None or forum is None:
        raise Http404
    found.forum = forum
    return found


def post_of(scope: Scope, number: int) -> Post:
    """The post that an address names. Raises Http404."""
    forum, posts = scope.forum, Post.objects.select_related("thread", "writer", "seat")
    found = posts.filter(forum=forum, number=number).first() if forum is not None else None
    if found is None or forum is None:
        raise Http404
    found.forum = found.thread.forum = forum
    return found


def pages(thread: Thread) -> int:
    """How many pages a thread has."""
    return max(1, -(-thread.posts // POSTS))


def page_of_place(place: int) -> int:
    """The page on which the post of a place stands."""
    return (max(1, place) - 1) // POSTS + 1


def posts_of(thread: Thread, page: int) -> list[Post]:
    """The posts of a page; fewer than it has places where accounts were closed."""
    first = (page - 1) * POSTS
    found = Post.objects.filter(thread=thread, place__gt=first, place__lte=first + POSTS).order_by("place")
    return list(found.select_related("writer", "seat").defer("words"))


def reading_of(scope: Scope, thread: Thread) -> Reading | None:
    """How far this reader has come in a thread."""
    return Reading.objects.filter(thread=thread, player=scope.player).first() if scope.player is not None else None


def since_of(scope: Scope) -> int:
    """Up to which number all of a forum is read by this reader, whatever he has opened."""
    if scope.player is None or scope.forum is None:
        return 0
    found = Visit.objects.filter(forum=scope.forum, player=scope.player).values_list("since", flat=True).first()
    return found if found is not None else 0 if scope.seat is not None else scope.forum.posts


def shown(scope: Scope, posts: Sequence[Post], read: int, since: int = 0) -> list[Shown]:
    """Posts as this reader sees them; those behind the place `read` and the number `since` are new to him."""
    me = scope.request.user.pk
    gone = [post.pk for post in posts if post.removed] if scope.moderates else []
    former: dict[int, list[Version]] = {}
    for version in Version.objects.filter(post__in=gone) if gone else ():
        former.setdefault(version.post_id, []).append(version)
    address, known = scope.url("post", 0).removesuffix("0/"), scope.player is not None
    return [
        Shown(
            post,
            scope.author(post),
            SafeString("") if post.removed else scope.shown_text(post),
            post.writer_id == me,
            known and post.place > read and post.number > since and post.writer_id != me,
            f"{address}{post.number}/",
            act_of(scope, post),
            scope.match is not None and post.kind == PLAYER,
            former.get(post.pk, [])[-1:],
            say("forum.removed", by=by_whom(post.remover), reason=post.reason) if post.removed else "",
        )
        for post in posts
    ]


def act_of(scope: Scope, post: Post) -> str:
    """What leads a reader to the page of a post."""
    if scope.player is None or scope.guest:
        return ""
    if scope.moderates:
        return "moderate"
    if post.removed:
        return ""
    return "edit" if post.writer_id == scope.player.pk else "report"


def note_read(scope: Scope, thread: Thread, reading: Reading | None, place: int) -> None:
    """This reader has read a thread up to a place, and is to be told of what follows."""
    if scope.player is None:
        return
    see(scope)
    if reading is None:
        Reading.objects.get_or_create(thread=thread, player=scope.player, defaults={"read": place})
    elif reading.read < place or been(reading):
        Reading.objects.filter(pk=reading.pk).update(read=max(reading.read, place), **been(reading))


def heated(scope: Scope, posts: Sequence[Post]) -> bool:
    """Whether a reader is about to answer for the second time within minutes, after somebody has answered him."""
    me, since = scope.request.user.pk, timezone.now() - HEATED
    mine = [post.place for post in posts if post.writer_id == me and post.at >= since]
    return bool(mine) and any(post.place > mine[-1] and post.writer_id != me for post in posts)
