"""The guess of a whole realm, part by part: what is known is as it is known, the rest is drawn."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.engine.protocol import Event, Json, Seat, Unguessed
from heraut.engine.rng import Rng
from heraut.games.fief.guess.board import bare_board
from heraut.games.fief.guess.cards import deal
from heraut.games.fief.guess.known import Known
from heraut.games.fief.guess.pile import pile
from heraut.games.fief.guess.soldiers import stacks
from heraut.games.fief.questions import asked
from heraut.games.fief.state import Realm


def guess(view: Json, events: Sequence[Event], seat: Seat, rng: Rng) -> Realm:
    """A realm in which this seat sees what it sees here (`engine.protocol.Guessing.guess`).

    Raises ValueError when the match is over.
    """
    if view["road"] is not None:
        raise ValueError("nothing is hidden once a match is over")
    known = Known(view, seat)
    realm = bare_board(known, rng.at("purses"))
    realm.stacks = stacks(known, rng.at("soldiers"))
    moving = deal(known, realm, rng.at("cards"))
    realm.tasks = pile(known, realm, moving, rng.at("tasks"))
    if not asked(realm):
        raise Unguessed("nobody is asked anything in this guess")
    return realm
