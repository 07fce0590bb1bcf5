"""The words of one language, with the names that one reader knows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from heraut.engine.protocol import Json, Seat
from heraut.engine.words import Catalogue, catalogue
from heraut.games.rois.naming import bare_name, province_name_of
from heraut.games.rois.tables import (
    ALIGNMENT_TABLE,
    FEATURES,
    INVENTIONS,
    ITEMS,
    MONSTERS,
    OFFICE_TABLE,
    RACES,
    SPELLS,
    TERRAINS,
    UNITS,
)


class Fallback(dict[Any, str]):
    """Names by number; what has none here is called by words of its own."""

    def __init__(self, known: Mapping[Any, str], stranger: str, nobody: str = "") -> None:
        super().__init__(known)
        self.stranger, self.nobody = stranger, nobody

    def get(self, key: Any, default: Any = None) -> Any:
        """The name of this number."""
        if key in self:
            return self[key]
        return self.nobody if not key and self.nobody else self.stranger.format(number=key)


@cache
def fixed_names(lang: str) -> Mapping[str, Mapping[Any, str]]:
    """The tables of names that are the same in every match: those of the language's file, and those of the rules."""
    words = catalogue(__package__, lang)
    rows: dict[str, Mapping[Any, Any]] = {
        "race": RACES, "alignment": ALIGNMENT_TABLE, "terrain": TERRAINS, "type": UNITS, "monster": MONSTERS,
        "feature": FEATURES, "spell": SPELLS, "item_kind": ITEMS, "invention": INVENTIONS, "office": OFFICE_TABLE,
    }  # fmt: skip
    tables = {sort: {code: getattr(row, lang) for code, row in kinds.items()} for sort, kinds in rows.items()}
    tables["race_or_none"] = {**tables["race"], "": words.groups["page"]["uninhabited"]}
    tables["type_code"] = {code: f"{code} ({name})" for code, name in tables["type"].items()}  # one types the code
    tables["king_choice"] = {**tables["race"], **tables["alignment"], **words.names["temper"]}
    return {**words.names, **tables}


class Lexicon:
    """The words of one language, with the names that one reader knows."""

    def __init__(self, view: Json, lang: str) -> None:
        self.view = view
        self.lang = lang
        self.words: Catalogue = catalogue(__package__, lang)
        reader: Json | None = view.get("own") or view.get("fallen")
        self.seat: Seat | None = reader["seat"] if reader else None
        self.own: Json = view.get("own") or {}
        self.names = {**fixed_names(lang), **self.known_names()}

    def known_names(self) -> dict[str, Mapping[Any, str]]:
        """Characters, provinces, kingdoms and items by their numbers, as this reader may call them."""
        page, own = self.words.groups["page"], self.own
        people = {each["king"]: each["name"] for each in self.view["kingdoms"].values()}
        people |= {int(number): each["name"] for number, each in own.get("met", {}).items()}
        people |= {each["number"]: each["name"] for each in own.get("characters", ())}
        article = page["sea_article"]
        places = {
            int(n): province_name_of(self.land_name(each), int(n), article if each["terrain"] == "sea" else "")
            for n, each in own.get("map", {}).items()
        }
        kingdoms = {int(number): each["name"] for number, each in self.view["kingdoms"].items()}
        kinds = fixed_names(self.lang)["item_kind"]
        items = {int(n): f"{kinds[each['kind']]} ({n})" for n, each in own.get("items", {}).items()}
        return {
            "character": Fallback(people, page["stranger"], page["stranger"]),
            "province": Fallback(places, page["some_province"], page["nowhere"]),
            "kingdom": Fallback(kingdoms, page["some_kingdom"], page["natives"]),
            "item": Fallback(items, page["some_item"]),
        }

    def land_name(self, seen: Json) -> str:
        """The name of a province in the language of the reader."""
        if seen["terrain"] != "sea":
            return str(seen["name"])
        return self.words.say("page", "sea", {"name": bare_name(seen["name"])})

    def page(self, key: str, data: Mapping[str, Any] | None = None) -> str:
        """A fixed sentence of the reports."""
        return self.words.say("page", key, data, self.names)

    def tale(self, group: str, key: str, data: Mapping[str, Any] | None = None) -> str:
        """A sentence of one of the groups."""
        return self.words.say(group, key, data, self.names)

    def name(self, table: str, key: Any) -> str:
        """A name looked up."""
        return str(self.names[table].get(key, str(key)))

    def levels(self, levels: Mapping[str, int]) -> list[str]:
        """Abilities with their levels, the best first."""
        ranked = sorted(levels.items(), key=lambda each: (-each[1], each[0]))
        return [f"{self.name('ability', ability)} {level}" for ability, level in ranked]
