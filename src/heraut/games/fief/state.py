"""The nouns: Family, Lord, Stack, Revolt, Realm. Plain structs of numbers, nothing but data.

Players, villages, regions, bishoprics, lords and cards are numbers here (`identities.py`), and None where there is
none. Views, orders and events call them by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Self, TypeVar

import msgspec

from heraut.engine.protocol import Seat
from heraut.games.fief.entries import (
    Attack,
    Deal,
    DealCount,
    GuardsDue,
    Guest,
    Legacy,
    Permission,
    PlayerAt,
    Taille,
    Tithe,
    Widowed,
)
from heraut.games.fief.identities import (
    IN,
    REBELS,
    BlazonNo,
    CardNo,
    Fort,
    Holder,
    LordNo,
    Phase,
    PlayerNo,
    Position,
    Presents,
    RegionNo,
    SeeNo,
    Series,
    VillageNo,
)
from heraut.games.fief.tables import Tokens
from heraut.games.fief.tasks import AnyTask

SEATED = tuple(map(PlayerNo, range(REBELS)))

T = TypeVar("T")


class Settings(msgspec.Struct, frozen=True):
    """What was chosen before the start (FI-SET-02)."""

    mode: Literal["normal", "points"]
    points_turns: int
    bishop_auction: bool
    population_pressure: bool
    disease_concentration: bool
    surrender: bool
    choose_lord: bool
    stock_limits: bool
    hidden_stacks: bool
    turn_limit: int | None
    live: bool
    batch: bool


class Plan(msgspec.Struct, frozen=True):
    """A battle plan (catalogue, Decision points). "" for `run` and `grant`: as the pace has it.

    `aim` and `target` may be a lord's or a player's number written as text; numbers in `ask`, `run`, `grant` too.
    """

    aim: str = "none"  # none, all (at the highest rank), a number of dice, or a lord
    target: str = "strongest"  # strongest, weakest, or a seat; then dedans or dehors names one of its two camps
    ask: str = "last"  # never, last (no soldier is left and fewer points than they), or: at so many points
    grant: str = "always"  # always, never, ask, or: from so many écus of ransom
    run: str = ""  # end, rounds, or: stop at so many points; "" is end by correspondence, rounds live
    losses: str = "soldiers"  # soldiers or guards first
    lords: tuple[LordNo, ...] = ()  # the order in which lords take losses, ahead of the usual one
    join: str = ""  # "" as usual, out, or a seat
    combine: str = ""  # "" the ally only, or seats joined by +
    holder: str = "hold"  # hold or sortie
    arrest: str = "fight"  # fight or surrender


class Deposit(msgspec.Struct, frozen=True):
    """Orders for a coming phase, as text; then the turn ends, unless `ask`; asked if a card has hit (FI-TRN-06)."""

    phase: Phase
    lines: tuple[str, ...] = ()
    ask: bool = False
    ask_if_hit: bool = False


class Paper(msgspec.Struct, frozen=True):
    """A ballot paper: whom to present, whom to vote for in this order, whom to crown (FI-DP-R3). None: not given."""

    candidate: LordNo | Presents | None = None
    votes: tuple[LordNo, ...] | None = None
    crowns: tuple[LordNo, ...] | None = None


class VillagePlan(NamedTuple):
    """The plan for battles at one village."""

    village: VillageNo
    plan: Plan


class Family(msgspec.Struct, gc=False):
    """A player. `hand` holds card numbers in increasing order; `entry` and `exit` are policies, player by player.

    `silent` counts full turns without an answer to an active decision, `spoke` whether one was answered this turn
    (FI-DP-R7); `deadline` is the turn by whose window one of its captives must be free (FI-VC-08), 0 for none.
    """

    name: str
    purse: int
    blazon: BlazonNo | None = None
    hand: tuple[CardNo, ...] = ()
    alive: bool = True
    conceded: bool = False
    wants_out: bool = False
    silent: int = 0
    spoke: bool = False
    hit: bool = False
    deadline: int = 0
    score: int = 0
    left: int = 0  # the turn in which it was eliminated
    entry: tuple[str, ...] = ()
    exit: tuple[str, ...] = ()
    plan: Plan = Plan()
    plans: tuple[VillagePlan, ...] = ()  # for this turn
    deposits: tuple[Deposit, ...] = ()
    paper: Paper = Paper()

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...


class Lord(msgspec.Struct, gc=False):
    """A lord in play. `road` is the village a besieger came from; `captor` holds him, `purse` is set aside for him.

    `born` numbers entries into play (FI-MOD-12). `solo` says that a step was made without d'Arc (FI-ARC-03). In the
    dungeon he stands nowhere, and `former` are the titles that he had (FI-VC-05).
    """

    number: LordNo
    player: PlayerNo
    born: int
    village: VillageNo | None
    position: Position = IN
    road: VillageNo | None = None
    steps: int = 0
    solo: bool = False
    captor: PlayerNo | None = None
    bishop: SeeNo | None = None
    cardinal: bool = False
    darc: bool = False
    spouse: LordNo | None = None
    purse: int = 0
    dungeon: bool = False
    former: tuple[RegionNo, ...] = ()

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...


class Stack(msgspec.Struct, gc=False):
    """Tokens of one player and series that stand together and have made the same steps (FI-MOD-02, FI-MOD-05)."""

    player: PlayerNo
    series: Series
    village: VillageNo
    position: Position
    road: VillageNo | None
    ones: int
    threes: int
    sixes: int
    steps: int = 0
    solo: bool = False

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...

    @property
    def points(self) -> int:
        """Its soldier points."""
        return self.ones + 3 * self.threes + 6 * self.sixes

    @property
    def tokens(self) -> Tokens:
        """Its tokens by value."""
        return self.ones, self.threes, self.sixes

    @tokens.setter
    def tokens(self, tokens: Tokens) -> None:
        self.ones, self.threes, self.sixes = tokens


class Revolt(msgspec.Struct, gc=False):
    """The peasants: their card, the player who controls them, where they stand (FI-REV)."""

    card: CardNo
    controller: PlayerNo
    village: VillageNo
    ones: int
    threes: int
    sixes: int
    position: Position = IN
    road: VillageNo | None = None
    steps: int = 0

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...

    @property
    def points(self) -> int:
        """Their points."""
        return self.ones + 3 * self.threes + 6 * self.sixes


class Realm(msgspec.Struct):
    """The whole truth about a match. `road` is set once it is over.

    `order` are the players clockwise, `first` the first player of the turn. `owners` are the owners recorded for
    villages outside fiefs; `present` are the players who have free pawns IN or RELIEF at each village, in the order
    of their arrival. Of each region, `holders` has the player who holds the fief, or why nobody does, `bearers` the
    lord who bears the title, `capitals` the city (None: it is no fief), `weather` and `famine` the card that lies on
    it. `played` are discards that all have seen, `dropped` those laid face down; `sees` are cards of dead bishops put
    aside for an auction. `leaves` are those who may go out, `refused` those who may ask no more (`exits` for going
    out); these and `permits` are of this turn only. `attacks` stand in the order of their declaration; `stubborn` are
    besiegers who fight even another besieger, `allies_of` players come to join the defence.
    """

    settings: Settings
    seats: tuple[Seat, ...]
    turn: int
    phase: Phase
    order: tuple[PlayerNo, ...]
    first: PlayerNo
    families: list[Family]
    lords: list[Lord | None]
    stacks: list[Stack]
    owners: tuple[PlayerNo | None, ...]
    forts: tuple[Fort, ...]
    mills: tuple[int, ...]
    presses: tuple[int, ...]
    present: tuple[tuple[PlayerNo, ...], ...]
    holders: tuple[Holder, ...]
    bearers: tuple[LordNo | None, ...]
    capitals: tuple[VillageNo | None, ...]
    weather: tuple[CardNo | None, ...]
    famine: tuple[CardNo | None, ...]
    tasks: list[AnyTask]
    guests: tuple[Guest, ...] = ()
    revolt: Revolt | None = None
    draw: tuple[CardNo, ...] = ()
    played: tuple[CardNo, ...] = ()
    dropped: tuple[CardNo, ...] = ()
    tithes: tuple[Tithe, ...] = ()
    tailles: tuple[Taille, ...] = ()
    sees: tuple[CardNo, ...] = ()
    king: LordNo | None = None
    queen: LordNo | None = None
    prince: LordNo | None = None
    regent: bool = False
    minor: bool = False
    majority: int = 0  # the last turn of a regency for a minor King
    guards_due: GuardsDue = GuardsDue()
    births: int = 0
    widowed: tuple[Widowed, ...] = ()
    legacies: tuple[Legacy, ...] = ()
    leaves: tuple[PlayerAt, ...] = ()
    refused: tuple[PlayerAt, ...] = ()
    exits: tuple[PlayerAt, ...] = ()
    permits: tuple[Permission, ...] = ()
    attacks: tuple[Attack, ...] = ()
    stubborn: tuple[PlayerAt, ...] = ()
    allies_of: tuple[PlayerAt, ...] = ()
    resting: tuple[PlayerAt, ...] = ()  # fallen back there, who take nothing (FI-MUL-12)
    declared: tuple[PlayerNo, ...] = ()  # players who have said all their attacks already (FI-DP-R11)
    tried: tuple[LordNo, ...] = ()  # bishops who have tried to calm the revolt this turn
    heir_refused: bool = False
    deals: tuple[Deal, ...] = ()
    deal_counts: tuple[DealCount, ...] = ()
    ready: tuple[PlayerNo, ...] = ()
    closing: tuple[PlayerNo, ...] = ()  # players who agree to end the game with this turn
    closed: bool = False
    winners: list[PlayerNo] = []
    # "alone", "pair", "several", "last", "points", "conceded", "agreed", "turn_limit", "nobody", "deserted"
    road: str | None = None

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...


def player_of(realm: Realm, seat: str) -> PlayerNo:
    """The number of who sits there."""
    return SEATED[realm.seats.index(seat)]


def players(realm: Realm) -> tuple[PlayerNo, ...]:
    """Everybody who has joined, in the order of the seats."""
    return SEATED[: len(realm.seats)]


def replaced(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The same values with another one in this place: what belongs to villages and regions is replaced, not changed."""
    return (*values[:place], value, *values[place + 1 :])


def copy(realm: Realm) -> Realm:
    """Another realm, equal and independent: nothing done to one is seen in the other; tuples are shared."""
    twin = realm.__copy__()
    twin.families = list(map(Family.__copy__, realm.families))
    twin.lords = [None if lord is None else lord.__copy__() for lord in realm.lords]
    twin.stacks = list(map(Stack.__copy__, realm.stacks))
    twin.tasks = [task.__copy__() for task in realm.tasks]
    if realm.revolt is not None:
        twin.revolt = realm.revolt.__copy__()
    return twin
