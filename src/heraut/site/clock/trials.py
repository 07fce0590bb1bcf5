"""A match to try ends with its only player: once his lord has fallen nobody would ever end a turn of it again."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import F

from heraut.site.matches import models as m
from heraut.site.matches.activity_kinds import ActivityKind
from heraut.site.matches.adapters import adapter
from heraut.site.matches.host_actions import rule
from heraut.site.matches.models import Match
from heraut.site.matches.services import write_activity

CLOSE = "close"  # the ruling by which a game itself ends a match that is not decided
LOST: ActivityKind = "trial_over"  # why one ends, as its chronicle says
LEFT: ActivityKind = "trial_left"


def lost(match: Match) -> bool:
    """Whether only bots are left of a private match that waits for its one player, who is its host."""
    if match.status != m.RUNNING or not match.private or not match.pace.at_leisure:
        return False
    people = list(match.seats.filter(user__isnull=False).values_list("name", "user"))
    if [user for _, user in people] != [match.host_id]:
        return False
    return not adapter(match.game).letter_names(match.realm)[people[0][0]][1]


def end(match: Match, now: datetime, why: ActivityKind = LOST) -> None:
    """It is over: by a decision of its game where that knows one, else as it stands, without a result. A turn that is
    being computed meanwhile, or is held back, is not played any more: the fence refuses it.
    """
    closed = CLOSE in adapter(match.game).rulings
    if closed:
        rule(match, CLOSE)
    ending: dict[str, Any] = {"deadline": now} if closed else {"status": m.OVER, "ended": now, "deadline": None}
    freed: dict[str, Any] = {
        "ready": None,
        "claimed_until": None,
        "tries": 0,
        "fault": "",
        "held_until": None,
        "anomalies": [],
    }
    Match.objects.filter(pk=match.pk).update(**ending, **freed, fence=F("fence") + 1)
    write_activity(match, why, match.host if why == LEFT else None, turn=match.turns)
