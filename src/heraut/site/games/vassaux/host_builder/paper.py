"""A host on paper: a sheet of A4, and pocket cards, one a unit; powers and spells in words."""

from __future__ import annotations

from dataclasses import dataclass

from heraut.games.vassaux.roster import Entry, Roster, expanded
from heraut.games.vassaux.tables import CONSTANTS, POWERS, SPELLS, codes
from heraut.site.common.words import lang, say
from heraut.site.games.vassaux.host_builder.card import row_name
from heraut.site.games.vassaux.host_builder.shown import Shown


@dataclass(frozen=True)
class Named:
    """A power or a spell in words."""

    name: str
    words: str
    power: str = ""


@dataclass(frozen=True)
class Paper:
    """What paper says besides the cards: boxes to be struck out, and magic in words."""

    boxes: list[range]
    powers: list[list[Named]]
    spells: list[Named]
    reserve: range


def paper(roster: Roster, shown: Shown) -> Paper:
    """The host on paper: for each card its boxes and its powers, for the whole host its spells."""
    entries = (roster.lord, *roster.units)
    return Paper(
        [range(min(one.size, CONSTANTS.unit_max)) for one in shown.cards],  # nobody strikes out 9999 men
        [powers(entry) for entry in entries],
        spells(roster.school),
        range(shown.reserve),
    )


def powers(entry: Entry) -> list[Named]:
    """The powers of an entry, in words."""
    return [Named(row_name(POWERS, code), say(f"vassaux_host.power_{code}")) for code in expanded(entry).powers]


def spells(school: codes.School) -> list[Named]:
    """What every leader of this school may cast, in words (SV-OST-09)."""
    tongue = lang()
    return [
        Named(getattr(row, tongue), say(f"vassaux_host.spell_{code}"), say("vassaux_host.spell_power", power=row.power))
        if row.power
        else Named(getattr(row, tongue), say(f"vassaux_host.spell_{code}"), say("vassaux_host.spell_power_free"))
        for code, row in SPELLS.items()
        if row.school == school
    ]
