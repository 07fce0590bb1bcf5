"""Phase 9, Rumeurs: what civilians say, true and false, and what lords have let slip (DA-RUM-01 to 08)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from heraut.engine.protocol import Seat
from heraut.games.daifen import orders as o
from heraut.games.daifen.battle.dice import chance
from heraut.games.daifen.resolution import Named, Turn
from heraut.games.daifen.state import Kingdom
from heraut.games.daifen.tables import statements

TOPICS = ("units", "buildings", "gold")  # DA-RUM-01
FEW, AVERAGE, MANY = -1, 0, 1


class Talk(NamedTuple):
    """A rumour that spreads: about whom, and one of the six statements or a free text."""

    subject: Seat
    statement: str | None
    text: str | None


def rumours(turn: Turn) -> None:
    """All that spreads, told to its subjects and to those who know them (DA-RUM-07)."""
    spreading = list(dict.fromkeys([*civilians(turn), *launched(turn)]))  # doubles removed (DA-RUM-08)
    for reader in turn.living():
        heard = [talk for talk in spreading if talk.subject == reader.seat or talk.subject in reader.known]
        turn.report_chance(reader.seat).shuffle(heard)
        for talk in heard:
            data = {"kingdom": Named(talk.subject), "statement": talk.statement or "", "text": talk.text or ""}
            turn.tell(reader.seat, "DA-RUM-07", "rumour", **data)


def measure(kingdom: Kingdom, topic: str) -> int:
    """What a topic measures: units of all types, buildings, or gold (DA-RUM-01)."""
    if topic == "gold":
        return kingdom.gold
    return sum((kingdom.units if topic == "units" else kingdom.buildings).values())


def label(turn: Turn, value: int, total: int, number: int) -> int:
    """Few, many or average, against the mean of the living kingdoms (DA-RUM-02)."""
    few, many = turn.constants.rumour_few, turn.constants.rumour_many
    if few[1] * number * value < few[0] * total:
        return FEW
    return MANY if many[1] * number * value > many[0] * total else AVERAGE


def civilians(turn: Turn) -> Iterator[Talk]:
    """Kingdom by kingdom, topic by topic: perhaps the truth, perhaps a falsehood (DA-RUM-03, DA-RUM-04, DA-RNG-05)."""
    living, constants = turn.living(), turn.constants
    totals = {topic: sum(measure(kingdom, topic) for kingdom in living) for topic in TOPICS}
    for kingdom in living:
        rng = turn.rng.at("rumour", kingdom.number)
        for topic in TOPICS:
            found = label(turn, measure(kingdom, topic), totals[topic], len(living))
            if found != AVERAGE and chance(rng, constants.rumour_true):
                yield Talk(kingdom.seat, statement(topic, many=found == MANY), None)
            if chance(rng, constants.rumour_false):
                few = found == MANY or (found == AVERAGE and chance(rng, constants.rumour_false_few))
                yield Talk(kingdom.seat, statement(topic, many=not few), None)


def statement(topic: str, *, many: bool) -> str:
    """The code of one of the six statements."""
    return next(code for code, row in statements().items() if row.subject == topic and row.many is many)


def launched(turn: Turn) -> Iterator[Talk]:
    """The rumours of the lords, each with its own luck; those about the fallen are dropped (DA-RUM-05, DA-RUM-06)."""
    for author, _, order in turn.orders(o.Rumour):
        subject = turn.kingdom(order.kingdom)
        if subject.alive and chance(turn.rng.at("launched", author.number), turn.constants.rumour_launched):
            yield Talk(subject.seat, order.statement, order.text)
