"""Phase 19: is there a king? (§4, §5.20)."""

from __future__ import annotations

from collections.abc import Callable

from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.rounding import round_half_up
from heraut.games.gloire.state import Lord, lands_by_lord


def victory(turn: Turn) -> None:
    """Phase 19: by renown before conquest before alliance; inside one, the highest global renown (GP-VIC-01 to 04)."""
    now = turn.now
    lords = list(now.living())
    lands = lands_by_lord(now)
    conditions: tuple[tuple[str, Callable[[Lord], bool]], ...] = (
        ("renown", lambda lord: turn.snapshot.global_renown[lord.seat] > turn.constants.renown_victory),
        ("conquest", lambda lord: len(lands[lord.seat]) >= turn.constants.conquest_victory),
        ("alliance", lambda lord: all(other.seat in lord.allies for other in lords if other is not lord)),
        ("turn_limit", lambda lord: turn.number == now.settings.turn_limit),
    )
    for road, reached in conditions:
        winners = [lord for lord in lords if reached(lord)]
        if winners:
            king = max(winners, key=lambda lord: rank(turn, lord, len(lands[lord.seat])))
            now.king, now.road = king.seat, road
            turn.announce(
                "GP-OPT-06" if road == "turn_limit" else "GP-VIC-01",
                "crowned",
                lord=king.seat,
                road=road,
                renown=turn.snapshot.global_renown[king.seat],
                lands=len(lands[king.seat]),
            )
            return
    if not lords:
        now.road = "no_lord"
        turn.announce("GP-VIC-03", "no_king")


def rank(turn: Turn, lord: Lord, lands: int) -> tuple[int, int, int, int]:
    """Global renown, then lands, then treasury, then the earlier in the order of the phase (GP-VIC-02, GP-GEN-10)."""
    place = turn.snapshot.order.index(lord.seat)
    return round_half_up(100 * turn.snapshot.global_renown[lord.seat]), lands, lord.treasury, -place
