"""The collusion index: favours beyond what bots do; who sees it, and what it says beside (GP-RP-07)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from heraut.engine.protocol import Event, Seat
from heraut.site.accounts.models import Player
from heraut.site.games.fief.exchanges import exchanges as fief
from heraut.site.games.gloire.exchanges import exchanges as gloire
from heraut.site.matches.adapters import adapter, names
from heraut.site.matches.exchanges import Exchange
from heraut.site.moderation import relations
from heraut.site.moderation.collusion import Usual, index, percentile, score, tables, ties
from tests.site.matches.builders import pass_deadline, running
from tests.site.moderation.builders import new_staff

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]
SEATS = ("j1", "j2", "j3")


def told(kind: str, seen_by: tuple[str, ...] | None = None, **data: object) -> Event:
    """One event."""
    return Event("GP-X", kind, dict(data), tuple(map(Seat, seen_by)) if seen_by is not None else None)


@pytest.mark.rule("GP-RP-07")
def test_a_pair_that_gives_and_never_strikes_stands_above_all_bots() -> None:
    usual = tables()["gloire"]
    gifts = [Exchange(turn, kind, "j1", "j2", 100) for turn in range(1, 11) for kind in ("gift", "joint", "sale")]
    fights = [Exchange(turn, "attack", "j1", "j3") for turn in range(1, 11, 2)]
    found = {frozenset((tie.one, tie.other)): tie for tie in ties(SEATS, [*gifts, *fights], 10)}
    friends, foes = found[frozenset(("j1", "j2"))], found[frozenset(("j1", "j3"))]
    assert percentile(score(friends, usual), usual) == 100 and friends.amounts["gift"] == 1000
    assert percentile(score(foes, usual), usual) < 10
    assert 5 < percentile(score(found[frozenset(("j2", "j3"))], usual), usual) < 95


def test_turns_end_where_one_has_fallen() -> None:
    found = ties(SEATS, [Exchange(4, "fallen", "j2", "")], 10)
    assert [tie.turns for tie in found] == [4, 10, 4]


def test_one_kind_alone_weighs_no_more_than_its_share() -> None:
    usual = Usual({}, {}, [0.0], 1)
    tie = ties(("j1", "j2"), [Exchange(1, "gift", "j1", "j2")] * 99, 1)[0]
    assert score(tie, usual) == 3.0


def test_what_events_of_gloire_tell() -> None:
    attack = {"land": "OULU", "knight": "x"}
    events = [
        told("battle", lord="j1", defender="j3", **attack),
        told("battle", lord="j2", defender="j3", **attack),
        told("battle", lord="j2", defender=None, **attack),
        told("alliance", lord="j1", other="j2"),
        told("men_received", ("j2",), giver="j1", men=40),
        told("men_received", ("j2",), giver="j2", men=40),
        told("sold", ("j1",), other="j2", price=3),
        told("lord_eliminated", lord="j3"),
    ]
    assert set(gloire(None, [(7, events)])) == {  # type: ignore[arg-type]
        Exchange(7, "attack", "j1", "j3"),
        Exchange(7, "attack", "j2", "j3"),
        Exchange(7, "alliance", "j1", "j2"),
        Exchange(7, "gift", "j1", "j2", 40),
        Exchange(7, "sale", "j1", "j2", 3),
        Exchange(7, "fallen", "j3", ""),
        Exchange(7, "joint", "j1", "j2"),
    }


def test_what_events_of_fief_tell() -> None:
    deal = {"cards": [], "frees": [], "asked_cards": 0, "claims": [], "marriages": [], "promise": ""}
    events = [
        told("vote", seat="j1", lord="philippe", votes=1),
        told("vote", seat="j2", lord="philippe", votes=1),
        told("vote", seat="j3", lord=None, votes=1),
        told("deal_kept", seat="j1", other="j2", gives=5, asks=0, **deal),
        told("deal_kept", seat="j1", other="j3", gives=5, asks=5, **deal),
        told("battle_begins", camps=[{"parties": [["j1", False], ["j2", False]]}, {"parties": [["j3", True]]}]),
    ]
    found = {(one.kind, one.one, one.other) for one in fief(None, [(1, events)])}
    assert found == {
        ("vote", "j1", "j2"),
        ("gift", "j1", "j2"),
        ("deal", "j1", "j3"),
        ("joint", "j1", "j2"),
        ("attack", "j1", "j3"),
        ("attack", "j2", "j3"),
    }


def test_every_game_that_tells_of_exchanges_has_its_table() -> None:
    telling = {name for name in names() if "exchanges" in adapter(name).exchanges.__module__}
    assert telling == set(tables()) == {"gloire", "daifen", "rois", "fief"}
    assert all(one.scores == sorted(one.scores) and one.pairs >= 500 for one in tables().values())


@pytest.mark.rule("GP-RP-07")
def test_the_referee_reads_it_with_what_speaks_against_it_and_nobody_else(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    running(alice, bob)
    match = running(alice, bob, bots=6)
    type(match).objects.filter(pk=match.pk).update(host=charlie)
    for _ in range(5):
        pass_deadline(match)
    relations.confirm(relations.declare(alice, bob, "friends"), bob)
    found = index(match)
    assert [(one.turns, one.together, one.few) for one in found] == [(5, 1, False)]
    assert found[0].relation is not None
    address = f"/moderation/arbitre/partie/{match.code}/"
    page = client_of(new_staff("Kalan")).post(address, {"do": "index"}).content.decode()
    assert "Alice · Bob" in page and "relation déclarée (amis)" in page and "1 autre partie commune" in page
    for player in (alice, charlie):
        assert client_of(player).post(address, {"do": "index"}).status_code == 403
    type(match).objects.filter(pk=match.pk).update(status="over")
    assert client_of(charlie).post(address, {"do": "index"}).status_code == 200
    assert client_of(alice).post(address, {"do": "index"}).status_code == 403
