"""What has happened to a kingdom since its lord's last visit, in a few words; and what a passer-by may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heraut.engine.protocol import Event, Json
from heraut.games.daifen.herald import Herald
from heraut.games.daifen.report import RUMOUR
from heraut.site.common.words import say

MOST = 4  # assaults and spies that are named; the report has them all


def own_figures(view: Json) -> Json:
    """What a lord counts from visit to visit."""
    return {"gold": view["own"]["gold"], "living": view["living"]} if "own" in view else {}


def since_words(before: Json, view: Json, events: Sequence[Event], lang: str) -> list[str]:
    """Assaults and spies, rumours, gold, and how many kingdoms have fallen."""
    if "own" not in view:
        return [say("home.kingdom_lost", name=view["fallen"]["name"])] if "fallen" in view else []
    names = Herald(view, lang).names["kingdom"]
    fortunes = list(dict.fromkeys(told(events, names)))
    rumours = sum(event.kind == RUMOUR for event in events)
    more = [say("since.more", count=len(fortunes) - MOST)] if len(fortunes) > MOST else []
    heard = [say("since.rumours", count=rumours)] if rumours else []
    return [*fortunes[:MOST], *more, *heard, *changed(before, own_figures(view))]


def told(events: Sequence[Event], names: Json) -> Iterator[str]:
    """Who was attacked, and what spies have brought."""
    for event in events:
        key = {
            "assault_attacker": "since.assault",
            "assault_defender": "since.attacked",
            "assault_supporter": "since.supported",
            "spy_report": "since.spied",
        }.get(event.kind)
        if key is not None:
            kingdom = event.data["kingdom"]
            yield say(key, kingdom=names.get(kingdom, kingdom))


def changed(before: Json, now: Json) -> Iterator[str]:
    """Gold with what has changed of it, and kingdoms that are no more."""
    more = now["gold"] - before.get("gold", now["gold"])
    how = "more" if more > 0 else "less" if more < 0 else "same"
    yield say(f"since.gold_{how}", gold=now["gold"], figure=abs(more))
    fallen = before.get("living", now["living"]) - now["living"]
    if fallen > 0:
        yield say("since.fallen", count=fallen)


def leader(view: Json, lang: str) -> tuple[str, str]:
    """Nobody may know who leads before the end: how many kingdoms live."""
    return "", say("watch.daifen", living=view["living"])
