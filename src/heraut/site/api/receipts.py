"""Receipts: the caller's own, and what anybody's is worth."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest, HttpResponse
from ninja import Router

from heraut.engine.decoding import convert
from heraut.site.api.access import ANYBODY, READER
from heraut.site.api.match_access import holder
from heraut.site.api.orders import receipt_told
from heraut.site.api.paging import DEFAULT, Limit, Offset, page
from heraut.site.api.schemas import ReceiptShape, Verdict, answers
from heraut.site.common.words import say
from heraut.site.matches.receipts import FORGED, Receipt, check_receipt

router = Router(tags=["receipts"])


@router.get("/matches/{code}/receipts", response=answers(list[ReceiptShape], 403, 404, 409), **READER)
def receipt_list(
    request: HttpRequest,
    response: HttpResponse,
    code: str,
    turn: int | None = None,
    limit: Limit = DEFAULT,
    offset: Offset = 0,
) -> list[ReceiptShape]:
    """The receipts of every version of the caller's orders, of one turn or of all; not those of a player before him."""
    access, seat = holder(request, code)
    sheets = seat.sheets.order_by("step", "sequence")
    if turn is not None:
        sheets = sheets.filter(step=turn)
    if seat.taken_over is not None:
        sheets = sheets.filter(saved__gte=seat.taken_over)
    return [receipt_told(access.match, seat, sheet) for sheet in page(request, response, sheets, limit, offset)]


@router.post("/receipts/verify", response=answers(Verdict, 400, 413), **ANYBODY)
def verify_receipt(request: HttpRequest, shown: ReceiptShape) -> Verdict:
    """Whether this site signed a receipt, and what became of the orders: to whoever holds it."""
    try:
        verdict = check_receipt(convert(shown.model_dump(), Receipt))
    except msgspec.ValidationError:
        verdict = FORGED  # of no moment that there is: this site signed none such
    return Verdict(verdict=verdict, message=say(f"receipt.{verdict}"))
