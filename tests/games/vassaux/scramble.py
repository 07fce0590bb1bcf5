"""Other battles that one seat cannot tell from the given one: the secrets of the other side, changed (SV-INF-02)."""

from __future__ import annotations

from typing import Any

import msgspec

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.vassaux.identities import WHOEVER
from heraut.games.vassaux.instructions import random_rule
from heraut.games.vassaux.resolution import copy
from heraut.games.vassaux.state import Battle, Instructions
from heraut.games.vassaux.view import place_of


def scramble(battle: Battle, seat: Seat, rng: Rng) -> Battle:
    """Another secret number and other instructions of the other side, under which it acts all the same."""
    twin = copy(battle)
    other = 1 - (place_of(battle, seat) or 0)
    scramble_number(twin, other, rng)
    twin.hosts[other].instructions = idle_instructions(battle, other, rng)
    return twin


def scramble_number(twin: Battle, place: int, rng: Rng) -> None:
    """Another number, on the same side of the present turn."""
    host = twin.hosts[place]
    if host.number:
        low, high = (twin.turn + 1, 99) if host.number > twin.turn else (1, twin.turn)
        choices = [number for number in range(low, high + 1) if number != host.number] or [host.number + 100]
        host.number = rng.choice(choices)


def idle_instructions(battle: Battle, place: int, rng: Rng) -> Instructions:
    """What this side has said, and more that changes nothing it does.

    Rules at the end of the list that say to ask, which is done anyhow; something about questions that nobody can ask
    it, for want of a school or a power; and another number of instructions since its last answer.
    """
    units = [unit for unit in battle.units.values() if unit.seat == place]
    powers = {power for unit in units for power in unit.sheet.powers}
    said = battle.hosts[place].instructions or Instructions()
    rules = [random_rule([unit.id for unit in units], rng) for _ in range(rng.randint(1, 4))]
    more: dict[str, Any] = {"given": rng.choice([number for number in range(1, 99) if number != said.given])}
    more["react"] = (*said.react, *(msgspec.structs.replace(one, deed="ask") for one in rules))
    if "PRESOMPTUEUX" not in powers:
        more["cede"] = rng.choice([None, False, True])
    if "MARTYRS" not in powers:
        more["martyrs"] = rng.choice([None, False, True])
    if not battle.hosts[place].school:
        more["counter"] = rng.choice([None, 0, WHOEVER, *(unit.id for unit in units)])
    return msgspec.structs.replace(said, **more)


def scramble_instructions(battle: Battle, place: int, rng: Rng) -> Battle:
    """Other instructions of the other side: nobody sees them, though it will act upon them, as upon its own mind."""
    twin = copy(battle)
    units = [unit.id for unit in battle.units.values() if unit.seat != place]
    said = Instructions(
        tuple(random_rule(units, rng) for _ in range(rng.randint(0, 4))),
        rng.choice([None, False, True]),
        rng.choice([None, False, True]),
        rng.choice([None, 0, WHOEVER, *units]),
        rng.randint(11, 99),
    )
    twin.hosts[1 - place].instructions = said
    return twin
