"""The usual orders of a lord: those whose like stand on most sheets, with round or telling figures.

Nobody is offered to abdicate or to rename a knight, nor to give men to a stranger: whoever wants that writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from heraut.engine.names import plain
from heraut.engine.protocol import Seat
from heraut.games.gloire import orders as o
from heraut.games.gloire.orders import Order
from heraut.games.gloire.sheet.book import Book
from heraut.games.gloire.state import ENCEINTE, KnightId, LandName

LEVELS = (3, 4, 5, 6, 7, 8)  # of taxes
HELPED = (0.09, 0.25, 0.49)  # shares of what could help a land most: full help after taxes of 7, 5 and 3
LEVIES = (500, 1250, 2500, 5000)  # écus
PLACES = (4, 8, 16, 32)  # of a joust
BARGAINS = (1000, 3000)  # écus for a land
RETREATS = tuple(o.SetRetreat(*each) for each in ((50, 50, 80), (50, 30, 50), (50, 80, 90), (50, 0, 0)))
UNFOUGHT = 999_999  # more men than any army has: below them it does not fight

Slot = tuple[type[Order], Any]  # what orders that exclude one another use up: `offers.slot_of`
Listed = tuple[Slot, tuple[Order, ...], tuple[int, ...]]  # a slot, its orders, and their prices if they cost


def password(name: str, turn: int) -> str:
    """The word at the gate of this lord's joust where nothing else is agreed: anybody can guess it."""
    return f"{plain(name)[:20]} {turn}"


@lru_cache(maxsize=256)
def stranger_words(seat: Seat) -> tuple[Order, ...]:
    """What is said to a lord who is neither ally nor enemy."""
    return o.OfferAlliance(seat), o.DeclareWar(seat)


@lru_cache(maxsize=256)
def enemy_words(seat: Seat) -> tuple[Order, ...]:
    """What is said to an enemy."""
    return (o.OfferPeace(seat),)


@lru_cache(maxsize=256)
def ally_words(seat: Seat, at_war: bool) -> tuple[Order, ...]:
    """What is said to an ally, by a lord at war or at peace."""
    return (o.CancelAlliance(seat), o.CallToArms(seat)) if at_war else (o.CancelAlliance(seat),)


