"""What befalls matches, as mails: the listener of `matches/telling.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from heraut.engine.protocol import Event
from heraut.site.matches.models import Deed, Match, Seat
from heraut.site.matches.steps import Played
from heraut.site.matches.telling import People, Post, holders
from heraut.site.matches.turn_status import Standing
from heraut.site.notifications.decision_mails import decision_letters, withdraw
from heraut.site.notifications.match_mails import delay_letters, start_letters, stuck_letters, turn_letters
from heraut.site.notifications.models import Letter
from heraut.site.notifications.news import news, report_ghosts, table_url, tell, without_reports
from heraut.site.notifications.outbox import post


class Mails:
    """Writes to players; each of these is what `Listener` says."""

    def begun(self, match: Match, state: Any, events: Sequence[Event], now: datetime) -> None:
        """The first report; whoever wants none is told all the same."""
        post(start_letters(match, state, events, now))
        post(news(match, "begun", str(match.pk), without_reports(match), until=match.deadline))

    def deed(self, deed: Deed, people: People, *, at_table: bool, figures: Mapping[str, Any]) -> None:
        """One sentence, one link."""
        tell(deed, people, url=table_url(deed.match) if at_table else "", **figures)

    def ghosts(self, match: Match, lords: Sequence[str]) -> None:
        """The host is told."""
        report_ghosts(match, lords)

    def reread(self, match: Match, seat: Seat, lines: int) -> None:
        """Its player is told."""
        post(news(match, "reread", f"{match.pk}:{match.step}", holders([seat]), lines=lines))

    def answered(self, match: Match, seats: Sequence[str]) -> None:
        """What was to tell them so is withdrawn."""
        withdraw(match, seats)

    def turn(
        self, match: Match, state: Any, events: Sequence[Event], standings: Mapping[str, Standing], now: datetime
    ) -> Post:
        """The report of each lord."""
        return partial(post, turn_letters(match, state, events, standings, now) + last_news(match))

    def decisions(self, match: Match, played: Played, now: datetime) -> Post:
        """Whose turn it is; the report of a whole turn."""
        return partial(post, decision_letters(match, played, now) + last_news(played.after))

    def delayed(self, match: Match, late: Mapping[str, Standing]) -> Post:
        """Each of their players is told."""
        return partial(post, delay_letters(match, late))

    def stuck(self, match: Match, fault: str) -> Post:
        """Those who run the site, and the host, are told."""
        return partial(post, stuck_letters(match, fault))


def last_news(after: Match) -> list[Letter]:
    """Whoever wants no reports is told all the same that the match is over."""
    return news(after, "over", str(after.pk), without_reports(after)) if after.over else []
