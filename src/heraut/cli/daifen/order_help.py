"""What helps the reader of the demonstration to write his form: his kingdom, every order, his chances."""

from __future__ import annotations

from typing import Any

from heraut.cli.screen import Screen

EXAMPLE = "CONSTRUIRE Mine 1"
RUNS = 400


def show_situation(screen: Screen, view: Any) -> None:
    """What a lord has before him when he writes: his kingdom, and those he knows."""
    from heraut.cli.daifen.tables import show_own, words_of

    show_own(screen, words_of(screen, view))


def show_orders(screen: Screen) -> None:
    """Every order: its word, what follows it, what it does."""
    from heraut.games.daifen.orders import BY_CODE

    made = screen.table(screen.text("entry_forms"), ("code", "arguments", "effect"))
    for code in BY_CODE:
        made.add_row(code, screen.text(f"syntax_{code}"), screen.text(f"order_{code}"))
    screen.show(made)


def show_chances(screen: Screen, view: Any) -> None:
    """The chances of the whole army against each living kingdom that spies have seen, as they saw it."""
    from heraut.cli.daifen.tables import given
    from heraut.engine.protocol import Seat
    from heraut.engine.rng import Rng
    from heraut.games.daifen.battle.assault import Defence, Force
    from heraut.games.daifen.calculators.odds import odds
    from heraut.games.daifen.races import UNITS

    own = view["own"]
    units = {code: n for code, n in own["units"].items() if UNITS[code].offensive and UNITS[code].profile is not None}
    made = screen.table(
        screen.text("entry_assaults"), ("kingdom", "seen_turn", "pillage", "stand_off", "repelled"), numbers=4
    )
    for name, other in own["known"].items():
        seen = other["report"]
        if not (units and seen and other["alive"]):
            continue
        there = {code: n for code, n in seen["units"].items() if UNITS[code].profile is not None}
        defence = Defence(Force(Seat("d"), 2, there), (), seen["buildings"], seen["gold"])
        found = odds([Force(Seat("a"), 1, units)], defence, Rng(b"desk"), runs=RUNS)
        shares = [screen.text("percent", share=end.share) for end in (found.pillage, found.stand_off, found.repelled)]
        made.add_row(given(name), str(seen["turn"]), *shares)
    if made.row_count:
        screen.show(made)
    else:
        screen.say("entry_no_spy", "dim")
