"""A kingdom year by year, as its King's own reports gave it: his means, his standing for each office, the others as far
as he knows of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse

from heraut.engine.protocol import Json
from heraut.engine.words import integer
from heraut.games.rois.lexicon import fixed_names
from heraut.site.common.words import say
from heraut.site.games.rois.realm import realm_context, seat_of
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.plots import Curve, Plot, is_worth_drawing, plot
from heraut.site.matchpage.step_counts import Measured

MEASURES = ("kingdoms", "provinces", "base", "gold", "units", "people", "levels", "explored", "known")
FULL = 100  # percent

Counts = dict[str, Any]


def page(access: MatchAccess) -> HttpResponse:
    """The plots of all years so far."""
    counts = counts_of(access)
    plots: list[Plot] = []
    if is_worth_drawing(counts):
        plots = [plot_of(one, counts, access.lang) for one in MEASURES if any(one in year for year in counts)]
        plots += [found for found in (realms(access, counts), offices(access, counts)) if found is not None]
    turns = list(range(len(counts)))
    return show(access, "play/rois/statistics.html", "statistics", **realm_context(access), plots=plots, turns=turns)


def counts_of(access: MatchAccess) -> list[Counts]:
    """The counts of every year so far, as the visitor could count them."""
    return kept.of(access.match, access.name)


def plot_of(measure: str, counts: Sequence[Counts], lang: str) -> Plot:
    """One measure over the years."""
    title = say(f"rois_figures.{measure}")
    return drawn(title, [curve("own", 2 if measure == "kingdoms" else 1, title, measured(counts, measure), lang)], lang)


def measured(counts: Sequence[Counts], measure: str) -> list[float | None]:
    """A measure year by year."""
    return [year.get(measure) for year in counts]


def curve(seat: str, number: int, name: str, values: list[float | None], lang: str) -> Curve:
    """A line, and its values in words."""
    return Curve(seat, number, name, values, ["–" if value is None else integer(value, lang) for value in values])


def drawn(title: str, curves: list[Curve], lang: str, mine: str = "own") -> Plot:
    """Curves as a plot, all of them named."""
    return plot(title, curves, mine, lang, named=len(curves))


def realms(access: MatchAccess, counts: Sequence[Counts]) -> Plot | None:
    """How many provinces each King was known to hold: those that the reader has seen, as he last saw them."""
    if access.name is None:
        return None
    numbers = sorted({number for year in counts for number in year.get("held", {})})
    kings = access.view["kingdoms"]
    curves = [
        curve(
            seat_of(number),
            number,
            kings[str(number)]["name"],
            [year["held"].get(number, 0) if "held" in year else None for year in counts],
            access.lang,
        )
        for number in numbers
    ]
    return drawn(say("rois_figures.held"), curves, access.lang, access.name) if len(curves) > 1 else None


def offices(access: MatchAccess, counts: Sequence[Counts]) -> Plot | None:
    """The reader's share of the leader's merit for each office."""
    names = fixed_names(access.lang)["office"]
    told = list(dict.fromkeys(office for year in counts for office in year.get("offices", {})))
    curves = [
        curve(office, place, names[office], [year.get("offices", {}).get(office) for year in counts], access.lang)
        for place, office in enumerate(told, start=1)
    ]
    return drawn(say("rois_figures.offices"), curves, access.lang) if curves else None


def counts_in(view: Json) -> Counts:
    """What a view counts."""
    public = {"kingdoms": sum(not one["fallen"] for one in view["kingdoms"].values())}
    own = view.get("own")
    if own is None:
        return public
    living = [one for one in own["characters"] if not one["died"]]
    lands = own["map"]
    return {
        **public,
        "provinces": len(own["provinces"]),
        "base": sum(lands.get(str(number), {}).get("tax_base", 0) for number in own["provinces"]),
        "gold": own["gold"],
        "units": len(own["units"]),
        "people": len(living),
        "levels": sum(sum(one["levels"].values()) for one in living),
        "explored": sum(one["exploration"] >= FULL for one in lands.values()),
        "known": len(lands),
        "held": dict(Counter(one["owner"] for one in lands.values() if one.get("owner"))),
        "offices": {office: share for office, share in own["standings"].items() if share is not None},
    }


kept = Measured(counts_in)
