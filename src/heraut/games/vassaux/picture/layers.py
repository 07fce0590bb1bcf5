"""The overlays of the table, one at a time: how far, who sees whom, Auras, fronts, threats.

Each is worked out by the code that resolves, for the group that is chosen; without one, for all whom it concerns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from heraut.games.vassaux.herald import Herald
from heraut.games.vassaux.identities import NO_UNIT, PLACES, FigureId, GroupId, Place, is_band, opposite, unit_of
from heraut.games.vassaux.phases.charging import anybody_in_reach, charge_fault, charges
from heraut.games.vassaux.phases.shooting import eligible, shooter_fault, weapon
from heraut.games.vassaux.picture.notes import note, rulers
from heraut.games.vassaux.picture.scenery import SCALE
from heraut.games.vassaux.picture.troops import FOOT, spot
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.front import joined
from heraut.games.vassaux.table.paths import reach, speed
from heraut.games.vassaux.tables import CONSTANTS, WEAPONS
from heraut.geometry import Sight

Layer = Literal["portee", "vue", "auras", "front", "menaces"]


class Overlay(NamedTuple):
    """What lies below the units, and what above them."""

    below: str = ""
    above: str = ""


SEEN = {Sight.CLEAR: "clear", Sight.COVERED: "covered", Sight.HIDDEN: "hidden"}
EYE = '<path d="M-15 0Q0-15 15 0 0 15-15 0Z"/>'
PUPILS = {
    "clear": '<circle r="5" class="eye-line"/>',
    "covered": '<path d="M-15 0H15M-9 5l-2 6M0 7v7M9 5l2 6" class="eye-line"/>',
    "hidden": '<path d="M-12-12 12 12M12-12-12 12" class="eye-line"/>',
}


DIRECTIONS = [(0.0, -1.0), (0.82, -0.57), (-0.82, -0.57), (0.94, 0.34), (-0.94, 0.34), (0.5, 0.87), (-0.5, 0.87)]
"""Where words stand at a ring, one ring after the other."""


def chosen_unit(field: Field, chosen: GroupId) -> Unit | None:
    """The unit that is chosen, if its leader stands on the table."""
    unit = field.now.units.get(unit_of(chosen)) if chosen and not is_band(chosen) else None
    return unit if unit is not None and unit.leader in field.now.at else None


def circle(field: Field, unit: Unit, radius: float, kind: str) -> str:
    """A ring around a leader; `radius` in mR from his centre."""
    x, y = spot(field.now.at[unit.leader], field.now)
    return f'<circle class="ring {kind}" cx="{x:g}" cy="{y:g}" r="{radius / SCALE:g}"/>'


def rim_note(field: Field, unit: Unit, radius: float, words: str, kind: str, turn: int = 0) -> str:
    """Words at the rim of such a ring: each ring has a direction of its own, the next where that leaves the table."""
    x, y = spot(field.now.at[unit.leader], field.now)
    wide, high, far = field.now.settings.width / SCALE, field.now.settings.height / SCALE, radius / SCALE
    around = [(x + far * u, y + far * v) for u, v in (*DIRECTIONS[turn:], *DIRECTIONS[:turn])]
    inside = [(u, v) for u, v in around if 110 < u < wide - 110 and 26 < v < high - 26]
    return note(*(inside or [(min(max(x, 120), wide - 120), min(max(y - 80, 30), high - 30))])[0], words, kind)


# How far


def ranges(field: Field, herald: Herald, chosen: GroupId) -> Overlay:
    """What a unit reaches on foot, running, by charge, by shot; of every unit, how far it marches."""
    unit = chosen_unit(field, chosen)
    if unit is not None:
        return all_ranges(field, herald, unit)
    rings = (
        f'<g class="side{one.seat}">{circle(field, one, marched(field, one), "march")}</g>'
        for seat in PLACES
        for one in field.leaders(seat)
    )
    return Overlay("".join(rings))


def marched(field: Field, unit: Unit, *, run: bool = False) -> int:
    """How far a leader goes straight ahead from where he stands, in mR (SV-MOV-01, 02)."""
    return reach(unit, speed(field, unit, [field.now.at[unit.leader]], run=run))


def charged(unit: Unit) -> int:
    """How near the base of an enemy must be for any charge, from the centre of its leader (SV-CHG-05)."""
    sheet = unit.sheet
    return reach(unit, sheet.mv) + sheet.aura + 3 * sheet.radius


def all_ranges(field: Field, herald: Herald, unit: Unit, kind: str = "") -> Overlay:
    """The rings of one unit, and words at each."""
    own = f" {kind}" if kind else ""
    found = [("march", marched(field, unit)), ("charge", charged(unit))]
    if not kind and unit.sheet.armour != "SIEGE":
        found.append(("run", marched(field, unit, run=True)))
    shot = WEAPONS[unit.sheet.weapon].range
    if shot:
        found.append(("shot", shot + unit.sheet.radius))
    rings, notes = [], []
    for turn, (name, radius) in enumerate(found):
        rings.append(circle(field, unit, radius, name + own))
        words = herald.page(f"range_{name}", far=rulers(herald.lang, shot if name == "shot" else radius))
        notes.append(rim_note(field, unit, radius, words, f"of-{name}", turn))
    return Overlay("".join(rings), "".join(notes))


# Who sees whom


def sights(field: Field, herald: Herald, chosen: GroupId) -> Overlay:
    """From the leader of the chosen unit: an eye on every enemy, open, shut or crossed, a line to each group."""
    unit = chosen_unit(field, chosen)
    if unit is None:
        return Overlay()
    lines, eyes = [], []
    for group in field.enemy_groups(unit.seat):
        men = field.now.figures(group)
        seen = {man: SEEN[field.clearness(unit.leader, man)] for man in men if man in field.now.at}
        mark = best_seen(field, unit, seen, group)
        if mark is not None:
            lines.append(line(field, unit.leader, mark, f"look {seen[mark]}"))
        eyes += [eye(field, man, how) for man, how in seen.items()]
    return Overlay("".join(lines), "".join(eyes))


def best_seen(field: Field, unit: Unit, seen: dict[FigureId, str], group: GroupId) -> FigureId | None:
    """The figure that range and sight are measured to: the leader, of a band its nearest (SV-SHT-02)."""
    leader = field.unit(group).leader
    if leader in seen:
        return leader
    return field.nearest_of(unit.leader, list(seen)) if seen else None


def eye(field: Field, man: FigureId, how: str) -> str:
    """A sign above a man: seen, in cover, or not seen."""
    x, y = spot(field.now.at[man], field.now)
    return f'<g class="eye {how}" transform="translate({x:g} {y - FOOT - 12:g})">{EYE}{PUPILS[how]}</g>'


def line(field: Field, one: FigureId, other: FigureId, kind: str) -> str:
    """A line between two figures."""
    (ax, ay), (bx, by) = spot(field.now.at[one], field.now), spot(field.now.at[other], field.now)
    route = f"M{ax:g} {ay:g}L{bx:g} {by:g}"
    return f'<path class="casing" d="{route}"/><path class="{kind}" d="{route}"/>'


# Auras, fronts


def auras(field: Field, herald: Herald, chosen: GroupId) -> Overlay:
    """Every leader's Aura; a Lord's, by which he commands, more heavily (SV-CMD)."""
    rings = (
        f'<g class="side{unit.seat}">'
        f"{circle(field, unit, unit.sheet.aura + unit.sheet.radius, 'aura lord' if unit.sheet.lord else 'aura')}</g>"
        for seat in PLACES
        for unit in field.leaders(seat)
    )
    return Overlay("".join(rings))


def fronts(field: Field, herald: Herald, chosen: GroupId) -> Overlay:
    """Between which men no charger passes, as wide as the chosen unit's bases, or men on foot (SV-CHG-08)."""
    unit = chosen_unit(field, chosen)
    width = 2 * (unit.sheet.radius if unit is not None else CONSTANTS.foot_radius)
    lines = (
        f'<g class="side{opposite(seat)}"><path class="front" d="{"".join(_joints(field, seat, width))}"/></g>'
        for seat in PLACES
    )
    return Overlay("".join(lines))


