"""A master: a captain who plays what he thinks of to the end of the next two activations before he answers.

Search is `bots.search.open_loop`; what he thinks of, and in which order, is what a captain would weigh (his value in
points is its prior), then what the game offers (`offers`); below the tree both sides go on as captains in a hurry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from heraut.bots.character import Character
from heraut.bots.search.open_loop import Candidate, Search
from heraut.bots.vassaux import assault, march
from heraut.bots.vassaux.counsels import advice, advised
from heraut.bots.vassaux.endings import ending, swayed
from heraut.bots.vassaux.evaluation import balance, chance, evaluate, point
from heraut.bots.vassaux.traits import PLAYER, Traits, traits_of
from heraut.engine.protocol import Json, Seat
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.orders import Answer, Concede, Draw, Orders
from heraut.games.vassaux.phases.activation import CHIVALRY
from heraut.games.vassaux.questions import hand
from heraut.games.vassaux.state import Battle
from heraut.games.vassaux.tables.codes import QuestionName
from heraut.games.vassaux.view import place_of

PLAYOUTS: dict[QuestionName, int] = {
    "activate": 200, "move": 200, "charge": 200, "attack": 200, "fight": 200, "shoot_again": 200, "spell": 200,
    "react": 200,
}  # fmt: skip
"""Playouts of a whole budget, about a second on a quiet core; what is not here is answered without a search."""
GUESSES = 6  # states that playouts share in A Tale of Chivalry, where a number is hidden; elsewhere one is enough
HURRY = msgspec.structs.replace(PLAYER, looks=2, chains=False, magic=False, whim=1.0)
MOST = 8  # candidates of a decision


def searched(decision: BattleDecision, view: Json, rng: Rng, character: Character) -> Answer:
    """The answer that has proved best in as many playouts as the budget allows; a captain's where none are made."""
    traits = traits_of(character)
    if decision.kind not in PLAYOUTS or ending(decision, traits) is not None:
        return advised(decision, view, rng, traits)
    seat: Seat = view["own"]["seat"]
    number = GUESSES if decision.battle.settings.scenario == CHIVALRY else 1
    states = [vassaux.guess(view, (), seat, rng.at("guess", index)) for index in range(number)]
    ((_, opened),) = vassaux.open_decisions(states[0]).items()
    search = Search[Battle, Answer](CaptainGuide(traits), seat)
    return search.best(states, opened, max(1, round(PLAYOUTS[decision.kind] * character.budget)), rng)


class CaptainGuide:
    """What the captain's counsels say to the search (`open_loop.Guide`)."""

    game = vassaux

    def __init__(self, traits: Traits) -> None:
        self.traits = traits

    def policy(self, decision: Any, view: Json, rng: Rng) -> Answer:
        """How a captain goes on who has no time."""
        return advice(decision, HURRY, rng)

    def begins(self, decision: BattleDecision) -> bool:
        """Whether somebody is about to give orders to a unit."""
        return decision.kind == "activate"

    def evaluate(self, state: Battle, seat: Seat) -> float:
        """How the battle stands."""
        place = place_of(state, seat)
        assert place is not None
        return evaluate(state, place)

    def candidates(self, decision: BattleDecision, rng: Rng) -> Sequence[Candidate[Answer]]:
        """What a captain answers, promising as much as anything else; then what he thinks of, by what that promises."""
        ahead, worth = balance(decision.field, decision.place), point(decision.field)
        traits = swayed(decision, self.traits)
        own = advice(decision, traits, rng)
        best: dict[Answer, float] = {}
        for value, one in CANDIDATES.get(decision.kind, offers)(decision, traits, rng):
            if traits.staunch and isinstance(one, Concede | Draw):
                continue
            if one != own and one not in best and not decision.check(one):
                best[one] = value
        ranked = sorted(best.items(), key=lambda item: -item[1])[: MOST - 1]
        first = (own, max((value for _, value in ranked), default=0.0))
        return [Candidate(one, chance(ahead + worth * value)) for one, value in (first, *ranked)]


Weighed = tuple[float, Answer]  # the points that an answer promises


def activations(decision: BattleDecision, traits: Traits, rng: Rng) -> Iterator[Weighed]:
    """Whatever each unit could fight, and the march of each; whoever waits loses nothing."""
    field = decision.field
    for unit in assault.looked_at(field, decision, traits):
        for value, orders in assault.prospects(field, unit, traits):
            yield value, Orders(unit.id, orders)
        yield -march.nearness(field, unit), Orders(unit.id, march.orders(field, unit))
        yield -3.0, Orders(unit.id, ("WAI",))


def charges(decision: BattleDecision, traits: Traits, rng: Rng) -> Iterator[Weighed]:
    """Every charge that is worth a thought."""
    act, unit, chain = hand(decision.field)
    for promise in assault.promises(decision.field, unit, act.code, traits, chain.against, tuple(chain.left)):
        yield promise.value, promise.charge
    yield -9.0, decision.default


def offers(decision: BattleDecision, traits: Traits, rng: Rng) -> Iterator[Weighed]:
    """What is offered."""
    for rank, one in enumerate(decision.offers()):
        yield -0.5 - rank / 10, one


CANDIDATES: dict[str, Callable[[BattleDecision, Traits, Rng], Iterator[Weighed]]] = {
    "activate": activations, "move": march.ranked, "charge": charges,
}  # fmt: skip
