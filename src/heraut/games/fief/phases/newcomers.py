"""New lords and heirs, as cards are played (FI-LRD, FI-PRC, FI-TTL-03)."""

from __future__ import annotations

from typing import Any

from heraut.engine.protocol import Refusal
from heraut.games.fief.asking import choice
from heraut.games.fief.board.lords import can_give, king_player, royal_couple
from heraut.games.fief.board.pawns import family, lord
from heraut.games.fief.board.places import (
    REGION_IDS,
    VILLAGE_IDS,
)
from heraut.games.fief.cards import IS_WOMAN, LORD_IDS, is_lord
from heraut.games.fief.identities import PlayerNo, RegionNo
from heraut.games.fief.orders.answers import No, Yes
from heraut.games.fief.orders.cards import PlayHeir, PlayLord
from heraut.games.fief.orders.order import Order
from heraut.games.fief.phases.hand import not_in_hand, spend, villages
from heraut.games.fief.phases.placing import ask_or_house, bring_in, host, lord_places
from heraut.games.fief.resolution import Turn, lord_name, village_name
from heraut.games.fief.state import Realm, replaced
from heraut.games.fief.tables import CONSTANTS
from heraut.games.fief.tasks import HeirConsent, Housing, Lodging

# Lords


def lord_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """Lords of the hand, wherever they may be placed; and heirs."""
    hand = realm.families[player].hand
    if not hand or not is_lord(hand[0]):  # lords have the lowest numbers
        return []
    lords = [card for card in hand if is_lord(card)]
    found: list[Order] = []
    if len(family(realm, player)) < CONSTANTS.family_max:
        places = lord_places(realm, player)
        found += [PlayLord(card, village) for card in lords for village in places]
    if heir_refusal(realm, player) is None:
        men = [card for card in lords if not IS_WOMAN[card]]
        if king_player(realm) == player:
            found += [PlayHeir(card, village) for card in men for village in lord_places(realm, player)]
        else:
            found += [PlayHeir(card) for card in men]
    return found


def lord_refusal(realm: Realm, player: PlayerNo, order: PlayLord) -> Refusal | None:
    """A lord of the hand, room in the family, a place for him, and titles that he may bear (FI-LRD-02, 03, 05)."""
    if order.lord not in realm.families[player].hand:
        return not_in_hand(LORD_IDS[order.lord])
    if len(family(realm, player)) >= CONSTANTS.family_max:
        return Refusal("FI-LRD-02", "family_full", {"most": CONSTANTS.family_max})
    places = lord_places(realm, player)
    if order.village not in places:
        return Refusal("FI-LRD-03", "no_place", {"village": VILLAGE_IDS[order.village], "places": villages(places)})
    bearers = realm.bearers
    for region in order.titles:
        refusal = title_refusal(realm, player, region)
        if refusal is not None:
            realm.bearers = bearers
            return refusal
        realm.bearers = replaced(realm.bearers, region, None)  # given in turn: what is left must be as high each time
    realm.bearers = bearers
    return None


def title_refusal(realm: Realm, player: PlayerNo, region: RegionNo) -> Refusal | None:
    """Why a noble title cannot pass to another lord of the family (FI-TTL-03, FI-TTL-04)."""
    bearer = realm.bearers[region]
    data = {"region": REGION_IDS[region]}
    if realm.holders[region] != player or bearer is None:
        return Refusal("FI-TTL-06", "not_your_title", data)
    if lord(realm, bearer).captor is not None:
        return Refusal("FI-TTL-04", "captive_keeps_title", {**data, "lord": LORD_IDS[bearer]})
    if not can_give(realm, region):
        return Refusal("FI-TTL-03", "keeps_no_equal_title", {**data, "lord": LORD_IDS[bearer]})
    return None


def play_lord(turn: Turn, player: PlayerNo, order: PlayLord) -> None:
    """A lord comes into play; in an ally's village, if the ally lets him (FI-LRD-01, FI-LRD-03)."""
    spend(turn, player, order.lord, "FI-LRD-01", discard=False, village=VILLAGE_IDS[order.village])
    friend = host(turn.now, player, order.village)
    if friend is not None:
        turn.push(Lodging(player, friend, order.village, (order.lord,), "card", order.titles))
    else:
        bring_in(turn, player, order.lord, order.village, order.titles)


# An heir


def heir_refusal(realm: Realm, player: PlayerNo) -> Refusal | None:
    """Why no Prince can be born now (FI-PRC-01, FI-PRC-02, FI-VC-03)."""
    couple = royal_couple(realm)
    if couple is None or player not in (couple.king.player, couple.queen.player) or realm.minor:
        return Refusal("FI-PRC-01", "no_royal_couple", {})
    if realm.prince is not None:
        return Refusal("FI-KIN-01", "prince_exists", {"lord": LORD_IDS[realm.prince]})
    if realm.heir_refused:
        return Refusal("FI-PRC-01", "heir_refused_already", {})
    if len(family(realm, couple.king.player)) >= CONSTANTS.family_max:
        return Refusal("FI-PRC-02", "family_full", {"most": CONSTANTS.family_max})
    if realm.settings.surrender and couple.queen.captor is not None:
        return Refusal("FI-VC-03", "queen_captive", {})
    return None


def check_heir(realm: Realm, player: PlayerNo, order: PlayHeir) -> Refusal | None:
    """A man of the hand; the King's player says where he will stand."""
    if order.lord not in realm.families[player].hand:
        return not_in_hand(LORD_IDS[order.lord])
    if IS_WOMAN[order.lord]:
        return Refusal("FI-PRC-01", "heir_is_a_man", {"lord": LORD_IDS[order.lord]})
    refusal = heir_refusal(realm, player)
    if refusal is not None:
        return refusal
    places = lord_places(realm, player) if king_player(realm) == player else [None]
    if order.village not in places:
        return Refusal("FI-PRC-02", "no_place", {"village": village_name(order.village), "places": villages(places)})
    return None


def play_heir(turn: Turn, player: PlayerNo, order: PlayHeir) -> None:
    """The other royal spouse's player is asked (FI-PRC-01)."""
    realm = turn.now
    couple = royal_couple(realm)
    assert couple is not None
    other = couple.queen.player if player == couple.king.player else couple.king.player
    turn.push(HeirConsent(player, other, order.lord, order.village))


def answer_heir(turn: Turn, task: HeirConsent, order: Order) -> None:
    """A Prince is born, or the card stays in the hand (FI-PRC-01)."""
    realm, father = turn.now, king_player(turn.now)
    assert father is not None
    assert task.lord is not None
    turn.done(task)
    if not isinstance(order, Yes):
        realm.heir_refused = True
        turn.announce("FI-PRC-01", "heir_refused", seat=turn.seat(task.spouse))
        return
    spend(turn, task.player, task.lord, "FI-PRC-01", discard=False)
    housing = Housing(father, (task.lord,), prince=True)
    if task.village is None:
        turn.push(housing)
    else:
        ask_or_house(turn, housing, task.village)


def _yes_no(realm: Realm, task: HeirConsent) -> tuple[Order, ...]:
    return (No(), Yes())


def heir_subject(realm: Realm, task: HeirConsent, player: PlayerNo) -> dict[str, Any]:
    """Whose son, and his name."""
    return {"seat": realm.seats[task.player], "lord": lord_name(task.lord)}


HEIR_CONSENT = choice("heir", lambda realm, task: task.spouse, _yes_no, answer_heir, subject=heir_subject)
