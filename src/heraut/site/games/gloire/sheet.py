"""The order sheet: one text, written by hand, by forms or by clicks, saved at each change, sealed when it is ready."""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import normalize_newlines

from heraut.games.gloire.herald import Herald
from heraut.site.common.rendering import rendered
from heraut.site.common.words import say
from heraut.site.games.gloire import lines
from heraut.site.games.gloire.beside import beside
from heraut.site.games.gloire.checked import CheckedText, draft_of
from heraut.site.games.gloire.forms import line_of, order_forms
from heraut.site.games.gloire.heard import heard
from heraut.site.games.gloire.mends import mended
from heraut.site.games.gloire.realm import realm_context
from heraut.site.matches.receipts import receipt_text
from heraut.site.matchpage.fragments import fragment_with_forms
from heraut.site.matchpage.layout import layout_context, show, turn_away
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.saving import Saved, fault, save, save_change, undo, version


def page(access: MatchAccess) -> HttpResponse:
    """The sheet of a living lord; a POST changes it."""
    if "own" not in access.view:
        return turn_away(access)
    if access.request.method == "POST":
        return change(access)
    edited = number(access.request.GET.get("ligne", ""))
    context = {"forms": forms(access), **realm_context(access), **panel(access, edited=edited)}
    return show(access, "play/gloire/orders.html", "orders", **context)


def forms(access: MatchAccess) -> SafeString:
    """The forms that write a line, phase by phase; none where no orders are taken."""

    match, turn = access.match, access.match.coming_turn

    def make(token: SafeString) -> SafeString:
        known = {"match": match, "turn": turn, "phases": order_forms(access.view, access.lang)}
        return rendered("play/gloire/order_forms.html", {**known, "csrf_input": token})

    if not access.open:
        return SafeString("")
    return fragment_with_forms(access.request, make, "forms", access.known, access.lang, match.code, turn)


def panel(access: MatchAccess, text: str | None = None, **more: Any) -> dict[str, Any]:
    """What the panel of orders shows: the text, every line checked, the treasury, the receipt of the last version."""
    sheet = access.sheet
    if text is None:
        text = sheet.text if sheet else ""
    if sheet is not None and access.seat is not None:
        sheet.seat = access.seat
        sheet.seat.match = access.match
    access.written = text
    short = more.pop("short", access.request.POST.get("back") == "board")
    checked = CheckedText(access, text, more.get("edited", 0), short=short)
    return {
        "short": short,
        "text": text,
        "base": version(sheet),
        "checked": checked,
        "lines_refused": checked.refused,
        "receipt": receipt_text(sheet) if sheet else "",
        **more,
    }


KEPT = "heraut:kept"  # tells the script of a page that what was typed is safe
ADDING = ("add", "add_lines")  # acts that are made from no version: they change whatever is there
ANYWAY = "anyway"  # seals though lines are refused: it was asked once
MOST_DROPPED = 20  # lines that one touch withdraws
SETTLING = ("keep", "both", "other")  # ways out where two windows have changed the sheet: both have been shown


def change(access: MatchAccess) -> HttpResponse:
    """One change of the sheet: the text as typed, or one line of it; then the page again, or its panel."""
    posted = access.request.POST
    former = access.sheet.text if access.sheet else ""
    act, _, place = posted.get("do", "save").partition(":")
    told = partial(heard, access, former, act)
    if act == "undo":
        return answer(access, undo(access), panel(access, told=told))

    def made(text: str) -> str:
        return changed(access, text, act, place)

    text = made(normalize_newlines(posted["text"]) if "text" in posted else former)
    if posted.get("confirm") != lines.ABDICATION and abdicates_anew(access, text, former):
        return answer(access, Saved(access.sheet), panel(access, text, abdicating=True))
    asks = act == "seal" and place != ANYWAY and len(draft_of(access, text).reading.refusals)
    if act in ADDING and "text" not in posted:
        saved = save_change(access, made)
    else:
        bases = posted.getlist("seen" if act in SETTLING else "base")
        saved = save(access, text, bases, seal=act == "seal" and not asks)
    if saved.fault:
        return answer(access, saved, panel(access, text, **fault(access, saved)))
    return answer(access, saved, panel(access, sealing=asks, told="" if asks else told))


def abdicates_anew(access: MatchAccess, text: str, former: str) -> bool:
    """Whether the text abdicates, and the version before it did not."""
    return lines.abdicates(access.view, text) and not lines.abdicates(access.view, former)


def changed(access: MatchAccess, text: str, act: str, places: str) -> str:
    """The text after this act; `places` are the numbers of lines that it concerns."""
    posted, place = access.request.POST, number(places)
    if act == "drop":
        return lines.drop_lines(text, {number(one) for one in places.split(",")[:MOST_DROPPED]})
    if act == "add":
        figure = str(number(posted.get("figure", "")))
        written = posted.get("line", "").replace("{}", figure) or line_of(
            access.view, posted.get("code", ""), posted.dict()
        )
        return lines.add_line(text, written) if written.strip() else text
    if act == "add_lines":
        return lines.add_line(text, "\n".join(posted.getlist("lines")))
    if act == "mend":
        return mended(draft_of(access, text), place, Herald(access.view, access.lang))
    if act in ("up", "down"):
        return lines.move_line(text, place, -1 if act == "up" else 1)
    if act == "change":
        return lines.change_line(text, place, posted.get("rewritten", ""))
    other = access.sheet.text if access.sheet else ""
    return {"both": lines.both(other, text), "other": other}.get(act, text)


def number(text: str) -> int:
    """A number from an address or a form; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def answer(access: MatchAccess, saved: Saved, context: dict[str, Any]) -> HttpResponse:
    """The panel alone to a script; to a browser the page that the change came from, or what stands in the way."""
    if access.request.headers.get("HX-Request"):
        part = "checked" if access.request.headers.get("HX-Target") == "checked" else "panel"
        page = layout_context(access, "board" if context["short"] else "orders", alive=True, **context)
        if context["short"]:
            page |= beside(access, context["text"])
        response = render(access.request, f"play/gloire/{part}.html", page)
        if not saved.fault and not context.get("abdicating"):
            response.headers["HX-Trigger"] = KEPT
        return response
    if saved.fault or context.get("abdicating") or context.get("sealing"):
        status = 409 if saved.fault else 200
        full = layout_context(access, "orders", forms=forms(access), **realm_context(access), **context)
        return render(access.request, "play/gloire/orders.html", full, status=status)
    messages.success(
        access.request, say("sheet.sealed_now" if saved.sheet and saved.sheet.sealed else "sheet.saved_now")
    )
    return redirect(way_back(access.request, access.match.code))


def way_back(request: HttpRequest, code: str) -> str:
    """Where a change made without scripts leads: the board, with the card that was open, or a tool, or the sheet."""
    back = request.POST.get("back", "")
    if back == "board":
        query = {key: request.POST[key] for key in ("terre", "chevalier") if request.POST.get(key)}
        return f"{reverse('match', args=[code])}?{urlencode(query)}#fiche"
    return reverse("match_orders", args=[code]) + "#feuille"
