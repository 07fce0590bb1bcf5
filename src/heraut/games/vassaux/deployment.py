"""Deployment (SV-DEP, SV-DP-02): zones, the next unit, where it may stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.answers import Deploy
from heraut.games.vassaux.asking import Question, refusal
from heraut.games.vassaux.field import Field
from heraut.games.vassaux.infiltration import is_free, nearest_free
from heraut.games.vassaux.movement import told_places
from heraut.games.vassaux.placement import Circle, Zone, inside, ring_slots, settle
from heraut.games.vassaux.scenarios import EDGES, villagers
from heraut.games.vassaux.state import Point, Unit
from heraut.games.vassaux.tables import CLEAR, CONSTANTS, EPS
from heraut.games.vassaux.turn import Turn

MARKERS = 3
VILLAGE_LINES = (9500, 11000)  # the villagers' leader (SV-SCN-11)
FLANK = 1500
FLANK_DEPTH = 11000
HOUSE_ZONE = (4000, 11000, 5000, 12000)


def is_placed(field: Field, unit: Unit) -> bool:
    """On the table, or hidden behind its markers."""
    return unit.leader in field.b.at or bool(unit.markers)


def unplaced(field: Field, seat: int) -> list[Unit]:
    """The units of a seat still to be deployed, by id."""
    return [unit for unit in field.b.units.values() if unit.seat == seat and not is_placed(field, unit)]


def next_seat(field: Field) -> int | None:
    """Who deploys now: by turns; the crusaders of scenario 4 first, all of them (SV-DEP-01, SV-SCN-40)."""
    able = [seat for seat in (0, 1) if unplaced(field, seat)]
    if not able:
        return None
    if field.b.settings.scenario == 4:
        return able[0]
    return field.b.active if field.b.active in able else able[0]


def deploy(turn: Turn) -> None:
    """The next unit, or the drawings that follow."""
    seat = next_seat(turn)
    if seat is None:
        return after(turn)
    return turn.ask(seat, "deploy")


def after(turn: Turn) -> None:
    """Secret numbers and the duel's places, or the edge to be reached; then the first turn (SV-SCN-30, 31, 40)."""
    turn.b.phase = "command"
    if turn.b.settings.scenario == 3:
        duel(turn)
        for seat in (0, 1):
            turn.b.hosts[seat].number = turn.d6()
            turn.confide(seat, "SV-SCN-31", "number", number=turn.b.hosts[seat].number)
    if turn.b.settings.scenario == 4:
        turn.b.edge = EDGES[int(4 * turn.random())]
        turn.tell("SV-SCN-40", "exit_drawn", edge=turn.b.edge)


def duel(turn: Turn) -> None:
    """Both Lords step forward to the middle of the table, on a drawn map to the nearest places that bear them."""
    x, y = turn.b.settings.width // 2, turn.b.settings.height // 2
    places = []
    for seat, side in enumerate((-1, 1)):
        lord = turn.lord(seat)
        places.append(nearest_free(turn, lord, (x + side * CONSTANTS.duel_reach, y)))
        turn.b.at[lord.leader] = places[-1]
        turn.moved(lord)
    turn.tell("SV-SCN-30", "duel", places=[list(place) for place in places])


# Zones (SV-DEP-02, 03)


def zones(field: Field, unit: Unit, growth: int = 0) -> list[Zone]:
    """Where a unit's bases must stand, grown on every side when there is no room."""
    settings = field.b.settings
    wide, high = settings.width, settings.height
    if settings.scenario == 1:
        flanks = [(0, FLANK, 0, FLANK_DEPTH), (wide - FLANK, wide, 0, FLANK_DEPTH)]
        found = [HOUSE_ZONE] if unit.seat else [(0, wide, 0, CONSTANTS.zone), *flanks]
    elif settings.scenario == 4:
        x, y, reach = wide // 2, high // 2, CONSTANTS.ambush_reach
        found = [(0, wide, 0, high)] if unit.seat else [(x - reach, x + reach, y - reach, y + reach)]
    elif unit.seat:
        found = [(0, wide, high - CONSTANTS.zone, high)]
    else:
        found = [(0, wide, 0, CONSTANTS.zone)]
    return [
        (max(0, west - growth), min(wide, east + growth), max(0, south - growth), min(high, north + growth))
        for west, east, south, north in found
    ]


