"""How the reports call people, monsters and units: the gender of adjectives, the ordinals of units (D22)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from heraut.games.rois.tables import RACES

if TYPE_CHECKING:
    from heraut.games.rois.herald import Herald

DESCRIBED = ("race", "alignment", "temper")


def described(herald: Herald, person: Mapping[str, Any]) -> dict[str, Any]:
    """A character whose race, alignment and temper are in words that suit him or her."""
    tables = {what: f"{what}_f" if person["sex"] == "F" else what for what in DESCRIBED if what in person}
    return {**person, **{what: herald.name(table, person[what]) for what, table in tables.items()}}


def person_of(herald: Herald, number: int) -> Mapping[str, Any]:
    """What the reader knows of a character; nothing of a stranger."""
    for each in herald.own.get("characters", ()):
        if each["number"] == number:
            found: Mapping[str, Any] = each
            return found
    met: Mapping[str, Any] = herald.own.get("met", {}).get(str(number), {})
    return met


def voices(herald: Herald, who: int) -> dict[str, str]:
    """The pronouns for the character whose story is told."""
    sex = person_of(herald, who).get("sex", "M")
    return {"subject": herald.name("subject", sex), "object": herald.name("object", sex)}


def opponent(herald: Herald, data: Mapping[str, Any]) -> str:
    """How a story calls the other: a monster by its kind, a character by name."""
    if data.get("monster"):
        return herald.name("beast", data["monster"])
    known = herald.names["character"]
    return known[data["other"]] if data["other"] in known else herald.page("opponent")


def capital(sentence: str) -> str:
    """A sentence as it begins in print."""
    return sentence[:1].upper() + sentence[1:]


def troop(herald: Herald, type: str, race: str, table: str = "type") -> str:
    """A type of unit with its race, unless the race has no other units: Archers elfes, Légion humaine."""
    adjective = ""
    if not RACES[race].raises:
        adjective = herald.name("race_f" if herald.name("unit_sex", type) == "F" else "race_pl", race)
    return herald.page("troop", {"type": herald.name(table, type), "race": adjective})


def unit_name(herald: Herald, unit: Mapping[str, Any]) -> str:
    """A unit by its number, type and race: 191e Archers elfes (D22)."""
    number = unit.get("number") or unit["unit"]
    rank = ordinal(number, herald.lang, feminine=herald.name("unit_sex", unit["type"]) == "F")
    return f"{rank} {troop(herald, unit['type'], unit['race'])}"


def lost_name(herald: Herald, row: Sequence[Any]) -> str:
    """A unit that is no more (number, type, race, the name that its King gave it), as it was called."""
    number, type, race, name = row
    called = unit_name(herald, {"number": number, "type": type, "race": race})
    return herald.page("lost_named", {"name": name, "unit": called}) if name else called


def ordinal(number: int, lang: str, *, feminine: bool = False) -> str:
    """1er, 1re, 2e; 1st, 2nd, 11th."""
    if lang == "fr":
        return ("1re" if feminine else "1er") if number == 1 else f"{number}e"
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def as_names(numbers: Iterable[int]) -> list[str]:
    """Numbers that are names: without thousands."""
    return [str(number) for number in numbers]
