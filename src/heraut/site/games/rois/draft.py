"""The sheet as its King has written it so far, read once a page: each line with what it says, or why it is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from heraut.engine.protocol import Json, Refusal
from heraut.engine.sheets import first_unread
from heraut.games.rois.decision import SheetDecision
from heraut.games.rois.orders import Action, RealmOrder, Sheet, StandingPlan
from heraut.games.rois.sheet.judging import read_lines
from heraut.games.rois.sheet.reading import Entry
from heraut.games.rois.sheet.writing import sheet_of
from heraut.site.games.rois.cells import Row, rows, season_in
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.saving import own_text


class Cell(NamedTuple):
    """A season of a character in the text: its line, its order if it was understood, or why it is refused."""

    line: int
    text: str
    entry: Action | None = None
    refusal: Refusal | None = None


@dataclass(frozen=True)
class Draft:
    """A text of a living King, read from his view alone."""

    view: Json
    text: str

    @cached_property
    def decision(self) -> SheetDecision:
        """What he owes."""
        return SheetDecision(self.view)

    @cached_property
    def found(self) -> Mapping[int, Entry | Refusal]:
        """Each line that holds something."""
        return dict(read_lines(self.decision.book, self.text))

    @cached_property
    def entries(self) -> dict[int, Entry]:
        """The lines that were understood."""
        return {line: one for line, one in self.found.items() if not isinstance(one, Refusal)}

    @cached_property
    def refusals(self) -> dict[int, Refusal]:
        """The lines that were refused."""
        return {line: one for line, one in self.found.items() if isinstance(one, Refusal)}

    @cached_property
    def sheet(self) -> Sheet:
        """What was understood, as the sheet that counts."""
        return sheet_of(self.entries.values())

    @cached_property
    def rows(self) -> list[Row]:
        """The lines of the text, to the first that was not read: nobody is told of those behind it one by one."""
        last = first_unread(self.refusals.values())
        return list(takewhile(lambda row: row.number <= last, rows(self.text.rstrip())))

    @cached_property
    def cells(self) -> dict[tuple[int, int], Cell]:
        """The seasons of characters that something is written for, by character and season."""
        cells: dict[tuple[int, int], Cell] = {}
        for row in self.rows:
            season = season_in(row.key)
            if season:
                entry = self.entries.get(row.number)
                refusal = self.refusals.get(row.number)
                action = entry if isinstance(entry, Action) else None
                cells.setdefault((row.section, season), Cell(row.number, row.text, action, refusal))
        return cells

    def standing_plan(self, character: int, *, duel: bool) -> StandingPlan | None:
        """The standing plan that the sheet gives a character, or his plan for duels."""
        return next(
            (
                one
                for one in self.entries.values()
                if isinstance(one, StandingPlan) and (one.character, one.duel) == (character, duel)
            ),
            None,
        )

    @cached_property
    def realm(self) -> list[tuple[int, RealmOrder]]:
        """The orders of the kingdom with their lines."""
        return [(line, one) for line, one in self.entries.items() if not isinstance(one, (Action, StandingPlan))]


def draft_of(access: MatchAccess, text: str | None = None) -> Draft:
    """The visitor's sheet as it is typed, or as the site has it. Read once a page."""
    known: dict[str, Draft] = vars(access).setdefault("rois_drafts", {})
    wanted = own_text(access) if text is None else text
    return known.setdefault(wanted, Draft(access.view, wanted))
