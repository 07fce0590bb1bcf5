"""The negotiation window: gifts, deals, ransoms, readiness (FI-NEG, FI-PRI-11, FI-VC)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.fief.asking import Asked, Handler, Offers, OrderHandler, always
from heraut.games.fief.board.lords import can_marry
from heraut.games.fief.board.pawns import ally, playing_order
from heraut.games.fief.cards import IS_WOMAN, card_name
from heraut.games.fief.identities import PlayerNo
from heraut.games.fief.orders.grammar import grammar
from heraut.games.fief.orders.negotiations import (
    AcceptDeal,
    Close,
    DeclineDeal,
    Give,
    NotReady,
    Offer,
    PayRansom,
    Propose,
    Ready,
    Release,
    Withdraw,
)
from heraut.games.fief.orders.order import Answer, Couple, Order
from heraut.games.fief.phases.bargains import bargains
from heraut.games.fief.phases.deals import (
    accept,
    accept_refusal,
    bury_dead_deals,
    deal_of,
    free_cards,
    no_deal,
    propose,
    propose_refusal,
    purse_left,
    withdraw,
)
from heraut.games.fief.phases.ransoms import captive_offers, pay_ransom, ransom_refusal, release, release_refusal
from heraut.games.fief.phases.royalty import may_ally
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Lord, Realm
from heraut.games.fief.tables import CONSTANTS
from heraut.games.fief.tasks import Window


def asked(realm: Realm, task: Window) -> Asked:
    """Every living player, until all are ready or all are silent (FI-NEG-02)."""
    return {} if realm.closed else dict.fromkeys(playing_order(realm), "window")


def take(turn: Turn, task: Window, answers: Mapping[PlayerNo, Answer]) -> None:
    """Acts in the order of their entry; the window closes when all are ready, or when nobody has said a word."""
    realm = turn.now
    for player, answer in answers.items():
        for order in answer:
            refusal = act_refusal(realm, player, order)
            if refusal is None:
                ACTS[type(order)].execute(turn, player, order)
                bury_dead_deals(turn)
            else:
                line = grammar(realm.seats).write(order)
                turn.tell(player, "FI-NEG-05", "order_ignored", line=line, code=refusal.code, reason=refusal.rule)
    everyone = playing_order(realm)
    if all(player in realm.ready for player in everyone) or not any(answers.values()):
        realm.closed = True


def run(turn: Turn, task: Window) -> None:
    """Closed: open proposals die (FI-NEG-05)."""
    turn.done(task)
    turn.now.deals = ()
    turn.announce("FI-NEG-02", "window_closed")


def act_refusal(realm: Realm, player: PlayerNo, order: Order) -> Refusal | None:
    """Why an act of the window is refused."""
    known = ACTS.get(type(order))
    return (
        known.refusal(realm, player, order) if known else Refusal("FI-NEG-07", "not_negotiable", {"order": order.code})
    )


def check(realm: Realm, task: Window, player: PlayerNo, answer: Answer) -> list[Refusal]:
    """Each act as things stand; what acts before it change is seen when they are done."""
    refusals = []
    for line, order in enumerate(answer, start=1):
        refusal = act_refusal(realm, player, order)
        if refusal is not None:
            refusals.append(Refusal(refusal.rule, refusal.code, refusal.data, line))
    return refusals


# Gifts


def partner_refusal(realm: Realm, player: PlayerNo, other: PlayerNo) -> Refusal | None:
    """Another living player."""
    if other == player or not 0 <= other < len(realm.seats) or not realm.families[other].alive:
        return Refusal("FI-NEG-04", "no_such_partner", {})
    return None


def sum_refusal(realm: Realm, player: PlayerNo, money: int) -> Refusal | None:
    """A positive multiple of a hundred that one has, and has not offered elsewhere (FI-MOD-01)."""
    if money <= 0 or money % CONSTANTS.unit:
        return Refusal("FI-MOD-01", "not_hundreds", {"money": money})
    left = purse_left(realm, player)
    return Refusal("FI-NEG-05", "too_dear", {"price": money, "purse": left}) if money > left else None


def give_refusal(realm: Realm, player: PlayerNo, order: Give) -> Refusal | None:
    """Money may be given to a partner, as far as the purse goes (FI-NEG-04)."""
    return partner_refusal(realm, player, order.player) or sum_refusal(realm, player, order.money)


def give(turn: Turn, player: PlayerNo, order: Give) -> None:
    """Money changes hands; how much is the two players' business (FI-DP-R8)."""
    families = turn.now.families
    families[player].purse -= order.money
    families[order.player].purse += order.money
    data = {"seat": turn.seat(player), "other": turn.seat(order.player)}
    turn.announce("FI-NEG-04", "gift", **data)
    turn.tell((player, order.player), "FI-DP-R8", "gift_amount", **data, money=order.money)


