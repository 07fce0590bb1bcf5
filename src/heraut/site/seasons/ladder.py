"""The ladder of each game: a projection of its finished matches that count, in the order of their end.

A match that has come to its end is added. Where one that was rated has another end by now (a rewind), or ended before
one that was rated already, the ladder is made anew from that match on: no order of events can leave it wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

import msgspec
from django.db import transaction
from django.db.models import F, Q, QuerySet

from heraut.lab.ratings import Rating, points, rated
from heraut.site.accounts.models import Player
from heraut.site.common.slices import in_a_slice
from heraut.site.matches.adapters import names
from heraut.site.matches.models import Match
from heraut.site.seasons.counting import Competitor, counted_matches, season_of, seats_of
from heraut.site.seasons.models import RatedMatch, Standing
from heraut.site.seasons.trophies import award

Line = tuple[str, str]  # a season ("": for good) and the key of a competitor


class LadderLine(msgspec.Struct):
    """A line of a ladder while it is made."""

    rating: Rating = msgspec.field(default_factory=Rating)
    played: int = 0
    won: int = 0


Lines = dict[Line, LadderLine]


def rate_due() -> int:
    """Rates what has come to its end since, in the ladders of all games; how many matches. The worker calls it."""
    return sum(bring_up_to_date(game) for game in in_a_slice(stale_games()))


def stale_games() -> Iterator[str]:
    """The games whose ladder is not that of their matches."""
    for game in names():
        matches, ladder = counted_matches(game), RatedMatch.objects.filter(game=game)
        fresh = matches.filter(rated__digest=F("digest"), rated__ended=F("ended"))
        if not fresh.count() == matches.count() == ladder.count():
            yield game


@transaction.atomic
def bring_up_to_date(game: str) -> int:
    """Makes the ladder of a game that of its matches; how many of them were rated for that."""
    ladder = RatedMatch.objects.select_for_update(no_key=True).filter(game=game).order_by("ended", "match")
    kept = agreed(counted_matches(game), ladder)
    wrong = list(ladder.values_list("pk", flat=True)[kept:])
    lines = lines_after(ladder[:kept]) if wrong else standing_lines(game)
    ladder.filter(pk__in=wrong).delete()
    coming = list(counted_matches(game).defer("state", "seed")[kept:])
    touched: set[Line] = set(lines) if wrong else set()
    for match in coming:
        touched |= take_up(lines, rate(match, lines))
        award(match)
    write(game, {line: lines[line] for line in touched}, anew=bool(wrong))
    return len(coming)


def agreed(matches: QuerySet[Match], ladder: QuerySet[RatedMatch]) -> int:
    """How many of the matches were rated as they are now, from the first one on."""
    now = list(matches.values_list("pk", "digest", "ended"))
    then = ladder.values_list("match", "digest", "ended")
    return next((place for place, (one, other) in enumerate(zip_longest(now, then)) if one != other), len(now))


def lines_after(rated_matches: Iterable[RatedMatch]) -> Lines:
    """The lines that these matches lead to."""
    lines: Lines = {}
    for one in rated_matches:
        take_up(lines, one)
    return lines


def standing_lines(game: str) -> Lines:
    """The lines as they are stored."""
    return {
        (one.season, Competitor(one.player_id, one.bot).key): LadderLine(Rating(one.mu, one.sigma), one.played, one.won)
        for one in Standing.objects.filter(game=game)
    }


def rate(match: Match, lines: Lines) -> RatedMatch:
    """Rates a match by the lines as they stand before it."""
    assert match.ended is not None
    seats, season = [(who.key, rank) for who, rank in seats_of(match)], season_of(match.ended)
    entries: list[Sequence[object]] = []
    if seats:
        for_good, of_season = (
            rated({key: lines.get((name, key), LadderLine()).rating for key, _ in seats}, seats)
            for name in ("", season)
        )
        best = {key: min(rank for one, rank in seats if one == key) for key, _ in seats}
        entries = [
            [key, rank, for_good[key].mu, for_good[key].sigma, of_season[key].mu, of_season[key].sigma]
            for key, rank in best.items()
        ]
    fields = {"game": match.game, "ended": match.ended, "digest": match.digest, "entries": entries}
    return RatedMatch.objects.create(match=match, **fields)


def take_up(lines: Lines, one: RatedMatch) -> set[Line]:
    """Brings a rated match into the lines; into which of them."""
    touched = set()
    for key, rank, mu, sigma, season_mu, season_sigma in one.entries:
        for name, rating in (("", Rating(mu, sigma)), (season_of(one.ended), Rating(season_mu, season_sigma))):
            line = lines.setdefault((name, key), LadderLine())
            line.rating = rating
            line.played += 1
            line.won += rank == 1
            touched.add((name, key))
    return touched


def write(game: str, lines: Lines, *, anew: bool) -> None:
    """Stores these lines of a ladder, `anew` in place of all it had; none of an account that was closed since."""
    old = Standing.objects.filter(game=game)
    if not anew:
        keys = [(season, Competitor.of(key)) for season, key in lines]
        theirs = (Q(season=season, player=who.player, bot=who.bot) for season, who in keys)
        old = old.filter(Q(*theirs, _connector=Q.OR)) if keys else old.none()
    old.delete()
    players = {who.player for _, key in lines if (who := Competitor.of(key)).player is not None}
    there = set(Player.objects.filter(pk__in=players).values_list("pk", flat=True))
    rows = [(Competitor.of(key), season, line) for (season, key), line in lines.items()]
    Standing.objects.bulk_create(
        standing(game, season, who, line) for who, season, line in rows if who.player is None or who.player in there
    )


def standing(game: str, season: str, who: Competitor, line: LadderLine) -> Standing:
    """A line as it is stored."""
    rating = {"mu": line.rating.mu, "sigma": line.rating.sigma, "points": points(line.rating)}
    counts = {"played": line.played, "won": line.won}
    return Standing(game=game, season=season, player_id=who.player, bot=who.bot, **rating, **counts)
