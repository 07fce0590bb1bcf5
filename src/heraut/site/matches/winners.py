"""Who has won a match that is over, in the words that every game shares: the names of lords."""

from __future__ import annotations

from heraut.site.matches.models import Match


def winners(match: Match) -> list[str]:
    """The lords of the seats that have won, in the order of the table; none where nobody has, or it is a draw."""
    scores = match.result.scores if match.result is not None else {}
    won = [seat for seat, score in scores.items() if score == 1]
    return list(match.seats.filter(name__in=won).values_list("lord", flat=True)) if won else []
