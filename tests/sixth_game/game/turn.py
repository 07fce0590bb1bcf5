"""A round: the notes are opened, all pay, the highest has the lot."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.engine.protocol import Event, Seat, Step
from heraut.engine.rng import Rng
from tests.sixth_game.game.decision import Bid
from tests.sixth_game.game.state import LOT, ROUNDS, Auction, Lord, leaders


def advance(state: Auction, answers: Mapping[Seat, Bid], rng: Rng) -> Step[Auction]:
    """Takes the bids of one round (SB-04); the input state is left unchanged."""
    bids = {seat: answers[seat].crowns for seat in state.lords}
    winner = highest(bids)
    lords = {
        seat: Lord(lord.name, lord.purse - bids[seat], lord.points + (state.lot if seat == winner else 0))
        for seat, lord in state.lords.items()
    }
    turn = state.turn + 1
    after = Auction(turn, rng.at("lot", turn).randint(*LOT) if turn <= ROUNDS else 0, lords)
    events = [Event("SB-04", "sold" if winner else "unsold", {"lot": state.lot, "seat": winner})]
    events += [Event("SB-04", "paid", {"bid": bid, "left": lords[seat].purse}, (seat,)) for seat, bid in bids.items()]
    if turn <= ROUNDS:
        events.append(Event("SB-02", "lot", {"turn": turn, "lot": after.lot}))
    else:
        events.append(Event("SB-05", "over", {"winners": leaders(after)}))
    return Step(after, tuple(events))


def highest(bids: Mapping[Seat, int]) -> Seat | None:
    """Who alone has bid most; None where nobody has, or several as much."""
    most = max(bids.values())
    first = [seat for seat, bid in bids.items() if bid == most > 0]
    return first[0] if len(first) == 1 else None
