"""What may be answered as buttons: whole acts with their odds, dice faces with the reason on grey ones, answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.identities import NO_UNIT, UnitId
from heraut.games.vassaux.orders import Arrive, Counter, Deploy, Instruct, Move, Orders, React, Rule, Shoot
from heraut.games.vassaux.phases.activation import (
    COMPOSED,
    announcement_refusals,
    forced,
    held_back,
    is_simple,
    may_pass,
    waiting,
)
from heraut.games.vassaux.phases.deployment import unplaced
from heraut.games.vassaux.phases.infiltration import arriving, doors, with_target
from heraut.games.vassaux.phases.reactions import frames
from heraut.games.vassaux.picture.arms import die_shown
from heraut.games.vassaux.preview import Interruption, Target, targets
from heraut.games.vassaux.preview.ends import useful_ends
from heraut.games.vassaux.preview.interruptions import reactions
from heraut.games.vassaux.questions import hand
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.tables import ORDERS, R
from heraut.games.vassaux.tables.codes import SIMPLE, OrderCode
from heraut.site.games.vassaux.buttons import Asked, Group, Offer, at_once, group, listed, offer
from heraut.site.games.vassaux.draft_input import written
from heraut.site.games.vassaux.naming import Namer
from heraut.site.games.vassaux.odds import reaction_note, target_note
from heraut.site.games.vassaux.placing import stations


def groups(asked: Asked) -> list[Group]:
    """All offers, sort by sort."""
    found = [*OFFERS.get(asked.open.decision.kind, listed)(asked)] if asked.open.decision.kind != "activate" else []
    if asked.decision.kind == "activate":
        found += commands(asked)
    return [group for group in found if group.offers]


# Orders (SV-DP-04, SV-DP-18)


def commands(asked: Asked) -> Iterator[Group]:
    """Units to choose from; for the one chosen its targets, its marches, its orders."""
    decision, field = asked.decision, asked.decision.field
    able = [unit for unit in waiting(field, decision.place) if not unit.fm]
    number = unit_of(asked)
    unit = next((one for one in able if one.id == number), None)
    if unit is not None:
        whole = asked.plan.whole
        chain = chain_of(asked, unit)
        if not whole and not chain:
            yield group(asked, "targets", attacks(asked, unit))
            yield group(asked, "marches", marches(asked, unit))
        yield group(asked, "orders", simple_orders(asked, unit), folded=whole or bool(chain))
        yield group(asked, "chain", composed_orders(asked, unit, chain), folded=whole)
    units = [unit_offer(asked, one) for one in able if one.id != number]
    yield group(asked, "units", [*units, *passing(asked)], folded=unit is not None)


def unit_of(asked: Asked) -> UnitId:
    """The unit that is drafted, or that was pointed at."""
    first = asked.plan.understood[0].answer if asked.plan.understood else None
    return first.unit if isinstance(first, Orders) else asked.entered.unit


def chain_of(asked: Asked, unit: Unit) -> tuple[OrderCode, ...]:
    """The composed orders drafted so far."""
    first = asked.plan.understood[0].answer if asked.plan.understood else None
    codes = first.orders if isinstance(first, Orders) else ()
    return () if is_simple(asked.decision.field, unit, codes) else codes


def unit_offer(asked: Asked, unit: Unit) -> Offer:
    """A unit that waits for an order."""
    namer, must = asked.namer, forced(asked.decision.field, unit) if unit.leader in asked.decision.battle.at else None
    note = namer.say("vassaux_offers", "unit_note", men=len(unit.men), must=namer.order(must) if must else "")
    early = [Refusal("SV-SCN-31", "not_yet", {"unit": unit.id})] if held_back(asked.decision.field, unit) else []
    return Offer(str(unit.id), namer.unit(unit.id), "touch", note=note, why=asked.why(early))


def passing(asked: Asked) -> Iterator[Offer]:
    """In the duel nobody need be ordered any more (SV-DP-18)."""
    answer = Orders(NO_UNIT)
    if may_pass(asked.decision.field, asked.decision.place) and not asked.decision.check(answer):
        words, note = asked.namer.answer(answer), asked.namer.say("vassaux_offers", "at_once")
        yield Offer(written(answer), words, "now", written(answer), note)


def attacks(asked: Asked, unit: Unit) -> Iterator[Offer]:
    """Every group that it may strike, charge or shoot at, with its odds."""
    for target in asked.preview.targets:
        words = asked.namer.say(
            "vassaux_offers", f"target_{target.kind}", target=target.group, gap=target.gap / R,
            costs=not ORDERS[target.order].simple,
        )  # fmt: skip
        yield Offer("\n".join(target.lines), words, "whole", target.order, target_note(target, unit.id, asked.namer))


def marches(asked: Asked, unit: Unit) -> Iterator[Offer]:
    """Marches that are often wanted."""
    field = asked.decision.field
    if unit.leader not in field.now.at or announcement_refusals(field, unit, ("MAR",)):
        return
    for end in useful_ends(field, unit, "MAR"):
        if end.name != "hold":
            yield end_offer(asked, unit, end.name, end.answer, [written(Orders(unit.id, ("MAR",)))], "whole")


def end_offer(asked: Asked, unit: Unit, name: str, answer: Move, before: list[str], field: str) -> Offer:
    """One of them: whither, and how far."""
    start = asked.open.decision.battle.at[unit.leader]
    way = asked.namer.way(start, answer.path) if answer.path else {"far": 0.0, "wind": 0}
    words = asked.namer.say("vassaux_offers", f"end_{name}")
    note = asked.namer.say("vassaux_offers", "way_note", **way) if answer.path else ""
    line = written(answer)
    return Offer("\n".join([*before, line]), words, field, line, note, on=answer == asked.open.answer)


def simple_orders(asked: Asked, unit: Unit) -> Iterator[Offer]:
    """The faces of the simple die; the only one that a unit without a choice may have."""
    field = asked.decision.field
    only = forced(field, unit) if unit.leader in field.now.at or unit.markers else None
    for code in SIMPLE if only is None else (only,):
        yield face(asked, unit, (code,))


def composed_orders(asked: Asked, unit: Unit, chain: tuple[OrderCode, ...]) -> Iterator[Offer]:
    """The faces of the command dice that may follow those chosen; no spell in a host without a school of magic."""
    school = asked.decision.battle.hosts[asked.decision.place].school
    if unit.leader in asked.decision.battle.at and forced(asked.decision.field, unit) is None:
        for code in COMPOSED:
            if school if code == "SPL" else code not in chain:
                yield face(asked, unit, (*chain, code))


def face(asked: Asked, unit: Unit, orders: tuple[OrderCode, ...]) -> Offer:
    """One face, grey with its reason."""
    answer, code = Orders(unit.id, orders), orders[-1]
    note = asked.namer.say("vassaux_order_note", code) if asked.namer.words.has("vassaux_order_note", code) else ""
    why = asked.why(asked.decision.check(answer))
    sort = "simple" if ORDERS[code].simple else "composed"
    on = bool(asked.plan.understood) and asked.plan.understood[0].answer == answer
    return Offer(
        written(answer), asked.namer.order(code), "whole", code, note, why, on, face=drawn(sort, ORDERS[code].face)
    )


@cache
def drawn(sort: str, face: int) -> SafeString:
    """A face of a die."""
    return mark_safe(die_shown(sort, face))  # noqa: S308  a drawing of ours


# Parameters (SV-DP-05)


def moves(asked: Asked) -> Iterator[Group]:
    """Marches that are often wanted, with the order in hand."""
    act, unit, _ = hand(asked.open.decision.field)
    ends = useful_ends(asked.open.decision.field, unit, act.code)
    yield group(
        asked, "marches", [end_offer(asked, unit, end.name, end.answer, [], asked.field) for end in ends],
        folded=asked.plan.whole,
    )  # fmt: skip


def at_targets(asked: Asked) -> Iterator[Group]:
    """Every target of the order in hand."""
    found = asked.preview.targets or targets.at_hand(asked.open.decision.field)
    unit = hand(asked.open.decision.field).unit
    offers = [target_offer(asked, one, unit.id) for one in found]
    yield group(asked, "targets", offers, folded=asked.plan.whole)
    if asked.open.decision.kind == "shoot_again":
        yield group(asked, "answers", [offer(asked, Shoot(NO_UNIT))])


def target_offer(asked: Asked, target: Target, unit: UnitId) -> Offer:
    """One of them, with its odds."""
    decision, line = asked.open.decision, target.lines[-1]
    words = Namer(decision, asked.namer.herald).answer(decision.parse(line).answer)
    on = asked.open.answer is not None and written(asked.open.answer) == line
    return Offer(line, words, asked.field, line, target_note(target, unit, asked.namer), on=on)


# Reactions (SV-DP-06), counters (SV-DP-08)


def reacting(asked: Asked) -> Iterator[Group]:
    """To let it by, once or as an instruction; each unit with each of its orders at its best point."""
    decision = asked.open.decision
    yield group(
        asked, "pass", [at_once(asked, React(NO_UNIT)), *(instructed(asked, one) for one in for_ever(decision))]
    )
    for one in asked.preview.reactions or reactions(decision.field):
        yield Group(f"react-{one.unit}", unit_reacts(asked, one), list(reaction_offers(asked, one)))


def for_ever(decision: BattleDecision) -> list[tuple[Rule, ...]]:
    """Instructions that let it by from now on: any order of this sort, or any order at all."""
    act = frames(decision.field).act
    kept = decision.battle.hosts[decision.place].instructions
    rules = kept.react if kept is not None else ()
    return [(Rule(NO_UNIT, act.code, None, "pass"), *rules), (Rule(NO_UNIT, "", None, "pass"),)]


def instructed(asked: Asked, rules: tuple[Rule, ...]) -> Offer:
    """An instruction, and then the pass."""
    answer = Instruct("react", rules)
    lines = [written(answer), written(React(NO_UNIT))]
    words = asked.namer.say("vassaux_offers", "pass_such" if rules[0].order else "pass_all", code=rules[0].order)
    why = asked.why(asked.open.decision.check(answer))
    return Offer("\n".join(lines), words, "whole", written(answer), why=why, on=asked.plan.text == "\n".join(lines))


def unit_reacts(asked: Asked, one: Interruption) -> str:
    """A unit that may react, and its chance to be let."""
    return asked.namer.say(
        "vassaux_offers", "reactor", unit=one.unit, watchful=one.alert, chance=float(one.chance)
    )  # fmt: skip


def reaction_offers(asked: Asked, one: Interruption) -> Iterator[Offer]:
    """Its orders."""
    for reaction in one.reactions:
        answer = React(one.unit, reaction.order, reaction.best)
        yield offer(asked, answer, note=reaction_note(reaction, one.unit, asked.namer))


def deployments(asked: Asked) -> Iterator[Group]:
    """Places for the unit that is set down next, and the other units that are left."""
    able = unplaced(asked.open.decision.field, asked.open.decision.place)
    drafted = asked.open.answer.unit if isinstance(asked.open.answer, Deploy) else NO_UNIT
    unit = next((one for one in able if one.id in (asked.entered.unit, drafted)), able[0])
    words = asked.namer.say("vassaux_offers", "stations", unit=unit.id)
    yield Group("stations", words, [station_offer(asked, one.name, one.answer) for one in stations(asked.open, unit)])
    yield group(asked, "deployments", [undeployed_offer(asked, one) for one in able if one is not unit])


def station_offer(asked: Asked, name: str, answer: Deploy) -> Offer:
    """A place: in a word, and measured."""
    note = asked.namer.say("vassaux_offers", "station_note", x=answer.place[0] / R, y=answer.place[1] / R)
    found = offer(asked, answer, note="" if answer.markers else note)
    return found if answer.markers else replace(found, words=asked.namer.say("vassaux_offers", f"station_{name}"))


def undeployed_offer(asked: Asked, unit: Unit) -> Offer:
    """A unit that may be set down before the others."""
    note = asked.namer.say("vassaux_offers", "unit_note", men=len(unit.men), must="")
    return Offer(str(unit.id), asked.namer.unit(unit.id), "touch", note=note)


def arrivals(asked: Asked) -> Iterator[Group]:
    """Each marker on which the hidden unit may appear."""
    field = asked.open.decision.field
    unit = arriving(field)
    offers = [offer(asked, with_target(field, unit, Arrive(door))) for door in doors(field, unit)]
    yield group(asked, "answers", offers)


def regroupings(asked: Asked) -> Iterator[Group]:
    """To stay, or to close up (SV-DP-13)."""
    yield group(asked, "answers", [at_once(asked, Move("hold")), offer(asked, Move("reorganise"))])


def counters(asked: Asked) -> Iterator[Group]:
    """Who may counter, with the chance that his will prevails."""
    offers = [at_once(asked, Counter(NO_UNIT))]
    for one in asked.preview.casting.counters if asked.preview.casting else ():
        note = asked.namer.say("vassaux_offers", "counter_note", chance=float(one.chance))
        offers.append(offer(asked, Counter(one.unit), note=note))
    yield group(asked, "answers", offers)


OFFERS: dict[str, Any] = {
    "move": moves,
    "charge": at_targets,
    "attack": at_targets,
    "spell": at_targets,
    "shoot_again": at_targets,
    "react": reacting,
    "counter": counters,
    "deploy": deployments,
    "arrive": arrivals,
    "regroup": regroupings,
}
