"""What several pages read of a view: the lord at the top of the page, stocks in pictures, names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from heraut.engine.protocol import Json
from heraut.games.daifen.herald import fixed_names, numbered
from heraut.games.daifen.races import BUILDINGS, RACES, UNITS
from heraut.games.daifen.suppositions import fighters
from heraut.site.games.daifen.pictures import Stack, picture
from heraut.site.heraldry import arms_of_name, svg
from heraut.site.matches.adapters import Giver
from heraut.site.matchpage.match_access import MatchAccess

MOST_UNITS, MOST_BUILDINGS, MOST_GOLD = 500, 100, 999_999  # of a type: nobody makes the site reckon for long


def realm_context(access: MatchAccess) -> dict[str, Any]:
    """The kingdom of the visitor, for the top of the page."""
    own = access.view.get("own")
    if own is None:
        return {"me": None}
    race = fixed_names(access.lang)["race"][own["race"]]
    return {
        "me": {
            "name": own["name"],
            "title": race if own["lord"] in own["name"] else f"{race} · {own['lord']}",  # "Royaume de Dragan" names him
            "shield": svg(arms_of_name(own["name"]), "shield"),
            "gold": own["gold"],
            "intellect": own["intellect"],
            "living": access.view["living"],
        }
    }


def givers(access: MatchAccess) -> list[Giver]:
    """One's own kingdom: whether anybody else has sent a form, or plays, is a secret (DA-FOG-08)."""
    own = access.view.get("own")
    if own is None or access.seat is None:
        return []
    sealed = access.sheet is not None and access.sheet.sealed
    return [Giver(own["name"], svg(arms_of_name(own["name"]), "shield"), sealed, mine=True)]


def stacks(stock: Mapping[str, int], lang: str) -> list[Stack]:
    """A stock of buildings or units, type by type."""
    return [stack(code, number, lang) for code, number in stock.items()]


def stack(code: str, number: int, lang: str) -> Stack:
    """So many of a type, with their picture."""
    return Stack(code, number, counted_name(code, number, lang), picture(code))


def counted_name(code: str, number: int, lang: str) -> str:
    """The name of a type for this number."""
    one, many = numbered(lang)[code]
    return one if (number < 2 if lang == "fr" else number == 1) else many


@dataclass(frozen=True)
class Card:
    """A type of building or unit as tables and forms show it; `missing`: the technology that it still wants."""

    code: str
    name: str
    picture: Any
    kind: Any  # Building or Unit
    missing: str = ""
    owned: int = 0
    counted: str = ""  # its name for so many

    @property
    def profile(self) -> Any:
        """How a unit fights."""
        return self.kind.profile


def building_cards(race: str, lang: str, own: Json | None = None) -> list[Card]:
    """The buildings of a race, in the order of the rulebook."""
    return [card(code, BUILDINGS[code], lang, own, "buildings") for code in RACES[race].buildings]


def unit_cards(race: str, lang: str, own: Json | None = None) -> list[Card]:
    """The units of a race, in the order of the rulebook."""
    return [card(code, UNITS[code], lang, own, "units") for code in RACES[race].units]


def card(code: str, kind: Any, lang: str, own: Json | None, stock: str) -> Card:
    """One type; `own` is the part of a view that is a lord's own."""
    needed = kind.requires
    missing = needed if own is not None and needed and needed not in own["technologies"] else ""
    owned = own[stock].get(code, 0) if own is not None else 0
    name = fixed_names(lang)["type"]
    counted = counted_name(code, owned, lang)
    return Card(code, name[code], picture(code), kind, name[missing] if missing else "", owned, counted)


def soldiers(units: Mapping[str, int]) -> int:
    """How many of these units fight, at home or abroad; spies do not."""
    return sum(fighters(units).values())


def names_of(codes: Iterable[str], lang: str) -> list[str]:
    """Types by their names."""
    return [fixed_names(lang)["type"][code] for code in codes]


def known_living(view: Json) -> list[str]:
    """The kingdoms that a lord may name in an order."""
    return [name for name, other in view["own"]["known"].items() if other["alive"]]


def seen(report: Json | None, access: MatchAccess) -> dict[str, Any] | None:
    """A spy report in pictures, and how old it is."""
    if report is None:
        return None
    kinds = {key: stacks(report[key], access.lang) for key in ("buildings", "units", "supports")}
    return {**kinds, "gold": report["gold"], "turn": report["turn"], "age": access.view["turn"] - 1 - report["turn"]}


def number(text: str | None, usual: int, most: int) -> int:
    """A number of the address, within bounds; the usual one where none is given."""
    if text is None:
        return usual
    return min(int(text), most) if text.isascii() and text.isdigit() and len(text) < 10 else 0
