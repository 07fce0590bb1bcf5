"""Measures what pairs of bots do for and against each other: the table that `moderation/collusion.py` compares with.

python -m tools.measure_exchanges        some minutes; writes src/heraut/site/moderation/tables/exchanges.json
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, pstdev
from tempfile import mkdtemp
from typing import Any

from heraut import bots, games
from heraut.engine.match import Match
from heraut.engine.play import ask
from heraut.engine.protocol import Event, Seat
from heraut.engine.rng import Rng
from heraut.lab.simulate import match_seed

TABLE = Path(__file__).parents[1] / "src/heraut/site/moderation/tables/exchanges.json"
SEED = b"exchanges"
TABLES: dict[str, tuple[dict[str, Any], int, int, int]] = {  # options, seats, matches, most steps
    "gloire": ({"map": "SCANDINAVIE"}, 10, 60, 40),
    "daifen": ({"continent": "Brumes"}, 8, 60, 40),
    "rois": ({"world": "Les Marches de Quellys"}, 8, 30, 20),
    "fief": ({}, 5, 60, 2_000),
}
KEPT = 1_000  # scores of a game, evenly taken


def played(game: str, index: int) -> tuple[Any, int, list[tuple[int, tuple[Event, ...]]]]:
    """The end of a match between bots, its turns, and all that happened in each."""
    from heraut.site.matches.adapters import adapter

    options, seats, _, most = TABLES[game]
    package, turn_of = games.game(game), adapter(game).turn_of
    seed = match_seed(SEED, index)
    names = [Seat(f"j{number + 1}") for number in range(seats)]
    players = dict.fromkeys(names, bots.player(game, "player"))
    match, chance = Match.new(package, names, dict(options), seed), Rng(seed).at("players")
    told = [(0, match.events)]
    while len(match.record.steps) < most and package.result(match.state) is None:
        events = match.advance(ask(match, players, chance))
        told.append((turn_of(match.state) or len(match.record.steps), events))
    return match.state, told[-1][0], told


def measured(game: str) -> Iterator[Any]:
    """Every pair of bots of the matches of a game."""
    from heraut.site.matches.adapters import adapter
    from heraut.site.moderation.collusion import ties

    _, seats, matches, _ = TABLES[game]
    for index in range(matches):
        state, last, told = played(game, index)
        yield from ties([f"j{number + 1}" for number in range(seats)], adapter(game).exchanges(state, told), last)


def table(game: str) -> dict[str, Any]:
    """What is kept of a game."""
    from heraut.site.matches.exchanges import SIGNS
    from heraut.site.moderation.collusion import Usual, score

    found = list(measured(game))
    rates = {kind: [tie.counts.get(kind, 0) / tie.turns for tie in found] for kind in SIGNS}
    means = {kind: round(fmean(of), 5) for kind, of in rates.items() if any(of)}
    spreads = {kind: round(pstdev(of), 5) for kind, of in rates.items() if any(of)}
    usual = Usual(means, spreads, [], len(found))
    scores = sorted(score(tie, usual) for tie in found)
    every = max(1, len(scores) // KEPT)
    return {
        "means": means,
        "spreads": spreads,
        "pairs": len(found),
        "scores": [round(one, 2) for one in scores[::every]],
    }


def main() -> None:
    """Writes the table."""
    os.environ.setdefault("HERAUT_DATA", mkdtemp())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heraut.site.settings")
    import django

    django.setup()
    TABLE.parent.mkdir(exist_ok=True)
    lines = [f'"{game}": {json.dumps(table(game))}' for game in TABLES]
    TABLE.write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
