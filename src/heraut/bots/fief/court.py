"""Everything that is asked outside one's own turn: places, heirs, deals, ballots, crowns, justice."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.bots.fief.cards import pawn
from heraut.bots.fief.planner import Planner
from heraut.bots.fief.talks import CONCEDED, agreed, fair, gives_up, is_peace, peace, sale, spare_lord
from heraut.engine.protocol import Json
from heraut.games.fief.board.places import IN_REGION, NEIGHBOURS, REGION_OF
from heraut.games.fief.identities import LordNo, VillageNo
from heraut.games.fief.orders.answers import Choose, No, Place, Settle, Yes
from heraut.games.fief.orders.cards import PlayJustice
from heraut.games.fief.orders.movements import Let
from heraut.games.fief.orders.negotiations import Propose, Ready
from heraut.games.fief.orders.order import SILENCE, Answer, Couple, Order

TIRED = 0.25  # the chance to propose nothing more in a window: what was declined is not remembered
ENOUGH = 0.6  # of a ransom's price, for which a captive goes


def settle(planner: Planner) -> Answer:
    """In the middle of a small region that nobody has chosen yet."""
    orders = [order for order in planner.offers if isinstance(order, Settle)]
    return (max(orders, key=lambda order: (site(planner, order.village), -order.village)),) if orders else SILENCE


def site(planner: Planner, village: VillageNo) -> float:
    """How good a village is to begin in."""
    region = REGION_OF[village]
    inside = sum(REGION_OF[other] == region for other in NEIGHBOURS[village])
    rivals = sum(planner.villages[other]["fort"] != "open" for other in IN_REGION[region])
    near = sum(planner.villages[other]["fort"] != "open" for other in NEIGHBOURS[village])
    return float(2 * inside / (len(IN_REGION[region]) - 1) - 0.8 * len(IN_REGION[region]) - 6 * rivals - near)


def house(planner: Planner) -> Answer:
    """Where my own are strongest."""
    orders = [order for order in planner.offers if isinstance(order, Place)]
    if not orders:
        return SILENCE
    seat = planner.seat
    return (max(orders, key=lambda o: planner.soldiers(o.village, seat) - 0.5 * planner.threats[o.village]),)


def heir(planner: Planner) -> Answer:
    """A title goes to a lord of mine who has none, a man and no bishop if it can be."""
    orders = [order for order in planner.offers if isinstance(order, Choose)]
    return (max(orders, key=lambda order: heir_rank(planner, order.lord)),) if orders else SILENCE


def heir_rank(planner: Planner, number: LordNo) -> float:
    """Who should have a title."""
    one = pawn(planner, number)
    mine = 20.0 * (one.seat == planner.seat) + 5.0 * planner.friend(one.seat)
    return mine + 4 * one.free + 2 * (not one.titles) + 2 * (not one.woman) + (one.bishop is None)


def justice(planner: Planner) -> Answer:
    """The highest lord of the murderer, whose crimes against others are no concern of mine."""
    orders = [order for order in planner.offers if isinstance(order, PlayJustice)]
    orders = [order for order in orders if not planner.friend(pawn(planner, order.lord).seat)]
    return (max(orders, key=lambda order: pawn(planner, order.lord).ransom),) if orders else SILENCE


def agree(planner: Planner) -> Answer:
    """Yes to an ally, who lodges with us, has an heir, or is crowned."""
    asker = planner.asked("seat")
    wanted: Order = Yes() if planner.friend(asker) or asker is None else No()
    return (wanted,) if wanted in planner.offers else SILENCE


def gate(planner: Planner) -> Answer:
    """Friends come in; whoever wants to leave may leave."""
    if planner.asked("stage") == "entry" and planner.friend(planner.asked("seat")):
        return (Let("passer"),)
    return SILENCE


# Elections


def candidate(planner: Planner) -> Answer:
    """A man of mine, married to an ally's lady if it can be; none where my ally's family is the first of the two."""
    orders = [order for order in planner.offers if isinstance(order, Choose)]
    if not orders or (planner.ally is not None and senior(planner, planner.ally)):
        return SILENCE
    return (max(orders, key=lambda order: (bool(spouse(planner, order.lord)), len(pawn(planner, order.lord).titles))),)


def senior(planner: Planner, seat: str) -> bool:
    """Whether another family has more fiefs than mine; of equals, the one that comes first at the table."""
    seats = planner.view["seats"]
    mine, theirs = (len(seats[one]["fiefs"]) for one in (planner.seat, seat))
    return (theirs, planner.seat) > (mine, seat)


def spouse(planner: Planner, number: LordNo) -> str | None:
    """To whom a lord is married."""
    found: str | None = planner.view["lords"][pawn(planner, number).name]["spouse"]
    return found


def vote(planner: Planner) -> Answer:
    """For mine, else for my ally's."""
    for friendly in (planner.seat, planner.ally):
        for order in planner.offers:
            if isinstance(order, Choose) and pawn(planner, order.lord).seat == friendly:
                return (order,)
    return SILENCE


