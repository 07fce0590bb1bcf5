"""What may be chosen before a match, and what it comes to (FI-SET-01, FI-SET-02)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, get_type_hints

import msgspec

from heraut.engine.choices import unreadable_choices
from heraut.engine.decoding import convert
from heraut.engine.protocol import Json, Refusal, Seat, SetupError
from heraut.games.fief.state import Settings
from heraut.games.fief.tables import CONSTANTS

MODES = ("normal", "points")
STARTS = ("random", "choice")
PACES = ("live", "async")
TURN_LIMITS = (10, 100)
CHOICES = {"mode": MODES, "starting_lord": STARTS, "pace": PACES}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be chosen before the start; "" or None: the rulebook's advice for the number of players, or the pace's.

    `names` are the families' names, by seat. The four variants of the rulebook are off unless they are chosen.
    """

    mode: str = ""
    points_turns: int = 15
    bishop_auction: bool = False
    population_pressure: bool = False
    disease_concentration: bool = False
    surrender: bool = False
    starting_lord: str = "random"
    stock_limits: bool = True
    hidden_stacks: bool = True
    turn_limit: int | None = None
    pace: str = "live"
    batch: bool | None = None
    names: dict[Seat, str] = {}
    names_secret: bool = False


def read_options(seats: Sequence[Seat], options: Json) -> tuple[Options, Settings]:
    """The options, checked. Raises SetupError with every reason why these cannot be played."""
    if refusals := unreadable_choices(options, kinds(), "FI-SET-02"):
        raise SetupError(refusals)
    chosen = convert(dict(options), Options)
    mode = chosen.mode or advised_mode(len(seats))
    if refusals := [*seat_refusals(seats, chosen), *choice_refusals(chosen, mode)]:
        raise SetupError(refusals)
    batch = chosen.pace == "async" if chosen.batch is None else chosen.batch
    settings = Settings(
        mode=_mode(mode),
        points_turns=chosen.points_turns,
        bishop_auction=chosen.bishop_auction,
        population_pressure=chosen.population_pressure,
        disease_concentration=chosen.disease_concentration,
        surrender=chosen.surrender,
        choose_lord=chosen.starting_lord == "choice",
        stock_limits=chosen.stock_limits,
        hidden_stacks=chosen.hidden_stacks,
        turn_limit=chosen.turn_limit,
        live=chosen.pace == "live",
        batch=batch,
    )
    return chosen, settings


def advised_mode(players: int) -> str:
    """A points game for two or three players, a normal one for more (FI-SET-02, FI-PTS-05)."""
    return "points" if players <= 3 else "normal"


def _mode(text: str) -> Literal["normal", "points"]:
    return "points" if text == "points" else "normal"


@cache
def kinds() -> dict[str, Any]:
    """The type of everything that may be chosen, by name."""
    return get_type_hints(Options)


def seat_refusals(seats: Sequence[Seat], chosen: Options) -> list[Refusal]:
    """Two to six players, and names for them alone (FI-SET-01)."""
    refusals = [Refusal("FI-SET-02", "unknown_seat", {"seat": seat}) for seat in sorted(set(chosen.names) - set(seats))]
    if not CONSTANTS.seats_min <= len(seats) <= CONSTANTS.seats_max:
        data = {"number": len(seats), "least": CONSTANTS.seats_min, "most": CONSTANTS.seats_max}
        refusals.append(Refusal("FI-SET-01", "seats_out_of_range", data))
    return refusals


def choice_refusals(chosen: Options, mode: str) -> list[Refusal]:
    """Words and lengths among those that exist (FI-SET-02)."""
    refusals = []
    for name, value in (("mode", mode), ("starting_lord", chosen.starting_lord), ("pace", chosen.pace)):
        if value not in CHOICES[name]:
            words = {"name": name, "text": value, "choices": list(CHOICES[name])}
            refusals.append(Refusal("FI-SET-02", "unknown_choice", words))
    if chosen.points_turns not in CONSTANTS.points.lengths:
        data: dict[str, Any] = {"number": chosen.points_turns, "lengths": list(CONSTANTS.points.lengths)}
        refusals.append(Refusal("FI-SET-02", "bad_length", data))
    least, most = TURN_LIMITS
    if chosen.turn_limit is not None and not least <= chosen.turn_limit <= most:
        refusals.append(
            Refusal("FI-SET-02", "bad_turn_limit", {"number": chosen.turn_limit, "least": least, "most": most})
        )
    return refusals
