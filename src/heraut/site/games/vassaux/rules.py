"""The rules in our own words, chapter by chapter."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Any

from django.http import HttpResponse
from django.utils.datastructures import MultiValueDict

from heraut.site.common.words import site_words
from heraut.site.games.vassaux.panels import realm_context
from heraut.site.games.vassaux.rulebook import rulebook
from heraut.site.learn.reference import Chapter, entries
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess


def page(access: MatchAccess) -> HttpResponse:
    """All rules on one page."""
    return show(
        access, "play/vassaux/rules.html", "rules", **realm_context(access), **context(access.request.GET, access.lang)
    )


def context(asked: MultiValueDict[str, str], lang: str) -> dict[str, Any]:
    """What both the page of a match and that of the lobby show."""
    return {"chapters": chapters(lang), "appendices": ()}


@cache
def chapters(lang: str) -> list[Chapter]:
    """The register, a chapter for each family of IDs: SV-MOV."""
    words = site_words(lang)
    found = []
    for code, group in groupby(rulebook().items(), key=lambda pair: pair[0].rsplit("-", 1)[0]):
        key = code.removeprefix("SV-").lower()
        name = words.say("vassaux_chapter", key) if words.has("vassaux_chapter", key) else code
        found.append(Chapter(anchor=code, name=name, rules=entries(group, lang)))
    return found
