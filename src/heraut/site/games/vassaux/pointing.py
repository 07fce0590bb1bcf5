"""What a touch on the table means: lines of a draft, by the question that is open.

A unit of one's own is chosen; an enemy is struck, shot at or charged, by the cheapest order that may; a place is
marched to, as far as the move reaches. Whoever points again while an act is whole means another end of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.identities import NO_FIGURE, FigureId, GroupId, UnitId, is_band
from heraut.games.vassaux.orders import Answer, Charge, Counter, Fight, Leave, Lose, Move, Orders, React, Shoot
from heraut.games.vassaux.phases.activation import announcement_refusals, waiting
from heraut.games.vassaux.phases.casting import countering
from heraut.games.vassaux.phases.deployment import unplaced
from heraut.games.vassaux.preview import targets
from heraut.games.vassaux.preview.interruptions import reactions
from heraut.games.vassaux.preview.reaches import snapped
from heraut.games.vassaux.preview.rehearsal import next_question
from heraut.games.vassaux.questions import hand
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.tables.codes import OrderCode
from heraut.geometry import Point
from heraut.site.games.vassaux.draft_input import DraftInput, Open, last_question, open_question, written
from heraut.site.games.vassaux.drafts import draft
from heraut.site.games.vassaux.placing import PLACED, by_hand, movers

MARCHES: tuple[OrderCode, ...] = ("MAR", "MT", "CRS")


# A group that is touched


def touched(decision: BattleDecision, entered: DraftInput, group: GroupId) -> DraftInput:
    """A unit or a band has been touched."""
    if abs(group) not in decision.battle.units:
        return entered.saying("nobody")
    own = decision.field.unit(group).seat == decision.place
    if decision.kind == "activate" and own and not is_band(group) and not spell_is_open(decision, entered):
        return chosen(decision, UnitId(group))
    found = open_question(decision, draft(decision, entered.lines))
    if found.decision.kind in TOUCH:
        return TOUCH[found.decision.kind](found, entered, group)
    if decision.kind == "activate":
        return attacked(decision, entered, group)
    return entered.saying("not_now")


def spell_is_open(decision: BattleDecision, entered: DraftInput) -> bool:
    """Whether a spell asks for its target, who may be a friend."""
    return open_question(decision, draft(decision, entered.lines)).decision.kind == "spell"


def chosen(decision: BattleDecision, unit: UnitId) -> DraftInput:
    """A unit of one's own: whatever was drafted for another is laid aside."""
    if unit in [one.id for one in waiting(decision.field, decision.place)]:
        return DraftInput(unit=unit)
    return DraftInput(says="acted")


def unit_meant(decision: BattleDecision, entered: DraftInput) -> Unit | None:
    """The unit of the draft, or the one that was chosen."""
    plan = draft(decision, entered.lines)
    answer = plan.understood[0].answer if plan.understood else None
    number = answer.unit if isinstance(answer, Orders) else entered.unit
    able = waiting(decision.field, decision.place)
    return next((unit for unit in able if unit.id == number and unit.leader in decision.battle.at), None)


def attacked(decision: BattleDecision, entered: DraftInput, group: GroupId) -> DraftInput:
    """An enemy: struck, shot at or charged by the unit chosen."""
    unit = unit_meant(decision, entered)
    if unit is None:
        return entered.saying("choose_first")
    if decision.field.unit(group).seat == decision.place:
        return entered.saying("own_band")
    found = next((one for one in targets.of_unit(decision.field, unit) if one.group == group), None)
    if found is not None:
        return DraftInput(tuple(found.lines), unit.id)
    return DraftInput(unit=unit.id, refusals=tuple(barred(decision, unit, group)))


def barred(decision: BattleDecision, unit: Unit, group: GroupId) -> list[Refusal]:
    """Why the unit can neither strike or shoot at this group, nor charge it: one reason each."""
    found: list[Refusal] = []
    for code in ("ATT", "CHA"):
        faults: Sequence[Refusal] = announcement_refusals(decision.field, unit, (code,))
        ready = None if faults else next_question(decision, Orders(unit.id, (code,)))
        found += [*faults, *(wrong_target(ready, group) if ready is not None else ())][:1]
    return found


