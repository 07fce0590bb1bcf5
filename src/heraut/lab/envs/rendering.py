"""What a match looks like: its chronicle as text, or the game's own picture as SVG, as somebody sees it."""

from __future__ import annotations

from heraut.engine.protocol import Seat
from heraut.lab.envs.layouts import Pictured, module_of
from heraut.lab.envs.run import Run


def modes(game: str) -> list[str]:
    """How matches of this game can be shown: `human` prints what `ansi` returns."""
    return ["ansi", "human", *(["svg"] if isinstance(module_of(game), Pictured) else [])]


def check_mode(game: str, mode: str | None) -> None:
    """Raises ValueError when matches of this game cannot be shown so."""
    if mode is not None and mode not in modes(game):
        raise ValueError(f"{mode!r}: {game} is shown as one of {', '.join(modes(game))}")


def shown(run: Run, mode: str | None, seat: Seat | None) -> str | None:
    """The match now: text, SVG, or None where it has been printed; nothing without a mode."""
    if mode is None:
        return None
    view = run.game.view(run.state, seat)
    if mode == "svg" and isinstance(drawing := module_of(run.rules.game), Pictured):
        return drawing.picture(view, "en", seat)
    text: str = run.game.chronicle(run.game.view(run.state, None), run.events, "en")
    if mode == "human":
        print(text)
        return None
    return text
