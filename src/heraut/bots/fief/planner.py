"""A player making plans: the board as numbers, what he knows of others' strength, what a village is worth to him."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from heraut.bots.fief.roads import within
from heraut.bots.fief.traits import CLASSIC, Traits
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.fief.board.places import (
    EVERY_REGION,
    EVERY_VILLAGE,
    IN_REGION,
    REGION_IDS,
    REGION_OF,
    VILLAGE_IDS,
    VILLAGE_OF,
)
from heraut.games.fief.calculators.chances import chances
from heraut.games.fief.calculators.dice import Row
from heraut.games.fief.cards import EVERY_LORD, LORD_IDS
from heraut.games.fief.decision import BoardDecision
from heraut.games.fief.identities import PlayerNo, RegionNo, VillageNo
from heraut.games.fief.orders.order import Order
from heraut.games.fief.tables import CONSTANTS, Tokens

NUMBER_OF = dict(zip(LORD_IDS, EVERY_LORD, strict=True))
GARRISON = 2  # points supposed where soldiers stand without a lord
STEPS = CONSTANTS.steps
LARGEST = 80  # points of a camp: all the soldiers of a player, and a crown's guards


class Pawn:
    """A lord on the board, as everybody sees him."""

    def __init__(self, name: str, seen: Json) -> None:
        self.name, self.number = name, NUMBER_OF[name]
        self.seat: str = seen["seat"]
        self.where: VillageNo | None = VILLAGE_OF.get(seen["village"])
        self.place: str = seen["position"]
        self.steps: int = seen["steps"]
        self.captor: str | None = seen["captor"]
        self.free: bool = self.captor is None and not seen["dungeon"] and self.where is not None
        self.woman: bool = seen["woman"]
        self.titles: list[str] = seen["titles"]
        self.bishop: str | None = seen["bishop"]
        self.cardinal: bool = seen["cardinal"]
        self.darc: bool = seen["darc"]
        self.crown: str | None = seen["crown"]
        self.fights: bool = seen["fights"]
        self.votes: bool = seen["votes"]
        self.ransom: int = seen["ransom"]

    @property
    def village(self) -> VillageNo:
        """Where he stands, if he is on the board."""
        assert self.where is not None
        return self.where


class Planner:
    """One decision being weighed. Nothing here outlives it: whatever is remembered stands in the view."""

    def __init__(self, decision: BoardDecision, view: Json, rng: Rng, traits: Traits = CLASSIC) -> None:
        self.decision, self.view, self.rng, self.traits = decision, view, rng, traits
        self.own = view["own"]
        self.seat: str = self.own["seat"]
        self.purse: int = self.own["purse"]
        self.hand: list[str] = self.own["hand"]
        self.turn: int = view["turn"]
        self.settings = view["settings"]
        self.points_game: bool = self.settings["mode"] == "points"
        self.me = view["seats"][self.seat]
        self.ally = self.faithful(self.me["ally"])
        self.lords = [Pawn(name, seen) for name, seen in view["lords"].items()]
        self.villages = [view["villages"][name] for name in VILLAGE_IDS]
        self.regions = [view["regions"][name] for name in REGION_IDS]

    def number(self, seat: str) -> PlayerNo:
        """What a player is called by in orders."""
        return PlayerNo(list(self.view["seats"]).index(seat))

    def faithful(self, ally: str | None) -> str | None:
        """My ally, as long as there is somebody else to beat, and time."""
        others = [seat for seat in self.view["seats"] if seat not in (self.seat, ally) and self.mighty(seat)]
        return ally if others and self.turn <= self.traits.patience else None

    def mighty(self, seat: str) -> bool:
        """Whether a player has anybody who can act."""
        free = any(lord["seat"] == seat and lord["captor"] is None for lord in self.view["lords"].values())
        return free or self.view["seats"][seat]["soldiers"] > 0

    @cached_property
    def offers(self) -> Sequence[Order]:
        """What may be answered, one by one."""
        found: Sequence[Order] = self.decision.offers()
        return found

    def legal(self, order: Order) -> bool:
        """Whether this order alone is a legal answer."""
        return not self.decision.check((order,))

    def whim(self) -> float:
        """A little more or less than an order is worth: what is nearly as good may be preferred."""
        return self.traits.whim * self.rng.random() if self.traits.whim else 0.0

    def asked(self, field: str) -> Any:
        """Something of what the question is about."""
        return (self.own["asked"] or {}).get(field)

    # People

    @cached_property
    def my_lords(self) -> list[Pawn]:
        """My free lords."""
        return [lord for lord in self.lords if lord.seat == self.seat and lord.free]

    @cached_property
    def enemies(self) -> list[str]:
        """Living players who are neither I nor my ally."""
        seats = self.view["seats"].items()
        return [seat for seat, other in seats if other["alive"] and seat not in (self.seat, self.ally)]

    def friend(self, seat: str | None) -> bool:
        """Whether somebody is I or my ally."""
        return seat is not None and seat in (self.seat, self.ally)

    # Soldiers

    @cached_property
    def stacks(self) -> dict[tuple[VillageNo, str], list[Json]]:
        """The stacks by village and player."""
        found: dict[tuple[VillageNo, str], list[Json]] = {}
        for stack in self.view["stacks"]:
            found.setdefault((VILLAGE_OF[stack["village"]], stack["seat"]), []).append(stack)
        return found

    @cached_property
    def known(self) -> dict[tuple[VillageNo, str], float]:
        """Points of soldiers by village and player: counted, or supposed from what everybody may know.

        Of soldiers that cannot be counted the total is public: a small garrison stands where there is no lord, and the
        rest is shared by the stacks beside lords.
        """
        found: dict[tuple[VillageNo, str], float] = {}
        for seat in self.view["seats"]:
            mine = {where: stacks for where, stacks in self.stacks.items() if where[1] == seat}
            hidden = [where for where, stacks in mine.items() if stacks[0]["points"] is None]
            for where, stacks in mine.items():
                found[where] = float(sum(stack["points"] or 0 for stack in stacks))
            counted = sum(found[where] for where in mine if where not in hidden)
            found |= self.supposed(hidden, self.view["seats"][seat]["soldiers"] - counted)
        return found

    def supposed(self, hidden: list[tuple[VillageNo, str]], total: float) -> dict[tuple[VillageNo, str], float]:
        """How so many points are shared by stacks of one player that cannot be counted."""
        led = [where for where in hidden if self.is_led(*where)]
        each = total / len(hidden) if hidden else 0.0
        found = {where: min(GARRISON, each) if led else each for where in hidden}
        rest = total - sum(found.values())
        for where in led:
            found[where] += rest / len(led)
        return found

    def is_led(self, village: VillageNo, seat: str) -> bool:
        """Whether a lord of a player stands in a village."""
        return any(lord.seat == seat and lord.where == village for lord in self.lords)

    def soldiers(self, village: VillageNo, seat: str) -> float:
        """Points of soldiers of a player at a village."""
        return self.known.get((village, seat), 0.0)

    def strength(self, village: VillageNo, seat: str) -> float:
        """Points with which a player would fight at a village."""
        lords = sum(lord.fights for lord in self.lords if lord.seat == seat and lord.where == village and lord.free)
        return self.soldiers(village, seat) + lords

    def movable(self, village: VillageNo) -> Tokens:
        """My soldier tokens that may still leave a village."""
        ones = threes = sixes = 0
        for stack in self.stacks.get((village, self.seat), ()):
            if stack["series"] == "soldier" and stack["position"] == "in" and stack["steps"] < STEPS:
                a, b, c = stack["tokens"]
                ones, threes, sixes = ones + a, threes + b, sixes + c
        return ones, threes, sixes

    def guards(self, lord: Pawn) -> int:
        """Points of the royal guards who go wherever this lord goes."""
        if lord.crown not in ("king", "queen"):
            return 0
        stacks = self.stacks.get((lord.village, self.seat), ())
        return sum(stack["points"] for stack in stacks if stack["series"] == f"{lord.crown}_guard")

    # Villages

    def holders(self, village: VillageNo) -> list[str]:
        """Enemies who stand in a village."""
        return [seat for seat in self.villages[village]["present"] if not self.friend(seat)]

    def rebels(self, village: VillageNo) -> float:
        """Points of peasants at a village."""
        revolt = self.view["revolt"]
        return revolt["points"] if revolt and VILLAGE_OF[revolt["village"]] == village else 0.0

    def present(self, village: VillageNo) -> bool:
        """Whether I stand in a village."""
        return self.seat in self.villages[village]["present"]

    def empty(self, village: VillageNo) -> bool:
        """Whether nobody stands there."""
        return not self.villages[village]["present"] and not self.rebels(village)

    @cached_property
    def passable(self) -> tuple[bool, ...]:
        """Which villages nobody else holds."""
        return tuple([self.empty(village) or self.present(village) for village in EVERY_VILLAGE])

    def frozen(self, village: VillageNo) -> bool:
        """Whether bad weather keeps everybody where he is."""
        return bool(self.regions[REGION_OF[village]]["weather"])

    def row(self, village: VillageNo) -> Row:
        """Where the holder of a village would fight."""
        fort: Row = self.villages[village]["fort"]
        return fort if self.traits.walls else "open"

    def mine(self, village: VillageNo) -> bool:
        """Whether a village is mine."""
        return bool(self.villages[village]["owner"] == self.seat)

    def capital(self, village: VillageNo) -> Json | None:
        """The fief whose capital this is."""
        fief: Json | None = self.regions[REGION_OF[village]]["fief"]
        return fief if fief is not None and fief["capital"] == VILLAGE_IDS[village] else None

    def defence(self, village: VillageNo) -> float:
        """Points of the enemies who would fight for a village."""
        return sum(self.strength(village, seat) for seat in self.holders(village)) + self.rebels(village)

    @cached_property
    def threats(self) -> list[float]:
        """The largest enemy force that could come to each village on one turn, led by one lord."""
        found = [0.0] * len(VILLAGE_IDS)
        for lord in self.lords if self.traits.wary else ():
            if lord.free and lord.seat in self.enemies and not self.frozen(lord.village):
                force = self.strength(lord.village, lord.seat)
                for village in within(lord.village, STEPS):
                    found[village] = max(found[village], force)
        return found

    # Regions

    def missing(self, region: RegionNo) -> int:
        """How many villages of a region I do not occupy."""
        return sum(not self.present(village) for village in IN_REGION[region])

    def has_castle(self, region: RegionNo) -> bool:
        """Whether a castle stands in a region."""
        return any(self.villages[village]["fort"] == "castle" for village in IN_REGION[region])

    def title_price(self, region: RegionNo) -> int:
        """What the title of a region costs."""
        return CONSTANTS.prices.village_of_title * len(IN_REGION[region])

    @cached_property
    def aims(self) -> list[RegionNo]:
        """Regions that I could make fiefs, the nearest to it first."""
        found = [region for region in EVERY_REGION if self.regions[region]["fief"] is None]
        return sorted(found, key=lambda region: (self.cost_of(region), region))

    def cost_of(self, region: RegionNo) -> float:
        """What is missing for a fief, weighed."""
        return sum(
            0.0 if self.present(village) else 1.0 + 0.4 * min(self.defence(village), 12)
            for village in IN_REGION[region]
        ) + (0 if self.has_castle(region) else 3)

    @cached_property
    def turns_left(self) -> int:
        """Turns that are left to earn money in."""
        if self.points_game:
            return max(0, int(self.settings["points_turns"]) - self.turn)
        limit = self.settings["turn_limit"]
        return max(0, int(limit) - self.turn) if limit else 99


def wins(attack: float, defence: float, row: Row, margin: float = 0.0) -> float:
    """The chance to beat so many points in this position, by the exact table."""
    mine, theirs = min(LARGEST, int(attack)), min(LARGEST, int(defence + margin + 0.999))
    return chances("open", row, LARGEST).win[mine][theirs]


def holds(attack: float, defence: float, row: Row) -> float:
    """The chance that so many points hold against an attack."""
    mine, theirs = min(LARGEST, int(attack + 0.999)), min(LARGEST, int(defence))
    return 1 - chances("open", row, LARGEST).win[mine][theirs] if mine else 1.0


def points_of(tokens: Tokens) -> int:
    """What tokens are worth."""
    return tokens[0] + 3 * tokens[1] + 6 * tokens[2]


def leaving(tokens: Tokens, keep: int) -> Tokens:
    """The tokens to take away so that at least so many points stay, with as little more as can be."""
    best, least = (0, 0, 0), None
    for ones, threes, sixes in _parts(tokens):
        stay = points_of((tokens[0] - ones, tokens[1] - threes, tokens[2] - sixes))
        if stay >= keep and (least is None or stay < least):
            best, least = (ones, threes, sixes), stay
    return best


def _parts(tokens: Tokens) -> Iterator[Tokens]:
    for sixes in range(tokens[2] + 1):
        for threes in range(tokens[1] + 1):
            for ones in range(tokens[0] + 1):
                yield ones, threes, sixes
