"""A battle of the coming year, from where one's own will be by then, against whoever was seen there (RO-TOOL-02)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from heraut.engine.intervals import margin
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.rois.battle.odds import Odds, Strength
from heraut.games.rois.calculators.battle import BattleForecast, Unanswerable
from heraut.games.rois.calculators.known_battle import NO_FAVOURS, UNKNOWN, Foresight, Supposition
from heraut.games.rois.forecast.certainty import UNDISTURBED, Certainty, least
from heraut.games.rois.forecast.course import Course
from heraut.games.rois.orders import Sheet
from heraut.games.rois.phases.exploration import enter
from heraut.games.rois.state import Character

RUNS = 400  # battles of one forecast: enough for a margin of five in a hundred
SEED = b"forecast"  # the same question has the same answer


class Fielded(msgspec.Struct, frozen=True):
    """Units of one type: how many, and what they are worth together, S0, on this ground under this leader."""

    type: str
    count: int
    strength: float


class Attack(msgspec.Struct, frozen=True):
    """A battle as it is foreseen. `victory`: the share of battles that one's own win, give or take `margin`.

    `attacks`: one's own come, and the other holds the place; `leaders`: who leads one's own. `own_losses` and
    `foe_losses`: units, on average. `duels`: how often the duel before it is won, lost, refused or broken off.
    `certainty`: how sure it is that one's own will be there as foreseen. `supposed`: what was supposed of the other.
    """

    province: int
    season: int
    enemy: int
    attacks: bool
    leaders: tuple[int, ...]
    own: tuple[Fielded, ...]
    foes: tuple[Fielded, ...]
    victory: float
    margin: float
    own_losses: float
    foe_losses: float
    duels: dict[str, float]
    certainty: Certainty
    supposed: tuple[Supposition, ...]

    @property
    def strength(self) -> float:
        """What one's own are worth on arrival."""
        return sum(each.strength for each in self.own)


class Field:
    """A province in a season, everybody having acted; more may be added before the battle is reckoned.

    `joining`: leaders who go there too, though the sheet does not send them. Raises Unanswerable: nobody of one's own
    is there by then, nobody was seen there.
    """

    def __init__(self, view: Json, sheet: Sheet, season: int, province: int, *, joining: Sequence[int] = ()) -> None:
        self.course = Course(view, sheet)
        self.course.until_battles(season)
        self.season = season
        self.foresight = Foresight(view, self.course, province, None)
        arrived = [unit.leader for unit in self.course.units_in(province) if unit.kingdom == self.course.own]
        self.leaders = sorted({*arrived, *joining} - {0})
        for number in joining:
            self.arrive(self.course.characters[number], province)
        self.foresight.bring((), NO_FAVOURS)
        self.foresight.oppose(UNKNOWN, None)

    def arrive(self, leader: Character, province: int) -> None:
        """He comes too, and looks about him on arriving (RO-EXPL-03)."""
        if leader.province != province:
            self.course.travel(leader, province)
            enter(self.course, leader)

    def forecast(self) -> BattleForecast:
        """Both sides as they are now."""
        return self.foresight.forecast(meeting=False, duel=False)

    def odds(self, runs: int = RUNS) -> Odds:
        """The chances, from so many battles with the same dice each time."""
        return self.forecast().odds(Rng(SEED), runs)

    def victory(self, runs: int = RUNS) -> float:
        """The share of battles that one's own win."""
        share = self.odds(runs).victory
        return 1 - share if self.foresight.defends else share


def attack(
    view: Json, sheet: Sheet, season: int, province: int, *, joining: Sequence[int] = (), runs: int = RUNS
) -> Attack:
    """The battle that one's own fight there in this season under these orders. Raises Unanswerable."""
    field = Field(view, sheet, season, province, joining=joining)
    battle, defends = field.forecast(), field.foresight.defends
    found = battle.odds(Rng(SEED), runs)
    sides = battle.strengths()
    own, foes = sides[::-1] if defends else sides
    losses = found.attacker_losses, found.defender_losses
    own_losses, foe_losses = losses[::-1] if defends else losses
    victory = 1 - found.victory if defends else found.victory
    doubts = [field.course.doubt.get(leader, UNDISTURBED) for leader in field.leaders]
    return Attack(
        province, season, field.foresight.enemy, not defends, tuple(field.leaders), fielded(own), fielded(foes),
        victory, margin(victory, runs), own_losses, foe_losses, turned(found.duels) if defends else found.duels,
        least(UNDISTURBED, *doubts), tuple(field.foresight.supposed),
    )  # fmt: skip


def fielded(rows: Sequence[tuple[str, Strength]]) -> tuple[Fielded, ...]:
    """Units by type, as fanatic as they are on average."""
    found: dict[str, list[float]] = {}
    for type, strength in rows:
        zeal = strength.zeal / 100
        found.setdefault(type, []).append(float(strength.plain) * (1 - zeal) + float(strength.fanatic) * zeal)
    return tuple(Fielded(type, len(each), sum(each)) for type, each in found.items())


def turned(duels: dict[str, float]) -> dict[str, float]:
    """Duels as the other side counts them."""
    other: dict[str, Any] = {"won": "lost", "lost": "won"}
    return {other.get(ending, ending): share for ending, share in duels.items()}


__all__ = ["Attack", "Field", "Fielded", "Unanswerable", "attack"]
