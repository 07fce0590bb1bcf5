"""The rules in our own words, chapter by chapter."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.datastructures import MultiValueDict

from heraut.site.games.vassaux.panels import realm_context
from heraut.site.learn.reference import families
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess


def page(access: MatchAccess) -> HttpResponse:
    """All rules on one page."""
    return show(
        access, "play/vassaux/rules.html", "rules", **realm_context(access), **context(access.request.GET, access.lang)
    )


def context(asked: MultiValueDict[str, str], lang: str) -> dict[str, Any]:
    """What both the page of a match and that of the lobby show."""
    return {"chapters": families("vassaux", lang), "appendices": ()}
