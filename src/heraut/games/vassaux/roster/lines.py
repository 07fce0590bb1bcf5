"""A list as players write it, one entry a line, and back: what may be pasted, shared, kept (SV-DP-01).

BARON CHEVALIER ARMES MELEE ARMURE CHEVALIER MONTE EQUIPEMENT 0 1 1 NOM Aymeric   the Lord comes first
VASSAL 8 BRETTEUR NOM Bretteurs de Brantôme          a title, how many (the Vassal is one of them), a ready-made fighter
HEROS 10 ECUYER ARMES MELEE ARMURE RENFORCEE CHANGER AT DF POUVOIRS FEROCE     or a profile, and all that it bears
MAGIE VERTE                                          the school, where there is one

`CHANGER AT DF`: At +1, Df −1. `EQUIPEMENT`: what a Lord adds to Mv, At, Df; without it, 0 1 1. Capitals and accents do
not matter. Blank lines, and what stands behind #, are not read. What a list may not have is said by `refusals`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from heraut.engine.protocol import Bounds, Refusal
from heraut.engine.sheets import lines_read
from heraut.engine.suggestions import closest
from heraut.games.vassaux.notation import capitals
from heraut.games.vassaux.roster.entries import TRADES, Entry, Roster
from heraut.games.vassaux.state import Gear
from heraut.games.vassaux.tables import ARMOURS, FIGHTERS, POWERS, PROFILES, SCHOOLS, TITLES, WEAPONS, codes

BOUNDS = Bounds("SV-OST-10", lines=40, width=300, signs=6_000)
NAME_LENGTH = 40
MAGIC, NAME, COMMENT = "MAGIE", "NOM", "#"
ARMS_WORDS = {row.word: code for code, row in WEAPONS.items()}
ARMOUR_WORDS = {row.word: code for code, row in ARMOURS.items()}
TRADE_WORDS = {trade.upper(): trade for trade in TRADES}
PARTS = ("ARMES", "ARMURE", "MONTE", "CHANGER", "EQUIPEMENT", "POUVOIRS")
USUAL_GEAR = Entry(codes.TitleCode("")).gear
DIGITS = 4  # of a number


class UnreadEntry(Exception):
    """A line cannot be read; caught where its refusal is made."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code)
        self.code, self.data = code, data


def read_lines(text: str) -> Roster | list[Refusal]:
    """The list in a text, or every reason why it cannot be read, each with the number of its line."""
    entries: list[Entry] = []
    school, refusals = codes.School(""), list[Refusal]()
    for number, line, unfit in lines_read(text, BOUNDS):
        if unfit is not None:
            refusals.append(unfit)
            continue
        words = line.partition(COMMENT)[0].split()
        if not words:
            continue
        try:
            if capitals(words[0]) == MAGIC:
                school = _word(" ".join(map(capitals, words[1:])), {code: code for code in SCHOOLS})
            else:
                entries.append(read_entry(words))
        except UnreadEntry as unread:
            refusals.append(Refusal(BOUNDS.rule, unread.code, unread.data, number))
    if not refusals and not entries:
        refusals.append(Refusal("SV-OST-10", "empty_list", {}))
    return refusals or Roster(entries[0], tuple(entries[1:]), school)


def read_entry(words: list[str]) -> Entry:
    """One entry. Raises UnreadEntry."""
    said, name = _split_name(words)
    title = _word(said[0] if said else "", {code: code for code in TITLES})
    rest = said[1:]
    size = _number(rest.pop(0)) if rest and rest[0].isdigit() else 1
    who = _word(rest.pop(0) if rest else "", {**{code: code for code in PROFILES}, **{code: code for code in FIGHTERS}})
    parts = _parts(rest)
    if who in FIGHTERS:
        if other := next((part for part in parts if part in PARTS[:4]), ""):
            raise UnreadEntry("fighter_is_whole", text=other, fighter=who)
        entry = Entry(title, fighter=codes.FighterCode(who), size=size, name=name)
    else:
        entry = Entry(title, codes.ProfileCode(who), size=size, name=name, **_arms(parts))
    return msgspec.structs.replace(
        entry,
        powers=tuple(_word(word, {code: code for code in POWERS}) for word in parts.get("POUVOIRS", ())),
        gear=_gear(parts["EQUIPEMENT"]) if "EQUIPEMENT" in parts else USUAL_GEAR,
    )


