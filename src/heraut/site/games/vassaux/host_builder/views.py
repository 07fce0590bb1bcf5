"""The pages of the host builder: the list under way, its sheet and cards on paper, hosts kept, a host by its link."""

from __future__ import annotations

from typing import Any

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from heraut.games.vassaux.roster import command_reserve, host_cost, sheets
from heraut.games.vassaux.roster.lines import read_lines, write_lines
from heraut.games.vassaux.tables import FIGHTERS, hosts
from heraut.site.accounts.models import Player
from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.words import lang, say
from heraut.site.games.vassaux import keeping
from heraut.site.games.vassaux.host_builder.brief import Brief, purposes, read_brief
from heraut.site.games.vassaux.host_builder.card import fighter_words, kind
from heraut.site.games.vassaux.host_builder.draft import MOST_ENTRIES, Draft, done, first_draft, read_form, within
from heraut.site.games.vassaux.host_builder.paper import paper
from heraut.site.games.vassaux.host_builder.shown import address, shown
from heraut.site.games.vassaux.models import NAME_LENGTH, SavedHost

HTMX = "HX-Request"


def builder(request: HttpRequest) -> HttpResponse:
    """The list under way. Whatever a button or a field changes leads to an address that says the whole list."""
    if request.method == "POST":
        return changed(request)
    brief, draft = read_brief(request.GET), asked_draft(request.GET)
    return page(request, draft, brief, request.GET.get("ost", ""))


def asked_draft(asked: QueryDict) -> Draft:
    """The list that an address says, or the first one, and why what it says cannot be read."""
    text = asked.get("liste", "")
    found = read_lines(text) if text else first_draft()
    if isinstance(found, list):
        return Draft(first_draft(), unread=tuple(found))
    return Draft(within(found), open=whole_number(asked.get("ouvert", ""), 2))


def changed(request: HttpRequest) -> HttpResponse:
    """What was pressed or changed, done: the page anew for a script, its new address for whoever has none."""
    brief, sent = read_brief(request.POST), request.POST
    before = asked_draft(sent) if "liste" in sent else read_form(sent)
    kept = sent.get("ost", "")
    if sent.get("do") == "keep":
        if not isinstance(request.user, Player):  # he finds his list again once he is in
            return on_to(request, redirect_to_login(address("vassaux_host", write_lines(before.roster), brief)).url)
        response: HttpResponse = keep(request, before, brief, kept)
        return response
    draft = done(before, sent, brief)
    if sent.get("do") == "begin":
        kept = ""
    if HTMX in request.headers or draft.unread or draft.faults:
        response = page(request, draft, brief, kept, before=sent.get("now", ""))
        if HTMX in request.headers and not draft.unread:
            response.headers["HX-Replace-Url"] = address("vassaux_host", write_lines(draft.roster), brief, kept)
        return response
    return redirect(address("vassaux_host", write_lines(draft.roster), brief, kept, draft.open))


def page(request: HttpRequest, draft: Draft, brief: Brief, kept: str, before: str = "") -> HttpResponse:
    """The builder, whole, or its form alone for a script."""
    found = shown(draft, brief)
    own = own_host(request, kept)
    here = address("vassaux_host", found.text, brief)
    context = {
        "list": found,
        "purposes": purposes(),
        "ready": [(code, getattr(row, lang()), row.total) for code, row in hosts().items()],
        "fighters": [(code, fighter_words(code)) for code in FIGHTERS],
        "full": found.units >= MOST_ENTRIES,
        "before": before if before != found.text else "",
        "pasted": request.POST.get("text") or request.GET.get("liste", "") if draft.unread else found.text,
        "kept": own,
        "kept_name": request.POST.get("name") or (own.name if own else ""),
        "name_length": NAME_LENGTH,
        "here": here,
        "link": request.build_absolute_uri(here),
        "sheet": address("vassaux_host_sheet", found.text, brief, kept),
        "pocket": address("vassaux_host_cards", found.text, brief, kept),
        "live": HTMX in request.headers,
    }
    template = (
        "play/vassaux/host_builder/form.html" if HTMX in request.headers else "play/vassaux/host_builder/builder.html"
    )
    return render(request, template, context)


def own_host(request: HttpRequest, number: str) -> SavedHost | None:
    """The kept host that is being changed, if it is the visitor's."""
    if not number or not isinstance(request.user, Player):
        return None
    return keeping.own_or_none(SavedHost, request.user, number)


