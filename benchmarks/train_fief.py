"""A small policy for Fief with two players, learned from wins and losses alone: `python -m benchmarks.train_fief`.

REINFORCE (Williams 1992) with the mean reward of a batch as baseline. The policy is linear: the chance of an order
grows with `weights[kind of order] . context`, where the context is a handful of numbers of the observation. It plays a
ten-turn match of points against the bot `random` in either seat. Every so often it is measured on matches apart, with a
95 % interval (Wilson). The same seed gives the same weights, however many processes share the work.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from heraut.engine.intervals import wilson
from heraut.lab import envs
from heraut.lab.envs.layouts.layout import Layout
from heraut.lab.envs.observations import Observation

OPTIONS = {"mode": "points", "points_turns": 10}
BATCH, CHUNK = 32, 4  # matches a step of learning; matches handed to a process at a time
RATE, COOLING, DECAY = 0.08, 320, 0.9  # of weights a batch; the matches over which it begins to fall; of the mean size
SEATS = ("j1", "j2")
MEASURED = 1_000_000  # seeds from here on are for measuring alone
CONTEXT = ("one", "purse", "soldiers ahead", "score ahead", "turn")

Floats = NDArray[np.float64]


class Played(NamedTuple):
    """Some matches: the score of each (0 to 1), the gradient of the logarithm of its chance, shaped as weights."""

    scores: list[float]
    gradients: list[Floats]


@cache
def arena(seat: str, opponent: str) -> envs.SoloEnv:
    """The environment of a seat against a bot, one a process."""
    return envs.solo_env("fief", 2, OPTIONS, seat=seat, opponents=(opponent,))


@cache
def starts() -> dict[str, int]:
    """Where the blocks of an observation stand."""
    return {place.name: place.start for place in layout().places()}


@cache
def layout() -> Layout:
    """How observations of Fief with two players are laid out."""
    return arena("j1", "random").environment.observer.layout


def context(observation: Observation) -> Floats:
    """The numbers that weights are taken by (`CONTEXT`), each about 1 in size."""
    seen, at = observation["observation"], starts()
    own, other = at["families"], at["families"] + 8  # FAMILY of layouts/fief.py
    purse, turn = seen[at["own"]], seen[at["time"]]
    return np.array(
        [1.0, purse / 10, (seen[own + 4] - seen[other + 4]) / 10, (seen[own + 3] - seen[other + 3]) / 5, turn / 10]
    )


def chances(
    weights: Floats, observation: Observation, seen: Floats
) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
    """The legal actions, the kind of order that each is (0: "done"), and the chance of each."""
    legal = np.flatnonzero(observation["action_mask"])
    kinds = np.where(legal > 0, observation["offers"][legal - 1, 0], 0).astype(np.intp)
    logits = (weights @ seen)[kinds]
    odds = np.exp(logits - logits.max())
    return legal, kinds, odds / odds.sum()


def play(weights: Floats, seed: int, opponent: str, *, learn: bool) -> tuple[float, Floats]:
    """A match: its score, and the gradient of the logarithm of its chance."""
    chance, gradient = np.random.default_rng(seed), np.zeros_like(weights)
    environment = arena(SEATS[seed % 2], opponent)
    observation, _ = environment.reset(seed=seed)
    score, ended = 0.0, not environment.asked
    while not ended:
        seen = context(observation)
        legal, kinds, odds = chances(weights, observation, seen)
        choice = min(int(np.searchsorted(odds.cumsum(), chance.random())), len(legal) - 1)
        if learn and len(legal) > 1:
            pull = -odds
            pull[choice] += 1
            np.add.at(gradient, kinds, pull[:, None] * seen)
        observation, reward, over, stopped, _ = environment.step(int(legal[choice]))
        score, ended = score + reward, over or stopped
    return score, gradient


def play_some(weights: Floats, seeds: range, opponent: str, learn: bool) -> Played:
    """Some matches in a process."""
    played = [play(weights, seed, opponent, learn=learn) for seed in seeds]
    return Played([score for score, _ in played], [gradient for _, gradient in played])


def play_all(pool: Executor | None, weights: Floats, seeds: range, opponent: str, learn: bool) -> Played:
    """The same over processes, in the order of the seeds."""
    parts = [seeds[start : start + CHUNK] for start in range(0, len(seeds), CHUNK)]
    number = len(parts)
    given = [weights] * number, parts, [opponent] * number, [learn] * number
    found = list(pool.map(play_some, *given) if pool is not None else map(play_some, *given))
    scores = [score for one in found for score in one.scores]
    return Played(scores, [gradient for one in found for gradient in one.gradients])


def learned(pool: Executor | None, matches: int, opponent: str, seed: int) -> Iterator[tuple[int, Floats]]:
    """The weights after each batch, and how many matches have been played."""
    weights = np.zeros((len(layout().orders) + 1, len(CONTEXT)))
    size = np.full_like(weights, 1e-3)  # of gradients so far (RMSProp)
    yield 0, weights
    for first in range(0, matches, BATCH):
        played = play_all(pool, weights, range(seed + first, seed + first + BATCH), opponent, True)
        scores = np.array(played.scores)
        ahead = scores - scores.mean()
        gradient = np.tensordot(ahead, np.array(played.gradients), 1) / BATCH
        size = DECAY * size + (1 - DECAY) * gradient**2
        weights = weights + RATE / math.sqrt(1 + first / COOLING) * gradient / (np.sqrt(size) + 1e-2)
        yield first + BATCH, weights


def measured(pool: Executor | None, weights: Floats, matches: int, opponent: str) -> dict[str, Any]:
    """The share of wins in matches apart, with its interval."""
    won = sum(play_all(pool, weights, range(MEASURED, MEASURED + matches), opponent, False).scores) / matches
    low, high = wilson(won, matches)
    return {"won": won, "low": low, "high": high, "matches": matches, "opponent": opponent}


def draw(curve: list[dict[str, Any]], path: Path) -> None:
    """The curve as a picture."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    played = [point["played"] for point in curve]
    axes.fill_between(played, [point["low"] for point in curve], [point["high"] for point in curve], alpha=0.25)
    axes.plot(played, [point["won"] for point in curve], marker="o", label="learned policy (95 % interval)")
    axes.axhline(0.5, color="grey", linestyle=":", label="even")
    axes.set(xlabel="matches played to learn", ylabel="share of wins against random", ylim=(0, 1))
    axes.set_title("Fief with two players, ten turns of points")
    axes.legend(loc="lower right")
    figure.savefig(path)
    pyplot.close(figure)


