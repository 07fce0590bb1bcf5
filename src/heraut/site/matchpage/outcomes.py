"""What many trials have in common, as a page shows it: bars from the least to the most, lines with a share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from heraut.engine.spread import Spread
from heraut.engine.words import real
from heraut.site.common.words import say


@dataclass(frozen=True)
class Bar:
    """A figure over the trials: least, mean, most; where they lie in hundredths of the widest of all sheets."""

    name: str
    words: str
    mean: str
    left: int
    middle: int
    width: int


@dataclass(frozen=True)
class Line:
    """Something that may come, in how many trials of a hundred; `tone`: "good", "bad" or ""."""

    words: str
    share: int
    tone: str = ""
    more: str = ""


@dataclass(frozen=True)
class Outcome:
    """All that the trials of one variant (`rehearsals.Variant`) have in common."""

    variant: Any
    bars: list[Bar]
    sections: list[tuple[str, list[Line]]]

    @property
    def calm(self) -> bool:
        """Whether nothing at all happens."""
        return not any(lines for _, lines in self.sections)


def bar(name: str, one: Spread, beside: Sequence[Spread], lang: str) -> Bar:
    """A figure on the scale of those beside it; `name` is what it is called."""
    low, high = min(0, *(each.least for each in beside)), max(1, *(each.most for each in beside))

    def place(value: float) -> int:
        return round(100 * (value - low) / (high - low))

    least, most = real(one.least, lang, 0), real(one.most, lang, 0)
    words = say("rehearsal.same" if one.least == one.most else "rehearsal.spread", least=least, most=most)
    near = round(one.mean, 1)
    mean = real(near, lang, 0 if near == round(near) else 1)
    return Bar(name, words, mean, place(one.least), place(one.mean), max(1, place(one.most) - place(one.least)))


def share(times: int, of: int) -> int:
    """So many times of so many, in hundredths."""
    return round(100 * times / of)
