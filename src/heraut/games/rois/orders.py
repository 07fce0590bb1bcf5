"""The verbs: one small struct an order, with its French word, and the sheet that they make up (RO-ORD).

Provinces, characters, units, items and kingdoms are named by their numbers; types, spells and abilities by their codes.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from heraut.games.rois.state import Creation, Plan

ALL: tuple[int, ...] = ()  # the unit list "*" (RO-ORD-22)
GARRISON = 0  # the receiver "G" of LE
SEASONS = (1, 2, 3, 4, 5)


class Order(msgspec.Struct, frozen=True, gc=False):
    """What a character does in one season. `code` is the word that begins it."""

    code: ClassVar[str]


class Move(Order, frozen=True, gc=False):
    province: int
    code = "MO"


class Explore(Order, frozen=True, gc=False):
    code = "EX"


class Search(Order, frozen=True, gc=False):
    """`plan` None: the standing plan (RO-ENC-27)."""

    place: int
    plan: Plan | None = None
    code = "SE"


class Recruit(Order, frozen=True, gc=False):
    """`leader` 0: for the recruiter himself."""

    type: str
    count: int
    leader: int = 0
    code = "RE"


class Hire(Order, frozen=True, gc=False):
    character: int
    code = "HI"


class Disband(Order, frozen=True, gc=False):
    units: tuple[int, ...]
    code = "DI"


class Dismiss(Order, frozen=True, gc=False):
    character: int
    code = "FI"


class Leave(Order, frozen=True, gc=False):
    """`receiver` 0: the garrison."""

    units: tuple[int, ...]
    receiver: int
    code = "LE"


class PickUp(Order, frozen=True, gc=False):
    units: tuple[int, ...]
    code = "PI"


class Cast(Order, frozen=True, gc=False):
    """`target`: a character, a province or a path, as the spell asks; `garrison`: PA on that of a province."""

    spell: str
    target: tuple[int, ...] = ()
    garrison: bool = False
    code = "CA"


class Use(Order, frozen=True, gc=False):
    item: int
    target: tuple[int, ...] = ()
    code = "US"


class Meet(Order, frozen=True, gc=False):
    """`plan` None: the standing plan."""

    character: int
    plan: Plan | None = None
    code = "EN"


class Practise(Order, frozen=True, gc=False):
    ability: str
    code = "PR"


class Spy(Order, frozen=True, gc=False):
    province: int
    code = "SP"


class Defend(Order, frozen=True, gc=False):
    """`province` 0: any of the neighbours."""

    province: int = 0
    code = "DE"


class Pursue(Order, frozen=True, gc=False):
    character: int
    code = "PU"


class Trail(Order, frozen=True, gc=False):
    character: int
    code = "TR"


class GiveItem(Order, frozen=True, gc=False):
    item: int
    character: int
    code = "GI"


class GiveGold(Order, frozen=True, gc=False):
    gold: int
    character: int
    code = "GI"


class RealmOrder(msgspec.Struct, frozen=True, gc=False):
    """What a kingdom orders for the year (RO-ORD-19)."""

    code: ClassVar[str]


class Treat(RealmOrder, frozen=True, gc=False):
    kingdom: int
    code = "TRAITE"


class Break(RealmOrder, frozen=True, gc=False):
    """`early`: at the start of the turn, for Evil kingdoms (RO-DIP-07)."""

    kingdom: int
    early: bool = False
    code = "ROMPRE"


class Exchange(RealmOrder, frozen=True, gc=False):
    kingdom: int
    code = "SCIENCE"


class Donate(RealmOrder, frozen=True, gc=False):
    kingdom: int
    gold: int
    code = "DON"


class CallVote(RealmOrder, frozen=True, gc=False):
    code = "ELECTION"


class Vote(RealmOrder, frozen=True, gc=False):
    """`kingdom` 0: blank."""

    kingdom: int
    code = "VOTE"


class Rename(RealmOrder, frozen=True, gc=False):
    """`sort` C, U or P: a character, a unit or a province of one's own."""

    sort: str
    number: int
    text: str
    code = "NOM"


class NameHeir(RealmOrder, frozen=True, gc=False):
    """The standing form of the Royal Heir; None erases it (RO-CHAR-20)."""

    form: Creation | None
    code = "HERITIER"


class Action(msgspec.Struct, frozen=True, gc=False):
    """One order of one character in one season."""

    character: int
    season: int
    order: Order


class StandingPlan(msgspec.Struct, frozen=True, gc=False):
    """A standing plan, or a special plan for duels before battle; an empty one erases it."""

    character: int
    duel: bool
    plan: Plan


class Sheet(msgspec.Struct, frozen=True):
    """The orders of one kingdom for one year. `sent` False: it sent nothing at all, and defends (RO-TURN-07)."""

    actions: tuple[Action, ...] = ()
    plans: tuple[StandingPlan, ...] = ()
    realm: tuple[RealmOrder, ...] = ()
    sent: bool = True


SILENCE = Sheet(sent=False)

ORDERS: tuple[type[Order], ...] = (
    Move,
    Explore,
    Search,
    Recruit,
    Hire,
    Disband,
    Dismiss,
    Leave,
    PickUp,
    Cast,
    Use,
    Meet,
    Practise,
    Spy,
    Defend,
    Pursue,
    Trail,
    GiveItem,
    GiveGold,
)
REALM_ORDERS: tuple[type[RealmOrder], ...] = (Treat, Break, Exchange, Donate, CallVote, Vote, Rename, NameHeir)

CODES = tuple(dict.fromkeys(order.code for order in ORDERS))
REALM_CODES = tuple(order.code for order in REALM_ORDERS)
