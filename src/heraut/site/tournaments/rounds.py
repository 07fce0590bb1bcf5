"""The rounds of a tournament, one after the other, and its end: the worker's part.

A round is over when all its matches are. Points follow from the matches as they stand: one that is rewound after its
end counts as it ends then.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from importlib import import_module

from django.db import transaction
from django.utils import timezone, translation

from heraut.engine.names import plain, valid_name
from heraut.engine.words import LANGUAGES
from heraut.site.accounts.models import Player
from heraut.site.common.slices import see_to
from heraut.site.common.words import say
from heraut.site.lobby.muster import begin as begin_match
from heraut.site.lobby.tables import open_table
from heraut.site.lobby.waiting_list import free_lords
from heraut.site.matches import models as m
from heraut.site.matches.adapters import bot_of
from heraut.site.matches.models import Match, Seat
from heraut.site.moderation.relations import confirmed_among
from heraut.site.seasons.models import Trophy
from heraut.site.tournaments import models as t
from heraut.site.tournaments.letters import tell_free, tell_over
from heraut.site.tournaments.models import Entrant, Placing, Tournament
from heraut.site.tournaments.standings import groups_of, placings_of, share_of, table_of
from heraut.site.tournaments.tournaments import MOST_ROUNDS


def begin_round(tournament: Tournament, now: datetime) -> None:
    """Pairs the next round of a locked tournament and begins its matches."""
    tournament.round += 1
    tournament.save(update_fields=["round"])
    for group in groups(tournament):
        entrants = list(Entrant.objects.filter(pk__in=group).select_related("player"))
        free = len(entrants) == 1
        match = None if free else match_of(tournament, entrants, now)
        Placing.objects.bulk_create(
            Placing(entrant=one, round=tournament.round, match=match, free=free, points=1.0 if free else None)
            for one in entrants
        )
        if free:
            tell_free(tournament, entrants[0].player)


def groups(tournament: Tournament) -> list[tuple[int, ...]]:
    """Who sits with whom in the round that begins; nobody who has left."""
    pairing = import_module("heraut.site.tournaments.pairing")  # 15 MB, for the worker that begins a round
    before = list(placings_of(tournament))
    met = pairing.met_in(groups_of(before)) + related(tournament)
    there = tournament.entrants.filter(left=None).exclude(player__barred_until__gt=timezone.now())
    playing = set(there.values_list("pk", flat=True))
    if tournament.kind == t.LEAGUE:
        entered = list(tournament.entrants.values_list("pk", flat=True))
        tables = pairing.league(entered, tournament.round, met, tournament.size)
        return [rest for table in tables if (rest := tuple(one for one in table if one in playing))]
    order = [line.entrant.pk for line in table_of(tournament) if line.entrant.pk in playing]
    paired: list[tuple[int, ...]] = pairing.swiss(
        order, met, tournament.size, [one.entrant_id for one in before if one.free]
    )
    return paired


def related(tournament: Tournament) -> Counter[frozenset[int]]:
    """Entrants who have declared that they are close, as if they had sat together more often than any two can: they are
    kept apart as long as the others suffice (GP-RP-07).
    """
    by_player = dict(tournament.entrants.values_list("player", "pk"))
    found: Counter[frozenset[int]] = Counter()
    for one in confirmed_among(by_player):
        found[frozenset((by_player[one.author_id], by_player[one.other_id]))] = MOST_ROUNDS + 1
    return found


def match_of(tournament: Tournament, entrants: list[Entrant], now: datetime) -> Match:
    """One match of a round, begun: these entrants, and bots in the seats that are left."""
    title = say("tournaments.match_title", title=tournament.title, round=tournament.round)[:80]
    bots = bot_of(tournament.game)
    match = open_table(
        tournament.host or entrants[0].player,
        title,
        tournament.options,
        tournament.pace,
        game=tournament.game,
        bots=bots,
        counted=True,
    )
    seats = [seated(match, one.player) for one in entrants]
    begin_match(match, seats, now)
    return match


def seated(match: Match, player: Player) -> Seat:
    """A seat for a player under his own name, or one of ours where that will not do."""
    taken = {plain(lord) for lord in match.seats.values_list("lord", flat=True)}
    own = player.username[:30]
    lord = own if valid_name(own) and plain(own) not in taken else free_lords(match)[0]
    return Seat.objects.create(match=match, name=f"?{player.pk}", user=player, lord=lord, confirmed=True)


def rounds_due(now: datetime | None = None) -> int:
    """Counts the tournaments under way, and begins the rounds that are due; how many were looked at."""
    now = now or timezone.now()

    def go_on(tournament: Tournament) -> bool:
        with transaction.atomic():
            tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
            if tournament.status != t.RUNNING:
                return False
            return round_over(tournament, now)

    return see_to(Tournament.objects.filter(status=t.RUNNING), go_on)


def round_over(tournament: Tournament, now: datetime) -> bool:
    """Counts; if nobody is playing any more, the next round begins, or the tournament ends. Whether it did."""
    count(tournament)
    if placings_of(tournament).filter(round=tournament.round, points=None).exists():
        return False
    playing = tournament.entrants.filter(left=None).count()
    if tournament.round < tournament.rounds and playing > 1:
        begin_round(tournament, now)
        return True
    tournament.status, tournament.ended = t.OVER, now
    tournament.save(update_fields=["status", "ended"])
    crown(tournament, now)
    tell_over(tournament)
    return True


def count(tournament: Tournament) -> None:
    """The points of all rounds, from the matches as they stand; one that is gone or was stopped brings half."""
    for one in placings_of(tournament).filter(free=False):
        points = points_of(one)
        if points != one.points:
            Placing.objects.filter(pk=one.pk).update(points=points)


def points_of(placing: Placing) -> float | None:
    """What a placing has brought; None while its match is played. Who has given up his seat has nothing of it."""
    match = placing.match
    if match is None or match.status == m.CANCELLED:
        return 0.5
    if not match.over:
        return None
    own = match.seats.filter(user=placing.entrant.player_id).values_list("name", flat=True).first()
    return 0.0 if own is None else share_of(match, own)


def crown(tournament: Tournament, now: datetime) -> None:
    """A trophy for everybody in the first place."""
    words = {}
    for language in LANGUAGES:
        with translation.override(language):
            words[language] = say("tournaments.won_words", title=tournament.title)
    for line in table_of(tournament):
        if line.place == 1:
            figures = {"kind": "tournament", "game": tournament.game, "words": words, "at": now}
            key = f"tournament:{tournament.pk}:{line.entrant.pk}"
            Trophy.objects.get_or_create(key=key, defaults={"player": line.entrant.player, **figures})
