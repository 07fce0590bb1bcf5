"""What has happened to a host since its player's last visit, in a few words; and who leads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from heraut.engine.protocol import Event, Json
from heraut.games.vassaux.calculators.luck import side
from heraut.games.vassaux.identities import PLACES, opposite
from heraut.site.common.words import say
from heraut.site.games.vassaux.panels import seat_names
from heraut.site.games.vassaux.statistics import counts_in

FALLS = ("lord_fell", "vassal_fell")


def own_figures(view: Json) -> Json:
    """What a host counts from visit to visit: men on the table, points taken and lost."""
    if view["seat"] is None:
        return {}
    mine = counts_in(view)[view["seat"]]
    return {"men": mine["men"], "taken": mine["taken"], "lost": mine["lost"]}


def since_words(before: Json, view: Json, events: Sequence[Event], lang: str) -> list[str]:
    """Leaders who fell, the latest first, men and points lost and taken, how far the battle is."""
    if view["seat"] is None:
        return []
    place = view["seat"]
    falls = [event for event in events if event.kind in FALLS]
    fallen = Counter((event.kind, side(event.data["unit"]) == place) for event in falls[::-1])
    said = [fall_words(kind, count, own=own) for (kind, own), count in fallen.items()]
    return [*said, *changed(before, own_figures(view)), *clock(view)]


def fall_words(kind: str, count: int, *, own: bool) -> str:
    """Who fell on one side: the Lord, a vassal, or so many of them."""
    whose = "own" if own else "other"
    return (
        say(f"since.vassaux_vassals_fell_{whose}", count=count) if count > 1 else say(f"since.vassaux_{kind}_{whose}")
    )


def changed(before: Json, now: Json) -> Iterator[str]:
    """Points lost and taken since; the men who stand."""
    for name in ("taken", "lost"):
        more = now[name] - before.get(name, now[name])
        if more > 0:
            yield say(f"since.vassaux_{name}", points=more)
    yield say("since.vassaux_men", men=now["men"])


def clock(view: Json) -> Iterator[str]:
    """How many turns are left."""
    if view["asked"] is not None and view["turn"]:
        yield say("since.vassaux_turn", turn=view["turn"], turns=view["battle"]["settings"]["turns"])


def leader(view: Json, lang: str) -> tuple[str, str]:
    """The side that has achieved more, where one has."""
    turn, turns = view["turn"], view["battle"]["settings"]["turns"]
    progress = [side["progress"] for side in counts_in(view)]
    ahead = next((place for place in PLACES if progress[place] > progress[opposite(place)]), None)
    if ahead is None:
        return "", say("watch.vassaux_level", turn=turn, turns=turns)
    name = seat_names(view, lang)[ahead]
    return name, say("watch.vassaux", side=name, turn=turn, turns=turns)
