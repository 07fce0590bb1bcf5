"""Elections, the last of the ten headings."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.games.rois import orders as o
from heraut.games.rois.mistakes.caution import Caution
from heraut.games.rois.orders import Sheet
from heraut.games.rois.sheet.book import Book


def on_elections(book: Book, sheet: Sheet) -> Iterator[Caution]:
    """Calls that would not be heard, ballots that nobody counts, and a vote forgotten (RO-VIC-02, RO-VIC-03)."""
    view = book.view
    votes_now = view["vote"] == view["turn"]
    ballots = [order for order in sheet.realm if isinstance(order, o.Vote)]
    for order in sheet.realm:
        if isinstance(order, o.CallVote):
            yield from on_call(book, order, votes_now=votes_now)
        elif isinstance(order, o.Vote) and not votes_now:
            yield Caution("elections", "no_vote_held", "RO-VIC-02", {"turn": view["vote"]}, order)
    if votes_now and not ballots:
        yield Caution("elections", "no_ballot", "RO-VIC-03", {})


def on_call(book: Book, order: o.CallVote, *, votes_now: bool) -> Iterator[Caution]:
    """A call without the right to it, in a year of voting, or too late for the vote to be held."""
    view = book.view
    if votes_now:
        yield Caution("elections", "votes_already", "RO-VIC-02", {}, order)
    elif not book.own["may_call"]:
        yield Caution("elections", "may_not_call", "RO-VIC-02", {"crown": view["crown"]}, order)
    elif view["turn"] >= view["turns"]:
        yield Caution("elections", "too_late", "RO-VIC-04", {"turn": view["turn"]}, order)
