"""The ledger of a match, a treaty, and the form of a proposal; for lords. They work without any script."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, cast

from allauth.core import ratelimit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from heraut.engine.protocol import Json
from heraut.site.accounts.models import Player
from heraut.site.common.words import lang, say
from heraut.site.matches.adapters import adapter
from heraut.site.matches.bot_names import bot_words
from heraut.site.matches.models import Seat
from heraut.site.matchpage.chancery import chancery_page, entered
from heraut.site.matchpage.layout import turn_away
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.messaging.reading import addressees, may_write, names
from heraut.site.treaties.kinds import CHOICE, FARTHEST, Field, Kind
from heraut.site.treaties.models import PROPOSED, Treaty
from heraut.site.treaties.proposing import LONGEST_WORDS, ME, NotAgreed, propose
from heraut.site.treaties.reading import game_treaties, kind_of, ledger, open_to, shown
from heraut.site.treaties.signing import refuse, say_how, sign


def lord_of(access: MatchAccess) -> Seat | None:
    """The visitor's seat, ready to act; None for anybody else."""
    if access.seat is not None:
        access.seat.match, access.seat.user = access.match, cast(Player, access.request.user)
    return access.seat


@require_http_methods(["GET", "HEAD"])
def page(request: HttpRequest, code: str) -> HttpResponse:
    """The ledger: in force, proposed, past, and what is public of others."""
    access = entered(request, code, "treaties")
    seat = lord_of(access)
    if seat is None:
        return turn_away(access)
    game = adapter(access.match.game)
    return chancery_page(
        access,
        "treaties/ledger.html",
        "treaties",
        ledger=ledger(seat),
        kinds=[one.name for one in game_treaties(access.match).kinds],
        proposes=may_propose(access, seat),
        secret=game.secret,
        automata=automata(access),
    )


def may_propose(access: MatchAccess, seat: Seat) -> bool:
    """Whether the lord lives, and the match goes on."""
    return not access.match.over and may_write(seat)


def automata(access: MatchAccess, among: Collection[str] | None = None) -> str:
    """The lords played by bots, and by which, in a row; where it is a secret who plays nobody is told."""
    if adapter(access.match.game).secret:
        return ""
    everyone = names(access.match)
    seats = [one for one in access.seats if one.user_id is None and one.bot and everyone[one.name][1]]
    found = [(everyone[one.name][0], bot_words(one.bot)) for one in seats]
    return ", ".join(f"{name} ({words})" for name, words in found if among is None or name in among)


@require_http_methods(["GET", "HEAD", "POST"])
def proposal(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """The form of a promise of this kind, or of another in the place of one that was proposed. Raises Http404."""
    access = entered(request, code, "treaties")
    seat = lord_of(access)
    if seat is None:
        return turn_away(access)
    sort = game_treaties(access.match).kind(kind)
    asked = (request.POST if request.method == "POST" else request.GET).get("contre", "")
    counters = open_to(seat, asked) if asked else None
    if sort is None or (asked and not countered(seat, counters, kind)):
        raise Http404
    fault = ""
    if request.method == "POST":
        try:
            allowed(request)
            made = propose(seat, sort, request.POST.getlist("with"), request.POST.dict(), counters=counters)
        except NotAgreed as refusal:
            fault = told(refusal)
        else:
            messages.success(request, say("treaties.was_proposed"))
            return redirect("match_treaty", code, made.code)
    return form_page(access, seat, sort, counters, fault)


def countered(seat: Seat, treaty: Treaty | None, kind: str) -> bool:
    """Whether this proposal may be answered by another of the same kind."""
    if treaty is None or treaty.kind != kind or treaty.status != PROPOSED:
        return False
    return treaty.parties.filter(seat=seat).exists()


def form_page(access: MatchAccess, seat: Seat, kind: Kind, counters: Treaty | None, fault: str) -> HttpResponse:
    """The form, with what was typed and refused, or with the figures of what it answers."""
    form = access.request.POST
    typed: dict[str, Any] = form.dict() if fault else usual(seat, counters)
    chosen = form.getlist("with") if fault else access.request.GET.getlist("a")
    fields = [
        {
            "name": one.name,
            "words": say(f"treaty_field.{one.name}"),
            "value": typed.get(one.name, ""),
            "least": one.least,
            "most": one.most,
            "choices": choices_of(one, access.view),
        }
        for one in kind.fields
    ]
    return chancery_page(
        access,
        "treaties/proposal.html",
        "treaties",
        kind=kind,
        title=say(f"treaty_kind.{kind.name}"),
        explained=say(f"treaty_help.{kind.name}"),
        fields=fields,
        typed=typed,
        chosen=chosen,
        addressees=addressees(seat),
        countered=shown(seat, counters) if counters is not None else None,
        proposes=may_propose(access, seat),
        automata=automata(access),
        fault=fault,
        longest=LONGEST_WORDS,
        first=access.match.coming_turn,
        farthest=access.match.coming_turn + FARTHEST,
    )


def choices_of(field: Field, view: Json) -> list[tuple[str, str]] | None:
    """What may be chosen in a field, and what the form calls it; None for a number."""
    if field.sort != CHOICE or field.choices is None:
        return None
    return list((field.told or field.choices)(view, lang()).items())


def usual(seat: Seat, counters: Treaty | None) -> dict[str, Any]:
    """What the form holds at first: the figures of the proposal that it answers, or a turn not far off."""
    if counters is None:
        return {"until": seat.match.coming_turn + 4, "owes": ME}
    mine = counters.terms.get("by", seat.name) == seat.name
    return {**counters.terms, "until": counters.until, "words": counters.words, "owes": ME if mine else "other"}


@require_http_methods(["GET", "HEAD", "POST"])
def one(request: HttpRequest, code: str, treaty: str) -> HttpResponse:
    """A treaty, and what its reader may do with it. Raises Http404."""
    access = entered(request, code, "treaties")
    seat = lord_of(access)
    if seat is None:
        return turn_away(access)
    found = open_to(seat, treaty)
    if found is None:
        raise Http404
    fault = ""
    if request.method == "POST":
        try:
            allowed(request)
            done = act(seat, found, request)
        except NotAgreed as refusal:
            fault = told(refusal)
        else:
            messages.success(request, say(f"treaties.did_{done}"))
            return redirect("match_treaty", code, treaty)
        found.refresh_from_db()
    seen = shown(seat, found)
    return chancery_page(
        access,
        "treaties/treaty.html",
        "treaties",
        one=seen,
        status=say(f"treaty_status.{found.status}"),
        judged=kind_of(found).abstains,
        acts=not access.match.over and may_write(seat),
        over=access.match.over,
        automata=automata(access, {side.name for side in seen.sides if not side.signed}),
        fault=fault,
    )


def act(seat: Seat, treaty: Treaty, request: HttpRequest) -> str:
    """What a form asks for; its name. Raises NotAgreed."""
    asked = request.POST.get("act", "")
    match asked:
        case "sign":
            sign(seat, treaty, public="public" in request.POST)
        case "refuse":
            refuse(seat, treaty)
        case "kept" | "broken":
            say_how(seat, treaty, asked)
        case _:
            raise NotAgreed("gone")
    return asked


def allowed(request: HttpRequest) -> None:
    """So many acts an hour, and no more. Raises NotAgreed."""
    if not ratelimit.consume(request, action="treaty"):
        raise NotAgreed("often")


def told(refusal: NotAgreed) -> str:
    """A refusal in words."""
    data = refusal.data
    if "field" in data:
        data = {**data, "field": say(f"treaty_field.{data['field']}")}
    return say(f"treaty_refusal.{refusal.key}", **data)
