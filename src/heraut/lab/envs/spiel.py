"""The five games for OpenSpiel, as Python games: `heraut_fief`, `heraut_vassaux`, … Importing this registers them.

Parameters: `players`, `options` (the game's, as JSON), `slots`, `orders`, `steps` (as in `run.Rules`) and `dice`, the
number of outcomes of each chance node. Chance is explicit: three nodes draw the set-up, one more each step, and a step
draws from nothing else, so that a state that is copied goes on independently. Sheets that are filled together are
filled one after the other, unseen by the others, hence all games are sequential. Scores are those of the game, 0 to 1.

What a player observes is what `Observer` gives an agent; as text, his view as JSON. There is no information state with
perfect recall: the history of a match is what the game's reports make of it.
"""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import msgspec
import numpy as np

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.registry import GAMES
from heraut.lab.envs.base import ORDERS, rules_of
from heraut.lab.envs.observations import Observer, written
from heraut.lab.envs.rewards import scores
from heraut.lab.envs.run import DONE, Rules, Run
from heraut.lab.extras import require

require("pyspiel")

import pyspiel  # noqa: E402  what is missing is said first

DEALS = 3  # chance nodes before the first decision
LEAST = 2  # players


def game_type(game: str) -> Any:
    """What OpenSpiel is told of a game."""
    entry = GAMES[game]
    return pyspiel.GameType(
        short_name=f"heraut_{game}",
        long_name=entry.en.partition(":")[0],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=entry.learning.most,
        min_num_players=LEAST,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": 2,
            "options": "{}",
            "slots": entry.learning.slots,
            "orders": 1 if entry.one_by_one else ORDERS,
            "steps": entry.learning.steps,
            "dice": 32,
        },
    )


