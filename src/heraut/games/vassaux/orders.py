"""The verbs: one small struct for each answer to a question of the rulebook (decision points SV-DP), and its refusal.

How players write them stands in `notation`.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.identities import NO_UNIT, FigureId, GroupId, UnitId
from heraut.games.vassaux.tables.codes import AnyOrder, OrderCode, SpellCode
from heraut.geometry import Point

Places = dict[FigureId, Point]  # figures set down by hand


class Placing(msgspec.Struct, frozen=True):
    """An answer in which figures are set down by hand: hashable like the others, though they stand in a dict."""

    def __hash__(self) -> int:
        """Of whatever names it, and who stands where."""
        values = (getattr(self, name) for name in self.__struct_fields__)
        return hash(tuple(frozenset(value.items()) if isinstance(value, dict) else value for value in values))


class Deploy(Placing, frozen=True, tag="deploy"):
    """SV-DP-02: a unit, the place of its leader, of men set down by hand; the markers of an infiltrating unit."""

    unit: UnitId
    place: Point = (0, 0)
    places: Places = {}
    markers: tuple[Point, ...] = ()


class Objective(msgspec.Struct, frozen=True, tag="objective"):
    """SV-DP-17: an objective point."""

    place: Point


class Say(msgspec.Struct, frozen=True, tag="say"):
    """Yes or no: SV-DP-03 (cede the initiative), SV-DP-09 (let the spell act), SV-DP-11 (martyrs)."""

    yes: bool


class Orders(msgspec.Struct, frozen=True, tag="orders"):
    """SV-DP-04, SV-DP-18: a unit and its announced orders, in the order of their resolution; `NO_UNIT` passes."""

    unit: UnitId
    orders: tuple[OrderCode, ...] = ()


How = Literal["hold", "move", "reorganise"]


class Move(Placing, frozen=True, tag="move"):
    """SV-DP-05, SV-DP-13: the leader's way, and men set down by hand.

    `path` is its end, before it the corners where it bends: a straight part may take several rulers (SV-MOV-02).
    `how`: "hold" (nobody moves), "move", or "reorganise". `leave` are the engaged figures that a harassing unit takes
    along (SV-GRN-03); empty for the default.
    """

    how: How
    path: tuple[Point, ...] = ()
    places: Places = {}
    leave: tuple[FigureId, ...] = ()


class Charge(Placing, frozen=True, tag="charge"):
    """SV-DP-05: the target group, the figure aimed at, the length in mR (None: the longest legal one), men by hand."""

    target: GroupId
    aim: FigureId
    length: int | None = None
    places: Places = {}


class Fight(Placing, frozen=True, tag="fight"):
    """SV-DP-10: the enemy groups attacked, in order, and whom figures that touch several of them strike."""

    targets: tuple[GroupId, ...]
    split: dict[FigureId, GroupId] = {}


class Shoot(msgspec.Struct, frozen=True, tag="shoot"):
    """SV-DP-05, SV-DP-14: the group shot at; `NO_UNIT` stops shooting."""

    target: GroupId


class Cast(msgspec.Struct, frozen=True, tag="cast"):
    """SV-DP-07: a spell, the group it is cast on (or `NO_UNIT`), extra dice, invocation dice, and M of a meteor."""

    spell: SpellCode
    target: GroupId = NO_UNIT
    extra: int = 0
    invocation: int = 0
    power: int = 0


class React(msgspec.Struct, frozen=True, tag="react"):
    """SV-DP-06: a unit, its simple order, the point of the path in mR; `NO_UNIT` passes."""

    unit: UnitId
    order: AnyOrder = ""
    point: int = 0


class Counter(msgspec.Struct, frozen=True, tag="counter"):
    """SV-DP-08: the unit whose leader counters the spell; `NO_UNIT`: nobody."""

    unit: UnitId


class Assign(msgspec.Struct, frozen=True, tag="assign"):
    """SV-DP-15: the order given to a corrupted unit."""

    order: OrderCode


class Lose(msgspec.Struct, frozen=True, tag="lose"):
    """SV-DP-12: the figures removed, among those equally liable."""

    figures: tuple[FigureId, ...]


class Leave(msgspec.Struct, frozen=True, tag="leave"):
    """SV-DP-16: the figures that leave the table."""

    figures: tuple[FigureId, ...] = ()


class Arrive(Placing, frozen=True, tag="arrive"):
    """SV-RED-03: the marker on which an infiltrating Vassal appears, men by hand, the group attacked (or `NO_UNIT`)."""

    place: Point
    places: Places = {}
    target: GroupId = NO_UNIT


class Silence(msgspec.Struct, frozen=True, tag="silence"):
    """SV-DP-04: no orders in time; the default ones are given, and the silence is counted (SV-DPR-03)."""


class Claim(msgspec.Struct, frozen=True, tag="claim"):
    """SV-DPR-03: claims the battle from an enemy who has been silent too often in a row, whatever was asked."""


class Concede(msgspec.Struct, frozen=True, tag="concede"):
    """SV-END-06: gives the battle up, whatever was asked."""


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """SV-END-06: offers a draw, or accepts the one offered; the question remains."""


About = Literal["react", "cede", "counter", "martyrs"]
ABOUT: tuple[About, ...] = get_args(About)
Deed = OrderCode | Literal["pass", "ask"]


class Rule(msgspec.Struct, frozen=True):
    """SV-DPR-02: a rule of the instruction for reactions, which applies or does not.

    The own unit (`NO_UNIT`: any), the enemy's order ("": any), the greatest gap between the two leaders in mR (None:
    any), and what is then to be done: the simple order to give, "pass", or "ask" the player.
    """

    unit: UnitId
    order: AnyOrder
    gap: int | None
    deed: Deed


class Instruct(msgspec.Struct, frozen=True, tag="instruct"):
    """SV-DPR-02: what to answer when a question comes, instead of being asked; the question at hand remains.

    `about` is the question: "react" (its `rules`, tried in their order; they replace those there were), "cede" and
    "martyrs" (`say`), or "counter" (`unit`: who counters, `NO_UNIT` for nobody, `WHOEVER` for the first who can).
    None: ask me.
    """

    about: About
    rules: tuple[Rule, ...] = ()
    say: bool | None = None
    unit: UnitId | None = None


Answer = (
    Deploy | Objective | Say | Orders | Move | Charge | Fight | Shoot | Cast | React | Counter | Assign | Lose | Leave
    | Arrive | Silence | Claim | Concede | Draw | Instruct
)  # fmt: skip


def refusal(rule: str, code: str, **data: Any) -> Refusal:
    """A refusal of the answer."""
    return Refusal(rule, code, data)
