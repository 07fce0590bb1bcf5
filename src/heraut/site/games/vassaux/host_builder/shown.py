"""A whole list as the page shows it: points, ratio, reserve, and each refusal beside what causes it, with its mend."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.http import urlencode

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.herald import fixed_names
from heraut.games.vassaux.roster import Roster, command_reserve, host_cost, sheets
from heraut.games.vassaux.roster.demands import waives_ratio
from heraut.games.vassaux.roster.figures import Ratio, ratio
from heraut.games.vassaux.roster.lines import NAME_LENGTH, write_lines
from heraut.games.vassaux.roster.mends import Mend, entry_of, nth, smallest_mend
from heraut.games.vassaux.tables import SCHOOLS
from heraut.site.common.words import lang, say
from heraut.site.games.vassaux.host_builder.brief import Brief
from heraut.site.games.vassaux.host_builder.card import (
    Card,
    Choice,
    called,
    card,
    change_words,
    gear_words,
    signed,
)
from heraut.site.games.vassaux.host_builder.draft import Draft
from heraut.site.games.vassaux.refused import Told, told

BESIDE = {
    "wrong_title": "title", "size_out_of_range": "size", "no_number": "size", "weapon_barred": "weapon",
    "armour_barred": "armour", "bad_gear": "gear", "bad_change": "change", "change_too_low": "change",
    "too_many_powers": "power", "power_twice": "power", "foreign_power": "power", "power_not_for_him": "power",
    "power_barred": "power", "bad_unit_name": "name", "units_out_of_range": "units", "unknown_school": "school",
    "no_magic": "magic", "too_dear": "points", "bad_ratio": "ratio",
}  # fmt: skip
"""Beside which field a refusal stands; all others are the scenario's."""
MENDED = 8  # refusals of one list whose mends are looked for
MOST_AMISS = 40  # refusals of a list, above which no mend of it as a whole is looked for: each try judges all of it


class RefusalShown(NamedTuple):
    """A refusal in words; `mend` is what the button says that mends it, `press` what it sends."""

    told: Told
    mend: str = ""
    press: str = ""


@dataclass(frozen=True)
class Shown:
    """Everything that the page says of a list."""

    brief: Brief
    text: str
    cards: list[Card]
    cost: int
    figures: int
    ratio: Ratio
    waived: bool
    reserve: int
    lord_cd: int
    vassals_cd: int
    schools: list[Choice]
    faults: dict[str, list[RefusalShown]]
    unread: list[Told]

    @property
    def left(self) -> int:
        """The points that may still be spent; negative: too many."""
        return self.brief.points - self.cost

    @property
    def over(self) -> int:
        """The points spent too many."""
        return max(0, -self.left)

    @property
    def dice(self) -> range:
        """The dice of the reserve, to be drawn."""
        return range(self.reserve)

    @property
    def filled(self) -> int:
        """The share of the points that is spent, for the gauge: 100 at most."""
        return min(100, self.cost * 100 // max(1, self.brief.points))

    @property
    def units(self) -> int:
        """How many units there are, the Lord among them."""
        return len(self.cards)

    @property
    def told(self) -> list[Told]:
        """Every refusal, for paper."""
        whole = [one for some in self.faults.values() for one in some]
        return [one.told for one in [*whole, *(one for card in self.cards for one in card.loose)]]

    @property
    def legal(self) -> bool:
        """Whether it may be fielded as it is."""
        return not self.faults and not any(one.faults for one in self.cards)

    @property
    def spoken(self) -> str:
        """The list in a sentence, for whoever listens."""
        state = say("vassaux_host.legal" if self.legal else "vassaux_host.not_legal")
        return say("vassaux_host.spoken", cost=self.cost, limit=self.brief.points, reserve=self.reserve, state=state)


def shown(draft: Draft, brief: Brief, *, mends: bool = True) -> Shown:
    """What the page says of a draft; paper, on which nothing is pressed, has no `mends`."""
    roster = draft.roster
    made = sheets(roster)
    entries: dict[int | None, dict[str, list[RefusalShown]]] = defaultdict(lambda: defaultdict(list))
    for number, field, code in draft.faults:
        entries[number][field].append(RefusalShown(told(Refusal("SV-OST-10", code, {"text": "", "most": NAME_LENGTH}))))
    refusals = brief.meant.refusals(roster)
    for rank, refusal in enumerate(refusals):
        sought = mends and rank < MENDED and (refusal.line > 0 or len(refusals) <= MOST_AMISS)
        entries[entry_of(refusal)][BESIDE.get(refusal.code, "scenario")].append(
            with_mend(roster, refusal, brief, sought=sought)
        )
    whole = entries.pop(None, {})
    cards = [
        card(
            entry, number, brief.place, roster.school, dict(entries[number]), unfolded=unfolded(draft, entries, number)
        )
        for number, entry in enumerate((roster.lord, *roster.units))
    ]
    return Shown(
        brief,
        write_lines(roster),
        cards,
        host_cost(made),
        sum(one.size for one in made),
        ratio(roster),
        waives_ratio(brief.scenario, brief.place),
        command_reserve(made),
        made[0].cd,
        sum(one.cd for one in made[1:]),
        school_choices(roster),
        dict(whole),
        [told(one) for one in draft.unread],
    )


def unfolded(draft: Draft, entries: Mapping[int | None, Any], number: int) -> bool:
    """Whether a card stands open: the one at hand, and those with something to mend."""
    return number == draft.open or number in draft.opened or bool(entries.get(number))


def school_choices(roster: Roster) -> list[Choice]:
    """The schools, and none."""
    names = fixed_names(lang())["school"]
    none = Choice("", say("vassaux_host.no_school"), not roster.school)
    return [none, *(Choice(code, names[code], code == roster.school) for code in SCHOOLS)]


def with_mend(roster: Roster, refusal: Refusal, brief: Brief, *, sought: bool) -> RefusalShown:
    """A refusal, and the smallest change that mends it, where one is found by trying."""
    found = smallest_mend(roster, refusal, brief.meant) if sought else None
    if found is None:
        return RefusalShown(told(refusal))
    words = say(
        "vassaux_host.mend", what=mend_words(roster, found), points=signed(found.points) if found.points else ""
    )
    return RefusalShown(told(refusal), words, f"mend:{refusal.code}:{refusal.line}")


def mend_words(roster: Roster, mend: Mend) -> str:
    """One change of a list in words."""
    names = fixed_names(lang())
    entry = nth(roster, mend.entry) if mend.entry is not None else None
    who = (entry.name or called(entry, lord=mend.entry == 0)) if entry else ""
    value = mend.value
    match mend.what:
        case "title" | "profile" | "weapon" | "armour" | "power":
            value = names[mend.what][mend.value]
        case "school":
            value = names["school"].get(mend.value, "")
        case "trade":
            value = change_words(mend.value or ("", ""))
        case "gear":
            value = gear_words(mend.value)
        case "mounted":
            value = int(mend.value)
    return say(f"vassaux_host.mend_{mend.what}", who=who, value=value)


def address(page: str, text: str, brief: Brief, kept: str = "", unfolded: int | None = None) -> str:
    """The address of a page of this list, which says all of it."""
    asked = {"liste": text, **brief.fields(), **({"ost": kept} if kept else {})}
    if unfolded is not None:
        asked["ouvert"] = str(unfolded)
    return f"{reverse(page)}?{urlencode(asked)}"
