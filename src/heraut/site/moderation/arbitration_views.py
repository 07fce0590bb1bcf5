"""The page of those who keep the peace of a match: what was reported to them, notes, mediators (GP-SITE-35)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from heraut.site.accounts.models import Player
from heraut.site.accounts.views import player_of
from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.paging import page_of
from heraut.site.common.refusals import Refused
from heraut.site.common.words import lang, say
from heraut.site.matches import models as m
from heraut.site.matches.models import Match
from heraut.site.matchpage.match_access import access_to
from heraut.site.moderation import faults, mediation, reports, sanctions
from heraut.site.moderation.forms import (
    AnswerForm,
    ModerationForm,
    NameForm,
    NoteForm,
    OutcomeForm,
    SanctionForm,
    asked,
)
from heraut.site.moderation.mediation import Keeper
from heraut.site.moderation.models import NEW, SETTLED


class Sitting:
    """Somebody who looks after a match. Raises PermissionDenied for anybody else, Http404 where there is no match."""

    def __init__(self, request: HttpRequest, code: str) -> None:
        self.request, self.match, self.player = request, access_to(request, code).match, player_of(request)
        found = mediation.keeper(self.match, self.player)
        if found is None:
            raise PermissionDenied
        self.keeper: Keeper = found

    def form(self, of: type[ModerationForm]) -> dict[str, Any]:
        """What a form holds. Raises Refused."""
        return asked(of(self.request.POST)).cleaned_data

    def named(self, field: str) -> int:
        """The number that a button names."""
        return whole_number(self.request.POST.get(field, "")) or 0

    def only(self, allowed: bool) -> None:
        """Raises PermissionDenied for whoever may not do this."""
        if not allowed:
            raise PermissionDenied


def pin(at: Sitting) -> None:
    """A note for all."""
    mediation.note(at.match, at.player, at.form(NoteForm)["note"])


def write_anew(at: Sitting) -> None:
    """Another wording of a note. Raises Http404."""
    note = get_object_or_404(at.match.notes, pk=at.named("number"))
    mediation.edit_note(note, at.player, at.form(NoteForm)["note"])


def settle_report(at: Sitting) -> None:
    """What came of a report of words. Raises Http404."""
    at.only(at.keeper.reads)
    report = get_object_or_404(reports.for_mediators(at.match), pk=at.named("number"))
    if not reports.settle(report, at.player, at.form(OutcomeForm)["outcome"]):
        raise Refused("settled")


def call(at: Sitting) -> None:
    """Somebody is asked to be a mediator."""
    at.only(at.keeper.host or at.keeper.staff)
    mediation.call(at.match, at.player, at.form(NameForm)["player"])


def dismiss(at: Sitting) -> None:
    """A mediator goes. Raises Http404."""
    at.only(at.keeper.host or at.keeper.staff)
    mediation.dismiss(at.match, at.player, get_object_or_404(Player, pk=at.named("player")))


def ban(at: Sitting) -> None:
    """A player leaves the match for good. Raises Http404."""
    at.only(at.keeper.bans)
    seat = get_object_or_404(at.match.seats.select_related("user", "match"), pk=at.named("seat"))
    sanctions.ban_from_match(seat, at.player, at.form(SanctionForm)["reason"])


ACTS: Mapping[str, Callable[[Sitting], None]] = {
    "noter": pin,
    "corriger": write_anew,
    "classer": settle_report,
    "appeler": call,
    "congedier": dismiss,
    "exclure": ban,
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="host")  # type: ignore[untyped-decorator]
def arbitration(request: HttpRequest, code: str) -> HttpResponse:
    """The page; a POST does what its button names, and what was refused stays in its form."""
    at = Sitting(request, code)
    if request.method == "POST":
        act = request.POST.get("do", "")
        if act not in ACTS:
            raise Http404
        try:
            ACTS[act](at)
        except Refused as refusal:
            messages.error(request, refusal.words)
        else:
            messages.success(request, say(f"mediation.done_{act}"))
            return redirect("arbitration", code)
    return render(request, "moderation/arbitration.html", page(at))


def page(at: Sitting) -> dict[str, Any]:
    """What the page shows: to whoever plays only how much waits, and what is public."""
    match, reads, typed = at.match, at.keeper.reads, at.request.POST
    open_reports = reports.for_mediators(match).filter(settled=None).select_related("author")
    return {
        "match": match,
        "keeper": at.keeper,
        "waiting": match.faults.exclude(status=SETTLED).count(),
        "written": open_reports.count(),
        "faults": page_of(at.request, match.faults.select_related("author") if reads else match.faults.none()),
        "reports": [(one, form_of(OutcomeForm, "classer", typed, one.pk)) for one in open_reports] if reads else (),
        "notes": [(note, form_of(NoteForm, "corriger", typed, note.pk, note=note.text)) for note in match.notes.all()],
        "mediators": match.mediators.all(),
        "calls": match.mediator_calls.select_related("player"),
        "seats": match.seats.filter(user__isnull=False).select_related("user") if at.keeper.bans else (),
        "running": match.status in (m.RUNNING, m.PAUSED),
        "note_form": form_of(NoteForm, "noter", typed),
        "name_form": form_of(NameForm, "appeler", typed),
        "ban_form": form_of(SanctionForm, "exclure", typed),
    }


def form_of(
    of: type[ModerationForm], act: str, typed: Mapping[str, str], number: int = 0, **first: str
) -> ModerationForm:
    """A form of the page, with what was typed into it and refused; ids apart from those of its sisters."""
    mine = typed.get("do") == act and typed.get("number", "0") == str(number)
    kept = {name: typed.get(name, "") for name in of.base_fields} if mine else first
    return of(initial=kept, auto_id=f"{act}-{number}-%s")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="host")  # type: ignore[untyped-decorator]
def fault(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One report of a mistake, to be settled; never shown to whoever plays. Raises PermissionDenied, Http404."""
    at = Sitting(request, code)
    at.only(at.keeper.reads)
    found = get_object_or_404(at.match.faults.select_related("match", "author", "seat", "settled_by"), pk=number)
    if found.status == NEW:
        faults.look(found)
    form = AnswerForm(request.POST if request.POST.get("do") == "repondre" else None)
    if form.is_bound and form.is_valid():
        if faults.settle(found, at.player, form.cleaned_data["answer"], form.cleaned_data["notice"]):
            messages.success(request, say("mediation.done_repondre"))
            return redirect("arbitration", code)
        form.add_error(None, say("lobby_refusal.settled"))
    report = faults.read_report(found, at.player, lang()) if request.POST.get("do") == "lire" else None
    context = {"match": at.match, "fault": found, "form": form, "report": report, "keeper": at.keeper}
    return render(
        request, "moderation/arbitration_fault.html", {**context, "replayed": faults.attached_step(found) is None}
    )


@login_required
@require_POST
@rate_limit(action="host")  # type: ignore[untyped-decorator]
def mediator_act(request: HttpRequest, code: str) -> HttpResponse:
    """He who was asked to be a mediator accepts or declines; a mediator leaves. Raises Http404."""
    match, player = get_object_or_404(Match.objects.defer("state", "seed"), code=code), player_of(request)
    called = match.mediator_calls.filter(player=player).exists()
    if not called and not match.mediators.filter(pk=player.pk).exists():
        raise Http404
    try:
        if request.POST.get("do") == "accepter":
            mediation.accept(match, player)
        elif called:
            mediation.decline(match, player)
        else:
            mediation.dismiss(match, player, player)
    except Refused as refusal:
        messages.error(request, refusal.words)
        return redirect("table", code)
    if request.POST.get("do") == "accepter":
        messages.success(request, say("mediation.accepted"))
        return redirect("arbitration", code)
    messages.success(request, say("mediation.left"))
    return redirect("home")
