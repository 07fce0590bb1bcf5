"""The pages of a match: the room, the bid, the report of a round, the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.datastructures import MultiValueDict
from django.utils.text import normalize_newlines

from heraut.engine.protocol import Json
from heraut.engine.rulebook import read_rules
from heraut.engine.sheets import lines_answered
from heraut.site.common.words import say
from heraut.site.heraldry import arms_of_name, svg
from heraut.site.matchpage.checked_lines import CheckedLine
from heraut.site.matchpage.decisions import CheckedAnswer
from heraut.site.matchpage.layout import show, turn_away
from heraut.site.matchpage.live_lines import has_read
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.saving import save, version
from tests.sixth_game import game
from tests.sixth_game.game.decision import WORD, BidDecision
from tests.sixth_game.game.report import sentences

RULES = "tests.sixth_game.game"


def realm_context(access: MatchAccess) -> dict[str, Any]:
    """The visitor's own lord, for the top of the page."""
    own = access.view.get("own")
    if own is None:
        return {"me": None}
    name = access.view["lords"][own["seat"]]["name"]
    return {"me": {"name": name, "shield": svg(arms_of_name(name), "shield"), "purse": own["purse"]}}


def board(access: MatchAccess) -> HttpResponse:
    """The lot, and the points of all."""
    lords = list(access.view["lords"].values())
    winners = [access.view["lords"][seat]["name"] for seat in access.view.get("winners", ())]
    return show(access, "play/sealed_bid/board.html", "board", **realm_context(access), lords=lords, winners=winners)


def orders(access: MatchAccess) -> HttpResponse:
    """The bid of a lord; a POST sends it sealed."""
    if "own" not in access.view:
        return turn_away(access)
    if access.request.method == "POST":
        posted = access.request.POST
        crowns = normalize_newlines(posted.get("crowns", "")).strip()
        text = "" if crowns in ("", "0") else f"{WORD} {crowns}"
        refusals = BidDecision(access.view).parse(text).refusals
        fault = game.explain(refusals[0], access.lang) if refusals else ""
        if not fault and save(access, text, posted.getlist("base"), seal=True).fault:
            fault = say("sealed_bid.fault")
        if not fault:
            messages.success(access.request, say("sealed_bid.sealed"))
            return redirect("match", access.match.code)
        response = order_page(access, fault)
        response.status_code = 409
        return response
    return order_page(access)


def order_page(access: MatchAccess, fault: str = "") -> HttpResponse:
    """The form, with what was wrong with the last one."""
    kept = access.sheet.kept if access.sheet else ""
    more = {"fault": fault, "crowns": kept.removeprefix(WORD).strip(), "base": version(access.sheet)}
    return show(access, "play/sealed_bid/orders.html", "orders", **realm_context(access), **more)


def report(access: MatchAccess, turn: int | None = None) -> HttpResponse:
    """What the visitor was told of a round; 0 is the setup."""
    number = access.match.step if turn is None else turn
    step = access.step(number)
    has_read(access, number)
    lines = sentences(access.view_after(number, step.digest), access.events(step), access.lang)
    return show(access, "play/sealed_bid/report.html", "report", **realm_context(access), number=number, lines=lines)


def rules(access: MatchAccess) -> HttpResponse:
    """All rules on one page."""
    found = rules_context(access.request.GET, access.lang)
    return show(access, "play/sealed_bid/rules.html", "rules", **realm_context(access), **found)


def rules_context(asked: MultiValueDict[str, str], lang: str) -> dict[str, Any]:
    """What both the page of a match and that of the lobby show."""
    return {"entries": [(id, rule.text(lang)) for id, rule in read_rules(RULES).items()]}


def check(view: Json, text: str, lang: str) -> CheckedAnswer:
    """A bid line by line, as programs are told of it."""
    decision = BidDecision(view)
    refusals = {refusal.line: refusal for refusal in decision.parse(text).refusals}
    lines = [
        checked_line(number, source, refusals, lang)
        for number, source in lines_answered(text, decision.bounds, list(refusals.values()))
    ]
    return CheckedAnswer(lines, len(refusals))


def checked_line(number: int, source: str, refusals: Mapping[int, Any], lang: str) -> CheckedLine:
    """One line: a bid, a comment, or refused."""
    code = (source.split(";")[0].split() or [""])[0].upper()
    if number not in refusals:
        return CheckedLine(number, source.strip(), code=code)
    refusal = refusals[number]
    return CheckedLine(
        number, source.strip(), code=code, rule=refusal.rule, refused=lambda: game.explain(refusal, lang)
    )
