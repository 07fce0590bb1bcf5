"""A King making plans: what he sees, whom he can still employ, what he can still spend, what he has decided."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import Any

from heraut.bots.rois.traits import CLASSIC, Traits
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.rois.abilities import may_lead
from heraut.games.rois.orders import SEASONS, Action, Move, Order, RealmOrder, Sheet, StandingPlan
from heraut.games.rois.phases.offices import LEVEL_MERIT
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.state import Character, Item, Plan
from heraut.games.rois.tables import CONSTANTS, UNITS
from heraut.games.rois.world.geography import NEIGHBOURS

WORTH = {"rich": 8.0, "prosperous": 4.5, "poor": 1.0}  # the tax to be expected of a province by its wealth
WEALTH = ("rich", "prosperous", "poor")


class Planner:
    """One year being planned. Counsels read it, and give orders that use up seasons and gold.

    Nothing here outlives the year: whatever is remembered stands in the view.
    """

    def __init__(self, view: Json, traits: Traits = CLASSIC, rng: Rng | None = None) -> None:
        self.book, self.view, self.traits, self.rng = Book(view), view, traits, rng
        self.own = view["own"]
        self.turn: int = view["turn"]
        self.last_turn = view["turn"] >= view["turns"]
        self.thrifty = view["turn"] > view["turns"] - traits.thrift  # nothing more is bought
        self.map: dict[int, Json] = {int(number): each for number, each in self.own["map"].items()}
        self.provinces = frozenset(self.own["provinces"])
        self.gold: int = self.own["gold"]
        self.units: list[Json] = list(self.own["units"])
        self.people = [self.person(each) for each in self.own["characters"] if not each["died"]]
        self.actions: list[Action] = []
        self.plans: list[StandingPlan] = []
        self.realm: list[RealmOrder] = []
        self.season: dict[int, int] = {each.number: 1 for each in self.people}  # the next one that is free
        self.place: dict[int, int] = {each.number: each.province for each in self.people}  # where his orders take him
        self.raised: dict[int, int] = defaultdict(int)  # units raised in each province this year
        self.claimed: set[int] = set()  # provinces that an army marches on, garrisons taken, Heroes courted
        self.received: dict[int, list[Json]] = {}  # units that a comrade hands over this year
        self.claimed_places: set[tuple[int, int]] = set()  # places that somebody searches
        self.claimed_scouts: set[int] = set()  # provinces that somebody explores
        self.sailors: set[int] = set()  # captains of fleets that sail for sea provinces
        self.blessed: set[int] = set()  # leaders whose units somebody blesses
        self.emptied: set[int] = set()  # provinces whose garrison somebody sends home

    def person(self, seen: Json) -> Character:
        """One of the King's people, as the rules know him."""
        fields = ("number", "name", "sex", "race", "alignment", "temper", "role", "province", "hp", "max_hp")
        return Character(
            **{field: seen[field] for field in fields},
            kingdom=self.own["kingdom"],
            levels=dict(seen["levels"]),
            aptitudes=dict(seen["aptitudes"]),
            items=list(seen["items"]),
            merit=dict(seen["merit"]),
        )

    def merit(self, who: Character, office: str) -> int:
        """What he has earned toward an office by deeds and by levels; seas and items are not counted (RO-OFF-01)."""
        return who.merit.get(office, 0) + sum(
            points * level
            for ability, level in who.levels.items()
            for earned, points in LEVEL_MERIT.get(ability, ())
            if earned == office
        )

    @cached_property
    def items(self) -> dict[int, Item]:
        """The items that his people carry."""
        return {
            int(number): Item(int(number), each["kind"], each["charges"], each["domain"])
            for number, each in self.own["items"].items()
            if each["carried"]
        }

    def units_of(self, leader: int) -> list[Json]:
        """The units that somebody leads."""
        return [unit for unit in self.units if unit["leader"] == leader]

    def garrison(self, province: int) -> list[Json]:
        """The units of a province that nobody leads."""
        return [unit for unit in self.units if unit["province"] == province and not unit["leader"]]

    def leads(self, who: Character, race: str, type: str) -> bool:
        """Whether he may lead such a unit."""
        return may_lead(self.items, who, race, type)

    def liking(self) -> float:
        """A factor of taste: 1, give or take; exactly 1 for whoever has none."""
        taste = self.traits.taste
        return self.rng.uniform(1 - taste, 1 + taste) if taste and self.rng is not None else 1.0

    def forgets(self) -> bool:
        """Whether a season of somebody is left without orders."""
        share = self.traits.forgets
        return share > 0 and self.rng is not None and self.rng.random() < share

    def agrees(self, chance: float) -> bool:
        """Whether he agrees to what he likes so well, from 0 to 1; chance decides between."""
        return chance >= 1 or self.rng is None or self.rng.random() < chance

    # Money

    @cached_property
    def income(self) -> int:
        """What the provinces yield a year, as far as it is known, less what everybody is paid. A land has a guardian or
        so: the longer the match, the more of them plunder half of its tax (RO-FEAT-09).
        """
        taxes = sum(self.map[number].get("tax_base", 0) for number in self.provinces if number in self.map)
        taxes -= taxes * min(CONSTANTS.ravage_max, CONSTANTS.ravage_step * self.turn) // 200
        pay = sum(UNITS[unit["type"]].pay for unit in self.units)
        heroes = sum(each["pay"] for each in self.own["characters"] if not each["died"])
        return int(taxes - pay - heroes)

    def affordable(self, pay: int, hope: int) -> bool:
        """Whether one more unit of this pay can be bought, and paid at the end of this year and of the next.

        `hope` is what the conquests of the year may add.
        """
        after = self.gold - pay + self.income - pay
        return self.gold >= pay and after >= 0 and self.income - pay + hope + after >= 0

    def spend(self, pay: int) -> None:
        """One more unit is bought, and will be paid."""
        self.gold -= pay
        self.income -= pay

    def capacity(self, province: int) -> int:
        """How many units a province can still raise this year (RO-REC-03)."""
        seen = self.map.get(province, {})
        if province == self.own["home"]:
            most: int = CONSTANTS.home_capacity
        else:
            most = CONSTANTS.capacity[WEALTH.index(seen.get("wealth", "poor"))]
        return most - self.raised[province]

    # Orders

    def order(self, who: Character, order: Order) -> bool:
        """His next free season is for this; False when the year is full."""
        season = self.season[who.number]
        if season > SEASONS[-1]:
            return False
        self.actions.append(Action(who.number, season, order))
        self.season[who.number] = season + 1
        if isinstance(order, Move):
            self.place[who.number] = order.province
        return True

    def rest(self, who: Character) -> None:
        """He does nothing in his next free season."""
        self.season[who.number] += 1

    def seasons_left(self, who: Character) -> int:
        """How many seasons he is still free."""
        return SEASONS[-1] + 1 - self.season[who.number]

    def plan(self, who: Character, plan: Plan, *, duel: bool = False) -> None:
        """His standing plan, or his plan for duels, unless it is his already."""
        self.plans.append(StandingPlan(who.number, duel, plan))

    def sheet(self) -> Sheet:
        """All that was decided."""
        return Sheet(tuple(self.actions), tuple(self.plans), tuple(self.realm))

    # The lie of the land

    def neighbours(self, province: int) -> list[int]:
        """The provinces next door of which something is known."""
        return [number for number in NEIGHBOURS[province] if number in self.map]

    def owner(self, province: int) -> int:
        """Whose it is, as far as is known; 0: the natives'."""
        if province in self.provinces:
            return int(self.own["kingdom"])
        seen: Any = self.map[province].get("owner", 0)
        return 0 if seen == self.own["kingdom"] else int(seen)

    def relation(self, kingdom: int) -> str:
        """How one stands with a kingdom; natives are enemies."""
        return str(self.own["relations"].get(str(kingdom), "enemy"))

    def worth(self, province: int) -> float:
        """The tax of a province, known or to be expected."""
        seen = self.map[province]
        return float(seen.get("tax_base", WORTH[seen["wealth"]]))
