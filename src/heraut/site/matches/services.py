"""How a match is conducted: opened, started, given orders. Each function is a transaction, or part of its caller's."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from heraut.engine.entry import entry_times
from heraut.engine.match import Match as EngineMatch
from heraut.engine.protocol import Event, Reading, Refusal
from heraut.engine.protocol import Seat as SeatName
from heraut.engine.record import Answer, CarriedOver, Record, RecordedStep, public_copy
from heraut.engine.rng import commitment
from heraut.games import game
from heraut.site.clock.pace import Pace, deadline
from heraut.site.common.adapters import adapter
from heraut.site.common.compiled_queries import CompiledQuery
from heraut.site.matches import models as m
from heraut.site.matches.models import Deed, Match, Seat, Sheet, Step
from heraut.site.matches.receipts import keyed_root_of, receipt_line, root_of, seal_hash, sha256, sign
from heraut.site.matches.state_storage import EVERY, last_whole, packed
from heraut.site.matches.turn_status import all_sealed, nobody_waited_for, standings, stands_alone
from heraut.site.notifications.match_mails import start_letters
from heraut.site.notifications.news import news, without_reports
from heraut.site.notifications.outbox import post

COUNTED = RecordedStep((), "")  # a step before the last, of which nothing is needed
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is mistaken for another


class Closed(Exception):
    """Nothing can be changed now: the turn is being resolved, the match is paused, over, or not yet begun."""


class Outdated(Exception):
    """The orders have another version by now than the one that these were made from."""


class Refused(Exception):
    """A line of these orders cannot be taken, and the game takes them only as a whole: those before them stand."""


def new_code() -> str:
    """A code that nobody can guess: it is the whole secret of a private match's address."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(10))


def open_match(game: str, title: str, options: Mapping[str, Any], pace: Pace, **fields: Any) -> Match:
    """A match waiting for players; its seed is drawn and committed to at once."""
    seed = secrets.token_bytes(32)
    return Match.objects.create(
        code=new_code(),
        game=game,
        title=title,
        options=dict(options),
        pace_data=msgspec.to_builtins(pace),
        seed=seed,
        commitment=commitment(seed),
        **fields,
    )


@transaction.atomic
def start(match: Match, now: datetime | None = None) -> None:
    """Sets the match up with its seats, in the order of registration, opens the first turn, and tells the players.

    Raises SetupError when the options cannot be played with these seats, and Closed when it has started already.
    """
    now = now or timezone.now()
    if Match.objects.select_for_update().get(pk=match.pk).status not in (m.GATHERING, m.MUSTER):
        raise Closed
    seats = number_seats(match)
    options = {**match.options, "lords": len(seats), **adapter(match.game).seat_options(seats)}
    call_lords(seats, options["names"])
    for name in adapter(match.game).FOR_THE_TABLE:
        del options[name]
    words = {SeatName(seat.name): seat.word for seat in seats if seat.word}
    begun = EngineMatch.new(match.rules, [SeatName(seat.name) for seat in seats], options, bytes(match.seed), words)
    match.options, match.rules_version = options, begun.record.rules_version
    match.state, match.digest = bytes(begun.record.state), begun.record.start
    match.status, match.started, match.step = m.RUNNING, now, 0
    match.deadline = deadline(match.pace, now, 1)
    if match.pace.by_decision:
        match.turn, match.ready = adapter(match.game).turn_of(begun.state), now  # bots may be the first to be asked
    match.save()
    keep_steps(match, now, [as_taken(match, begun, 0, {})])
    post(start_letters(match, begun.state, begun.events, now))
    post(news(match, "begun", str(match.pk), without_reports(match), until=match.deadline))


def number_seats(match: Match) -> list[Seat]:
    """The seats under the names j1, j2, …, in the order of registration: those who left in between leave no gap."""
    seats = list(match.seats.all())
    for seat in seats:
        seat.name = f"~{seat.pk}"  # out of the way of the others, for names are unique at every moment
    Seat.objects.bulk_update(seats, ["name"])
    for number, seat in enumerate(seats, start=1):
        seat.name = f"j{number}"
    Seat.objects.bulk_update(seats, ["name"])
    return seats


def call_lords(seats: list[Seat], names: Mapping[str, str]) -> None:
    """Lords are called as the game calls them: two who have chosen one name are told apart."""
    renamed = [seat for seat in seats if names.get(seat.name, seat.lord) != seat.lord]
    for seat in renamed:
        seat.lord = names[seat.name]
    Seat.objects.bulk_update(renamed, ["lord"])


@dataclass(frozen=True)
class Taken:
    """A step that was taken and is to be stored; `sealed` are the hashes of the answers used, by seat."""

    number: int
    turn: int
    answers: tuple[Answer, ...]
    sealed: Mapping[str, str]
    events: tuple[Event, ...]
    state: bytes
    digest: str


