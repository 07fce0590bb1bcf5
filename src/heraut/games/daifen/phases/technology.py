"""Phase 8, Connaissances: the lists of the lords, in their order, as far as intellect goes (DA-TEC-03 to 06)."""

from __future__ import annotations

from heraut.games.daifen import orders as o
from heraut.games.daifen.races import TECHNOLOGIES
from heraut.games.daifen.resolution import Turn
from heraut.games.daifen.state import Kingdom


def technologies(turn: Turn) -> None:
    """One line after the other; one that cannot be paid does not stop the next."""
    for kingdom, _, order in turn.orders(o.Develop):
        develop(turn, kingdom, order.technology)


def develop(turn: Turn, kingdom: Kingdom, code: str) -> None:
    """The technology is acquired for good, if its requirement is owned by now and intellect suffices (DA-TEC-03)."""
    technology = TECHNOLOGIES[code]
    if technology.requires is not None and technology.requires not in kingdom.technologies:
        turn.tell(kingdom.seat, "DA-TEC-03", "tech_skipped", technology=code, needed=technology.requires)
    elif kingdom.intellect < technology.cost:
        data = {"cost": technology.cost, "intellect": kingdom.intellect}
        turn.tell(kingdom.seat, "DA-TEC-03", "tech_unpaid", technology=code, **data)
    else:
        kingdom.intellect -= technology.cost
        kingdom.technologies.append(code)
        data = {"cost": technology.cost, "intellect": kingdom.intellect}
        turn.tell(kingdom.seat, "DA-TEC-03", "tech_done", technology=code, **data)
