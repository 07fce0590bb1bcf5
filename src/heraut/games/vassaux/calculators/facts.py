"""What the lab notes of a match: how each seat begins, and how it stands whenever it is asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from heraut.engine.protocol import Json, Look, Seat
from heraut.games.vassaux.tables import scenarios

SORTS = ("host",)  # its code; "" for a list of a seat's own
FIGURES = ("lost", "inflicted", "orders", "units")


def variants(seats: Sequence[Seat]) -> list[dict[str, Any]]:
    """The options that matches of balance are played with in turn: the ready-made hosts of each battle on its own map,
    and those of the plain battle with the seats exchanged."""
    south, north = scenarios()[0].hosts
    exchanged: dict[str, Any] = {"hosts": dict(zip(seats, (north, south), strict=True))}
    return [{}, exchanged, *({"scenario": number} for number in scenarios() if number)]


def starts(look: Look, seats: Iterable[Seat], options: Json) -> dict[Seat, dict[str, str]] | None:
    """In what each seat differs from the others at the start, by sort; None while it is not known yet."""
    usual, chosen = scenarios()[options.get("scenario", 0)].hosts, options.get("hosts", {})
    codes = {seat: chosen.get(seat, usual[place]) for place, seat in enumerate(seats)}
    return {
        seat: {"host": code if isinstance(code, str) and code.isidentifier() else ""} for seat, code in codes.items()
    }


def figures(view: Json) -> tuple[float, ...]:
    """How the seat that sees this stands, in the order of FIGURES; points lost and inflicted, orders in reserve."""
    battle, place = view["battle"], view["seat"]
    units = sum(unit["seat"] == place for unit in battle["units"].values())
    eliminated = [host["eliminated"] for host in battle["hosts"]]
    return (eliminated[place], eliminated[1 - place], battle["hosts"][place]["reserve"], units)
