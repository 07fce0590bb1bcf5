"""Where the reader of the demonstration writes his orders: line by line, each answered at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from heraut.cli.gloire.match import FINAL_ORDERS
from heraut.cli.screen import Screen

if TYPE_CHECKING:
    from heraut.cli.gloire.demo import Demo


def write_sheet(demo: Demo, decision: Any) -> Any:
    """The sheet that the reader sends; None if he leaves. `demo.playing` turns False if he hands his seat back."""
    from heraut.cli.gloire.tables import knights_table, lands_table, neighbours, own_lands_table, purse_line

    screen = demo.screen
    screen.say("desk_title", "bold yellow", turn=decision.view["turn"], lord=lord_name(decision.view))
    screen.line(purse_line(screen, decision.view))
    screen.show(knights_table(screen, decision.view), own_lands_table(screen, decision.view))
    screen.show(lands_table(screen, decision.view, neighbours(decision.view), screen.text("neighbour_lands")))
    screen.say("desk_keys", "dim")
    lines: list[str] = []
    while True:
        line = screen.ask(f"{len(lines) + 1:>2} ›")
        match line.casefold() if line is not None else "q":
            case "q":
                return None
            case "fin" | "end":
                demo.playing = False
                return decision.default
            case "":
                return decision.parse("\n".join(lines)).answer
            case _:
                answer_line(demo, decision, lines, str(line))


def lord_name(view: Any) -> str:
    """The name of the lord whose view this is."""
    return str(view["lords"][view["own"]["seat"]]["name"])


def answer_line(demo: Demo, decision: Any, lines: list[str], line: str) -> None:
    """A word of the desk does something; anything else is an order."""
    screen = demo.screen
    match line.casefold().split():
        case ["?"]:
            show_orders(screen)
        case ["map" | "carte"]:
            demo.draw()
        case ["odds" | "chances"]:
            show_chances(screen, decision.view)
        case ["conseil" | "advice"]:
            for advised in decision.write(demo.advice(decision)).splitlines():
                take(demo, decision, lines, advised)
        case ["-"] if lines:
            screen.line(f"  {lines.pop()}", "strike dim")
        case _:
            take(demo, decision, lines, line)


def take(demo: Demo, decision: Any, lines: list[str], line: str) -> None:
    """Keeps an order that is legal, explains one that is not; abdication is confirmed."""
    screen, reading = demo.screen, decision.parse(line)
    for refusal in reading.refusals:
        numbered = replace(refusal, line=len(lines) + 1)
        screen.line(f"✗ {demo.match.game.explain(numbered, screen.lang)}", "red")
    canonical = decision.write(reading.answer)
    if reading.refusals or not canonical:
        return
    if canonical not in FINAL_ORDERS or screen.agrees(screen.text("confirm_abdication")):
        lines.append(canonical)
        screen.line(f"✓ {canonical}", "green")


def show_orders(screen: Screen) -> None:
    """Every order: its code, what follows it, what it does."""
    from heraut.games.gloire.orders import ORDERS

    made = screen.table(screen.text("desk_orders"), ("code", "arguments", "effect"))
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

    made = screen.table(screen.text("desk_chances"), ("knight", "land", "success", "fallen", "men_left"), numbers=3)
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
        screen.say("desk_no_army", "dim")
