"""Gymnasium's environment of one agent: a seat of any of the five games, the others played by bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
from gymnasium import spaces

from heraut import bots
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.lab.envs.base import Environment, seat_named
from heraut.lab.envs.observations import Observation
from heraut.lab.envs.run import Rules, Run


class SoloEnv(gymnasium.Env[Observation, int]):
    """A seat among bots: `opponents` are their names, dealt in turn to the other seats.

    Where the match ends while the agent is not asked, or is out of it, its episode ends with the match.
    """

    def __init__(
        self, rules: Rules, seat: str, opponents: Sequence[str], rewards: str, render_mode: str | None = None
    ) -> None:
        self.seat = seat_named(rules.seats, seat)
        self.environment = Environment(rules, rewards, render_mode, self.seat)
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {"render_modes": self.environment.metadata["render_modes"]}
        self.observation_space: spaces.Space[Any] = self.environment.observation_space(seat)
        self.action_space = self.environment.action_space(seat)
        if not opponents:
            raise ValueError("opponents: one bot at least")
        others = [other for other in rules.seats if other != seat]
        names = {other: opponents[place % len(opponents)] for place, other in enumerate(others)}
        self.players = {other: bots.player(rules.game, name) for other, name in names.items()}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new match, until the agent is asked."""
        super().reset(seed=seed)
        self.environment.start(int(self.np_random.integers(2**31)))
        self.chance = Rng(self.np_random.bytes(16))
        self._go_on()
        return self.environment.observe(self.seat), self.environment.info(self.seat)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """An action of the agent; the others answer, and the match goes on until the agent is asked again."""
        run = self.environment.run
        legal = run.take(self.seat, int(action)) if self.seat in run.waiting else False
        reward = self._go_on()
        info = self.environment.info(self.seat, not legal)
        return self.environment.observe(self.seat), reward, run.over, run.stopped, info

    @property
    def asked(self) -> bool:
        """Whether the agent owes an action: the match goes on."""
        return self.seat in self.environment.run.waiting

    def render(self) -> str | None:
        """The match, as `render_mode` wants it."""
        return self.environment.render()

    def _go_on(self) -> float:
        run, earned = self.environment.run, 0.0
        while self.seat not in run.waiting and not (run.over or run.stopped):
            self._answer(run)
            run.advance()
            earned += self.environment.purse.after(run).get(self.seat, 0.0)
        return earned

    def _answer(self, run: Run) -> None:
        for seat in list(run.waiting):
            decision = run.asked[seat].decision
            stream = self.chance.at("player", seat, run.steps)
            run.finish(Seat(seat), self.players[seat](decision, decision.view, stream))
