"""Turns that were resolved: what happened, as events and as text; and the record of the whole match."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from ninja import Router

from heraut.engine.protocol import seen_by
from heraut.site.api.access import ANYBODY
from heraut.site.api.faults import answers
from heraut.site.api.paging import DEFAULT, Limit, Offset, page
from heraut.site.api.shapes import Prose, Told, Turn
from heraut.site.api.visits import AsSeat, Lang, Spectator, begun, chosen, seat_asked
from heraut.site.herald.turn import under_moon
from heraut.site.matches.conduct import public_record

router = Router(tags=["turns"])


@router.get("/matches/{code}/turns", response=answers(list[Turn], 404, 409), **ANYBODY)
def turn_list(
    request: HttpRequest, response: HttpResponse, code: str, limit: Limit = DEFAULT, offset: Offset = 0
) -> list[dict[str, Any]]:
    """The turns that were resolved, with the seals that were published with them; 0 is the setup.

    Of a match that goes decision by decision, its steps.
    """
    coming = begun(request, code)
    steps = coming.match.steps.order_by("number").only("match", "number", "resolved", "sealed_root", "sealed_hashes")
    return [
        {
            "turn": step.number,
            "resolved": step.resolved,
            "sealed_root": step.sealed_root,
            "sealed_hashes": coming.sealed_hashes(step),
        }
        for step in page(request, response, steps, limit, offset)
    ]


@router.get("/matches/{code}/turns/{int:turn}/events", response=answers(list[Told], 403, 404, 409), **ANYBODY)
def turn_events(
    request: HttpRequest, code: str, turn: int, spectator: Spectator = False, seat: AsSeat = None
) -> list[Told]:
    """The events of a turn that the caller may know, in their order."""
    coming = begun(request, code, spectator=spectator)
    events = coming.events(coming.step(turn), seat_asked(coming, seat))
    return [Told(rule=e.rule, kind=e.kind, data=e.data, private=e.seen_by is not None) for e in events]


@router.get("/matches/{code}/turns/{int:turn}/report", response=answers(Prose, 403, 404, 409), **ANYBODY)
def turn_report(
    request: HttpRequest, code: str, turn: int, lang: Lang = None, spectator: Spectator = False, seat: AsSeat = None
) -> Prose:
    """The report of a turn as its mail tells it: the caller's own, or a passer-by's."""
    coming = begun(request, code, spectator=spectator)
    step, whose, language = coming.step(turn), seat_asked(coming, seat), chosen(lang)
    view, events = coming.view_after(turn, step.digest, whose), coming.events(step, whose)
    return Prose(
        turn=turn,
        lang=language,
        text=coming.match.rules.report(under_moon(coming.match, view, step.resolved), events, language),
    )


@router.get("/matches/{code}/turns/{int:turn}/chronicle", response=answers(Prose, 404, 409), **ANYBODY)
def turn_chronicle(request: HttpRequest, code: str, turn: int, lang: Lang = None) -> Prose:
    """What everyone may read of a turn."""
    coming = begun(request, code, spectator=True)
    step, language = coming.step(turn), chosen(lang)
    view, events = coming.view_after(turn, step.digest), seen_by(coming.events(step), None)
    return Prose(
        turn=turn,
        lang=language,
        text=coming.match.rules.chronicle(under_moon(coming.match, view, step.resolved), events, language),
    )


@router.get("/matches/{code}/record", response=answers(dict[str, Any], 404, 409), **ANYBODY)
def match_record(request: HttpRequest, code: str) -> HttpResponse:
    """The record, as the page gives it: whole once the match is over, as `heraut verify` reads it.

    Before, only what commits to it.
    """
    match = begun(request, code).match
    match.refresh_from_db(fields=["state", "seed"])
    return HttpResponse(msgspec.json.encode(public_record(match)), content_type="application/json")
