"""What a report begins with, on one screen: what one has and what has changed, what happened, what to do next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from heraut.engine.protocol import Event, Json
from heraut.engine.words import integer, real
from heraut.games.gloire.herald import Herald
from heraut.site.common.words import site_words
from heraut.site.games.gloire.conquests import best_conquest, enemy_borders, free_borders
from heraut.site.games.gloire.draft import Draft

MOST_TOLD = 7  # happenings that a summary names; the report has them all
GROUP = "gloire_summary"
Data = Mapping[str, Any]


class Line(NamedTuple):
    """One happening: "good", "bad" or "" for the reader, in a sentence."""

    tone: str
    text: str


@dataclass(frozen=True)
class Fact:
    """One figure, how it has changed ("up", "down", ""), and what else there is to say of it."""

    key: str
    value: str
    change: str
    more: str
    way: str


@dataclass(frozen=True)
class Aim:
    """What to do next, and the card where it is done ("" if there is none)."""

    text: str
    act: str
    card: str


@dataclass(frozen=True)
class Summary:
    """The first screen of a report. `left_out`: happenings that only the phases below tell; `leading`: who is ahead;
    `ending`: how the match has ended by this turn.
    """

    facts: list[Fact]
    happened: list[Line]
    left_out: int
    aim: Aim | None
    leading: str = ""
    ending: Sequence[str] = ()


def summary(before: Json, view: Json, events: Sequence[Event], lang: str, draft: Draft | None) -> Summary:
    """The summary of a turn that a lord has lived, or in which he fell: then without figures, for he has nothing.

    `draft`: his orders to come, empty; None where he can give none.
    """
    seat = (view if "own" in view else before)["own"]["seat"]
    told, herald = Tidings(view, events, lang, seat).lines(), Herald(view, lang)
    return Summary(
        facts=list(facts(before, view, lang)) if "own" in view else [],
        happened=told[:MOST_TOLD],
        left_out=len(told[MOST_TOLD:]),
        aim=None if draft is None else aim(view, lang, draft),
        leading=leading(view, lang) if view["road"] is None else "",
        ending=[herald.sentence(event.kind, event.data) for event in events if event.kind in ("crowned", "no_king")],
    )


def leading(view: Json, lang: str) -> str:
    """Who is nearest to the throne, by renown and by lands: what all may know, and nobody should learn too late."""
    lords, constants = view["lords"], view["settings"]["constants"]
    largest = max(lords, key=lambda seat: lords[seat]["lands"])
    data = {
        "famed": view["order"][-1],
        "renown": lords[view["order"][-1]]["global_renown"],
        "renown_goal": round(constants["renown_victory"]),
        "largest": largest,
        "lands": lords[largest]["lands"],
        "goal": constants["conquest_victory"],
    }
    return site_words(lang).say(GROUP, "leading", data, Herald(view, lang).names)


# Figures


def measures(view: Json) -> dict[str, float]:
    """What a lord counts from turn to turn."""
    own = view["own"]
    lord = view["lords"][own["seat"]]
    return {
        "lands": lord["lands"],
        "treasury": own["treasury"],
        "renown": lord["global_renown"],
        "men": sum(army["men"] for army in own["armies"].values()),
    }


def facts(before: Json, view: Json, lang: str) -> Iterator[Fact]:
    """The figures, with what has changed of them since the turn before."""
    words, now = site_words(lang), measures(view)
    then = measures(before) if "own" in before else now
    own, constants = view["own"], view["settings"]["constants"]
    data = {
        "goal": constants["conquest_victory"],
        "renown_goal": round(constants["renown_victory"]),
        "rank": len(view["order"]) - list(view["order"]).index(own["seat"]),
        "lords": len(view["order"]),
        "knights": len(own["knights"]),
        **title_ahead(view),
    }
    for key, value in now.items():
        figure = real if key == "renown" else integer
        gained = round(value - then[key], 1)
        way = "up" if gained > 0 else "down" if gained < 0 else ""
        change = ("+" if gained > 0 else "") + figure(gained, lang) if gained else ""
        more = words.say(GROUP, f"{key}_more", data, Herald(view, lang).names)
        yield Fact(words.say(GROUP, key), figure(value, lang), change, more, way)


def title_ahead(view: Json) -> dict[str, Any]:
    """The title that comes next, and the renown that it takes; "" at the highest."""
    renown = view["lords"][view["own"]["seat"]]["global_renown"]
    ladder = zip(TITLES, view["settings"]["constants"]["title_thresholds"], strict=True)
    title, threshold = next(((title, least) for title, least in ladder if least > renown), ("", 0))
    return {"next": title, "threshold": round(threshold)}


TITLES = ("baron", "vicomte", "comte", "marquis", "duc", "prince")  # from the lowest: their keys in the words

# What happened


def party(*names: str) -> Callable[[Data, str], bool]:
    """Whether the reader is one of those whom an event names."""
    return lambda data, seat: any(data.get(name) == seat for name in names)


def everyone(data: Data, seat: str) -> bool:
    """Events that are told to those alone whom they concern."""
    return True


# From the gravest: the event, whom it must name, the key of its words ("": its own sentence), and what it is to him
TOLD: tuple[tuple[str, Callable[[Data, str], bool], str, str], ...] = (
    ("land_taken", party("former"), "land_lost", "bad"),
    ("revolt", party("lord"), "", "bad"),
    ("knight_died", party("lord"), "knight_died", "bad"),
    ("land_taken", party("lord"), "land_won", "good"),
    ("attack_failed", everyone, "attack_failed", "bad"),
    ("attack_repelled", everyone, "held", "good"),
    ("felony", party("victim"), "betrayed", "bad"),
    ("felony_price", everyone, "", "bad"),
    ("war_declared", party("other"), "war_on_you", "bad"),
    ("called_to_arms", everyone, "", "bad"),
    ("refusal_price", everyone, "", "bad"),
    ("knight_unpaid", everyone, "", "bad"),
    ("army_unpaid", everyone, "", "bad"),
    ("knight_scorned", everyone, "", "bad"),
    ("garrison_lost", everyone, "", "bad"),
    ("alliance_broken", party("lord", "other"), "", "bad"),
    ("alliance_cancelled", party("lord", "other"), "", "bad"),
    ("title_gained", party("lord"), "titled", "good"),
    ("title_lowered", party("lord"), "title_lowered", "bad"),
    ("title_lost", party("lord"), "title_lost", "bad"),
    ("royal_jousts_held", party("lord"), "", "good"),
    ("joust_results", party("lord"), "", "good"),
    ("peace", party("lord", "other"), "peace", "good"),
    ("alliance", party("lord", "other"), "allies", "good"),
    ("knight_hired", everyone, "hired", "good"),
    ("knight_too_dear", everyone, "too_dear", ""),
    ("sold", everyone, "", ""),
    ("bought", everyone, "", ""),
    ("spied", everyone, "spied", ""),
    ("nothing_learnt", everyone, "nothing_learnt", ""),
    ("order_ignored", everyone, "ignored", "bad"),
)
JOINED = ("allies", "hired", "ignored", "too_dear", "peace")  # told in one line, however often they happened


class Tidings:
    """The events of a turn as its lord will remember them."""

    def __init__(self, view: Json, events: Sequence[Event], lang: str, seat: str) -> None:
        self.view, self.events, self.seat = view, events, seat
        self.herald = Herald(view, lang)
        self.words = site_words(lang)

    def lines(self) -> list[Line]:
        """All of them, the gravest first."""
        return [Line(tone, text) for kind, names, key, tone in TOLD for text in self.sentences(kind, names, key)]

    def sentences(self, kind: str, names: Callable[[Data, str], bool], key: str) -> Iterator[str]:
        """One sort of happening: a sentence each, or one of all."""
        found = [event for event in self.events if event.kind == kind and names(event.data, self.seat)]
        if key in JOINED:
            if found:
                yield self.say(key, self.joined(found))
            return
        for event in found:
            text = self.say(key, self.figures(event.data)) if key else self.own_words(event)
            yield text

    def say(self, key: str, data: Data) -> str:
        """Words of the summary."""
        return self.words.say(GROUP, key, data, self.herald.names)

    def own_words(self, event: Event) -> str:
        """The sentence that the report has."""
        return self.herald.sentence(event.kind, event.data)

    def joined(self, events: Sequence[Event]) -> Data:
        """How many they are, and who they are: the other lords, or the knights."""
        others = [
            event.data["other"] if event.data.get("lord") == self.seat else event.data.get("lord") for event in events
        ]
        named = [str(event.data.get("knight", "")) for event in events]
        return {"count": len(events), "lords": list(dict.fromkeys(filter(None, others))), "knights": named}

    def figures(self, data: Data) -> Data:
        """An event's figures, with the men who marched, those whom the reader lost, and what a title brings."""
        here = [event for event in self.events if event.data.get("land") == data.get("land") is not None]
        battles = [event.data for event in here if event.kind == "battle"]
        marched = [event.data["men"] for event in here if event.kind in ("attack_won", "attack_failed")]
        lost = [self.fallen(battle) for battle in battles]
        return {"former": None, **data, "lost": sum(lost), "men": sum(marched), "rent": self.rent(data.get("title"))}

    def fallen(self, battle: Data) -> int:
        """The reader's men who fell in a battle; none of the attacker's or of an ally's are his."""
        side = "attacker" if battle["lord"] == self.seat else "defender" if battle["defender"] == self.seat else ""
        return int(battle[f"{side}_men"] - battle[f"{side}_left"]) if side else 0

    def rent(self, title: str | None) -> int:
        """What a title brings in a turn."""
        rents = self.view["settings"]["constants"]["rents"]
        return round(rents[TITLES.index(title)]) if title in TITLES else 0


# What to do next


def aim(view: Json, lang: str, draft: Draft) -> Aim:
    """The next land if there is one to be had, else how to come by one."""
    words, names = site_words(lang), Herald(view, lang).names
    found = best_conquest(view, lang, draft)
    if found is None:
        free, hostile = free_borders(view), enemy_borders(view)
        key = "aim_border" if free else "aim_enemy" if hostile else "aim_war"
        figures = {"count": free or len(hostile), "lords": sorted(set(hostile))}
        text = words.say(GROUP, key, figures, names)
        return Aim(text, words.say(GROUP, "aim_map"), "")
    knight = view["own"]["knights"][found.knight]
    data = {**found._asdict(), "knight": knight["name"]}
    card = f"?terre={found.land}&chevalier={found.knight}#fiche"
    return Aim(words.say(GROUP, "aim_land", data, names), words.say(GROUP, "aim_act", data, names), card)
