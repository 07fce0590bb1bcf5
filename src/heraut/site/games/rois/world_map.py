"""What the year shows on the map: who goes where, where the open person can be, notes."""

from __future__ import annotations

from typing import Any

from heraut.games.rois.choices.model import Step
from heraut.games.rois.forecast.words import say_reason
from heraut.games.rois.herald import Herald
from heraut.games.rois.orders import Move
from heraut.site.games.rois.draft import Draft
from heraut.site.games.rois.foresight import foreseen, seen
from heraut.site.games.rois.jottings import of as jottings_of
from heraut.site.games.rois.models import Sort
from heraut.site.games.rois.page_address import Opened
from heraut.site.games.rois.scene import Asked, Route, map_context
from heraut.site.matchpage.match_access import MatchAccess

KINDS = {"certain": "sure", "undisturbed": "open", "unknown": "unknown"}


def map_of(access: MatchAccess, draft: Draft, now: Opened, steps: dict[int, Step] | None) -> dict[str, Any]:
    """The map with what is open on it; `steps`: where the open person can be."""
    herald = Herald(access.view, access.lang)
    legal = {number: step for number, step in (steps or {}).items() if step.reason is None}
    refused = {number: step for number, step in (steps or {}).items() if step.reason is not None}
    return map_context(
        access,
        Asked(
            chosen=now.province,
            person=now.person or 0,
            lit=frozenset(legal) if steps is not None else None,
            reasons={number: say_reason(herald, step.reason) for number, step in refused.items()},
            reach={number: step.season for number, step in legal.items()},
            routes=routes(access, draft),
            notes={int(one.subject): one.text for one in jottings_of(access) if one.sort == Sort.PROVINCE},
            keep={key: value for key, value in now.kept.items() if key != "province"},
        ),
    )


def routes(access: MatchAccess, draft: Draft) -> list[Route]:
    """Where the sheet sends each person, season by season."""
    found = []
    names = {each["number"]: each["name"] for each in access.view["own"]["characters"]}
    for row in foreseen(seen(access, draft)).rows:
        stops = tuple(
            (cell.season, cell.order.province, KINDS[cell.certainty] if cell.reason is None else "unknown")
            for cell in row.cells
            if isinstance(cell.order, Move)
        )
        if stops:
            found.append(Route(row.character, names[row.character], row.cells[0].before, stops))
    return found
