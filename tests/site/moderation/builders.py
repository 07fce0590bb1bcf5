"""Who keeps the peace in tests: a match with its host, a mediator, a referee."""

from __future__ import annotations

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match, Step
from heraut.site.moderation import mediation
from heraut.site.moderation.faults import report_fault
from heraut.site.moderation.models import Fault
from tests.site.conftest import new_player
from tests.site.matches.builders import pass_deadline, seat_of

WORDS = "mon attaque secrète sur OULU devait passer"


def new_staff(name: str) -> Player:
    """One of the staff of the site."""
    return new_player(name, is_staff=True)


def mediate(match: Match, host: Player, player: Player) -> None:
    """This player becomes a mediator of the match."""
    mediation.call(match, host, player)
    mediation.accept(match, player)


def last_step(match: Match) -> Step:
    """The step that was taken last."""
    return match.steps.order_by("-number")[0]


def play_turn(match: Match) -> None:
    """Deadlines pass until a turn is resolved: those who are silent have delays."""
    before = match.step
    while match.step == before:
        pass_deadline(match)


def report_of(match: Match, player: Player, *, shared: bool = False) -> Fault:
    """What this player reports of the last step."""
    return report_fault(seat_of(match, player), last_step(match), WORDS, rule="GP-ATT-07", shared=shared)
