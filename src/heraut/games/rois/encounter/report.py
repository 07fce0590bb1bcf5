"""An encounter as its character tells it: the opening, round after round, the end and what it brought."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heraut.games.rois.report import Herald

Entry = Mapping[str, Any]

# How an act that may turn out in two ways is called, by the field that says so
OUTCOMES = {
    "spell": ("done", "done", "failed"),
    "flight": ("away", "away", "caught"),
    "begged": ("heard", "heard", "deaf"),
    "talked": ("heard", "heard", "deaf"),
    "fulfilled": ("done", "done", "early"),
    "theft": ("done", "done", "seen"),
}
TWO_SIDED = ("killed", "mercy", "fled", "driven_off", "charmed")  # endings that somebody wins and somebody loses


def key_of(entry: Entry) -> str:
    """The sentence of one act."""
    key = f"{'own' if entry['own'] else 'foe'}_{entry['act']}"
    if entry["act"] in ("blow", "shot"):
        return key + ("_image" if entry.get("image") else "_hit" if entry["hit"] else "_miss")
    if entry["act"] in OUTCOMES:
        field, good, bad = OUTCOMES[entry["act"]]
        return f"{key}_{good if entry[field] else bad}"
    return key


def rounds(herald: Herald, data: Entry) -> list[str]:
    """One line a round, the opening first."""
    log = [entry for entry in data["log"] if entry["act"] != "end"]
    lines = []
    for number, group in groupby(log, key=lambda entry: entry["round"]):
        story = " ".join([capital(herald.tale("blow", key_of(entry), entry)) for entry in group])
        lines.append(herald.tale("blow", "round" if number else "opening", {"round": number, "story": story}))
    return lines


def capital(sentence: str) -> str:
    """A sentence as it begins in print."""
    return sentence[:1].upper() + sentence[1:]


def ending(herald: Herald, data: Entry) -> str:
    """How it ended."""
    side = ("_won" if data["won"] else "_lost") if data["ending"] in TWO_SIDED else ""
    details = {"task": "", "tribute": 0, "target_province": 0, "target_place": 0, "target_monster": "", **data}
    return herald.tale("blow", f"end_{data['ending']}{side}", details)


def spoils(herald: Herald, data: Entry) -> list[str]:
    """What was won, or lost."""
    if not (data["gold"] or data["items"]):
        return []
    items = [f"{herald.name('item_kind', kind)} ({item})" for item, kind in data["items"]]
    told = {"lost": data["lost"], "gold": data["gold"], "items": items, "both": bool(data["gold"] and items)}
    return [herald.tale("blow", "spoils", told)]


def encounter_details(herald: Herald, data: Entry) -> list[str]:
    """The whole encounter, below its sentence."""
    return [*rounds(herald, data), ending(herald, data), *spoils(herald, data)]


ENCOUNTER_DETAILS: dict[str, Callable[[Herald, Entry], list[str]]] = {
    "encounter": encounter_details,
    "duel": rounds,
}
