"""Words: the vote of the last kingdoms, what is said of an army that is away, and what others are to a lord."""

from __future__ import annotations

from heraut.bots.daifen.league import overgrown, seen_might, undecided
from heraut.bots.daifen.planner import NEVER, Planner
from heraut.bots.daifen.strength import might
from heraut.bots.daifen.traits import PLAYER
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.daifen.orders import Attack, Rumour, Vote

STRONG = "ARMEE_FORTE"


def vote(planner: Planner) -> None:
    """Yes, once it is settled whom to win with: those who win together win as much as one alone (DA-END-05).

    Of three, nobody carries one who has kept his army while the others bled; two would rather share than fight on.
    """
    if planner.book.association:
        planner.order(Vote(yes=not (planner.traits.staunch or undecided(planner) or could_win_alone(planner))))


def could_win_alone(planner: Planner) -> bool:
    """Whether an ambitious lord, far ahead of all that are left, takes the rest as well."""
    traits, mine = planner.traits, might(planner.book.units)
    if not traits.ambition or planner.turn >= traits.patience or len(planner.neighbours) < planner.living - 1:
        return False
    return all(one.report.turn != NEVER and mine > traits.ambition * seen_might(one) for one in planner.neighbours)


def boast(planner: Planner) -> None:
    """While soldiers are abroad, a rumour that there are many may keep those off who do not send spies."""
    if any(isinstance(order, Attack) for order in planner.orders):
        planner.order(Rumour(planner.book.name, STRONG, None))


# What others are to a lord, for those who answer his letters. Nobody knows the others' seats: kingdoms go by name.


def regard(view: Json, other: str) -> float:
    """From -1, an enemy, to 1, an ally: the overgrown is one, those with whom one may win are the other (DA-END-05)."""
    planner = Planner(view, Rng(b"regard"), PLAYER)
    if other not in {one.name for one in planner.neighbours}:
        return 0.0
    enemy = overgrown(planner)
    if enemy is not None:
        return -1.0 if enemy.name == other else 0.5
    return 1.0 if view["association"] else 0.0


def strength(view: Json, other: str) -> float | None:
    """The army of a kingdom, as a share of the strongest that is known; None where no spy has been."""
    planner = Planner(view, Rng(b"strength"))
    seen = {str(one.name): seen_might(one) for one in planner.neighbours if one.report.turn != NEVER}
    seen[planner.book.name] = might(planner.book.units)
    return seen[other] / max(1.0, *seen.values()) if other in seen else None
