"""A battle as it is drawn: both fronts man against man, those behind, those who rode round, and what became of all.

What stands here is what the kingdom has heard of it (RO-BAT-40): of its own units everything, of others their types.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString

from heraut.engine.protocol import Event
from heraut.games.rois.battle.report import battle_details
from heraut.games.rois.grammar import capital, troop, unit_name
from heraut.site.common.words import site_words
from heraut.site.games.rois.linked_names import StoryHerald, unmarked
from heraut.site.games.rois.told import Told

LOST = ("destroyed", "cut_off")
BEFORE = ("duel", "duel_refused")  # what precedes the shock
AFTER = (
    "conquered", "province_lost", "retreated", "no_refuge", "leader_killed", "leader_swept_along", "leader_hides",
    "hero_gone", "drowned",
)  # fmt: skip


@dataclass(frozen=True)
class Figure:
    """One unit where it stands: its sign, whose it is, what became of it ("stood", "fled", "destroyed", "cut_off")."""

    sign: str
    fate: str
    words: str
    own: bool
    rank: str = ""  # "risen" or "worn": what the day has made of it


@dataclass(frozen=True)
class Slot:
    """A place of the front: who stands there on both sides, and who had the better of it ("won", "lost", "even")."""

    own: Figure
    enemy: Figure
    outcome: str


@dataclass(frozen=True)
class Host:
    """One side: whose it is, those behind its front, those who rode round, how many fought and how many are no more."""

    kingdoms: list[tuple[int, str, SafeString]]
    rear: list[Figure]
    flank: list[Figure]
    count: int
    lost: int
    fled: int


@dataclass(frozen=True)
class Battle:
    """One battle with what came before it and after it."""

    anchor: str
    season: int
    commander: int
    event: Event
    title: SafeString
    name: str
    when: str
    headline: SafeString
    won: bool
    front: list[Slot]
    own: Host
    enemy: Host
    rule: str
    statement: str
    prelude: list[Told] = field(default_factory=list)
    aftermath: list[Told] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)  # the same in words, slot by slot

    @property
    def columns(self) -> int:
        """How wide the front is."""
        return len(self.front)


OUTCOMES = {1: "won", 0: "even", -1: "lost"}


class Drawing:
    """The figures of one battle, for one reader."""

    def __init__(self, herald: StoryHerald, event: Event) -> None:
        self.herald, self.event, self.data = herald, event, event.data
        self.words = site_words(herald.lang)

    def front(self) -> list[Slot]:
        """The two front lines, slot by slot."""
        lines = [
            {post["slot"]: post for post in self.data[side] if not post["row"] and not post["behind"]}
            for side in ("own", "enemy")
        ]
        return [
            Slot(self.figure(lines[0][slot]), self.figure(lines[1][slot]), OUTCOMES[outcome])
            for slot, outcome in enumerate(self.data["slots"])
            if slot in lines[0] and slot in lines[1]
        ]

    def host(self, side: str, kingdoms: list[tuple[int, str, SafeString]]) -> Host:
        """One side besides its front."""
        posts = self.data[side]
        return Host(
            kingdoms,
            [self.figure(post) for post in posts if post["row"] and not post["behind"]],
            [self.figure(post) for post in posts if post["behind"]],
            len(posts),
            sum(post["fate"] in LOST for post in posts),
            sum(post["fate"] == "fled" for post in posts),
        )

    def figure(self, post: Mapping[str, Any]) -> Figure:
        """One unit."""
        if "unit" not in post:
            who = capital(troop(self.herald, post["type"], post["race"], "some_units"))
            own = post["kingdom"] == self.herald.own.get("kingdom")
            return Figure(post["type"], post["fate"], self.fated(who, post["fate"]), own)
        rank = ""
        if post["after"] >= 0 and post["after"] != post["quality"]:
            rank = "risen" if post["after"] > post["quality"] else "worn"
        who = self.herald.tale("lines", "own_unit", {**post, "name": unit_name(self.herald, post)})
        return Figure(post["type"], post["fate"], self.fated(who, rank or post["fate"]), True, rank)

    def fated(self, who: str, fate: str) -> str:
        """A unit and what became of it."""
        return self.words.say("rois_battle", f"fate_{fate}", {"who": who})

    def lines(self) -> list[str]:
        """The battle in words."""
        return [unmarked(line) for line in battle_details(self.herald, self.data)]


def place_of(event: Event) -> int:
    """The province of an event."""
    return int(event.data.get("province") or event.data.get("origin") or 0)


def attached(events: Sequence[Event]) -> Iterator[tuple[Event, list[Event], list[Event]]]:
    """Each battle with what led to it and what followed from it, in the same season and province."""
    fights = [event for event in events if event.kind == "battle"]
    for number, fight in enumerate(fights):
        here = (fight.data["season"], place_of(fight))
        near = [event for event in events if event.data.get("season") == here[0] and is_at(event, here[1])]
        others = [other for other in fights[:number] if (other.data["season"], place_of(other)) == here]
        at, since = near.index(fight), near.index(others[-1]) if others else -1
        until = next((i for i, one in enumerate(near) if i > at and one.kind == "battle"), len(near))
        before = [event for event in near[since + 1 : at] if event.kind in BEFORE]
        after = [event for event in near[at + 1 : until] if event.kind in AFTER]
        yield fight, before, after


def is_at(event: Event, province: int) -> bool:
    """Whether an event belongs to the field of a battle: fled from there, or happened there."""
    if event.kind in ("retreated", "escorted"):
        return bool(event.data.get("origin") == province)
    return place_of(event) == province