def offer_refusal(realm: Realm, player: PlayerNo, order: Offer) -> Refusal | None:
    """A card of the hand for an ally, if both hands have room for it (FI-CRD-10, FI-NEG-06)."""
    refusal = partner_refusal(realm, player, order.player)
    if refusal is not None:
        return refusal
    if ally(realm, player) != order.player:
        return Refusal("FI-CRD-10", "cards_to_allies_only", {})
    if order.card not in map(card_name, free_cards(realm, player)):
        return Refusal("FI-CRD-04", "not_in_hand", {"card": order.card})
    if (
        len(realm.families[order.player].hand) >= CONSTANTS.hand
        or len(realm.families[player].hand) - 1 > CONSTANTS.hand
    ):
        return Refusal("FI-NEG-06", "hand_full", {"most": CONSTANTS.hand})
    return None


def offer(turn: Turn, player: PlayerNo, order: Offer) -> None:
    """A card goes to the ally, unseen."""
    families = turn.now.families
    card = next(card for card in free_cards(turn.now, player) if card_name(card) == order.card)
    families[player].hand = tuple(other for other in families[player].hand if other != card)
    families[order.player].hand = tuple(sorted((*families[order.player].hand, card)))
    data = {"seat": turn.seat(player), "other": turn.seat(order.player)}
    turn.announce("FI-NEG-06", "card_given", **data)
    turn.tell((player, order.player), "FI-DP-R8", "card_named", **data, card=order.card)


# Readiness, the end by agreement


def ready(turn: Turn, player: PlayerNo, order: Ready) -> None:
    """Notes that a player is ready to end the phase (FI-NEG-02)."""
    if player not in turn.now.ready:
        turn.now.ready = (*turn.now.ready, player)


def not_ready(turn: Turn, player: PlayerNo, order: NotReady) -> None:
    """Ready can be withdrawn until all are."""
    turn.now.ready = tuple(other for other in turn.now.ready if other != player)


def close_refusal(realm: Realm, player: PlayerNo, order: Close) -> Refusal | None:
    """A player agrees to end the game only once (FI-VIC-08)."""
    return Refusal("FI-VIC-08", "agreed_already", {}) if player in realm.closing else None


def close(turn: Turn, player: PlayerNo, order: Close) -> None:
    """Notes that a player agrees to end the game (FI-VIC-08)."""
    turn.now.closing = (*turn.now.closing, player)
    turn.announce("FI-VIC-08", "end_wanted", seat=turn.seat(player))


def decline_refusal(realm: Realm, player: PlayerNo, order: DeclineDeal) -> Refusal | None:
    """A deal that one is offered."""
    return no_deal(realm, order) if deal_of(realm, order.player, player, order.deal) is None else None


def decline(turn: Turn, player: PlayerNo, order: DeclineDeal) -> None:
    """A deal is refused as a whole."""
    deal = deal_of(turn.now, order.player, player, order.deal)
    assert deal is not None
    withdraw(turn, deal, "deal_declined")


def withdraw_refusal(realm: Realm, player: PlayerNo, order: Withdraw) -> Refusal | None:
    """A deal that one has offered."""
    return no_deal(realm, order) if deal_of(realm, player, order.player, order.deal) is None else None


