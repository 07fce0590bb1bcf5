"""Whole battles for tests of what is told of them: played by the bot in both seats, as fast as it answers."""

from __future__ import annotations

from django.utils import timezone

from heraut import bots
from heraut.engine.rng import Rng
from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import resolve_at_once
from heraut.site.matches.models import Match
from heraut.site.matches.orders import decision_of, save_orders
from tests.site.games.vassaux.conftest import new_match
from tests.site.matchpage.conftest import forget_views
from tests.site.stored import stored_match

MOST = 300  # answers, or stretches that bots play on


def fought(*people: Player, turns: int | None = None, **options: object) -> Match:
    """A battle that has come to this turn (None: to its end); the bot has answered for everybody."""

    def made() -> Match:
        match = new_match(*people, **options)  # type: ignore[arg-type]
        return to_the_end(match) if turns is None else up_to(match, turns)

    return stored_match(("fought", *(one.username for one in people), turns, repr(options)), made)


def to_the_end(match: Match) -> Match:
    """The bot in every seat, as long as it takes; then the people are back."""
    names = [seat.name for seat in match.seats.filter(user__isnull=False)]
    match.seats.filter(name__in=names).update(bot="player")
    for _ in range(MOST):
        if match.over:
            break
        Match.objects.filter(pk=match.pk).update(ready=timezone.now())  # nobody is waited for
        resolve_at_once(match.pk)
        match.refresh_from_db()
    assert match.over
    match.seats.filter(name__in=names).update(bot="")
    forget_views()
    return match


def up_to(match: Match, turns: int) -> Match:
    """Answer by answer, until this turn has begun."""
    bot = bots.player("vassaux", "player")
    for number in range(MOST):
        if match.turn >= turns:
            break
        for seat in match.seats.filter(user__isnull=False):
            owed = decision_of(match, seat)
            if owed is not None:
                given = bot(owed, match.rules.view(match.realm, seat.name), Rng(b"battle").at(str(number)))
                save_orders(seat, owed.write(given), seal=True)
        Match.objects.filter(pk=match.pk).update(ready=timezone.now())  # bots play on, if their slice was used up
        resolve_at_once(match.pk)
        match.refresh_from_db()
    assert match.turn >= turns
    forget_views()
    return match
