"""Phase 18: knights and armies go home from lands where they have no business (§5.19)."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.rounding import round_half_up
from heraut.games.gloire.state import Army, Knight, LandName, Lord, garrison_of, move_knight, remove_army, take_men
from heraut.games.gloire.tables import Constants


def repatriation(turn: Turn) -> None:
    """Phase 18: commanded armies with their knights, then garrisons, lords in increasing order (GP-RAP-01, 04)."""
    for lord in turn.lords():
        for knight in [knight for knight in turn.now.knights.values() if knight.lord == lord.seat]:
            if unwelcome(turn, lord, knight.land, knight.id in turn.expelled_knights):
                bring_knight_home(turn, lord, knight)
        for army in [army for army in turn.now.armies.values() if army.lord == lord.seat and army.knight is None]:
            if unwelcome(turn, lord, army.land, army.id in turn.expelled_armies):
                bring_garrison_home(turn, lord, army)


def unwelcome(turn: Turn, lord: Lord, land: LandName, expelled: bool) -> bool:
    """Whether a lord's men must leave: the land is a stranger's, or they were expelled from it (GP-RAP-01)."""
    owner = turn.now.lands[land].owner
    return expelled or not (owner is None or owner == lord.seat or owner in lord.allies)


def destination(turn: Turn, lord: Lord, origin: LandName, *draw: str | int) -> LandName | None:
    """Where men driven from this land go; draws among equals. None: they stay (GP-RAP-02, GP-RAP-05)."""
    equals = refuges(turn, lord, origin)
    if len(equals) < 2:
        return equals[0] if equals else None
    return turn.rng.at("home", *draw).choice(equals)


def refuges(turn: Turn, lord: Lord, origin: LandName) -> list[LandName]:
    """The nearest own lands; without any, the nearest allied, else other neutral lands (GP-RAP-02, GP-RAP-05)."""
    lands = turn.now.lands.values()
    choices: tuple[Iterable[LandName], ...] = (
        (land.name for land in lands if land.owner == lord.seat),
        (land.name for land in lands if land.owner in lord.allies),
        (land.name for land in lands if land.owner is None and land.name != origin),
    )
    distances = turn.atlas.distances[origin]
    for candidates in choices:
        found = list(candidates)
        if found:
            nearest = min(distances[name] for name in found)
            return [name for name in found if distances[name] == nearest]
    return []


def retreat_loss(men: int, distance: int, constants: Constants) -> int:
    """The men lost on a way of so many lands (GP-RAP-03, D5)."""
    if distance == 0:
        return 0
    shares = constants.retreat_losses
    return round_half_up(men * shares[min(distance, len(shares)) - 1])


def bring_knight_home(turn: Turn, lord: Lord, knight: Knight) -> None:
    """A knight and his army go together; the army may melt on the way, the knight survives (GP-RAP-02, GP-RAP-03)."""
    origin = knight.land
    land = destination(turn, lord, origin, "knight", knight.id)
    if land is None:
        turn.tell(lord.seat, "GP-RAP-05", "no_refuge", knight=knight.name, land=origin)
        return
    distance = turn.atlas.distance(origin, land)
    lost = left = 0
    if knight.army is not None:
        army = turn.now.armies[knight.army]
        lost = take_men(turn.now, army, retreat_loss(army.men, distance, turn.constants))
        left = army.men
    move_knight(turn.now, knight, land)
    turn.tell(
        lord.seat,
        "GP-RAP-02",
        "knight_repatriated",
        knight=knight.name,
        origin=origin,
        land=land,
        distance=distance,
        lost=lost,
        men=left,
    )


def bring_garrison_home(turn: Turn, lord: Lord, army: Army) -> None:
    """A garrison joins that of the nearest own land; a landless lord's is demobilised (GP-RAP-04, GP-RAP-05)."""
    origin, men = army.land, army.men
    if not any(land.owner == lord.seat for land in turn.now.lands.values()):
        remove_army(turn.now, army)
        turn.tell(lord.seat, "GP-RAP-05", "garrison_lost", land=origin, men=men)
        return
    land = destination(turn, lord, origin, "garrison", army.id)
    assert land is not None  # the lord has a land
    distance = turn.atlas.distance(origin, land)
    lost = take_men(turn.now, army, retreat_loss(men, distance, turn.constants))
    resident = garrison_of(turn.now, lord.seat, land)
    if resident is None:
        army.land = land  # it keeps its number
    elif army.men:
        resident.men += army.men
        remove_army(turn.now, army)
    turn.tell(
        lord.seat,
        "GP-RAP-04",
        "garrison_repatriated",
        origin=origin,
        land=land,
        distance=distance,
        lost=lost,
        men=men - lost,
    )
