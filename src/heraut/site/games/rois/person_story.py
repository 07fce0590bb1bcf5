"""The story of a person through the years, for the page of people: deeds, levels, items, a portrait a year.

Of one's own it is told as it was; of strangers as they were seen, each sighting with its age: the older, the paler.

What the page of people does:

    story = person_story(access, number)     # None: nobody of this number was ever known to the visitor
    {% include "play/rois/person_story.html" %}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString

from heraut.engine.protocol import Event
from heraut.site.games.rois.heroes_years import SMALL
from heraut.site.games.rois.memories import Memory, Person, memories, told_of
from heraut.site.games.rois.portraits import portrait
from heraut.site.games.rois.teller import Teller
from heraut.site.games.rois.told import Told
from heraut.site.matchpage.match_access import MatchAccess

QUIET = ("practised", "explored", "moved", "trained", "gathered")  # told by their number in a story of many years
FRESH, FADING = 0, 3  # years: seen this year; older than the second it is hardly more than a rumour


@dataclass(frozen=True)
class PersonYear:
    """A year of a person. `age`: how many years ago he was seen so; `fade`: "fresh", "fading", "old"."""

    year: int
    portrait: SafeString
    where: SafeString
    deeds: list[Told] = field(default_factory=list)
    gained: list[str] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    turns: list[str] = field(default_factory=list)  # came into service, took the crown, died
    quiet: str = ""
    serves: SafeString | None = None
    age: int = 0
    fade: str = "fresh"


@dataclass(frozen=True)
class PersonStory:
    """A person through the years, the latest first. `own`: whether he was ever one of the reader's own."""

    number: int
    name: SafeString
    own: bool
    years: list[PersonYear]
    gallery: list[PersonYear]  # those years in which he looked otherwise than in the one before


def person_story(access: MatchAccess, number: int) -> PersonStory | None:
    """The story of this person as far as the visitor knows it."""
    known = memories(access)
    if not any(number in memory.own or number in memory.met for memory in known):
        return None
    return Biography(access, number, known).story()


def fade_of(age: int) -> str:
    """How pale a sighting of this age is."""
    return "fresh" if age <= FRESH else "fading" if age < FADING else "old"


class Biography:
    """One person, through all that is remembered of him."""

    def __init__(self, access: MatchAccess, number: int, known: Sequence[Memory]) -> None:
        self.number, self.known = number, known
        self.teller = Teller(access.view, access.lang, access.match.code, access.view)
        self.herald, self.words = self.teller.herald, self.teller.words
        names = self.herald.names["character"]
        assert isinstance(names, dict)
        for one in [one for memory in known for one in (memory.own, memory.met)]:  # those out of sight keep their names
            names.update({other: each["name"] for other, each in one.items() if other not in names})
        self.events = told_of(access, number)
        self.now = len(known) - 1

    def story(self) -> PersonStory:
        """All years, the latest first."""
        years = [one for one in map(self.year, range(len(self.known))) if one is not None]
        gallery = [one for place, one in enumerate(years) if not place or one.portrait != years[place - 1].portrait]
        name = self.teller.places.linked(self.herald.name("character", self.number))
        own = any(self.number in memory.own for memory in self.known)
        return PersonStory(self.number, name, own, list(reversed(years)), gallery)

    def year(self, year: int) -> PersonYear | None:
        """One year, from what was known after it and before it; None where nothing new was known."""
        now = self.known[year].own.get(self.number)
        if now is not None:
            return self.of_mine(year, now, self.known[year - 1].own.get(self.number) if year else None)
        return self.of_a_stranger(year)

    def of_mine(self, year: int, now: Person, then: Person | None) -> PersonYear | None:
        """A year in one's own service; nothing of the years after his death."""
        if now["died"] and now["died"] < year:
            return None
        had, has = set(then["items"]) if then else set(), set(now["items"])
        events = self.events.get(year, [])
        return PersonYear(
            year=year,
            portrait=portrait(now, year),
            where=self.place(now["province"]),
            deeds=self.deeds(events),
            gained=list(self.levels(now["levels"], then["levels"] if then else now["levels"])),
            found=[self.herald.name("item", item) for item in sorted(has - had)] if then else [],
            lost=[self.herald.name("item", item) for item in sorted(had - has)],
            turns=list(self.turns(year, now, then)),
            quiet=self.quiet(events),
        )

    def of_a_stranger(self, year: int) -> PersonYear | None:
        """A year in which he was seen, or met, in another's service or in none."""
        met = self.known[year].met.get(self.number)
        events = self.events.get(year, [])
        if met is None or (met["turn"] != year and not events):
            return None
        age = self.now - year
        return PersonYear(
            year=year,
            portrait=portrait({**met, "number": self.number}, year, crowned=self.was_king(met)),
            where=self.place(met["province"]) if met["turn"] == year else SafeString(""),
            deeds=self.deeds(events),
            serves=self.teller.king(met["kingdom"]) if met["kingdom"] else None,
            age=age,
            fade=fade_of(age),
        )

    def was_king(self, met: Person) -> bool:
        """Whether he wears a crown, as everybody knows."""
        found = self.herald.view["kingdoms"].get(str(met["kingdom"]))
        return bool(found and found["king"] == self.number)

    def place(self, province: int) -> SafeString:
        """Where he was."""
        return self.teller.places.linked(self.herald.name("province", province))

    def deeds(self, events: Sequence[Event]) -> list[Told]:
        """What is worth telling after years."""
        return [self.teller.tell(event) for event in events if event.kind not in (*QUIET, *SMALL, "ignored")]

    def quiet(self, events: Sequence[Event]) -> str:
        """What filled the rest of the year."""
        counts = {key: sum(event.kind == key for event in events) for key in ("practised", "explored", "moved")}
        names = {"practised": "studies", "explored": "explored", "moved": "marches"}
        parts = [self.words.say("rois_year", f"did_{names[key]}", {names[key]: n}) for key, n in counts.items() if n]
        return ", ".join(parts)

    def levels(self, now: Mapping[str, int], then: Mapping[str, int]) -> Sequence[str]:
        """The abilities that have grown, as they stand after it."""
        grown = {ability: level for ability, level in now.items() if level > then.get(ability, 0)}
        return self.herald.levels(grown)

    def turns(self, year: int, now: Person, then: Person | None) -> Sequence[str]:
        """What has changed his life."""
        keys = []
        if then is None and year:
            keys.append("heir" if now["role"] == "king" else "hired")
        elif then is not None and now["role"] == "king" != then["role"]:
            keys.append("crowned")
        if now["died"] and not (then and then["died"]):
            keys.append("died")
        elif then is not None and then["died"] and not now["died"]:
            keys.append("raised")
        return [self.words.say("rois_person", key, self.sexed(now)) for key in keys]

    def sexed(self, person: Person) -> dict[str, Any]:
        """Whether words are said of a woman."""
        return {"female": person["sex"] == "F"}
