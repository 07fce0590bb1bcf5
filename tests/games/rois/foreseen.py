"""What forecasts are held against: the true year, season by season; and every order that a choice stands for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from heraut.engine.protocol import Event, Json, Seat, seen_by
from heraut.games.rois import orders as o
from heraut.games.rois.choices.cell import possible_orders
from heraut.games.rois.choices.model import Argument, Choice, Possible
from heraut.games.rois.dice import Chance
from heraut.games.rois.forecast.certainty import Reason
from heraut.games.rois.orders import SEASONS, Action, Order, Sheet
from heraut.games.rois.phases.actions import give_out_orders, orders_of_season
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import World
from heraut.games.rois.turn import END, SEASON, START


class Stand(NamedTuple):
    """Where everybody is at the end of a season, what he leads and how much his units have moved; every treasury."""

    places: dict[int, int]
    led: dict[int, tuple[int, ...]]
    gold: dict[int, int]


class Year(NamedTuple):
    """A year as it came about: seasons 1 to 5, then 6; and what one King was told."""

    stands: dict[int, Stand]
    told: tuple[Event, ...]

    def of(self, who: int, season: int) -> list[Event]:
        """What was told of somebody in a season."""
        return [each for each in self.told if each.data.get("who") == who and each.data.get("season") == season]


def lived(state: World, sheets: Mapping[Seat, Sheet], chance: Chance, seat: Seat) -> Year:
    """The year of these sheets, as `turn.advance` plays it."""
    turn, stands = Turn(state, sheets, chance), {}
    for phase in START:
        phase.resolve(turn)
    orders = give_out_orders(turn)
    for season in SEASONS:
        turn.season = season
        turn.order_of = orders_of_season(turn, orders[season])
        for phase in SEASON:
            phase.resolve(turn)
        stands[season] = stand(turn)
    turn.season = 6
    for phase in END:
        phase.resolve(turn)
    stands[6] = stand(turn)
    return Year(stands, seen_by(turn.events(), seat))


def stand(turn: Turn) -> Stand:
    """A world under way."""
    people = {number: each.province for number, each in turn.characters.items() if each.alive}
    led = {number: tuple(unit.number for unit in turn.contingent(number)) for number in people}
    return Stand(people, led, {number: each.gold for number, each in turn.kingdoms.items()})


# What choices stand for


def orders_of(possible: Possible) -> Iterator[tuple[Order, Reason | None]]:
    """An order for every choice of what it asks first, the rest chosen as it may be, with the reason against it."""
    kind = getattr(o, possible.kind)
    if possible.reason is not None and possible.reason.code in ("dead", "dismissed"):
        return
    if kind in (o.Explore, o.Defend):
        yield kind(), None
    elif kind in (o.Disband, o.PickUp):
        for choice in possible.arguments[0].choices:
            yield kind((choice.value,)), choice.reason
    elif kind is o.GiveItem:
        items, people = possible.arguments
        for item in items.choices:
            for person in people.choices:
                yield kind(item.value, person.value), person.reason
    elif kind is o.GiveGold:
        gold, people = possible.arguments
        for person in people.choices:
            yield kind(max(1, gold.most), person.value), person.reason
    else:
        for choice in possible.arguments[0].choices:
            yield from of_choice(kind, choice)


def of_choice(kind: type[Order], choice: Choice) -> Iterator[tuple[Order, Reason | None]]:
    """The same for an order whose first argument may ask for more."""
    if kind is o.Recruit:
        yield kind(choice.value, most(choice)), choice.reason
    elif kind is o.Leave:
        for unit in choice.then[0].choices if choice.then else ():
            yield kind((unit.value,), choice.value), unit.reason
    elif kind in (o.Cast, o.Use):
        if choice.then:
            for target in choice.then[0].choices:
                path = tuple(target.data.get("path", (target.value,)))
                extra = {"garrison": True} if target.data.get("garrison") else {}
                yield kind(choice.value, path, **extra), target.reason
        elif choice.reason is None:
            yield kind(choice.value), None
    else:
        yield kind(choice.value), choice.reason


def most(choice: Choice) -> int:
    """As many recruits as may be had."""
    counts: list[Argument] = [each for each in choice.then if each.name == "count"]
    return counts[0].most if counts else 1


def possible_order(view: Json, sheet: Sheet, character: int, season: int, kind: type[Order]) -> Possible:
    """What one order of a character may be in a season."""
    return possible_orders(view, sheet, character, season, (kind,))[0]


def legal_values(possible: Possible, name: str) -> list[Any]:
    """The values of an argument that would do something."""
    found = [argument for argument in possible.arguments if argument.name == name]
    return [choice.value for argument in found for choice in argument.choices if choice.legal]


def with_order(sheet: Sheet, action: Action) -> Sheet:
    """A sheet with this order in its cell, whatever stood there."""
    rest = [each for each in sheet.actions if (each.character, each.season) != (action.character, action.season)]
    return msgspec.structs.replace(sheet, actions=(*rest, action), sent=True)
