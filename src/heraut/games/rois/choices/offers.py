"""How offers are put together: choices of an argument, legal ones first; the reason of an order that has none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from heraut.games.rois.choices.model import Argument, Choice, Possible
from heraut.games.rois.choices.moment import person, reason_of, sureness
from heraut.games.rois.forecast.certainty import UNKNOWN, Reason
from heraut.games.rois.forecast.chances import chance_of
from heraut.games.rois.forecast.course import Course
from heraut.games.rois.orders import Order, RealmOrder


def choice(
    course: Course, who: int, value: int | str, order: Order, then: tuple[Argument, ...] = (), **data: Any
) -> Choice:
    """A value, asked of the rules in this order."""
    reason = reason_of(course, who, order)
    chance = chance_of(course, course.book, person(course, who), order) if reason is None else None
    return Choice(value, reason, sureness(course, who, order, reason), chance, data, then if reason is None else ())


def legal_first(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """The order in which a list shows them: what is unknown behind what is foreseen, what comes to nothing last."""
    return tuple(sorted(choices, key=lambda each: (not each.legal, each.legal and each.certainty == UNKNOWN)))


def offer(
    kind: type[Order] | type[RealmOrder], *arguments: Argument, reason: Reason | None = None, **more: Any
) -> Possible:
    """An order with its arguments; without any legal way to give it, it has the reason of the first choice."""
    for argument in arguments:
        if reason is None and not argument.optional:
            reason = emptiness(argument)
    return Possible(kind.code, kind.__name__, arguments, reason, **more)


def emptiness(argument: Argument) -> Reason | None:
    """Why an argument that must be given cannot be; None if it can."""
    if any(each.legal for each in argument.choices) or argument.most >= max(1, argument.least):
        return None
    if argument.choices:
        return argument.choices[0].reason
    return Reason("unfit", f"no_{argument.sort}", "RO-ORD-22")
