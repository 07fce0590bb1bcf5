"""The order form: fields and text, counted as they are typed, sent whole; the last form that was taken counts."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from heraut.engine.protocol import Json
from heraut.games.daifen.decision import EMPTY, SheetDecision
from heraut.site.common.words import say
from heraut.site.games.daifen.entry import text_of, values_of
from heraut.site.games.daifen.fields import Fields
from heraut.site.games.daifen.lines import check
from heraut.site.games.daifen.realm import realm_context
from heraut.site.matches.orders import last_sheet
from heraut.site.matches.receipts import receipt_text
from heraut.site.matchpage.layout import layout_context, show, turn_away
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.saving import LONGEST_TEXT, save, save_change, typed, version


def page(access: MatchAccess) -> HttpResponse:
    """The form of a living lord; a POST checks it, or sends it."""
    if "own" not in access.view:
        return turn_away(access)
    if access.request.method == "POST":
        return change(access)
    text = earlier(access) if "reprendre" in access.request.GET else kept(access)
    return show(access, "play/daifen/orders.html", "orders", **form_context(access, text))


def kept(access: MatchAccess) -> str:
    """The text of the last form that was sent for this turn; "" if there is none."""
    return access.sheet.text if access.sheet else ""


def earlier(access: MatchAccess) -> str:
    """The form of the turn before, as far as it can still be given; nothing of it is sent."""
    former = last_sheet(access.seat, access.match.step) if access.seat else None
    if former is None:
        return ""
    decision = SheetDecision(access.view)
    lines: list[str] = []
    for line in former.text.split("\n"):
        if not decision.parse("\n".join([*lines, line])).refusals:
            lines.append(line)
    return "\n".join(lines)


def form_context(access: MatchAccess, text: str, values: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    """What the page of the form shows: its fields, its text, the account."""
    sheet = access.sheet
    if sheet is not None and access.seat is not None:
        sheet.seat, access.seat.match = access.seat, access.match
    return {
        **realm_context(access),
        "fields": Fields(access.view, access.lang, fields_of(access.view, text) if values is None else values),
        "text": shown(text),
        "checked": check(access.view, text, access.lang),
        "base": version(sheet),
        "receipt": receipt_text(sheet) if sheet else "",
        "association": access.view["association"],
        "earlier": access.match.step > 0,
        **more,
    }


def shown(text: str) -> str:
    """A text as its author may change it: that of an empty form is blank."""
    return "" if text.strip() == EMPTY else text


def fields_of(view: Json, text: str) -> dict[str, str]:
    """The fields that this text fills; those of a refused one stay empty, its text is shown beside them."""
    return values_of(SheetDecision(view).parse(text).answer)


def change(access: MatchAccess) -> HttpResponse:
    """A form as its fields or its text say: counted, or sent; a line that another page adds to it."""
    posted = access.request.POST
    values = posted.dict() if "fields" in posted else None
    text = given_text(access, values)
    if posted.get("do") == "check":
        if access.request.headers.get("HX-Request"):
            context = {"checked": check(access.view, text, access.lang), "typing": True, "oob": True}
            return render(access.request, "play/daifen/checked.html", layout_context(access, "orders", **context))
        return show(access, "play/daifen/orders.html", "orders", **form_context(access, text, values, typing=True))
    seal = posted.get("do") == "seal"
    if values is None and "text" not in posted:
        saved = save_change(access, lambda former: with_line(former, posted.get("line", "")), seal=seal)
    else:
        saved = save(access, text, posted.getlist("base"), seal=seal)
    if saved.fault:
        by = "text" if values is None else "fields"
        told = {"fault": saved.fault, "most": LONGEST_TEXT, "other": shown(kept(access)), "given_by": by}
        context = form_context(access, text, values, **told)
        return render(
            access.request, "play/daifen/orders.html", layout_context(access, "orders", **context), status=409
        )
    messages.success(
        access.request, say("daifen_form.sealed" if saved.sheet and saved.sheet.sealed else "daifen_form.sent")
    )
    return redirect(reverse("match_orders", args=[access.match.code]) + "#formulaire")


def given_text(access: MatchAccess, values: dict[str, str] | None) -> str:
    """The text that was sent: of fields, of a text, or the form so far with a line more."""
    posted = access.request.POST
    if values is not None:
        return text_of(access.view, values)
    if "text" in posted:
        return typed(posted["text"]).strip() or EMPTY
    return with_line(kept(access), posted.get("line", ""))


def with_line(text: str, line: str) -> str:
    """The form so far, with a line more."""
    lines = [shown(text).rstrip(), " ".join(line.split())]
    return "\n".join([line for line in lines if line]) or EMPTY
