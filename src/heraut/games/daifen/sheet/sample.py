"""Random legal forms: the prey of fuzzing, and the weakest of players. Reads nothing but a `Book`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from heraut.engine.rng import Rng
from heraut.games.daifen import orders as o
from heraut.games.daifen.orders import GOLD, INTELLECT, Form, Order
from heraut.games.daifen.races import BUILDINGS, ROLES, TECHNOLOGIES, UNITS
from heraut.games.daifen.sheet.book import Book
from heraut.games.daifen.sheet.checks import Account
from heraut.games.daifen.sheet.reading import in_order
from heraut.games.daifen.state import KingdomName
from heraut.games.daifen.tables import statements

MOST_ORDERS = 25
TALES = ("On dit le roi fou.", "Les greniers sont vides : l'hiver sera long #3", "Qui paie ses dettes ?")


def random_form(book: Book, rng: Rng) -> Form:
    """Up to twenty-five random orders that the form takes; kinds that have no object now are passed over."""
    pen = Pen(book, rng)
    return lawful(book, [order for _ in range(rng.randint(0, MOST_ORDERS)) if (order := pen.order()) is not None])


def lawful(book: Book, orders: Iterable[Order]) -> Form:
    """As many of these orders, in their order, as one form takes."""
    account = Account(book)
    taken = []
    for order in orders:
        if not account.faults(order):
            account.count(order)
            taken.append(order)
    return Form(tuple(taken))


class Pen:
    """Writes random orders for one lord."""

    def __init__(self, book: Book, rng: Rng) -> None:
        self.book = book
        self.rng = rng
        self.living = [KingdomName(name) for name, kingdom in book.known.items() if kingdom["alive"]]
        self.spies = book.units.get(ROLES.spy, 0)

    def order(self) -> Order | None:
        """One random order, or None if the kind drawn has no object."""
        write: Callable[[], Order | None] = self.rng.choice(WRITERS).__get__(self)
        try:
            return write()
        except IndexError:  # nothing to choose from
            return None

    def other(self) -> KingdomName:
        """A living kingdom that the lord knows."""
        return self.rng.choice(self.living)

    def some(self, most: int) -> int:
        """From one to so many, small numbers more often."""
        return self.rng.randint(1, self.rng.randint(1, max(1, most)))

    def build(self) -> Order:
        buildings = [code for code in self.book.race.buildings if self.allowed(BUILDINGS[code].requires)]
        cheap = [code for code in buildings if BUILDINGS[code].cost <= self.book.gold]
        return o.Build(self.rng.choice(cheap), self.some(2))

    def train(self) -> Order:
        units = [UNITS[code] for code in self.book.race.units]
        ready = [
            unit.code
            for unit in units
            if self.book.buildings.get(unit.trained_in or "") and self.allowed(unit.requires)
        ]
        return o.Train(self.rng.choice(ready), self.some(3))

    def train_spies(self) -> Order:
        return o.Train(ROLES.spy, self.some(3))

    def allowed(self, technology: str | None) -> bool:
        return technology is None or technology in self.book.technologies

    def develop(self) -> Order:
        missing = [code for code in self.book.race.technologies if code not in self.book.technologies]
        cheap = [code for code in missing if TECHNOLOGIES[code].cost <= self.book.intellect + 10]
        return o.Develop(self.rng.choice(cheap or missing))

    def army(self, fit: Callable[[str], bool]) -> tuple[tuple[str, int], ...]:
        """Some units of some types."""
        types = [code for code in self.book.units if fit(code)]
        self.rng.shuffle(types)
        chosen: Mapping[str, int] = {code: self.some(self.book.units[code]) for code in types[: self.some(len(types))]}
        return in_order(chosen)

    def attack(self) -> Order:
        return o.Attack(self.other(), self.army(lambda code: UNITS[code].offensive))

    def support(self) -> Order:
        return o.Support(self.other(), self.army(lambda code: UNITS[code].defensive))

    def give(self) -> Order:
        content = self.rng.choice((GOLD, INTELLECT, *self.book.units))
        stock = {GOLD: self.book.gold // 4, INTELLECT: self.book.intellect // 2}
        return o.Give(self.other(), content, self.some(stock.get(content, self.book.units.get(content, 1))))

    def explore(self) -> Order:
        return o.Explore(self.some(self.spies))

    def spy_on(self) -> Order:
        return o.SpyOn(self.other(), self.some(2))

    def steal(self) -> Order:
        return o.Steal(self.other(), self.some(2))

    def sabotage(self) -> Order:
        return o.Sabotage(self.other(), self.some(2))

    def reveal(self) -> Order:
        return o.Reveal(self.rng.choice([*self.living, self.book.name]), self.other())

    def guard(self) -> Order:
        return o.Guard(self.some(self.spies))

    def rumour(self) -> Order:
        subject = self.rng.choice([*self.living, self.book.name])
        if self.rng.random() < 0.3:
            return o.Rumour(subject, None, self.rng.choice(TALES))
        return o.Rumour(subject, self.rng.choice(tuple(statements())), None)

    def vote(self) -> Order:
        return o.Vote(self.rng.random() < 0.3)


WRITERS = (
    Pen.build,
    Pen.build,
    Pen.build,
    Pen.train,
    Pen.train,
    Pen.train,
    Pen.train_spies,
    Pen.develop,
    Pen.attack,
    Pen.attack,
    Pen.support,
    Pen.give,
    Pen.give,
    Pen.explore,
    Pen.explore,
    Pen.spy_on,
    Pen.steal,
    Pen.sabotage,
    Pen.reveal,
    Pen.guard,
    Pen.rumour,
    Pen.vote,
)
