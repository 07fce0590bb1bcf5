"""The chances of an assault: fought many times by the rules of assault.py, without its log.

Only the way of drawing differs. A side's dice come from the exact distribution of their sum; units of the same profile
are counted together; and those that are sure to die, whoever is drawn and whatever they throw, are drawn at once.
heraut.lab.assaults does the same with arrays, for hundreds of thousands of runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from operator import mul
from typing import Any

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.daifen.battle.assault import Assault, Defence, Ending, Force, Rank
from heraut.games.daifen.calculators.sums import take_handful, throw_at_once
from heraut.games.daifen.calculators.tally import Odds, Tally
from heraut.games.daifen.races import Building, Profile
from heraut.games.daifen.tables import CONSTANTS

RUNS = 10_000
TOGETHER = 9  # units sure to die, from which on drawing them at once is the faster way


def odds(
    attackers: Sequence[Force],
    defence: Defence,
    rng: Rng,
    profiles: Mapping[str, Profile] | None = None,
    *,
    runs: int = RUNS,
) -> Odds:
    """The chances of this assault, from so many runs (at least 1) of it. The arguments are those of `assault`.

    KeyError for a Nelrk type of which `profiles` says nothing: its profile is a secret, which the asker may suppose.
    """
    course = Course(Assault(attackers, defence, rng, profiles))
    for _ in range(runs):
        course.run(rng.random)
    return course.odds()


class Kinds:
    """Units or buildings that are hit together, sorted by their profiles: how many of each kind, what each stands.

    `tolls` are the hits that destroy one, an entry for each way its dice may fall (DA-ASS-09, DA-ASS-18).
    """

    def __init__(self, kinds: Mapping[Any, int], profile_of_kind: Callable[[Any], Profile]) -> None:
        self.kinds = list(kinds)
        self.counts = list(kinds.values())
        profiles = [profile_of_kind(kind) for kind in kinds]
        self.att = [profile.att for profile in profiles]
        self.dice = [profile.defence for profile in profiles]
        self.res = [profile.res for profile in profiles]
        self.tolls = [
            [profile.res + sum(dice) for dice in product((1, 2, 3), repeat=profile.defence)] for profile in profiles
        ]
        self.most = max((1, *(max(toll) for toll in self.tolls)))

    def strength(self, left: Sequence[int]) -> int:
        """The dice that those left throw in a round."""
        return sum(map(mul, left, self.att))

    def resistance(self, left: Sequence[int]) -> int:
        """The resistance of all those left."""
        return sum(map(mul, left, self.res))

    def spread(self, hits: int, left: list[int], random: Callable[[], float]) -> int:
        """Spends hits on those left, drawn at random, as `Assault.spread` and `Assault.tear_down` do.

        Returns the hits that nothing was left to take.
        """
        total = sum(left)
        while (sure := min((hits - 1) // self.most, total)) >= TOGETHER:
            hits -= self.fell(sure, left, total, random)
            total -= sure
        tolls = self.tolls
        while hits > 0 and total:
            draw = total * random()
            place = int(draw)
            luck = draw - place  # as good as another draw
            kind = 0
            while place >= (here := left[kind]):
                place -= here
                kind += 1
            toll = tolls[kind]
            hits -= toll[int(len(toll) * luck)]
            if hits <= 0:
                return 0
            left[kind] = here - 1
            total -= 1
        return max(0, hits)

    def fell(self, number: int, left: list[int], total: int, random: Callable[[], float]) -> int:
        """Destroys so many of the total left, drawn at random; the hits that it takes."""
        hits = dice = 0
        for kind, (here, defence, res) in enumerate(zip(left, self.dice, self.res, strict=True)):
            fallen = take_handful(here, total, number, random) if here < total else number
            left[kind] = here - fallen
            dice += fallen * defence
            hits += fallen * res
            number -= fallen
            if not number:
                break
            total -= here
        return hits + throw_at_once(dice, random)


class Course:
    """An assault made ready to be fought many times, and what came of it so far."""

    def __init__(self, start: Assault) -> None:
        self.start = start
        self.attackers, self.defenders = soldiers(start.attackers), soldiers(start.defenders)
        self.protections = stones(start.protections)
        self.buildings = stones(start.protections + start.buildings)  # protections come first
        self.others = self.buildings.counts[len(self.protections.counts) :]
        self.volley = sum(building.attack for building in start.buildings)
        self.counts = Tally()
        self.survivors = [0] * len(self.attackers.counts), [0] * len(self.defenders.counts)
        self.standing = [0] * len(self.buildings.counts)

    def run(self, random: Callable[[], float]) -> None:
        """Fights the assault once and counts its end."""
        attackers, defenders = self.attackers.counts[:], self.defenders.counts[:]
        protections = self.protections.counts[:]
        hits = throw_at_once(self.volley, random)
        shield = self.start.shield
        self.attackers.spread(hits - shield, attackers, random)
        shield = max(0, shield - hits)
        rounds, standing = 0, sum(attackers) + sum(defenders) + sum(protections)
        ending = ending_of(attackers, defenders, moved=True)
        while ending is None:
            rounds += 1
            hits = throw_at_once(self.defenders.strength(defenders), random)
            struck = throw_at_once(self.attackers.strength(attackers), random)
            self.attackers.spread(hits - shield, attackers, random)
            shield = max(0, shield - hits)
            if any(protections):
                walls = struck // CONSTANTS.protection_share
                struck += self.protections.spread(walls, protections, random) - walls
            self.defenders.spread(struck, defenders, random)
            before, standing = standing, sum(attackers) + sum(defenders) + sum(protections)
            ending = ending_of(attackers, defenders, moved=standing < before)
        buildings = protections + self.others
        loot = self.pillage(attackers, buildings, random) if ending == "pillage" else 0
        self.count(ending, rounds, attackers, defenders, buildings, loot)

    def pillage(self, attackers: Sequence[int], buildings: list[int], random: Callable[[], float]) -> int:
        """The last strike, at the buildings; what the attackers take away (DA-ASS-17, DA-ASS-18)."""
        hits = throw_at_once(self.attackers.strength(attackers), random)
        stones = self.buildings.resistance(buildings)
        self.buildings.spread(hits, buildings, random)
        return self.start.gold + stones - self.buildings.resistance(buildings)

    def count(
        self,
        ending: Ending,
        rounds: int,
        attackers: Sequence[int],
        defenders: Sequence[int],
        buildings: Sequence[int],
        loot: int,
    ) -> None:
        """Notes one end."""
        counts = self.counts
        counts.endings[ending] += 1
        counts.rounds += rounds
        counts.attackers[sum(attackers)] += 1
        counts.defenders[sum(defenders)] += 1
        counts.loot[loot] += 1
        for sums, left in zip((*self.survivors, self.standing), (attackers, defenders, buildings), strict=True):
            for kind, number in enumerate(left):
                sums[kind] += number

    def odds(self) -> Odds:
        """The odds that all the runs come to, with survivors told by owner and type."""
        runs = self.counts.endings.total()
        survivors: dict[Seat, dict[str, float]] = {
            seat: {} for seat in self.start.attacker_seats + self.start.defender_seats
        }
        for side, kinds, sums in zip(
            (self.start.attackers, self.start.defenders), (self.attackers, self.defenders), self.survivors, strict=True
        ):
            alike = Counter(map(profile_of, side))
            share = {kind: number / runs / alike[kind] for kind, number in zip(kinds.kinds, sums, strict=True)}
            for rank, number in Counter(side).items():  # units of the same profile have the same chances
                survivors[rank.seat][rank.code] = number * share[profile_of(rank)]
        lost = {
            building.code: there - left / runs
            for building, there, left in zip(self.buildings.kinds, self.buildings.counts, self.standing, strict=True)
        }
        return self.counts.odds(survivors, lost)


def soldiers(side: Sequence[Rank]) -> Kinds:
    """The units of a side, those of the same profile together."""
    return Kinds(Counter(map(profile_of, side)), lambda profile: profile)


def profile_of(rank: Rank) -> Profile:
    """How the units of a rank fight."""
    return Profile(rank.att, rank.defence, rank.res)


def stones(buildings: Sequence[Building]) -> Kinds:
    """Buildings by type: no dice, and nothing to throw."""
    return Kinds(Counter(buildings), lambda building: Profile(0, 0, building.resistance))


def ending_of(attackers: Sequence[int], defenders: Sequence[int], *, moved: bool) -> Ending | None:
    """How the assault ends now, if it does; `moved`: the last round destroyed something (DA-ASS-13 to 15)."""
    if not any(attackers):
        return "repelled"
    if not any(defenders):
        return "pillage"
    return None if moved else "stand_off"
