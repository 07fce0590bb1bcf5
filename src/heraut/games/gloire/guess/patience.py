"""How long a search may go on, counted in steps: games have no clock."""

from __future__ import annotations

from collections.abc import Callable

from heraut.engine.protocol import Unguessed

Patience = Callable[[], None]  # asked again and again while figures are searched for; raises Unguessed to have it end
MOST = 600  # steps of a search by whoever guesses again and again: some seconds at the most


def endless() -> None:
    """Never gives up."""


class Counted:
    """A patience that ends after so many steps, so that every machine finds the same guess, or none."""

    def __init__(self, most: int = MOST) -> None:
        self.left = most

    def __call__(self) -> None:
        """Counts a step. Raises Unguessed once the steps are used up."""
        self.left -= 1
        if self.left < 0:
            raise Unguessed
