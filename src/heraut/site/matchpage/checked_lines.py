"""One line of checked orders, in all games alike: what pages show of it, and what programs are told (api/orders.py)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from heraut.engine.protocol import Refusal
from heraut.engine.sheets import TOLD

MOST_SHOWN = 100  # lines of a text on a page; of these no more refused ones than TOLD


class Mend(NamedTuple):
    """One touch that mends a line: why, what its button says, and what it does (as its game understands it)."""

    why: str
    words: str
    change: tuple[str, str]


class LineTold(NamedTuple):
    """All that a page of orders shows of a line: two of which it is the same are shown alike."""

    number: int
    text: str
    state: str
    code: str
    sentence: str
    disc: int
    refusal: str
    rule: str
    cost: int
    price: int
    at_most: bool
    left: int | None
    warnings: tuple[tuple[str, str], ...]
    mend: Mend | None


@dataclass
class CheckedLine:
    """One line of the text. Neither `code` nor `refused`: a blank or a comment. `left` is the money after it.

    Why it is refused is put into words when it is shown: of a flood of refused lines few are.
    """

    number: int
    text: str
    code: str = ""
    name: str = ""
    phase: int = 0
    refused: Callable[[], str] | None = None
    rule: str = ""
    others: list[tuple[str, str]] = field(default_factory=list)  # further reasons to refuse it: sentence, rule
    cost: int = 0
    at_most: bool = False  # chance decides, and may ask less
    left: int | None = None
    warnings: list[tuple[str, str]] = field(default_factory=list)  # sentence, rule
    sentence: str = ""  # the order in words, on pages that show it so,
    disc: int = 0  # its number among the orders,
    mend: Mend | None = None  # and what would make it better

    @cached_property
    def refusal(self) -> str:
        """Why it is refused, in a sentence; "" if it is not."""
        return self.refused() if self.refused is not None else ""

    @property
    def told(self) -> LineTold:
        """What pages of orders show of it."""
        named = self.number, self.text, self.state, self.code, self.sentence, self.disc, self.refusal, self.rule
        return LineTold(*named, self.cost, self.price, self.at_most, self.left, tuple(self.warnings), self.mend)

    @property
    def price(self) -> int:
        """What it costs, or brings, without its sign."""
        return abs(self.cost)

    @property
    def state(self) -> str:
        """Its class: "refused", "doubtful", "good" or "silent"."""
        if self.refused is not None:
            return "refused"
        if not self.code:
            return "silent"
        return "doubtful" if self.warnings else "good"


class Excerpt(NamedTuple):
    """The lines that a page shows; `left` is how many it leaves out, `refused` how many of those were refused."""

    lines: list[CheckedLine]
    left: int
    refused: int


def excerpt(lines: Sequence[CheckedLine]) -> Excerpt:
    """The first lines, and the last if it is refused, for it may tell of others that were not read."""
    shown: list[CheckedLine] = []
    refused = 0
    for line in lines:
        bad = line.state == "refused"
        if (len(shown) < MOST_SHOWN and not (bad and refused >= TOLD)) or (bad and line is lines[-1]):
            shown.append(line)
            refused += bad
    total = sum(line.state == "refused" for line in lines)
    return Excerpt(shown, len(lines) - len(shown), total - refused)


def reason(explain: Callable[[Refusal, str], str], refusal: Refusal, lang: str) -> str:
    """Why a line is refused, as its game tells it, without the line's number and the rule, which stand elsewhere."""
    explanation = explain(refusal, lang)
    text = explanation.rpartition(f" ({refusal.rule})")[0] or explanation
    head, colon, rest = text.partition("\u00a0: " if "\u00a0: " in text[:40] else ": ")
    return rest if colon and head.lower().startswith(("ligne", "line")) else text
