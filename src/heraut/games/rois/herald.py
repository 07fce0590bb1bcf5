"""The words of one language, with the names that one reader knows: every sentence of a report is said here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from heraut.engine.layout import told
from heraut.engine.protocol import Event, Json, Seat
from heraut.engine.words import Catalogue, catalogue
from heraut.games.rois.battle.report import BATTLE_DETAILS
from heraut.games.rois.encounter.report import ENCOUNTER_DETAILS
from heraut.games.rois.grammar import as_names, capital, described, lost_name, person_of, troop, voices
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
def all_names(lang: str) -> Mapping[str, Mapping[Any, str]]:
    """The tables of names of a language: those of its file, and those of the rules."""
    words = catalogue(__package__, lang)
    rows: dict[str, Mapping[Any, Any]] = {
        "race": RACES, "alignment": ALIGNMENT_TABLE, "terrain": TERRAINS, "type": UNITS, "monster": MONSTERS,
        "feature": FEATURES, "spell": SPELLS, "item_kind": ITEMS, "invention": INVENTIONS, "office": OFFICE_TABLE,
    }  # fmt: skip
    tables = {sort: {code: getattr(row, lang) for code, row in kinds.items()} for sort, kinds in rows.items()}
    tables["race_or_none"] = {**tables["race"], "": words.groups["page"]["uninhabited"]}
    tables["king_choice"] = {**tables["race"], **tables["alignment"], **words.names["temper"]}
    return {**words.names, **tables}


class Herald:
    """The words of one language, with the names that one reader knows."""

    def __init__(self, view: Json, lang: str) -> None:
        self.view = view
        self.lang = lang
        self.words: Catalogue = catalogue(__package__, lang)
        reader: Json | None = view.get("own") or view.get("fallen")
        self.seat: Seat | None = reader["seat"] if reader else None
        self.own: Json = view.get("own") or {}
        self.names = {**all_names(lang), **self.known_names()}

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
        kinds = all_names(self.lang)["item_kind"]
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

    def say(self, event: Event) -> str:
        """The sentence of an event, and its rule."""
        return f"{capital(self.tale('event', event.kind, self.told(event)))} ({event.rule})"

    def told(self, event: Event) -> dict[str, Any]:
        """The data of an event, its lists in words."""
        data = {**event.data, **voices(self, event.data.get("who", 0))}
        if event.kind == "hero_discovered":
            data = described(self, {**data, "sex": person_of(self, data["other"]).get("sex", "M")})
        elif event.kind == "recruited":
            data["troop"] = troop(self, data["type"], data["race"])
        for key, write in WRITTEN.items():
            if key in data:
                data[key] = write(self, data[key])
        data["home_seen"] = data.get("treasury", -1) >= 0
        if event.kind == "ignored":
            data["why"] = self.tale("reason", data["reason"], {"province": 0, "other": 0, "kingdom": 0, **data})
        return data

    def levels(self, levels: Mapping[str, int]) -> list[str]:
        """Abilities with their levels, the best first."""
        ranked = sorted(levels.items(), key=lambda each: (-each[1], each[0]))
        return [f"{self.name('ability', ability)} {level}" for ability, level in ranked]

    def tell(self, event: Event, mark: str) -> list[str]:
        """The sentence of an event behind its mark, folded, and below it whatever it has to show in detail."""
        detail = DETAILS.get(event.kind)
        details = detail(self, event.data) if detail is not None else ()
        return told(self.say(event), mark, details, "  ", "    ")


def counted_types(herald: Herald, rows: Iterable[Sequence[Any]]) -> list[str]:
    """[["LE", 3]…] or [[kingdom, "LE", 3]…] in words."""
    return [
        " ".join(
            [herald.name("type", row[-2]), f"× {row[-1]}", *([f"({herald.name('kingdom', row[0])})"] * (len(row) == 3))]
        )
        for row in rows
    ]


def listed_people(herald: Herald, rows: Iterable[Sequence[int]]) -> list[str]:
    """[[character, kingdom]…] in words."""
    return [
        herald.name("character", who) + (f" ({herald.name('kingdom', kingdom)})" if kingdom else "")
        for who, kingdom in rows
    ]


def listed_units(herald: Herald, rows: Any) -> Any:
    """Units counted by type, or by their numbers; a mere count as it is."""
    if not isinstance(rows, list) or not rows:
        return rows
    return counted_types(herald, rows) if isinstance(rows[0], list) else as_names(rows)


Writer = Callable[[Herald, Any], Any]

# Lists in the data of events, and how they are written
WRITTEN: dict[str, Writer] = {
    "levels": lambda herald, levels: herald.levels(levels),
    "items": lambda herald, rows: [f"{herald.name('item_kind', kind)} ({item})" for item, kind in rows],
    "remains": lambda herald, rows: [
        herald.page("remains_of", {"troop": troop(herald, type, race)}) for type, race in rows
    ],
    "types": lambda herald, types: [herald.name("type", type) for type in types],
    "characters": listed_people,
    "relations": lambda herald, rows: [
        f"{herald.name('kingdom', other)} ({herald.name('relation', relation)})" for other, relation in rows
    ],
    "units": lambda herald, rows: listed_units(herald, rows),
    "skipped": lambda herald, rows: as_names(rows),
    "lost": lambda herald, rows: [lost_name(herald, row) for row in rows] if isinstance(rows, list) else rows,
    "halved": lambda herald, rows: [
        f"{herald.name('province', there)} ({herald.name('woe', why)})" for there, why in rows
    ],
    "occupied": lambda herald, rows: [herald.name("province", there) for there in rows],
    "totals": lambda herald, rows: [
        f"{herald.name('kingdom', k) if k else herald.page('blank')} {votes}" for k, votes in rows
    ],
}

Detail = Callable[[Any, Mapping[str, Any]], list[str]]

# What stands below the sentence of an event: battles drawn as their lines, fights blow by blow
DETAILS: dict[str, Detail] = {**BATTLE_DETAILS, **ENCOUNTER_DETAILS}
