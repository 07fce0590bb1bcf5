"""Environments, one line of JSON each (goals R1, R2, R3): `python -m benchmarks.envs [--case NAME]`.

R1 is played like `bench_02_pettingzoo.py` plays leduc_holdem_v4: one of the legal actions at random, observations and
masks made at every step. R2: thirty lords in Europe fill sheets at random, as long as the environment lets them, for
two turns; beside it, sheets of a dozen orders at most (what a sheet costs once is shared by fewer), and whole matches
(sheets become shorter, and whoever is done waits for the longest one). R3: whole episodes, by one process and two.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial

import click
import numpy as np

from benchmarks.lines import figure, rate
from heraut.lab import envs
from heraut.lab.envs.vector import episodes, random_policy

REPEATS = 5
MATCHES = 3  # a repeat
LORDS, TURNS = 30, 2
SHORT = 12  # orders at most on a short sheet
EPISODES = 64
FIEF = {"mode": "points", "points_turns": 10}


def table_steps(game: str, options: dict[str, object], steps: int, repeat: int = 0) -> int:
    """Matches decided one by one, at random; the steps."""
    environment, rng, done = envs.env(game, 2, options, steps=steps), random.Random(repeat), 0
    for match in range(MATCHES):
        environment.reset(seed=1000 * repeat + match)
        for _ in environment.agent_iter():
            observation, _, over, stopped, _ = environment.last()
            if over or stopped:
                environment.step(None)
                continue
            assert observation is not None
            legal = observation["action_mask"].nonzero()[0]
            environment.step(int(legal[int(rng.random() * len(legal))]))
            done += 1
    return done


def sheet_steps(environment: envs.SheetEnv, repeat: int = 0) -> int:
    """A match of sheets, at random; the orders that were taken."""
    observations, _ = environment.reset(seed=repeat)
    rng, taken = random.Random(repeat), 0
    while environment.agents:
        actions = {}
        for agent in environment.agents:
            legal = observations[agent]["action_mask"].nonzero()[0]
            actions[agent] = int(legal[int(rng.random() * len(legal))])
            taken += actions[agent] != 0
        observations, *_ = environment.step(actions)
    return taken


def sheets(case: str, of: str, game: str, seats: int, options: dict[str, object], **settings: int) -> None:
    """Orders (or steps) a second, match after match of one environment, as whoever learns in it plays them."""
    environment = envs.parallel_env(game, seats, options, **settings)  # type: ignore[arg-type]  # numbers alone
    rate(f"env_{case}", partial(sheet_steps, environment), REPEATS, of)


def observation(repeat: int = 0) -> float:
    """Microseconds for what an agent of Fief is given, at each of the decisions of a match."""
    environment, rng = envs.env("fief", 2, FIEF), random.Random(repeat)
    environment.reset(seed=repeat)
    run, observer, spent, number = environment.run, environment.observer, 0.0, 0
    while not run.over:
        seat = run.waiting[0]
        assert run.asked[seat].offered is not None  # listed before it is looked at: the game's work, not counted here
        start = time.perf_counter()
        given = observer.observe(run, seat)
        spent += time.perf_counter() - start
        number += 1
        run.take(seat, rng.choice(given["action_mask"].nonzero()[0]))
        if not run.waiting:
            run.advance()
    return 1e6 * spent / number


def make_fief() -> envs.SoloEnv:
    """A seat of Fief against a random one."""
    return envs.solo_env("fief", 2, FIEF, opponents=("random",))


def processes() -> None:
    """R3: the episodes a second of two processes, over those of one."""
    rates: dict[int, list[float]] = {1: [], 2: []}
    for repeat in range(REPEATS):
        for number in rates:
            start = time.perf_counter()
            played = list(episodes(make_fief, random_policy, range(repeat, repeat + EPISODES), number))
            rates[number].append(len(played) / (time.perf_counter() - start))
    for number, values in rates.items():
        figure(f"fief_episodes_{number}", "episodes_per_s", "episodes/s", values)
    ratios = [two / one for one, two in zip(rates[1], rates[2], strict=True)]
    figure("fief_episodes", "two_over_one", "", [float(np.round(ratio, 3)) for ratio in ratios])


EUROPE: tuple[str, int, dict[str, object]] = ("gloire", LORDS, {"map": "EUROPE"})
SHEETS = {"gloire": 6, "daifen": 8, "rois": 8}
CASES: dict[str, Callable[[], None]] = {
    "fief": lambda: rate("env_fief", partial(table_steps, "fief", FIEF, 5_000), REPEATS, "steps"),
    "vassaux": lambda: rate("env_vassaux", partial(table_steps, "vassaux", {}, 150), REPEATS, "steps"),
    **{
        game: partial(sheets, game, "steps", game, seats, {}, orders=SHORT, steps=TURNS)
        for game, seats in SHEETS.items()
    },
    "europe": lambda: sheets("europe", "orders", *EUROPE, steps=TURNS),
    "europe_short": lambda: sheets("europe_short", "orders", *EUROPE, orders=SHORT, steps=TURNS),
    "europe_whole": lambda: sheets("europe_whole", "orders", *EUROPE),
    "observation": lambda: figure("env_fief", "observation", "us", [observation(n) for n in range(REPEATS)]),
    "processes": processes,
}


@click.command()
@click.option("--case", "cases", type=click.Choice(list(CASES)), multiple=True, help="These alone.")
def main(cases: tuple[str, ...]) -> None:
    """The figures."""
    for case in cases or CASES:
        CASES[case]()


if __name__ == "__main__":
    main()
