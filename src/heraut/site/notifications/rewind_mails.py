"""A match has been rewound: every player is told why, what fell away of his orders, and what is told otherwise now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.urls import reverse

from heraut.engine.protocol import Seat as SeatName
from heraut.site.clock.rewind_diff import COME, Lines, TurnDiff
from heraut.site.common.words import say
from heraut.site.matches.models import Match, Seat
from heraut.site.notifications.match_mails import as_read_by, letter, reached, until
from heraut.site.notifications.models import Letter

CHOICE = "news"
MOST_TURNS = 2  # told in the letter; the page tells all
MOST_LINES = 60


def rewind_letters(match: Match, rewind: Any) -> list[Letter]:
    """The letters of a rewind (`clock.rewind_writing.Rewound`); `match` as it will be."""
    branch = rewind.branch
    lines = Lines(match, rewind.aside, rewind.fresh)
    letters = []
    for seat, player in reached(match.seats.select_related("user"), CHOICE):
        with as_read_by(player):
            lead = [
                say(f"letter.rewound_{branch.change['what']}", title=match.title, **branch.change),
                say("letter.rewound_reason", reason=branch.reason),
                *own_lines(branch.told.get(seat.name, {})),
                *until(match),
            ]
            url = settings.URL + reverse("match_rewind", args=[match.code, branch.number])
            key = f"rewound:{match.pk}:{branch.number}:{seat.name}"
            points = [*told(lines, seat, player.language)]
            letters.append(
                letter(player, match, "rewound", key, lead, url=url, points=points, choice=CHOICE, **branch.change)
            )
    return letters


def own_lines(told: Any) -> Iterator[str]:
    """What was done to the orders of a seat: said to its player alone."""
    if told.get("corrected"):
        yield say("letter.rewound_yours")
    for turn, line in told.get("dropped", ())[:MOST_LINES]:
        yield say("letter.rewound_dropped", turn=turn, line=line)


def told(lines: Lines, seat: Seat, language: str) -> Iterator[str]:
    """What is told otherwise to this seat, in the first turns that change."""
    left = MOST_LINES
    for shown, turn in enumerate(lines.turns):
        if not left or shown == MOST_TURNS:
            yield say("letter.rewound_more")
            return
        found = sentences_of(lines.diff(turn, SeatName(seat.name), language))
        for sentence in list(found)[:left]:
            left -= 1
            yield sentence


def sentences_of(diff: TurnDiff) -> Iterable[str]:
    """A turn's changes, one sentence each, marked as the page marks them."""
    for part in diff.parts:
        for change in part.changes:
            yield say(f"letter.rewound_{'come' if change.sort == COME else 'gone'}", turn=diff.turn, text=change.text)
