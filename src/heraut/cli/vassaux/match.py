"""What the commands that all games share ask of this one: seats, names, options, final orders, picture and film."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from heraut.cli.game_terminal import GameTerminal
from heraut.games.vassaux.tables import CONSTANTS

if TYPE_CHECKING:
    from heraut.cli.screen import Screen
    from heraut.engine.protocol import Event, Json, Seat
    from heraut.games.vassaux.state import Battle

SIDES = ("A", "B")


def seat_names(battle: Battle) -> dict[Seat, tuple[str, ...]]:
    """What each seat may be called by on the command line: its name, and A or B."""
    return {
        host.seat: (host.name, side) if host.name else (side,)
        for host, side in zip(battle.hosts, SIDES, strict=True)
        if host.seat
    }


def picture(view: Json, lang: str, seat: Seat | None, told: Sequence[Sequence[Event]] = ()) -> str:
    """The table as this view shows it, as SVG, with the traces of the last steps."""
    from heraut.games.vassaux.picture import table_svg

    return table_svg(view, lang=lang, told=told)


def film(steps: Iterable[tuple[Json, Sequence[Event]]], lang: str) -> str:
    """The whole battle as one page."""
    from heraut.games.vassaux.picture import film as make_film

    return make_film(steps, lang)


def turn_of(battle: Battle) -> int:
    """The turn of the game that is being played."""
    return battle.turn


def show_orders(screen: Screen, decision: Any) -> None:
    """The answers that this question takes, as they are written (`?` at the keyboard); without one, every answer."""
    from heraut.engine.words import catalogue

    written: Any = catalogue("heraut.games.vassaux", screen.lang).groups["syntax"]
    # the refusal of what is no answer names those that are
    verbs = written if decision is None else decision.parse("?").refusals[0].data["verbs"]
    screen.line("\n".join(f"    {written[verb]}" for verb in verbs))


TERMINAL = GameTerminal(
    seat_names=seat_names,
    by_decision=True,
    turn_of=turn_of,
    picture=picture,
    lately=6,  # a shot and its reaction, or a charge, its blows and its reorganisations
    film=film,
    show_orders=show_orders,
    final_orders=frozenset({"ABANDONNER"}),  # the battle is lost at once (SV-END-06)
    one_line=True,
    clock=(CONSTANTS.timer_orders, CONSTANTS.timer_other),  # seconds of live play (SV-DPR-01)
    slow_questions=("activate",),  # (SV-TRN-06)
)
