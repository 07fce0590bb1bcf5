"""Turns that were resolved: what happened, as events and as text; and the record of the whole match."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from ninja import Router

from heraut.engine.protocol import seen_by
from heraut.site.api.access import ANYBODY
from heraut.site.api.match_access import AsSeat, Lang, Spectator, begun, chosen, seat_asked
from heraut.site.api.paging import DEFAULT, Limit, Offset, page
from heraut.site.api.schemas import Prose, Told, Turn, answers
from heraut.site.matches.records import public_record
from heraut.site.notifications.match_mails import under_moon

router = Router(tags=["turns"])


@router.get("/matches/{code}/turns", response=answers(list[Turn], 404, 409), **ANYBODY)
def turn_list(
    request: HttpRequest, response: HttpResponse, code: str, limit: Limit = DEFAULT, offset: Offset = 0
) -> list[dict[str, Any]]:
    """The turns that were resolved, with the seals that were published with them; 0 is the setup.

    Of a match that goes decision by decision, its steps.
    """
    access = begun(request, code)
    steps = access.match.steps.order_by("number").only("match", "number", "resolved", "sealed_root", "sealed_hashes")
    return [
        {
            "turn": step.number,
            "resolved": step.resolved,
            "sealed_root": step.sealed_root,
            "sealed_hashes": access.sealed_hashes(step),
        }
        for step in page(request, response, steps, limit, offset)
    ]


@router.get("/matches/{code}/turns/{int:turn}/events", response=answers(list[Told], 403, 404, 409), **ANYBODY)
def turn_events(
    request: HttpRequest, code: str, turn: int, spectator: Spectator = False, seat: AsSeat = None
) -> list[Told]:
    """The events of a turn that the caller may know, in their order."""
    access = begun(request, code, spectator=spectator)
    events = access.events(access.step(turn), seat_asked(access, seat))
    return [Told(rule=e.rule, kind=e.kind, data=e.data, private=e.seen_by is not None) for e in events]


@router.get("/matches/{code}/turns/{int:turn}/report", response=answers(Prose, 403, 404, 409), **ANYBODY)
def turn_report(
    request: HttpRequest, code: str, turn: int, lang: Lang = None, spectator: Spectator = False, seat: AsSeat = None
) -> Prose:
    """The report of a turn as its mail tells it: the caller's own, or a passer-by's."""
    access = begun(request, code, spectator=spectator)
    step, whose, language = access.step(turn), seat_asked(access, seat), chosen(lang)
    view, events = access.view_after(turn, step.digest, whose), access.events(step, whose)
    return Prose(
        turn=turn,
        lang=language,
        text=access.match.rules.report(under_moon(access.match, view, step.resolved), events, language),
    )


@router.get("/matches/{code}/turns/{int:turn}/chronicle", response=answers(Prose, 404, 409), **ANYBODY)
def turn_chronicle(request: HttpRequest, code: str, turn: int, lang: Lang = None) -> Prose:
    """What everyone may read of a turn."""
    access = begun(request, code, spectator=True)
    step, language = access.step(turn), chosen(lang)
    view, events = access.view_after(turn, step.digest), seen_by(access.events(step), None)
    return Prose(
        turn=turn,
        lang=language,
        text=access.match.rules.chronicle(under_moon(access.match, view, step.resolved), events, language),
    )


@router.get("/matches/{code}/record", response=answers(dict[str, Any], 404, 409), **ANYBODY)
def match_record(request: HttpRequest, code: str) -> HttpResponse:
    """The record, as the page gives it: whole once the match is over, as `heraut verify` reads it.

    Before, only what commits to it.
    """
    match = begun(request, code).match
    match.refresh_from_db(fields=["state", "seed"])
    return HttpResponse(msgspec.json.encode(public_record(match)), content_type="application/json")
