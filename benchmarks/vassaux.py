"""Seigneurs & Vassaux: random and solitaire battles, a line of JSON each (goal P4): `python -m benchmarks.vassaux`.

The plain battle of the ready-made hosts, 31 figures against 35, from the first unit deployed to the end, played on as
search plays: without views and events, from a battle that is set up already. To set one up takes longer than to play it
at random, since both hosts are deployed for a try. Wherever legal answers can be listed they are listed, and one of
them is taken; orders, ways and charges, which nobody can list, are drawn until one is legal. A solitaire battle is a
whole one against the reaction table: of a player of chance, or of a second reaction table. `per_cpu_s` is the same for
a second of processor, when other programs run beside.
"""

from __future__ import annotations

from functools import cache

from benchmarks.lines import rate
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.state import Battle

SEATS = [Seat("j1"), Seat("j2")]
BATTLES = 10
REPEATS = 5


@cache
def begun() -> Battle:
    """The plain battle, before anybody is deployed."""
    return vassaux.setup(SEATS, {}, Rng(b"setup")).state


def playout(seed: bytes) -> int:
    """A battle played at random; the number of decisions."""
    state, rng, decisions = vassaux.clone(begun()), Rng(seed), 0
    while asked := vassaux.open_decisions(state):
        ((seat, decision),) = asked.items()
        listed = decision.answers()
        answer = decision.sample(rng) if listed is None else rng.choice(list(listed))
        state = vassaux.apply(state, {seat: answer}, rng)
        decisions += 1
    return decisions


def playouts(repeat: int = 0) -> int:
    """Ten battles; the number of decisions."""
    return sum(playout(b"playout %d %d" % (number, repeat)) for number in range(BATTLES))


def solo(seed: bytes, *, both: bool) -> None:
    """A whole battle against the reaction table, which plays both hosts or only the second."""
    rng = Rng(seed)
    options = {"automated": SEATS} if both else {}
    state = vassaux.setup(SEATS if both else SEATS[:1], options, rng.at("setup")).state
    while pending := vassaux.pending(state):
        ((seat, decision),) = pending.items()
        answer = decision.default if both else decision.sample(rng)
        state = vassaux.advance(state, {seat: answer}, rng).state


def table_against_table(repeat: int = 0) -> int:
    """Ten battles of the reaction table against itself; their number."""
    for number in range(BATTLES):
        solo(b"tables %d %d" % (number, repeat), both=True)
    return BATTLES


def player_against_table(repeat: int = 0) -> int:
    """Ten battles of a player of chance against the reaction table; their number."""
    for number in range(BATTLES):
        solo(b"solo %d %d" % (number, repeat), both=False)
    return BATTLES


def main() -> None:
    """The figures."""
    rate("vassaux_playout", playouts, REPEATS)
    rate("vassaux_solo_tables", table_against_table, REPEATS, "battles")
    rate("vassaux_solo_player", player_against_table, REPEATS, "battles")


if __name__ == "__main__":
    main()
