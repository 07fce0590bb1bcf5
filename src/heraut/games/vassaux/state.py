"""The nouns: Sheet, Unit, Host, Battle, and the frames of a resolution that stops to ask. Nothing but data.

Lengths are in mR (1R = 1000), x to the east, y to the north. Seats, units, groups and figures stand by their numbers
(`identities`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple, Self

import msgspec

from heraut.engine.protocol import Seat
from heraut.games.vassaux.identities import (
    NO_UNIT,
    SOUTH,
    FigureId,
    GroupId,
    Holder,
    Place,
    UnitId,
    band_of,
    unit_of,
)
from heraut.games.vassaux.orders import Answer, Rule
from heraut.games.vassaux.tables import BothSeats, codes
from heraut.geometry import Disc, Point


class Gear(NamedTuple):
    """What a Lord adds to his Mv, At and Df (SV-OST-06)."""

    mv: int
    at: int
    df: int


NO_GEAR = Gear(0, 0, 0)


class Element(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A piece of terrain: its code (tables/terrain.toml) and the rectangle it stands on, in mR (SV-TER-01)."""

    code: codes.TerrainCode
    x1: int
    x2: int
    y1: int
    y2: int


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """What a unit (or the Lord) was built as, and the figures that follow (SV-OST); never changes in a battle.

    `at` is bare: profile, change and gear, no weapon. `df` holds the armour's addition, `mv` the mount. `up` and `down`
    are the change of profile; `powers` all powers, unit-wide and leader's. `figure_cost` is for each figure,
    `leader_cost` for title and leader's powers. `aura` is in mR.
    """

    name: str
    profile: codes.ProfileCode
    weapon: codes.WeaponCode
    armour: codes.ArmourCode
    title: codes.TitleCode
    size: int
    mv: int
    at: int
    df: int
    ps: int
    aura: int
    cd: int
    radius: int
    figure_cost: int
    leader_cost: int
    mounted: bool = False
    up: codes.Trade = codes.Trade("")
    down: codes.Trade = codes.Trade("")
    powers: tuple[codes.PowerCode, ...] = ()
    gear: Gear = NO_GEAR  # of a Lord
    lord: bool = False


class Unit(msgspec.Struct, gc=False):
    """A Lord alone, or a Vassal and his men, on the table.

    `leader` is his figure's id, `NO_FIGURE` once he is dead or gone. `men` are the unconfused figures, leader
    included, `band` the confused ones: both in the order of ids. `face` is a direction as a vector. `dice` are the
    faces of the composed dice that stand by it, `simple` its simple die. `lost` counts figures lost from its ranks
    this turn to attacks and spells, `lost_before` those of the turn before; `fm` is the morale factor of an
    automated unit (0: it is a player's). `markers` are those of an infiltrating unit that has not arrived. `post`
    is where its leader last stood, once he is dead or gone.
    """

    id: UnitId
    seat: Place
    sheet: Sheet
    leader: FigureId
    men: list[FigureId]
    band: list[FigureId] = []
    face: Point = (0, 1)
    ordered: bool = False
    alert: bool = False
    fortified: bool = False
    simple: codes.AnyOrder = ""
    dice: list[int] = []
    shots: int = 0
    effects: list[codes.Mark] = []
    lost: int = 0
    lost_before: int = 0
    wiped: bool = False  # it has no unconfused figure left, and that has been counted, or is no loss (SV-SOL-02)
    fm: int = 0
    markers: list[Point] = []
    post: Point | None = None

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...


class Instructions(msgspec.Struct, frozen=True, gc=False):
    """What a player has said in advance (SV-DPR-02; the fields as in `orders.Instruct`), kept over the turns.

    `given` counts the instructions since his last answer, so that nobody talks instead of playing.
    """

    react: tuple[Rule, ...] = ()
    cede: bool | None = None
    martyrs: bool | None = None
    counter: UnitId | None = None
    given: int = 0


class Host(msgspec.Struct, gc=False):
    """One player's force. `number` is the secret one of scenario 3; points are those of SV-END-05 and SV-SCN.

    `name` is what its player chose to be called by, "" for the name of his seat. `instructions` are secret too.
    """

    seat: Seat
    school: codes.School
    total: int
    reserve: int
    discard: int = 0
    invocation: int = 0
    eliminated: int = 0
    escaped: int = 0  # points in scenario 4, villagers in scenario 1
    riders_lost: int = 0  # scenario 2
    vassals_lost: int = 0
    lord_lost: bool = False
    lord_left: bool = False
    dishonoured: bool = False
    number: int = 0
    passed: bool = False
    offers_draw: bool = False
    objective: codes.Goal | Literal[""] = ""  # scenario 5
    point: Point | None = None  # scenario 5: its own objective point, placed by the opponent
    captured: bool = False  # scenario 5: that point was controlled at the end of a turn
    name: str = ""
    instructions: Instructions | None = None
    silences: int = 0  # activations in a row for which no orders came in time (SV-DPR-03)

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...


class Settings(msgspec.Struct, frozen=True):
    """What was chosen before the start, and what was drawn before deployment. `turns` is T (SV-SCN-01)."""

    scenario: int
    map: codes.MapCode
    width: int
    height: int
    elements: tuple[Element, ...]
    turns: int
    magic: bool
    limit: BothSeats
    attacker: Holder = Holder.NOBODY  # scenario 5


