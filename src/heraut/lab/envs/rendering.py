"""What a match looks like: its chronicle as text, or the game's own picture as SVG, as somebody sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from heraut.engine.protocol import Json, Seat
from heraut.lab.envs.run import Run

Draw = Callable[[Any, Json, str, Seat | None], str]

# How each game's picture is drawn; Daifen has neither map nor picture.
PICTURES: Mapping[str, Draw] = {
    "fief": lambda picture, view, lang, seat: picture.board_svg(view, lang=lang, seat=seat),
    "gloire": lambda picture, view, lang, seat: picture.map_svg(view, lang=lang, seat=seat),
    "rois": lambda picture, view, lang, seat: picture.map_svg(view, lang=lang),
    "vassaux": lambda picture, view, lang, seat: picture.table_svg(view, lang=lang),
}


def modes(game: str) -> list[str]:
    """How matches of this game can be shown: `human` prints what `ansi` returns."""
    return ["ansi", "human", *(["svg"] if game in PICTURES else [])]


def check_mode(game: str, mode: str | None) -> None:
    """Raises ValueError when matches of this game cannot be shown so."""
    if mode is not None and mode not in modes(game):
        raise ValueError(f"{mode!r}: {game} is shown as one of {', '.join(modes(game))}")


def shown(run: Run, mode: str | None, seat: Seat | None) -> str | None:
    """The match now: text, SVG, or None where it has been printed; nothing without a mode."""
    if mode is None:
        return None
    view = run.game.view(run.state, seat)
    if mode == "svg":
        return PICTURES[run.rules.game](import_module(f"{run.game.__name__}.picture"), view, "en", seat)
    text: str = run.game.chronicle(run.game.view(run.state, None), run.events, "en")
    if mode == "human":
        print(text)
        return None
    return text
