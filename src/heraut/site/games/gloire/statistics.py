"""Statistics over time: what everyone may know of each lord, turn by turn, as plots and as tables (GP-SITE-21)."""

from __future__ import annotations

from django.http import HttpResponse

from heraut.engine.protocol import Json
from heraut.engine.words import integer, real
from heraut.site.common.words import say
from heraut.site.games.gloire.realm import realm_context
from heraut.site.matches.models import Match
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.plots import Curve, Plot, is_worth_drawing, plot
from heraut.site.matchpage.step_counts import Measured

MEASURES = ("renown", "lands", "happiness", "population")

Counts = dict[str, tuple[float, float, float, float]]


def page(access: MatchAccess) -> HttpResponse:
    """The plots of all turns so far."""
    turns = kept.of(access.match)
    plots = [plot_of(access, place, turns) for place in range(len(MEASURES)) if is_worth_drawing(turns)]
    return show(
        access,
        "play/gloire/statistics.html",
        "statistics",
        **realm_context(access),
        plots=plots,
        turns=list(range(len(turns))),
    )


def counts_in(view: Json) -> Counts:
    """What everyone could know of each living lord, in the order of `MEASURES`."""
    return {seat: measured(view, seat) for seat, lord in view["lords"].items() if lord["alive"]}


kept = Measured(counts_in)


def fall_of(match: Match, seat: str) -> int:
    """The turn on which a dead lord fell."""
    return next((turn for turn, living in enumerate(kept.of(match)) if seat not in living), match.step)


def measured(view: Json, seat: str) -> tuple[float, float, float, float]:
    """Global renown, lands, mean happiness of the lands, people."""
    lands = [land for land in view["lands"].values() if land["owner"] == seat]
    happiness = sum(land["happiness"] for land in lands) / len(lands) if lands else 0.0
    people = sum(land["population"] for land in lands)
    return view["lords"][seat]["global_renown"], len(lands), happiness, people


def plot_of(access: MatchAccess, place: int, turns: list[Counts]) -> Plot:
    """One measure of all lords."""
    curves = curves_of(access.view, place, turns, access.lang)
    return plot(say(f"plots.{MEASURES[place]}"), curves, access.name, access.lang)


def curves_of(view: Json, place: int, turns: list[Counts], lang: str) -> list[Curve]:
    """The curve of each lord, the highest at the end first."""
    curves = []
    for seat, lord in view["lords"].items():
        values = [turn[seat][place] if seat in turn else None for turn in turns]
        shown = ["–" if value is None else figure(value, place, lang) for value in values]
        curves.append(Curve(seat, lord["number"], lord["name"], values, shown))
    return sorted(curves, key=lambda curve: -(curve.values[-1] or 0) if curve.values else 0)


def figure(value: float, place: int, lang: str) -> str:
    """A value of a measure in words."""
    return integer(value, lang) if MEASURES[place] in ("lands", "population") else real(value, lang)
