"""What is said in the window besides marriages: peace, captives for money, cards to the ally, and giving up."""

from __future__ import annotations

from heraut.bots.fief.diplomacy import at_peace, strength
from heraut.bots.fief.planner import Planner
from heraut.engine.protocol import Json, Seat
from heraut.games.fief.cards import LORD_IDS
from heraut.games.fief.identities import PlayerNo
from heraut.games.fief.orders.instructions import Concede, Policy
from heraut.games.fief.orders.negotiations import AcceptDeal, Offer, Propose
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.phases.bargains import PEACE
from heraut.games.fief.tables import CONSTANTS

HOPELESS = 0.3  # of the strongest, below which a family without lords gives up
EARLY = 8  # turns in which nobody gives up
CROWDED = 3  # lords, beyond which one may be spared for the ally


def gives_up(planner: Planner) -> bool:
    """Whether all is lost: no lord on the board or in the hand, few men, and somebody much stronger (FI-END-04)."""
    lords = planner.me["lords"] or any(card in LORD_IDS for card in planner.hand)
    if not planner.traits.concedes or planner.traits.staunch or lords or planner.turn < EARLY:
        return False
    return (strength(planner.view, Seat(planner.seat)) or 0.0) < HOPELESS


CONCEDED: Answer = (Concede(),)


def peace(planner: Planner) -> Answer:
    """Peace with the weakest neighbour, where more than two play on; nothing with whom it has been made, or offered."""
    if not planner.traits.peace or len(planner.enemies) < 2:
        return ()
    others = [
        seat for seat in planner.enemies if not at_peace(planner.view, seat) and seat not in planner.view["ready"]
    ]
    others.sort(key=lambda seat: (strength(planner.view, Seat(seat)) or 0.0, seat))
    for seat in others[: len(planner.enemies) - 1]:  # somebody is left to be fought
        order = Propose(planner.number(seat), promise=PEACE)
        if planner.legal(order):
            return (order, made_with(planner.number(seat)))
    return ()


def made_with(player: PlayerNo) -> Policy:
    """Peace that is kept: their people go out of our gates, and are asked before they come in."""
    return Policy(player, "demander", "accorder")


def is_peace(deal: Json) -> bool:
    """Whether a deal is nothing but the promise of peace."""
    things = ("gives", "asks", "cards", "asked_cards", "frees", "claims", "marriages")
    return deal["promise"] == PEACE and not any(deal[thing] for thing in things)


def agreed(planner: Planner, deal: Json) -> Answer:
    """A deal that is taken; peace is remembered in what we tell our gatekeepers."""
    player = planner.number(deal["proposer"])
    accepted = AcceptDeal(player, deal["number"])
    return (accepted, made_with(player)) if is_peace(deal) else (accepted,)


def sale(planner: Planner) -> Order | None:
    """A captive, to his own family, for what he is worth."""
    for lord in planner.lords:
        if lord.captor == planner.seat and not any(lord.name in deal["frees"] for deal in planner.view["deals"]):
            worth = max(CONSTANTS.unit, lord.ransom // CONSTANTS.unit * CONSTANTS.unit)
            order = Propose(planner.number(lord.seat), asks=worth, frees=(lord.number,))
            if planner.legal(order):
                return order
    return None


def fair(planner: Planner, deal: Json) -> bool:
    """A lord of mine for no more than he is worth, and nothing else asked."""
    lords = planner.view["lords"]
    mine = [lords[name]["ransom"] for name in deal["frees"] if lords[name]["seat"] == planner.seat]
    return (
        bool(mine) and deal["asks"] <= min(planner.purse, sum(mine)) and not deal["claims"] and not deal["asked_cards"]
    )


def spare_lord(planner: Planner) -> Order | None:
    """A lord of a crowded family goes to an ally who has hardly any."""
    if planner.ally is None or len(planner.me["lords"]) < CROWDED:
        return None
    if len(planner.view["seats"][planner.ally]["lords"]) > 1:
        return None
    for card in planner.hand:
        order = Offer(planner.number(planner.ally), card)
        if card in LORD_IDS and planner.legal(order):
            return order
    return None