def _joints(field: Field, seat: Place, width: int) -> Iterator[str]:
    for pair in joined(field, seat, width):
        (ax, ay), (bx, by) = spot(field.now.at[pair.one], field.now), spot(field.now.at[pair.other], field.now)
        yield f"M{ax:g} {ay:g}L{bx:g} {by:g}"


# Threats


def threats(field: Field, herald: Herald, chosen: GroupId) -> Overlay:
    """What an enemy can reach, charge and shoot at now, were it his turn; of all enemies, the lines alone."""
    unit = chosen_unit(field, chosen)
    if unit is not None:
        rings = all_ranges(field, herald, unit, "threat")
        return Overlay(rings.below, "".join(aimed_at(field, unit)) + rings.above)
    seat = herald.view.get("seat")
    sides = PLACES if seat is None else [opposite(Place(seat))]
    return Overlay(
        above="".join(chain.from_iterable(aimed_at(field, one) for at in sides for one in field.leaders(at)))
    )


def aimed_at(field: Field, unit: Unit) -> Iterator[str]:
    """An arrow to every group that the unit could charge, a dotted one to every group that it could shoot at."""
    for group in charged_by(field, unit):
        yield arrow(field, unit, group, "charge")
    for group in shot_by(field, unit):
        yield arrow(field, unit, group, "shot")


