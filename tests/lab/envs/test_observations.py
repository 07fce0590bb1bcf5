"""What agents are given: laid out as the table says, exact masks, and nothing that a seat may not know."""

from __future__ import annotations

import pickle
from copy import deepcopy
from importlib import import_module
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from heraut.bots import player
from heraut.engine.protocol import Refusal, SetupError
from heraut.engine.rng import Rng
from heraut.games.registry import GAMES
from heraut.lab import envs
from heraut.lab.envs.layouts.__main__ import main
from heraut.lab.envs.observations import Observer
from heraut.lab.envs.run import Run
from tests.lab.envs import SHEETS, SMALL, advance, begun, sent_on

STEPS = {"fief": 90, "vassaux": 25, "gloire": 3, "daifen": 8, "rois": 3}


@pytest.mark.parametrize("game", SMALL)
def test_every_place_of_the_table_is_filled_and_none_beside_it(game: str) -> None:
    environment, run = begun(game, STEPS.get(game, 2))
    places = environment.observer.layout.places()
    assert [place.start for place in places] == list(np.cumsum([0, *(place.size for place in places)])[:-1])
    for seat in run.rules.seats:
        seen = environment.observe(seat)
        assert environment.observation_space(seat).contains(seen)
        for block in environment.observer.layout.blocks:
            known = environment.observer.layout.known(run.state, seat)
            assert len(list(block.read(known, run.rules.seats.index(seat)))) == block.size, block.name


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL)
def test_what_a_seat_may_not_know_changes_nothing_that_it_is_given(game: str) -> None:
    scramble = import_module(f"tests.games.{game}.scramble").scramble
    environment, run = begun(game, 1)
    for step in range(STEPS.get(game, 2)):
        for seat in run.asked:
            if scramble_works(run, seat, step, scramble):
                other = deepcopy(run)
                other.state = scramble(run.state, seat, Rng(b"scramble %d" % step))
                other.ask()
                for name, found in environment.observer.observe(other, seat).items():
                    assert np.array_equal(found, environment.observer.observe(run, seat)[name]), (seat, step, name)
                one, twin = run.asked[seat].decision, other.asked[seat].decision
                assert handed_over(one) == handed_over(twin), (seat, step)
                for bot in ("novice:greedy", "player:warlike", *(["master:loyal@0.01"] if step % 20 == 0 else [])):
                    play = player(game, bot)
                    said = [each.write(play(each, each.view, Rng(b"bot"))) for each in (one, twin)]
                    assert said[0] == said[1], (seat, step, bot)
        if run.over:
            break
        advance(run)


def handed_over(decision: Any) -> bytes:
    """A decision as the process in which a master thinks is given it, with the view that it makes when it is asked."""
    assert decision.view
    return pickle.dumps(sent_on(sent_on(decision)))  # twice: whatever stands in it twice is one thing by then


def scramble_works(run: Run, seat: Any, step: int, scramble: Any) -> bool:
    """Whether there is something hidden to be changed."""
    return bool(run.game.dump(scramble(run.state, seat, Rng(b"scramble %d" % step))) != run.game.dump(run.state))


