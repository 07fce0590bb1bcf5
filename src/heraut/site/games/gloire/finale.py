"""How a match ended, for its last page: the king, everybody by renown, what each is remembered for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from heraut.engine.protocol import Event, Json
from heraut.engine.words import integer, real
from heraut.games.gloire.herald import Herald
from heraut.games.gloire.report import as_renowned
from heraut.site.common.words import say
from heraut.site.games.gloire import statistics
from heraut.site.games.gloire.drawing import shield_svg
from heraut.site.matches.models import Step
from heraut.site.matches.steps import stored_events
from heraut.site.matchpage.finale import Finale, Place, Road, closing_plot, remembered, superlatives
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.plots import Curve

RENOWN, LANDS, _, PEOPLE = range(len(statistics.MEASURES))
PLOTTED = (RENOWN, LANDS)
FEATS = ("felonies", "conquests", "jousts", "wars", "alliances", "settled")  # the rarest first


def finale(access: MatchAccess) -> Finale:
    """What everyone may know of the end."""
    view, turns = access.view, statistics.kept.of(access.match)
    feats = feats_of(access.match.pk, access.match.digest)
    heights = {seat: height_of(turns, seat) for seat in view["lords"]}
    scores: dict[str, Mapping[str, float]] = {kind: feats[kind] for kind in FEATS}
    scores["lands"] = {seat: height[LANDS] for seat, height in heights.items()}
    scores["people"] = {seat: height[PEOPLE] for seat, height in heights.items()}
    best = superlatives(scores)
    king = view["king"]
    famed = list(reversed(view["order"]))
    ranked = sorted(famed, key=lambda seat: (seat != king, not view["lords"][seat]["alive"]))
    places = [
        Place(
            seat,
            rank,
            view["lords"][seat]["name"],
            shield_svg(view["lords"][seat]["number"]),
            closing_words(view, seat, access.lang),
            seat == king,
            memory(best.get(seat, ""), scores, seat, heights[seat], access.lang),
        )
        for rank, seat in enumerate(ranked, start=1)
    ]
    names = {seat: lord["name"] for seat, lord in view["lords"].items()}
    curves = [closing_plot(say(f"plots.{statistics.MEASURES[one]}"), *drawn(access, one, turns)) for one in PLOTTED]
    return Finale(
        headline(view, access.lang), places, roads(view, names, access.lang), curves if len(turns) > 1 else []
    )


def headline(view: Json, lang: str) -> str:
    """Who is king, and by what if others were as renowned."""
    if not view["king"]:
        return say("match.no_king")
    herald, equals = Herald(view, lang), as_renowned(view)
    lord = view["lords"][view["king"]]["name"]
    crowned = say("gloire_finale.king", lord=lord, road=herald.names["road"][view["road"]])
    return f"{crowned} {herald.page('equals', {'others': equals})}" if equals else crowned


def closing_words(view: Json, seat: str, lang: str) -> str:
    """What a lord has at the end."""
    lord = view["lords"][seat]
    if not lord["alive"]:
        return say("gloire_finale.fallen")
    return say("gloire_finale.standing", renown=real(lord["global_renown"], lang), lands=lord["lands"])


def memory(best: str, scores: Mapping[str, Mapping[str, float]], seat: str, height: list[float], lang: str) -> str:
    """What a lord is remembered for: what nobody did more, or else how far he came."""
    if best:
        words = say(f"gloire_finale.most_{best}", count=round(scores[best][seat]))
        return remembered(words, scores[best], seat)
    return say("gloire_finale.height", lands=round(height[LANDS]), renown=real(height[RENOWN], lang))


def height_of(turns: list[statistics.Counts], seat: str) -> list[float]:
    """The most that a lord ever had, measure by measure."""
    had = [turn[seat] for turn in turns if seat in turn]
    return [max((figures[place] for figures in had), default=0.0) for place in range(len(statistics.MEASURES))]


@lru_cache(maxsize=64)
def feats_of(match: int, digest: str) -> Mapping[str, Mapping[str, int]]:
    """How often each lord did what all have heard of, over all turns; `digest` names the end of the match."""
    told: dict[str, dict[str, int]] = {kind: {} for kind in FEATS}
    steps = Step.objects.filter(match=match).order_by("number").values_list("events", flat=True)
    for data in steps.iterator(chunk_size=10):
        for event in stored_events(data):
            if event.seen_by is None:
                for kind, seat in feats_in(event):
                    told[kind][seat] = told[kind].get(seat, 0) + 1
    return told


def feats_in(event: Event) -> list[tuple[str, str]]:
    """Which feats of which lords a public event tells."""
    data = event.data
    if event.kind == "land_taken":
        return [("conquests" if data["former"] else "settled", data["lord"])]
    if event.kind == "alliance":
        return [("alliances", data["lord"]), ("alliances", data["other"])]
    kind, who = {
        "felony": ("felonies", "felon"),
        "joust_held": ("jousts", "lord"),
        "royal_jousts_held": ("jousts", "lord"),
        "war_declared": ("wars", "lord"),
    }.get(event.kind, ("", ""))
    return [(kind, data[who])] if kind and data.get(who) else []


def drawn(access: MatchAccess, measure: int, turns: list[statistics.Counts]) -> tuple[list[Curve], str | None, str]:
    """The curves of a measure, the highest at the end first, and for whom they are drawn."""
    curves = statistics.curves_of(access.view, measure, turns, access.lang)
    return curves, access.name if access.seat else None, access.lang


def roads(view: Json, names: Mapping[str, str], lang: str) -> list[Road]:
    """The ways to the throne, and who had come how far on each."""
    goals, living = view["settings"]["constants"], [seat for seat, lord in view["lords"].items() if lord["alive"]]
    if not living:
        return []
    renowns = {seat: real(view["lords"][seat]["global_renown"], lang) for seat in living}
    famed = max(living, key=lambda seat: view["lords"][seat]["global_renown"])
    as_famed = [names[seat] for seat in living if renowns[seat] == renowns[famed]]
    figures = {"goal": integer(goals["renown_victory"], lang), "lord": as_famed, "renown": renowns[famed]}
    most = max(view["lords"][seat]["lands"] for seat in living)
    landed = [names[seat] for seat in living if view["lords"][seat]["lands"] == most]
    lands = {"goal": goals["conquest_victory"], "lord": landed, "lands": most}
    limit = [Road(say("gloire_finale.road_limit", turn=view["turn"] - 1), True)] if view["road"] == "turn_limit" else []
    return [
        *limit,
        Road(say("gloire_finale.road_renown", **figures), view["road"] == "renown"),
        Road(say("gloire_finale.road_conquest", **lands), view["road"] == "conquest"),
        Road(say("gloire_finale.road_alliance"), view["road"] == "alliance"),
    ]
