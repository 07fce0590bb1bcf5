"""A year as one reader lived it, in the parts of its telling: all that the page of the report shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any

from django.utils.safestring import SafeString

from heraut.engine.protocol import Event, Json
from heraut.games.rois.report import OF_DIPLOMACY, OF_THE_REALM, is_letter
from heraut.site.games.rois.battles import Battle
from heraut.site.games.rois.draft import Draft
from heraut.site.games.rois.gold import account
from heraut.site.games.rois.heroes_years import Letters
from heraut.site.games.rois.realm import shield
from heraut.site.games.rois.rumours import rumours
from heraut.site.games.rois.signs import sign
from heraut.site.games.rois.teller import Teller
from heraut.site.games.rois.tidings import Line, Year, election, tidings
from heraut.site.games.rois.told import Told
from heraut.site.matchpage.match_access import MatchAccess

APART = frozenset(("crowned", "valhalla", "ignored", *OF_THE_REALM, *OF_DIPLOMACY))
COUNTED = ("year_over", "dice")  # said elsewhere on the page


@dataclass(frozen=True)
class Tiding:
    """A line of what mattered, as a page shows it."""

    tone: str
    sign: SafeString
    text: SafeString
    anchor: str


@dataclass(frozen=True)
class Chapter:
    """What one season brought besides."""

    name: str
    sign: SafeString
    lines: list[Told]


@dataclass(frozen=True)
class Failure:
    """An order that came to nothing: why, by which rule, and its line of the sheet ("" where it is not known)."""

    told: Told
    line: int
    text: str


@dataclass(frozen=True)
class Neighbour:
    """Another King: his arms, how one stands with him."""

    name: SafeString
    arms: SafeString
    relation: str
    words: str


@dataclass(frozen=True)
class OfficeStanding:
    """The race for an office: one's share of the leader's merit in percent, and what has changed of it."""

    name: str
    share: int | None
    change: int


class YearStory:
    """One year. `text` is the sheet that its reader had given for it, for the lines of orders that failed."""

    def __init__(self, access: MatchAccess, before: Json, view: Json, events: Sequence[Event], text: str = "") -> None:
        self.teller = Teller(view, access.lang, access.match.code, access.view, before)
        self.herald = self.teller.herald
        self.view, self.before, self.text = view, before, text
        if any(event.kind == "final_scores" for event in events):  # no year follows in which to call an election
            events = [event for event in events if event.kind != "may_call"]
        seat = self.herald.seat
        self.private = [event for event in events if event.seen_by is not None and seat in event.seen_by]
        self.public = [event for event in events if event.seen_by is None]
        self.year = Year(self.herald, before, view, [*self.private, *self.public])

    def context(self) -> dict[str, Any]:
        """Every part of the page."""
        own = self.view.get("own")
        return {
            "told_for": self.king_name(),
            "tidings": self.tidings(),
            "lead": self.lead(),
            "fates": [self.teller.tell(event) for event in self.private if event.kind in ("crowned", "valhalla")],
            "world_news": self.world_news(),
            "battles": self.battles,
            "letters": Letters(self.teller, self.year, self.battles, self.told_elsewhere).all() if own else [],
            "news": self.news(),
            "failures": self.failures(),
            "gold": account(self.year),
            "gold_lines": self.told_of(OF_THE_REALM),
            "gold_troubled": any(troubled(event) for event in self.private),
            "court": self.neighbours(),
            "court_lines": self.told_of(OF_DIPLOMACY),
            "standings": self.standings(),
            "rumours": [self.shown(line) for line in rumours(self.year)],
            "living": sum(not one["fallen"] for one in self.view["kingdoms"].values()),
        }

    def world_news(self) -> list[Told]:
        """What everybody has heard; all who call for one election in one line."""
        called = [event for event in self.public if event.kind == "election_called"]
        told = [self.teller.tell(event) for event in self.public if event.kind not in (*COUNTED, "election_called")]
        if called:
            text = election(self.year, [event.data for event in called])
            told.append(replace(self.teller.tell(called[0]), text=self.teller.places.linked(text)))
        return told

    @cached_property
    def _battles(self) -> tuple[list[Battle], set[int]]:
        return self.teller.battles(self.private)

    @property
    def battles(self) -> list[Battle]:
        """The battles of the year."""
        return self._battles[0]

    @property
    def told_elsewhere(self) -> set[int]:
        """Which events are told with a battle."""
        return self._battles[1]

    def king_name(self) -> str:
        """Whose report it is; "" for the chronicle."""
        reader = self.view.get("own") or self.view.get("fallen")
        return str(self.view["kingdoms"][str(reader["kingdom"])]["name"]) if reader else ""

    def lead(self) -> SafeString:
        """How the year ended, in a sentence."""
        living = sum(not one["fallen"] for one in self.view["kingdoms"].values())
        key = "first" if self.view["turn"] == 1 else "last" if self.view["road"] is not None else "over"
        return self.teller.say(
            "rois_year", f"lead_{key}", turn=self.year.number, living=living, world=self.view["world"]
        )

    def tidings(self) -> list[Tiding]:
        """What mattered most."""
        if self.view["turn"] == 1:
            return []
        return [self.shown(line) for line in tidings(self.year)]

    def shown(self, line: Line) -> Tiding:
        """A line with its links."""
        return Tiding(line.tone, sign(line.sign), self.teller.places.linked(line.text), line.anchor)

    def news(self) -> list[Chapter]:
        """What befell the kingdom besides, season by season."""
        own = {each["number"]: each for each in self.year.own.get("characters", ())}
        rest = [
            event
            for event in self.private
            if event.kind not in APART and not is_letter(event, own) and id(event) not in self.told_elsewhere
        ]
        return [
            Chapter(
                self.herald.name("season", season),
                sign(f"season{season}"),
                [self.teller.tell(event) for event in group],
            )
            for season, group in groupby(rest, key=lambda event: event.data.get("season", 0))
        ]

    def failures(self) -> list[Failure]:
        """The orders that had no effect, with their lines of the sheet (RO-GEN-07)."""
        cells = Draft(self.before, self.text).cells if self.text and "own" in self.before else {}
        found = []
        for event in self.private:
            if event.kind == "ignored":
                cell = cells.get((event.data["who"], event.data["season"]))
                found.append(
                    Failure(self.teller.tell(event), cell.line if cell else 0, cell.text.strip() if cell else "")
                )
        return found

    def told_of(self, kinds: frozenset[str]) -> list[Told]:
        """The sentences of the events of these kinds."""
        return [self.teller.tell(event) for event in self.private if event.kind in kinds]

    def neighbours(self) -> list[Neighbour]:
        """The other Kings, allies first."""
        order = ("allied", "enemy", "neutral")
        relations = sorted(self.year.own.get("relations", {}).items(), key=lambda each: order.index(each[1]))
        return [
            Neighbour(
                self.teller.king(int(number)),
                shield(int(number)),
                relation,
                self.herald.name("relation", relation),
            )
            for number, relation in relations
        ]

    def standings(self) -> list[OfficeStanding]:
        """One's place in the race for each office."""
        then = self.year.had.get("standings", {})
        return [
            OfficeStanding(
                self.herald.name("office", office), share, (share or 0) - (then.get(office) or 0) if then else 0
            )
            for office, share in self.year.own.get("standings", {}).items()
        ]


def troubled(event: Event) -> bool:
    """Whether the account of gold has more to say than its figures."""
    data = event.data
    return event.kind in ("unit_unpaid", "hero_unpaid") or bool(data.get("halved") or data.get("occupied"))
