"""The scenarios (SV-SCN, SV-END): exits, braziers, objectives, the count, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.asking import Question
from heraut.games.vassaux.identities import (
    BORDER,
    NO_FIGURE,
    NO_UNIT,
    NORTH,
    PLACES,
    SOUTH,
    FigureId,
    Place,
    holder,
    home_of,
    opposite,
)
from heraut.games.vassaux.orders import Leave, refusal
from heraut.games.vassaux.phases.cohesion import disband
from heraut.games.vassaux.phases.objectives import capture, score
from heraut.games.vassaux.phases.spells import UNTIL_END_OF_TURN
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.roster import Entry, is_villagers
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import CONSTANTS, EPS, R, maps
from heraut.games.vassaux.tables.codes import Edge, MapCode, Road
from heraut.geometry import Point

EXIT = CONSTANTS.house_exit
EDGES: tuple[Edge, ...] = ("N", "E", "S", "W")


def finish(turn: Turn, winner: Place | None, road: Road) -> None:
    """The battle is over; None: a draw."""
    turn.now.winner, turn.now.road, turn.now.phase = holder(winner), road, "over"
    turn.now.stack, turn.now.asked = [], None
    turn.announce(
        "SV-END-04",
        "over",
        winner=turn.now.winner.value,
        road=road,
        progress=[float(one) for one in progress_of(turn)],
        numbers=[host.number for host in turn.now.hosts],
    )


def progress_of(field: Field) -> Sequence[Fraction]:
    """What each side has achieved, for the report."""
    if field.now.settings.scenario == 5:
        return [Fraction(score(field, seat)) for seat in PLACES]
    return progress(field)


def concede(turn: Turn, place: Place) -> None:
    """A player gives the battle up (SV-END-06)."""
    turn.announce("SV-END-06", "conceded", place=place)
    finish(turn, opposite(place), "conceded")


def draw_refusals(field: Field, place: Place) -> list[Refusal]:
    """A draw that has been offered is not offered again while the offer holds (SV-END-06)."""
    return [refusal("SV-END-06", "draw_offered_already")] if field.now.hosts[place].offers_draw else []


def offer_draw(turn: Turn, place: Place) -> None:
    """A draw is offered, or agreed on (SV-END-06); the offer holds until the end of the turn."""
    if turn.now.hosts[opposite(place)].offers_draw:
        turn.announce("SV-END-06", "draw_agreed")
        finish(turn, None, "agreed")
    else:
        turn.now.hosts[place].offers_draw = True
        turn.announce("SV-END-06", "draw_offered", place=place)


# The Lord's loss (SV-END-01 to 03)


def lord_lost(turn: Turn) -> bool:
    """Whoever has no living Lord has lost; without Lords on both sides the count decides."""
    lost = [host.lord_lost for host in turn.now.hosts]
    if lost == [False, False]:
        return False
    if lost == [True, True]:
        count(turn, "lords_lost")
    else:
        finish(turn, PLACES[lost.index(False)], "lord_lost")
    return True


# Progress (SV-END-04, 05)


def share(points: int, total: int) -> Fraction:
    """Part of a whole, 1 at most."""
    return min(Fraction(1), Fraction(points) / total)


def progress(field: Field) -> list[Fraction]:
    """The progress of both sides in the scenarios 0 to 4."""
    a, b = field.now.hosts
    part, whole = CONSTANTS.elimination
    match field.now.settings.scenario:
        case 1:
            return [
                min(Fraction(1), Fraction(b.eliminated * whole, b.total * part)),
                share(b.escaped, CONSTANTS.villagers_to_save),
            ]
        case 2:
            lit = sum(mark != NO_UNIT for mark in field.now.lit)
            return [share(lit, CONSTANTS.braziers), share(a.riders_lost, CONSTANTS.riders)]
        case 3:
            return [share(b.eliminated, b.total), share(a.eliminated, a.total)]
        case 4:
            return [share(a.escaped, a.total), share(a.eliminated, a.total)]
    return [min(Fraction(1), Fraction(host.eliminated * whole, host.total * part)) for host in (b, a)]


def count(turn: Turn, road: Road) -> None:
    """The higher progress, or the higher score, wins; equal: a draw."""
    if turn.now.settings.scenario == 5:
        first, second = Fraction(score(turn, SOUTH)), Fraction(score(turn, NORTH))
        turn.announce("SV-SCN-53", "scores", scores=[int(first), int(second)])
    else:
        first, second = progress(turn)
    finish(turn, None if first == second else PLACES[second > first], road)


# The end of a turn (SV-TRN-05)


def end_turn(turn: Turn) -> None:
    """Scenario checks, then what lasts until the end of the turn expires."""
    scenario = turn.now.settings.scenario
    if scenario == 2:
        light(turn)
    if scenario == 5:
        capture(turn)
    elif decisive(turn):
        return
    for unit in turn.now.units.values():
        unit.effects = [one for one in unit.effects if one.lstrip("-") not in UNTIL_END_OF_TURN]
    if turn.now.turn < turn.now.settings.turns:
        turn.now.phase = "command"
    elif scenario == 5 or not lord_lost(turn):
        count(turn, "marginal")


def decisive(turn: Turn) -> bool:
    """A side whose progress is complete has won at once (SV-END-04); in scenario 2 the Franks are checked first."""
    first, second = progress(turn)
    if turn.now.settings.scenario == 2 and second == 1:
        finish(turn, NORTH, "decisive")
    elif first == second == 1:
        finish(turn, None, "decisive")
    elif first == 1 or second == 1:
        finish(turn, PLACES[second == 1], "decisive")
    elif turn.now.settings.scenario == 4 and not any(figure < BORDER for figure in turn.now.at):
        count(turn, "nobody_left")
    return turn.now.road is not None


def light(turn: Turn) -> None:
    """English Vassals in contact with a marker light its brazier, once for good (SV-SCN-21)."""
    for index, (x, y) in enumerate(markers()):
        for unit in turn.leaders(SOUTH):
            ux, uy, r = turn.disc(unit.leader)
            keep = r + CONSTANTS.marker_radius + EPS
            if not unit.sheet.lord and not turn.now.lit[index] and (x - ux) ** 2 + (y - uy) ** 2 <= keep * keep:
                lit = list(turn.now.lit)
                lit[index] = unit.id
                turn.now.lit = lit
                turn.announce(
                    "SV-SCN-21", "brazier", unit=unit.id, marker=index + 1, lit=sum(mark != NO_UNIT for mark in lit)
                )


def markers() -> list[Point]:
    """The nine markers of the village."""
    return [(int(x * R), int(y * R)) for x, y in maps()[MapCode("M2")].markers]


# Exits (SV-SCN-12, SV-SCN-41)


def villagers(field: Field) -> Unit | None:
    """The unit that is to be saved."""
    for unit in field.now.units.values():
        sheet = unit.sheet
        if (
            unit.seat == NORTH
            and not sheet.lord
            and is_villagers(
                Entry(sheet.title, sheet.profile, sheet.weapon, sheet.armour, sheet.mounted, sheet.up, size=sheet.size)
            )
        ):
            return unit
    return None


def at_edge(field: Field, figure: FigureId, edge: Edge | Literal[""]) -> bool:
    """Whether a base stands against this edge of the table (SV-GEO-05)."""
    x, y, r = field.disc(figure)
    settings = field.now.settings
    gap = {"N": settings.height - y, "S": y, "E": settings.width - x, "W": x}[edge] - r
    return gap <= CONSTANTS.edge


def leavers(field: Field) -> list[FigureId]:
    """The figures that may leave now."""
    scenario = field.now.settings.scenario
    if scenario == 1:
        unit = villagers(field)
        men = [*unit.men, *unit.band] if unit else []
        return sorted(man for man in men if man in field.now.at and through_gate(field, man))
    if scenario == 4:
        return sorted(figure for figure in field.now.at if figure < BORDER and at_edge(field, figure, field.now.edge))
    return []


def through_gate(field: Field, man: FigureId) -> bool:
    """On the road, and in contact with the north edge inside the exit (SV-SCN-12)."""
    x, y = field.now.at[man]
    return EXIT[0] <= x <= EXIT[1] and field.ground.on_road((x, y)) and at_edge(field, man, "N")


def most_leavers(field: Field) -> int:
    """How many may leave in one turn."""
    able = len(leavers(field))
    return min(able, CONSTANTS.villagers_per_turn) if field.now.settings.scenario == 1 else able


def leaving(turn: Turn) -> None:
    """At the end of the turn the owner says who leaves (SV-DP-16)."""
    if leavers(turn):
        return turn.ask(NORTH if turn.now.settings.scenario == 1 else SOUTH, "leave")
    turn.now.phase = "turn_end"
    return None


def leave_refusals(field: Field, answer: Leave) -> list[Refusal]:
    """Only those who stand at the exit, and no more than the scenario lets out."""
    able = leavers(field)
    for man in answer.figures:
        if man not in able:
            return [refusal("SV-SCN-12", "cannot_leave", figure=man, figures=able)]
    if len(set(answer.figures)) != len(answer.figures) or len(answer.figures) > most_leavers(field):
        return [refusal("SV-SCN-12", "too_many_leave", most=most_leavers(field))]
    return []


def leave_default(field: Field) -> Leave:
    """All allowed; men before leaders, the nearest to the edge first."""
    edge = "N" if field.now.settings.scenario == 1 else field.now.edge

    def rank(man: FigureId) -> tuple[bool, int, int]:
        x, y = field.now.at[man]
        settings = field.now.settings
        return is_leader(field, man), {"N": settings.height - y, "S": y, "E": settings.width - x, "W": x}[edge], man

    return Leave(tuple(sorted(leavers(field), key=rank)[: most_leavers(field)]))


def is_leader(field: Field, man: FigureId) -> bool:
    """Whether a figure leads its unit."""
    return field.now.units[home_of(man)].leader == man


def leave_sample(field: Field, rng: Rng) -> Leave:
    """A random legal choice of those who may leave."""
    able = leavers(field)
    rng.shuffle(able)
    return Leave(tuple(able[: rng.randint(0, most_leavers(field))]))


def take_leave(turn: Turn, answer: Leave) -> None:
    """They are off the table, and not eliminated (SV-END-05); a Lord who left is not lost (SV-SCN-41)."""
    turn.now.phase = "turn_end"
    if not answer.figures:
        return
    host = turn.now.hosts[SOUTH if turn.now.settings.scenario == 4 else NORTH]
    for man in sorted(answer.figures, key=lambda man: is_leader(turn, man)):  # his men go with him, not confused
        unit, sheet = turn.unit(turn.group_of(man)), turn.sheet(home_of(man))
        place = turn.now.at.pop(man)
        unit.men = [one for one in unit.men if one != man]
        unit.band = [one for one in unit.band if one != man]
        turn.moved(unit)
        leads = unit.leader == man
        host.escaped += 1 if turn.now.settings.scenario == 1 else sheet.figure_cost + sheet.leader_cost * leads
        if leads:
            unit.leader, unit.post = NO_FIGURE, place
            turn.moved(unit)
            host.lord_left = host.lord_left or sheet.lord
            unit.wiped = not unit.men  # it has escaped: no loss to those who stay (SV-SOL-02)
            disband(turn, unit)
    turn.announce("SV-SCN-12" if turn.now.settings.scenario == 1 else "SV-SCN-41", "left", figures=list(answer.figures))


LEAVE = Question((Leave,), leave_refusals, leave_default, leave_sample, take_leave)
