"""What a form leaves in the coffers: paid at the start of the turn, then the Collecte, then the technologies.

Both are the game's own (`phases/collection.py`, `phases/technology.py`), done to a kingdom made from the lord's view
alone: what others do to it, what spies bring, loot and gifts received are not in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from heraut.engine.protocol import Json, Seat
from heraut.games.daifen import orders as o
from heraut.games.daifen.orders import GOLD, INTELLECT, Form
from heraut.games.daifen.phases.collection import Harvest
from heraut.games.daifen.phases.technology import develop
from heraut.games.daifen.sheet.checks import gold_of, intellect_of
from heraut.games.daifen.state import Kingdom

Line = tuple[str, int, int, int]  # code, number, gold, intellect


@dataclass(frozen=True)
class Forecast:
    """Gold and intellect: paid, collected, left; upkeep that could not be paid; technologies that would wait."""

    gold: int
    intellect: int
    paid: int
    given: int
    lines: list[Line]
    gold_income: int
    intellect_income: int
    gold_after: int
    intellect_after: int
    unpaid: Mapping[str, int] = field(default_factory=dict)
    dismissed: Mapping[str, int] = field(default_factory=dict)
    waiting: tuple[str, ...] = ()


class QuietTurn:
    """A turn in which nothing happens to one kingdom but its own form."""

    def __init__(self, seat: Seat, buildings: Mapping[str, int], units: Mapping[str, int]) -> None:
        self.held_buildings = {seat: Counter(buildings)}
        self.held_units = {seat: Counter(units)}
        self.statement: dict[str, Any] = {}
        self.waiting: list[str] = []

    def tell(self, seat: Seat, rule: str, kind: str, /, **data: Any) -> None:
        """Keeps the statement of the Collecte and the technologies that have to wait."""
        if kind == "collect_statement":
            self.statement = data
        elif kind in ("tech_unpaid", "tech_skipped"):
            self.waiting.append(data["technology"])


def forecast(view: Json, form: Form) -> Forecast:
    """What the coming turn leaves, if nobody else does anything to the kingdom."""
    own = view["own"]
    paid = sum(gold_of(order) for order in form.orders)
    given = sum(intellect_of(order) for order in form.orders)
    units = Counter(own["units"])
    for order in form.orders:
        if isinstance(order, o.Give) and order.content not in (GOLD, INTELLECT):
            units[order.content] -= order.count
    gold, intellect = own["gold"] - paid, own["intellect"] - given
    kingdom = Kingdom(
        own["seat"], 0, own["name"], own["lord"], own["race"], gold, intellect, dict(own["buildings"]), dict(+units)
    )
    kingdom.technologies = list(own["technologies"])
    turn = QuietTurn(own["seat"], own["buildings"], +units)
    harvest = Harvest(turn, kingdom)  # type: ignore[arg-type]
    harvest.gather()
    told = turn.statement
    for order in form.orders:
        if isinstance(order, o.Develop):
            develop(turn, kingdom, order.technology)  # type: ignore[arg-type]
    return Forecast(
        gold=own["gold"],
        intellect=own["intellect"],
        paid=paid,
        given=given,
        lines=[(code, *figures) for code, figures in {**told["buildings"], **told["units"]}.items()],
        gold_income=told["gold"] - gold,
        intellect_income=told["intellect"] - intellect,
        gold_after=told["gold"],
        intellect_after=kingdom.intellect,
        unpaid=dict(harvest.unpaid),
        dismissed=dict(harvest.dismissed),
        waiting=tuple(turn.waiting),
    )
