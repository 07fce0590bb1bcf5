"""The words that one lord is told: each event in a sentence, and below it what it has to show in detail (DA-REP-02).

The words are in `text/`. Nothing here knows where a sentence stands: that is the matter of `report.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from heraut.engine.layout import told
from heraut.engine.protocol import Event, Json, Seat
from heraut.engine.words import HARD_SPACE, Catalogue, catalogue
from heraut.games.daifen.battle.spoils import scrap
from heraut.games.daifen.orders import GOLD, INTELLECT
from heraut.games.daifen.races import BUILDINGS, RACES, TECHNOLOGIES, UNITS
from heraut.games.daifen.resolution import UNKNOWN
from heraut.games.daifen.tables import paces


class Kingdoms(dict[Any, str]):
    """Kingdoms as a language writes them: names between quotes, and strangers in words (DA-FOG-07)."""

    def __init__(self, lang: str, strangers: Mapping[Any, str]) -> None:
        super().__init__()
        self.quotes = f"«{HARD_SPACE}%s{HARD_SPACE}»" if lang == "fr" else "“%s”"
        self.strangers = strangers

    def get(self, key: Any, default: Any = None) -> Any:
        """The kingdom of this name in the data of an event."""
        name = str(key)
        if name == UNKNOWN:
            return self.strangers["alone"]
        if name.startswith(UNKNOWN):
            return self.strangers["lettered"].format(letter=name[len(UNKNOWN) :])
        return self.quotes % name


@cache
def fixed_names(lang: str) -> Mapping[str, Mapping[Any, str]]:
    """The tables of names that are the same in every match, and how kingdoms are written."""
    words = catalogue(__package__, lang)
    types: dict[str, Mapping[str, Any]] = {
        "building": BUILDINGS,
        "unit": UNITS,
        "technology": TECHNOLOGIES,
        "race": RACES,
        "pace": paces(),
    }
    tables = {sort: {code: getattr(kind, lang) for code, kind in kinds.items()} for sort, kinds in types.items()}
    type_names = {**tables["building"], **tables["unit"], **tables["technology"]}
    kingdoms = Kingdoms(lang, words.names["stranger"])
    return {**words.names, **tables, "type": type_names, "kingdom": kingdoms}


@cache
def numbered(lang: str) -> Mapping[str, tuple[str, str]]:
    """The names of units and buildings, for one and for several."""
    kinds: dict[str, Any] = {**BUILDINGS, **UNITS}
    return {code: (getattr(kind, lang), getattr(kind, f"{lang}_many")) for code, kind in kinds.items()}


class Herald:
    """The words of one language, with the figures of one report."""

    def __init__(self, view: Json, lang: str) -> None:
        self.view = view
        self.lang = lang
        self.words: Catalogue = catalogue(__package__, lang)
        self.names = fixed_names(lang)
        self.reader: Json | None = view.get("own") or view.get("fallen")
        self.seat: Seat | None = self.reader["seat"] if self.reader else None

    def page(self, key: str, data: Mapping[str, Any] | None = None) -> str:
        """A fixed sentence of the reports."""
        return self.words.say("page", key, data, self.names)

    def counted(self, code: str, number: int) -> str:
        """So many units or buildings of a type: "3 Guerriers"."""
        one, many = numbered(self.lang)[code]
        single = number < 2 if self.lang == "fr" else number == 1
        return self.page("count", {"number": number, "name": one if single else many})

    def listed(self, stock: Mapping[str, int]) -> list[str]:
        """A stock in words, type by type."""
        return [self.counted(code, number) for code, number in stock.items()]

    def gift(self, content: str, count: int) -> str:
        """The content of a gift."""
        if content in (GOLD, INTELLECT):
            return self.page("gift_gold" if content == GOLD else "gift_intellect", {"count": count})
        return self.counted(content, count)

    def tale(self, group: str, key: str, data: Mapping[str, Any] | None = None) -> str:
        """A sentence of one of the groups of tales."""
        return self.words.say(group, key, data, self.names)

    def say(self, event: Event) -> str:
        """The sentence of an event, and its rule."""
        return f"{self.words.say('event', event.kind, self.told(event), self.names)} ({event.rule})"

    def told(self, event: Event) -> dict[str, Any]:
        """The data of an event, stocks, gifts and tales in words."""
        data: dict[str, Any] = {
            key: self.listed(value) if is_stock(value) else value for key, value in event.data.items()
        }
        if "content" in data:
            data["gift"] = self.gift(data["content"], data["count"])
        match event.kind:
            case "explore_event":
                troops = self.counted(data["unit"], data["amount"]) if data["unit"] else ""
                data["tale"] = self.tale("exploration", data["event"], {**data, "troops": troops})
            case "rumour":
                data["tale"] = self.tale("rumour", data["statement"] or "text", data)
            case "build_done":
                data["pays"] = any(pays(code) for code in event.data["buildings"])
            case "upkeep_building" | "upkeep_unit":
                data["things"] = self.counted(data.get("building") or data["unit"], data["count"])
            case "kingdom_lost":
                data["reason"] = self.tale("lost", data["cause"])
        return data

    def lines(self, event: Event, mark: str) -> list[str]:
        """The sentence of an event behind its mark, folded, and below it whatever it has to show in detail."""
        detail = DETAILS.get(event.kind)
        details = detail(self, event.data) if detail is not None else ()
        return told(self.say(event), mark, details, "- ", "  ")


def pays(building: str) -> bool:
    """Whether a building brings gold or intellect."""
    return bool(BUILDINGS[building].gold_gain or BUILDINGS[building].intellect_gain)


def is_stock(value: Any) -> bool:
    """Whether a value counts units or buildings by code."""
    return isinstance(value, dict) and all(
        isinstance(number, int) and (code in UNITS or code in BUILDINGS) for code, number in value.items()
    )


# Details: what stands below the sentence of an event

Detail = Callable[[Herald, Mapping[str, Any]], list[str]]


def ranking(herald: Herald, data: Mapping[str, Any]) -> list[str]:
    """The final ranking; equals share a line, and the rank of the first of them."""
    lines, rank = [], 1
    for names in data["ranking"]:
        lines.append(herald.page("rank", {"rank": rank, "names": names}))
        rank += len(names)
    return lines


def assault(herald: Herald, data: Mapping[str, Any]) -> list[str]:
    """An assault, told from the first arrow to the last coin, as far as the reader may know it (DA-REP-02)."""
    lines = [
        herald.tale("assault", "attacking", {"units": herald.listed(data["attacking"])}),
        herald.tale("assault", "defending", {"units": herald.listed(data["defending"])}),
    ]
    for support in data.get("supports", ()):
        lines.append(herald.tale("assault", "supporting", {**support, "units": herald.listed(support["units"])}))
    if data["volley"] is not None:
        volley = {"dice": 0, "hits": 0, "absorbed": 0, **data["volley"]}
        lines.append(herald.tale("assault", "volley", {**volley, "losses": herald.listed(volley["losses"])}))
    for number, one in enumerate(data["rounds"], start=1):
        lines.append(assault_round(herald, number, one))
    if data.get("pillage") is not None:
        fallen = herald.listed(data["pillage"]["buildings"])
        lines.append(herald.tale("assault", "pillage", {**data["pillage"], "losses": fallen}))
    lines.append(herald.tale("assault", f"ending_{data['ending']}"))
    return [*lines, *aftermath(herald, data)]


def assault_round(herald: Herald, number: int, one: Mapping[str, Any]) -> str:
    """One round: who struck how hard, and who fell."""
    parts = [herald.tale("assault", "round", {"spent": 0, **one, "number": number})]
    fallen = {
        "attackers_fall": one["attacker_losses"],
        "walls_fall": one.get("protections", {}),
        "defenders_fall": one["defender_losses"],
    }
    for key, losses in fallen.items():
        if losses:
            parts.append(herald.tale("assault", key, {"losses": herald.listed(losses)}))
    if not any(fallen.values()):
        parts.append(herald.tale("assault", "quiet"))
    return " ".join(parts)


def aftermath(herald: Herald, data: Mapping[str, Any]) -> list[str]:
    """What became of the reader's own units, gold and buildings."""
    return [*own_units(herald, data), *fortunes(herald, data)]


