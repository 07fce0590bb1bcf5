"""Questions that come up in the middle of something else: what they are about is told to whoever is asked.

To the others they are supposed: something about which these players could be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from heraut.engine.protocol import Unguessed
from heraut.engine.rng import Rng
from heraut.games.fief.board.land import fiefs_of, gatekeeper, owner, refuges
from heraut.games.fief.board.lords import king_player, queen_player
from heraut.games.fief.board.pawns import ally, family, free_family, playing_order, village_of
from heraut.games.fief.board.places import EVERY_REGION, EVERY_VILLAGE, NEIGHBOURS, VILLAGE_OF
from heraut.games.fief.cards import EVERY_LORD, IS_WOMAN
from heraut.games.fief.guess.known import REGION_NUMBER, Known
from heraut.games.fief.identities import IN, SOLDIER, CardNo, LordNo, PlayerNo, RegionNo, VillageNo
from heraut.games.fief.orders.movements import March
from heraut.games.fief.phases.marching import gather
from heraut.games.fief.phases.placing import lord_places
from heraut.games.fief.state import Realm
from heraut.games.fief.tables import Tokens
from heraut.games.fief.tasks import (
    Admission,
    AnyTask,
    Bestow,
    Crossing,
    Dispose,
    HeirConsent,
    Heirs,
    Housing,
    JusticeWindow,
    LeaveAsked,
    Lodging,
    Manning,
    Petition,
)

Moving = tuple[CardNo, ...]
Question = Callable[[Known, Realm, PlayerNo, Moving, Rng], AnyTask]


def first(found: Iterable[RegionNo], why: str) -> RegionNo:
    """The first of these regions. Raises Unguessed where there is none."""
    for region in found:
        return region
    raise Unguessed(why)


# Titles


def region_asked(known: Known) -> RegionNo | None:
    """The fief that the question is about, if one is asked."""
    return REGION_NUMBER[known.subject["region"]] if "region" in known.subject else None


def unborne(known: Known, realm: Realm) -> RegionNo:
    """The fief for which a bearer is sought: of the player's own one without, if there is one."""
    region, player = region_asked(known), known.awaited[0]
    if region is not None:
        return region
    mine = fiefs_of(realm, player)
    return first([*[one for one in mine if realm.bearers[one] is None], *mine, *EVERY_REGION], "no title to be borne")


def heirs(known: Known, realm: Realm, actor: PlayerNo, moving: Moving, rng: Rng) -> AnyTask:
    """A title passes on in a family."""
    return Heirs(known.awaited[0], (unborne(known, realm),))


def bestow(known: Known, realm: Realm, actor: PlayerNo, moving: Moving, rng: Rng) -> AnyTask:
    """A fief has been won."""
    return Bestow(known.awaited[0], unborne(known, realm))


def dispose(known: Known, realm: Realm, actor: PlayerNo, moving: Moving, rng: Rng) -> AnyTask:
    """Fiefs of an extinct family are given away by the sovereign."""
    region = region_asked(known)
    extinct = [
        one
        for player in playing_order(realm)
        if not family(realm, player)
        for one in fiefs_of(realm, player)
        if one != region
    ]
    regions = tuple([region] if region is not None else [])
    return Dispose(known.awaited[0], (*regions, *extinct) or (first((), "no fief to be given away"),))


def manning(known: Known, realm: Realm, actor: PlayerNo, moving: Moving, rng: Rng) -> AnyTask:
    """The city of a fief received waits for a garrison."""
    region, player = region_asked(known), known.awaited[0]
    if region is None:
        bare = [
            one
            for one in fiefs_of(realm, player)
            if (city := realm.capitals[one]) is not None and player not in realm.present[city]
        ]
        region = first(bare, "no city without a garrison")
    return Manning(player, region)


# Places


def housing(known: Known, realm: Realm, actor: PlayerNo, moving: Moving, rng: Rng) -> AnyTask:
    """A Prince, or lords who go free."""
    player = known.awaited[0]
    if known.asked is not None:
        return Housing(player, known.lords(known.subject["lords"]), known.subject["prince"])
    if moving or len(refuges(realm, player)) < 2:
        return Housing(player, unborn(realm, moving, rng), prince=True)
    captives = [one.number for one in family(realm, player) if one.captor is not None]
    lords = captives or [one.number for one in family(realm, player)]
    if not lords:
        raise Unguessed("nobody to be placed")
    return Housing(player, (lords[0],))


def unborn(realm: Realm, moving: Moving, rng: Rng) -> tuple[LordNo, ...]:
    """A lord who stands nowhere: the one on his way, or any that could be."""
    found = [number for number in EVERY_LORD if number in moving]
    return tuple(found[:1] or [rng.choice([number for number in EVERY_LORD if realm.lords[number] is None])])


def lodging(known: Known, realm: Realm, actor: PlayerNo, moving: Moving, rng: Rng) -> AnyTask:
    """An ally is asked to lodge somebody."""
    host = known.awaited[0]
    if known.asked is not None:
        lords, village = known.lords(known.subject["lords"]), VILLAGE_OF[known.subject["village"]]
        player = known.number[known.subject["seat"]]
        newcomer = realm.lords[lords[0]] is None
        return Lodging(player, host, village, lords, "card" if newcomer else "freed")
    friend = ally(realm, host)
    player = friend if friend is not None else actor
    villages = [v for v in EVERY_VILLAGE if owner(realm, v) == host or host in realm.present[v]] or [EVERY_VILLAGE[0]]
    if moving:
        return Lodging(player, host, rng.choice(villages), unborn(realm, moving, rng), "card")
    captives = [one.number for one in family(realm, player) if one.captor is not None]
    lords = tuple(captives or [one.number for one in family(realm, player)])[:1]
    if not lords:
        raise Unguessed("nobody to be lodged")
    return Lodging(player, host, rng.choice(villages), lords, "freed")


