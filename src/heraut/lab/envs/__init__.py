"""Environments to learn in: PettingZoo's for all seats of a match, Gymnasium's for one among bots.

run.py           a match under way, answers put together order by order
layouts/         what a seat sees as numbers: a table a game          observations.py  spaces, masks, what stands beside
rewards.py       the score at the end, and shaping                    rendering.py     text, and pictures as SVG
base.py          what the environments share                          aec.py           Fief, Vassaux: by decisions
parallel.py      Gloire, Daifen, Rois: sheets, filled together        solo.py          one agent among bots
vector.py        many at once, over processes                         spiel.py         the same games for OpenSpiel

docs/lab.md goes through all of it. Needs the extra `lab`; spiel.py, which registers its games, is imported by its name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from heraut.lab.extras import require

require("numpy", "gymnasium", "pettingzoo")

from heraut.engine.protocol import Seat  # noqa: E402  what is missing is said first
from heraut.games.registry import GAMES  # noqa: E402
from heraut.lab.envs.aec import TableEnv  # noqa: E402
from heraut.lab.envs.base import ORDERS, rules_of  # noqa: E402
from heraut.lab.envs.parallel import SheetEnv  # noqa: E402
from heraut.lab.envs.solo import SoloEnv  # noqa: E402

__all__ = ["SheetEnv", "SoloEnv", "TableEnv", "env", "parallel_env", "solo_env"]


def env(
    game: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    rewards: str = "final",
    render_mode: str | None = None,
    render_seat: str | None = None,
    slots: int | None = None,
    steps: int | None = None,
) -> TableEnv:
    """Fief or Vassaux, one decision after the other. Raises KeyError on another game, SetupError on options."""
    rules = rules_of(game, seats, options, slots, 1, steps)
    if not GAMES[game].one_by_one:
        told = ", ".join(sorted(name for name, entry in GAMES.items() if entry.one_by_one))
        raise KeyError(f"{game!r} is not decided one by one, `parallel_env` makes it; these are: {told}")
    return TableEnv(rules, rewards, render_mode, None if render_seat is None else Seat(render_seat))


def parallel_env(
    game: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    rewards: str = "final",
    render_mode: str | None = None,
    render_seat: str | None = None,
    slots: int | None = None,
    orders: int = ORDERS,
    steps: int | None = None,
) -> SheetEnv:
    """Gloire, Daifen or Rois, sheets filled together. Raises KeyError on another game, SetupError on options."""
    rules = rules_of(game, seats, options, slots, orders, steps)
    if GAMES[game].one_by_one:
        raise KeyError(f"{game!r} is decided one by one: `env` makes it")
    return SheetEnv(rules, rewards, render_mode, None if render_seat is None else Seat(render_seat))


def solo_env(
    game: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    seat: str = "j1",
    opponents: str | Sequence[str] = ("player",),
    rewards: str = "final",
    render_mode: str | None = None,
    slots: int | None = None,
    orders: int = ORDERS,
    steps: int | None = None,
) -> SoloEnv:
    """One seat of any game, among bots of these names, or all of one name; pictures show what that seat sees. Raises
    KeyError on unknown ones, SetupError on options.
    """
    names = (opponents,) if isinstance(opponents, str) else opponents
    return SoloEnv(rules_of(game, seats, options, slots, orders, steps), seat, names, rewards, render_mode)
