"""An order that a touch gives: a sentence on a button, its effect and price beside it, its rule in a pop-up.

A game makes them from its view and the draft; `play/proposal.html` shows one. Touching it again withdraws the order.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure that an order needs: `label` tells what it is, `bounds` what is allowed, `unit` of what."""

    label: str
    bounds: str
    unit: str
    least: int
    most: int
    value: int


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """One order. `line` is what it writes, {} standing for its figure; several lines are one act.

    `given` are the lines of the draft that say it already, `disc` the number that it bears in the list and on the map.
    """

    line: str
    act: str
    code: str
    effect: str = ""
    price: str = ""
    danger: str = ""  # why one should think twice
    rule: str = ""
    rule_text: str = ""
    figure: Figure | None = None
    given: tuple[int, ...] = ()
    disc: int = 0

    @property
    def key(self) -> str:
        """A name for its parts in a page."""
        return "p" + "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in self.line)[:60]

    @property
    def kind(self) -> str:
        """Its colour: that of the last of its codes."""
        return self.code.rpartition(" ")[2]

    @property
    def places(self) -> str:
        """The lines of the draft that say it, as a form sends them."""
        return ",".join(map(str, self.given))
