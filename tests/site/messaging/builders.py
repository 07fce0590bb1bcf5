"""Letters in a line, as the page sends them."""

from __future__ import annotations

from heraut.site.matches.models import Seat
from heraut.site.messaging.models import Thread
from heraut.site.messaging.posting import answer, check, thread_with


def write(seat: Seat, name: str, text: str, *, mark: str = "", signed: bool = False) -> Thread:
    """A letter to a lord whom this one knows by name. Raises NotSent."""
    check(seat, text, mark)
    thread = thread_with(seat, name)
    answer(seat, thread, text, mark=mark, signed=signed)
    return thread
