"""Where a King is dead his heir is named: each page says who reigned at the time that it tells of (RO-CHAR-20)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.test import Client

from heraut.engine.protocol import Result
from heraut.games.rois.world.numbering import kings_of
from heraut.site.accounts.models import Player
from heraut.site.games.rois.adapter import reigns
from heraut.site.lobby.chronicle import told
from heraut.site.lobby.hall_of_fame import finished
from heraut.site.lobby.hall_of_fame import reigns as crowned
from heraut.site.matches import models as m
from heraut.site.matches.models import Match
from heraut.site.matches.services import write_activity
from heraut.site.matches.winners import winners
from tests.site.games.rois.conftest import bend, new_world
from tests.site.matchpage.conftest import resolve

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]


def king_dies(world: Any) -> None:
    world.characters[world.kingdoms[1].king].died = world.turn - 1


@pytest.fixture
def inherited(alice: Player, bob: Player) -> Match:
    """Alice's King has died in the first year; his heir reigns since the third. An act in each time."""
    match = new_world(alice, bob, years=1, kingdoms=2)
    write_activity(match, "stand_in", None, seats=["j1"])
    bend(match, king_dies)
    resolve(match)
    resolve(match)
    match.refresh_from_db()
    write_activity(match, "stand_in", None, seats=["j1"])
    return match


def heir_of(match: Match) -> str:
    """Who reigns where Aline did."""
    world = match.realm
    assert world.kingdoms[1].king != 1
    return str(world.characters[world.kingdoms[1].king].name)


@pytest.mark.rule("RO-CHAR-20")
def test_who_has_worn_a_crown_is_known_in_their_order(inherited: Match) -> None:
    world, heir = inherited.realm, heir_of(inherited)
    assert [king.name for king in kings_of(world, 1)] == ["Aline", heir]
    assert [king.name for king in kings_of(world, 2)] == ["Bertrand"]
    (until, first), (still, second) = reigns(world)["j1"]
    assert (first, second, still) == ("Aline", heir, 0) and 1 < until <= inherited.step


@pytest.mark.rule("RO-CHAR-20")
def test_the_chronicle_names_who_reigned_at_the_time(inherited: Match, client_of: Browser, alice: Player) -> None:
    heir = heir_of(inherited)
    acts = inherited.activities.filter(kind="stand_in").order_by("-pk")
    later, earlier = told(inherited, inherited.seats.all(), acts)
    assert heir in later.text and "Aline" not in later.text
    assert "Aline" in earlier.text and heir not in earlier.text
    chronicle = client_of(alice).get(f"/table/{inherited.code}/").content.decode().split('id="chronique"')[1]
    assert heir in chronicle and "Aline" in chronicle


@pytest.mark.rule("RO-CHAR-20")
def test_the_first_page_of_a_player_names_who_reigns(inherited: Match, client_of: Browser, alice: Player) -> None:
    page = client_of(alice).get("/").content.decode()
    assert f"Rois aventuriers · {heir_of(inherited)} · " in page and "Rois aventuriers · Aline" not in page


@pytest.mark.rule("RO-CHAR-20")
def test_the_hall_of_fame_names_who_reigned_at_the_end(
    inherited: Match, client: Client, django_assert_num_queries: Any
) -> None:
    heir = heir_of(inherited)
    result = Result({"j1": 1.0, "j2": 0.0}, "crown")
    Match.objects.filter(pk=inherited.pk).update(status=m.OVER, result_data=msgspec.to_builtins(result))
    for address in ("/palmares/", "/parties/"):
        page = client.get(address).content.decode()
        assert heir in page and "Aline" not in page
    with django_assert_num_queries(2):  # what one has asked of a match that is over is kept
        crowned(finished())
    inherited.refresh_from_db()
    assert winners(inherited) == [heir]
