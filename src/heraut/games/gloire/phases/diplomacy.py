"""Phase 8: wars, alliances, peace, alliances ended, calls refused, calls to arms (§5.9, §10.8)."""

from __future__ import annotations

from math import fsum

from heraut.engine.protocol import Seat
from heraut.games.gloire.orders import CallToArms, CancelAlliance, DeclareWar, Diplomatic, OfferAlliance, OfferPeace
from heraut.games.gloire.phases.felony import dishonour, end_alliance, open_war
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.state import Call, Lord


def diplomacy(turn: Turn) -> None:
    """Phase 8, in six steps (GP-DIP-01)."""
    declarations_of_war(turn)
    alliances(turn)
    peaces(turn)
    cancellations(turn)
    refused_calls(turn)
    calls_to_arms(turn)


def target_of(turn: Turn, lord: Lord, line: int, order: Diplomatic, seen: set[tuple[Seat, Seat]]) -> Lord | None:
    """The living lord that an order is addressed to, once a sheet (GP-DIP-02, GP-GEN-18)."""
    target = turn.now.lords[order.lord]
    if not target.alive:
        turn.ignore(lord, line, "GP-DIP-02", "dead_lord", lord=order.lord)
        return None
    if (lord.seat, order.lord) in seen:
        turn.ignore(lord, line, "GP-GEN-18", "repeated", lord=order.lord)
        return None
    seen.add((lord.seat, order.lord))
    return target


def declarations_of_war(turn: Turn) -> None:
    """GUE: war at once; on an ally it is a felony (GP-GUE-01 to 03)."""
    seen: set[tuple[Seat, Seat]] = set()
    for lord, line, order in turn.orders(DeclareWar):
        target = target_of(turn, lord, line, order, seen)
        if target is None:
            continue
        if target.seat in lord.enemies:
            turn.ignore(lord, line, "GP-GUE-01", "at_war_already", lord=target.seat)
            continue
        treason = target.seat in lord.allies
        if treason:
            end_alliance(lord, target)
            turn.announce("GP-GUE-03", "felony", felon=lord.seat, victim=target.seat)
            dishonour(turn, lord)
        turn.tell(lord.seat, "GP-GUE-01", "order_done", order=line)
        turn.announce("GP-GUE-01", "war_declared", lord=lord.seat, other=target.seat)
        open_war(turn, "GP-GUE-02", lord, target)


def alliances(turn: Turn) -> None:
    """ALL of both lords in one turn, tested once, when the first of the two is reached (GP-ALL-01, GP-ALL-02)."""
    seen: set[tuple[Seat, Seat]] = set()
    refused: dict[frozenset[Seat], str] = {}
    for lord, line, order in turn.orders(OfferAlliance):
        target = target_of(turn, lord, line, order, seen)
        if target is None:
            continue
        pair = frozenset((lord.seat, target.seat))
        if pair not in refused:
            refused[pair] = alliance_obstacle(turn, lord, target)
            if not refused[pair]:
                lord.allies[target.seat] = target.allies[lord.seat] = turn.number
                turn.announce("GP-ALL-01", "alliance", lord=lord.seat, other=target.seat)
        settle_offer(turn, lord, line, target, refused[pair], "GP-ALL-02" if refused[pair] else "GP-ALL-01")


def alliance_obstacle(turn: Turn, a: Lord, b: Lord) -> str:
    """What stands between two lords and their alliance; "" if nothing does."""
    if not mirrored(turn, OfferAlliance, a, b):
        return "no_answer"
    if b.seat in a.allies:
        return "allied_already"
    if b.seat in a.enemies:
        return "still_at_war"
    if any(ally in b.enemies for ally in a.allies) or any(ally in a.enemies for ally in b.allies):
        return "ally_at_war"
    return ""


def mirrored(turn: Turn, kind: type[Diplomatic], a: Lord, b: Lord) -> bool:
    """Whether both lords entered this order for each other this turn."""
    return all(
        any(order.lord == other.seat for _, order in turn.orders_of(lord.seat, kind))
        for lord, other in ((a, b), (b, a))
    )


def settle_offer(turn: Turn, lord: Lord, line: int, target: Lord, obstacle: str, rule: str) -> None:
    """Tells the author of ALL or PAI what came of it; an unanswered offer is known to him alone (GP-INF-06)."""
    if obstacle == "no_answer":
        turn.ignore(lord, line, "GP-INF-06", obstacle, lord=target.seat)
    elif obstacle:
        turn.ignore(lord, line, rule, obstacle, lord=target.seat)
    else:
        turn.tell(lord.seat, rule, "order_done", order=line)


