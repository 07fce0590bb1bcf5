"""The table as one asks it: where figures stand, whom they touch, what they see (SV-GEO, SV-COH-01, SV-VIS)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt

from heraut.games.vassaux.identities import (
    BORDER,
    SOUTH,
    FigureId,
    GroupId,
    Place,
    band_of,
    by_number,
    home_of,
    is_band,
    opposite,
    unit_number,
    unit_of,
)
from heraut.games.vassaux.state import Battle, Sheet, Unit
from heraut.games.vassaux.table.cache import Base, Contacts, TableCache, cache_of
from heraut.games.vassaux.tables import CONSTANTS, EPS, SLIT
from heraut.games.vassaux.tables.codes import Mark, SpellCode
from heraut.geometry import Box, Disc, Sight, fine_gap, sight


class Field:
    """A battle as it stands (`now`) and its ground, to be asked. Only a `resolution.Turn` may change it."""

    __slots__ = ("cache", "ground", "now", "radius")

    def __init__(self, battle: Battle, cache: TableCache | None = None) -> None:
        self.now = battle
        self.cache = cache or cache_of(battle)
        self.ground = self.cache.ground
        self.radius = self.cache.radius

    # Who and where

    def disc(self, figure: FigureId) -> Disc:
        """The base of a figure on the table."""
        x, y = self.now.at[figure]
        return x, y, self.radius[figure]

    def unit(self, group: GroupId) -> Unit:
        """The unit of a group: of a band, the unit it came from."""
        return self.now.units[unit_of(group)]

    def standing_as(self, group: GroupId) -> GroupId:
        """The group itself, or the band of a unit that has no ranks any more (SV-MEL-04)."""
        return group if is_band(group) or self.unit(group).men else band_of(unit_of(group))

    def sheet(self, group: GroupId) -> Sheet:
        """The sheet of a group; a band keeps that of its unit (SV-COH-05)."""
        return self.now.units[unit_of(group)].sheet

    def group_of(self, figure: FigureId) -> GroupId:
        """The group that a figure on the table belongs to."""
        home = self.now.units[home_of(figure)]
        if figure in home.men:
            return home.id
        if figure in home.band:
            return band_of(home.id)
        for unit in self.now.units.values():
            if figure in unit.men:
                return unit.id
            if figure in unit.band:
                return band_of(unit.id)
        raise KeyError(figure)

    def base(self, figure: FigureId) -> Base:
        """The same with its id."""
        return self.cache.bases[figure]

    def everyone(self) -> Iterable[Base]:
        """Every figure on the table."""
        return self.cache.bases.values()

    def others(self, unit: Unit) -> list[Base]:
        """Every figure on the table but those of a unit's ranks."""
        found: list[Base] | None = self.cache.found.get(("others", unit.id))
        if found is None:
            own = set(unit.men)
            found = self.cache.found["others", unit.id] = [one for one in self.everyone() if one[0] not in own]
        return found

    def foes(self, seat: Place) -> list[Base]:
        """Every enemy figure on the table."""
        found = self.cache.foes.get(seat)
        if found is None:
            south = seat == SOUTH
            found = [one for one in self.everyone() if (one[0] > BORDER) is south]
            self.cache.foes[seat] = found
        return found

    def lord(self, seat: Place) -> Unit:
        """The Lord of a seat, dead or alive."""
        return self.now.units[unit_number(seat, 0)]

    def lord_stands(self, seat: Place) -> bool:
        """Whether the Lord is alive and on the table."""
        return self.lord(seat).leader in self.now.at

    # Distances (SV-GEO-03)

    def within(self, one: FigureId, other: FigureId, limit: int) -> bool:
        """Whether the gap between two figures is at most `limit`, tolerance granted."""
        at, radius = self.now.at, self.radius
        (ax, ay), (bx, by) = at[one], at[other]
        reach = radius[one] + radius[other] + limit + EPS
        return (ax - bx) ** 2 + (ay - by) ** 2 <= reach * reach

    def fine(self, one: FigureId, other: FigureId) -> int:
        """The exact gap, for orderings."""
        return fine_gap(self.disc(one), self.disc(other))

    def rough(self, one: FigureId, other: FigureId) -> float:
        """The gap in floating point, true to far less than a millionth: rounded there, it orders as `fine` does."""
        (ax, ay), (bx, by) = self.now.at[one], self.now.at[other]
        return sqrt((ax - bx) ** 2 + (ay - by) ** 2) - self.radius[one] - self.radius[other]

    def gaps(self, figure: FigureId, others: Iterable[FigureId]) -> list[float]:
        """The gaps from a figure to others, rough and rounded to a millionth, so that equal ones are equal."""
        at, radius = self.now.at, self.radius
        (ax, ay), r = at[figure], radius[figure]
        return [
            round(sqrt((ax - x) * (ax - x) + (ay - y) * (ay - y)) - r - radius[other], 6)
            for other in others
            for x, y in (at[other],)
        ]

    def nearest_of(self, figure: FigureId, others: Iterable[FigureId]) -> FigureId:
        """The nearest of these figures; ties: the smallest id."""
        return min(others, key=lambda other: (round(self.rough(figure, other), 6), other))

    def near_order(self, figure: FigureId, others: Iterable[FigureId]) -> list[FigureId]:
        """These figures by ascending gap, ties by id."""
        return sorted(others, key=lambda other: (round(self.rough(figure, other), 6), other))

    # Contact (SV-GEO-04, SV-GEO-06)

    def contacts(self, figures: Iterable[FigureId], seat: Place) -> Contacts:
        """Those of these figures (of this seat) that touch enemies, and whom they touch, by ids."""
        at, radius = self.now.at, self.radius
        places = [(figure, *at[figure], radius[figure]) for figure in figures if figure in at]
        if not places:
            return {}
        reach = 2 * CONSTANTS.mounted_radius + EPS
        west, east = min([one[1] for one in places]) - reach, max([one[1] for one in places]) + reach
        south, north = min([one[2] for one in places]) - reach, max([one[2] for one in places]) + reach
        near = [one for one in self.foes(seat) if west <= one[1] <= east and south <= one[2] <= north]
        found: Contacts = {}
        if near:
            near.sort()
            for figure, x, y, r in places:
                reach = r + EPS
                touched = [
                    foe
                    for foe, ex, ey, er in near
                    if (x - ex) * (x - ex) + (y - ey) * (y - ey) <= (reach + er) * (reach + er)
                ]
                if touched:
                    found[figure] = touched
        return found

    def touches(self, group: GroupId) -> Contacts:
        """The figures of a group that touch enemies, and whom they touch."""
        found = self.cache.touches.get(group)
        if found is None:
            box, seat = self.box(group), self.unit(group).seat
            near = box is not None and self.foe_is_near(seat, *box)
            found = self.cache.touches[group] = self.contacts(self.now.figures(group), seat) if near else {}
        return found

    def foe_is_near(self, seat: Place, west: int, south: int, east: int, north: int) -> bool:
        """A quick no: whether the bases of some enemy group come, by the box around them, into this box."""
        for group in self.enemy_groups(seat):
            box = self.box(group)
            if box is not None and box[0] <= east and west <= box[2] and box[1] <= north and south <= box[3]:
                return True
        return False

    def box(self, group: GroupId) -> Box | None:
        """The box around the bases of a group on the table, a little wider; None if nobody of it is there."""
        box = self.cache.boxes.get(group)
        if box is None:
            bases = self.cache.bases
            places = [bases[figure] for figure in self.now.figures(group) if figure in bases]
            if not places:
                return None
            xs, ys, wide = [one[1] for one in places], [one[2] for one in places], max([one[3] for one in places]) + EPS
            box = min(xs) - wide, min(ys) - wide, max(xs) + wide, max(ys) + wide
            self.cache.boxes[group] = box
        return box

    def engaged(self, group: GroupId) -> bool:
        """Whether at least one of its figures touches an enemy (SV-GEO-06)."""
        return bool(self.touches(group))

    def pinned(self, unit: Unit) -> bool:
        """Whether it touches at least one enemy who is not confused (SV-GEO-06)."""
        return any(not is_band(self.group_of(foe)) for foes in self.touches(unit.id).values() for foe in foes)

    def touched_groups(self, group: GroupId) -> list[GroupId]:
        """The enemy groups it touches, in the order of ids."""
        met = {self.group_of(foe) for foes in self.touches(group).values() for foe in foes}
        return sorted(met, key=by_number)

    # Sight (SV-VIS)

    def sees(self, observer: FigureId, target: FigureId) -> bool:
        """Whether one figure sees another (SV-VIS-03)."""
        return self.sees_disc(observer, self.disc(target))

    def sees_disc(self, observer: FigureId, target: Disc) -> bool:
        """Whether a figure sees a base at this place."""
        seer, (bx, by, _) = self.disc(observer), target
        ax, ay, r = seer
        west, east = (ax - r, bx + r) if ax < bx else (bx - r, ax + r)
        south, north = (ay - r, by + r) if ay < by else (by - r, ay + r)
        walls = [s for s in self.ground.walls if s[0] <= east and west <= s[2] and s[1] <= north and south <= s[3]]
        return not walls or sight(seer, target, walls, (), (), SLIT, EPS) is not Sight.HIDDEN

    def sees_group(self, observer: FigureId, group: GroupId) -> bool:
        """Whether a figure sees at least one figure of a group."""
        at = self.now.at
        return any(self.sees(observer, figure) for figure in self.now.figures(group) if figure in at)

    def clearness(self, observer: FigureId, target: FigureId) -> Sight:
        """Hidden, in cover, or clear (SV-VIS-02, 04, 05)."""
        return self.look(self.disc(observer), self.disc(target), observer)

    def look(self, seer: Disc, target: Disc, observer: FigureId) -> Sight:
        """The same for bases at any place; friends of `observer` that are not of his unit give cover."""
        ground = self.ground
        return sight(
            seer, target, ground.walls, ground.screens, self.friends_between(observer, seer, target), SLIT, EPS
        )

    def friends_between(self, observer: FigureId, seer: Disc, target: Disc) -> list[Disc]:
        """Figures of the observer's side, but not of his unit, near the corridor."""
        north = observer > BORDER
        own = set(self.now.figures(self.group_of(observer)))
        margin = seer[2] + CONSTANTS.mounted_radius
        west, east = min(seer[0], target[0]) - margin, max(seer[0], target[0]) + margin
        south, top = min(seer[1], target[1]) - margin, max(seer[1], target[1]) + margin
        radius = self.radius
        return [
            (x, y, radius[figure])
            for figure, (x, y) in self.now.at.items()
            if west <= x <= east and south <= y <= top and (figure > BORDER) is north and figure not in own
        ]

    def shelter(self, observer: FigureId, group: GroupId) -> int:
        """How many figures of a group are in cover or invisible from this observer (SV-SHT-06)."""
        at = self.now.at
        return sum(
            self.clearness(observer, figure) is not Sight.CLEAR for figure in self.now.figures(group) if figure in at
        )

    # Spells and command

    def effect(self, group: GroupId, name: SpellCode) -> bool:
        """Whether a spell's effect lies on a group."""
        return mark(group, name) in self.now.units[unit_of(group)].effects

    def in_aura(self, seat: Place, figure: FigureId) -> bool:
        """Whether a figure is within the Aura of the Lord of this seat; sight does not matter (SV-CMD-08)."""
        lord = self.lord(seat)
        return lord.leader in self.now.at and self.within(lord.leader, figure, lord.sheet.aura)

    def enemy_groups(self, seat: Place) -> list[GroupId]:
        """The groups that stand against this seat."""
        return list(self.now.groups(opposite(seat)))

    def leaders(self, seat: Place) -> Iterator[Unit]:
        """The units of a seat whose leader is on the table, by id."""
        at = self.now.at
        return (unit for unit in self.now.units.values() if unit.seat == seat and unit.leader in at)


def mark(group: GroupId, name: SpellCode) -> Mark:
    """How an effect is noted on its unit: those of the band apart."""
    return Mark(f"-{name}" if is_band(group) else name)
