"""A match of Gloire with Alice, Bob and a bot, which Charlie looks after without playing; Mona keeps its peace."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client, RequestFactory

from heraut.site.accounts.models import Player
from heraut.site.forum.models import LORD, Post, Thread
from heraut.site.forum.posting import Written, answer, begin
from heraut.site.forum.scopes import BoardScope, MatchScope, Scope
from heraut.site.matches.models import Match
from heraut.site.matchpage.match_access import access_to
from tests.site.conftest import new_player
from tests.site.matches.builders import running
from tests.site.messaging.conftest import fresh

__all__ = ["fresh"]

Browser = Callable[[Player], Client]


@pytest.fixture
def mona(db: None) -> Player:
    """A mediator."""
    return new_player("Mona")


@pytest.fixture
def table(alice: Player, bob: Player, charlie: Player, mona: Player) -> Match:
    """See above."""
    match = running(alice, bob, bots=1)
    Match.objects.filter(pk=match.pk).update(host=charlie)
    match.mediators.add(mona)
    match.refresh_from_db()
    return match


@pytest.fixture
def private(table: Match) -> Match:
    """The same, private."""
    Match.objects.filter(pk=table.pk).update(private=True)
    table.refresh_from_db()
    return table


def forum(match: Match, page: str = "") -> str:
    """An address of its forum."""
    return f"/partie/{match.code}/forum/{page}"


def scope_of(match: Match, player: Player) -> Scope:
    """A player before the forum of a match."""
    request = RequestFactory().get("/")
    request.user, request.session = player, {}  # type: ignore[assignment]
    return MatchScope(request, access_to(request, match.code))


def board_scope(board: str, player: Player) -> Scope:
    """A player before a forum of the site."""
    request = RequestFactory().get("/")
    request.user = player
    return BoardScope(request, board)


def begun(match: Match, player: Player, text: str = "Oyez !", title: str = "Un fil", kind: str = LORD) -> Post:
    """A thread of this player."""
    return begin(scope_of(match, player), Written(kind, text, title))


def answered(match: Match, player: Player, thread: Thread, text: str = "Soit.", kind: str = LORD) -> Post:
    """An answer of this player."""
    thread.refresh_from_db()
    return answer(scope_of(match, player), thread, Written(kind, text))


def read(client: Client, address: str) -> str:
    """What a page says."""
    found = client.get(address, follow=True)
    assert found.status_code == 200, (address, found.status_code)
    return str(found.content.decode())


def lord_of(match: Match, player: Player) -> str:
    """What the lord of a player is called."""
    seat = match.seats.get(user=player).name
    return str(match.rules.view(match.realm, None)["lords"][seat]["name"])