def name_fault(name: str) -> str:
    """Why a unit cannot be called so: a code of refusal; "" if it can."""
    fits = name.isprintable() and len(name) <= NAME_LENGTH and name == " ".join(name.split()) and COMMENT not in name
    return "" if fits else "bad_unit_name"


def _split_name(words: list[str]) -> tuple[list[str], str]:
    """The words of an entry in capitals, and the name behind them as it was written."""
    said = [capitals(word) for word in words]
    if NAME not in said:
        return said, ""
    place = said.index(NAME)
    name = " ".join(words[place + 1 :])
    if not name or name_fault(name):
        raise UnreadEntry("bad_unit_name", most=NAME_LENGTH)
    return said[:place], name


def _parts(words: list[str]) -> dict[str, list[str]]:
    """What is said behind each word of `PARTS`."""
    parts: dict[str, list[str]] = {}
    current: list[str] | None = None
    for word in words:
        if word in PARTS:
            if word in parts:
                raise UnreadEntry("said_twice", text=word)
            current = parts[word] = []
        elif current is None:
            raise UnreadEntry("unknown_word", text=word, known=[*PARTS, NAME])
        else:
            current.append(word)
    return parts


def _arms(parts: Mapping[str, list[str]]) -> dict[str, Any]:
    """The fields of an entry that is not ready-made."""
    fields: dict[str, Any] = {"mounted": "MONTE" in parts}
    if parts.get("MONTE"):
        raise UnreadEntry("unknown_word", text=parts["MONTE"][0], known=[*PARTS, NAME])
    if "ARMES" in parts:
        fields["weapon"] = _word(" ".join(parts["ARMES"]), ARMS_WORDS)
    if "ARMURE" in parts:
        fields["armour"] = _word(" ".join(parts["ARMURE"]), ARMOUR_WORDS)
    if "CHANGER" in parts:
        if len(parts["CHANGER"]) != 2:
            raise UnreadEntry("two_trades", text=" ".join(parts["CHANGER"]))
        fields["up"], fields["down"] = (_word(word, TRADE_WORDS) for word in parts["CHANGER"])
    return fields


def _gear(words: list[str]) -> Gear:
    if len(words) != len(USUAL_GEAR):
        raise UnreadEntry("three_numbers", text=" ".join(words))
    return Gear(*map(_number, words))


def _word(word: str, known: Mapping[str, Any]) -> Any:
    if word not in known:
        raise UnreadEntry("unknown_word", text=word or "…", known=likely(word, known))
    return known[word]


def likely(word: str, known: Iterable[str]) -> list[str]:
    """What was meant, if that is plain; else all that might stand there."""
    near = closest(word, known, likeness=0.75) if len(word) <= NAME_LENGTH else ""
    return [near] if near else list(known)


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= DIGITS):
        raise UnreadEntry("no_number", text=word)
    return int(word)


# And back


def write_lines(roster: Roster) -> str:
    """The text that `read_lines` reads back as this list, as far as its words are known and its names are names."""
    lines = [write_entry(roster.lord, lord=True), *(write_entry(entry, lord=False) for entry in roster.units)]
    return "\n".join([*lines, *([f"{MAGIC} {roster.school}"] if roster.school else [])]) + "\n"


def write_entry(entry: Entry, *, lord: bool) -> str:
    """One entry as a line."""
    return " ".join(_written(entry, lord))


def _written(entry: Entry, lord: bool) -> Iterator[str]:
    yield entry.title
    if not lord:
        yield str(entry.size)
    if entry.fighter:
        yield entry.fighter
    else:
        yield from _written_arms(entry)
    if lord and entry.gear != USUAL_GEAR:
        yield "EQUIPEMENT " + " ".join(map(str, entry.gear))
    if entry.powers:
        yield "POUVOIRS " + " ".join(entry.powers)
    if entry.name:
        yield f"{NAME} {entry.name}"


def _written_arms(entry: Entry) -> Iterator[str]:
    yield entry.profile
    if entry.weapon != "IMPROVISED":
        yield f"ARMES {WEAPONS[entry.weapon].word}"
    if entry.armour != "NONE":
        yield f"ARMURE {ARMOURS[entry.armour].word}"
    if entry.mounted:
        yield "MONTE"
    if entry.up:
        yield f"CHANGER {entry.up.upper()} {entry.down.upper()}"
