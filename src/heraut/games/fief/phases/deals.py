"""Deals between two players: proposed, accepted, executed as a whole (FI-NEG-05, FI-NEG-06)."""

from __future__ import annotations

from heraut.engine.protocol import Refusal
from heraut.games.fief.board.pawns import ally, free_family, lord, village_of
from heraut.games.fief.cards import LORD_IDS, card_name
from heraut.games.fief.entries import Deal, DealCount
from heraut.games.fief.identities import CardNo, LordNo, PlayerNo, VillageNo
from heraut.games.fief.orders.negotiations import AcceptDeal, DeclineDeal, Propose, Withdraw
from heraut.games.fief.orders.order import Marriages
from heraut.games.fief.phases.captivity import imprison
from heraut.games.fief.phases.release import free_and_house
from heraut.games.fief.phases.royalty import marriage_refusal, marry
from heraut.games.fief.resolution import Turn, lord_names, seat_name
from heraut.games.fief.state import Lord, Realm
from heraut.games.fief.tables import CONSTANTS

SELL = "vendre"
Pair = tuple[PlayerNo, PlayerNo]  # who proposes a deal, and to whom


# What is set aside for open proposals


def purse_left(realm: Realm, player: PlayerNo) -> int:
    """Money that has not been offered in a deal."""
    left = realm.families[player].purse
    for deal in realm.deals:
        if deal.proposer == player:
            left -= max(0, deal.gives - set_aside(realm, deal.claims, player))
    return left


def set_aside(realm: Realm, lords: tuple[LordNo, ...], player: PlayerNo) -> int:
    """Frozen incomes of a player's own captive lords, which may pay their ransom (FI-PRI-10)."""
    if not lords:
        return 0
    found = [realm.lords[number] for number in lords]
    return sum([one.purse for one in found if one is not None and one.player == player])


def free_cards(realm: Realm, player: PlayerNo) -> list[CardNo]:
    """Cards of a hand that have not been offered in a deal."""
    hand = realm.families[player].hand
    if not realm.deals:
        return list(hand)
    offered = {card for deal in realm.deals if deal.proposer == player for card in deal.cards}
    return [card for card in hand if card not in offered]


def picked(realm: Realm, player: PlayerNo, names: tuple[str, ...]) -> tuple[CardNo, ...]:
    """The free cards that are called so, each once; they have been checked to be there."""
    left, found = free_cards(realm, player), []
    for name in names:
        card = next(card for card in left if card_name(card) == name)
        left.remove(card)
        found.append(card)
    return tuple(found)


def reserved_captives(realm: Realm, player: PlayerNo) -> set[LordNo]:
    """Captives who have been offered in a deal."""
    return {number for deal in realm.deals if deal.proposer == player for number in deal.frees}


def deal_of(realm: Realm, proposer: PlayerNo, addressee: PlayerNo, number: int) -> Deal | None:
    """The open deal of this number that one has proposed to the other."""
    wanted = (proposer, addressee, number)
    return next((deal for deal in realm.deals if (deal.proposer, deal.addressee, deal.number) == wanted), None)


def deals_between(realm: Realm, one: PlayerNo, other: PlayerNo) -> int:
    """How many deals these two have proposed to each other in this match (FI-DP-32)."""
    pair = (min(one, other), max(one, other))
    return next((entry.number for entry in realm.deal_counts if (entry.first, entry.second) == pair), 0)


def count_deal(realm: Realm, deal: Deal) -> None:
    """Numbers count for each pair."""
    pair = (min(deal.proposer, deal.addressee), max(deal.proposer, deal.addressee))
    others = [entry for entry in realm.deal_counts if (entry.first, entry.second) != pair]
    realm.deal_counts = tuple(sorted([*others, DealCount(*pair, deal.number)]))


# Proposing


def propose_refusal(realm: Realm, player: PlayerNo, order: Propose) -> Refusal | None:
    """Why a deal cannot be proposed."""
    other = order.player
    if other == player or not 0 <= other < len(realm.seats) or not realm.families[other].alive:
        return Refusal("FI-NEG-04", "no_such_partner", {})
    if order.sold not in ("", SELL):
        return Refusal("FI-VC-07", "bad_sale", {"word": SELL})
    for money in (order.gives, order.asks):
        if money % CONSTANTS.unit:
            return Refusal("FI-MOD-01", "not_hundreds", {"money": money})
    if order == Propose(other):
        return Refusal("FI-NEG-05", "empty_deal", {})
    means = purse_left(realm, player) + set_aside(realm, order.claims, player)
    if order.gives > means:
        return Refusal("FI-NEG-05", "too_dear", {"price": order.gives, "purse": means})
    return (
        cards_refusal(realm, player, order)
        or captives_refusal(realm, player, order)
        or public_refusal(realm, (player, other), order)
    )


def cards_refusal(realm: Realm, player: PlayerNo, order: Propose) -> Refusal | None:
    """Cards of one's hand that are not offered elsewhere."""
    if not order.cards:
        return None
    names = [card_name(card) for card in free_cards(realm, player)]
    for card in order.cards:
        if card not in names:
            return Refusal("FI-CRD-04", "not_in_hand", {"card": card})
        names.remove(card)
    return None


