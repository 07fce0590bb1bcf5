"""What a player says in advance, so that he need not be asked: reactions, initiative, counters, martyrs (SV-DPR-02).

He gives an instruction instead of the answer to any question; that question remains. What he has said is kept from turn
to turn, answers where he would be asked, and is known to nobody else (SV-INF-02).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.identities import NO_UNIT, WHOEVER, Place, UnitId
from heraut.games.vassaux.orders import ABOUT, Answer, Counter, Deed, Instruct, React, Rule, Say, refusal
from heraut.games.vassaux.phases.activation import COMPOSED
from heraut.games.vassaux.phases.casting import countering
from heraut.games.vassaux.phases.reactions import (
    distances,
    forbidden,
    frames,
    halfway,
    order_refusals,
    place_at,
    reactors,
)
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Instructions, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import CONSTANTS, EPS
from heraut.games.vassaux.tables.codes import SIMPLE, AnyOrder, OrderCode
from heraut.geometry import Point, squared

DEEDS: tuple[Deed, ...] = (*SIMPLE, "MT", "pass", "ask")

# What may be said


def instruct_refusals(field: Field, place: Place, answer: Instruct) -> list[Refusal]:
    """Why an instruction cannot be kept."""
    kept = field.now.hosts[place].instructions
    if kept is not None and kept.given >= CONSTANTS.instructions_given:
        return [refusal("SV-DPR-02", "enough_said", most=CONSTANTS.instructions_given)]
    if len(answer.rules) > CONSTANTS.instruction_rules:
        return [refusal("SV-DPR-02", "too_many_rules", number=len(answer.rules), most=CONSTANTS.instruction_rules)]
    named = [rule.unit for rule in answer.rules] + [answer.unit if answer.unit not in (None, WHOEVER) else NO_UNIT]
    own = [unit.id for unit in own_units(field, place)]
    foreign = [unit for unit in named if unit not in (NO_UNIT, *own)]
    faults = [refusal("SV-DPR-02", "not_your_unit", unit=unit, units=own) for unit in foreign]
    return faults + [fault for rule in answer.rules for fault in rule_refusals(field, rule)]


def own_units(field: Field, place: Place) -> list[Unit]:
    """The units that a player orders himself, and whose leader lives."""
    return [unit for unit in field.now.units.values() if unit.seat == place and unit.leader and not unit.fm]


def rule_refusals(field: Field, rule: Rule) -> list[Refusal]:
    """Why a rule of the instruction for reactions makes no sense."""
    most = field.now.settings.width + field.now.settings.height
    faults = []
    if rule.order not in ("", *SIMPLE, *COMPOSED):
        faults.append(refusal("SV-DPR-02", "no_such_order", order=rule.order, orders=[*SIMPLE, *COMPOSED]))
    if rule.deed not in DEEDS:
        faults.append(refusal("SV-DPR-02", "not_a_reaction", order=rule.deed, orders=[*SIMPLE, "MT"]))
    if rule.gap is not None and not 0 <= rule.gap <= most:
        faults.append(refusal("SV-DPR-02", "bad_gap", gap=rule.gap, most=most))
    return faults


def keep(turn: Turn, place: Place, answer: Instruct) -> None:
    """The instruction takes the place of the former one about the same; the seat alone is told."""
    host = turn.now.hosts[place]
    before = host.instructions or Instructions()
    said = {"react": answer.rules, "counter": answer.unit}.get(answer.about, answer.say)
    host.instructions = msgspec.structs.replace(before, given=before.given + 1, **{answer.about: said})
    told = list(map(msgspec.to_builtins, answer.rules)) if answer.about == "react" else said
    turn.tell(place, "SV-DPR-02", "instructed", about=answer.about, said=told)


def answered(turn: Turn, place: Place) -> None:
    """After an answer he may give as many instructions again; who keeps none is as if he had given none."""
    host = turn.now.hosts[place]
    if host.instructions is not None:
        kept = msgspec.structs.replace(host.instructions, given=0)
        host.instructions = kept if kept != Instructions() else None


# What has been said


def answer_of(turn: Turn) -> Answer | None:
    """What the seat that owes an answer has said in advance; None when it must be asked."""
    assert turn.now.asked is not None
    place, question = turn.now.asked
    kept = turn.now.hosts[place].instructions
    if kept is None or question not in SAID:
        return None
    return SAID[question](turn, kept)


def counter(turn: Turn, kept: Instructions) -> Counter | None:
    """The unit named, if it can; whoever can, the smallest id first; nobody (SV-DP-08)."""
    able = countering(turn)
    wanted = min(able) if kept.counter == WHOEVER else kept.counter
    return Counter(wanted) if wanted is not None and wanted in (NO_UNIT, *able) else None


def react(turn: Turn, kept: Instructions) -> React | None:
    """The first rule that applies answers, unless it says to ask (SV-DP-06)."""
    if not kept.react:
        return None
    window = Outlook(turn)
    for rule in kept.react:
        found = window.answer(rule)
        if found is not None:
            return None if rule.deed == "ask" else found
    return None


def order_of(deed: Deed) -> OrderCode | None:
    """The order that a rule gives; None for one that says to pass or to ask."""
    return None if deed == "pass" or deed == "ask" else deed


class Meeting(NamedTuple):
    """A unit that could react, and a point of the way at which it could."""

    unit: Unit
    point: int


class Outlook:
    """An open window of reaction, tried rule by rule: the table at a point of the way is looked at once."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.act, self.window = frames(field)
        self.able = reactors(field, self.window.seat)
        self.points = list(distances(field, self.act, self.window))
        self.tables: dict[int, Field | Refusal] = {}
        self.tried: dict[tuple[UnitId, int, OrderCode], bool] = {}  # by unit, point and order

    def answer(self, rule: Rule) -> React | None:
        """What the rule says to do; None if it does not apply.

        Of the points at which it applies the earliest is taken, there the unit with the smallest id. To pass and to ask
        apply where such a unit could react at all. There the number of the duel is not looked at: whether a player is
        asked must not tell it (SV-SCN-32).
        """
        if rule.order not in ("", self.act.code):
            return None
        order = order_of(rule.deed)
        if order is None and not rule.unit and rule.gap is None:
            return React(NO_UNIT)  # a window is open: somebody could
        named = [unit for unit in self.able if rule.unit in (NO_UNIT, unit.id)]
        able = [unit for unit in named if order is None or not forbidden(self.field, unit)]
        for unit, point in self.near(able, rule):
            if self.can(unit, point, order or "WAI"):
                return React(NO_UNIT) if order is None else React(unit.id, order, point)
        return None

    def near(self, able: Sequence[Unit], rule: Rule) -> Iterator[Meeting]:
        """The points at which one of these units is near enough for a rule, the earliest first."""
        for point in self.points:
            for unit in able:
                if rule.gap is None or self.within(unit, point, rule.gap):
                    yield Meeting(unit, point)

    def within(self, unit: Unit, point: int, limit: int) -> bool:
        """Whether the bases of the two leaders are at most so far apart when the interrupted one stands there."""
        reach = self.field.sheet(self.act.unit).radius + unit.sheet.radius + limit + EPS
        return squared(self.place(point), self.field.now.at[unit.leader]) <= reach * reach

    def place(self, point: int) -> Point:
        """Where the leader of the interrupted unit stands when it has come so far."""
        leader = self.field.now.units[self.act.unit].leader
        return self.field.now.at[leader] if point == self.act.reached else place_at(self.window, point)

    def can(self, unit: Unit, point: int, order: OrderCode) -> bool:
        """Whether the unit could give this order there (SV-REA-02, SV-REA-05)."""
        if (unit.id, point, order) not in self.tried:
            there = self.table(point)
            able = isinstance(there, Field) and not order_refusals(there, self.act, unit, order)
            self.tried[unit.id, point, order] = able
        return self.tried[unit.id, point, order]

    def table(self, point: int) -> Field | Refusal:
        """The table when the interrupted unit has come so far."""
        if point not in self.tables:
            self.tables[point] = halfway(self.field, self.act, self.window, point)
        return self.tables[point]


