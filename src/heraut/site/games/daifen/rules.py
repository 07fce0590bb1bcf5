"""The rules in our own words, phase by phase, and the pages of the races, from the tables that the game plays by."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpResponse
from django.utils.datastructures import MultiValueDict

from heraut.engine.words import catalogue
from heraut.games.daifen.herald import fixed_names
from heraut.games.daifen.orders import ORDERS
from heraut.games.daifen.races import NELRKS, RACES, UNITS
from heraut.games.daifen.report import PHASE_KEYS
from heraut.site.common.words import site_words
from heraut.site.games.daifen.lines import PHASE_OF
from heraut.site.games.daifen.pictures import picture
from heraut.site.games.daifen.realm import building_cards, card, realm_context, unit_cards
from heraut.site.games.daifen.tools import tree
from heraut.site.learn.reference import Chapter, OrderEntry, entries, rulebook
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess


def page(access: MatchAccess) -> HttpResponse:
    """All rules on one page, or one race."""
    return show(
        access, "play/daifen/rules.html", "rules", **realm_context(access), **context(access.request.GET, access.lang)
    )


def context(asked: MultiValueDict[str, str], lang: str) -> dict[str, Any]:
    """What both the page of a match and that of the lobby show."""
    race = asked.get("peuple", "")
    shown = race_context(race, lang) if race in RACES else {"chapters": chapters(lang)}
    return {"races": race_list(lang), "race_shown": race if race in RACES else "", **shown}


@cache
def race_list(lang: str) -> list[tuple[str, str]]:
    """The five races by name."""
    return list(fixed_names(lang)["race"].items())


@cache
def race_context(race: str, lang: str) -> dict[str, Any]:
    """A race: its technologies, its buildings, its units by the building that trains them; those that nobody trains."""
    units = unit_cards(race, lang)
    names = fixed_names(lang)["building"]
    return {
        "race_name": fixed_names(lang)["race"][race],
        "roots": tree(race, lang),
        "buildings": [(one, needed(one, lang)) for one in building_cards(race, lang)],
        "schools": [
            (names[code], picture(code), [(one, needed(one, lang)) for one in units if one.kind.trained_in == code])
            for code in dict.fromkeys(one.kind.trained_in for one in units if one.kind.trained_in)
        ],
        "specials": [(card(code, UNITS[code], lang, None, "units"), code in NELRKS) for code in specials()],
    }


def needed(one: Any, lang: str) -> str:
    """The technology that a type wants, by name."""
    return fixed_names(lang)["technology"][one.kind.requires] if one.kind.requires else ""


def specials() -> list[str]:
    """The units that nobody trains."""
    return [code for code, unit in UNITS.items() if unit.trained_in is None]


@cache
def chapters(lang: str) -> list[Chapter]:
    """The register, phase by phase; the rules of no phase first."""
    words = catalogue("heraut.games.daifen", lang).groups
    names = {0: site_words(lang).say("rules", "always")}
    names |= {number: words["phase"][key] for number, key in PHASE_KEYS.items()}
    return [
        Chapter(
            anchor=f"phase-{number}",
            name=name,
            rules=entries(((id, rule) for id, rule in rulebook("daifen").items() if rule.phase == number), lang),
            orders=[
                OrderEntry(order.code, words["order"][order.code], words["syntax"][order.code])
                for order in ORDERS
                if PHASE_OF[order.code] == number
            ],
            number=number,
        )
        for number, name in sorted(names.items())
    ]
