"""The 57 blue cards as numbers: the first sixteen are the lords, the others follow by kind (catalogue D2)."""

from __future__ import annotations

from typing import TypeGuard

from heraut.games.fief.identities import CardNo, LordNo, SeeNo
from heraut.games.fief.tables import cards, lord_rows

LORD_IDS = tuple(lord_rows())
LORD_NAMES = tuple(row.name for row in lord_rows().values())
IS_WOMAN = tuple(row.gender == "woman" for row in lord_rows().values())
EVERY_LORD = tuple(map(LordNo, map(CardNo, range(len(LORD_IDS)))))


def _kinds() -> tuple[str, ...]:
    """The kind of each card, by number."""
    lords = ["lord_woman" if woman else "lord_man" for woman in IS_WOMAN]
    others = [name for name, row in cards().items() if row.kind != "lord" for _ in range(row.count)]
    return (*lords, *others)


KIND = _kinds()
BLUE = len(KIND)
EVERY_CARD = tuple(map(CardNo, range(BLUE)))
FIRST = {name: CardNo(KIND.index(name)) for name in cards()}  # the first card of each kind
BISHOP = FIRST["bishop"]  # the four bishops stand in the order of their bishoprics


def bishop_card(see: SeeNo) -> CardNo:
    """The card of a bishopric's bishop."""
    return CardNo(BISHOP + see)


def is_lord(card: CardNo) -> TypeGuard[LordNo]:
    """Whether this card is a lord; its number is then the lord's."""
    return card < len(LORD_IDS)


def _card_name(card: int) -> str:
    if card < len(LORD_IDS):
        return LORD_IDS[card]
    return f"bishop_{card - BISHOP}" if KIND[card] == "bishop" else KIND[card]


CARD_NAMES = tuple(map(_card_name, range(BLUE)))


def card_name(card: CardNo) -> str:
    """What a card is called by: its kind, or the lord's identifier, or the bishopric's number behind `bishop_`."""
    return CARD_NAMES[card]