def as_taken(match: Match, engine: EngineMatch[Any, Any], number: int, sealed: Mapping[str, str]) -> Taken:
    """The last step of the engine, under this number."""
    steps = engine.record.steps
    return Taken(
        number=number,
        turn=adapter(match.game).turn_of(engine.state) if match.pace.by_decision else number,
        answers=steps[-1].answers if steps else (),
        sealed=sealed,
        events=engine.events,
        state=bytes(engine.record.state),
        digest=steps[-1].digest if steps else engine.record.start,
    )


def keep_steps(match: Match, now: datetime, steps: Iterable[Taken]) -> None:
    """Stores steps that have just been taken. IntegrityError if one of these numbers exists already.

    Where a step is one decision most states are packed against an earlier one.
    """
    rows: list[Step] = []
    whole: tuple[int, bytes] | None = None
    for step in steps:
        if whole is not None and step.number - whole[0] >= EVERY:
            whole = None
        elif match.pace.by_decision and not rows:
            whole = last_whole(match.pk, step.number)
        rows.append(
            Step(
                match=match,
                number=step.number,
                turn=step.turn,
                resolved=now,
                answers=[[answer.seat, answer.text] for answer in step.answers],
                events=msgspec.json.encode(step.events),
                state=step.state if whole is None else packed(step.state, whole[1]),
                base=None if whole is None else whole[0],
                rules_version=match.rules_version,
                digest=step.digest,
                sealed_hashes=dict(step.sealed),
                sealed_root=published_root(match, step),
            )
        )
        whole = whole or (step.number, step.state)
    Step.objects.bulk_create(rows)


def published_root(match: Match, step: Taken) -> str:
    """What is published of all orders that were used for a step together."""
    if givers_are_secret(match):
        return keyed_root_of(step.sealed, step.number, bytes(match.seed))
    return root_of(step.sealed)


def givers_are_secret(match: Match) -> bool:
    """Whether nobody may know before the end who has given orders: where it is a secret who plays, or who answers.

    (DA-FOG-08, FI-INF-01)
    """
    return bool(adapter(match.game).SECRET or match.pace.by_decision)


def record_of(match: Match) -> Record:
    """The match as the engine's record, seed included: for the arbiter, and for everyone once it is over."""
    steps = list(match.steps.order_by("number").values_list("answers", "digest"))
    rulings = rulings_of(match)
    taken = [recorded(*step, rulings.get(number, "")) for number, step in enumerate(steps)]
    return bare_record(match, start=steps[0][1] if steps else "", steps=taken[1:])


def recorded(answers: list[list[Any]], digest: str, ruling: str = "") -> RecordedStep:
    """A stored step as the record has it."""
    return RecordedStep(tuple(Answer(SeatName(seat), text) for seat, text in answers), digest, ruling)


def rulings_of(match: Match) -> dict[int | None, str]:
    """What was decided about a match, by step; None: what waits for the coming one."""
    rulings: dict[int | None, str] = {}
    for step, text in match.rulings.values_list("step", "text"):
        rulings[step] = f"{rulings[step]}\n{text}" if step in rulings else text
    return rulings


def arbiter_record(match: Match) -> Record:
    """The match as a record that can be continued: of its steps the last is whole, and only counted are the others."""
    number, answers, digest = match.steps.order_by("-number").values_list("number", "answers", "digest")[0]
    if number == 0:
        return bare_record(match, start=digest, steps=[])
    last = recorded(answers, digest, rulings_of(match).get(number, ""))
    return bare_record(match, start="", steps=[*[COUNTED] * (number - 1), last])


def bare_record(match: Match, start: str, steps: list[RecordedStep]) -> Record:
    """A record of these steps."""
    words = dict(match.seats.exclude(word="").values_list("name", "word"))
    return Record(
        game=match.game,
        rules_version=match.rules_version,
        options=dict(match.options),
        seats=[SeatName(name) for name in match.seats.values_list("name", flat=True)],
        commitment=match.commitment,
        seed=bytes(match.seed).hex(),
        words={SeatName(name): word for name, word in words.items()},
        start=start,
        steps=steps,
        carried=tuple(
            CarriedOver(over.after, over.rules_version, over.digest, msgspec.Raw(bytes(over.state)))
            for over in match.carried.all()
        ),
        state=msgspec.Raw(bytes(match.state or b"")),
    )


def public_record(match: Match) -> Record:
    """The record as anybody may have it: whole once the match is over; before, without seed, orders, state, secrets."""
    return public_copy(record_of(match), over=match.over)


# Orders


def open_to_orders(match: Match, now: datetime | None = None) -> bool:
    """Whether orders may be changed now: never past the deadline, however late the clock is (GP-GEN-02, GP-SITE-17)."""
    if match.status != m.RUNNING or match.claimed_until is not None or match.deadline is None:
        return False
    return match.deadline > (now or timezone.now())


_last_sheet = CompiledQuery(
    lambda seat, step: Sheet.objects.filter(seat=seat, step=step).order_by("-sequence")[:1], int, int
)


