"""Many matches at once, over processes: Gymnasium's own vector environments, and whole episodes by the thousand.

A vector environment steps all its matches together, which pays where a step is long (sheets, bots that think). Where
steps are short, a process plays whole episodes by itself (`episodes`): nothing waits for anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv, VectorEnv

from heraut.lab.envs import solo_env
from heraut.lab.envs.observations import Observation
from heraut.lab.envs.solo import SoloEnv
from heraut.lab.parallel import over_processes

# Chooses an action of an observation, with the chance handed in. A function of a module, to be sent to processes.
Policy = Callable[[Observation, np.random.Generator], int]


class Episode(NamedTuple):
    """What an agent went through: the seed, the actions, the reward after each."""

    seed: int
    actions: list[int]
    rewards: list[float]


def vector_env(game: str, matches: int, *, processes: bool = True, **options: Any) -> VectorEnv[Any, Any, Any]:
    """So many matches as one vector environment, each in a process of its own or all in this one.

    `options` are those of `solo_env`.
    """
    made = [partial(solo_env, game, **options) for _ in range(matches)]
    return AsyncVectorEnv(made) if processes else SyncVectorEnv(made)


def episodes(
    make: Callable[[], SoloEnv], policy: Policy, seeds: range, processes: int = 1, batch: int = 8
) -> Iterator[Episode]:
    """An episode for each seed, in their order, whatever the number of processes."""
    parts = [seeds[start : start + batch] for start in range(0, len(seeds), batch)]
    play = partial(_play, make, policy)
    for played in over_processes(play, parts, processes):
        yield from played


def _play(make: Callable[[], SoloEnv], policy: Policy, seeds: range) -> list[Episode]:
    environment = make()
    return [episode(environment, policy, seed) for seed in seeds]


def episode(environment: SoloEnv, policy: Policy, seed: int) -> Episode:
    """One episode; the same seed, the same episode."""
    chance = np.random.default_rng(seed)
    observation, _ = environment.reset(seed=seed)
    played = Episode(seed, [], [])
    ended = not environment.asked
    while not ended:
        action = policy(observation, chance)
        observation, reward, over, stopped, _ = environment.step(action)
        played.actions.append(action)
        played.rewards.append(reward)
        ended = over or stopped
    return played


def random_policy(observation: Observation, chance: np.random.Generator) -> int:
    """One of the legal actions, each with the same chance."""
    legal = np.flatnonzero(observation["action_mask"])
    return int(legal[int(chance.random() * len(legal))])
