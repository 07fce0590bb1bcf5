"""Random legal order sheets: the prey of fuzzing, and the weakest of players. Reads nothing but a `Book`."""

from __future__ import annotations

from collections.abc import Callable

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.gloire import orders as o
from heraut.games.gloire.orders import ForeignKnight, Order, Sheet
from heraut.games.gloire.sheet.book import Book
from heraut.games.gloire.sheet.checks import CHECKS
from heraut.games.gloire.state import ArmyId, KnightId, LandName

MOST_ORDERS = 30


def random_sheet(book: Book, rng: Rng) -> Sheet:
    """Up to thirty random orders that the entry page takes; kinds that have no object now are passed over."""
    pen = Pen(book, rng)
    drawn = [order for _ in range(rng.randint(0, MOST_ORDERS)) if (order := pen.order()) is not None]
    return tuple(order for order in drawn if CHECKS[type(order)](book, order) is None)


class Pen:
    """Writes random orders for one lord."""

    def __init__(self, book: Book, rng: Rng) -> None:
        self.book = book
        self.rng = rng
        self.knights = list(book.knights)
        self.armies = list(book.armies)
        self.own_lands = [LandName(name) for name in book.own_lands]
        self.all_lands = [LandName(name) for name in book.atlas.places]
        lords = book.view["lords"]
        self.lords = [Seat(seat) for seat in lords if lords[seat]["alive"] and seat != book.seat]

    def order(self) -> Order | None:
        """One random order, or None if the kind drawn has no object."""
        write: Callable[[], Order | None] = self.rng.choice(WRITERS).__get__(self)
        try:
            return write()
        except IndexError:  # nothing to choose from
            return None

    def knight(self) -> KnightId:
        return self.rng.choice(self.knights)

    def army(self) -> ArmyId:
        return self.rng.choice(self.armies)

    def own_land(self) -> LandName:
        return self.rng.choice(self.own_lands)

    def land(self) -> LandName:
        return self.rng.choice(self.all_lands)

    def lord(self) -> Seat:
        return self.rng.choice(self.lords)

    def near(self, knight: KnightId) -> LandName:
        places = self.book.atlas.places
        return LandName(self.rng.choice(places[self.book.knights[knight]["land"]].neighbours))

    def amount(self) -> int:
        return self.rng.randint(5, self.rng.choice((50, 500, 5000)))

    def abdicate(self) -> Order | None:
        return o.Abdicate() if self.rng.random() < 0.01 else None

    def rename(self) -> Order:
        return o.Rename(self.knight(), self.rng.choice(("Guy", "Alix la Brune", "Jean d'Ors", "Élie-Noël")))

    def demobilise(self) -> Order:
        return o.Demobilise(self.army())

    def dismiss(self) -> Order:
        return o.Dismiss(self.knight())

    def tax(self) -> Order:
        return o.Tax(self.rng.randint(0, 10), self.own_land())

    def redistribute(self) -> Order:
        return o.Redistribute(self.amount(), self.own_land())

    def set_retreat(self) -> Order:
        return o.SetRetreat(*[self.rng.randint(0, 100) for _ in range(3)])

    def defend(self) -> Order:
        return o.Defend(self.army(), self.rng.randint(0, 1000))

    def call(self) -> Order:
        return o.CallKnights(self.rng.randint(1, 5))

    def levy(self) -> Order:
        return o.Levy(self.own_land(), self.amount(), self.rng.choice((None, self.knight(), self.knight())))

    def assign(self) -> Order:
        return o.Assign(self.knight(), self.army())

    def transfer(self) -> Order:
        return o.Transfer(self.knight(), self.knight(), self.amount())

    def give(self) -> Order:
        seat = self.lord()
        return o.Transfer(self.knight(), ForeignKnight(seat, self.book.view["lords"][seat]["name"]), self.amount())

    def garrison(self) -> Order:
        return o.LeaveGarrison(self.knight(), self.amount())

    def attack(self) -> Order:
        knight = self.knight()
        return o.Attack(knight, self.near(knight), self.rng.choice((None, 0, self.rng.randint(0, 300))))

    def stand(self) -> Order:
        knight = self.knight()
        return o.Attack(knight, LandName(self.book.knights[knight]["land"]))

    def declare_war(self) -> Order:
        return o.DeclareWar(self.lord())

    def offer_alliance(self) -> Order:
        return o.OfferAlliance(self.lord())

    def offer_peace(self) -> Order:
        return o.OfferPeace(self.lord())

    def cancel_alliance(self) -> Order:
        return o.CancelAlliance(self.lord())

    def call_to_arms(self) -> Order:
        return o.CallToArms(self.lord())

    def move(self) -> Order:
        knight = self.knight()
        return o.Move(knight, self.near(knight))

    def organise(self) -> Order:
        return o.OrganiseJoust(
            self.rng.randint(2, 8), self.rng.randint(400, 1500), self.rng.choice(("lys", "or et gueules"))
        )

    def enter(self) -> Order:
        organiser = self.rng.choice((None, self.lord()))
        return o.EnterJoust(self.knight(), organiser, self.rng.choice((None, "lys", "or et gueules")))

    def sell(self) -> Order:
        return o.Sell(self.lord(), self.own_land(), self.rng.choice((0, 100, 1000)))

    def buy(self) -> Order:
        return o.Buy(self.lord(), self.land(), self.rng.choice((0, 100, 1000)))

    def spy(self) -> Order:
        return o.Spy(self.land())

    def fortify(self) -> Order:
        return o.Fortify(self.own_land(), self.rng.randint(1, 3))


WRITERS = (
    Pen.abdicate,
    Pen.rename,
    Pen.demobilise,
    Pen.dismiss,
    Pen.tax,
    Pen.redistribute,
    Pen.set_retreat,
    Pen.defend,
    Pen.call,
    Pen.levy,
    Pen.levy,
    Pen.assign,
    Pen.transfer,
    Pen.give,
    Pen.garrison,
    Pen.attack,
    Pen.attack,
    Pen.attack,
    Pen.stand,
    Pen.declare_war,
    Pen.offer_alliance,
    Pen.offer_alliance,
    Pen.offer_peace,
    Pen.cancel_alliance,
    Pen.call_to_arms,
    Pen.move,
    Pen.move,
    Pen.organise,
    Pen.enter,
    Pen.sell,
    Pen.buy,
    Pen.spy,
    Pen.fortify,
)
