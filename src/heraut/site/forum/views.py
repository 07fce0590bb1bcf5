"""The pages of forums, of matches and of the site: each a function of the `Scope` that the address names."""

from __future__ import annotations

from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.words import say
from heraut.site.forum import posting, reading
from heraut.site.forum.following import follow, follow_forum, followed_by
from heraut.site.forum.formatting import formatted, quoted
from heraut.site.forum.models import BOARDS, KINDS, REPLACEMENTS, Draft, Forum, Thread
from heraut.site.forum.posting import LONGEST, NotPosted, Written
from heraut.site.forum.scopes import Scope
from heraut.site.forum.search import LENGTH, excerpt, search, words_of
from heraut.site.matches import models as m
from heraut.site.matches.models import Seat

FOLLOWED = 10  # threads on the first page of forums


def allowed(scope: Scope, action: str) -> None:
    """So many an hour, and no more. Raises NotPosted."""
    if not ratelimit.consume(scope.request, action=action):
        raise NotPosted("post_often")


# Lists


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The forums of the site, and what their reader follows anywhere."""
    forums = {forum.board: forum for forum in Forum.objects.exclude(board="")}
    last = {
        board: Thread.objects.filter(forum=forums[board]).order_by("-last").first()
        for board in BOARDS
        if board in forums
    }
    mine = followed_by(request.user, FOLLOWED) if request.user.is_authenticated else ()
    boards = [(board, forums.get(board), last.get(board)) for board in BOARDS]
    response = render(request, "forum/index.html", {"forums": boards, "followed": mine})
    response.headers.setdefault("Cache-Control", "private, no-store")
    return response


def threads(scope: Scope) -> HttpResponse:
    """The threads of a forum, a page at a time; "all read", and following the whole."""
    if scope.request.method == "POST":
        return whole_forum(scope)
    visited = reading.visit(scope)
    before, kind = whole_number(scope.request.GET.get("avant", "")), scope.request.GET.get("sorte", "")
    found = reading.threads_of(scope, before, kind)
    pinned = sum(thread.pinned for thread in found)
    more = len(found) - pinned > reading.THREADS
    kept = found[: reading.THREADS + pinned]
    return scope.page(
        "forum/threads.html",
        rows=reading.rows(scope, kept, visited.since if visited is not None else 0),
        older=kept[-1].last if more else None,
        before=before,
        kind=kind if kind in KINDS else "",
        kinds=KINDS,
        follows=visited is not None and bool(visited.follows),
        seats=replaceable(scope),
    )


def replaceable(scope: Scope) -> list[Seat]:
    """On the forum of replacements: the reader's own seats in matches under way (GP-RP-08)."""
    if scope.key != REPLACEMENTS or scope.player is None:
        return []
    seats = Seat.objects.filter(user=scope.player, match__status__in=(m.RUNNING, m.PAUSED))
    return list(seats.select_related("match").defer("match__state", "match__seed", "notes").order_by("-pk")[:FOLLOWED])


def whole_forum(scope: Scope) -> HttpResponse:
    """What a button above the list does."""
    do, forum = scope.request.POST.get("do", ""), scope.opened()
    assert scope.player is not None
    if do in ("follow", "unfollow"):
        follow_forum(scope.player, forum, wanted=do == "follow")
        messages.success(scope.request, say(f"forum.{do}ed_forum"))
    elif do == "read":
        reading.read_all(scope)
    return redirect(scope.url(""))


def searched(scope: Scope) -> HttpResponse:
    """What a search finds in a forum: excerpts, the latest first."""
    typed = scope.request.GET.get("q", "").strip()[:80]
    words, before = words_of(typed), whole_number(scope.request.GET.get("avant", ""))
    found, fault = [], ""
    if words and scope.forum is not None:
        if ratelimit.consume(scope.request, action="search"):
            found = search(scope.forum, words, before)
        else:
            fault = say("forum_refusal.post_often")
    hits = [(post, scope.author(post), excerpt(post.text, words)) for post in found[:LENGTH]]
    return scope.page(
        "forum/search.html",
        typed=typed,
        words=words,
        hits=hits,
        fault=fault,
        before=before,
        older=found[LENGTH - 1].number if len(found) > LENGTH else None,
    )


# Writing


def written(scope: Scope) -> Written:
    """What a form holds."""
    form = scope.request.POST
    only = scope.kinds[0] if scope.kinds else ""
    return Written(form.get("kind", only), form.get("text", ""), form.get("title", ""))


def new(scope: Scope) -> HttpResponse:
    """A new thread."""
    if not scope.kinds:
        return denied(scope)
    if scope.request.method == "GET" or scope.request.POST.get("do") == "look":
        return writing(scope, "forum/new.html", None)
    if (kept := kept_draft(scope, None)) is not None:
        return kept
    try:
        allowed(scope, "post")
        post = posting.begin(scope, written(scope))
    except NotPosted as refusal:
        return writing(scope, "forum/new.html", None, refusal.words)
    return redirect(scope.url("thread", post.number))


def denied(scope: Scope) -> HttpResponse:
    """Who may read and not write: guests are told why, whoever is not logged in may log in. Raises Http404."""
    if scope.player is None:
        return redirect_to_login(scope.request.get_full_path())
    if scope.guest:
        return redirect("claim")
    raise Http404


