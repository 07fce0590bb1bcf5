"""What every page of a match says of what happens meanwhile: who is awaited, the turn being resolved, the report.

A script keeps the lines up to date (`static/play/live.js`, asking `polling.py`); without scripts there is a link, and
pages on which nothing can be typed load themselves again. An outcome stays in view until its player has read it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from heraut.site.matches.adapters import adapter
from heraut.site.matches.host_actions import is_ending
from heraut.site.matches.models import Match, Seat
from heraut.site.matchpage import polling
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.polling import clock_of

PART = "suivi"  # the part of a page that is asked for alone
SINCE = "X-Heraut-Step"  # the step that the page of whoever has no seat was opened at
READING = ("report", "history")  # pages on which nothing can be typed: they may load themselves again


@dataclass(frozen=True)
class Following:
    """What a page has to know to follow its match, and what it says of it."""

    access: MatchAccess
    page: str

    @property
    def poll_address(self) -> str:
        """Where it asks whether anything has happened."""
        return polling.address(self.access)

    @cached_property
    def beat(self) -> str:
        """What it knows of."""
        return polling.present(self.access)

    @property
    def hurry(self) -> bool:
        """Whether a match goes on so fast that one waits for it at the screen."""
        return hurries(self.access.match)

    @property
    def clock(self) -> str:
        """ "open", "resolving", or how the match stands."""
        return clock_of(self.access.match)

    @cached_property
    def behind(self) -> str:
        """Why the turn is not resolved though it has come to its end; "" as long as nothing is wrong."""
        return polling.behind_words(self.access.match)

    @cached_property
    def ends(self) -> bool:
        """Whether what is resolved is the end of the match, by a decision, and no turn."""
        return self.clock == "resolving" and is_ending(self.access.match)

    @property
    def outcome(self) -> int:
        """The turn whose report its reader has not seen yet, 0 if none; what a decision brings is told otherwise."""
        match, seat = self.access.match, self.access.seat
        if match.pace.by_decision or match.status in polling.WAITING:
            return 0
        seen = seat.read if seat is not None else since(self.access)
        return match.step if match.step > seen else 0

    @property
    def waits(self) -> bool:
        """Whether the visitor has done his part and waits for the others."""
        sheet = self.access.sheet
        return self.clock == "open" and (self.access.seat is None or (sheet is not None and sheet.sealed))

    @property
    def awaited(self) -> str:
        """Whom he waits for, as far as he may know."""
        words: str = adapter(self.access.match.game).awaited_words(self.access)
        return words

    @property
    def reloads(self) -> bool:
        """Whether the page may load itself again where no script runs: nothing can be typed into it, or into it now."""
        if self.access.match.over:
            return False
        return self.page in READING or (self.page == "board" and self.access.seat is None)


def hurries(match: Match) -> bool:
    """Whether the others are likely to sit before their screens."""
    return match.status in polling.WAITING or match.pace.live or match.pace.at_leisure


def since(access: MatchAccess) -> int:
    """The step that the page of a passer-by was opened at: what came before is no news to him."""
    told = access.request.headers.get(SINCE, "")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 10 else access.match.step


def has_read(access: MatchAccess, step: int) -> None:
    """The visitor has the outcome of this step before his eyes, and with that of all before it. A regent reads it for
    himself: its player finds it unread.
    """
    seat = access.seat
    if seat is not None and access.regency is None and seat.read < step and access.request.method != "HEAD":
        Seat.objects.filter(pk=seat.pk, read__lt=step).update(read=step)
        seat.read = step
