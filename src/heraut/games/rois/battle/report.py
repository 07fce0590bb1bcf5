"""A battle as a report draws it: slot by slot, who stood behind, who rode round, the fate of all (RO-BAT-40)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from heraut.engine.words import enumeration
from heraut.games.rois.grammar import troop, unit_name

if TYPE_CHECKING:
    from heraut.games.rois.lexicon import Lexicon

Told = Mapping[str, Any]
SLOTS = {1: "slot_won", 0: "slot_even", -1: "slot_lost"}


def unit(words: Lexicon, told: Told) -> str:
    """One unit, as far as the reader knows it."""
    if "unit" in told:
        return words.tale("lines", "own_unit", {**told, "name": unit_name(words, told)})
    return words.tale("lines", "other_unit", {"troop": troop(words, told["type"], told["race"], "some_units")})


def fronts(words: Lexicon, data: Told) -> list[str]:
    """The two front lines, slot by slot."""
    lines = [{post["slot"]: post for post in side if not post["row"]} for side in (data["own"], data["enemy"])]
    return [
        words.tale(
            "lines",
            SLOTS[outcome],
            {"slot": slot + 1, "own": unit(words, lines[0][slot]), "enemy": unit(words, lines[1][slot])},
        )
        for slot, outcome in enumerate(data["slots"])
    ]


def rear(words: Lexicon, data: Told) -> list[str]:
    """Those behind the lines, and those who struck from behind."""
    lines = []
    for side in ("own", "enemy"):
        for key, behind in (("rear", False), ("flank", True)):
            units = [unit(words, post) for post in data[side] if post["row"] and post["behind"] is behind]
            if units:
                lines.append(words.tale("lines", f"{side}_{key}", {"units": enumeration(units, words.lang)}))
    return lines


def fates(words: Lexicon, posts: Sequence[Told]) -> list[str]:
    """The losses and gains of one's own units."""
    told = []
    for post in posts:
        if "unit" not in post or post["after"] == post["quality"]:
            continue
        kind = post["fate"] if post["after"] < 0 else "risen" if post["after"] > post["quality"] else "worn"
        told.append(words.tale("lines", f"fate_{kind}", {"name": unit_name(words, post), "quality": post["after"]}))
    return [words.tale("lines", "fates", {"fates": told})] if told else []


def battle_details(words: Lexicon, data: Told) -> list[str]:
    """The whole battle, below its sentence."""
    return [*fronts(words, data), *rear(words, data), *fates(words, data["own"])]


BATTLE_DETAILS: dict[str, Callable[[Lexicon, Told], list[str]]] = {"battle": battle_details}
