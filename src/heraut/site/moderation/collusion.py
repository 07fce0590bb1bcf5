"""How far two players of a match favour each other beyond what bots do, who never conspire (docs/adr/0024).

The index is no proof, and nothing ever follows from it by itself: it says where to look, and what speaks against it.
`tables/exchanges.json` holds, game by game, what pairs of bots do (`python -m tools.measure_exchanges`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations

import msgspec
from django.db.models import Count

from heraut.engine.decoding import decode
from heraut.engine.files import packaged
from heraut.engine.protocol import Event
from heraut.site.matches.adapters import adapter
from heraut.site.matches.exchanges import FALLEN, SIGNS, Exchange
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.steps import stored_events
from heraut.site.moderation.models import Relation
from heraut.site.moderation.relations import confirmed_among

LEAST_SPREAD, MOST = 0.02, 3.0  # a turn: less is chance; how much one kind alone may weigh


class Usual(msgspec.Struct, frozen=True):
    """What pairs of bots do a turn: mean and spread, by kind; and the scores that they come to, sorted."""

    means: dict[str, float]
    spreads: dict[str, float]
    scores: list[float]
    pairs: int


class Tie(msgspec.Struct, frozen=True):
    """Two seats: their turns together, what they did, how often and how much, and what it comes to."""

    one: str
    other: str
    turns: int
    counts: dict[str, int]
    amounts: dict[str, float]


@cache
def tables() -> Mapping[str, Usual]:
    """What bots do, by game."""
    return decode(packaged("heraut.site.moderation", "tables/exchanges.json"), dict[str, Usual])


def ties(seats: Iterable[str], exchanges: Iterable[Exchange], last: int) -> list[Tie]:
    """Each two of these seats, in a match of so many turns."""
    done, fallen = list(exchanges), {}
    for exchange in done:
        if exchange.kind == FALLEN:
            fallen[exchange.one] = exchange.turn
    counts: dict[frozenset[str], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    amounts: dict[frozenset[str], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for exchange in done:
        pair = frozenset((exchange.one, exchange.other))
        counts[pair][exchange.kind] += 1
        amounts[pair][exchange.kind] += exchange.amount
    found = []
    for one, other in combinations(seats, 2):
        pair = frozenset((one, other))
        turns = max(1, min(fallen.get(one, last), fallen.get(other, last)))
        found.append(Tie(one, other, turns, dict(counts[pair]), dict(amounts[pair])))
    return found


def score(tie: Tie, usual: Usual) -> float:
    """How far this pair is from the mean of bots, in spreads, kind by kind; favours count for it, harms against it."""
    total = 0.0
    for kind, sign in SIGNS.items():
        spread = max(usual.spreads.get(kind, 0.0), LEAST_SPREAD)
        off = (tie.counts.get(kind, 0) / tie.turns - usual.means.get(kind, 0.0)) / spread
        total += sign * max(-MOST, min(MOST, off))
    return total


def percentile(found: float, usual: Usual) -> int:
    """How many of a hundred pairs of bots come to less, equals counting half."""
    found = round(found, 2)  # as they are kept
    less, no_more = bisect_left(usual.scores, found), bisect_right(usual.scores, found)
    return 50 * (less + no_more) // max(1, len(usual.scores))


class Evidence(msgspec.Struct, frozen=True):
    """Two players, how they stand among pairs of bots, what speaks for it, what against it."""

    one: Seat
    other: Seat
    percentile: int
    turns: int
    done: list[tuple[str, int, int]]  # kind, how often, and how much in all
    relation: Relation | None
    together: int  # other matches that both have played

    @property
    def few(self) -> bool:
        """Whether there were too few turns to say anything."""
        return self.turns < 5


def index(match: Match) -> list[Evidence]:
    """Every two players of a match, the most striking first; none where a game tells of no exchanges."""
    usual = tables().get(match.game)
    if usual is None:
        return []
    held = {seat.name: seat for seat in match.seats.filter(user__isnull=False).select_related("user")}
    done = list(adapter(match.game).exchanges(match.realm, turns_of(match)))
    found = [(score(tie, usual), tie) for tie in ties(held, done, match.turns)]
    known = {frozenset((one.author_id, one.other_id)): one for one in confirmed_among(users(held.values()))}
    met = together(match, users(held.values()))
    rows = []
    for reached, tie in sorted(found, key=lambda pair: -pair[0]):
        one, other = held[tie.one], held[tie.other]
        both = frozenset((one.user_id or 0, other.user_id or 0))
        acts = [(kind, tie.counts[kind], round(tie.amounts[kind])) for kind in SIGNS if kind in tie.counts]
        rows.append(Evidence(one, other, percentile(reached, usual), tie.turns, acts, known.get(both), met[both]))
    return rows


def users(seats: Iterable[Seat]) -> list[int]:
    """Who holds these seats."""
    return [seat.user_id for seat in seats if seat.user_id is not None]


def turns_of(match: Match) -> Iterator[tuple[int, tuple[Event, ...]]]:
    """All events of a match, by its turns."""
    steps = match.steps.order_by("number").values_list("number", "turn", "events")
    for number, turn, events in steps.iterator(chunk_size=50):
        yield turn if match.pace.by_decision else number, stored_events(events)


def together(match: Match, people: list[int]) -> Mapping[frozenset[int], int]:
    """In how many other matches each two of them have played."""
    met: dict[frozenset[int], int] = defaultdict(int)
    seats = Seat.objects.filter(user__in=people, match__started__isnull=False).exclude(match=match)
    several = seats.values("match").annotate(of=Count("user")).filter(of__gt=1).values("match")
    at: dict[int, list[int]] = defaultdict(list)
    for number, user in seats.filter(match__in=several).values_list("match_id", "user_id"):
        at[number].append(user or 0)
    for table in at.values():
        for one, other in combinations(table, 2):
            met[frozenset((one, other))] += 1
    return met
