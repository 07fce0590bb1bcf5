"""What has happened to a family since its player's last visit, in a few words; and who leads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heraut.engine.protocol import Event, Json
from heraut.site.common.words import say
from heraut.site.games.fief.chronicle import Teller
from heraut.site.games.fief.outcomes import Eye

MOST = 3  # sentences; the chronicle has them all


def own_figures(view: Json) -> Json:
    """What a family counts from visit to visit."""
    if "own" not in view:
        return {}
    one = view["seats"][view["own"]["seat"]]
    return {"purse": view["own"]["purse"], "fiefs": len(one["fiefs"]), "soldiers": one["soldiers"]}


def since_words(before: Json, view: Json, events: Sequence[Event], lang: str) -> list[str]:
    """What has befallen the family, the latest first; deals put to it; its purse and its fiefs."""
    if "own" not in view:
        return []
    seat = view["own"]["seat"]
    eye, teller = Eye(seat, set()), Teller(view, lang)
    fates = [teller.line(event).text.rstrip(".") for event in events if eye.sees(event) is not None][::-1]
    more = [say("since.more", count=len(fates) - MOST)] if len(fates) > MOST else []
    deals = sum(deal["addressee"] == seat for deal in view["deals"])
    offered = [say("since.deals", count=deals)] if deals else []
    return [*offered, *fates[:MOST], *more, *changed(before, own_figures(view))]


def changed(before: Json, now: Json) -> Iterator[str]:
    """Purse and fiefs, with what has changed of them; of a purse that was and is empty nothing is said."""
    more = now["purse"] - before.get("purse", now["purse"])
    how = "more" if more > 0 else "less" if more < 0 else "same"
    if more or now["purse"]:
        yield say(f"since.purse_{how}", gold=now["purse"], figure=abs(more))
    gained = now["fiefs"] - before.get("fiefs", now["fiefs"])
    if gained:
        yield say("since.fiefs_gained" if gained > 0 else "since.fiefs_lost", count=abs(gained))


def leader(view: Json, lang: str) -> tuple[str, str]:
    """The family with the best score, then the most fiefs, where there is one ahead of the others."""
    ranked = sorted(view["seats"].values(), key=strength, reverse=True)
    if len(ranked) > 1 and strength(ranked[0]) == strength(ranked[1]):
        return "", say("watch.fief_level", turn=view["turn"])
    first = ranked[0]
    return first["name"], say("watch.fief", family=first["name"], fiefs=len(first["fiefs"]), score=first["score"])


def strength(one: Json) -> tuple[int, int]:
    """How a family stands before all eyes."""
    return int(one["score"]), len(one["fiefs"])