class Listing:
    """One lord's usual orders of one turn. Iterating gives them by what excludes what, in the order of the phases."""

    def __init__(self, book: Book) -> None:
        view = book.view
        self.book, self.view, self.lands = book, view, view["lands"]
        self.own: dict[str, Any] = view["own"]
        self.lords: dict[Seat, Any] = view["lords"]
        self.me = self.lords[book.seat]
        self.others = [seat for seat, lord in self.lords.items() if lord["alive"] and seat != book.seat]
        self.constants: dict[str, Any] = view["settings"]["constants"]
        self.places = book.atlas.places
        self.friends = {book.seat, *self.me["allies"]}
        self.border = tuple(
            name
            for name in dict.fromkeys(near for land in book.own_lands for near in self.near(land))
            if name not in book.own_lands
        )

    def __iter__(self) -> Iterator[Listed]:
        yield from self.household()
        yield from self.economy()
        yield from self.levies()
        yield from self.commands()
        yield from self.marches()
        yield from self.diplomacy()
        yield from self.jousts()
        yield from self.bargains()
        yield from self.works()

    @property
    def purse(self) -> int:
        """The écus that orders may cost: the treasury and the rent; what taxes bring comes on top."""
        rents = dict(zip(self.constants["titles"], self.constants["rents"], strict=True))
        return int(self.own["treasury"] + rents.get(self.me["title"], 0))

    def near(self, land: str) -> tuple[Any, ...]:
        """The lands next to one."""
        return self.places[land].neighbours

    def household(self) -> Iterator[Listed]:
        """Phases 1, 2 and 4: men and knights who may go, and how those who stay shall defend themselves."""
        for knight in self.book.knights:
            if knight != self.book.lord_knight:
                yield (o.Dismiss, knight), (o.Dismiss(knight),), ()
        for army in self.book.armies:
            yield (o.Demobilise, army), (o.Demobilise(army),), ()
        yield (o.SetRetreat, None), RETREATS, ()
        for army, row in self.book.armies.items():
            men = (0, row["men"] // 2 + 1, UNFOUGHT)
            yield (o.Defend, army), tuple([o.Defend(army, least) for least in men]), ()

    def economy(self) -> Iterator[Listed]:
        """Phase 3: a tax for each land, and what may be given back to it."""
        for name in self.own["lands"]:
            yield (o.Tax, name), tuple([o.Tax(level, name) for level in LEVELS]), ()
        most = self.constants["redistribution_ratio_max"] * self.constants["tax_factor"]
        for name, private in self.own["lands"].items():
            land = self.lands[name]
            full = most * land["population"] * private["tax_coefficient"] * land["happiness"]
            full /= self.view["means"]["happiness"]
            amounts = tuple(dict.fromkeys([int(share * full) + 1 for share in HELPED]))
            yield (o.Redistribute, name), tuple([o.Redistribute(amount, name) for amount in amounts]), amounts

    def levies(self) -> Iterator[Listed]:
        """Phase 5: knights called, men raised for a knight where most people live at hand, or in garrison."""
        renown = self.book.knights[self.book.lord_knight]["renown"] + 1
        each = int(self.constants["knight_price"] * renown * renown / self.view["means"]["knight_renown"]) + 1
        most = self.constants["knights_per_turn"]
        if self.book.own_lands:
            numbers = range(1, most + 1)
            prices = tuple([number * each for number in numbers])
            yield (o.CallKnights, None), tuple([o.CallKnights(number) for number in numbers]), prices
        for knight, row in self.book.knights.items():
            at_hand = [land for land in (row["land"], *self.near(row["land"])) if land in self.book.own_lands]
            if at_hand:
                land = max(at_hand, key=lambda name: self.lands[name]["population"])
                yield (o.Levy, knight), tuple([o.Levy(land, amount, knight) for amount in LEVIES]), LEVIES
        for name in self.own["lands"]:
            yield (o.Levy, name), tuple([o.Levy(name, amount) for amount in LEVIES]), LEVIES

    def commands(self) -> Iterator[Listed]:
        """Phase 6: garrisons taken under a knight, men handed on or left behind."""
        garrisons = [(id, row["land"]) for id, row in self.book.armies.items() if row["knight"] is None]
        for knight, row in self.book.knights.items():
            reach = (row["land"], *self.near(row["land"]))
            if found := tuple([o.Assign(knight, army) for army, land in garrisons if land in reach]):
                yield (o.Assign, knight), found, ()
        for knight, row in self.book.knights.items():
            if row["army"] is None:
                continue
            men = self.book.armies[row["army"]]["men"]
            shares = dict.fromkeys((men, (men + 1) // 2))
            reach = (row["land"], *self.near(row["land"]))
            targets = [id for id, other in self.book.knights.items() if id != knight and other["land"] in reach]
            if targets:
                handed = tuple([o.Transfer(knight, target, share) for target in targets for share in shares])
                yield (o.Transfer, knight), handed, ()
            if row["land"] in self.book.own_lands:
                yield (o.LeaveGarrison, knight), tuple([o.LeaveGarrison(knight, share) for share in shares]), ()

    def marches(self) -> Iterator[Listed]:
        """Phases 7 and 9: attacks on lands at hand that are nobody's or a stranger's, and ways that are open."""
        for knight, row in self.book.knights.items():
            here = row["land"]
            prey = [land for land in (here, *self.near(here)) if self.lands[land]["owner"] not in self.friends]
            half = self.book.armies[row["army"]]["men"] // 2 if row["army"] is not None else 0
            if prey:
                yield (o.Attack, knight), tuple(self.attacks(knight, prey, half)), ()
        open_to = {None, *self.friends}
        for knight, row in self.book.knights.items():
            ways = [land for land in self.near(row["land"]) if self.lands[land]["owner"] in open_to]
            if ways:
                yield (o.Move, knight), tuple([o.Move(knight, land) for land in ways]), ()

    def attacks(self, knight: KnightId, prey: Iterable[LandName], half: int) -> Iterator[Order]:
        """A knight's attacks: to his lord's usual threshold, and to the half of his men if he has any."""
        for land in prey:
            yield o.Attack(knight, land)
            if half:
                yield o.Attack(knight, land, half)

    def diplomacy(self) -> Iterator[Listed]:
        """Phase 8: one word to each lord."""
        for seat in self.others:
            if seat in self.me["allies"]:
                said = ally_words(seat, bool(self.me["enemies"]))
            elif seat in self.me["enemies"]:
                said = enemy_words(seat)
            else:
                said = stranger_words(seat)
            yield (o.Diplomatic, seat), said, ()

    def jousts(self) -> Iterator[Listed]:
        """Phases 10 and 11: a joust of one's own, and those that a knight may go to."""
        turn, least = self.view["turn"], self.constants["joust_prize_min"]
        words = {seat: password(self.lords[seat]["name"], turn) for seat in (self.book.seat, *self.me["allies"])}
        held = [o.OrganiseJoust(places, least, words[self.book.seat]) for places in PLACES]
        yield (
            (o.OrganiseJoust, None),
            tuple(held),
            tuple([least + self.constants["joust_place_price"] * places for places in PLACES]),
        )
        royal = turn % self.constants["royal_period"] == 0
        for knight in self.book.knights:
            king = (o.EnterJoust(knight),) if royal else ()
            yield (
                (o.EnterJoust, knight),
                (*king, *[o.EnterJoust(knight, seat, word) for seat, word in words.items()]),
                (),
            )

    def bargains(self) -> Iterator[Listed]:
        """Phase 12: lands at the border, sold to a neighbour or bought from him; none on the first turn."""
        if self.view["turn"] == 1:
            return
        enemies = self.me["enemies"]
        for name in self.own["lands"]:
            buyers = dict.fromkeys([self.lands[near]["owner"] for near in self.near(name)])
            buyers = {seat: None for seat in buyers if seat not in (None, self.book.seat) and seat not in enemies}
            if buyers:
                yield (o.Sell, name), tuple([o.Sell(seat, name, price) for seat in buyers for price in BARGAINS]), ()
        for name in self.border:
            owner = self.lands[name]["owner"]
            if owner is not None and owner not in enemies:
                yield (o.Buy, name), tuple([o.Buy(owner, name, price) for price in BARGAINS]), BARGAINS

    def works(self) -> Iterator[Listed]:
        """Phases 13 and 16: spies across the border, and stronger works."""
        price = (self.constants["spy_price"],)
        for name in self.border:
            yield (o.Spy, name), (o.Spy(name),), price
        prices = self.constants["fortification_price"]
        for name, private in self.own["lands"].items():
            grades = range(private["fortification"] + 1, ENCEINTE + 1)
            if grades:
                works = tuple([o.Fortify(name, grade) for grade in grades])
                yield (o.Fortify, name), works, tuple([prices[grade] for grade in grades])
