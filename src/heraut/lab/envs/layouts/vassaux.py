"""Seigneurs & Vassaux: what a seat sees of the table (`view.without_secrets`), unit by unit, its own first.

Lengths are in R. A side has room for `UNITS` units, in the order of their numbers; more are left out.
"""

from __future__ import annotations

from typing import get_args

from heraut.engine.protocol import Json, Seat
from heraut.games.vassaux.identities import PLACES
from heraut.games.vassaux.orders import Answer
from heraut.games.vassaux.questions import QUESTIONS
from heraut.games.vassaux.state import Act, Battle, Chain, Unit
from heraut.games.vassaux.tables import ORDERS
from heraut.games.vassaux.view import without_secrets
from heraut.lab.envs.layouts.layout import Block, Layout, numbered

UNITS = 16  # of a side
RULER = 1000  # mR in 1R
UNIT = (
    "number", "figures in order", "figures confused", "leader's x", "leader's y", "face x", "face y", "Mv", "At", "Df",
    "Ps", "Cd", "mounted", "Lord", "ordered", "alert", "fortified", "shots",
)  # fmt: skip
HOST = ("points in all", "eliminated", "reserve", "dice of reserve in hand", "offers a draw", "passed", "Lord lost")


def layout(state: Battle, seats: tuple[Seat, ...]) -> Layout:
    """The layout, the same for every battle. A single seat plays the first place."""
    places = {host.seat: place for place, host in zip(PLACES, state.hosts, strict=True)}
    return Layout(
        [
            Block("time", 4, "turn, turns in all, whether it is one's own activation, size of the resolution", time_of),
            Block("hosts", 2 * len(HOST), f"one's own, then the other: {', '.join(HOST)}", hosts_of),
            Block("acting", 3, "whose unit is acting (1 own, 2 foe), its number, the order in hand", acting_of),
            Block("units", 2 * UNITS * len(UNIT), f"one's own, then the other's: {', '.join(UNIT)}", units_of),
        ],
        lambda battle, seat: without_secrets(battle, places[seat]),
        get_args(Answer),
        tuple(QUESTIONS),
        numbered((*ORDERS, "hold", "move", "reorganise")),
        asked=lambda decision: decision.battle,
    )


def time_of(battle: Battle, me: int) -> list[int]:
    """When it is."""
    return [battle.turn, battle.settings.turns, battle.active == me, len(battle.stack)]


def hosts_of(battle: Battle, me: int) -> list[int]:
    """Both hosts, one's own first."""
    values: list[int] = []
    for place in (me, 1 - me):
        host = battle.hosts[place]
        values += (host.total, host.eliminated, host.reserve, battle.re[place], host.offers_draw, host.passed)
        values.append(host.lord_lost)
    return values


def acting_of(battle: Battle, me: int) -> list[int]:
    """The order in hand."""
    for frame in reversed(battle.stack):
        if isinstance(frame, Act | Chain):
            side = 1 if battle.units[frame.unit].seat == me else 2
            code = frame.code if isinstance(frame, Act) else ""
            return [side, frame.unit, CODES.get(code, 0)]
    return [0, 0, 0]


CODES = numbered(ORDERS)


def units_of(battle: Battle, me: int) -> list[float]:
    """The units of both sides."""
    values: list[float] = []
    for place in (me, 1 - me):
        rows = [unit_of(battle, unit) for unit in battle.units.values() if unit.seat == place][:UNITS]
        for row in rows:
            values += row
        values += [0.0] * (len(UNIT) * (UNITS - len(rows)))
    return values


def unit_of(battle: Battle, unit: Unit) -> tuple[float, ...]:
    """One unit."""
    sheet = unit.sheet
    x, y = battle.at.get(unit.leader) or unit.post or (0, 0)
    where = x / RULER, y / RULER, unit.face[0] / RULER, unit.face[1] / RULER
    figures = sheet.mv, sheet.at, sheet.df, sheet.ps, sheet.cd, sheet.mounted, sheet.lord
    marks = unit.ordered, unit.alert, unit.fortified, unit.shots
    return (unit.id, len(unit.men), len(unit.band), *where, *figures, *marks)


def picture(view: Json, lang: str, seat: Seat | None) -> str:
    """The table, as a view shows it."""
    from heraut.games.vassaux.picture import table_svg  # much to load for those who learn without

    return table_svg(view, lang=lang)