def captives_refusal(realm: Realm, player: PlayerNo, order: Propose) -> Refusal | None:
    """Captives of mine that are not offered elsewhere."""
    if order.sold and not realm.settings.surrender:
        return Refusal("FI-PRI-13", "no_sale_of_captives", {})
    for number in order.frees:
        if number in reserved_captives(realm, player):
            return Refusal("FI-NEG-05", "offered_already", {"lord": LORD_IDS[number]})
    return None


def as_deal(realm: Realm, player: PlayerNo, order: Propose) -> Deal:
    """The deal that an order proposes."""
    return Deal(
        number=deals_between(realm, player, order.player) + 1,
        proposer=player,
        addressee=order.player,
        gives=order.gives,
        asks=order.asks,
        cards=picked(realm, player, order.cards),
        asked_cards=order.asked_cards,
        frees=order.frees,
        claims=order.claims,
        sold=bool(order.sold),
        marriages=order.marriages,
        promise=order.promise,
    )


def public_refusal(realm: Realm, pair: Pair, terms: Deal | Propose) -> Refusal | None:
    """Why a deal is impossible, by what everybody can see: couples, captives, hands (FI-MAR, FI-NEG-06, FI-PRI-13).

    `pair` are who proposes it, and to whom.
    """
    if terms.marriages:
        refusal = couples_refusal(realm, pair, terms.marriages)
        if refusal is not None:
            return refusal
    for lords, captor, other in ((terms.frees, *pair), (terms.claims, *pair[::-1])):
        for number in lords:
            one = realm.lords[number]
            if one is None or one.captor != captor or one.dungeon or (one.player != other and not terms.sold):
                return Refusal("FI-PRI-13", "not_such_captive", {"lord": LORD_IDS[number]})
            if one.player != other and not keeps(realm, other):
                return Refusal(
                    "FI-PRI-02", "nobody_to_hold_him", {"lord": LORD_IDS[number], "seat": realm.seats[other]}
                )
    if terms.cards or terms.asked_cards:
        return hands_refusal(realm, pair, terms)
    return None


def couples_refusal(realm: Realm, pair: Pair, couples: Marriages) -> Refusal | None:
    """Lords of the two who may marry one another, none of them twice."""
    if len({number for couple in couples for number in couple}) < 2 * len(couples):
        return Refusal("FI-MAR-02", "married_twice", {})
    for couple in couples:
        refusal = marriage_refusal(realm, couple, pair)
        if refusal is not None:
            return refusal
    return None


def hands_refusal(realm: Realm, pair: Pair, terms: Deal | Propose) -> Refusal | None:
    """Allies, or about to be; three cards at most in either hand afterwards (FI-NEG-06)."""
    if ally(realm, pair[0]) != pair[1] and not terms.marriages:
        return Refusal("FI-CRD-10", "cards_to_allies_only", {})
    given, taken = len(terms.cards), terms.asked_cards
    hands = realm.families[pair[0]].hand, realm.families[pair[1]].hand
    after = (len(hands[0]) - given + taken, len(hands[1]) + given - taken)
    if max(after) > CONSTANTS.hand or min(len(hands[0]) - given, len(hands[1]) - taken) < 0:
        return Refusal("FI-NEG-06", "hand_full", {"most": CONSTANTS.hand})
    return None


def propose(turn: Turn, player: PlayerNo, order: Propose) -> None:
    """A deal is open; what is offered is set aside (FI-NEG-05)."""
    realm = turn.now
    deal = as_deal(realm, player, order)
    count_deal(realm, deal)
    realm.deals = (*realm.deals, deal)
    turn.tell((player, order.player), "FI-NEG-05", "deal_proposed", **deal_data(turn, deal))


def deal_data(turn: Turn, deal: Deal) -> dict[str, object]:
    """A deal in full, for its parties."""
    parties = {"seat": turn.seat(deal.proposer), "other": turn.seat(deal.addressee)}
    return {"number": deal.number, **parties, **terms(deal)}


def terms(deal: Deal) -> dict[str, object]:
    """What is given and asked, by name."""
    return {
        "gives": deal.gives,
        "asks": deal.asks,
        "cards": [card_name(card) for card in deal.cards],
        "asked_cards": deal.asked_cards,
        "frees": lord_names(deal.frees),
        "claims": lord_names(deal.claims),
        "sold": deal.sold,
        "marriages": [lord_names(couple) for couple in deal.marriages],
        "promise": deal.promise,
    }


def withdraw(turn: Turn, deal: Deal, kind: str) -> None:
    """A deal is open no more; only its parties are told."""
    turn.now.deals = tuple(other for other in turn.now.deals if other is not deal)
    turn.tell(
        (deal.proposer, deal.addressee),
        "FI-NEG-05",
        kind,
        number=deal.number,
        seat=turn.seat(deal.proposer),
        other=turn.seat(deal.addressee),
    )