class HerautGame(pyspiel.Game):  # type: ignore[misc]  # which has no types
    """A game of ours; each has a class of its own, made at the end of this module."""

    kind: Any
    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(self.kind.parameter_specification) | dict(params or {})
        options = json.loads(given["options"])
        self.rules: Rules = rules_of(
            self.name, given["players"], options, given["slots"], given["orders"], given["steps"]
        )
        self.dice: int = given["dice"]
        self.observer = Observer(self.rules)
        acts = self.rules.steps * given["players"] * given["orders"]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.slots + 1,
            max_chance_outcomes=self.dice,
            num_players=given["players"],
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=acts,
        )
        super().__init__(self.kind, info, dict(params or {}))

    def new_initial_state(self) -> HerautState:
        """Before the set-up."""
        return HerautState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> HerautObserver:
        """What looks at states. Raises ValueError on parameters: there are none."""
        if params:
            raise ValueError(f"unknown parameters: {params}")
        return HerautObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class HerautState(pyspiel.State):  # type: ignore[misc]
    """A match, with the dice that have been drawn for its next step."""

    def __init__(self, game: HerautGame) -> None:
        super().__init__(game)
        self.match = Drawn(game.rules, game.dice)

    def current_player(self) -> int:
        """Who acts: a player, chance, or nobody any more."""
        match = self.match
        if match.ended:
            return int(pyspiel.PlayerId.TERMINAL)
        return match.player if match.player is not None else int(pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        """Whether the match is over, or was stopped."""
        return self.match.ended

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The dice."""
        dice = self.match.dice
        return [(outcome, 1.0 / dice) for outcome in range(dice)]

    def returns(self) -> list[float]:
        """The scores; 0 for all until the end."""
        return self.match.returns()

    def _legal_actions(self, player: int) -> list[int]:
        return self.match.legal(player)

    def _apply_action(self, action: int) -> None:
        self.match.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"dice {action}" if player == int(pyspiel.PlayerId.CHANCE) else self.match.text(player, action)

    def __str__(self) -> str:
        return self.match.told()


class Drawn:
    """A match whose chance is drawn by somebody else: outcome after outcome, from so many dice."""

    def __init__(self, rules: Rules, dice: int) -> None:
        self.rules, self.dice = rules, dice
        self.drawn: list[int] = []  # before the set-up
        self.run: Run | None = None

    @property
    def ended(self) -> bool:
        """Whether nothing more is to be decided."""
        return self.run is not None and (self.run.over or self.run.stopped)

    @property
    def player(self) -> int | None:
        """Who acts; None: chance."""
        if self.run is None or not self.run.waiting:
            return None
        return self.rules.seats.index(self.run.waiting[0])

    def act(self, action: int) -> None:
        """An action of whoever acts."""
        if self.run is None:
            self.drawn.append(action)
            if len(self.drawn) == DEALS:
                self.run = Run(self.rules, Rng(bytes(str(self.drawn), "ascii")))
        elif self.run.waiting:
            self.run.take(self.run.waiting[0], action)
        else:
            self.run.rng = Rng(b"step %d, dice %d" % (self.run.steps, action))
            self.run.advance()

    def legal(self, player: int) -> list[int]:
        """The actions of a player, in order; none of one who does not act."""
        run = self.run
        if run is None or player != self.player or self.ended:
            return []
        asked = run.asked[self.rules.seats[player]]
        return [*([DONE] if run.may_finish(asked) else []), *range(1, len(asked.offered) + 1)]

    def text(self, player: int, action: int) -> str:
        """An action in words."""
        if action == DONE or self.run is None:
            return "(done)"
        asked = self.run.asked[self.rules.seats[player]]
        return written(asked, asked.offered[action - 1])

    def returns(self) -> list[float]:
        """The scores, by player."""
        if self.run is None or not self.ended:
            return [0.0] * len(self.rules.seats)
        earned = scores(self.run)
        return [earned[seat] for seat in self.rules.seats]

    def told(self) -> str:
        """The state in a line: how far it is, and the game's own JSON."""
        if self.run is None:
            return f"set-up {self.drawn}"
        run = self.run
        taken = {seat: run.asked[seat].decision.write(answer) for seat, answer in run.answers.items()}
        return f"step {run.steps} {taken} {run.game.dump(run.state).decode()}"

    def __deepcopy__(self, memo: dict[int, Any]) -> Drawn:
        """A match that goes on independently."""
        twin = Drawn(self.rules, self.dice)
        twin.drawn, twin.run = list(self.drawn), deepcopy(self.run)
        return twin


class HerautObserver:
    """An observer as OpenSpiel has them: `tensor`, its pieces in `dict`, and text."""

    def __init__(self, game: HerautGame, sort: Any) -> None:
        self.game, self.sort = game, sort
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not sort.perfect_recall and sort.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER and sort.public_info:
            self.tensor = np.zeros(game.observer.layout.size, np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: HerautState, player: int) -> None:
        """Writes what a player observes into `tensor`."""
        run = state.match.run
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if run is not None:
            self.tensor[:] = self.game.observer.observe(run, self.game.rules.seats[player])["observation"]

    def string_from(self, state: HerautState, player: int) -> str | None:
        """What a player observes as JSON: all of it, what is public, or what is his own; None with perfect recall."""
        run = state.match.run
        if self.sort.perfect_recall:
            return None
        if run is None:
            return "set-up"
        seat: Seat = self.game.rules.seats[player]
        if self.sort.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return msgspec.json.encode(run.game.view(run.state, None)).decode() if self.sort.public_info else ""
        view = run.game.view(run.state, seat)
        taken = run.asked[seat].taken if seat in run.asked else ()
        shown = view if self.sort.public_info else view.get("own", {})
        return msgspec.json.encode([shown, [written(run.asked[seat], order) for order in taken]]).decode()


def game_class(game: str) -> type[HerautGame]:
    """The class of a game, as OpenSpiel keeps one for each: `HerautFief`."""
    facts = {"name": game, "kind": game_type(game), "__module__": __name__, "__doc__": GAMES[game].en}
    return type(f"Heraut{game.capitalize()}", (HerautGame,), facts)


for made in [game_class(game) for game, entry in GAMES.items() if entry.learning.layout]:
    globals()[made.__name__] = made  # whoever sends a match to another process finds its class here
    pyspiel.register_game(made.kind, made)
