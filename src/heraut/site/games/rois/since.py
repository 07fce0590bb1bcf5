"""What has happened to a kingdom since its King's last visit, in a few words; and what a passer-by may know."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from heraut.engine.protocol import Event, Json
from heraut.site.common.words import say
from heraut.site.games.rois.linked_names import StoryHerald, unmarked
from heraut.site.games.rois.tidings import (
    Line,
    Source,
    Year,
    battles,
    court,
    deaths,
    empire,
    fate,
    lands_lost,
    lands_won,
    relations,
)

LANDS = {"conquered", "province_lost"}  # kinds of events
MOST = 4  # happenings that the band names; the report has them all
NAMED: tuple[Source, ...] = (fate, empire, lands_lost, lands_won, deaths, relations, court, battles)


def own_figures(view: Json) -> Json:
    """What a King counts from visit to visit."""
    if "own" not in view:
        return {}
    return {"gold": view["own"]["gold"], "provinces": len(view["own"]["provinces"])}


def since_words(before: Json, view: Json, events: Sequence[Event], lang: str) -> list[str]:
    """The gravest of what has happened, then provinces and gold with what has changed of them.

    `events` may be those of several years; what they mean is told from the view of today.
    """
    year = Year(StoryHerald(view, lang), {}, view, events)
    told = [short(line) for source in NAMED for line in source(year)] if "own" in view or "fallen" in view else []
    more = [say("since.more", count=len(told) - MOST)] if len(told) > MOST else []
    figures = list(changed(before, own_figures(view), moved={event.kind for event in events})) if "own" in view else []
    return [*told[:MOST], *more, *figures]


def short(line: Line) -> str:
    """A line of the report between the dots of a band: without its full stop."""
    return unmarked(line.text).removesuffix(".")


def changed(before: Json, now: Json, moved: Collection[str] = ()) -> Iterator[str]:
    """What has grown or shrunk; `moved`: the kinds of what happened.

    As many provinces as before, some won and some lost, are not those of before; nor is anything where no figure of
    before is known.
    """
    for what in ("provinces", "gold"):
        more = now[what] - before.get(what, now[what])
        how = "more" if more > 0 else "less" if more < 0 else "same"
        if how == "same" and (what not in before or (what == "provinces" and not LANDS.isdisjoint(moved))):
            how = "now"
        yield say(f"rois_since.{what}_{how}", figure=abs(more), now=now[what])


def leader(view: Json, lang: str) -> tuple[str, str]:
    """Nobody may know who leads before the end: how many Kings reign."""
    reigning = sum(not one["fallen"] for one in view["kingdoms"].values())
    return "", say("watch.rois", reigning=reigning, year=view["turn"])
