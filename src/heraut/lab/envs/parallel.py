"""PettingZoo's environments of agents that act together (Parallel): Gloire, Daifen, Rois.

A turn takes as many steps of the environment as its longest sheet has orders: each agent adds one, or is done. Whoever
is done has no action but "done" until the turn is resolved.
"""

from __future__ import annotations

from typing import Any

from pettingzoo import ParallelEnv

from heraut.engine.protocol import Seat
from heraut.lab.envs.base import Environment
from heraut.lab.envs.observations import Observation
from heraut.lab.envs.run import DONE, Rules

Observations = dict[str, Observation]
Infos = dict[str, dict[str, Any]]
Flags = dict[str, bool]


class SheetEnv(Environment, ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # which has no types
    """A match whose seats fill a sheet each, in secret, and hand them in together.

    All agents stay until the end, and leave together: to whoever is out of the match, only "done" is left.
    """

    def __init__(self, rules: Rules, rewards: str, render_mode: str | None, render_seat: Seat | None) -> None:
        super().__init__(rules, rewards, render_mode, render_seat)
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, Infos]:
        """A new match. `options` change nothing: those of the game are given once, for sizes depend on them."""
        self.start(seed)
        self.agents = list(self.possible_agents)
        infos: Infos = {agent: self.info(agent) for agent in self.agents}
        return {agent: self.observe(agent) for agent in self.agents}, infos

    def step(self, actions: dict[str, int]) -> tuple[Observations, dict[str, float], Flags, Flags, Infos]:
        """An order of each agent; the turn is resolved once all are done. Agents that say nothing are done."""
        run, agents = self.run, self.agents
        refused = dict.fromkeys(agents, False)
        for agent in agents:
            action = int(actions.get(agent, DONE))
            seat = Seat(agent)
            refused[agent] = action != DONE if seat not in run.waiting else not run.take(seat, action)
        rewards: dict[str, float] = dict.fromkeys(agents, 0.0)
        if not run.waiting:
            run.advance()
            rewards |= {str(seat): earned for seat, earned in self.purse.after(run).items()}
        terminations, truncations = dict.fromkeys(agents, run.over), dict.fromkeys(agents, run.stopped)
        infos: Infos = {agent: self.info(agent, refused[agent]) for agent in agents}
        observations = {agent: self.observe(agent) for agent in agents}
        if run.over or run.stopped:
            self.agents = []
        return observations, rewards, terminations, truncations, infos
