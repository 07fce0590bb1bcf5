"""The master: the bot's own likely answers, tried in guessed realms (`bots/search/ismcts.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heraut.bots.character import Character
from heraut.bots.fief import cards, marching, purchases
from heraut.bots.fief.counsels import advised
from heraut.bots.fief.evaluation import evaluate
from heraut.bots.fief.planner import Planner
from heraut.bots.fief.traits import Traits, traits_of
from heraut.bots.search import ismcts
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games import fief
from heraut.games.fief.decision import BoardDecision
from heraut.games.fief.identities import COMBAT
from heraut.games.fief.orders.answers import End
from heraut.games.fief.orders.battles import Fight
from heraut.games.fief.orders.order import SILENCE, Answer
from heraut.games.fief.state import Realm

# Playouts of a whole budget by kind of decision, about a second on a quiet core; the others are answered at once.
PLAYOUTS = {"move": 120, "cards": 90, "purchase": 90, "round": 90, "mercy": 60, "attacks": 90, "summons": 60}
WIDTH = 5  # candidates of a decision
SAMPLES = 3  # playouts that each of them should have at least
BRIEF = {"window": SILENCE, "justice": SILENCE, "round": (Fight(),)}  # said in playouts without a view


def candidates(decision: BoardDecision, view: Json, rng: Rng, traits: Traits) -> list[Answer]:
    """Answers worth trying: the bot's own first, then the next best ones of its counsels, and to do nothing."""
    own = advised(decision, view, rng, traits)
    planner = Planner(decision, view, rng, traits)
    found = [own]
    if decision.kind == "move":
        found += [(order,) for _, order in marching.ranked(planner)[: 3 * WIDTH]]
    elif decision.kind == "cards":
        found += [(order,) for _, order in cards.ranked(planner)]
    elif decision.kind == "purchase":
        found += [(order,) for order in purchases.counsels(planner)]
    else:
        found += [(order,) for order in planner.offers]
    found = [answer for answer in dict.fromkeys(found) if answer == own or not decision.check(answer)]
    ends = [(End(),)] if decision.kind in ("move", "cards", "purchase") else []
    return list(dict.fromkeys([*found[:WIDTH], *ends]))


def searched(decision: BoardDecision, view: Json, rng: Rng, character: Character) -> Answer:
    """The answer that has proved best in as many playouts as the budget allows; a player's where none are made."""
    traits = traits_of(character)
    playouts = round(character.budget * PLAYOUTS.get(decision.kind, 0))
    if not playouts:
        return advised(decision, view, rng, traits)
    turn, phase, seat = view["turn"], decision.realm.phase, decision.seat
    last = turn + (phase >= COMBAT)
    guesses: dict[int, Realm] = {}

    def guess(number: int) -> Realm:
        if number not in guesses:
            guesses[number] = fief.guess(view, (), seat, rng.at("guess", number))
        return guesses[number]

    def over(realm: Realm) -> bool:
        return realm.road is not None or realm.turn > last

    def tried(one: Any, stream: Rng) -> Sequence[Answer]:
        return candidates(one, one.view, stream, traits)[: max(2, playouts // SAMPLES)]

    def policy(one: Any, stream: Rng) -> Answer:
        if one.kind in BRIEF:
            return BRIEF[one.kind]
        return advised(one, one.view, stream, traits)

    search = ismcts.Search(fief, seat, guess, tried, policy, over, evaluate)
    return ismcts.best(search, decision, playouts, rng)
