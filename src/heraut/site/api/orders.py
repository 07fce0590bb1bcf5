"""Orders: read, checked, saved and sealed, by the same functions as the pages."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest
from django.utils.text import normalize_newlines
from ninja import Router

from heraut.engine.play import listed, offered
from heraut.site.api.access import PLAYER, READER
from heraut.site.api.faults import Fault
from heraut.site.api.match_access import Lang, chosen, holder
from heraut.site.api.schemas import (
    AskedOrders,
    Checked,
    Line,
    Orders,
    OrdersToSave,
    ReceiptShape,
    SavedOrders,
    Warned,
    answers,
)
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match, Seat, Sheet
from heraut.site.matches.receipts import receipt
from heraut.site.matchpage.decisions import Question, check
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.saving import LONGEST_TEXT, save, version

router = Router(tags=["orders"])


@router.get("/matches/{code}/orders", response=answers(AskedOrders, 403, 404, 409), **READER)
def own_orders(request: HttpRequest, code: str) -> dict[str, Any]:
    """The version of the caller's orders that counts for the coming turn, and what is asked of him now."""
    access, seat = holder(request, code)
    return told(access, seat, access.sheet) | asked(access)


@router.post("/matches/{code}/orders/check", response=answers(Checked, 400, 403, 404, 409, 413), **READER)
def check_orders(request: HttpRequest, code: str, orders: Orders, lang: Lang = None) -> Checked:
    """What would be understood of these orders, line by line, with costs and refusals. Nothing is saved."""
    access, _ = holder(request, code)
    return checked(access, normalize_newlines(orders.text), chosen(lang))


@router.put("/matches/{code}/orders", response=answers(SavedOrders, 400, 403, 404, 409, 413), **PLAYER)
def save_orders(request: HttpRequest, code: str, orders: OrdersToSave, lang: Lang = None) -> SavedOrders:
    """Saves the orders for the coming turn in place of those before, or seals them, and gives a signed receipt.

    Lines that are refused are kept in the text and count for nothing, as on the page. Where a game takes orders
    whole or not at all (Daifen, Fief), one refused line is a fault (409 `refused`), and nothing is saved.
    """
    access, seat = holder(request, code)
    if orders.turn not in (None, access.match.step + 1):
        raise Fault(409, "past")
    text = normalize_newlines(orders.text)
    found = checked(access, text, chosen(lang))
    check_confirmed(access, orders, found)
    base = version(access.sheet) if orders.base is None else orders.base
    saved = save(access, text, [str(base)], seal=orders.seal)
    if saved.fault == "closed" and access.open:
        raise Fault(409, "not_asked")
    if saved.fault:
        why = next((line.refusal for line in found.lines if line.state == "refused"), "")
        raise Fault(429 if saved.fault == "often" else 409, saved.fault, most=LONGEST_TEXT, why=why)
    return SavedOrders(**told(access, seat, saved.sheet), checked=found)


def check_confirmed(access: MatchAccess, orders: OrdersToSave, found: Checked) -> None:
    """Nobody leaves a match by mistake: an abdication that is new has to be confirmed. Raises Fault."""
    word = adapter(access.match.game).leaving
    given = access.sheet is not None and word in access.sheet.kept.splitlines()
    leaves = bool(word) and any(line.code == word for line in found.lines)
    if leaves and not given and orders.confirm != word:
        raise Fault(409, "abdication", word=word)


def checked(access: MatchAccess, text: str, language: str) -> Checked:
    """The orders of a living lord, checked as his page checks them. Raises Fault."""
    if "own" not in access.view:
        raise Fault(409, "fallen")
    if access.match.over:
        raise Fault(409, "closed")
    if access.match.pace.by_decision:
        found: Any = check(Question(access), text, language)
    else:
        found = adapter(access.match.game).check(access.view, text, language)
    return Checked(
        understood=found.understood,
        refused=found.refused,
        lines=[line_told(line) for line in found.lines],
        warnings=warned(found.warnings),
    )


def line_told(line: Any) -> Line:
    """A checked line as it is sent: made by ourselves, and so not looked at again."""
    return Line.model_construct(
        number=line.number,
        text=line.text,
        state=line.state,
        code=line.code,
        phase=line.phase,
        refusal=" ".join([line.refusal, *[text for text, _ in line.others]]),
        rule=line.rule,
        cost=-line.cost,  # of a page it is what the treasury gains
        left=line.left,
        warnings=warned(line.warnings),
    )


def warned(warnings: list[tuple[str, str]]) -> list[Warned]:
    """Warnings as they are sent."""
    return [Warned.model_construct(text=text, rule=rule) for text, rule in warnings]


def is_asked(access: MatchAccess) -> bool:
    """Whether anything is asked of the caller: where a match goes decision by decision, others have their turn too."""
    return not access.match.pace.by_decision or Question(access).decision is not None


def asked(access: MatchAccess) -> dict[str, Any]:
    """What is asked, in the words in which a program of the lab reads it (`lab/programs.py`)."""
    decision = Question(access).decision
    if decision is None:
        return {"kind": "", "answers": None, "offers": []}
    return {"kind": decision.kind, "answers": listed(decision), "offers": offered(decision)}


def told(access: MatchAccess, seat: Seat, sheet: Sheet | None) -> dict[str, Any]:
    """A version of the caller's orders, with its receipt."""
    return {
        "turn": access.match.step + 1,
        "open": access.open and is_asked(access),
        "sequence": version(sheet),
        "sealed": bool(sheet and sheet.sealed),
        "text": sheet.text if sheet else "",
        "kept": sheet.kept if sheet else "",
        "receipt": receipt_told(access.match, seat, sheet) if sheet else None,
    }


def receipt_told(match: Match, seat: Seat, sheet: Sheet) -> ReceiptShape:
    """The receipt of a version, to the letter as `receipt_text` writes it."""
    sheet.seat, seat.match = seat, match  # known already: no need to ask the database again
    return ReceiptShape(**msgspec.to_builtins(receipt(sheet)))
