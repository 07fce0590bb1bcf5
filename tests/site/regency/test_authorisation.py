"""Every address of a match, asked by regents of every sort of rights: what its player, or a passer-by, is answered."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.api.bearer import URLCONF
from heraut.site.messaging.models import Message
from tests.site.conftest import new_player
from tests.site.matches.builders import seat_of
from tests.site.regency.builders import ALL, in_force, over
from tests.site.test_authorisation import METHODS, World, ask, state, walk
from tests.site.test_authorisation import new_world as world_of_the_table

pytestmark = pytest.mark.django_db

HIS_ALONE = "/partie/<slug:code>/regence/"  # what he has arranged: a regent reads his file there and sends nothing
ELSEWHERE = ("/partie/<slug:code>/tribune/", "/partie/<slug:code>/premiers-pas/")  # looked at below; each visitor's own
IN_THE_OPEN = ("forum", "gazette")  # where he is one reader among others
HEARD = ("propos", "GET")  # what a public table says is heard by everybody
RIGHT_OF = {"ordres": "orders", "lettres": "letters", "propos": "letters", "traites": "treaties"}


def addresses() -> Iterator[str]:
    """The patterns of pages of a match."""
    for pattern, _ in walk(get_resolver(URLCONF)):
        if pattern.startswith("/partie/<slug:code>/") and "digest" not in pattern and pattern not in ELSEWHERE:
            yield pattern


def new_world() -> tuple[World, Player]:
    """The world of the table, and somebody who will be regent in it."""
    world = world_of_the_table()
    world.regency.delete()
    return world, new_player("Regent")


def logged_in(player: Player) -> Client:
    """His browser."""
    client = Client()
    client.force_login(player)
    return client


@pytest.mark.parametrize("rights", [ALL, {"orders": True}, {"letters": True}, {"treaties": True}, None])
def test_a_regent_has_the_pages_of_his_rights_and_a_passer_by_the_others(rights: dict[str, bool] | None) -> None:
    world, regent = new_world()
    for match in {world.asked(pattern, locked=False) for pattern in addresses()}:
        regency = in_force(seat_of(match, world.people["player"]), regent, **(rights or ALL))
        if rights is None:
            over(regency)
    Message.objects.update(sent=timezone.now())  # his are those that come in his days
    clients, own, wrong = {name: world.client(name) for name in ("player", "other")}, logged_in(regent), []
    answered = partial(ask, world, before=state(), locked=False)
    for pattern in addresses():
        needed = RIGHT_OF.get(pattern.split("/")[3])
        has = rights is not None and (needed is None or rights.get(needed, False))
        has = has and pattern.split("/")[3] not in IN_THE_OPEN
        for method in METHODS:
            who = "player" if has else "other"
            expected = answered(clients[who], who, pattern, method)
            if has and pattern == HIS_ALONE and method == "POST":
                expected = expected if expected == "m" else "4"
            elif rights and needed and not has and expected != "m" and (pattern.split("/")[3], method) != HEARD:
                expected = "x"  # he is told that this right was not given him
            found = answered(own, "regent", pattern, method)
            if found != expected:
                wrong.append(f"{method} {pattern}: {found}, not {expected}")
    assert not wrong


def test_a_regent_is_no_spectator_and_no_host() -> None:
    world, regent = new_world()
    match = world.asked("/partie/<slug:code>/", locked=False)
    in_force(seat_of(match, world.people["player"]), regent, **ALL)
    client = logged_in(regent)
    assert client.post(f"/partie/{match.code}/tribune/", {"do": "say", "text": "Salut"}).status_code == 404
    assert client.post(f"/table/{match.code}/hote/pause/", {"days": 1, "reason": "x"}).status_code == 403


def test_a_match_behind_a_password_opens_to_a_regent_as_long_as_he_is_one() -> None:
    world, regent = new_world()
    match = world.asked("/partie/<slug:code>/", locked=True)
    regency = in_force(seat_of(match, world.people["player"]), regent, orders=True)
    client = logged_in(regent)
    assert client.get(f"/partie/{match.code}/").status_code == 200
    over(regency)
    assert client.get(f"/partie/{match.code}/").status_code == 404


def test_a_regent_without_letters_is_told_that_he_hears_nothing_of_a_private_table() -> None:
    world, regent = new_world()
    match = world.asked("/partie/<slug:code>/propos/", locked=True)
    regency = in_force(seat_of(match, world.people["player"]), regent, orders=True)
    talk, client = f"/partie/{match.code}/propos/", logged_in(regent)
    for answer in (client.get(talk), client.post(talk, {"text": "Salut"})):
        assert answer.status_code == 403 and f"{regency.holder.username} ne vous a pas donné" in answer.content.decode()
    assert talk not in client.get(f"/partie/{match.code}/").content.decode()
    over(regency)
    in_force(seat_of(match, world.people["player"]), regent, letters=True)
    assert client.get(talk).status_code == 200
