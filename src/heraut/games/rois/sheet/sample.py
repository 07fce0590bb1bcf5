"""Random legal sheets: the prey of fuzzing, and the weakest of players. Reads nothing but a `Book`."""

from __future__ import annotations

from collections.abc import Callable

from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.rois import orders as o
from heraut.games.rois.orders import SEASONS, Action, Order, RealmOrder, Sheet, StandingPlan
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.sheet.judging import Account
from heraut.games.rois.sheet.reading import Entry
from heraut.games.rois.sheet.writing import sheet_of
from heraut.games.rois.state import ABILITIES, HUMANOIDS, TEMPERS, Creation, Plan, Tactic
from heraut.games.rois.tables import SPELLS, UNITS
from heraut.games.rois.world.geography import NEIGHBOURS

GREETINGS = ("Salutation, Être Suprême !", "Paix ; et partage ?", "Je passe.")
RENAMED = ("Montjoie", "L'Intrépide", "Val-Perdu")
COMBAT_SPELLS = tuple(code for code, spell in SPELLS.items() if spell.combat)
ACTION_SPELLS = tuple(code for code, spell in SPELLS.items() if spell.action)


def random_sheet(book: Book, rng: Rng) -> Sheet:
    """Orders for most characters and seasons, some plans, some diplomacy; what may not be entered is left out."""
    pen, account = Pen(book, rng), Account(book)
    return sheet_of(entry for entry in pen.entries() if account.enter(entry) is None)


