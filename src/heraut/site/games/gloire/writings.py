"""Buttons of the tools that write lines of the sheet: what they do in words, the codes small beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from heraut.games.gloire.calculators.levy import LevyQuote
from heraut.games.gloire.sheet.writing import quoted
from heraut.games.gloire.state import LandName
from heraut.site.common.words import say


@dataclass(frozen=True)
class Writing:
    """A button that writes lines of the sheet: what they do in words, and their codes, small beside it."""

    words: str
    lines: Sequence[str]

    @property
    def code(self) -> str:
        """The codes of the lines, each once."""
        return " · ".join(dict.fromkeys(line.split()[0] for line in self.lines))


def lines_of(rows: Sequence[Mapping[str, Any]], part: str) -> list[str]:
    """The lines that one button of each land would write."""
    return [line for row in rows if row[part] for line in row[part].lines]


def written(land: LandName, level: int, amount: int) -> Writing | None:
    """The button for a level of tax and a redistribution in a land; None where both are 0."""
    lines = [f"IMP {level} {quoted(land)}"] if level else []
    if amount:
        lines.append(f"RED {amount} {quoted(land)}")
    key = "tools.write_full" if level and amount else "tools.write_tax" if level else "tools.write_help"
    return Writing(say(key, level=level, amount=amount), lines) if lines else None


def raised(land: LandName, quote: LevyQuote, near: Sequence[str]) -> list[Writing]:
    """The buttons of a levy: as a garrison, and under each knight who stands there."""
    line = f"ARM {quoted(land)} {quote.amount}"
    figures = {"men": quote.men, "amount": quote.amount}
    led = [Writing(say("tools.write_led", knight=name, **figures), [f"{line} {quoted(name)}"]) for name in near]
    return [*led, Writing(say("tools.write_garrison", **figures), [line])]


def attack_line(knight: str, land: LandName, threshold: str) -> str:
    """The order of an attack, breaking off below so many men if that was asked."""
    return f"ATT {quoted(knight)} {quoted(land)} {threshold}".rstrip()
