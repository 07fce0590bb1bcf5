"""The matches that the benchmarks work on: made from a seed, so that every run measures the same thing."""

from __future__ import annotations

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import gloire
from heraut.games.gloire import orders as o
from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.decision import SheetDecision
from heraut.games.gloire.orders import Order, Sheet
from heraut.games.gloire.sheet.checks import CHECKS
from heraut.games.gloire.state import Knight, LandName, Realm, add_men, take_knight_number

SEED = bytes(range(32))


def busy_realm(map_name: str, lords: int, knights: int = 5) -> Realm:
    """A match in full swing: no neutral land, so many armed knights a lord, garrisons, alliances and wars."""
    seats = [Seat(f"j{n}") for n in range(1, lords + 1)]
    realm = gloire.setup(seats, {"map": map_name, "lords": lords}, Rng(SEED)).state
    realm.turn = 7
    rng = Rng(SEED).at("busy")
    share_lands(realm)
    for seat, lord in realm.lords.items():
        lord.treasury = 20_000
        own = [land.name for land in realm.lands.values() if land.owner == seat]
        for number in range(knights):
            knight = new_knight(realm, seat, f"Chevalier {number}", rng.choice(own), rng.uniform(30, 90))
            add_men(realm, seat, rng.randint(200, 900), knight.land, knight)
        add_men(realm, seat, 500, realm.knights[lord.knight].land, realm.knights[lord.knight])
        for name in own[:3]:
            add_men(realm, seat, rng.randint(100, 500), name, None)
    relate(realm, seats)
    return realm


def share_lands(realm: Realm) -> None:
    """Every land goes to the lord who started nearest to it."""
    distances = atlas(realm.settings.map).distances
    starts = [(land.name, land.owner) for land in realm.lands.values() if land.owner is not None]
    for land in realm.lands.values():
        land.owner = min(starts, key=lambda start: distances[land.name][start[0]])[1]
        land.happiness = 12.0 + len(land.name)


def new_knight(realm: Realm, seat: Seat, name: str, land: LandName, renown: float) -> Knight:
    """One more knight in the service of this lord."""
    knight = Knight(take_knight_number(realm.lords[seat]), seat, name, renown, 60, land)
    realm.knights[knight.id] = knight
    return knight


def relate(realm: Realm, seats: list[Seat]) -> None:
    """Allies two seats away, enemies next door in the list of lords: three or four relations each."""
    lords = realm.lords
    for index, seat in enumerate(seats):
        foe, friend = seats[index - 1], seats[index - 3]
        lords[seat].enemies[foe] = lords[foe].enemies[seat] = 1
        if friend not in lords[seat].enemies and friend != seat:
            lords[seat].allies[friend] = lords[friend].allies[seat] = 1


def full_sheets(realm: Realm, orders: int) -> dict[Seat, Sheet]:
    """So many orders a lord, in the proportions of a busy turn: lands taxed, every knight given something to do."""
    return {seat: full_sheet(decision, orders) for seat, decision in gloire.pending(realm).items()}


def full_sheet(decision: SheetDecision, orders: int) -> Sheet:
    """The sheet of one lord; every order passes the entry page."""
    book = decision.book
    lords = [Seat(seat) for seat in book.view["lords"] if seat != book.seat]
    rng = Rng(SEED).at("sheet", book.seat)
    lands = [LandName(name) for name in book.own_lands]
    sheet: list[Order] = [o.SetRetreat(50, 50, 80), o.CallKnights(2)]
    sheet += [o.Tax(5, land) for land in lands] + [o.Redistribute(700, land) for land in lands]
    sheet += [o.Levy(land, 500, None) for land in lands[:2]]
    sheet += [o.OfferAlliance(rng.choice(lords)), o.DeclareWar(rng.choice(lords)), o.CallToArms(rng.choice(lords))]
    sheet += [o.OrganiseJoust(4, 500, "lys"), o.Spy(rng.choice(list(map(LandName, book.atlas.places))))]
    if lands:  # a lord may have lost his last one in the turns before
        sheet += [o.Fortify(rng.choice(lands), 2), o.Sell(lords[0], lands[-1], 1000), o.Buy(lords[1], lands[0], 900)]
    knights = list(book.knights)
    while knights and len(sheet) < orders:
        knight = knights[len(sheet) % len(knights)]
        here = LandName(book.knights[knight]["land"])
        near = LandName(rng.choice(book.atlas.places[here].neighbours))
        draw = rng.random()
        order: Order
        if draw < 0.3:
            order = o.Attack(knight, near, None)
        elif draw < 0.6:
            order = o.Move(knight, near)
        elif draw < 0.8:
            order = o.EnterJoust(knight, rng.choice(lords), "lys")
        elif draw < 0.9:
            order = o.Transfer(knight, rng.choice(knights), 50)
        else:
            order = o.LeaveGarrison(knight, 20)
        if CHECKS[type(order)](book, order) is None:
            sheet.append(order)
    return tuple(sheet[:orders])
