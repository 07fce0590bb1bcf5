"""Families and their lords, as all see them (FI-INF-03)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from heraut.games.fief.board.lords import ransom, votes
from heraut.games.fief.board.pawns import ally, fights, titles
from heraut.games.fief.board.places import (
    BISHOPRIC_IDS,
    REGION_IDS,
)
from heraut.games.fief.cards import IS_WOMAN, LORD_IDS
from heraut.games.fief.identities import FALLEN, POSITIONS, PlayerNo
from heraut.games.fief.resolution import lord_name, seat_name, village_name
from heraut.games.fief.state import Family, Lord, Realm, Settings, players
from heraut.games.fief.tables import CONSTANTS, blazons

BLAZON_IDS = tuple(blazons())
CROWNS = ("king", "queen", "prince")


def families_view(realm: Realm) -> dict[str, Any]:
    """The players, as all see them (FI-INF-03)."""
    number = len(realm.seats)
    soldiers, voices = [0] * number, [0] * number
    lords: list[list[str]] = [[] for _ in range(number)]
    for stack in realm.stacks:
        soldiers[stack.player] += stack.points
    for lord in by_birth(realm):
        if not lord.dungeon and lord.position != FALLEN:
            lords[lord.player].append(LORD_IDS[lord.number])
            voices[lord.player] += votes(realm, lord)
    return {
        seat: {
            **family_view(realm, player, realm.families[player]),
            "soldiers": soldiers[player],
            "lords": lords[player],
            "votes": voices[player],
        }
        for player, seat in zip(players(realm), realm.seats, strict=True)
    }


def family_view(realm: Realm, player: PlayerNo, one: Family) -> dict[str, Any]:
    """A player, without what is counted on the board."""
    return {
        "name": one.name,
        "blazon": BLAZON_IDS[one.blazon] if one.blazon is not None else None,
        "alive": one.alive,
        "conceded": one.conceded,
        "absent": one.silent >= CONSTANTS.silent_turns,
        "wants_out": one.wants_out,
        "hand": len(one.hand),
        "ally": seat_name(realm, ally(realm, player)),
        "fiefs": [REGION_IDS[region] for region, holder in enumerate(realm.holders) if holder == player],
        "score": one.score,
        "left": one.left,
        "deadline": one.deadline,
    }


def lord_view(realm: Realm, lord: Lord) -> dict[str, Any]:
    """A lord, all of whom is public."""
    number, seats, crowns = lord.number, realm.seats, (realm.king, realm.queen, realm.prince)
    return {
        "seat": seats[lord.player],
        "woman": IS_WOMAN[number],
        "village": village_name(lord.village),
        "position": POSITIONS[lord.position],
        "road": village_name(lord.road),
        "captor": seats[lord.captor] if lord.captor is not None else None,
        "titles": [REGION_IDS[region] for region in titles(realm, number)],
        "bishop": BISHOPRIC_IDS[lord.bishop] if lord.bishop is not None else None,
        "cardinal": lord.cardinal,
        "darc": lord.darc,
        "crown": CROWNS[crowns.index(number)] if number in crowns else None,
        "regent": realm.regent and number == realm.queen,
        "minor": realm.minor and number == realm.king,
        "spouse": lord_name(lord.spouse),
        "steps": lord.steps,
        "solo": lord.solo,
        "dungeon": lord.dungeon,
        "fights": fights(realm, lord) and not lord.dungeon,
        "votes": votes(realm, lord) and not lord.dungeon,
        "ransom": ransom(realm, lord),
    }


def crown_view(realm: Realm) -> dict[str, Any]:
    """The crown."""
    return {
        "king": lord_name(realm.king),
        "queen": lord_name(realm.queen),
        "prince": lord_name(realm.prince),
        "regent": realm.regent,
        "minor": realm.minor,
        "majority": realm.majority if realm.minor else None,
    }


def names(realm: Realm, players: Iterable[PlayerNo]) -> list[Any]:
    """The seats of some players."""
    return [seat_name(realm, player) for player in players]


def by_birth(realm: Realm) -> list[Lord]:
    """All lords in play, in the order of their entry."""
    return sorted([lord for lord in realm.lords if lord is not None], key=lambda lord: lord.born)


@cache
def settings_view(settings: Settings) -> dict[str, Any]:
    """What was chosen before the start."""
    seen: dict[str, Any] = msgspec.to_builtins(settings)
    return seen
