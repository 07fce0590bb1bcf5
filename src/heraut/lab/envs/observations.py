"""What an agent is given: the board and its question as numbers, the orders offered, a mask; beside them, the view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from heraut.engine.protocol import Seat
from heraut.lab.envs.layouts import layout
from heraut.lab.envs.layouts.layout import FIELDS
from heraut.lab.envs.run import DONE, Asked, Rules, Run

Observation = dict[str, NDArray[Any]]
LARGEST = 2.0**24  # the figures of a 32-bit float are whole up to here
FLOAT = 4  # bytes


class Shown:
    """What a seat was shown last in a step of the match: its board, its sheet counted so far, both as one vector."""

    __slots__ = ("asked", "board", "counted", "sheet", "vector")

    def __init__(self, asked: Mapping[Seat, Asked], board: bytes, sheet: list[float]) -> None:
        self.asked, self.board, self.sheet = asked, board, sheet
        self.vector, self.counted = b"", 0


class Observer:
    """Makes observations of the matches of one environment.

    `observation` has `layout.size` numbers, `offers` a row of `FIELDS` numbers for each order offered (0 behind them),
    `action_mask` 1 for each action that is legal: "done" first, then the orders.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.layout = layout(rules.game, rules.seats, dict(rules.options))
        self.numbers = {seat: number for number, seat in enumerate(rules.seats)}
        self._rows = FLOAT * FIELDS * rules.slots
        self._legal = np.repeat(np.array([1, 0], np.int8), (rules.slots + 1, rules.slots))  # masks are pieces of it
        self._shown: dict[Seat, Shown] = {}  # to each seat, last

    def space(self) -> spaces.Dict:
        """The space of observations, the same for all agents."""
        seen: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(-LARGEST, LARGEST, (self.layout.size,), np.float32),
            "offers": spaces.Box(-LARGEST, LARGEST, (self.rules.slots, FIELDS), np.float32),
            "action_mask": spaces.Box(0, 1, (self.rules.slots + 1,), np.int8),
        }
        return spaces.Dict(seen)

    def observe(self, run: Run, seat: Seat) -> Observation:
        """What this seat is given now: arrays of its own, which nothing else changes."""
        asked = run.asked.get(seat)
        offered = asked.offered if asked is not None else ()
        done = asked is None or seat not in run.waiting or run.may_finish(asked)
        rows = bytearray(self._rows)
        if offered:
            code = self.layout.code(offered)
            rows[: len(code)] = code
        return {
            "observation": np.frombuffer(bytearray(self.numbers_of(run, seat, asked)), np.float32),
            "offers": np.frombuffer(rows, np.float32).reshape(-1, FIELDS),
            "action_mask": self._mask(len(offered), done),
        }

    def numbers_of(self, run: Run, seat: Seat, asked: Asked | None) -> bytes:
        """The vector of a seat, laid out."""
        shown = self._shown.get(seat)
        if shown is None or shown.asked is not run.asked:  # which each step makes anew; a state may be used up in place
            shown = self._shown[seat] = self._begin(run, seat, asked)
        taken = () if asked is None else asked.taken
        if not shown.vector or shown.counted != len(taken):  # orders are added, and none is taken back
            self.layout.add(shown.sheet, taken[shown.counted :])
            shown.vector, shown.counted = self.layout.vector(shown.sheet, shown.board), len(taken)
        return shown.vector

    def _begin(self, run: Run, seat: Seat, asked: Asked | None) -> Shown:
        layout = self.layout
        known = layout.known(run.state, seat) if asked is None else layout.asked(asked.decision)
        sheet = layout.sheet("" if asked is None else asked.decision.kind)
        return Shown(run.asked, layout.board(known, self.numbers[seat]), sheet)

    def _mask(self, offered: int, done: bool) -> NDArray[np.int8]:
        slots = self.rules.slots
        mask = self._legal[slots - offered : 2 * slots + 1 - offered].copy()
        if not done:
            mask[DONE] = 0
        return mask


class Info(dict[str, Any]):
    """What goes beside an observation. What costs time is made when it is asked for, as long as the match stands there.

    refused   whether the last action of this agent was one that its mask excluded
    kind      the sort of decision that is asked ("" if none is)
    view      what the seat sees, as the game's JSON
    offers    the orders offered, as text
    taken     the orders taken so far, as text
    """

    __slots__ = ("_run", "_seat", "_step")

    def __init__(self, run: Run, seat: Seat, refused: bool = False) -> None:
        asked = run.asked.get(seat)
        self["refused"], self["kind"] = refused, "" if asked is None else asked.decision.kind
        self._run, self._seat, self._step = run, seat, run.steps

    def __missing__(self, key: str) -> Any:
        """`view`, `offers` and `taken`. Raises KeyError on others, and once the match has gone on."""
        run, seat = self._run, self._seat
        if run.steps != self._step or key not in ("view", "offers", "taken"):
            raise KeyError(key)
        asked = run.asked.get(seat)
        if key == "view":
            return run.game.view(run.state, seat)
        orders = () if asked is None else asked.offered if key == "offers" else asked.taken
        return [written(asked, order) for order in orders]

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[dict[str, Any]]]:
        """What crosses to another process is what is at hand."""
        return dict, (dict(self),)


def written(asked: Asked | None, order: Any) -> str:
    """An order as its game writes it."""
    assert asked is not None
    text: str = asked.decision.write(asked.decision.compose((order,)))
    return text
