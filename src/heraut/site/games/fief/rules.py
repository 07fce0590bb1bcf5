"""The rules in our own words, chapter by chapter, with the orders as they are written, and the cards."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpResponse
from django.utils.datastructures import MultiValueDict

from heraut.games.fief.orders.listing import Entry, order_list
from heraut.games.fief.tables import cards
from heraut.site.common.words import site_words
from heraut.site.games.fief.panels import realm_context
from heraut.site.learn.reference import families
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess

APPENDICES = (("cartes", "fief.rules_cards"), ("ordres", "fief.order_list"))


def page(access: MatchAccess) -> HttpResponse:
    """All rules on one page."""
    return show(
        access, "play/fief/rules.html", "rules", **realm_context(access), **context(access.request.GET, access.lang)
    )


def context(asked: MultiValueDict[str, str], lang: str) -> dict[str, Any]:
    """What both the page of a match and that of the lobby show."""
    lists = {"cards": card_list(lang), "order_groups": order_groups(lang)}
    return {"chapters": families("fief", lang), "appendices": APPENDICES, **lists}


@cache
def order_groups(lang: str) -> list[tuple[str, list[Entry]]]:
    """Every order as it is written: those that a question asks for, those that may be given at any time."""
    words = site_words(lang)
    return [
        (words.say("fief", key), [one for one in order_list(lang) if one.instruction is instruction])
        for key, instruction in (("order_now", False), ("order_standing", True))
    ]


@cache
def card_list(lang: str) -> list[tuple[str, int, str]]:
    """The cards: name, how many there are, what they do."""
    words = site_words(lang)
    return [
        (row.fr if lang == "fr" else row.en, row.count, words.say("fief_card", "lord" if row.kind == "lord" else code))
        for code, row in cards().items()
    ]
