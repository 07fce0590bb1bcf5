"""What befalls matches, as mails, pushes and webhooks: the listener of `matches/telling.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from heraut.engine.protocol import Event
from heraut.site.matches.models import Activity, Match, Seat
from heraut.site.matches.steps import Played
from heraut.site.matches.telling import People, Post, holders
from heraut.site.matches.turn_status import SeatStatus
from heraut.site.matches.winners import winners
from heraut.site.notifications.decision_mails import decision_letters, withdraw
from heraut.site.notifications.hooks import activity_deliveries, post_deliveries, turn_deliveries
from heraut.site.notifications.match_mails import (
    delay_letters,
    start_letters,
    step_key,
    stuck_letters,
    turn_letters,
)
from heraut.site.notifications.models import Delivery, Letter
from heraut.site.notifications.news import news, report_ghosts, table_url, tell, without_reports
from heraut.site.notifications.outbox import post
from heraut.site.notifications.rewind_mails import rewind_letters


class Mails:
    """Writes to players and webhooks; each of these is what `Listener` says."""

    def begun(self, match: Match, state: Any, events: Sequence[Event], now: datetime) -> None:
        """The first report; whoever wants none is told all the same."""
        post(start_letters(match, state, events, now))
        post(news(match, "begun", str(match.pk), without_reports(match), until=match.deadline))

    def chronicled(self, activity: Activity) -> None:
        """Webhooks that want it are told of it."""
        post_deliveries(activity_deliveries(activity))

    def activity(self, activity: Activity, people: People, *, at_table: bool, figures: Mapping[str, Any]) -> None:
        """One sentence, one link."""
        tell(activity, people, url=table_url(activity.match) if at_table else "", **figures)

    def ghosts(self, match: Match, lords: Sequence[str]) -> None:
        """The host is told."""
        report_ghosts(match, lords)

    def reread(self, match: Match, seat: Seat, lines: int, why: str = "reread") -> None:
        """Its player is told."""
        post(news(match, why, step_key(match, match.step), holders([seat]), lines=lines))

    def answered(self, match: Match, seats: Sequence[str]) -> None:
        """What was to tell them so is withdrawn."""
        withdraw(match, seats)

    def turn(
        self, match: Match, state: Any, events: Sequence[Event], statuses: Mapping[str, SeatStatus], now: datetime
    ) -> Post:
        """The report of each lord."""
        letters = turn_letters(match, state, events, statuses, now) + last_news(match)
        return partial(post_both, letters, turn_deliveries(match))

    def decisions(self, match: Match, played: Played, now: datetime) -> Post:
        """Whose turn it is; the report of a whole turn."""
        letters = decision_letters(match, played, now) + last_news(played.after)
        return partial(post_both, letters, turn_deliveries(played.after) if ends_turn(match, played) else [])

    def rewound(self, match: Match, rewind: Any) -> Post:
        """Everyone who plays is told what changes for him."""
        return partial(post, rewind_letters(match, rewind))

    def delayed(self, match: Match, late: Mapping[str, SeatStatus]) -> Post:
        """Each of their players is told."""
        return partial(post, delay_letters(match, late))

    def stuck(self, match: Match, fault: str) -> Post:
        """Those who run the site, and the host, are told."""
        return partial(post, stuck_letters(match, fault))


def ends_turn(match: Match, played: Played) -> bool:
    """Whether a whole turn has come to its end with these steps, or the match."""
    return bool(played.steps) and (played.after.over or 0 < match.turn < played.after.turn)


def post_both(letters: list[Letter], deliveries: list[Delivery]) -> None:
    """Puts letters and messages to webhooks in the outbox."""
    post(letters)
    post_deliveries(deliveries)


def last_news(after: Match) -> list[Letter]:
    """Whoever wants no reports is told all the same that the match is over."""
    if not after.over:
        return []
    return news(after, "over", step_key(after), without_reports(after), winners=winners(after))
