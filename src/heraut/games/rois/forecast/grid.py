"""The year grid: a cell for each of one's own people and each season."""

from __future__ import annotations

from collections import Counter

from heraut.engine.protocol import Json
from heraut.games.rois.forecast.certainty import CERTAIN, UNDISTURBED, UNKNOWN
from heraut.games.rois.forecast.course import Course, Parade
from heraut.games.rois.forecast.model import Cell, Forecast, Omen, Row
from heraut.games.rois.forecast.outlook import FORESEEN
from heraut.games.rois.forecast.purse import purse_of
from heraut.games.rois.orders import SEASONS, Sheet
from heraut.games.rois.state import NATIVES


def forecast(view: Json, sheet: Sheet) -> Forecast:
    """The whole year of a sheet: where everybody stands, and what gold is left."""
    course = Course(view, sheet)
    course.begin()
    cells: dict[int, list[Cell]] = {number: [] for number in course.mine}
    for season in SEASONS:
        course.open_season(season)
        guards = set(course.defending)
        Parade(course).run()
        met = {number: company(course, number) for number in course.mine}
        course.close_season()
        for number in course.mine:
            cells[number].append(cell_of(course, number, met[number], guards=number in guards))
    rows = tuple(Row(number, tuple(found)) for number, found in cells.items())
    return Forecast(rows, purse_of(course))


def cell_of(course: Course, number: int, met: list[Omen], *, guards: bool) -> Cell:
    """What is foreseen of one of one's own in the season that has just ended."""
    act, character = course.acts[course.season, number], course.characters[number]
    units, fights = course.contingent(number), any(omen.code == "battle" for omen in act.omens)
    return Cell(
        character=number,
        season=course.season,
        order=act.order,
        before=act.before,
        before_certainty=act.base if course.season > 1 else CERTAIN,
        after=character.province,
        certainty=course.doubt[number],
        done=act.done,
        moves=course.moves_left(number),
        units=tuple(unit.number for unit in units if unit.number < FORESEEN),
        recruits=tuple(sorted(Counter(unit.type for unit in units if unit.number >= FORESEEN).items())),
        reason=act.reason,
        chance=act.chance,
        omens=(*act.omens, *(omen for omen in met if omen.code != "foes" or not fights)),
        idle=act.order is None and not guards and character.alive and number not in course.dismissed,
    )


def company(course: Course, number: int) -> list[Omen]:
    """Whom and what he may meet where he is now: comrades who arrive, strangers seen there, beasts."""
    act, character = course.acts[course.season, number], course.characters[number]
    here, found = character.province, list[Omen]()
    if not here:
        return found
    for other in course.origin:
        if other != number and other in course.doubt and course.characters[other].province == here:
            found.append(Omen("comrade", course.doubt[other], {"who": other, "origin": course.origin[other]}))
    for each in course.strangers(here):
        met = course.book.own["met"].get(str(each.number))
        if met is not None:
            sure = CERTAIN if course.season == 1 and met["turn"] >= course.year - 1 else UNKNOWN
            found.append(Omen("stranger", sure, {"who": each.number, "kingdom": each.kingdom, "turn": met["turn"]}))
    if act.order is not None and act.reason is None and course.may_meet_beasts(character, act.order):
        found.append(Omen("beasts", UNKNOWN, {"chance": course.beasts(number)}))
    foes = {k: n for k, n in course.presence[here].items() if k == NATIVES or course.hostile(course.own, k)}
    for kingdom, count in foes.items():
        found.append(Omen("foes", UNDISTURBED, {"kingdom": kingdom, "units": count}))
    return found
