"""The words of one language, with the names of one battle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from heraut.engine.protocol import Event, Json
from heraut.engine.words import Catalogue, catalogue, number
from heraut.games.vassaux.grammar import name_group
from heraut.games.vassaux.identities import NO_UNIT, WHOEVER, GroupId, Holder, UnitId
from heraut.games.vassaux.orders import Deed
from heraut.games.vassaux.tables import (
    ARMOURS,
    FIGHTERS,
    ORDERS,
    POWERS,
    PROFILES,
    SPELLS,
    TERRAIN,
    TITLES,
    WEAPONS,
    maps,
    scenarios,
)
from heraut.games.vassaux.tables.codes import AnyOrder


def groups_as_text(key: str, value: Any) -> Any:
    """Units, bands, fighters and points as players write them."""
    if key == "unit" and isinstance(value, int):
        return name_group(GroupId(value))
    if key == "units":
        return [name_group(group) for group in value]
    if key in ("place", "places", "zones"):
        points = value if value and isinstance(value[0], list) else [value]
        return [",".join(map(str, point)) for point in points]
    if key == "figures":
        return [str(figure) for figure in value]
    return value


@cache
def fixed_names(lang: str) -> Mapping[str, Mapping[Any, str]]:
    """The tables of names that are the same in every match: those of the rules, and those of the language's file."""
    rows: dict[str, Mapping[Any, Any]] = {
        "order": ORDERS, "spell": SPELLS, "map": maps(), "scenario": scenarios(), "profile": PROFILES, "title": TITLES,
        "weapon": WEAPONS, "armour": ARMOURS, "power": POWERS, "fighter": FIGHTERS, "terrain": TERRAIN,
    }  # fmt: skip
    tables = {name: {code: getattr(row, lang) for code, row in table.items()} for name, table in rows.items()}
    words = catalogue(__package__, lang).names
    return {**words, **tables, "map": {**tables["map"], **words["ground"]}}


class Herald:
    """The words of one language, with the names of one battle."""

    def __init__(self, view: Json, lang: str) -> None:
        self.view, self.lang = view, lang
        self.battle: Json = view["battle"]
        self.words: Catalogue = catalogue(__package__, lang)
        names = {**fixed_names(lang)}
        self.names: Mapping[str, Mapping[Any, str]] = names
        seats = [host.get("name") or host["seat"] for host in self.battle["hosts"]]
        names["place"] = {
            place: self.page("seat", seat=seat) if seat else self.page("nobody_seat")
            for place, seat in enumerate(seats)
        }
        names["unit"] = self.unit_names()

    def unit_names(self) -> dict[int, str]:
        """Each unit, and its band, by name and number."""
        found = {}
        for unit in self.battle["units"].values():
            name = unit["sheet"]["name"] or self.nameless(unit)
            found[unit["id"]] = self.page("unit", name=name, number=unit["id"])
            found[-unit["id"]] = self.page("band", name=name, number=unit["id"])
        return found

    def nameless(self, unit: Json) -> str:
        """What a unit without a name of its own is called by."""
        if unit["sheet"].get("lord"):
            named = self.battle["hosts"][unit["seat"]]["seat"]  # nobody plays the reaction table
            return self.page("lord" if named else "nobody_lord", seat=self.names["place"][unit["seat"]])
        row = PROFILES[unit["sheet"]["profile"]]
        return row.many_fr if self.lang == "fr" else row.many_en

    def page(self, key: str, **data: Any) -> str:
        """A fixed sentence of the reports."""
        return self.words.say("page", key, data, self.names)

    def say(self, event: Event) -> str:
        """The sentence of an event, and its rule."""
        return f"{self.sentence(event)} ({event.rule})"

    def sentence(self, event: Event) -> str:
        """The sentence of an event; a name that begins it has a capital, whatever it is written with."""
        said = self.words.say("event", event.kind, self.told(event), self.names)
        return said[:1].upper() + said[1:]

    def told(self, event: Event) -> dict[str, Any]:
        """The data of an event, rolls in words, and whether its subject is several."""
        data: dict[str, Any] = {"stayed": [], "target": 0, **event.data}
        subject = data.get("winner" if event.kind == "melee_test" else "unit", 0)
        data["many"] = 1 if self.is_lord(subject) else 2
        if "rolls" in data and event.kind != "melee_ranking":
            data["tale"] = self.rolls(data["rolls"], data.get("lot", 0))
        if data.get("rerolls"):
            data["tale"] = ", ".join(self.page("reroll", number=i + 1, face=face) for i, face in data["rerolls"])
        if event.kind in ("struck", "struck_back", "shot"):
            data["blows"] = self.blows(data)
        if event.kind == "instructed":
            data["tale"] = " ".join(self.instruction(**event.data))
        if event.kind == "over":
            data["victor"] = None if data["winner"] == Holder.NOBODY else data["winner"]
            data = self.crowned(data)
        return data

    def instruction(self, about: str, said: Any) -> list[str]:
        """An instruction in words, a sentence for each of its rules."""
        if about == "react" and said:
            return [self.rule(**rule) for rule in said]
        if about == "react" or said is None:
            return [self.page("instructed_ask", about=about)]
        if about == "counter":
            return [
                self.page("instructed_counter", who=max(said, NO_UNIT), whoever=said == WHOEVER, nobody=said == NO_UNIT)
            ]
        return [self.page(f"instructed_{about}", yes=said)]

    def rule(self, unit: UnitId, order: AnyOrder, gap: int | None, deed: Deed) -> str:
        """A rule of the instruction for reactions."""
        ordered, other = (deed, "") if deed in ORDERS else ("", deed)
        near = {"near": gap is not None, "gap": gap or 0}
        return self.page("instructed_rule", who=unit, against=order, order=ordered, deed=other, **near)

    def crowned(self, data: dict[str, Any]) -> dict[str, Any]:
        """Seat 0 may win too: a name is no zero."""
        if data["victor"] is not None:
            data["victor"] = self.names["place"][data["victor"]]
        return data

    def blows(self, data: Mapping[str, Any]) -> str:
        """The dice of an attack."""
        if not data["dice"]:
            return self.page("no_blows")
        counted = data["casualties"] is not None  # else who falls is told when he does: thorns come first
        return self.page("blows", **{**data, "faces": data["dice"], "dice": len(data["dice"]), "counted": counted})

    def rolls(self, rolls: Iterable[Sequence[Sequence[int]]], lot: int) -> str:
        """Opposed rolls, one after the other."""
        said = [
            self.page("versus", first=number(list(first), self.lang), second=number(list(second), self.lang))
            for first, second in rolls
        ]
        return f", {self.page('again')} ".join(said) + (f", {self.page('lot', lot=lot)}" if lot else "")

    def is_lord(self, group: Any) -> bool:
        """Whether the subject of a sentence is one man."""
        unit = self.battle["units"].get(str(abs(group))) if isinstance(group, int) else None
        return bool(unit and unit["sheet"].get("lord"))