def leader_may(field: Field, unit: Unit, place: Point) -> bool:
    """The villagers' leader stands between two lines."""
    if field.b.settings.scenario != 1 or unit is not villagers(field):
        return True
    return VILLAGE_LINES[0] <= place[1] <= VILLAGE_LINES[1]


def enemy_room(field: Field) -> int:
    """The least gap to enemies: 3R in the ambush (SV-SCN-40)."""
    return CONSTANTS.ambush_gap - EPS if field.b.settings.scenario == 4 else CLEAR


def keeps_off(field: Field, unit: Unit, places: Sequence[Point], room: int) -> bool:
    """Whether bases keep this gap to every enemy."""
    r = unit.sheet.radius
    far = r + CONSTANTS.mounted_radius + room
    west, east = min([x for x, _ in places]) - far, max([x for x, _ in places]) + far
    south, north = min([y for _, y in places]) - far, max([y for _, y in places]) + far
    for _, x, y, er in field.foes(unit.seat):
        if west < x < east and south < y < north:
            keep = (r + er + room) ** 2
            if any((x - px) ** 2 + (y - py) ** 2 < keep for px, py in places):
                return False
    return True


def formation(field: Field, unit: Unit, answer: Deploy, growth: int) -> dict[int, Point] | Refusal:
    """Everybody's place, or what is wrong; without men set down by hand, asked of a table once."""
    if answer.places:
        return draw_up(field, unit, answer, growth)
    key, known = ("formation", unit.id, answer.place, growth), field.standing.found
    if key not in known:
        known[key] = draw_up(field, unit, answer, growth)
    found: dict[int, Point] | Refusal = known[key]
    return found


def draw_up(field: Field, unit: Unit, answer: Deploy, growth: int) -> dict[int, Point] | Refusal:
    """The leader in his zone, his men around him, and all of them clear of the enemy (SV-DEP-02, 03)."""
    around_him = zones(field, unit, growth)
    r = unit.sheet.radius
    if not inside(around_him, answer.place, r) or not leader_may(field, unit, answer.place):
        return refusal("SV-DEP-02", "outside_zone", zones=[list(zone) for zone in around_him])
    if not is_free(field, unit, answer.place):
        return refusal("SV-PLA-02", "bad_place", figure=unit.leader, place=list(answer.place))
    movers = [man for man in unit.men if man != unit.leader]
    circle = Circle(field, unit.id, answer.place, movers, zones=around_him)
    taken: list[Point] = []
    for man, place in answer.places.items():
        if man not in movers or not circle.free(place, taken):
            return refusal("SV-PLA-02", "bad_place", figure=man, place=list(place))
        taken.append(place)
    places, stay = settle(field, unit.id, answer.place, unit.face, movers, by_hand=answer.places, zones=around_him)
    if stay:
        return refusal("SV-DEP-02", "no_room", figures=stay)
    places[unit.leader] = answer.place
    if not keeps_off(field, unit, list(places.values()), enemy_room(field)):
        return refusal("SV-DEP-02", "near_enemy", room=enemy_room(field))
    return places


def growth_of(field: Field, unit: Unit) -> int:
    """By how much the zone counts as larger: not at all as long as there is one place on the grid (SV-DEP-02)."""
    growth = 0
    while first_place(field, unit, growth) is None:
        growth += CONSTANTS.zone_growth
    return growth


