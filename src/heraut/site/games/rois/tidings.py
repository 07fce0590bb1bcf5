"""What a year has brought, in at most ten lines: what mattered most stands first.

Everything comes from the seat's view after the year, that before it, and the events that it may know. The lines are
sentences with marked names (`linked_names.py`): links on a page, bare words in a mail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from heraut.engine.protocol import Event, Json
from heraut.engine.words import integer
from heraut.games.rois.herald import first_by_points
from heraut.site.common.words import site_words
from heraut.site.games.rois.linked_names import StoryHerald, unmarked

MOST = 10  # lines
GROUP = "rois_tidings"


class Line(NamedTuple):
    """One line: what it is to the reader ("good", "bad", ""), its sign, its marked words, where more is told."""

    tone: str
    sign: str
    text: str
    anchor: str = ""


@dataclass(frozen=True)
class Year:
    """A year as its reader lived it: the views before and after it, and the events that he may know."""

    herald: StoryHerald
    before: Json
    view: Json
    events: Sequence[Event] = field(default_factory=list)

    @property
    def number(self) -> int:
        """The year that is over."""
        return int(self.view["turn"]) - 1

    @property
    def own(self) -> Json:
        """What is the reader's own after it; nothing when he has fallen."""
        found: Json = self.view.get("own") or {}
        return found

    @property
    def had(self) -> Json:
        """What was his before it."""
        found: Json = self.before.get("own") or {}
        return found

    @property
    def kingdom(self) -> int:
        """The reader's kingdom; 0 for a passer-by."""
        return int((self.view.get("own") or self.view.get("fallen") or {}).get("kingdom", 0))

    @cached_property
    def of(self) -> dict[str, list[Json]]:
        """The data of the events, by their kinds."""
        found: dict[str, list[Json]] = {}
        for event in self.events:
            found.setdefault(event.kind, []).append(event.data)
        return found

    def all(self, *kinds: str) -> list[Json]:
        """The events of these kinds, in their order."""
        return [event.data for event in self.events if event.kind in kinds]

    def say(self, key: str, **data: Any) -> str:
        """One line in words."""
        return site_words(self.herald.lang).say(GROUP, key, data, self.herald.names)


Source = Callable[[Year], Iterator[Line]]


def tidings(year: Year, most: int = MOST) -> list[Line]:
    """The lines of a year, at most so many."""
    return [line for source in SOURCES for line in source(year)][:most]


def summed_up(before: Json, view: Json, events: Sequence[Event], lang: str) -> list[str]:
    """The lines of a year as bare sentences, for a mail."""
    year = Year(StoryHerald(view, lang, before), before, view, events)
    return [unmarked(line.text) for line in tidings(year)] if year.kingdom else []


def fate(year: Year) -> Iterator[Line]:
    """The fall of the reader, the death of his King."""
    for data in year.all("valhalla"):
        yield Line("bad", "skull", year.say("fallen", gold=data["gold"]))
    for data in year.all("new_king"):
        if data["kingdom"] == year.kingdom:
            yield Line("bad", "crown", year.say("own_king", **data), "#gens")


def empire(year: Year) -> Iterator[Line]:
    """Who has won, the Emperor, votes, elections called, and whether one may call one."""
    for data in year.all("final_scores"):
        first = first_by_points(data)
        if first["winners"]:
            yield Line(
                "good" if year.kingdom in first["winners"] else "", "crown", year.say("winner", **first), "#empire"
            )
    for data in year.all("crowned_emperor"):
        yield Line("good" if data["kingdom"] == year.kingdom else "", "crown", year.say("emperor", **data), "#empire")
    for data in year.all("vote_held"):
        yield Line("", "bell", year.say("vote", elected=data["elected"], needed=data["needed"]), "#empire")
    called = year.all("election_called")
    if called and not year.all("vote_held", "crowned_emperor"):
        yield Line(
            "", "bell", year.say("election", kingdoms=[one["kingdom"] for one in called], turn=called[0]["turn"])
        )
    elif year.all("may_call") and not year.all("crowned_emperor"):
        yield Line("good", "bell", year.say("may_call"), "#cour")


def election(year: Year, called: Sequence[Json]) -> str:
    """Who calls for an election."""
    return year.say("election", kingdoms=[one["kingdom"] for one in called], turn=called[0]["turn"])


def lands_lost(year: Year) -> Iterator[Line]:
    """Provinces that others have taken."""
    lost = year.all("province_lost")
    if lost:
        data = {"provinces": [one["province"] for one in lost], "kingdoms": unique(one["kingdom"] for one in lost)}
        yield Line("bad", "torn", year.say("lost", **data), "#batailles")


