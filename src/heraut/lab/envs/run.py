"""A match under way in an environment: no record, one seed, answers put together order by order.

An action is a number: 0 is "done", `n` takes the n-th of the orders that are offered behind those taken already. A
game of sheets asks for orders until "done", or until a sheet is full; where seats decide one by one (a
`TableDecision`, a battle), one order is an answer, and "done" is silence: where nothing is offered, or where any of
those asked may act alone.

An action that its mask excludes is refused: on a sheet it changes nothing, at a table it is silence. It counts as an
order either way, so that a policy which knows no masks comes to an end too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cache
from typing import Any, NamedTuple

from heraut import games
from heraut.engine.protocol import Event, Result, Searchable, Seat, TableDecision
from heraut.engine.rng import Rng
from heraut.games.registry import GAMES

DONE = 0


class Rules(NamedTuple):
    """What is chosen once for all matches of an environment.

    `slots` is the most orders offered at a time (what a game offers beyond is left out), `orders` the most on a sheet,
    `steps` the most steps of a match, of which one more stops it unfinished.
    """

    game: str
    seats: tuple[Seat, ...]
    options: Mapping[str, Any]
    slots: int
    orders: int
    steps: int


@cache
def searchable(game: str) -> bool:
    """Whether this game can be played on without events: the quickest way to the next state."""
    return isinstance(games.game(game), Searchable)


class Asked:
    """A seat's decision, what it has taken so far, and what is offered to it behind that: listed when it is looked at.

    Seats that bots play never look at it.
    """

    __slots__ = ("_offered", "decision", "slots", "spent", "taken")

    def __init__(self, decision: Any, slots: int) -> None:
        self.decision, self.slots = decision, slots
        self.taken: list[Any] = []
        self.spent = 0  # actions, those refused too
        self._offered: Sequence[Any] | None = None

    @property
    def offered(self) -> Sequence[Any]:
        """The orders offered, as many as there are slots; none once the answer is complete."""
        if self._offered is None:
            self._offered = self.decision.offers(self.taken)[: self.slots]
        return self._offered

    def take(self, order: Any) -> None:
        """Takes an order."""
        self.taken.append(order)
        self._offered = None

    def close(self) -> None:
        """The answer is complete."""
        self._offered = ()

    def again(self, decision: Any) -> Asked:
        """The same point of another match, where this is the decision."""
        twin = copy(self)
        twin.decision, twin.taken = decision, list(self.taken)
        return twin


class Run:
    """One match. `asked` are the decisions of this step, by seat; `waiting` the seats whose answer is not complete."""

    def __init__(self, rules: Rules, rng: Rng, *, told: bool = False) -> None:
        self.rules, self.rng, self.told = rules, rng, told
        self.one_by_one = GAMES[rules.game].one_by_one  # whether an order is an answer
        self.game = games.game(rules.game)
        self.steps = 0
        self.events: tuple[Event, ...] = ()  # of the last step, where they are wanted (`told`)
        self.answers: dict[Seat, Any] = {}
        self.state: Any = self.game.setup(list(rules.seats), dict(rules.options), rng).state
        self.ask()

    def ask(self) -> None:
        """Looks up who owes which decision now."""
        slots = self.rules.slots
        self.asked = {seat: Asked(decision, slots) for seat, decision in self.game.pending(self.state).items()}
        self.waiting = list(self.asked)

    @property
    def over(self) -> bool:
        """Whether the match has ended by its rules."""
        return not self.asked

    @property
    def stopped(self) -> bool:
        """Whether it was stopped unfinished."""
        return bool(self.asked) and self.steps >= self.rules.steps

    def result(self) -> Result | None:
        """How it ended."""
        ended: Result | None = self.game.result(self.state)
        return ended

    def may_finish(self, asked: Asked) -> bool:
        """Whether "done" may be said: of a sheet at any time; at a table where nothing is offered, or any may act."""
        if not (self.one_by_one and asked.offered):
            return True
        return isinstance(asked.decision, TableDecision) and asked.decision.alone

    def take(self, seat: Seat, action: int) -> bool:
        """Takes an action of a seat that is waited for; whether it was legal."""
        asked = self.asked[seat]
        asked.spent += 1
        legal = 0 < action <= len(asked.offered) or (action == DONE and self.may_finish(asked))
        if legal and action != DONE:
            asked.take(asked.offered[action - 1])
        full = self.one_by_one or asked.spent >= self.rules.orders
        if full or (legal and (action == DONE or not asked.offered)):
            self.finish(seat, asked.decision.compose(asked.taken))
        return legal

    def finish(self, seat: Seat, answer: Any) -> None:
        """The answer of a seat is complete."""
        self.answers[seat] = answer
        self.waiting.remove(seat)
        self.asked[seat].close()

    def advance(self) -> None:
        """Takes the step, once nobody is waited for."""
        answers, self.answers = self.answers, {}
        if self.told or not searchable(self.rules.game):
            step = self.game.advance(self.state, answers, self.rng)
            self.state, self.events = step.state, step.events
        else:
            self.state = self.game.apply(self.state, answers, self.rng)
        self.steps += 1
        self.ask()

    def __deepcopy__(self, memo: dict[int, Any]) -> Run:
        """Another match at the same point, independent of this one but for its chance, which is shared."""
        twin = copy(self)
        copied = searchable(self.rules.game)
        twin.state = self.game.clone(self.state) if copied else self.game.load(self.game.dump(self.state))
        twin.answers, twin.waiting, twin.asked = dict(self.answers), list(self.waiting), {}
        for seat, decision in self.game.pending(twin.state).items():
            twin.asked[seat] = self.asked[seat].again(decision)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """What crosses to another process: the state as JSON, the answers so far."""
        whole = {"state": self.game.dump(self.state), "game": None}
        return {**self.__dict__, **whole, "asked": {seat: (one.taken, one.spent) for seat, one in self.asked.items()}}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """The same match again."""
        self.__dict__.update(kept)
        self.game = games.game(self.rules.game)
        self.state = self.game.load(kept["state"])
        self.asked = {}
        for seat, decision in self.game.pending(self.state).items():
            asked = self.asked[seat] = Asked(decision, self.rules.slots)
            asked.taken, asked.spent = kept["asked"][seat]
            if seat not in self.waiting:
                asked.close()
