"""Victory (DA-END-04, DA-END-09): the last kingdom, an association, or nobody; and the final ranking."""

from __future__ import annotations

from itertools import groupby

from heraut.engine.protocol import Seat
from heraut.games.daifen.resolution import Turn
from heraut.games.daifen.state import Continent


def victory(turn: Turn) -> None:
    """Once the last phase is over, the last kingdom has won; if none lives, nobody has (DA-END-04, DA-GAP-55)."""
    living = [kingdom.seat for kingdom in turn.now.living()]
    if len(living) == 1:
        crown(turn, "DA-END-04", living, "conquest")
    elif not living:
        crown(turn, "DA-END-04", [], "no_kingdom")


def crown(turn: Turn, rule: str, winners: list[Seat], road: str) -> None:
    """The continent is finished: everyone learns who has won, and the ranking."""
    turn.now.winners, turn.now.road = winners, road
    names = {seat: kingdom.name for seat, kingdom in turn.now.kingdoms.items()}
    turn.announce(
        rule,
        "game_over",
        road=road,
        winners=[names[seat] for seat in winners],
        ranking=[[names[seat] for seat in seats] for seats in ranking(turn.now)],
    )


def ranking(continent: Continent) -> list[list[Seat]]:
    """The seats from the first to the last, equals together: winners and the living, then by turn of elimination."""
    last = continent.turn + 1  # later than any fall

    def turn_of_end(seat: Seat) -> int:
        fallen = continent.kingdoms[seat].fallen
        return last if fallen is None else fallen

    ordered = sorted(continent.kingdoms, key=turn_of_end, reverse=True)
    return [list(equals) for _, equals in groupby(ordered, key=turn_of_end)]
