"""Prisoners, and those whom the King throws into his dungeon (FI-PRI, FI-VC)."""

from __future__ import annotations

from heraut.games.fief.board.lords import king_player
from heraut.games.fief.board.pawns import family, free_family, refresh, titles, village_of
from heraut.games.fief.cards import FIRST
from heraut.games.fief.identities import IN, PlayerNo
from heraut.games.fief.phases.succession import die, drop_see, mourn
from heraut.games.fief.resolution import Turn, lord_name, village_name
from heraut.games.fief.state import Lord


def imprison(turn: Turn, captive: Lord, captor: PlayerNo, rule: str) -> None:
    """A lord becomes a player's prisoner where he stands; the King's goes to the dungeon (FI-PRI-01, FI-VC-05)."""
    realm = turn.now
    village = village_of(captive)
    captive.captor, captive.position, captive.road = captor, IN, None
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


def start_deadline(turn: Turn, player: PlayerNo) -> None:
    """The last free lord of a family is captive: one of them must be free by the next window (FI-VC-08)."""
    one = turn.now.families[player]
    if not one.deadline and family(turn.now, player) and not free_family(turn.now, player):
        one.deadline = turn.now.turn + 1
        turn.announce("FI-VC-08", "ransom_deadline", seat=turn.seat(player), turn=one.deadline)


# The dungeon


def throw_into_dungeon(turn: Turn, captive: Lord) -> None:
    """Treated as dead, though his card stays while his family has another lord (FI-VC-05)."""
    realm = turn.now
    others = [one for one in family(realm, captive.player) if one is not captive]
    if not others:
        die(turn, (captive.number,), "FI-VC-05", "dungeon")
        return
    turn.announce("FI-VC-05", "dungeon", lord=lord_name(captive.number), seat=turn.seat(captive.player))
    former, village = tuple(titles(realm, captive.number)), village_of(captive)
    if captive.bishop is not None:
        drop_see(turn, captive.bishop)
    if captive.darc:
        realm.played = (*realm.played, FIRST["darc"])
    captive.bishop, captive.cardinal, captive.darc = None, False, False
    captive.dungeon, captive.village, captive.former = True, None, former
    mourn(turn, [captive])
    captive.spouse = None  # both are free to marry, and their players allies no more: should he escape, a widower
    refresh(realm, village)
