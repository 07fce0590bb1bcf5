"""Curves over a grid, as SVG: a measure turn by turn. Colours and dashes are those of `static/play/lords.css`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from heraut.engine.words import integer, real

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 900, 380, 90, 200, 12, 34
NAMED = 4  # lords whose names stand at the end of their lines, besides the reader's own
LEAD, LETTER = 24, 10.5  # from the grid to a name; the room of a letter, as wide as small windows have it
ROW, RISE = 19, 5  # from one name to the next; of a line of letters over the point that it names


@dataclass(frozen=True)
class Curve:
    """One lord through the turns; None where he had nothing to measure."""

    seat: str
    number: int
    name: str
    values: list[float | None]
    shown: list[str]

    @property
    def dash(self) -> int:
        """How its line is broken, so that ten tinctures tell forty lords apart."""
        return (self.number - 1) // 10 % 4


@dataclass(frozen=True)
class Plot:
    """One measure turn by turn: its drawing, and its curves, for the same as figures."""

    title: str
    svg: SafeString
    curves: list[Curve]


def is_worth_drawing(turns: Sequence[Any]) -> bool:
    """Whether there are two moments to draw a line between."""
    return len(turns) > 1


def plot(title: str, curves: list[Curve], mine: str | None, lang: str, *, named: int = NAMED) -> Plot:
    """These curves, drawn."""
    return Plot(title, draw(title, curves, mine, lang, named=named), curves)


def draw(title: str, curves: list[Curve], mine: str | None, lang: str, *, named: int = NAMED) -> SafeString:
    """The curves over a grid; the first `named` and the reader's own are named at their ends."""
    count = max((len(curve.values) for curve in curves), default=0)
    values = [value for curve in curves for value in curve.values if value]
    step, top = scale(max(values, default=1.0), whole=all(float(value).is_integer() for value in values))
    width = WIDTH + beyond(named_ends(curves, mine, named))
    parts = [f'<svg class="plot" viewBox="0 0 {width} {HEIGHT}" role="img" aria-label="{escape(title)}">']
    level = 0.0
    while level <= top * 1.0001:
        y = height(level, top)
        parts.append(f'<path class="grid" d="M{LEFT} {y:.0f}H{WIDTH - RIGHT}"/>')
        label = integer(level, lang) if step >= 1 else real(level, lang)
        parts.append(f'<text class="tick" x="{LEFT - 8}" y="{y + 4:.0f}" text-anchor="end">{label}</text>')
        level += step
    every = max(1, round(count / 15))
    for turn in range(0, count, every):
        parts.append(
            f'<text class="tick" x="{along(turn, count):.0f}" y="{HEIGHT - 12}" text-anchor="middle">{turn}</text>'
        )
    for curve in sorted(curves, key=lambda curve: curve.seat == mine):
        own = " own-curve" if curve.seat == mine else ""
        parts.append(f'<path class="curve s{curve.number} dash{curve.dash}{own}" d="{path(curve, count, top)}">')
        parts.append(f"<title>{escape(curve.name)}</title></path>")
    parts += names(curves, mine, count, top, named)
    return mark_safe("".join(parts) + "</svg>")  # noqa: S308  names are escaped where they enter


def scale(most: float, *, whole: bool = False) -> tuple[float, float]:
    """The step of the grid and its top: 1, 2 or 5 times a power of ten, four to eight lines; whole if asked."""
    rough = max(most, 1e-6) / 5
    power: float = 10.0 ** floor(log10(rough))
    step = max(next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough), 1.0 if whole else 0.0)
    return step, step * -(-most // step)


def along(turn: int, count: int) -> float:
    """Where a turn stands from left to right."""
    return LEFT + (WIDTH - LEFT - RIGHT) * turn / max(1, count - 1)


def height(value: float, top: float) -> float:
    """Where a value stands from top to bottom."""
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top


def path(curve: Curve, count: int, top: float) -> str:
    """A line through the values that there are."""
    words, down = [], False
    for turn, value in enumerate(curve.values):
        if value is None:
            down = False
            continue
        words.append(f"{'L' if down else 'M'}{along(turn, count):.0f} {height(value, top):.0f}")
        down = True
    return "".join(words) or "M0 0"


def named_ends(curves: list[Curve], mine: str | None, named: int) -> list[Curve]:
    """The curves that are named at their ends: of those that have one the first, and the reader's own."""
    living = [curve for curve in curves if curve.values and curve.values[-1] is not None]
    return [curve for place, curve in enumerate(living) if place < named or curve.seat == mine]


def beyond(ends: Sequence[Curve]) -> int:
    """How much wider than usual a picture has to be, for the longest of the names to stand there whole."""
    longest = max((len(curve.name) for curve in ends), default=0)
    return max(0, LEAD + ceil(LETTER * longest) - RIGHT)


def names(curves: list[Curve], mine: str | None, count: int, top: float, named: int) -> list[str]:
    """The names at the ends of the lines, none over another, each led to by a stroke of its line's tincture."""
    ends = sorted(named_ends(curves, mine, named), key=lambda curve: -(curve.values[-1] or 0.0))
    parts = []
    for curve, y in zip(ends, rows([height(curve.values[-1] or 0.0, top) + RISE for curve in ends]), strict=True):
        own, end = " own-name" if curve.seat == mine else "", WIDTH - RIGHT
        lead = f"M{end} {height(curve.values[-1] or 0.0, top):.0f}L{end + 12} {y - RISE:.0f}h8"
        parts.append(f'<path class="curve lead s{curve.number}" d="{lead}"/>')
        parts.append(f'<text class="end-name{own}" x="{end + LEAD}" y="{y:.0f}">{escape(curve.name)}</text>')
    return parts


def rows(wanted: list[float]) -> list[float]:
    """Where names stand that would stand there: none over another, in their order, none below the grid."""
    found, y = [], 0.0
    for each in wanted:
        y = max(y + ROW, each)
        found.append(y)
    lowest: float = HEIGHT - BOTTOM + RISE
    for place in reversed(range(len(found))):
        found[place] = min(found[place], lowest)
        lowest = found[place] - ROW
    return found
