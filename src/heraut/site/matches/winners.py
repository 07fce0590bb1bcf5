"""Who has won a match that is over, in the words that every game shares: the names of lords."""

from __future__ import annotations

from heraut.site.matches.adapters import asked
from heraut.site.matches.lord_names import Reigns, name_after, succeed
from heraut.site.matches.models import Match


def winners(match: Match) -> list[str]:
    """The lords of the seats that have won, in the order of the table; none where nobody has, or it is a draw."""
    scores = match.result.scores if match.result is not None else {}
    won = [seat for seat, score in scores.items() if score == 1]
    seats = list(match.seats.filter(name__in=won).only("name", "lord")) if won else []
    reigned: Reigns = {}
    if seats and succeed(match.game):  # of the state at hand: a step that has just been taken is not stored yet
        reigned = asked(match.game, lambda game: game.reigns(match.realm), reigned)
    return [name_after(match.step, reigned.get(seat.name, ())) or seat.lord for seat in seats]