@pytest.mark.parametrize("game", SMALL)
def test_every_action_of_the_mask_is_legal_and_every_other_is_refused(game: str) -> None:
    environment, run = begun(game, STEPS.get(game, 2) // 2)
    for seat in list(run.waiting):
        asked, mask = run.asked[seat], environment.observe(seat)["action_mask"]
        decision = asked.decision
        for action in np.flatnonzero(mask):
            taken = [asked.offered[action - 1]] if action else []
            refusals: list[Refusal] = list(decision.check(decision.compose(taken)))
            assert not refusals, (decision.kind, taken)
        wrong = int(np.flatnonzero(mask == 0)[-1])
        assert wrong > len(asked.offered)
        assert not run.take(seat, wrong)
        assert asked.taken == []


@pytest.mark.parametrize("game", SHEETS)
def test_a_sheet_is_built_order_by_order_and_shown_so_far(game: str) -> None:
    environment, run = begun(game, 1)
    seat, layout = run.waiting[0], environment.observer.layout
    first, second = run.asked[seat].offered[0], None
    assert run.take(seat, 1)
    if seat in run.waiting:
        second = run.asked[seat].offered[-1]
        assert run.take(seat, len(run.asked[seat].offered))
    taken = [order for order in (first, second) if order is not None]
    head = environment.observe(seat)["observation"][: layout.sheet_size]
    assert head[1] == len(taken)
    assert head[1 + layout.kind_of(first)] >= 1
    if seat in run.waiting:
        assert run.take(seat, 0)
    assert run.answers[seat] == run.asked[seat].decision.compose(taken)


@pytest.mark.slow
@pytest.mark.parametrize("game", SHEETS)
def test_whoever_has_looked_before_is_shown_what_one_sees_who_looks_now(game: str) -> None:
    environment, run = begun(game, 0)
    rng, turns = Random(game), 0
    while turns < 3:
        for seat in run.rules.seats:
            shown, now = environment.observe(seat), Observer(run.rules).observe(run, seat)
            assert all(np.array_equal(shown[name], now[name]) for name in now), (turns, seat)
        for seat in list(run.waiting):
            run.take(seat, rng.choice(range(min(4, len(run.asked[seat].offered)) + 1)))
        if not run.waiting:
            run.advance()
            turns += 1


@pytest.mark.parametrize("game", SMALL)
def test_orders_offered_have_rows_of_their_kind(game: str) -> None:
    environment, run = begun(game, STEPS.get(game, 2) // 2)
    seat = run.waiting[0]
    rows, layout = environment.observe(seat)["offers"], environment.observer.layout
    for row, order in zip(rows, run.asked[seat].offered, strict=False):
        assert row[0] == layout.kind_of(order)
    assert not rows[len(run.asked[seat].offered) :].any()


def test_beside_an_observation_stand_the_view_and_the_orders_in_words() -> None:
    environment, run = begun("fief", 10)
    seat = run.waiting[0]
    info = environment.info(seat)
    assert msgspec.json.encode(info["view"]) == msgspec.json.encode(run.game.view(run.state, seat))
    assert len(info["offers"]) == len(run.asked[seat].offered) == len(set(info["offers"]))
    assert info["taken"] == []
    assert sent_on(info) == {"refused": False, "kind": run.asked[seat].decision.kind}
    advance(run)
    with pytest.raises(KeyError):
        info["view"]


@pytest.mark.parametrize("game", SMALL)
def test_a_match_goes_on_alike_from_a_copy_and_in_another_process(game: str) -> None:
    _, run = begun(game, STEPS.get(game, 2) // 2)
    seat = run.waiting[0]
    run.take(seat, 1 if game in SHEETS else int(bool(run.asked[seat].offered)))
    sent, twin = sent_on(run), deepcopy(run)
    dumped = run.game.dump(run.state)
    for other in (sent, twin):
        other.rng = Rng(b"on")
        for name, one in run.asked.items():
            assert list(other.asked[name].offered) == list(one.offered)
        advance(other)
    assert run.game.dump(run.state) == dumped
    assert run.game.dump(sent.state) == run.game.dump(twin.state) != dumped


@pytest.mark.parametrize("game", SMALL)
def test_the_table_is_printed(game: str) -> None:
    seats, options = SMALL[game]
    arguments = [game, str(seats), "--options", msgspec.json.encode(options).decode()]
    printed = CliRunner().invoke(main, arguments, catch_exceptions=False).output
    assert f"{game}, {seats} seats:" in printed
    assert "asked: 1 " in printed


@pytest.mark.parametrize(
    "words", [["fief", "99"], ["fief", "0"], ["tric-trac", "2"], ["fief", "2", "--options", "["],
              ["gloire", "3", "--options", "[]"], ["fief", "2", "--options", '{"mode": "zz"}']]
)  # fmt: skip
def test_a_table_that_cannot_be_made_is_told_in_a_line(words: list[str]) -> None:
    told = CliRunner().invoke(main, words, catch_exceptions=False)
    assert told.exit_code == 2 and "Error" in told.output


@pytest.mark.parametrize("game", SMALL)
def test_seats_decide_one_by_one_where_no_sheet_is_asked_for(game: str) -> None:
    kinds = {asked.decision.kind for asked in begun(game, 0)[1].asked.values()}
    assert ("order_sheet" not in kinds) == GAMES[game].one_by_one


def test_every_game_with_a_layout_is_tested() -> None:
    assert set(SMALL) == {game for game, entry in GAMES.items() if entry.learning.layout}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chess", "2"), "is not one of 'gloire'"),
        (("fief", "99"), "cannot be played: The game cannot be played by 99."),
        (("fief", "2", "--options", "{x"), "cannot be played"),
    ],
)
def test_a_layout_that_there_is_not_is_refused_in_words(words: tuple[str, ...], said: str) -> None:
    answer = CliRunner().invoke(main, words)
    assert answer.exit_code == 2 and said in " ".join(answer.output.split())


def test_options_that_cannot_be_played_are_explained_in_a_note() -> None:
    with pytest.raises(SetupError) as caught:
        envs.env("fief", 99)
    assert any("cannot be played by 99" in note for note in caught.value.__notes__)
