"""What every game promises, as one executable test: `check_match` plays a match and checks each promise on the way.

A failure is an AssertionError that says which promise, at which step.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from heraut.engine.decoding import decode
from heraut.engine.match import Match, verify
from heraut.engine.play import Player, ask
from heraut.engine.protocol import (
    A,
    Decision,
    Event,
    Game,
    Guessing,
    Json,
    S,
    Searchable,
    Seat,
    TableDecision,
    Unguessed,
    seen_by,
)
from heraut.engine.rng import Rng

# Returns another state that this seat cannot tell from the given one: all that it may not know is changed at random.
Scramble = Callable[[S, Seat, Rng], S]

GUESSING = 6  # at most so many seats guess at each step
TAKEN = 3  # offered orders that are put together in one answer
LOOKED_AT = 30  # about so many offered orders of each list are checked
TRIED = 24  # so many answers of former steps, of any seat, are given to a decision to check


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
    strangers: bool = False,
    namesakes: bool = False,
    spared: bool = False,
) -> Match[S, A]:
    """Plays a match of random legal answers (or of these players), checking every promise at every step.

    `check_step` may add promises about a state, the next one and the events between; for `strangers` and `spared` see
    `check_guess`. `namesakes`: names may pass from one thing to another, so that a text means one thing per step only.
    """
    rng, match = Rng(seed).at("conformance"), Match.new(game, seats, options, seed)
    everyone, tried = players or dict.fromkeys(seats, random_player), deque[A](maxlen=TRIED)
    meant: dict[tuple[Seat, str, str], A] = {}
    while (step := len(match.record.steps)) < max_steps:
        check_over(game, match.state)
        if game.result(match.state) is not None:
            break
        check_moment(match, seats, rng, None if namesakes else meant)
        if scramble is not None:
            seat = seats[step % len(seats)]
            check_secrecy(game, match.state, seat, scramble, rng.at("scramble", step), tuple(tried))
        if isinstance(game, Guessing):
            guess_at = in_turn(seats, step), rng.at("guess", step)
            check_guess(game, match.state, match.events, *guess_at, strangers=strangers, spared=spared)
        state, answers = match.state, ask(match, everyone, rng)
        tried += answers.values()
        take_step(match, answers, rng.at("search", step))
        if check_step is not None:
            check_step(state, match.state, match.events)
    verify(game, match.record)
    return match


def take_step(match: Match[S, A], answers: Mapping[Seat, A], rng: Rng) -> None:
    """Takes a step and checks that it leaves its input unchanged; searchable games take it by `apply` first."""
    game, state, before = match.game, match.state, match.game.dump(match.state)
    if isinstance(game, Searchable):
        check_search(game, state, answers, rng)
    match.advance(answers)
    assert game.dump(state) == before, f"step {len(match.record.steps)}: advance changed its input"


def check_moment(match: Match[S, A], seats: list[Seat], rng: Rng, meant: dict[tuple[Seat, str, str], A] | None) -> None:
    """Checks one state: its dump, views, decisions, and the offers to one of the seats that owe a decision."""
    game, state, step = match.game, match.state, len(match.record.steps)
    check_round_trip(game, state)
    check_decisions(game, state, check_views(game, state, seats), rng.at("decisions", step))
    asked = list(match.pending())
    check_offers(game, state, asked[step % len(asked)], rng.at("offers", step), meant)


def in_turn(seats: list[Seat], step: int) -> list[Seat]:
    """The seats that guess at a step: all if they are few, otherwise `GUESSING` of them, others at each step."""
    first = step * GUESSING % len(seats)
    return (seats + seats)[first : first + min(GUESSING, len(seats))]


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
    """Views survive JSON unchanged, so that no object in them can leak more than it shows. Returns all the views."""
    views = {seat: game.view(state, seat) for seat in (None, *seats)}
    for seat, view in views.items():
        assert decode(msgspec.json.encode(view)) == view, f"the view of {seat} is not plain JSON"
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


def check_offers(
    game: Game[S, A], state: S, seat: Seat, rng: Rng, meant: dict[tuple[Seat, str, str], A] | None = None
) -> None:
    """Each order offered to a seat makes a legal answer, alone and behind other offered orders; none is offered twice.

    They are hashable, no two are written alike, and asking again gives the same list. `meant` holds the answers of
    former steps by (seat, kind of decision, text), to which those of this step are added: the same text must always
    mean the same answer.
    """
    decision, taken = game.pending(state)[seat], tuple[Any, ...]()
    again, meant = game.pending(state)[seat], {} if meant is None else meant
    assert not decision.check(decision.compose(())), f"{seat}: an answer of no orders is refused"
    for _ in range(TAKEN):
        offers = list(decision.offers(taken))
        assert offers == list(again.offers(taken)), f"{seat}: asked twice, {decision.kind} offers something else"
        assert len(set(offers)) == len(offers), f"{seat}: {decision.kind} offers an order twice"
        texts = {decision.write(decision.compose((order,))) for order in offers}
        assert len(texts) == len(offers), f"{seat}: {decision.kind} offers orders that are written alike"
        for order in some_of(offers, rng):
            answer = decision.compose((*taken, order))
            refusals, text = decision.check(answer), decision.write(answer)
            assert not refusals, f"{seat}: {decision.kind} offers what it refuses: {text!r}, {refusals}"
            known = meant.setdefault((seat, decision.kind, text), answer)
            assert known == answer, f"{seat}: {text!r} has meant something else"
        if not offers:
            break
        taken = (*taken, rng.choice(offers))


def some_of(things: Sequence[Any], rng: Rng) -> Sequence[Any]:
    """All things if they are few; otherwise about `LOOKED_AT` of them at even distances, so some of every sort."""
    stride = max(1, len(things) // LOOKED_AT)
    return things[rng.randint(0, stride - 1) :: stride]


def check_search(game: Searchable[S, A], state: S, answers: Mapping[Seat, A], rng: Rng) -> None:
    """Playing on without views comes to the same: the same questions, the same state after these answers.

    Seats that are asked and do not answer take their default. A clone shares nothing with its state.
    """
    before, pending, opened = game.dump(state), game.pending(state), game.open_decisions(state)
    assert list(opened) == list(pending), "other seats decide, or in another order, where nothing is hidden"
    asked = list(pending)
    for seat in in_turn(asked, rng.at("seats").randint(0, len(asked) - 1)) if asked else ():
        decision = pending[seat]
        assert opened[seat].kind == decision.kind, f"{seat}: another question where nothing is hidden"
        assert opened[seat].default == decision.default, f"{seat}: another default where nothing is hidden"
        same = list(opened[seat].offers()) == list(decision.offers())
        assert same, f"{seat}: other offers for {decision.kind} where nothing is hidden"
        assert opened[seat].view == decision.view, f"{seat}: another view where nothing is hidden"
    complete = dict(answers) | {seat: one.default for seat, one in pending.items() if seat not in answers}
    twin = game.clone(state)
    assert game.dump(twin) == before, "a clone is another state"
    after = game.dump(game.apply(twin, complete, rng.at("dice")))
    assert game.dump(state) == before, "a clone shares with its state what apply changes"
    expected = game.dump(game.advance(state, complete, rng.at("dice")).state)
    assert after == expected, "apply leads elsewhere than advance"


def check_secrecy(
    game: Game[S, A], state: S, seat: Seat, scramble: Scramble[S], rng: Rng, tried: Sequence[A] = ()
) -> None:
    """What a seat may not know changes nothing that it sees: the same view, decision, and events of a silent step.

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


