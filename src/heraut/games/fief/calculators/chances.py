"""Who wins, for all strengths at once: points against points, nobody aiming, d'Arc elsewhere.

The two throws of a round are independent. So what the attackers' throw leads to is summed once for each strength to
which they may fall, and the defenders' throw is applied to these sums: two short sums instead of a long one.
"""

from __future__ import annotations

from functools import lru_cache
from operator import mul
from typing import NamedTuple

from heraut.games.fief.calculators.dice import Row, Throw, dice_of, lost

MOST = 40

WON, BOTH_OUT = 1.0 + 0.0j, 0.0 + 1.0j
"""Both chances of a pair of strengths are carried as one complex number: one sum gives both."""


class Chances(NamedTuple):
    """`win[a][d]`: the chance that a points beat d points; `both_out[a][d]`: that nobody is left of either."""

    win: tuple[tuple[float, ...], ...]
    both_out: tuple[tuple[float, ...], ...]


@lru_cache(maxsize=64)
def chances(attacker: Row = "open", defender: Row = "open", most: int = MOST) -> Chances:
    """The chances of every battle of up to so many points a side, in these positions."""
    grid = _Grid(attacker, defender, most)
    for points in range(1, most + 1):
        grid.add(points)
    win = tuple(tuple(chance.real for chance in row[grid.margin :]) for row in grid.rows)
    return Chances(win, tuple(tuple(chance.imag for chance in row[grid.margin :]) for row in grid.rows))


class Law(NamedTuple):
    """Losses to a throw: the chance of none, the others that may be, and the chance of each."""

    none: float
    losses: tuple[int, ...]
    chances: tuple[float, ...]


def law(row: Row, dice: int) -> Law:
    """What so many dice take from troops in this position."""
    chances = dict(lost(row, Throw(dice)))
    none = chances.pop(0, 0.0)
    return Law(none, tuple(chances), tuple(chances.values()))


class _Grid:
    """The chances, row by row: of 0, 1, 2… points of attackers, against 0 to `most` points of defenders.

    A row begins with a margin, columns below 0 for the defenders who lose more than they have. `struck` are the rows as
    a throw of the attackers transforms them, by dice; those that no battle falls to from so many dice are left out.
    """

    def __init__(self, attacker: Row, defender: Row, most: int) -> None:
        self.most = most
        self.spells = {dice: [points for points in range(1, most + 1) if dice_of(points) == dice] for dice in (1, 2, 3)}
        self.suffered = {dice: law(attacker, dice) for dice in self.spells}
        self.dealt = {dice: law(defender, dice) for dice in self.spells}
        self.reach = max(max(law.losses) for law in self.suffered.values())
        self.margin = max(max(law.losses) for law in self.dealt.values())
        self.rows: list[list[complex]] = []
        self.struck: dict[int, list[list[complex]]] = {dice: [] for dice in self.spells}
        self._keep([BOTH_OUT] * (self.margin + 1) + [0j] * most)

    def _keep(self, row: list[complex]) -> None:
        """A row is complete."""
        points = len(self.rows)
        self.rows.append(row)
        for dice, spell in self.spells.items():
            wanted = spell and spell[0] - self.reach <= points < spell[-1]
            self.struck[dice].append(self._strike(row, self.dealt[dice]) if wanted else [])

    def _strike(self, row: list[complex], law: Law) -> list[complex]:
        """What a throw of the attackers makes of a row."""
        start, size = self.margin, self.most + 1
        chances, losses = law.chances, law.losses
        if law.none:
            chances, losses = (law.none, *chances), (0, *losses)
        shifted = [row[start - loss : start - loss + size] for loss in losses]
        return [sum(map(mul, chances, column)) for column in zip(*shifted, strict=True)]

    def add(self, points: int) -> None:
        """The row of so many points, from those below it."""
        dice = dice_of(points)
        struck, dealt = self.struck[dice], self.dealt[dice]
        row = [WON] * (self.margin + 1)
        for thrown, spell in self.spells.items():
            if not spell:
                continue
            suffered = self.suffered[thrown]
            below = [struck[max(0, points - loss)][spell[0] : spell[-1] + 1] for loss in suffered.losses]
            hurt = [sum(map(mul, suffered.chances, column)) for column in zip(*below, strict=True)]
            if suffered.none:
                scale = 1 / (1 - suffered.none * dealt.none)  # a round in which nobody falls is fought again
                for chance in hurt:
                    held = sum([share * row[-loss] for loss, share in zip(dealt.losses, dealt.chances, strict=True)])
                    row.append((chance + suffered.none * held) * scale)
            else:
                row += hurt
        self._keep(row)
