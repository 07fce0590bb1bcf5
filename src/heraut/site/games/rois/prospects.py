"""What the order of the open cell promises: how it may end, and what would be enough for it to go well.

Spying and spells: how many more levels. A search: the guardian tried, and the level that would beat him. Exploring and
whatever else meets beasts: those that may roam there. All reckoned once a text, from the King's own view.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from heraut.games.rois import orders as o
from heraut.games.rois.forecast import adventure
from heraut.games.rois.forecast.adventure import Adventure
from heraut.games.rois.forecast.enough import TWO_THIRDS, gold_enough, levels_enough, prowess_enough
from heraut.games.rois.forecast.model import Enough
from heraut.games.rois.herald import Herald
from heraut.games.rois.orders import Action
from heraut.games.rois.tables import MONSTERS
from heraut.site.common.words import say
from heraut.site.games.rois.draft import Draft
from heraut.site.games.rois.encounter_odds import DANGER
from heraut.site.games.rois.foresight import Seen, foreseen, seen
from heraut.site.matchpage.match_access import MatchAccess

RUNS = 100  # encounters tried with each beast, and with each level
MOST_BEASTS = 3  # those that are named, the deadliest first
MOST_LACKING = 12  # pieces: with more missing it is not asked which number would do
PROWESS = "ME"


@dataclass(frozen=True)
class Prospect:
    """One thing to know of an order; `danger`: he may well die of it."""

    words: str
    danger: bool = False


def prospects(access: MatchAccess, draft: Draft, person: int, season: int) -> list[Prospect]:
    """What is worth knowing of the order of this cell."""
    cell = draft.cells.get((person, season))
    if cell is None or cell.entry is None or foreseen(seen(access, draft)).cell(person, season).reason is not None:
        return []
    herald, of = Herald(access.view, access.lang), seen(access, draft)
    order = cell.entry.order
    if isinstance(order, o.Search):
        return list(of_search(herald, of, cell.entry))
    if isinstance(order, o.Explore):
        return list(of_beasts(herald, of, cell.entry))
    found = levels(of, person, season)
    return [Prospect(of_levels(herald, found))] if found is not None and found.now < TWO_THIRDS else []


@lru_cache(maxsize=256)
def levels(of: Seen, person: int, season: int) -> Enough | None:
    """How many more levels would do."""
    draft = of.draft
    entry = draft.cells[person, season].entry
    return levels_enough(of.view, draft.sheet, entry) if entry is not None else None


def of_levels(herald: Herald, found: Enough) -> str:
    """The same in words."""
    ability = herald.name("ability", found.what)
    if found.needed is None:
        return say("rois_prospect.no_level", ability=ability)
    return say("rois_prospect.levels", count=found.needed, ability=ability, share=round(found.then))


@lru_cache(maxsize=256)
def searched(of: Seen, person: int, season: int) -> tuple[Adventure | None, Enough | None]:
    """The guardian of the place that is searched, and the level of Melee that would beat him."""
    draft = of.draft
    entry = draft.cells[person, season].entry
    assert entry is not None and isinstance(entry.order, o.Search)
    found = adventure.search(of.view, draft.sheet, person, season, entry.order.place, entry.order.plan, runs=2 * RUNS)
    if found is None or 100 * found.victory >= TWO_THIRDS:
        return found, None
    more = prowess_enough(
        of.view, draft.sheet, person, season, found.monster, PROWESS, plan=entry.order.plan, runs=RUNS
    )
    return found, more


def of_search(herald: Herald, of: Seen, entry: Action) -> Iterator[Prospect]:
    """Who guards the place, and how it may end."""
    found, more = searched(of, entry.character, entry.season)
    if found is None:
        return
    death = round(100 * found.death)
    beast = getattr(MONSTERS[found.monster], herald.lang)
    odds = say("rois_plans.odds", victory=round(100 * found.victory), death=death)
    yield Prospect(say("rois_prospect.guardian", beast=beast, odds=odds), death >= DANGER)
    if more is not None and more.needed:
        yield Prospect(of_levels(herald, more))


@lru_cache(maxsize=256)
def roaming(of: Seen, person: int, season: int) -> tuple[Adventure, ...]:
    """The beasts that may be met there."""
    return adventure.wanderers(of.view, of.draft.sheet, person, season, runs=RUNS // 2)


def of_beasts(herald: Herald, of: Seen, entry: Action) -> Iterator[Prospect]:
    """Those that he would most likely die of."""
    found = sorted(roaming(of, entry.character, entry.season), key=lambda one: -one.death)
    told = [
        say("rois_prospect.beast", beast=getattr(MONSTERS[one.monster], herald.lang), death=round(100 * one.death))
        for one in found[:MOST_BEASTS]
    ]
    if told:
        yield Prospect(say("rois_prospect.beasts", beasts=told), round(100 * found[0].death) >= DANGER)


@lru_cache(maxsize=256)
def against(of: Seen, person: int, season: int, beast: str) -> Adventure:
    """How somebody would fare against a beast as he is in a season, with the plan that holds."""
    return adventure.encounter(of.view, of.draft.sheet, person, season, beast, runs=RUNS)


def guardian_odds(access: MatchAccess, draft: Draft, person: int, season: int, beast: str) -> Prospect:
    """How the open person would fare against the guardian of a place."""
    found = against(seen(access, draft), person, season, beast)
    name = Herald(access.view, access.lang).name("character", person)
    death = round(100 * found.death)
    words = say("rois_prospect.against", name=name, victory=round(100 * found.victory), death=death)
    return Prospect(words, death >= DANGER)


@lru_cache(maxsize=128)
def lacking(of: Seen) -> Enough | None:
    """How many more pieces of gold would pay everything; None where nothing is missing, or far too much."""
    lacks = sum(one.lacks for one in foreseen(of).purse.unpaid)
    if not 0 < lacks <= MOST_LACKING:
        return None
    return gold_enough(of.view, of.draft.sheet, most=lacks)


def gold_words(of: Seen) -> str:
    """What is missing of gold, and how much more would pay all; "" where nothing is."""
    lacks = sum(one.lacks for one in foreseen(of).purse.unpaid)
    if not lacks:
        return ""
    found = lacking(of)
    needed = found.needed if found is not None else None
    return say("rois_prospect.gold", lacks=lacks, needed=needed or 0)
