"""What a lord supposes of the others, beside what he knows: who keeps still, who attacks him, with how many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from heraut.engine.protocol import Event, Json, Seat
from heraut.engine.rng import Rng
from heraut.games.daifen.guess.known import Known
from heraut.games.daifen.orders import Attack, Form
from heraut.games.daifen.races import UNITS
from heraut.games.daifen.state import Continent, Kingdom, KingdomName, Stock

Stance = Literal["still", "usual", "hostile"]
STANCES: tuple[Stance, ...] = ("usual", "still", "hostile")

MOST_ARMY = 2_000  # units that may be supposed of one kingdom
LEVY = "guerrier"  # what is supposed of a kingdom that has nobody else


class Supposition(msgspec.Struct, frozen=True):
    """How a kingdom is supposed to act (`kingdom` None: one that the lord does not know), and its fighting units.

    `still`: it does nothing; `usual`: as whoever plays the others sees fit; `hostile`: all who may attack, attack the
    lord. `army` None: as guessed. No army is smaller than what the lord knows of it (`least_armies`).
    """

    kingdom: KingdomName | None
    stance: Stance = "usual"
    army: int | None = None


def least_armies(view: Json, events: Sequence[Event]) -> dict[KingdomName, int]:
    """How many fighting units each known kingdom has at least: seen last night, left by one's own assault, gone home.

    Those of which nothing fresh is known are left out: any number may be supposed of them.
    """
    known = Known(view, events, Seat(view["own"]["seat"]))
    seen = {name: fighters(each.units) for name, each in known.reports.items() if each.turn == known.turn - 1}
    left = {name: blow.left for name, blow in known.struck.items() if blow.left is not None}
    least: dict[KingdomName, int] = {}
    for found in (seen, left, known.armies):
        for name, stock in found.items():
            least[name] = max(least.get(name, 0), sum(stock.values()))
    return least


def fighters(units: Mapping[str, int]) -> Stock:
    """Those of these units that attack or defend."""
    return {code: number for code, number in units.items() if UNITS[code].offensive or UNITS[code].defensive}


def suppose(
    world: Continent, view: Json, events: Sequence[Event], supposed: Sequence[Supposition], rng: Rng
) -> dict[Seat, Stance]:
    """Changes a guess as the lord supposes, and says how each of those kingdoms acts. Unknown names are left out."""
    me = world.kingdoms[Seat(view["own"]["seat"])]
    strangers = [kingdom for kingdom in world.living() if kingdom.seat != me.seat and kingdom.seat not in me.known]
    rng.shuffle(strangers)
    named = {world.kingdoms[seat].name: world.kingdoms[seat] for seat in me.known if world.kingdoms[seat].alive}
    stances: dict[Seat, Stance] = {}
    least = least_armies(view, events) if any(one.army is not None for one in supposed) else {}
    for one in supposed:
        kingdom = named.get(one.kingdom) if one.kingdom is not None else strangers.pop() if strangers else None
        if kingdom is None:
            continue
        if one.army is not None:
            muster(kingdom, min(max(one.army, least.get(kingdom.name, 0)), MOST_ARMY))
        if one.stance == "hostile":
            kingdom.known.setdefault(me.seat, max(1, world.turn - 1))
        stances[kingdom.seat] = one.stance
    return stances


def muster(kingdom: Kingdom, number: int) -> None:
    """Gives a kingdom so many fighting units, of the types that it has, in the same proportion."""
    army = fighters(kingdom.units) or {LEVY: 1}
    total = sum(army.values())
    parts = {code: number * there // total for code, there in army.items()}
    rest = sorted(army, key=lambda code: -(number * army[code] % total))
    for code in rest[: number - sum(parts.values())]:
        parts[code] += 1
    units = {code: count for code, count in kingdom.units.items() if code not in army} | parts
    kingdom.units = {code: units[code] for code in UNITS if units.get(code)}


def assailing(kingdom: Kingdom, target: KingdomName) -> Form:
    """The form of a hostile kingdom: all who may attack do."""
    army = tuple((code, kingdom.units[code]) for code in UNITS if code in kingdom.units and UNITS[code].offensive)
    return Form((Attack(target, army),)) if army else Form()
