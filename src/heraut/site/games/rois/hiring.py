"""Heroes without a master: who of one's own should ask each of them, when he could be there, in one touch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from heraut.games.rois.calculators.knowledge import world_of
from heraut.games.rois.forecast.enough import best_hirer
from heraut.games.rois.herald import Herald
from heraut.games.rois.orders import SEASONS, Hire, Move
from heraut.games.rois.phases.heroes import pay_of
from heraut.site.common.words import say
from heraut.site.games.rois.draft import Draft
from heraut.site.games.rois.foresight import foreseen, reach, seen
from heraut.site.games.rois.order_forms import line_of
from heraut.site.matchpage.match_access import MatchAccess

MOST_ASKING = 3  # of one's own who are proposed for one Hero


@dataclass(frozen=True)
class Asking:
    """One of one's own who may ask a Hero: his chance; `lines` send him and let him ask, in seasons that are idle."""

    who: int
    name: str
    chance: int
    when: str = ""
    lines: str = ""


def pay(access: MatchAccess, hero: int) -> int:
    """What a Hero who is known would cost each year (RO-HERO-01)."""
    world = world_of(access.view)
    return pay_of(world.kingdoms[access.view["own"]["kingdom"]], world.characters[hero])


def asking(access: MatchAccess, draft: Draft, herald: Herald, hero: int, province: int) -> list[Asking]:
    """Those with the best chance, whoever can be there this year first."""
    found = [
        Asking(who, herald.name("character", who), chance, *journey(access, draft, who, hero, province))
        for who, chance in best_hirer(access.view, draft.sheet, hero)
        if chance
    ]
    return sorted(found, key=lambda one: (not one.lines, -one.chance))[:MOST_ASKING] if access.open else []


def journey(access: MatchAccess, draft: Draft, who: int, hero: int, province: int) -> tuple[str, str]:
    """When he could ask, and the lines of the sheet that have him do it; nothing where no seasons are free for it."""
    of = seen(access, draft)
    cells = [foreseen(of).cell(who, season) for season in SEASONS]
    for first in (cell for cell in cells if cell.idle):
        path: tuple[int, ...] = ()
        if first.before != province:
            step = reach(of, who, first.season).get(province)
            if step is None or step.reason is not None or step.attack:
                continue
            path = step.path
            last = step.season + 1
            start = step.season - len(path) + 1
        else:
            start = last = first.season
        if last <= SEASONS[-1] and all(cells[season - 1].idle for season in range(start, last + 1)):
            lines = [*moves(who, path, start), line_of(Hire(hero), who, last)]
            return say(f"rois.in_season_{last}"), "/".join([f"@{who}", *lines])
    return "", ""


def moves(who: int, path: tuple[int, ...], start: int) -> Iterator[str]:
    """The way, a province a season."""
    for season, province in enumerate(path, start=start):
        yield line_of(Move(province), who, season)
