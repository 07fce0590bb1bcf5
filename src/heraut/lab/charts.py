"""Plots of a campaign as SVG, for its page. Needs matplotlib (the extra `lab`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any

import matplotlib
from matplotlib.figure import Figure

from heraut.engine.balance import Share

INK, RED, GREY = "#33302a", "#8f2d1f", "#9a948a"
PALETTE = (RED, "#2f5d8a", "#5b7f3a", "#8a6d1f", "#6a4a8a", "#3a7f7a", GREY)


def shares(rows: Mapping[str, Share], fair: float) -> str:
    """A share for each name with its interval, beside the fair one."""
    names = list(rows)
    figure, axes = canvas(0.34 * len(names) + 0.9)
    for place, name in enumerate(names):
        low, high = rows[name].interval
        axes.plot([100 * low, 100 * high], [place, place], color=INK, linewidth=1.6)
        axes.plot(100 * rows[name].share, place, "o", color=RED, markersize=5)
    axes.axvline(100 * fair, color=GREY, linewidth=1, linestyle="--")
    axes.set_yticks(range(len(names)), [f"{name}  ({rows[name].matches})" for name in names])
    axes.invert_yaxis()
    axes.set_xlabel("matches won, in %, with what lies within 95 %; dashed: the fair share")
    return svg(figure)


def bars(rows: Mapping[str, float], label: str) -> str:
    """A bar for each name."""
    figure, axes = canvas(0.34 * len(rows) + 0.9)
    axes.barh(list(rows), list(rows.values()), color=RED, height=0.6)
    axes.invert_yaxis()
    axes.set_xlabel(label)
    return svg(figure)


def histogram(values: Sequence[int], label: str) -> str:
    """How often values come."""
    figure, axes = canvas(2.4)
    axes.hist(values, bins=min(40, max(1, max(values) - min(values) + 1)), color=RED)
    axes.set_xlabel(label)
    axes.set_ylabel("matches")
    return svg(figure)


def courses(lines: Mapping[str, Sequence[tuple[float, float]]], label: str) -> str:
    """A line for each name, from (step, value)."""
    figure, axes = canvas(2.6)
    for place, (name, points) in enumerate(lines.items()):
        steps, values = zip(*points, strict=True)
        axes.plot(steps, values, color=PALETTE[place % len(PALETTE)], linewidth=1.4, label=name)
    axes.set_xlabel("step")
    axes.set_ylabel(label)
    axes.legend(frameon=False, fontsize=8)
    return svg(figure)


def canvas(height: float) -> tuple[Figure, Any]:
    """An empty plot of this height in inches."""
    figure = Figure(figsize=(7.2, height), layout="constrained")
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def svg(figure: Figure) -> str:
    """The plot as an element of a page: the same figures, the same text."""
    with matplotlib.rc_context({"svg.hashsalt": "heraut", "svg.fonttype": "none", "font.family": "sans-serif"}):
        file = StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None})
    text = file.getvalue()
    return text[text.index("<svg") :]
