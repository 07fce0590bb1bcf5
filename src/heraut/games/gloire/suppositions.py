"""What a lord supposes of his neighbours for a rehearsal: who keeps still, who comes at him, with how many men, where.

They override a guess where his view leaves it open: men and places of others, and their orders. Nothing that he sees
changes by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from heraut.engine.protocol import Json, Seat
from heraut.engine.rng import Rng
from heraut.games.gloire.atlas import Atlas, atlas
from heraut.games.gloire.decision import SheetDecision
from heraut.games.gloire.orders import Attack, DeclareWar, Order, Sheet
from heraut.games.gloire.state import Army, Knight, LandName, Realm, add_men, move_knight
from heraut.games.gloire.view import living_views

Stance = Literal[
    "still", "usual", "hostile"
]  # no orders; those of whoever plays the others; an attack on the lord's lands
STANCES: tuple[Stance, ...] = ("still", "usual", "hostile")
MOST_MEN = 100_000

# What another lord orders, from what he sees: an `engine.play.Player`, as the bots are.
Other = Callable[[SheetDecision, Json, Rng], Sheet]


class Assault(msgspec.Struct, frozen=True):
    """That a lord attacks this land with so many men."""

    lord: Seat
    land: LandName
    men: int


class Suppositions(msgspec.Struct, frozen=True):
    """How the others act: all in one stance, but for some; and the attacks that are expected."""

    stance: Stance = "still"
    stances: dict[Seat, Stance] = {}
    assaults: tuple[Assault, ...] = ()

    def of(self, seat: Seat) -> Stance:
        """The stance of a lord."""
        return self.stances.get(seat, self.stance)


def fitting(view: Json, supposed: Suppositions) -> Suppositions:
    """The same, without what the view contradicts: lords who are dead, allied, or himself; lands not his own."""
    own = view["own"]
    foes = [seat for seat, lord in view["lords"].items() if lord["alive"] and seat != own["seat"]]
    allies = view["lords"][own["seat"]]["allies"]
    stances = {seat: stance for seat, stance in supposed.stances.items() if seat in foes}
    stances = {seat: stance for seat, stance in stances.items() if stance != "hostile" or seat not in allies}
    assaults = tuple(
        each
        for each in supposed.assaults
        if each.lord in foes and each.lord not in allies and each.land in own["lands"] and 0 < each.men <= MOST_MEN
    )
    return Suppositions(supposed.stance, stances, assaults)


def suppose(realm: Realm, seat: Seat, supposed: Suppositions, other: Other | None, rng: Rng) -> dict[Seat, Sheet]:
    """What the others order in a guess; men who are supposed to come are put into it first."""
    raids = [*raised(realm, seat, supposed, rng)]
    sheets: dict[Seat, Sheet] = {}
    asked = [who for who in realm.lords if who != seat and realm.lords[who].alive and supposed.of(who) != "still"]
    if other is not None and asked:
        views = living_views(realm)
        for who in asked:
            decision = SheetDecision(views[who])
            sheets[who] = other(decision, decision.view, rng.at(who))
    for who, order in raids:
        busy = order.knight if isinstance(order, Attack) else None
        former = tuple(each for each in sheets.get(who, ()) if busy is None or getattr(each, "knight", None) != busy)
        sheets[who] = (*former, order)
    return sheets


def raised(realm: Realm, seat: Seat, supposed: Suppositions, rng: Rng) -> Iterator[tuple[Seat, Order]]:
    """The attacks, those that are told one by one before those of lords who are hostile at large."""
    told = {each.lord for each in supposed.assaults}
    used: set[int] = set()
    for each in supposed.assaults:
        yield from attack(realm, seat, each.lord, each.land, each.men, used)
    lands = [land.name for land in realm.lands.values() if land.owner == seat]
    for who, lord in realm.lords.items():
        hostile = who != seat and lord.alive and seat not in lord.allies and supposed.of(who) == "hostile"
        if hostile and who not in told and lands:
            targets = bordering(realm, who, lands) or lands
            yield from attack(realm, seat, who, rng.at("target", who).choice(targets), None, used)


def bordering(realm: Realm, who: Seat, lands: list[LandName]) -> list[LandName]:
    """Those of some lands next to which this lord owns one."""
    places = atlas(realm.settings.map)
    return [name for name in lands if any(realm.lands[near].owner == who for near in neighbours(places, name))]


def neighbours(places: Atlas, name: LandName) -> list[LandName]:
    """The lands next to one."""
    return [LandName(near) for near in places.neighbours(name)]


def attack(
    realm: Realm, seat: Seat, who: Seat, land: LandName, men: int | None, used: set[int]
) -> Iterator[tuple[Seat, Order]]:
    """A lord's strongest free knight comes next to a land, with so many men (None: those he has), and attacks."""
    free = [each for each in realm.knights.values() if each.lord == who and each.id not in used]
    if not free:
        return
    knight = max(free, key=lambda each: (men_of(realm, each), each.renown, -each.id))
    used.add(knight.id)
    near = neighbours(atlas(realm.settings.map), land)
    if knight.land not in near:
        move_knight(realm, knight, next((name for name in near if realm.lands[name].owner == who), near[0]))
    if men is not None:
        arm(realm, knight, men)
    if seat not in realm.lords[who].enemies:
        yield who, DeclareWar(seat)
    yield who, Attack(knight.id, land)


def men_of(realm: Realm, knight: Knight) -> int:
    """The men whom a knight leads."""
    return realm.armies[knight.army].men if knight.army is not None else 0


def arm(realm: Realm, knight: Knight, men: int) -> Army:
    """A knight leads exactly so many men."""
    if knight.army is None:
        return add_men(realm, knight.lord, men, knight.land, knight)
    army = realm.armies[knight.army]
    army.men = men
    return army
