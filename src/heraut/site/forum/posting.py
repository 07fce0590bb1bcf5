"""Writing in a forum: threads and answers, edits, drafts; what those who keep the peace may do about them."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.input_cleaning import check_line, one_line, plain_text
from heraut.site.common.refusals import CannotBeDone
from heraut.site.forum.following import call_followers, follow
from heraut.site.forum.formatting import formatted
from heraut.site.forum.models import (
    LONGEST_TITLE,
    PLAYER,
    Draft,
    Forum,
    Post,
    Reading,
    Thread,
    Version,
)
from heraut.site.forum.scopes import Scope
from heraut.site.forum.search import indexed
from heraut.site.matches.activity_kinds import ActivityKind
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.services import write_activity
from heraut.site.moderation.mediation import office
from heraut.site.moderation.models import Report
from heraut.site.moderation.reports import settle_removed, tell_removed

LONGEST = 10_000  # characters of a post
LONGEST_REASON = 200


class NotPosted(CannotBeDone):
    """A post is not taken, or nothing can be done about one."""

    group = "forum_refusal"


class Written(msgspec.Struct, frozen=True):
    """What a form holds: the sort of the post, its text, and the title where it begins a thread."""

    kind: str
    text: str
    title: str = ""


class Writer(Protocol):
    """Who writes in which forum: for a seat of a match, or as a player among others. A `Scope` is one who reads too."""

    @property
    def match(self) -> Match | None: ...
    @property
    def seat(self) -> Seat | None: ...
    @property
    def player(self) -> Player | None: ...
    @property
    def role(self) -> str: ...
    @property
    def moderates(self) -> bool: ...
    @property
    def kinds(self) -> tuple[str, ...]: ...
    def opened(self) -> Forum: ...


def checked(writer: Writer, written: Written) -> Written:
    """The same as it is kept. Raises NotPosted."""
    text = plain_text(written.text)
    if written.kind not in writer.kinds:
        raise NotPosted("post_kind")
    if not text:
        raise NotPosted("post_empty")
    if len(text) > LONGEST:
        raise NotPosted("post_long", length=len(text), most=LONGEST)
    return Written(written.kind, text, written.title)


def checked_title(title: str) -> str:
    """A title as it is kept. Raises NotPosted."""
    short = " ".join(title.split())
    if not short or len(short) > LONGEST_TITLE:
        raise NotPosted("post_title" if not short else "post_title_long", most=LONGEST_TITLE)
    try:
        check_line(short)
    except ValidationError as fault:
        raise NotPosted("post_title_signs", why=fault.messages[0]) from None
    return short


def begin(writer: Writer, written: Written) -> Post:
    """A new thread with its first post. Raises NotPosted."""
    title, kept = checked_title(written.title), checked(writer, written)
    forum, now = writer.opened(), timezone.now()
    with transaction.atomic():
        number = counted(forum)
        thread = Thread(forum=forum, number=number, kind=kept.kind, title=title, starter=writer.player, last_at=now)
        thread.save()
        return keep(writer, thread, number, kept, title)


def answer(writer: Writer, thread: Thread, written: Written) -> Post:
    """One more post in a thread. Raises NotPosted."""
    kept = checked(writer, written)
    if thread.locked and not writer.moderates:
        raise NotPosted("thread_locked")
    with transaction.atomic():
        return keep(writer, thread, counted(thread.forum), kept)


def counted(forum: Forum) -> int:
    """The number of the coming post of a forum. Whoever writes at the same moment waits for the end of this one."""
    Forum.objects.filter(pk=forum.pk).update(posts=F("posts") + 1)
    return int(Forum.objects.values_list("posts", flat=True).get(pk=forum.pk))


def keep(writer: Writer, thread: Thread, number: int, kept: Written, title: str = "") -> Post:
    """Stores a post, counts it wherever it is counted, and empties the draft that it was."""
    assert writer.player is not None
    now, player = timezone.now(), writer.player
    Thread.objects.filter(pk=thread.pk).update(posts=F("posts") + 1, last=number, last_at=now)
    thread.refresh_from_db(fields=["posts", "last", "last_at"])
    post = Post.objects.create(
        forum=thread.forum,
        thread=thread,
        number=number,
        place=thread.posts,
        kind=kept.kind,
        role=writer.role if kept.kind == PLAYER else "",
        seat=writer.seat,
        writer=player,
        at=now,
        text=kept.text,
        html=formatted(kept.text),
        words=indexed(thread.forum, title, kept.text),
    )
    if writer.match is not None:
        Seat.objects.filter(match=writer.match).exclude(user=player).update(unseen_posts=F("unseen_posts") + 1)
    call_followers(post)
    follow(player, thread, by_himself=False)
    Reading.objects.filter(thread=thread, player=player, read=thread.posts - 1).update(read=thread.posts)
    old = Draft.objects.filter(player=player, forum=thread.forum, thread=None if title else thread)
    old.update(text="", title="", version=F("version") + 1, saved=now)
    return post


# Edits, and what is taken away


def edit(scope: Scope, post: Post, text: str) -> None:
    """Changes one's own post; that it was, and when, is told, and those who keep the peace see what it was before.

    Raises NotPosted.
    """
    kept = checked(scope, Written(post.kind, text))
    if post.writer_id != scope.request.user.pk or post.removed:
        raise NotPosted("not_your_post")
    if post.thread.locked and not scope.moderates:
        raise NotPosted("thread_locked")
    if kept.text == post.text:
        return
    with transaction.atomic():
        Version.objects.create(post=post, text=post.text, until=timezone.now())
        rewrite(post, kept.text, edited=timezone.now())


def rewrite(post: Post, text: str, **fields: Any) -> None:
    """Puts another text in the place of a post's own, in the index of the search too."""
    title = post.thread.title if post.number == post.thread.number else ""
    words = indexed(post.forum, title, text) if text else ""
    html = formatted(text) if text else ""
    Post.objects.filter(pk=post.pk).update(text=text, html=html, words=words, **fields)


