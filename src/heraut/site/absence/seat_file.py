"""The file that whoever stands in for a player finds: where the lord stands, his promises, what was left for him.

A successor finds the same, without what is private: letters, orders, the message.
"""

from __future__ import annotations

import msgspec

from heraut.site.matches.adapters import asked
from heraut.site.matches.models import Seat, Sheet
from heraut.site.matches.orders import last_sheet
from heraut.site.messaging.reading import ruled, unread
from heraut.site.regency.models import Regency
from heraut.site.regency.promises import promises_of


class SeatFile(msgspec.Struct, frozen=True):
    """What it says: the lord in a line, his promises; for a regent how many letters wait, and what was left for him."""

    lord: str
    position: str
    promises: list[str]
    report: int  # the turn whose report tells more; 0: none, or where a match goes decision by decision
    unread: int | None = None  # None: none of the reader's business
    orders: str = ""
    noted: str = ""
    message: str = ""


def file_of(seat: Seat, regency: Regency | None = None) -> SeatFile:
    """The file of a seat for its regent (`regency`), or for whoever has taken it over."""
    match = seat.match
    reign = asked(match.game, lambda game: game.reign(match, seat), None) or {}
    found = SeatFile(
        lord=seat.lord,
        position=str(reign.get("words", "")),
        promises=promises_of(seat),
        report=0 if match.pace.by_decision else match.step,
    )
    if regency is None:
        return found
    notes = Seat.objects.only("notes").get(pk=seat.pk).notes
    sheet = left_orders(seat) if regency.leaves_orders else None
    return msgspec.structs.replace(
        found,
        unread=unread(ruled(seat, regency)) if regency.letters else None,
        orders=sheet.text if sheet is not None else "",
        noted=notes if regency.leaves_orders else "",
        message=regency.message,
    )


def left_orders(seat: Seat) -> Sheet | None:
    """The last orders of the seat's player: those for the coming turn, or for the one before."""
    step = seat.match.step
    coming = last_sheet(seat, step + 1)
    return coming if coming is not None else last_sheet(seat, step)
