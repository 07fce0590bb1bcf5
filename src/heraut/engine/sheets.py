"""How much of a text of orders is read, and how its faults are told: the same in all games.

Whoever may send orders may send anything. What exceeds the bounds of a game is refused unread. Guessing what a wrong
line meant costs far more than reading it, so only the first faults of a text are guessed at: no text takes much longer
to read than the largest legal one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, TypeVar

import msgspec

from heraut.engine.protocol import Bounds, Refusal

T = TypeVar("T")

UNFIT = ("text_too_long", "line_too_long")  # the codes of what is refused unread
GUESSED = 20  # faults of one text that guess at what was meant
TOLD = 50  # refused lines of one text that are told of; the others are counted


def lines_read(text: str, bounds: Bounds) -> Iterator[tuple[int, str, Refusal | None]]:
    """The lines of a text with their numbers, each with the reason why it is not to be read, or None.

    Behind the last line that the bounds allow comes one more, whose refusal tells how many are left out: no others do.
    """
    lines, signs = text.rstrip().split("\n"), 0
    for number, line in enumerate(lines, start=1):
        if too_wide := width_refusal(number, line, bounds):
            line = line[: bounds.width]
        signs += len(line) + 1
        if number > bounds.lines or signs > bounds.signs + 1:
            yield number, line, length_refusal(number, text, bounds)
            return
        yield number, line, too_wide


def lines_answered(text: str, bounds: Bounds, refusals: Sequence[Refusal]) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers, up to the first that was left unread."""
    last = first_unread(refusals)
    for number, line, _ in lines_read(text, bounds):
        if number > last:
            return
        yield number, line


def first_refusals(refusals: Sequence[Refusal]) -> tuple[list[Refusal], int]:
    """The refusals to show, those of the first `TOLD` refused lines, and the number of refused lines left out.

    A refusal that says how many lines were not read is always among them.
    """
    lines = sorted({refusal.line for refusal in refusals})
    told = {*lines[:TOLD], first_unread(refusals)} & {*lines}
    return [refusal for refusal in refusals if refusal.line in told], len(lines) - len(told)


def first_unread(refusals: Iterable[Refusal]) -> float:
    """The number of the first line that was not read, nor any after it; infinite if all were."""
    return min((refusal.line for refusal in refusals if refusal.code == UNFIT[0]), default=math.inf)


def length_refusal(number: int, text: str, bounds: Bounds) -> Refusal:
    """Why a text is read no further than to this line."""
    left = text.rstrip().count("\n") + 2 - number
    return Refusal(bounds.rule, UNFIT[0], {"most": bounds.lines, "signs": bounds.signs, "left": left}, number)


def width_refusal(number: int, line: str, bounds: Bounds) -> Refusal | None:
    """Why a line is too long to be read."""
    if len(line) <= bounds.width:
        return None
    return Refusal(bounds.rule, UNFIT[1], {"signs": len(line), "most": bounds.width}, number)


class Written:
    """Counts the text that is kept of what was understood. It is read again later, and so has the same bounds.

    It may be longer than what was typed: "le-duc" may be short for a name with thirty hyphens.
    """

    def __init__(self, text: str, bounds: Bounds) -> None:
        self.text, self.bounds, self.signs = text, bounds, 0

    def refusal(self, number: int, line: str) -> Refusal | None:
        """Why this line, as it is kept, is too long or one too many; `number` is that of the line as typed."""
        self.signs += len(line) + 1
        if self.signs > self.bounds.signs + 1:
            return length_refusal(number, self.text, self.bounds)
        return width_refusal(number, line, self.bounds)


def read_entries(
    text: str, bounds: Bounds, read: Callable[[str], T | Refusal | None], write: Callable[[Any], str]
) -> Iterator[tuple[int, str, T | Refusal | Unread]]:
    """The lines of a text that hold something, with their numbers: what each says, or why it is refused.

    `read` gives what a line says, its refusal, or None where it says nothing, and may raise Unread; `write` gives the
    line as it is kept. Lines are read one by one as they are asked for.
    """
    written = Written(text, bounds)
    for number, line, unfit in lines_read(text, bounds):
        if unfit is not None:
            yield number, line, unfit
            continue
        try:
            found = read(line)
        except Unread as unread:
            yield number, line, unread
            continue
        if found is None:
            continue
        if isinstance(found, Refusal):
            yield number, line, msgspec.structs.replace(found, line=number)
            continue
        excess = written.refusal(number, write(found))
        yield number, line, excess or found
        if excess is not None and excess.code == UNFIT[0]:
            return


class Unread(Exception):
    """A line cannot be read; caught where its refusal is made. `meant` guesses what its writer may have meant.

    Each game has a subclass with its rule about writing orders as `usual`.
    """

    usual: ClassVar[str]

    def __init__(
        self, code: str, rule: str = "", meant: Callable[[], str | list[str]] | None = None, **data: Any
    ) -> None:
        super().__init__(code)
        self.code, self.rule, self.meant, self.data = code, rule or self.usual, meant, data

    def refusal(self, line: int, *, guess: bool = True) -> Refusal:
        """The refusal of this line; its datum `nearest` is what may have been meant, "" without `guess`."""
        data = self.data
        if self.meant is not None:
            data = {**data, "nearest": self.meant() if guess else ""}
        return Refusal(self.rule, self.code, data, line)