def kept_draft(scope: Scope, thread: Thread | None) -> HttpResponse | None:
    """Keeps the draft, if that is what was asked; to a script the answer is the mark that says so."""
    if scope.request.POST.get("do") != "draft":
        return None
    by_script = scope.request.headers.get("HX-Request") == "true"
    if not ratelimit.consume(scope.request, action="draft"):
        return HttpResponse(status=204) if by_script else redirect(scope.request.path)
    draft = posting.keep_draft(scope, thread, written(scope))
    if by_script:
        return render(scope.request, "forum/saved_draft.html", {"draft": draft, "oob": True})
    messages.success(scope.request, say("forum.draft_kept"))
    return redirect(scope.request.path + "#repondre")


def writing(
    scope: Scope, template: str, thread: Thread | None, fault: str = "", text: str = "", /, **context: Any
) -> HttpResponse:
    """A page on which something is written: what was typed and refused, else the draft, else `text`."""
    draft = posting.draft_of(scope, thread)
    form = first_fields(scope, draft, fault)
    if text and not form.text.startswith(text):
        form = Written(form.kind, f"{form.text.rstrip()}\n\n{text}".lstrip(), form.title)
    preview = formatted(form.text[:LONGEST]) if scope.request.POST.get("do") == "look" else ""
    default = thread.kind if thread is not None else ""
    kind = next((one for one in (form.kind, default, *scope.kinds) if one in scope.kinds), "")
    return scope.page(
        template,
        fault=fault,
        typed=form,
        kind=kind,
        may_write=bool(scope.kinds) and (thread is None or not thread.locked or scope.moderates),
        unsaved=bool(fault or preview),
        kept=draft,
        base=f"{draft.version if draft is not None else 0}{'+' * bool(text)}",  # with a quotation it is another text
        preview=preview,
        longest=LONGEST,
        draft_key=f"{scope.key}.{scope.request.user.pk}.{thread.number if thread is not None else 'new'}",
        **context,
    )


def first_fields(scope: Scope, draft: Draft | None, fault: str) -> Written:
    """What the fields of the form hold at first."""
    if fault or scope.request.POST.get("do") == "look":
        return written(scope)
    return Written(draft.kind, draft.text, draft.title) if draft is not None else Written("", "")


# A thread


def one_thread(scope: Scope, thread: int) -> HttpResponse:
    """A page of a thread, an answer, and what its reader does about it."""
    found = reading.thread_of(scope, thread)
    if scope.request.method == "POST":
        return thread_act(scope, found)
    return thread_page(scope, found)


def thread_act(scope: Scope, thread: Thread) -> HttpResponse:
    """What a button of a thread does. Raises Http404 for those who may not."""
    do, player = scope.request.POST.get("do", "post"), scope.player
    assert player is not None
    if do in ("follow", "unfollow"):
        follow(player, thread, wanted=do == "follow")
        messages.success(scope.request, say(f"forum.{do}ed"))
        return redirect(scope.url("thread", thread.number))
    if do in ("lock", "unlock", "pin", "unpin"):
        if not scope.moderates:
            raise Http404
        field = "locked" if do.endswith("lock") else "pinned"
        posting.mark_thread(scope, thread, **{field: not do.startswith("un")})
        return redirect(scope.url("thread", thread.number))
    if not scope.kinds:
        return denied(scope)
    if do == "look":
        return thread_page(scope, thread)
    if (kept := kept_draft(scope, thread)) is not None:
        return kept
    try:
        allowed(scope, "post")
        post = posting.answer(scope, thread, written(scope))
    except NotPosted as refusal:
        return thread_page(scope, thread, refusal.words)
    return redirect(address_of(scope, thread, post.place, post.number))


def address_of(scope: Scope, thread: Thread, place: int, number: int) -> str:
    """Where a post stands: its page, and its place on it."""
    return f"{scope.url('thread', thread.number)}?page={reading.page_of_place(place)}#m{number}"


def thread_page(scope: Scope, thread: Thread, fault: str = "") -> HttpResponse:
    """A page of a thread: that of the address, else the first; `?suite` leads to what has not been read."""
    asked, mark = scope.request.GET, reading.reading_of(scope, thread)
    read, last = (mark.read if mark is not None else 0), reading.pages(thread)
    if "suite" in asked:
        return redirect(
            f"{scope.url('thread', thread.number)}?page={reading.page_of_place(min(read + 1, thread.posts))}#suite"
        )
    page = last if fault or scope.request.POST else min(max(1, whole_number(asked.get("page", "")) or 1), last)
    posts = reading.posts_of(thread, page)
    for post in posts:
        post.thread = thread
    reading.note_read(scope, thread, mark, min(page * reading.POSTS, thread.posts))
    shown = reading.shown(scope, posts, read, reading.since_of(scope))
    first_new = next((one.post.number for one in shown if one.new), None)
    return writing(
        scope,
        "forum/thread.html",
        thread,
        fault,
        quotation(scope, thread),
        thread=thread,
        title=thread.title or say("forum.untitled"),
        posts=shown,
        first_new=first_new,
        page=page,
        pages=last,
        follows=mark is not None and bool(mark.follows),
        heated=reading.heated(scope, posts),
    )


def quotation(scope: Scope, thread: Thread) -> str:
    """The post that `?citer` names, as an answer quotes it; "" if none is named, or none that stands here."""
    number = whole_number(scope.request.GET.get("citer", ""))
    if number is None or not scope.kinds or scope.request.method != "GET":
        return ""
    try:
        post = reading.post_of(scope, number)
    except Http404:
        return ""
    return "" if post.removed or post.thread_id != thread.pk else quoted(post.text, scope.author(post).name)