def wrong_target(decision: BattleDecision, group: GroupId) -> Sequence[Refusal]:
    """Why the order in hand cannot name this group."""
    field = decision.field
    unit = hand(field).unit
    men = [man for man in decision.battle.figures(group) if man in decision.battle.at]
    if not men:
        return ()
    if decision.kind == "charge":
        return decision.check(Charge(group, field.nearest_of(unit.leader, men)))
    return decision.check(Fight((group,)) if field.touched_groups(unit.id) else Shoot(group))


def aimed(found: Open, entered: DraftInput, group: GroupId) -> DraftInput:
    """The target of the order in hand."""
    at_hand = [one for one in targets.at_hand(found.decision.field) if one.group == group]
    if not at_hand:
        faults = wrong_target(found.decision, group) if found.decision.kind != "spell" else ()
        return entered.refusing(faults).saying("" if faults else "no_target")
    kept = [one for one in at_hand if same_spell(one.casting and one.casting.spell, found.answer)]
    return replace(entered, lines=(*found.before, (kept or at_hand)[0].lines[0]), says="", refusals=())


def same_spell(spell: Any, answer: Answer | None) -> bool:
    """Whether a target is one of the spell that is drafted."""
    return spell is not None and spell == getattr(answer, "spell", None)


def deployed(found: Open, entered: DraftInput, group: GroupId) -> DraftInput:
    """The unit that is to be set down next."""
    if group in [one.id for one in unplaced(found.decision.field, found.decision.place)]:
        return replace(entered, unit=UnitId(group), points=())
    return entered.saying("stands_already")


def reacting(found: Open, entered: DraftInput, group: GroupId) -> DraftInput:
    """The unit that is to react: its most telling order, at its best point."""
    able = {one.unit: one for one in reactions(found.decision.field)}
    if group not in able:
        return entered.saying("cannot_react")
    best = min(able[UnitId(group)].reactions, key=lambda one: FIRST.index(one.order))
    return replace(
        entered, lines=(*found.before, written(React(UnitId(group), best.order, best.best))), unit=UnitId(group)
    )


FIRST: tuple[OrderCode, ...] = ("CHA", "ATT", "MAR", "MT", "WAI")


def countered(found: Open, entered: DraftInput, group: GroupId) -> DraftInput:
    """The unit whose leader counters."""
    if group not in countering(found.decision.field):
        return entered.saying("cannot_counter")
    return replace(entered, lines=(*found.before, written(Counter(UnitId(group)))))


TOUCH: dict[str, Callable[[Open, DraftInput, GroupId], DraftInput]] = {
    "charge": aimed,
    "attack": aimed,
    "shoot_again": aimed,
    "spell": aimed,
    "deploy": deployed,
    "react": reacting,
    "counter": countered,
}


# A place that is touched


def placed(decision: BattleDecision, entered: DraftInput, place: Point, *, bend: bool = False) -> DraftInput:
    """A place on the table has been touched; `bend`: the way goes on to it from its former end."""
    plan = draft(decision, entered.lines)
    found, last = open_question(decision, plan), last_question(plan)
    if entered.man and last is not None and entered.man in movers(last.decision, last.answer):
        return set_down(last, entered, place)
    kind = found.decision.kind
    if kind == "move":
        return marched(found, entered, place, bend=bend)
    if kind in PLACED:
        return PLACED[kind](found, entered, place)
    if decision.kind == "activate":
        return sent(decision, entered, place)
    return entered.saying("no_place")


