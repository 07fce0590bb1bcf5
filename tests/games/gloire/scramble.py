"""Another realm that one seat cannot tell from the given one: all that it may not know, changed at random.

Public sums stay as they were, bit for bit: every lord's global renown, the mean renown of the knights. So do the
lords' budgets, to the écu: a silent turn must tell this seat the same.
"""

from __future__ import annotations

import msgspec

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.gloire.phases.wages import upkeep
from heraut.games.gloire.state import (
    HOUSES,
    ArmyId,
    Call,
    Knight,
    KnightId,
    Land,
    Lord,
    Memory,
    Realm,
    Retreat,
    copy,
    lands_by_lord,
    move_knight,
)


def scramble(realm: Realm, seat: Seat, rng: Rng) -> Realm:
    """Changes everything that this seat may not know and that nothing it sees depends on."""
    other = copy(realm)
    for lord in other.living():
        if lord.seat != seat:
            scramble_mind(lord, rng)
            scramble_knights(other, lord, rng)
            scramble_armies(other, lord, rng)
            scramble_numbers(other, lord, rng)
    scramble_lands(other, seat, rng)
    scramble_calls(other, seat, rng)
    scramble_limit(other, rng)
    return other


def scramble_mind(lord: Lord, rng: Rng) -> None:
    """His retreat settings, and what the people he has lost remember of him."""
    lord.retreat = Retreat(rng.randint(0, 100), rng.randint(0, 100), rng.randint(0, 100))
    for name in lord.memories:
        lord.memories[name] = Memory(rng.uniform(0, 50), rng.randint(1, 9))


def scramble_knights(realm: Realm, lord: Lord, rng: Rng) -> None:
    """Names, renowns and pay change hands among his knights; those on his lands change places."""
    knights = [knight for knight in realm.knights.values() if knight.lord == lord.seat and knight.id != lord.knight]
    permute(knights, "name", rng)
    if faithful(realm, lord, knights) and solvent(realm, lord, knights):
        permute(knights, "renown", rng)  # nobody leaves, whoever bears which
        permute([knight for knight in knights if knight.hired != realm.turn], "pay", rng)
    at_home = [knight for knight in knights if realm.lands[knight.land].owner == lord.seat]
    homes = [land.name for land in lands_by_lord(realm)[lord.seat]]
    for knight in at_home:
        move_knight(realm, knight, rng.choice(homes))


def scramble_armies(realm: Realm, lord: Lord, rng: Rng) -> None:
    """Men pass, ten by ten, from one commanded army to another, so that the upkeep stays the same."""
    armies = [army for army in realm.armies.values() if army.lord == lord.seat and army.knight is not None]
    knights = [knight for knight in realm.knights.values() if knight.lord == lord.seat and knight.id != lord.knight]
    if len(armies) < 2 or not (solvent(realm, lord, knights) and faithful(realm, lord, knights)):
        return
    for _ in armies:
        giver, taker = rng.choice(armies), rng.choice(armies)
        men = 10 * rng.randint(0, (giver.men - 1) // 10)
        giver.men -= men
        taker.men += men


def scramble_numbers(realm: Realm, lord: Lord, rng: Rng) -> None:
    """His house has called more knights and formed more armies than it did; all but himself bear later numbers."""
    knights, armies = HOUSES * rng.randint(0, 3), HOUSES * rng.randint(1, 3)
    men = [knight for knight in realm.knights.values() if knight.lord == lord.seat and knight.id != lord.knight]
    for knight in men:
        knight.id = KnightId(knight.id + knights)
    for army in [army for army in realm.armies.values() if army.lord == lord.seat]:
        army.id = ArmyId(army.id + armies)
        if army.knight is not None:
            army.knight = KnightId(army.knight + knights * (army.knight != lord.knight))
    for knight in [realm.knights[lord.knight], *men]:
        if knight.army is not None:
            knight.army = ArmyId(knight.army + armies)
    lord.next_knight, lord.next_army = KnightId(lord.next_knight + knights), ArmyId(lord.next_army + armies)
    realm.knights = {knight.id: knight for knight in realm.knights.values()}
    realm.armies = {army.id: army for army in realm.armies.values()}


def faithful(realm: Realm, lord: Lord, knights: list[Knight]) -> bool:
    """Whether none of these will desert this turn, whoever bears which renown: no call may be lowering their lord's."""
    called = any(call.called == lord.seat for call in realm.calls)
    return not called and all(knight.renown < 2 * realm.knights[lord.knight].renown for knight in knights)


def solvent(realm: Realm, lord: Lord, knights: list[Knight]) -> bool:
    """Whether he can pay everybody this turn: then who is paid before whom makes no difference."""
    armies = [army for army in realm.armies.values() if army.lord == lord.seat]
    wages = sum(knight.pay for knight in knights) + sum(upkeep(army.men, realm.settings.constants) for army in armies)
    return lord.treasury >= wages


def scramble_lands(realm: Realm, seat: Seat, rng: Rng) -> None:
    """Coefficients and fortifications, of neutral lands too."""
    hidden = [land for land in realm.lands.values() if land.owner != seat]
    for land in hidden:
        land.tax_coefficient = rng.uniform(0.05, 0.70)
    by_owner: dict[Seat | None, list[Land]] = {}
    for land in hidden:
        by_owner.setdefault(land.owner, []).append(land)
    for lands in by_owner.values():
        permute(lands, "fortification", rng)


def scramble_calls(realm: Realm, seat: Seat, rng: Rng) -> None:
    """Calls between others: those that are settled already may or may not exist."""
    others = [lord.seat for lord in realm.living() if lord.seat != seat]
    if len(others) > 1:
        realm.calls.append(Call(rng.choice(others), rng.choice(others), (), realm.turn))
    for index, call in enumerate(realm.calls):
        if seat not in (call.caller, call.called):
            realm.calls[index] = msgspec.structs.replace(call, turn=rng.randint(1, 99))


def scramble_limit(realm: Realm, rng: Rng) -> None:
    """The turn at whose end all is over, where only the referee knows it: any that is still to come (GP-OPT-06)."""
    settings = realm.settings
    if settings.turn_limit_secret and settings.turn_limit is not None and settings.turn_limit > realm.turn:
        realm.settings = msgspec.structs.replace(settings, turn_limit=realm.turn + rng.randint(1, 99))


def permute(things: list[Knight] | list[Land], field: str, rng: Rng) -> None:
    """The values of this field, dealt again among these things."""
    values = [getattr(thing, field) for thing in things]
    rng.shuffle(values)
    for thing, value in zip(things, values, strict=True):
        setattr(thing, field, value)
