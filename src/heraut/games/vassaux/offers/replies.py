"""What a seat says in the middle of things: reactions (SV-DP-06), who falls (SV-DP-12)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from heraut.games.vassaux.identities import NO_UNIT
from heraut.games.vassaux.instructions import Outlook
from heraut.games.vassaux.orders import Lose, React
from heraut.games.vassaux.phases import losses as falling
from heraut.games.vassaux.phases.reactions import forbidden
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.paths import reach
from heraut.games.vassaux.tables import CONSTANTS, WEAPONS
from heraut.games.vassaux.tables.codes import OrderCode

BLOWS: tuple[OrderCode, ...] = ("ATT", "CHA")
AT_ONCE: tuple[OrderCode, ...] = ("MAR", "MT")  # the second under the Call to the Hunt (SV-GRN-09)
FALLEN = 12  # choices of who falls that are offered


def reactions(field: Field) -> Iterator[React]:
    """Nobody; whoever could march at once; whoever could strike, shoot or charge, at the first and the last moment."""
    yield React(NO_UNIT)
    outlook = Outlook(field)
    points = outlook.points
    for unit in outlook.able if points else ():
        if forbidden(field, unit):
            continue
        for order in AT_ONCE if field.effect(unit.id, "APPEL_CHASSE") else AT_ONCE[:1]:
            if outlook.can(unit, points[0], order):
                yield React(unit.id, order, points[0])
        for point in dict.fromkeys((points[0], points[-1])):
            if outlook.within(unit, point, farthest(outlook, unit)):
                yield from (React(unit.id, order, point) for order in BLOWS if outlook.can(unit, point, order))


def farthest(outlook: Outlook, unit: Unit) -> int:
    """How far from the leader of the interrupted unit a blow, a shot or a charge of this unit could ever begin."""
    sheet, other = unit.sheet, outlook.field.sheet(outlook.act.unit)
    charge = reach(unit, sheet.mv) + sheet.aura + other.aura + 4 * CONSTANTS.mounted_radius
    return max(charge, WEAPONS[sheet.weapon].range)


def losses(field: Field) -> Iterator[Lose]:
    """Who falls if nobody chooses, then every other choice, a dozen of them."""
    yield falling.default(field)
    frame = falling.top(field)
    liable = falling.candidates(field, frame)
    chosen = combinations(liable, falling.asked_number(frame, liable))
    yield from map(Lose, islice(chosen, FALLEN))
