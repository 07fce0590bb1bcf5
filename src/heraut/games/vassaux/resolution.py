"""A battle while it is being changed: the field, its chance, and what has been told."""

from __future__ import annotations

from typing import Any

import msgspec

from heraut.engine.protocol import Event, Seat
from heraut.engine.rng import Rng
from heraut.games.vassaux.identities import GroupId, Place
from heraut.games.vassaux.state import Asked, Battle, Frame, Melee, Unit
from heraut.games.vassaux.table.cache import TableCache
from heraut.games.vassaux.table.field import Field, mark
from heraut.games.vassaux.tables.codes import QuestionName, SpellCode


class Turn(Field):
    """The field with the right to change it. Lists of units are replaced, never changed in place (see `copy`).

    Whoever moves a figure, takes it off or puts it into another group says so: `moved`.
    """

    __slots__ = ("events", "random")

    def __init__(self, battle: Battle, rng: Rng, cache: TableCache | None = None) -> None:
        super().__init__(battle, cache)
        self.random = rng.random
        self.events: list[Event] = []

    def moved(self, unit: Unit | None = None) -> None:
        """Figures of this unit (None: of several) have moved, fallen or changed groups: what was known is forgotten."""
        self.cache = TableCache(self.now, self.cache, unit)

    def die(self) -> int:
        """One die, drawn in the order of SV-GEN-06."""
        return 1 + int(6 * self.random())

    def dice(self, number: int) -> list[int]:
        """So many dice, in the order in which they are drawn."""
        random = self.random
        return [1 + int(6 * random()) for _ in range(number)]

    def announce(self, rule: str, kind: str, /, **data: Any) -> None:
        """Public news."""
        self.events.append(Event(rule, kind, data))

    def tell(self, place: Place, rule: str, kind: str, /, **data: Any) -> None:
        """News for this seat alone."""
        seat: Seat = self.now.hosts[place].seat
        self.events.append(Event(rule, kind, data, (seat,)))

    def ask(self, place: Place, kind: QuestionName) -> None:
        """Stops the resolution until this seat has answered."""
        self.now.asked = Asked(place, kind)

    def push(self, frame: Frame) -> None:
        """Something else has to be resolved first."""
        self.now.stack.append(frame)

    def pop(self) -> None:
        """What stands on top is resolved."""
        self.now.stack.pop()

    def automated(self, unit: Unit) -> bool:
        """Whether the reaction table plays this unit (SV-SOL-01)."""
        return unit.fm > 0

    def enchant(self, group: GroupId, name: SpellCode) -> None:
        """Lays an effect on a group; the same one does not stack (SV-MAG-08)."""
        unit = self.unit(group)
        if mark(group, name) not in unit.effects:
            unit.effects = [*unit.effects, mark(group, name)]

    def disenchant(self, group: GroupId, name: SpellCode) -> None:
        """The effect is used up."""
        unit = self.unit(group)
        unit.effects = [one for one in unit.effects if one != mark(group, name)]


class SilentTurn(Turn):
    """A step of a playout: nobody is told what happens in it."""

    __slots__ = ()

    def announce(self, rule: str, kind: str, /, **data: Any) -> None:
        """Nobody hears it."""

    def tell(self, place: Place, rule: str, kind: str, /, **data: Any) -> None:
        """Nobody hears it."""


def copy(battle: Battle) -> Battle:
    """Another battle, equal and independent: nothing done to one is seen in the other."""
    return Battle(
        battle.settings,
        [host.__copy__() for host in battle.hosts],
        # Lists of a unit are replaced, never changed in place, so that both may share them.
        {number: unit.__copy__() for number, unit in battle.units.items()},
        battle.at.copy(),
        battle.turn,
        battle.phase,
        battle.active,
        battle.initiative,
        battle.re,
        [copy_frame(frame) for frame in battle.stack],
        battle.asked,
        battle.corrupted,
        battle.night,
        battle.points,
        battle.lit,
        battle.edge,
        battle.winner,
        battle.road,
    )


def copy_frame(frame: Frame) -> Frame:
    """A frame of its own; of its lists only the sides of a melee are changed in place."""
    twin: Frame = msgspec.structs.replace(frame)
    if isinstance(twin, Melee):
        twin.sides = [msgspec.structs.replace(side) for side in twin.sides]
    return twin
