"""A kingdom of 60 provinces, 30 people and 100 orders: its pages stay small, and a cell is checked at once."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

import pytest
from django.test import Client

from heraut.games.rois.state import Unit
from heraut.games.rois.world.geography import NEIGHBOURS, distance
from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match
from heraut.site.matches.orders import save_orders
from tests.site.games.rois.conftest import bend, new_world

pytestmark = pytest.mark.django_db

PROVINCES, PEOPLE, ORDERS = 60, 30, 100
LARGEST = 300_000  # bytes before compression
SOON = 0.3  # seconds of processor


def great(world: Any) -> None:
    """The first King holds the 60 provinces around his home, and thirty people serve him, each with two units."""
    own = world.kingdoms[1]
    others = {kingdom.king for kingdom in world.kingdoms.values()} - {own.king}
    lands = sorted(world.provinces, key=lambda number: distance(own.home, number))[:PROVINCES]
    for unit in [unit for unit in world.units.values() if unit.province in lands and unit.kingdom != 1]:
        del world.units[unit.number]
    for number in lands:
        world.provinces[number].owner = 1
        own.visited[number] = own.charted[number] = world.turn - 1
        own.exploration[number] = 60
    servants = [one for one in world.characters.values() if one.number not in others and not one.died]
    mine = [one for one in servants if one.kingdom == 1]
    mine += [one for one in servants if one.kingdom != 1][: PEOPLE - len(mine)]
    top = max([*world.units, 1])
    for place, one in enumerate(mine):
        one.kingdom, one.province = 1, lands[2 * place % PROVINCES]
        one.role = "king" if one.number == own.king else "hero"
        own.items |= {item: world.items[item].kind for item in one.items}
        for unit in (1, 2):
            number = top + 2 * place + unit
            world.units[number] = Unit(number, "LE", own.race, 3, 1, one.province, one.number)
    own.gold = 400


def sheet_of(view: Any) -> str:
    """A hundred orders: marches, studies, exploring, treaties."""
    lines: list[str] = []
    count = 0
    for one in view["own"]["characters"]:
        lines.append(f"@{one['number']}")
        there = sorted(NEIGHBOURS[one["province"]])[0]
        for line in (f"1: MO {there}", "2: EX", "3: PR TA"):
            lines.append(line)
            count += 1
    lines.append("@ROYAUME")
    for other in view["own"]["relations"]:
        lines.append(f"TRAITE {other}")
        count += 1
    for one in view["own"]["characters"][: ORDERS - count]:
        lines += [f"@{one['number']}", "4: DE"]
    return "\n".join(lines) + "\n"


@pytest.fixture
def great_match(alice: Player, bob: Player) -> Match:
    """The kingdom of the first King, with his orders."""
    match = new_world(alice, bob, 2)
    bend(match, great)
    view = match.rules.view(match.realm, "j1")
    assert len(view["own"]["provinces"]) >= PROVINCES and len(view["own"]["characters"]) >= PEOPLE
    save_orders(match.seats.get(name="j1"), sheet_of(view))
    return match


def seconds(ask: Callable[[], None]) -> float:
    """The least processor time of three tries, the first of which fills what is kept."""
    found = []
    for _ in range(3):
        started = process_time()
        ask()
        found.append(process_time() - started)
    return min(found)


@pytest.mark.parametrize("page", ["", "?personne={who}&saison=1&province={land}", "ordres/", "outils/gens/",
                                  "outils/cour/", "outils/plans/", "outils/essai/"])  # fmt: skip
def test_no_page_of_a_great_kingdom_is_large(great_match: Match, client_of: Any, alice: Player, page: str) -> None:
    browser: Client = client_of(alice)
    own = great_match.rules.view(great_match.realm, "j1")["own"]
    address = f"/partie/{great_match.code}/" + page.format(who=own["king"], land=own["home"])
    answer = browser.get(address)
    assert answer.status_code == 200 and len(answer.content) < LARGEST


def test_a_cell_of_a_great_kingdom_is_checked_at_once(great_match: Match, client_of: Any, alice: Player) -> None:
    browser: Client = client_of(alice)
    own = great_match.rules.view(great_match.realm, "j1")["own"]
    who, orders = own["king"], iter(("EX", "DE", "PR TA", "PR ME", "EX", "DE"))

    def change() -> None:
        sent = {"person": who, "season": "4", "back": "board", "do": f"put:4: {next(orders)}"}
        answer = browser.post(
            f"/partie/{great_match.code}/ordres/", sent, headers={"HX-Request": "true", "HX-Target": "annee"}
        )
        assert answer.status_code == 200 and len(answer.content) < LARGEST

    assert seconds(change) < SOON
