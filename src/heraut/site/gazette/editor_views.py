"""The editor's desk, and the page on which he volunteers or a mediator ends his work."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from heraut.site.accounts.views import player_of
from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.words import say
from heraut.site.gazette import editor
from heraut.site.gazette.input_cleaning import LONGEST_REASON
from heraut.site.gazette.layout import access_for, author_key, shown, tried
from heraut.site.gazette.models import Gazette
from heraut.site.gazette.views import with_sounds
from heraut.site.matches.host_actions import is_mediator
from heraut.site.matchpage.layout import turn_away
from heraut.site.matchpage.match_access import MatchAccess

PLACE = "place-"  # and the code of an article: the field of its place
LIMITS = {
    "title": editor.LONGEST_TITLE,
    "motto": editor.LONGEST_MOTTO,
    "editorial": editor.LONGEST_EDITORIAL,
    "reason": LONGEST_REASON,
    "hours": int(editor.BATCH.total_seconds()) // 3600,
}
FIELDS = ("title", "motto", "editorial")


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, code: str) -> HttpResponse:
    """The page of the editor: to him with all that waits, to the other participants and to mediators without."""
    access = access_for(request, code)
    if access.seat is None and not is_mediator(access.match, request.user):
        return turn_away(access)
    if request.method != "POST":
        return editor_page(access, "")
    act = ACTS.get(request.POST.get("act", ""))
    if act is None:
        raise Http404
    answer = tried(access, "gazette", lambda: done(access, act(access)))
    return editor_page(access, answer) if isinstance(answer, str) else answer


def done(access: MatchAccess, words: str) -> HttpResponse:
    """To the page, which says what was done."""
    messages.success(access.request, say(f"gazette.{words}"))
    return redirect("gazette_desk", access.match.code)


# What is done on the page: each says by a word what it was, and raises NotTaken, or Http404 for whoever may not


def editing(access: MatchAccess) -> None:
    """It is the editor who asks. Raises Http404."""
    if not editor.edits(access.match, author_key(access)):
        raise Http404


def volunteer(access: MatchAccess) -> str:
    """A participant takes the desk."""
    if access.seat is None or access.seat.user_id is None:
        raise Http404
    editor.volunteer(access.match, access.seat)
    return "volunteered"


def resign(access: MatchAccess) -> str:
    """He leaves it."""
    editing(access)
    assert access.seat is not None
    editor.resign(access.match, access.seat)
    return "resigned"


def edit(access: MatchAccess) -> str:
    """He keeps what he has ready for the coming issue."""
    editing(access)
    form = access.request.POST
    typed = {name.removeprefix(PLACE): whole_number(form[name], 3) for name in form if name.startswith(PLACE)}
    places = {code: place for code, place in typed.items() if place is not None}
    editor.edit(access.match, form.get("title", ""), form.get("motto", ""), form.get("editorial", ""), places)
    return "edited"


def send_back(access: MatchAccess) -> str:
    """He sends an article back."""
    editing(access)
    editor.send_back(access.match, access.request.POST.get("article", ""), access.request.POST.get("reason", ""))
    return "sent_back_done"


def dismiss(access: MatchAccess) -> str:
    """A mediator ends the editor's work."""
    if not is_mediator(access.match, access.request.user):
        raise Http404
    editor.dismiss(access.match, player_of(access.request), access.request.POST.get("reason", ""))
    return "dismissed"


ACTS = {"volunteer": volunteer, "resign": resign, "edit": edit, "send_back": send_back, "dismiss": dismiss}


def editor_page(access: MatchAccess, fault: str) -> HttpResponse:
    """The page as this visitor has it; what was typed and refused stays."""
    gazette = Gazette.objects.filter(match=access.match).first()
    mine = editor.edits(access.match, author_key(access))
    sent = access.request.POST if fault else None
    typed = {name: sent.get(name, "") if sent and name in sent else getattr(gazette, name, "") for name in FIELDS}
    return shown(
        access,
        "editor",
        "desk",
        editor=editor.editor_name(access.match),
        mine=mine,
        waiting=with_sounds(editor.articles_for_editor(access.match)) if mine else [],
        may_volunteer=access.seat is not None and not access.match.over,
        may_dismiss=is_mediator(access.match, access.request.user),
        typed=typed,
        reason=sent.get("reason", "") if sent else "",
        returned=sent.get("article", "") if sent else "",
        fault=fault,
        limits=LIMITS,
        next_batch=editor.next_batch(),
    )