def sent(decision: BattleDecision, entered: DraftInput, place: Point) -> DraftInput:
    """The chosen unit marches there; who is held at close quarters needs a tactical move for it."""
    unit = unit_meant(decision, entered)
    if unit is None:
        return entered.saying("choose_first")
    reasons: list[Refusal] = []
    for code in MARCHES:
        faults = announcement_refusals(decision.field, unit, (code,))
        answer = None if faults else snapped(decision.field, unit, code, place)
        if answer is not None:
            return DraftInput((written(Orders(unit.id, (code,))), written(answer)), unit.id)
        reasons += faults
    return DraftInput(unit=unit.id, refusals=tuple(reasons[:1]), says="" if reasons else "no_way")


def marched(found: Open, entered: DraftInput, place: Point, *, bend: bool) -> DraftInput:
    """The end of the march in hand, or one more corner of its way."""
    field = found.decision.field
    act, unit, _ = hand(field)
    before = found.answer if isinstance(found.answer, Move) else None
    if bend and before is not None and before.path:
        longer = msgspec.structs.replace(before, path=(*before.path, place), places={})
        faults = found.decision.check(longer)
        return (
            entered.refusing(faults)
            if faults
            else replace(entered, lines=(*found.before, written(longer)), refusals=())
        )
    answer = snapped(field, unit, act.code, place)
    if answer is None:
        return entered.refusing(found.decision.check(Move("move", (place,)))).saying("no_way")
    return replace(entered, lines=(*found.before, written(answer)), says="", refusals=())


def set_down(found: Open, entered: DraftInput, place: Point) -> DraftInput:
    """A man is set down by hand."""
    assert found.answer is not None
    answer = by_hand(found.answer, entered.man, place)
    faults = found.decision.check(answer) if answer is not None else ()
    if answer is None or faults:
        return entered.refusing(faults)
    return replace(entered, lines=(*found.before, written(answer)), man=NO_FIGURE, says="", refusals=())


# A figure that is touched


def named(decision: BattleDecision, entered: DraftInput, man: FigureId) -> DraftInput:
    """A figure has been touched: it is named among the fallen or those who leave, aimed at, or taken in hand."""
    plan = draft(decision, entered.lines)
    found, last = open_question(decision, plan), last_question(plan)
    by_hand = movers(last.decision, last.answer) if last is not None else []
    if man not in decision.battle.at and man not in by_hand:
        return entered.saying("nobody")
    if found.decision.kind in NAMED:
        return NAMED[found.decision.kind](found, entered, man)
    if man in by_hand:
        return replace(entered, man=NO_FIGURE if entered.man == man else man, says="take_in_hand")
    group = decision.field.group_of(man)
    if found.decision.kind == "charge" and decision.field.unit(group).seat != decision.place:
        return aimed_at(found, entered, Charge(group, man))
    return touched(decision, entered, group)


def aimed_at(found: Open, entered: DraftInput, answer: Charge) -> DraftInput:
    """The charge runs at this very man."""
    faults = found.decision.check(answer)
    if faults:
        return entered.refusing(faults)
    return replace(entered, lines=(*found.before, written(answer)), says="", refusals=())


def lost(found: Open, entered: DraftInput, man: FigureId) -> DraftInput:
    """He falls instead of the one who was named last."""
    so_far = found.answer if isinstance(found.answer, Lose) else found.decision.default
    assert isinstance(so_far, Lose)
    kept = [one for one in so_far.figures if one != man]
    answer = Lose(tuple(sorted([man, *kept][: len(so_far.figures)])))
    faults = found.decision.check(answer)
    return entered.refusing(faults) if faults else replace(entered, lines=(*found.before, written(answer)), refusals=())


def left(found: Open, entered: DraftInput, man: FigureId) -> DraftInput:
    """He leaves, or he does not."""
    so_far = found.answer.figures if isinstance(found.answer, Leave) else ()
    answer = Leave(tuple(one for one in so_far if one != man) if man in so_far else (*so_far, man))
    faults = found.decision.check(answer)
    return entered.refusing(faults) if faults else replace(entered, lines=(*found.before, written(answer)), refusals=())


NAMED: dict[str, Callable[[Open, DraftInput, FigureId], DraftInput]] = {"losses": lost, "leave": left}