def charged_by(field: Field, unit: Unit) -> list[GroupId]:
    """Whom it could charge, by any order (SV-CHG-04)."""
    if charge_fault(field, unit, "CHC") is not None or not anybody_in_reach(field, unit):
        return []
    return sorted({assault.aim.target for assault in charges(field, unit, "CHC", NO_UNIT, ())})


def shot_by(field: Field, unit: Unit) -> list[GroupId]:
    """Whom it could shoot at, by any order (SV-SHT-02)."""
    if shooter_fault(field, unit) is not None:
        return []
    return [target.group for target in eligible(field, unit, weapon(unit), NO_UNIT)]


def arrow(field: Field, unit: Unit, group: GroupId, kind: str) -> str:
    """From a leader to a group, with a head."""
    (ax, ay), (bx, by) = spot(field.now.at[unit.leader], field.now), middle(field, field.now.figures(group))
    far = max(1.0, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
    ux, uy = (bx - ax) / far, (by - ay) / far
    x, y, side = bx - ux * 34, by - uy * 34, f"side{unit.seat}"
    head = (
        f"M{x + ux * 24:.0f} {y + uy * 24:.0f}L{x - uy * 13:.0f} {y + ux * 13:.0f} {x + uy * 13:.0f} {y - ux * 13:.0f}Z"
    )
    route = f"M{ax:g} {ay:g}L{x:.0f} {y:.0f}"
    return (
        f'<g class="aim {side} {kind}"><path class="casing" d="{route}"/><path class="aim-line" d="{route}"/>'
        f'<path class="aim-head" d="{head}"/></g>'
    )


def middle(field: Field, men: Iterable[FigureId]) -> tuple[float, float]:
    """The middle of those of these men who stand on the table."""
    spots: Sequence[tuple[float, float]] = [spot(field.now.at[man], field.now) for man in men if man in field.now.at]
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


LAYERS: dict[str, Callable[[Field, Herald, GroupId], Overlay]] = {
    "portee": ranges, "vue": sights, "auras": auras, "front": fronts, "menaces": threats,
}  # fmt: skip
