"""The record is the match: options, seats, seed, rules version and the answers of each step replay to the same states.

A record is one portable JSON file. Answers stand in it as the text that the players wrote.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, cast

import msgspec

from heraut.engine.protocol import A, Decision, Event, Game, Refusal, Ruled, S, Seat, SetupError
from heraut.engine.rng import Rng, commitment, match_rng

if TYPE_CHECKING:
    from pathlib import Path

FORMAT = 1
NO_STATE = msgspec.Raw()  # left out of the file, as this very object is the default


FAULTS = {
    "file": "{path}: {reason}",
    "not_a_record": "{path}: not a match record ({reason})",
    "other_format": "{path}: record format {found}; this program reads format {known}",
    "exists": "{path}: exists already; choose another name",
    "other_rules": "played under version {found} of the rules; this program plays {known}",
    "no_seed": "this copy of the record holds no seed: it can be read, not continued",
    "bad_seed": "the seed is not hexadecimal",
    "foreign_seed": "the seed does not match the commitment published at the start",
    "unplayable": "no match can be set up with these seats and options ({reason})",
    "other_setup": "the setup gives another state than the recorded one",
    "other_seats": "step {step}: the answers are not those of the seats that owed one",
    "refused_line": "step {step}: the answer of {seat} holds a line that is refused",
    "bad_ruling": "step {step}: the ruling cannot be read, or is none of this game",
    "other_state": "step {step}: the replay gives another state than the recorded one",
    "stale_state": "the stored state does not belong to the last step; rebuild it with `heraut replay`",
    "bad_state": "the stored state cannot be read: {reason}",
    "other_end": "the stored state is not the one that the steps lead to",
}


class RecordError(ValueError):
    """A file is not a record, or not one that can be continued.

    The message is one line of English, meant for a person; `code` and `data` let a door say it in another language.
    """

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(FAULTS[code].format(**data))
        self.code, self.data = code, data


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one seat answered, as text; None stands for silence, that is, for the decision's default."""

    seat: Seat
    text: str | None = None


class RecordedStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answers of one step, in the order of their entry, and the seal of them and of the state that came out.

    `ruling` is what whoever looks after the match decided before it (`protocol.Ruled`); in most steps nothing.
    """

    answers: tuple[Answer, ...]
    digest: str
    ruling: str = ""


class Record(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A match on disk. `seed` (hexadecimal) is absent from a copy given away before the end.

    `drafts` are answers entered for the coming step, in the order of their first entry; `state` is the last state,
    a convenience that a replay can always rebuild.
    """

    format: int = 1  # files of the first format do not say so
    game: str
    rules_version: str
    options: dict[str, Any]
    seats: list[Seat]
    commitment: str
    seed: str | None = None
    words: dict[Seat, str] = {}
    start: str = ""
    steps: list[RecordedStep]
    drafts: dict[Seat, str] = {}
    state: msgspec.Raw = NO_STATE


def digest(seed: str, answers: tuple[Answer, ...], data: bytes, ruling: str = "") -> str:
    """The seal of a step: an HMAC-SHA256 of its answers, of the dumped state and of the ruling, in hexadecimal.

    Keyed by the secret seed (hexadecimal): published before the end, it commits to the step without letting anyone
    confirm a guess of what is hidden in it.
    """
    sealed = msgspec.json.encode(answers) + data + ruling.encode()
    return hmac.new(bytes.fromhex(seed), sealed, hashlib.sha256).hexdigest()


