"""Events become sentences: the words of one language, with the names of one match.

The words are in `text/`; here is how they are called, and which events have details below their sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from heraut.engine.layout import fold, title
from heraut.engine.protocol import Event, Json
from heraut.engine.words import catalogue
from heraut.games.fief.board.places import BISHOPRICS, REGIONS, VILLAGES
from heraut.games.fief.cards import LORD_IDS, LORD_NAMES
from heraut.games.fief.resolution import PEASANTS
from heraut.games.fief.tables import blazons, cards


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


# Names


@cache
def fixed_names(lang: str) -> Mapping[str, Mapping[Any, str]]:
    """The tables of names that are the same in every match: the board, lords, cards, and those of the file."""
    words = catalogue(__package__, lang)
    sees = {row.id: row.id[2:].capitalize() for row in BISHOPRICS}
    known = {code: getattr(row, lang) for code, row in cards().items()}
    lords = dict(zip(LORD_IDS, LORD_NAMES, strict=True))
    bishops = {f"bishop_{n}": f"{known['bishop']} ({sees[row.id]})" for n, row in enumerate(BISHOPRICS)}
    return {
        **words.names,
        "village": {row.id: row.name for row in VILLAGES},
        "region": {row.id: row.label for row in REGIONS},
        "the_region": with_articles({row.id: row.label for row in REGIONS}, lang),
        "see": sees,
        "lord": lords,
        "card": {**known, **lords, **bishops},
        "blazon": {code: getattr(row, lang) for code, row in blazons().items()},
    }


def with_article(label: str, lang: str) -> str:
    """A region or a fief inside a sentence: le comté de Sigy, la baronnie de Sennecy. English takes it as it is."""
    if lang != "fr":
        return label
    return f"{'la' if label.startswith('Baronnie') else 'le'} {label[:1].lower()}{label[1:]}"


def with_articles(labels: Mapping[Any, str], lang: str) -> dict[Any, str]:
    """Each label with its article (`with_article`)."""
    return {code: with_article(label, lang) for code, label in labels.items()}


class Seats(dict[Any, str]):
    """Houses by seat, and the peasants."""

    def __init__(self, names: Mapping[str, str], peasants: Mapping[Any, str]) -> None:
        super().__init__({**names, PEASANTS: peasants[PEASANTS]})


class Herald:
    """The words of one language, with the names of one match."""

    def __init__(self, view: Json, lang: str) -> None:
        self.view = view
        self.lang = lang
        self.words = catalogue(__package__, lang)
        houses = {seat: one["name"] for seat, one in view["seats"].items()}
        self.names = {**fixed_names(lang), "seat": Seats(houses, self.words.names["rebels"])}

    def page(self, key: str, data: Mapping[str, Any] | None = None) -> str:
        """A fixed sentence of the reports."""
        return self.words.say("page", key, data, self.names)

    def question(self, asked: Mapping[str, Any]) -> str:
        """What is asked, in a sentence; `at_entry` and the like say at which stage of it one is."""
        if asked["kind"] == "move" and not has_free_lord(self.view):
            return self.page("lordless_march")
        data = {**asked, f"at_{asked.get('stage')}": True}
        return self.words.say("decision", asked["kind"], data, self.names)

    def head(self, key: str) -> list[str]:
        """The head of a report or chronicle."""
        view = self.view
        name = self.page(key, view) if view["turn"] else self.page(f"setup_{key}")
        if key == "report" and "own" in view:
            name += " " + self.page("for_family", view["seats"][view["own"]["seat"]])
        return title(self.page("game"), "", name)

    def lines(self, event: Event) -> list[str]:
        """The sentence of an event, its rule, and whatever it has to show in detail."""
        text = capital(self.words.say("event", event.kind, event.data, self.names))
        lines = fold(f"{text} ({event.rule})", "  · ", "    ")
        detail = DETAILS.get(event.kind)
        for more in detail(self, event.data) if detail is not None else ():
            lines += fold(capital(more), "      - ", "        ")
        return lines


def has_free_lord(view: Json) -> bool:
    """Whether the reader has a lord who is nobody's prisoner; soldiers march with no other (FI-LRD-07)."""
    mine = view["seats"][view["own"]["seat"]]["lords"]
    return any(not view["lords"][name]["captor"] and not view["lords"][name]["dungeon"] for name in mine)


# Details: what stands below the sentence of an event

Detail = Callable[[Herald, Mapping[str, Any]], list[str]]


def camps(herald: Herald, data: Mapping[str, Any]) -> list[str]:
    """The camps of a battle, with their points; garrison and relief of one player told apart."""
    return [
        herald.page("opening", {"place": "", **camp, "camp": list(dict.fromkeys(seat for seat, _ in camp["parties"]))})
        for camp in data["camps"]
    ]


def blows(herald: Herald, data: Mapping[str, Any]) -> list[str]:
    """What each camp threw in a round (FI-BAT-16)."""
    lines = []
    for blow in data["blows"]:
        aims = [herald.page("aim", {"lord": lord, "die": die}) for lord, die in blow["aimed"]]
        camp = herald.page("camp", {"camp_place": "", "target_place": "", **blow})
        lines.append(" ".join([camp, *aims]))
    return [*lines, *([herald.page("killed", data)] if data["killed"] else [])]


def weddings(herald: Herald, data: Mapping[str, Any], key: str = "wedding") -> list[str]:
    """The couples of a deal."""
    lords = herald.names["lord"]
    return [herald.page(key, {"one": lords[a], "other": lords[b]}) for a, b in data["marriages"]]


def weddings_proposed(herald: Herald, data: Mapping[str, Any]) -> list[str]:
    """Those of a deal that nobody has accepted yet."""
    return weddings(herald, data, "wedding_proposed")


def counts(herald: Herald, data: Mapping[str, Any]) -> list[str]:
    """A count of points."""
    return [herald.page("count", {"seat": seat, "points": points}) for seat, points in data["counts"].items()]


DETAILS: dict[str, Detail] = {
    "battle_begins": camps,
    "battle_round": blows,
    "deal_proposed": weddings_proposed,
    "deal_kept": weddings,
    "points_counted": counts,
}
