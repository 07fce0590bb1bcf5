"""What helps the reader of the demonstration to write his orders: his lands, every order, his chances."""

from __future__ import annotations

from typing import Any

from heraut.cli.screen import Screen

EXAMPLE = "IMP 5 DOLON"


def show_situation(screen: Screen, view: Any) -> None:
    """What a lord has before him when he writes: his purse, his knights, his lands and those around them."""
    from heraut.cli.gloire.tables import knights_table, lands_table, neighbours, own_lands_table, purse_line

    screen.line(purse_line(screen, view))
    screen.show(knights_table(screen, view), own_lands_table(screen, view))
    screen.show(lands_table(screen, view, neighbours(view), screen.text("neighbour_lands")))


def show_orders(screen: Screen) -> None:
    """Every order: its code, what follows it, what it does."""
    from heraut.games.gloire.orders import ORDERS

    made = screen.table(screen.text("entry_orders"), ("code", "arguments", "effect"))
    for order in ORDERS:
        arguments = [screen.text(f"argument_{sort.rstrip('?')}") for _, sort in order.syntax]
        optional = [sort.endswith("?") for _, sort in order.syntax]
        shown = [f"[{word}]" if free else word for word, free in zip(arguments, optional, strict=True)]
        made.add_row(order.code, escaped(" ".join(shown)), screen.text(f"order_{order.code}"))
    screen.show(made)


def escaped(text: str) -> str:
    """Text whose brackets are brackets, not markup."""
    from rich.markup import escape

    return escape(text)


def show_chances(screen: Screen, view: Any) -> None:
    """The chances of each of the lord's armies against the peasants of each neutral land that it can reach."""
    from heraut.cli.gloire.tables import land_label
    from heraut.engine.rng import Rng
    from heraut.engine.words import integer
    from heraut.games.gloire.atlas import atlas
    from heraut.games.gloire.calculators.odds import attack_odds
    from heraut.games.gloire.state import KnightId, LandName

    made = screen.table(screen.text("entry_chances"), ("knight", "land", "success", "fallen", "men_left"), numbers=3)
    for id, knight in view["own"]["knights"].items():
        for land in atlas(view["map"]).places[knight["land"]].neighbours:
            if knight["army"] is None or view["lands"][land]["owner"] is not None:
                continue
            odds = attack_odds(view, KnightId(int(id)), LandName(land), Rng(b"desk"))
            chances = [screen.text("percent", share=share) for share in (odds.success, odds.death)]
            made.add_row(
                knight["name"], land_label(view, land, screen.lang), *chances, integer(odds.men.mean, screen.lang)
            )
    if made.row_count:
        screen.show(made)
    else:
        screen.say("entry_no_army", "dim")
