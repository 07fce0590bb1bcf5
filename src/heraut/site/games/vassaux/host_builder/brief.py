"""What a list is meant for: a scenario, a seat there, the points, magic or not. The address of the page says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.http import urlencode

from heraut.games.vassaux.identities import PLACES, Place
from heraut.games.vassaux.options import MOST, highest_limit
from heraut.games.vassaux.roster.mends import Meant
from heraut.games.vassaux.tables import hosts, scenarios
from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.words import lang, say

SIDED = (1, 2, 3, 4)  # the scenarios whose two sides are not alike


class Brief(NamedTuple):
    """`limit` 0: the points of the scenario."""

    scenario: int = 0
    place: Place = PLACES[0]
    limit: int = 0
    magic: bool = False

    @property
    def points(self) -> int:
        """The points that the list may cost."""
        return self.limit or scenarios()[self.scenario].limit[self.place]

    @property
    def meant(self) -> Meant:
        """What the list is judged by."""
        return Meant(self.points, self.magic, self.scenario, self.place)

    @property
    def word(self) -> str:
        """Scenario and seat in one word, for the form."""
        return f"{self.scenario}-{self.place}" if self.scenario in SIDED else str(self.scenario)

    def fields(self) -> dict[str, str]:
        """As the address has it, without what is usual."""
        asked = {"pour": self.word if self.word != "0" else "", "limite": str(self.limit or "")}
        return {key: value for key, value in {**asked, "magie": "1" if self.magic else ""}.items() if value}

    @property
    def words(self) -> str:
        """The same as text, as it is kept."""
        return urlencode(self.fields())


def read_brief(asked: Mapping[str, str]) -> Brief:
    """What an address or a form asks for; what makes no sense is left out."""
    number, _, side = asked.get("pour", "").partition("-")
    scenario = whole_number(number, 1)
    if scenario not in scenarios():
        scenario, side = 0, ""
    place = PLACES[side == "1" and scenario in SIDED]
    limit = whole_number(asked.get("limite", "").strip(), 5) or 0
    return Brief(scenario, place, min(limit, highest_limit(MOST)), bool(asked.get("magie")))


def purposes() -> list[tuple[str, str]]:
    """All that a list may be meant for: its word, and the scenario with its side and points."""
    found = []
    for number, row in scenarios().items():
        name = getattr(row, lang())
        if number not in SIDED:
            found.append((str(number), say("vassaux_host.purpose", scenario=name, points=row.limit[0])))
            continue
        for place in PLACES:
            side = getattr(hosts()[row.hosts[place]], lang())
            words = say("vassaux_host.purpose_side", scenario=name, side=side, points=row.limit[place])
            found.append((f"{number}-{place}", words))
    return found
