"""The year as it stands in the sheet: who does what in which season, how sure that is, who and which place is open."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.utils.datastructures import MultiValueDict
from django.utils.safestring import SafeString

from heraut.games.rois.choices.model import Step
from heraut.games.rois.forecast.certainty import Chance
from heraut.games.rois.forecast.model import Cell as Foreseen
from heraut.games.rois.forecast.words import say_omen, say_reason
from heraut.games.rois.herald import Herald
from heraut.games.rois.orders import SEASONS
from heraut.games.rois.report import explain
from heraut.site.common.words import say
from heraut.site.games.rois.cell_card import CellCard, Writer
from heraut.site.games.rois.draft import Draft
from heraut.site.games.rois.foresight import Seen, foreseen, open_tasks, reach, seen
from heraut.site.games.rois.heirs import heir_form, ordered
from heraut.site.games.rois.inspector import inspected
from heraut.site.games.rois.jottings import of as jottings_of
from heraut.site.games.rois.models import Sort
from heraut.site.games.rois.order_words import Sentences
from heraut.site.games.rois.page_address import KINGDOM, Opened, number
from heraut.site.games.rois.portraits import portrait
from heraut.site.games.rois.prospects import gold_words, prospects
from heraut.site.games.rois.scene import province_named
from heraut.site.games.rois.world_map import map_of
from heraut.site.matches.orders import last_sheet
from heraut.site.matchpage.checked_lines import reason
from heraut.site.matchpage.match_access import MatchAccess

MARKS = ("idle", "refused", "doubtful", "undisturbed", "unknown", "chance", "moves")  # of the grid, in its key
MOST_TASKS = 60  # that a page shows, the gravest first
WRITING = ("put", "form", "route")  # acts that write a season (`sheet.py`)


@dataclass(frozen=True)
class GridCell:
    """A season of a person. `state`: "good", "doubtful", "refused" or "idle"; `why`: what is wrong with it; `kind`: its
    order in a word, for a narrow grid.
    """

    season: int
    words: str
    code: str
    state: str
    where: str
    kind: str = ""
    line: int = 0
    why: str = ""
    certainty: str = ""
    moves: int | None = None
    chance: Chance | None = None

    @property
    def name(self) -> str:
        """The season."""
        return say(f"rois.season_{self.season}")

    @property
    def short(self) -> str:
        """The same, where there is little room."""
        return say(f"rois.season_short_{self.season}")


@dataclass(frozen=True)
class GridRow:
    """A person of the King's own, and what he does in each season."""

    number: int
    name: str
    role: str
    female: bool
    where: str
    units: int
    portrait: SafeString
    cells: list[GridCell]

    @property
    def is_king(self) -> bool:
        """Whether he is the King himself."""
        return self.role == "king"

    @property
    def idle(self) -> int:
        """The first season in which he has nothing to do; 0 for none."""
        return next((one.season for one in self.cells if one.state == "idle"), 0)

    @property
    def idle_count(self) -> int:
        """In how many seasons he has nothing to do."""
        return sum(one.state == "idle" for one in self.cells)

    @property
    def open_at(self) -> int:
        """The season that opens with him."""
        return self.idle or 1


def opened(access: MatchAccess, rows: list[GridRow], *, somebody: bool = False) -> Opened:
    """What is open: after a change what was open before it. `somebody`: the King where nobody else is."""
    posted = access.request.method == "POST"
    asked: MultiValueDict[str, str] = access.request.POST if posted else access.request.GET
    word = asked.get("person" if posted else "personne", "")
    person = 0 if word in (KINGDOM, "0") else number(word) or None
    row = next((one for one in rows if one.number == person), None)
    season = number(asked.get("season" if posted else "saison", ""))
    act = asked.get("do", "").partition(":")[0] if posted else ""
    if row is not None and act in WRITING:  # the season that was written is done: on to the next one that is idle
        season = next((one.season for one in row.cells if one.season >= season and one.state == "idle"), season)
    if row is None and person != 0:
        row = rows[0] if somebody and rows else None
        person = row.number if row is not None else None
    return Opened(
        person,
        (season if season in SEASONS else row.open_at) if row is not None else 0,
        province_named(access.view, asked.get("province", "")),
        "" if posted else asked.get("ordre", ""),
        () if posted else tuple(asked.getlist("choix")[:8]),
    )


