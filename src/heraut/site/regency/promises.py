"""What a lord has promised, for the file that his regent or successor finds.

Told by whoever keeps promises (`treaties`), which stands above.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from heraut.site.matches.models import Seat

Tell = Callable[[Seat], Sequence[str]]  # sentences in the present reader's language, as the seat may know them

_tell: list[Tell] = []


def promises_by(tell: Tell) -> None:
    """Names who tells of promises, when the site is put together."""
    _tell[:] = [tell]


def promises_of(seat: Seat) -> list[str]:
    """All that a seat has promised and has been promised, as far as it still binds."""
    return list(_tell[0](seat)) if _tell else []
