"""Deaths, the crown after a death, heirs (FI-DTH, FI-REG, FI-INH)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from heraut.games.fief.board.land import fiefs_of, refresh_all, settle
from heraut.games.fief.board.pawns import family, lord
from heraut.games.fief.board.places import EVERY_REGION, REGION_IDS
from heraut.games.fief.cards import FIRST, bishop_card
from heraut.games.fief.entries import Legacy, Widowed
from heraut.games.fief.identities import KING_GUARD, QUEEN_GUARD, LordNo, PlayerNo, RegionNo, SeeNo
from heraut.games.fief.phases.guards import dismiss, hand_over
from heraut.games.fief.phases.release import empty_dungeon, free_unguarded
from heraut.games.fief.resolution import Turn, lord_name, village_name
from heraut.games.fief.state import Lord, Realm, replaced
from heraut.games.fief.tables import CONSTANTS
from heraut.games.fief.tasks import Heirs


def die(turn: Turn, lords: Iterable[LordNo], rule: str, cause: str) -> None:
    """Lords who die at the same instant, and everything that follows (FI-DTH-01, FI-DTH-03)."""
    dead = [lord(turn.now, number) for number in lords]
    for one in dead:
        bury(turn, one, rule, cause)
    mourn(turn, dead)
    refresh_all(turn.now, {one.village for one in dead})
    free_unguarded(turn)
    settle(turn)


def bury(turn: Turn, dead: Lord, rule: str, cause: str) -> None:
    """FI-DTH-01 (1): the pawn leaves the board; lord, d'Arc and bishop cards are discarded (FI-LRD-06)."""
    realm = turn.now
    realm.lords[dead.number] = None
    realm.played = (*realm.played, dead.number)
    if dead.darc:
        realm.played = (*realm.played, FIRST["darc"])
    if dead.bishop is not None:
        drop_see(turn, dead.bishop)
    turn.announce(
        rule,
        "lord_died",
        lord=lord_name(dead.number),
        seat=turn.seat(dead.player),
        village=village_name(dead.village),
        cause=cause,
        last=not any(one is not None and one.player == dead.player and not one.dungeon for one in realm.lords),
    )


def drop_see(turn: Turn, see: SeeNo) -> None:
    """A bishop's card is discarded, or put aside for an auction (FI-BIS-04, FI-VA-01)."""
    realm = turn.now
    if realm.settings.bishop_auction:
        realm.sees = (*realm.sees, bishop_card(see))
    else:
        realm.played = (*realm.played, bishop_card(see))


def mourn(turn: Turn, dead: Sequence[Lord]) -> None:
    """FI-DTH-01 (2) to (6): crowns, noble titles, money set aside, marriages. The dead are on the board no more."""
    crown_falls(turn, {one.number for one in dead})
    for one in dead:
        spouse = turn.now.lords[one.spouse] if one.spouse is not None else None
        if spouse is not None:
            spouse.spouse = None
    for player in turn.now.order[::-1]:
        mine = sorted([one for one in dead if one.player == player], key=lambda one: one.born)
        if mine:
            bereave(turn, player, mine)


def bereave(turn: Turn, player: PlayerNo, dead: Sequence[Lord]) -> None:
    """Titles of a family's dead pass to its lords at once, or wait until phase 6 (FI-INH-01, FI-INH-02)."""
    realm = turn.now
    regions = [
        region
        for region, bearer in zip(EVERY_REGION, realm.bearers, strict=True)
        if any(bearer == one.number for one in dead)
    ]
    for region in regions:
        realm.bearers = replaced(realm.bearers, region, None)
    money = sum(one.purse for one in dead)
    for one in dead:
        one.purse = 0
    if family(realm, player):
        realm.families[player].purse += money
        if regions:
            turn.push(Heirs(player, tuple(regions)))
        return
    empty_cells(turn, player)
    spouses = [one.spouse for one in dead if one.spouse is not None and realm.lords[one.spouse] is not None]
    if spouses and fiefs_of(realm, player) and not any(extinct == player for extinct, _ in realm.widowed):
        realm.widowed = (*realm.widowed, Widowed(player, spouses[0]))
    if money and fiefs_of(realm, player):
        realm.legacies = (*realm.legacies, Legacy(player, money))
    else:
        realm.families[player].purse += money


