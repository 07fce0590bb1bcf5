"""What may be added to a sheet, order by order: the usual orders, figures included (`Decision.offers`).

Nothing but the view is read. Whoever has orders up to a season is offered those of the next one, where they take him;
orders that the treasury could not pay any more are left out. What nobody waits for is no usual order: names, heirs,
searches for places that are not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from heraut.engine.protocol import Json
from heraut.games.rois import orders as o
from heraut.games.rois.abilities import unit_pay
from heraut.games.rois.encounter.plan import read_plan
from heraut.games.rois.orders import SEASONS, Action, Order, RealmOrder, StandingPlan
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.sheet.judging import key_of
from heraut.games.rois.sheet.reading import Entry
from heraut.games.rois.state import ABILITIES, ALIGNMENTS, HUMANOIDS
from heraut.games.rois.tables import CONSTANTS, ITEMS, SPELLS
from heraut.games.rois.world.geography import NEIGHBOURS, distance

PLANS = tuple(  # against guardians, each with the talent without which it is another one
    (talent, read_plan(plan))
    for talent, plan in (
        ("", "ME, ME, ME, ME, ME, ME, ME, ME, ME, ME, ME, SC"),
        ("AR", "FI, FI, FI, FI, SC, ME, ME, ME, ME"),
        ("EL", "CA-FI, CA-FI, FI, ME, SC"),
        ("NE", "CA-DV, CA-DV, ME, SC"),
        ("PS", "CA-PS, CA-PS, ME, SC"),
        ("", 'SA-"Salutation, Être Suprême !", TA, SC, FL, FL, FL, FL, FL'),
        ("IL", "CA-IN, ST, FL, FL, FL, FL, FL, SC"),
        ("", "ST, FL, FL, FL, FL, FL, SC"),
    )
)
STANCES = tuple(read_plan(plan) for plan in ("FL, FL, FL, FL, FL, FL, FL, FL", "ME, ME, ME, ME"))  # towards beasts
DUELS = tuple(read_plan(plan) for plan in ("FL", "ME"))
ACTION_SPELLS = tuple((code, spell) for code, spell in SPELLS.items() if spell.action)
GIFTS = (2, 5, 10, 20)  # pieces of gold
FOLLOWED = 2  # how far away is whoever may be followed or read
WEALTH = ("rich", "prosperous", "poor")

Costly = tuple[int, Entry]  # what it costs at once, and the order


class Offers:
    """The usual orders of one King, listed once a decision; `after` leaves those that still have a place."""

    def __init__(self, book: Book) -> None:
        self.book, self.own = book, book.own
        self.people = {number: each for number, each in book.characters.items() if not each["died"]}
        self.known: dict[tuple[int, int], list[tuple[int, Order]]] = {}
        self.acts: dict[tuple[int, int, int], list[Costly]] = {}

    def after(self, taken: Sequence[Entry] = ()) -> list[Entry]:
        """Every usual order behind these, without those that say what they say already."""
        season = dict.fromkeys(self.people, 0)
        place: dict[int, int] = {number: each["province"] for number, each in self.people.items()}
        gold, said = int(self.own["gold"]), set()
        for entry in taken:
            gold -= self.cost(entry)
            if not isinstance(entry, Action):
                said.add(key_of(entry))
            elif entry.season > season[entry.character]:
                season[entry.character] = entry.season
        for entry in sorted((each for each in taken if isinstance(each, Action)), key=lambda each: each.season):
            if isinstance(entry.order, o.Move):
                place[entry.character] = entry.order.province
        found = [
            entry
            for number in self.people
            if season[number] < SEASONS[-1]
            for cost, entry in self.actions(number, place[number], season[number] + 1)
            if cost <= gold
        ]
        return found + [entry for key, cost, entry in self.once if cost <= gold and key not in said]

    def actions(self, who: int, where: int, season: int) -> list[Costly]:
        """What somebody may do in a season in the province where he then is, each with its price."""
        key = who, where, season
        if key not in self.acts:
            if (who, where) not in self.known:
                self.known[who, where] = [(self.price(order), order) for order in self.orders(who, where)]
            self.acts[key] = [(cost, Action(who, season, order)) for cost, order in self.known[who, where]]
        return self.acts[key]

    @cached_property
    def once(self) -> list[tuple[tuple[object, ...], int, Entry]]:
        """Plans and orders of the kingdom, each with what it says and its price."""
        plans: list[Entry] = [
            StandingPlan(number, duel, plan)
            for number in self.people
            for duel, usual in ((False, STANCES), (True, DUELS))
            for plan in usual
        ]
        return [(key_of(entry), self.cost(entry), entry) for entry in [*plans, *self.realm()]]

    # Prices

    def cost(self, entry: Entry) -> int:
        """What an order takes out of the treasury at once."""
        if isinstance(entry, Action):
            return self.price(entry.order)
        return entry.gold if isinstance(entry, o.Donate) else 0

    def price(self, order: Order) -> int:
        """The same, of somebody's order."""
        match order:
            case o.Recruit(type=type, count=count):
                return unit_pay(type) * count
            case o.Hire(character=number):
                return self.pay(self.own["met"][str(number)])
            case o.GiveGold(gold=gold):
                return gold
        return 0

    def pay(self, met: Json) -> int:
        """What a free Hero is paid, if his talents are known (RO-HERO-01)."""
        if "levels" not in met:
            return 1
        steps = abs(ALIGNMENTS.index(met["alignment"]) - ALIGNMENTS.index(self.own["alignment"]))
        levels: int = sum(met["levels"].values())
        return max(1, -(-levels // CONSTANTS.hero_pay_divisor)) + steps

    # What somebody may do

    def orders(self, who: int, where: int) -> Iterator[Order]:
        """All that is usual for him there."""
        yield from (o.Move(there) for there in NEIGHBOURS[where])
        yield o.Explore()
        yield o.Defend()
        yield from (o.Practise(ability) for ability in ABILITIES if self.people[who]["aptitudes"].get(ability))
        yield from self.searches(who, where)
        if where in self.book.provinces:
            yield from self.levies(where)
        else:
            yield o.Spy(where)
        yield from (o.Spy(there) for there in NEIGHBOURS[where] if there not in self.book.provinces)
        yield from self.transfers(who, where)
        yield from self.spells(who, where)
        yield from self.uses(who, where)
        yield from self.meetings(who, where)
        yield from self.presents(who)

    def seen(self, where: int) -> Json:
        """What is known of a province."""
        seen: Json = self.own["map"].get(str(where), {})
        return seen

    def searches(self, who: int, where: int) -> Iterator[Order]:
        """The places that are known there, under the plans that he can follow."""
        levels = self.people[who]["levels"]
        for place in self.seen(where).get("features", ()):
            for talent, plan in PLANS if place["guardian"] else ():
                if not talent or talent in levels:
                    yield o.Search(place["place"], plan)
            if not place["guardian"]:
                yield o.Search(place["place"], read_plan("SC"))

    def levies(self, where: int) -> Iterator[Order]:
        """Units of each type that the province has, from one to as many as it can raise in a year (RO-REC-03)."""
        seen = self.seen(where)
        most = CONSTANTS.capacity[WEALTH.index(seen.get("wealth", "poor"))]
        if where == self.own["home"]:
            most = CONSTANTS.home_capacity
        guards = ("GA",) if seen.get("race") in HUMANOIDS else ()
        for type in dict.fromkeys((*seen.get("types", ()), *guards)):
            yield from (o.Recruit(type, count) for count in range(1, most + 1))

    def transfers(self, who: int, where: int) -> Iterator[Order]:
        """All that he leads to the garrison, to a comrade or home; a half of it; the garrison to him."""
        led = [number for number, unit in self.book.units.items() if unit["leader"] == who]
        others = [number for number in self.people if number != who]
        yield o.PickUp(o.ALL)
        yield o.Leave(o.ALL, o.GARRISON)
        yield o.Disband(o.ALL)
        yield from (o.Leave(o.ALL, number) for number in others)
        if len(led) > 1:
            half = tuple(sorted(led)[: len(led) // 2])
            yield o.Disband(half)
            yield o.Leave(half, o.GARRISON)
            yield from (o.Leave(half, number) for number in others)

    def spells(self, who: int, where: int) -> Iterator[Order]:
        """The spells of action that he knows, on whom and what is near."""
        levels = self.people[who]["levels"]
        for code, spell in ACTION_SPELLS:
            if levels.get(spell.domain, 0) < spell.level:
                continue
            if spell.target in ("none", "friend"):
                yield o.Cast(code)
            if spell.target in ("friend", "character"):
                targets = (
                    self.dead if code == "RE" else self.near(where) if spell.target == "character" else self.people
                )
                yield from (o.Cast(code, (number,)) for number in targets if number != who)
            elif spell.target == "host":
                yield from (o.Cast(code, (there,), garrison=True) for there in (where, *NEIGHBOURS[where]))
                yield from (o.Cast(code, (number,)) for number in self.near(where))
            elif spell.target in ("province", "path"):
                yield from (o.Cast(code, (there,)) for there in (where, *NEIGHBOURS[where]))

    def uses(self, who: int, where: int) -> Iterator[Order]:
        """The items that he carries and that do something outside of a fight (RO-ITEM-03)."""
        for number in self.people[who]["items"]:
            kind = self.book.item_kinds.get(number)
            match ITEMS[kind].action if kind is not None else "":
                case "none":
                    yield o.Use(number)
                case "character":
                    yield from (o.Use(number, (dead,)) for dead in self.dead)
                case "province":
                    yield from (o.Use(number, (there,)) for there in (where, *NEIGHBOURS[where]))

    @cached_property
    def dead(self) -> list[int]:
        """One's own who lie somewhere."""
        return [number for number, each in self.book.characters.items() if each["died"]]

    def near(self, where: int) -> Iterable[int]:
        """The strangers who were last seen near a province."""
        return [
            int(number)
            for number, met in self.own["met"].items()
            if met["province"] and distance(where, met["province"]) <= FOLLOWED and int(number) not in self.people
        ]

    def meetings(self, who: int, where: int) -> Iterator[Order]:
        """Whom he may hire, fight, follow or pay."""
        for number in self.near(where):
            met = self.own["met"][str(number)]
            yield o.Pursue(number)
            yield o.Trail(number)
            if met["province"] != where or number in self.book.characters:
                continue
            yield o.Meet(number)
            if not met["kingdom"] and number not in self.book.kings:
                yield o.Hire(number)
            if met["kingdom"]:
                yield from (o.GiveGold(gold, number) for gold in GIFTS)

    def presents(self, who: int) -> Iterator[Order]:
        """His items to comrades; a King may send his Heroes away."""
        each = self.people[who]
        others = [number for number in self.people if number != who]
        yield from (o.GiveItem(item, number) for item in each["items"] for number in others)
        if each["role"] == "king":
            yield from (o.Dismiss(number) for number in others if self.people[number]["role"] == "hero")

    # What the kingdom may order

    def realm(self) -> Iterator[RealmOrder]:
        """Treaties and gifts, kingdom by kingdom; the election that one may call, the ballot when a vote is held."""
        for text, relation in self.own["relations"].items():
            other = int(text)
            yield o.Treat(other)
            if relation != "enemy":
                yield o.Break(other)
                yield from (o.Donate(other, gold) for gold in GIFTS)
            if self.book.alignment == "evil" and relation != "enemy":
                yield o.Break(other, early=True)
            if relation == "allied":
                yield o.Exchange(other)
        view = self.book.view
        if self.own["may_call"]:
            yield o.CallVote()
        if view["vote"] == view["turn"]:
            yield from (o.Vote(number) for number in (0, *sorted(self.book.living)))
