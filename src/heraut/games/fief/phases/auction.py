"""Variant A: the auction of a dead bishop's see (FI-VA)."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.games.fief.asking import Asked, Handler, Offers
from heraut.games.fief.board.lords import can_be_bishop, is_bare
from heraut.games.fief.board.pawns import family, lord, playing_order
from heraut.games.fief.board.places import BISHOPRIC_IDS
from heraut.games.fief.cards import BISHOP, bishop_card
from heraut.games.fief.identities import LordNo, PlayerNo, SeeNo
from heraut.games.fief.orders.answers import Choose, No, Pass, Yes
from heraut.games.fief.orders.negotiations import Bid
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.resolution import Turn, lord_name
from heraut.games.fief.state import Realm
from heraut.games.fief.tables import CONSTANTS
from heraut.games.fief.tasks import Sale

RULES = CONSTANTS.auction


def open_sales(turn: Turn) -> None:
    """The sees of bishops who died this turn, one after the other (FI-VA-01)."""
    for card in reversed(turn.now.sees):
        turn.push(Sale(SeeNo(card - BISHOP)))


def cardinals(realm: Realm) -> list[LordNo]:
    """The living cardinals, captives included (FI-VA-02)."""
    return [one.number for player in playing_order(realm) for one in family(realm, player) if one.cardinal]


def holders(realm: Realm) -> list[PlayerNo]:
    """The players of cardinals."""
    return list(dict.fromkeys(lord(realm, number).player for number in cardinals(realm)))


def president_of(realm: Realm, task: Sale) -> PlayerNo:
    """The player of the presiding cardinal, once there is one."""
    assert task.president is not None
    return lord(realm, task.president).player


def nominees(realm: Realm, task: Sale) -> list[LordNo]:
    """Free, unmarried men without any title, not of the presiding cardinal's family (FI-VA-05)."""
    president = president_of(realm, task)
    return [
        one.number
        for player in playing_order(realm)
        if player != president
        for one in family(realm, player)
        if can_be_bishop(realm, one) and is_bare(realm, one) and one.number not in task.refused
    ]


def asked(realm: Realm, task: Sale) -> Asked:
    """Cardinals' players; then all others, since purses are hidden; then the winner, and perhaps another family."""
    if task.stage == "president":
        return dict.fromkeys(holders(realm), "president")
    if task.stage == "bids":
        president = president_of(realm, task)
        return {player: "bid" for player in playing_order(realm) if player != president}
    if task.stage == "nominee":
        return {task.winner: "nominee"} if task.winner is not None and nominees(realm, task) else {}
    assert task.nominee is not None
    return {lord(realm, task.nominee).player: "become_bishop"}


def offers(realm: Realm, task: Sale, player: PlayerNo) -> Offers:
    """A cardinal, a sum, a nominee, yes or no."""
    if task.stage == "president":
        return [No(), *(Choose(number) for number in cardinals(realm))]
    if task.stage == "bids":
        purse = realm.families[player].purse
        return [Pass(), *(Bid(money) for money in range(RULES.minimum, purse + 1, CONSTANTS.unit))]
    if task.stage == "nominee":
        return [Pass(), *(Choose(number) for number in nominees(realm, task))]
    return (No(), Yes())


def run(turn: Turn, task: Sale) -> None:
    """No cardinal, no sale; nobody to name, no bishop."""
    discard(turn, task)


def take(turn: Turn, task: Sale, answers: Mapping[PlayerNo, Answer]) -> None:
    """The answers of a stage."""
    if task.stage == "president":
        agree(turn, task, answers)
    elif task.stage == "bids":
        sell(turn, task, answers)
    else:
        (answer,) = answers.values()
        order = answer[0] if answer else Pass()
        if task.stage == "nominee":
            nominate(turn, task, order)
        else:
            accept(turn, task, order)


def discard(turn: Turn, task: Sale) -> None:
    """The card is discarded."""
    realm, card = turn.now, bishop_card(task.see)
    turn.done(task)
    realm.sees = tuple(other for other in realm.sees if other != card)
    realm.played = (*realm.played, card)
    turn.announce("FI-VA-02", "see_discarded", see=BISHOPRIC_IDS[task.see])


def agree(turn: Turn, task: Sale, answers: Mapping[PlayerNo, Answer]) -> None:
    """All must name the same cardinal (FI-VA-02)."""
    named = {a[0].lord if a and isinstance(a[0], Choose) else None for a in answers.values()}
    if len(named) > 1 or None in named:
        discard(turn, task)
        return
    (task.president,) = named
    task.stage = "bids"
    turn.announce("FI-VA-02", "sale_opened", see=BISHOPRIC_IDS[task.see], lord=lord_name(task.president))


def sell(turn: Turn, task: Sale, answers: Mapping[PlayerNo, Answer]) -> None:
    """The highest bid wins, and pays a hundred more than the second (FI-VA-03, FI-VA-04)."""
    realm = turn.now
    bids = {p: a[0].money for p, a in answers.items() if a and isinstance(a[0], Bid)}
    if not bids:
        discard(turn, task)
        return
    order = playing_order(realm)
    ranked = sorted(bids, key=lambda player: (-bids[player], order.index(player)))
    second = bids[ranked[1]] if len(ranked) > 1 else 0
    task.winner = ranked[0]
    price = max(RULES.minimum, min(bids[task.winner], second + RULES.raise_))
    share = -(-price // (RULES.share * CONSTANTS.unit)) * CONSTANTS.unit
    realm.families[task.winner].purse -= price
    president = president_of(realm, task)
    realm.families[president].purse += share
    task.stage = "nominee"
    turn.announce(
        "FI-VA-03",
        "see_sold",
        see=BISHOPRIC_IDS[task.see],
        seat=turn.seat(task.winner),
        price=price,
        share=share,
        president=turn.seat(president),
    )


def nominate(turn: Turn, task: Sale, order: Order) -> None:
    """A lord of one's own, or of another family that is asked (FI-VA-05)."""
    if not isinstance(order, Choose):
        discard(turn, task)
        return
    task.nominee = order.lord
    if lord(turn.now, order.lord).player == task.winner:
        ordain(turn, task)
    else:
        task.stage = "consent"


def accept(turn: Turn, task: Sale, order: Order) -> None:
    """Accepted, or another one may be named."""
    if isinstance(order, Yes):
        ordain(turn, task)
        return
    turn.announce("FI-VA-05", "nominee_refused", lord=lord_name(task.nominee))
    assert task.nominee is not None
    task.refused, task.nominee, task.stage = (*task.refused, task.nominee), None, "nominee"


def ordain(turn: Turn, task: Sale) -> None:
    """A new bishop, who votes this very turn (FI-VA-06)."""
    realm = turn.now
    assert task.nominee is not None
    turn.done(task)
    realm.sees = tuple(card for card in realm.sees if card != bishop_card(task.see))
    lord(realm, task.nominee).bishop = task.see
    turn.announce("FI-VA-05", "bishop_made", see=BISHOPRIC_IDS[task.see], lord=lord_name(task.nominee))


def subject(realm: Realm, task: Sale, player: PlayerNo) -> dict[str, object]:
    """The see for sale."""
    return {"see": BISHOPRIC_IDS[task.see], "stage": task.stage, "nominee": lord_name(task.nominee)}


SALE = Handler(asked, run, take, offers, subject=subject)