SAID: dict[str, Callable[[Turn, Instructions], Answer | None]] = {
    "react": react,
    "counter": counter,
    "cede": lambda turn, kept: None if kept.cede is None else Say(kept.cede),
    "martyrs": lambda turn, kept: None if kept.martyrs is None else Say(kept.martyrs),
}

# Chance

SELDOM = 0.01  # how often a random player gives an instruction instead of an answer


def sample(field: Field, place: Place, rng: Rng) -> Instruct | None:
    """Some instruction, seldom."""
    if rng.random() >= SELDOM:
        return None
    units = [unit.id for unit in own_units(field, place)] or [NO_UNIT]
    about = rng.choice(ABOUT)
    if about == "react":
        rules = tuple(random_rule(units, rng) for _ in range(rng.randint(0, 3)))
        return legal(field, place, Instruct(about, rules))
    if about == "counter":
        return legal(field, place, Instruct(about, unit=rng.choice([None, NO_UNIT, WHOEVER, *units])))
    return legal(field, place, Instruct(about, say=rng.choice([None, False, True])))


def random_rule(units: Sequence[UnitId], rng: Rng) -> Rule:
    """Some rule."""
    orders: tuple[AnyOrder, ...] = ("", "", "MAR", "CHA", "CRS", "ATT", "SPL")
    deeds: tuple[Deed, ...] = (*DEEDS, "ATT", "CHA")
    order, gap = rng.choice(orders), rng.choice([None, 0, 500, 1500, 4000, 9000])
    return Rule(rng.choice([NO_UNIT, NO_UNIT, *units]), order, gap, rng.choice(deeds))


def legal(field: Field, place: Place, answer: Instruct) -> Instruct | None:
    """The instruction, unless it is refused."""
    return answer if not instruct_refusals(field, place, answer) else None
