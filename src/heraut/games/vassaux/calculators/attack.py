"""An attack from its dice to its casualties (SV-ATK), and a melee with the blow that is returned (SV-MEL)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from heraut.games.vassaux.calculators.hits import SIDES, hits

Chances = dict[int, Fraction]


class Attack(msgspec.Struct, frozen=True):
    """Dice against a unit, doublings of its Df included in `defence`.

    `bonus`: the value of a rolled die is added to the dice (ATC, CHC). `barred`: knight's armour stops re-rolls.
    `worst`: under Nécrose the threshold is the worst die. `most` is how many figures may fall at all.
    """

    dice: int
    defence: int
    health: int = 1
    most: int | None = None
    bonus: bool = False
    fierce: bool = False
    barred: bool = False
    worst: bool = False


class AttackOdds(msgspec.Struct, frozen=True):
    """What an attack may come to: thresholds, the chance of a block, hits, casualties."""

    thresholds: Chances
    block: Fraction
    hits: Chances
    casualties: Chances

    @property
    def mean_hits(self) -> Fraction:
        """Hits on average."""
        return mean(self.hits)

    @property
    def mean_casualties(self) -> Fraction:
        """Casualties on average."""
        return mean(self.casualties)


class MeleeOdds(msgspec.Struct, frozen=True):
    """A melee: the attack, the defenders who fall, and the attackers who fall to the blow returned."""

    attack: AttackOdds
    returned: Chances

    @property
    def mean_returned(self) -> Fraction:
        """Attackers lost on average."""
        return mean(self.returned)


def attack_odds(attack: Attack) -> AttackOdds:
    """The chances of an attack."""
    thresholds: Chances = defaultdict(Fraction)
    found: Chances = defaultdict(Fraction)
    block = Fraction(0)
    for (threshold, blocked), share in thresholds_of(attack.defence, worst=attack.worst):
        thresholds[threshold] += share
        block += share * blocked
        for dice, part in dice_of(attack):
            rolled = hits(dice, threshold, rerolls=not (blocked or attack.barred), fierce=attack.fierce)
            for number, chance in enumerate(rolled):
                found[number] += share * part * chance
    return AttackOdds(dict(thresholds), block, dict(found), casualties(found, attack.health, attack.most))


def melee_odds(attack: Attack, defenders: int, each: int, back: Attack) -> MeleeOdds:
    """An attack on `defenders` figures in contact with `each` dice, and the blow that the survivors return.

    `back` is that blow but for its dice. Men who fall are taken from those in contact, so that each takes his dice
    along; a figure in contact with nobody changes nothing (SV-MEL-01 to 05).
    """
    first = attack_odds(msgspec.structs.replace(attack, most=defenders))
    lost: Chances = defaultdict(Fraction)
    for fallen, share in first.casualties.items():
        dice = (defenders - fallen) * each
        second = attack_odds(msgspec.structs.replace(back, dice=dice)).casualties if dice else {0: Fraction(1)}
        for number, chance in second.items():
            lost[number] += share * chance
    return MeleeOdds(first, dict(sorted(lost.items())))


def thresholds_of(defence: int, *, worst: bool) -> Iterator[tuple[tuple[int, bool], Fraction]]:
    """Each threshold with whether a 6 blocks, and its chance (SV-ATK-01, SV-ATK-04, SV-BLK-04)."""
    every = SIDES**defence
    for threshold in range(1, SIDES + 1):
        if not worst:
            ways = threshold**defence - (threshold - 1) ** defence
            yield (threshold, threshold == SIDES), Fraction(ways, every)
            continue
        above = SIDES + 1 - threshold
        ways = above**defence - (above - 1) ** defence
        free = max(0, above - 1) ** defence - max(0, above - 2) ** defence  # the same without a 6
        yield (threshold, False), Fraction(free, every)
        yield (threshold, True), Fraction(ways - free, every)


def dice_of(attack: Attack) -> list[tuple[int, Fraction]]:
    """How many dice may be rolled; no dice at all stay none (SV-ATK-03), a bonus die included."""
    if not attack.bonus:
        return [(attack.dice, Fraction(1))]
    return [(attack.dice + face, Fraction(1, SIDES)) for face in range(1, SIDES + 1)]


def casualties(found: Mapping[int, Fraction], health: int, most: int | None) -> Chances:
    """Hits by Ps, rounded down; no more than may fall (SV-ATK-08, SV-MEL-03)."""
    fallen: Chances = defaultdict(Fraction)
    for number, chance in found.items():
        fallen[number // health if most is None else min(most, number // health)] += chance
    return dict(fallen)


def mean(chances: Mapping[int, Fraction]) -> Fraction:
    """The average of a distribution."""
    return sum((number * chance for number, chance in chances.items()), Fraction(0))
