"""The largest lawful text of orders of Seigneurs & Vassaux, and the decision that it answers; see `test_bounds.py`."""

from __future__ import annotations

from typing import Any

from tests.games.vassaux import builders as vassaux


def largest() -> tuple[Any, str]:
    """A band of forty goes a crooked way, every man set down by hand."""
    men = vassaux.line((2000, 2000), 20) + vassaux.line((2000, 2500), 20)
    state = vassaux.play(vassaux.table([vassaux.troop(*men)]), "ORDRE 2 MAR").state
    corners = [f"{2000 + 10 * corner},{2000 + 10 * (corner % 2)}" for corner in range(40)]
    by_hand = [f"{200 + rank}={x},{y + 1}" for rank, (x, y) in enumerate(men, start=1)]
    return vassaux.decision(state), " ".join(["ALLER", *corners, "AVEC", *by_hand[1:]])
