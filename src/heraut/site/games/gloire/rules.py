"""The rules in our own words, from the game's register: by phase, one anchor a rule, one an order; and the glossary."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.http import HttpResponse

from heraut.engine.files import packaged
from heraut.engine.words import catalogue
from heraut.games.gloire.orders import ORDERS
from heraut.games.gloire.report import PHASE_KEYS
from heraut.site.common.words import site_words
from heraut.site.games.gloire.realm import realm_context
from heraut.site.learn.reference import Chapter, OrderEntry, entries, rulebook
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess

OF_THE_SITE = "GP-SITE"
QUICK = "rapide"  # what an address says for a quick reading


def page(access: MatchAccess) -> HttpResponse:
    """All rules on one page, and the words of the game."""
    shown = context(access.lang, quick=is_quick(access.request.GET))
    return show(access, "play/gloire/rules.html", "rules", **realm_context(access), **shown)


def is_quick(asked: Mapping[str, Any]) -> bool:
    """Whether the rules alone are asked for, without formulas, tips and examples (GP-SITE-28)."""
    return bool(asked.get("lecture") == QUICK)


def context(lang: str, *, quick: bool = False) -> dict[str, Any]:
    """What both the page of a match and that of the reference show."""
    appendices = (("lexique", "rules.glossary"), ("outils", "rules.goodies"))
    return {"chapters": chapters(lang), "words": glossary(lang), "appendices": appendices, "quick": quick}


@cache
def chapters(lang: str) -> list[Chapter]:
    """The register, phase by phase; the rules of no phase first."""
    words = catalogue("heraut.games.gloire", lang).groups
    names = {0: site_words(lang).say("rules", "always")}
    names |= {number: words["phase"][key] for number, key in PHASE_KEYS.items()}
    return [
        Chapter(
            anchor=f"phase-{number}",
            name=name,
            rules=entries(
                (
                    (id, rule)
                    for id, rule in rulebook("gloire").items()
                    if rule.phase == number and not id.startswith(OF_THE_SITE)
                ),
                lang,
            ),
            orders=[
                OrderEntry(order.code, words["order"][order.code], words["syntax"][order.code], first_rule(order.code))
                for order in ORDERS
                if order.phase == number
            ],
            number=number,
        )
        for number, name in sorted(names.items())
    ]


FAMILY = {"REN": "RNM", "VND": "VTE", "ACH": "VTE"}  # orders whose rules bear another name


def first_rule(code: str) -> str:
    """The first rule of an order's family."""
    family = f"GP-{FAMILY.get(code, code)}-"
    return next((id for id in rulebook("gloire") if id.startswith(family)), "")


@cache
def glossary(lang: str) -> list[tuple[str, str]]:
    """The words of the game with their meanings, in the order of the alphabet."""
    text = packaged("heraut.games.gloire", "tables/glossary.toml").decode()
    words = [(entry[lang], entry[f"meaning_{lang}"]) for entry in tomllib.loads(text).values()]
    return sorted(words, key=lambda word: word[0].casefold())
