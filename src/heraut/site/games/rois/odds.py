"""Odds beside the province that is open: the battle that one's own would fight there, and what would make it safe.

All from the King's own view, by the code that resolves battles; what had to be supposed of the other is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heraut.engine.words import real
from heraut.games.rois.calculators.battle import Unanswerable
from heraut.games.rois.calculators.known_battle import Supposition
from heraut.games.rois.choices.cell import possible_orders
from heraut.games.rois.forecast.attack import Attack, Fielded, attack
from heraut.games.rois.forecast.enough import TWO_THIRDS, troops_enough
from heraut.games.rois.forecast.model import Enough
from heraut.games.rois.herald import Herald
from heraut.games.rois.orders import Sheet
from heraut.games.rois.world.geography import NEIGHBOURS
from heraut.site.common.words import say, site_words
from heraut.site.games.rois.draft import Draft
from heraut.site.games.rois.foresight import foreseen, seen
from heraut.site.matchpage.match_access import MatchAccess


@dataclass(frozen=True)
class BattleOdds:
    """A battle as the card of a province shows it."""

    season: int
    words: str
    victory: int
    margin: int
    own: str
    foes: str
    losses: str
    enough: str
    supposed: list[str]


def battle_odds(
    access: MatchAccess, draft: Draft, herald: Herald, province: int, person: int, season: int
) -> BattleOdds | None:
    """The battle there: of those whom the sheet sends, and of the open person if he is near; None if there is none."""
    if province in access.view["own"]["provinces"]:
        return None
    joining = [person] if leads_near(access, draft, province, person, season) else []
    for when in [season] if joining else arrivals(access, draft, province):
        try:
            found = attack(access.view, draft.sheet, when, province, joining=joining)
        except Unanswerable:
            continue
        return told(access, draft, herald, found, joining)
    return None


def leads_near(access: MatchAccess, draft: Draft, province: int, person: int, season: int) -> bool:
    """Whether the open person stands with units beside this province as the open season begins."""
    if not (person and season):
        return False
    cell = foreseen(seen(access, draft)).cell(person, season)
    return bool(cell.units) and province in NEIGHBOURS.get(cell.before, ())


def arrivals(access: MatchAccess, draft: Draft, province: int) -> list[int]:
    """The seasons in which the sheet brings somebody there."""
    rows = foreseen(seen(access, draft)).rows
    return sorted({cell.season for row in rows for cell in row.cells if cell.after == province != cell.before})


def told(access: MatchAccess, draft: Draft, herald: Herald, found: Attack, joining: Sequence[int]) -> BattleOdds:
    """A battle in words."""
    leaders = [herald.name("character", leader) for leader in found.leaders]
    enemy = herald.name("kingdom", found.enemy)
    losses = {"own": real(found.own_losses, herald.lang, 1), "foes": real(found.foe_losses, herald.lang, 1)}
    return BattleOdds(
        found.season,
        say(f"rois_odds.if_{found.season}", leaders=leaders, enemy=enemy),
        round(100 * found.victory),
        max(1, round(100 * found.margin)),
        side(herald, found.own),
        side(herald, found.foes),
        say("rois_odds.losses", **losses),
        "" if 100 * found.victory >= TWO_THIRDS else enough(access, draft, herald, found, joining),
        [supposition(herald, one) for one in found.supposed],
    )


def side(herald: Herald, units: Sequence[Fielded]) -> str:
    """The units of a side by type, and what they are worth together."""
    counted = [say("rois_odds.units", count=one.count, type=herald.name("type", one.type)) for one in units]
    return say("rois_odds.side", units=counted, strength=real(sum(one.strength for one in units), herald.lang, 0))


def enough(access: MatchAccess, draft: Draft, herald: Herald, found: Attack, joining: Sequence[int]) -> str:
    """The cheapest troops that would make it safe, among those that can be raised."""
    options = [
        one
        for type in raised(access, draft.sheet, found.leaders[0], found.season)
        if (one := needed(access, draft, found, joining, type)) is not None
    ]
    if not options:
        return say("rois_odds.never_enough")
    best = min(options, key=lambda one: one.data["cost"])
    type = herald.name("type", best.data["type"])
    return say("rois_odds.enough", count=best.needed, type=type, cost=best.data["cost"], share=round(best.then))


def needed(access: MatchAccess, draft: Draft, found: Attack, joining: Sequence[int], type: str) -> Enough | None:
    """How many of a type would do; None if no number does, or nobody there may lead them."""
    one = troops_enough(access.view, draft.sheet, found.season, found.province, type, joining=joining)
    return one if one.needed and one.data["fit"] else None


def raised(access: MatchAccess, sheet: Sheet, leader: int, season: int) -> list[str]:
    """The types that a leader could raise in a season, or before it."""
    for order in possible_orders(access.view, sheet, leader, season):
        if order.kind == "Recruit" and order.arguments:
            return [str(choice.value) for choice in order.arguments[0].choices if choice.legal]
    return []


def supposition(herald: Herald, one: Supposition) -> str:
    """What had to be supposed, in words."""
    return site_words(herald.lang).say("rois_supposed", one.code, one.data, herald.names)
