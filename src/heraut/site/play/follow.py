"""What every page of a match says of what happens meanwhile: who is awaited, the turn being resolved, the report.

A script keeps the lines up to date (`static/play/live.js`, asking `pulse.py`); without scripts there is a link, and
pages on which nothing can be typed load themselves again. An outcome stays in view until its player has read it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.http import HttpResponse
from django.shortcuts import render

from heraut.site.games import brought
from heraut.site.matches import models as m
from heraut.site.matches.models import Match, Seat
from heraut.site.play import pulse
from heraut.site.play.pulse import clock_of
from heraut.site.play.visit import Visit

PART = "suivi"  # the part of a page that is asked for alone
SINCE = "X-Heraut-Step"  # the step that the page of whoever has no seat was opened at
READING = ("report", "history")  # pages on which nothing can be typed: they may load themselves again


@dataclass(frozen=True)
class Following:
    """What a page has to know to follow its match, and what it says of it."""

    coming: Visit
    page: str

    @property
    def pulse(self) -> str:
        """Where it asks whether anything has happened."""
        return pulse.address(self.coming)

    @cached_property
    def beat(self) -> str:
        """What it knows of."""
        return pulse.present(self.coming)

    @property
    def hurry(self) -> bool:
        """Whether a match goes on so fast that one waits for it at the screen."""
        return hurries(self.coming.match)

    @property
    def clock(self) -> str:
        """ "open", "resolving", or how the match stands."""
        return clock_of(self.coming.match)

    @property
    def outcome(self) -> int:
        """The turn whose report its reader has not seen yet, 0 if none; what a decision brings is told otherwise."""
        match, seat = self.coming.match, self.coming.seat
        if match.pace.by_decision or match.status in pulse.WAITING:
            return 0
        seen = seat.read if seat is not None else since(self.coming)
        return match.step if match.step > seen else 0

    @property
    def waits(self) -> bool:
        """Whether the visitor has done his part and waits for the others."""
        sheet = self.coming.sheet
        return self.clock == "open" and (self.coming.seat is None or (sheet is not None and sheet.sealed))

    @property
    def awaited(self) -> str:
        """Whom he waits for, as far as he may know."""
        words: str = brought(self.coming.match.game).awaited_words(self.coming)
        return words

    @property
    def reloads(self) -> bool:
        """Whether the page may load itself again where no script runs: nothing can be typed into it, or into it now."""
        if self.coming.match.over:
            return False
        return self.page in READING or (self.page == "board" and self.coming.seat is None)


def hurries(match: Match) -> bool:
    """Whether the others are likely to sit before their screens."""
    return match.status in pulse.WAITING or match.pace.live or match.pace.at_leisure


def since(coming: Visit) -> int:
    """The step that the page of a passer-by was opened at: what came before is no news to him."""
    told = coming.request.headers.get(SINCE, "")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 10 else coming.match.step


def has_read(coming: Visit, step: int) -> None:
    """The visitor has the outcome of this step before his eyes, and with that of all before it."""
    seat = coming.seat
    if seat is not None and seat.read < step and coming.request.method != "HEAD":
        Seat.objects.filter(pk=seat.pk, read__lt=step).update(read=step)
        seat.read = step


def asked_alone(coming: Visit) -> bool:
    """Whether a script asks for the lines alone, the page itself having stayed as it was."""
    return coming.request.headers.get("HX-Target") == PART and coming.match.status in (m.RUNNING, m.PAUSED, m.OVER)


def lines_alone(coming: Visit, page: str) -> HttpResponse:
    """The lines, the tabs with their letters, and what else of this page tells who has sealed."""
    from heraut.site.play.frame import framed  # the frame has these lines in it

    more = brought(coming.match.game).followed(coming, page)
    return render(coming.request, "play/following.html", {**framed(coming, page), "more": more})
