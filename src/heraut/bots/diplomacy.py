"""What a bot says to others outside its orders, to treaties and to letters: by its temper, a view, terms and chance.

A bot's orders know nothing of a ledger of treaties. So it promises nothing that it would have to do, only what it
leaves undone: not to attack, to let somebody pass. What others promise it costs it nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

import msgspec

from heraut.bots.character import Character, Temper
from heraut.engine.protocol import Json, Seat
from heraut.engine.rng import Rng
from heraut.games.registry import GAMES

LONG = 12  # turns: who promises longer binds himself too far ahead


class Manner(msgspec.Struct, frozen=True):
    """How a temper deals with others.

    `trust` is what it lends to anybody (from -1, an enemy, to 1, an ally), `awe` how much the strength of another
    weighs, `offers` how likely it proposes a truce in a turn, `word` how likely it keeps what it has signed.
    """

    trust: float
    awe: float
    offers: float
    word: float


MANNERS: Mapping[Temper, Manner] = {
    "loyal": Manner(trust=0.3, awe=0.2, offers=0.12, word=1.0),
    "greedy": Manner(trust=0.0, awe=0.6, offers=0.06, word=0.75),
    "warlike": Manner(trust=-0.4, awe=0.3, offers=0.03, word=0.65),
    "cautious": Manner(trust=0.2, awe=0.8, offers=0.12, word=0.95),
}


class Terms(msgspec.Struct, frozen=True):
    """What is proposed: a `kind` of promise for so many `turns`, which its parties keep by abstaining or do not.

    `owed` says who has something to do: "me", "other", or "" where nobody has, or all.
    """

    kind: str
    turns: int = 0
    abstains: bool = False
    owed: str = ""


class Answer(NamedTuple):
    """Whether a bot signs, and the letter that says so: a key of the message catalogues."""

    accepts: bool
    letter: str


def answer_treaty(who: Character, regard: float, own: float | None, theirs: float | None, terms: Terms) -> Answer:
    """What a bot of this character says to terms proposed by somebody whom it regards so (-1 to 1).

    `own` and `theirs` are strengths, as shares of the strongest; None: it does not know.
    """
    if terms.kind == "other":
        return Answer(False, "unread")
    if terms.owed != "other" and not (terms.abstains and terms.owed in ("", "me")):
        return Answer(False, "binds")
    if terms.owed == "other":
        return Answer(regard > -0.9, f"accept_{who.temper}" if regard > -0.9 else f"decline_{who.temper}")
    manner = MANNERS[who.temper]
    weight = 0.0 if own is None or theirs is None else theirs - own
    willing = regard + manner.trust + manner.awe * weight - (0.3 if terms.turns > LONG else 0.0)
    return Answer(True, f"accept_{who.temper}") if willing >= 0 else Answer(False, f"decline_{who.temper}")


def answer_letter(who: Character) -> str:
    """The letter by which a bot thanks for one, whatever that says: it reads none."""
    return f"thanks_{who.temper}"


def offer_letter(who: Character) -> str:
    """The letter that goes with a truce that a bot proposes."""
    return f"offer_{who.temper}"


def in_mood(who: Character, rng: Rng) -> bool:
    """Whether a bot proposes anything this turn: seldom."""
    return rng.random() < MANNERS[who.temper].offers


def wooed(regards: Mapping[Seat, float], rng: Rng) -> Seat | None:
    """Whom a bot offers a truce, among those whom it knows: not its mortal enemies."""
    fit = sorted(seat for seat, regard in regards.items() if regard > -0.8)
    return rng.choice(fit) if fit else None


def keeps_word(who: Character, rng: Rng) -> bool:
    """Whether a bot keeps a treaty that it has signed: always the same answer, as `rng` is a stream of the treaty."""
    return rng.random() < MANNERS[who.temper].word


def regard_of(game: str, view: Json, other: Seat) -> float:
    """How a bot regards another seat, from -1 (an enemy) to 1 (an ally), as far as its view tells; 0: neither."""
    return max(-1.0, min(1.0, float(diplomacy_module(game).regard(view, other))))


def strength_of(game: str, view: Json, seat: Seat) -> float | None:
    """How strong a seat is, as a share of the strongest, as far as a view tells; None: it does not."""
    found: float | None = diplomacy_module(game).strength(view, seat)
    return found


def diplomacy_module(game: str) -> ModuleType:
    """Where the bots of a game say whom they regard how, and who is strong. Raises KeyError on another game."""
    return import_module(f"{GAMES[game].packages.bots}.diplomacy")
