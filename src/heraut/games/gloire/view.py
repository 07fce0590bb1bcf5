"""Who may see what (GP-INF): the public part, the same for everyone, and a lord's own. Nothing else leaves the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from math import fsum
from typing import Any

import msgspec

from heraut.engine.protocol import Seat
from heraut.games.gloire.renown import (
    Breakdown,
    breakdowns,
    by_rank,
    mean_happiness,
    mean_knight_renown,
    mean_population,
)
from heraut.games.gloire.rounding import round_half_up
from heraut.games.gloire.state import Lord, Realm, Settings


def view(realm: Realm, seat: Seat | None) -> dict[str, Any]:
    """Everything that a seat, or a passer-by (None), may see. An eliminated lord sees what all see (GP-ELI-04)."""
    parts = breakdowns(realm)
    seen = public_view(realm, parts)
    if seat is not None and realm.lords[seat].alive:
        seen["own"] = own_view(realm, realm.lords[seat], parts[seat])
    return seen


def living_views(realm: Realm) -> dict[Seat, dict[str, Any]]:
    """The view of every living lord, in the order of their numbers; what is public is computed once."""
    parts = breakdowns(realm)
    public = public_view(realm, parts)
    return {lord.seat: public | {"own": own_view(realm, lord, parts[lord.seat])} for lord in realm.living()}


def living_looks(realm: Realm) -> dict[Seat, Callable[[], dict[str, Any]]]:
    """The same views, each made when it is looked at, and what they have in common at the first look."""

    @cache
    def shared() -> tuple[Mapping[Seat, Breakdown], dict[str, Any]]:
        parts = breakdowns(realm)
        return parts, public_view(realm, parts)

    def look(lord: Lord) -> dict[str, Any]:
        parts, public = shared()
        return public | {"own": own_view(realm, lord, parts[lord.seat])}

    return {lord.seat: partial(look, lord) for lord in realm.living()}


def public_view(realm: Realm, parts: Mapping[Seat, Breakdown]) -> dict[str, Any]:
    """Lands, lords, relations and averages (GP-INF-01)."""
    constants = realm.settings.constants
    renowns = {seat: breakdown.total for seat, breakdown in parts.items()}
    return {
        "game": "gloire",
        "map": realm.settings.map,
        "turn": realm.turn,
        "king": realm.king,
        "road": realm.road,
        "lands": {
            land.name: {"owner": land.owner, "happiness": land.happiness, "population": land.population}
            for land in realm.lands.values()
        },
        "lords": lords_seen(realm, renowns),
        "order": order_seen(realm, renowns),
        "means": means_seen(realm, renowns),
        "royal_jousts": -(-realm.turn // constants.royal_period) * constants.royal_period,
        "settings": public_settings(realm.settings),
    }


def order_seen(realm: Realm, renowns: Mapping[Seat, float]) -> list[Seat]:
    """The living lords, the least renowned first; of equals a king comes last, whatever made him one (GP-VIC-02)."""
    order = by_rank(renowns, (), {seat: lord.number for seat, lord in realm.lords.items()})
    if realm.king is None:
        return list(order)
    return sorted(order, key=lambda seat: (round_half_up(100 * renowns[seat]), seat == realm.king))


def lords_seen(realm: Realm, renowns: Mapping[Seat, float]) -> dict[Seat, dict[str, Any]]:
    """What all know of each lord, the dead among them."""
    held = dict.fromkeys(realm.lords, 0)
    for land in realm.lands.values():
        if land.owner is not None:
            held[land.owner] += 1
    return {
        seat: {
            "number": lord.number,
            "name": lord.name,
            "title": lord.title,
            "alive": lord.alive,
            "lands": held[seat],
            "global_renown": renowns.get(seat, 0.0),
            "allies": list(lord.allies),
            "enemies": list(lord.enemies),
        }
        for seat, lord in realm.lords.items()
    }


def means_seen(realm: Realm, renowns: Mapping[Seat, float]) -> dict[str, float]:
    """The averages that all know (GP-GEN-07)."""
    return {
        "happiness": mean_happiness(realm),
        "population": mean_population(realm),
        "knight_renown": mean_knight_renown(realm),
        "global_renown": fsum(renowns.values()) / len(renowns) if renowns else 1.0,
        "max_global_renown": max(renowns.values(), default=1.0),
    }


@lru_cache(maxsize=256)
def public_settings(settings: Settings) -> dict[str, Any]:
    """The figures and options of the match; the turn limit unless the referee keeps it secret (GP-OPT-05, 06)."""
    shown: dict[str, Any] = msgspec.to_builtins(settings)
    if settings.turn_limit_secret:
        shown["turn_limit"] = None
    for key, value in shown["constants"].items():
        if isinstance(value, tuple):
            shown["constants"][key] = list(value)
    return shown


def own_view(realm: Realm, lord: Lord, parts: Breakdown) -> dict[str, Any]:
    """What is private to a lord (GP-INF-03); the parts of his renown that concern others only as two sums."""
    seat = lord.seat
    return {
        "seat": seat,
        "treasury": lord.treasury,
        "lord_knight": lord.knight,
        "retreat": {
            "peasants": lord.retreat.peasants,
            "garrison": lord.retreat.garrison,
            "knight": lord.retreat.knight,
        },
        "knights": own_knights(realm, seat),
        "armies": own_armies(realm, seat),
        "lands": own_lands(realm, seat),
        "memories": {name: memory.happiness for name, memory in lord.memories.items()},
        "calls": [
            {"caller": call.caller, "called": call.called, "enemies": list(call.enemies), "turn": call.turn}
            for call in realm.calls
            if seat in (call.caller, call.called)
        ],
        "renown": msgspec.structs.asdict(parts),
    }


def own_knights(realm: Realm, seat: Seat) -> dict[str, Any]:
    """A lord's knights, himself among them."""
    return {
        str(knight.id): {
            "name": knight.name,
            "renown": knight.renown,
            "pay": knight.pay,
            "hired": knight.hired,
            "land": knight.land,
            "army": knight.army,
        }
        for knight in realm.knights.values()
        if knight.lord == seat
    }


def own_armies(realm: Realm, seat: Seat) -> dict[str, Any]:
    """His armies and garrisons."""
    return {
        str(army.id): {"men": army.men, "land": army.land, "knight": army.knight}
        for army in realm.armies.values()
        if army.lord == seat
    }


def own_lands(realm: Realm, seat: Seat) -> dict[str, Any]:
    """What he alone knows of his lands."""
    return {
        land.name: {
            "tax_coefficient": land.tax_coefficient,
            "fortification": land.fortification,
            "sold": land.sold,
        }
        for land in realm.lands.values()
        if land.owner == seat
    }
