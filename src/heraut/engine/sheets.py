"""How much of a text of orders is read, and how its faults are told: the same in all games.

Whoever may send orders may send anything. What goes beyond the bounds of a game is refused unread, and only the first
faults of a text guess at what was meant, which costs far more than reading does: reading never takes much longer than
the largest lawful text does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import msgspec

from heraut.engine.protocol import Refusal

UNFIT = ("text_too_long", "line_too_long")  # the codes of what is refused unread
GUESSED = 20  # faults of one text that guess at what was meant


class Bounds(msgspec.Struct, frozen=True):
    """The most that a text of orders may hold, blank lines and comments counted: well above what its game can use.

    `width` are the signs of a line, `signs` those of the whole text; `rule` is the one by which orders are written.
    """

    rule: str
    lines: int
    width: int
    signs: int = 60_000


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
            data = {"most": bounds.lines, "signs": bounds.signs, "left": len(lines) - number + 1}
            yield number, line, Refusal(bounds.rule, UNFIT[0], data, number)
            return
        yield number, line, too_wide


def width_refusal(number: int, line: str, bounds: Bounds) -> Refusal | None:
    """Why a line is too long to be read."""
    if len(line) <= bounds.width:
        return None
    return Refusal(bounds.rule, UNFIT[1], {"signs": len(line), "most": bounds.width}, number)


class Unread(Exception):
    """A line cannot be read; caught where its refusal is made. `meant` guesses at what its writer may have meant.

    Each game has a class of its own, with the rule by which its orders are written.
    """

    usual: ClassVar[str]

    def __init__(
        self, code: str, rule: str = "", meant: Callable[[], str | list[str]] | None = None, **data: Any
    ) -> None:
        super().__init__(code)
        self.code, self.rule, self.meant, self.data = code, rule or self.usual, meant, data

    def refusal(self, line: int, *, guess: bool = True) -> Refusal:
        """The refusal of this line; `nearest` is what was meant, "" where that is not to be guessed."""
        data = self.data
        if self.meant is not None:
            data = {**data, "nearest": self.meant() if guess else ""}
        return Refusal(self.rule, self.code, data, line)
