"""Prisoners (FI-PRI), and the King's dungeon of the variant of surrender (FI-VC)."""

from __future__ import annotations

from heraut.games.fief.board.land import refresh_all
from heraut.games.fief.board.lords import king_player
from heraut.games.fief.board.pawns import family, free_family, free_pawns, lord, refresh, titles
from heraut.games.fief.board.places import EVERY_REGION
from heraut.games.fief.cards import BISHOP, FIRST
from heraut.games.fief.numbers import IN, NOBODY
from heraut.games.fief.phases.guards import rejoin
from heraut.games.fief.resolution import Turn, lord_name, village_name
from heraut.games.fief.state import Lord, Realm, replaced
from heraut.games.fief.tables import constants
from heraut.games.fief.tasks import Housing


def imprison(turn: Turn, captive: Lord, captor: int, rule: str) -> None:
    """A lord becomes a player's prisoner where he stands; the King's goes to the dungeon (FI-PRI-01, FI-VC-05)."""
    realm = turn.now
    village = captive.village
    captive.captor, captive.position, captive.road = captor, IN, NOBODY
    turn.announce(
        rule,
        "lord_captured",
        lord=lord_name(captive.number),
        seat=turn.seat(captive.player),
        captor=turn.seat(captor),
        village=village_name(village),
        last=not free_family(realm, captive.player),
    )
    if realm.settings.surrender:
        if king_player(realm) == captor and not realm.minor and captive.number != realm.queen:
            throw_into_dungeon(turn, captive)
        start_deadline(turn, captive.player)
    refresh(realm, village)


def start_deadline(turn: Turn, player: int) -> None:
    """The last free lord of a family is captive: one of them must be free by the next window (FI-VC-08)."""
    one = turn.now.families[player]
    if not one.deadline and family(turn.now, player) and not free_family(turn.now, player):
        one.deadline = turn.now.turn + 1
        turn.announce("FI-VC-08", "ransom_deadline", seat=turn.seat(player), turn=one.deadline)


def set_free(turn: Turn, captive: Lord, rule: str) -> None:
    """A lord is free where he stands; what was set aside for him is paid to his player (FI-PRI-04, FI-PRI-10)."""
    realm = turn.now
    captor = captive.captor
    captive.captor, captive.position, captive.road = NOBODY, IN, NOBODY
    turn.announce(rule, "lord_freed", lord=lord_name(captive.number), captor=turn.seat(captor))
    pay_set_aside(turn, captive)
    refresh(realm, captive.village)
    rejoin(turn, captive)


def pay_set_aside(turn: Turn, captive: Lord) -> None:
    """Frozen incomes are paid to the lord's player (FI-ESC-03, FI-PRI-10)."""
    if captive.purse:
        turn.now.families[captive.player].purse += captive.purse
        turn.tell(captive.player, "FI-PRI-10", "set_aside_paid", lord=lord_name(captive.number), money=captive.purse)
        captive.purse = 0


def put(turn: Turn, freed: Lord, village: int) -> None:
    """A freed lord, or a new one, is set down in a village (FI-PRI-12)."""
    realm = turn.now
    former, freed.village, freed.position, freed.road = freed.village, village, IN, NOBODY
    refresh_all(realm, {former, village})
    rejoin(turn, freed)


def free_and_house(turn: Turn, lords: tuple[int, ...], rule: str) -> None:
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
        if one is not None and one.captor >= 0 and not one.dungeon and not free_pawns(realm, one.captor, one.village):
            set_free(turn, one, "FI-PRI-04")


# The dungeon


def throw_into_dungeon(turn: Turn, captive: Lord) -> None:
    """Treated as dead, though his card stays while his family has another lord (FI-VC-05)."""
    from heraut.games.fief.phases.succession import die, mourn  # deaths free captives, and some captives die

    realm = turn.now
    others = [one for one in family(realm, captive.player) if one is not captive]
    if not others:
        die(turn, (captive.number,), "FI-VC-05", "dungeon")
        return
    turn.announce("FI-VC-05", "dungeon", lord=lord_name(captive.number), seat=turn.seat(captive.player))
    former, village = tuple(titles(realm, captive.number)), captive.village
    if captive.bishop >= 0:
        drop_see(turn, captive.bishop)
    if captive.darc:
        realm.played = (*realm.played, FIRST["darc"])
    captive.bishop, captive.cardinal, captive.darc = NOBODY, False, False
    captive.dungeon, captive.village, captive.former = True, NOBODY, former
    mourn(turn, [captive])
    captive.spouse = NOBODY  # both are free to marry, and their players allies no more: should he escape, a widower
    refresh(realm, village)


def drop_see(turn: Turn, see: int) -> None:
    """A bishop's card is discarded, or put aside for an auction (FI-BIS-04, FI-VA-01)."""
    realm = turn.now
    if realm.settings.bishop_auction:
        realm.sees = (*realm.sees, BISHOP + see)
    else:
        realm.played = (*realm.played, BISHOP + see)


def empty_dungeon(turn: Turn) -> None:
    """The King is dead without a Prince: who was in his dungeon is free, as far as families have room (FI-VC-06)."""
    realm = turn.now
    for player in realm.order:
        held = [one for one in realm.lords if one is not None and one.dungeon and one.player == player]
        free_and_house(turn, leave_dungeon(turn, sorted(held, key=lambda one: one.born), discard=True), "FI-VC-06")


def room_in_family(realm: Realm, player: int) -> int:
    """How many lords more a family may have (FI-LRD-02)."""
    return constants().family_max - len(family(realm, player))


def leave_dungeon(turn: Turn, held: list[Lord], *, discard: bool) -> tuple[int, ...]:
    """The lords of one family who may come out of the dungeon, while it has fewer than four (FI-VC-06)."""
    realm = turn.now
    out: list[int] = []
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
