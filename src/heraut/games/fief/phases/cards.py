"""Phase 1: cards are played and discarded (FI-CRD-04 to 11); one function an effect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from heraut.engine.protocol import Refusal
from heraut.games.fief.asking import Chapter, always
from heraut.games.fief.board.lords import can_be_bishop, can_be_darc
from heraut.games.fief.board.pawns import family, free_family, lord
from heraut.games.fief.board.places import (
    BISHOPRIC_IDS,
    EVERY_REGION,
    REGION_IDS,
)
from heraut.games.fief.cards import BISHOP, CARD_NAMES, EVERY_LORD, KIND, LORD_IDS, bishop_card, card_name
from heraut.games.fief.entries import Taille, Tithe
from heraut.games.fief.identities import CardNo, PlayerNo, SeeNo
from heraut.games.fief.orders.cards import (
    Discard,
    PlayAssassination,
    PlayBishop,
    PlayDarc,
    PlayEscape,
    PlayFamine,
    PlayHarvest,
    PlayHeir,
    PlayJustice,
    PlayLord,
    PlayPlague,
    PlayRevolt,
    PlaySun,
    PlayTaille,
    PlayTithe,
    PlayWeather,
)
from heraut.games.fief.orders.order import Order
from heraut.games.fief.phases.calamities import (
    famine_refusal,
    harvest_refusal,
    play_famine,
    play_harvest,
    play_plague,
    play_revolt,
    play_sun,
    play_weather,
    revolt_refusal,
    sun_refusal,
    weather_refusal,
)
from heraut.games.fief.phases.escape import escape_offers, escape_refusal, play_escape
from heraut.games.fief.phases.hand import held, in_hand, not_in_hand, spend
from heraut.games.fief.phases.murder import assassinate
from heraut.games.fief.phases.newcomers import (
    check_heir,
    lord_offers,
    lord_refusal,
    play_heir,
    play_lord,
)
from heraut.games.fief.phases.revolt import rising_villages
from heraut.games.fief.resolution import Turn, lord_name
from heraut.games.fief.state import Realm

WEATHER, FAMINE = attrgetter("weather"), attrgetter("famine")


# Titles and taxes


def darc_refusal(realm: Realm, player: PlayerNo, order: PlayDarc) -> Refusal | None:
    """A lady of one's own who can be d'Arc (FI-ARC-01)."""
    one = realm.lords[order.lord]
    if one is None or one.player != player or one.dungeon or not can_be_darc(realm, one):
        return Refusal("FI-ARC-01", "cannot_be_darc", {"lord": LORD_IDS[order.lord]})
    return None


def play_darc(turn: Turn, player: PlayerNo, order: PlayDarc) -> None:
    """A lady of the family is d'Arc until her death."""
    spend(turn, player, held(turn.now, player, "darc"), "FI-ARC-01", discard=False, lord=lord_name(order.lord))
    lord(turn.now, order.lord).darc = True


def bishop_refusal(realm: Realm, player: PlayerNo, order: PlayBishop) -> Refusal | None:
    """The card of the see, for a lord of one's own who can be its bishop (FI-BIS-01)."""
    one = realm.lords[order.lord]
    if bishop_card(order.see) not in realm.families[player].hand:
        return not_in_hand(f"bishop_{order.see}")
    if one is None or one.player != player or one.dungeon or not can_be_bishop(realm, one):
        return Refusal("FI-BIS-01", "cannot_be_bishop", {"lord": LORD_IDS[order.lord]})
    return None


def play_bishop(turn: Turn, player: PlayerNo, order: PlayBishop) -> None:
    """A lord of the family is bishop until his death."""
    spend(turn, player, bishop_card(order.see), "FI-BIS-01", discard=False, lord=lord_name(order.lord))
    lord(turn.now, order.lord).bishop = order.see


def tithe_refusal(realm: Realm, player: PlayerNo, order: PlayTithe) -> Refusal | None:
    """The see has a bishop of the player who is free, and no tithe yet this turn (FI-DIM-01, FI-DIM-02)."""
    data = {"see": BISHOPRIC_IDS[order.see]}
    if not any(one.bishop == order.see for one in free_family(realm, player)):
        return Refusal("FI-DIM-01", "no_bishop", data)
    if any(see == order.see for _, see, _ in realm.tithes):
        return Refusal("FI-DIM-02", "tithe_already", data)
    return None


