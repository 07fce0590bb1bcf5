"""The escape card: prisoners of one place go free (FI-ESC, FI-VC-06)."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.engine.protocol import Refusal
from heraut.games.fief.board.land import refuges
from heraut.games.fief.board.pawns import family, lord
from heraut.games.fief.board.places import VILLAGE_IDS
from heraut.games.fief.identities import LordNo, PlayerNo
from heraut.games.fief.orders.cards import PlayEscape
from heraut.games.fief.orders.order import Order
from heraut.games.fief.phases.hand import held, spend, villages
from heraut.games.fief.phases.placing import ask_or_house
from heraut.games.fief.phases.release import leave_dungeon, room_in_family
from heraut.games.fief.resolution import Turn, lord_names
from heraut.games.fief.state import Realm
from heraut.games.fief.tables import CONSTANTS
from heraut.games.fief.tasks import Housing


def escape_groups(realm: Realm, player: PlayerNo) -> list[list[LordNo]]:
    """The prisons that hold a lord of this family: the captives of a village, the family's lords in the dungeon."""
    villages = dict.fromkeys(one.village for one in family(realm, player) if one.captor is not None)
    groups = [
        [one.number for one in realm.lords if one is not None and one.captor is not None and one.village == village]
        for village in villages
    ]
    dungeon = [one.number for one in realm.lords if one is not None and one.dungeon and one.player == player]
    return [*groups, dungeon] if dungeon else groups


def escape_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """All of a prison, or the family's own only."""
    found: list[Order] = []
    for group in escape_groups(realm, player):
        if frees_nobody(realm, player, group):
            continue
        mine = [number for number in group if lord(realm, number).player == player]
        for refuge in refuges(realm, player):
            found += [PlayEscape(tuple(who), refuge) for who in ([group, mine] if mine != group else [group])]
    return found


def frees_nobody(realm: Realm, player: PlayerNo, group: Sequence[LordNo]) -> bool:
    """Whether a full family has no room for its lords of the dungeon (FI-VC-06)."""
    return lord(realm, group[0]).dungeon and room_in_family(realm, player) < 1


def escape_refusal(realm: Realm, player: PlayerNo, order: PlayEscape) -> Refusal | None:
    """Captives of one prison, one's own among them, room in the family, and a refuge (FI-ESC, FI-VC-06, FI-PRI-12)."""
    group = next((g for g in escape_groups(realm, player) if order.lords and order.lords[0] in g), None)
    if group is None or not set(order.lords) <= set(group) or len(set(order.lords)) != len(order.lords):
        return Refusal("FI-ESC-01", "not_one_prison", {"lords": lord_names(order.lords)})
    if not any(lord(realm, number).player == player for number in order.lords):
        return Refusal("FI-ESC-04", "no_captive_of_yours", {})
    if frees_nobody(realm, player, order.lords):
        return Refusal("FI-VC-06", "family_full", {"most": CONSTANTS.family_max})
    places = refuges(realm, player)
    if order.refuge not in places:
        return Refusal("FI-PRI-12", "no_place", {"village": VILLAGE_IDS[order.refuge], "places": villages(places)})
    return None


def play_escape(turn: Turn, player: PlayerNo, order: PlayEscape) -> None:
    """Prisoners go free: each player places his own (FI-ESC-02, FI-VC-06)."""
    realm = turn.now
    spend(turn, player, held(realm, player, "escape"), "FI-ESC-01", lords=lord_names(order.lords))
    realm.families[player].deadline = 0
    freed = [lord(realm, number) for number in order.lords]
    if freed[0].dungeon:
        ask_or_house(turn, Housing(player, leave_dungeon(turn, freed, discard=False)), order.refuge)
        return
    for other in reversed(realm.order):
        his = tuple(one.number for one in freed if one.player == other)
        if his and other != player:
            turn.push(Housing(other, his))
    ask_or_house(turn, Housing(player, tuple(o.number for o in freed if o.player == player)), order.refuge)
