"""A kingdom turn by turn, as its lord's own reports gave it; and, for everyone, how many kingdoms lived."""

from __future__ import annotations

from django.http import HttpResponse

from heraut.engine.protocol import Json
from heraut.engine.words import integer
from heraut.site.common.words import say
from heraut.site.games.daifen.realm import realm_context
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.plots import Curve, Plot, is_worth_drawing, plot
from heraut.site.matchpage.step_figures import Measured

MEASURES = ("living", "gold", "intellect", "buildings", "units", "known")

Figures = dict[str, int]


def page(access: MatchAccess) -> HttpResponse:
    """The plots of all turns so far."""
    figures = figures_of(access)
    measures = [measure for measure in MEASURES if any(measure in turn for turn in figures)]
    plots = [plot_of(measure, figures, access.lang) for measure in measures if is_worth_drawing(figures)]
    turns = list(range(len(figures)))
    return show(access, "play/daifen/statistics.html", "statistics", **realm_context(access), plots=plots, turns=turns)


def plot_of(measure: str, figures: list[Figures], lang: str) -> Plot:
    """One measure over the turns."""
    title = say(f"daifen_tools.plot_{measure}")
    values: list[float | None] = [turn.get(measure) for turn in figures]
    shown = ["–" if value is None else integer(value, lang) for value in values]
    curve = Curve("own", 1 if measure != "living" else 2, title, values, shown)
    return plot(title, [curve], "own", lang)


def figures_of(access: MatchAccess) -> list[Figures]:
    """The figures of every step so far, as the visitor could count them."""
    return kept.of(access.match, access.name)


def figures_in(view: Json) -> Figures:
    """What a view counts."""
    own = view.get("own")
    public = {"living": view["living"]}
    if own is None:
        return public
    return {
        **public,
        "gold": own["gold"],
        "intellect": own["intellect"],
        "buildings": sum(own["buildings"].values()),
        "units": sum(own["units"].values()),
        "known": len(own["known"]),
    }


kept = Measured(figures_in)
