"""The main pages of the site, as the head of every page lists them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse


class Place(NamedTuple):
    """A main page: the name of its address, the key of its words; what lies below `holds`, the name of another address,
    belongs to it.
    """

    name: str
    words: str
    holds: str = ""


PLACES = (
    Place("tables", "site.tables"),
    Place("matches", "site.matches"),
    Place("fame", "site.fame"),
    Place("ladder", "site.ladder", "tournaments"),
    Place("forum", "forum.site_title", "forum"),
    Place("learn", "site.learn", "learn"),
    Place("rules", "site.rules", "rules"),
    Place("notifications:letters", "site.mails"),  # where mails are shown instead of being sent
)


def main_pages(*, mails: bool) -> tuple[Place, ...]:
    """The main pages; that of the mails among them where the site shows these."""
    return PLACES if mails else PLACES[:-1]


@lru_cache(maxsize=256)
def current_place(path: str) -> tuple[str, str]:
    """The main page that this path is ("page") or belongs to ("true"), as `aria-current` has it; ("", "") if none."""
    for place in PLACES:
        if path == reverse(place.name):
            return place.name, "page"
        if place.holds and path.startswith(reverse(place.holds)):
            return place.name, "true"
    return "", ""
