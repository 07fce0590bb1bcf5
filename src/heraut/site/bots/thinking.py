"""Masters think before a turn ends, in processes of their own; what they answer is kept sealed until then.

A turn is thought of as soon as it opens, the one whose deadline is nearest first; at a table the seat that is asked:
a table waits for some seconds alone, so that tables have a process which no sheet keeps busy. A worker that dies leaves
a lease that lapses, and the question is taken up again; what is not ready when the clock comes is played by a bot that
needs no time (`clock/bots.py`). Nothing here is waited for by a page, or by the clock.
"""

from __future__ import annotations

import logging
import math
import time
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from heraut.bots import in_place_of_player
from heraut.engine.protocol import Seat as SeatName
from heraut.games.registry import GAMES
from heraut.site.bots.mind import LONGEST, Mind
from heraut.site.bots.process import Question
from heraut.site.clock.bots import bot_draws, takes_time
from heraut.site.clock.models import Thought
from heraut.site.clock.resolution import resolve_at_once
from heraut.site.matches import models as m
from heraut.site.matches.adapters import names
from heraut.site.matches.bot_names import MASTER
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import pending_in

log = logging.getLogger("heraut.bots")

SLICE = 2.0  # seconds that a round gives to thinking, before bots see to their letters
LEASE = timedelta(seconds=LONGEST + 30)
MOST_TRIES = 2  # of one question
AT_ONCE = 4  # masters of a match that think of a turn with all their time; more share it
LEAST = 0.1  # of its time that each has


class Asked(NamedTuple):
    """A question that is being thought of, and for whom."""

    thought: int
    match: int


class Master(NamedTuple):
    """A seat that a master plays."""

    key: int
    name: str
    bot: str
    stands_in: bool = False  # for its player


class Due(NamedTuple):
    """The coming step of a match, and its masters: the same as long as nothing new is asked of them."""

    step: int
    branch: int
    seats: tuple[Master, ...] = ()


class Thinker:
    """The masters of a worker, those at tables or those who write sheets: their process, the present question, the
    matches with nothing left to think of.
    """

    def __init__(self, *, at_tables: bool = False) -> None:
        self.at_tables = at_tables
        self.mind = Mind()
        self.asked: Asked | None = None
        self.done: dict[int, Due] = {}

    def round(self, seconds: float = SLICE) -> int:
        """Thinks of what is due, for a slice, or goes on with it; how many answers were kept."""
        until, kept = time.monotonic() + seconds, 0
        while True:
            if self.asked is None:
                self.asked = self.next_question(timezone.now(), until)
            if self.asked is None or not self.mind.ended(until - time.monotonic()):
                return kept
            asked, self.asked = self.asked, None
            kept += keep(asked, self.mind.take())
            if time.monotonic() >= until:
                return kept

    def next_question(self, now: datetime, until: float = math.inf) -> Asked | None:
        """Begins the most urgent question that nobody thinks of; None if there is none, or none was found until then:
        matches that have been looked at are not looked at again.
        """
        due = masters(now, at_tables=self.at_tables)
        self.done = {match: seen for match, seen in self.done.items() if due.get(match) == seen}
        for pk in [match for match in due if match not in self.done]:
            match = Match.objects.filter(pk=pk).first()
            try:
                if match is not None and (asked := self.begin(match, due[pk].seats, now)) is not None:
                    return asked
            except Exception:  # whatever is wrong with one match, the masters of all others think on
                log.exception("match %s: its masters cannot be asked", pk)
                match = None
            if match is None or not thinks_on(match):
                self.done[pk] = due[pk]
            if time.monotonic() >= until:
                break
        return None

    def begin(self, match: Match, seats: tuple[Master, ...], now: datetime) -> Asked | None:
        """Hands over what one of these masters is asked and nobody thinks of."""
        pending = pending_in(match.game, bytes(match.state or b""))
        share = 1.0 if match.pace.by_decision else max(LEAST, min(1.0, AT_ONCE / len(seats)))
        for key, name, bot, stands_in in seats:
            decision = pending.get(SeatName(name))
            if decision is None or not takes_time(bot, decision):
                continue
            thought = leased(match, key, bot, now)
            if thought is not None:
                called = in_place_of_player(match.game, bot) if stands_in else bot
                called = called if share == 1 or "@" in bot else f"{called}@{share:.2g}"
                draws = bot_draws(match, name, match.step + 1)
                self.mind.begin(Question(match.game, called, draws, decision))
                return Asked(thought, match.pk)
        return None