def play_tithe(turn: Turn, player: PlayerNo, order: PlayTithe) -> None:
    """The tithe lies on the table until phase 2."""
    card = held(turn.now, player, "tithe")
    spend(turn, player, card, "FI-DIM-01", discard=False, see=BISHOPRIC_IDS[order.see])
    turn.now.tithes = (*turn.now.tithes, Tithe(card, order.see, player))


def taille_refusal(realm: Realm, player: PlayerNo, order: PlayTaille) -> Refusal | None:
    """The fief has a lord of the player who bears its title in freedom, and no taille yet (FI-TAI-01, FI-TAI-02)."""
    bearer = realm.bearers[order.region]
    if realm.holders[order.region] != player or bearer is None or lord(realm, bearer).captor is not None:
        return Refusal("FI-TAI-01", "no_titled_lord", {"region": REGION_IDS[order.region]})
    if any(region == order.region for _, region, _ in realm.tailles):
        return Refusal("FI-TAI-02", "taille_already", {"region": REGION_IDS[order.region]})
    return None


def play_taille(turn: Turn, player: PlayerNo, order: PlayTaille) -> None:
    """The taille lies on the table until phase 2."""
    card = held(turn.now, player, "taille")
    spend(turn, player, card, "FI-TAI-01", discard=False, region=REGION_IDS[order.region])
    turn.now.tailles = (*turn.now.tailles, Taille(card, order.region, player))


# Murder


def assassination_refusal(realm: Realm, player: PlayerNo, order: PlayAssassination) -> Refusal | None:
    """A lord in play who is not one's own captive (FI-ASS-01, FI-PRI-05)."""
    one = realm.lords[order.lord]
    if one is None or one.dungeon:
        return Refusal("FI-ASS-01", "not_in_play", {"lord": LORD_IDS[order.lord]})
    if one.captor == player:
        return Refusal("FI-PRI-05", "own_captive", {"lord": LORD_IDS[order.lord]})
    return None


def play_assassination(turn: Turn, player: PlayerNo, order: PlayAssassination) -> None:
    """A lord dies; everybody may do justice (FI-ASS, FI-JUS)."""
    card = held(turn.now, player, "assassination")
    spend(turn, player, card, "FI-ASS-01", lord=lord_name(order.lord))
    assassinate(turn, player, order.lord)


# Discards


def discard_refusal(realm: Realm, player: PlayerNo, order: Discard) -> Refusal | None:
    """Only a card of the hand can be discarded (FI-CRD-04)."""
    return None if order.card in map(card_name, realm.families[player].hand) else not_in_hand(order.card)


def discard(turn: Turn, player: PlayerNo, order: Discard) -> None:
    """A card is laid face down on the discards (FI-CRD-08)."""
    realm = turn.now
    one = realm.families[player]
    card = next(card for card in one.hand if card_name(card) == order.card)
    one.hand = tuple(other for other in one.hand if other != card)
    realm.dropped = (*realm.dropped, card)
    turn.announce("FI-CRD-08", "card_dropped", seat=turn.seat(player))
    turn.tell(player, "FI-CRD-08", "your_card_dropped", card=order.card)


# The chapter


class CardPlay(NamedTuple):
    """How a card is played: the kind that must be in the hand ("": `refusal` looks for it), and as any order."""

    kind: str
    refusal: Callable[[Realm, PlayerNo, Any], Refusal | None]
    execute: Callable[[Turn, PlayerNo, Any], None]


PLAYS: dict[type[Order], CardPlay] = {
    PlayLord: CardPlay("", lord_refusal, play_lord),
    PlayHeir: CardPlay("", check_heir, play_heir),
    PlayDarc: CardPlay("darc", darc_refusal, play_darc),
    PlayBishop: CardPlay("", bishop_refusal, play_bishop),
    PlayTithe: CardPlay("tithe", tithe_refusal, play_tithe),
    PlayTaille: CardPlay("taille", taille_refusal, play_taille),
    PlayPlague: CardPlay("plague", always, play_plague),
    PlayWeather: CardPlay("bad_weather", weather_refusal, play_weather),
    PlaySun: CardPlay("sun", sun_refusal, play_sun),
    PlayFamine: CardPlay("famine", famine_refusal, play_famine),
    PlayHarvest: CardPlay("good_harvest", harvest_refusal, play_harvest),
    PlayRevolt: CardPlay("peasant_revolt", revolt_refusal, play_revolt),
    PlayAssassination: CardPlay("assassination", assassination_refusal, play_assassination),
    PlayEscape: CardPlay("escape", escape_refusal, play_escape),
    Discard: CardPlay("", discard_refusal, discard),
}


