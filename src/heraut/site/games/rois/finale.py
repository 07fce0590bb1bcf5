"""How a world ended, for its last page: the Emperor, the offices, the scores, and the whole world uncovered.

To everybody what the end makes public (RO-VIC-05); to its players every kingdom through the years, from all views
together: once a match is over its secrets are open to those who played it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.safestring import SafeString

from heraut.engine.protocol import Json
from heraut.engine.protocol import Seat as SeatName
from heraut.engine.words import real
from heraut.games.rois.lexicon import fixed_names
from heraut.games.rois.state import steps
from heraut.games.rois.tables import ALIGNMENT_TABLE, OFFICE_TABLE
from heraut.site.common.rendering import rendered
from heraut.site.common.words import say
from heraut.site.games.rois import statistics
from heraut.site.games.rois.realm import seat_of, shield
from heraut.site.games.rois.statistics import curve
from heraut.site.matchpage.finale import Finale, Place, Road, closing_plot, remembered, superlatives
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.plots import Plot

FEATS = ("provinces", "base", "gold", "units", "levels", "people", "explored")
PLOTTED = ("provinces", "base", "gold", "units", "levels")
ROADS = ("threshold", "election", "turns", "survivor")
POINT = 100  # hundredths


def finale(access: MatchAccess) -> Finale:
    """The end of a world; of a match to try that was given up, as far as it went."""
    view, lang = access.view, access.lang
    end = view.get("end") or unfinished(view)
    years = all_years(access)
    feats = scores_of(years[-1]) if years else {}
    best = superlatives(feats)
    places = [
        place(view, end, rank, number, lang, feats, best)
        for rank, numbers in ranks(end["ranking"])
        for number in numbers
    ]
    curves = plots(access, years)
    return Finale(headline(view, end, lang), places, roads(view, end), curves, more=uncovered(access, end))


def unfinished(view: Json) -> Json:
    """An end without Emperor or scores: those who reign before those who fell."""
    kingdoms = view["kingdoms"]
    reigning = [int(number) for number, one in kingdoms.items() if not one["fallen"]]
    fallen = sorted((int(n) for n, one in kingdoms.items() if one["fallen"]), key=lambda n: -kingdoms[str(n)]["fallen"])
    ranking = [reigning, *([number] for number in fallen)] if reigning else [[number] for number in fallen]
    return {"emperor": 0, "offices": {}, "scores": {}, "ranking": ranking, "lands": []}


def headline(view: Json, end: Json, lang: str) -> str:
    """Who wears the crown of the world, and who has won."""
    if not end["emperor"]:
        return say("rois_finale.nobody")
    kings = view["kingdoms"]
    first = [kings[str(number)]["name"] for number in end["ranking"][0]]
    emperor = kings[str(end["emperor"])]["name"]
    road = fixed_names(lang)["road"][view["road"]]
    points = real(end["scores"][str(end["ranking"][0][0])] / POINT, lang, 2)
    same = end["ranking"][0] == [end["emperor"]]
    return say("rois_finale.won", emperor=emperor, road=road, winners=first, same=same, points=points)


def roads(view: Json, end: Json) -> list[Road]:
    """The points, by which every world is won (RO-VIC-06); below them the ways to the crown, one taken if it won."""
    emperor = end["emperor"]
    found = [Road(say("rois_finale.road_points"), bool(emperor))]
    for one in ROADS:
        taken = view["road"] == one
        name = view["kingdoms"][str(emperor)]["name"] if taken else ""
        won = taken and emperor in end["ranking"][0]
        found.append(Road(say(f"rois_finale.road_{one}", crown=view["crown"], emperor=name), won))
    return found


def ranks(ranking: Sequence[Sequence[int]]) -> list[tuple[int, Sequence[int]]]:
    """Each rank with those who share it; whoever follows two that share the first is third."""
    found, rank = [], 1
    for numbers in ranking:
        found.append((rank, numbers))
        rank += len(numbers)
    return found


def place(
    view: Json,
    end: Json,
    rank: int,
    number: int,
    lang: str,
    feats: Mapping[str, Mapping[str, float]],
    best: Mapping[str, str],
) -> Place:
    """A King at the end."""
    king, seat = view["kingdoms"][str(number)], seat_of(number)
    words = say("rois_finale.fell", year=king["fallen"]) if king["fallen"] else count_of(view, end, number, lang)
    memory = ""
    if seat in best:
        figures = feats[best[seat]]
        memory = remembered(say(f"rois_finale.most_{best[seat]}", count=int(figures[seat])), figures, seat)
    won = bool(end["emperor"]) and rank == 1 and not king["fallen"]
    return Place(seat, rank, king["name"], shield(number), words, won, memory)


def count_of(view: Json, end: Json, number: int, lang: str) -> str:
    """The points of a King and what they are made of: offices and named items, less what parts him from the Emperor in
    alignment (RO-VIC-05), which leaves something of them always.
    """
    score, kings = end["scores"].get(str(number)), view["kingdoms"]
    if score is None:
        return say("rois_finale.points", points="–")
    held = [one for one in offices_of(end, lang) if one["kingdom"] == number]
    mine, less = kings[str(number)]["alignment"], 0
    if score:
        less = ALIGNMENT_TABLE[mine].rate * steps(mine, kings[str(end["emperor"])]["alignment"])
    before = score // (POINT - less)
    items = before - sum(one["points"] for one in held)
    points, offices = real(score / POINT, lang, 2), [one["name"] for one in held]
    return say("rois_finale.points", points=points, before=before, less=less, offices=offices, items=items)


def offices_of(end: Json, lang: str) -> list[dict[str, Any]]:
    """Who held each office, and what it was worth."""
    names = fixed_names(lang)["office"]
    return [
        {"name": names[office], "points": OFFICE_TABLE[office].points, "holder": one["name"], "kingdom": one["kingdom"]}
        for office, one in end["offices"].items()
    ]


def all_years(access: MatchAccess) -> list[dict[SeatName, statistics.Counts]]:
    """What every King could count after each year, for those who played; nothing for others."""
    if not access.may_see_all:
        return []
    return statistics.kept.of_all(access.match, [seat_of(number) for number in access.view["kingdoms"]])


def scores_of(last: Mapping[SeatName, statistics.Counts]) -> dict[str, dict[str, float]]:
    """For each feat the figure of every King at the end."""
    return {feat: {seat: float(figures.get(feat, 0)) for seat, figures in last.items()} for feat in FEATS}


def plots(access: MatchAccess, years: Sequence[Mapping[SeatName, statistics.Counts]]) -> list[Plot]:
    """The curves of all kingdoms, for those who played."""
    if len(years) < 2:
        return []
    kings = access.view["kingdoms"]
    found = []
    for measure in PLOTTED:
        curves = [
            curve(
                seat_of(number),
                int(number),
                one["name"],
                [year[seat_of(number)].get(measure) for year in years],
                access.lang,
            )
            for number, one in kings.items()
        ]
        curves.sort(key=lambda one: -(one.values[-1] or 0))
        found.append(closing_plot(say(f"rois_figures.{measure}"), curves, access.name, access.lang))
    return found


def uncovered(access: MatchAccess, end: Json) -> SafeString:
    """The offices with their holders, and the world without its fog."""
    kings = access.view["kingdoms"]
    offices = [
        {**one, "king": kings[str(one["kingdom"])]["name"], "arms": shield(one["kingdom"])}
        for one in offices_of(end, access.lang)
    ]
    shown = {"match": access.match, "offices": offices, "lands": end["lands"], "all": access.may_see_all}
    return rendered("play/rois/ending.html", shown)
