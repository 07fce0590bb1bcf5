"""What the rehearsals of all games begin with: a seat's view and draft, what it was told last, who plays the others."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from heraut.engine.play import Player
    from heraut.engine.protocol import Event, Json
    from heraut.engine.rng import Rng


class Rehearsed(NamedTuple):
    """What is rehearsed; `other` is the bot that plays the others, None where they keep still."""

    view: Json
    events: tuple[Event, ...]
    draft: Any
    other: Any
    chance: Rng


def rehearsed(file: Path, seat: str | None, game: str, bots: str | None, seed: str) -> Rehearsed:
    """The draft of a seat in a match of this game. Raises Misuse, Refused, RecordError."""
    from heraut.cli.choices import bot_named, seed_bytes
    from heraut.cli.files import seat_decision
    from heraut.cli.reading import last_told
    from heraut.engine.rng import Rng

    decision, draft = seat_decision(file, seat, game)
    events = last_told(file, decision.view["own"]["seat"])
    other = None if bots is None else partial(answer_of, bot_named(game, bots))
    return Rehearsed(decision.view, events, draft, other, Rng(seed_bytes(seed)))


def answer_of(player: Player[Any], decision: Any, view: Json, rng: Rng) -> Any:
    """What a bot answers. Raises Refused where it fails."""
    from heraut.cli.screen import Refused
    from heraut.lab.programs import ProgramFault

    try:
        return player(decision, view, rng)
    except ProgramFault as error:
        raise Refused(f"bot_{error.code}", command=error.command, detail=error.detail) from None