def open_to(realm: Realm, player: PlayerNo) -> bool:
    """Everyone is asked: what he could play is hidden (FI-DP-R10)."""
    return realm.families[player].alive


Targets = Callable[[Realm, PlayerNo], list[Order]]


def _regions(play: type[Order], cards: Callable[[Realm], Sequence[CardNo | None]], lies: bool) -> Targets:
    """A card for any region where such a card lies already, or does not."""
    orders: list[Any] = [play(region) for region in EVERY_REGION]
    return lambda realm, player: [
        order for order, card in zip(orders, cards(realm), strict=True) if (card is not None) == lies
    ]


def taille_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """Fiefs of mine that can be taxed."""
    orders = [
        PlayTaille(region) for region, holder in zip(EVERY_REGION, realm.holders, strict=True) if holder == player
    ]
    return [order for order in orders if taille_refusal(realm, player, order) is None]


def plague_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """The plague strikes everywhere."""
    return PLAGUES.copy()


def darc_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """Ladies who may be d'Arc."""
    return [PlayDarc(one.number) for one in family(realm, player) if can_be_darc(realm, one)]


def tithe_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """Bishoprics of mine."""
    orders = [PlayTithe(one.bishop) for one in family(realm, player) if one.bishop is not None]
    return [order for order in orders if tithe_refusal(realm, player, order) is None]


def assassination_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """Everybody who can be reached."""
    return [order for order in ASSASSINATIONS if assassination_refusal(realm, player, order) is None]


def revolt_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """Villages that famine has made desperate."""
    return [PlayRevolt(village) for village in rising_villages(realm)] if realm.revolt is None else []


PLAGUES: list[Order] = [PlayPlague(region) for region in EVERY_REGION]
ASSASSINATIONS = [PlayAssassination(number) for number in EVERY_LORD]
DISCARDS = {name: Discard(name) for name in CARD_NAMES}
TARGETS: dict[str, Targets] = {
    "darc": darc_offers,
    "tithe": tithe_offers,
    "taille": taille_offers,
    "plague": plague_offers,
    "bad_weather": _regions(PlayWeather, WEATHER, lies=False),
    "sun": _regions(PlaySun, WEATHER, lies=True),
    "famine": _regions(PlayFamine, FAMINE, lies=False),
    "good_harvest": _regions(PlayHarvest, FAMINE, lies=True),
    "peasant_revolt": revolt_offers,
    "assassination": assassination_offers,
    "escape": escape_offers,
}


def offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """Every card of the hand with every target, and to discard it."""
    hand = realm.families[player].hand
    found = lord_offers(realm, player)
    for card in hand:
        if KIND[card] == "bishop":
            found += [
                PlayBishop(SeeNo(card - BISHOP), one.number)
                for one in family(realm, player)
                if can_be_bishop(realm, one)
            ]
    for kind in dict.fromkeys([KIND[card] for card in hand]):
        if kind in TARGETS:
            found += TARGETS[kind](realm, player)
    return found + [DISCARDS[name] for name in dict.fromkeys([CARD_NAMES[card] for card in hand])]


def refusal(realm: Realm, player: PlayerNo, order: Order) -> Refusal | None:
    """Why an order of phase 1 is refused (FI-CRD-06, FI-CRD-07)."""
    play = PLAYS.get(type(order))
    if play is None:
        rule = "FI-JUS-01" if isinstance(order, PlayJustice) else "FI-TRN-05"
        return Refusal(rule, "not_now", {"order": order.code})
    if play.kind and in_hand(realm, player, play.kind) is None:
        return not_in_hand(play.kind)
    return play.refusal(realm, player, order)


def execute(turn: Turn, player: PlayerNo, order: Order) -> None:
    """A card is played or discarded."""
    PLAYS[type(order)].execute(turn, player, order)


def close(turn: Turn, player: PlayerNo) -> None:
    """Nothing is left to do."""


CARD_TURN = Chapter(
    "cards",
    open_to,
    offers,
    refusal,
    execute,
    close,
    0.25,
    (PlayHeir, PlayPlague, PlayRevolt, PlayAssassination),
)
