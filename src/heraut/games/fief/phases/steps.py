"""The usual steps of a movement turn: which groups can leave a village, and how they enter the next (FI-MOV-02)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from heraut.games.fief.board.land import frozen, gatekeeper, rebels_in
from heraut.games.fief.board.pawns import captives_of, free_family, village_of
from heraut.games.fief.board.places import NEIGHBOURS
from heraut.games.fief.identities import BESIEGER, LordNo, PlayerNo, Position, VillageNo
from heraut.games.fief.orders.movements import March
from heraut.games.fief.orders.order import Order
from heraut.games.fief.phases.marching import ASK, ASSAULT, FORCE, NONE, can_fight, can_step, movable, pawns_refusal
from heraut.games.fief.phases.revolt import roads_closed
from heraut.games.fief.state import Lord, Realm
from heraut.games.fief.tables import Tokens

NO_LORD: tuple[LordNo, ...] = ()


class Barrier(msgspec.Struct, frozen=True):
    """What keeps a player's groups from just walking into a village."""

    kept: bool  # by somebody whose leave it takes
    deaf: bool  # who has refused already, or is besieged by them
    peasants: bool
    storm: bool  # no battle can be fought there


class Marchers(msgspec.Struct, frozen=True):
    """Who would make a step together: a `Group` in the making."""

    lords: list[Lord]
    soldiers: Tokens
    captives: tuple[LordNo, ...]


Road = tuple[VillageNo, Barrier | None]


def march_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """The usual steps: each lord alone, with all the soldiers, all lords with all soldiers; every way to enter."""
    found: list[Order] = []
    held = captives_of(realm, player)
    for lords in companies(realm, player):
        start = village_of(lords[0])
        if frozen(realm, start) or (start, player) in realm.exits:
            continue
        roads = roads_from(realm, player, start)
        for group in groups_of(realm, player, lords, held):
            found += marches(realm, player, group, roads)
    return found


def companies(realm: Realm, player: PlayerNo) -> Iterable[list[Lord]]:
    """The free lords of a player who can make a step, those together who stand together."""
    found: dict[tuple[VillageNo | None, Position], list[Lord]] = {}
    for one in free_family(realm, player):
        if one.position != BESIEGER and can_step(one, True):
            found.setdefault((one.village, one.position), []).append(one)
    return found.values()


def groups_of(realm: Realm, player: PlayerNo, lords: list[Lord], held: list[Lord]) -> list[Marchers]:
    """The groups that lords who stand together can form: with all the soldiers and captives, and with none."""
    start, position = village_of(lords[0]), lords[0].position
    captives = tuple([one.number for one in held if one.village == start]) if held else NO_LORD
    found = []
    for party in parties_of(lords):
        soldiers = movable(realm, player, start, position, darc=True in [one.darc for one in party])
        found.append(Marchers(party, soldiers, captives))
        if soldiers != NONE:
            found.append(Marchers(party, NONE, NO_LORD))
    return [group for group in found if may_leave(realm, player, group)] if captives else found


def parties_of(lords: list[Lord]) -> list[list[Lord]]:
    """Each of some lords alone, and all of them; those who need d'Arc for another step go with her only."""
    parties = [[one] for one in lords if can_step(one, one.darc)]
    if len(lords) > 1 and (len(parties) == len(lords) or True in [one.darc for one in lords]):
        parties.append(lords)
    return parties


def may_leave(realm: Realm, player: PlayerNo, group: Marchers) -> bool:
    """Whether all of a group have a step left, and no captive stays alone (FI-MOV-04, FI-MOV-07)."""
    numbers = tuple([one.number for one in group.lords])
    march = March(numbers, village_of(group.lords[0]), group.soldiers, group.captives)
    return pawns_refusal(realm, player, march) is None


# The roads


def roads_from(realm: Realm, player: PlayerNo, start: VillageNo) -> list[Road]:
    """The villages to which a road is open, with what bars the way."""
    closed = roads_closed(realm, start)
    return [(to, barrier(realm, player, to)) for to in NEIGHBOURS[start] if to not in closed]


def barrier(realm: Realm, player: PlayerNo, village: VillageNo) -> Barrier | None:
    """A gatekeeper, or peasants (FI-PAS-02, FI-CAL-02); None where nobody bars the way."""
    keeper, peasants = gatekeeper(realm, village), rebels_in(realm, village)
    stranger = keeper not in (None, player)
    if not stranger and not peasants:
        return None
    deaf = (village, player) in realm.refused or (village, player, None) in realm.attacks
    return Barrier(stranger, deaf, peasants, frozen(realm, village))


def marches(realm: Realm, player: PlayerNo, group: Marchers, roads: list[Road]) -> list[March]:
    """A group on every road, in every manner."""
    numbers, soldiers, captives = tuple([one.number for one in group.lords]), group.soldiers, group.captives
    found = []
    fight: bool | None = None  # whether it can, once that matters
    for to, barred in roads:
        if barred is None:
            found.append(March(numbers, to, soldiers, captives))
            continue
        if fight is None:
            fight = can_fight(realm, player, group.lords, soldiers)
        for manner in manners_at(barred, group.lords, fight and not barred.storm):
            found.append(March(numbers, to, soldiers, captives, manner))
    return found


def manners_at(barred: Barrier, party: list[Lord], fight: bool) -> tuple[str, ...]:
    """Every manner in which a group that can fight, or cannot, may enter a village that is barred."""
    if barred.peasants and not any(one.bishop is not None for one in party):
        return ("",) if fight else ()
    if not barred.kept:
        return ("",)
    if barred.deaf:
        return (ASSAULT,) if fight else ()
    return (ASK, FORCE, ASSAULT) if fight else (ASK,)