def grid(field: Field, unit: Unit, growth: int) -> Iterator[Point]:
    """The grid inside the zone, from the middle of its box outwards; ties: smallest x, then y."""
    boxes = zones(field, unit, growth)
    west, east = min(box[0] for box in boxes), max(box[1] for box in boxes)
    south, north = min(box[2] for box in boxes), max(box[3] for box in boxes)
    step = CONSTANTS.grid
    points = [
        (x, y)
        for x in range(-(-west // step) * step, east + 1, step)
        for y in range(-(-south // step) * step, north + 1, step)
    ]
    return iter(sorted(points, key=lambda p: ((2 * p[0] - west - east) ** 2 + (2 * p[1] - south - north) ** 2, p)))


def first_place(field: Field, unit: Unit, growth: int) -> Deploy | None:
    """The default place: in formation and apart from others, then in formation, then any (SV-DP-02)."""
    for apart, formed in ((True, True), (False, True), (False, False)):
        for place in grid(field, unit, growth):
            answer = Deploy(unit.id, place)
            places = formation(field, unit, answer, growth)
            if (
                isinstance(places, dict)
                and (not formed or in_formation(unit, place, places))
                and (not apart or stands_apart(field, unit, places))
            ):
                return answer
    return None


def in_formation(unit: Unit, leader: Point, places: dict[int, Point]) -> bool:
    """Whether no ring slot has been skipped."""
    men = [places[man] for man in sorted(places) if man != unit.leader]
    slots = ring_slots(leader, unit.face, 2 * unit.sheet.radius, unit.sheet.aura)
    return men == [slot for slot, _ in zip(slots, men, strict=False)]


def stands_apart(field: Field, unit: Unit, places: dict[int, Point]) -> bool:
    """Whether the unit keeps 0.5R from every figure of its side."""
    r, low = unit.sheet.radius, 50 * unit.seat
    for figure, (x, y) in field.b.at.items():
        if low < figure // 100 < low + 50:
            keep = (r + field.radius[figure // 100] + CONSTANTS.grid) ** 2
            if any((x - px) ** 2 + (y - py) ** 2 < keep for px, py in places.values()):
                return False
    return True


# Markers (SV-RED-03)


def infiltrates(unit: Unit) -> bool:
    """Whether the unit sets markers instead."""
    return "INFILTRATION" in unit.sheet.powers


def default_markers(field: Field, unit: Unit) -> tuple[Point, ...]:
    """On the middle line of the table, at its quarters, or the nearest free points."""
    settings = field.b.settings
    wanted = [(settings.width * part // 4, settings.height // 2) for part in (1, 2, 3)]
    return tuple(nearest_free(field, unit, place) for place in wanted)


# The question


def check(field: Field, answer: Deploy) -> list[Refusal]:
    """Why this unit cannot stand there."""
    assert field.b.asked is not None
    able = unplaced(field, field.b.asked[0])
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
    found = formation(field, unit, answer, 0)
    if isinstance(found, Refusal) and (growth := growth_of(field, unit)):
        found = formation(field, unit, answer, growth)
    return [found] if isinstance(found, Refusal) else []


def default(field: Field) -> Deploy:
    """The next unit by id, at its default place."""
    assert field.b.asked is not None
    return default_for(field, unplaced(field, field.b.asked[0])[0])


def default_for(field: Field, unit: Unit) -> Deploy:
    """The default place of this unit."""
    if infiltrates(unit):
        return Deploy(unit.id, markers=default_markers(field, unit))
    growth = 0
    while True:
        found = first_place(field, unit, growth)
        if found is not None:
            return found
        growth += CONSTANTS.zone_growth


def sample(field: Field, rng: Rng) -> Deploy:
    """Any unit, at any place of its zone where it fits."""
    assert field.b.asked is not None
    unit = rng.choice(unplaced(field, field.b.asked[0]))
    settings = field.b.settings
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
    """The unit stands, or its markers do."""
    unit = turn.b.units[answer.unit]
    turn.b.active = 1 - unit.seat
    if infiltrates(unit):
        unit.markers = list(answer.markers)
        turn.tell("SV-RED-03", "markers_set", unit=unit.id, markers=[list(place) for place in answer.markers])
        return
    found = formation(turn, unit, answer, 0)
    if isinstance(found, Refusal):
        found = formation(turn, unit, answer, growth_of(turn, unit))
    assert isinstance(found, dict), found
    turn.b.at.update(sorted(found.items()))
    turn.moved(unit)
    men = {man: place for man, place in found.items() if man != unit.leader}
    turn.tell("SV-DEP-01", "deployed", unit=unit.id, end=list(answer.place), places=told_places(men))


DEPLOY = Question((Deploy,), check, default, sample, take)
