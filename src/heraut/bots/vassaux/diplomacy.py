"""How a captain regards the other side, and how strong he takes it to be: there are two, and they are at war."""

from __future__ import annotations

from heraut.bots.vassaux.endings import strength as points
from heraut.engine.protocol import Json, Seat
from heraut.games.vassaux.identities import PLACES
from heraut.games.vassaux.prospects import field_of


def regard(view: Json, other: Seat) -> float:
    """An enemy; somewhat less of one while he offers a draw (SV-END-06)."""
    for host in view["battle"]["hosts"]:
        if host["seat"] == other:
            return -0.5 if host.get("offers_draw") else -1.0
    return 0.0


def strength(view: Json, seat: Seat) -> float | None:
    """The points of a seat's figures on the table, as a share of the stronger side's; None: no such seat."""
    field = field_of(view)
    found = {host.seat: points(field, place) for place, host in zip(PLACES, field.now.hosts, strict=True)}
    return found[seat] / (max(found.values()) or 1.0) if seat in found else None
