"""Infiltration (SV-RED-03): three markers, and the arrival of a unit on one of them."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.asking import Question
from heraut.games.vassaux.identities import GroupId, by_number
from heraut.games.vassaux.orders import Arrive, Fight, Places, refusal
from heraut.games.vassaux.phases import melee
from heraut.games.vassaux.phases.cohesion import cohere
from heraut.games.vassaux.phases.movement import told_places
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Act, Chain, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.placement import Circle, Placed, Spot, settle
from heraut.games.vassaux.tables import EPS
from heraut.geometry import Box, Point


def is_free(field: Field, unit: Unit, place: Point) -> bool:
    """Whether a base of this unit fits here without overlap; enemies may be touched."""
    r = unit.sheet.radius
    x, y = place
    settings = field.now.settings
    if not (r <= x <= settings.width - r and r <= y <= settings.height - r) or not field.ground.bears(place, r):
        return False
    for _, ox, oy, radius in field.everyone():
        keep = r + radius - EPS
        if -keep < x - ox < keep and (x - ox) * (x - ox) + (y - oy) * (y - oy) < keep * keep:
            return False
    return True


def nearest_free(field: Field, unit: Unit, centre: Point) -> Point:
    """The free whole point nearest to a centre; of several as near the smallest x, then y.

    The table is halved again and again, the half that comes nearest first. What keeps a base away is convex: whatever
    takes all corners of a box takes all of it, and nothing in it is looked at.
    """
    if is_free(field, unit, centre):
        return centre
    r, settings, (cx, cy) = unit.sheet.radius, field.now.settings, centre
    ahead = [(0, False, (r, r, settings.width - r, settings.height - r))]
    while True:
        _, single, box = heappop(ahead)
        if single and is_free(field, unit, box[:2]):
            return box[:2]
        if single or is_taken(field, r, box):
            continue
        for left, low, right, high in halves(box):
            aside, off = max(left - cx, 0, cx - right), max(low - cy, 0, cy - high)
            whole = left == right and low == high  # points after boxes as near: a smaller x may be in them
            heappush(ahead, (aside * aside + off * off, whole, (left, low, right, high)))


def is_taken(field: Field, radius: int, box: Box) -> bool:
    """Whether one figure or one piece of ground leaves no place for a base in this box."""
    west, south, east, north = box
    for _, x, y, other in field.everyone():
        keep, aside, off = radius + other - EPS, max(x - west, east - x), max(y - south, north - y)
        if aside * aside + off * off < keep * keep:
            return True
    return field.ground.fills(box, radius)


def halves(box: Box) -> tuple[Box, Box]:
    """The two halves of a box of whole points, cut across its longer side."""
    west, south, east, north = box
    if east - west > north - south:
        middle = (west + east) // 2
        return (west, south, middle, north), (middle + 1, south, east, north)
    middle = (south + north) // 2
    return (west, south, east, middle), (west, middle + 1, east, north)


def doors(field: Field, unit: Unit) -> list[Point]:
    """The markers on which the Vassal may appear; if all are blocked, the free point nearest to the first."""
    free = [place for place in unit.markers if is_free(field, unit, place)]
    return free or [nearest_free(field, unit, unit.markers[0])]


def settled(field: Field, unit: Unit, answer: Arrive) -> Placed | Refusal:
    """Where everybody appears, and those for whom no slot is left."""
    movers = [man for man in unit.men if man != unit.leader]
    everyone = field.enemy_groups(unit.seat)
    circle = Circle(field, unit.id, answer.place, movers, everyone)
    taken: list[Point] = []
    for man, place in answer.places.items():
        if man not in movers or not circle.free(place, taken):
            return refusal("SV-PLA-02", "bad_place", figure=man, place=list(place))
        taken.append(place)
    return settle(field, Spot(unit.id, answer.place, unit.face, hand_touchable=everyone), movers, answer.places)


def touched_at(field: Field, unit: Unit, places: Iterable[Point]) -> list[GroupId]:
    """The enemy groups that bases of this unit at these places would touch."""
    r = unit.sheet.radius
    met = set()
    for x, y in places:
        for foe, ex, ey, er in field.foes(unit.seat):
            if (x - ex) ** 2 + (y - ey) ** 2 <= (r + er + EPS) ** 2:
                met.add(field.group_of(foe))
    return sorted(met, key=by_number)


def arriving(field: Field) -> Unit:
    """The unit that arrives."""
    act = field.now.stack[-1]
    assert isinstance(act, Act)
    return field.now.units[act.unit]


def arrive_refusals(field: Field, answer: Arrive) -> list[Refusal]:
    """A marker that is free, men in cohesion around it, and one unit touched as a target."""
    unit = arriving(field)
    if answer.place not in doors(field, unit):
        return [refusal("SV-RED-03", "bad_marker", places=[list(place) for place in doors(field, unit)])]
    found = settled(field, unit, answer)
    if isinstance(found, Refusal):
        return [found]
    touched = touched_at(field, unit, [answer.place, *found.places.values()])
    if (answer.target not in touched) if answer.target else len(touched) > 1:
        return [refusal("SV-RED-03", "arrival_target", units=touched)]
    return []


def arrive_default(field: Field) -> Arrive:
    """The first free marker; nobody is meant to touch an enemy, but if the Vassal does he fights the first touched."""
    unit = arriving(field)
    return with_target(field, unit, Arrive(doors(field, unit)[0]))


def with_target(field: Field, unit: Unit, answer: Arrive) -> Arrive:
    """This answer with a target named, if somebody touches an enemy."""
    found = settled(field, unit, answer)
    assert not isinstance(found, Refusal)
    touched = touched_at(field, unit, [answer.place, *found.places.values()])
    return Arrive(answer.place, answer.places, touched[0]) if touched else answer


def arrive_sample(field: Field, rng: Rng) -> Arrive:
    """Any free marker, sometimes with a man set down by hand."""
    unit = arriving(field)
    place = rng.choice(doors(field, unit))
    places: Places = {}
    movers = unit.men[1:]
    spot = (place[0] + rng.randint(-1200, 1200), place[1] + rng.randint(-1200, 1200))
    if Circle(field, unit.id, place, movers, field.enemy_groups(unit.seat)).free(spot, ()):
        places = {rng.choice(movers): spot}
    return with_target(field, unit, Arrive(place, places))


def take(turn: Turn, answer: Arrive) -> None:
    """The order is declared; nobody can react to it (SV-REA-11)."""
    act = turn.now.stack[-1]
    assert isinstance(act, Act)
    act.answer, act.step = answer, "resolve"


def resolve_arrival(turn: Turn, act: Act, unit: Unit, chain: Chain) -> None:
    """The unit appears: a march, or a charge if somebody touches an enemy."""
    answer = act.answer
    assert isinstance(answer, Arrive)
    act.step, act.done = "end", True
    appear(turn, unit, answer)
    touched = turn.touched_groups(unit.id)
    unit.simple = "CHA" if touched else "MAR"
    turn.announce(
        "SV-RED-03", "arrived", unit=unit.id, end=list(answer.place),
        places=told_places({man: turn.now.at[man] for man in unit.men if man != unit.leader}), contact=bool(touched),
    )  # fmt: skip
    cohere(turn, unit)
    if touched:
        target = answer.target if answer.target in touched else touched[0]
        melee.begin(turn, unit, Fight((target,)), act.code, charge=True)


def appear(turn: Turn, unit: Unit, answer: Arrive) -> None:
    """Everybody stands around the marker; whoever finds no slot, as near to it as may be."""
    found = settled(turn, unit, answer)
    assert not isinstance(found, Refusal)
    places, stay = found
    turn.now.at[unit.leader] = answer.place
    turn.now.at.update(places)
    turn.moved(unit)
    for man in stay:
        turn.now.at[man] = nearest_free(turn, unit, answer.place)
        turn.moved(unit)
    unit.markers = []


ARRIVE = Question((Arrive,), arrive_refusals, arrive_default, arrive_sample, take)
