"""Battles that come to the questions to which random players hardly ever come."""

from __future__ import annotations

from heraut.games.vassaux.state import Battle
from heraut.games.vassaux.turn import run
from tests.games.vassaux.builders import lord, play, table, troop, turn_of


def seldom_asked() -> list[Battle]:
    """One at each of these questions."""
    countered = spell_to_counter()
    return [
        countered,
        play(countered, "CONTRER 52", dice=(1, 6), on=False).state,
        crusaders_at_the_edge(),
        two_touched(),
    ]


def spell_to_counter() -> Battle:
    """A spell has been cast under the eyes of an enemy leader (SV-DP-08, then SV-DP-09)."""
    state = table(
        [troop((5000, 5000), (5500, 5000))],
        [troop((5000, 7300), (5500, 7300), fighter="MILICIEN", title="HEROS")],
        lords=(lord((5000, 3000)), lord((500, 14500))),
        schools=("ROUGE", "VERTE"),
    )
    for unit in (51, 52):
        state.units[unit].ordered = True
    return play(state, "ORDRE 2 SPL", "SORT AURA_DEFENSE SUR 2", dice=(6,), on=False).state


def crusaders_at_the_edge() -> Battle:
    """The last order of the turn has been given; crusaders may leave the ambush (SV-DP-16)."""
    state = table(
        [troop((14650, 5000), (14700, 5600))],
        [troop((500, 9000), (1000, 9000))],
        lords=(lord((14700, 8000)), lord((500, 14500))),
        scenario=4,
        edge="E",
        asked=False,
        phase="leaving",
    )
    turn = turn_of(state)
    run(turn)
    return turn.now


def two_touched() -> Battle:
    """A charge has touched a second unit (SV-DP-10)."""
    state = table(
        [troop((5000, 3000), (5000, 2500), (4500, 2500))],
        [troop((5000, 5000), (5000, 5600), fighter="MILICIEN"), troop((5800, 5000), (6400, 5000), fighter="MILICIEN")],
    )
    for unit in (51, 52, 53):
        state.units[unit].ordered = True
    return play(state, "ORDRE 2 CHA", "CHARGER 52 VISER 5201 AVEC 202=5700,4510", on=False).state