def take_back(turn: Turn, player: PlayerNo, order: Withdraw) -> None:
    """A proposal may be withdrawn until it is accepted (FI-NEG-05)."""
    deal = deal_of(turn.now, player, order.player, order.deal)
    assert deal is not None
    withdraw(turn, deal, "deal_withdrawn")


ACTS: dict[type[Order], OrderHandler] = {
    Give: OrderHandler(give_refusal, give),
    Offer: OrderHandler(offer_refusal, offer),
    Release: OrderHandler(release_refusal, release),
    PayRansom: OrderHandler(ransom_refusal, pay_ransom),
    Propose: OrderHandler(propose_refusal, propose),
    AcceptDeal: OrderHandler(accept_refusal, accept),
    DeclineDeal: OrderHandler(decline_refusal, decline),
    Withdraw: OrderHandler(withdraw_refusal, take_back),
    Ready: OrderHandler(always, ready),
    NotReady: OrderHandler(always, not_ready),
    Close: OrderHandler(close_refusal, close),
}


def offers(realm: Realm, task: Window, player: PlayerNo) -> Offers:
    """The usual acts: ready, deals to answer, marriages and ransoms to propose, small gifts."""
    found: list[Order] = [NotReady() if player in realm.ready else Ready()]
    for deal in realm.deals:
        if deal.addressee == player:
            found.append(DeclineDeal(deal.proposer, deal.number))
            cards = free_cards(realm, player)[: deal.asked_cards]
            simple = AcceptDeal(deal.proposer, deal.number, tuple(map(card_name, cards)))
            if accept_refusal(realm, player, simple) is None:
                found.append(simple)
        elif deal.proposer == player:
            found.append(Withdraw(deal.addressee, deal.number))
    others = [other for other in playing_order(realm) if other != player]
    if purse_left(realm, player) >= CONSTANTS.unit:
        found += [Give(other, CONSTANTS.unit) for other in others]
    found += wedding_offers(realm, player, others)
    found += captive_offers(realm, player)
    friend = ally(realm, player)
    if friend is not None:
        gifts = [Offer(friend, name) for name in dict.fromkeys(map(card_name, free_cards(realm, player)))]
        if gifts and offer_refusal(realm, player, gifts[0]) is None:  # of these, one is as good as another
            found += gifts
    return found


def wedding_offers(realm: Realm, player: PlayerNo, others: list[PlayerNo]) -> list[Order]:
    """Marriages that could be proposed (FI-MAR-01 to 03)."""
    mine = single_lords(realm, (player,))
    if not mine:
        return []
    friend = ally(realm, player)
    partners = [other for other in ((friend,) if friend is not None else others) if may_ally(realm, other, player)]
    theirs = single_lords(realm, partners)
    return [
        Propose(spouse.player, marriages=(Couple(one.number, spouse.number),))
        for one in mine
        for spouse in theirs
        if IS_WOMAN[one.number] != IS_WOMAN[spouse.number]
    ]


def single_lords(realm: Realm, players: Sequence[PlayerNo]) -> list[Lord]:
    """The lords of some players who are free to marry."""
    return [one for one in realm.lords if one is not None and one.player in players and can_marry(realm, one)]


def sample(realm: Realm, task: Window, player: PlayerNo, found: Offers, rng: Rng) -> Answer:
    """Ready as a rule; then silent."""
    if player in realm.ready:
        answers = [order for order in found if isinstance(order, (AcceptDeal, DeclineDeal))]
        return (rng.choice(answers),) if answers else ()
    return (found[0],) if rng.random() < 0.7 else (rng.choice(found),)


def subject(realm: Realm, task: Window, player: PlayerNo) -> dict[str, Any]:
    """Who is ready."""
    return {"ready": [realm.seats[other] for other in realm.ready], "deadline": realm.families[player].deadline}


WINDOW = Handler(asked, run, take, offers, check, subject, sample, listed=False, bargains=bargains)