@rate_limit(action="keep")  # type: ignore[untyped-decorator]
def keep(request: HttpRequest, draft: Draft, brief: Brief, kept: str) -> HttpResponse:
    """Keeps the list under the name that was typed."""
    assert isinstance(request.user, Player)
    text = write_lines(draft.roster)
    number = kept if own_host(request, kept) and request.POST.get("anew") is None else ""
    try:
        saved = keeping.keep(
            SavedHost, request.user, request.POST.get("name", ""), number, text=text, brief=brief.words
        )
    except keeping.NotKept as refusal:
        messages.error(request, refusal.words)
        return on_to(request, address("vassaux_host", text, brief, kept))
    messages.success(request, say("vassaux_kept.kept", name=saved.name))
    return on_to(request, address("vassaux_host", text, brief, str(saved.pk)))


def on_to(request: HttpRequest, url: str) -> HttpResponse:
    """To another page, with a script or without."""
    if HTMX not in request.headers:
        return redirect(url)
    response = HttpResponse()
    response.headers["HX-Redirect"] = url
    return response


# On paper


@require_safe
def sheet(request: HttpRequest) -> HttpResponse:
    """A sheet of A4."""
    return on_paper(request, "play/vassaux/host_builder/sheet.html")


@require_safe
def pocket_cards(request: HttpRequest) -> HttpResponse:
    """One card a unit, for the pocket."""
    return on_paper(request, "play/vassaux/host_builder/cards.html")


def on_paper(request: HttpRequest, template: str) -> HttpResponse:
    """A list as it is printed; one that may not be fielded says so there too."""
    brief, draft = read_brief(request.GET), asked_draft(request.GET)
    found = shown(draft, brief, mends=False)
    own = own_host(request, request.GET.get("ost", ""))
    made = paper(draft.roster, found)
    context = {
        "list": found,
        "paper": made,
        "entries": list(zip(found.cards, made.boxes, made.powers, sheets(draft.roster), strict=True)),
        "title": own.name if own else "",
        "back": address("vassaux_host", found.text, brief, request.GET.get("ost", "")),
    }
    return render(request, template, context)


# Kept, and shared


@login_required
def saved_hosts(request: HttpRequest) -> HttpResponse:
    """The hosts that a player keeps, and what may be done with each."""
    assert isinstance(request.user, Player)
    if request.method == "POST":
        response: HttpResponse = saved_act(request)
        return response
    context = {
        "kept": [told(request, one) for one in SavedHost._default_manager.filter(owner=request.user)],
        "most": keeping.MOST,
    }
    return render(request, "play/vassaux/host_builder/saved_hosts.html", context)


@rate_limit(action="keep")  # type: ignore[untyped-decorator]
def saved_act(request: HttpRequest) -> HttpResponse:
    """Copies, deletes, shares, or takes a link back."""
    assert isinstance(request.user, Player)
    keeping.pressed(request, SavedHost, request.user)
    return redirect("vassaux_hosts")


def told(request: HttpRequest, kept: SavedHost) -> dict[str, Any]:
    """A kept host in a line, with the ways to it."""
    found, brief = read_lines(kept.text), read_brief(QueryDict(kept.brief))
    roster = first_draft() if isinstance(found, list) else found
    made, here = sheets(roster), (kept.text, brief, str(kept.pk))
    return {
        "host": kept,
        "legal": not brief.meant.refusals(roster),
        "cost": host_cost(made),
        "points": brief.points,
        "reserve": command_reserve(made),
        "entries": [kind(entry, lord=entry is roster.lord) for entry in (roster.lord, *roster.units)],
        "open": address("vassaux_host", *here),
        "sheet": address("vassaux_host_sheet", *here),
        "pocket": address("vassaux_host_cards", *here),
        "link": request.build_absolute_uri(reverse("vassaux_host_link", args=[kept.share])) if kept.share else "",
    }


@require_safe
def linked(request: HttpRequest, name: str) -> HttpResponse:
    """A shared host, for anyone: the list and its name, and nothing of whose it is. Raises Http404."""
    kept = keeping.shared(SavedHost, name)
    messages.info(request, say("vassaux_kept.shared", name=kept.name))
    return redirect(address("vassaux_host", kept.text, read_brief(QueryDict(kept.brief))))
