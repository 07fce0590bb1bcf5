"""A match that has just begun goes on from where a test wants it: an end is played without what leads there."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from heraut.engine.record import digest


def lay(data: Path, code: str, change: Callable[[bytes], bytes], turn: int) -> None:
    """Lays down the state that `change` makes of the first one, in the site that has its data in this folder."""
    with closing(sqlite3.connect(data / "heraut.sqlite3", timeout=30)) as database:
        match, seed, step, former = database.execute(
            "SELECT id, seed, step, state FROM matches_match WHERE code = ?", (code,)
        ).fetchone()
        assert step == 0  # nobody has answered anything yet
        state = change(bytes(former))
        proof = digest(bytes(seed).hex(), (), state, "")
        database.execute("UPDATE matches_step SET state = ?, digest = ? WHERE match_id = ?", (state, proof, match))
        database.execute(
            "UPDATE matches_match SET state = ?, turn = ?, digest = ? WHERE id = ?", (state, turn, proof, match)
        )
        database.commit()