class Match(Generic[S, A]):
    """A record together with the game that it is a record of, and the current state."""

    def __init__(self, game: Game[S, A], record: Record, state: S, events: tuple[Event, ...] = ()) -> None:
        self.game = game
        self.record = record
        self.state = state
        self.events = events  # of the last step taken in this process
        self._asked: tuple[S, Mapping[Seat, Decision[A]]] | None = None

    def pending(self) -> Mapping[Seat, Decision[A]]:
        """Who owes which decision now, asked of the game once a state."""
        if self._asked is None or self._asked[0] is not self.state:
            self._asked = self.state, self.game.pending(self.state)
        return self._asked[1]

    @classmethod
    def new(
        cls,
        game: Game[S, A],
        seats: list[Seat],
        options: dict[str, Any],
        seed: bytes,
        words: Mapping[Seat, str] | None = None,
    ) -> Match[S, A]:
        """Sets a match up. Raises SetupError when the options cannot be played."""
        record = Record(
            format=FORMAT,
            game=game.name,
            rules_version=game.rules_version,
            options=options,
            seats=seats,
            commitment=commitment(seed),
            seed=seed.hex(),
            words=dict(words or {}),
            steps=[],
        )
        first = game.setup(seats, options, _rng(record).at("setup"))
        match = cls(game, record, first.state, first.events)
        record.start = match.keep((), first.state)
        return match

    @classmethod
    def resume(cls, game: Game[S, A], record: Record) -> Match[S, A]:
        """Takes a match up where its record stopped, from the stored state. Raises RecordError when that is damaged."""
        _same_rules(game, record)
        _rng(record)  # refuses a missing or foreign seed
        state, last = _stored(game, record), record.steps[-1] if record.steps else RecordedStep((), record.start)
        if state is None or digest(record.seed or "", last.answers, game.dump(state), last.ruling) != last.digest:
            raise RecordError("stale_state")
        return cls(game, record, state)

    def answer(self, seat: Seat, text: str | None) -> tuple[A, tuple[Refusal, ...]]:
        """The answer that this text stands for at this moment, and what was refused of it."""
        decision = self.pending()[seat]
        if text is None:
            return decision.default, ()
        reading = decision.parse(text)
        return reading.answer, reading.refusals

    def advance(self, answers: Mapping[Seat, A], ruling: str = "") -> tuple[Event, ...]:
        """Takes one step with these answers, in their order; seats that did not answer get their default, last.

        A ruling takes effect first; the answers of seats that it leaves without a decision are recorded, not used.
        Raises ValueError when the game does not know the ruling.
        """
        pending = self.pending()
        texts = [Answer(seat, pending[seat].write(answer)) for seat, answer in answers.items()]
        texts += [Answer(seat) for seat in pending if seat not in answers]
        complete = dict(answers) | {seat: pending[seat].default for seat in pending if seat not in answers}
        state, events = self.ruled(ruling) if ruling else (self.state, ())
        asked = self.game.pending(state) if ruling else pending
        if asked:
            used = {seat: answer for seat, answer in complete.items() if seat in asked}
            step = self.game.advance(state, used, _rng(self.record).at("step", len(self.record.steps)))
            state, events = step.state, events + step.events
        self.record.steps.append(RecordedStep(tuple(texts), self.keep(tuple(texts), state, ruling), ruling))
        self.record.drafts = {}
        self.state, self.events = state, events
        return events

    def ruled(self, ruling: str) -> tuple[S, tuple[Event, ...]]:
        """What a ruling makes of the current state. Raises ValueError."""
        if not hasattr(self.game, "rule"):
            raise ValueError(f"{self.game.name} leaves nothing to whoever looks after a match")
        step = cast(Ruled[S, A], self.game).rule(self.state, ruling)
        return step.state, step.events

    def keep(self, answers: tuple[Answer, ...], state: S, ruling: str = "") -> str:
        """Stores this state as the one that these answers led to; its seal."""
        data = self.game.dump(state)
        self.record.state = msgspec.Raw(data)
        return digest(self.record.seed or "", answers, data, ruling)


def _rng(record: Record) -> Rng:
    if record.seed is None:
        raise RecordError("no_seed")
    try:
        seed = bytes.fromhex(record.seed)
    except ValueError:
        raise RecordError("bad_seed") from None
    if commitment(seed) != record.commitment:
        raise RecordError("foreign_seed")
    return match_rng(seed, record.words)


def _stored(game: Game[S, A], record: Record) -> S | None:
    """The stored state, however another program has laid out the JSON that it stands in; None if it is none."""
    try:
        return game.load(bytes(record.state))
    except msgspec.DecodeError:
        return None


