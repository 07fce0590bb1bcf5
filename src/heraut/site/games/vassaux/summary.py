"""What a report begins with, on one screen: what the turn has cost whom, how the battle stands, what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from heraut.engine.protocol import Json
from heraut.games.vassaux.herald import Herald
from heraut.games.vassaux.identities import PLACES, Holder, Place, opposite
from heraut.games.vassaux.scene import sentences
from heraut.site.common.words import site_words
from heraut.site.games.vassaux.panels import seat_names, shield
from heraut.site.games.vassaux.questions import asked_words
from heraut.site.games.vassaux.statistics import SideCounts
from heraut.site.games.vassaux.told import Line

MOST = 6  # happenings that are named
GRAVE = ("lord_fell", "vassal_fell", "fled", "martyrs_gone", "dishonoured", "point_captured", "brazier", "left", "over")
LINES_OF_SCENE = 4  # of the scenario
LATE = 3  # turns before the end in which one has to count


@dataclass(frozen=True)
class Balance:
    """One side in the turn: men lost of those who stood, points, leaders, and how the battle stands for it."""

    place: Place
    name: str
    shield: SafeString
    mine: bool
    fallen: int
    points: int
    leaders: int
    men: int
    lost: int
    total: int
    reserve: int
    progress: int


@dataclass(frozen=True)
class Summary:
    """The first lines: a sentence, both sides in figures, what happened, the scenario, what is left, what is next."""

    headline: str
    sides: Sequence[Balance]
    happened: Sequence[Line]
    scenario: Sequence[str]
    left: str
    next: str


def summary(
    view: Json, turn: int, lines: Sequence[Line], before: Sequence[SideCounts], after: Sequence[SideCounts], lang: str
) -> Summary:
    """The summary of a turn for the reader of this view; of a turn long past, without what comes next."""
    sides = [balance(view, place, before[place], after[place], lang) for place in PLACES]
    happened = [line for line in lines if line.kind in GRAVE][-MOST:]
    now = turn == view["turn"] or view["asked"] is None
    return Summary(
        headline=headline(view, sides, lang),
        sides=sides,
        happened=happened,
        scenario=sentences(Herald(view, lang))[:LINES_OF_SCENE] if now else [],
        left=left(view, lang) if now and view["asked"] is not None else "",
        next=coming(view, sides, lang) if now and view["asked"] is not None else "",
    )


def balance(view: Json, place: Place, before: SideCounts, after: SideCounts, lang: str) -> Balance:
    """One side."""
    return Balance(
        place=place,
        name=seat_names(view, lang)[place],
        shield=shield(place),
        mine=place == view["seat"],
        fallen=max(0, before["men"] - after["men"]),
        points=after["lost"] - before["lost"],
        leaders=max(0, before["leaders"] - after["leaders"]),
        men=after["men"],
        lost=after["lost"],
        total=view["battle"]["hosts"][place]["total"],
        reserve=after["reserve"],
        progress=after["progress"],
    )


def told(key: str, lang: str, **data: Any) -> str:
    """One line."""
    return site_words(lang).say("vassaux_summary", key, data)


def headline(view: Json, sides: Sequence[Balance], lang: str) -> str:
    """What the turn has cost the reader and the other, or the two sides to a passer-by."""
    place = view["seat"]
    if place is None:
        first, second = sides
        return told(
            "both",
            lang,
            first=first.name,
            second=second.name,
            lost=first.fallen,
            taken=second.fallen,
            points=first.points,
            gained=second.points,
        )
    mine, other = sides[place], sides[opposite(place)]
    key = "calm" if not (mine.fallen or other.fallen) else "mine"
    return told(key, lang, lost=mine.fallen, points=mine.points, taken=other.fallen, gained=other.points)


def left(view: Json, lang: str) -> str:
    """Turns, dice, who has the initiative."""
    battle, place = view["battle"], view["seat"]
    turns = battle["settings"]["turns"] - view["turn"]
    key = "left" if place is None else "left_mine"
    reserve = battle["hosts"][place]["reserve"] if place is not None else 0
    waiting = waiting_units(view, place) if place is not None else 0
    holder = battle.get("initiative", Holder.NOBODY)
    first = seat_names(view, lang)[holder] if holder != Holder.NOBODY else ""
    return told(key, lang, turns=turns, last=not turns, more=turns, reserve=reserve, waiting=waiting, first=first)


def waiting_units(view: Json, place: Place) -> int:
    """Units of a side that may still be ordered this turn."""
    battle = view["battle"]
    return sum(
        unit["seat"] == place and not unit.get("ordered") and str(unit["leader"]) in battle["at"]
        for unit in battle["units"].values()
    )


def coming(view: Json, sides: Sequence[Balance], lang: str) -> str:
    """What the reader has to do, by what is asked and by how the battle stands."""
    place = view["seat"]
    if place is None:
        return ""
    asked = asked_words(view, lang)
    mine, other = sides[place].progress, sides[opposite(place)].progress
    stand = "ahead" if mine > other else "behind" if mine < other else "level"
    late = view["battle"]["settings"]["turns"] - view["turn"] < LATE
    hint = told(f"{stand}_late" if late else stand, lang, mine=mine, other=other)
    return f"{asked}. {hint}" if asked else hint
