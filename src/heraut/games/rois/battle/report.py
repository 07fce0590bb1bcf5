"""A battle as a report draws it: slot by slot, who stood behind, who rode round, the fate of all (RO-BAT-40)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from heraut.engine.words import enumeration
from heraut.games.rois.grammar import troop, unit_name

if TYPE_CHECKING:
    from heraut.games.rois.herald import Herald

Told = Mapping[str, Any]
SLOTS = {1: "slot_won", 0: "slot_even", -1: "slot_lost"}


def unit(herald: Herald, told: Told) -> str:
    """One unit, as far as the reader knows it."""
    if "unit" in told:
        return herald.tale("lines", "own_unit", {**told, "name": unit_name(herald, told)})
    return herald.tale("lines", "other_unit", {"troop": troop(herald, told["type"], told["race"], "some_units")})


def fronts(herald: Herald, data: Told) -> list[str]:
    """The two front lines, slot by slot."""
    lines = [{post["slot"]: post for post in side if not post["row"]} for side in (data["own"], data["enemy"])]
    return [
        herald.tale(
            "lines",
            SLOTS[outcome],
            {"slot": slot + 1, "own": unit(herald, lines[0][slot]), "enemy": unit(herald, lines[1][slot])},
        )
        for slot, outcome in enumerate(data["slots"])
    ]


def rear(herald: Herald, data: Told) -> list[str]:
    """Those behind the lines, and those who struck from behind."""
    lines = []
    for side in ("own", "enemy"):
        for key, behind in (("rear", False), ("flank", True)):
            units = [unit(herald, post) for post in data[side] if post["row"] and post["behind"] is behind]
            if units:
                lines.append(herald.tale("lines", f"{side}_{key}", {"units": enumeration(units, herald.lang)}))
    return lines


def fates(herald: Herald, posts: Sequence[Told]) -> list[str]:
    """The losses and gains of one's own units."""
    told = []
    for post in posts:
        if "unit" not in post or post["after"] == post["quality"]:
            continue
        kind = post["fate"] if post["after"] < 0 else "risen" if post["after"] > post["quality"] else "worn"
        told.append(herald.tale("lines", f"fate_{kind}", {"name": unit_name(herald, post), "quality": post["after"]}))
    return [herald.tale("lines", "fates", {"fates": told})] if told else []


def battle_details(herald: Herald, data: Told) -> list[str]:
    """The whole battle, below its sentence."""
    return [*fronts(herald, data), *rear(herald, data), *fates(herald, data["own"])]


BATTLE_DETAILS: dict[str, Callable[[Herald, Told], list[str]]] = {"battle": battle_details}
