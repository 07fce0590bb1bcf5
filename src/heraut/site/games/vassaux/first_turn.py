"""The guided first battle: deploy in one act, wait, let pass, shoot, march, charge, each where it is asked; then go on.

What a step proposes is tried on the draft (`drafts.py`), so that none of it is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import reverse

from heraut.engine.protocol import Json
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.herald import Herald
from heraut.games.vassaux.identities import Place, UnitId, opposite
from heraut.games.vassaux.orders import Answer, Deploy
from heraut.games.vassaux.phases.activation import waiting
from heraut.games.vassaux.state import Battle, Unit
from heraut.games.vassaux.tables import ORDERS, WEAPONS
from heraut.games.vassaux.tables.codes import SIMPLE, OrderCode
from heraut.games.vassaux.view import battle_of
from heraut.geometry import Point, along, length
from heraut.site.games.vassaux.drafts import GIVE, PREPARE, continued, draft
from heraut.site.matchpage.decisions import Question
from heraut.site.matchpage.fragments import fragment
from heraut.site.matchpage.guide import Guide, GuideStep, never, nothing_pressed
from heraut.site.matchpage.match_access import MatchAccess

DEPTH = 1500  # mR from one's own edge
PLACES = (7500, 5500, 9500, 3500, 11500)  # along it: the Lord in the middle, everyone within reach of his Aura
STRIDES = (2000, 1500, 1000, 500)  # of a first march
NEAREST = 2  # enemies whom a charge is tried on
FIRST, LAST = 1, 2  # the turn in which one waits; the last one whose orders are guided: the next tells how to go on


@dataclass(frozen=True)
class Plan:
    """What the steps speak of: the battle as its player sees it, and what is asked of him."""

    view: Json
    battle: Battle
    place: Place
    lang: str
    decision: BattleDecision | None
    known: str  # `MatchAccess.known`: what of the plan takes long is made once for it, not at each touch of the table

    @property
    def turn(self) -> int:
        """The turn; 0 while hosts are deployed."""
        return self.battle.turn

    def asks(self, kind: str) -> bool:
        """Whether this is asked of him."""
        return self.decision is not None and self.decision.kind == kind

    @cached_property
    def names(self) -> dict[int, str]:
        """Units by name."""
        return dict(Herald(self.view, self.lang).names["unit"])

    @cached_property
    def own(self) -> list[Unit]:
        """His units."""
        return [unit for unit in self.battle.units.values() if unit.seat == self.place]

    @cached_property
    def undeployed(self) -> list[Unit]:
        """His units that have no place yet; none once the battle has begun, in which leaders fall."""
        return (
            [] if self.turn else [unit for unit in self.own if unit.leader not in self.battle.at and not unit.markers]
        )

    @cached_property
    def able(self) -> list[Unit]:
        """His units that may be ordered now, those with men before their Lord."""
        if self.decision is None or not self.asks("activate"):
            return []
        return sorted(waiting(self.decision.field, self.place), key=lambda unit: unit.sheet.lord)

    @cached_property
    def enemies(self) -> list[Unit]:
        """Enemy units on the table."""
        return [unit for unit in self.battle.units.values() if unit.seat != self.place and self.stands(unit)]

    def stands(self, unit: Unit) -> bool:
        """Whether its leader is on the table."""
        return unit.leader in self.battle.at

    def nearest(self, unit: Unit) -> list[Unit]:
        """Enemies by their distance from a unit."""
        here = self.battle.at[unit.leader]
        return sorted(self.enemies, key=lambda enemy: length((here, self.battle.at[enemy.leader])))

    def accepted(self, *lines: str) -> str:
        """These lines as a draft that nothing refuses; "" where something does."""
        if self.decision is None:
            return ""
        found = draft(self.decision, lines)
        return found.text if not found.refusals and len(found.understood) == len(lines) else ""

    @cached_property
    def deployment(self) -> list[str]:
        """Everyone set down in one row: the first now, the others noted for when they are asked for."""
        if self.decision is None:  # while the match is paused: nothing is asked, and nothing of it is to be kept
            return []
        return fragment(self.in_one_row, "vassaux deployment", self.known, store="lines")

    def in_one_row(self) -> list[str]:
        """The same, reckoned anew: a place is sought for whoever finds none there."""
        now, lines = self.decision, list[str]()
        for unit in self.undeployed:
            if now is None or now.kind != "deploy":
                break
            answer: Answer = self.row(unit)
            if now.check(answer):
                answer = now.default
            lines.append(now.write(answer))
            now = continued(now, answer)
        return lines

    def row(self, unit: Unit) -> Deploy:
        """The place of a unit in that row."""
        rank = self.own.index(unit)
        y = DEPTH if self.place == 0 else self.battle.settings.height - DEPTH
        return Deploy(unit.id, (PLACES[rank % len(PLACES)], y))

    @cached_property
    def shot(self) -> str:
        """A shot that some unit may take now, with a die where it can."""
        for unit in self.able:
            if shoots(unit):
                for enemy in self.nearest(unit)[:NEAREST]:
                    for order in ("ATC", "ATT"):
                        if text := self.accepted(f"ORDRE {unit.id} {order}", f"TIRER {enemy.id}"):
                            return text
        return ""

    @property
    def shot_at(self) -> bool:
        """Whether somebody has shot, or nobody is left this turn who could."""
        spent = self.asks("activate") and not any(map(shoots, self.able))
        return spent or any(unit.shots for unit in self.own)

    @cached_property
    def far(self) -> bool:
        """Whether nobody is within reach of those who could still shoot."""
        return any(map(shoots, self.able)) and not self.shot

    @cached_property
    def approach(self) -> str:
        """A march that brings those nearer who reach nobody."""
        return self.towards([unit for unit in self.able if shoots(unit)]) if self.far else ""

    @cached_property
    def march(self) -> str:
        """A march of those who fight hand to hand."""
        return self.towards([unit for unit in self.able if not shoots(unit)])

    @property
    def marched(self) -> bool:
        """Whether one of them has been told to march this turn."""
        return any(unit.simple == "MAR" for unit in self.own if not shoots(unit))

    def towards(self, units: list[Unit]) -> str:
        """A march of one of these towards the nearest enemy; the Lord stays."""
        for unit in units:
            if not unit.sheet.lord and self.enemies:
                here, there = self.battle.at[unit.leader], self.battle.at[self.nearest(unit)[0].leader]
                for far in STRIDES:
                    x, y = along(here, heading(here, there), far)
                    if text := self.accepted(f"ORDRE {unit.id} MAR", f"ALLER {x},{y}"):
                        return text
        return ""

    @cached_property
    def charge(self) -> str:
        """A charge at the leader of a near enemy, with a die where it can."""
        for unit in self.able:
            if not unit.sheet.lord and not shoots(unit):
                for line in self.charges(unit):
                    if line:
                        return line
        return ""

    def charges(self, unit: Unit) -> Iterator[str]:
        """Those that a unit may try."""
        for enemy in self.nearest(unit)[:NEAREST]:
            for order in ("CHC", "CHA"):
                yield self.accepted(f"ORDRE {unit.id} {order}", f"CHARGER {enemy.id} VISER {enemy.leader}")

    def given(self, *codes: OrderCode) -> bool:
        """Whether one of his units has been given one of these orders this turn."""
        faces = {ORDERS[code].face for code in codes if code not in SIMPLE}
        return any(unit.simple in codes or faces & set(unit.dice) for unit in self.own)


def shoots(unit: Unit) -> bool:
    """Whether its weapon reaches far."""
    return bool(WEAPONS[unit.sheet.weapon].range)


def heading(here: Point, there: Point) -> Point:
    """The direction from one point to another."""
    return there[0] - here[0], there[1] - here[1]


def plan_of(access: MatchAccess) -> Plan | None:
    """The plan of the visitor's first battle; None once he has been left to himself for a turn."""
    if access.view["seat"] is None or access.view["turn"] > LAST + 1 or access.view["asked"] is None:
        return None
    decision = Question(access).decision
    return Plan(access.view, battle_of(access.view), access.view["seat"], access.lang, decision, access.known)


