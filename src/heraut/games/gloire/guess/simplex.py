"""Points where linear equations and bounds hold together, by the simplex method: where hardly any room is left.

A tableau in the textbook's form: the rows are equations with what is basic at one, the last row is what a step gains.
"""

from __future__ import annotations

from collections.abc import Sequence

from heraut.games.gloire.guess.patience import Patience, endless

TINY = 1e-9
MOST_STEPS = 2_000


class Tableau:
    """Numbers of at least 0 under equations; those behind `count` make up what is missing to the equations."""

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
        """Drives what makes up for the equations to 0; whether it goes."""
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
        """The point, among those that are feasible, that has the most of what is wanted."""
        gains = [*wanted, *[0.0] * (len(self.rows[0]) - len(wanted))]
        for place, column in enumerate(self.basis):
            if column < self.count and gains[column]:
                factor = gains[column]
                gains = [each - factor * other for each, other in zip(gains, self.rows[place], strict=True)]
        self.climb(gains, self.count)
        return self.point()

    def point(self) -> list[float]:
        """Where it stands."""
        found = [0.0] * self.count
        for place, column in enumerate(self.basis):
            if column < self.count:
                found[column] = max(0.0, self.rows[place][-1])
        return found

    def climb(self, gains: list[float], count: int) -> None:
        """Steps from corner to corner while one gains; by the first column that does, once that takes long (Bland)."""
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
        """This column becomes basic in this row."""
        row = self.rows[place]
        factor = row[column]
        row[:] = [each / factor for each in row]
        for other in (*self.rows, gains):
            if other is not row and other[column]:
                factor = other[column]
                other[:] = [each - factor * mine if mine else each for each, mine in zip(other, row, strict=True)]
        self.basis[place] = column