def bury_dead_deals(turn: Turn) -> None:
    """A proposal that has become impossible dies (FI-NEG-05)."""
    for deal in turn.now.deals:
        if public_refusal(turn.now, (deal.proposer, deal.addressee), deal) is not None:
            withdraw(turn, deal, "deal_dead")


def no_deal(realm: Realm, order: AcceptDeal | DeclineDeal | Withdraw) -> Refusal:
    """No such proposal is open between the two."""
    return Refusal("FI-NEG-05", "no_such_deal", {"deal": order.deal, "seat": seat_name(realm, order.player)})


# Accepting


def accept_refusal(realm: Realm, player: PlayerNo, order: AcceptDeal) -> Refusal | None:
    """Why the addressee cannot perform his part (FI-NEG-05)."""
    deal = deal_of(realm, order.player, player, order.deal)
    if deal is None:
        return no_deal(realm, order)
    means = purse_left(realm, player) + set_aside(realm, deal.frees, player)
    if deal.asks > means:
        return Refusal("FI-NEG-05", "too_dear", {"price": deal.asks, "purse": means})
    if len(order.cards) != deal.asked_cards:
        return Refusal("FI-NEG-05", "cards_to_choose", {"number": deal.asked_cards})
    names = [card_name(card) for card in free_cards(realm, player)]
    for card in order.cards:
        if card not in names:
            return Refusal("FI-CRD-04", "not_in_hand", {"card": card})
        names.remove(card)
    for number in deal.claims:
        if number in reserved_captives(realm, player):
            return Refusal("FI-NEG-05", "offered_already", {"lord": LORD_IDS[number]})
    return public_refusal(realm, (deal.proposer, deal.addressee), deal)


def accept(turn: Turn, player: PlayerNo, order: AcceptDeal) -> None:
    """The deal is executed as a whole (FI-NEG-05); a captive sold to his own family goes free (FI-PRI-12)."""
    realm = turn.now
    deal = deal_of(realm, order.player, player, order.deal)
    assert deal is not None
    returned = picked(realm, player, order.cards)
    realm.deals = tuple(other for other in realm.deals if other is not deal)
    pair = (deal.proposer, deal.addressee)
    changing = [(number, pair[1]) for number in deal.frees] + [(number, pair[0]) for number in deal.claims]
    sold = [number for number, buyer in changing if deal.sold and lord(realm, number).player != buyer]
    turn.announce(
        "FI-DP-R8",
        "deal_done",
        seat=turn.seat(deal.proposer),
        other=turn.seat(deal.addressee),
        cards=len(deal.cards) + len(returned),
        freed=lord_names(number for number, _ in changing if number not in sold),
        sold=lord_names(sold),
        marriages=len(deal.marriages),
    )
    given = [card_name(card) for card in returned]
    turn.tell(pair, "FI-NEG-05", "deal_kept", **{**deal_data(turn, deal), "returned": given})
    pay(turn, deal.proposer, deal.addressee, deal.gives, deal.claims)
    pay(turn, deal.addressee, deal.proposer, deal.asks, deal.frees)
    exchange(realm, pair, deal.cards, returned)
    for couple in deal.marriages:
        marry(turn, couple)
    for lords, buyer in ((deal.frees, deal.addressee), (deal.claims, deal.proposer)):
        for number in lords:
            if number in sold:
                deliver(turn, lord(realm, number), buyer)
        free_and_house(turn, tuple([number for number in lords if number not in sold]), "FI-PRI-11")


def deliver(turn: Turn, captive: Lord, buyer: PlayerNo) -> None:
    """A captive sold stands with a free pawn of his new captor: beside his eldest free lord at need (FI-PRI-02)."""
    places = keeps(turn.now, buyer)
    if captive.village not in places:
        captive.village = places[0]
    imprison(turn, captive, buyer, "FI-VC-07")


def keeps(realm: Realm, player: PlayerNo) -> list[VillageNo]:
    """Where a player can hold captives: with his free lords, oldest first, then with his soldiers."""
    soldiers = sorted(stack.village for stack in realm.stacks if stack.player == player)
    return [village_of(one) for one in free_family(realm, player)] + soldiers


def pay(turn: Turn, payer: PlayerNo, receiver: PlayerNo, money: int, freed: tuple[LordNo, ...]) -> None:
    """Money changes hands; what was set aside for the payer's lords who go free pays first (FI-PRI-11)."""
    realm, rest = turn.now, money
    for number in freed:
        one = lord(realm, number)
        if one.player == payer:
            aside = min(rest, one.purse)
            one.purse -= aside
            rest -= aside
    realm.families[payer].purse -= rest
    realm.families[receiver].purse += money


def exchange(
    realm: Realm, pair: tuple[PlayerNo, PlayerNo], given: tuple[CardNo, ...], returned: tuple[CardNo, ...]
) -> None:
    """Cards change hands."""
    first, second = realm.families[pair[0]], realm.families[pair[1]]
    first.hand = tuple(sorted((*(card for card in first.hand if card not in given), *returned)))
    second.hand = tuple(sorted((*(card for card in second.hand if card not in returned), *given)))
