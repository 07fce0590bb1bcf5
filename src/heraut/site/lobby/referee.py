"""The referee's pages: what waits for the staff of the site, what it may do to a player, evidence about a match.

Every look at traces or evidence, and every act, is an entry of the staff's log; none is open to whoever plays there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import Any

from allauth.decorators import rate_limit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from heraut.engine.names import plain
from heraut.site.accounts.models import Player
from heraut.site.accounts.views import player_of
from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.paging import page_of
from heraut.site.common.refusals import Refused
from heraut.site.common.words import say
from heraut.site.lobby.leaving import bar_and_free
from heraut.site.matches.models import Match
from heraut.site.matchpage.match_access import access_to
from heraut.site.moderation import relations, reports, sanctions, supporters, traces
from heraut.site.moderation.collusion import index
from heraut.site.moderation.forms import (
    BarForm,
    ModerationForm,
    OutcomeForm,
    SanctionForm,
    TermForm,
    VerdictForm,
    asked,
)
from heraut.site.moderation.mediation import keeper
from heraut.site.moderation.models import (
    SETTLED,
    Appeal,
    Fault,
    Membership,
    Relation,
    Report,
    Sanction,
    StaffAct,
    Trace,
)
from heraut.site.regency.in_force import has_part, with_part


def staff(request: HttpRequest) -> Player:
    """Who asks, if he is one of the staff. Raises PermissionDenied."""
    player = player_of(request)
    if not player.is_staff:
        raise PermissionDenied
    return player


def form_data(form: ModerationForm) -> dict[str, Any]:
    """What a form holds. Raises Refused."""
    return asked(form).cleaned_data


def numbered(request: HttpRequest) -> int:
    """The number that a button names."""
    return whole_number(request.POST.get("number", "")) or 0


def done(request: HttpRequest, acts: Mapping[str, Callable[[], None]]) -> bool:
    """Does what a button names; False, and a message, where that is refused. Raises Http404."""
    act = request.POST.get("do", "")
    if act not in acts:
        raise Http404
    try:
        acts[act]()
    except Refused as refusal:
        messages.error(request, refusal.words)
        return False
    messages.success(request, say(f"referee.done_{act}"))
    return True


def form_of(
    request: HttpRequest, form: type[ModerationForm], act: str, number: int = 0, **first: Any
) -> ModerationForm:
    """A form with what was typed into it and refused; ids apart from those of its sisters."""
    mine = request.POST.get("do") == act and numbered(request) == number
    kept = {name: request.POST.get(name, "") for name in form.base_fields} if mine else first
    return form(initial=kept, auto_id=f"{act}-{number}-%s")


# What waits


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="host")  # type: ignore[untyped-decorator]
def referee(request: HttpRequest) -> HttpResponse:
    """All that waits for the staff; a POST answers an appeal, settles a report, or looks at traces."""
    me, shared = staff(request), None
    if request.method == "POST":
        if request.POST.get("do") == "traces":
            sanctions.note_act(me, "traces_seen")
            shared = traces.shared()
        elif done(request, {"juger": lambda: judge(request, me), "classer": lambda: settle(request, me)}):
            return redirect("referee")
    elif name := request.GET.get("joueur", "").strip():
        found = Player.objects.filter(folded_name=plain(name)).first()
        if found is not None:
            return redirect("referee_player", found.username)
        messages.error(request, say("lobby_refusal.nobody_so_named", name=name))
    return render(request, "lobby/referee.html", {**waiting(request, me), "shared": shared})


def waiting(request: HttpRequest, me: Player) -> dict[str, Any]:
    """What the page shows; nothing of matches in which he plays, or has played."""
    mine = with_part(me)
    open_reports = (
        Report.objects.filter(settled=None).exclude(match__in=mine).select_related("author", "match", "writer")
    )
    appeals = Appeal.objects.filter(answered=None).exclude(sanction__match__in=mine)
    appeals = appeals.select_related("sanction__player", "sanction__match")
    open_faults = Fault.objects.exclude(status=SETTLED).exclude(match__in=mine).select_related("match", "author")
    return {
        "reports": [(one, form_of(request, OutcomeForm, "classer", one.pk)) for one in open_reports[:50]],
        "appeals": [(one, own(one, me), form_of(request, VerdictForm, "juger", one.pk)) for one in appeals[:50]],
        "faults": page_of(request, open_faults),
        "bans": sanctions.in_force()
        .exclude(kind="warning")
        .exclude(match__in=mine)
        .select_related("player", "match", "author")[:50],
        "log": page_of(request, StaffAct.objects.select_related("author", "player"), word="actes"),
        "supporters": Membership.objects.select_related("player").order_by("player__username"),
        "supporting": settings.SUPPORTERS,
    }


def own(appeal: Appeal, me: Player) -> bool:
    """Whether another must answer: he has imposed it himself, or it was imposed on him."""
    return me.pk in (appeal.sanction.author_id, appeal.sanction.player_id)


def judge(request: HttpRequest, me: Player) -> None:
    """An appeal is answered. Raises Http404, Refused."""
    appeal = get_object_or_404(
        Appeal.objects.select_related("sanction__player", "sanction__match"), pk=numbered(request)
    )
    if appeal.sanction.match is not None and has_part(appeal.sanction.match, me):
        raise PermissionDenied
    data = form_data(VerdictForm(request.POST))
    sanctions.answer(appeal, me, data["verdict"], granted=data["granted"])


def settle(request: HttpRequest, me: Player) -> None:
    """A report is settled. Raises Http404, Refused."""
    report = get_object_or_404(Report, pk=numbered(request))
    if report.match is not None and has_part(report.match, me):
        raise PermissionDenied
    if not reports.settle(report, me, form_data(OutcomeForm(request.POST))["outcome"]):
        raise Refused("settled")


# A player


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="host")  # type: ignore[untyped-decorator]
def player(request: HttpRequest, name: str) -> HttpResponse:
    """What the staff may know of a player, and do. Raises Http404."""
    me = staff(request)
    who, shared = get_object_or_404(Player, username=name, guest=False), None
    if request.method == "POST":
        if request.POST.get("do") == "traces":
            sanctions.note_act(me, "traces_seen", who)
            shared = traces_of(who)
        elif done(request, {name: partial(act, request, me, who) for name, act in PLAYER_ACTS.items()}):
            return redirect("referee_player", name)
    today = timezone.localdate()
    context = {
        "who": who,
        "shared": shared,
        "sanctions": who.sanctions.select_related("match", "author"),
        "force": set(sanctions.in_force().filter(player=who).values_list("pk", flat=True)),
        "relations": relations.of(who),
        "membership": Membership.objects.filter(player=who).first(),
        "supporting": settings.SUPPORTERS,
        "dues": supporters.dues(today),
        "warn_form": form_of(request, SanctionForm, "avertir"),
        "bar_form": form_of(request, BarForm, "bannir"),
        "term_form": form_of(request, TermForm, "soutien", until=supporters.term(today)),
    }
    return render(request, "lobby/referee_player.html", context)


def traces_of(who: Player) -> list[traces.Shared]:
    """With whom he shares an address."""
    addresses = Trace.objects.filter(player=who).values("address")
    people = Trace.objects.filter(address__in=addresses).values_list("player_id", flat=True)
    return [one for one in traces.shared(set(people)) if who in one.players]


def warn(request: HttpRequest, me: Player, who: Player) -> None:
    """A word to a player. Raises Refused."""
    sanctions.warn(who, me, form_data(SanctionForm(request.POST))["reason"])


def bar(request: HttpRequest, me: Player, who: Player) -> None:
    """Out of the site. Raises Refused."""
    if who.is_staff:
        raise Refused("not_staff")
    data = form_data(BarForm(request.POST))
    until = timezone.now() + timedelta(days=data["days"]) if data["days"] else None
    bar_and_free(who, me, data["reason"], until)


def lift(request: HttpRequest, me: Player, who: Player) -> None:
    """A sanction ends. Raises Http404."""
    sanction = get_object_or_404(Sanction.objects.select_related("match", "player"), player=who, pk=numbered(request))
    if not sanctions.lift(sanction, me):
        raise Refused("settled")


def support(request: HttpRequest, me: Player, who: Player) -> None:
    """A supporter until a day. Raises Http404 where the site has none, and Refused."""
    if not settings.SUPPORTERS:
        raise Http404
    supporters.join(who, me, form_data(TermForm(request.POST))["until"])


def end_support(request: HttpRequest, me: Player, who: Player) -> None:
    """A supporter no longer."""
    supporters.leave(who, me)


PLAYER_ACTS: Mapping[str, Callable[[HttpRequest, Player, Player], None]] = {
    "avertir": warn,
    "bannir": bar,
    "lever": lift,
    "soutien": support,
    "fin-soutien": end_support,
}


# A match


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="host")  # type: ignore[untyped-decorator]
def match(request: HttpRequest, code: str) -> HttpResponse:
    """Evidence about a match: accounts that share an address, and who favours whom. Nobody sees it who plays there.

    While it runs the referee alone does; once it is over whoever kept its peace may see who favoured whom.
    """
    me = player_of(request)
    found = access_to(request, code).match
    if found.started is None:
        raise Http404
    sits = keeper(found, me)
    if sits is None or sits.plays or not (sits.staff or found.over):
        raise PermissionDenied
    context: dict[str, Any] = {"match": found, "staff": sits.staff}
    if request.method == "POST":
        looks: dict[str, Callable[[], Any]] = {"index": lambda: index(found)}
        if sits.staff:
            looks["doubles"] = lambda: doubles(found)
        act = request.POST.get("do", "")
        if act not in looks:
            raise Http404
        context[act] = looks[act]()
        sanctions.note_act(me, f"{act}_seen", match=found.code)
    return render(request, "lobby/referee_match.html", context)


def doubles(found: Match) -> list[tuple[traces.Shared, list[Relation]]]:
    """Players of this match who share an address, each group with what they have declared of one another."""
    people = found.seats.filter(user__isnull=False).values_list("user_id", flat=True)
    groups = traces.shared(person for person in people if person is not None)
    return [(one, list(relations.confirmed_among(player.pk for player in one.players))) for one in groups]
