"""What lords are called: as they entered, or, where one may follow another, as the one who reigns (RO-CHAR-20)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from heraut.games import game
from heraut.site.matches.adapters import adapter, asked, nobody
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.state_storage import state_after

Reigns = Mapping[str, Sequence[tuple[int, str]]]  # of each seat: until which turn (0: still), and the name


def lord_names(match: Match, seats: Iterable[Seat]) -> dict[str, str]:
    """What the lords of these seats are called now, or were at the end, by seat."""
    found = reigns(match)
    return {seat.name: name_after(match.step, found.get(seat.name, ())) or seat.lord for seat in seats}


def name_after(step: int, names: Sequence[tuple[int, str]]) -> str:
    """The name of who reigned after this step; "" where the game tells of nobody."""
    return next((name for until, name in names if not until or step < until), "")


def reigns(match: Match) -> Reigns:
    """Who has followed whom; nothing before the start, or where nobody does."""
    if not match.digest or not succeed(match.game):
        return {}
    return asked(match.game, lambda _: stored_reigns(match.game, match.pk, match.step, match.digest), {})


def succeed(name: str) -> bool:
    """Whether lords of this game are followed by others."""
    return asked(name, lambda one: one.reigns is not nobody, False)


@lru_cache(maxsize=512)
def stored_reigns(name: str, match: int, step: int, digest: str) -> Reigns:
    """The same of the state after a step; `digest` keeps one that was replaced apart from the one before."""
    found: Reigns = adapter(name).reigns(game(name).load(state_after(match, step)))
    return found
