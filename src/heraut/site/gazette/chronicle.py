"""The chronicle of a turn in the tone of an old one, told from its public events alone: nothing is invented.

Each game has a `Chronicler` (`GameSite.chronicle`): which kinds of events weigh most, and a group of its words with two
or three sentences for each, `<kind>_1`, `<kind>_2`, `<kind>_3`. Which of them is told is chosen by a hash of what
happened, so that an issue reads the same whenever it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import msgspec
from django.utils import translation

from heraut.engine.protocol import Event, Json
from heraut.engine.words import typeset
from heraut.site.clock.models import REWOUND
from heraut.site.common.words import site_words
from heraut.site.matches.activity_kinds import ActivityKind
from heraut.site.matches.activity_words import sentence
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Activity, Match

MOST = 14  # sentences of a turn
# What lords and host did, told with the turn
TOLD_TOO: tuple[ActivityKind, ...] = (
    *("treaty_signed", "treaty_broken", "treaty_said_broken", "treaty_kept"),
    *REWOUND.values(),
)

Figures = Callable[[Event], Mapping[str, Any]]
Names = Mapping[str, Mapping[Any, str]]


@dataclass(frozen=True)
class Chronicler:
    """How one game is told: its group of words, its kinds of events with the weightiest first, and by a view and a
    language what the words are filled in with: the figures of an event, the names of the match.
    """

    group: str
    kinds: Sequence[str]
    filled_in: Callable[[Json, str], tuple[Figures, Names]]

    def __call__(self, view: Json, events: Sequence[Event], lang: str) -> list[str]:
        """The weightiest events of a turn, in the order in which they happened; `view` is a passer-by's after it."""
        weight = {kind: place for place, kind in enumerate(self.kinds)}
        known = [(place, event) for place, event in enumerate(events) if event.kind in weight and public(event)]
        chosen = sorted(sorted(known, key=lambda one: weight[one[1].kind])[:MOST])
        figures, names = self.filled_in(view, lang)
        told = [self.told(event, figures(event), names, lang) for _, event in chosen]
        left = len(known) - len(chosen)
        return [*told, *([site_words(lang).say("gazette_tale", "left_out", {"number": left})] if left else [])]

    def told(self, event: Event, figures: Mapping[str, Any], names: Names, lang: str) -> str:
        """One event in a sentence."""
        words = site_words(lang)
        key = variant(event, [f"{event.kind}_{number}" for number in (1, 2, 3)], self.group, lang)
        said = words.say(self.group, key, figures, {**words.names, **names})
        return typeset(said[:1].upper() + said[1:], lang)


def as_recorded(event: Event) -> Mapping[str, Any]:
    """The figures of an event as they are."""
    return event.data


def public(event: Event) -> bool:
    """Whether everybody may know it."""
    return event.seen_by is None


def variant(event: Event, keys: Sequence[str], group: str, lang: str) -> str:
    """One of the sentences that there are for an event, by what happened."""
    there = [key for key in keys if site_words(lang).has(group, key)]
    drawn = blake2b(msgspec.json.encode((event.rule, event.kind, event.data)), digest_size=4).digest()
    return there[int.from_bytes(drawn, "big") % len(there)]


def lines_of(match: Match, view: Json, events: Sequence[Event], activities: Sequence[Activity], lang: str) -> list[str]:
    """The chronicle of a turn in one language; a turn that brought nothing is told as such."""
    told = [*adapter(match.game).chronicle(view, events, lang), *public_acts(match, activities, lang)]
    return told or [site_words(lang).say("gazette_tale", "quiet")]


def public_acts(match: Match, activities: Sequence[Activity], lang: str) -> list[str]:
    """What was signed, kept, broken or rewound, as the public chronicle of the match says it."""
    known = [one for one in activities if one.kind in TOLD_TOO]
    if not known:
        return []
    lords = {seat: name for seat, (name, _) in adapter(match.game).letter_names(match.realm).items()}
    with translation.override(lang):
        return [sentence(one, lords) for one in known]
