"""The two first turns that teach Daifen: a seeded continent of six kingdoms, played by the game itself."""

from __future__ import annotations

from functools import cache
from typing import Any

from heraut.engine.protocol import Event, Json
from heraut.site.games.daifen.report import Teller, Told
from heraut.site.learn.lessons import Act, Lesson, ToldLine, WorkedTurn
from heraut.site.learn.sample import LEARNER, SampleMatch

KINGDOM, LORD = "Valbrume", "Mélisande"
OPTIONS = {"lords": 6, "names": {LEARNER: LORD}, "kingdoms": {LEARNER: KINGDOM}, "races": {LEARNER: "humains"}}
SEED = "learn1"  # his first spy finds a kingdom on the second turn, as happens in two matches of three

# Each act: its turn, its lines, and the kinds of events that tell what came of it
ACTS: tuple[tuple[str, int, tuple[str, ...], tuple[str, ...]], ...] = (
    ("quarry", 1, ("CONSTRUIRE Carrière 1",), ("costs_paid", "build_done")),
    ("spy", 1, ("ENTRAINER Espion 1",), ("train_done",)),
    ("seal", 1, (), ("collect_statement",)),
    ("explore", 2, ("EXPLORER 1",), ("explore_found",)),
    ("again", 2, ("CONSTRUIRE Carrière 1", "ENTRAINER Guerrier 3"), ("build_done", "train_done", "collect_statement")),
)


@cache
def played() -> tuple[Json, dict[int, tuple[Event, ...]]]:
    """The view after both turns, and what was told of each."""
    match, told = SampleMatch("daifen", 6, OPTIONS, SEED), {}
    for turn in (1, 2):
        form = "\n".join(line for _, when, lines, _ in ACTS if when == turn for line in lines)
        told[turn] = tuple(match.step(form))
    return match.view, told


@cache
def worked(lang: str) -> WorkedTurn:
    """The turns in this language."""
    view, told = played()
    teller = Teller(view, lang)
    acts = [
        Act(name, lines, [line(teller.tell(event)) for kind in kinds for event in told[turn] if event.kind == kind])
        for name, turn, lines, kinds in ACTS
    ]
    rumours = [line(teller.tell(event)) for event in told[2] if event.kind == "rumour"]
    return WorkedTurn(figures(view, told), acts, facts(teller), news=rumours)


def line(told: Told) -> ToldLine:
    """A line of the report with what stands below it."""
    return ToldLine(told.text, told.rule, told.lines)


def facts(teller: Teller) -> list[tuple[str, str]]:
    """What the kingdom has afterwards."""
    own, page = teller.herald.view["own"], teller.herald.page
    return [
        (page("gold"), str(own["gold"])),
        (page("buildings"), ", ".join(teller.herald.listed(own["buildings"]))),
        (page("units"), ", ".join(teller.herald.listed(own["units"]))),
    ]


def figures(view: Json, told: dict[int, tuple[Event, ...]]) -> dict[str, Any]:
    """What the words of the lesson say of this match."""
    first = {event.kind: event.data for event in told[1]}
    return {
        "kingdom": KINGDOM,
        "lord": LORD,
        "spent": first["costs_paid"]["gold"],
        "gold": view["own"]["gold"],
        "quarries": view["own"]["buildings"]["carriere"],
        "known": len(view["own"]["known"]),
    }


LESSON = Lesson(
    worked=worked,
    mistakes={
        "intellect": "DA-TEC-03",
        "town": "DA-ASS-17",
        "idle": "DA-SPY-03",
        "blind": "DA-SPY-27",
        "troops": "DA-TRN-05",
        "line": "DA-ORD-06",
        "silence": "DA-END-12",
    },
)
