"""Orders one after the other (SV-ORD-05 to 18): what each needs, what is asked, how it is resolved or ignored."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.identities import NO_UNIT, GroupId, opposite
from heraut.games.vassaux.orders import Charge, Fight, Move, Shoot, refusal
from heraut.games.vassaux.phases import charging, melee, shooting
from heraut.games.vassaux.phases.approach import towards
from heraut.games.vassaux.phases.attack import order_die
from heraut.games.vassaux.phases.casting import resolve_spell
from heraut.games.vassaux.phases.cohesion import cohere
from heraut.games.vassaux.phases.infiltration import resolve_arrival
from heraut.games.vassaux.phases.movement import carry_out, plan, ties, told_places
from heraut.games.vassaux.phases.needs import order_refusal
from heraut.games.vassaux.phases.pursuit import aimed_at, follow
from heraut.games.vassaux.phases.reactions import open_window
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Act, Chain, Plan, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.paths import rest_of_path
from heraut.games.vassaux.tables import ORDERS
from heraut.games.vassaux.tables.codes import OrderCode, QuestionName

ASKED: dict[OrderCode, QuestionName] = {
    "MAR": "move", "MT": "move", "CRS": "move", "ATT": "attack", "ATC": "attack", "CHA": "charge", "CHC": "charge",
    "SPL": "spell", "ARR": "arrive",
}  # fmt: skip


# The chain


def step_chain(turn: Turn, chain: Chain) -> None:
    """The next order of the chain; without a leader the others are ignored (SV-ORD-07)."""
    unit = turn.now.units[chain.unit]
    if chain.next < len(chain.orders) and not (unit.leader in turn.now.at or unit.markers):
        lapse(turn, chain, unit)
        chain.next = len(chain.orders)
    if chain.next == len(chain.orders):
        return close(turn, chain)
    chain.next += 1
    turn.push(Act(chain.unit, chain.orders[chain.next - 1]))
    return None


def lapse(turn: Turn, chain: Chain, unit: Unit) -> None:
    """The dice of orders that nobody is left to give go to the discard."""
    rest = chain.orders[chain.next :]
    for code in rest:
        give_up_die(turn, chain, unit, code)
    turn.announce("SV-ORD-07", "orders_lapsed", unit=unit.id, orders=rest)


def give_up_die(turn: Turn, chain: Chain, unit: Unit, code: OrderCode) -> None:
    """The composed die of an order that is not resolved (SV-ORD-05)."""
    face = ORDERS[code].face
    if not chain.simple and face in unit.dice:
        dice = list(unit.dice)
        dice.remove(face)
        unit.dice = dice
        turn.now.hosts[unit.seat].discard += 1
    unit.simple = "WAI"


def close(turn: Turn, chain: Chain) -> None:
    """The chain is done; after an activation the other player is next (SV-TRN-01)."""
    turn.pop()
    if not chain.against:
        turn.now.active = opposite(turn.now.units[chain.unit].seat)


# One order


def step_act(turn: Turn, act: Act) -> None:
    """Goes on with the order in hand."""
    unit, chain = turn.now.units[act.unit], chain_of(turn)
    if act.step == "ask":
        ask(turn, act, unit, chain)
    elif act.step == "window":
        act.step = "resolve"
        if act.code != "ARR":
            open_window(turn, act, unit)
    elif act.step == "end" or not (unit.leader in turn.now.at or unit.markers):
        end(turn, act, unit, chain)
    else:
        RESOLVE[act.code](turn, act, unit, chain)


def chain_of(field: Field) -> Chain:
    """The chain of the order in hand."""
    for frame in reversed(field.now.stack):
        if isinstance(frame, Chain):
            return frame
    raise LookupError("no order is in hand")


def ask(turn: Turn, act: Act, unit: Unit, chain: Chain) -> None:
    """Parameters are declared when the order's turn comes (SV-ORD-06); without any legal ones it is ignored."""
    if chain.next > 1 or chain.forced:
        fault = order_refusal(turn, unit, act.code, chain.against, tuple(chain.left))
        if fault is not None:
            return ignore(turn, act, unit, chain, fault)
    if act.code not in ASKED:
        act.step = "window"
        turn.announce("SV-ORD-01", "declared", unit=unit.id, order=act.code, path=[], target=NO_UNIT)
        return None
    if chain.forced and not chain.obeys and act.code == "MAR":  # impulsive: nobody chooses its way (SV-GRN-05)
        answer = towards(turn, unit, "MAR")
        if answer is None:
            return ignore(turn, act, unit, chain, refusal("SV-GRN-05", "no_way"))
        return declare(turn, answer)
    return turn.ask(unit.seat, ASKED[act.code])


