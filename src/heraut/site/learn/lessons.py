"""What a game brings to the pages that teach it: a first turn played by its own engine, mistakes, pictures.

The words stand in the group `learn_<game>` of its catalogue, in both languages:

    sentence, intro              one line about it; the introduction
    you_1…, win_1…, turn_1…      what one is, how one wins, how a turn goes
    pace_1…, next_1…             how long it lasts; what the turns after the first are for
    word_1…, word_1_is…          the words to know
    shot_<picture>               what a picture shows
    scene, after                 before and after the worked turn
    do_<act>, why_<act>          an act of the worked turn, and its reason
    wrong_<mistake>, then_<mistake>, mend_<mistake>
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from heraut.engine.words import Catalogue


@dataclass(frozen=True)
class ToldLine:
    """A line of the report: its sentence, the rule behind it, what stands below it."""

    text: str
    rule: str
    more: Sequence[str] = ()


@dataclass(frozen=True)
class Act:
    """One act of the worked turn: the orders as they are written, and what the report said of them."""

    name: str
    orders: Sequence[str]
    told: Sequence[ToldLine]


@dataclass(frozen=True)
class WorkedTurn:
    """A first turn as the engine has played it. `figures` fill the words; `facts` are what one has afterwards."""

    figures: Mapping[str, Any]
    acts: Sequence[Act]
    facts: Sequence[tuple[str, str]]
    heading: str = ""  # of the report
    news: Sequence[ToldLine] = ()  # what else it told


@dataclass(frozen=True)
class Lesson:
    """How a game is taught. `mistakes` gives each its rule; `pictures` are shown in this order, the last one beside
    the worked turn."""

    worked: Callable[[str], WorkedTurn]  # of a language
    mistakes: Mapping[str, str]
    pictures: Sequence[str] = ("board", "orders", "report")


@dataclass(frozen=True)
class Step:
    """An act of the worked turn with its words."""

    act: Act
    what: str
    why: str


@dataclass(frozen=True)
class Mistake:
    """A mistake: what one does, what comes of it, how it is mended, and the rule behind it."""

    name: str
    what: str
    then: str
    mend: str
    rule: str


@dataclass
class Words:
    """The words of a lesson in one language; `figures` are those of its worked turn."""

    catalogue: Catalogue
    group: str
    figures: Mapping[str, Any] = field(default_factory=dict)

    def say(self, key: str) -> str:
        """The sentence of this key."""
        return self.catalogue.say(self.group, key, self.figures)

    def each(self, key: str) -> list[str]:
        """The sentences `key_1`, `key_2`, … as far as there are any."""
        return [self.say(one) for one in self.numbered(key)]

    def numbered(self, key: str) -> Iterator[str]:
        """Their keys."""
        number = 1
        while self.catalogue.has(self.group, f"{key}_{number}"):
            yield f"{key}_{number}"
            number += 1

    def glossary(self) -> list[tuple[str, str]]:
        """The words to know, and what they mean."""
        return [(self.say(key), self.say(f"{key}_is")) for key in self.numbered("word")]

    def steps(self, worked: WorkedTurn) -> list[Step]:
        """The acts of a worked turn, told and explained."""
        return [Step(act, self.say(f"do_{act.name}"), self.say(f"why_{act.name}")) for act in worked.acts]

    def mistakes(self, lesson: Lesson) -> list[Mistake]:
        """The common mistakes, in their order."""
        return [
            Mistake(name, self.say(f"wrong_{name}"), self.say(f"then_{name}"), self.say(f"mend_{name}"), rule)
            for name, rule in lesson.mistakes.items()
        ]
