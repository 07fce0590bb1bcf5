"""The order form: fields and text, counted as they are typed, sent whole; the last form that was taken counts."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import normalize_newlines

from heraut.games.daifen.decision import EMPTY, SheetDecision
from heraut.games.daifen.herald import fixed_names
from heraut.site.common.words import say
from heraut.site.games.daifen import draft
from heraut.site.games.daifen.advice import Adviser, blind_targets
from heraut.site.games.daifen.attack import attack_fields
from heraut.site.games.daifen.counsel import counsel
from heraut.site.games.daifen.draft import fields_of, filled, is_unsent, kept
from heraut.site.games.daifen.entry import text_of
from heraut.site.games.daifen.fields import Fields
from heraut.site.games.daifen.first_turn import CHECK
from heraut.site.games.daifen.realm import realm_context
from heraut.site.matches.orders import last_sheet
from heraut.site.matches.receipts import receipt_text
from heraut.site.matchpage.guide_cards import card_of, learns, note
from heraut.site.matchpage.layout import layout_context, show, turn_away
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.saving import LONGEST_TEXT, Saved, save, save_change, undo, version

ANYWAY = "anyway"  # seals an attack on a kingdom that nobody has seen: it was asked once


def page(access: MatchAccess) -> HttpResponse:
    """The form of a living lord; a POST checks it, or sends it."""
    if "own" not in access.view:
        return turn_away(access)
    if access.request.method == "POST":
        return change(access)
    if "attaquer" in access.request.GET:
        return attacking(access, access.request.GET["attaquer"])
    text = earlier(access) if "reprendre" in access.request.GET else kept(access)
    asks = access.request.GET.get("sceller") == "1" and blind(access, text)
    return show(access, "play/daifen/orders.html", "orders", **form_context(access, text, asks=asks))


def attacking(access: MatchAccess, kingdom: str) -> HttpResponse:
    """The form with an attack on this kingdom filled in, and nothing sent yet."""
    values = attack_fields(access.view, fields_of(access, kept(access)), kingdom)
    context = form_context(access, text_of(access.view, values), values, typing=True)
    return show(access, "play/daifen/orders.html", "orders", **context)


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


def blind(access: MatchAccess, text: str) -> list[str]:
    """The kingdoms that this form attacks without knowing what stands there, as the reader's language writes them."""
    orders = list(SheetDecision(access.view).parse(text).answer.orders)
    return [fixed_names(access.lang)["kingdom"].get(name) or name for name in blind_targets(access.view, orders)]


