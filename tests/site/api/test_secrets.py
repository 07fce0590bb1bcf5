"""What the pages of a match keep secret, the API keeps too: every name and hash, for every role, in every game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from heraut.site.accounts.models import Player
from heraut.site.api import bearer
from heraut.site.api.bearer import URLCONF
from heraut.site.api.interface import api
from heraut.site.clock.resolution import resolve_at_once
from heraut.site.games.gloire import tools as gloire_tools
from heraut.site.matches.models import Match
from heraut.site.matches.orders import decision_of, save_orders
from heraut.site.matches.receipts import keyed_root_of, sha256
from tests.site.api.caller import Program, program_of
from tests.site.conftest import new_player
from tests.site.games.daifen.conftest import new_continent
from tests.site.games.daifen.demo_pages import TOOLS as DAIFEN_TOOLS
from tests.site.games.fief.conftest import POST
from tests.site.games.fief.conftest import new_match as new_banquet
from tests.site.matches.builders import give_orders, pass_deadline, running
from tests.site.matchpage.conftest import forget_views, resolve
from tests.site.stored import stored_match
from tests.site.test_authorisation import walk

pytestmark = pytest.mark.django_db
ROLES = ("visitor", "stranger", "host", "player", "other player")
GAMES = ("gloire", "daifen", "fief")


def realm(alice: Player, bob: Player) -> Match:
    """A match of Gloire, two turns old."""
    match = running(alice, bob, bots=2)
    for player in (alice, bob):
        give_orders(match, player)
        pass_deadline(match)
    return match


def continent(alice: Player, bob: Player) -> Match:
    """A continent, two turns old; Alice and Bob have sent forms, and Bob one more, of which nothing has come yet."""
    match = new_continent(alice, bob)
    for _ in range(2):
        for player in (alice, bob):
            save_orders(match.seats.get(user=player), "# rien", seal=True)
        resolve(match)
        match.refresh_from_db()
    save_orders(match.seats.get(user=bob), "# rien", seal=True)
    return match


def banquet(alice: Player, bob: Player) -> Match:
    """A table of Fief, both of whose people have answered several questions."""
    match = new_banquet(alice, bob, pace=POST)
    for _ in range(4):
        for player in (alice, bob):
            match.refresh_from_db()
            seat = match.seats.get(user=player)
            decision = decision_of(match, seat)
            if decision is not None and decision.offers():
                save_orders(seat, decision.write((next(iter(decision.offers())),)), seal=True)
                resolve_at_once(match.pk)
    assert sum(bool(hashes) for hashes in match.steps.values_list("sealed_hashes", flat=True)) > 3
    return match


TABLES: dict[str, Callable[[Player, Player], Match]] = {"gloire": realm, "daifen": continent, "fief": banquet}


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Nobody asks too often."""
    monkeypatch.setitem(bearer.RATES, "ask", "100000/m/key")
    settings.ACCOUNT_RATE_LIMITS = False


@pytest.fixture(params=GAMES)
def match(request: pytest.FixtureRequest, alice: Player, bob: Player) -> Match:
    """A match under way, whose host does not play."""

    def made() -> Match:
        match = TABLES[request.param](alice, bob)
        Match.objects.filter(pk=match.pk).update(host=new_player("Hugues"))
        return match

    return stored_match(("secrets", request.param), made)


def secrets(match: Match) -> set[str]:
    """All that tells somebody that somebody else is there, plays or has given orders: names and hashes."""
    found = set(match.seats.exclude(user=None).values_list("user__username", flat=True))
    found |= {seat.lord for seat in match.seats.all() if len(seat.lord) > 4}
    if match.game == "daifen":
        found |= {kingdom.name for kingdom in match.realm.kingdoms.values()}
    for hashes in match.steps.values_list("sealed_hashes", flat=True):
        found |= set(hashes.values())
    return found


def page_addresses(match: Match) -> Iterator[str]:
    """Every page of the match that is read, for every turn and tool."""
    tools = {"gloire": gloire_tools.TOOLS, "daifen": DAIFEN_TOOLS, "fief": ("combat", "livre")}[match.game]
    for pattern, _ in walk(get_resolver(URLCONF)):
        if "<slug:code>" in pattern and not re.search("pouls|thread|/hote/|/joueur/", pattern):
            here = pattern.replace("<slug:code>", match.code)
            for turn in range(match.step + 1):
                for tool in tools:
                    yield here.replace("<int:turn>", str(turn)).replace("<slug:tool>", tool)