def lands_won(year: Year) -> Iterator[Line]:
    """Provinces that were taken, from natives or from others."""
    won = year.all("conquered")
    if won:
        former = unique(one["kingdom"] for one in won if one["kingdom"])
        held = len(year.own.get("provinces", ()))
        data = {"provinces": [one["province"] for one in won], "kingdoms": former, "held": held}
        yield Line("good", "banner", year.say("won", **data), "#batailles")


def deaths(year: Year) -> Iterator[Line]:
    """Those of one's own who have died; of the King it has been told already."""
    living = {one["number"] for one in year.had.get("characters", ()) if not one["died"]}
    kings = {data["late"] for data in year.all("new_king")}
    dead = [one for one in year.own.get("characters", ()) if one["died"] and one["number"] in living - kings]
    if dead:
        yield Line("bad", "skull", year.say("died", people=[one["number"] for one in dead]), "#gens")
    raised = [data["other"] for data in year.all("resurrected")]
    if raised:
        yield Line("good", "flame", year.say("raised", people=raised), "#gens")


def court(year: Year) -> Iterator[Line]:
    """Heroes who came, and those who went."""
    hired = [data["other"] for data in year.all("hero_hired")]
    if hired:
        yield Line("good", "hand", year.say("hired", people=hired), "#gens")
    gone = [data["who"] for data in year.all("hero_unpaid") if data["fate"] == "leaves"]
    if gone:
        yield Line("bad", "boot", year.say("left", people=gone), "#or")
    away = [data["other"] for data in year.all("hero_dismissed")]
    if away:
        yield Line("", "boot", year.say("dismissed", people=away), "#gens")


def battles(year: Year) -> Iterator[Line]:
    """Battles, with what they have cost."""
    fought = year.all("battle")
    if fought:
        won = sum(data["won"] for data in fought)
        lost, killed = (sum(data[key] for data in fought) for key in ("lost", "killed"))
        beaten = len(fought) - won
        figures = {"won": won, "beaten": beaten, "both": won and beaten, "lost": lost, "killed": killed}
        tone = "good" if won > beaten else "bad" if won < beaten else ""
        yield Line(tone, "swords", year.say("battles", **figures), "#batailles")


# What a relation has become, whether a treaty was broken by it, and how it is told
TURNS = {
    ("allied", False): "allied",
    ("neutral", False): "peace",
    ("neutral", True): "unallied",
    ("enemy", True): "war",
}
MADE = ("allied", "allied_druid", "peace")  # in the order in which they are told, as the next ones
BROKEN = ("unallied_own", "unallied_other", "unallied", "war_own", "war_other", "war")


def turn_of(event: Event) -> str:
    """How a relation that has changed is told: what it has become, by whom it was broken, whether a Druid made it."""
    data = event.data
    key = TURNS[data["relation"], data["broken"]]
    if data["broken"]:
        breaker = data.get("breaker")  # matches of older releases do not tell who broke
        return f"{key}_{breaker}" if breaker else key
    return "allied_druid" if event.rule == "RO-DIP-05" else key


def relations(year: Year) -> Iterator[Line]:
    """Treason, treaties made and broken, offers that wait."""
    for data in year.all("treason"):
        yield Line("" if data["own"] else "bad", "torn", year.say("treason", **data), "#cour")
    turns: dict[str, list[int]] = {}
    for event in year.events:
        if event.kind == "relation_changed":
            turns.setdefault(turn_of(event), []).append(event.data["kingdom"])
    for key in sorted(turns, key=(*MADE, *BROKEN).index):
        tone = "good" if key in MADE else "bad"
        yield Line(tone, "scroll", year.say(key, kingdoms=unique(turns[key])), "#cour")
    made = {partner for key, partners in turns.items() if key in MADE for partner in partners}
    offered = unique(data["kingdom"] for data in year.all("treaty_offered") if data["kingdom"] not in made)
    if offered:
        yield Line("", "scroll", year.say("offered", kingdoms=offered), "#cour")


def treasures(year: Year) -> Iterator[Line]:
    """Things found, guardians slain."""
    found = [item for data in year.all("encounter", "searched", "secret_hoard", "gathered") for item in gained(data)]
    if found:
        yield Line("good", "chest", year.say("found", items=[kind for _, kind in found]), "#gens")
    slain = [data for data in year.all("encounter") if data["won"] and data["monster"] and data["ending"] == "killed"]
    if slain:
        data = {"beasts": [one["monster"] for one in slain], "people": unique(one["who"] for one in slain)}
        yield Line("good", "claw", year.say("slain", **data), "#gens")
    missing = [data["item_kind"] for data in year.all("item_missing")]
    if missing:
        yield Line("bad", "eye", year.say("missing", items=missing), "#gens")


