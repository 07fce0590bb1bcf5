"""Cards are dealt at the beginning of a turn (FI-CRD-01 to 03)."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.games.fief.asking import Asked, Handler, Offers
from heraut.games.fief.board.pawns import playing_order, points_of
from heraut.games.fief.cards import card_name, is_lord
from heraut.games.fief.identities import CardNo, PlayerNo
from heraut.games.fief.orders.answers import Choose, Pass
from heraut.games.fief.orders.order import Answer
from heraut.games.fief.resolution import Turn, lord_name
from heraut.games.fief.state import Realm
from heraut.games.fief.tables import CONSTANTS
from heraut.games.fief.tasks import Refill

HAND = CONSTANTS.hand


def due(realm: Realm, task: Refill) -> list[PlayerNo]:
    """Who still gets a card, in playing order."""
    return [player for player in playing_order(realm) if is_due(realm, task, player)]


def is_due(realm: Realm, task: Refill, player: PlayerNo) -> bool:
    """Whether a player still gets a card; a lord taken out of the discards is a card more (FI-CRD-03)."""
    return len(realm.families[player].hand) - (player in task.extra) < HAND


def refill(turn: Turn, task: Refill) -> None:
    """One card at a time, in playing order, until all hold three (FI-CRD-01)."""
    realm = turn.now
    order = playing_order(realm)
    waiting = due(realm, task)
    while waiting:
        if not realm.draw:
            if not exhausted(turn, task):
                return
            break
        while order[task.next] not in waiting:
            task.next = (task.next + 1) % len(order)
        player = order[task.next]
        deal(turn, player)
        task.next = (task.next + 1) % len(order)
        if not is_due(realm, task, player):
            waiting.remove(player)
    turn.done(task)


def deal(turn: Turn, player: PlayerNo) -> None:
    """One card from the top of the pile."""
    realm = turn.now
    card, realm.draw = realm.draw[-1], realm.draw[:-1]
    take_card(turn, player, card)
    turn.tell(player, "FI-CRD-01", "card_drawn", card=card_name(card))


def take_card(turn: Turn, player: PlayerNo, card: CardNo) -> None:
    """A card comes into a hand."""
    one = turn.now.families[player]
    one.hand = tuple(sorted((*one.hand, card)))


def exhausted(turn: Turn, task: Refill) -> bool:
    """The pile is empty: lords for those who have none, then the discards are shuffled; True when none are left."""
    realm = turn.now
    if not realm.played and not realm.dropped:
        return True
    if not task.asked:
        task.asked = True
        task.waiting = lordless(realm)
        if task.waiting:
            return False
    reshuffle(turn)
    return False


def reshuffle(turn: Turn) -> None:
    """The discards become the pile (FI-CRD-02)."""
    realm = turn.now
    cards = sorted((*realm.played, *realm.dropped))
    turn.rng.at("reshuffle").shuffle(cards)
    realm.draw, realm.played, realm.dropped = tuple(cards), (), ()
    turn.announce("FI-CRD-02", "reshuffled", number=len(cards))


def lordless(realm: Realm) -> tuple[PlayerNo, ...]:
    """Players who have no lord at all, but soldiers on the board (FI-CRD-03)."""
    found = []
    for player in playing_order(realm):
        if not any(lord is not None and lord.player == player for lord in realm.lords) and points_of(realm, player):
            found.append(player)
    return tuple(found)


def asked(realm: Realm, task: Refill) -> Asked:
    """The next lordless player."""
    return {task.waiting[0]: "take_lord"} if task.waiting else {}


def offers(realm: Realm, task: Refill, player: PlayerNo) -> Offers:
    """The lords among the discards, or none (FI-DP-03)."""
    return [Pass(), *(Choose(card) for card in sorted((*realm.played, *realm.dropped)) if is_lord(card))]


def take(turn: Turn, task: Refill, answers: Mapping[PlayerNo, Answer]) -> None:
    """A lord out of the discards is a card more (FI-CRD-03)."""
    realm, player = turn.now, task.waiting[0]
    (answer,) = answers.values()
    task.waiting = task.waiting[1:]
    if answer and isinstance(answer[0], Choose):
        card = answer[0].lord
        realm.played = tuple(other for other in realm.played if other != card)
        realm.dropped = tuple(other for other in realm.dropped if other != card)
        take_card(turn, player, card)
        task.extra = (*task.extra, player)
        turn.announce("FI-CRD-03", "lord_taken", seat=turn.seat(player), lord=lord_name(card))


def subject(realm: Realm, task: Refill, player: PlayerNo) -> dict[str, object]:
    """The lords to choose from: face-down discards are shown to him alone."""
    return {"lords": [lord_name(o.lord) for o in offers(realm, task, player) if isinstance(o, Choose)]}


REFILL = Handler(asked, refill, take, offers, subject=subject)
