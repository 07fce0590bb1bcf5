"""A step being resolved: the realm as it becomes, chance, and what is told. Names are given to numbers here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from heraut.engine.protocol import Event
from heraut.engine.rng import Rng
from heraut.games.fief.board.places import VILLAGE_IDS
from heraut.games.fief.cards import LORD_IDS
from heraut.games.fief.identities import REBELS, LordNo, PlayerNo, VillageNo
from heraut.games.fief.state import Realm
from heraut.games.fief.tasks import AnyTask

PEASANTS = "rebels"  # the peasants in events and views


class Turn(msgspec.Struct, eq=False):
    """`now` is a copy that rules change; `events` are those told so far, in their order."""

    now: Realm
    rng: Rng
    events: list[Event] = []

    # Tasks

    def push(self, task: AnyTask) -> None:
        """This is done before everything else that waits."""
        self.now.tasks.append(task)

    def done(self, task: AnyTask) -> None:
        """This task leaves the pile, wherever it lies: others may have been put above it meanwhile."""
        tasks = self.now.tasks
        for place in range(len(tasks) - 1, -1, -1):
            if tasks[place] is task:
                del tasks[place]
                return

    # Chance

    def die(self) -> int:
        """One die."""
        return 1 + int(self.rng.random() * 6)

    def dice(self, number: int) -> list[int]:
        """So many dice."""
        return [self.die() for _ in range(number)]

    # What is told

    def announce(self, rule: str, kind: str, /, **data: Any) -> None:
        """Public news."""
        self.events.append(Event(rule, kind, data))

    def tell(self, players: PlayerNo | tuple[PlayerNo, ...], rule: str, kind: str, /, **data: Any) -> None:
        """News for these players alone."""
        readers = players if isinstance(players, tuple) else (players,)
        self.events.append(Event(rule, kind, data, tuple([self.now.seats[player] for player in readers])))

    # Names

    def seat(self, player: PlayerNo | None) -> str | None:
        """The name of a player, of the peasants, of nobody."""
        return seat_name(self.now, player)


class SilentTurn(Turn):
    """A step of a playout: nobody is told what happens in it."""

    def announce(self, rule: str, kind: str, /, **data: Any) -> None:
        """Nobody hears it."""

    def tell(self, players: PlayerNo | tuple[PlayerNo, ...], rule: str, kind: str, /, **data: Any) -> None:
        """Nobody hears it."""


def seat_name(realm: Realm, player: PlayerNo | None) -> str | None:
    """The name of a player, of the peasants, of nobody."""
    if player is None:
        return None
    return PEASANTS if player == REBELS else realm.seats[player]


def lord_name(lord: LordNo | None) -> str | None:
    """The identifier of a lord, or None."""
    return LORD_IDS[lord] if lord is not None else None


def village_name(village: VillageNo | None) -> str | None:
    """The identifier of a village, or None."""
    return VILLAGE_IDS[village] if village is not None else None


def lord_names(lords: Iterable[LordNo]) -> list[str]:
    """The identifiers of some lords."""
    return [LORD_IDS[lord] for lord in lords]