def masters(now: datetime, *, at_tables: bool = False) -> dict[int, Due]:
    """What masters may be asked of matches under way in which they sit, or are regents: by match, what waits for them
    at the top, then those that end first.
    """
    games = [game for game in names() if GAMES[game].one_by_one == at_tables]
    sits = Q(bot__startswith=MASTER)
    rules = Q(bot="", regent_bot__startswith=MASTER, regent_from__lte=now, regent_until__gt=now)
    open_now = {"match__status": m.RUNNING, "match__claimed_until": None, "match__held_until": None}
    rows = Seat.objects.filter(sits | rules, match__game__in=games, **open_now)
    rows = rows.order_by(
        F("match__ready").asc(nulls_last=True), F("match__deadline").asc(nulls_last=True), "match", "pk"
    )
    found: dict[int, Due] = {}
    fields = ("match", "match__step", "match__branch", "pk", "name", "bot", "regent_bot", "user")
    for match, step, branch, key, name, bot, regent, user in rows.values_list(*fields):
        before = found.get(match, Due(step, branch))
        master = Master(key, name, bot or regent, stands_in=user is not None)
        found[match] = before._replace(seats=(*before.seats, master))
    return found


def leased(match: Match, seat: int, bot: str, now: datetime) -> int | None:
    """The key of the thought that this worker may see to now; None if another does, or it has ended."""
    where = {"seat_id": seat, "step": match.step + 1, "branch": match.branch}
    thought, new = Thought.objects.get_or_create(**where, defaults={"bot": bot, "until": now + LEASE})
    if new:
        return thought.pk
    if thought.until is None or thought.until > now:
        return None
    again = thought.tries < MOST_TRIES
    mine = Thought.objects.filter(pk=thought.pk, until=thought.until)
    taken = mine.update(until=now + LEASE if again else None, tries=F("tries") + 1, bot=bot)
    return thought.pk if taken and again else None


def keep(asked: Asked, text: str | None) -> bool:
    """Keeps what was thought of, unless the turn has ended meanwhile; a table that waited for it goes on."""
    with transaction.atomic():
        match = Match.objects.select_for_update(no_key=True).defer("state").filter(pk=asked.match).first()
        thought = Thought.objects.filter(pk=asked.thought).first()
        if match is None or thought is None or (thought.step, thought.branch) != (match.step + 1, match.branch):
            return False
        if match.status != m.RUNNING or match.claimed_until is not None or match.held_until is not None:
            thought.text, thought.until = None, None  # too late: the turn is being played
        else:  # what came to nothing is tried again
            thought.text, thought.until = text, None if text is not None else timezone.now()
        thought.save(update_fields=["text", "until"])
        Thought.objects.filter(seat__match=match).exclude(step=thought.step, branch=thought.branch).delete()
        if match.ready is not None and not thinks_on(match):
            Match.objects.filter(pk=match.pk).update(ready=timezone.now())
    if match.ready is not None:
        resolve_at_once(match.pk)
    return thought.text is not None


def thinks_on(match: Match) -> bool:
    """Whether another master of a match is still thinking of this step."""
    return Thought.objects.filter(
        seat__match=match, step=match.step + 1, branch=match.branch, until__isnull=False
    ).exists()


_thinkers: list[Thinker] = []


def think_due() -> int:
    """Has the masters think, for a slice; how many answers were kept. The worker calls it."""
    if not _thinkers:
        _thinkers.extend((Thinker(at_tables=True), Thinker()))
    tables, sheets = _thinkers
    kept = tables.round()
    return kept + sheets.round(SLICE if tables.asked is None else 0.0)


def stop_thinking() -> None:
    """Ends the processes in which masters think, with the worker."""
    while _thinkers:
        _thinkers.pop().mind.stop()