def ignore(turn: Turn, act: Act, unit: Unit, chain: Chain, fault: Refusal) -> None:
    """The order is replaced by a wait; its die goes to the discard (SV-ORD-05)."""
    give_up_die(turn, chain, unit, act.code)
    turn.announce("SV-ORD-05", "order_ignored", unit=unit.id, order=act.code, reason=fault.code)
    turn.pop()


def end(turn: Turn, act: Act, unit: Unit, chain: Chain) -> None:
    """The order is over: ignored, if nothing of it could be resolved."""
    if not act.done and unit.leader in turn.now.at:
        return ignore(turn, act, unit, chain, refusal("SV-REA-07", "nothing_resolved"))
    return turn.pop()


def declare(turn: Turn, answer: Move | Charge | Fight | Shoot) -> None:
    """The parameters are public and bind (SV-ORD-06)."""
    act, chain = turn.now.stack[-1], chain_of(turn)
    assert isinstance(act, Act)
    unit = turn.now.units[act.unit]
    act.answer, act.step, act.start = answer, "window", turn.now.at[unit.leader]
    act.aimed = aimed_at(turn, answer)
    path: list[list[int]] = []
    target: GroupId = NO_UNIT
    if isinstance(answer, Move):
        found = plan(turn, unit, act.code, answer)
        act.touched = turn.touches(unit.id).get(unit.leader, [])
        act.left = turn.touched_groups(unit.id) if answer.how == "move" and ties(turn, unit).pinned else []
        path = [list(point) for point in answer.path]
    elif isinstance(answer, Charge):
        (sx, sy), (tx, ty) = act.start, turn.now.at[answer.aim]
        act.line, target = (tx - sx, ty - sy), answer.target
        found = charging.plan_charge(turn, unit, act.code, answer, chain.against, chain.left)
        act.touched = turn.touches(unit.id).get(unit.leader, [])
        assert isinstance(found, Plan)
        path = [list(found.end)]
    else:
        target = answer.target if isinstance(answer, Shoot) else answer.targets[0]
        return turn.announce("SV-ORD-06", "declared", unit=unit.id, order=act.code, path=path, target=target)
    assert isinstance(found, Plan), found
    act.plan = found
    return turn.announce("SV-ORD-06", "declared", unit=unit.id, order=act.code, path=path, target=target)


# Moves


def resolve_move(turn: Turn, act: Act, unit: Unit, chain: Chain) -> None:
    """March, tactical move or run; after a reaction, whatever of it is still legal (SV-REA-07)."""
    act.step = "end"
    answer = act.answer
    assert isinstance(answer, Move)
    found = act.plan if not act.stirred else replanned(turn, act, unit, answer, ties(turn, unit).pinned)
    if found is not None or act.reached:
        chain.left = act.left or chain.left
    if found is None:
        act.done = act.reached > 0
        if act.done:
            cohere(turn, unit)
            turn.announce("SV-REA-07", "move_stopped", unit=unit.id, end=list(turn.now.at[unit.leader]))
        return
    act.done = True
    if answer.how == "hold":
        return turn.announce("SV-ORD-06", "held", unit=unit.id, order=act.code)
    carry_out(turn, unit, found)
    rule, kind = ("SV-MOV-11", "regrouped") if answer.how == "reorganise" else ("SV-MOV-01", "moved")
    return turn.announce(
        rule, kind,
        unit=unit.id, order=act.code, start=list(act.start), path=[list(point) for point in answer.path],
        end=list(found.end), places=told_places(found.places), stayed=found.stay,
    )  # fmt: skip


def replanned(turn: Turn, act: Act, unit: Unit, answer: Move, pinned: bool) -> Plan | None:
    """The rest of a move that was interrupted; None when it ends where the unit stands."""
    if pinned and answer.how == "move" and (act.reached or not act.left):
        return None
    rest = msgspec.structs.replace(answer, path=rest_of_path(act.start, answer.path, act.reached))
    found = plan(turn, unit, act.code, rest, reached=act.reached)
    return found if isinstance(found, Plan) else None


# Charges


def resolve_charge(turn: Turn, act: Act, unit: Unit, chain: Chain) -> None:
    """The run, then the attack on whatever was touched (SV-CHG-06, 09); void if nobody is left (SV-REA-07)."""
    if act.step == "clash":
        return clash(turn, act, unit, chain)
    assert isinstance(act.answer, Charge) and act.plan is not None
    declared = act.answer.target
    follow(turn, act)
    answer = act.answer
    if not turn.now.figures(answer.target):
        cohere(turn, unit)
        return ignore(turn, act, unit, chain, refusal("SV-REA-07", "target_dead"))
    met = answer.target != declared and answer.target in turn.touched_groups(unit.id)
    if act.stirred and (met or ties(turn, unit).pinned):
        return held_up(turn, act, unit, answer.target)
    found = act.plan if not act.stirred else charging.resumed(turn, unit, act, answer)
    if found is None:
        act.step, act.done = "end", act.reached > 0
        return cohere(turn, unit)
    act.done = act.done or found.end != turn.now.at[unit.leader] or not act.stirred
    carry_out(turn, unit, found)
    touched = answer.target in turn.touched_groups(unit.id)
    act.done = act.done or touched
    act.step = "clash" if touched else "end"
    return turn.announce(
        "SV-CHG-02", "charged", unit=unit.id, order=act.code, target=answer.target, start=list(act.start),
        path=[list(found.end)], end=list(found.end), places=told_places(found.places), stayed=found.stay,
        contact=touched,
    )  # fmt: skip


