"""The page that checks a receipt."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from heraut.engine.decoding import decode
from heraut.site.matches.receipts import Receipt, check_receipt


@require_http_methods(["GET", "POST"])
def check(request: HttpRequest) -> HttpResponse:
    """Whether this site signed a receipt, and what became of the orders: to whoever holds it, logged in or not."""
    text = request.POST.get("receipt", "").strip()
    verdict = ""
    if text:
        try:
            verdict = check_receipt(decode(text, Receipt))
        except msgspec.DecodeError:
            verdict = "unreadable"
    page = {"text": text, "verdict": verdict, "verdict_key": f"receipt.{verdict}"}
    return render(request, "matches/receipt.html", page, status=400 if verdict == "unreadable" else 200)
