"""What a scenario or a unit has put on the table that is no base: braziers, objective points, lines, exits, markers."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.games.vassaux.phases.scenarios import EXIT
from heraut.games.vassaux.picture.arms import FIELDS, GOLD, INK, PAPER
from heraut.games.vassaux.picture.scenery import SCALE
from heraut.games.vassaux.state import Battle
from heraut.games.vassaux.tables import CONSTANTS, R, maps
from heraut.geometry import Point

REACH = CONSTANTS.point_reach // SCALE
TURNS = {"N": 0, "E": 90, "S": 180, "W": 270}


def marks(battle: Battle) -> str:
    """All of them."""
    return "".join((*braziers(battle), *points(battle), *lines(battle), *exits(battle), *infiltrators(battle)))


def moved(place: Point | None, battle: Battle) -> str:
    """The transform that puts a piece in its place."""
    if place is None:
        return "translate(0 0)"
    return f"translate({place[0] / SCALE:g} {(battle.settings.height - place[1]) / SCALE:g})"


def braziers(battle: Battle) -> Iterator[str]:
    """The markers of the village, those that burn with a flame (SV-SCN-21)."""
    row = maps().get(battle.settings.map)
    if battle.settings.scenario != 2 or row is None:
        return
    for number, (x, y) in enumerate(row.markers):
        lit = number < len(battle.lit) and battle.lit[number]
        flame = (
            '<path d="M0-22c10 9 15 17 9 28-3 6-15 6-18 0-6-11 3-16 9-28Z" fill="#e8641c" stroke="#7d2a06"/>'
            if lit
            else ""
        )
        yield (
            f'<g transform="{moved((int(x * R), int(y * R)), battle)}" stroke-width="2.5"><circle r="25" '
            f'fill="#6d6350" fill-opacity=".35" stroke="{INK}" stroke-dasharray="5 5"/>'
            f'<path d="M-12 6H12L7 18H-7Z" fill="{INK}"/>{flame}</g>'
        )


def points(battle: Battle) -> Iterator[str]:
    """Objective points with the circle that controls them; a point that one side alone wants in its colour."""
    for number, point in enumerate(battle.points, start=1):
        yield _point(moved(point, battle), GOLD, str(number))
    for seat, host in enumerate(battle.hosts):
        if host.point is not None:
            yield _point(moved(host.point, battle), FIELDS[seat], "AB"[seat])


def _point(shift: str, colour: str, name: str) -> str:
    return (
        f'<g transform="{shift}"><circle r="{REACH}" fill="{colour}" fill-opacity=".12" stroke="{colour}" '
        f'stroke-width="3"/><path d="M-16 16V-26L20-14-16-2" fill="{colour}" stroke="{INK}" stroke-width="2.5"/>'
        f'<text y="44" font-size="26" text-anchor="middle">{name}</text></g>'
    )


def lines(battle: Battle) -> Iterator[str]:
    """The line that a side has to defend, in its colour (SV-SCN-51)."""
    width, height = battle.settings.width // SCALE, battle.settings.height // SCALE
    depth = CONSTANTS.defence_line // SCALE
    for seat, host in enumerate(battle.hosts):
        if host.objective == "line":
            y = depth if seat else height - depth
            yield (
                f'<path class="front" d="M0 {y}H{width}" stroke="{FIELDS[seat]}" stroke-width="5" '
                f'stroke-dasharray="26 14" stroke-opacity=".75"/>'
            )


def exits(battle: Battle) -> Iterator[str]:
    """Arrows at the edge by which one escapes: the crusaders' whole edge, the villagers' piece of road."""
    width, height = battle.settings.width // SCALE, battle.settings.height // SCALE
    edge = battle.edge or ("N" if battle.settings.scenario == 1 else "")
    if not edge:
        return
    long = width if edge in "NS" else height
    spots = range(150, long, 300) if battle.edge else range(EXIT[0] // SCALE + 50, EXIT[1] // SCALE, 100)
    for at in spots:
        x, y = {"N": (at, 14), "E": (width - 14, at), "S": (at, height - 14), "W": (14, at)}[edge]
        yield (
            f'<path class="exit" transform="translate({x} {y})rotate({TURNS[edge]})" d="M-22 16 0-10 22 16" '
            f'fill="none" stroke="{GOLD}" stroke-width="8" stroke-linecap="round"/>'
        )


def infiltrators(battle: Battle) -> Iterator[str]:
    """Where a unit that nobody has seen yet may appear (SV-RED-03)."""
    for unit in battle.units.values():
        for place in unit.markers:
            yield (
                f'<g class="marker" transform="{moved(place, battle)}"><circle r="{unit.sheet.radius // SCALE}" '
                f'fill="{FIELDS[unit.seat]}" fill-opacity=".25" stroke="{FIELDS[unit.seat]}" stroke-width="3" '
                f'stroke-dasharray="6 5"/><text y="9" font-size="26" font-weight="700" text-anchor="middle" '
                f'stroke="{PAPER}" stroke-width="4" paint-order="stroke">{unit.id}</text></g>'
            )
