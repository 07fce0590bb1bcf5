"""Moving, exploring, searching places: three of the ten headings."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.games.rois import orders as o
from heraut.games.rois.mistakes.caution import Caution
from heraut.games.rois.mistakes.foresight import Year
from heraut.games.rois.orders import Action
from heraut.games.rois.tables import CONSTANTS


def on_move(year: Year, action: Action) -> Iterator[Caution]:
    """A move that he will not make (RO-MOVE-02), or that one of his units cannot (RO-MOVE-08, RO-MOVE-12)."""
    order, here = action.order, year.places[action.character]
    assert isinstance(order, o.Move)
    fault = year.fault(action.character, order.province) if here else None
    if fault is not None:
        data = {"who": action.character, "origin": here, "province": order.province, "unit": fault.unit}
        if fault.code == "neutral_border":
            data["kingdom"] = year.seen(order.province)["owner"]
        yield Caution("movement", fault.code, fault.rule, data, action)


def on_adventure(year: Year, action: Action) -> Iterator[Caution]:
    """Exploring, searching, or going alone without a standing plan for whatever is met on the way (RO-EXPL-07)."""
    order = action.order
    alone = not year.contingent(action.character)
    searches = isinstance(order, o.Search) and order.plan is not None
    if not (searches or isinstance(order, o.Explore) or (alone and isinstance(order, (o.Move, o.Pursue, o.Trail)))):
        return
    if not year.plan_of(action.character):
        yield Caution("exploration", "no_standing_plan", "RO-EXPL-07", {"who": action.character}, action)


def on_explore(year: Year, action: Action) -> Iterator[Caution]:
    """A province that has no secret left (RO-EXPL-04)."""
    here = year.places[action.character]
    if year.explored.get(here) == CONSTANTS.explore_all:
        yield Caution("exploration", "all_explored", "RO-EXPL-04", {"province": here}, action)


def on_search(year: Year, action: Action) -> Iterator[Caution]:
    """A place that nobody has discovered, where there may be none (RO-FEAT-02)."""
    order, here = action.order, year.places[action.character]
    assert isinstance(order, o.Search)
    places = [feature["place"] for feature in year.seen(here).get("features", ())]
    if here and order.place not in places:
        data = {"place": order.place, "province": here, "places": [str(place) for place in places]}
        yield Caution("searching", "unknown_place", "RO-FEAT-02", data, action)
