"""What a page marks on its map: how far one comes, where one goes, notes, what happened; names, and the choice.

Each is drawn from what the page gives it; areas and lines are in units of the map, signs as in `layers.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple
from xml.sax.saxutils import escape

from heraut.games.rois.picture.grid import ALL, ROUND, area, middle, outline
from heraut.games.rois.picture.known import Known
from heraut.games.rois.picture.layers import grouped, marked, number_label, number_labels

LONGEST = 13  # letters of a name


def reach(seasons: Mapping[int, int]) -> str:
    """The first season in which a person may be there, the paler the later: above the mist, where he may go as well."""
    ordered = sorted(seasons.items(), key=lambda each: (each[1], each[0]))
    classes = grouped((f"r{season}", province) for province, season in ordered)
    return classes + number_labels((province, str(season)) for province, season in ordered)


class Stop(NamedTuple):
    """Where a person is at the end of a season: "sure", "open" (if nobody interferes) or "unknown"."""

    season: int
    province: int
    kind: str


class Route(NamedTuple):
    """The year of a person on the map."""

    person: int
    name: str
    start: int
    stops: tuple[Stop, ...]


def routes(every: Iterable[Route], chosen: int = 0) -> str:
    """Where the reader's people go: a line from stop to stop with the seasons, dashed where it is not certain."""
    return "".join(
        f'<g class="route{" chosen" * (route.person == chosen)}">{"".join(legs(route))}{"".join(stops(route))}</g>'
        for route in sorted(every, key=lambda each: each.person == chosen)
    )


def legs(route: Route) -> Iterator[str]:
    """The lines from one stop to the next; they leave the drawing where the world wraps, and come back beside it."""
    here = route.start
    for stop in route.stops:
        if stop.province != here:
            (x, y), (u, v) = middle(here), middle(stop.province)
            u += ROUND * ((x - u > ROUND / 2) - (u - x > ROUND / 2))
            steps_of_it = f"M{x} {y}L{u} {v}"
            yield f'<path class="under" d="{steps_of_it}"/><path class="leg {stop.kind}" d="{steps_of_it}"/>'
            if abs(u - middle(stop.province)[0]) > 1:  # its other end, on the other side of the drawing
                far = middle(stop.province)[0] - u
                again = f"M{x + far} {y}L{u + far} {v}"
                yield f'<path class="under" d="{again}"/><path class="leg {stop.kind}" d="{again}"/>'
        here = stop.province


def stops(route: Route) -> Iterator[str]:
    """The number of the season at each new place; "?" where it is not known whether he gets there."""
    here = route.start
    for stop in route.stops:
        if stop.province != here:
            text = "?" if stop.kind == "unknown" else str(stop.season)
            yield marked(stop.province, f'<circle class="stop {stop.kind}" r="8.5"/>{number_label(text, "stop")}')
        here = stop.province


def notes(every: Mapping[int, str]) -> str:
    """A quill where the reader has written something down."""
    return "".join(marked(province, QUILL, 18, 9) for province in sorted(every))


QUILL = '<circle class="coin" r="8.5"/><path class="quill" d="M-4 5l2-4q1-6 7-7 0 6-6 8l-3 3"/>'


def events(every: Iterable[tuple[int, str]]) -> str:
    """What happened: swords, a flag, a star… in a disc of the class of its kind, one a province."""
    return "".join(
        marked(province, f'<g class="happened {kind}"><circle r="9"/><path d="{HAPPENED[kind]}"/></g>', 0, -2)
        for province, kind in every
    )


HAPPENED = {
    "battle": "M-4.5-5 4.5 5M4.5-5-4.5 5M-5.5 2l3 3.5M5.5 2l-3 3.5",
    "won": "M-3 6V-6l7 2.5L-3-1",
    "lost": "M-3 6V-6l7 2.5L-3-1M-6-6 6 6",
    "found": "M0-6 1.6-2 6-2 2.6 1 4 5.5 0 3-4 5.5-2.6 1-6-2-1.6-2Z",
    "fallen": "M0-6V6M-3.5-2.5h7",
}


def names(known: Known, called: Mapping[int, str]) -> str:
    """Numbers of the provinces, as orders want them; their names where there is room; homes are always named."""
    drawn = []
    for number in ALL:
        (x, y), name, land = middle(number), fitting(called.get(number, "")), known.lands.get(number)
        home = number == known.home or (land is not None and land.home > 0)
        kind, near = ' class="blank"' * (not name), ' class="near"' * (not home)
        text = f"<tspan{near}>{escape(name)}</tspan>" if name else ""
        below = f'<tspan class="n" x="{x}" dy="1em">{number}</tspan>' if name else str(number)
        drawn.append(f'<text{kind} x="{x}" y="{y}">{text}{below}</text>')
    return f'<g class="names">{"".join(drawn)}</g>'


def fitting(name: str) -> str:
    """A name as it fits into a hex, cut if it is too long."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…"


def lit(provinces: Collection[int]) -> str:
    """Those that may answer a question, edged with light; all others veiled."""
    chosen = set(provinces)
    return f'<path class="veil" d="{area(set(ALL) - chosen)}"/><path class="lit" d="{outline(chosen)}"/>'


def chosen(province: int) -> str:
    """The province whose card is open."""
    return f'<path d="{outline({province})}"/>'
