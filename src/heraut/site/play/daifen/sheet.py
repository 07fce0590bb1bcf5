"""The order form: fields and text, counted as they are typed, sent whole; the last form that was taken counts."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from heraut.engine.protocol import Json
from heraut.games.daifen.decision import EMPTY, SheetDecision
from heraut.site.matches.conduct import last_sheet
from heraut.site.matches.receipts import receipt_text
from heraut.site.play.daifen.entry import text_of, values_of
from heraut.site.play.daifen.fields import Fields
from heraut.site.play.daifen.lines import check
from heraut.site.play.daifen.realm import realm_context
from heraut.site.play.frame import framed, show, turn_away
from heraut.site.play.saving import LONGEST_TEXT, save, save_change, typed, version
from heraut.site.play.visit import Visit
from heraut.site.words import say


def page(coming: Visit) -> HttpResponse:
    """The form of a living lord; a POST checks it, or sends it."""
    if "own" not in coming.view:
        return turn_away(coming)
    if coming.request.method == "POST":
        return change(coming)
    text = earlier(coming) if "reprendre" in coming.request.GET else kept(coming)
    return show(coming, "play/daifen/orders.html", "orders", **form_context(coming, text))


def kept(coming: Visit) -> str:
    """The text of the last form that was sent for this turn; "" if there is none."""
    return coming.sheet.text if coming.sheet else ""


def earlier(coming: Visit) -> str:
    """The form of the turn before, as far as it can still be given; nothing of it is sent."""
    former = last_sheet(coming.seat, coming.match.step) if coming.seat else None
    if former is None:
        return ""
    decision = SheetDecision(coming.view)
    lines: list[str] = []
    for line in former.text.split("\n"):
        if not decision.parse("\n".join([*lines, line])).refusals:
            lines.append(line)
    return "\n".join(lines)


def form_context(coming: Visit, text: str, values: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    """What the page of the form shows: its fields, its text, the account."""
    sheet = coming.sheet
    if sheet is not None and coming.seat is not None:
        sheet.seat, coming.seat.match = coming.seat, coming.match
    return {
        **realm_context(coming),
        "fields": Fields(coming.view, coming.lang, fields_of(coming.view, text) if values is None else values),
        "text": shown(text),
        "checked": check(coming.view, text, coming.lang),
        "base": version(sheet),
        "receipt": receipt_text(sheet) if sheet else "",
        "association": coming.view["association"],
        "earlier": coming.match.step > 0,
        **more,
    }


def shown(text: str) -> str:
    """A text as its author may change it: that of an empty form is blank."""
    return "" if text.strip() == EMPTY else text


def fields_of(view: Json, text: str) -> dict[str, str]:
    """The fields that this text fills; those of a refused one stay empty, its text is shown beside them."""
    return values_of(SheetDecision(view).parse(text).answer)


def change(coming: Visit) -> HttpResponse:
    """A form as its fields or its text say: counted, or sent; a line that another page adds to it."""
    posted = coming.request.POST
    values = posted.dict() if "fields" in posted else None
    text = given_text(coming, values)
    if posted.get("do") == "check":
        if coming.request.headers.get("HX-Request"):
            context = {"checked": check(coming.view, text, coming.lang), "typing": True, "oob": True}
            return render(coming.request, "play/daifen/checked.html", framed(coming, "orders", **context))
        return show(coming, "play/daifen/orders.html", "orders", **form_context(coming, text, values, typing=True))
    seal = posted.get("do") == "seal"
    if values is None and "text" not in posted:
        saved = save_change(coming, lambda former: with_line(former, posted.get("line", "")), seal=seal)
    else:
        saved = save(coming, text, posted.getlist("base"), seal=seal)
    if saved.fault:
        by = "text" if values is None else "fields"
        told = {"fault": saved.fault, "most": LONGEST_TEXT, "other": shown(kept(coming)), "given_by": by}
        context = form_context(coming, text, values, **told)
        return render(coming.request, "play/daifen/orders.html", framed(coming, "orders", **context), status=409)
    messages.success(
        coming.request, say("daifen_form.sealed" if saved.sheet and saved.sheet.sealed else "daifen_form.sent")
    )
    return redirect(reverse("match_orders", args=[coming.match.code]) + "#formulaire")


def given_text(coming: Visit, values: dict[str, str] | None) -> str:
    """The text that was sent: of fields, of a text, or the form so far with a line more."""
    posted = coming.request.POST
    if values is not None:
        return text_of(coming.view, values)
    if "text" in posted:
        return typed(posted["text"]).strip() or EMPTY
    return with_line(kept(coming), posted.get("line", ""))


def with_line(text: str, line: str) -> str:
    """The form so far, with a line more."""
    lines = [shown(text).rstrip(), " ".join(line.split())]
    return "\n".join([line for line in lines if line]) or EMPTY
