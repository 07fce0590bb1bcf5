"""What the commands that all games share ask of this one: seats, names, options, final orders, the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from heraut.cli.game_terminal import GameTerminal

if TYPE_CHECKING:
    from heraut.cli.screen import Screen
    from heraut.engine.protocol import Json, Seat
    from heraut.games.fief.state import Realm

MOST_TOLD = 200  # answers of one sort that `?` tells


def seat_names(realm: Realm) -> dict[Seat, tuple[str, ...]]:
    """What each seat may be called by on the command line."""
    return {seat: (family.name,) for seat, family in zip(realm.seats, realm.families, strict=True)}


def picture(view: Json, lang: str, seat: Seat | None) -> str:
    """The board as this view shows it, as SVG."""
    from heraut.games.fief.picture import board_svg

    return board_svg(view, lang=lang, seat=seat)


def question(decision: Any, lang: str, most: int = 3) -> str:
    """What is asked, and answers as they are typed: of each sort the first few, and where all orders are listed."""
    from itertools import groupby

    from heraut.engine.words import catalogue
    from heraut.games.fief.herald import Herald

    herald, words = Herald(decision.view, lang), catalogue("heraut.cli.fief", lang)
    lines = [herald.question(decision.view["own"]["asked"])]
    for _, sort in groupby(decision.offers(), key=lambda order: order.code):
        found = [decision.write((order,)) for order in sort]
        lines += [f"    {line}" for line in found[:most]]
        if len(found) > most:
            lines.append(words.say("say", "fief_more_answers", {"number": len(found) - most}))
    return "\n".join([*lines, words.say("say", "fief_answers")])


def turn_of(realm: Realm) -> int:
    """The turn of the game that is being played."""
    return realm.turn


def show_orders(screen: Screen, decision: Any) -> None:
    """The question, and answers of every sort as they are typed (`?` at the keyboard); without one, every order."""
    from heraut.games.fief.orders.listing import order_page

    screen.line(order_page(screen.lang) if decision is None else question(decision, screen.lang, most=MOST_TOLD))


def start_names() -> dict[str, str]:
    """The villages that matches begin from."""
    from heraut.games.fief.board.places import VILLAGES

    return {village.id: village.name for village in VILLAGES}


TERMINAL = GameTerminal(
    start_names=start_names,
    seat_names=seat_names,
    by_decision=True,
    turn_of=turn_of,
    picture=picture,
    show_orders=show_orders,
    question=question,
    final_orders=frozenset({"ABANDONNER"}),  # the seat decides nothing more until somebody comes back to it (FI-END-04)
)
