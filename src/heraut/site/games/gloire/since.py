"""What has happened to a lord since his last visit, in a few words; and who leads, as every passer-by may know it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heraut.engine.protocol import Event, Json
from heraut.games.gloire.herald import Herald
from heraut.site.common.words import say

MOST = 4  # battles and lands that are named; the report has them all


def own_figures(view: Json) -> Json:
    """What a lord counts from visit to visit."""
    if "own" not in view:
        return {}
    seat = view["own"]["seat"]
    return {"rank": rank_of(view, seat), "treasury": view["own"]["treasury"], "lands": view["lords"][seat]["lands"]}


def rank_of(view: Json, seat: str) -> int:
    """A lord's place by renown, from 1."""
    return len(view["order"]) - list(view["order"]).index(seat)


def since_words(before: Json, view: Json, events: Sequence[Event], lang: str) -> list[str]:
    """Lands won and lost, battles, then how rank and treasury have changed."""
    if "own" not in view:
        fallen = any(event.kind == "lord_eliminated" for event in events)
        return [say("home.dead")] if fallen else []
    seat = view["own"]["seat"]
    fortunes = list(dict.fromkeys(told(events, seat, Herald(view, lang).names["land"])))
    more = [say("since.more", count=len(fortunes) - MOST)] if len(fortunes) > MOST else []
    return [*fortunes[:MOST], *more, *changed(before, own_figures(view))]


def told(events: Sequence[Event], seat: str, lands: Json) -> Iterator[str]:
    """What was won and what was lost; a land that a battle has decided is told once, as won or lost."""
    turned = {event.data["land"] for event in events if event.kind == "land_taken"}
    for event in events:
        data = event.data
        if event.kind == "land_taken" and seat in (data["lord"], data["former"]):
            yield say("since.land_won" if data["lord"] == seat else "since.land_lost", land=lands[data["land"]])
        elif event.kind == "battle" and data["land"] not in turned and seat in (data["lord"], data["defender"]):
            won = data["won"] == (data["lord"] == seat)
            yield say("since.battle_won" if won else "since.battle_lost", land=lands[data["land"]])


def changed(before: Json, now: Json) -> Iterator[str]:
    """Rank and treasury, with what has changed of them since."""
    gained = before.get("rank", now["rank"]) - now["rank"]
    how = "gained" if gained > 0 else "lost" if gained < 0 else "kept"
    yield say(f"since.rank_{how}", rank=now["rank"], places=abs(gained))
    more = now["treasury"] - before.get("treasury", now["treasury"])
    how = "more" if more > 0 else "less" if more < 0 else "same"
    yield say(f"since.treasury_{how}", treasury=now["treasury"], figure=abs(more))


def leader(view: Json, lang: str) -> tuple[int, str]:
    """The most renowned lord."""
    if not view["order"]:
        return 0, ""
    lord = view["lords"][view["order"][-1]]
    return lord["number"], say("watch.gloire", lord=lord["name"], lands=lord["lands"])
