"""The master: a portfolio of his own and others' ways of playing, each turned into a sheet and played on in guesses.

Scripts are chosen among rather than orders, as in Churchill & Buro, "Portfolio greedy search and simulation for
large-scale combat in StarCraft" (CIG 2013); how the time is shared among them stands in `bots/search/portfolio.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec

from heraut.bots.character import TEMPERS, Character
from heraut.bots.gloire.counsels import advised
from heraut.bots.gloire.evaluation import evaluate
from heraut.bots.gloire.traits import Traits, traits_of
from heraut.bots.search.portfolio import Playout, best
from heraut.engine.protocol import Json, Seat, Unguessed
from heraut.engine.rng import Rng
from heraut.games import gloire
from heraut.games.gloire.decision import SheetDecision
from heraut.games.gloire.guess.patience import Counted
from heraut.games.gloire.orders import Sheet

PLAYOUTS = 600  # of a whole budget: some ten seconds among ten lords on the Scandinavian map
TURNS = 3  # that a playout lasts
GUESSES = 24  # realms that the playouts of a turn share
WAYS: tuple[Mapping[str, float], ...] = (  # of playing this turn, besides those of the four tempers
    {"foresight": 1.0, "renown_price": 600.0, "mildest": 0},  # all for renown now
    {"appetite": 0.0, "wars": 0},  # no new war
    {"appetite": 9.0, "wars": 6, "war_chest": 2000},  # war on whoever has something to take
    {"champions": 12},
    {"champions": 3, "dread": 1.0},
    {"dread": 0.5},
    {"foresight": 12.0},
)


def searched(decision: SheetDecision, view: Json, rng: Rng, character: Character) -> Sheet:
    """The sheet that ends best in guesses of what is hidden; a player's where none can be made."""
    own = traits_of(character)
    sheets = portfolio(decision, view, own, rng)
    seat = Seat(view["own"]["seat"])
    try:
        streams = [rng.at("guess", number) for number in range(guesses(character))]
        realms = [gloire.guess(view, (), seat, stream, Counted()) for stream in streams]
    except Unguessed:
        return sheets[0]
    others = partial(advised, traits=traits_of(Character()))
    playout = Playout(gloire, seat, partial(advised, traits=own), others, evaluate, TURNS)

    def value(sheet: Sheet, number: int) -> float:
        return playout.value(realms[number % len(realms)], sheet, rng.at("rollout", number))

    return best(sheets, value, max(len(sheets), int(PLAYOUTS * character.budget)))


def guesses(character: Character) -> int:
    """How many realms are imagined."""
    return max(2, int(GUESSES * character.budget**0.5))


def portfolio(decision: SheetDecision, view: Json, own: Traits, rng: Rng) -> list[Sheet]:
    """The sheets worth trying, each once: his own first."""
    kept = {"staunch": own.staunch}
    others = [msgspec.structs.replace(traits_of(Character(temper=temper)), **kept) for temper in TEMPERS]
    ways = [own, *others, *[msgspec.structs.replace(own, **way) for way in WAYS]]
    steady = [msgspec.structs.replace(way, whim=0.0) for way in ways[1:]]
    return list(dict.fromkeys([advised(decision, view, rng.at("way", n), way) for n, way in enumerate([own, *steady])]))
