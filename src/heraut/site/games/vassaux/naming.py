"""Answers in words: what a line of a draft, or a button, says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, degrees
from typing import Any

from heraut.engine.protocol import Refusal
from heraut.engine.words import enumeration
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.herald import Herald, groups_as_text
from heraut.games.vassaux.identities import FigureId, GroupId, UnitId, home_of
from heraut.games.vassaux.orders import (
    Answer,
    Arrive,
    Assign,
    Cast,
    Charge,
    Counter,
    Deploy,
    Fight,
    Instruct,
    Leave,
    Lose,
    Move,
    Objective,
    Orders,
    React,
    Say,
    Shoot,
)
from heraut.games.vassaux.phases import melee
from heraut.games.vassaux.questions import hand
from heraut.games.vassaux.tables import R
from heraut.geometry import Point, length
from heraut.site.common.words import site_words

Names = Mapping[str, Mapping[Any, str]]
WINDS = 16  # of the compass


class Namer:
    """The words of one language for one decision; the names are those of the battle, whatever is drafted."""

    def __init__(self, decision: BattleDecision, herald: Herald) -> None:
        self.lang, self.decision, self.herald = herald.lang, decision, herald
        self.words = site_words(herald.lang)
        self.names: Names = {**self.words.names, **self.herald.names}

    def say(self, group: str, key: str, **data: Any) -> str:
        """A sentence of the pages, with the names of this battle."""
        return self.words.say(group, key, data, self.names)

    def unit(self, group: GroupId) -> str:
        """A unit or a band: Lanciers (3)."""
        return self.names["unit"][group]

    def man(self, figure: FigureId) -> str:
        """A figure: its leader, or a man by his number."""
        unit = self.decision.battle.units[home_of(figure)]
        return self.say("vassaux_do", "man", unit=unit.id, figure=figure, leads=unit.leader == figure)

    def men(self, figures: Sequence[FigureId]) -> str:
        """Figures of one unit, or of several."""
        return enumeration([self.man(man) for man in figures], self.lang)

    def reason(self, refusal: Refusal) -> str:
        """Why not, in one sentence, without the remedy."""
        data = {key: groups_as_text(key, value) for key, value in refusal.data.items()}
        return self.herald.words.say("refusal", refusal.code, data, self.herald.names)

    def order(self, code: str) -> str:
        """An order as a verb: marcher."""
        return self.words.say("vassaux_order", code)

    def orders(self, codes: Sequence[str]) -> str:
        """Several, one after the other."""
        return self.say("vassaux_do", "then", verbs=[self.order(code) for code in codes])

    # Answers

    def answer(self, answer: Answer) -> str:
        """An answer to the question of this decision."""
        found = SAID.get(type(answer))
        return found(self, answer) if found is not None else self.say("vassaux_do", type(answer).__name__.lower())

    def orders_said(self, answer: Orders) -> str:
        """A unit and its orders, or a pass."""
        if not answer.unit:
            return self.say("vassaux_do", "pass_orders")
        return self.say("vassaux_do", "orders", unit=answer.unit, orders=self.orders(answer.orders))

    def move_said(self, answer: Move) -> str:
        """How far and whither."""
        unit, start = self.mover()
        if answer.how == "hold":
            return self.say("vassaux_do", "hold", unit=unit)
        data = self.way(start, answer.path) if answer.path else {"far": 0.0, "wind": 0}
        key = {"move": "move", "reorganise": "reorganise"}[answer.how]
        hands = len(answer.places)
        return self.say("vassaux_do", key, unit=unit, bends=max(0, len(answer.path) - 1), hands=hands, **data)

    def mover(self) -> tuple[UnitId, Point]:
        """The unit that would move, and where its leader stands."""
        field = self.decision.field
        unit = melee.regrouping(field) if self.decision.kind == "regroup" else hand(field).unit
        return unit.id, field.now.at[unit.leader]

    def way(self, start: Point, path: Sequence[Point]) -> dict[str, Any]:
        """The length of a way in R, and the wind it goes before."""
        return {"far": length((start, *path)) / R, "wind": wind(start, path[-1])}

    def charge_said(self, answer: Charge) -> str:
        """Whom, at which man, how far."""
        unit = hand(self.decision.field).unit
        data = {"far": (answer.length or 0) / R, "hands": len(answer.places), "man": self.man(answer.aim)}
        return self.say("vassaux_do", "charge", unit=unit.id, target=answer.target, **data)

    def fight_said(self, answer: Fight) -> str:
        """Whom to strike."""
        return self.say("vassaux_do", "fight", targets=list(answer.targets), split=len(answer.split))

    def shoot_said(self, answer: Shoot) -> str:
        """At whom to shoot, or no more."""
        return self.say("vassaux_do", "shoot" if answer.target else "cease", target=answer.target)

    def cast_said(self, answer: Cast) -> str:
        """A spell, its target, its dice."""
        return self.say(
            "vassaux_do", "cast", spell=answer.spell, target=answer.target, extra=answer.extra,
            invocation=answer.invocation, power=answer.power,
        )  # fmt: skip

    def deploy_said(self, answer: Deploy) -> str:
        """A unit and where it is set down."""
        data = {"x": answer.place[0] / R, "y": answer.place[1] / R, "hands": len(answer.places)}
        return self.say("vassaux_do", "markers" if answer.markers else "deploy", unit=answer.unit, **data)

    def react_said(self, answer: React) -> str:
        """A reaction, or a pass."""
        if not answer.unit:
            return self.say("vassaux_do", "pass_reaction", what=self.interrupted())
        return self.say(
            "vassaux_do", "react", unit=answer.unit, order=self.order(answer.order), far=answer.point / R,
            point=answer.point,
        )  # fmt: skip

    def interrupted(self) -> str:
        """The order that a reaction would interrupt: Haches (54), charge, contre Lanciers (3)."""
        act = self.decision.battle.stack[-2]
        target = getattr(act.answer, "target", 0) or (getattr(act.answer, "targets", None) or [0])[0]  # type: ignore[union-attr]
        return self.say("vassaux_do", "interrupted", unit=act.unit, code=act.code, target=target)  # type: ignore[union-attr]

    def counter_said(self, answer: Counter) -> str:
        """Who counters, or nobody."""
        return self.say("vassaux_do", "counter" if answer.unit else "let", unit=answer.unit)

    def say_said(self, answer: Say) -> str:
        """Yes or no, as the question has it."""
        return self.say("vassaux_do", f"{self.decision.kind}_{'yes' if answer.yes else 'no'}")

    def assign_said(self, answer: Assign) -> str:
        """The order imposed."""
        return self.say("vassaux_do", "assign", order=self.order(answer.order))

    def lose_said(self, answer: Lose) -> str:
        """Who falls."""
        return self.say("vassaux_do", "lose", men=self.men(answer.figures))

    def leave_said(self, answer: Leave) -> str:
        """Who leaves the table."""
        return self.say("vassaux_do", "leave", men=self.men(answer.figures), number=len(answer.figures))

    def arrive_said(self, answer: Arrive) -> str:
        """Where a hidden unit appears."""
        data = {"x": answer.place[0] / R, "y": answer.place[1] / R, "hands": len(answer.places)}
        return self.say("vassaux_do", "arrive", target=answer.target, **data)

    def objective_said(self, answer: Objective) -> str:
        """Where a point is placed."""
        return self.say("vassaux_do", "objective", x=answer.place[0] / R, y=answer.place[1] / R)

    def instruct_said(self, answer: Instruct) -> str:
        """What is said in advance."""
        if answer.about == "react":
            said = [self.herald.rule(one.unit, one.order, one.gap, one.deed) for one in answer.rules]
        else:
            value = answer.unit if answer.about == "counter" else answer.say
            said = self.herald.instruction(answer.about, value)
        return self.say("vassaux_do", "instruct", rules=" ".join(said))


SAID: dict[type, Any] = {
    Orders: Namer.orders_said, Move: Namer.move_said, Charge: Namer.charge_said, Fight: Namer.fight_said,
    Shoot: Namer.shoot_said, Cast: Namer.cast_said, Deploy: Namer.deploy_said, React: Namer.react_said,
    Counter: Namer.counter_said, Say: Namer.say_said, Assign: Namer.assign_said, Lose: Namer.lose_said,
    Leave: Namer.leave_said, Arrive: Namer.arrive_said, Objective: Namer.objective_said,
    Instruct: Namer.instruct_said,
}  # fmt: skip


def wind(start: Point, end: Point) -> int:
    """Which of the sixteen winds one goes before: 0 is north, 4 east."""
    turned = degrees(atan2(end[0] - start[0], end[1] - start[1]))
    return round(turned * WINDS / 360) % WINDS
