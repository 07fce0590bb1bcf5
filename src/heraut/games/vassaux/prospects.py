"""What lies before whoever is asked: an answer he might give, the order he may interrupt, the figures he may name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from heraut.engine.protocol import Json
from heraut.games.vassaux.identities import NO_FIGURE, NO_UNIT, FigureId, GroupId, UnitId, by_number
from heraut.games.vassaux.instructions import Outlook
from heraut.games.vassaux.orders import Answer, Charge, Counter, Move, Orders, React
from heraut.games.vassaux.phases.activation import held_back, usual_orders, waiting
from heraut.games.vassaux.phases.acts import chain_of
from heraut.games.vassaux.phases.casting import countering
from heraut.games.vassaux.phases.charging import aims, in_reach
from heraut.games.vassaux.phases.losses import candidates
from heraut.games.vassaux.phases.reactions import forbidden
from heraut.games.vassaux.phases.scenarios import leavers
from heraut.games.vassaux.questions import QUESTIONS, hand
from heraut.games.vassaux.state import Losses
from heraut.games.vassaux.table.cache import TableCache
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.paths import reach, speed
from heraut.games.vassaux.tables import R
from heraut.games.vassaux.tables.codes import SIMPLE, OrderCode, SpellCode
from heraut.games.vassaux.view import battle_of
from heraut.geometry import Point, along, length


class Span(NamedTuple):
    """Neighbouring points of a way, both ends included, in mR from its start."""

    first: int
    last: int


def field_of(view: Json) -> Field:
    """The table as a view shows it, to be asked."""
    battle = battle_of(view)
    return Field(battle, TableCache(battle))  # the table in use is remembered elsewhere


# An answer


def sample(field: Field) -> Answer:
    """An answer that this question takes from this seat: more telling than silence, if there is one."""
    assert field.now.asked is not None
    question = QUESTIONS[field.now.asked.question]
    for answer in LIKELY.get(field.now.asked.question, lambda _: ())(field):
        if not question.check(field, answer):
            return answer
    return question.default(field)


def likely_orders(field: Field) -> Iterator[Orders]:
    """A march for the first unit that may; else what silence means."""
    assert field.now.asked is not None
    for unit in waiting(field, field.now.asked.place):
        if not unit.fm and not held_back(field, unit):
            yield Orders(unit.id, ("MAR",))
    yield usual_orders(field)


def likely_moves(field: Field) -> Iterator[Move]:
    """Straight on, as far as may be; a ruler or less; else closing up."""
    act, unit, _ = hand(field)
    most = reach(unit, speed(field, unit, [field.now.at[unit.leader]], run=act.code == "CRS"))
    for far in (most, R, R // 2, R // 4):
        yield Move("move", (along(field.now.at[unit.leader], unit.face, far),))
    yield Move("reorganise")


EAGER: tuple[OrderCode, ...] = ("CHA", "ATT", "MAR", "MT", "WAI")
REACTIONS: tuple[OrderCode, ...] = (*SIMPLE, "MT")


def first_reaction(able: Sequence[Reactor]) -> React:
    """The first that is no mere wait, as soon as it may be; a pass where there is none."""
    for order in EAGER:
        for one in able:
            if order in one.orders:
                return React(one.unit, order, one.orders[order][0].first)
    return React(NO_UNIT)


LIKELY: dict[str, Callable[[Field], Iterator[Answer]]] = {
    "activate": likely_orders,
    "move": likely_moves,
    "react": lambda field: iter([first_reaction(reactors_told(Outlook(field)))]),
    "regroup": lambda field: iter([Move("reorganise")]),
    "counter": lambda field: iter([Counter(min(countering(field)))]),
}


# The order that may be interrupted


class Threat(NamedTuple):
    """An order that has been declared: its unit, the way of its leader so far and to come, whom it is against."""

    unit: UnitId
    order: OrderCode
    path: Sequence[Point]
    far: int
    reached: int
    target: GroupId
    aim: FigureId
    spell: SpellCode | Literal[""]
    open: Sequence[Span]


class Reactor(NamedTuple):
    """A unit that could react: the orders it may give, each with the points of the way at which it may."""

    unit: UnitId
    alert: bool
    orders: dict[OrderCode, list[Span]]


def threat(outlook: Outlook) -> Threat:
    """What is declared, and where it may be interrupted (SV-ORD-06, SV-REA-01)."""
    act, window = outlook.act, outlook.window
    answer = act.answer
    targets = getattr(answer, "targets", None) or (getattr(answer, "target", NO_UNIT),)
    return Threat(
        act.unit, act.code, window.path, length(window.path) if window.path else 0, act.reached, targets[0],
        answer.aim if isinstance(answer, Charge) else NO_FIGURE, getattr(answer, "spell", ""),
        spans(outlook.points, outlook.points),
    )  # fmt: skip


def reactors_told(outlook: Outlook) -> list[Reactor]:
    """Who could react, by id (SV-REA-02, SV-REA-05); in the duel, whose hour has come (SV-SCN-31)."""
    found = []
    for unit in outlook.able:
        if not forbidden(outlook.field, unit):
            points = {
                order: [point for point in outlook.points if outlook.can(unit, point, order)] for order in REACTIONS
            }
            orders = {order: spans(some, outlook.points) for order, some in points.items() if some}
            if orders:
                found.append(Reactor(unit.id, unit.alert, orders))
    return found


def spans(some: Sequence[int], points: Sequence[int]) -> list[Span]:
    """These among the points of a way, neighbours taken together."""
    found: list[Span] = []
    place = {point: index for index, point in enumerate(points)}
    for point in some:
        if found and place[found[-1].last] == place[point] - 1:
            found[-1] = Span(found[-1].first, point)
        else:
            found.append(Span(point, point))
    return found


# The figures that an answer names


class Nameable(NamedTuple):
    """Figures that an answer may name, and the sentence that tells them."""

    sentence: str
    figures: list[FigureId]


def nameable(field: Field) -> list[Nameable]:
    """Those whom the question at hand is about."""
    assert field.now.asked is not None
    kind = field.now.asked.question
    if kind == "losses":
        top = field.now.stack[-1]
        assert isinstance(top, Losses)
        return [Nameable("liable", sorted(candidates(field, top)))]
    if kind == "leave":
        return [Nameable("leavers", leavers(field))]
    if kind == "charge":
        act, unit, chain = hand(field)
        known = aims(field, unit, act.code, chain.against, chain.left)
        near = [aim.figure for aim in known if in_reach(field, unit, aim.figure)]
        return [Nameable("aims", near), Nameable("own_men", own_men(field))]
    return [Nameable("own_men", own_men(field))] if kind == "move" else []


def touching(field: Field) -> dict[FigureId, list[GroupId]]:
    """Whom each man in contact touches, where more than one group may be struck (SV-MUL-01, 02)."""
    assert field.now.asked is not None
    if field.now.asked.question not in ("attack", "fight"):
        return {}
    _, unit, chain = hand(field)
    found = {
        man: sorted({field.group_of(foe) for foe in foes}, key=by_number)
        for man, foes in field.contacts(unit.men, unit.seat).items()
    }
    several = len({group for groups in found.values() for group in groups}) > 1
    return found if several and not chain.against else {}


def own_men(field: Field) -> list[FigureId]:
    """The men beside the leader of the unit whose order is in hand."""
    unit = field.now.units[chain_of(field).unit]
    return [man for man in unit.men if man != unit.leader]