def form_context(access: MatchAccess, text: str, values: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    """What the page of the form shows: its fields, its text, the account."""
    sheet = access.sheet
    if sheet is not None and access.seat is not None:
        sheet.seat, access.seat.match = access.seat, access.match
    return {
        **realm_context(access),
        **account(access, text, values),
        "text": shown(text),
        "base": version(sheet),
        "receipt": receipt_text(sheet) if sheet else "",
        "association": access.view["association"],
        "earlier": access.match.step > 0,
        "counsel": counsel(access.view, access.lang, beyond=learns(access)) if sheet is None else None,
        **more,
    }


def account(access: MatchAccess, text: str, values: dict[str, str] | None) -> dict[str, Any]:
    """The form counted: its fields with what stands beside them, and what is to be said of it all."""
    draft.write(access, text)
    access.written = text
    form = draft.checked(access)
    filled_in = fields_of(access, text) if values is None else values
    fields = Fields(access.view, access.lang, filled_in)
    adviser = Adviser(access.view, access.lang, filled_in, form)
    advice = adviser.all()
    fields.besides = {one.place: one for one in adviser.beside(fields, advice)}
    unsent = is_unsent(access, filled_in) if values is not None else text.strip() != kept(access).strip()
    return {"fields": fields, "checked": form, "advice": advice, "unsent": unsent}


def shown(text: str) -> str:
    """A text as its author may change it: that of an empty form is blank."""
    return "" if text.strip() == EMPTY else text


def change(access: MatchAccess) -> HttpResponse:
    """A form as its fields or its text say: counted, or sent; a line that another page adds to it."""
    posted = access.request.POST
    act, _, rest = posted.get("do", "save").partition(":")
    if act == "undo":
        return taken_back(access)
    values = posted.dict() if "fields" in posted else None
    if act == "fill":
        values = filled(fields_of(access, kept(access)) if values is None else values, rest)
    text = given_text(access, values)
    if act in ("check", "fill"):
        return counted(access, text, values, asked=act == "check")
    asks = act == "seal" and rest != ANYWAY and bool(blind(access, text))
    seal = act == "seal" and not asks
    if values is None and "text" not in posted:
        saved = save_change(access, lambda former: with_line(former, posted.get("line", "")), seal=seal)
    else:
        saved = save(access, text, posted.getlist("base"), seal=seal)
    if saved.fault:
        return refused(access, text, values, saved)
    messages.success(
        access.request, say("daifen_form.sealed" if saved.sheet and saved.sheet.sealed else "daifen_form.sent")
    )
    asked = "?sceller=1" if asks else ""
    return redirect(reverse("match_orders", args=[access.match.code]) + asked + "#formulaire")


def counted(access: MatchAccess, text: str, values: dict[str, str] | None, *, asked: bool) -> HttpResponse:
    """The form counted, nothing being sent; `asked`: by its player, not by a script of the page while he types."""
    script = access.request.headers.get("HX-Request")
    asked = asked and (not script or "asked" in access.request.POST)
    if asked:
        draft.write(access, text)
        seen(access)
    if script:
        turn = access.request.POST.get("turn")
        same = values is not None and turn == str(access.match.coming_turn)  # a page of before has other fields
        context = {**account(access, text, values), "alive": True, "oob": True, "same_fields": same, "asked": asked}
        return render(access.request, "play/daifen/checked.html", layout_context(access, "orders", **context))
    return show(
        access, "play/daifen/orders.html", "orders", **form_context(access, text, values, typing=True, asked=asked)
    )


def seen(access: MatchAccess) -> None:
    """Who verifies his form has done that step of the guided turn."""
    card = card_of(access, "orders")
    if card is not None and any(one.step.key == CHECK and one.open for one in card.steps):
        note(access, "seen", CHECK)


def refused(access: MatchAccess, text: str, values: dict[str, str] | None, saved: Saved) -> HttpResponse:
    """The form as it was sent, and why it was not taken."""
    by = "text" if values is None else "fields"
    told = {"fault": saved.fault, "most": LONGEST_TEXT, "other": shown(kept(access)), "given_by": by}
    context = form_context(access, text, values, **told)
    return render(access.request, "play/daifen/orders.html", layout_context(access, "orders", **context), status=409)


def taken_back(access: MatchAccess) -> HttpResponse:
    """The last change taken back: what was filled in and not sent, or else the last form that was."""
    if "unsent" not in access.request.POST:
        undo(access)
    messages.success(access.request, say("bar.undone"))
    address = reverse("match_orders", args=[access.match.code]) + "#formulaire"
    if access.request.headers.get("HX-Request"):
        return HttpResponse(headers={"HX-Redirect": address})
    return redirect(address)


def given_text(access: MatchAccess, values: dict[str, str] | None) -> str:
    """The text that was sent: of fields, of a text, or the form so far with a line more."""
    posted = access.request.POST
    if values is not None:
        return text_of(access.view, values)
    if "text" in posted:
        return normalize_newlines(posted["text"]).strip() or EMPTY
    return with_line(kept(access), posted.get("line", ""))


def with_line(text: str, line: str) -> str:
    """The form so far, with a line more."""
    lines = [shown(text).rstrip(), " ".join(line.split())]
    return "\n".join([line for line in lines if line]) or EMPTY
