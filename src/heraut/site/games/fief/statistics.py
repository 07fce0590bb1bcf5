"""The match in curves: what all may know of each family, at the end of every turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Min
from django.http import HttpResponse

from heraut.engine.protocol import Json
from heraut.engine.words import integer
from heraut.games.fief.tables import blazons
from heraut.site.common.words import say
from heraut.site.games.fief.panels import realm_context
from heraut.site.matches.models import Step
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.plots import Curve, Plot, is_worth_drawing, plot
from heraut.site.matchpage.step_counts import Measured

MEASURES: Mapping[str, Callable[[Json, str], int]] = {
    "soldiers": lambda view, seat: int(view["seats"][seat]["soldiers"]),
    "villages": lambda view, seat: sum(one["owner"] == seat for one in view["villages"].values()),
    "fiefs": lambda view, seat: len(view["seats"][seat]["fiefs"]),
    "lords": lambda view, seat: len(view["seats"][seat]["lords"]),
    "votes": lambda view, seat: int(view["seats"][seat]["votes"]),
    "score": lambda view, seat: int(view["seats"][seat]["score"]),
}


def page(access: MatchAccess) -> HttpResponse:
    """The plots of all turns so far."""
    turns = counts_of(access)
    seats = list(access.view["seats"])
    measures = [one for one in MEASURES if any(found[seat][one] for found in turns for seat in found)]
    plots = [plot_of(one, turns, seats, access) for one in measures if is_worth_drawing(turns)]
    return show(
        access,
        "play/statistics.html",
        "statistics",
        **realm_context(access),
        plots=plots,
        turns=list(range(len(turns))),
    )


def plot_of(measure: str, turns: list[dict[str, dict[str, int]]], seats: list[str], access: MatchAccess) -> Plot:
    """One measure over the turns, a curve for each family in the order of the seats."""
    view, lang = access.view, access.lang
    curves = []
    for place, seat in enumerate(seats, start=1):
        values: list[float | None] = [found[seat][measure] for found in turns]
        shown = [integer(value or 0, lang) for value in values]
        name = view["seats"][seat]["name"]
        curves.append(Curve(seat, tincture(view["seats"][seat]["blazon"], place), name, values, shown))
    return plot(say(f"fief.plot_{measure}"), curves, access.name, lang)


def tincture(blazon: str | None, place: int) -> int:
    """The colour of a family's curve is that of its blazon; before it has one, that of its seat."""
    return list(blazons()).index(blazon) + 1 if blazon else place


def counts_of(access: MatchAccess) -> list[dict[str, dict[str, int]]]:
    """The counts of every family at the end of each turn, and now: all public, so that one copy serves all readers.

    A turn ends with the step in which the next one begins; the setup, turn 0, with the family that settles last.
    """
    match = access.match
    begun = Step.objects.filter(match=match, turn__gt=0).values("turn").annotate(first=Min("number"))
    return kept.of(match, numbers={*begun.values_list("first", flat=True), match.step})


def counts_in(view: Json) -> dict[str, Any]:
    """What a view counts, family by family."""
    return {seat: {name: measure(view, seat) for name, measure in MEASURES.items()} for seat in view["seats"]}


kept = Measured(counts_in)
