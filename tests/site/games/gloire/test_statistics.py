"""Plots over the turns: none before there is a line to draw, names clear of the axis; tabs that name the window."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.games.fief.statistics import counts_of
from heraut.site.matches.adapters import names
from heraut.site.matches.models import Match
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.plots import BOTTOM, HEIGHT, Curve, draw
from tests.site.games.fief.conftest import new_match, until

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]


@pytest.mark.parametrize("game", names())
def test_a_match_that_has_just_begun_has_no_plots(game: str, client: Client) -> None:
    client.post("/jouer/", {"jeu": game, "race": "any"})
    page = client.get(f"/partie/{Match.objects.get().code}/statistiques/").content.decode()
    assert "Rien à montrer avant le premier tour" in page and '<svg class="plot"' not in page


@pytest.mark.parametrize("game", names())
def test_the_window_is_named_by_the_tab_first(game: str, client: Client) -> None:
    client.post("/jouer/", {"jeu": game, "race": "any"})
    match = Match.objects.get()
    for tab, name in (("statistiques/", "Statistiques"), ("histoire/", "Histoire"), ("ordres/", "")):
        title = re.search("<title>(.*?)</title>", unescape(client.get(f"/partie/{match.code}/{tab}").content.decode()))
        assert title is not None and title[1].endswith(f" · {match.title} · Héraut")
        assert title[1].startswith(f"{name} ·" if name else "")


def test_the_setup_of_fief_is_counted_when_all_have_settled(alice: Player, bob: Player, client_of: Browser) -> None:
    match = new_match(alice, bob, seats=4)
    until(match, alice, "purchase")
    turns = counts_of(visit_of(match, client_of(alice)))
    assert len(turns) == 2  # the setup, and turn 1 so far
    assert {(one["soldiers"] > 0, one["villages"]) for one in turns[0].values()} == {(True, 1)}


def test_a_turn_of_fief_is_counted_at_its_end(alice: Player, bob: Player, client_of: Browser) -> None:
    match = new_match(alice, bob, seats=2)
    until(match, alice, "cards")
    while match.turn < 3:
        until(match, alice, "window")
        until(match, alice, "cards")
    turns = counts_of(visit_of(match, client_of(alice)))
    begun = [match.steps.filter(turn=number).order_by("number")[0] for number in (1, 2, 3)]
    numbers = sorted({*(step.number for step in begun), match.step})
    assert len(turns) == len(numbers)


def test_no_name_stands_on_the_axis() -> None:
    curves = [Curve(f"j{n}", n, f"F{n}", [0.0, 0.0], ["0", "0"]) for n in range(1, 6)]
    drawn = draw("", curves, "j5", "fr")
    names = [int(y) for y in re.findall(r'class="end-name[^"]*" x="\d+" y="(\d+)"', drawn)]
    assert len(names) == 5 and max(names) <= HEIGHT - BOTTOM + 5
    assert min(b - a for a, b in zip(sorted(names), sorted(names)[1:], strict=False)) >= 17


@pytest.mark.parametrize("name", ["Iseult", "Royaume de Bruno le Hardi", "M" * 30])
def test_a_long_name_has_its_room_beside_the_grid(name: str) -> None:
    drawn = draw("", [Curve("j1", 1, name, [0.0, 4.0], ["0", "4"])], "j1", "fr")
    start = re.search(r'class="end-name[^"]*" x="(\d+)"', drawn)
    width = re.search(r'viewBox="0 0 (\d+) ', drawn)
    assert start is not None and width is not None
    assert int(width[1]) - int(start[1]) >= 10 * len(name)


def visit_of(match: Match, client: Client) -> MatchAccess:
    """The visit of this browser."""
    request = client.get(f"/partie/{match.code}/regles/").wsgi_request
    return MatchAccess(request, match)
