"""What the commands that all games share ask of this one: seats, names, options, final orders, the picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from heraut.cli.game_terminal import GameTerminal

if TYPE_CHECKING:
    from heraut.cli.screen import Screen
    from heraut.engine.protocol import Json, Refusal, Seat
    from heraut.games.rois.decision import SheetDecision
    from heraut.games.rois.state import World


def seat_names(world: World) -> dict[Seat, tuple[str, ...]]:
    """What each seat may be called by on the command line: its King."""
    return {kingdom.seat: (world.characters[kingdom.king].name,) for kingdom in world.kingdoms.values()}


def understood(decision: SheetDecision, text: str, refusals: Sequence[Refusal]) -> dict[int, str]:
    """Each order beside the number of its line: seasons may stand in any order, and heads are no orders."""
    return decision.understood(text)


def cautions(decision: SheetDecision, text: str, lang: str) -> dict[int, list[str]]:
    """What is allowed, and probably a mistake, by the number of its line; 0 for the sheet as a whole."""
    from heraut.games.rois.mistakes.review import told

    return told(decision, text, lang)


def advice(lang: str) -> str:
    """The ten frequent mistakes, explained."""
    from heraut.games.rois.mistakes.page import page

    return page(lang)


def picture(view: Json, lang: str, seat: Seat | None) -> str:
    """The map as far as this view knows it, as SVG."""
    from heraut.games.rois.picture import map_svg

    return map_svg(view, lang=lang)


def region(view: Json, lang: str, around: int) -> str:
    """The same around one province. Raises Misuse."""
    from heraut.cli.screen import Misuse
    from heraut.games.rois.picture import map_svg
    from heraut.games.rois.world.geography import PROVINCES

    if around > PROVINCES:
        raise Misuse("no_such_province", number=around, most=PROVINCES)
    return map_svg(view, lang=lang, around=around)


def show_orders(screen: Screen, decision: Any) -> None:
    """Every order, as it is written (`?` at the keyboard)."""
    from heraut.engine.words import catalogue
    from heraut.games.rois.orders import CODES, REALM_CODES

    written: Any = catalogue("heraut.games.rois", screen.lang).groups["syntax"]  # braces are part of a plan
    for title, codes in (("rois_person_orders", CODES), ("rois_realm_orders", REALM_CODES)):
        screen.say(title, "bold")
        screen.line("\n".join(f"    {written[code]}" for code in codes))


TERMINAL = GameTerminal(
    seat_names=seat_names,
    picture=picture,
    region=region,
    advice=advice,
    show_orders=show_orders,
    understood=understood,
    cautions=cautions,
)