def _same_rules(game: Game[S, A], record: Record) -> None:
    if record.rules_version != game.rules_version:
        raise RecordError("other_rules", found=record.rules_version, known=game.rules_version)


def replay(game: Game[S, A], record: Record) -> Iterator[Match[S, A]]:
    """Plays a record again from its seed, yielding the match after the setup and after each step.

    Raises RecordError at the first step whose state is not the recorded one.
    """
    _same_rules(game, record)
    seed = record.seed
    _rng(record)  # refuses a missing or foreign seed
    try:
        match = Match.new(game, record.seats, record.options, bytes.fromhex(seed or ""), record.words)
    except SetupError as error:
        raise RecordError("unplayable", reason=str(error)) from None
    if record.start and match.record.start != record.start:
        raise RecordError("other_setup")
    yield match
    for number, step in enumerate(record.steps, start=1):
        pending = match.pending()
        if {answer.seat for answer in step.answers} != set(pending) or len(step.answers) != len(pending):
            raise RecordError("other_seats", step=number)
        answers = {}
        for answer in step.answers:
            if answer.text is not None:
                reading = pending[answer.seat].parse(answer.text)
                if reading.refusals:
                    raise RecordError("refused_line", step=number, seat=answer.seat)
                answers[answer.seat] = reading.answer
        try:
            match.advance(answers, step.ruling)
        except ValueError:
            if not step.ruling:
                raise
            raise RecordError("bad_ruling", step=number) from None
        if match.record.steps[-1].digest != step.digest:
            raise RecordError("other_state", step=number)
        yield match


def verify(game: Game[S, A], record: Record) -> Match[S, A]:
    """Replays a record to its end; the match it ends in. Raises RecordError with the first thing that is wrong."""
    last: Match[S, A] | None = None
    for match in replay(game, record):
        last = match
    assert last is not None  # replay always yields the setup
    if bytes(record.state) and _stored(game, record) != last.state:
        raise RecordError("other_end")
    return last


def public_copy(record: Record, *, over: bool) -> Record:
    """The record as it may be given away: before the end without seed, words, state, drafts and secret options,
    and of each step the seal alone.
    """
    if over:
        return msgspec.structs.replace(record, drafts={})
    options, steps = public_options(record.options), [RecordedStep((), step.digest) for step in record.steps]
    sealed: dict[str, Any] = {"seed": None, "words": {}, "state": NO_STATE, "drafts": {}}
    return msgspec.structs.replace(record, options=options, steps=steps, **sealed)


def public_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are not secret; one is when its twin `…_secret` is set."""
    return {key: value for key, value in options.items() if not options.get(f"{key}_secret")}


def read_record(path: Path) -> Record:
    """The record in this file. Raises RecordError, in one line, on anything that is not one."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError("file", path=str(path), reason=error.strerror or str(error)) from None
    try:
        record = msgspec.json.decode(data.decode(), type=Record)  # msgspec would take some bytes for letters in keys
        if bytes(record.state):  # laid out for people in the file; digests are taken of the text as it was dumped
            record.state = msgspec.Raw(msgspec.json.format(bytes(record.state), indent=-1))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError("not_a_record", path=str(path), reason=str(error)) from None
    if record.format != FORMAT:
        raise RecordError("other_format", path=str(path), found=record.format, known=FORMAT)
    return record


def write_record(path: Path, record: Record, *, new: bool = False) -> None:
    """Writes a record whole or not at all (a new file beside it, then a rename), so that a crash never damages it.

    `new` refuses to replace a file that exists. Raises RecordError when the folder cannot be written to.
    """
    import tempfile  # slow to load, and most programs that read a record write none

    if new and path.exists():
        raise RecordError("exists", path=str(path))
    data = msgspec.json.format(msgspec.json.encode(record), indent=1)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except OSError as error:
        raise RecordError("file", path=str(path), reason=error.strerror or str(error)) from None
