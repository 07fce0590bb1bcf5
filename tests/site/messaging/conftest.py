"""A continent and a match of lands, each with Alice, Bob and Dora among bots; who knows whom is made to measure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import pytest
from django.core.cache import cache

from heraut.site.accounts.models import Player
from heraut.site.matches import services
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.pace import Pace
from tests.site.conftest import new_player
from tests.site.games.daifen.conftest import bend
from tests.site.matches.builders import OPTIONS
from tests.site.matchpage.conftest import forget_views

LORDS = ("Aline", "Bertrand", "Dorothée", "Enguerrand")


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Views kept in the process belong to the database of one test; so does what was counted of anybody."""
    forget_views()
    cache.clear()
    yield
    forget_views()


@pytest.fixture
def dora(db: None) -> Player:
    """A third player of the same match."""
    return new_player("Dora")


def begun(game: str, options: Mapping[str, object], *players: Player) -> Match:
    """A match of these players, under the names above, and one bot."""
    match = services.open_match(game, "Les brumes", options, Pace(grace=0))
    for number, player in enumerate((*players, None)):
        bot = "" if player else "random"
        Seat.objects.create(match=match, name=f"s{number}", user=player, lord=LORDS[number], bot=bot)
    services.start(match)
    match.refresh_from_db()
    return match


@pytest.fixture
def lands(alice: Player, bob: Player, dora: Player) -> Match:
    """Gloire et Pouvoir: every lord knows every name."""
    return begun("gloire", OPTIONS, alice, bob, dora)


@pytest.fixture
def continent(alice: Player, bob: Player, dora: Player) -> Match:
    """Daifen: Alice knows the kingdoms of Bob and of Dora, nobody knows anybody else."""
    match = begun("daifen", {"continent": "Brumes", "lords": 4}, alice, bob, dora)
    know(match, "j1", "j2", "j3")
    return match


def know(match: Match, seat: str, *others: str) -> None:
    """This lord knows these kingdoms."""
    bend(match, lambda realm: realm.kingdoms[seat].known.update(dict.fromkeys(others, 1)))


def fell(match: Match, seat: str) -> None:
    """This kingdom is no more."""

    def change(realm: object) -> None:
        kingdom = realm.kingdoms[seat]  # type: ignore[attr-defined]
        kingdom.fallen, kingdom.buildings, kingdom.units = 1, {}, {}

    bend(match, change)


@pytest.fixture
def seat() -> Callable[[Match, Player], Seat]:
    """The seat of a player, as it is now."""
    return lambda match, player: match.seats.select_related("match").get(user=player)
