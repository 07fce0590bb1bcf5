"""The kingdom: buildings and troops as pictures and counts, places in training, what the Collecte will bring."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import cos, pi, sin, sqrt
from typing import Any

from django.http import HttpResponse
from django.template.loader import render_to_string

from heraut.engine.protocol import Json
from heraut.games.daifen import orders as o
from heraut.games.daifen.decision import SheetDecision
from heraut.games.daifen.herald import Herald, fixed_names
from heraut.games.daifen.orders import Form
from heraut.games.daifen.races import BUILDINGS, RACES, ROLES, UNITS
from heraut.games.daifen.sheet.book import Book
from heraut.site.games.daifen.advice import spies_of
from heraut.site.games.daifen.dossier import dossiers
from heraut.site.games.daifen.draft import checked
from heraut.site.games.daifen.finale import ranks
from heraut.site.games.daifen.forecast import Forecast, Line, forecast
from heraut.site.games.daifen.order_words import Sentences
from heraut.site.games.daifen.pictures import picture
from heraut.site.games.daifen.realm import building_cards, card, counted_name, realm_context, stacks, unit_cards
from heraut.site.games.daifen.world import KINDS, Given, worlds
from heraut.site.games.daifen.world import card as card_of
from heraut.site.matches.receipts import receipt_text
from heraut.site.matchpage.guide_cards import trial
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess

GOLDEN_ANGLE = pi * (3 - sqrt(5))
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def page(access: MatchAccess) -> HttpResponse:
    """The kingdom of a living lord; to all others, what everyone may know of the continent."""
    own = access.view.get("own")
    context = kingdom_context(access, own) if own else {}
    return show(
        access,
        "play/daifen/board.html",
        "board",
        **realm_context(access),
        **ending(access),
        **context,
        trial=trial(access),
    )


def ending(access: MatchAccess) -> dict[str, Any]:
    """How it ended: the ranking, and to its players every kingdom uncovered (DA-END-09, DA-FOG-11)."""
    view = access.view
    return {
        "ranking": ranks(view.get("ranking", [])),
        "winners": view.get("winners", []),
        "road": fixed_names(access.lang)["road"].get(view["road"], ""),
        "uncovered": [uncovered(kingdom, access.lang) for kingdom in view.get("kingdoms", [])],
        "fallen": view.get("fallen"),
        "cause": cause(access) if "fallen" in view else "",
    }


def cause(access: MatchAccess) -> str:
    """Why the visitor's kingdom fell, as its last report says it."""
    step = access.match.steps.filter(number=access.view["fallen"]["turn"]).first()
    events = access.events(step) if step is not None else ()
    causes = [event.data["cause"] for event in events if event.kind == "kingdom_lost"]
    return Herald(access.view, access.lang).tale("lost", causes[0]) if causes else ""


def uncovered(kingdom: Json, lang: str) -> dict[str, Any]:
    """A kingdom of a finished continent, as its players see it."""
    return {
        **kingdom,
        "race": fixed_names(lang)["race"][kingdom["race"]],
        "buildings": stacks(kingdom["buildings"], lang),
        "units": stacks(kingdom["units"], lang),
        "technologies": [fixed_names(lang)["technology"][code] for code in kingdom["technologies"]],
    }


def kingdom_context(access: MatchAccess, own: Json) -> dict[str, Any]:
    """Everything that a lord has, and what becomes of it if his form stays as it is."""
    sheet = access.sheet
    if sheet is not None and access.seat is not None:
        sheet.seat, access.seat.match = access.seat, access.match
    form = SheetDecision(access.view).parse(sheet.kept if sheet else "").answer
    ahead = forecast(access.view, form)
    return {
        "own": own,
        "buildings": [card for card in building_cards(own["race"], access.lang, own) if card.owned],
        "units": [*troops(own, access.lang)],
        "schools": schools(access.view, form, access.lang),
        "sites": stacks(ordered(form, o.Build), access.lang),
        "technologies": [(fixed_names(access.lang)["technology"][code], picture(code)) for code in own["technologies"]],
        "thinkers": thinkers(own["race"], access.lang),
        "ahead": ahead,
        "income": income(ahead, access.lang),
        **abroad(access),
        "receipt": receipt_text(sheet) if sheet else "",
        "race": own["race"],
    }


def thinkers(race: str, lang: str) -> list[str]:
    """The buildings and units of a people that give intellect."""
    names = fixed_names(lang)
    buildings = [names["building"][code] for code in RACES[race].buildings if BUILDINGS[code].intellect_gain > 0]
    return buildings + [names["unit"][code] for code in RACES[race].units if UNITS[code].intellect_gain > 0]


