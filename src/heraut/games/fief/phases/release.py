"""Prisoners who go free, and who leave the dungeon (FI-PRI-04, FI-PRI-12, FI-VC-06)."""

from __future__ import annotations

from heraut.games.fief.board.land import refresh_all
from heraut.games.fief.board.pawns import family, free_pawns, lord, refresh, village_of
from heraut.games.fief.board.places import EVERY_REGION
from heraut.games.fief.identities import IN, LordNo, PlayerNo, VillageNo
from heraut.games.fief.phases.guards import rejoin
from heraut.games.fief.resolution import Turn, lord_name
from heraut.games.fief.state import Lord, Realm, replaced
from heraut.games.fief.tables import CONSTANTS
from heraut.games.fief.tasks import Housing


def set_free(turn: Turn, captive: Lord, rule: str) -> None:
    """A lord is free where he stands; what was set aside for him is paid to his player (FI-PRI-04, FI-PRI-10)."""
    realm = turn.now
    captor = captive.captor
    captive.captor, captive.position, captive.road = None, IN, None
    turn.announce(rule, "lord_freed", lord=lord_name(captive.number), captor=turn.seat(captor))
    pay_set_aside(turn, captive)
    refresh(realm, village_of(captive))
    rejoin(turn, captive)


def pay_set_aside(turn: Turn, captive: Lord) -> None:
    """Frozen incomes are paid to the lord's player (FI-ESC-03, FI-PRI-10)."""
    if captive.purse:
        turn.now.families[captive.player].purse += captive.purse
        turn.tell(captive.player, "FI-PRI-10", "set_aside_paid", lord=lord_name(captive.number), money=captive.purse)
        captive.purse = 0


def put(turn: Turn, freed: Lord, village: VillageNo) -> None:
    """A freed lord, or a new one, is set down in a village (FI-PRI-12)."""
    realm = turn.now
    former, freed.village, freed.position, freed.road = freed.village, village, IN, None
    refresh_all(realm, {former, village})
    rejoin(turn, freed)


def free_and_house(turn: Turn, lords: tuple[LordNo, ...], rule: str) -> None:
    """Lords of one player go free, and he places them (FI-PRI-12). They are on no village until he has."""
    freed = [lord(turn.now, number) for number in lords]
    for one in freed:
        turn.announce(rule, "lord_freed", lord=lord_name(one.number), captor=turn.seat(one.captor))
    if freed:
        turn.now.families[freed[0].player].deadline = 0  # one of them is enough (FI-VC-08)
        turn.push(Housing(freed[0].player, lords))


def free_unguarded(turn: Turn) -> None:
    """Prisoners whose captor has no free pawn beside them are free on the spot (FI-PRI-04)."""
    realm = turn.now
    for one in realm.lords:
        if (
            one is not None
            and one.captor is not None
            and not one.dungeon
            and not free_pawns(realm, one.captor, village_of(one))
        ):
            set_free(turn, one, "FI-PRI-04")


def empty_dungeon(turn: Turn) -> None:
    """The King is dead without a Prince: who was in his dungeon is free, as far as families have room (FI-VC-06)."""
    realm = turn.now
    for player in realm.order:
        held = [one for one in realm.lords if one is not None and one.dungeon and one.player == player]
        free_and_house(turn, leave_dungeon(turn, sorted(held, key=lambda one: one.born), discard=True), "FI-VC-06")


def room_in_family(realm: Realm, player: PlayerNo) -> int:
    """How many lords more a family may have (FI-LRD-02)."""
    return CONSTANTS.family_max - len(family(realm, player))


def leave_dungeon(turn: Turn, held: list[Lord], *, discard: bool) -> tuple[LordNo, ...]:
    """The lords of one family who may come out of the dungeon, while it has fewer than four (FI-VC-06)."""
    realm = turn.now
    out: list[LordNo] = []
    for one in held:
        if len(out) < room_in_family(realm, one.player) and realm.families[one.player].alive:
            out.append(one.number)
        elif discard:
            realm.lords[one.number] = None
            realm.played = (*realm.played, one.number)
            turn.announce("FI-VC-06", "dungeon_death", lord=lord_name(one.number))
    return tuple(out)


def restore_titles(turn: Turn, freed: Lord) -> None:
    """Out of the dungeon, a lord takes back the noble titles that are still in his family (FI-VC-06)."""
    realm = turn.now
    for region in EVERY_REGION:
        if region in freed.former and realm.holders[region] == freed.player:
            realm.bearers = replaced(realm.bearers, region, freed.number)
    freed.dungeon, freed.former = False, ()
