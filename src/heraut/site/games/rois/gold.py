"""The realm's account of a year: how its gold came and how it went, by what its King was told (RO-FIN).

What he was told explains all that came and went; a rest would be gold that he knows nothing of, and is shown as such.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from heraut.games.rois.abilities import unit_pay
from heraut.site.games.rois.tidings import Year

Data = Mapping[str, Any]
MERCENARY = "TR"


def fought(data: Data) -> Iterator[tuple[str, int]]:
    """What an encounter has brought, and a tribute that was paid."""
    if not data["lost"]:
        yield ("theft" if data["ending"] == "stolen" and data["other"] else "treasure"), data["gold"]
    if data["ending"] == "fulfilled":
        yield "tribute", -data.get("tribute", 0)


# What each kind of event does to the treasury: by what, how much
MOVES: Mapping[str, Callable[[Data], Iterator[tuple[str, int]]]] = {
    "taxes": lambda data: iter((("taxes", data["gold"]), ("stones", data["stones"]))),
    "paid": lambda data: iter((("pay", -data["gold"]),)),
    "recruited": lambda data: iter((("recruiting", -data["gold"]),)),
    "mercenaries_hired": lambda data: iter((("recruiting", -data["count"] * unit_pay(MERCENARY)),)),
    "hero_hired": lambda data: iter((("hiring", -data["gold"]),)),
    "ally_recruited": lambda data: iter((("allies", data["count"]),)),
    "encounter": fought,
    "searched": lambda data: iter((("treasure", data.get("gold", 0)),)),
    "secret_hoard": lambda data: iter((("treasure", data["gold"]),)),
    "donation_sent": lambda data: iter((("gifts", -data["gold"]),)),
    "donation_received": lambda data: iter((("gifts_received", data["gold"]),)),
    "gold_given": lambda data: iter((("gifts", -data["gold"]),)),
    "gold_received": lambda data: iter((("gifts_received", data["gold"]),)),
    "gold_missing": lambda data: iter((("stolen", -data["gold"]),)),
    "valhalla": lambda data: iter((("lost", -data["gold"]),)),
}


@dataclass(frozen=True)
class Entry:
    """One source of gold, or one thing that it went to; `share` of the greatest entry, in percent."""

    key: str
    gold: int
    share: int


@dataclass(frozen=True)
class Account:
    """The year's gold: what there was, what came, what went, what is left."""

    before: int
    after: int
    came: list[Entry]
    went: list[Entry]


def account(year: Year) -> Account | None:
    """The account of a living King's year, or of the year of his fall; None where there is no year to tell of."""
    if not year.had:
        return None
    before, after = year.had["gold"], year.own.get("gold", 0)
    moves: Counter[str] = Counter()
    for event in year.events:
        for key, gold in MOVES[event.kind](event.data) if event.kind in MOVES else ():
            moves[key] += gold
    rest = after - before - sum(moves.values())
    if rest:
        moves["rest"] = rest
    most = max((abs(gold) for gold in moves.values()), default=0) or 1
    entries = [Entry(key, gold, round(100 * abs(gold) / most)) for key, gold in moves.most_common() if gold]
    came = [entry for entry in entries if entry.gold > 0]
    went = [Entry(entry.key, -entry.gold, entry.share) for entry in reversed(entries) if entry.gold < 0]
    return Account(before, after, came, went)
