"""The pages of the field builder: the battlefield under way, its picture, battlefields kept, one by its link."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from heraut.games.vassaux.tables import CONSTANTS, TERRAIN, maps
from heraut.games.vassaux.terrain import WORDS, write_terrain
from heraut.site.accounts.models import Player
from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.words import lang, say
from heraut.site.games.vassaux import keeping
from heraut.site.games.vassaux.board_files import drawn
from heraut.site.games.vassaux.field_builder.draft import (
    PICTURES,
    SIDES,
    SIZES,
    TOOLS,
    Field,
    any_word,
    asked_field,
    done,
)
from heraut.site.games.vassaux.field_builder.drawing import document, picture
from heraut.site.games.vassaux.field_builder.shown import address, rulers, shown
from heraut.site.games.vassaux.models import NAME_LENGTH, SavedField

HTMX = "HX-Request"
DAY = 24 * 3600
SEED_LENGTH = 40
HAND = ("garde", "tool", "terrain", "pair", "seed")  # what the page holds besides the battlefield


def builder(request: HttpRequest) -> HttpResponse:
    """The battlefield under way. Whatever changes it leads to an address that says the whole of it."""
    if request.method == "POST":
        return changed(request)
    return page(request, asked_field(request.GET), request.GET)


def changed(request: HttpRequest) -> HttpResponse:
    """What was pressed, or tapped, done: the page anew for a script, its new address for whoever has none."""
    sent = request.POST
    before, (act, _, rest) = asked_field(sent), sent.get("do", "").partition(":")
    if act == "keep":
        if not isinstance(request.user, Player):  # he finds his battlefield again once he is in
            return redirect(redirect_to_login(address("vassaux_ground", before)).url)
        response: HttpResponse = keep(request, before, sent.get("garde", ""))
        return response
    hand = {name: sent.get(name, "") for name in HAND}
    if act == "draw":
        hand["seed"] = hand["seed"].strip()[:SEED_LENGTH] or any_word()
    if act == "map":
        hand["garde"] = ""
    hand["essai"] = rest if act == "check" else ""
    field = done(before, sent, hand["seed"])
    url = address("vassaux_ground", field, **hand)
    if HTMX not in request.headers and not field.unread:
        return redirect(url)
    response = page(request, field, {**sent.dict(), **hand}, before=write_terrain(before.elements))
    if HTMX in request.headers and not field.unread:
        response.headers["HX-Replace-Url"] = url
    return response


def page(request: HttpRequest, field: Field, asked: Mapping[str, str], before: str | None = None) -> HttpResponse:
    """The builder, whole, or its form alone for a script. `asked` tells what is in hand besides: see `HAND`."""
    tried = whole_number(asked.get("essai", ""), 1)
    found = shown(field, tried)
    own = own_field(request, asked.get("garde", ""))
    live = HTMX in request.headers
    context = {
        "list": found,
        "field": field,
        "picture": picture(field, say("vassaux_terrain.picture", number=len(field.elements))),
        "still": still_of(found.text, field.side),
        "pictures": PICTURES.items(),
        "tools": [(tool, say(f"vassaux_terrain.tool_{tool}")) for tool in TOOLS],
        "tool": asked.get("tool") or TOOLS[0],
        "sorts": [(code_word, name_of_word(code_word), usual(code_word)) for code_word in WORDS],
        "sort": asked.get("terrain") or "BOIS",
        "pair": asked.get("pair", ""),
        "piece": numbers(field),
        "sides": SIDES,
        "maps": [(code, getattr(row, lang())) for code, row in maps().items()],
        "word": asked.get("seed", ""),
        "before": before if before is not None and before != found.text else None,
        "full": len(field.elements) >= CONSTANTS.pieces_max,
        "pasted": asked.get("text") or asked.get("champ", "") if field.unread else found.text,
        "kept": own,
        "kept_name": own.name if own else "",
        "name_length": NAME_LENGTH,
        "link": request.build_absolute_uri(address("vassaux_ground", field._replace(chosen=0))),
        "tried": tried is not None,
        "live": live,
    }
    return render(request, f"play/vassaux/field_builder/{'form' if live else 'builder'}.html", context)


def still_of(text: str, side: int) -> str:
    """The address of the picture of a battlefield."""
    return f"{reverse('vassaux_ground_picture')}?{urlencode([('champ', text), ('cote', str(side))])}"


def name_of_word(word: str) -> str:
    """What a sort of terrain is called, by its word."""
    return str(getattr(TERRAIN[WORDS[word]], lang()))


def usual(word: str) -> str:
    """How large a piece of this sort is put down."""
    return " × ".join(rulers(length) for length in SIZES[word])


def numbers(field: Field) -> dict[str, str]:
    """The piece at hand as numbers; nothing where there is none."""
    one = field.piece
    if one is None:
        return {}
    lengths = {"x": one.x1, "y": one.y1, "wide": one.x2 - one.x1, "high": one.y2 - one.y1}
    return {name: rulers(value) for name, value in lengths.items()} | {"terrain": TERRAIN[one.code].word}


@require_safe
@cache_control(public=True, max_age=DAY)
def still(request: HttpRequest) -> HttpResponse:
    """The picture of a battlefield, which its address says whole. Raises Http404 for what is none."""
    field = asked_field(request.GET)
    if field.unread:
        raise Http404
    return drawn(document(field))


# Kept, and shared


def own_field(request: HttpRequest, number: str) -> SavedField | None:
    """The kept battlefield that is being changed, if it is the visitor's."""
    if not number or not isinstance(request.user, Player):
        return None
    return keeping.own_or_none(SavedField, request.user, number)


