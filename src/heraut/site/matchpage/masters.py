"""Whether the masters among the bots have thought of the coming turn, in games of sheets: that alone, never of what.

They think in a process of their own (`site/bots/thinking.py`). A table says itself whom it waits for (`status_bar.py`).
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone

from heraut.engine.protocol import Seat as SeatName
from heraut.site.clock.bots import takes_time
from heraut.site.clock.models import Thought
from heraut.site.common.compiled_queries import CompiledQuery
from heraut.site.common.words import say
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter
from heraut.site.matches.bot_names import thinks
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import open_to_orders
from heraut.site.matchpage.match_access import MatchAccess


def masters_words(access: MatchAccess) -> str:
    """Whether the masters of this match are ready or think on, in a sentence without its stop; "" where none is
    awaited, or none may be told of. Reckoned once a page.
    """
    known: str | None = vars(access).get("masters_words")
    if known is None:
        known = vars(access)["masters_words"] = words_of(access)
    return known


def words_of(access: MatchAccess) -> str:
    """The same, reckoned anew."""
    match, now = access.match, timezone.now()
    if match.status != m.RUNNING or match.pace.by_decision:
        return ""
    if not any(map(has_master, access.outlines)):  # so no more is read of them
        return ""
    waiting = [seat for seat in access.seats if seat.sealed != match.step + 1]  # not a player for whom one stands in
    bots = {seat.name: bot for seat in waiting if (bot := seat.bot_at(now))}
    if not any(map(thinks, bots.values())) or not told_of_masters(match, access.seats):
        return ""
    pending = access.pending() if open_to_orders(match) else {}
    masters = [name for name in bots if SeatName(name) in pending and takes_time(bots[name], pending[SeatName(name)])]
    if not masters:
        return ""
    thought = thought_of(match, access.outlines)
    ready = sum(seat.pk in thought for seat in access.outlines if seat.name in masters)
    if len(masters) == 1:
        return say("bar.master_ready" if ready else "bar.master_thinks")
    return say("bar.masters_ready" if ready == len(masters) else "bar.masters_think", ready=ready, all=len(masters))


def told_of_masters(match: Match, seats: Iterable[Seat]) -> bool:
    """Whether whoever looks at this match may know which masters are ready.

    Where who plays is a secret (DA-FOG-08), they are told of to its only player, who is its host, plays at leisure and
    has none but masters against him: what is still alive of them is then the number of the living, which is public.
    """
    if match.pace.by_decision:
        return False
    game = adapter(match.game)
    if game.told_given:
        return True
    if not (match.private and match.pace.at_leisure):
        return False
    seats = list(seats)
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    return people == [match.host_id] and all(thinks(seat.bot) for seat in seats if seat.user_id is None)


def thought_of(match: Match, outlines: Iterable[Seat]) -> set[int]:
    """The keys of the seats whose bots have thought of the coming step; asked only where a master sits."""
    if not any(map(has_master, outlines)):
        return set()
    return {thought.seat_id for thought in _thoughts(match.pk, match.step + 1, match.branch)}


def has_master(seat: Seat) -> bool:
    """Whether a bot that thinks holds a seat, stands in for its player or is his regent, now or another time."""
    return thinks(seat.bot) or thinks(seat.regent_bot)


_thoughts = CompiledQuery(
    lambda match, step, branch: Thought.objects.filter(seat__match=match, step=step, branch=branch, until=None).only(
        "seat"
    ),
    int,
    int,
    int,
)
