"""Phase 9: knights move, their armies with them (§5.10, §10.9)."""

from __future__ import annotations

from heraut.games.gloire.orders import Move
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.state import KnightId, LandName, Lord, move_knight


def moves(turn: Turn) -> None:
    """Phase 9: one move a knight, the first that can be made; the first arrived keeps the place (GP-MOV-01, 03)."""
    moved: set[KnightId] = set()
    standing: dict[LandName, list[KnightId]] = {}
    for present in turn.now.knights.values():
        standing.setdefault(present.land, []).append(present.id)
    for lord, line, order in turn.orders(Move):
        knight = turn.knight(order.knight)
        if knight is None:
            turn.ignore(lord, line, "GP-MOV-01", "no_such_knight")
        elif knight.id in turn.conquerors:
            turn.ignore(lord, line, "GP-MOV-02", "conquered_already", knight=knight.name)
        elif knight.id in moved:
            turn.ignore(lord, line, "GP-MOV-01", "moved_already", knight=knight.name)
        elif not welcome(turn, lord, order.land):
            turn.ignore(lord, line, "GP-MOV-01", "foreign_land", knight=knight.name, land=order.land)
        elif held(turn, lord, standing.get(order.land, [])):
            turn.ignore(lord, line, "GP-MOV-03", "land_held", knight=knight.name, land=order.land)
        else:
            standing[knight.land].remove(knight.id)
            standing.setdefault(order.land, []).append(knight.id)
            turn.tell(
                lord.seat, "GP-MOV-01", "moved", order=line, knight=knight.name, origin=knight.land, land=order.land
            )
            move_knight(turn.now, knight, order.land)
            moved.add(knight.id)


def welcome(turn: Turn, lord: Lord, land: LandName) -> bool:
    """Whether the land is neutral, the lord's own, or an ally's, at this instant (GP-MOV-01, GP-MOV-04)."""
    owner = turn.now.lands[land].owner
    return owner is None or owner == lord.seat or owner in lord.allies


def held(turn: Turn, lord: Lord, standing: list[KnightId]) -> bool:
    """Whether a knight of a lord who is no ally stands there, with or without army (GP-MOV-03)."""
    return any(
        turn.now.knights[id].lord != lord.seat and turn.now.knights[id].lord not in lord.allies for id in standing
    )