def consent(planner: Planner) -> Answer:
    """The Church crowns a friend, and nobody else."""
    elected = (planner.view["election"] or {}).get("elected")
    crowned = elected is not None and planner.friend(planner.view["lords"][elected]["seat"])
    return (Yes(),) if crowned and Yes() in planner.offers else SILENCE


# Negotiations


def negotiate(planner: Planner) -> Answer:
    """A good deal is taken; a marriage is proposed to whoever can give one; then we are ready."""
    if gives_up(planner):
        return CONCEDED
    for deal in planner.view["deals"]:
        if deal["addressee"] == planner.seat and good(planner, deal):
            answer = agreed(planner, deal)
            if not planner.decision.check(answer):
                return answer
    if planner.traits.trades and (planner.seat in planner.view["ready"] or planner.rng.random() < TIRED):
        return done(planner)
    proposal = marriage(planner) or ransom(planner)
    if proposal is None and planner.traits.trades:
        proposal = sale(planner) or spare_lord(planner)
    return (proposal,) if proposal is not None else peace(planner) or done(planner)


def done(planner: Planner) -> Answer:
    """Ready; said once where somebody is away, who will never be: the window closes when nobody says a word."""
    away = any(one["alive"] and (one["conceded"] or one["absent"]) for one in planner.view["seats"].values())
    return SILENCE if away and planner.seat in planner.view["ready"] else (Ready(),)


def good(planner: Planner, deal: Json) -> bool:
    """Money for nothing, a captive well paid, a marriage while we have no ally."""
    if planner.traits.trades and fair(planner, deal):
        return True
    if deal["asked_cards"] or deal["asks"] or deal["sold"]:
        return False
    if is_peace(deal):
        return planner.traits.peace and len(planner.enemies) > 1
    if deal["claims"]:
        price = sum(planner.view["lords"][name]["ransom"] for name in deal["claims"])
        return bool(deal["gives"] >= ENOUGH * price)
    return not deal["marriages"] or planner.ally in (None, deal["proposer"])


def open_to(planner: Planner, seat: str) -> bool:
    """Whether a proposal of mine to somebody is still open."""
    return any(deal["proposer"] == planner.seat and deal["addressee"] == seat for deal in planner.view["deals"])


def marriage(planner: Planner) -> Order | None:
    """A couple: the King and a lady of our alliance; or, without an ally, with the family that has most fiefs."""
    asked = [deal["addressee"] for deal in planner.view["deals"] if deal["proposer"] == planner.seat]
    if len(asked) >= planner.traits.suitors:
        return None
    if planner.ally is not None:
        return next(couples(planner, planner.ally, royal=True), None) if needs_queen(planner) else None
    if len(planner.enemies) < 2 or planner.turn > planner.traits.patience or not planner.traits.marries:
        return None
    seats = planner.view["seats"]
    willing = [seat for seat in planner.enemies if seats[seat]["ally"] is None and seat not in planner.view["ready"]]
    suitors = [seat for seat in willing if seat not in asked]
    suitors.sort(key=lambda seat: (-len(seats[seat]["fiefs"]), seat))
    return next((order for seat in suitors for order in couples(planner, seat)), None)


def needs_queen(planner: Planner) -> bool:
    """Whether the King is of our alliance, and has no wife."""
    crown = planner.view["crown"]
    king = planner.view["lords"].get(crown["king"])
    return king is not None and crown["queen"] is None and planner.friend(king["seat"])


def couples(planner: Planner, seat: str, *, royal: bool = False) -> Iterator[Order]:
    """Marriages that can be proposed to a family; of the King only, or of the men with most titles first."""
    number = planner.number(seat)
    theirs = [lord for lord in planner.lords if lord.seat == seat]
    pairs = [(mine, other) for mine in planner.my_lords for other in theirs if mine.woman != other.woman]
    pairs.sort(key=lambda pair: -sum(len(lord.titles) for lord in pair if not lord.woman))
    for mine, other in pairs:
        husband, wife = (other, mine) if mine.woman else (mine, other)
        order = Propose(number, marriages=(Couple(husband.number, wife.number),))
        if (husband.crown == "king" or not royal) and planner.legal(order):
            yield order


def ransom(planner: Planner) -> Order | None:
    """A lord of mine is bought back, if there is money for it."""
    for lord in planner.lords:
        captor = lord.captor
        if lord.seat == planner.seat and captor is not None and not open_to(planner, captor):
            price = lord.ransom
            if price <= planner.purse:
                order = Propose(planner.number(captor), gives=price, claims=(lord.number,))
                if planner.legal(order):
                    return order
    return None
