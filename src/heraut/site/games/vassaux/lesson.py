"""The battle that teaches Seigneurs & Vassaux: two turns of a seeded one, against the reaction table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from heraut.engine.protocol import Event, Json
from heraut.games.vassaux.calculators.luck import Weigher, side
from heraut.games.vassaux.calculators.reasons import reasons
from heraut.games.vassaux.herald import Herald
from heraut.games.vassaux.identities import SOUTH
from heraut.games.vassaux.view import battle_of
from heraut.site.common.words import site_words
from heraut.site.learn.lessons import Act, Lesson, ToldLine, WorkedTurn
from heraut.site.learn.sample import LEARNER, SampleMatch

LORD = "Aymeric"
SEED = "vassaux14"  # the nomads come within reach in the first turn
TURNS, MOST_STEPS = 2, 80


class Lines(NamedTuple):
    """An act: its name, its lines, the kinds of events that tell what came of them."""

    name: str
    lines: tuple[str, ...]
    kinds: tuple[str, ...]


DEPLOYMENT = (
    "DEPLOYER 1 EN 7500,1500",
    "DEPLOYER 2 EN 5500,1500",
    "DEPLOYER 3 EN 9500,1500",
    "DEPLOYER 4 EN 3500,1500",
    "DEPLOYER 5 EN 11500,1500",
)
WAITING = ("ORDRE 2 WAI", "ORDRE 3 WAI", "ORDRE 4 WAI", "ORDRE 5 WAI", "ORDRE 1 WAI")
ACTS = (
    Lines("deploy", DEPLOYMENT, ("deployed",)),
    Lines("wait", WAITING, ("announced",)),
    Lines("pass", ("PASSER",), ("moved",)),
    Lines("shoot", ("ORDRE 3 ATC", "TIRER 53"), ("order_die", "shot", "fallen")),
    Lines(
        "charge",
        ("ORDRE 5 CHC", "CHARGER 53 VISER 5301"),
        ("charged", "order_die", "struck", "fallen", "vassal_fell"),
    ),
    Lines("march", ("ORDRE 2 MAR", "ALLER 4725,3877"), ("moved",)),
)
ANSWERS: Mapping[str, tuple[str, ...]] = {  # to each kind of question, in their order; to every other: let it pass
    "deploy": DEPLOYMENT,
    "activate": (*WAITING, "ORDRE 3 ATC", "ORDRE 5 CHC", "ORDRE 1 WAI", "ORDRE 2 MAR", "ORDRE 4 MAR"),
    "attack": ("TIRER 53",),
    "shoot_again": ("TIRER 53",),
    "charge": ("CHARGER 53 VISER 5301",),
    "regroup": ("REFORMER",),
    "move": ("ALLER 4725,3877", "ALLER 3556,2999"),
}
OPENED = ("shot", "struck")  # the lines whose dice are shown


class GivenAnswer(NamedTuple):
    """An answer of the learner, and what was told of it."""

    line: str
    events: list[Event]


@cache
def played() -> tuple[Json, tuple[GivenAnswer, ...]]:
    """The view after two turns, and the learner's answers with what came of each."""
    match = SampleMatch("vassaux", 1, {"names": {LEARNER: LORD}}, SEED)
    waiting, answers = {kind: list(lines) for kind, lines in ANSWERS.items()}, list[GivenAnswer]()
    while match.view["turn"] <= TURNS and match.steps < MOST_STEPS:
        kind = match.view["own"]["asked"]
        line = waiting[kind].pop(0) if waiting.get(kind) else "PASSER"
        answers.append(GivenAnswer(line, match.step(line)))
    return match.view, tuple(answers)


@cache
def worked(lang: str) -> WorkedTurn:
    """The battle in this language."""
    view, answers = played()
    teller = Teller(view, lang)
    acts = [Act(act.name, act.lines, [teller.line(event) for event in told_of(act, answers)]) for act in ACTS]
    return WorkedTurn(figures(view, answers), acts, facts(teller.herald))


class Teller:
    """Events as the report tells them, with what stands behind each."""

    def __init__(self, view: Json, lang: str) -> None:
        self.herald = Herald(view, lang)
        self.weigher = Weigher({unit.id: unit.sheet for unit in battle_of(view).units.values()})

    def line(self, event: Event) -> ToldLine:
        """A line of the report, open."""
        herald = self.herald
        text = herald.sentence(event)
        more = reasons(herald, event, self.weigher.roll(event)) if event.kind in OPENED else []
        return ToldLine(text, event.rule, more)


def told_of(act: Lines, answers: Sequence[GivenAnswer]) -> list[Event]:
    """The events of these kinds that came of the lines of an act, each line the first time that it was given."""
    found, lines = [], list(act.lines)
    for answer in answers:
        if answer.line in lines:
            lines.remove(answer.line)
            found += [event for event in answer.events if event.kind in act.kinds and not placed_by_others(event)]
    return found


def placed_by_others(event: Event) -> bool:
    """Whether the enemy has set down a unit: no part of what one does oneself."""
    return event.kind == "deployed" and side(event.data["unit"]) != SOUTH


def facts(herald: Herald) -> list[tuple[str, str]]:
    """How both hosts stand afterwards."""
    words = site_words(herald.lang)
    return [
        (herald.names["place"][place], words.say("learn_vassaux", "fact", {"eliminated": 0, **host}))
        for place, host in enumerate(herald.view["battle"]["hosts"])
    ]


def figures(view: Json, answers: Sequence[GivenAnswer]) -> dict[str, Any]:
    """What the words of the lesson say of this battle."""
    mine, theirs = view["battle"]["hosts"]
    events = [event for answer in answers for event in answer.events]
    blow = max((event for event in events if event.kind == "struck"), key=lambda event: event.data["hits"])
    shot = next(event for event in events if event.kind == "shot")
    return {
        "lord": LORD,
        "turns": view["battle"]["settings"]["turns"],
        "men": sum(unit["sheet"]["size"] for unit in view["battle"]["units"].values() if unit["seat"] == 0),
        "lost": mine.get("eliminated", 0),
        "taken": theirs.get("eliminated", 0),
        "reserve": mine["reserve"],
        "bonus": blow.data["bonus"],
        "felled": blow.data["casualties"],
        "shot": shot.data["casualties"],
    }


LESSON = Lesson(
    worked=worked,
    pictures=("board", "report", "luck"),
    mistakes={
        "waiting": "SV-END-05",
        "lord": "SV-END-01",
        "dice": "SV-CMD-02",
        "aura": "SV-COH-01",
        "react": "SV-REA-03",
        "simple": "SV-CHG-01",
    },
)
