"""Knights called: their renown, their price, the best of several, the chance to pay them all (GP-SITE-24, GP-CHE)."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from itertools import accumulate

import msgspec

from heraut.engine.protocol import Json
from heraut.games.gloire.calculators.known import known_realm
from heraut.games.gloire.phases.levy import knight_price, strongest_knight
from heraut.games.gloire.tables import Constants

FINEST = 1500  # steps in which the highest price is counted, see `chances_to_pay`


class Candidate(msgspec.Struct, frozen=True):
    """One knight who may answer a call, each with the same chance. His pay each turn equals his renown."""

    renown: int
    price: int


class CallOdds(msgspec.Struct, frozen=True):
    """Calling one to five knights. `best[n - 1]` and `all_paid[n - 1]` are for n knights called in one turn.

    `best` is the mean of the highest renown among n who can all be paid; `all_paid` the chance that the treasury pays
    every one of n, exact if `grain` is 1, else a lower bound: prices were rounded up to multiples of so many écus.
    """

    strongest: int
    highest_price: int
    mean_renown: float
    mean_price: float
    candidates: tuple[Candidate, ...]
    best: tuple[float, ...]
    treasury: int
    all_paid: tuple[float, ...]
    grain: int


def call_odds(view: Json, treasury: int | None = None) -> CallOdds:
    """The odds of a call by a living lord, with his treasury or with what another sum leaves him."""
    realm = known_realm(view)
    lord = realm.lords[view["own"]["seat"]]
    return call_odds_of(
        realm.knights[lord.knight].renown,
        view["means"]["knight_renown"],
        lord.treasury if treasury is None else treasury,
        realm.settings.constants,
    )


def call_odds_of(lord_knight_renown: float, mean_knight_renown: float, treasury: int, constants: Constants) -> CallOdds:
    """The same from plain figures."""
    strongest = strongest_knight(lord_knight_renown)
    prices = [knight_price(renown, mean_knight_renown, constants) for renown in range(1, strongest + 1)]
    grain = -(-max(prices) // FINEST) or 1
    return CallOdds(
        strongest=strongest,
        highest_price=max(prices),
        mean_renown=(strongest + 1) / 2,
        mean_price=sum(prices) / strongest,
        candidates=tuple(Candidate(renown, price) for renown, price in enumerate(prices, start=1)),
        best=tuple(best_of(number, strongest) for number in range(1, constants.knights_per_turn + 1)),
        treasury=treasury,
        all_paid=chances_to_pay(treasury, prices, constants.knights_per_turn, grain),
        grain=grain,
    )


def best_of(number: int, strongest: int) -> float:
    """The mean of the highest of so many renowns, each drawn among 1 to `strongest`."""
    return strongest - sum((renown / strongest) ** number for renown in range(1, strongest))


def chances_to_pay(treasury: int, prices: list[int], most: int, grain: int) -> tuple[float, ...]:
    """The chance that the treasury pays all of 1, 2… `most` knights, each at one of these prices, equally likely.

    Prices are rounded up to multiples of `grain`, so that the chance is never flattered.
    """
    one = Counter(-(-price // grain) for price in prices)
    money = treasury // grain
    sums = [Counter({0: 1})]
    while len(sums) <= (most + 1) // 2:
        sums.append(sums_within(money, sums[-1], one))
    return tuple(
        ways_within(money, sums[number // 2], sums[number - number // 2]) / len(prices) ** number
        for number in range(1, most + 1)
    )


def sums_within(money: int, sums: Counter[int], one: Counter[int]) -> Counter[int]:
    """In how many ways each sum that the money covers comes about when one more knight is paid."""
    more: Counter[int] = Counter()
    for total, ways in sums.items():
        for price, times in one.items():
            if total + price <= money:
                more[total + price] += ways * times
    return more


def ways_within(money: int, some: Counter[int], others: Counter[int]) -> int:
    """In how many ways the money covers a sum for some knights and a sum for the others."""
    totals = sorted(others)
    cumulated = [0, *accumulate(others[total] for total in totals)]
    return sum(ways * cumulated[bisect_right(totals, money - total)] for total, ways in some.items())
