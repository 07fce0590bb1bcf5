"""PettingZoo's environments of agents that act in turn (AEC): Fief, Vassaux; one action is one decision."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from heraut.engine.protocol import Seat
from heraut.lab.envs.base import Environment
from heraut.lab.envs.observations import Observation
from heraut.lab.envs.run import Rules


class TableEnv(Environment, AECEnv[str, Observation, int]):  # type: ignore[misc]  # which has no types
    """A match whose seats decide one by one. Those who are asked together answer one after the other, unseen.

    All agents stay until the end, and leave together: who is out of the match is not asked any more.
    `_cumulative_rewards`, `_accumulate_rewards` and `_was_dead_step` are what PettingZoo gives those who write
    environments, under these names.
    """

    def __init__(self, rules: Rules, rewards: str, render_mode: str | None, render_seat: Seat | None) -> None:
        super().__init__(rules, rewards, render_mode, render_seat)
        self.metadata["is_parallelizable"] = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match. `options` change nothing: those of the game are given once, for sizes depend on them."""
        self.start(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: self.info(agent) for agent in self.agents}
        self._earned = False
        self.agent_selection = self.run.waiting[0]

    def step(self, action: int | None) -> None:
        """The answer of the agent whose turn it is; the match goes on once all who are asked have answered."""
        run = self.run
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        if self._earned:
            self._clear_rewards()
            self._earned = False
        legal = run.take(Seat(agent), int(action))
        if not run.waiting:
            run.advance()
            self._reward()
        if self.terminations[agent] or self.truncations[agent]:
            self.infos = {one: self.info(one, one == agent and not legal) for one in self.agents}
            return
        self.infos[agent] = self.info(agent, not legal)
        following = self.agent_selection = run.waiting[0]
        if following != agent:
            self.infos[following] = self.info(following, self.infos[following]["refused"])

    def _reward(self) -> None:
        run = self.run
        earned = self.purse.after(run)
        if earned:
            self.rewards = {agent: earned.get(Seat(agent), 0.0) for agent in self.agents}
            self._accumulate_rewards()
            self._earned = True
        if run.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif run.stopped:
            self.truncations = dict.fromkeys(self.agents, True)
