"""The first year that teaches Rois aventuriers: a seeded world of twelve kingdoms, played by the game itself."""

from __future__ import annotations

from functools import cache
from typing import Any

from heraut.engine.protocol import Event, Json
from heraut.site.common.words import site_words
from heraut.site.games.rois.first_turn import Advised, advised
from heraut.site.games.rois.foresight import Seen
from heraut.site.games.rois.linked_names import StoryHerald, unmarked
from heraut.site.learn.lessons import Act, Lesson, ToldLine, WorkedTurn
from heraut.site.learn.sample import LEARNER, SampleMatch

NAME, WORLD = "Mélisande", "Valbrume"
OPTIONS = {
    "world": WORLD,
    "names": {LEARNER: NAME},
    "races": {LEARNER: "human"},
    "alignments": {LEARNER: "good"},
    "tempers": {LEARNER: "prudent"},
    "sexes": {LEARNER: "F"},
}
SEED = "learn13"  # her Heroes find places and a Hero without a master in their first year, as most do

# Each act: the part of the advice that it writes, and the kinds of events that tell what came of it
ACTS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("recruit", "recruit", ("recruited",)),
    ("explore", "explore", ("feature_discovered", "hero_discovered")),
    ("march", "march", ("battle", "conquered", "level_gained")),
    ("plans", "plans", ("duel",)),
    ("peace", "peace", ("relation_changed",)),
    ("seal", "", ("taxes", "paid")),
)
MOST_TOLD = 5  # lines below one act


@cache
def played() -> tuple[Advised, Json, Json, tuple[Event, ...]]:
    """What is advised, the view before the year, the view after it, and what was told of it. Raises LookupError."""
    match = SampleMatch("rois", 12, OPTIONS, SEED)
    before = match.view
    advice = advised(Seen(f"lesson {SEED}", "", before))
    if advice is None:
        raise LookupError("the lesson's Queen has no neighbour to take")
    events = tuple(event for event in match.step(advice.text) if event.seen_by is not None)
    return advice, before, match.view, events


@cache
def worked(lang: str) -> WorkedTurn:
    """The year in this language."""
    advice, before, view, events = played()
    herald = StoryHerald(view, lang, before)
    acts = [
        Act(name, lines_of(advice, part), [line(herald, event) for event in told(events, kinds)])
        for name, part, kinds in ACTS
    ]
    return WorkedTurn(figures(herald, advice, before, events), acts, facts(view, lang))


def lines_of(advice: Advised, part: str) -> tuple[str, ...]:
    """The lines of a part of the advice."""
    found: tuple[str, ...] = getattr(advice, part) if part else ()
    return found


def told(events: tuple[Event, ...], kinds: tuple[str, ...]) -> list[Event]:
    """The events of these kinds, kind by kind."""
    return [event for kind in kinds for event in events if event.kind == kind][:MOST_TOLD]


def line(herald: StoryHerald, event: Event) -> ToldLine:
    """A line of the report."""
    return ToldLine(unmarked(herald.sentence(event)), event.rule)


def facts(view: Json, lang: str) -> list[tuple[str, str]]:
    """What the kingdom has afterwards."""
    own, words = view["own"], site_words(lang)
    counted = {"provinces": len(own["provinces"]), "units": len(own["units"]), "gold": own["gold"]}
    return [(words.say("rois", name), str(number)) for name, number in counted.items()]


def figures(herald: StoryHerald, advice: Advised, before: Json, events: tuple[Event, ...]) -> dict[str, Any]:
    """What the words of the lesson say of this match."""
    by_kind = {event.kind: event.data for event in events}
    return {
        "name": NAME,
        "home": unmarked(herald.name("province", before["own"]["home"])),
        "target": unmarked(herald.name("province", advice.target)),
        "units": len(before["own"]["units"]),
        "count": advice.count,
        "taxes": by_kind["taxes"]["gold"],
        "paid": by_kind["paid"]["gold"],
        "gold": herald.view["own"]["gold"],
        "provinces": len(herald.view["own"]["provinces"]),
    }


LESSON = Lesson(
    worked=worked,
    mistakes={
        "two": "RO-MOVE-01",
        "whole": "RO-MOVE-12",
        "plan": "RO-ENC-27",
        "place": "RO-FEAT-02",
        "guardian": "RO-FEAT-05",
        "wages": "RO-FIN-04",
        "neutral": "RO-DIP-08",
        "late": "RO-ORD-21",
    },
)