def held_up(turn: Turn, act: Act, unit: Unit, target: GroupId) -> None:
    """A reaction has put the charger in contact: he fights where he stands, if with his target (SV-CHG-06)."""
    touched = target in turn.touched_groups(unit.id)
    act.done = touched or act.reached > 0
    act.step = "clash" if touched else "end"
    cohere(turn, unit)
    turn.announce("SV-CHG-06", "charge_met", unit=unit.id, target=target, contact=touched)


def clash(turn: Turn, act: Act, unit: Unit, chain: Chain) -> None:
    """Whom to strike, if more than one unit was touched (SV-DP-10)."""
    touched = turn.touched_groups(unit.id)
    assert isinstance(act.answer, Charge)
    if chain.against or len(touched) == 1:
        return engage(turn, act, unit, Fight((act.answer.target,)), charge=True)
    return turn.ask(unit.seat, "fight")


def engage(turn: Turn, act: Act, unit: Unit, fight: Fight, *, charge: bool) -> None:
    """The melee of an attack or charge."""
    act.step, act.done = "end", True
    melee.begin(turn, unit, fight, act.code, charge=charge)


# Attacks


def resolve_attack(turn: Turn, act: Act, unit: Unit, chain: Chain) -> None:
    """Melee against those still in contact, or shots one by one (SV-ORD-11, SV-ORD-16, SV-SHT-05)."""
    follow(turn, act)
    answer = act.answer
    if isinstance(answer, Fight):
        touched = turn.touched_groups(unit.id)
        targets = tuple(group for group in answer.targets if group in touched)
        if not targets:
            act.step = "end"
            return None
        split = {man: group for man, group in answer.split.items() if group in targets}
        return engage(turn, act, unit, Fight(targets, split), charge=False)
    assert isinstance(answer, Shoot)
    if act.step == "more":
        return more_shots(turn, act, unit, chain)
    if shooting.shoot_refusals(turn, unit, act.code, answer, chain.against):
        act.step = "end"
        return None
    return loose(turn, act, unit, answer)


def loose(turn: Turn, act: Act, unit: Unit, answer: Shoot) -> None:
    """One shot; the die of a coordinated attack counts for the first."""
    bonus = 0 if act.done else order_die(turn, unit, act.code)
    act.step, act.done = "more", True
    shooting.shoot(turn, unit, answer.target, bonus)


def more_shots(turn: Turn, act: Act, unit: Unit, chain: Chain) -> None:
    """Shots may be left (SV-DP-14)."""
    if shooting.choices(turn, unit, act.code, chain.against):
        return turn.ask(unit.seat, "shoot_again")
    act.step = "end"
    return None


# The others


def resolve_wait(turn: Turn, act: Act, unit: Unit, chain: Chain) -> None:
    """Nothing happens (SV-ORD-13)."""
    act.step, act.done = "end", True


def resolve_alert(turn: Turn, act: Act, unit: Unit, chain: Chain) -> None:
    """On alert, unless a reaction has engaged it (SV-ORD-17)."""
    act.step = "end"
    if not turn.engaged(unit.id):
        act.done = unit.alert = True
        turn.announce("SV-ORD-17", "on_alert", unit=unit.id)


def resolve_fortify(turn: Turn, act: Act, unit: Unit, chain: Chain) -> None:
    """Df doubled until the dice go (SV-ORD-18)."""
    act.step, act.done = "end", True
    unit.fortified = True
    turn.announce("SV-ORD-18", "fortified", unit=unit.id)


Resolve = Callable[[Turn, Act, Unit, Chain], None]
RESOLVE: dict[OrderCode, Resolve] = {
    "MAR": resolve_move, "MT": resolve_move, "CRS": resolve_move, "ATT": resolve_attack, "ATC": resolve_attack,
    "CHA": resolve_charge, "CHC": resolve_charge, "SPL": resolve_spell, "ALE": resolve_alert, "FOR": resolve_fortify,
    "WAI": resolve_wait, "ARR": resolve_arrival,
}  # fmt: skip