class Pen:
    """Writes random orders for one King."""

    def __init__(self, book: Book, rng: Rng) -> None:
        self.book = book
        self.rng = rng
        self.authors = [number for number, each in book.characters.items() if not each["died"]]
        self.strangers = sorted(book.met - set(book.characters))
        self.others = sorted(book.living - {book.kingdom})
        self.place = 0  # where the author is expected to be

    def entries(self) -> list[Entry]:
        """Everything that the sheet will hold."""
        found: list[Entry] = []
        for author in self.authors:
            self.place = self.book.characters[author]["province"]
            for season in SEASONS:
                order = self.order(author) if self.rng.random() < 0.85 else None
                if order is not None:
                    found.append(Action(author, season, order))
                if isinstance(order, o.Move):
                    self.place = order.province
            if self.rng.random() < 0.3:
                found.append(StandingPlan(author, False, self.plan()))
            if self.rng.random() < 0.2:
                found.append(StandingPlan(author, True, self.plan()))
        return [*found, *[self.realm_order() for _ in range(self.rng.randint(0, 4))]]

    def order(self, author: int) -> Order | None:
        """One random order, or None if the kind drawn has no object."""
        write: Callable[[int], Order | None] = self.rng.choice(WRITERS).__get__(self)
        try:
            return write(author)
        except IndexError:  # nothing to choose from
            return None

    def plan(self) -> Plan:
        """A random plan."""
        return tuple([self.tactic() for _ in range(self.rng.randint(0, 5))])

    def tactic(self) -> Tactic:
        """One entry."""
        code = self.rng.choice(
            ("ST", "FI", "FI", "ME", "ME", "FL", "TA", "FU", "SC", "SC", "CA", "CA", "US", "SA", "GI")
        )
        match code:
            case "CA":
                return Tactic(code, spell=self.rng.choice(COMBAT_SPELLS))
            case "US" | "GI":
                return Tactic(code, item=self.item())
            case "SA":
                return Tactic(code, text=self.rng.choice(GREETINGS))
        return Tactic(code)

    def item(self) -> int:
        """An item, mostly one that is known."""
        known = list(self.book.item_kinds)
        return self.rng.choice(known) if self.rng.random() < 0.8 else self.rng.randint(1, 99)

    def attached(self) -> Plan | None:
        """A plan for an order, or none."""
        return self.plan() if self.rng.random() < 0.5 else None

    def units(self) -> tuple[int, ...]:
        """All of them, or some of one's own."""
        if self.rng.random() < 0.6:
            return o.ALL
        own = list(self.book.units)
        self.rng.shuffle(own)
        return tuple(sorted(own[: self.rng.randint(1, 3)])) or o.ALL

    def comrade(self) -> int:
        return self.rng.choice(self.authors)

    def stranger(self) -> int:
        return self.rng.choice(self.strangers)

    def anyone(self) -> int:
        return self.rng.choice(sorted(self.book.met))

    def province(self) -> int:
        return self.rng.randint(1, 162) if self.rng.random() < 0.3 else self.rng.choice(NEIGHBOURS[self.place])

    def here(self) -> Json:
        """What is known of the place."""
        seen: Json = self.book.own["map"].get(str(self.place), {})
        return seen

    def move(self, author: int) -> Order:
        return o.Move(self.rng.choice(NEIGHBOURS[self.place]))

    def explore(self, author: int) -> Order:
        return o.Explore()

    def search(self, author: int) -> Order:
        return o.Search(self.rng.randint(1, 2), self.attached())

    def recruit(self, author: int) -> Order:
        types = [*self.here().get("types", ()), "GA"] if self.rng.random() < 0.8 else list(UNITS)
        leader = self.comrade() if self.rng.random() < 0.2 else 0
        return o.Recruit(self.rng.choice(types), self.rng.randint(1, 3), leader)

    def hire(self, author: int) -> Order:
        return o.Hire(self.stranger())

    def disband(self, author: int) -> Order | None:
        return o.Disband(self.units()) if self.rng.random() < 0.1 else None

    def dismiss(self, author: int) -> Order | None:
        return o.Dismiss(self.comrade()) if self.rng.random() < 0.1 else None

    def leave(self, author: int) -> Order:
        return o.Leave(self.units(), self.comrade() if self.rng.random() < 0.5 else o.GARRISON)

    def pick_up(self, author: int) -> Order:
        return o.PickUp(self.units())

    def cast(self, author: int) -> Order:
        levels = self.book.characters[author]["levels"]
        known = [code for code in ACTION_SPELLS if levels.get(SPELLS[code].domain, 0) >= SPELLS[code].level]
        code = self.rng.choice(known) if self.rng.random() < 0.9 else self.rng.choice(ACTION_SPELLS)
        match SPELLS[code].target:
            case "none":
                return o.Cast(code)
            case "friend":
                return o.Cast(code, (self.comrade(),) if self.rng.random() < 0.5 else ())
            case "character":
                return o.Cast(code, (self.anyone(),))
            case "host" if self.rng.random() < 0.5:
                return o.Cast(code, (self.province(),), garrison=True)
            case "host":
                return o.Cast(code, (self.stranger(),))
        return o.Cast(code, (self.province(),))

    def use(self, author: int) -> Order:
        target = () if self.rng.random() < 0.4 else (self.province() if self.rng.random() < 0.5 else self.anyone(),)
        return o.Use(self.item(), target)

    def meet(self, author: int) -> Order:
        return o.Meet(self.anyone(), self.attached())

    def practise(self, author: int) -> Order:
        return o.Practise(self.rng.choice(ABILITIES))

    def spy(self, author: int) -> Order:
        return o.Spy(self.province())

    def defend(self, author: int) -> Order:
        return o.Defend(self.province() if self.rng.random() < 0.3 else 0)

    def pursue(self, author: int) -> Order:
        return o.Pursue(self.anyone())

    def trail(self, author: int) -> Order:
        return o.Trail(self.anyone())

    def give_item(self, author: int) -> Order:
        own = self.book.characters[author]["items"]
        return o.GiveItem(self.rng.choice(own), self.anyone())

    def give_gold(self, author: int) -> Order:
        return o.GiveGold(self.rng.randint(1, 3), self.stranger())

    def realm_order(self) -> RealmOrder:
        """One random order of the kingdom."""
        if not self.others:
            return o.CallVote()
        other = self.rng.choice(self.others)
        match self.rng.randint(1, 9):
            case 1 | 2 | 3:
                return o.Treat(other)
            case 4:
                return o.Break(other, early=self.rng.random() < 0.5)
            case 5:
                return o.Exchange(other)
            case 6:
                return o.Donate(other, self.rng.randint(1, 5))
            case 7:
                return o.CallVote() if self.rng.random() < 0.5 else o.Vote(self.rng.choice((0, *self.others)))
            case 8:
                return o.Rename("C", self.comrade(), self.rng.choice(RENAMED))
        if self.rng.random() < 0.3:
            return o.NameHeir(None)
        levels = {"TA": 2, self.rng.choice(("ME", "MA", "AR")): 2}
        return o.NameHeir(Creation(self.rng.choice("MF"), self.rng.choice(HUMANOIDS), self.rng.choice(TEMPERS), levels))


WRITERS = (
    *[Pen.move] * 8,
    *[Pen.explore] * 4,
    *[Pen.search] * 3,
    *[Pen.recruit] * 6,
    *[Pen.hire] * 2,
    Pen.disband,
    Pen.dismiss,
    Pen.leave,
    *[Pen.pick_up] * 2,
    *[Pen.cast] * 2,
    Pen.use,
    Pen.meet,
    *[Pen.practise] * 2,
    *[Pen.spy] * 2,
    *[Pen.defend] * 2,
    Pen.pursue,
    Pen.trail,
    Pen.give_item,
    Pen.give_gold,
)