def troops(own: Json, lang: str) -> list[Any]:
    """The units that the lord owns, those of other races and of none included."""
    cards = {card.code: card for race in RACES for card in unit_cards(race, lang, own)}
    cards |= {code: special(code, own, lang) for code in own["units"] if code not in cards}
    return [cards[code] for code in own["units"]]


def special(code: str, own: Json, lang: str) -> Any:
    """A unit that no race trains."""
    return card(code, UNITS[code], lang, own, "units")


def ordered(form: Form, kind: type[o.Build] | type[o.Train]) -> dict[str, int]:
    """What a form has built, or trained, type by type."""
    counts: Counter[str] = Counter()
    for order in form.orders:
        if isinstance(order, o.Build) and kind is o.Build:
            counts[order.building] += order.count
        elif isinstance(order, o.Train) and kind is o.Train:
            counts[order.unit] += order.count
    return dict(counts)


def schools(view: Json, form: Form, lang: str) -> list[dict[str, Any]]:
    """The places of each building that trains, and who will be in training there by the form."""
    training = ordered(form, o.Train)
    book, names = Book(view), fixed_names(lang)["building"]
    trainers = dict.fromkeys(UNITS[code].trained_in or "" for code in book.race.units)
    return [
        {
            "name": names[code],
            "picture": picture(code),
            "places": book.places(code),
            "used": sum(count for unit, count in training.items() if UNITS[unit].trained_in == code),
            "units": stacks({u: count for u, count in training.items() if UNITS[u].trained_in == code}, lang),
        }
        for code in trainers
        if book.places(code)
    ]


def income(ahead: Forecast, lang: str) -> list[dict[str, Any]]:
    """The Collecte to come, type by type."""
    return [told(line, lang) for line in ahead.lines]


def told(line: Line, lang: str) -> dict[str, Any]:
    """One type's part of it."""
    code, number, gold, intellect = line
    return {
        "picture": picture(code),
        "number": number,
        "name": counted_name(code, number, lang),
        "gold": gold,
        "intellect": intellect,
    }


def given_orders(access: MatchAccess) -> list[tuple[o.Order, str]]:
    """The orders of the form that was sent, each with its sentence."""
    sentences = Sentences(access.view, access.lang)
    return [(order, sentences.of(order)) for _, order in checked(access).read]


def abroad(access: MatchAccess) -> dict[str, Any]:
    """The known world: its picture, a card for each known kingdom, the orders of the form under their numbers."""
    given, own = given_orders(access), access.view["own"]
    spies = own["units"].get(ROLES.spy, 0) - sum(spies_of(order) for order, _ in given)
    return {
        "worlds": worlds(access, given),
        "known": known(access, given),
        "unknown": access.view["living"] - 1 - sum(other["alive"] for other in own["known"].values()),
        "given_orders": [(KINDS.get(type(order), ""), sentence) for order, sentence in given],
        "idle_spies": spies,
        "able": any(UNITS[code].offensive for code in own["units"]),
    }


def known(access: MatchAccess, given: Given) -> list[dict[str, Any]]:
    """The kingdoms that the lord knows, each with what he has ordered about it, and what the last turn told of it."""
    told, orders = dossiers(access), defaultdict[str, list[tuple[int, str]]](list)
    for number, (order, sentence) in enumerate(given, start=1):
        orders[str(getattr(order, "kingdom", ""))].append((number, sentence))
    return [
        {
            **card_of(access, name, other),
            "ordered": orders[name],
            "told": [one.text for one in told.get(name, []) if one.turn == access.match.step],
        }
        for name, other in access.view["own"]["known"].items()
    ]


def map_picture(access: MatchAccess) -> HttpResponse:
    """The continent as a picture: a keep for every kingdom that lives, in the fog. Nothing in it is anyone's own."""
    response = HttpResponse(continent_svg(access.view_asked()["living"]), content_type="image/svg+xml")
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return response


def continent_svg(living: int) -> str:
    """So many keeps on an island in the fog, always at the same places: a spiral that a sunflower grows by."""
    keeps = [place_of_keep(number, living) for number in range(living)]
    return render_to_string("play/daifen/continent.svg", {"keeps": keeps})


def place_of_keep(number: int, all: int) -> tuple[int, int]:
    """Where one of them stands."""
    far, angle = sqrt((number + 0.5) / max(all, 6)), number * GOLDEN_ANGLE
    return round(426 + 310 * far * cos(angle)), round(240 + 135 * far * sin(angle))
