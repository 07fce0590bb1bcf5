"""The nouns: Family, Lord, Stack, Revolt, Realm. Plain structs of numbers, nothing but data.

Players, villages, regions, bishoprics, lords and cards are numbers here, in the order of the seats and of the tables;
NOBODY stands for none of them. Views, orders and events call them by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Self, TypeVar

import msgspec

from heraut.engine.protocol import Seat
from heraut.games.fief.numbers import IN, NOBODY
from heraut.games.fief.tables import Tokens
from heraut.games.fief.tasks import AnyTask

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
    lords: tuple[int, ...] = ()  # the order in which lords take losses, ahead of the usual one
    join: str = ""  # "" as usual, out, or a seat
    combine: str = ""  # "" the ally only, or seats joined by +
    holder: str = "hold"  # hold or sortie
    arrest: str = "fight"  # fight or surrender


class Deposit(msgspec.Struct, frozen=True):
    """Orders for a coming phase, as text; then the turn ends, unless `ask`; asked if a card has hit (FI-TRN-06)."""

    phase: int
    lines: tuple[str, ...] = ()
    ask: bool = False
    ask_if_hit: bool = False


class Paper(msgspec.Struct, frozen=True):
    """A ballot paper: whom to present, whom to vote for in this order, whom to crown (FI-DP-R3). None: not given."""

    candidate: int | None = None  # NOBODY: no candidate
    votes: tuple[int, ...] | None = None
    crowns: tuple[int, ...] | None = None


class Family(msgspec.Struct, gc=False):
    """A player. `hand` holds card numbers in increasing order; `entry` and `exit` are policies, player by player.

    `silent` counts full turns without an answer to an active decision, `spoke` whether one was answered this turn
    (FI-DP-R7); `deadline` is the turn by whose window one of its captives must be free (FI-VC-08), 0 for none.
    """

    name: str
    purse: int
    blazon: int = NOBODY
    hand: tuple[int, ...] = ()
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
    plans: tuple[tuple[int, Plan], ...] = ()  # by village, for this turn
    deposits: tuple[Deposit, ...] = ()
    paper: Paper = Paper()

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...


class Lord(msgspec.Struct, gc=False):
    """A lord in play. `road` is the village a besieger came from; `captor` holds him, `purse` is set aside for him.

    `born` numbers entries into play (FI-MOD-12). `solo` says that a step was made without d'Arc (FI-ARC-03). In the
    dungeon he stands nowhere, and `former` are the titles that he had (FI-VC-05).
    """

    number: int
    player: int
    born: int
    village: int
    position: int = IN
    road: int = NOBODY
    steps: int = 0
    solo: bool = False
    captor: int = NOBODY
    bishop: int = NOBODY
    cardinal: bool = False
    darc: bool = False
    spouse: int = NOBODY
    purse: int = 0
    dungeon: bool = False
    former: tuple[int, ...] = ()

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...


class Stack(msgspec.Struct, gc=False):
    """Tokens of one player and series that stand together and have made the same steps (FI-MOD-02, FI-MOD-05)."""

    player: int
    series: int
    village: int
    position: int
    road: int
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

    card: int
    controller: int
    village: int
    ones: int
    threes: int
    sixes: int
    position: int = IN
    road: int = NOBODY
    steps: int = 0

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...

    @property
    def points(self) -> int:
        """Their points."""
        return self.ones + 3 * self.threes + 6 * self.sixes


class Deal(msgspec.Struct, frozen=True):
    """Acts between two players, executed as a whole or not at all (FI-NEG-05).

    `number` counts the proposals of this pair alone, so that it tells neither of the two what others do (FI-DP-32).
    `gives` and `asks` are sums of money; `cards` are offered, `asked_cards` so many of the other's choice;
    `frees` are captives of the proposer, `claims` captives of the other; with `sold` they change captor (variant C).
    """

    number: int
    proposer: int
    addressee: int
    gives: int = 0
    asks: int = 0
    cards: tuple[int, ...] = ()
    asked_cards: int = 0
    frees: tuple[int, ...] = ()
    claims: tuple[int, ...] = ()
    sold: bool = False
    marriages: tuple[tuple[int, int], ...] = ()
    promise: str = ""


class Guest(NamedTuple):
    """A party let into a village of somebody else (FI-MOD-18)."""

    village: int
    guest: int
    host: int


class Permission(NamedTuple):
    """What a gatekeeper will answer a player at one village, this turn (FI-PAS-14)."""

    keeper: int
    player: int
    village: int
    answer: str


class Attack(NamedTuple):
    """An attack declared; `target` is NOBODY in a siege, of whoever holds the village (FI-BAT-02)."""

    village: int
    attacker: int
    target: int


class Levy(NamedTuple):
    """A tax that a card has imposed on a bishopric (tithe) or a region (taille), for a player."""

    card: int
    place: int
    player: int


class DealCount(NamedTuple):
    """How many deals two players have proposed to each other so far, in seat order (FI-DP-32)."""

    first: int
    second: int
    number: int


class Realm(msgspec.Struct, gc=False):
    """The whole truth about a match. `road` is set once it is over.

    `order` are the players clockwise, `first` the first player of the turn. `owners` are the owners recorded for
    villages outside fiefs; `present` are the players who have free pawns IN or RELIEF at each village, in the order
    of their arrival; `guests` are (village, guest, host). Of each region, `holders` has the player who holds the fief
    (or NOBODY, ABEYANCE, VACANT), `bearers` the lord who bears the title, `capitals` the city, `weather` and `famine`
    the card that lies on it. `played` are discards that all have seen, `dropped` those laid face down. `tithes` and
    `tailles` are (card, bishopric or region, player); `sees` are cards of dead bishops put aside for an auction.
    `leaves` are (village, player) who may go out, `refused` those who may ask no more (`exits` for going out),
    `permits` are (gatekeeper, player, village, answer): all of this turn only. `attacks` are (village, attacker,
    target) in the order of their declaration (target NOBODY: a siege, of whoever holds the village); `stubborn` the
    (village, besieger) who fight even another besieger, `allies_of` the (village, player) come to join the defence.
    """

    settings: Settings
    seats: tuple[Seat, ...]
    turn: int
    phase: int
    order: tuple[int, ...]
    first: int
    families: list[Family]
    lords: list[Lord | None]
    stacks: list[Stack]
    owners: tuple[int, ...]
    forts: tuple[int, ...]
    mills: tuple[int, ...]
    presses: tuple[int, ...]
    present: tuple[tuple[int, ...], ...]
    holders: tuple[int, ...]
    bearers: tuple[int, ...]
    capitals: tuple[int, ...]
    weather: tuple[int, ...]
    famine: tuple[int, ...]
    tasks: list[AnyTask]
    guests: tuple[Guest, ...] = ()
    revolt: Revolt | None = None
    draw: tuple[int, ...] = ()
    played: tuple[int, ...] = ()
    dropped: tuple[int, ...] = ()
    tithes: tuple[Levy, ...] = ()
    tailles: tuple[Levy, ...] = ()
    sees: tuple[int, ...] = ()
    king: int = NOBODY
    queen: int = NOBODY
    prince: int = NOBODY
    regent: bool = False
    minor: bool = False
    majority: int = 0  # the last turn of a regency for a minor King
    guards_due: tuple[Tokens, Tokens] = ((0, 0, 0), (0, 0, 0))  # of the King, of the Queen: until their release
    births: int = 0
    widowed: tuple[tuple[int, int], ...] = ()  # (extinct family's player, the spouse who is its presumptive heir)
    legacies: tuple[tuple[int, int], ...] = ()  # (extinct family's player, money for the heir of its fiefs)
    leaves: tuple[tuple[int, int], ...] = ()
    refused: tuple[tuple[int, int], ...] = ()
    exits: tuple[tuple[int, int], ...] = ()
    permits: tuple[Permission, ...] = ()
    attacks: tuple[Attack, ...] = ()
    stubborn: tuple[tuple[int, int], ...] = ()
    allies_of: tuple[tuple[int, int], ...] = ()
    resting: tuple[tuple[int, int], ...] = ()  # (village, player) fallen back there, who takes nothing (FI-MUL-12)
    declared: tuple[int, ...] = ()  # players who have said all their attacks already (FI-DP-R11)
    tried: tuple[int, ...] = ()  # bishops who have tried to calm the revolt this turn
    heir_refused: bool = False
    deals: tuple[Deal, ...] = ()
    deal_counts: tuple[DealCount, ...] = ()
    ready: tuple[int, ...] = ()
    closing: tuple[int, ...] = ()  # players who agree to end the game with this turn
    closed: bool = False
    winners: list[int] = []
    # "alone", "pair", "several", "last", "points", "conceded", "agreed", "turn_limit", "nobody", "deserted"
    road: str | None = None

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...


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
