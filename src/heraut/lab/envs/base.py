"""What both sorts of environments share: their rules and spaces, seeds, and the match under way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from gymnasium import spaces
from gymnasium.error import ResetNeeded

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.registry import GAMES
from heraut.lab.envs.layouts import options_for
from heraut.lab.envs.observations import Info, Observation, Observer
from heraut.lab.envs.rendering import check_mode, modes, shown
from heraut.lab.envs.rewards import SHAPES, Purse
from heraut.lab.envs.run import Rules, Run

ORDERS = 60  # on a sheet


def rules_of(
    game: str, seats: int | None, options: Mapping[str, Any] | None, slots: int | None, orders: int, steps: int | None
) -> Rules:
    """The rules that these arguments stand for. Raises KeyError on an unknown game, ValueError where one is below 1."""
    if game not in GAMES:
        raise KeyError(f"no game {game!r}; there are: {', '.join(GAMES)}")
    for name, least in (("seats", seats), ("slots", slots), ("orders", orders), ("steps", steps)):
        if least is not None and least < 1:
            raise ValueError(f"{name}: one at least, not {least}")
    number, learning = seats or GAMES[game].seats, GAMES[game].learning
    names = tuple(Seat(f"j{place}") for place in range(1, number + 1))
    chosen = options_for(game, number, options or {})
    return Rules(game, names, chosen, slots or learning.slots, orders, steps or learning.steps)


class Environment:
    """An environment of one game; each `start` begins a match in it.

    `rewards` is one of `rewards.SHAPES`; `render_seat` is whose view pictures show, None a passer-by's.
    """

    def __init__(self, rules: Rules, rewards: str, render_mode: str | None, render_seat: Seat | None) -> None:
        check_mode(rules.game, render_mode)
        if rewards not in SHAPES:
            raise ValueError(f"{rewards!r}: rewards are one of {', '.join(SHAPES)}")
        self.rules, self.shape = rules, rewards
        self.render_mode = render_mode
        self.render_seat = None if render_seat is None else seat_named(rules.seats, render_seat)
        self.observer = Observer(rules)
        self.metadata: dict[str, Any] = {"name": f"heraut_{rules.game}_v0", "render_modes": modes(rules.game)}
        self.possible_agents: list[str] = list(rules.seats)
        self.observation_spaces = dict.fromkeys(rules.seats, self.observer.space())
        self.action_spaces = {seat: spaces.Discrete(rules.slots + 1) for seat in rules.seats}  # each draws by itself
        self._run: Run | None = None
        self._random = Random()  # noqa: S311  matches to learn from, which are no secret

    @property
    def run(self) -> Run:
        """The match under way. Raises ResetNeeded before the first."""
        if self._run is None:
            raise ResetNeeded("no match has begun: `reset` comes first")
        return self._run

    def start(self, seed: int | None) -> None:
        """A new match: of this seed, or the next of the last seed's."""
        if seed is not None:
            self._random.seed(seed)
        told = self.render_mode in ("ansi", "human")
        self._run = Run(self.rules, Rng(self._random.randbytes(16)), told=told)
        self.purse = Purse(self.run, self.shape)

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent is given (`observations.Observer`)."""
        return self.observation_spaces[Seat(agent)]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """What it answers: 0 for "done", n for the n-th order offered."""
        return self.action_spaces[Seat(agent)]

    def observe(self, agent: str) -> Observation:
        """What an agent sees now, asked or not."""
        return self.observer.observe(self.run, Seat(agent))

    def info(self, agent: str, refused: bool = False) -> Info:
        """What goes beside an observation (`observations.Info`); `refused`: whether the last action was excluded."""
        return Info(self.run, Seat(agent), refused)

    def render(self) -> str | None:
        """The match, as `render_mode` wants it."""
        return shown(self.run, self.render_mode, self.render_seat)

    def close(self) -> None:
        """Nothing is kept open."""


def seat_named(seats: Sequence[str], seat: str) -> Seat:
    """The seat of this name. Raises KeyError, with those that there are."""
    if seat not in seats:
        raise KeyError(f"no seat {seat!r}; there are: {', '.join(seats)}")
    return Seat(seat)