class Chain(msgspec.Struct, tag="chain", gc=False):
    """A unit with announced orders: those of an activation, or the one of a reaction to the unit `against`.

    `next` is the index of the coming order; `left` are the groups it disengaged from in this chain (SV-CHG-10).
    `free`: an automated unit, whose dice come from nowhere (SV-SOL-05).
    """

    unit: UnitId
    orders: list[codes.OrderCode]
    simple: bool
    next: int = 0
    against: UnitId = NO_UNIT
    left: list[GroupId] = []
    free: bool = False
    forced: bool = False  # by Corruption or by nature (SV-BLK-05, SV-GRN-05)
    obeys: bool = False  # the enemy's will: it dishonours nobody
    ready: Answer | None = None  # the parameters that an automated unit has chosen with its order


class Plan(msgspec.Struct, frozen=True, gc=False):
    """A move worked out: where everybody ends, who is abandoned, who stays behind."""

    end: Point
    facing: Point
    places: dict[FigureId, Point]
    abandoned: list[FigureId]
    stay: list[FigureId]


class Act(msgspec.Struct, tag="act", gc=False):
    """The order in hand. `step` says what comes next; `answer` are its declared parameters (SV-ORD-06).

    `reached` is how far along its path the unit stands; `counter` is the unit whose leader has countered its spell.
    """

    unit: UnitId
    code: codes.OrderCode
    step: codes.ActStep = "ask"
    answer: Answer | None = None
    start: Point = (0, 0)
    line: Point = (0, 0)  # of a charge: from its start to the point aimed at
    plan: Plan | None = None  # of a move that nobody has disturbed
    reached: int = 0
    left: list[GroupId] = []  # enemy groups that it breaks off from by this move
    stirred: bool = False  # somebody has reacted
    touched: list[FigureId] = []  # enemy figures the leader touched at the start
    aimed: list[FigureId] = []  # figures of its targets when they were named
    done: bool = False  # something of the order has been resolved
    counter: UnitId = NO_UNIT


class Window(msgspec.Struct, tag="window", gc=False):
    """The other player may react to the act below (SV-REA). `least` is the earliest point of the path still open."""

    seat: Place
    unit: UnitId
    path: list[Point]
    end: int
    least: int = 0


class Side(msgspec.Struct, gc=False):
    """One unit or band in a melee: the figures it began with, what it lost, whether its men are martyrs."""

    group: GroupId
    figures: list[FigureId]
    lost: int = 0
    martyrs: bool = False


class Melee(msgspec.Struct, tag="melee", gc=False):
    """A melee under way. `sides[0]` attacks the others in the order named; `next` is the side to be dealt with.

    `code` is the order that it resolves, until its die has been thrown.
    """

    sides: list[Side]
    split: dict[FigureId, GroupId]
    code: codes.AnyOrder
    charge: bool
    step: codes.MeleeStep = "martyrs"
    next: int = 0
    due: int = 0  # casualties that the side `next` must still remove
    order: list[int] = []  # indices of the sides that reorganise, best margin first


class Losses(msgspec.Struct, tag="losses", gc=False):
    """Figures to be removed, while their owner has a choice (SV-MEL-03, SV-SHT-07).

    `tiers` are figures equally liable, in their order. A shot has one tier, its target, and `origin`, the place and
    radius it is seen from: of that tier the nearest go first.
    """

    group: GroupId
    count: int
    tiers: list[list[FigureId]]
    origin: Disc | None = None
    cause: codes.Cause | Literal[""] = ""


class Flames(msgspec.Struct, tag="flames", gc=False):
    """Groups that the Aura of Fire has yet to burn, in the order of their ids, and their figures (SV-RED-08)."""

    unit: UnitId
    groups: dict[GroupId, list[FigureId]]


Frame = Chain | Act | Window | Melee | Losses | Flames


class Asked(NamedTuple):
    """The question that a battle waits for (a key of `questions.QUESTIONS`), and the seat that owes the answer."""

    place: Place
    question: codes.QuestionName


class Demand(NamedTuple):
    """The order that Corruption wrings from a unit (SV-BLK-05)."""

    unit: UnitId
    order: codes.OrderCode


class Battle(msgspec.Struct):
    """The whole truth about a match.

    `phase` is a key of `turn.PHASES`. `at` gives the place of each figure on
    the table. `stack` holds what is being resolved, the innermost last; `asked` is the seat and the question it owes an
    answer to. `points` are the objective points of scenario 5; `lit` the seats whose brazier burns at each marker of
    scenario 2 (or `NO_UNIT`).
    """

    settings: Settings
    hosts: list[Host]
    units: dict[UnitId, Unit]
    at: dict[FigureId, Point]
    turn: int = 0
    phase: codes.Phase = "deployment"
    active: Place = SOUTH
    initiative: Holder = Holder.NOBODY
    re: BothSeats = BothSeats(0, 0)
    stack: list[Frame] = []
    asked: Asked | None = None
    corrupted: list[Demand] = []
    night: bool = False
    points: list[Point] = []
    lit: list[UnitId] = []
    edge: codes.Edge | Literal[""] = ""  # scenario 4
    winner: Holder = Holder.NOBODY  # once over; nobody in a draw
    road: codes.Road | None = None

    def figures(self, group: GroupId) -> list[FigureId]:
        """The figures of a unit or of a band."""
        unit = self.units[unit_of(group)]
        return unit.men if group > 0 else unit.band

    def groups(self, seat: Place) -> Iterator[GroupId]:
        """The groups of a seat that have figures on the table, in the order of ids, a band after its unit."""
        at = self.at
        for unit in self.units.values():
            if unit.seat == seat:
                if unit.men and unit.men[0] in at:
                    yield unit.id
                if unit.band:
                    yield band_of(unit.id)
