"""Everything that is asked outside one's own turn: places, heirs, deals, ballots, crowns, justice."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.bots.fief.cards import pawn
from heraut.bots.fief.council import PATIENCE, Council
from heraut.engine.protocol import Json
from heraut.games.fief.board.places import IN_REGION, NEIGHBOURS, REGION_OF
from heraut.games.fief.numbers import LordNo, VillageNo
from heraut.games.fief.orders.answers import Choose, No, Place, Settle, Yes
from heraut.games.fief.orders.cards import PlayJustice
from heraut.games.fief.orders.movements import Let
from heraut.games.fief.orders.negotiations import AcceptDeal, Propose, Ready
from heraut.games.fief.orders.order import SILENCE, Answer, Couple, Order

ENOUGH = 0.6  # of a ransom's price, for which a captive goes


def settle(council: Council) -> Answer:
    """In the middle of a small region that nobody has chosen yet."""
    orders = [order for order in council.offers if isinstance(order, Settle)]
    return (max(orders, key=lambda order: (site(council, order.village), -order.village)),) if orders else SILENCE


def site(council: Council, village: VillageNo) -> float:
    """How good a village is to begin in."""
    region = REGION_OF[village]
    inside = sum(REGION_OF[other] == region for other in NEIGHBOURS[village])
    rivals = sum(council.villages[other]["fort"] != "open" for other in IN_REGION[region])
    near = sum(council.villages[other]["fort"] != "open" for other in NEIGHBOURS[village])
    return float(2 * inside / (len(IN_REGION[region]) - 1) - 0.8 * len(IN_REGION[region]) - 6 * rivals - near)


def house(council: Council) -> Answer:
    """Where my own are strongest."""
    orders = [order for order in council.offers if isinstance(order, Place)]
    if not orders:
        return SILENCE
    seat = council.seat
    return (max(orders, key=lambda o: council.soldiers(o.village, seat) - 0.5 * council.threats[o.village]),)


def heir(council: Council) -> Answer:
    """A title goes to a lord of mine who has none, a man and no bishop if it can be."""
    orders = [order for order in council.offers if isinstance(order, Choose)]
    return (max(orders, key=lambda order: heir_rank(council, order.lord)),) if orders else SILENCE


def heir_rank(council: Council, number: LordNo) -> float:
    """Who should have a title."""
    one = pawn(council, number)
    mine = 20.0 * (one.seat == council.seat) + 5.0 * council.friend(one.seat)
    return mine + 4 * one.free + 2 * (not one.titles) + 2 * (not one.woman) + (one.bishop is None)


def justice(council: Council) -> Answer:
    """The highest lord of the murderer, whose crimes against others are no concern of mine."""
    orders = [order for order in council.offers if isinstance(order, PlayJustice)]
    orders = [order for order in orders if not council.friend(pawn(council, order.lord).seat)]
    return (max(orders, key=lambda order: pawn(council, order.lord).ransom),) if orders else SILENCE


def agree(council: Council) -> Answer:
    """Yes to an ally, who lodges with us, has an heir, or is crowned."""
    asker = council.asked("seat")
    wanted: Order = Yes() if council.friend(asker) or asker is None else No()
    return (wanted,) if wanted in council.offers else SILENCE


def gate(council: Council) -> Answer:
    """Friends come in; whoever wants to leave may leave."""
    if council.asked("stage") == "entry" and council.friend(council.asked("seat")):
        return (Let("passer"),)
    return SILENCE


# Elections


def candidate(council: Council) -> Answer:
    """A man of mine, married to an ally's lady if it can be; none where my ally's family is the first of the two."""
    orders = [order for order in council.offers if isinstance(order, Choose)]
    if not orders or (council.ally is not None and senior(council, council.ally)):
        return SILENCE
    return (max(orders, key=lambda order: (bool(spouse(council, order.lord)), len(pawn(council, order.lord).titles))),)


def senior(council: Council, seat: str) -> bool:
    """Whether another family has more fiefs than mine; of equals, the one that comes first at the table."""
    seats = council.view["seats"]
    mine, theirs = (len(seats[one]["fiefs"]) for one in (council.seat, seat))
    return (theirs, council.seat) > (mine, seat)


def spouse(council: Council, number: LordNo) -> str | None:
    """To whom a lord is married."""
    found: str | None = council.view["lords"][pawn(council, number).name]["spouse"]
    return found


def vote(council: Council) -> Answer:
    """For mine, else for my ally's."""
    for friendly in (council.seat, council.ally):
        for order in council.offers:
            if isinstance(order, Choose) and pawn(council, order.lord).seat == friendly:
                return (order,)
    return SILENCE


