"""Statistics over time: what everyone may know of each lord, turn by turn, as plots and as tables (GP-SITE-21)."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, log10

from django.http import HttpResponse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from heraut.engine.protocol import Json
from heraut.engine.words import integer, real
from heraut.site.matches.models import Match
from heraut.site.play.frame import show
from heraut.site.play.gloire.realm import realm_context
from heraut.site.play.visit import Visit
from heraut.site.words import say

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 900, 380, 60, 180, 12, 34
NAMED = 4  # lords whose names stand at the end of their lines, besides the reader's own
MEASURES = ("renown", "lands", "happiness", "population")

Figures = dict[str, tuple[float, float, float, float]]


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
    """One measure: its drawing, and the same as figures."""

    measure: str
    svg: SafeString
    curves: list[Curve]

    @property
    def words(self) -> str:
        """The key of its words."""
        return f"plots.{self.measure}"


def page(coming: Visit) -> HttpResponse:
    """The plots of all turns so far."""
    turns = figures_of(coming.match)
    plots = [plot_of(coming, place, turns) for place in range(len(MEASURES))]
    return show(
        coming,
        "play/gloire/figures.html",
        "statistics",
        **realm_context(coming),
        plots=plots,
        turns=list(range(len(turns))),
    )


kept: dict[tuple[int, int, str], Figures] = {}  # by match, step and digest; what is forgotten is measured again
MOST_KEPT = 2000


def figures_of(match: Match) -> list[Figures]:
    """The figures of every step so far, from the setup on; one query for all that are not at hand."""
    steps = match.steps.order_by("number").values_list("number", "digest")
    keys = {number: (match.pk, number, digest) for number, digest in steps}
    known = {number: kept[key] for number, key in keys.items() if key in kept}
    missing = keys.keys() - known.keys()
    if len(kept) > MOST_KEPT:
        kept.clear()
    for number, state in match.steps.filter(number__in=missing).values_list("number", "state").iterator():
        known[number] = kept[keys[number]] = figures_in(match.rules.view(match.rules.load(bytes(state)), None))
    return [known[number] for number in keys]


def figures_in(view: Json) -> Figures:
    """What everyone could know of each living lord, in the order of `MEASURES`."""
    return {seat: measured(view, seat) for seat, lord in view["lords"].items() if lord["alive"]}


def measured(view: Json, seat: str) -> tuple[float, float, float, float]:
    """Global renown, lands, mean happiness of the lands, people."""
    lands = [land for land in view["lands"].values() if land["owner"] == seat]
    happiness = sum(land["happiness"] for land in lands) / len(lands) if lands else 0.0
    people = sum(land["population"] for land in lands)
    return view["lords"][seat]["global_renown"], len(lands), happiness, people


def plot_of(coming: Visit, place: int, turns: list[Figures]) -> Plot:
    """One measure of all lords."""
    curves = []
    for seat, lord in coming.view["lords"].items():
        values = [turn[seat][place] if seat in turn else None for turn in turns]
        shown = ["–" if value is None else figure(value, place, coming.lang) for value in values]
        curves.append(Curve(seat, lord["number"], lord["name"], values, shown))
    curves.sort(key=lambda curve: -(curve.values[-1] or 0) if curve.values else 0)
    mine = coming.name if "own" in coming.view else None
    return Plot(MEASURES[place], draw(MEASURES[place], curves, mine, coming.lang), curves)


def figure(value: float, place: int, lang: str) -> str:
    """A value of a measure in words."""
    return integer(value, lang) if MEASURES[place] in ("lands", "population") else real(value, lang)


def draw(measure: str, curves: list[Curve], mine: str | None, lang: str) -> SafeString:
    """The curves over a grid; the first few and the reader's own are named at their ends."""
    count = max((len(curve.values) for curve in curves), default=0)
    step, top = scale(max((value for curve in curves for value in curve.values if value), default=1.0))
    parts = [
        f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(say(f"plots.{measure}"))}">'
    ]
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
    parts += names(curves, mine, count, top)
    return mark_safe("".join(parts) + "</svg>")  # names are escaped where they enter


def scale(most: float) -> tuple[float, float]:
    """The step of the grid and its top: 1, 2 or 5 times a power of ten, four to eight lines."""
    rough = max(most, 1e-6) / 5
    power: float = 10.0 ** floor(log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
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


def names(curves: list[Curve], mine: str | None, count: int, top: float) -> list[str]:
    """The names at the ends of the lines, none over another."""
    living = [curve for curve in curves if curve.values and curve.values[-1] is not None]
    ends = [curve for place, curve in enumerate(living) if place < NAMED or curve.seat == mine]
    parts, y = [], 0.0
    for curve in ends:
        y = max(y + 17, height(curve.values[-1] or 0.0, top) + 5)
        own = " own-name" if curve.seat == mine else ""
        parts.append(f'<text class="end-name{own}" x="{WIDTH - RIGHT + 8}" y="{y:.0f}">{escape(curve.name)}</text>')
    return parts
