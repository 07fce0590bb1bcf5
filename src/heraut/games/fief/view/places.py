"""The board and what lies on it, what is left in the bank."""

from __future__ import annotations

from typing import Any

from heraut.games.fief.board.land import gatekeeper, holder_of, owner
from heraut.games.fief.board.places import (
    BISHOPRIC_IDS,
    BISHOPRIC_OF,
    EVERY_SEE,
    EVERY_VILLAGE,
    RANK,
    REGION_IDS,
    REGION_OF,
    TITLES,
    VILLAGE_IDS,
)
from heraut.games.fief.cards import LORD_IDS, card_name
from heraut.games.fief.identities import FORTS, POSITIONS, SOLDIER, RegionNo, VillageNo
from heraut.games.fief.resolution import lord_name, seat_name, village_name
from heraut.games.fief.state import Realm
from heraut.games.fief.tables import CONSTANTS

PLACES = tuple(  # each village, and where it lies
    (name, REGION_IDS[region], BISHOPRIC_IDS[see])
    for name, region, see in zip(VILLAGE_IDS, REGION_OF, BISHOPRIC_OF, strict=True)
)


def villages_view(realm: Realm) -> dict[str, Any]:
    """The villages."""
    seats, sieges = realm.seats, bool(realm.attacks)
    guests: dict[VillageNo, dict[str, str]] = {}
    for village, guest, host in realm.guests:
        guests.setdefault(village, {})[seats[guest]] = seats[host]
    seen = {}
    for village, (name, region, see), here in zip(EVERY_VILLAGE, PLACES, realm.present, strict=True):
        seen[name] = {
            "region": region,
            "bishopric": see,
            "owner": seat_name(realm, owner(realm, village)),
            "fort": FORTS[realm.forts[village]],
            "mills": realm.mills[village],
            "presses": realm.presses[village],
            "present": [seats[player] for player in here],
            "gatekeeper": seat_name(realm, gatekeeper(realm, village)) if here or sieges else None,
            "guests": guests.get(village, {}),
        }
    return seen


def region_view(realm: Realm, region: RegionNo) -> dict[str, Any]:
    """A region, and the fief that it may be."""
    fief, capital = None, realm.capitals[region]
    if capital is not None:
        holder = holder_of(realm, region)
        fief = {
            "capital": VILLAGE_IDS[capital],
            "title": TITLES[RANK[region]],
            "holder": seat_name(realm, holder),
            "bearer": lord_name(realm.bearers[region]),
            "abeyance": holder is None,
        }
    return {
        "fief": fief,
        "weather": realm.weather[region] is not None,
        "famine": realm.famine[region] is not None,
        "taille": any(taille.region == region for taille in realm.tailles),
    }


def bishoprics_view(realm: Realm) -> dict[str, Any]:
    """The bishoprics, and their bishops."""
    bishops = {
        lord.bishop: LORD_IDS[lord.number] for lord in realm.lords if lord is not None and lord.bishop is not None
    }
    tithes = {tithe.see for tithe in realm.tithes}
    return {
        name: {"bishop": bishops.get(see), "tithe": see in tithes}
        for see, name in zip(EVERY_SEE, BISHOPRIC_IDS, strict=True)
    }


def gates_view(realm: Realm) -> dict[str, Any]:
    """What gatekeepers have answered this turn, in everybody's hearing (FI-PAS-02, FI-PAS-04, FI-PAS-06)."""
    said = {"open": realm.leaves, "shut": realm.exits, "refused": realm.refused}
    return {word: [[VILLAGE_IDS[v], realm.seats[p]] for v, p in found] for word, found in said.items()}


def bank_view(realm: Realm) -> dict[str, Any]:
    """What is left in the bank; of soldiers, points that can still be raised: totals are public, tokens are not."""
    revolt = realm.revolt
    used = (revolt.ones, revolt.threes, revolt.sixes) if revolt is not None else (0, 0, 0)
    limited = realm.settings.stock_limits
    series = sum(number * value for number, value in zip(CONSTANTS.soldier_series, CONSTANTS.token_values, strict=True))
    own = [
        sum(s.points for s in realm.stacks if s.player == p and s.series == SOLDIER) for p in range(len(realm.seats))
    ]
    return {
        "castles": CONSTANTS.castles - realm.forts.count(1) if limited else None,
        "cities": CONSTANTS.cities - realm.forts.count(2),
        "mills": CONSTANTS.mills - sum(realm.mills) if limited else None,
        "presses": CONSTANTS.presses - sum(realm.presses) if limited else None,
        "rebels": [a - b for a, b in zip(CONSTANTS.rebel_series, used, strict=True)] if limited else None,
        "cardinals": CONSTANTS.cardinals - sum(lord is not None and lord.cardinal for lord in realm.lords),
        "soldiers": {seat: series - own[p] if limited else None for p, seat in enumerate(realm.seats)},
    }


def revolt_view(realm: Realm) -> dict[str, Any] | None:
    """The peasants: all of it public."""
    revolt = realm.revolt
    if revolt is None:
        return None
    return {
        "controller": seat_name(realm, revolt.controller),
        "village": village_name(revolt.village),
        "position": POSITIONS[revolt.position],
        "road": village_name(revolt.road),
        "points": revolt.points,
        "tokens": [revolt.ones, revolt.threes, revolt.sixes],
        "steps": revolt.steps,
    }


def piles_view(realm: Realm) -> dict[str, Any]:
    """The cards: how many are left, how many are laid aside, and those of them that all have seen."""
    return {
        "draw": len(realm.draw),
        "discards": len(realm.played) + len(realm.dropped),
        "seen": [card_name(card) for card in realm.played],
    }
