"""The page of one table: who sits there, what was agreed, what its players and its host may do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from heraut.site.accounts.models import Player
from heraut.site.accounts.views import player_of
from heraut.site.clock.rewind import may_rewind
from heraut.site.common.paging import page_of
from heraut.site.common.refusals import Refused, reason_of
from heraut.site.lobby import place_bots
from heraut.site.lobby.chronicle import chronicle
from heraut.site.lobby.forms import AppointForm, ExtendForm, JoinForm, PauseForm, ReasonForm
from heraut.site.lobby.host import poll, reach
from heraut.site.lobby.muster import starts_when_full
from heraut.site.lobby.presets import described
from heraut.site.lobby.takeover import check_successor
from heraut.site.lobby.waiting_list import WAITING, check_player, free_lords, lords_of, places
from heraut.site.matches import models as m
from heraut.site.matches.activity_words import hides_lords
from heraut.site.matches.adapters import adapter
from heraut.site.matches.host_actions import is_ending, is_host
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import open_to_orders
from heraut.site.matches.turn_status import delay_words
from heraut.site.matchpage import polling
from heraut.site.matchpage.live_lines import SINCE
from heraut.site.matchpage.match_access import MatchAccess, public_name
from heraut.site.moderation.relations import at_table
from heraut.site.regency.naming import known_from_within


def show_table(request: HttpRequest, match: Match, form: JoinForm | None = None) -> HttpResponse:
    """The page of a table; `form` is one that was refused."""
    listed = places(match) if match.status in WAITING else None
    seats = list(match.seats.select_related("user", "meant_for").defer("notes", "word"))
    call_as_played(request, match, seats)
    names = free_lords(match)
    if form is None and listed is not None:
        first = {"lord": suggested(request, match, names)}
        form = adapter(match.game).join_form(initial=first, full=not listed.free, player=request.user, match=match)
    own = next((seat for seat in seats if seat.user_id and seat.user_id == request.user.pk), None)
    page: dict[str, Any] = {
        "match": match,
        "listed": listed,
        "seats": seats,
        "own": own,
        "alone": listed is not None and own in listed.seated and len(listed.seated) == 1,
        "starts_when_full": starts_when_full(match),
        "form": form,
        "hosting": is_host(match, request.user),
        **peace(request, match),
        "choice_form": choice_form(match, own),
        "hidden": hides_players(match, own, request.user),
        "vacant": any(seat.offered and seat.meant_for_id in (None, request.user.pk) for seat in seats),
        "barred": barred(match, request.user, seats) if own is None else "",
        "place_bots": place_bots.told(match, listed.free) if listed is not None else [],
        "behind": page_of(request, listed.behind, word="attente") if listed is not None else None,
        "chronicle": chronicle(request, match, seats),
        "poll": poll(match),
        "running": match.status in (m.RUNNING, m.PAUSED),
        "ending": match.status == m.RUNNING and not open_to_orders(match) and is_ending(match),
        **terms(match),
        **following(request, match, own),
    }
    if page["hosting"] or page["mediating"]:
        player = player_of(request)
        page |= {"reach": reach(match, player), "neutral": partial(may_rewind, match, player), **host_forms()}
    if page["hosting"] and listed is not None:
        page["empty_places"] = place_bots.empty_places(match, listed.free)
        page["bot_choices"] = place_bots.choices(match)
    return render(request, "lobby/table.html", page)


def call_as_played(request: HttpRequest, match: Match, seats: list[Seat]) -> None:
    """Each lord under his public name (`called`)."""
    shared = MatchAccess(request, match, spectator=True)
    for seat in seats:
        seat.called = public_name(shared, seat)  # type: ignore[attr-defined]


def barred(match: Match, player: Any, seats: list[Seat]) -> str:
    """Why a table is closed to whoever asks, who has no seat there, in words; an offered lord who is closed to him says
    why himself (`barred`).
    """
    if not isinstance(player, Player) or player.guest:
        return ""
    if match.status in WAITING:
        return reason_of(partial(check_player, match, player))
    offered = [seat for seat in seats if seat.offered and seat.meant_for_id in (None, player.pk)]
    if not offered:
        return ""
    why, ruled = reason_of(partial(check_successor, match, player)), known_from_within(match.pk, player)
    for seat in offered:
        known = Refused("was_regent").words if ruled - {seat.pk} else ""
        seat.barred = why or known  # type: ignore[attr-defined]
    return why


def terms(match: Match) -> Mapping[str, Any]:
    """What was agreed when the table was opened: options, figures of the rules, rhythm, what silence costs."""
    game = adapter(match.game)
    return {
        "options": list(game.chosen_options(match)),
        "figures": list(game.changed_constants(match)),
        "lords": lords_of(match),
        "rulings": game.rulings,
        "may_resign": not game.leaving,
        "has_letters": "letters" in game.speech,
        "pace": described(match.pace),
        "delay": delay_words(match.pace),
        "silence": game.silence(match),
    }


def peace(request: HttpRequest, match: Match) -> Mapping[str, Any]:
    """Who keeps the peace of a table, their notes, and the declared relations of its players as far as one may know."""
    user, mediators = request.user, list(match.mediators.all())
    knows = is_host(match, user) and not adapter(match.game).secret
    return {
        "mediators": mediators,
        "mediating": user in mediators,
        "called": user.is_authenticated and match.mediator_calls.filter(player=user.pk).exists(),
        "notes": match.notes.select_related("author"),
        "related": at_table(match) if knows or match.relations else (),
    }


def following(request: HttpRequest, match: Match, own: Seat | None) -> Mapping[str, Any]:
    """How the page of a table follows it; `begun`: the match has started under the eyes of who waited for it."""
    return {
        "behind_words": polling.behind_words(match),
        "poll_address": polling.address_of(match),
        "beat": polling.beat(match, 0),
        "begun": SINCE in request.headers and own is not None and match.status == m.RUNNING and match.step == 0,
    }


def choice_form(match: Match, own: Seat | None) -> list[BoundField]:
    """What a player of a table that waits may still choose, as it is chosen now."""
    form_of = adapter(match.game).join_form
    if own is None or match.status not in WAITING:
        return []
    form = form_of(initial=own.choices, full=False, player=own.user, match=match, seat=own, auto_id="choice_%s")
    return [form[name] for name in form.CHOICES]


def hides_players(match: Match, own: Seat | None, user: Any) -> bool:
    """Whether it is a secret to this visitor who plays: only a host who does not play may know, until it is over."""
    if not hides_lords(match):
        return False
    return own is not None or not is_host(match, user)


def host_forms() -> Mapping[str, Any]:
    """The empty forms of the host; each has its own prefix in the page, and none in what it sends."""
    return {
        "pause_form": PauseForm(auto_id="pause_%s"),
        "extend_form": ExtendForm(auto_id="extend_%s"),
        "cancel_form": ReasonForm(auto_id="cancel_%s"),
        "exclude_form": ReasonForm(auto_id="exclude_%s"),
        "eliminate_form": ReasonForm(auto_id="eliminate_%s"),
        "close_form": ReasonForm(auto_id="close_%s"),
        "appoint_form": AppointForm(auto_id="appoint_%s"),
    }


def suggested(request: HttpRequest, match: Match, names: list[str]) -> str:
    """A lord's name to begin with: the player's own, if it is free."""
    own = request.user.username[:30] if request.user.is_authenticated else ""
    taken = not adapter(match.game).secret and match.seats.filter(lord__iexact=own).exists()
    return own if own and not taken else names[0] if names else ""
