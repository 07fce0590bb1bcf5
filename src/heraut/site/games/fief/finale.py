"""How a match of Fief ended, for its last page: the houses in their order, what each is remembered for."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.engine.protocol import Json
from heraut.engine.words import enumeration, integer
from heraut.site.common.words import say
from heraut.site.games.fief import statistics
from heraut.site.games.fief.panels import shield
from heraut.site.matchpage.finale import Finale, Place, Road, closing_plot, remembered, superlatives
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.plots import Curve, Plot

FEATS = ("fiefs", "votes", "soldiers", "lords", "villages")
PLOTTED = ("villages", "soldiers", "fiefs")
ROADS = {"points": ("points",), "normal": ("alone", "pair", "last")}


def finale(access: MatchAccess) -> Finale:
    """What everyone may know of the end."""
    view, turns, lang = access.view, statistics.counts_of(access), access.lang
    heights = {feat: {seat: max(turn[seat][feat] for turn in turns) for seat in view["seats"]} for feat in FEATS}
    best = superlatives(heights)
    ranked = sorted(view["seats"], key=lambda seat: merit(view, seat))
    places = []
    for seat in ranked:
        one, won = view["seats"][seat], seat in view.get("winners", ())
        rank = 1 + sum(merit(view, other) < merit(view, seat) for other in ranked)
        memory = memory_of(heights, best[seat], seat) if seat in best else ""
        words = say("fief_finale.standing", fiefs=len(one["fiefs"]), soldiers=one["soldiers"])
        if view["settings"]["mode"] == "points":
            words = say("fief_finale.scored", score=one["score"], fiefs=len(one["fiefs"]))
        places.append(Place(seat, rank, one["name"], shield(one["blazon"]), words, won, memory))
    taken = view["road"] or ""  # "": a match to try that stopped
    names = enumeration([view["seats"][seat]["name"] for seat in view.get("winners", ())], lang)
    headline = (
        say("fief_finale.won", winners=names, count=len(view.get("winners", ())), road=say(f"fief_road.{taken}"))
        if names
        else say("fief_finale.nobody", road=say(f"fief_road.{taken}") if taken else "")
    )
    usual = ROADS.get(view["settings"]["mode"], ROADS["normal"])
    roads = [Road(say(f"fief_road.{road}"), road == taken) for road in dict.fromkeys((*usual, taken)) if road]
    plots = [drawn(access, measure, turns) for measure in PLOTTED] if len(turns) > 1 else []
    return Finale(headline, places, roads, plots)


def memory_of(heights: Mapping[str, Mapping[str, int]], feat: str, seat: str) -> str:
    """What a family is remembered for."""
    return remembered(say(f"fief_finale.most_{feat}", count=heights[feat][seat]), heights[feat], seat)


def merit(view: Json, seat: str) -> tuple[bool, bool, int, int, int]:
    """Who stands before whom: winners, all alike (FI-VIC-05), the living, then by score, fiefs and soldiers; the
    smaller the better.
    """
    one = view["seats"][seat]
    if seat in view.get("winners", ()):
        return False, False, 0, 0, 0
    return True, not one["alive"], -one["score"], -len(one["fiefs"]), -one["soldiers"]


def drawn(access: MatchAccess, measure: str, turns: list[dict[str, dict[str, int]]]) -> Plot:
    """A measure of all houses."""
    view, curves = access.view, []
    for place, (seat, one) in enumerate(view["seats"].items(), start=1):
        values: list[float | None] = [turn[seat][measure] for turn in turns]
        shown = [integer(value or 0, access.lang) for value in values]
        curves.append(Curve(seat, statistics.tincture(one["blazon"], place), one["name"], values, shown))
    curves.sort(key=lambda curve: -(curve.values[-1] or 0))
    return closing_plot(say(f"fief.plot_{measure}"), curves, access.name, access.lang)
