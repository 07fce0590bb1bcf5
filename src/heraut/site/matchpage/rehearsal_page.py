"""What the pages of a rehearsal share: what they are asked for, what bounds them, what they show of what was played.

A POST plays on from where the page stands; nothing is stored. Fields of them all: `others` (how everybody else acts),
`variant` (another text of the sheet), `trials` (played so far), `of` (which of the variants is told), `do`: "play",
"more" or "of:PLACE".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from allauth.core import ratelimit
from django.http import QueryDict

from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.words import say
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.outcomes import Outcome
from heraut.site.matchpage.rehearsals import AT_ONCE, MOST_TRIALS, Busy, Variant


@dataclass(frozen=True)
class Pressed:
    """Where the page stood when a button was pressed, and which: `place` is what its `do` has behind the colon."""

    trials: int
    of: int
    act: str
    place: int

    @property
    def least(self) -> int:
        """How many trials each variant shall have."""
        return self.trials + AT_ONCE if self.act in ("play", "more") else max(self.trials, 1)


def pressed(posted: QueryDict) -> Pressed:
    """What was pressed; nothing before a POST."""
    act, _, behind = posted.get("do", "").partition(":")
    trials, of, place = (whole_number(text) or 0 for text in (posted.get("trials", ""), posted.get("of", ""), behind))
    return Pressed(min(trials, MOST_TRIALS), place if act == "of" else of, act, place)


def attempt(access: MatchAccess, play: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What `play` finds for a POST, or why nothing is played; nothing where nothing was sent, or the match is over."""
    if access.request.method != "POST" or access.view["road"] is not None:
        return {}
    if not ratelimit.consume(access.request, action="rehearse"):
        return {"fault": say("rehearsal.often")}
    try:
        return play()
    except Busy:
        return {"fault": say("rehearsal.busy")}


def results(outcomes: Sequence[Outcome], trials: int, of: int) -> dict[str, Any]:
    """What a page shows of variants that were played, so many trials each; one of them is told in detail."""
    told = min(of, len(outcomes) - 1)
    return {
        "results": outcomes,
        "told": outcomes[told],
        "of": told,
        "trials": trials,
        "most": MOST_TRIALS,
        "more": trials < MOST_TRIALS,
    }


def refused(variants: Sequence[Variant[Any]]) -> list[tuple[str, int]]:
    """The variants of which lines are refused, and how many."""
    return [(one.name, len(one.refusals)) for one in variants if one.refusals]
