"""The simplex method: points that satisfy linear equations and bounds which leave hardly any room.

A tableau in the textbook form: each row is an equation in which its basic variable has the factor 1; `gains` is the
objective row.
"""

from __future__ import annotations

from collections.abc import Sequence

from heraut.games.gloire.guess.patience import Patience, endless

TINY = 1e-9
MOST_STEPS = 2_000


class Tableau:
    """Variables of at least 0 under equations: `count` real ones, then an artificial one for each equation."""

    def __init__(self, rows: Sequence[Sequence[float]], values: Sequence[float], patience: Patience = endless) -> None:
        self.patience = patience
        self.count = len(rows[0])
        self.rows: list[list[float]] = []
        for place, (row, value) in enumerate(zip(rows, values, strict=True)):
            sign = -1.0 if value < 0 else 1.0
            extra = [0.0] * len(rows)
            extra[place] = 1.0
            self.rows.append([*(sign * each for each in row), *extra, sign * value])
        self.basis = [self.count + place for place in range(len(rows))]

    def feasible(self) -> bool:
        """Whether the equations have a solution: drives the artificial variables to 0 (the first phase)."""
        width = len(self.rows[0]) if self.rows else 0
        gains = [sum(row[column] for row in self.rows) for column in range(width)]
        for column in range(self.count, width - 1):
            gains[column] = 0.0
        self.climb(gains, self.count)
        if gains[-1] > 1e3 * TINY:
            return False
        for place, row in enumerate(self.rows):
            if self.basis[place] >= self.count:
                column = max(range(self.count), key=lambda each: abs(row[each]))
                if abs(row[column]) > TINY:
                    self.pivot(place, column, gains)
        return True

    def best(self, wanted: Sequence[float]) -> list[float]:
        """The feasible point with the greatest weighted sum, `wanted` being the weights (the second phase)."""
        gains = [*wanted, *[0.0] * (len(self.rows[0]) - len(wanted))]
        for place, column in enumerate(self.basis):
            if column < self.count and gains[column]:
                factor = gains[column]
                gains = [each - factor * other for each, other in zip(gains, self.rows[place], strict=True)]
        self.climb(gains, self.count)
        return self.point()

    def point(self) -> list[float]:
        """The values of the real variables in the present basis."""
        found = [0.0] * self.count
        for place, column in enumerate(self.basis):
            if column < self.count:
                found[column] = max(0.0, self.rows[place][-1])
        return found

    def climb(self, gains: list[float], count: int) -> None:
        """Steps from corner to corner while the objective grows; after a while by Bland's rule, which never cycles."""
        for step in range(MOST_STEPS):
            self.patience()
            if step < 3 * len(self.rows):
                column = max(range(count), key=gains.__getitem__)
            else:
                column = next((each for each in range(count) if gains[each] > TINY), 0)
            if gains[column] <= TINY:
                return
            able = [place for place, row in enumerate(self.rows) if row[column] > TINY]
            if not able:
                return
            place = min(able, key=lambda each: (self.rows[each][-1] / self.rows[each][column], self.basis[each]))
            self.pivot(place, column, gains)

    def pivot(self, place: int, column: int, gains: list[float]) -> None:
        """Makes this column basic in this row."""
        row = self.rows[place]
        factor = row[column]
        row[:] = [each / factor for each in row]
        for other in (*self.rows, gains):
            if other is not row and other[column]:
                factor = other[column]
                other[:] = [each - factor * mine if mine else each for each, mine in zip(other, row, strict=True)]
        self.basis[place] = column
