"""Encounters tried beforehand: a plan against a beast that is chosen, and against whatever waits where he will be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from heraut.games.rois.forecast import adventure
from heraut.games.rois.forecast.adventure import Adventure
from heraut.games.rois.herald import Herald
from heraut.games.rois.orders import SEASONS
from heraut.games.rois.state import Plan
from heraut.games.rois.tables import MONSTERS
from heraut.site.common.words import say
from heraut.site.games.rois.draft import Draft
from heraut.site.games.rois.foresight import foreseen, seen
from heraut.site.matchpage.match_access import MatchAccess

DANGER = 10  # deaths in a hundred from which an encounter is called dangerous
MOST_PLACES = 4  # guardians that a plan is tried on in one page
RUNS = 200  # encounters with each of them


@dataclass(frozen=True)
class EncounterOdds:
    """How an encounter may end under a plan, in percent; `when` and `where` for a guardian, "" for a chosen beast."""

    beast: str
    victory: int
    death: int
    margin: int
    endings: list[tuple[str, int]]
    when: str = ""
    where: str = ""

    @property
    def dangerous(self) -> bool:
        """Whether he may well die of it."""
        return self.death >= DANGER


def encounter_odds(access: MatchAccess, draft: Draft, person: int, plan: Plan, beast: str) -> dict[str, Any]:
    """The beast that is chosen, and the guardians of places where he will be."""
    herald = Herald(access.view, access.lang)
    found = adventure.encounter(access.view, draft.sheet, person, 1, beast, plan) if beast in MONSTERS else None
    return {
        "against": told(herald, found) if found is not None else None,
        "guardians": list(guardians(access, herald, draft, person, plan)),
    }


def guardians(access: MatchAccess, herald: Herald, draft: Draft, person: int, plan: Plan) -> Iterator[EncounterOdds]:
    """Those that are known where he will be, each in the first season in which he stands there."""
    met: set[tuple[int, int]] = set()
    for season in SEASONS:
        province = foreseen(seen(access, draft)).cell(person, season).before
        known = access.view["own"]["map"].get(str(province), {})
        for place in known.get("features", ()):
            one = province, place["place"]
            if one in met or not place["guardian"] or place["pacified"] or len(met) == MOST_PLACES:
                continue
            met.add(one)
            found = adventure.search(access.view, draft.sheet, person, season, place["place"], plan, runs=RUNS)
            if found is not None:
                where = say("rois_encounter.place", place=place["place"], feature=herald.name("feature", place["kind"]),
                            province=herald.name("province", province))  # fmt: skip
                yield told(herald, found, say(f"rois.in_season_{season}"), where)


def told(herald: Herald, found: Adventure, when: str = "", where: str = "") -> EncounterOdds:
    """How it may end, in words."""
    endings = [(say(f"rois_ending.{code}"), round(100 * share)) for code, share in found.endings.items()]
    return EncounterOdds(
        getattr(MONSTERS[found.monster], herald.lang),
        round(100 * found.victory),
        round(100 * found.death),
        max(1, round(100 * found.margin)),
        [(words, share) for words, share in endings if share],
        when,
        where,
    )
