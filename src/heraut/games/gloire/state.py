"""The nouns: Lord, Knight, Army, Land, Realm. Plain structs, ids instead of references, nothing but data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NewType, Self

import msgspec

from heraut.engine.protocol import Seat
from heraut.games.gloire.tables import Constants

LandName = NewType("LandName", str)  # the name on the map, in capitals: "LOHRAR-JARVI"
KnightId = NewType("KnightId", int)
ArmyId = NewType("ArmyId", int)

HOUSES = 100  # the most lords that a match can have (GP-SET-11): each counts numbers of its own, so many apart

PALISADE, WALL, ENCEINTE = 1, 2, 3  # levels of fortification; 0 is none (D4)


class Noun(msgspec.Struct, gc=False):
    """What a realm is made of: flat, so that `__copy__` (msgspec's own, in C) gives an independent twin."""

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...


class Land(Noun, gc=False):
    """A land of the map. Happiness 0..100, population in people, tax coefficient 0.05..0.70, fortification 0..3."""

    name: LandName
    owner: Seat | None
    happiness: float
    population: int
    tax_coefficient: float
    fortification: int = 0
    sold: int = 0  # the turn of its last sale (GP-VTE-06); 0: never


class Knight(Noun, gc=False):
    """A commander, the lord-knight included. `pay` is fixed at hire, `hired` is the turn of the call, 0 at first."""

    id: KnightId
    lord: Seat
    name: str
    renown: float
    pay: int
    land: LandName
    army: ArmyId | None = None
    hired: int = 0


class Army(Noun, gc=False):
    """So many men of a lord, in a land: commanded by a knight, or a garrison (`knight` is None)."""

    id: ArmyId
    lord: Seat
    men: int
    land: LandName
    knight: KnightId | None = None


class Retreat(msgspec.Struct, frozen=True, gc=False):
    """Percentages of men below which peasants, garrisons and knights of a lord break off (GP-INI-01)."""

    peasants: int
    garrison: int
    knight: int


class Memory(msgspec.Struct, frozen=True, gc=False):
    """What the people of a lost land remember of their lord: its happiness, and the turn of the loss (GP-MEM-01)."""

    happiness: float
    since: int


class Lord(Noun):
    """A player's persona. Relations map the other lord to the turn they began in.

    `next_knight` and `next_army` are the numbers that come next in his house (GP-ARM-09).
    """

    seat: Seat
    number: int
    name: str
    knight: KnightId  # the lord in person
    treasury: int
    retreat: Retreat
    next_knight: KnightId
    next_army: ArmyId
    title: str = ""
    alive: bool = True
    allies: dict[Seat, int] = {}
    enemies: dict[Seat, int] = {}
    memories: dict[LandName, Memory] = {}


class Call(msgspec.Struct, frozen=True):
    """A call to arms, with the caller's enemies at that instant (GP-APP-01)."""

    caller: Seat
    called: Seat
    enemies: tuple[Seat, ...]
    turn: int


class Settings(msgspec.Struct, frozen=True):
    """What was chosen before the start: the map, the figures, and the options of the rules (GP-OPT)."""

    map: str
    constants: Constants
    militia: bool = False
    varied_lands: bool = False
    turn_limit: int | None = None
    turn_limit_secret: bool = False


class Realm(msgspec.Struct):
    """The whole truth about a match. `turn` is the turn whose orders are awaited; `road` is set once it is over."""

    settings: Settings
    turn: int
    lords: dict[Seat, Lord]
    lands: dict[LandName, Land]
    knights: dict[KnightId, Knight]
    armies: dict[ArmyId, Army]
    calls: list[Call]
    king: Seat | None = None
    road: str | None = None  # "renown", "conquest", "alliance", "turn_limit", "no_lord"

    def living(self) -> Iterator[Lord]:
        """The lords still in play, in the order of their numbers."""
        return (lord for lord in self.lords.values() if lord.alive)


def copy(realm: Realm) -> Realm:
    """Another realm, equal and independent: nothing done to one is seen in the other."""
    return Realm(
        realm.settings,
        realm.turn,
        {seat: _copy_lord(lord) for seat, lord in realm.lords.items()},
        dict(zip(realm.lands, map(Land.__copy__, realm.lands.values()), strict=True)),
        dict(zip(realm.knights, map(Knight.__copy__, realm.knights.values()), strict=True)),
        dict(zip(realm.armies, map(Army.__copy__, realm.armies.values()), strict=True)),
        realm.calls.copy(),
        realm.king,
        realm.road,
    )


def _copy_lord(lord: Lord) -> Lord:
    twin = lord.__copy__()
    twin.allies, twin.enemies, twin.memories = lord.allies.copy(), lord.enemies.copy(), lord.memories.copy()
    return twin


def next_number(house: int, highest: int = 0) -> int:
    """The next number of a house once this one has been given: its own, and as many hundreds as leave that behind."""
    return house + HOUSES * -(-highest // HOUSES)


def take_knight_number(lord: Lord) -> KnightId:
    """The number of a knight who enters this house: never used before, and blind to other houses (GP-ARM-09)."""
    number = lord.next_knight
    lord.next_knight = KnightId(number + HOUSES)
    return number


def take_army_number(lord: Lord) -> ArmyId:
    """The number of an army that this house forms: never used before, and blind to other houses (GP-ARM-09)."""
    number = lord.next_army
    lord.next_army = ArmyId(number + HOUSES)
    return number


def garrison_of(realm: Realm, seat: Seat, land: LandName) -> Army | None:
    """The garrison of this lord in this land; there is at most one (GP-ARM-09)."""
    for army in realm.armies.values():
        if army.land == land and army.knight is None and army.lord == seat:
            return army
    return None


def add_men(realm: Realm, seat: Seat, men: int, land: LandName, knight: Knight | None) -> Army:
    """Men arrive under a knight, or in garrison: they join the army that is there, or form a new one (GP-ARM-09)."""
    if knight is not None:
        army = realm.armies[knight.army] if knight.army is not None else None
    else:
        army = garrison_of(realm, seat, land)
    if army is not None:
        army.men += men
        return army
    army = Army(take_army_number(realm.lords[seat]), seat, men, land, knight.id if knight else None)
    realm.armies[army.id] = army
    if knight is not None:
        knight.army = army.id
    return army


def take_command(realm: Realm, knight: Knight, garrison: Army) -> Army:
    """A whole garrison passes under a knight: it joins his army, or keeps its number as his army (GP-AFF-02)."""
    if knight.army is not None:
        del realm.armies[garrison.id]
        return add_men(realm, knight.lord, garrison.men, knight.land, knight)
    garrison.knight, garrison.land = knight.id, knight.land
    knight.army = garrison.id
    return garrison


def remove_army(realm: Realm, army: Army) -> None:
    """An army is no more; its knight, if any, remains without one."""
    del realm.armies[army.id]
    if army.knight is not None:
        realm.knights[army.knight].army = None


def take_men(realm: Realm, army: Army, men: int) -> int:
    """Takes up to so many men out of an army, which disappears when it has none left; how many were taken."""
    taken = min(men, army.men)
    army.men -= taken
    if army.men == 0:
        remove_army(realm, army)
    return taken


def remove_knight(realm: Realm, knight: Knight) -> int:
    """A knight leaves or dies, and his army with him; how many men were lost to his lord."""
    men = 0
    if knight.army is not None:
        men = realm.armies.pop(knight.army).men
    del realm.knights[knight.id]
    return men


def move_knight(realm: Realm, knight: Knight, land: LandName) -> None:
    """A knight and his army go to this land."""
    knight.land = land
    if knight.army is not None:
        realm.armies[knight.army].land = land


def lands_by_lord(realm: Realm) -> dict[Seat, list[Land]]:
    """The lands of each lord, in the order of the map."""
    lands: dict[Seat, list[Land]] = {seat: [] for seat in realm.lords}
    for land in realm.lands.values():
        if land.owner is not None:
            lands[land.owner].append(land)
    return lands
