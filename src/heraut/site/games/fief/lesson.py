"""The first turn that teaches Fief: a seeded match of four families, played by the game itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from heraut.engine.protocol import Event, Json
from heraut.games.fief.herald import DETAILS, Herald, capital
from heraut.site.learn.lessons import Act, Lesson, ToldLine, WorkedTurn
from heraut.site.learn.sample import LEARNER, SampleMatch

FAMILY, HOME = "Aubrac", "L'Épervier"
SEED = "fief1"  # deals a second lord and a useless card, and has fair weather
MOST_STEPS = 120

# Each act: the kind of question that it answers, the answers, and the kinds of events that tell what came of them
ACTS: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("settle", "settle", (f"FONDER {HOME}, gueules",), ("village_chosen",)),
    ("lords", "cards", (f"SEIGNEUR François, {HOME}",), ("lord_placed",)),
    ("discard", "cards", ("DEFAUSSER soleil", "FIN"), ("your_card_dropped",)),
    ("mill", "purchase", (f"BATIR moulin, {HOME}", "FIN"), ("built",)),
    (
        "march",
        "move",
        (
            "MARCHER Jeanne, Châteauneuf, 1x1",
            f"MARCHER Jeanne, {HOME}",
            "MARCHER François, Sennecy, 1x1",
            f"MARCHER François, {HOME}",
            "FIN",
        ),
        ("village_taken",),
    ),
    ("wedding", "window", ("PROPOSER j2, -, -, -, -, -, -, Charles&Jeanne",), ("deal_proposed", "marriage")),
)


def learner() -> Callable[[Any], str | None]:
    """The learner's answers, one after the other for each kind of question; when they are spent, a bot's."""
    waiting: dict[str, list[str]] = {}
    for _, kind, answers, _ in ACTS:
        waiting.setdefault(kind, []).extend(answers)
    return lambda decision: waiting[decision.kind].pop(0) if waiting.get(decision.kind) else None


@cache
def played() -> tuple[Json, tuple[Event, ...]]:
    """The view at the end of the first turn, and what was told of it."""
    match, answer = SampleMatch("fief", 4, {"names": {LEARNER: FAMILY}}, SEED), learner()
    events: list[Event] = []
    while match.view["turn"] < 2 and match.steps < MOST_STEPS:
        events += match.step(answer)
    return match.view, tuple(events)


@cache
def worked(lang: str) -> WorkedTurn:
    """The turn in this language."""
    view, events = played()
    herald = Herald(view, lang)
    acts = [
        Act(name, answers, [line(herald, event) for event in told_of(events, kinds)])
        for name, _, answers, kinds in ACTS
    ]
    return WorkedTurn(figures(view, events), acts, facts(herald))


def told_of(events: Sequence[Event], kinds: Iterable[str]) -> list[Event]:
    """The events of these kinds that are the learner's own."""
    return [event for kind in kinds for event in events if event.kind == kind and own(event)]


def own(event: Event) -> bool:
    """Whether an event is about the learner's family."""
    return tuple(event.seen_by or ()) == (LEARNER,) or LEARNER in (event.data.get("seat"), *event.data.get("seats", ()))


def line(herald: Herald, event: Event) -> ToldLine:
    """A line of the chronicle with what stands below it."""
    detail = DETAILS.get(event.kind)
    more = [capital(one) for one in detail(herald, event.data)] if detail else []
    return ToldLine(capital(herald.words.say("event", event.kind, event.data, herald.names)), event.rule, more)


def facts(herald: Herald) -> list[tuple[str, str]]:
    """What the family has afterwards."""
    own, page = herald.view["own"], herald.page
    troops = [stack for stack in herald.view["stacks"] if stack["seat"] == LEARNER]
    return [
        (page("purse"), page("purse_value", own)),
        (page("hand"), ", ".join(herald.names["card"][card] for card in own["hand"]) or page("no_card")),
        (page("troops"), ", ".join(page("stack", stack) for stack in troops) or page("no_troops")),
    ]


def figures(view: Json, events: Sequence[Event]) -> dict[str, Any]:
    """What the words of the lesson say of this match."""
    return {
        "family": FAMILY,
        "home": HOME,
        "villages": sum(one["owner"] == LEARNER for one in view["villages"].values()),
    }


LESSON = Lesson(
    worked=worked,
    pictures=("board", "map", "report"),
    mistakes={
        "castle": "FI-INC-03",
        "cards": "FI-CRD-01",
        "saving": "FI-BUY-04",
        "village": "FI-OWN-05",
        "fiefs": "FI-VIC-02",
        "talk": "FI-NEG-03",
    },
)
