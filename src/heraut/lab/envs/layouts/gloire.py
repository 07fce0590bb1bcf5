"""Gloire et Pouvoir: a lord's view, lord by lord and land by land, in the order of the map.

Lords are relative: 1 is oneself, 2 the next in the order of the seats, 0 nobody. What only an owner knows of a land is
0 elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from heraut.engine.protocol import Json, Seat
from heraut.games import gloire
from heraut.games.gloire.orders import ORDERS
from heraut.games.gloire.state import Realm
from heraut.lab.envs.layouts.layout import Block, Layout, numbered, own, relative

LORD = ("alive", "lands", "global renown", "ally", "enemy")
LAND = ("owner", "happiness", "population")
OWN_LAND = ("tax coefficient", "fortification", "one's men", "one's knights")


def layout(state: Realm, seats: tuple[Seat, ...]) -> Layout:
    """The layout for these lords, on this map."""
    lands, distances = numbered(state.lands), [distances_of(seats, me) for me in range(len(seats))]
    seen: dict[str, Callable[[Json, int], Any]] = {
        "lords": partial(lords_of, seats),
        "lands": partial(lands_of, distances),
        "own_lands": partial(own_lands_of, lands),
    }
    return Layout(
        [
            Block("time", 3, "turn, the King's distance (0: none), turns to the royal jousts", partial(time_of, seats)),
            Block("own", 5, "treasury, knights, men in all, one's own renown, calls to arms open", own_of),
            Block("lords", len(LORD) * len(seats), f"oneself first: {', '.join(LORD)}", seen["lords"]),
            Block("lands", len(LAND) * len(lands), f"land by land: {', '.join(LAND)}", seen["lands"]),
            Block("own_lands", len(OWN_LAND) * len(lands), f"land by land: {', '.join(OWN_LAND)}", seen["own_lands"]),
        ],
        gloire.view,
        ORDERS,
        ("order_sheet",),
        {**lands, **{seat: number for number, seat in enumerate(seats, start=1)}},
    )


def time_of(seats: tuple[Seat, ...], seen: Json, me: int) -> list[int]:
    """When it is, and who reigns."""
    king = seen["king"]
    crowned = 0 if king is None else relative(seats.index(king), me, len(seats))
    return [seen["turn"], crowned, seen["royal_jousts"] - seen["turn"]]


def own_of(seen: Json, me: int) -> list[float]:
    """What a lord has to himself."""
    mine = own(seen)
    if not mine:
        return [0.0] * 5
    men = sum(army["men"] for army in mine["armies"].values())
    renown = mine["knights"][str(mine["lord_knight"])]["renown"]
    return [mine["treasury"], len(mine["knights"]), men, renown, len(mine["calls"])]


def lords_of(seats: tuple[Seat, ...], seen: Json, me: int) -> list[float]:
    """The lords, oneself first."""
    values: list[float] = []
    myself = seats[me]
    for seat in (*seats[me:], *seats[:me]):
        lord = seen["lords"][seat]
        stance = myself in lord["allies"], myself in lord["enemies"]
        values += (lord["alive"], lord["lands"], lord["global_renown"], *stance)
    return values


def distances_of(seats: tuple[Seat, ...], me: int) -> dict[Seat | None, float]:
    """All lords by their distance from one of them; nobody is 0."""
    return {None: 0.0, **{seat: float(relative(number, me, len(seats))) for number, seat in enumerate(seats)}}


def lands_of(distances: Sequence[Mapping[Seat | None, float]], seen: Json, me: int) -> list[float]:
    """The lands, as all see them."""
    values: list[float] = []
    distance = distances[me]
    for land in seen["lands"].values():
        values += (distance[land["owner"]], land["happiness"], land["population"])
    return values


def own_lands_of(lands: dict[str, int], seen: Json, me: int) -> list[float]:
    """What a lord alone knows of the lands."""
    width = len(OWN_LAND)
    values = [0.0] * (width * len(lands))
    mine = own(seen)
    for name, land in mine.get("lands", {}).items():
        start = width * (lands[name] - 1)
        values[start : start + 2] = land["tax_coefficient"], land["fortification"]
    for army in mine.get("armies", {}).values():
        values[width * (lands[army["land"]] - 1) + 2] += army["men"]
    for knight in mine.get("knights", {}).values():
        values[width * (lands[knight["land"]] - 1) + 3] += 1
    return values


def picture(view: Json, lang: str, seat: Seat | None) -> str:
    """The map, as a view shows it."""
    from heraut.games.gloire.picture import map_svg  # much to load for those who learn without

    return map_svg(view, lang=lang, seat=seat)
