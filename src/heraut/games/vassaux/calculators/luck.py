"""Luck: every roll of a battle against what its dice promised, read from the events alone.

A roll has one figure (hits, a test won, a spell cast, a die), and its exact distribution (as Fractions) before it was
thrown: the dice of defence and of the order included, re-rolls included. How lucky it was is its *percentile*: the
chance of less, and half the chance of just as much, so that honest dice come to one half on average.

Many rolls together are their sum; its distribution is worked out in floating point, from the exact ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, Literal, NamedTuple

from heraut.engine.protocol import Event
from heraut.games.vassaux.calculators.attack import Attack, Chances, attack_odds, mean
from heraut.games.vassaux.calculators.hits import SIDES
from heraut.games.vassaux.calculators.opposed import first_wins
from heraut.games.vassaux.calculators.spells import spell_succeeds
from heraut.games.vassaux.identities import PLACES, SOUTH, GroupId, Place, UnitId, opposite, place_of, unit_of
from heraut.games.vassaux.state import Sheet

Sort = Literal["hits", "test", "spell", "order_die"]
SORTS: tuple[Sort, ...] = ("hits", "test", "spell", "order_die")
DIE: Chances = {face: Fraction(1, SIDES) for face in range(1, SIDES + 1)}
BLOWS = ("struck", "struck_back", "shot")


class Roll(NamedTuple):
    """A roll: for whom more is better, what it came to, and the chance of each thing that it could come to."""

    place: Place
    sort: Sort
    figure: int
    chances: Chances

    @property
    def mean(self) -> Fraction:
        """What was to be expected."""
        return mean(self.chances)

    @property
    def at_least(self) -> Fraction:
        """The chance of so much, or more."""
        return sum((share for figure, share in self.chances.items() if figure >= self.figure), Fraction(0))

    @property
    def percentile(self) -> Fraction:
        """How much luckier this was than what could have been: 0 to 1."""
        less = sum((share for figure, share in self.chances.items() if figure < self.figure), Fraction(0))
        return less + self.chances.get(self.figure, Fraction(0)) / 2


# From an event to its roll


class Weigher:
    """Weighs the events of a battle, in their order: it remembers whom Nécrose has touched in the turn (SV-BLK-04)."""

    def __init__(self, sheets: Mapping[UnitId, Sheet]) -> None:
        self.sheets = sheets
        self.doomed: set[GroupId] = set()
        self.last: GroupId | None = None

    def roll(self, event: Event) -> Roll | None:
        """The roll of an event; None where nothing was thrown that favours a side."""
        self._remember(event)
        data = event.data
        if event.kind in BLOWS:
            return self._blows(event) if data["dice"] and self._knows(event) else None
        if event.kind == "burnt":
            return Roll(side(data["unit"]), "hits", data["hits"], DIE)
        if event.kind == "order_die":
            return Roll(side(data["unit"]), "order_die", data["die"], DIE)
        if event.kind in ("spell_cast", "spell_failed"):
            chance = spell_succeeds(len(data["dice"]), data["power"])
            return Roll(side(data["unit"]), "spell", int(event.kind == "spell_cast"), yes_or_no(chance))
        return test_of(event)

    def _knows(self, event: Event) -> bool:
        """Whether both units are on the sheets at hand: one that is gone may be on those of its battle no more."""
        return {unit_of(event.data["unit"]), unit_of(event.data["target"])} <= set(self.sheets)

    def _blows(self, event: Event) -> Roll:
        """The hits of a blow or a shot."""
        attack = self.attack(event)
        return Roll(side(event.data["unit"]), "hits", event.data["hits"], promised(attack))

    def attack(self, event: Event) -> Attack:
        """The attack of such an event, before any die was thrown: the die of its order too (SV-ORD-16)."""
        data = event.data
        by, on = self.sheets[unit_of(data["unit"])], self.sheets[unit_of(data["target"])]
        thrown = data["bonus"] > 0 and not data.get("spell")  # the dice of a spell are as many as it says (SV-MAG-07)
        shot = event.kind == "shot"
        return Attack(
            data["men"] * data["each"] + (0 if thrown else data["bonus"]),
            data["df"],
            bonus=thrown,
            fierce="FEROCE" in by.powers or bool(data.get("high")),
            barred=not shot and on.armour == "KNIGHT" and by.profile != "CHEVALIER",
            worst=self.is_doomed(event),
        )

    def is_doomed(self, event: Event) -> bool:
        """Whether the worst die of the defence was the threshold."""
        data = event.data
        return data["target"] in self.doomed or data["threshold"] != max(data["defence"])

    def _remember(self, event: Event) -> None:
        if event.kind == "turn_begins":
            self.doomed.clear()
        elif event.kind == "spell_cast" and event.data["spell"] == "NECROSE":
            self.doomed.add(event.data["target"])
            self.last = event.data["target"]
        elif event.kind == "spell_cast":
            self.last = None
        elif event.kind == "spell_dispelled" and self.last is not None:
            self.doomed.discard(self.last)


def test_of(event: Event) -> Roll | None:
    """An opposed test, for the side of who rolls first: initiative, reaction, counter-spell, reorganisation."""
    data = event.data
    if event.kind == "initiative":
        return won(SOUTH, data["place"] == SOUTH, first_wins(2, *data["re"]))
    if event.kind in ("reaction_won", "reaction_lost"):
        return won(side(data["unit"]), event.kind == "reaction_won", first_wins(2, *data["re"]))
    if event.kind == "countered":  # the caster rolls first, against the Cd of the other (SV-MAG-09)
        return won(side(data["target"]), data["winner"] == data["target"], first_wins(1, *data["cd"]))
    if event.kind == "melee_test":
        return won(side(data["unit"]), data["winner"] == data["unit"], first_wins(1, *data["pe"]))
    if event.kind == "melee_ranking":
        places = [side(unit) for unit in data["units"]]
        chances = first_of(tuple(data["pe"]))
        chance = sum((one for place, one in zip(places, chances, strict=True) if place == places[0]), Fraction(0))
        return won(places[0], side(data["order"][0]) == places[0], chance)
    return None


def won(place: Place, happened: bool, chance: Fraction) -> Roll:
    """A test for this side."""
    return Roll(place, "test", int(happened), yes_or_no(chance))


def yes_or_no(chance: Fraction) -> Chances:
    """Something that happens with this chance."""
    return {0: 1 - chance, 1: chance}


def side(group: GroupId) -> Place:
    """Whose a unit or band is."""
    return place_of(unit_of(group))


@lru_cache(maxsize=1024)
def promised(attack: Attack) -> Chances:
    """The hits of an attack; read only."""
    return attack_odds(attack).hits


@lru_cache(maxsize=256)
def first_of(losses: tuple[int, ...]) -> tuple[Fraction, ...]:
    """The chance of each of several units to reorganise first, by their Pe (SV-MUL-04).

    The best margin of those who reach theirs; if nobody does, all are equal before the lot.
    """
    chances = [Fraction(0)] * len(losses)
    for dice in product(range(1, SIDES + 1), repeat=len(losses)):
        margins = [die - lost for die, lost in zip(dice, losses, strict=True)]
        best = max(margins)
        heads = [index for index, margin in enumerate(margins) if margin == best or best < 0]
        even = tuple(0 if best < 0 else losses[index] for index in heads)
        for index, share in zip(heads, first_again(even), strict=True):
            chances[index] += share / SIDES ** len(losses)
    return tuple(chances)


@lru_cache(maxsize=256)
def first_again(losses: tuple[int, ...]) -> tuple[Fraction, ...]:
    """The same for equals who roll again between themselves, as often as they stay equal."""
    if len(losses) == 1:
        return (Fraction(1),)
    chances, settled = [Fraction(0)] * len(losses), 0
    for dice in product(range(1, SIDES + 1), repeat=len(losses)):
        margins = [die - lost for die, lost in zip(dice, losses, strict=True)]
        heads = [index for index, margin in enumerate(margins) if margin == max(margins)]
        if len(heads) == len(losses):
            continue
        settled += 1
        for index, share in zip(heads, first_again(tuple(losses[index] for index in heads)), strict=True):
            chances[index] += share
    return tuple(chance / settled for chance in chances)


# Many rolls together


class Account(NamedTuple):
    """Some rolls of a side: how many, what they came to, what was to be expected, the percentile of the sum."""

    rolls: int
    total: int
    mean: float
    percentile: float


class Ledger(NamedTuple):
    """The rolls of a battle, side by side.

    `accounts`: of each side by sort. `fortune`: how well all dice together served each side, 0 to 1: its hits less
    those it took, tests won, spells that worked less those of the other; the two make 1. (The die of an order is in
    the hits.) `faces`: how often each side threw each face.
    """

    accounts: tuple[Mapping[Sort, Account], Mapping[Sort, Account]]
    fortune: tuple[float, float]
    faces: tuple[Sequence[int], Sequence[int]]


def ledger(rolls: Sequence[Roll], events: Iterable[Event]) -> Ledger:
    """The ledger of these rolls, and of the events in which the dice lie."""
    both = [seen_from(place, rolls) for place in PLACES]
    accounts = [{sort: account(mine[sort]) for sort in SORTS} for mine in both]
    weighed = [mirrored(roll) if roll.place != SOUTH else roll for roll in rolls if roll.sort != "order_die"]
    south = account(weighed).percentile
    thrown = faces(events)
    return Ledger((accounts[0], accounts[1]), (south, 1 - south), (thrown[0], thrown[1]))


def seen_from(place: Place, rolls: Iterable[Roll]) -> dict[Sort, list[Roll]]:
    """The rolls that are a side's own, by sort; a test is both sides'."""
    found: dict[Sort, list[Roll]] = {sort: [] for sort in SORTS}
    for roll in rolls:
        if roll.place == place:
            found[roll.sort].append(roll)
        elif roll.sort == "test":
            found["test"].append(other_side(roll))
    return found


def other_side(test: Roll) -> Roll:
    """A test as the other side sees it."""
    chances = {1 - figure: share for figure, share in test.chances.items()}
    return Roll(opposite(test.place), "test", 1 - test.figure, chances)


def mirrored(roll: Roll) -> Roll:
    """A roll as a loss for the other side."""
    chances = {-figure: share for figure, share in roll.chances.items()}
    return Roll(opposite(roll.place), roll.sort, -roll.figure, chances)


def account(rolls: Sequence[Roll]) -> Account:
    """The sum of these rolls against all that it could have been; one half where nothing was rolled."""
    total = sum(roll.figure for roll in rolls)
    expected = float(sum((roll.mean for roll in rolls), Fraction(0)))
    least, shares = 0, [1.0]
    for roll in rolls:
        low, high = min(roll.chances), max(roll.chances)
        least += low
        shares = added(shares, [float(roll.chances.get(figure, 0)) for figure in range(low, high + 1)])
    at = total - least
    return Account(len(rolls), total, expected, sum(shares[:at]) + shares[at] / 2)


def added(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """The distribution of a sum."""
    found = [0.0] * (len(one) + len(other) - 1)
    for shift, share in enumerate(other):
        if share:
            for index, weight in enumerate(one, start=shift):
                found[index] += weight * share
    return found


def faces(events: Iterable[Event]) -> list[list[int]]:
    """How often each side has thrown each face, from 1 to 6."""
    counted: list[Counter[int]] = [Counter(), Counter()]
    for event in events:
        for place, dice in thrown(event):
            counted[place].update(dice)
    return [[one[face] for face in range(1, SIDES + 1)] for one in counted]


def thrown(event: Event) -> Iterator[tuple[Place, Sequence[int]]]:
    """The dice of an event, by whose hand they fell."""
    data, kind = event.data, event.kind
    if kind in BLOWS:
        by = side(data["unit"])
        yield by, data["dice"]
        yield by, [face for _, face in data["rerolls"]]
        yield opposite(by), data["defence"]
    elif kind in ("spell_cast", "spell_failed"):
        yield side(data["unit"]), [*data["dice"], *(face for _, face in data["rerolls"])]
    elif kind in ("order_die", "solo"):
        yield side(data["unit"]), [data["die"]]
    elif kind == "melee_ranking":
        for unit, die in zip(data["units"], data["rolls"], strict=True):
            yield side(unit), [die]
    elif "rolls" in data:
        first = first_roller(kind, data)
        for mine, theirs in data["rolls"]:
            yield first, mine
            yield opposite(first), theirs


def first_roller(kind: str, data: Mapping[str, Any]) -> Place:
    """Who rolls first in an opposed test."""
    if kind == "initiative":
        return SOUTH
    return side(data["target" if kind == "countered" else "unit"])
