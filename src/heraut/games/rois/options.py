"""What may be chosen before a match: the world's name, its length, variants, and each King (RO-SET, RO-CHAR-01)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, get_type_hints

import msgspec

from heraut.engine.choices import unreadable_choices
from heraut.engine.decoding import convert
from heraut.engine.protocol import Json, Refusal, Seat, SetupError
from heraut.engine.words import catalogue
from heraut.games.rois.naming import plain, valid_name
from heraut.games.rois.state import ABILITIES, ALIGNMENTS, HUMANOIDS, TEMPERS, Settings
from heraut.games.rois.tables import ALIGNMENT_TABLE, CONSTANTS, RACES

TEMPER_WORDS = {
    "berserk": "berserk", "brave": "brave", "prudent": "prudent", "cautious": "prudent", "couard": "coward",
    "coward": "coward",
}  # fmt: skip
SEXES = ("M", "F")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be chosen before the start. A King's race, alignment, temper, sex and talents are drawn unless given.

    `talents` are written like "TA 2, ME 1, DR 1". `short`: eight turns, crowned at 45 % (RO-VAR-02).
    """

    world: str = "Sept-Mers"
    turns: int = CONSTANTS.turns_default
    short: bool = False
    open_relations: bool = False
    hardened: bool = False
    names: dict[Seat, str] = {}
    races: dict[Seat, str] = {}
    alignments: dict[Seat, str] = {}
    tempers: dict[Seat, str] = {}
    sexes: dict[Seat, str] = {}
    talents: dict[Seat, str] = {}


def read_options(seats: Sequence[Seat], options: Json) -> tuple[Options, Settings]:
    """The options, checked. Raises SetupError with every reason why these cannot be played."""
    if refusals := unreadable_choices(options, kinds(), "RO-SET-01"):
        raise SetupError(refusals)
    chosen = convert(dict(options), Options)
    refusals = [*count_refusals(len(seats), chosen), *seat_refusals(seats, chosen), *king_refusals(chosen)]
    if refusals:
        raise SetupError(refusals)
    turns, crown = (CONSTANTS.short_turns, CONSTANTS.short_crown) if chosen.short else (chosen.turns, CONSTANTS.crown)
    return chosen, Settings(chosen.world, turns, crown, chosen.open_relations, chosen.hardened)


@cache
def kinds() -> dict[str, Any]:
    """The type of everything that may be chosen, by name."""
    return get_type_hints(Options)


def count_refusals(number: int, chosen: Options) -> list[Refusal]:
    """From two to twelve kingdoms (RO-SET-01), from eight to thirty turns (RO-VIC-04)."""
    refusals = []
    least, most = CONSTANTS.players_min, CONSTANTS.players_max
    if not least <= number <= most:
        refusals.append(Refusal("RO-SET-01", "kingdoms_out_of_range", {"number": number, "least": least, "most": most}))
    least, most = CONSTANTS.turns_min, CONSTANTS.turns_max
    if not least <= chosen.turns <= most:
        refusals.append(
            Refusal("RO-VIC-04", "turns_out_of_range", {"number": chosen.turns, "least": least, "most": most})
        )
    return refusals


def seat_refusals(seats: Sequence[Seat], chosen: Options) -> list[Refusal]:
    """Kings are chosen for seats of the match."""
    choices = (chosen.names, chosen.races, chosen.alignments, chosen.tempers, chosen.sexes, chosen.talents)
    named = {seat for choice in choices for seat in choice}
    return [Refusal("RO-CHAR-01", "unknown_seat", {"seat": seat}) for seat in sorted(named - set(seats))]


def king_refusals(chosen: Options) -> list[Refusal]:
    """Races, alignments, tempers and sexes that exist; 4 levels of talent; names that differ (RO-CHAR-01, 02)."""
    refusals = [
        *_unknown("RO-CHAR-02", "race", chosen.races, HUMANOIDS, race_of),
        *_unknown("RO-CHAR-02", "alignment", chosen.alignments, ALIGNMENTS, alignment_of),
        *_unknown("RO-CHAR-02", "temper", chosen.tempers, TEMPERS, temper_of),
        *_unknown("RO-CHAR-01", "sex", chosen.sexes, SEXES, sex_of),
    ]
    seen: set[str] = set()
    for name in (chosen.world, *chosen.names.values()):
        if not valid_name(name) or plain(name) in seen:
            refusals.append(Refusal("RO-SET-03", "bad_name", {"text": name, "most": CONSTANTS.name_length_max}))
        seen.add(plain(name))
    for text in chosen.talents.values():
        levels = read_talents(text)
        if levels is None or (fault := talents_fault(levels)):
            refusals.append(fault if levels is not None and fault else _bad_talents(text))
    return refusals


def _unknown(rule: str, what: str, choice: Mapping[Seat, str], known: Sequence[str], read: Any) -> list[Refusal]:
    return [
        Refusal(rule, "unknown_choice", {"what": what, "text": text, "known": list(known)})
        for text in choice.values()
        if read(text) is None
    ]


def advice(lang: str) -> list[str]:
    """What to think of when creating a King, one sentence a subject (RO-SET-04)."""
    words = catalogue(__package__, lang)
    return [words.say("advice", subject) for subject in words.groups["advice"]]


def race_of(text: str) -> str | None:
    """A race of characters, by its code or its name in either language."""
    word = plain(text)
    return next((race for race in HUMANOIDS if word in (race, RACES[race].fr, RACES[race].en)), None)


def alignment_of(text: str) -> str | None:
    """An alignment, by its code or its name."""
    word = plain(text)
    return next((code for code, row in ALIGNMENT_TABLE.items() if word in (code, plain(row.fr), row.en)), None)


def temper_of(text: str) -> str | None:
    """A temper, by its code or its name."""
    return TEMPER_WORDS.get(plain(text))


def sex_of(text: str) -> str | None:
    """M or F."""
    return text.upper() if text.upper() in SEXES else None


def read_talents(text: str) -> dict[str, int] | None:
    """Levels written like "TA 2, ME 1, DR 1"; None if they cannot be read."""
    levels: dict[str, int] = {}
    for part in text.split(","):
        words = part.split()
        if len(words) != 2 or words[0].upper() not in ABILITIES or words[1] not in ("1", "2", "3", "4"):
            return None
        code = words[0].upper()
        levels[code] = levels.get(code, 0) + int(words[1])
    return levels


def talents_fault(levels: Mapping[str, int]) -> Refusal | None:
    """4 levels in all, at most 2 in one ability (RO-CHAR-01)."""
    if sum(levels.values()) == CONSTANTS.start_levels and max(levels.values()) <= CONSTANTS.start_level_max:
        return None
    return _bad_talents(", ".join(f"{code} {level}" for code, level in levels.items()))


def _bad_talents(text: str) -> Refusal:
    data = {"text": text, "total": CONSTANTS.start_levels, "most": CONSTANTS.start_level_max}
    return Refusal("RO-CHAR-01", "bad_talents", data)
