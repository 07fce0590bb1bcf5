"""What a player who comes back is told on the pages of his match: who plays for him, and if his seat is offered."""

from __future__ import annotations

from django.utils import timezone

from heraut.site.common.words import day, local, say
from heraut.site.matches.bot_names import bot_words
from heraut.site.matches.models import Match, Seat
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.regency.in_force import regent_of
from heraut.site.regency.models import MINUTE, Regency


def own_seat(access: MatchAccess) -> Seat | None:
    """The seat that the visitor holds himself, as long as the match goes on and his house stands."""
    seat = access.seat  # a regent has one, too, and whoever plays two at one screen
    if seat is None or seat.user_id != access.request.user.pk or access.match.over:
        return None
    return seat if "own" in access.view else None


def regent_told(access: MatchAccess, tab: str) -> Regency | None:
    """Who plays for the visitor just now, told to him where he would give orders himself."""
    seat = own_seat(access) if tab in ("board", "orders") else None
    return regent_of(seat) if seat is not None else None


def bot_told(access: MatchAccess, tab: str) -> str:
    """Which bot is his regent just now, until when, and when it plays, told in the same places; "" if none is."""
    seat = own_seat(access) if tab in ("board", "orders") else None
    if seat is None or seat.regent_until is None or not seat.ruled_at(timezone.now()):
        return ""
    names = {"bot": bot_words(seat.regent_bot), "until": day(seat.regent_until - MINUTE)}
    return f"{say('regency.bot_plays_for_you', **names)} {when_it_plays(access.match, alone=access.plays_alone)}"


def when_it_plays(match: Match, *, alone: bool, begun: bool = True) -> str:
    """When a bot that is regent answers in this match; `alone`: all others are bots, too; `begun`: are its days."""
    pace = match.pace
    if pace.by_decision or (pace.early and alone):
        return say("regency.bot_plays_on" if alone else "regency.bot_plays_step")
    if pace.early:
        return say("regency.bot_plays_early", until="" if pace.at_leisure or not begun else deadline_words(match))
    return say("regency.bot_plays_late", until=deadline_words(match) if begun else "")


def deadline_words(match: Match) -> str:
    """The deadline of the present turn; "" while there is none."""
    return local(match.deadline) if match.deadline is not None else ""


def offered_told(access: MatchAccess) -> str:
    """That his seat is offered to others, and why, told to its player; "" if it is not."""
    seat = own_seat(access)
    return offered_words(access.match, seat) if seat is not None and seat.offered else ""


def offered_words(match: Match, seat: Seat) -> str:
    """What has become of a seat that is offered while its player may still keep it."""
    if not seat.missed:
        return say("table.you_offered")
    kind = "decisions" if match.pace.by_decision else "turns"
    return say(f"absence.offered_{kind}", missed=seat.missed, replaced=seat.bot)
