"""Two worlds that differ only in what the caller may not know give the same bytes on every address that can be read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import msgspec
import pytest

from heraut.engine.protocol import Event
from heraut.engine.rng import Rng
from heraut.games import game
from heraut.site.accounts.models import Player
from heraut.site.api import bearer
from heraut.site.api.interface import api
from heraut.site.api.models import Token
from heraut.site.matches.models import Match, Seat, Sheet, Step
from heraut.site.matchpage.match_access import state_of, view_of
from tests.games.gloire.scramble import scramble
from tests.site.api.caller import Program, program_of
from tests.site.matches.builders import give_orders, pass_deadline, running

pytestmark = pytest.mark.django_db
QUERIES: dict[str, tuple[str, ...]] = {
    "turn": ("0", "1"),
    "spectator": ("true",),
    "seat": ("j1", "j2"),
    "lang": ("en",),
    "status": ("running",),
    "game": ("gloire",),
    "mine": ("true",),
    "limit": ("1",),
    "offset": ("1",),
}


@pytest.fixture
def match(alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match of two people and eight bots, two turns old, with orders for the third."""
    monkeypatch.setitem(bearer.RATES, "ask", "100000/m/key")
    match = running(alice, bob, bots=8)
    for _ in range(2):
        give_orders(match, bob)
        pass_deadline(match)
    give_orders(match, alice)
    give_orders(match, bob, seal=True)
    return match


def addresses(match: Match) -> Iterator[str]:
    """Every address that a GET may ask, with each value of each query: a new one must be named above."""
    places = {"code": (match.code,), "turn": tuple(range(match.step + 1)), "name": (match.game,)}
    for route, methods in api.get_openapi_schema()["paths"].items():
        if "get" in methods:
            asked = methods["get"]["parameters"]
            path = [place["name"] for place in asked if place["in"] == "path"]
            queries = [f"?{p['name']}={v}" for p in asked if p["in"] == "query" for v in QUERIES[p["name"]]]
            for values, query in product(product(*(places[name] for name in path)), ["", *queries]):
                yield route.format(**dict(zip(path, values, strict=True))) + query


def answers(program: Program, match: Match) -> dict[str, bytes]:
    """What a program is answered everywhere."""
    view_of.cache_clear()
    state_of.cache_clear()
    found = {address: program.client.get(address) for address in addresses(match)}
    return {address: str(answer.status_code).encode() + answer.content for address, answer in found.items()}


def other_world(match: Match, seat: str) -> None:
    """Changes in the database all that this seat may not know: states, events, orders and notes of others, the seed."""
    rng, rules = Rng(b"another world"), game(match.game)
    for step in Step.objects.filter(match=match):
        step.state = rules.dump(scramble(rules.load(bytes(step.state)), seat, rng.at(step.number)))
        step.events = msgspec.json.encode(other_events(step, seat))
        step.answers = [[name, text if name == seat else "; autre chose"] for name, text in step.answers]
        step.save()
    last = Step.objects.get(match=match, number=match.step)
    Match.objects.filter(pk=match.pk).update(state=last.state, seed=b"une autre graine", password="secret")
    Sheet.objects.exclude(seat__name=seat).update(text="; autre chose", kept="IMP 9 Thulé", signature="0" * 64)
    Seat.objects.exclude(name=seat).update(notes="ne jamais croire Alice", missed=1, grace_used=1)
    Player.objects.exclude(seats__name=seat).update(email="ailleurs@example.org", mail_failing="550", time_zone="UTC")


def other_events(step: Step, seat: str) -> list[Event]:
    """The events of a step, had nothing happened that this seat may not know."""
    events = msgspec.json.decode(bytes(step.events), type=list[Event])
    return [event for event in events if event.seen_by is None or seat in event.seen_by]


def test_a_seat_learns_nothing_of_what_it_may_not_know(alice: Player, bob: Player, match: Match) -> None:
    hers, his = program_of(alice), program_of(bob)
    before, his_before = answers(hers, match), answers(his, match)
    other_world(match, "j1")
    assert answers(hers, match) == before
    assert {address for address, answer in before.items() if not answer.startswith(b"200")} == {
        address for address in before if address.endswith("seat=j2")
    }
    his_after = answers(his, match)
    told = f"/api/matches/{match.code}"
    for part in ("/view", "/orders", "/receipts", "/turns/1/events"):  # the worlds do differ, for whoever lives there
        assert his_after[told + part] != his_before[told + part]


def test_a_passer_by_learns_nothing_that_is_anybodys_own(match: Match, charlie: Player) -> None:
    for program in (Program(), program_of(charlie)):
        before = answers(program, match)
        other_world(match, "nobody")
        assert answers(program, match) == before


def test_a_token_learns_nothing_of_others(alice: Player, bob: Player, match: Match) -> None:
    hers = program_of(alice)
    before = answers(hers, match)
    program_of(bob)
    Token.objects.exclude(user=alice).update(name="l'espion de Bob")
    assert answers(hers, match) == before