def empty_cells(turn: Turn, player: PlayerNo) -> None:
    """Lords in the dungeon whose family has no other lord left are dead for good (FI-VC-05)."""
    realm = turn.now
    for one in realm.lords:
        if one is not None and one.dungeon and one.player == player:
            realm.lords[one.number] = None
            realm.played = (*realm.played, one.number)
            turn.announce("FI-VC-05", "dungeon_death", lord=lord_name(one.number))


# The crown


def crown_falls(turn: Turn, dead: set[LordNo]) -> None:
    """What the deaths of King, Queen and Prince mean (FI-DTH-01 (2) and (3), FI-REG)."""
    realm = turn.now
    if realm.prince in dead:
        realm.prince = None
        turn.announce("FI-PRC-05", "prince_gone")
    queen_died = realm.queen in dead
    if queen_died:
        dismiss(turn, QUEEN_GUARD)
        realm.queen = None
        turn.announce("FI-KIN-02", "queen_gone")
    if realm.king in dead:
        king_dies(turn)
    elif queen_died and realm.regent:
        regent_dies(turn)


def king_dies(turn: Turn) -> None:
    """The Prince, the Queen, or nobody (FI-REG-01 to 04, FI-REG-10)."""
    realm = turn.now
    was_minor = realm.minor
    realm.king, realm.minor, realm.regent = None, False, False
    if realm.prince is not None and not was_minor:
        realm.king, realm.prince = realm.prince, None
        if realm.queen is not None:
            realm.minor, realm.regent = True, True
            realm.majority = realm.turn + CONSTANTS.regency_turns - 1
            turn.announce("FI-REG-01", "regency", **crown_data(realm), until=realm.majority)
        else:
            turn.announce("FI-REG-03", "king_by_blood", lord=lord_name(realm.king))
        hand_over(turn, KING_GUARD)
        return
    dismiss(turn, KING_GUARD)
    if realm.queen is not None:
        realm.regent = True
        turn.announce("FI-REG-02", "regency_vacant", lord=lord_name(realm.queen))
    else:
        turn.announce("FI-REG-04", "throne_vacant")
    if realm.settings.surrender:
        empty_dungeon(turn)


def regent_dies(turn: Turn) -> None:
    """A minor King is of age at once; without a King the throne is vacant (FI-REG-09)."""
    realm = turn.now
    realm.regent = False
    if realm.minor:
        realm.minor = False
        turn.announce("FI-REG-09", "king_by_blood", lord=lord_name(realm.king))
        hand_over(turn, KING_GUARD)
    else:
        turn.announce("FI-REG-09", "throne_vacant")


def come_of_age(turn: Turn) -> None:
    """The end of a regency for a minor King (FI-REG-06, FI-REG-07)."""
    realm = turn.now
    if realm.minor and realm.turn >= realm.majority:
        realm.minor, realm.regent = False, False
        turn.announce("FI-REG-07", "king_of_age", **crown_data(realm))
        hand_over(turn, KING_GUARD)


def crown_data(realm: Realm) -> dict[str, str | None]:
    """King and Queen."""
    return {"king": lord_name(realm.king), "queen": lord_name(realm.queen)}


# Titles inside a family


def bear(turn: Turn, rule: str, region: RegionNo, bearer: Lord) -> None:
    """A lord bears a noble title."""
    turn.now.bearers = replaced(turn.now.bearers, region, bearer.number)
    turn.announce(
        rule, "title_borne", region=REGION_IDS[region], lord=lord_name(bearer.number), seat=turn.seat(bearer.player)
    )


def receive_kept_titles(turn: Turn, newcomer: Lord) -> None:
    """A new lord receives at once the titles that his player has kept without a lord (FI-INH-02, FI-INH-05)."""
    realm = turn.now
    for region in fiefs_of(realm, newcomer.player):
        if realm.bearers[region] is None:
            bear(turn, "FI-INH-05", region, newcomer)
    realm.widowed = tuple(entry for entry in realm.widowed if entry.extinct != newcomer.player)
    for player, money in realm.legacies:
        if player == newcomer.player:
            realm.families[player].purse += money
    realm.legacies = tuple(entry for entry in realm.legacies if entry.extinct != newcomer.player)
