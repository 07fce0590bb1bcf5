"""Next year's gold, foreseen from the view and the orders entered (RO-TOOL-04).

The sheet is played by the rules themselves, in the world as its King knows it. Heroes who are asked accept, spells and
scrolls work; no beast bars the way, nobody learns anything. There is neither battle nor conquest, nor any find.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from heraut.engine.protocol import Json, Seat
from heraut.engine.rng import Rng
from heraut.games.rois import orders as o
from heraut.games.rois.abilities import unit_pay
from heraut.games.rois.battle.conquest import excess_cargo
from heraut.games.rois.calculators.knowledge import world_of
from heraut.games.rois.dice import Chance, Dice
from heraut.games.rois.orders import SEASONS, Sheet
from heraut.games.rois.phases import armies, heirs, seasons, spells, treasury
from heraut.games.rois.phases.actions import actions, give_out_orders
from heraut.games.rois.phases.heroes import pay_of
from heraut.games.rois.resolution import Turn

SURE = (o.Hire, o.Cast, o.Use)  # orders that are taken to succeed
SUCCESS, FAILURE = 0.0, 0.999_999  # what a die takes for its lowest, and for its highest face
SPENT = {
    "recruiting": "recruiting", "recruiting_fee": "recruiting", "mercenary": "recruiting", "hiring": "hiring",
    "gift": "gifts", "donation": "gifts",
}  # fmt: skip


class Budget(msgspec.Struct, frozen=True):
    """Gold now, what comes and goes, and what is left; `short` is what would be missing at pay time.

    `heroes` and `units` are what is due to them; whoever cannot be paid in full is passed over, and may leave.
    """

    gold: int
    recruiting: int
    hiring: int
    gifts: int
    taxes: int
    stones: int
    heroes: int
    units: int
    left: int
    short: int


class Fixed(Rng):
    """Dice that always show the same share of their faces."""

    def __init__(self, share: float) -> None:
        self.random = lambda: share


class HopefulYear(Turn):
    """A year in which what is hoped for succeeds, and nothing else happens."""

    def dice(self, kind: str, *who: int) -> Dice:
        """The lowest faces for the orders that succeed, the highest for everything else."""
        sure = kind in ("action", "use") and isinstance(self.order_of.get(who[0]), SURE)
        return Dice(Fixed(SUCCESS if sure else FAILURE))


def budget(view: Json, sheet: Sheet) -> Budget:
    """The forecast of a year with these orders."""
    number, world = view["own"]["kingdom"], world_of(view)
    turn = HopefulYear(world, {Seat(view["own"]["seat"]): sheet}, Chance(Rng(b"")))
    play(turn)
    kingdom = turn.kingdoms[number]
    heroes = sum(pay_of(kingdom, hero) for hero in turn.courts()[number] if hero.role == "hero")
    units = sum(unit_pay(unit.type) for unit in turn.now.units.values() if unit.kingdom == number)
    available = kingdom.gold
    treasury.pay(turn)
    moved: Counter[str] = Counter()
    for event in turn.events():
        if event.kind == "gold" and event.data["kingdom"] == number:
            moved[event.data["why"]] += event.data["amount"]
    spent: Counter[str] = Counter()
    for why, line in SPENT.items():
        spent[line] -= moved[why]
    return Budget(
        gold=view["own"]["gold"],
        recruiting=spent["recruiting"],
        hiring=spent["hiring"],
        gifts=spent["gifts"],
        taxes=moved["taxes"],
        stones=moved["stones"],
        heroes=heroes,
        units=units,
        left=kingdom.gold,
        short=max(0, heroes + units - available),
    )


def play(turn: Turn) -> None:
    """The year up to the pay, without what others may do to it (RO-TURN-02)."""
    heirs.heirs_arrive(turn)
    seasons.new_year(turn)
    orders = give_out_orders(turn)
    for season in SEASONS:
        turn.season, turn.order_of = season, dict(orders[season])
        seasons.new_season(turn)
        actions(turn)
        excess_cargo(turn)
        armies.check_leaders(turn)
        spells.lift_veils(turn)
    turn.season = 6
    treasury.donations(turn)
    treasury.taxes(turn)
