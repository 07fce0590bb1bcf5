"""How a continent ended, for its last page; what its players alone may see of it is shown to them alone (DA-FOG-11)."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.engine.protocol import Json
from heraut.engine.protocol import Seat as SeatName
from heraut.engine.words import enumeration, integer
from heraut.games.daifen.herald import fixed_names
from heraut.site.common.words import say
from heraut.site.games.daifen import statistics
from heraut.site.heraldry import arms_of_name, svg
from heraut.site.matchpage.finale import Finale, Place, Road, closing_plot, remembered, stopped, superlatives
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.plots import Curve, Plot

FEATS = ("technologies", "units", "gold", "known", "buildings")
PLOTTED = ("units", "gold", "buildings")
ROADS = ("conquest", "association", "no_kingdom", "closed")


def finale(access: MatchAccess) -> Finale:
    """The ranking for everyone; to players each kingdom as it was at the end."""
    view = access.view
    kingdoms = {one["name"]: one for one in view.get("kingdoms", ())}
    scores = {feat: {name: figure(one, feat) for name, one in kingdoms.items()} for feat in FEATS}
    best = superlatives(scores)
    places = [
        Place(
            seat_of(kingdoms.get(name), name),
            rank,
            name,
            svg(arms_of_name(name), "shield"),
            closing_words(access, kingdoms.get(name), name, rank),
            name in view["winners"],
            memory(scores[best[name]], best[name], name) if name in best else "",
        )
        for rank, names in ranks(view["ranking"])
        for name in names
    ]
    roads = [Road(say(f"daifen_finale.road_{one}"), view["road"] == one) for one in ROADS[:2]]
    return Finale(headline(access), places, roads, plots(access) if kingdoms else [])


def seat_of(kingdom: Json | None, name: str) -> str:
    """The seat of a kingdom, where its reader may know it; else the kingdom's name, which is no seat."""
    seat: str = kingdom["seat"] if kingdom is not None else name
    return seat


def headline(access: MatchAccess) -> str:
    """Who has won, and how; else why nobody has."""
    view, lang = access.view, access.lang
    if view["winners"]:
        won = {"winners": enumeration(view["winners"], lang), "count": len(view["winners"])}
        return say("daifen_finale.won", road=fixed_names(lang)["road"][view["road"]], **won)
    if view["road"] != "closed":
        return say("daifen_finale.nobody")
    return stopped(access.match) or say("daifen_finale.closed")


def ranks(ranking: list[list[str]]) -> list[tuple[int, list[str]]]:
    """Each rank with those who share it; whoever follows two that share the first is third."""
    found, rank = [], 1
    for names in ranking:
        found.append((rank, names))
        rank += len(names)
    return found


def figure(kingdom: Json, feat: str) -> int:
    """How much a kingdom has of something."""
    had = kingdom[feat]
    return sum(had.values()) if feat in ("units", "buildings") else had if isinstance(had, int) else len(had)


def memory(figures: Mapping[str, float], feat: str, name: str) -> str:
    """What a kingdom is remembered for."""
    return remembered(say(f"daifen_finale.most_{feat}", count=figures[name]), figures, name)


def closing_words(access: MatchAccess, kingdom: Json | None, name: str, rank: int) -> str:
    """What is told of a kingdom at the end; who watched is not told its race (DA-FOG-11)."""
    view = access.view
    if kingdom is None and rank == 1 and view["road"] == "closed":  # alive when the host ended the match (DA-END-11)
        return say("daifen_finale.alive")
    if kingdom is None:
        return say("daifen_finale.victor" if name in view["winners"] else "daifen_finale.vanquished")
    race = fixed_names(access.lang)["race"][kingdom["race"]]
    if kingdom["fallen"]:
        how = "removed" if access.match.is_unplayed(kingdom["fallen"]) else "fallen"
        return say(f"daifen_finale.{how}", race=race, turn=kingdom["fallen"])
    return say("daifen_finale.standing", race=race, gold=kingdom["gold"])


def plots(access: MatchAccess) -> list[Plot]:
    """The curves of all kingdoms, for those who played."""
    kingdoms, lang = access.view["kingdoms"], access.lang
    turns = statistics.kept.of_all(access.match, [SeatName(one["seat"]) for one in kingdoms])
    if len(turns) < 2:
        return []
    found = []
    for measure in PLOTTED:
        curves = []
        for one in kingdoms:
            values: list[float | None] = [turn[one["seat"]].get(measure) for turn in turns]
            shown = ["–" if value is None else integer(value, lang) for value in values]
            curves.append(Curve(one["seat"], one["number"], one["name"], values, shown))
        curves.sort(key=lambda curve: -(curve.values[-1] or 0))
        found.append(closing_plot(say(f"daifen_tools.plot_{measure}"), curves, access.name, lang))
    return found