def give(*lines: str) -> str:
    """What a button says that gives these answers, one after the other."""
    return GIVE + "|".join(lines) if lines else ""


def prepare(text: str) -> str:
    """What a button says that puts these lines into the draft."""
    return PREPARE + text.replace("\n", "|") if text else ""


def reacts(plan: Plan) -> bool:
    """Whether a reaction is asked for while there is still something to guide."""
    return plan.turn <= LAST and plan.asks("react")


def waits(plan: Plan) -> str:
    """The next unit waits."""
    return give(f"ORDRE {plan.able[0].id} WAI") if plan.able else ""


def figures(plan: Plan) -> dict[str, Any]:
    """The figures of all steps' words."""
    able = plan.able
    return {
        "units": len(plan.own),
        "left": len(plan.undeployed),
        "waiting": len(able),
        "far": plan.far,
        "unit": plan.names[able[0].id] if able else "",
        "reserve": plan.battle.hosts[plan.place].reserve,
        "turns": plan.battle.settings.turns,
        "enemy": Herald(plan.view, plan.lang).names["place"][opposite(plan.place)],
    }


def unit_in(text: str) -> UnitId | None:
    """The unit that the first line of an act orders."""
    return UnitId(int(text.split()[1])) if text else None  # type: ignore[arg-type]


def pointed(act: Callable[[Plan], str]) -> Callable[[Plan], str]:
    """The unit that an act would order, on the table; while there is none, the question."""

    def thing(plan: Plan) -> str:
        unit = unit_in(act(plan))
        return f'[data-group="{unit}"]' if unit is not None else "#question"

    return thing


def step(
    key: str,
    done: Callable[[Plan], bool] | None,
    press: Callable[[Plan], str],
    thing: Callable[[Plan], str],
    asked: Callable[[Plan], bool] = never,
) -> GuideStep:
    """One step, on the table."""
    return GuideStep(
        key=key, link=lambda _: "#question", thing=thing, done=done, asked=asked, press=press, figures=figures
    )


def question(plan: Plan) -> str:
    """Where it is asked."""
    return "#question"


STEPS = (
    step("deploy", lambda plan: not plan.undeployed, lambda plan: give(*plan.deployment), question),
    step("wait", lambda plan: plan.turn > FIRST, waits, question),
    step("react", lambda plan: plan.turn > FIRST and not reacts(plan), lambda _: give("PASSER"), question, reacts),
    step(
        "shoot",
        lambda plan: plan.turn > FIRST and (plan.turn > LAST or plan.shot_at),
        lambda plan: prepare(plan.shot or plan.approach),
        pointed(lambda plan: plan.shot or plan.approach),
    ),
    step(
        "march",
        lambda plan: plan.turn > FIRST and (plan.turn > LAST or plan.marched),
        lambda plan: prepare(plan.march),
        pointed(lambda plan: plan.march),
    ),
    step(
        "charge",
        lambda plan: plan.turn > LAST or plan.given("CHA", "CHC"),
        lambda plan: prepare(plan.charge),
        pointed(lambda plan: plan.charge),
    ),
    step("onward", None, nothing_pressed, question),
)

GUIDE = Guide(
    words="vassaux_guide",
    steps=STEPS,
    turns=LAST,
    plan=plan_of,
    picture=lambda access: f"{reverse('match_picture', args=[access.match.code])}?table=1",
)
