"""The first turn that teaches Gloire et Pouvoir: a seeded match against nine bots, played by the game itself."""

from __future__ import annotations

from functools import cache
from typing import Any

from heraut.engine.protocol import Event, Json
from heraut.site.games.gloire.report import Told, story
from heraut.site.learn.lessons import Act, Lesson, ToldLine, WorkedTurn
from heraut.site.learn.sample import LEARNER, SampleMatch

NAME, LAND, TARGET = "Aubert le Preux", "Turku", "Åland"
OPTIONS = {"map": "SCANDINAVIE", "lords": 10, "names": {LEARNER: NAME}}
SEED = "learn2"  # gives him Turku

ACTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("levy", (f'ARM {LAND} 1300 "{NAME}"',)),
    ("attack", (f'ATT "{NAME}" {TARGET}',)),
    ("tax", (f"IMP 4 {LAND}", f"RED 1980 {LAND}")),
    ("knights", ("CHE 2",)),
    ("allies", ('ALL "Raymonde de Toulouse"', 'ALL "Géraud de Quercy"', 'ALL "Élaine d\'Astolat"')),
)
"""What he orders, in the order in which one thinks of it; the game carries it out in that of its phases."""


@cache
def played() -> tuple[Json, tuple[Event, ...]]:
    """The view after the turn, and what he may know of it."""
    match = SampleMatch("gloire", 10, OPTIONS, SEED)
    events = match.step("\n".join(line for _, lines in ACTS for line in lines))
    return match.view, tuple(events)


@cache
def worked(lang: str) -> WorkedTurn:
    """The turn in this language."""
    view, events = played()
    told = story(view, events, lang)
    outcomes = {order.number: order.outcomes for chapter in told["orders"] for order in chapter.orders}
    acts, number = [], 0
    for name, lines in ACTS:
        mine = [line(one) for place in range(len(lines)) for one in outcomes.get(number + place + 1, [])]
        acts.append(Act(name, lines, mine))
        number += len(lines)
    news = [line(one) for chapter in told["happenings"] for one in chapter.events]
    return WorkedTurn(figures(view, events), acts, told["estate"]["facts"], news=news)


def line(told: Told) -> ToldLine:
    """A line of the report, without its tables."""
    return ToldLine(told.text, told.rule)


def figures(view: Json, events: tuple[Event, ...]) -> dict[str, Any]:
    """What the words of the lesson say of this match."""
    by_kind = {event.kind: event.data for event in events if event.seen_by is not None}
    battle = by_kind["battle"]
    return {
        "name": NAME,
        "land": LAND,
        "target": TARGET,
        "men": battle["attacker_men"],
        "peasants": battle["defender_men"],
        "lost": battle["attacker_men"] - battle["attacker_left"],
        "taxed": by_kind["taxed"]["amount"],
        "low": by_kind["taxed"]["happiness"],
        "high": by_kind["redistributed"]["happiness"],
        "treasury": view["own"]["treasury"],
        "renown": view["lords"][LEARNER]["global_renown"],
        "allied": view["own"]["renown"]["allies"],
    }


LESSON = Lesson(
    worked=worked,
    mistakes={
        "levy": "GP-ARM-03",
        "few": "GP-BAT-02",
        "tax": "GP-IMP-03",
        "war": "GP-FEL-01",
        "retreat": "GP-BAT-11",
        "person": "GP-ELI-01",
        "wages": "GP-ENT-02",
    },
)
