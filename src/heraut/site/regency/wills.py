"""What answers for a seat whose player and regent have saved nothing when time is up: its will.

Standing orders are read by the decision like any others, at the moment at which they are needed: the lines that it
refuses then are dropped, one by one, and told. A bot plays by the view of its seat. Either way the answer is one like
another: it stands in the record and is verified. It takes nothing from the turn's being missed (GP-SITE-14).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from heraut.bots import in_place_of_player
from heraut.bots import names as bot_names
from heraut.bots import player as bot_player
from heraut.bots.character import level_of
from heraut.engine.decoding import convert
from heraut.engine.protocol import Refusal
from heraut.engine.protocol import Seat as SeatName
from heraut.engine.rng import Rng
from heraut.site.matches.adapters import adapter
from heraut.site.matches.bot_names import in_haste
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.turn_status import BY_BOT, SeatStatus, stands_alone, will_of
from heraut.site.regency.models import WillTaken

log = logging.getLogger("heraut.regency")

LONGEST = 6_000  # letters of standing orders
ROUNDS = 30  # readings, each without the lines that the one before refused


@dataclass(frozen=True)
class Willed:
    """What a will has answered; `text` in canonical form, `dropped` refusals of lines by their place in the will."""

    seat: Seat
    step: int
    answer: Any
    text: str
    dropped: tuple[Refusal, ...] = ()


def willed(match: Match, silent: Mapping[SeatName, Any], seats: Iterable[Seat], step: int) -> dict[SeatName, Willed]:
    """What the wills of these seats answer to decisions that nobody has answered; those whose will says nothing to it
    are left out, and silence answers.
    """
    found = {}
    for seat in seats:
        name = SeatName(seat.name)
        decision = silent.get(name)
        if decision is None or stands_alone(decision) or not will_of(seat):
            continue
        try:
            one = answer_of(match, seat, decision, step)
        except Exception:  # a will is no reason to hold up everybody's turn
            log.exception("match %s: the will of %s cannot be carried out", match.code, seat.name)
            continue
        if one is not None:
            found[name] = one
    return found


def answer_of(match: Match, seat: Seat, decision: Any, step: int) -> Willed | None:
    """What the will of a seat answers; None: nothing."""
    if seat.will == BY_BOT:
        if level_of(seat.will_bot) not in bot_names(match.game):
            return None
        draws = Rng(bytes(match.seed)).at("bot", seat.name, step)
        bot = in_place_of_player(match.game, in_haste(seat.will_bot))
        answer = bot_player(match.game, bot)(decision, decision.view, draws)
        return Willed(seat, step, answer, decision.write(answer))
    text, dropped = legal(decision, seat.standing, whole=adapter(match.game).whole)
    if text is None:
        return Willed(seat, step, decision.default, "", dropped) if dropped else None
    return Willed(seat, step, decision.parse(text).answer, text, dropped)


def legal(decision: Any, text: str, *, whole: bool) -> tuple[str | None, tuple[Refusal, ...]]:
    """What remains of a text without the lines that are refused, in canonical form (None: nothing), and the refusals.

    `whole`: whether one refused line makes the game refuse all of them; then, where not even the line at fault is told,
    the first line that can be taken by itself is.
    """
    lines, dropped = text.split("\n"), []
    reading = decision.parse(text)
    for _ in range(ROUNDS):
        wrong = {refusal.line for refusal in reading.refusals if refusal.line}
        if not wrong:
            break
        dropped += reading.refusals
        lines = ["" if number in wrong else line for number, line in enumerate(lines, 1)]
        reading = decision.parse("\n".join(lines))
    if reading.refusals and whole:
        dropped += reading.refusals
        reading = next((one for one in map(decision.parse, filled(lines)) if not one.refusals), None)
    if reading is None or not filled(lines):
        return None, tuple(dropped)
    kept = decision.write(reading.answer)
    return (None if decision.parse(kept).refusals else kept), tuple(dropped)


def filled(lines: Iterable[str]) -> list[str]:
    """The lines that say something, as many as are tried one by one."""
    return [line for line in lines if line.strip()][:ROUNDS]


def spoken(wills: Mapping[SeatName, Willed]) -> dict[SeatName, Any]:
    """The answers of these wills, by seat."""
    return {name: one.answer for name, one in wills.items()}


def told_with(wills: Mapping[SeatName, Willed], statuses: Mapping[str, SeatStatus]) -> dict[str, SeatStatus]:
    """The statuses of the seats with the lines of their wills that were refused."""
    dropped = {str(name): one.dropped for name, one in wills.items()}
    return {
        name: msgspec.structs.replace(status, dropped=dropped[name]) if name in dropped else status
        for name, status in statuses.items()
    }


def keep(match: Match, wills: Mapping[SeatName, Willed]) -> None:
    """Notes what wills have answered, in the transaction of the step; over what they had answered before a rewind."""
    WillTaken.objects.bulk_create(
        [
            WillTaken(
                match=match,
                seat=one.seat,
                holder_id=one.seat.user_id,
                step=one.step,
                will=one.seat.will,
                text=one.text,
                dropped=msgspec.to_builtins(one.dropped),
            )
            for one in wills.values()
            if one.seat.user_id is not None
        ],
        update_conflicts=True,
        unique_fields=["seat", "step"],
        update_fields=["holder", "will", "text", "dropped"],
    )


def taken_of(seat: Seat) -> list[WillTaken]:
    """The last times that the will of its present player has answered, the latest first."""
    return list(WillTaken.objects.filter(seat=seat, holder=seat.user_id).order_by("-step")[:10])


def taken_at(seat: Seat, step: int) -> WillTaken | None:
    """What the will of its present player answered at a step; None: it was not needed."""
    return WillTaken.objects.filter(seat=seat, holder=seat.user_id, step=step).first()


def refusals_of(taken: WillTaken, lang: str) -> list[str]:
    """The lines that were dropped then, and why, in words."""
    rules = taken.match.rules
    return [rules.explain(one, lang) for one in convert(taken.dropped, list[Refusal])]
