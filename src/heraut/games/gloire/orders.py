"""The verbs: one small struct an order, with its French code, its phase and its syntax (catalogue D3).

An order names knights and armies by their permanent numbers, lands by their name on the map, lords by their seat
(GP-GEN-14); only another lord's knight, known by hearsay at best, stays as it was typed.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from heraut.engine.protocol import Seat
from heraut.games.gloire.state import ArmyId, KnightId, LandName


class Order(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """One order. `syntax` lists its arguments as (field, sort of argument); see `sheet.READERS` for the sorts."""

    code: ClassVar[str]
    phase: ClassVar[int]
    syntax: ClassVar[tuple[tuple[str, str], ...]] = ()


Sheet = tuple[Order, ...]  # the orders of one lord for one turn, in the order of their entry


class ForeignKnight(msgspec.Struct, frozen=True, gc=False):
    """A knight of another lord, as typed: `lord/knight` (GP-GEN-19)."""

    lord: Seat
    name: str


class Abdicate(Order, frozen=True, gc=False):
    code, phase = "ABD", 1


class Rename(Order, frozen=True, gc=False):
    knight: KnightId
    name: str
    code, phase = "REN", 1
    syntax = (("knight", "knight"), ("name", "name"))


class Demobilise(Order, frozen=True, gc=False):
    army: ArmyId
    code, phase = "DEM", 2
    syntax = (("army", "army"),)


class Dismiss(Order, frozen=True, gc=False):
    knight: KnightId
    code, phase = "LIB", 2
    syntax = (("knight", "knight"),)


class Tax(Order, frozen=True, gc=False):
    level: int
    land: LandName
    code, phase = "IMP", 3
    syntax = (("level", "number"), ("land", "land"))


class Redistribute(Order, frozen=True, gc=False):
    amount: int
    land: LandName
    code, phase = "RED", 3
    syntax = (("amount", "number"), ("land", "land"))


class SetRetreat(Order, frozen=True, gc=False):
    peasants: int
    garrison: int
    knight: int
    code, phase = "INI", 4
    syntax = (("peasants", "number"), ("garrison", "number"), ("knight", "number"))


class Defend(Order, frozen=True, gc=False):
    army: ArmyId
    men: int
    code, phase = "DEF", 4
    syntax = (("army", "army"), ("men", "number"))


class CallKnights(Order, frozen=True, gc=False):
    number: int
    code, phase = "CHE", 5
    syntax = (("number", "number"),)


class Levy(Order, frozen=True, gc=False):
    land: LandName
    amount: int
    knight: KnightId | None = None
    code, phase = "ARM", 5
    syntax = (("land", "land"), ("amount", "number"), ("knight", "knight?"))


class Assign(Order, frozen=True, gc=False):
    knight: KnightId
    army: ArmyId
    code, phase = "AFF", 6
    syntax = (("knight", "knight"), ("army", "army"))


class Transfer(Order, frozen=True, gc=False):
    source: KnightId
    target: KnightId | ForeignKnight
    men: int
    code, phase = "TSF", 6
    syntax = (("source", "knight"), ("target", "any_knight"), ("men", "number"))


class LeaveGarrison(Order, frozen=True, gc=False):
    knight: KnightId
    men: int
    code, phase = "GAR", 6
    syntax = (("knight", "knight"), ("men", "number"))


class Attack(Order, frozen=True, gc=False):
    knight: KnightId
    land: LandName
    men: int | None = None
    code, phase = "ATT", 7
    syntax = (("knight", "knight"), ("land", "land"), ("men", "number?"))


class Diplomatic(Order, frozen=True, gc=False):
    """What the five orders of phase 8 share: the lord they are addressed to."""

    lord: Seat
    phase = 8
    syntax = (("lord", "lord"),)


class DeclareWar(Diplomatic, frozen=True, gc=False):
    code = "GUE"


class OfferAlliance(Diplomatic, frozen=True, gc=False):
    code = "ALL"


class OfferPeace(Diplomatic, frozen=True, gc=False):
    code = "PAI"


class CancelAlliance(Diplomatic, frozen=True, gc=False):
    code = "ANN"


class CallToArms(Diplomatic, frozen=True, gc=False):
    code = "APP"


class Move(Order, frozen=True, gc=False):
    knight: KnightId
    land: LandName
    code, phase = "MOV", 9
    syntax = (("knight", "knight"), ("land", "land"))


class OrganiseJoust(Order, frozen=True, gc=False):
    places: int
    prize: int
    password: str
    code, phase = "ORG", 10
    syntax = (("places", "number"), ("prize", "number"), ("password", "password"))


class EnterJoust(Order, frozen=True, gc=False):
    knight: KnightId
    organiser: Seat | None = None
    password: str | None = None
    code, phase = "PAR", 11
    syntax = (("knight", "knight"), ("organiser", "lord?"), ("password", "password?"))


class Sell(Order, frozen=True, gc=False):
    buyer: Seat
    land: LandName
    price: int
    code, phase = "VND", 12
    syntax = (("buyer", "lord"), ("land", "land"), ("price", "number"))


class Buy(Order, frozen=True, gc=False):
    seller: Seat
    land: LandName
    price: int
    code, phase = "ACH", 12
    syntax = (("seller", "lord"), ("land", "land"), ("price", "number"))


class Spy(Order, frozen=True, gc=False):
    land: LandName
    code, phase = "ESP", 13
    syntax = (("land", "land"),)


class Fortify(Order, frozen=True, gc=False):
    land: LandName
    level: int
    code, phase = "FOR", 16
    syntax = (("land", "land"), ("level", "work"))


ORDERS: tuple[type[Order], ...] = (
    Abdicate,
    Rename,
    Demobilise,
    Dismiss,
    Tax,
    Redistribute,
    SetRetreat,
    Defend,
    CallKnights,
    Levy,
    Assign,
    Transfer,
    LeaveGarrison,
    Attack,
    DeclareWar,
    OfferAlliance,
    OfferPeace,
    CancelAlliance,
    CallToArms,
    Move,
    OrganiseJoust,
    EnterJoust,
    Sell,
    Buy,
    Spy,
    Fortify,
)

BY_CODE: dict[str, type[Order]] = {order.code: order for order in ORDERS}
RANGES: dict[str, tuple[int, int]] = {"IMP": (0, 10), "INI": (0, 100)}  # of every number of these orders
