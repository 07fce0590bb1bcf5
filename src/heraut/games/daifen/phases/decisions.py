"""Before the vote: what the organiser or the administrator has decided, and no player (DA-END-08, 10 and 11).

A ruling is text, one decision a line, so that a record holds it as it holds orders: CLORE, ELIMINER and the seats of
one person, ABSENT and the seats whose players have left the site.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from heraut.engine.protocol import Seat
from heraut.games.daifen.phases.elimination import eliminate
from heraut.games.daifen.phases.victory import crown, victory
from heraut.games.daifen.resolution import Turn
from heraut.games.daifen.tables import read

CLOSE, ELIMINATE, ABSENT = "CLORE", "ELIMINER", "ABSENT"


def decide(turn: Turn, ruling: str) -> None:
    """Carries a ruling out, line by line, until the continent is finished. Raises ValueError when it cannot be read."""
    for line in ruling.splitlines():
        word, *seats = line.split() or [""]
        if word not in DECISIONS or bool(seats) == (word == CLOSE) or not set(seats) <= set(turn.now.kingdoms):
            raise ValueError(f"no decision of Daifen: {line!r}")
        if turn.now.road is None:
            DECISIONS[word](turn, [Seat(seat) for seat in seats])


def close(turn: Turn, seats: Collection[Seat]) -> None:
    """The continent is closed: nobody wins, the living rank first, equal (DA-END-11)."""
    crown(turn, "DA-END-11", [], "closed")


def eliminate_all(turn: Turn, seats: Collection[Seat]) -> None:
    """Every kingdom of a person who holds several is removed; victory is checked at once (DA-END-08)."""
    eliminate(turn, {kingdom.seat: "decision" for kingdom in turn.living() if kingdom.seat in seats})
    victory(turn)


def leave(turn: Turn, seats: Collection[Seat]) -> None:
    """Lords whose players have deleted their accounts get a neutral name; their kingdoms stay (DA-ACC-04)."""
    for seat in seats:
        turn.now.kingdoms[seat].lord = str(read("names.toml")["absent"])


DECISIONS: Mapping[str, Callable[[Turn, Collection[Seat]], None]] = {
    CLOSE: close,
    ELIMINATE: eliminate_all,
    ABSENT: leave,
}
