"""The rules in our own words, chapter by chapter, from the game's register."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from django.http import HttpResponse
from django.utils.datastructures import MultiValueDict

from heraut.engine.words import catalogue
from heraut.games.rois.orders import CODES, REALM_CODES
from heraut.site.common.words import site_words
from heraut.site.games.rois.realm import realm_context
from heraut.site.learn.reference import Chapter, OrderEntry, families
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess

OF_ORDERS = "RO-ORD"  # the family of rules that the orders are listed under


def page(access: MatchAccess) -> HttpResponse:
    """All rules on one page."""
    return show(
        access, "play/rois/rules.html", "rules", **realm_context(access), **context(access.request.GET, access.lang)
    )


def context(asked: MultiValueDict[str, str], lang: str) -> dict[str, Any]:
    """What both the page of a match and that of the reference show."""
    return {"chapters": chapters(lang)}


@cache
def chapters(lang: str) -> list[Chapter]:
    """The register, family by family; the orders stand with the rules of orders."""
    return [replace(one, orders=orders(lang)) if one.anchor == OF_ORDERS else one for one in families("rois", lang)]


def orders(lang: str) -> list[OrderEntry]:
    """Every order as it is written."""
    names, syntax = site_words(lang).groups["rois_order_name"], catalogue("heraut.games.rois", lang).groups["syntax"]
    return [OrderEntry(code, names[code], syntax[code]) for code in (*CODES, *REALM_CODES)]
