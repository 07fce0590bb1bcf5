"""How often each start, race or host of a game has won, as matches between bots have shown: `tables/balance.json`.

`heraut balance GAME --write` measures it; whoever shows it to the host of a table reads it here.
"""

from __future__ import annotations

import msgspec

from heraut.engine.decoding import decode
from heraut.engine.files import packaged
from heraut.engine.intervals import wilson

FAVOURED = 1.1  # a name is favoured above so many times its fair share: above 55 % between two
SHARED = 1.05  # victories a match: above this, several seats do win together, beyond what rounding explains


class Share(msgspec.Struct, frozen=True, array_like=True):
    """So many wins in so many matches; a draw counts as part of a win."""

    wins: int | float
    matches: int

    @property
    def share(self) -> float:
        """Wins divided by matches, 0 to 1; 0 without any match."""
        return self.wins / self.matches if self.matches else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share (`wilson`); (0, 1) where nothing was played."""
        return wilson(self.share, self.matches)


class Balance(msgspec.Struct, frozen=True):
    """What was measured: `by["start"]["NARVIK"]` is the share of the matches that lords of Narvik have won.

    The keys of `by` are "seat" and those of "start", "race", "host" and "pair" (two hosts: the wins of the first) that
    the game has. `fair` is the share of a seat that is no better than any other. The rest says how it was measured:
    `bots` sat at tables of `seats`, in `matches` drawn from `seed`, under this version of the rules.
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
        """Whether several seats often win together, so that the shares of all seats add up to more than one victory."""
        return self.fair * self.seats > SHARED

    def favoured(self, sort: str) -> list[str]:
        """The names of this sort that win more than `FAVOURED` times the fair share, sure to 95 %; best first."""
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
    """The text of the table that `read_balance` reads back, sorted by sort and name."""
    ordered = {sort: dict(sorted(rows.items())) for sort, rows in sorted(balance.by.items())}
    data = msgspec.json.encode(msgspec.structs.replace(balance, by=ordered))
    return msgspec.json.format(data, indent=1) + b"\n"
