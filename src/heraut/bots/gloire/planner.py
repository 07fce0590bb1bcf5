"""A lord making plans: what he sees, what he has decided so far, what is left in his purse."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from heraut.bots.gloire.traits import CLASSIC, Traits
from heraut.engine.decoding import convert
from heraut.engine.protocol import Json, Seat
from heraut.games.gloire.atlas import Atlas, atlas
from heraut.games.gloire.orders import Attack, DeclareWar, Order
from heraut.games.gloire.phases.wages import upkeep
from heraut.games.gloire.renown import land_worth
from heraut.games.gloire.state import Army, ArmyId, Knight, KnightId, Land, LandName
from heraut.games.gloire.tables import Constants

AHEAD = 1.2  # how much more renowned a stranger must be for us to be sure of attacking before him


class Planner:
    """One turn being planned. Counsels read it, write orders into it, and take their money from `purse`.

    `purse` is what the treasury will hold once these orders are carried out, at worst, in écus. `levied` are the men to
    come for each knight; `extra_men` and `extra_armies` what levies add to those whose upkeep is due.
    Nothing here outlives the turn: whatever is remembered stands in the view.
    """

    def __init__(self, view: Json, traits: Traits = CLASSIC) -> None:
        own = view["own"]
        self.view = view
        self.traits = traits
        self.seat: Seat = own["seat"]
        self.turn: int = view["turn"]
        self.constants = convert(view["settings"]["constants"], Constants)
        self.atlas: Atlas = atlas(view["map"])
        self.lords: dict[Seat, dict[str, Any]] = view["lords"]
        self.me = self.lords[self.seat]
        self.allies: list[Seat] = self.me["allies"]
        self.enemies: list[Seat] = self.me["enemies"]
        self.owners: dict[LandName, Seat | None] = {name: land["owner"] for name, land in view["lands"].items()}
        self.lands = {LandName(name): self._land(name, private) for name, private in own["lands"].items()}
        self.knights = {KnightId(int(id)): _knight(self.seat, int(id), row) for id, row in own["knights"].items()}
        self.armies = {ArmyId(int(id)): _army(self.seat, int(id), row) for id, row in own["armies"].items()}
        self.lord_knight = self.knights[KnightId(own["lord_knight"])]
        self.purse: int = own["treasury"]
        self.levied: dict[KnightId, int] = {}
        self.extra_men = 0
        self.extra_armies = 0
        self.attacking: set[KnightId] = set()
        self.orders: list[Order] = []

    def _land(self, name: str, private: dict[str, Any]) -> Land:
        public = self.view["lands"][name]
        return Land(
            LandName(name),
            self.seat,
            public["happiness"],
            public["population"],
            private["tax_coefficient"],
            private["fortification"],
            private["sold"],
        )

    def order(self, *orders: Order) -> None:
        """Enters orders on the sheet, after those already there."""
        self.orders.extend(orders)

    def attack(self, order: Attack) -> None:
        """Enters an attack; its knight is busy."""
        self.attacking.add(order.knight)
        self.orders.append(order)

    def dismiss(self, knight: Knight) -> None:
        """A knight without men leaves; his pay is saved."""
        del self.knights[knight.id]
        self._wages -= knight.pay

    def give_men(self, knight: Knight, men: int) -> None:
        """Men join a knight in the plan."""
        self.levied[knight.id] = self.levied.get(knight.id, 0) + men

    @cached_property
    def mean_happiness(self) -> float:
        """Over all lands of the map."""
        mean: float = self.view["means"]["happiness"]
        return mean

    @cached_property
    def holdings(self) -> dict[Seat, list[LandName]]:
        """The lands of every lord."""
        held: dict[Seat, list[LandName]] = {seat: [] for seat in self.lords}
        for land, owner in self.owners.items():
            if owner is not None:
                held[owner].append(land)
        return held

    @cached_property
    def garrisons(self) -> dict[LandName, int]:
        """The men in garrison in each land, before this turn's levies."""
        return {army.land: army.men for army in self.armies.values() if army.knight is None}

    @cached_property
    def free_lands(self) -> set[LandName]:
        """The neutral lands that may be attacked without a risk of felony."""
        return {land for land, owner in self.owners.items() if owner is None and not self.may_become_felony(land)}

    @cached_property
    def marches(self) -> set[LandName]:
        """The lands of others and of nobody next to ours, and those behind a neutral one."""
        beside = {near for land in self.lands for near in self.near(land)} - set(self.lands)
        behind = {further for near in beside if self.owners[near] is None for further in self.near(near)}
        return beside | behind - set(self.lands)

    def may_become_felony(self, land: LandName) -> bool:
        """Whether a lord who is neither ally nor enemy may take this land first, and make its next attacker a felon."""
        strangers = {self.owners[near] for near in self.near(land)} - {None, self.seat, *self.allies, *self.enemies}
        first = AHEAD * self.me["global_renown"]
        return any(self.renown_of(stranger) < first for stranger in strangers)

    def tie_break(self, seat: Seat) -> int:
        """A number that both of two lords compute alike: where much else is equal, their choices then meet."""
        number: int = self.lords[seat]["number"]
        return (number + int(self.me["number"])) % len(self.lords)

    def acts_first(self, seat: Seat | None) -> bool:
        """Whether another may carry out his attacks before ours: the less renowned attack first (GP-ATT-02)."""
        return self.renown_of(seat) < AHEAD * float(self.me["global_renown"])

    def worth_taken(self, land: LandName) -> float:
        """The renown that a land brings to whoever takes it (GP-ATT-14)."""
        population = self.view["lands"][land]["population"]
        return land_worth(self.constants.start_happiness, population, self.mean_happiness, self.constants)

    @cached_property
    def captains(self) -> int:
        """The knights of at least average renown, the lord apart."""
        mean: float = self.view["means"]["knight_renown"]
        return sum(knight.renown >= mean for knight in self.knights.values()) - 1

    def is_remote(self, land: LandName) -> bool:
        """Whether no stranger can stand next to this land, not even one who has moved through a neutral land."""
        neutral = [near for near in self.near(land) if self.owners[near] is None]
        around = {self.owners[further] for near in (land, *neutral) for further in self.near(near)}
        return around <= {None, self.seat, *self.allies}

    @cached_property
    def _wages(self) -> int:
        pays = sum(knight.pay for knight in self.knights.values() if knight is not self.lord_knight)
        return pays + sum(upkeep(army.men, self.constants) for army in self.armies.values())

    @property
    def foes(self) -> set[Seat]:
        """Our enemies, and those on whom this sheet declares war."""
        return {*self.enemies, *(order.lord for order in self.orders if isinstance(order, DeclareWar))}

    @property
    def calls_every_turn(self) -> bool:
        """Whether this lord wears his allies out by now, calling all of them every turn."""
        return self.turn >= self.traits.first_call

    @property
    def wages(self) -> int:
        """What knights and armies, those levied in the plan included, will cost at the end of the turn."""
        return self._wages + upkeep(self.extra_men, self.constants) + self.extra_armies

    @property
    def spare(self) -> int:
        """The écus that may be spent without leaving anybody unpaid."""
        return max(0, self.purse - self.wages)

    def near(self, land: LandName) -> tuple[LandName, ...]:
        """The lands next to this one, always in the same order."""
        return tuple(LandName(name) for name in self.atlas.places[land].neighbours)

    def men_of(self, knight: Knight) -> int:
        """How many men this knight commands in the plan."""
        had = self.armies[knight.army].men if knight.army is not None else 0
        return had + self.levied.get(knight.id, 0)

    def renown_of(self, seat: Seat | None) -> float:
        """The global renown of a lord."""
        return float(self.lords[seat]["global_renown"]) if seat is not None else 0.0


def _knight(seat: Seat, id: int, row: dict[str, Any]) -> Knight:
    return Knight(
        KnightId(id), seat, row["name"], row["renown"], row["pay"], LandName(row["land"]), row["army"], row["hired"]
    )


def _army(seat: Seat, id: int, row: dict[str, Any]) -> Army:
    return Army(ArmyId(id), seat, row["men"], LandName(row["land"]), row["knight"])
