"""Deployment (SV-DEP, SV-DP-02): whose turn it is, the question, who stays out; where one may stand is in `zones`."""

from __future__ import annotations

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.asking import Question
from heraut.games.vassaux.identities import NO_FIGURE, PLACES, FigureId, Place, opposite
from heraut.games.vassaux.orders import Deploy, refusal
from heraut.games.vassaux.phases.infiltration import is_free, nearest_free
from heraut.games.vassaux.phases.movement import told_places
from heraut.games.vassaux.phases.scenarios import EDGES
from heraut.games.vassaux.phases.zones import Search, first_place, formation, growth_of, zones
from heraut.games.vassaux.resolution import Turn, copy
from heraut.games.vassaux.state import Battle, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import CONSTANTS
from heraut.geometry import Point

MARKERS = CONSTANTS.infiltration_markers


def is_placed(field: Field, unit: Unit) -> bool:
    """On the table, or hidden behind its markers."""
    return unit.leader in field.now.at or bool(unit.markers)


def unplaced(field: Field, seat: Place) -> list[Unit]:
    """The units of a seat still to be deployed, by id."""
    return [
        unit for unit in field.now.units.values() if unit.seat == seat and unit.leader and not is_placed(field, unit)
    ]


def next_seat(field: Field) -> Place | None:
    """Who deploys now: by turns; the crusaders of scenario 4 first, all of them (SV-DEP-01, SV-SCN-40)."""
    able = [seat for seat in PLACES if unplaced(field, seat)]
    if not able:
        return None
    if field.now.settings.scenario == 4:
        return able[0]
    return field.now.active if field.now.active in able else able[0]


def deploy(turn: Turn) -> None:
    """The next unit, or the drawings that follow."""
    seat = next_seat(turn)
    if seat is None:
        return after(turn)
    return turn.ask(seat, "deploy")


def after(turn: Turn) -> None:
    """Secret numbers and the duel's places, or the edge to be reached; then the first turn (SV-SCN-30, 31, 40)."""
    turn.now.phase = "command"
    if turn.now.settings.scenario == 3:
        duel(turn)
        for seat in PLACES:
            turn.now.hosts[seat].number = turn.die()
            turn.tell(seat, "SV-SCN-31", "number", number=turn.now.hosts[seat].number)
    if turn.now.settings.scenario == 4:
        turn.now.edge = EDGES[int(4 * turn.random())]
        turn.announce("SV-SCN-40", "exit_drawn", edge=turn.now.edge)


def duel(turn: Turn) -> None:
    """Both Lords step forward to the middle of the table, on a drawn map to the nearest places that bear them."""
    x, y = turn.now.settings.width // 2, turn.now.settings.height // 2
    places = []
    for seat, side in zip(PLACES, (-1, 1), strict=True):
        lord = turn.lord(seat)
        if not lord.leader:  # he has stayed out (SV-DEP-02)
            continue
        lord.markers = []  # whoever steps forward arrives nowhere else (SV-RED-03)
        places.append(nearest_free(turn, lord, (x + side * CONSTANTS.duel_reach, y)))
        turn.now.at[lord.leader] = places[-1]
        turn.moved(lord)
    turn.announce("SV-SCN-30", "duel", places=[list(place) for place in places])


# Markers (SV-RED-03)


def infiltrates(unit: Unit) -> bool:
    """Whether the unit sets markers instead."""
    return "INFILTRATION" in unit.sheet.powers


