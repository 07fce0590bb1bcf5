"""What a King's sheet promises, reckoned once a text and remembered: everything from his view alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from heraut.engine.protocol import Json
from heraut.games.rois.choices.model import Step
from heraut.games.rois.choices.routes import reachable
from heraut.games.rois.forecast.grid import forecast
from heraut.games.rois.forecast.model import Forecast, Task
from heraut.games.rois.forecast.tasks import tasks
from heraut.site.games.rois.draft import Draft
from heraut.site.games.rois.jottings import subject_of, subjects
from heraut.site.games.rois.models import Sort
from heraut.site.matchpage.match_access import MatchAccess


@dataclass(frozen=True)
class Seen:
    """A view and a text of its King, known by their names alone (`MatchAccess.known`)."""

    name: str
    text: str
    view: Json = field(compare=False)

    @property
    def draft(self) -> Draft:
        """The text, read in this view."""
        return Draft(self.view, self.text)


def seen(access: MatchAccess, draft: Draft) -> Seen:
    """The visitor's."""
    return Seen(access.known, draft.text, access.view)


@lru_cache(maxsize=128)
def foreseen(of: Seen) -> Forecast:
    """The whole year of a sheet."""
    return forecast(of.view, of.draft.sheet)


@lru_cache(maxsize=256)
def reach(of: Seen, person: int, season: int) -> dict[int, Step]:
    """Where a person can be, from this season on."""
    return reachable(of.view, of.draft.sheet, person, season)


@lru_cache(maxsize=128)
def all_tasks(of: Seen, lang: str) -> list[Task]:
    """Everything to look at before the sheet is sealed."""
    return tasks(of.view, of.text, lang)


def open_tasks(access: MatchAccess, draft: Draft) -> tuple[list[Task], int]:
    """Those that the visitor has not hushed, and how many he has."""
    found = all_tasks(seen(access, draft), access.lang)
    hushed, kinds = subjects(access, Sort.HUSHED), subjects(access, Sort.HUSHED_KIND)
    shown = [one for one in found if subject_of(one.identity) not in hushed and one.kind not in kinds]
    return shown, len(found) - len(shown)
