"""When each order was entered: it keeps its time when it is edited or moved, and loses it when it is deleted."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def entry_times(former: Sequence[tuple[str, T]], lines: Sequence[str], now: T) -> list[T]:
    """The time of entry of each of these lines; `former` holds the lines that were there before with their times.

    A line that was there before keeps its time, wherever it stands now. A changed line that begins with the same word
    as one that is gone counts as that order, edited. All other lines are new and get `now`.
    """
    times: dict[int, T] = {}
    standing = dict(enumerate(former))
    for sameness in (str, order_word):
        places: defaultdict[str, deque[int]] = defaultdict(deque)
        for place, (line, _) in standing.items():
            places[sameness(line)].append(place)
        for number, line in enumerate(lines):
            if number not in times and places[sameness(line)]:
                times[number] = standing.pop(places[sameness(line)].popleft())[1]
    return [times.get(number, now) for number in range(len(lines))]


def order_word(line: str) -> str:
    """The word that says which order a line holds."""
    return line.partition(" ")[0]