def check_guess(
    game: Guessing[S, A],
    state: S,
    events: Sequence[Event],
    seats: Sequence[Seat],
    rng: Rng,
    *,
    strangers: bool = False,
    spared: bool = False,
) -> dict[Seat, S]:
    """What each seat guesses agrees with what it sees: the same view, byte for byte, and the same seats to decide.

    `events` are those that led to the state. A guess must dump and load like any state, and the same stream must give
    the same guess (tried with one of the seats). `strangers`: which others still play is secret, so that a guess need
    only have the right number of them. `spared`: standing instructions may answer for others in secret, so that each
    seat only knows whether it is asked itself. Returns the guesses by seat, without the seats for which the game found
    none.
    """
    guesses: dict[Seat, S] = {}
    deciding, twice = set(game.pending(state)), rng.at("twice").choice(seats)
    for seat in seats:
        view, told = game.view(state, seat), seen_by(events, seat)
        stream = rng.at(seat)
        try:
            guessed = guesses[seat] = game.guess(view, told, seat, stream)
        except Unguessed:
            continue
        assert canonical(game.view(guessed, seat)) == canonical(view), f"{seat} sees something else in its guess"
        asked = set(game.pending(guessed))
        same = asked == deciding
        if strangers or spared:
            same = (seat in asked) == (seat in deciding) and (spared or len(asked) == len(deciding))
        assert same, f"{seat}: others decide in its guess"
        check_round_trip(game, guessed)
        if seat == twice:
            again = game.guess(view, told, seat, rng.at(seat))
            assert game.dump(again) == game.dump(guessed), f"{seat}: the same stream gives another guess"
    return guesses


def canonical(view: Json) -> bytes:
    """A view as JSON text with sorted keys."""
    return msgspec.json.encode(view, order="sorted")


def check_same_decision(seat: Seat, here: Decision[A], there: Decision[A], rng: Rng, tried: Sequence[A] = ()) -> None:
    """Two decisions that a seat may not tell apart answer every question alike."""
    sample = here.sample(rng.at("same"))
    tried = (*tried, here.default, sample, there.sample(rng.at("other")))
    told: dict[str, Callable[[Decision[A]], Any]] = {
        "sort": lambda one: one.kind,
        "default": lambda one: one.default,
        "sample": lambda one: one.sample(rng.at("same")),
        "list": lambda one: None if (found := one.answers()) is None else list(found),
        "judgement": lambda one: [list(one.check(answer)) for answer in tried],
        "offers": lambda one: list(one.offers()),
        "waiting": lambda one: (one.alone, one.at_once) if isinstance(one, TableDecision) else None,
    }
    for name, ask_for in told.items():
        assert ask_for(here) == ask_for(there), f"{seat}: the decision betrays something hidden by its {name}"
    assert here.write(sample) == there.write(sample), f"{seat}: the written decision betrays something hidden"
