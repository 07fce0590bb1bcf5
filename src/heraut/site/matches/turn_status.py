"""Who has given orders, and what follows if the turn ended now: one projection for the clock, the pages and the mails.

Three facts are never mixed up: orders were received (saved), they are sealed (the player has finished), and the player
is absent (he said so beforehand). What the orders hold proves nothing: an empty sheet that was saved has been given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, cast
from zoneinfo import ZoneInfo

import msgspec
from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone

from heraut.engine.protocol import Refusal, TableDecision
from heraut.site.accounts.models import within
from heraut.site.common.compiled_queries import CompiledQuery
from heraut.site.common.words import HOUR, say, span
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match, Seat, Sheet
from heraut.site.matches.pace import Pace, delay
from heraut.site.matches.regents import regents_of

# what follows for a seat if the turn ended now
USED = "used"  # what was saved last is used
BOT = "bot"  # a bot answers
NOBODY = "nobody"  # the seat has no player: the default is taken
EXCUSED = "excused"  # absent as announced: the default is taken, and no turn counts as missed
TALKS = "talks"  # all negotiate, until their clock has run out: nothing is delayed for it, and nothing is missed
READY = "ready"  # the same, and the player has said that he has done
DELAYED = "delayed"  # the deadline is delayed once, at the expense of the player's bank
MISSED = "missed"  # the default is taken, and one more turn counts as missed

STANDING, BY_BOT = "standing", "bot"  # wills (`Seat.will`)

GHOST = 2  # turns missed in a row (GP-SITE-14)


class SeatStatus(msgspec.Struct, frozen=True, kw_only=True):
    """One seat that owes orders for the coming step. `delays` are those that its player's bank still holds.

    `regent` is who answers for its player, or has answered (a key of `Player`); `ruled`: a bot is his regent now, so
    that nobody waits for what he may still write or seal. `will` is what answers where all stay silent: it takes
    nothing from the outcome, for a turn that a will has played was missed all the same (GP-SITE-14).
    """

    seat: str
    received: bool
    sealed: bool
    orders: int
    delays: int
    missed: int
    outcome: str
    regent: int | None = None
    ruled: bool = False
    will: str = ""
    dropped: tuple[Refusal, ...] = ()  # lines of standing orders that were refused at the deadline

    @property
    def awaited(self) -> bool:
        """Whether an early end of the turn waits for this seat: a person, present, who still plays."""
        return self.outcome in (USED, TALKS, DELAYED, MISSED) and not self.ruled


def statuses_of(
    match: Match, pending: Iterable[str], now: datetime, seats: Iterable[Seat] | None = None
) -> dict[str, SeatStatus]:
    """Every seat that owes orders for the coming step, in the order of registration; `seats` if they are at hand.

    `pending` are their names; where a step is one decision, their decisions by name.
    """
    sheets = {whose(sheet): sheet for sheet in _outlines(match.pk, match.step + 1)}
    owing = pending if isinstance(pending, Mapping) else dict.fromkeys(pending)
    if seats is None:
        seats = match.seats.select_related("user")
    regents = regents_of([match.pk], now)
    return {
        seat.name: status_of(match, seat, sheets.get(seat.name), now, owing[seat.name], regents.get(seat.pk))
        for seat in seats
        if seat.name in owing
    }


def status_of(
    match: Match, seat: Seat, sheet: Sheet | None, now: datetime, decision: Any = None, regent: int | None = None
) -> SeatStatus:
    """What follows for this seat, whose last valid orders are `sheet`; `regent`: who gives its orders now."""
    delays = max(0, match.pace.grace - seat.grace_used)
    follows = outcome(match, seat, sheet, delays, now, decision, regent)
    return SeatStatus(
        seat=seat.name,
        received=sheet is not None,
        sealed=sheet is not None and sheet.sealed,
        orders=len(sheet.kept.splitlines()) if sheet is not None else 0,
        delays=delays,
        missed=seat.missed,
        outcome=follows,
        regent=sheet.regent_id if sheet is not None else regent,
        ruled=seat.ruled_at(now),
        will=will_of(seat) if follows != BOT else "",
    )


def will_of(seat: Seat) -> str:
    """What answers for this seat when its player and regent stay silent; "": silence, or the bot that stands in."""
    return seat.will if seat.user_id is not None and not seat.bot and not seat.offered else ""


def outcome(
    match: Match,
    seat: Seat,
    sheet: Sheet | None,
    delays: int,
    now: datetime,
    decision: Any = None,
    regent: int | None = None,
) -> str:
    """What the clock will do about this seat. Who has left his orders to a regent is not absent: that one is asked."""
    if sheet is not None:
        return USED
    if seat.bot_at(now):
        return BOT
    if seat.user is None or seat.offered:
        return NOBODY
    if stands_alone(decision):
        return READY if adapter(match.game).settled(decision) else TALKS
    if excused(decision) or (regent is None and is_away(seat, now)):
        return EXCUSED
    return DELAYED if delays and match.shift is None else MISSED


def sealed_by_people(match: Match, outlines: Iterable[Seat]) -> dict[str, bool] | None:
    """Who is awaited for the coming step, by name, and whether he has sealed: the same as `statuses_of`, of the
    outlines of all seats alone.

    None where that does not tell: somebody is away, or a bot stands in for a player or is his regent, so that it counts
    whether he has given orders.
    """
    found: dict[str, bool] = {}
    for seat in outlines:
        if seat.user_id is None:
            continue
        if seat.bot or seat.regent_bot or vars(seat)["absent"]:
            return None
        if not seat.offered:
            found[seat.name] = seat.sealed == match.step + 1
    return found


seat_outlines = CompiledQuery(  # of a match: who plays, and who has sealed, as every page tells it
    lambda match: (
        Seat.objects.filter(match=match)
        .only("name", "user", "bot", "regent_bot", "offered", "sealed")
        .annotate(absent=~Q(user__absent_from=None, user__absent_until=None, away_from=None))
    ),
    int,
)


def is_away(seat: Seat, now: datetime) -> bool:
    """Whether its player is away, from all his matches or from this one, by the calendar of where he lives."""
    if seat.user is None:
        return False
    day = now.astimezone(ZoneInfo(seat.user.time_zone)).date()
    return seat.user.absent_on(day) or within(day, seat.away_from, seat.away_until)


def sheets_that_count(match: int, step: int) -> QuerySet[Sheet]:
    """The version that counts of every seat's orders for this step. Those of a player who was replaced are void, and
    those given before a rewind."""
    still_his = Q(seat__taken_over=None) | Q(saved__gte=F("seat__taken_over"))
    his = Sheet.objects.filter(still_his, seat__match=match, step=step, void=False)
    last = his.values("seat").annotate(last=Max("pk")).values("last")  # a version is never written before a former one
    return Sheet.objects.filter(pk__in=last).defer("text", "signature", "times").annotate(name=F("seat__name"))


def whose(sheet: Sheet) -> str:
    """The name of its seat, as the query above gives it."""
    return cast(str, vars(sheet)["name"])


_last_sheets = CompiledQuery(sheets_that_count, int, int)
_outlines = CompiledQuery(lambda match, step: sheets_that_count(match, step).only("sealed", "kept", "regent"), int, int)


def last_sheets(match: Match, step: int) -> dict[str, Sheet]:
    """The same, by the names of the seats."""
    return {whose(sheet): sheet for sheet in _last_sheets(match.pk, step)}


def consequence(match: Match, status: SeatStatus) -> str:
    """What has been received of this seat and what follows from it, in the present language, for its player."""
    figures = {
        "orders": status.orders,
        "more": delay_words(match.pace),
        "delays": status.delays - (status.outcome == DELAYED),
        "missed": status.missed + 1,
        "silence": adapter(match.game).silence(match),
    }
    kind = "sealed" if status.outcome == USED and status.sealed else status.outcome
    if status.will and status.outcome in (MISSED, EXCUSED):
        kind = f"{kind}_{status.will}"
    return say(f"{'decision' if match.pace.by_decision else 'seat_status'}.{kind}", **figures)


def delay_words(pace: Pace) -> str:
    """How long one delay of the bank is: 48 h, 3 min."""
    seconds = int(delay(pace).total_seconds())
    return f"{seconds // HOUR} {say('time.units').split()[1]}" if seconds % HOUR == 0 else span(seconds)


def patience(match: Match) -> int | None:
    """Turns missed in a row after which a seat is offered, as the game has it; None: its player keeps it for good."""
    found: int | None = adapter(match.game).patience(match)
    return found


def tells_of_bots(match: Match, seat: Seat | None) -> bool:
    """Whether whoever holds a seat may be told that all others are bots'. Where it is a secret who plays, that is so in
    a match to try alone: its player has opened it for himself, and a turn that ends by his seal tells as much.
    """
    return not adapter(match.game).secret or (seat is not None and match.tried_by(seat))


NO_BOTS = Q(user__isnull=False) | Q(offered=True) | Q(bot="")  # a seat that is not a bot's for good


def is_no_bots(seat: Seat) -> bool:
    """The same of one seat: a player sits there, or sat there and has left it to nobody. Where it is a secret who plays
    the last of the others to leave would else be known to have left (DA-END-10).
    """
    return seat.user_id is not None or seat.offered or not seat.bot


def stands_alone(decision: Any) -> bool:
    """Whether a step may be taken with this seat's answer while others who were asked are still silent."""
    return isinstance(decision, TableDecision) and decision.alone


