"""The nineteen orders of a character in one season, each argument with its legal values."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from heraut.engine.protocol import Json
from heraut.games.rois import orders as o
from heraut.games.rois.choices import casting, persons, places, troops
from heraut.games.rois.choices.model import Possible
from heraut.games.rois.choices.moment import Moment
from heraut.games.rois.orders import ORDERS, Order, Sheet

Offer = Callable[[Moment], Possible]

OFFERS: dict[type[Order], Offer] = {
    o.Move: places.move,
    o.Explore: places.explore,
    o.Search: places.search,
    o.Recruit: troops.recruit,
    o.Hire: persons.hire,
    o.Disband: troops.disband,
    o.Dismiss: persons.dismiss,
    o.Leave: troops.leave,
    o.PickUp: troops.pick_up,
    o.Cast: casting.cast,
    o.Use: casting.use,
    o.Meet: persons.meet,
    o.Practise: persons.practise,
    o.Spy: places.spy,
    o.Defend: places.defend,
    o.Pursue: persons.pursue,
    o.Trail: persons.trail,
    o.GiveItem: persons.give_item,
    o.GiveGold: persons.give_gold,
}


def possible_orders(
    view: Json, sheet: Sheet, character: int, season: int, kinds: Iterable[type[Order]] = ORDERS
) -> tuple[Possible, ...]:
    """Every order that this character could be given in this season, in the order of `orders.ORDERS`.

    The rest of the sheet is taken as it is; the order that he has in this season is not. `kinds`: only these. Raises
    KeyError if he is none of one's own, or dead.
    """
    moment = Moment(view, sheet, character, season)
    if character not in moment.staying.doubt:
        raise KeyError(character)
    if moment.absence is not None:
        return tuple(Possible(kind.code, kind.__name__, reason=moment.absence) for kind in kinds)
    return tuple(OFFERS[kind](moment) for kind in kinds)
