"""Who may see what (SV-INF): everything is on the table, but for the number of scenario 3 and for instructions.

A view is one JSON object:

    game      "vassaux"
    seat      the reader's place: 0 (seat A, south), 1 (seat B, north), or null for a passer-by
    seats     the names of both seats ("" for the reaction table without a seat)
    own       of whoever holds a seat: its name, `seat`, and `asked`, the question it owes an answer to ("" if none)
    turn      the turn of the battle; 0 before the first
    asked     [place, question] that the battle waits for, or null once it is over; see `questions.QUESTIONS`
    battle    the state, struct by struct as `state.Battle` writes it (documented there), with `number` of a host
              at 0 and its `instructions` at null wherever the reader may not know them. Keys of `units` and `at` are
              ids as text.

`battle_of(view)` gives the state back, so that whoever reads a view can ask it whatever the rules can answer: it holds
nothing that the view does not.
"""

from __future__ import annotations

from typing import Any

import msgspec

from heraut.engine.decoding import convert, decoder
from heraut.engine.protocol import Json, Seat
from heraut.games.vassaux.identities import NORTH, PLACES, SOUTH, Place
from heraut.games.vassaux.resolution import copy
from heraut.games.vassaux.state import Battle

_encode = msgspec.json.Encoder().encode
_decode = decoder(Any).decode


def place_of(battle: Battle, seat: Seat | None) -> Place | None:
    """Which of the two places a seat plays: 0 or 1; None for a passer-by."""
    return next(
        (place for place, host in zip(PLACES, battle.hosts, strict=True) if seat is not None and host.seat == seat),
        None,
    )


def view(battle: Battle, seat: Seat | None) -> dict[str, Any]:
    """Everything that a seat, or a passer-by (None), may see."""
    place = place_of(battle, seat)
    asked = battle.asked.question if battle.asked is not None and battle.asked.place == place else ""
    own = {} if place is None else {"own": {"seat": seat, "asked": asked}}
    return {
        "game": "vassaux",
        **own,
        "turn": battle.turn,
        "seat": place,
        "seats": [host.seat for host in battle.hosts],
        "asked": None if battle.asked is None else list(battle.asked),
        "battle": _decode(_encode(without_secrets(battle, place))),
    }


def without_secrets(battle: Battle, place: Place | None) -> Battle:
    """The battle without the numbers and instructions of others (SV-INF-02, SV-SCN-32); after the end, with them."""
    south, north = battle.hosts
    if battle.road is not None or not (
        (place != SOUTH and (south.number or south.instructions))
        or (place != NORTH and (north.number or north.instructions))
    ):
        return battle
    seen = copy(battle)
    for number, host in enumerate(seen.hosts):
        if number != place:
            host.number, host.instructions = 0, None
    return seen


def battle_of(seen: Json) -> Battle:
    """The state that a view shows."""
    return convert(seen["battle"], Battle, strict=False)
