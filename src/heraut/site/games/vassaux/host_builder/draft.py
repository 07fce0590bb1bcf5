"""The list that the form of the builder holds, and what its buttons do to it.

Each entry's fields are numbered from 0, the Lord's: `2-size`. A button says `do=<act>`, `do=<act>:<number>`. What
cannot be read of a field is told beside it; the list then has the nearest that it can hold.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any, NamedTuple

from django.http import QueryDict
from msgspec.structs import replace

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.roster import Entry, Roster, expanded, ready_made
from heraut.games.vassaux.roster.lines import name_fault, read_lines
from heraut.games.vassaux.roster.mends import nth, smallest_mend, with_entry, without_entry
from heraut.games.vassaux.state import Gear
from heraut.games.vassaux.tables import (
    ARMOURS,
    FIGHTERS,
    POWERS,
    PROFILES,
    SCHOOLS,
    TITLES,
    WEAPONS,
    codes,
    hosts,
)
from heraut.site.common.input_cleaning import whole_number
from heraut.site.games.vassaux.host_builder.brief import Brief

MOST_ENTRIES = 16  # that the form holds: more than the rules allow, so that a list too long can be shortened
NEW_SIZE = 6  # how many a new unit counts


class Fault(NamedTuple):
    """A field of an entry that cannot be read: a code of refusal of the game."""

    entry: int
    field: str
    code: str


class Draft(NamedTuple):
    """A list under way. `open` is the entry at hand, whose card is unfolded, if any is; `opened` are others that are;
    `unread` says why a text was refused.
    """

    roster: Roster
    faults: tuple[Fault, ...] = ()
    open: int | None = None
    opened: frozenset[int] = frozenset()
    unread: tuple[Refusal, ...] = ()


def first_draft() -> Roster:
    """What one begins with: the Frankish host."""
    return ready_made(next(iter(hosts())))


def nothing() -> Roster:
    """A list from nothing: a Lord, and nobody yet."""
    return Roster(Entry(codes.TitleCode("BARON"), codes.ProfileCode("CHEVALIER"), codes.WeaponCode("MELEE")), ())


def within(roster: Roster) -> Roster:
    """As much of a list as the form holds."""
    return replace(roster, units=roster.units[: MOST_ENTRIES - 1])


# Fields


def read_form(sent: QueryDict) -> Draft:
    """The list as the fields of the form say it."""
    faults: list[Fault] = []
    entries = []
    for number in range(MOST_ENTRIES):
        if f"{number}-title" in sent:
            entries.append(read_fields(sent, number, faults))
    if not entries:
        return Draft(first_draft())
    school = known(sent.get("school", ""), SCHOOLS, "")
    lord, *units = entries
    opened = frozenset(place for one in sent.getlist("opened") if (place := whole_number(one, 2)) is not None)
    return Draft(Roster(lord, tuple(units), codes.School(school)), tuple(faults), opened=opened)


def read_fields(sent: QueryDict, number: int, faults: list[Fault]) -> Entry:
    """One entry; what cannot be read of it is added to the faults."""

    def field(name: str) -> str:
        return sent.get(f"{number}-{name}", "").strip()

    size = whole_number(field("size"), 4) if number else 1
    if size is None:
        faults.append(Fault(number, "size", "no_number"))
    name = " ".join(field("name").split())
    if name_fault(name):
        faults.append(Fault(number, "name", "bad_unit_name"))
        name = ""
    who, up, down = field("who"), *read_change(field("change"))
    common = Entry(
        codes.TitleCode(known(field("title"), TITLES, next(iter(TITLES)))),
        size=size or 0,
        name=name,
        powers=tuple(codes.PowerCode(power) for power in sent.getlist(f"{number}-power") if power in POWERS),
        gear=read_gear(field("gear")),
    )
    if who in FIGHTERS:
        return replace(common, fighter=codes.FighterCode(who))
    return replace(
        common,
        profile=codes.ProfileCode(known(who, PROFILES, next(iter(PROFILES)))),
        weapon=codes.WeaponCode(known(field("weapon"), WEAPONS, "IMPROVISED")),
        armour=codes.ArmourCode(known(field("armour"), ARMOURS, "NONE")),
        mounted=bool(field("mounted")),
        up=up,
        down=down,
    )


def known(word: str, table: Container[Any], usual: str) -> str:
    """A word of a table, or the usual one: no field of the page sends another."""
    return word if word in table else usual


def read_change(word: str) -> tuple[codes.Trade, codes.Trade]:
    """A change of profile, written at-df."""
    up, _, down = word.partition("-")
    found = tuple(codes.Trade(one if one in ("mv", "at", "df") else "") for one in (up, down))
    return found[0], found[1]


def read_gear(word: str) -> Gear:
    """A Lord's gear, written 0-1-1."""
    parts = [whole_number(part, 1) for part in word.split("-")]
    if len(parts) != 3 or None in parts:
        return Entry(codes.TitleCode("")).gear
    return Gear(*(part or 0 for part in parts))


