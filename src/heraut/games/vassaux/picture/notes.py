"""Small labels on the table: words on a plate, held within it."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from heraut.games.vassaux.picture.scenery import EDGE, LARGEST

LETTER = 12.4  # how wide one is, in units of the drawing
HALF = 19  # of the height of a plate
AROUND = [(0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (0.8, 0.8), (-0.8, 0.8), (0.8, -0.8), (-0.8, -0.8)]
Spot = tuple[float, float]


class Notes:
    """Labels of one drawing, each put where it covers as little as may be of what stands there and of the others."""

    def __init__(self, wide: float, high: float, taken: Iterable[Spot]) -> None:
        self.wide, self.high = wide, high
        self.taken = list(taken)  # the middles of bases
        self.boxes: list[tuple[float, float, float]] = []  # of labels: the middle, half the width
        self.drawn: list[str] = []

    def add(self, spot: Spot, words: str, kind: str, off: float = 62) -> None:
        """A label near a place, `off` away from it."""
        half = LETTER * len(words) / 2 + 11
        wishes = [self._within(spot, far * off, half, at) for far in (1, 1.8, 2.8, 4.2) for at in AROUND]
        best = min(range(len(wishes)), key=lambda number: (self._hidden(*wishes[number], half), number))
        x, y = wishes[best]
        self.boxes.append((x, y, half))
        self.drawn.append(note(x, y, words, kind))

    def _within(self, spot: Spot, off: float, half: float, at: Spot) -> Spot:
        x, y = spot[0] + at[0] * (off + half - 20), spot[1] + at[1] * off
        side = max(half, LARGEST * half - EDGE)
        return min(max(x, side), self.wide - side), min(max(y, HALF), self.high - HALF)

    def _hidden(self, x: float, y: float, half: float) -> int:
        men = sum(abs(x - u) < half + 22 and abs(y - v) < HALF + 22 for u, v in self.taken)
        return men + 5 * sum(abs(x - u) < half + other + 4 and abs(y - v) < 2 * HALF + 4 for u, v, other in self.boxes)

    def __str__(self) -> str:
        return "".join(self.drawn)


def note(x: float, y: float, words: str, kind: str = "") -> str:
    """Words on a plate whose middle is at this place of the drawing."""
    wide = LETTER * len(words) + 22
    return (
        f'<g class="note{" " * bool(kind)}{kind}" transform="translate({x:g} {y:g})"><g><rect class="note-plate" '
        f'x="{-wide / 2:g}" y="-20" width="{wide:g}" height="38" rx="4"/><text y="8">{escape(words)}</text></g></g>'
    )


def rulers(lang: str, length: float) -> str:
    """A length in mR as players say it: 3,4 R."""
    said = f"{length / 1000:.1f}"
    return f"{said.replace('.', ',') if lang == 'fr' else said} R"
