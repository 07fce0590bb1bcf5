"""The record is the match: options, seats, seed, rules version and the answers of each step replay to the same states.

A record is one portable JSON file. Answers stand in it as the text that the players wrote.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from typing import Any

import msgspec

from heraut.engine.decoding import decode
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng, commitment, match_rng

FORMAT = 1
NO_STATE = msgspec.Raw()  # left out of the file, as this very object is the default

FAULTS = {
    "file": "{path}: {reason}",
    "not_a_record": "{path}: not a match record ({reason})",
    "too_long": "{path}: not a match record (longer than {most} MiB)",
    "other_format": "{path}: record format {found}; this program reads format {known}",
    "exists": "{path}: exists already; choose another name",
    "other_rules": "played under version {found} of the rules; this program plays {known}",
    "older_rules": "played under version {found} of the rules, which release {release} plays; this program: {known}",
    "other_carried": "step {step}: the state with which the match went on under newer rules is not the sealed one",
    "no_seed": "this copy of the record holds no seed: it can be read, not continued",
    "bad_seed": "the seed is not hexadecimal",
    "foreign_seed": "the seed does not match the commitment published at the start",
    "unplayable": "no match can be set up with these seats and options ({reason})",
    "other_setup": "the setup gives another state than the recorded one",
    "other_seats": "step {step}: the answers are not those of the seats that owed one",
    "refused_line": "step {step}: the answer of {seat} holds a line that is refused",
    "bad_ruling": "step {step}: the ruling cannot be read, or is none of this game",
    "other_draw": "step {step}: its dice are not those of so many rewinds",
    "no_step": "no step {step} that could be set aside",
    "bad_branch": "what rewind {branch} set aside does not follow from the record: {reason}",
    "other_state": "step {step}: the replay gives another state than the recorded one",
    "stale_state": "the stored state does not belong to the last step; `heraut replay FILE -o NEW` rebuilds it",
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
    """What one seat answered, as text; None stands for silence, which takes the default."""

    seat: Seat
    text: str | None = None


class RecordedStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answers of one step, in the order of their entry, and the seal of the answers and the resulting state.

    `ruling` is what whoever looks after the match ruled before it (`protocol.Ruled`), mostly nothing. `branch` is how
    often the match had been rewound when the step was first taken. It is part of the name of the step's dice: a turn
    that is played anew gets other dice, one that is only computed again the same (docs/adr/0019).
    """

    answers: tuple[Answer, ...]
    digest: str
    ruling: str = ""
    branch: int = 0


class Branch(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a rewind set aside: the `steps` from number `first` on, as they stood then, under the rules of that time.

    `reason` was given to all; `change` says in public data what was corrected.
    """

    first: int
    steps: tuple[RecordedStep, ...]
    rules_version: str
    reason: str = ""
    change: dict[str, Any] = {}


class CarriedOver(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match went on under newer rules `after` so many steps, which were taken under `rules_version`.

    `state` is the state that it went on from (absent from a copy given away before the end), `digest` its seal.
    """

    after: int
    rules_version: str
    digest: str
    state: msgspec.Raw = NO_STATE


class Record(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A match on disk. `seed` (hexadecimal) is absent from a copy given away before the end.

    `rules_version` is that of the coming step; `carried` says what was played under older rules (`migration.py`).

    `drafts` are answers entered for the coming step, in the order of entry of the oldest line that stands in each
    (GP-GEN-10); `entered` says with which save each line of them came. `state` is the last state, a convenience that
    a replay can always rebuild.
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
    branches: tuple[Branch, ...] = ()  # in the order of the rewinds
    carried: tuple[CarriedOver, ...] = ()
    drafts: dict[Seat, str] = {}
    entered: dict[Seat, tuple[int, ...]] = {}
    state: msgspec.Raw = NO_STATE


def digest(seed: str, answers: tuple[Answer, ...], data: bytes, ruling: str = "", branch: int = 0) -> str:
    """The seal of a step: an HMAC-SHA256 of its answers, of the dumped state and of the ruling, in hexadecimal.

    Keyed by the secret seed (hexadecimal): published before the end, it commits to the step without letting anyone
    confirm a guess of what is hidden in it. The branch is in it so that, when a turn is played anew, an equal seal does
    not betray that everybody gave the same orders again.
    """
    sealed = msgspec.json.encode(answers) + data + ruling.encode() + (f"\n@{branch}".encode() if branch else b"")
    return hmac.new(bytes.fromhex(seed), sealed, hashlib.sha256).hexdigest()


def carried_seal(record: Record, found: str, data: bytes) -> str:
    """The seal of the dumped state from which a match goes on that was played under the rules `found` before."""
    return digest(record.seed or "", (), data, found)


def is_last_state(record: Record, data: bytes) -> bool:
    """Whether this is the dumped state after the record's last step, or after it was carried over to newer rules."""
    if record.carried and record.carried[-1].after == len(record.steps):
        last = record.carried[-1]
        return carried_seal(record, last.rules_version, data) == last.digest
    step = record.steps[-1] if record.steps else RecordedStep((), record.start)
    return digest(record.seed or "", step.answers, data, step.ruling, step.branch) == step.digest


def rng_of(record: Record) -> Rng:
    """The random streams of this match. Raises RecordError when its seed is missing or not the one committed to."""
    if record.seed is None:
        raise RecordError("no_seed")
    try:
        seed = bytes.fromhex(record.seed)
    except ValueError:
        raise RecordError("bad_seed") from None
    if commitment(seed) != record.commitment:
        raise RecordError("foreign_seed")
    return match_rng(seed, record.words)


def public_copy(record: Record, *, over: bool) -> Record:
    """The record as it may be given away: before the end without seed, words, state, drafts and secret options,
    and of each step the seal alone.
    """
    if over:
        return msgspec.structs.replace(record, drafts={}, entered={})
    options, steps = public_options(record.options), list(map(_sealed, record.steps))
    branches = tuple(
        msgspec.structs.replace(branch, steps=tuple(map(_sealed, branch.steps))) for branch in record.branches
    )
    carried = tuple(msgspec.structs.replace(each, state=NO_STATE) for each in record.carried)
    sealed: dict[str, Any] = {"seed": None, "words": {}, "state": NO_STATE, "drafts": {}, "entered": {}}
    return msgspec.structs.replace(record, options=options, steps=steps, branches=branches, carried=carried, **sealed)


def _sealed(step: RecordedStep) -> RecordedStep:
    """What is public of a step before the end: its seal, and how often the match had been rewound before it."""
    return RecordedStep((), step.digest, branch=step.branch)


def public_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are not secret; one is when its twin `…_secret` is set."""
    return {key: value for key, value in options.items() if not options.get(f"{key}_secret")}


def decode_record(data: bytes, path: str) -> Record:
    """The record that a file holds. Raises RecordError, in one line with this path, on anything that is not one."""
    try:
        record = decode(data.decode(), Record)  # msgspec would take some bytes for letters in keys
        record.state = as_dumped(record.state)
        record.carried = tuple(msgspec.structs.replace(each, state=as_dumped(each.state)) for each in record.carried)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError("not_a_record", path=path, reason=str(error)) from None
    if record.format != FORMAT:
        raise RecordError("other_format", path=path, found=record.format, known=FORMAT)
    return record


def as_dumped(state: msgspec.Raw) -> msgspec.Raw:
    """A state from a file laid out for people, as it was dumped: digests are taken of that text."""
    return msgspec.Raw(msgspec.json.format(bytes(state), indent=-1)) if bytes(state) else NO_STATE


def encode_record(record: Record) -> bytes:
    """The record as a file holds it, laid out for people."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1)
