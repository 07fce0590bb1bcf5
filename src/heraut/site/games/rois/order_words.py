"""An order as a sentence: in the year grid, in lists, on its button. The code that its line begins with stands beside.

Every order has a key in the group `rois_order`: its code and, where one code says several things, what it is about.
"""

from __future__ import annotations

from typing import Any

import msgspec

from heraut.engine.protocol import Json
from heraut.games.rois import orders as o
from heraut.games.rois.encounter.plan import write_plan
from heraut.games.rois.herald import Herald
from heraut.games.rois.orders import Action, Order, RealmOrder, StandingPlan
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.sheet.reading import Entry
from heraut.games.rois.sheet.writing import write_units
from heraut.games.rois.tables import ITEMS, SPELLS
from heraut.site.common.words import site_words


class Sentences:
    """The orders of one King in one language."""

    def __init__(self, view: Json, lang: str) -> None:
        self.herald, self.words, self.book = Herald(view, lang), site_words(lang), Book(view)

    def say(self, key: str, **data: object) -> str:
        """One of the sentences."""
        return self.words.say("rois_order", key, data, self.herald.names)

    def entry(self, entry: Entry) -> str:
        """What a line of the sheet asks for."""
        if isinstance(entry, Action):
            return self.of(entry.order)
        if isinstance(entry, StandingPlan):
            key = "duel" if entry.duel else "plan"
            return self.say(key if entry.plan else f"no_{key}", plan=write_plan(entry.plan))
        return self.of(entry)

    def of(self, order: Order | RealmOrder) -> str:
        """What an order asks for."""
        return self.say(key_of(order), **self.figures(order))

    def figures(self, order: Order | RealmOrder) -> dict[str, Any]:
        """Its arguments, places, people and things by name."""
        data: dict[str, Any] = msgspec.structs.asdict(order)
        if "units" in data:
            data |= {"count": len(order.units), "units": write_units(order.units)}  # type: ignore[union-attr]
        if "plan" in data:
            data["plan"] = "" if data["plan"] is None else write_plan(data["plan"])
        match order:
            case o.Cast(spell=spell, target=target, garrison=garrison):
                data["target"] = [self.target("province" if garrison else SPELLS[spell].target, one) for one in target]
            case o.Use(item=item, target=target):
                asked = self.book.item_kinds.get(item, "")
                data["target"] = [self.target(ITEMS[asked].action if asked else "", one) for one in target]
            case o.Search(place=place):
                data["feature"] = place
            case o.Rename(sort=sort, number=number):
                data["thing"] = self.renamed(sort, number)
        return data

    def target(self, asked: str, number: int) -> str:
        """What a spell or an item is turned upon, as it asks: a province, a character; a number where nobody knows."""
        if not asked:
            return self.say("unknown_target", number=number)
        return self.herald.name("province" if asked in ("province", "path") else "character", number)

    def renamed(self, sort: str, number: int) -> str:
        """What is given a name: a character, a unit, a province."""
        if sort == "C":
            return self.herald.name("character", number)
        if sort == "P":
            return self.herald.name("province", number)
        return self.say("unit_number", number=number)


def key_of(order: Order | RealmOrder) -> str:
    """The key of the sentence of an order."""
    match order:
        case o.Defend(province=province):
            return "DE_place" if province else "DE"
        case o.Recruit(leader=leader):
            return "RE_for" if leader else "RE"
        case o.Search(plan=plan) | o.Meet(plan=plan):
            return f"{order.code}_plan" if plan else order.code
        case o.Leave(units=units, receiver=receiver):
            return f"LE_{'all_' * (units == o.ALL)}{'other' if receiver else 'garrison'}"
        case o.PickUp(units=units) | o.Disband(units=units):
            return f"{order.code}_all" if units == o.ALL else order.code
        case o.Cast(target=target) | o.Use(target=target):
            return f"{order.code}_at" if target else order.code
        case o.GiveGold():
            return "GI_gold"
        case o.Break(early=early):
            return "ROMPRE_early" if early else "ROMPRE"
        case o.Vote(kingdom=kingdom):
            return "VOTE" if kingdom else "VOTE_blank"
        case o.NameHeir(form=form):
            return "HERITIER" if form is not None else "HERITIER_none"
    return order.code
