"""How often each start, race or host of a game has won, as matches between bots have shown: `tables/balance.json`.

`heraut balance GAME --write` measures it; whoever shows it to the host of a table reads it here.
"""

from __future__ import annotations

import msgspec

from heraut.engine.decoding import decode
from heraut.engine.files import packaged
from heraut.engine.intervals import wilson

FAVOURED = 1.1  # times the fair share: 55 % between two
SHARED = 1.05  # victories a match, above which more than chance and rounding is in them


class Share(msgspec.Struct, frozen=True, array_like=True):
    """How many of so many matches were won; a match that was drawn is won in part."""

    wins: int | float
    matches: int

    @property
    def share(self) -> float:
        """The part that was won; 0 of no match."""
        return self.wins / self.matches if self.matches else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Between what the true share lies, 19 times in 20 (`wilson`); from 0 to 1 where nothing was played."""
        return wilson(self.share, self.matches)


class Balance(msgspec.Struct, frozen=True):
    """What was measured: `by["start"]["NARVIK"]` is the share of the matches that lords of Narvik have won.

    `by` knows "seat", and of "start", "race", "host" and "pair" (of hosts: the wins of the first) what the game has.
    `fair` is the share of a seat that is as good as all others. The rest says how it was measured: `bots` sat at
    tables of `seats`, in `matches` drawn from `seed`, under this version of the rules.
    """

    by: dict[str, dict[str, Share]]
    fair: float
    seats: int
    matches: int
    bots: tuple[str, ...]
    seed: str
    rules_version: str

    @property
    def shared(self) -> bool:
        """Whether several often win together, so that the shares of all seats make more than one victory."""
        return self.fair * self.seats > SHARED

    def favoured(self, sort: str) -> list[str]:
        """The names of this sort that win more than 1.1 times the fair share, beyond doubt at 95 %; strongest first."""
        fair = 0.5 if sort == "pair" else self.fair
        found = {
            name: one.share
            for name, one in self.by.get(sort, {}).items()
            if one.share > FAVOURED * fair and one.interval[0] > fair
        }
        return sorted(found, key=lambda name: -found[name])


def read_balance(package: str) -> Balance | None:
    """The balance of the game in this package; None where nobody has measured it."""
    try:
        data = packaged(package, "tables/balance.json")
    except FileNotFoundError:
        return None
    return decode(data, Balance)


def write_balance(balance: Balance) -> bytes:
    """The text of the table, as `read_balance` reads it back: by sort and name, in their order."""
    ordered = {sort: dict(sorted(rows.items())) for sort, rows in sorted(balance.by.items())}
    data = msgspec.json.encode(msgspec.structs.replace(balance, by=ordered))
    return msgspec.json.format(data, indent=1) + b"\n"
