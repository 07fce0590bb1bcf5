"""What one reader has before him: the field of his view, the words of the game, the group and overlay he has chosen."""

from __future__ import annotations

from functools import cached_property

from heraut.games.vassaux.herald import Herald
from heraut.games.vassaux.identities import HOST, NO_UNIT, GroupId, Place, unit_of
from heraut.games.vassaux.picture.layers import LAYERS
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.view import battle_of
from heraut.site.common.input_cleaning import whole_number
from heraut.site.matchpage.match_access import MatchAccess


class Lookout:
    """What lies on the table for one reader: the field of his view, the words of the game, what he has chosen."""

    def __init__(self, access: MatchAccess, chosen: GroupId = NO_UNIT) -> None:
        self.access = access
        self.battle = battle_of(access.view)
        self.field = Field(self.battle)
        self.chosen = chosen or asked_for(access)
        known = unit_of(self.chosen) in self.battle.units
        if not known or not any(man in self.battle.at for man in self.battle.figures(self.chosen)):
            self.chosen = NO_UNIT  # nobody of it stands on the table

    @cached_property
    def herald(self) -> Herald:
        """The words of the game in the reader's language."""
        return Herald(self.access.view, self.access.lang)

    @property
    def seat(self) -> Place | None:
        """Which side the reader plays; None for a passer-by."""
        seat = self.access.view["seat"]
        return None if seat is None else Place(seat)

    @property
    def layer(self) -> str:
        """The overlay that is shown; "" for none."""
        request = self.access.request
        named = request.POST.get("calque", request.GET.get("calque", ""))
        return named if named in LAYERS else ""


def asked_for(access: MatchAccess) -> GroupId:
    """The group that the reader has chosen, by a touch or by the address; `NO_UNIT` for none."""
    posted, asked = access.request.POST, access.request.GET
    named = posted.get("touch") or posted.get("unit") or asked.get("unite", "")
    return group_named(named)


def group_named(word: str) -> GroupId:
    """A group as players write it: 52, or B52 for its band; `NO_UNIT` where it is none."""
    word = word.strip().upper()
    number = whole_number(word.removeprefix("B"))
    if not number or number > 2 * HOST:
        return NO_UNIT
    return GroupId(-number if word.startswith("B") else number)
