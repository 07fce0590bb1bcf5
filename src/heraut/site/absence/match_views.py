"""Who stands in for a lord of a match: for its player what he has arranged; for his regent the file that he finds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from heraut.site.absence import acts
from heraut.site.absence.forms import AbsenceForm, BotRegentForm, DaysForm, RegentForm, WillForm
from heraut.site.absence.seat_file import file_of
from heraut.site.common.words import day, say
from heraut.site.matches.adapters import adapter
from heraut.site.matches.bot_names import bot_asked, temper_of
from heraut.site.matches.models import Seat
from heraut.site.matches.orders import decision_of
from heraut.site.matches.turn_status import STANDING
from heraut.site.matchpage.layout import show, turn_away
from heraut.site.matchpage.match_access import NOT_BEGUN, MatchAccess, access_to
from heraut.site.matchpage.stand_ins import when_it_plays
from heraut.site.regency import naming
from heraut.site.regency.in_force import UNDER_WAY
from heraut.site.regency.models import MINUTE
from heraut.site.regency.naming import NotNamed, open_of
from heraut.site.regency.wills import legal, refusals_of, taken_of

REGENT, BOT, WILL, DAYS = "regent", "bot", "will", "days"  # what a form of the page is about
DISMISS = "dismiss"  # the button that ends a bot's regency
FIELD_OF = {  # where a refusal is shown
    **dict.fromkeys(("nobody_so_named", "yourself", "guest", "unfit"), "regent"),
    **dict.fromkeys(("past", "far", "overlap"), "first"),
    **dict.fromkeys(("backwards", "long"), "last"),
    "no_right": "orders",
}


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a seat's player, or of his regent. Raises Http404 for anybody else."""
    access = access_to(request, code)
    if access.match.status in NOT_BEGUN:
        return redirect("table", code)
    seat = access.seat
    if seat is None or access.companion_seat is not None:
        return turn_away(access)
    if access.regency is not None:
        if request.method == "POST":
            raise Http404
        return shown(access, file=file_of(seat, access.regency))
    seat = Seat.objects.select_related("user").get(pk=seat.pk)
    seat.match = access.match
    if access.match.over or "own" not in access.view:  # nobody plays a lord who is no more
        raise Http404
    forms = forms_of(seat)
    if request.method == "POST":
        asked = request.POST.get("do", "")
        if asked == DISMISS:
            naming.dismiss_bot(seat)
            messages.success(request, say("absence.saved_dismiss"))
            return redirect("match_regency", code)
        if asked not in forms:
            raise Http404
        forms[asked] = form = filled(asked, seat, request)
        if form.is_valid() and carried_out(request, seat, asked, form):
            messages.success(request, saved_words(access, seat, asked, form))
            return redirect("match_regency", code)
    return shown(access, **arranged(access, seat), forms=forms)


def saved_words(access: MatchAccess, seat: Seat, asked: str, form: AbsenceForm) -> str:
    """That it was done; of a bot that is regent also for how long, and when it plays."""
    if asked != BOT:
        return say(f"absence.saved_{asked}")
    first, last = form.cleaned_data["first"], form.cleaned_data["last"]
    begun = seat.user is not None and first <= naming.today(seat.user)
    when = when_it_plays(access.match, alone=access.plays_alone, begun=begun)
    return say("absence.saved_bot", first=day(first), last=day(last), when=when)


def forms_of(seat: Seat) -> dict[str, AbsenceForm]:
    """The forms of the page as they stand: a regency is for the coming week, unless its player says otherwise."""
    assert seat.user is not None
    first = naming.today(seat.user)
    week = {"first": first, "last": first + timedelta(days=6)}
    return {
        REGENT: RegentForm(match=seat.match, initial=week),
        BOT: BotRegentForm(match=seat.match, initial=week),
        WILL: WillForm(initial={"will": seat.will, "standing": seat.standing, "temper": temper_of(seat.will_bot)}),
        DAYS: DaysForm(initial={"away_from": seat.away_from, "away_until": seat.away_until}),
    }


def filled(asked: str, seat: Seat, request: HttpRequest) -> AbsenceForm:
    """The form that was sent."""
    if asked == REGENT:
        return RegentForm(request.POST, match=seat.match)
    if asked == BOT:
        return BotRegentForm(request.POST, match=seat.match)
    return {WILL: WillForm, DAYS: DaysForm}[asked](request.POST)


def carried_out(request: HttpRequest, seat: Seat, asked: str, form: AbsenceForm) -> bool:
    """Does what a form asks; if it cannot be done, the form says why."""
    data = form.cleaned_data
    if not ratelimit.consume(request, action="regency" if asked in (REGENT, BOT) else "absence"):
        form.add_error(None, say("regency_refusal.often"))
    elif asked == REGENT:
        more = {name: data[name] for name in data if name not in ("regent", "first", "last")}
        try:
            acts.name(seat, data["regent"], data["first"], data["last"], **more)
        except NotNamed as refusal:
            form.add_error(FIELD_OF.get(refusal.key), refusal.words)
    elif asked == BOT:
        try:
            naming.name_bot(
                seat, bot_asked(seat.match.game, data["bot_level"], data["bot_temper"]), data["first"], data["last"]
            )
        except NotNamed as refusal:
            form.add_error(FIELD_OF.get(refusal.key), refusal.words)
    elif asked == WILL:
        acts.leave_will(seat, data["will"], data["standing"], data["temper"])
    else:
        Seat.objects.filter(pk=seat.pk, user=seat.user_id).update(**data)
    return not form.errors


def arranged(access: MatchAccess, seat: Seat) -> dict[str, Any]:
    """What the player has arranged: his regents, what his will would say now, and what it has said."""
    return {
        "open": access.match.status in UNDER_WAY,
        "regencies": list(open_of(seat)),
        **bot_regency(access, seat),
        "seat": seat,
        "secret": adapter(access.match.game).secret,
        "taken": [(one, refusals_of(one, access.lang)) for one in taken_of(seat)],
        "refused": refused_now(access, seat),
        "file": file_of(seat) if seat.taken_over is not None else None,
        "silence": adapter(access.match.game).silence(access.match),
    }


def bot_regency(access: MatchAccess, seat: Seat) -> dict[str, Any]:
    """Whether a bot is regent, or is going to be, its last moment, and when it plays, or would."""
    now = timezone.now()
    begun = seat.regent_from is not None and seat.regent_from <= now
    when = when_it_plays(access.match, alone=access.plays_alone, begun=begun)
    if seat.regent_until is None or seat.regent_until <= now:
        return {"bot_rules": False, "bot_when": when}
    return {"bot_rules": True, "bot_when": when, "bot_last": seat.regent_until - MINUTE}


def refused_now(access: MatchAccess, seat: Seat) -> list[str]:
    """The lines of his standing orders that would be refused if the turn ended now, and why."""
    if seat.will != STANDING:
        return []
    access.match.refresh_from_db(fields=["state"])
    decision = decision_of(access.match, seat)
    if decision is None:
        return []
    _, dropped = legal(decision, seat.standing, whole=adapter(access.match.game).whole)
    return [access.match.rules.explain(one, access.lang) for one in dropped]


def shown(access: MatchAccess, **context: Any) -> HttpResponse:
    """The page in the layout of the match, kept by nobody but its reader."""
    realm = adapter(access.match.game).realm_context(access)
    response = show(access, "absence/regency.html", "regency", **realm, **context)
    response.headers.setdefault("Cache-Control", "private, no-store")
    return response
