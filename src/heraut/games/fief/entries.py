"""What is entered about a realm for a while: deals, guests, leave, attacks, levies, inheritances."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from heraut.games.fief.identities import CardNo, LordNo, PlayerNo, RegionNo, SeeNo, VillageNo
from heraut.games.fief.orders.order import Couple
from heraut.games.fief.tables import Tokens


class Deal(msgspec.Struct, frozen=True):
    """Acts between two players, executed as a whole or not at all (FI-NEG-05).

    `number` counts the proposals of this pair alone, so that it tells neither of the two what others do (FI-DP-32).
    `gives` and `asks` are sums of money; `cards` are offered, `asked_cards` so many of the other's choice;
    `frees` are captives of the proposer, `claims` captives of the other; with `sold` they change captor (variant C).
    """

    number: int
    proposer: PlayerNo
    addressee: PlayerNo
    gives: int = 0
    asks: int = 0
    cards: tuple[CardNo, ...] = ()
    asked_cards: int = 0
    frees: tuple[LordNo, ...] = ()
    claims: tuple[LordNo, ...] = ()
    sold: bool = False
    marriages: tuple[Couple, ...] = ()
    promise: str = ""


class Guest(NamedTuple):
    """A party let into a village of somebody else (FI-MOD-18)."""

    village: VillageNo
    guest: PlayerNo
    host: PlayerNo


class PlayerAt(NamedTuple):
    """A player, at one village."""

    village: VillageNo
    player: PlayerNo


class Permission(NamedTuple):
    """What a gatekeeper will answer a player at one village, this turn (FI-PAS-14)."""

    keeper: PlayerNo
    player: PlayerNo
    village: VillageNo
    answer: str


class Attack(NamedTuple):
    """An attack declared; `target` is None in a siege, of whoever holds the village (FI-BAT-02)."""

    village: VillageNo
    attacker: PlayerNo
    target: PlayerNo | None


class Tithe(NamedTuple):
    """A tax that a card has imposed on a bishopric, for a player."""

    card: CardNo
    see: SeeNo
    player: PlayerNo


class Taille(NamedTuple):
    """A tax that a card has imposed on a region, for a player."""

    card: CardNo
    region: RegionNo
    player: PlayerNo


class DealCount(NamedTuple):
    """How many deals two players have proposed to each other so far, in seat order (FI-DP-32)."""

    first: PlayerNo
    second: PlayerNo
    number: int


class Widowed(NamedTuple):
    """The player of an extinct family, and the spouse who is its presumptive heir (FI-INH-03)."""

    extinct: PlayerNo
    spouse: LordNo


class Legacy(NamedTuple):
    """The player of an extinct family, and the money for the heir of its fiefs (FI-INH-03)."""

    extinct: PlayerNo
    money: int


class GuardsDue(NamedTuple):
    """The guards of the King and of the Queen who wait for their release."""

    king: Tokens = (0, 0, 0)
    queen: Tokens = (0, 0, 0)