@rate_limit(action="keep")  # type: ignore[untyped-decorator]
def keep(request: HttpRequest, field: Field, kept: str) -> HttpResponse:
    """Keeps the battlefield under the name that was typed."""
    assert isinstance(request.user, Player)
    number = kept if own_field(request, kept) and request.POST.get("anew") is None else ""
    named = {"text": write_terrain(field.elements), "side": field.side}
    try:
        saved = keeping.keep(SavedField, request.user, request.POST.get("name", ""), number, **named)
    except keeping.NotKept as refusal:
        messages.error(request, refusal.words)
        return redirect(address("vassaux_ground", field, garde=kept))
    messages.success(request, say("vassaux_kept.kept", name=saved.name))
    return redirect(address("vassaux_ground", field, garde=str(saved.pk)))


@login_required
def saved_fields(request: HttpRequest) -> HttpResponse:
    """The battlefields that a player keeps, and what may be done with each."""
    assert isinstance(request.user, Player)
    if request.method == "POST":
        response: HttpResponse = saved_act(request)
        return response
    mine = SavedField._default_manager.filter(owner=request.user)
    context = {"kept": [told(request, one) for one in mine], "most": keeping.MOST}
    return render(request, "play/vassaux/field_builder/saved_fields.html", context)


@rate_limit(action="keep")  # type: ignore[untyped-decorator]
def saved_act(request: HttpRequest) -> HttpResponse:
    """Copies, deletes, shares, or takes a link back."""
    assert isinstance(request.user, Player)
    keeping.pressed(request, SavedField, request.user)
    return redirect("vassaux_grounds")


def told(request: HttpRequest, kept: SavedField) -> dict[str, Any]:
    """A kept battlefield in a card, with the ways to it."""
    field = kept_field(kept)
    share = reverse("vassaux_ground_link", args=[kept.share]) if kept.share else ""
    return {
        "ground": kept,
        "list": shown(field),
        "open": address("vassaux_ground", field, garde=str(kept.pk)),
        "still": still_of(kept.text, kept.side),
        "link": request.build_absolute_uri(share) if share else "",
    }


def kept_field(kept: SavedField) -> Field:
    """A battlefield as it is kept."""
    query = QueryDict(mutable=True)
    query.update({"champ": kept.text, "cote": str(kept.side)})
    return asked_field(query)


@require_safe
def linked(request: HttpRequest, name: str) -> HttpResponse:
    """A shared battlefield, for anyone, and nothing of whose it is. Raises Http404."""
    kept = keeping.shared(SavedField, name)
    messages.info(request, say("vassaux_kept.shared", name=kept.name))
    return redirect(address("vassaux_ground", kept_field(kept)))