def own_units(herald: Herald, data: Mapping[str, Any]) -> list[str]:
    """What became of the reader's own units."""
    words = {key: herald.listed(data[key]) for key in ("sent", "lost", "survivors")}
    lines = [herald.tale("assault", "own", words) if data["sent"] else herald.tale("assault", "no_own")]
    if data["skeletons"]:
        lines.append(herald.tale("assault", "skeletons", data))
    return lines


def fortunes(herald: Herald, data: Mapping[str, Any]) -> list[str]:
    """What the reader has won by an assault, or lost. The loot is more than the gold found: fallen buildings bring
    their resistance (DA-ASS-18).
    """
    lines, fallen = [], (data.get("pillage") or {}).get("buildings", {})
    data = {**data, "scrap": scrap(fallen)}
    if "share" in data and data["ending"] == "pillage":
        lines.append(herald.tale("assault", "spoils", data))
    if "gold_lost" in data and (data["gold_lost"] or data["buildings_lost"]):
        lost = {**data, "buildings_lost": herald.listed(data["buildings_lost"])}
        lines.append(herald.tale("assault", "loss", lost))
    return lines


def gains(herald: Herald, data: Mapping[str, Any]) -> list[str]:
    """The Collecte, type by type."""
    lines = []
    for code, (number, gold, intellect) in {**data["buildings"], **data["units"]}.items():
        one, many = numbered(herald.lang)[code]
        figures = {"number": number, "gold": gold, "intellect": intellect, "both": gold and intellect}
        lines.append(herald.page("gains", {**figures, "name": one if number == 1 else many}))
    return lines


DETAILS: dict[str, Detail] = {
    "assault_attacker": assault,
    "assault_defender": assault,
    "assault_supporter": assault,
    "collect_statement": gains,
    "game_over": ranking,
}