def gained(data: Json) -> list[list[Any]]:
    """The items that an event has brought: number and kind of each."""
    return [] if data.get("lost") else list(data.get("items", ()))


def purse(year: Year) -> Iterator[Line]:
    """The treasury; pay that could not be paid."""
    if year.own and year.had:
        now, then = year.own["gold"], year.had["gold"]
        figures = {"now": now, "then": then, "more": integer(abs(now - then), year.herald.lang)}
        way = "up" if now > then else "down" if now < then else "same"
        yield Line("", "coin", year.say(f"gold_{way}", **figures), "#or")
    unpaid = len(year.all("unit_unpaid"))
    if unpaid:
        fled = sum(data["fate"] == "deserted" for data in year.all("unit_unpaid"))
        yield Line("bad", "coin", year.say("unpaid", units=unpaid, fled=fled), "#or")


def learning(year: Year) -> Iterator[Line]:
    """Inventions, levels."""
    made = [data["invention"] for data in year.all("invented", "science_received", "invention_stolen")]
    if made:
        yield Line("good", "flask", year.say("invented", inventions=made), "#gens")
    rises = year.all("level_gained")
    if rises:
        figures = {"levels": len(rises), "people": unique(data["who"] for data in rises)}
        yield Line("good", "star", year.say("levels", **figures), "#gens")


def discoveries(year: Year) -> Iterator[Line]:
    """Heroes and places found."""
    heroes = [data["other"] for data in year.all("hero_discovered")]
    if heroes:
        yield Line("", "hand", year.say("met", people=heroes), "#nouvelles")
    places = [(data["feature"], data["province"]) for data in year.all("feature_discovered")]
    if places:
        found = [year.say("place_at", feature=feature, province=province) for feature, province in unique(places)]
        yield Line("", "tower", year.say("places", count=len(places), found=found), "#nouvelles")


def spies(year: Year) -> Iterator[Line]:
    """Foreign spies caught, our own at work."""
    caught = unique(data["kingdom"] for data in year.all("noticed", "trailed"))
    if caught:
        yield Line("bad", "eye", year.say("noticed", kingdoms=caught), "#nouvelles")
    seen = unique(data["province"] for data in year.all("spy_report"))
    if seen:
        yield Line("good", "eye", year.say("spied", provinces=seen), "#nouvelles")


def woes(year: Year) -> Iterator[Line]:
    """Ravages and spells suffered."""
    ravaged = unique(data["province"] for data in year.all("ravaged"))
    if ravaged:
        yield Line("bad", "claw", year.say("ravaged", provinces=ravaged), "#or")
    struck = unique(data["province"] for data in year.all("spell_suffered"))
    if struck:
        yield Line("bad", "flame", year.say("struck", provinces=struck), "#nouvelles")


def offices(year: Year) -> Iterator[Line]:
    """Offices whose race one leads now, or no longer."""
    now, then = year.own.get("standings", {}), year.had.get("standings", {})
    lead = [office for office, share in now.items() if share == 100 and then.get(office) != 100]
    if lead:
        yield Line("good", "crown", year.say("lead", offices=lead), "#charges")
    lost = [office for office, share in then.items() if share == 100 and now and now.get(office) != 100]
    if lost:
        yield Line("bad", "crown", year.say("led", offices=lost), "#charges")


def failures(year: Year) -> Iterator[Line]:
    """Orders that came to nothing."""
    failed = len(year.all("ignored"))
    if failed:
        yield Line("bad", "cross", year.say("failed", count=failed), "#sans-effet")


def the_world(year: Year) -> Iterator[Line]:
    """What everybody hears: kingdoms that have fallen, new Kings elsewhere."""
    fallen = [data for data in year.all("eliminated") if data["kingdom"] != year.kingdom]
    if fallen:
        yield Line("", "torn", year.say("eliminated", people=[one["king"] for one in fallen]), "#empire")
    crowned = [data for data in year.all("new_king") if data["kingdom"] != year.kingdom]
    if len(crowned) == 1:
        yield Line("", "crown", year.say("new_king", **crowned[0]), "#empire")
    elif crowned:
        yield Line("", "crown", year.say("new_kings", people=[one["king"] for one in crowned]), "#empire")


def unique(values: Any) -> list[Any]:
    """Each of them once, in their order."""
    return list(dict.fromkeys(values))


SOURCES: tuple[Source, ...] = (
    fate, empire, lands_lost, lands_won, deaths, relations, court, battles, treasures, purse, learning, spies, offices,
    the_world, woes, discoveries, failures,
)  # fmt: skip