def last_sheet(seat: Seat, step: int) -> Sheet | None:
    """The version of the orders that counts for this step, if any was saved by the seat's present player."""
    sheet = _last_sheet.first(seat.pk, step)
    if sheet is None or not is_his(seat, sheet):
        return None
    sheet.seat = seat
    return sheet


def is_his(seat: Seat, sheet: Sheet) -> bool:
    """Whether the seat's present player saved it, and not the one whom he replaced."""
    return seat.taken_over is None or sheet.saved >= seat.taken_over


_match = CompiledQuery(lambda match: Match.objects.filter(pk=match), int)
_locked_match = CompiledQuery(lambda match: Match.objects.select_for_update().defer("state").filter(pk=match), int)
_seat = CompiledQuery(lambda seat: Seat.objects.filter(pk=seat).only("user", "sealed", "taken_over"), int)


def save_orders(
    seat: Seat, text: str, *, seal: bool = False, over: int | None = None, window: str = ""
) -> tuple[Sheet, tuple[Refusal, ...]]:
    """Keeps one more version of a seat's orders for the coming step; what was refused of it. Raises Closed or Refused.

    `over`: the version that it was made from (0: none); raises Outdated if that is the last one no more. `window`: the
    page that it was written in.

    The lines that were understood count; the text is kept as it was typed. Sealing says: I have finished; once everyone
    has, the turn ends at once if the pace of the match wants it so. Where a step is one decision it is then ready to be
    taken; and so it is when whoever answers need not wait for the others (a proposal, while all negotiate).
    """
    match = _match.first(seat.match_id)
    pending = pending_in(match.game, bytes(match.state or b"")) if match and open_to_orders(match) else {}
    decision = pending.get(SeatName(seat.name))
    if match is None or decision is None:
        raise Closed
    reading = decision.parse(text)  # before the transaction: it does not have to hold the others up
    if reading.refusals and adapter(match.game).WHOLE:
        raise Refused
    kept = decision.write(reading.answer)
    with transaction.atomic():
        now = timezone.now()
        locked, stored = _locked_match.first(match.pk), _seat.first(seat.pk)
        if locked is None or not open_to_orders(locked, now) or locked.step != match.step:
            raise Closed
        if stored is None or stored.user_id != seat.user_id:
            raise Closed
        former = _last_sheet.first(seat.pk, match.step + 1)
        if over is not None and over != (former.sequence if former is not None and is_his(stored, former) else 0):
            raise Outdated
        sheet = keep_sheet(locked, seat, former, text, reading, kept, now, seal=seal, window=window)
        sealed = sheet.step if seal else 0
        if stored.sealed != sealed:
            Seat.objects.filter(pk=seat.pk).update(sealed=sealed)
        if seal and locked.pace.by_decision:
            if stands_alone(decision) or nobody_waited_for(locked, pending):
                Match.objects.filter(pk=match.pk).update(ready=now)
        elif seal and locked.pace.early and all_sealed(standings(locked, pending, now)):
            Match.objects.filter(pk=match.pk).update(deadline=now)
    return sheet, reading.refusals


def keep_sheet(
    match: Match,
    seat: Seat,
    former: Sheet | None,
    text: str,
    reading: Reading[Any],
    kept: str,
    now: datetime,
    *,
    seal: bool,
    window: str,
) -> Sheet:
    """One more version of a seat's orders, after `former`, with its receipt."""
    step = match.step + 1
    sequence = former.sequence + 1 if former is not None else 1
    stood = former.lines if former is not None and is_his(seat, former) else []
    times = entry_times(stood, kept.splitlines(), now) if reading.answer else []
    line = receipt_line(match.code, step, seat.name, sequence, now, sha256(kept))
    signature = sign(line)
    return Sheet.objects.create(
        seat=seat,
        step=step,
        sequence=sequence,
        text=text,
        kept=kept,
        saved=now,
        times=[time.isoformat() for time in times],
        entered=min(times, default=None),
        sealed=seal,
        window=window,
        hash=seal_hash(line, signature),
        signature=signature,
    )


def decision_of(match: Match, seat: Seat) -> Any | None:
    """What this seat owes now; None if nothing, or if orders cannot be changed."""
    if not open_to_orders(match):
        return None
    return pending_in(match.game, bytes(match.state or b"")).get(SeatName(seat.name))


@lru_cache(maxsize=16)
def pending_in(game_name: str, state: bytes) -> Mapping[SeatName, Any]:
    """Who owes what in a stored state, read only: most of a match's saves are for the same turn."""
    pending: Mapping[SeatName, Any] = game(game_name).pending(game(game_name).load(state))
    return pending


def write_deed(match: Match, kind: str, author: Any = None, **data: Any) -> Deed:
    """One entry in the public chronicle of the match."""
    return Deed.objects.create(match=match, at=timezone.now(), author=author, kind=kind, data=data)
