"""Felony, and the wars and broken alliances that follow it (§5.8.1, §5.9.2)."""

from __future__ import annotations

from heraut.engine.protocol import Seat
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.state import Lord


def dishonour(turn: Turn, felon: Lord) -> float:
    """The felon's lord-knight loses two thirds of his renown; never below 1 (GP-FEL-03, GP-RG-07). What is left."""
    knight = turn.now.knights[felon.knight]
    before = knight.renown
    knight.renown = max(1.0, knight.renown / turn.constants.felony_divisor)
    turn.tell(felon.seat, "GP-FEL-03", "felony_price", knight=knight.name, before=before, after=knight.renown)
    return knight.renown


def open_war(turn: Turn, rule: str, aggressor: Lord, victim: Lord) -> None:
    """War at once; lords allied with both lose both alliances, on both sides (GP-FEL-04, GP-GUE-02)."""
    now = turn.now
    aggressor.enemies[victim.seat] = turn.number
    victim.enemies[aggressor.seat] = turn.number
    for third in [seat for seat in aggressor.allies if seat in victim.allies]:
        end_alliance(aggressor, now.lords[third])
        end_alliance(victim, now.lords[third])
        for side in (aggressor, victim):
            turn.announce(
                rule, "alliance_broken", lord=third, other=side.seat, aggressor=aggressor.seat, victim=victim.seat
            )


def end_alliance(a: Lord, b: Lord) -> None:
    """The two are allied no longer."""
    del a.allies[b.seat]
    del b.allies[a.seat]


def commit_felony(turn: Turn, rule: str, felon: Lord, victim: Seat, *, first: bool) -> None:
    """An attack on a lord who is no declared enemy (GP-FEL-01, 02): paid for once an attack, war with every victim."""
    turn.announce(rule, "felony", felon=felon.seat, victim=victim)
    if first:
        dishonour(turn, felon)
    open_war(turn, "GP-FEL-04", felon, turn.now.lords[victim])