def consent(council: Council) -> Answer:
    """The Church crowns a friend, and nobody else."""
    elected = (council.view["election"] or {}).get("elected")
    crowned = elected is not None and council.friend(council.view["lords"][elected]["seat"])
    return (Yes(),) if crowned and Yes() in council.offers else SILENCE


# Negotiations


def negotiate(council: Council) -> Answer:
    """A good deal is taken; a marriage is proposed to whoever can give one; then we are ready."""
    for deal in council.view["deals"]:
        if deal["addressee"] == council.seat and good(council, deal):
            order = AcceptDeal(council.number(deal["proposer"]), deal["number"])
            if council.legal(order):
                return (order,)
    proposal = marriage(council) or ransom(council)
    return (proposal,) if proposal is not None else (Ready(),)


def good(council: Council, deal: Json) -> bool:
    """Money for nothing, a captive well paid, a marriage while we have no ally."""
    if deal["asked_cards"] or deal["asks"] or deal["sold"]:
        return False
    if deal["claims"]:
        price = sum(council.view["lords"][name]["ransom"] for name in deal["claims"])
        return bool(deal["gives"] >= ENOUGH * price)
    return not deal["marriages"] or council.ally in (None, deal["proposer"])


def open_to(council: Council, seat: str) -> bool:
    """Whether a proposal of mine to somebody is still open."""
    return any(deal["proposer"] == council.seat and deal["addressee"] == seat for deal in council.view["deals"])


def marriage(council: Council) -> Order | None:
    """A couple: the King and a lady of our alliance; or, without an ally, with the family that has most fiefs."""
    if any(deal["proposer"] == council.seat for deal in council.view["deals"]):
        return None
    if council.ally is not None:
        return next(couples(council, council.ally, royal=True), None) if needs_queen(council) else None
    if len(council.enemies) < 2 or council.turn > PATIENCE:
        return None
    seats = council.view["seats"]
    suitors = [seat for seat in council.enemies if seats[seat]["ally"] is None and seat not in council.view["ready"]]
    suitors.sort(key=lambda seat: (-len(seats[seat]["fiefs"]), seat))
    return next((order for seat in suitors for order in couples(council, seat)), None)


def needs_queen(council: Council) -> bool:
    """Whether the King is of our alliance, and has no wife."""
    crown = council.view["crown"]
    king = council.view["lords"].get(crown["king"])
    return king is not None and crown["queen"] is None and council.friend(king["seat"])


def couples(council: Council, seat: str, *, royal: bool = False) -> Iterator[Order]:
    """Marriages that can be proposed to a family; of the King only, or of the men with most titles first."""
    number = council.number(seat)
    theirs = [lord for lord in council.lords if lord.seat == seat]
    pairs = [(mine, other) for mine in council.my_lords for other in theirs if mine.woman != other.woman]
    pairs.sort(key=lambda pair: -sum(len(lord.titles) for lord in pair if not lord.woman))
    for mine, other in pairs:
        husband, wife = (other, mine) if mine.woman else (mine, other)
        order = Propose(number, marriages=(Couple(husband.number, wife.number),))
        if (husband.crown == "king" or not royal) and council.legal(order):
            yield order


def ransom(council: Council) -> Order | None:
    """A lord of mine is bought back, if there is money for it."""
    for lord in council.lords:
        captor = lord.captor
        if lord.seat == council.seat and captor is not None and not open_to(council, captor):
            price = lord.ransom
            if price <= council.purse:
                order = Propose(council.number(captor), gives=price, claims=(lord.number,))
                if council.legal(order):
                    return order
    return None
