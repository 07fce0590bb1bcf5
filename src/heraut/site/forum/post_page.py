"""The page of one post: its author edits it, a reader reports it, who keeps the peace removes it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect

from heraut.site.common.words import say
from heraut.site.forum import posting, reading
from heraut.site.forum.formatting import formatted
from heraut.site.forum.models import Post
from heraut.site.forum.posting import LONGEST, LONGEST_REASON, NotPosted, waiting_reports
from heraut.site.forum.scopes import Scope
from heraut.site.forum.views import address_of, allowed
from heraut.site.moderation.reports import report

LONGEST_REPORT = 1_000


def one_post(scope: Scope, number: int) -> HttpResponse:
    """A post by itself, with what its reader may do about it."""
    post = reading.post_of(scope, number)
    if scope.request.method != "POST":
        return page(scope, post)
    do = scope.request.POST.get("do", "")
    if not may(scope, post, do):
        raise Http404
    if do == "look":
        return page(scope, post, look=True)
    try:
        act(scope, post, do)
    except NotPosted as refusal:
        return page(scope, post, refusal.words, do)
    return redirect(address_of(scope, post.thread, post.place, post.number))


def may(scope: Scope, post: Post, do: str) -> bool:
    """Whether this is for him to do."""
    own = post.writer_id == scope.request.user.pk
    if do in ("edit", "look"):
        return own and post.kind in scope.kinds
    if do == "remove":
        return scope.moderates and not post.removed
    return do == "report" and not own and not scope.guest and not post.removed


def act(scope: Scope, post: Post, do: str) -> None:
    """What the button of a form does. Raises NotPosted."""
    form, player = scope.request.POST, scope.player
    assert player is not None
    if do == "edit":
        allowed(scope, "post")
        posting.edit(scope, post, form.get("text", ""))
    elif do == "remove":
        posting.remove(scope, post, form.get("reason", ""))
    else:
        allowed(scope, "report")
        reason = form.get("why", "").strip()
        if not reason or len(reason) > LONGEST_REPORT:
            raise NotPosted("report_reason", most=LONGEST_REPORT)
        address = scope.url("post", post.number)
        report(player, "post", address, post.text, reason, scope.match, scope.author(post).name, post.writer)
    messages.success(scope.request, say(f"forum.done_{do}"))


def page(scope: Scope, post: Post, fault: str = "", wrong: str = "", *, look: bool = False) -> HttpResponse:
    """The post and the forms; what was typed and refused stays in its field."""
    form = scope.request.POST
    text = form.get("text", "") if look or wrong == "edit" else post.text
    reports = scope.player is not None and may(scope, post, "report")
    return scope.page(
        "forum/post.html",
        post=reading.shown(scope, [post], post.place)[0],
        thread=post.thread,
        title=post.thread.title or say("forum.untitled"),
        back=address_of(scope, post.thread, post.place, post.number),
        edits=may(scope, post, "edit") and not post.removed,
        reports=reports,
        reported=reports and waiting_reports(scope, post).filter(author=scope.player).exists(),
        removes=may(scope, post, "remove"),
        versions=list(post.versions.all()) if scope.moderates else [],
        fault=fault,
        wrong=wrong,
        text=text,
        reason=form.get("reason", ""),
        why=form.get("why", ""),
        preview=formatted(text[:LONGEST]) if look else "",
        longest=LONGEST,
        longest_reason=LONGEST_REASON,
        longest_report=LONGEST_REPORT,
        draft_key=f"{scope.key}.{scope.request.user.pk}.post.{post.number}",
    )
