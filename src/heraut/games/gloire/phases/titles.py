"""Phase 17: ennoblement (§5.18)."""

from __future__ import annotations

from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.tables import Constants


def titles(turn: Turn) -> None:
    """Phase 17: each lord gets the highest title that his global renown reaches, and may lose it (GP-TIT-01)."""
    ladder = ("", *turn.constants.titles)
    for lord in turn.lords():
        title = title_for(turn.snapshot.global_renown[lord.seat], turn.constants)
        if title != lord.title:
            rise = ladder.index(title) > ladder.index(lord.title)
            kind = "title_gained" if rise else "title_lowered" if title else "title_lost"
            turn.announce("GP-TIT-01", kind, lord=lord.seat, title=title, before=lord.title)
            lord.title = title


def title_for(global_renown: float, constants: Constants) -> str:
    """The highest title whose threshold is reached; "" below the first (GP-TIT-01, D2)."""
    reached = ""
    for title, threshold in zip(constants.titles, constants.title_thresholds, strict=True):
        if threshold <= global_renown:
            reached = title
    return reached
