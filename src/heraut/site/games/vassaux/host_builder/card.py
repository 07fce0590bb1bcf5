"""One entry of a list as the page shows it: its figures and why they are so, its choices, its refusals beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.safestring import SafeString, mark_safe

from heraut.games.vassaux.herald import fixed_names
from heraut.games.vassaux.identities import Place
from heraut.games.vassaux.picture.arms import CHARGES, FIELDS, INK, UNITS
from heraut.games.vassaux.roster import Entry, capacity, expanded, sheet, unit_cost
from heraut.games.vassaux.roster.entries import TRADES
from heraut.games.vassaux.roster.reasons import Figure, Part, reasons
from heraut.games.vassaux.state import Sheet
from heraut.games.vassaux.tables import (
    ARMOURS,
    CONSTANTS,
    FIGHTERS,
    POWERS,
    PROFILES,
    TITLES,
    WEAPONS,
    R,
    codes,
)
from heraut.site.common.words import lang, say

SHOWN: tuple[Figure, ...] = ("mv", "at", "df", "ps", "aura", "cd", "cost")
GEARS = tuple((mv, at, CONSTANTS.gear_points - mv - at) for mv in range(3) for at in range(3 - mv))
NO_CHANGE = ("", "")


class Choice(NamedTuple):
    """One entry of a list to choose from."""

    value: str
    words: str
    chosen: bool


class FigureShown(NamedTuple):
    """A figure of a sheet: its short name and what that means, and what it is the sum of."""

    key: str
    label: str
    meaning: str
    value: str
    why: list[str]


@dataclass(frozen=True)
class Card:
    """One entry; `faults` are its refusals by the field beside which they stand."""

    number: int
    lord: bool
    open: bool
    base: SafeString
    name: str
    kind: str
    typed: str
    size: int
    points: int
    whole: bool
    figures: list[FigureShown]
    once: list[str]
    arms: str
    effects: list[str]
    capacity: int
    fields: Mapping[str, list[Choice]]
    mounted: bool
    powers: list[list[Choice]]
    faults: Mapping[str, Sequence[Any]]

    @property
    def loose(self) -> list[Any]:
        """All refusals, for the folded card."""
        return [one for some in self.faults.values() for one in some]


def card(
    entry: Entry,
    number: int,
    place: Place,
    school: codes.School,
    faults: Mapping[str, Sequence[Any]],
    *,
    unfolded: bool,
) -> Card:
    """The card of an entry; 0 is the Lord's."""
    lord, whole = number == 0, entry.fighter in FIGHTERS
    made = sheet(entry, lord=lord)
    return Card(
        number,
        lord,
        unfolded,
        base(place, number),
        entry.name or called(entry, lord=lord),
        kind(entry, lord=lord),
        entry.name,
        entry.size,
        unit_cost(made),
        whole,
        figures(entry, lord=lord),
        paid_once(entry, lord=lord),
        arms(entry),
        effects(made),
        capacity(TITLES[entry.title].aura * R, made.mounted),
        choices(entry, lord=lord),
        made.mounted,
        power_choices(entry, school, lord=lord),
        faults,
    )


def base(place: Place, rank: int) -> SafeString:
    """The base of a unit with its charge, as on the table; the clip `socle` stands once in the page."""
    return mark_safe(  # noqa: S308  shapes and colours of ours
        f'<svg class="base" viewBox="-27 -27 54 54" aria-hidden="true"><circle r="25" fill="{FIELDS[place]}"/>'
        f'<g clip-path="url(#socle)" fill="{CHARGES[place]}">{UNITS[rank % len(UNITS)]}</g>'
        f'<circle r="23.4" fill="none" stroke="{CHARGES[place]}" stroke-width="1.6"/>'
        f'<circle r="25" fill="none" stroke="{INK}" stroke-width="1.4"/></svg>'
    )


# Words


def row_name(table: Mapping[Any, Any], code: str) -> str:
    """What a row of a table is called."""
    return str(getattr(table[code], lang()))


def called(entry: Entry, *, lord: bool) -> str:
    """What an entry without a name of its own is called by."""
    if lord:
        return row_name(TITLES, entry.title)
    if entry.fighter in FIGHTERS:
        return say(f"vassaux_fighters.{entry.fighter}")
    return str(getattr(PROFILES[entry.profile], f"many_{lang()}"))


def kind(entry: Entry, *, lord: bool) -> str:
    """What an entry is, in a line: 8 × Bretteur, Vassal."""
    who = row_name(FIGHTERS, entry.fighter) if entry.fighter in FIGHTERS else row_name(PROFILES, entry.profile)
    if lord:
        return say("vassaux_host.kind_lord", who=who, title=row_name(TITLES, entry.title))
    return say("vassaux_host.kind", who=who, title=row_name(TITLES, entry.title), size=entry.size)


def arms(entry: Entry) -> str:
    """What the men of an entry bear."""
    entry = expanded(entry)
    said = [row_name(WEAPONS, entry.weapon), row_name(ARMOURS, entry.armour)]
    return ", ".join([*said, *([say("vassaux_host.mounted_too")] if entry.mounted else [])])


