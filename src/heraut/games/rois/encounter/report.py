"""An encounter as its character tells it: the opening, round after round, the end and what it brought."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from heraut.games.rois.grammar import capital, opponent, voices

if TYPE_CHECKING:
    from heraut.games.rois.lexicon import Lexicon

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


def rounds(words: Lexicon, data: Entry) -> list[str]:
    """One line a round, the opening first; rounds in which the same happened again share a line."""
    log = [entry for entry in data["log"] if entry["act"] != "end"]
    called = names(words, data)
    told = [
        (number, " ".join([capital(words.tale("blow", key_of(entry), {**entry, **called})) for entry in group]))
        for number, group in groupby(log, key=lambda entry: entry["round"])
    ]
    lines = []
    for story, same in groupby(told, key=lambda each: each[1]):
        numbers = [number for number, _ in same]
        key = "rounds" if len(numbers) > 1 else "round" if numbers[0] else "opening"
        lines.append(words.tale("blow", key, {"round": numbers[0], "last": numbers[-1], "story": story}))
    return lines


def names(words: Lexicon, data: Entry) -> dict[str, str]:
    """How the story calls both sides."""
    return {**voices(words, data["who"]), "foe": opponent(words, data)}


def ending(words: Lexicon, data: Entry) -> str:
    """How it ended."""
    side = ("_won" if data["won"] else "_lost") if data["ending"] in TWO_SIDED else ""
    details = {"task": "", "tribute": 0, "target_province": 0, "target_place": 0, "target_monster": "", **data}
    return capital(words.tale("blow", f"end_{data['ending']}{side}", {**details, **names(words, data)}))


def spoils(words: Lexicon, data: Entry) -> list[str]:
    """What was won, or lost."""
    if not (data["gold"] or data["items"]):
        return []
    items = [f"{words.name('item_kind', kind)} ({item})" for item, kind in data["items"]]
    told = {"lost": data["lost"], "gold": data["gold"], "items": items, "both": bool(data["gold"] and items)}
    return [words.tale("blow", "spoils", told)]


def duel_details(words: Lexicon, data: Entry) -> list[str]:
    """A duel blow by blow, and how it ended."""
    return [*rounds(words, data), ending(words, data)]


def encounter_details(words: Lexicon, data: Entry) -> list[str]:
    """The whole encounter, below its sentence."""
    return [*rounds(words, data), ending(words, data), *spoils(words, data)]


ENCOUNTER_DETAILS: dict[str, Callable[[Lexicon, Entry], list[str]]] = {
    "encounter": encounter_details,
    "duel": duel_details,
}
