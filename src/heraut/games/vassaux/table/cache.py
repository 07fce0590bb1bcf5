"""How the table stands: what is found out about it is remembered until somebody moves, falls or changes groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from heraut.games.vassaux.identities import FigureId, GroupId, Place, figures_of, place_of, unit_of
from heraut.games.vassaux.state import Battle, Unit
from heraut.games.vassaux.table.ground import ground_of
from heraut.geometry import Box, Point

Base = tuple[FigureId, int, int, int]
"""Someone on the table: his id, x, y, and the radius of his base. A plain tuple: it is unpacked in every inner loop."""


Contacts = dict[FigureId, list[FigureId]]
"""Figures that touch enemies, each with those it touches, by ids."""


class TableCache:
    """Who stands where, and what has been found out about it: true until somebody moves, falls or changes groups.

    One decision after another is about the same table, and asks it the same things: what has been worked out for an
    announcement holds when its parameters are declared. Only places, ranks and ground are in here, nothing secret.
    """

    __slots__ = (
        "at", "bases", "battle", "boxes", "filling", "foes", "found", "ground", "radius", "ranks", "settings",
        "touches",
    )  # fmt: skip

    def __init__(self, battle: Battle, before: TableCache | None = None, mover: Unit | None = None) -> None:
        self.battle = battle  # the last one that was found to stand so
        self.settings = battle.settings
        self.at = battle.at.copy()
        self.ranks = ranks_of(battle)
        self.found: dict[tuple[Any, ...], Any] = {}  # answers of the chapters, by question
        self.filling: dict[Any, Any] = {}  # what is still true when more figures have come (`phases/zones.py`)
        self.bases: dict[FigureId, Base]
        self.foes: dict[Place, list[Base]] = {}
        self.boxes: dict[GroupId, Box] = {}
        self.touches: dict[GroupId, Contacts] = {}
        if before is None or mover is None:
            self.ground = ground_of(battle.settings.elements)
            self.radius = {
                figure: unit.sheet.radius
                for unit in battle.units.values()
                for figure in figures_of(unit.id, unit.sheet.size)
            }
            self.bases = {figure: (figure, x, y, self.radius[figure]) for figure, (x, y) in self.at.items()}
        else:
            self.ground, self.radius = before.ground, before.radius
            self.follow(before, mover)

    def follow(self, before: TableCache, mover: Unit) -> None:
        """One unit stands otherwise than before: what concerns the others of its side alone is still true."""
        at, radius, bases = self.at, self.radius, before.bases.copy()
        for figure in (*mover.men, *mover.band):
            if figure in at:
                bases[figure] = (figure, *at[figure], radius[figure])
        same = len(before.bases) == len(bases) == len(at)  # nobody has come or gone
        self.bases = bases if same else {figure: bases[figure] for figure in at}
        if before.filling and all_stand(before.at, at):
            self.filling = {key: known.copy() for key, known in before.filling.items()}
        if mover.seat in before.foes:
            self.foes[mover.seat] = before.foes[mover.seat]
        self.boxes = {group: box for group, box in before.boxes.items() if unit_of(group) != mover.id}
        for group, touched in before.touches.items():
            unit = unit_of(group)
            if place_of(unit) == mover.seat and unit != mover.id:
                self.touches[group] = touched

    def is_of(self, battle: Battle) -> bool:
        """Whether everybody stands so in this battle: the same figures in the same places, ranks and order."""
        return (
            self.settings is battle.settings
            and self.at == battle.at
            and self.ranks == ranks_of(battle)
            and (self.battle is battle or list(self.at) == list(battle.at))
        )


def all_stand(before: Mapping[FigureId, Point], now: Mapping[FigureId, Point]) -> bool:
    """Whether everybody stands where he stood, whoever has come besides."""
    return before == now if len(before) == len(now) else before.items() <= now.items()


def ranks_of(battle: Battle) -> list[tuple[Any, ...]]:
    """Who belongs to which group, and who leads it, as what."""
    return [(unit.sheet, unit.leader, unit.men, unit.band) for unit in battle.units.values()]


_last: list[TableCache] = []  # the table in use
_root: list[TableCache] = []  # the one that was last cloned, to be played on from many times


def cache_of(battle: Battle) -> TableCache:
    """What is known of the table, if everybody stands where he stood when it was last asked, or cloned."""
    known = next((one for one in (*_last, *_root) if one.is_of(battle)), None) or TableCache(battle)
    remember(known, battle)
    return known


def cloned(battle: Battle, twin: Battle) -> None:
    """What is known of this battle is kept while its twins are played on."""
    known = cache_of(battle)
    _root[:] = [known]
    remember(known, twin)


def remember(known: TableCache, battle: Battle) -> None:
    """Whoever asks next about a battle that stands so is told what this table has been asked."""
    known.battle = battle
    _last[:] = [known]


def cache_at(decision: Battle) -> TableCache:
    """The same for a battle whose pending decision has just been answered: it stands as it did then."""
    known = _last[0] if _last else None
    return known if known is not None and known.battle is decision else cache_of(decision)