# Buttons


def add(draft: Draft, sent: QueryDict) -> Draft:
    """One more unit, of the ready-made fighter chosen."""
    units = draft.roster.units
    if len(units) + 1 >= MOST_ENTRIES:
        return draft
    fighter = codes.FighterCode(known(sent.get("fighter", ""), FIGHTERS, next(iter(FIGHTERS))))
    titles = [entry.title for entry in units] or [codes.TitleCode("VASSAL")]
    entry = Entry(titles[-1], fighter=fighter, size=NEW_SIZE)
    return draft._replace(roster=replace(draft.roster, units=(*units, entry)), open=len(units) + 1)


def drop(draft: Draft, place: int) -> Draft:
    """Without this unit."""
    return draft._replace(roster=without_entry(draft.roster, place), opened=frozenset())


def double(draft: Draft, place: int) -> Draft:
    """This unit twice."""
    units = draft.roster.units
    if len(units) + 1 >= MOST_ENTRIES:
        return draft
    return draft._replace(
        roster=replace(draft.roster, units=(*units[:place], units[place - 1], *units[place:])),
        open=place + 1,
        opened=frozenset(),
    )


def lift(draft: Draft, place: int) -> Draft:
    """This unit one place higher."""
    units = list(draft.roster.units)
    if place > 1:
        units[place - 2 : place] = reversed(units[place - 2 : place])
    return draft._replace(roster=replace(draft.roster, units=tuple(units)), open=max(1, place - 1), opened=frozenset())


def spell_out(draft: Draft, place: int) -> Draft:
    """A ready-made fighter spelled out, so that his arms can be changed."""
    entry = expanded(nth(draft.roster, place))
    whole = replace(entry, fighter=codes.FighterCode(""))
    return draft._replace(roster=with_entry(draft.roster, place, whole), open=place)


PLACED: dict[str, Callable[[Draft, int], Draft]] = {
    "drop": drop,
    "double": double,
    "lift": lift,
    "spell": spell_out,
    "open": lambda draft, place: draft._replace(open=place),
}


def begin(code: str) -> Draft:
    """From a ready-made host, or from nothing."""
    return Draft(ready_made(codes.HostCode(code)) if code in hosts() else nothing())


def paste(draft: Draft, text: str) -> Draft:
    """The list that was pasted, or why it cannot be read."""
    found = read_lines(text)
    if isinstance(found, list):
        return draft._replace(unread=tuple(found))
    return Draft(within(found))


def mend(draft: Draft, code: str, line: int, brief: Brief) -> Draft:
    """The smallest change that mends a refusal, if it still stands."""
    refusals = brief.meant.refusals(draft.roster)
    refusal = next((one for one in refusals if (one.code, one.line) == (code, line)), None)
    found = smallest_mend(draft.roster, refusal, brief.meant) if refusal else None
    return draft._replace(roster=found.roster, open=found.entry) if found else draft


def done(draft: Draft, sent: QueryDict, brief: Brief) -> Draft:
    """What the button that was pressed does to the list; without one, what its fields say."""
    act, _, rest = sent.get("do", "").partition(":")
    if act == "add":
        return add(draft, sent)
    if act == "begin":
        return begin(sent.get("ready", ""))
    if act == "paste":
        return paste(draft, sent.get("text", ""))
    if act == "undo":
        return paste(draft, sent.get("before", ""))
    if act == "mend":
        code, _, line = rest.partition(":")
        return mend(draft, code, whole_number(line, 2) or 0, brief)
    place = whole_number(rest, 2)
    if (
        act in PLACED
        and place is not None
        and (act in ("spell", "open") or place > 0)
        and place <= len(draft.roster.units)
    ):
        return PLACED[act](draft, place)
    return draft
