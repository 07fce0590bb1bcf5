"""How the bots fare against each other: levels, one constant bent, roads to victory. The figures of docs/bots.md.

    python -m benchmarks.bots GAME [CASE…] [--matches 100] [--jobs 2] [--folder FOLDER]

plays the cases of a game, all of them if none is named, and prints what each bot has won, with intervals of 95 %
(Wilson), the share that is fair, and how the matches ended. Kept as they come (`heraut.lab.campaign`): a run that was
killed goes on.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from heraut.games.registry import GAMES
from heraut.lab.campaign import Campaign, plan
from heraut.lab.parallel import over_processes
from heraut.lab.shares import percent, shares_won

SHORTER = {"gloire": 60, "daifen": 90}  # steps until a match is stopped, where fewer than the register's


class Case(msgspec.Struct, frozen=True):
    """A question: who sits at a table, in turn in each seat, by which options."""

    bots: tuple[str, ...]
    options: Mapping[str, Any] = {}


def among(one: str, others: str, seats: int, **options: Any) -> Case:
    """One bot among others."""
    return Case((one, *[others] * (seats - 1)), options)


def deviations(seats: int, **changes: str) -> dict[str, Case]:
    """Players of one habit among usual ones; and whoever is silent."""
    bent = {
        f"who {name.replace('_', ' ')}": among(f"player+{change}", "player", seats) for name, change in changes.items()
    }
    return {"who is silent": among("silent", "player", seats), **bent}


def levels(seats: int) -> dict[str, Case]:
    """Each level among players, a master at a tenth of his time too; half players, half of the first release."""
    tried = {"master": "master@0.1", "whole master": "master", "novice": "novice"}
    cases = {name: among(bot, "player", seats) for name, bot in tried.items()}
    return {**cases, "classic": Case(("player", "classic") * (seats // 2))}


CASES: dict[str, dict[str, Case]] = {
    "gloire": {
        **levels(10),
        **deviations(
            10,
            never_attacks="wars=0+appetite=0",
            hoards="champions=1+first_joust=99+war_chest=9999999+rich=9999999+dread=99",
        ),
        **{f"{lords} lords": Case(("player",) * lords, {"lords": lords}) for lords in (4, 6, 10)},
    },
    "daifen": {
        **levels(8),
        **deviations(
            8,
            never_attacks="margin=9+league=999",
            attacks_with_the_league_alone="margin=9",
            never_joins_the_league="league=999",
            hoards="army_share=0",
            hides="watch_towers=14",
        ),
        "8 lords": Case(("player",) * 8),
    },
    "rois": {
        **levels(8),
        **deviations(8, never_attacks="superiority=99+enough=99", hoards="thrift=99+rich=1000000"),
        "8 Kings": Case(("player",) * 8),
    },
    "fief": {
        **levels(2),
        "among random": among("player", "random", 4, turn_limit=60),
        **deviations(4, never_attacks="sure=2+bold=2", never_marries="marries=0", hoards="chest=1000000"),
        "4 families": Case(("player",) * 4),
    },
    "vassaux": {
        **levels(2),
        **deviations(2, never_attacks="blind=1", hoards="die=99"),
    },
}  # fmt: skip


def measured(game: str, name: str, asked: argparse.Namespace) -> Iterator[str]:
    """The lines of a case, once its matches are played."""
    case = CASES[game][name]
    made = plan(
        game, bots=case.bots, seats=len(case.bots), seed=name.encode().hex(), options=(dict(case.options),),
        max_turns=SHORTER.get(game, GAMES[game].longest),
    )  # fmt: skip
    campaign = Campaign.begin(asked.folder / game / name.replace(" ", "-"), made)
    for _ in campaign.run(asked.matches, partial(over_processes, jobs=asked.jobs), asked.jobs):
        pass
    results = [result for _, result, _ in campaign.results(asked.matches)]
    yield f"{game}, {name}: {len(results)} matches, {sum(one.turns for one in results) / len(results):.0f} steps each"
    for bot, won in shares_won(results).items():
        yield f"    {bot}: {won.wins.wins:g} of {won.wins.matches}, {percent(won.wins)}; fair {100 * won.fair:.1f} %"
    yield f"    ends: {dict(Counter(one.road for one in results).most_common())}"


def main() -> None:
    """The cases that are asked for."""
    words = argparse.ArgumentParser(prog="python -m benchmarks.bots", description=__doc__.partition("\n")[0])
    words.add_argument("game", choices=list(GAMES))
    words.add_argument("case", nargs="*", default=[])
    words.add_argument("--matches", type=int, default=100)
    words.add_argument("--jobs", type=int, default=1)
    words.add_argument("--folder", type=Path, default=Path("heraut-lab/bots"))
    asked = words.parse_args()
    if unknown := [name for name in asked.case if name not in CASES[asked.game]]:
        words.error(f"{asked.game} has no case {unknown[0]!r}, but {', '.join(map(repr, CASES[asked.game]))}")
    for name in asked.case or CASES[asked.game]:
        for line in measured(asked.game, name, asked):
            print(line, flush=True)


if __name__ == "__main__":
    main()
