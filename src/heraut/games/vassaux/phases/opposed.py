"""The opposed test SdR[XdY/Z] (SV-SDR)."""

from __future__ import annotations

from typing import NamedTuple

from heraut.games.vassaux.resolution import Turn


class Contest(NamedTuple):
    """Who won (0: the first roller), and every roll on the way; `lot` is the die that parted two failures."""

    winner: int
    rolls: list[list[list[int]]]
    lot: int


def contest(turn: Turn, dice: int, first: int, second: int) -> Contest:
    """Each rolls `dice` d6 against its own target, the first roller's dice first (SV-SDR-01 to 04, SV-GEN-06)."""
    rolls: list[list[list[int]]] = []
    while True:
        mine, theirs = turn.dice(dice), turn.dice(dice)
        rolls.append([mine, theirs])
        ahead, behind = sum(mine) - first, sum(theirs) - second
        if ahead >= 0 and behind >= 0:
            if ahead == behind:
                continue
            return Contest(int(behind > ahead), rolls, 0)
        if ahead >= 0 or behind >= 0:
            return Contest(int(behind >= 0), rolls, 0)
        lot = turn.die()
        return Contest(int(lot > 3), rolls, lot)
