"""Environments, one line of JSON each (goals R1, R2, R3): `python -m benchmarks.envs [--case NAME]`.

R1 is played like `bench_02_pettingzoo.py` plays leduc_holdem_v4: one of the legal actions at random, observations and
masks made at every step. R2: thirty lords in Europe fill sheets at random. R3: whole episodes, by one process and two.
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
LORDS, TURNS, SHEET = 30, 2, 12
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


def sheet_steps(game: str, seats: int, options: dict[str, object], repeat: int = 0) -> int:
    """Turns of sheets, at random; the orders that were taken."""
    environment = envs.parallel_env(game, seats, options, orders=SHEET, steps=TURNS)
    observations, _ = environment.reset(seed=repeat)
    rng, orders = random.Random(repeat), 0
    while environment.agents:
        actions = {}
        for agent in environment.agents:
            legal = observations[agent]["action_mask"].nonzero()[0]
            actions[agent] = int(legal[int(rng.random() * len(legal))])
            orders += actions[agent] != 0
        observations, *_ = environment.step(actions)
    return orders


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


SHEETS = {"gloire": 6, "daifen": 8, "rois": 8}
CASES: dict[str, Callable[[], None]] = {
    "fief": lambda: rate("env_fief", partial(table_steps, "fief", FIEF, 5_000), REPEATS, "steps"),
    "vassaux": lambda: rate("env_vassaux", partial(table_steps, "vassaux", {}, 150), REPEATS, "steps"),
    **{
        game: partial(rate, f"env_{game}", partial(sheet_steps, game, seats, {}), REPEATS, "steps")
        for game, seats in SHEETS.items()
    },
    "europe": lambda: rate("env_europe", partial(sheet_steps, "gloire", LORDS, {"map": "EUROPE"}), REPEATS, "orders"),
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