def effects(made: Sheet) -> list[str]:
    """What weapon, armour and mount do, in words."""
    found = [say(f"vassaux_host.weapon_{made.weapon}"), say(f"vassaux_host.armour_{made.armour}")]
    if made.mounted:
        found.append(say("vassaux_host.mount_does"))
    return [words for words in found if words]


def figures(entry: Entry, *, lord: bool) -> list[FigureShown]:
    """The figures of its sheet, each with its parts."""
    why = reasons(entry, lord=lord)
    return [
        FigureShown(
            key,
            say(f"vassaux_host.figure_{key}"),
            say(f"vassaux_host.meaning_{key}"),
            str(sum(part.value for part in why[key])),
            told(why[key]),
        )
        for key in SHOWN
    ]


def paid_once(entry: Entry, *, lord: bool) -> list[str]:
    """What is paid once for the unit."""
    return told(reasons(entry, lord=lord)["leader"])


def told(parts: Iterable[Part]) -> list[str]:
    """Each part in words, with what it adds."""
    names = fixed_names(lang())
    tables = {"profile": "profile", "weapon": "weapon", "armour": "armour", "title": "title", "power": "power"}
    return [
        say(
            "vassaux_host.part",
            what=names[tables[part.source]][part.code] if part.code else say(f"vassaux_host.part_{part.source}"),
            value=signed(part.value),
        )
        for part in parts
    ]


def signed(value: int) -> str:
    """A number with its sign."""
    return f"+{value}" if value > 0 else f"\u2212{-value}"


# Choices


def chosen_of(table: Mapping[Any, Any], now: str) -> list[Choice]:
    """The rows of a table, with their prices."""
    return [
        Choice(code, say("vassaux_host.priced", name=getattr(row, lang()), cost=row.cost), code == now)
        for code, row in table.items()
    ]


def choices(entry: Entry, *, lord: bool) -> dict[str, list[Choice]]:
    """What may be chosen in each field of an entry."""
    spelled = expanded(entry)
    titles = {code: row for code, row in TITLES.items() if row.lord is lord or code == entry.title}
    return {
        "title": chosen_of(titles, entry.title),
        "fighter": [
            Choice(code, fighter_words(code), code == entry.fighter) for code in FIGHTERS
        ],
        "profile": chosen_of(PROFILES, "" if entry.fighter in FIGHTERS else entry.profile),
        "weapon": chosen_of(WEAPONS, spelled.weapon),
        "armour": chosen_of(ARMOURS, spelled.armour),
        "change": change_choices((spelled.up, spelled.down)),
        "gear": gear_choices(entry),
    }  # fmt: skip


def fighter_words(code: codes.FighterCode) -> str:
    """A ready-made fighter with his price."""
    made = sheet(Entry(codes.TitleCode("VASSAL"), fighter=code, size=2), lord=False)
    return say("vassaux_host.priced", name=row_name(FIGHTERS, code), cost=made.figure_cost)


def change_choices(now: tuple[str, str]) -> list[Choice]:
    """Every change of profile, and none."""
    pairs = [NO_CHANGE, *((up, down) for up in TRADES for down in TRADES if up != down)]
    return [
        Choice("-".join(pair).strip("-"), change_words(pair), pair == now)
        for pair in (pairs if now in pairs else [*pairs, now])
    ]


def change_words(pair: tuple[str, str]) -> str:
    """A change of profile in words: At +1, Df −1."""
    up, down = (one.capitalize() for one in pair)
    return say("vassaux_host.change", up=up, down=down) if up or down else say("vassaux_host.no_change")


def gear_choices(entry: Entry) -> list[Choice]:
    """Every way to spread a Lord's gear, and the one that he has."""
    gears = GEARS if tuple(entry.gear) in GEARS else (*GEARS, tuple(entry.gear))
    return [Choice("-".join(map(str, gear)), gear_words(gear), gear == tuple(entry.gear)) for gear in gears]


def gear_words(gear: Sequence[int]) -> str:
    """A Lord's gear in words: At +1, Df +1."""
    said = [f"{trade.capitalize()} +{value}" for trade, value in zip(TRADES, gear, strict=True) if value]
    return ", ".join(said) or say("vassaux_host.no_change")


def power_choices(entry: Entry, school: codes.School, *, lord: bool) -> list[list[Choice]]:
    """A list of powers for each that the entry may have, or has; none where there is no school and no power."""
    if not school and not entry.powers:
        return []
    most = CONSTANTS.powers_lord if lord else CONSTANTS.powers_unit
    places = max(most, len(entry.powers))
    fit = [code for code, row in POWERS.items() if school in row.schools and row.who != ("unit" if lord else "lord")]
    found = []
    for place in range(places):
        now = entry.powers[place] if place < len(entry.powers) else ""
        listed = fit if now in fit or not now else [*fit, codes.PowerCode(now)]
        found.append([Choice("", say("vassaux_host.no_power"), not now), *(power_choice(one, now) for one in listed)])
    return found


def power_choice(code: codes.PowerCode, now: str) -> Choice:
    """A power with its price, for each man or once."""
    row = POWERS[code]
    key = "power_once" if row.who in ("lord", "leader") else "power_each"
    return Choice(code, say(f"vassaux_host.{key}", name=getattr(row, lang()), cost=row.cost), code == now)
