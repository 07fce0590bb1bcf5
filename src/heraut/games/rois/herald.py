"""Every sentence of a report is said here: what happened in words, and below it whatever it has to show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from heraut.engine.layout import told
from heraut.engine.protocol import Event
from heraut.games.rois.battle.report import BATTLE_DETAILS
from heraut.games.rois.encounter.report import ENCOUNTER_DETAILS
from heraut.games.rois.grammar import as_names, capital, described, lost_name, person_of, troop, voices
from heraut.games.rois.lexicon import Lexicon


class Herald(Lexicon):
    """Says events to one reader."""

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
        if event.kind == "relation_changed":
            breaker = data.get("breaker")  # matches of older releases do not tell
            data |= {"own_break": breaker == "own", "other_break": breaker == "other"}
        if event.kind == "final_scores":
            data |= first_by_points(event.data)
        if event.kind == "ignored":
            data["why"] = self.tale("reason", data["reason"], {"province": 0, "other": 0, "kingdom": 0, **data})
        return data

    def lines(self, event: Event, mark: str) -> list[str]:
        """The sentence of an event behind its mark, folded, and below it whatever it has to show in detail."""
        detail = DETAILS.get(event.kind)
        details = detail(self, event.data) if detail is not None else ()
        return told(self.say(event), mark, details, "  ", "    ")


def first_by_points(told: Mapping[str, Any]) -> dict[str, Any]:
    """Who has won, and with how many points: an Emperor has some, so that nobody has where there is none."""
    scores, first = dict(told["scores"]), told["ranking"][0]
    return {"winners": first if scores[first[0]] else [], "score": scores[first[0]] / 100}


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
