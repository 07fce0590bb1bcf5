"""How sure it is that an order is carried out as foreseen, and that one's own stand where they are foreseen to be.

Certain is only what neither chance nor anybody whom this King sees nearby can change: of the first season, at most.
"""

from __future__ import annotations

from typing import Any

import msgspec

from heraut.engine.protocol import Json, Seat
from heraut.engine.rng import Rng
from heraut.games.rois import orders as o
from heraut.games.rois.calculators.knowledge import world_of
from heraut.games.rois.dice import Chance as Streams
from heraut.games.rois.forecast.certainty import CERTAIN, UNDISTURBED, UNKNOWN, Certainty, Chance, Reason, least
from heraut.games.rois.forecast.model import Omen
from heraut.games.rois.orders import Order, Sheet
from heraut.games.rois.phases import armies
from heraut.games.rois.phases.exploration import encounter_chance
from heraut.games.rois.phases.recruiting import is_raised
from heraut.games.rois.resolution import Turn
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.state import NATIVES, Character, Unit

FORESEEN = 1_000_000  # from here on are the numbers of units that are still to be raised
HOPED = (o.Hire, o.Cast, o.Use, o.Pursue, o.Trail)  # taken to succeed
LEFT_OUT = (o.Search, o.Meet)  # not played: their end is unknown
CONTESTED = (o.Recruit, o.Practise, o.GiveGold, o.Explore)  # what strangers or beasts may prevent even in sight of home
TROLL = "TR"
BESIDES = frozenset(("no_remains",))  # reasons that rest on what a view never tells
BELIEVED = frozenset(
    ("not_free_here", "not_here", "no_host_there", "no_body_here", "enemies_present", "neutral_border", "out_of_reach",
     "receiver_absent", "type_not_raised", "too_poor", "not_own_province", "wrong_terrain", "no_friend_here")
)  # fmt: skip


class Act(msgspec.Struct):
    """What is foreseen of one of one's own in one season, while it comes about."""

    order: Order | None
    before: int
    base: Certainty
    done: Certainty
    chance: Chance | None = None
    reason: Reason | None = None
    omens: list[Omen] = []


class Outlook(Turn):
    """A year in the world as a King knows it. `mine`: one's own who live as it begins; `acts` by season and character.

    `doubt`: how sure it is where each of them is; `unit_doubt`: where a unit is, and that it lives. `won`: provinces
    that battles and attacks of this year are to gain, or to keep. `gold_doubt`: whether the treasury hangs on dice.
    """

    def __init__(self, view: Json, sheet: Sheet) -> None:
        self.book = Book(view)
        self.own: int = self.book.kingdom
        super().__init__(world_of(view), {Seat(view["own"]["seat"]): sheet}, Streams(Rng(b"")))
        self.year: int = view["turn"]
        self.mine = [number for number, each in self.book.characters.items() if not each["died"]]
        self.acts: dict[tuple[int, int], Act] = {}
        self.doubt: dict[int, Certainty] = {}
        self.unit_doubt: dict[int, Certainty] = {}
        self.won: dict[int, Certainty] = {}
        self.gold_doubt: Certainty = CERTAIN

    def base(self, number: int) -> Certainty:
        """How sure it is that he stands where he is, and may act: of the first season, where no stranger is near."""
        where = self.characters[number].province
        near = any(each.kingdom not in (self.own, NATIVES) for each in self.characters_in(where)) if where else False
        return least(self.doubt[number], UNDISTURBED if self.season > 1 or near else CERTAIN)

    def outlook(self, act: Act, character: Character, order: Order) -> Certainty:
        """How sure it is that an order is carried out as foreseen."""
        base = least(
            act.base, *(self.unit_doubt.get(unit.number, CERTAIN) for unit in self.concerned(character, order))
        )
        if isinstance(order, (*HOPED, *LEFT_OUT)):
            about = getattr(order, "character", 0)
            sure = act.chance is not None and act.chance.least == 100 and (not about or about in self.book.characters)
            return base if sure else UNKNOWN
        if self.seeks_trolls(character, order):
            return UNKNOWN
        if isinstance(order, CONTESTED):
            spends = isinstance(order, (o.Recruit, o.GiveGold))
            return least(base, UNDISTURBED, self.gold_doubt if spends else UNDISTURBED)
        if isinstance(order, o.Move) and self.leads(character.number):
            return least(base, self.passable(order.province))
        return base

    def seeks_trolls(self, character: Character, order: Order) -> bool:
        """Whether it asks for trolls whom nobody pays, where the land raises none: no view tells where they are."""
        trolls = isinstance(order, o.Recruit) and order.type == TROLL
        return trolls and not is_raised(self.provinces[character.province], TROLL)

    def is_untold(self, character: Character, order: Order, reason: str) -> bool:
        """Whether an order fails in foresight only because a view does not tell what it takes."""
        return reason in BESIDES or (reason == "type_not_raised" and self.seeks_trolls(character, order))

    def concerned(self, character: Character, order: Order) -> list[Unit]:
        """The units that an order is about."""
        if isinstance(order, o.PickUp):
            return armies.within_reach(self, character, order.units)
        return self.contingent(character.number)

    def failing(self, act: Act) -> Certainty:
        """How sure it is that an order fails."""
        assert act.reason is not None
        if isinstance(act.order, (o.Pursue, o.Trail)) and act.reason.code != "leads_units":
            return UNKNOWN  # it asks first that the track be kept
        believed = UNDISTURBED if act.reason.code in BELIEVED else CERTAIN
        return least(act.base, believed, self.gold_doubt if act.reason.code == "too_poor" else CERTAIN)

    def passable(self, destination: int) -> Certainty:
        """How sure it is that a contingent may go there, as far as others decide it."""
        seen = self.book.own["map"].get(str(destination), {})
        if "owner" not in seen:
            return UNKNOWN
        own = self.provinces[destination].owner == self.own and destination not in self.won
        return CERTAIN if own and seen["terrain"] != "sea" else UNDISTURBED

    def risk(self, act: Act, character: Character, order: Order) -> Certainty:
        """How sure it is where he stands once he has acted, and that he lives."""
        if character.province != act.before:
            beasts = self.may_meet_beasts(character, order)
            return least(act.done, UNDISTURBED if beasts or self.leads(character.number) else CERTAIN)
        match order:
            case o.Search(place=place):
                return UNKNOWN if self.is_guarded(character.province, place) else UNDISTURBED
            case o.Meet(character=other) if other not in self.book.characters:
                return UNKNOWN
            case o.Pursue() | o.Trail():
                return UNKNOWN
            case o.Move() | o.Explore():
                return UNDISTURBED
        return CERTAIN

    def may_meet_beasts(self, character: Character, order: Order) -> bool:
        """Whether a random encounter is drawn for this order (RO-EXPL-07)."""
        if isinstance(order, (o.Explore, o.Search)):
            return True
        return isinstance(order, (o.Move, o.Pursue, o.Trail)) and not self.leads(character.number)

    def is_guarded(self, province: int, place: int) -> bool:
        """Whether somebody may still guard a place: unless one knows better."""
        for each in self.book.own["map"].get(str(province), {}).get("features", ()):
            if each["place"] == place:
                return bool(each["guardian"]) and not each["pacified"]
        return True

    def beasts(self, number: int) -> int:
        """The chance in a hundred of a random encounter where he is now."""
        return encounter_chance(self, self.characters[number])


def numbered(data: dict[str, Any]) -> dict[str, Any]:
    """A unit that is still to be raised has no number that anybody could name: 0."""
    return {**data, "unit": 0} if data.get("unit", 0) >= FORESEEN else data