def peaces(turn: Turn) -> None:
    """PAI of both lords in one turn ends their war; they are neutral (GP-PAI-01)."""
    seen: set[tuple[Seat, Seat]] = set()
    settled: set[frozenset[Seat]] = set()
    for lord, line, order in turn.orders(OfferPeace):
        target = target_of(turn, lord, line, order, seen)
        if target is None:
            continue
        pair = frozenset((lord.seat, target.seat))
        obstacle = "" if pair in settled else peace_obstacle(turn, lord, target)
        if not obstacle and pair not in settled:
            settled.add(pair)
            del lord.enemies[target.seat]
            del target.enemies[lord.seat]
            turn.announce("GP-PAI-01", "peace", lord=lord.seat, other=target.seat)
        settle_offer(turn, lord, line, target, obstacle, "GP-PAI-01")


def peace_obstacle(turn: Turn, a: Lord, b: Lord) -> str:
    """What stands between two lords and peace; "" if nothing does."""
    if b.seat not in a.enemies:
        return "not_at_war"
    return "" if mirrored(turn, OfferPeace, a, b) else "no_answer"


def cancellations(turn: Turn) -> None:
    """ANN: one lord's word ends the alliance, at no cost (GP-ANN-01)."""
    seen: set[tuple[Seat, Seat]] = set()
    for lord, line, order in turn.orders(CancelAlliance):
        target = target_of(turn, lord, line, order, seen)
        if target is None:
            continue
        if target.seat not in lord.allies:
            turn.ignore(lord, line, "GP-ANN-01", "not_allied", lord=target.seat)
            continue
        end_alliance(lord, target)
        turn.tell(lord.seat, "GP-ANN-01", "order_done", order=line)
        turn.announce("GP-ANN-01", "alliance_cancelled", lord=lord.seat, other=target.seat)


def refused_calls(turn: Turn) -> None:
    """Those called last turn who have not declared every war they owe lose renown; calls are spent (GP-REF-01, 04)."""
    calls = turn.now.calls
    turn.now.calls = []
    for seat in turn.snapshot.order:
        for call in calls:
            if call.called == seat:
                judge_call(turn, call)


def judge_call(turn: Turn, call: Call) -> None:
    """Whether this call was refused, and its price (GP-REF-01 to 03)."""
    lords = turn.now.lords
    caller, called = lords[call.caller], lords[call.called]
    if not (caller.alive and called.alive) or called.seat in caller.enemies:
        return  # GP-REF-02
    remaining = [
        foe
        for foe in call.enemies
        if lords[foe].alive and foe in caller.enemies and foe != called.seat and foe not in called.enemies
    ]
    if not remaining:
        return
    loss = refusal_loss(turn, caller, called)
    knight = turn.now.knights[called.knight]
    before = knight.renown
    knight.renown = max(1.0, knight.renown - loss)
    turn.tell(
        (caller.seat, called.seat),
        "GP-REF-01",
        "call_refused",
        caller=caller.seat,
        called=called.seat,
        enemies=remaining,
        loss=loss,
    )
    turn.tell(called.seat, "GP-REF-01", "refusal_price", caller=caller.seat, before=before, after=knight.renown)


def refusal_loss(turn: Turn, caller: Lord, called: Lord) -> float:
    """A tenth of the caller's global renown, and a hundredth of that of each of his other allies (GP-REF-01)."""
    renowns = turn.snapshot.global_renown
    others = fsum(renowns[ally] for ally in caller.allies if ally != called.seat)
    return turn.constants.refusal_share * renowns[caller.seat] + turn.constants.refusal_ally_share * others


def calls_to_arms(turn: Turn) -> None:
    """APP: a lord at war calls an ally, who has until next turn to declare war on all his enemies (GP-APP-01)."""
    seen: set[tuple[Seat, Seat]] = set()
    for lord, line, order in turn.orders(CallToArms):
        target = target_of(turn, lord, line, order, seen)
        if target is None:
            continue
        if not lord.enemies:
            turn.ignore(lord, line, "GP-APP-01", "no_enemy")
        elif target.seat not in lord.allies:
            turn.ignore(lord, line, "GP-APP-01", "not_allied", lord=target.seat)
        else:
            enemies = list(lord.enemies)
            turn.now.calls.append(Call(lord.seat, target.seat, tuple(enemies), turn.number))
            turn.tell(lord.seat, "GP-APP-01", "call_sent", order=line, called=target.seat, enemies=enemies)
            turn.tell(target.seat, "GP-INF-07", "called_to_arms", caller=lord.seat, enemies=enemies)