def excused(decision: Any) -> bool:
    """Whether the game itself waits for nobody here."""
    return isinstance(decision, TableDecision) and decision.at_once


def waited_for(match: Match, seat: Seat, decision: Any, now: datetime | None = None) -> bool:
    """Whether a seat is given its time for one decision: it has a player, no bot stands in, the game gives time."""
    return seat.user_id is not None and not seat.bot_at(now or timezone.now()) and given_time(match, decision)


def given_time(match: Match, decision: Any) -> bool:
    """Whether the game gives time for this. Nobody waits for him who has said, while all negotiate, that he is done."""
    return not excused(decision) and not (stands_alone(decision) and adapter(match.game).settled(decision))


def nobody_waited_for(match: Match, pending: Mapping[Any, Any]) -> bool:
    """Whether everyone who is given time for the present decision has answered."""
    sealed = {whose(sheet) for sheet in _outlines(match.pk, match.step + 1) if sheet.sealed}
    seats = match.seats.filter(name__in=[name for name in pending if name not in sealed])
    return not any(waited_for(match, seat, pending[seat.name]) for seat in seats)


def all_sealed(statuses: Mapping[str, SeatStatus]) -> bool:
    """Whether everyone who is awaited has finished, and there is someone who has, himself or by his bot."""
    if any(status.awaited and not status.sealed for status in statuses.values()):
        return False
    return any(status.sealed or status.ruled for status in statuses.values())


def delays_left(match: Match) -> int:
    """How many more delays are possible in this match at most: what the banks of all its players still hold."""
    people = match.seats.filter(user__isnull=False, offered=False, bot="")
    return sum(max(0, match.pace.grace - used) for used in people.values_list("grace_used", flat=True))
