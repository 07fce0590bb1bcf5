"""What a player knows: his view, whose names are turned into numbers here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from heraut.engine.protocol import Json, Seat
from heraut.games.fief.board.places import BISHOPRIC_IDS, EVERY_REGION, EVERY_SEE, REGION_IDS, VILLAGE_OF
from heraut.games.fief.cards import EVERY_LORD, LORD_IDS
from heraut.games.fief.identities import PHASES, REBELS, LordNo, Phase, PlayerNo, VillageNo
from heraut.games.fief.resolution import PEASANTS
from heraut.games.fief.state import SEATED

LORD_OF = dict(zip(LORD_IDS, EVERY_LORD, strict=True))
REGION_NUMBER = dict(zip(REGION_IDS, EVERY_REGION, strict=True))
SEE_NUMBER = dict(zip(BISHOPRIC_IDS, EVERY_SEE, strict=True))
PHASE_NUMBER = {name: Phase(number) for number, name in enumerate(PHASES)}


class Known:
    """A view, asked by numbers."""

    def __init__(self, view: Json, seat: Seat) -> None:
        self.view = view
        self.seats: tuple[Seat, ...] = tuple(view["seats"])
        self.number: dict[str, PlayerNo] = dict(zip(self.seats, SEATED, strict=False)) | {PEASANTS: REBELS}
        self.me = self.number[seat]
        self.own = view["own"]
        awaited = view["awaited"] or {"kind": "", "seats": []}
        self.kind: str = awaited["kind"]
        self.awaited = self.players(awaited["seats"])
        self.asked: dict[str, Any] | None = self.own["asked"]  # what the question to oneself is about

    @property
    def subject(self) -> dict[str, Any]:
        """What is known of the question: nothing, if somebody else is asked."""
        return self.asked or {}

    def player(self, name: str | None) -> PlayerNo | None:
        """A player, the peasants, nobody."""
        return self.number[name] if name is not None else None

    def players(self, names: Iterable[str]) -> tuple[PlayerNo, ...]:
        """Some players."""
        return tuple([self.number[name] for name in names])

    def lords(self, names: Iterable[str]) -> tuple[LordNo, ...]:
        """Some lords."""
        return tuple([LORD_OF[name] for name in names])


def lord(name: str | None) -> LordNo | None:
    """A lord, or nobody."""
    return LORD_OF[name] if name is not None else None


def village(name: str | None) -> VillageNo | None:
    """A village, or none."""
    return VILLAGE_OF[name] if name is not None else None
