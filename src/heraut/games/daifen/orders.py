"""The verbs: one small struct an order, with its French word (catalogue DA-ORD-21), and the form that they make up.

An order names kingdoms by their names, types of building, unit and technology by their codes.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from heraut.games.daifen.state import KingdomName

GOLD, INTELLECT = "or", "intellect"  # what a gift may hold besides units


class Order(msgspec.Struct, frozen=True, gc=False):
    """One order: one line of a form. `code` is the word that begins the line."""

    code: ClassVar[str]


class Form(msgspec.Struct, frozen=True):
    """The orders of one lord for one turn. `sent` False: the lord sent none at all (DA-ORD-04, DA-END-12)."""

    orders: tuple[Order, ...] = ()
    sent: bool = True


SILENCE = Form(sent=False)


class Build(Order, frozen=True, gc=False):
    building: str
    count: int
    code = "CONSTRUIRE"


class Train(Order, frozen=True, gc=False):
    unit: str
    count: int
    code = "ENTRAINER"


class Develop(Order, frozen=True, gc=False):
    technology: str
    code = "DEVELOPPER"


class Expedition(Order, frozen=True, gc=False):
    """What attacks and supports share: a kingdom, and units with their numbers, in the canonical order."""

    kingdom: KingdomName
    units: tuple[tuple[str, int], ...]


class Attack(Expedition, frozen=True, gc=False):
    code = "ATTAQUER"


class Support(Expedition, frozen=True, gc=False):
    code = "SOUTENIR"


class Give(Order, frozen=True, gc=False):
    """One gift: so much gold, or intellect, or so many units of one type (DA-GIF-01)."""

    kingdom: KingdomName
    content: str
    count: int
    code = "DONNER"


class Explore(Order, frozen=True, gc=False):
    count: int
    code = "EXPLORER"


class Mission(Order, frozen=True, gc=False):
    """What the missions that can be intercepted share: a kingdom, and a number of spies (DA-SPY-04)."""

    kingdom: KingdomName
    count: int


class SpyOn(Mission, frozen=True, gc=False):
    code = "ESPIONNER"


class Steal(Mission, frozen=True, gc=False):
    code = "VOLER"


class Sabotage(Mission, frozen=True, gc=False):
    code = "SABOTER"


class Reveal(Order, frozen=True, gc=False):
    """One spy tells a kingdom where another one is (DA-SPY-29)."""

    kingdom: KingdomName
    recipient: KingdomName
    code = "INDIQUER"


class Guard(Order, frozen=True, gc=False):
    count: int
    code = "CONTRE-ESPIONNER"


class Rumour(Order, frozen=True, gc=False):
    """A rumour: one of the six statements, or a text of the lord's own (DA-RUM-05)."""

    kingdom: KingdomName
    statement: str | None
    text: str | None
    code = "RUMEUR"


class Vote(Order, frozen=True, gc=False):
    yes: bool
    code = "ASSOCIATION"


ORDERS: tuple[type[Order], ...] = (
    Build,
    Train,
    Develop,
    Attack,
    Support,
    Give,
    Explore,
    SpyOn,
    Steal,
    Sabotage,
    Reveal,
    Guard,
    Rumour,
    Vote,
)

BY_CODE: dict[str, type[Order]] = {order.code: order for order in ORDERS}
