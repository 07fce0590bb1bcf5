"""The year of each person of a King's own: what befell him season by season, what he has gained, what he carries."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field

from django.utils.safestring import SafeString

from heraut.engine.protocol import Event, Json
from heraut.engine.words import enumeration
from heraut.games.rois.orders import SEASONS
from heraut.games.rois.report import is_letter
from heraut.site.games.rois.battles import Battle
from heraut.site.games.rois.portraits import portrait
from heraut.site.games.rois.teller import Teller
from heraut.site.games.rois.tidings import Year
from heraut.site.games.rois.told import Told

SMALL = ("level_gained", "aptitude_gained")  # told as badges, not as lines


@dataclass(frozen=True)
class Season:
    """Some seasons that brought the same: their signs, names and lines; `idle`: nothing came of them."""

    signs: list[str]
    names: str
    lines: list[Told]
    battles: list[Battle] = field(default_factory=list)
    gained: list[str] = field(default_factory=list)
    idle: bool = False


@dataclass(frozen=True)
class HeroYear:
    """A person and his year. `items`: what he carries, and whether it is new; `in_short`: his year in a line."""

    number: int
    name: SafeString
    portrait: SafeString
    role: str
    who: str
    where: SafeString
    died: bool
    hp: int
    max_hp: int
    seasons: list[Season]
    gained: list[str]
    items: list[tuple[str, bool]]
    in_short: str


class Letters:
    """The years of all of one's own."""

    def __init__(self, teller: Teller, year: Year, battles: Sequence[Battle], told_elsewhere: Container[int]) -> None:
        self.teller, self.year, self.battles, self.elsewhere = teller, year, battles, told_elsewhere
        self.herald = teller.herald

    def all(self) -> list[HeroYear]:
        """The King first, then those who have lived most."""
        people = self.year.own.get("characters", ())
        known = {each["number"]: each for each in people}
        stories = {
            number: [
                event
                for event in self.year.events
                if event.seen_by is not None and is_letter(event, known) and event.data["who"] == number
            ]
            for number in known
        }
        order = sorted(people, key=lambda one: (one["role"] != "king", bool(one["died"]), one["number"]))
        told = [one for one in order if stories[one["number"]] or not one["died"] or one["died"] == self.year.number]
        return [self.of(each, stories[each["number"]]) for each in told]

    def of(self, person: Json, story: Sequence[Event]) -> HeroYear:
        """The year of one."""
        before = {each["number"]: each for each in self.year.had.get("characters", ())}.get(person["number"])
        seasons = self.seasons(person, story) if before or story else []  # who has only just come has no year to tell
        kept = set(before["items"]) if before else set()
        return HeroYear(
            number=person["number"],
            name=self.teller.places.linked(self.herald.name("character", person["number"])),
            portrait=portrait(person, self.year.number),
            role=person["role"],
            who=self.who(person),
            where=self.teller.places.linked(self.herald.name("province", person["province"])),
            died=bool(person["died"]),
            hp=person["hp"],
            max_hp=person["max_hp"],
            seasons=seasons,
            gained=[one for season in seasons for one in season.gained],
            items=[(self.herald.name("item", item), item not in kept) for item in person["items"]],
            in_short=self.in_short(person, story),
        )

    def who(self, person: Json) -> str:
        """His race and temper, and what he is best at."""
        best = self.herald.levels(person["levels"])[:3]
        return enumeration(best, self.teller.lang)

    def in_short(self, person: Json, story: Sequence[Event]) -> str:
        """His year in a line."""
        led = [one for one in self.year.all("battle") if one["commander"] == person["number"]]
        figures = {
            "won": sum(one["won"] for one in led),
            "beaten": sum(not one["won"] for one in led),
            "fights": sum(event.kind in ("encounter", "duel") for event in story),
            "studies": sum(event.kind == "practised" for event in story),
            "explored": sum(event.kind == "explored" for event in story),
            "levels": sum(event.kind == "level_gained" for event in story),
            "marches": sum(event.kind in ("moved", "reacted") for event in story),
        }
        parts = [self.teller.words.say("rois_year", f"did_{key}", {key: n}) for key, n in figures.items() if n]
        return enumeration(parts, self.teller.lang)

    def seasons(self, person: Json, story: Sequence[Event]) -> list[Season]:
        """His seasons; those that brought the same stand together."""
        found: list[Season] = []
        for season in (0, *SEASONS):
            here = [event for event in story if event.data.get("season", 0) == season]
            lines = [self.teller.tell(e) for e in here if e.kind not in SMALL and id(e) not in self.elsewhere]
            fights = [one for one in self.battles if (one.season, one.commander) == (season, person["number"])]
            gained = [self.gain(event) for event in here if event.kind in SMALL]
            if season == 0 and not (lines or fights or gained):
                continue
            one = Season(
                [f"season{season}"], self.herald.name("season", season), lines, fights, gained,
                idle=not (lines or fights or gained),
            )  # fmt: skip
            if found and self.same(found[-1], one):
                found[-1] = self.joined(found[-1], one)
            else:
                found.append(one)
        return found

    def same(self, one: Season, other: Season) -> bool:
        """Whether two seasons brought the same."""
        if one.battles or other.battles:
            return False
        return [line.text for line in one.lines] == [line.text for line in other.lines] and not (one.gained)

    def joined(self, one: Season, other: Season) -> Season:
        """Both as one."""
        names = f"{one.names}, {other.names[:1].lower()}{other.names[1:]}"
        return Season([*one.signs, *other.signs], names, one.lines, [], other.gained, idle=one.idle and other.idle)

    def gain(self, event: Event) -> str:
        """A level or an aptitude that was gained."""
        key = "level" if event.kind == "level_gained" else "aptitude"
        data = {"ability": self.herald.name("ability", event.data["ability"]), "level": event.data[key]}
        return self.teller.words.say("rois_year", f"gain_{key}", data)