def heir(known: Known, realm: Realm, actor: PlayerNo, moving: Moving, rng: Rng) -> AnyTask:
    """A Prince would be born."""
    spouse, king = known.awaited[0], king_player(realm)
    father = queen_player(realm) if spouse == king else king
    player = known.number[known.subject["seat"]] if known.asked is not None else father
    if player is None:
        raise Unguessed("no royal couple")
    if known.asked is not None:
        number = known.lords([known.subject["lord"]])[0]
    else:
        hand = realm.families[player].hand
        men = [one for one in EVERY_LORD if not IS_WOMAN[one]]
        number = next((one for one in men if one in hand), rng.choice(men))
    places = lord_places(realm, player) if player == king else []
    return HeirConsent(player, spouse, number, rng.choice(places) if places else None)


# Gates


def crossing(known: Known, realm: Realm, actor: PlayerNo, moving: Moving, rng: Rng) -> AnyTask:
    """A group at a gate."""
    if known.asked is None:
        return supposed_crossing(known, realm, actor)
    said = known.subject
    stage, start, lords = said["stage"], VILLAGE_OF[said["start"]], known.lords(said["lords"])
    player = known.number[said["seat"]]
    to = VILLAGE_OF[said["village"]] if stage != "exit" else rng.choice(NEIGHBOURS[start])
    march = March(lords, to)
    if said["soldiers"] and not gather(realm, player, march).guards:
        march = March(lords, to, followers(realm, player, start))
    keeper = known.awaited[0] if stage != "insist" else gatekeeper(realm, to)
    return Crossing(player, march, stage, keeper if keeper is not None else known.awaited[0])


def followers(realm: Realm, player: PlayerNo, start: VillageNo) -> Tokens:
    """The soldiers who may follow: all who stand there, but at least one."""
    ones = threes = sixes = 0
    for stack in realm.stacks:
        if (stack.player, stack.village, stack.series) == (player, start, SOLDIER):
            ones, threes, sixes = ones + stack.ones, threes + stack.threes, sixes + stack.sixes
    return (ones, threes, sixes) if ones + threes + sixes else (1, 0, 0)


def supposed_crossing(known: Known, realm: Realm, actor: PlayerNo) -> AnyTask:
    """Whoever is asked is so by somebody whose lord could have come."""
    keeper = known.awaited[0]
    for player in (actor, *playing_order(realm)):
        for one in free_family(realm, player):
            if one.position != IN or one.village is None:
                continue
            for to in NEIGHBOURS[village_of(one)]:
                if player != keeper and gatekeeper(realm, to) == keeper:
                    return Crossing(player, March((one.number,), to), "entry", keeper)
            if player != keeper and gatekeeper(realm, village_of(one)) == keeper:
                return Crossing(player, March((one.number,), NEIGHBOURS[village_of(one)][0]), "exit", keeper)
    for one in free_family(realm, keeper):  # he is asked whether he insists
        if one.village is not None:
            return Crossing(keeper, March((one.number,), NEIGHBOURS[village_of(one)][0]), "insist", keeper)
    raise Unguessed("nobody at the gate")


def petition(known: Known, realm: Realm, actor: PlayerNo, moving: Moving, rng: Rng) -> AnyTask:
    """Leave asked in advance: for which villages is told to each gatekeeper alone."""
    asked: list[LeaveAsked] = []
    for keeper in known.awaited:
        if keeper == known.me and known.asked is not None:
            asked += [LeaveAsked(keeper, VILLAGE_OF[name]) for name in known.subject["villages"]]
        else:
            kept = [village for village in EVERY_VILLAGE if gatekeeper(realm, village) == keeper]
            asked.append(LeaveAsked(keeper, rng.choice(kept or EVERY_VILLAGE)))
    return Petition(actor, tuple(asked))


def admission(known: Known, realm: Realm, actor: PlayerNo, moving: Moving, rng: Rng) -> AnyTask:
    """A besieger waits before the new master's gate."""
    player = known.awaited[0]
    if known.asked is not None:
        return Admission(
            player, VILLAGE_OF[known.subject["village"]], (known.number[known.subject["seat"]],), battle=True
        )
    for village, attacker, target in realm.attacks:
        if target is None and attacker != player:
            return Admission(player, village, (attacker,), battle=True)
    raise Unguessed("nobody to be admitted")


def justice(known: Known, realm: Realm, actor: PlayerNo, moving: Moving, rng: Rng) -> AnyTask:
    """Somebody has murdered."""
    return JusticeWindow(actor)


QUESTIONS: dict[str, Question] = {
    "heir_of_title": heirs,
    "bestow": bestow,
    "dispose": dispose,
    "garrison": manning,
    "place": housing,
    "lodge": lodging,
    "heir": heir,
    "leave": crossing,
    "petition": petition,
    "admit": admission,
    "justice": justice,
}
