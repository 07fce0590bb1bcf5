"""Where the blue cards are: what lies open, what one holds or has been shown; all others are dealt by chance."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.engine.rng import Rng
from heraut.games.fief.board.places import BISHOPRIC_IDS, EVERY_REGION, REGION_IDS
from heraut.games.fief.cards import BLUE, CARD_NAMES, bishop_card, card_name, is_lord
from heraut.games.fief.entries import Taille, Tithe
from heraut.games.fief.guess.board import counts_of, deals_of
from heraut.games.fief.guess.known import LORD_OF, SEE_NUMBER, Known
from heraut.games.fief.identities import CardNo, PlayerNo
from heraut.games.fief.state import Realm, players

NUMBERS: dict[str, list[CardNo]] = {}
for _card in range(BLUE):
    NUMBERS.setdefault(CARD_NAMES[_card], []).append(CardNo(_card))


class Deck:
    """The cards whose place is not known yet, in increasing order."""

    def __init__(self) -> None:
        self.left = dict.fromkeys(map(CardNo, range(BLUE)))

    def take(self, name: str) -> CardNo:
        """A card of this name."""
        card = next(card for card in NUMBERS[name] if card in self.left)
        del self.left[card]
        return card

    def remove(self, cards: Iterable[CardNo]) -> None:
        """These cards are somewhere."""
        for card in cards:
            self.left.pop(card, None)


def deal(known: Known, realm: Realm, rng: Rng) -> tuple[CardNo, ...]:
    """Every card lies somewhere: hands have their sizes, and so have pile and discards.

    Cards that are nowhere are on their way to the board: a lord whom somebody is asked to lodge.
    """
    deck = Deck()
    lay_out(known, realm, deck)
    hands = held(known, realm, deck)
    moving = on_the_way(known, realm, deck, hands)
    hidden = list(deck.left)
    rng.shuffle(hidden)
    shown = shown_lords(known, hidden)
    if known.kind == "take_lord" and known.asked is not None:  # all other lords are in hands
        hidden = sorted([card for card in hidden if card not in shown], key=lambda card: not is_lord(card))
    piles, seats = known.view["piles"], known.view["seats"]
    dropped, draw = int(piles["discards"]) - len(realm.played) - len(shown), int(piles["draw"])
    room = dropped + draw + sum(seats[seat]["hand"] - len(hand) for seat, hand in hands.items())
    moving += put_aside(known, realm, hidden, len(hidden) - room)
    for seat, hand in hands.items():
        size = seats[seat]["hand"] - len(hand)
        hand += hidden[:size]
        del hidden[:size]
        realm.families[known.number[seat]].hand = tuple(sorted(hand))
    realm.dropped, realm.draw = (*shown, *hidden[:dropped]), tuple(hidden[dropped : dropped + draw])
    return tuple(moving)


# What lies open


def lay_out(known: Known, realm: Realm, deck: Deck) -> None:
    """Cards on the board, beside it, and the discards that all have seen."""
    for one in realm.lords:
        if one is not None:
            deck.remove([one.number])
            deck.remove([bishop_card(one.bishop)] if one.bishop is not None else [])
            deck.remove([NUMBERS["darc"][0]] if one.darc else [])
    regions = [known.view["regions"][name] for name in REGION_IDS]
    realm.weather = tuple([deck.take("bad_weather") if seen["weather"] else None for seen in regions])
    realm.famine = tuple([deck.take("famine") if seen["famine"] else None for seen in regions])
    realm.tailles = tuple(
        [
            Taille(deck.take("taille"), region, known.number[fief["holder"]])
            for region, seen in zip(EVERY_REGION, regions, strict=True)
            if seen["taille"] and (fief := seen["fief"]) is not None and fief["holder"] is not None
        ]
    )
    realm.tithes = tuple(
        [
            Tithe(deck.take("tithe"), SEE_NUMBER[name], tithed_by(known, realm, seen["bishop"]))
            for name in BISHOPRIC_IDS
            if (seen := known.view["bishoprics"][name])["tithe"]
        ]
    )
    if realm.revolt is not None:
        realm.revolt.card = deck.take("peasant_revolt")
    realm.played = tuple([deck.take(name) for name in known.view["piles"]["seen"]])


def tithed_by(known: Known, realm: Realm, bishop: str | None) -> PlayerNo:
    """Who has imposed a tithe: the bishop's player, or somebody, if the bishop has died since."""
    return known.number[known.view["lords"][bishop]["seat"]] if bishop is not None else players(realm)[0]


def held(known: Known, realm: Realm, deck: Deck) -> dict[str, list[CardNo]]:
    """Each hand, as far as it is known: one's own, cards offered in deals, the heir that one is asked about."""
    hands: dict[str, list[CardNo]] = {seat: [] for seat in known.seats}
    mine = known.seats[known.me]
    hands[mine] = [deck.take(name) for name in known.own["hand"]]
    offered: dict[int, list[CardNo]] = {}
    spare = list(hands[mine])
    for place, seen in enumerate(known.view["deals"]):
        if seen["proposer"] == mine:
            offered[place] = [drawn_from(spare, name) for name in seen["cards"]]
        else:
            offered[place] = [deck.take(name) for name in seen["cards"]]
            hands[seen["proposer"]] += offered[place]
    realm.deals = deals_of(known, offered)
    realm.deal_counts = counts_of(realm.deals)
    return hands


def drawn_from(hand: list[CardNo], name: str) -> CardNo:
    """A card of this name, which leaves these."""
    card = next(card for card in hand if card_name(card) == name)
    hand.remove(card)
    return card


# What is known of the rest


def on_the_way(known: Known, realm: Realm, deck: Deck, hands: dict[str, list[CardNo]]) -> list[CardNo]:
    """Lords who are asked about, and stand nowhere yet; an heir is still in a hand."""
    if known.asked is None:
        return []
    if known.kind == "heir":
        card = LORD_OF[known.subject["lord"]]
        deck.remove([card])
        hands[known.subject["seat"]].append(card)
    if known.kind not in ("lodge", "place"):
        return []
    found: list[CardNo] = [number for number in known.lords(known.subject["lords"]) if realm.lords[number] is None]
    deck.remove(found)
    return found


def put_aside(known: Known, realm: Realm, hidden: list[CardNo], missing: int) -> list[CardNo]:
    """Cards that lie neither in hands nor in piles leave the hidden ones: bishops' for an auction (FI-VA-01), or a lord
    on his way, whom others are asked about."""
    sale, moving = known.view["sale"], list[CardNo]()
    if missing > 0 and known.asked is None and known.kind in ("lodge", "place"):
        moving = [next(card for card in hidden if is_lord(card))]
    first = [bishop_card(SEE_NUMBER[sale["see"]])] if sale is not None else []
    bishops = [card for card in hidden if CARD_NAMES[card].startswith("bishop_") and card not in first]
    realm.sees = tuple([*first, *bishops][: max(0, missing - len(moving))])
    hidden[:] = [card for card in hidden if card not in realm.sees and card not in moving]
    return moving


def shown_lords(known: Known, hidden: list[CardNo]) -> list[CardNo]:
    """The lords among the discards that lie face down, for who may take one (FI-DP-03)."""
    if known.kind != "take_lord" or known.asked is None:
        return []
    names = set(known.lords(known.subject["lords"]))
    return [card for card in hidden if card in names]