def default_markers(field: Field, unit: Unit) -> tuple[Point, ...]:
    """On the middle line of the table, at its quarters, or the nearest free points."""
    settings = field.now.settings
    wanted = [(settings.width * part // 4, settings.height // 2) for part in (1, 2, 3)]
    return tuple(nearest_free(field, unit, place) for place in wanted)


# The question


def check(field: Field, answer: Deploy) -> list[Refusal]:
    """Why this unit cannot stand there."""
    assert field.now.asked is not None
    able = unplaced(field, field.now.asked.place)
    unit = next((one for one in able if one.id == answer.unit), None)
    if unit is None:
        return [refusal("SV-DEP-01", "not_to_deploy", units=[one.id for one in able])]
    if infiltrates(unit):
        if len(answer.markers) != MARKERS or len(set(answer.markers)) != MARKERS:
            return [refusal("SV-RED-03", "three_markers", number=MARKERS)]
        bad = [list(place) for place in answer.markers if not is_free(field, unit, place)]
        return [refusal("SV-RED-03", "bad_marker_place", places=bad)] if bad else []
    if answer.markers:
        return [refusal("SV-RED-03", "no_markers", unit=unit.id)]
    found = stand(field, unit, answer)
    return [found] if isinstance(found, Refusal) else []


def stand(field: Field, unit: Unit, answer: Deploy) -> dict[FigureId, Point] | Refusal | None:
    """Everybody's place in the zone as it is by now, or what is wrong; None: the whole table has no place for them."""
    found = formation(field, unit, answer, 0)
    if isinstance(found, Refusal):
        growth = growth_of(field, unit)
        if growth is None:
            return None
        found = formation(field, unit, answer, growth)
    return found


def default(field: Field) -> Deploy:
    """The next unit by id, at its default place."""
    assert field.now.asked is not None
    return default_for(field, unplaced(field, field.now.asked.place)[0])


def default_for(field: Field, unit: Unit) -> Deploy:
    """The default place of this unit; any will do for one that has none."""
    if infiltrates(unit):
        return Deploy(unit.id, markers=default_markers(field, unit))
    return first_place(field, unit) or Deploy(unit.id)


def sample(field: Field, rng: Rng) -> Deploy:
    """Any unit, at any place of its zone where it fits."""
    assert field.now.asked is not None
    unit = rng.choice(unplaced(field, field.now.asked.place))
    settings = field.now.settings
    if infiltrates(unit):
        spots = [(rng.randint(0, settings.width), rng.randint(0, settings.height)) for _ in range(60)]
        free = [spot for spot in dict.fromkeys(spots) if is_free(field, unit, spot)][:MARKERS]
        return Deploy(unit.id, markers=tuple(free)) if len(free) == MARKERS else default_for(field, unit)
    for _ in range(8):
        west, east, south, north = rng.choice(zones(field, unit))
        answer = Deploy(unit.id, (rng.randint(west, east), rng.randint(south, north)))
        if isinstance(formation(field, unit, answer, 0), dict):
            return answer
    return default_for(field, unit)


def take(turn: Turn, answer: Deploy) -> None:
    """The unit stands, or its markers do; or it has no place."""
    unit = turn.now.units[answer.unit]
    turn.now.active = opposite(unit.seat)
    if infiltrates(unit):
        unit.markers = list(answer.markers)
        turn.announce("SV-RED-03", "markers_set", unit=unit.id, markers=[list(place) for place in answer.markers])
        return
    found = stand(turn, unit, answer)
    if found is None:
        return stay_out(turn, unit)
    assert isinstance(found, dict), found
    turn.now.at.update(sorted(found.items()))
    turn.moved(unit)
    men = {man: place for man, place in found.items() if man != unit.leader}
    turn.announce("SV-DEP-01", "deployed", unit=unit.id, end=list(answer.place), places=told_places(men))


def stay_out(turn: Turn, unit: Unit) -> None:
    """A unit for which the whole table has no place is lost without points (SV-DEP-02)."""
    turn.announce("SV-DEP-02", "stayed_out", unit=unit.id, figures=unit.men)
    unit.men, unit.leader = [], NO_FIGURE
    turn.moved(unit)
    if unit.sheet.lord:
        turn.now.hosts[unit.seat].lord_lost = True


def homeless(battle: Battle) -> list[Unit]:
    """The units for which no place is left when all deploy by default, infiltrators like the others (SV-DEP-02)."""
    turn, found = Turn(copy(battle), Rng(b"")), list[Unit]()
    while (seat := next_seat(turn)) is not None:
        unit = unplaced(turn, seat)[0]
        spot = Search(turn, unit).first()
        if spot is None:
            found.append(battle.units[unit.id])
            stay_out(turn, unit)
        else:
            place, growth = spot
            places = formation(turn, unit, Deploy(unit.id, place), growth)
            assert isinstance(places, dict)
            turn.now.at.update(places)
            turn.moved(unit)
        turn.now.active = opposite(seat)
    return found


DEPLOY = Question((Deploy,), check, default, sample, take)
