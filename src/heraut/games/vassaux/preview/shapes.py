"""What a preview is made of: plain structs that a page draws and a program reads. Nothing but data.

Places and lengths are in mR, chances exact fractions; groups are those of `identities` (52, or -52 for its band).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.calculators.attack import Chances, mean
from heraut.games.vassaux.identities import NO_UNIT, FigureId, GroupId, UnitId
from heraut.games.vassaux.prospects import Span
from heraut.games.vassaux.table.placement import Zone
from heraut.games.vassaux.tables.codes import AnyOrder, OrderCode, QuestionName, SpellCode
from heraut.geometry import Point

TargetKind = Literal["melee", "charge", "shot", "spell"]


class Stretch(msgspec.Struct, frozen=True):
    """A straight part of a leader's way.

    `length` in mR; `rulers` that it takes; `difficult`: it touches ground that takes a ruler from the move (SV-TER-02).
    """

    start: Point
    end: Point
    length: int
    rulers: int
    difficult: bool = False


class Way(msgspec.Struct, frozen=True):
    """The way of a leader: its straight parts, and how much of what he has they use.

    `used` of `allowed` in mR, `rulers` of `most` rulers: those that the ground on this very way leaves him.
    """

    stretches: tuple[Stretch, ...]
    used: int
    allowed: int
    rulers: int
    most: int

    @property
    def points(self) -> tuple[Point, ...]:
        """Its corners, start and end included."""
        return (self.stretches[0].start, *(one.end for one in self.stretches)) if self.stretches else ()


class EndPosition(msgspec.Struct, frozen=True):
    """How a unit stands at the end, if nobody reacts.

    `ghosts` are those who would stand elsewhere than now (its leader among them), `leader` who he is; `confused` those
    who would be out of their leader's Aura, `abandoned` those left to the enemy by a unit that breaks off, `stay` those
    for whom no place is found, so that they remain where they are. `contacts`: whom each of its men would touch.
    `number` men of it stand in cohesion of `size`.
    """

    unit: UnitId
    leader: FigureId
    face: Point
    ghosts: Mapping[FigureId, Point]
    confused: Sequence[FigureId] = ()
    abandoned: Sequence[FigureId] = ()
    stay: Sequence[FigureId] = ()
    contacts: Sequence[tuple[FigureId, FigureId]] = ()
    number: int = 0
    size: int = 0


class Blow(msgspec.Struct, frozen=True):
    """One attack: by so many men, with so many dice each, against so many dice of defence.

    `bonus`: the value of the order die is added. `losses`: how many of `most` fall; `first`: who goes, one after the
    other, if the owner chooses as he is advised to; `leader`: the chance that the leader is among them.
    """

    by: GroupId
    on: GroupId
    men: int
    each: int
    bonus: bool
    defence: int
    health: int
    most: int
    hits: Chances
    losses: Chances
    first: Sequence[FigureId] = ()
    leader: Fraction = Fraction(0)

    @property
    def mean(self) -> Fraction:
        """Losses on average."""
        return mean(self.losses)


class Fray(msgspec.Struct, frozen=True):
    """A melee: its blows, then what each side loses in all, and with what chance its leader is among the fallen.

    `blows` are those struck by the attacker, in the order named; the others strike back with whoever is left. Not
    `exact` where so many fight at once that each pair of them is told as if it fought by itself.
    """

    blows: Sequence[Blow]
    losses: Mapping[GroupId, Chances]
    leaders: Mapping[GroupId, Fraction]
    exact: bool = True

    def mean(self, group: GroupId) -> Fraction:
        """What a side loses on average."""
        return mean(self.losses[group])


class Volley(msgspec.Struct, frozen=True):
    """A shot: who sees the target, how many of it are in cover or unseen, whether that doubles its defence."""

    blow: Blow
    marksmen: Sequence[FigureId]
    sheltered: int
    covered: bool
    high: bool
    shots: int  # that the unit has left this turn, this one included


class Countering(msgspec.Struct, frozen=True):
    """An enemy leader who may counter a spell, and the chance that his will prevails (SV-MAG-09)."""

    unit: UnitId
    chance: Fraction


class Casting(msgspec.Struct, frozen=True):
    """A spell: its chance with each number of extra and invocation dice, and who may counter it."""

    spell: SpellCode
    target: GroupId
    power: int
    chances: Mapping[int, Fraction]  # by the dice beyond the first
    dice: int = 0  # chosen beyond the first
    counters: Sequence[Countering] = ()
    strikes: Sequence[Blow] = ()  # of a spell that wounds

    @property
    def chance(self) -> Fraction:
        """With the dice chosen."""
        return self.chances[self.dice]


class Target(msgspec.Struct, frozen=True):
    """An enemy (or for a spell, a friend) that the chosen unit may name now, with the order it takes.

    `lines` are what a draft would hold: the announcement, then the parameters. `gap` leader to the nearest man of it.
    `refused` says why not, where the unit cannot; then nothing else counts.
    """

    group: GroupId
    kind: TargetKind
    order: OrderCode
    lines: Sequence[str]
    gap: int
    way: Way | None = None
    standing: EndPosition | None = None
    fray: Fray | None = None
    volley: Volley | None = None
    casting: Casting | None = None
    refused: Refusal | None = None


class Reaction(msgspec.Struct, frozen=True):
    """What a unit could do to interrupt, from where to where on the way, with what chance, and what it may come to.

    `spans` in mR from the start of the way; `best` the point that it should choose. `fray` or `volley` as it would be
    there if the try succeeds.
    """

    order: OrderCode
    spans: Sequence[Span]
    best: int
    fray: Fray | None = None
    volley: Volley | None = None


class Interruption(msgspec.Struct, frozen=True):
    """A unit that may react, over which part of the way, and the chance that it is let (SV-REA-03).

    `chance` is 1 on alert. Who fails has lost its order of the turn: that is the price, nought for one on alert.
    `places` are the ends of the spans, for a picture.
    """

    unit: UnitId
    alert: bool
    chance: Fraction
    spans: Sequence[Span]
    places: Sequence[tuple[Point, Point]]
    reactions: Sequence[Reaction]


class Reach(msgspec.Struct, frozen=True):
    """What a unit can reach from where it stands: radii in mR around the centre of its leader, 0 where it cannot.

    `rim` is as far as he may go in each direction, in the order of angles: by the way that is free, not as the crow
    flies. `aura` is his own, `command` that of his Lord around the Lord's place.
    """

    unit: UnitId
    centre: Point
    march: int = 0
    run: int = 0
    charge: int = 0
    shot: int = 0
    aura: int = 0
    rim: Sequence[Point] = ()
    lord: Point | None = None
    command: int = 0


class Choice(msgspec.Struct, frozen=True):
    """Figures of whom some must be named: who may be, how many, who goes if nothing is said."""

    figures: Sequence[FigureId]
    number: int
    default: Sequence[FigureId]


class Preview(msgspec.Struct, frozen=True):
    """Everything that can be shown before a draft binds. Fields that the draft says nothing of are empty.

    `kind` is the question that the draft's last line answers, or the one at hand; `unit` the unit meant, `order` the
    order in hand or drafted. `declarable`: the draft holds a whole act (a march with its way, a charge at somebody).
    """

    kind: QuestionName
    unit: UnitId = NO_UNIT
    order: AnyOrder = ""
    declarable: bool = False
    way: Way | None = None
    standing: EndPosition | None = None
    earlier: Sequence[EndPosition] = ()  # units that the lines before the last one set down
    fray: Fray | None = None
    martyrs: Fray | None = None  # the same fight, the men of who is asked sacrificing themselves
    volley: Volley | None = None
    casting: Casting | None = None
    choice: Choice | None = None
    reach: Reach | None = None
    zones: Sequence[Zone] = ()  # where the unit may be set down
    targets: Sequence[Target] = ()
    interruptions: Sequence[Interruption] = ()
    reactions: Sequence[Interruption] = ()  # those of the reader's own units, to an order of the enemy
    target: GroupId = NO_UNIT  # whom the act is against, as far as it names one
    aim: FigureId = FigureId(0)
