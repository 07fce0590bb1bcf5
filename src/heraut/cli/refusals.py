"""Why lines were refused: the first of them, and how many more there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heraut.cli.screen import Screen
    from heraut.engine.protocol import Refusal


def tell_refusals(screen: Screen, game: Any, refusals: Sequence[Refusal]) -> None:
    """The refusals of a text, the first in full."""
    from heraut.engine.sheets import first_refusals

    told, left = first_refusals(refusals)
    for refusal in told:
        tell_refusal(screen, game, refusal)
    tell_left(screen, left)


def tell_refusal(screen: Screen, game: Any, refusal: Refusal) -> None:
    """One of them."""
    screen.line(f"✗ {game.explain(refusal, screen.lang)}", "red")


def tell_left(screen: Screen, left: int) -> None:
    """How many lines more were refused; nothing if none was."""
    if left:
        screen.say("more_refused", "red", left=left)
