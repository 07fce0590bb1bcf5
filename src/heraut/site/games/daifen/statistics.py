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
from heraut.site.matchpage.step_counts import Measured

MEASURES = ("living", "gold", "intellect", "buildings", "units", "known")

Counts = dict[str, int]


def page(access: MatchAccess) -> HttpResponse:
    """The plots of all turns so far."""
    counts = counts_of(access)
    measures = [measure for measure in MEASURES if any(measure in turn for turn in counts)]
    plots = [plot_of(measure, counts, access.lang) for measure in measures if is_worth_drawing(counts)]
    turns = list(range(len(counts)))
    return show(access, "play/daifen/statistics.html", "statistics", **realm_context(access), plots=plots, turns=turns)


def plot_of(measure: str, counts: list[Counts], lang: str) -> Plot:
    """One measure over the turns."""
    title = say(f"daifen_tools.plot_{measure}")
    values: list[float | None] = [turn.get(measure) for turn in counts]
    shown = ["–" if value is None else integer(value, lang) for value in values]
    curve = Curve("own", 1 if measure != "living" else 2, title, values, shown)
    return plot(title, [curve], "own", lang)


def counts_of(access: MatchAccess) -> list[Counts]:
    """The counts of every step so far, as the visitor could count them."""
    return kept.of(access.match, access.name)


def counts_in(view: Json) -> Counts:
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


kept = Measured(counts_in)
