"""How long figures may be searched for: the caller says so, for games have no clock."""

from __future__ import annotations

from collections.abc import Callable

from heraut.engine.protocol import Unguessed

Patience = Callable[[], None]  # asked again and again while figures are searched for; raises Unguessed to have it end
MOST = 600  # steps of a search by whoever guesses again and again: some seconds at the most


def endless() -> None:
    """Any time will do."""


class Counted:
    """A patience for so many steps of a search: the same guess, or none, on every machine."""

    def __init__(self, most: int = MOST) -> None:
        self.left = most

    def __call__(self) -> None:
        """Counts a step. Raises Unguessed behind the last one."""
        self.left -= 1
        if self.left < 0:
            raise Unguessed
