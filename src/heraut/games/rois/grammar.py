"""How the reports call people, monsters and units: the gender of adjectives, the ordinals of units (D22)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from heraut.games.rois.tables import RACES

if TYPE_CHECKING:
    from heraut.games.rois.lexicon import Lexicon

DESCRIBED = ("race", "alignment", "temper")


def described(words: Lexicon, person: Mapping[str, Any]) -> dict[str, Any]:
    """A character whose race, alignment and temper are in words that suit him or her."""
    tables = {what: f"{what}_f" if person["sex"] == "F" else what for what in DESCRIBED if what in person}
    return {**person, **{what: words.name(table, person[what]) for what, table in tables.items()}}


def person_of(words: Lexicon, number: int) -> Mapping[str, Any]:
    """What the reader knows of a character; nothing of a stranger."""
    for each in words.own.get("characters", ()):
        if each["number"] == number:
            found: Mapping[str, Any] = each
            return found
    met: Mapping[str, Any] = words.own.get("met", {}).get(str(number), {})
    return met


def voices(words: Lexicon, who: int) -> dict[str, str]:
    """The pronouns for the character whose story is told."""
    sex = person_of(words, who).get("sex", "M")
    return {"subject": words.name("subject", sex), "object": words.name("object", sex)}


def opponent(words: Lexicon, data: Mapping[str, Any]) -> str:
    """How a story calls the other: a monster by its kind, a character by name."""
    if data.get("monster"):
        return words.name("beast", data["monster"])
    known = words.names["character"]
    return known[data["other"]] if data["other"] in known else words.page("opponent")


def capital(sentence: str) -> str:
    """A sentence as it begins in print."""
    return sentence[:1].upper() + sentence[1:]


def troop(words: Lexicon, type: str, race: str, table: str = "type") -> str:
    """A type of unit with its race, unless the race has no other units: Archers elfes, Légion humaine."""
    adjective = ""
    if not RACES[race].raises:
        adjective = words.name("race_f" if words.name("unit_sex", type) == "F" else "race_pl", race)
    return words.page("troop", {"type": words.name(table, type), "race": adjective})


def unit_name(words: Lexicon, unit: Mapping[str, Any]) -> str:
    """A unit by its number, type and race: 191e Archers elfes (D22)."""
    number = unit.get("number") or unit["unit"]
    rank = ordinal(number, words.lang, feminine=words.name("unit_sex", unit["type"]) == "F")
    return f"{rank} {troop(words, unit['type'], unit['race'])}"


def lost_name(words: Lexicon, row: Sequence[Any]) -> str:
    """A unit that is no more (number, type, race, the name that its King gave it), as it was called."""
    number, type, race, name = row
    called = unit_name(words, {"number": number, "type": type, "race": race})
    return words.page("lost_named", {"name": name, "unit": called}) if name else called


def ordinal(number: int, lang: str, *, feminine: bool = False) -> str:
    """1er, 1re, 2e; 1st, 2nd, 11th."""
    if lang == "fr":
        return ("1re" if feminine else "1er") if number == 1 else f"{number}e"
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def as_names(numbers: Iterable[int]) -> list[str]:
    """Numbers that are names: without thousands."""
    return [str(number) for number in numbers]
