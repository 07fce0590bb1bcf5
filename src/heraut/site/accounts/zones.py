"""The names of time zones, in the language of whoever reads."""

from __future__ import annotations

from functools import lru_cache
from zoneinfo import available_timezones

from django.http import HttpRequest

from heraut.engine.names import plain
from heraut.site.common.words import lang, say, site_words

COMMON = 19  # zones of the catalogue that stand before all others
CONTINENTS = ("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


OF_MACHINES = {"localtime", "Factory"}  # names that are no place: another machine has other hours there, or none


@lru_cache
def known_zones() -> set[str]:
    """All time zones that a browser may name: hundreds of files are looked through, once."""
    return available_timezones() - OF_MACHINES


def zone_of_browser(request: HttpRequest, otherwise: str = "Europe/Paris") -> str:
    """The time zone that the browser has put into a form (`heraut.js`), or `otherwise` where it names none that is."""
    named = request.POST.get("time_zone", "")
    return named if named in known_zones() else otherwise


def zone_choices(own: str = "") -> list[tuple[str, list[tuple[str, str]]]]:
    """The time zones that the catalogue names: the common ones first, then by part of the world; and one's own."""
    zones = site_words(lang()).groups["zone"]
    named = [(zone, say(f"zone.{zone}")) for zone in zones]
    common, others = named[:COMMON], sorted(named[COMMON:], key=lambda pair: plain(pair[1]))
    if own and own not in zones:
        common = [(own, city(own)), *common]
    return [
        (say("account.common_zones"), common),
        *(
            (say(f"continent.{place}"), [one for one in others if one[0].startswith(f"{place}/")])
            for place in CONTINENTS
        ),
    ]


def city(zone: str) -> str:
    """A zone that the catalogue does not name: America/Argentina/Ushuaia, Ushuaia."""
    return zone.rpartition("/")[2].replace("_", " ")


def zone_name(zone: str) -> str:
    """The place whose hours these are."""
    return say(f"zone.{zone}") if site_words(lang()).has("zone", zone) else city(zone)