def kept(weights: Floats) -> dict[str, Any]:
    """The policy as JSON: rows by the names of orders."""
    names = ["done", *(order.__name__ for order in layout().orders)]
    rows = {name: [round(float(value), 4) for value in row] for name, row in zip(names, weights, strict=True)}
    return {"context": CONTEXT, "weights": {name: row for name, row in rows.items() if any(row)}}


@click.command()
@click.option("--matches", default=9_600, help="Matches to learn from.")
@click.option("--measure", default=400, help="Matches of each measurement.")
@click.option("--points", default=8, help="Measurements on the way.")
@click.option("--opponent", default="random", help="The bot that it learns against.")
@click.option("--processes", default=2)
@click.option("--seed", default=1)
@click.option("--out", type=click.Path(path_type=Path), default=Path("."), help="Where curve and policy go.")
def main(matches: int, measure: int, points: int, opponent: str, processes: int, seed: int, out: Path) -> None:
    """Learns, prints a line of JSON for each measurement, and writes `fief2.json` and `fief2.svg`."""
    curve: list[dict[str, Any]] = []
    start, every = time.perf_counter(), max(BATCH, matches // points // BATCH * BATCH)
    pool = ProcessPoolExecutor(processes) if processes > 1 else None
    weights = np.zeros(0)
    for played, weights in learned(pool, matches, opponent, seed):
        if played % every == 0 or played >= matches:
            found = measured(pool, weights, measure, opponent)
            curve.append({"played": played, "seconds": round(time.perf_counter() - start), **found})
            print(json.dumps(curve[-1]), flush=True)
    if pool is not None:
        pool.shutdown()
    out.mkdir(parents=True, exist_ok=True)
    (out / "fief2.json").write_text(json.dumps({**kept(weights), "curve": curve}, indent=1) + "\n", encoding="utf-8")
    draw(curve, out / "fief2.svg")


if __name__ == "__main__":
    main()