def year_context(access: MatchAccess, draft: Draft, tab: str) -> dict[str, Any]:
    """The grid of the year; the cell, the province and the order that are open; tasks; the purse; the map."""
    of = seen(access, draft)
    grid = rows(access, draft)
    now = opened(access, grid, somebody=tab == "orders")
    chosen = next((row for row in grid if row.number == now.person), None)
    tasks, hushed = open_tasks(access, draft) if access.open else ([], 0)
    return {
        "grid": grid,
        "grid_marks": marks(grid),
        "seasons": [(say(f"rois.season_{one}"), say(f"rois.season_short_{one}")) for one in SEASONS],
        "person": chosen,
        **around(grid, chosen),
        "opened": now,
        "kingdom_open": now.person == 0,
        "goes_on": chosen is not None and any(cell.line for cell in chosen.cells if cell.season <= now.season),
        "former": bool(access.open and access.seat and last_sheet(access.seat, access.match.step)),
        "cell_card": cell_card_of(access, draft, now) if access.open else None,
        "realm_orders": realm_orders(access, draft),
        "inspected": inspected(access, draft, now.province, chosen.number if chosen else 0, now.season),
        "tasks": [list(sort) for _, sort in groupby(tasks[:MOST_TASKS], attrgetter("kind"))],
        "task_count": len(tasks),
        "tasks_left": max(0, len(tasks) - MOST_TASKS),
        "hushed": hushed,
        "errors": sum(one.severity == "error" for one in tasks),
        "todos": [one for one in jottings_of(access) if one.sort == Sort.TODO],
        "purse": foreseen(of).purse,
        "upkeep": foreseen(of).purse.heroes + foreseen(of).purse.troops,
        "gold_lacks": gold_words(of),
        "prospects": prospects(access, draft, now.person, now.season) if now.person and now.season else [],
        "omens": omens(access, of, now.person, now.season) if now.person and now.season else [],
        "heir": heir_form(access.view, access.lang, ordered(draft)[1]) if now.kind == "NameHeir" else None,
        **(map_of(access, draft, now, ways(of, chosen, now)) if tab == "board" else {}),
    }


def marks(grid: list[GridRow]) -> list[tuple[str, str]]:
    """The marks that stand in the grid, with what they mean."""
    cells = [cell for row in grid for cell in row.cells]
    found = {cell.state for cell in cells} | {cell.certainty for cell in cells if cell.code}
    found |= {"chance" for cell in cells if cell.chance} | {"moves" for cell in cells if cell.moves is not None}
    return [(mark, say(f"rois_grid.{mark}")) for mark in MARKS if mark in found]


def ways(of: Seen, chosen: GridRow | None, now: Opened) -> dict[int, Step] | None:
    """Where the person that is open can be; None where nobody is."""
    return reach(of, chosen.number, now.season) if chosen is not None and now.season else None


def around(grid: list[GridRow], chosen: GridRow | None) -> dict[str, Any]:
    """Who comes before and after a person, and his place; the kingdom comes behind the last."""
    place = grid.index(chosen) if chosen is not None else len(grid)
    return {
        "person_place": place + 1,
        "before_person": grid[place - 1] if place else None,
        "after_person": grid[place + 1] if place + 1 < len(grid) else None,
    }


def omens(access: MatchAccess, of: Seen, person: int, season: int) -> list[str]:
    """What is foreseen of the season that is open: whom one meets there, what the order brings."""
    herald = Herald(access.view, access.lang)
    return [say_omen(herald, one) for one in foreseen(of).cell(person, season).omens]


def cell_card_of(access: MatchAccess, draft: Draft, now: Opened) -> CellCard | None:
    """The orders of the cell that is open, or those of the kingdom."""
    if now.person is None:
        return None
    return Writer(draft, access.lang, now.person, now.season, now.kept).card(now.kind, now.picks)


def realm_orders(access: MatchAccess, draft: Draft) -> list[tuple[int, str]]:
    """The orders of the kingdom with their lines, in words."""
    sentences = Sentences(access.view, access.lang)
    return [(line, sentences.of(order)) for line, order in draft.realm]


def rows(access: MatchAccess, draft: Draft) -> list[GridRow]:
    """A row for each living person of the King's own, himself first."""
    herald, sentences = Herald(access.view, access.lang), Sentences(access.view, access.lang)
    ahead = foreseen(seen(access, draft))
    people = {each["number"]: each for each in access.view["own"]["characters"]}
    return [
        GridRow(
            row.character,
            people[row.character]["name"],
            people[row.character]["role"],
            people[row.character]["sex"] == "F",
            herald.name("province", people[row.character]["province"]),
            sum(unit["leader"] == row.character for unit in access.view["own"]["units"]),
            portrait(people[row.character], access.view["turn"]),
            [cell(draft, sentences, one) for one in row.cells],
        )
        for row in sorted(ahead.rows, key=lambda one: (people[one.character]["role"] != "king", one.character))
    ]


def cell(draft: Draft, sentences: Sentences, ahead: Foreseen) -> GridCell:
    """One season of a person, as the sheet says it and as it is foreseen."""
    found = draft.cells.get((ahead.character, ahead.season))
    known: dict[str, Any] = {
        "season": ahead.season,
        "where": sentences.herald.name("province", ahead.after) if ahead.after else "",
        "certainty": ahead.certainty,
        "moves": max(ahead.moves) if ahead.moves is not None else None,  # on land or at sea, whichever goes
    }
    if found is None:
        return GridCell(words=say("rois.idle" if ahead.idle else "rois.rests"), code="", state=idle(ahead), **known)
    if found.entry is None:
        why = reason(explain, found.refusal, sentences.herald.lang) if found.refusal is not None else ""
        text = found.text.partition(":")[2].strip()
        return GridCell(words=text, code="", state="refused", line=found.line, why=why, **known)
    why = say_reason(sentences.herald, ahead.reason)
    order = found.entry.order
    return GridCell(
        words=sentences.of(order),
        code=order.code,
        kind=say(f"rois_order_kind.{type(order).__name__}"),
        state="doubtful" if why else "good",
        line=found.line,
        why=why,
        chance=ahead.chance,
        **known,
    )


def idle(ahead: Foreseen) -> str:
    """Whether a season without an order is lost, or is as it should be."""
    return "idle" if ahead.idle else "good"
