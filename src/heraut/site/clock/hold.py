"""A turn is looked at before it is published, where the table wants it (`Match.hold`), and kept back if it is odd.

Odd is: more than half of those who used to give orders are missing, three at least; a promise that every state keeps is
broken; the same orders give another state when the turn is computed once more. What is odd is told to who looks after
the match, never an order. With nothing odd, nothing changes; what is kept back publishes itself when its time is up.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from heraut.engine.conformance import check_over, check_round_trip, check_views
from heraut.engine.protocol import Seat as SeatName
from heraut.site.accounts.models import Player
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter
from heraut.site.matches.host_actions import held
from heraut.site.matches.models import Match
from heraut.site.matches.services import write_activity
from heraut.site.matches.telling import holders, tell
from heraut.site.matches.turn_status import DELAYED, MISSED, SeatStatus

log = logging.getLogger("heraut.clock")

FEWEST = 3  # of those who used to give orders, missing together
LONGEST_HOLD = 24 * 60  # minutes

Anomaly = dict[str, Any]  # its kind, which names its sentence, and figures


def found_odd(
    match: Match, statuses: Mapping[str, SeatStatus], state: Any, digest: str, again: Callable[[], str]
) -> list[Anomaly]:
    """What is odd about a turn: who is missing, the state that it leads to, the digest of it when computed `again`."""
    odd = mass_absence(match, statuses)
    broken = broken_promise(match, state)
    if broken:
        log.error("match %s: turn %s breaks a promise: %s", match.code, match.coming_turn, broken)
        odd.append({"kind": "invariant"})
    if again() != digest:
        log.error("match %s: turn %s comes out otherwise when computed again", match.code, match.coming_turn)
        odd.append({"kind": "impure"})
    return odd


def mass_absence(match: Match, statuses: Mapping[str, SeatStatus]) -> list[Anomaly]:
    """Whether most of those who gave orders for the turn before are missing in this one, and have not said so."""
    used_to = [status for status in statuses.values() if not status.missed and (status.received or status.awaited)]
    missing = [status for status in used_to if status.outcome in (MISSED, DELAYED)]
    if match.step == 0 or len(missing) < FEWEST or 2 * len(missing) <= len(used_to):
        return []
    return [{"kind": "absence", "missing": len(missing), "of": len(used_to)}]


def broken_promise(match: Match, state: Any) -> str:
    """The first promise of every game (`engine.conformance`) that this state breaks; "" if it keeps them all."""
    seats = [SeatName(name) for name in match.seats.values_list("name", flat=True)]
    try:
        check_over(match.rules, state)
        check_round_trip(match.rules, state)
        check_views(match.rules, state, seats)
        result = match.rules.result(state)
        assert result is None or set(result.scores) <= set(seats), "a result of seats that there are none of"
    except Exception as error:  # noqa: BLE001  whatever the game raises, a state that cannot be shown is odd
        return f"{type(error).__name__}: {error}"
    return ""


def counts_are_secret(match: Match) -> bool:
    """Whether nobody who plays may know how many people do: where it is a secret who they are."""
    return bool(adapter(match.game).secret)


def host_and_mediators(match: Match) -> list[tuple[Player, str]]:
    """Host and mediators."""
    people = {player.pk: player for player in (match.host, *match.mediators.all()) if player is not None}
    return [(player, "") for player in people.values()]


def publish_held(match: Match, author: Player | None, now: datetime | None = None) -> bool:
    """Lets a turn that is kept back be published at once; whether there was one."""
    now = now or timezone.now()
    kept = Match.objects.filter(pk=match.pk, status=m.RUNNING, claimed_until=None, held_until__gt=now)
    if not kept.update(held_until=now):
        return False
    write_activity(match, "published", author, turn=match.coming_turn)
    return True


def reopen_held(match: Match, author: Player | None, hours: int, now: datetime | None = None) -> None:
    """Opens the orders of a turn that is kept back once more, for so many hours. Raises Closed, or ValueError."""
    now = now or timezone.now()
    if not 1 <= hours <= 14 * 24:
        raise ValueError("a turn that was kept back is opened again for an hour at least, and for two weeks at most")
    if match.held_until is None:
        raise ValueError("no turn is kept back")
    with held(match, m.RUNNING) as locked:
        locked.deadline = now + timedelta(hours=hours)
        locked.save(update_fields=["deadline"])
        activity = write_activity(
            locked, "reopened", author, turn=locked.coming_turn, until=locked.deadline.isoformat()
        )
        tell(activity, holders(locked.seats, but=author), until=locked.deadline, turn=locked.coming_turn)