def remove(scope: Scope, post: Post, reason: str) -> None:
    """Takes a post away, for a reason that all read in its place; in a match its public chronicle says so too.

    Those who keep the peace go on reading it, for an appeal; reports of it are settled by that. Raises NotPosted.
    """
    assert scope.player is not None
    reason = one_line(reason)
    if not reason or len(reason) > LONGEST_REASON:
        raise NotPosted("post_reason", most=LONGEST_REASON)
    with transaction.atomic():
        if not Post.objects.filter(pk=post.pk, removed=False).update(
            removed=True, reason=reason, remover=office(scope.match, scope.player)
        ):
            raise NotPosted("post_gone")
        Version.objects.create(post=post, text=post.text, until=timezone.now())
        rewrite(post, "")
        if scope.match is not None:
            of_lord = post.kind != PLAYER and post.seat is not None
            seats = {"seats": [post.seat.name]} if of_lord and post.seat is not None else {}
            kind: ActivityKind = "post_removed" if of_lord else "player_post_removed"
            write_activity(scope.match, kind, scope.player, reason=reason, **seats)
        address = scope.url("post", post.number)
        tell_removed(post.writer, scope.player, f"post:{post.pk}", address, scope.match, post.text, reason)
        settle_removed(scope.match, scope.player, address, reason)


def waiting_reports(scope: Scope, post: Post) -> QuerySet[Report]:
    """What readers have reported of a post, as far as nobody has settled it."""
    return Report.objects.filter(address=scope.url("post", post.number), settled=None)


def mark_thread(scope: Scope, thread: Thread, **fields: bool) -> None:
    """Locks or pins a thread, or opens and releases it again; a match's chronicle says so of a lock."""
    changed = Thread.objects.filter(pk=thread.pk).exclude(**fields).update(**fields)
    if changed and scope.match is not None and "locked" in fields:
        write_activity(scope.match, "thread_locked" if fields["locked"] else "thread_opened", scope.player)


# Drafts


def keep_draft(scope: Scope, thread: Thread | None, written: Written) -> Draft:
    """Keeps what is being written, so that it can be gone on with anywhere. Longer texts than a post are cut off."""
    assert scope.player is not None
    forum = thread.forum if thread is not None else scope.opened()
    fields = {
        "kind": written.kind if written.kind in scope.kinds else "",
        "title": " ".join(written.title.split())[:LONGEST_TITLE],
        "text": written.text.replace("\r\n", "\n")[:LONGEST],
        "saved": timezone.now(),
    }
    draft, new = Draft.objects.get_or_create(
        player=scope.player, forum=forum, thread=thread, defaults={**fields, "version": 1}
    )
    if not new:
        Draft.objects.filter(pk=draft.pk).update(**fields, version=F("version") + 1)
        draft.refresh_from_db()
    return draft


def draft_of(scope: Scope, thread: Thread | None) -> Draft | None:
    """What he is writing here; its text is "" once it was posted."""
    if scope.player is None or scope.forum is None:
        return None
    return Draft.objects.filter(player=scope.player, forum=scope.forum, thread=thread).first()


# Persons


def forget(player: Player) -> None:
    """Before an account goes with its posts: no title of his stays, and no thread in which nobody else has written."""
    posts = Post.objects.filter(thread=OuterRef("pk"))
    Thread.objects.filter(Exists(posts.filter(writer=player)), ~Exists(posts.exclude(writer=player))).delete()
    Thread.objects.filter(starter=player).update(title="")


def written_by(player: Player) -> list[dict[str, Any]]:
    """All that a player has written in forums, its former versions included, as plain data."""
    fields = ("forum__match__code", "forum__board", "thread__title", "kind", "at", "edited", "text", "removed")
    former: dict[int, list[str]] = {}
    for pk, text in Version.objects.filter(post__writer=player).values_list("post", "text"):
        former.setdefault(pk, []).append(text)
    posts = Post.objects.filter(writer=player).order_by("pk").values("pk", *fields)
    return [{**post, "former": former.get(post.pop("pk"), [])} for post in posts]


def kept_for(player: Player) -> dict[str, Any]:
    """Drafts, and what he follows, as plain data."""
    drafts = Draft.objects.filter(player=player).exclude(text="")
    followed = Reading.objects.filter(player=player, follows=True)
    return {
        "drafts": list(drafts.values("forum__match__code", "forum__board", "title", "text", "saved")),
        "followed": list(followed.values("thread__forum__match__code", "thread__forum__board", "thread__title")),
    }
