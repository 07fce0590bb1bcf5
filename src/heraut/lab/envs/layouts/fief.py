"""Fief: what a family knows (`view.secrets.without_secrets`), by players, villages, regions and lords.

Players are relative: 1 is oneself, 2 the next clockwise in the order of the seats, 0 nobody. Villages, regions and
lords stand in the order of the board's tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heraut.engine.protocol import Json, Seat
from heraut.engine.words import catalogue
from heraut.games.fief.board.places import REGION_IDS, VILLAGE_IDS
from heraut.games.fief.cards import EVERY_LORD, KIND
from heraut.games.fief.identities import PlayerNo, Vacancy
from heraut.games.fief.orders import ORDERS
from heraut.games.fief.state import SEATED, Realm
from heraut.games.fief.view.secrets import without_secrets
from heraut.lab.envs.layouts.layout import Block, Layout, numbered, relative

CARD_KINDS = tuple(dict.fromkeys(KIND))
CARD = tuple(map(CARD_KINDS.index, KIND))  # the kind of each card
FAMILY = 8
LORD = 6
ABSENT = (0.0,) * LORD
Relatives = Sequence[dict[Any, float]]


def layout(state: Realm, seats: tuple[Seat, ...]) -> Layout:
    """The layout for so many families."""
    number = len(seats)
    relatives = [relatives_of(me, number) for me in range(number)]
    return Layout(
        blocks(relatives, number),
        lambda realm, seat: known_to(realm, SEATED[seats.index(seat)]),
        ORDERS,
        tuple(catalogue("heraut.games.fief", "en").groups["decision"]),
        numbered(("castle", "city", "moulin", "pressoir", *CARD_KINDS)),
        asked=lambda choice: choice.realm,
    )


def known_to(realm: Realm, player: PlayerNo) -> Realm:
    """The realm as this player knows it: whole, once the match is over."""
    return realm if realm.road is not None else without_secrets(realm, player)


def relatives_of(me: int, number: int) -> dict[Any, float]:
    """Everybody by his distance from one player; who is nobody is 0, the rebels and vacancies behind all players."""
    known: dict[Any, float] = {PlayerNo(player): float(relative(player, me, number)) for player in range(number)}
    behind = number + 1.0
    return known | {None: 0.0, PlayerNo(6): behind, Vacancy.ABEYANCE: behind, Vacancy.VACANT: behind}


def blocks(relatives: Relatives, number: int) -> list[Block]:
    """The table."""
    villages, regions = len(VILLAGE_IDS), len(REGION_IDS)
    of_family = "alive, conceded, cards held, score, points of soldiers, fiefs, lords, deadline"
    of_lord = (
        "player, village from 1 (0: not in play, or nowhere), position, captor, fiefs, rank (1 bishop, 2 cardinal)"
    )
    return [
        Block("time", 3, "turn, phase, first player of the turn", lambda k, me: time_of(k, relatives[me])),
        Block("own", 2 + len(CARD_KINDS), f"purse, open deals, cards in hand by kind: {', '.join(CARD_KINDS)}", own_of),
        Block("families", FAMILY * number, f"oneself first, then clockwise: {of_family}", families_of),
        Block("owners", villages, "owner of each village", lambda k, me: map(relatives[me].__getitem__, k.owners)),
        Block("forts", villages, "0 open, 1 castle, 2 city", lambda k, me: k.forts),
        Block("mills", villages, "mills", lambda k, me: k.mills),
        Block("presses", villages, "wine presses", lambda k, me: k.presses),
        Block("soldiers", 2 * villages, "points of one's own, then of all others, village by village", soldiers_of),
        Block("holders", regions, "holder of each fief", lambda k, me: map(relatives[me].__getitem__, k.holders)),
        Block("skies", 2 * regions, "bad weather, then famine, region by region", skies_of),
        Block("lords", LORD * len(EVERY_LORD), of_lord, lambda k, me: lords_of(k, relatives[me])),
        Block("crown", 2, "player of the King, player of the Queen", lambda k, me: crown_of(k, relatives[me])),
    ]


def time_of(realm: Realm, relatives: dict[Any, float]) -> list[float]:
    """When it is."""
    return [realm.turn, realm.phase, relatives[realm.first]]


def own_of(realm: Realm, me: int) -> list[float]:
    """What a family has to itself."""
    family = realm.families[me]
    counts = [0.0] * (2 + len(CARD_KINDS))
    counts[0] = family.purse
    counts[1] = len(realm.deals)
    for card in family.hand:
        counts[2 + CARD[card]] += 1
    return counts


def families_of(realm: Realm, me: int) -> list[int]:
    """The families, oneself first."""
    number = len(realm.seats)
    soldiers = [0] * number
    for stack in realm.stacks:
        soldiers[stack.player] += stack.ones + 3 * stack.threes + 6 * stack.sixes
    lords = [lord.player for lord in realm.lords if lord is not None]
    values: list[int] = []
    for player in (*SEATED[me:number], *SEATED[:me]):
        one = realm.families[player]
        counted = soldiers[player], realm.holders.count(player), lords.count(player)
        values += (one.alive, one.conceded, len(one.hand), one.score, *counted, one.deadline)
    return values


def soldiers_of(realm: Realm, me: int) -> list[float]:
    """Points of soldiers in each village."""
    villages = len(VILLAGE_IDS)
    counts = [0.0] * (2 * villages)
    for stack in realm.stacks:
        place = stack.village if stack.player == me else villages + stack.village
        counts[place] += stack.ones + 3 * stack.threes + 6 * stack.sixes
    return counts


def skies_of(realm: Realm, me: int) -> list[bool]:
    """Weather and famine."""
    return [card is not None for card in realm.weather + realm.famine]


def lords_of(realm: Realm, relatives: dict[Any, float]) -> list[float]:
    """The lords, those who are not in play too."""
    values: list[float] = []
    for lord in realm.lords:
        if lord is None:
            values += ABSENT
            continue
        village = 0 if lord.village is None else lord.village + 1
        rank = 2 if lord.cardinal else 0 if lord.bishop is None else 1
        fiefs = realm.bearers.count(lord.number)
        values += (relatives[lord.player], village, lord.position, relatives[lord.captor], fiefs, rank)
    return values


def crown_of(realm: Realm, relatives: dict[Any, float]) -> list[float]:
    """Who wears the crowns."""
    crowned = (realm.lords[lord] if lord is not None else None for lord in (realm.king, realm.queen))
    return [relatives[lord.player] if lord is not None else 0.0 for lord in crowned]


def picture(view: Json, lang: str, seat: Seat | None) -> str:
    """The board, as a view shows it."""
    from heraut.games.fief.picture import board_svg  # much to load for those who learn without

    return board_svg(view, lang=lang, seat=seat)
