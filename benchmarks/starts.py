"""Rois aventuriers: who wins among eight Kings who play to win, and how often one of them beats a random King.

`python -m benchmarks.starts [games]`: 200 games of twenty years, by start position, race and alignment (no start
position may win more than twice its share), then 100 matches against a random King, fifty from either seat (95 are
asked for).
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from functools import partial

from heraut.bots import player
from heraut.engine.play import play
from heraut.engine.protocol import Seat
from heraut.games import rois
from heraut.games.rois.state import World
from heraut.lab.parallel import over_processes
from heraut.lab.simulate import match_seed

KINGS, YEARS, DUELS = 8, 20, 50
Row = tuple[bool, str, str, str]  # won; seat, race, alignment


def ended(bots: dict[Seat, str], seed: bytes) -> World:
    """The world at the end of a game between these bots."""
    players = {seat: player("rois", bot) for seat, bot in bots.items()}
    return play(rois, players, {"turns": YEARS}, seed, max_steps=YEARS).state


def winners(world: World) -> list[Seat]:
    """Who has the highest score."""
    result = rois.result(world)
    assert result is not None, "not over after its twenty years"
    return [seat for seat, score in result.scores.items() if score == 1]


def game(number: int) -> list[Row]:
    """One game of eight: each King with what he started from."""
    world = ended({Seat(f"j{n}"): "player" for n in range(1, KINGS + 1)}, match_seed(b"starts", number))
    won = winners(world)
    return [(king.seat in won, king.seat, king.race, king.alignment) for king in world.kingdoms.values()]


def duel(first: bool, number: int) -> bool:
    """Whether the one who plays to win beats a random King, from the first seat or from the second."""
    own, other = (Seat("j1"), Seat("j2")) if first else (Seat("j2"), Seat("j1"))
    world = ended({Seat("j1"): "random", Seat("j2"): "random"} | {own: "player"}, match_seed(b"random", number))
    return own in winners(world) and other not in winners(world)


def table(rows: list[Row], column: int) -> None:
    """Games, wins and the ratio to an equal share, by one column."""
    met, won = Counter(row[column] for row in rows), Counter(row[column] for row in rows if row[0])
    for start in sorted(met):
        ratio = won[start] / met[start] / (sum(won.values()) / len(rows))
        print(f"| {start} | {met[start]} | {won[start]} | {ratio:.2f} |")


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int, nargs="?", default=200)
    games, jobs = parser.parse_args().games, os.cpu_count() or 1
    rows = [row for played in over_processes(game, range(games), jobs) for row in played]
    beaten = [sum(over_processes(partial(duel, first), range(DUELS), jobs)) for first in (True, False)]
    for column, name in enumerate(("start", "race", "alignment"), start=1):
        print(f"| {name} | games | won | of its share |\n|---|---|---|---|")
        table(rows, column)
    print(f"against a random King: {beaten[0]} and {beaten[1]} of {DUELS} won from the first seat and from the second")


if __name__ == "__main__":
    main()
