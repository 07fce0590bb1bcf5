"""What every game promises, as one executable test: `check_match` plays a match and checks each promise on the way.

A failure is an AssertionError that says which promise, at which step.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from heraut.engine.match import Match, verify
from heraut.engine.play import Player, ask
from heraut.engine.protocol import A, Decision, Event, Game, Json, S, Seat, TableDecision, seen_by
from heraut.engine.rng import Rng

# Another state that this seat cannot tell from the given one: everything it may not know, changed at random.
Scramble = Callable[[S, Seat, Rng], S]

TRIED = 24  # answers of former steps, by whomever they were given, that a decision is asked to judge


def random_player(decision: Any, view: Any, rng: Rng) -> Any:
    """Some legal answer, whatever the game."""
    return decision.sample(rng)


def check_match(
    game: Game[S, A],
    seats: list[Seat],
    options: dict[str, Any],
    seed: bytes,
    *,
    max_steps: int,
    scramble: Scramble[S] | None = None,
    players: Mapping[Seat, Player[A]] | None = None,
    check_step: Callable[[S, S, tuple[Event, ...]], None] | None = None,
) -> Match[S, A]:
    """Plays a match of random legal answers (or of these players), checking every promise at every step.

    `check_step` may add promises of the game's own about a state, the next one, and the events between them.
    """
    rng = Rng(seed).at("conformance")
    match = Match.new(game, seats, options, seed)
    everyone = players or dict.fromkeys(seats, random_player)
    tried: deque[A] = deque(maxlen=TRIED)
    while len(match.record.steps) < max_steps:
        check_over(game, match.state)
        if game.result(match.state) is not None:
            break
        check_round_trip(game, match.state)
        views = check_views(game, match.state, seats)
        check_decisions(game, match.state, views, rng.at("decisions", len(match.record.steps)))
        if scramble is not None:
            seat = seats[len(match.record.steps) % len(seats)]
            check_secrecy(game, match.state, seat, scramble, rng.at("scramble", len(match.record.steps)), tuple(tried))
        before = game.dump(match.state)
        state = match.state
        answers = ask(match, everyone, rng)
        tried += answers.values()
        match.advance(answers)
        if check_step is not None:
            check_step(state, match.state, match.events)
        assert game.dump(state) == before, f"step {len(match.record.steps)}: advance changed its input"
    verify(game, match.record)
    return match


def check_over(game: Game[S, A], state: S) -> None:
    """A match is over if and only if nobody owes a decision."""
    assert (game.result(state) is None) == bool(game.pending(state)), (
        "over, yet pending; or pending nothing, yet not over"
    )


def check_round_trip(game: Game[S, A], state: S) -> None:
    """A dumped state loads back equal, and dumps to the same bytes; the dump is JSON."""
    data = game.dump(state)
    json.loads(data)
    again = game.load(data)
    assert again == state, "load(dump(state)) is another state"
    assert game.dump(again) == data, "the same state dumps to other bytes"


def check_views(game: Game[S, A], state: S, seats: list[Seat]) -> dict[Seat | None, Json]:
    """Views survive JSON unchanged: nothing in them is an object that leaks more than it shows. The views of all."""
    views = {seat: game.view(state, seat) for seat in (None, *seats)}
    for seat, view in views.items():
        assert msgspec.json.decode(msgspec.json.encode(view)) == view, f"the view of {seat} is not plain JSON"
    return views


def check_decisions(game: Game[S, A], state: S, views: Mapping[Seat | None, Json], rng: Rng) -> None:
    """Defaults and samples are legal, and every answer written as text reads back as itself."""
    for seat, decision in game.pending(state).items():
        assert decision.view == views[seat], f"{seat}: the decision is made from another view"
        for answer in (decision.default, decision.sample(rng.at("sample", seat))):
            refusals = decision.check(answer)
            assert not refusals, f"{seat}: {decision.kind} offers an answer that it refuses: {refusals}"
            text = decision.write(answer)
            reading = decision.parse(text)
            assert not reading.refusals, f"{seat}: a written answer is refused: {reading.refusals}"
            assert reading.answer == answer, f"{seat}: {text!r} reads back as another answer"


def check_secrecy(
    game: Game[S, A], state: S, seat: Seat, scramble: Scramble[S], rng: Rng, tried: Sequence[A] = ()
) -> None:
    """What a seat may not know changes nothing that it sees: same view, same decision, same events if all pass.

    `tried` are answers, legal or not, that the decision must judge alike.
    """
    if seat not in game.pending(state):
        return
    other = scramble(state, seat, rng)
    assert game.dump(other) != game.dump(state), f"{seat}: the scramble changed nothing, so it proves nothing"
    assert game.view(other, seat) == game.view(state, seat), f"{seat} sees something hidden"
    here, there = game.pending(state)[seat], game.pending(other)[seat]
    check_same_decision(seat, here, there, rng, tried)
    told = []
    for start in (state, other):
        pending = game.pending(start)
        silence = {who: pending[who].default for who in pending}
        told.append(seen_by(game.advance(start, silence, rng.at("silence")).events, seat))
    assert told[0] == told[1], f"{seat}: the events of a silent step betray something hidden"


def check_same_decision(seat: Seat, here: Decision[A], there: Decision[A], rng: Rng, tried: Sequence[A] = ()) -> None:
    """Whatever can be asked of two decisions that a seat may not tell apart has the same answer."""
    sample = here.sample(rng.at("same"))
    tried = (*tried, here.default, sample, there.sample(rng.at("other")))
    told: dict[str, Callable[[Decision[A]], Any]] = {
        "sort": lambda one: one.kind,
        "default": lambda one: one.default,
        "sample": lambda one: one.sample(rng.at("same")),
        "list": lambda one: None if (found := one.answers()) is None else list(found),
        "judgement": lambda one: [list(one.check(answer)) for answer in tried],
        "offers": lambda one: (list(one.offers()), one.alone, one.at_once) if isinstance(one, TableDecision) else None,
    }
    for name, ask_for in told.items():
        assert ask_for(here) == ask_for(there), f"{seat}: the decision betrays something hidden by its {name}"
    assert here.write(sample) == there.write(sample), f"{seat}: the written decision betrays something hidden"
