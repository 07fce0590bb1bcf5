"""Who holds what: lands as they are seen, and those that others have won unseen (RO-BAT-35, RO-OFF-02, RO-OFF-07)."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor

from heraut.engine.protocol import Json
from heraut.games.rois.dice import Dice
from heraut.games.rois.guess import growth
from heraut.games.rois.guess.known import Known
from heraut.games.rois.state import NATIVES, Kingdom, Province
from heraut.games.rois.tables import CONSTANTS
from heraut.games.rois.view import WEALTH
from heraut.games.rois.world.geography import NEIGHBOURS

SEA = 15  # chance in hundredths that a kingdom takes to the sea where it could take land
MOST_TAX = 10  # of a province (RO-MAP-07)


def share_lands(known: Known, lands: Mapping[int, Province], kingdoms: Mapping[int, Kingdom], dice: Dice) -> None:
    """Who owns what: as seen now; as seen once, unless it has changed hands; and what others have won unseen."""
    for number, seen in known.surveyed.items():
        lands[number].owner = seen["owner"] if number in known.fresh else owner_now(known, seen, dice)
    for number, kingdom in known.lost.items():
        if number not in known.fresh and kingdom in known.others:
            lands[number].owner = kingdom
    for number in known.provinces:
        lands[number].owner = known.kingdom
    for number in known.others:
        home = lands[kingdoms[number].home]
        if home.number not in known.surveyed and home.home == number:
            home.owner = number
    bases = dict.fromkeys(known.living, 0)
    for province in lands.values():
        if province.owner in bases:
            bases[province.owner] += province.tax_base
    bounds = known.most_of_others("emperor", bases.get(known.kingdom, 0))
    spread_out(known, lands, targets(known, bounds, dice), bases, dice)
    if bounds is not None and known.others:
        trim(known, lands, floor(bounds[1]), bases)
        crown(known, lands, bounds, bases)


def owner_now(known: Known, seen: Json, dice: Dice) -> int:
    """Who owns a province that was seen some years ago."""
    owner: int = seen["owner"]
    if owner == NATIVES or not known.others:
        return NATIVES if owner not in known.others else owner
    if owner not in known.others or growth.times(growth.LOSS, known.age(seen["turn"]), dice):
        return dice.pick(known.others)
    return owner


def targets(known: Known, bounds: growth.Bounds | None, dice: Dice) -> dict[int, float]:
    """The tax base that each of the others may have, the best within the bounds that the standings betray."""
    mean = growth.tax_base(known.turn, len(known.cards))
    wanted = {number: growth.around(mean, dice) if known.turn > 1 else mean for number in known.others}
    return growth.bounded(wanted, bounds, dice)


def spread_out(
    known: Known, lands: Mapping[int, Province], wanted: Mapping[int, float], bases: dict[int, int], dice: Dice
) -> None:
    """Kingdoms take, in turn, what lies next to theirs and belongs to natives, until they have what they want."""
    borders = {number: [n for n, province in lands.items() if province.owner == number] for number in wanted}
    for number, held in borders.items():
        held += [] if held else foothold(known, lands, number, dice)
        bases[number] = sum(lands[there].tax_base for there in held)
    active = [number for number in wanted if bases[number] < wanted[number]]
    while active:
        for number in active.copy():
            there = next_land(known, lands, borders[number], dice)
            if there is None or bases[number] + lands[there].tax_base / 2 > wanted[number]:
                active.remove(number)
                continue
            lands[there].owner = number
            borders[number].append(there)
            bases[number] += lands[there].tax_base


def foothold(known: Known, lands: Mapping[int, Province], kingdom: int, dice: Dice) -> list[int]:
    """Some land for a kingdom of which nothing is known: whoever is in play has lands or units (RO-ELIM-01)."""
    free = [n for n, each in lands.items() if n not in known.fresh and not each.owner and each.terrain != "sea"]
    found = [dice.pick(free)] if free else []
    for number in found:
        lands[number].owner = kingdom
    return found


def next_land(known: Known, lands: Mapping[int, Province], held: list[int], dice: Dice) -> int | None:
    """A province next door that may have been taken unseen: inhabited land rather than sea."""
    near = [
        there
        for there in sorted({there for here in held for there in NEIGHBOURS[here]})
        if there not in known.fresh and lands[there].owner == NATIVES and not lands[there].home
    ]
    ashore = [there for there in near if lands[there].terrain != "sea"]
    found = near if not ashore or dice.pct(SEA) else ashore
    return dice.pick(found) if found else None


# The first among the others (RO-OFF-07)


def trim(known: Known, lands: Mapping[int, Province], most: int, bases: dict[int, int]) -> None:
    """Gives unseen lands back to the natives until no other kingdom holds more than the standings allow."""
    told = known.surveyed.keys() | known.lost.keys()
    for number, province in lands.items():
        owner = province.owner
        if owner in known.others and bases[owner] > most and number not in told and not province.home:
            bases[owner] -= province.tax_base
            province.owner = NATIVES


def crown(known: Known, lands: Mapping[int, Province], bounds: growth.Bounds, bases: dict[int, int]) -> None:
    """Raises the tax of unseen lands of the best of the others until he has as much as the standings imply."""
    least, most = bounds
    leader = max(known.others, key=lambda number: (bases[number], -number))
    missing = floor(most) - bases[leader] if bases[leader] <= least else 0
    for province in lands.values():
        if missing > 0 and province.owner == leader and province.number not in known.surveyed and not province.home:
            richer = min(missing, richest(known, province.number) - province.tax_base)
            province.tax_base += richer
            bases[leader] += richer
            missing -= richer


def richest(known: Known, number: int) -> int:
    """The most that a province yields of which no more than its class of wealth is known."""
    if number not in known.map:
        return MOST_TAX
    place = WEALTH.index(known.map[number]["wealth"])
    return MOST_TAX if place == 0 else CONSTANTS.wealth[place - 1] - 1
