"""The constants of bots by name: changed, and tuned within bounds, with which they play on lawfully."""

from __future__ import annotations

import msgspec
import pytest

from heraut import bots, games
from heraut.bots.character import Character, character, drawn
from heraut.bots.constants import Constant, changed, traits_module, tuned
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.registry import GAMES

OPTIONS = {"gloire": {"lords": 2}}


@pytest.mark.parametrize("name", GAMES)
def test_a_tuned_bot_answers_lawfully_at_every_bound(name: str) -> None:
    game, constants = games.game(name), tuned(name)
    seats = [Seat(f"j{n}") for n in range(1, max(2, GAMES[name].seats) + 1)]
    state = game.setup(seats, OPTIONS.get(name, {}), Rng(b"tuned")).state
    assert all(one.low <= one.usual <= one.high for one in constants)
    for end in ("usual", "low", "high"):
        values = tuple((one.name, float(getattr(one, end))) for one in constants)
        player = bots.player(name, Character(changes=values).name)
        for seat, decision in list(game.pending(state).items())[:2]:
            assert not decision.check(player(decision, decision.view, Rng(b"tuned").at(seat)))


class Figures(msgspec.Struct, frozen=True):
    """Constants of each sort."""

    superior: float = 1.4
    wars: int = 2
    walls: bool = True
    guards: tuple[tuple[int, float], ...] = ((1, 0.5), (20, 0.25))
    spies: tuple[tuple[int, int], ...] = ((1, 0), (4, 3))


def test_a_changed_constant_is_of_the_sort_of_the_usual_one() -> None:
    changes = (("superior", 1.75), ("wars", 2.6), ("walls", 0.0), ("guards", 0.5), ("spies", 1.6))
    assert changed(Figures(), changes) == Figures(1.75, 3, False, ((1, 0.25), (20, 0.125)), ((1, 0), (4, 5)))
    assert changed(Figures(), ()) == Figures()
    with pytest.raises(KeyError, match="superior, wars, walls, guards"):
        changed(Figures(), (("superiour", 1.0),))


def test_what_may_be_tuned_are_constants_of_the_player() -> None:
    usual = traits_module("gloire").traits_of(Character())
    assert Constant("superior", usual.superior, 1, 2.5) in tuned("gloire")
    assert Constant("guards", 1.0, 0, 1.6) in tuned("daifen")


def test_a_name_changes_constants_and_is_read_back() -> None:
    one = character("player:loyal+wars=0+appetite=0.25@0.5")
    assert one == Character("player", "loyal", 0.5, (("wars", 0.0), ("appetite", 0.25)))
    assert one.name == "player:loyal+wars=0+appetite=0.25@0.5"
    assert traits_module("gloire").traits_of(one).wars == 0
    assert drawn("player+wars=0@0.5", Rng(b"x")).endswith("+wars=0@0.5")
    assert character(drawn("player+wars=0", Rng(b"x"))).changes == (("wars", 0.0),)
    for wrong in ("player+wars", "player+wars=many", "player+wars=nan", "player+wars=inf", "player+=1"):
        with pytest.raises(KeyError):
            bots.player("gloire", wrong)
    with pytest.raises(KeyError, match="appetite"):
        bots.player("gloire", "player+hunger=1")


def test_who_is_silent_answers_what_the_rules_do_without_him() -> None:
    game = games.game("gloire")
    state = game.setup([Seat("j1"), Seat("j2")], {"lords": 2}, Rng(b"silent")).state
    (decision, *_) = game.pending(state).values()
    assert bots.player("gloire", "silent")(decision, decision.view, Rng(b"x")) == decision.default
