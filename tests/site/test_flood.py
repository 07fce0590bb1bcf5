"""No request of a visitor takes more than a second of processor: every address is asked, with the largest text.

`python -m benchmarks.flood` asks each field by itself, and tells how many pages of orders the dearest request costs.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.urls import get_resolver

from benchmarks.addresses import patterns
from benchmarks.flood import Asked, everything, failures, undisturbed, world
from heraut.site.api import bearer
from heraut.site.api.bearer import URLCONF
from heraut.site.api.interface import api

pytestmark = pytest.mark.django_db

# But for developers, in a demonstration, of a tournament, to whoever has a link, a companion, or names a map of theirs
CLOSED = {
    "/compte/email/reprendre/<str:key>/",  # to whoever has the link
    "/gazette/regards/",  # to whoever runs the site
    "/classement/",  # it reads a season, and any other text is no page
    "/partie/<slug:code>/gazette/presse/",  # it reads the number of an issue alone, and any other text leads nowhere
    *("/styleguide/", "/compte/demo/", "/ost/lien/<slug:name>/", "/champ/lien/<slug:name>/"),
    *("/tournoi/<slug:code>/", "/tournoi/<slug:code>/<slug:act>/"),
    *("/partie/<slug:code>/main/", "/partie/cartes/vassaux/<slug:name>.svg", "/partie/<slug:code>/tribune/carte.svg"),
    "/partie/<slug:code>/retours/<int:number>/",  # no match of that world was rewound
    *(f"/partie/<slug:code>/{file}/<int:turn>.<slug:digest>.svg" for file in ("sol", "couches")),
}
PLACES = re.compile(r"<[^>]+>|{\w+}")


@pytest.fixture
def asked(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Asked]]:
    """What the player who holds a seat of each match has asked; where he had no access their host, of the staff."""
    settings.ALLOWED_HOSTS, settings.ACCOUNT_RATE_LIMITS = ["*"], False
    monkeypatch.setattr(bearer, "RATES", {})
    visitors, places = world()
    logging.disable(logging.CRITICAL)
    with undisturbed():
        yield everything({who: visitors[who] for who in ("player", "host")}, places, thorough=False)
    logging.disable(logging.NOTSET)


def same(pattern: str) -> re.Pattern[str]:
    """The addresses of this pattern, as requests name them."""
    return re.compile("[^/]+".join(map(re.escape, PLACES.split(pattern))) + r"(?:\?.*)?")


def test_every_address_takes_the_largest_text_within_a_second(asked: list[Asked]) -> None:
    assert not failures(asked)
    assert not [one for one in asked if one.status == 413]  # a flood that nobody reads
    unasked = {pattern for pattern in patterns(get_resolver(URLCONF)) if not reached(pattern, asked)} - CLOSED
    assert not unasked
    routes = {(method.upper(), route) for route, of in api.get_openapi_schema()["paths"].items() for method in of}
    flooded = {one.request for one in asked if one.flood}
    for method, route in routes:
        assert any(same(f"{method} {route}").fullmatch(request) for request in flooded), (method, route)


def reached(pattern: str, asked: list[Asked]) -> bool:
    """Whether somebody whom this address is open to has flooded it."""
    wanted = same(pattern)
    return any(
        one.flood and one.status not in (401, 403, 404, 405) and wanted.fullmatch(one.request.partition(" ")[2])
        for one in asked
    )
