"""The sheet of the year, changed: a season of somebody, a plan, an order of the kingdom, or the text itself.

The text is the truth; a click and a form only write lines of it. Acts, as `do` sends them:

put:LINE            the line into the section of `person` (0: the kingdom), over the one that says the same
word:LINE           the same of a treaty or a breach, over whatever else of these is said to the same King
all:LINE            the same for everybody
write:LINES         lines of several sections, slashes between them; unwrite:LINES without what they say
form:KIND           the same, the line made from the fields of that order's form (`order_forms.py`)
clear               without what `person` does in `season`; clear:NUMBER without the line of that number
route:PROVINCE      `person` goes there from `season` on, season by season
year                as `person` did last year; rest: his order of `season`, or of the one before, to its end
save, seal, undo    the text as typed; sealed; the last change taken back
keep, both, other   ways out where two windows have changed the sheet
hush, todo, note…   what is noted beside the sheet (`jottings.py`)
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import normalize_newlines

from heraut.site.common.words import say
from heraut.site.games.rois import acts, jottings
from heraut.site.games.rois.completions import completions
from heraut.site.games.rois.draft import draft_of
from heraut.site.games.rois.lines import checked
from heraut.site.games.rois.realm import realm_context
from heraut.site.games.rois.year import WRITING, year_context
from heraut.site.matches.receipts import receipt_text
from heraut.site.matchpage.layout import layout_context, show, turn_away
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.saving import (
    LONGEST_TEXT,
    Saved,
    fault,
    is_past,
    own_text,
    save,
    save_change,
    undo,
    version,
)

KEPT = "heraut:kept"  # tells the script of a page that what was typed is safe
ANYWAY = "anyway"  # seals though lines are refused: it was asked once
SETTLING = ("keep", "both", "other")  # ways out where two windows have changed the sheet: both have been shown
PAGES = {"board": "play/rois/board.html", "orders": "play/rois/orders.html"}


def page(access: MatchAccess) -> HttpResponse:
    """The sheet of a living King, a person a page; a POST changes it."""
    if "own" not in access.view:
        return turn_away(access)
    if access.request.method == "POST":
        return change(access)
    return shown(access, "orders")


def shown(access: MatchAccess, tab: str) -> HttpResponse:
    """One of the two pages of orders; its live part alone to a script that opens a cell, a person or a province."""
    context = orders_context(access, tab)
    if access.request.headers.get("HX-Target") == "annee":
        return render(access.request, f"play/rois/{tab}_part.html", layout_context(access, tab, **context))
    return show(access, PAGES[tab], tab, **context)


def orders_context(access: MatchAccess, tab: str, text: str | None = None, **more: Any) -> dict[str, Any]:
    """What both pages of orders show: the year as it stands in the text, and the text checked."""
    sheet = access.sheet
    if sheet is not None and access.seat is not None:
        sheet.seat, access.seat.match = access.seat, access.match
    written = own_text(access) if text is None else text
    access.written = written
    return {
        **realm_context(access),
        **year_context(access, draft_of(access, written), tab),
        "text": written,
        "base": version(sheet),
        "checked": checked(draft_of(access, written), access.lang),
        "receipt": receipt_text(sheet) if sheet else "",
        "completions": completions(access.view, access.lang) if access.open else [],
        **more,
    }


def change(access: MatchAccess) -> HttpResponse:
    """One change of the sheet; then the page that it came from again."""
    posted = access.request.POST
    act, _, place = posted.get("do", "save").partition(":")
    if act in jottings.JOTS:
        jottings.JOTS[act](access, place)
        return answer(access, Saved(access.sheet))
    former = own_text(access)
    if is_past(access):
        text = normalize_newlines(posted["text"]) if "text" in posted else former
        return answer(access, Saved(access.sheet, "past"), text=text, fault="past")
    if act == "undo":
        return answer(access, undo(access))
    asks = False
    if act in acts.ACTS:
        saved = save_change(access, lambda text: acts.ACTS[act](access, text, place))
    else:
        text = settled(access, normalize_newlines(posted["text"]) if "text" in posted else former, act)
        asks = act == "seal" and place != ANYWAY and bool(draft_of(access, text).refusals)
        saved = save(
            access, text, posted.getlist("seen" if act in SETTLING else "base"), seal=act == "seal" and not asks
        )
        if saved.fault:
            return answer(access, saved, text=text, **fault(access, saved))
    if saved.fault:
        return answer(access, saved, fault=saved.fault, most=LONGEST_TEXT)
    return answer(access, saved, sealing=len(draft_of(access).refusals) if asks else 0)


def settled(access: MatchAccess, text: str, act: str) -> str:
    """The text after this act, where two windows have written one each."""
    match act:
        case "both":
            return acts.both(own_text(access), text)
        case "other":
            return own_text(access)
    return text


def answer(access: MatchAccess, saved: Saved, **context: Any) -> HttpResponse:
    """The page again: its live part to a script; to a browser a way back to it, or what stands in the way."""
    back = access.request.POST.get("back", "")
    tab = "board" if back == "board" else "orders"
    if access.request.headers.get("HX-Request"):
        alive = layout_context(access, tab, alive=True, **orders_context(access, tab, **context))
        typing = access.request.headers.get("HX-Target") == "checked"
        response = render(access.request, f"play/rois/{'typed' if typing else tab + '_part'}.html", alive)
        if not saved.fault:
            response.headers["HX-Trigger"] = KEPT
        return response
    if saved.fault or context.get("sealing"):
        whole = layout_context(access, tab, **orders_context(access, tab, **context))
        return render(access.request, PAGES[tab], whole, status=409 if saved.fault else 200)
    sealed = saved.sheet is not None and saved.sheet.sealed
    messages.success(access.request, say("sheet.sealed_now" if sealed else "sheet.saved_now"))
    return redirect(way_back(access.request, access.match.code, back))


KEPT_FIELDS = {"person": "personne", "season": "saison", "province": "province", "layers": "vues"}
LONGEST_FIELD = 80  # signs of one of them that are kept
BESIDE = ("gens", "cour", "plans", "essai")  # pages of `tools.py` that write orders


def slug(place: str) -> bool:
    """Whether this may be the name of a place of a page."""
    return bool(place) and place.replace("-", "").isalnum() and place.isascii()


def way_back(request: HttpRequest, code: str, back: str) -> str:
    """Where a change made without scripts leads: the page that it came from, the same person and place open."""
    query = {name: request.POST[key][:LONGEST_FIELD] for key, name in KEPT_FIELDS.items() if request.POST.get(key)}
    if request.POST.get("do", "").partition(":")[0] in WRITING:
        query.pop("saison", None)  # it is written: the next one that is idle opens
    if back in BESIDE:
        place = request.POST.get("at") or request.GET.get("at", "")
        return f"{reverse('match_tool', args=[code, back])}?{urlencode(query)}" + (f"#{place}" if slug(place) else "")
    address = reverse("match" if back == "board" else "match_orders", args=[code])
    return f"{address}?{urlencode(query)}#annee" if query else f"{address}#annee"