def api_addresses(match: Match) -> Iterator[str]:
    """Every route of the API that is read, as it is and as a passer-by."""
    for route, methods in api.get_openapi_schema()["paths"].items():
        if "get" in methods and "{code}" in route:
            for turn in range(match.step + 1):
                yield route.format(code=match.code, turn=turn)
                yield route.format(code=match.code, turn=turn) + "?spectator=true"


def told(client: Client, addresses: Iterator[str], secret: set[str]) -> set[str]:
    """Which secrets stand in what is answered there."""
    forget_views()
    answers = (client.get(address) for address in dict.fromkeys(addresses))
    text = "\n".join(answer.content.decode() for answer in answers if answer.status_code == 200)
    text = text.replace("&#39;", "'").replace("&amp;", "&")
    return {one for one in secret if one in text}


def asked_by(role: str, match: Match, client_of: Callable[[Player], Client]) -> tuple[Client, Program]:
    """The browser of somebody, and his program."""
    if role == "visitor":
        return Client(), Program()
    names = {"stranger": "Charlie", "host": "Hugues", "player": "Alice", "other player": "Bob"}
    player = Player.objects.get(username=names[role])
    return client_of(player), program_of(player)


def own_hashes(match: Match, role: str) -> set[str]:
    """Those of the receipts that a player holds."""
    seat = {"player": "j1", "other player": "j2"}.get(role, "")
    return {hashes.get(seat, "") for hashes in match.steps.values_list("sealed_hashes", flat=True)}


@pytest.mark.rule("DA-FOG-08", "FI-INF-01", "GP-INF-03")
@pytest.mark.parametrize("role", ROLES)
def test_the_api_tells_no_secret_that_the_pages_keep(
    role: str, match: Match, charlie: Player, client_of: Callable[[Player], Client]
) -> None:
    secret = secrets(match)
    browser, program = asked_by(role, match, client_of)
    by_pages, by_api = told(browser, page_addresses(match), secret), told(program.client, api_addresses(match), secret)
    assert by_api <= by_pages | own_hashes(match, role)
    assert by_pages < secret or match.game == "gloire"  # whose lords and hashes are known to all


def test_the_hashes_of_a_turn_tell_nobody_who_plays(alice: Player, bob: Player) -> None:
    match = continent(alice, bob)
    seats = {"Alice": "j1", "Bob": "j2"}
    for program, name in ((program_of(alice), "Alice"), (program_of(bob), "Bob"), (Program(), "")):
        turns = program.get(f"/matches/{match.code}/turns").json()
        assert [list(turn["sealed_hashes"]) for turn in turns[1:]] == [[seats[name]] if name else []] * 2
    Match.objects.filter(pk=match.pk).update(status="over")
    turns = Program().get(f"/matches/{match.code}/turns").json()
    assert [sorted(turn["sealed_hashes"]) for turn in turns[1:]] == [["j1", "j2"]] * 2


@pytest.mark.rule("DA-FOG-08", "FI-INF-01")
def test_the_root_of_a_turn_tells_nobody_who_plays(alice: Player, bob: Player) -> None:
    """Nor whether nobody else does: it is none of the roots that can be computed from what a player knows."""
    for match in (continent(alice, bob), banquet(alice, bob)):
        for step in match.steps.filter(number__gt=0):
            known = [*step.sealed_hashes.values(), "", "".join(step.sealed_hashes.values())]
            assert step.sealed_root not in {"", *(sha256(each) for each in known)}
            assert step.sealed_root == keyed_root_of(step.sealed_hashes, step.number, bytes(match.seed))
        roots = list(match.steps.values_list("sealed_root", flat=True))
        assert len(set(roots)) == len(roots)  # those of steps without any orders as well


def test_no_other_seat_is_numbered_where_it_is_a_secret_who_plays(alice: Player, bob: Player) -> None:
    match = continent(alice, bob)
    for program, own in ((Program(), ""), (program_of(alice), "j1")):
        for address in api_addresses(match):
            text = program.client.get(address).content.decode()
            text = re.sub(r'"seats":\["j1",[^]]*\]', "", text)  # of a record: as many as the table waited for
            assert set(re.findall(r'"(j\d+)"', text)) <= {own}, address
