"""The odds of an assault of Daifen by arrays: thousands of assaults side by side. Needs numpy (the extra `lab`).

The same rules as heraut.games.daifen.calculators.odds, whose counts and summary it fills.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from heraut.engine.rng import Rng
from heraut.games.daifen.battle.assault import Assault, Defence, Ending, Force
from heraut.games.daifen.calculators.odds import Course, Kinds
from heraut.games.daifen.calculators.tally import Odds
from heraut.games.daifen.races import Profile
from heraut.games.daifen.tables import CONSTANTS

Ints = NDArray[np.int64]

RUNS = 100_000
TOGETHER = 12  # units sure to die, from which on drawing them at once is the faster way
SIDE_BY_SIDE = 8192  # assaults fought at the same time: their arrays stay in the processor's cache
CROWDED = 0.75  # of the assaults in an array still moving: below, the others are taken out


def odds(
    attackers: Sequence[Force],
    defence: Defence,
    seed: int,
    profiles: Mapping[str, Profile] | None = None,
    *,
    runs: int = RUNS,
) -> Odds:
    """The chances of this assault, from so many runs (at least 1) of it."""
    course = Course(Assault(attackers, defence, Rng(b"draws nothing"), profiles))
    field = Field(course, np.random.default_rng(seed))
    for start in range(0, runs, SIDE_BY_SIDE):
        field.fight(min(SIDE_BY_SIDE, runs - start))
    return course.odds()


class Targets:
    """Kinds of units or buildings, as arrays. Everywhere below, a line is a kind and a column an assault."""

    def __init__(self, kinds: Kinds, rng: np.random.Generator) -> None:
        self.rng = rng
        tolls = kinds.tolls or [[1]]  # where there is nobody: one kind, of which there is none
        self.number = len(tolls)
        self.most = kinds.most
        self.counts = np.array(kinds.counts or [0])[:, None]
        self.att = np.array(kinds.att or [0])
        self.dice = np.array(kinds.dice or [0])
        self.res = np.array(kinds.res or [0])
        self.width = max(len(toll) for toll in tolls)
        # drawn by how many kinds the place lies before, hence backwards
        table = [hits for toll in reversed(tolls) for hits in toll for _ in range(self.width // len(toll))]
        self.tolls = np.array(table, np.int32)

    def line_up(self, columns: int) -> Ints:
        """So many assaults, each with all the kinds at their full numbers."""
        return np.tile(self.counts, columns)

    def spread(self, hits: Ints, left: Ints) -> Ints:
        """Spends the hits of each assault on what is left in it (`Kinds.spread`); the hits that nothing took."""
        self.fell_together(hits, left)
        self.fell_singly(hits, left)
        return hits

    def fell_together(self, hits: Ints, left: Ints) -> None:
        """Draws at once all that are sure to die, as long as they are many."""
        total = left.sum(0)
        columns = np.arange(len(hits))
        while True:
            sure = np.minimum((hits[columns] - 1) // self.most, total[columns])
            many = sure >= TOGETHER
            columns, sure = columns[many], sure[many]
            if not len(columns):
                return
            here = left[:, columns]
            rest, need = total[columns], sure.copy()
            dice = np.zeros_like(need)
            spent = np.zeros_like(need)
            for kind in range(self.number):
                if kind < self.number - 1:
                    rest = rest - here[kind]
                    fallen = self.rng.hypergeometric(here[kind], rest, need)
                else:
                    fallen = need
                need = need - fallen
                here[kind] -= fallen
                dice += fallen * self.dice[kind]
                spent += fallen * self.res[kind]
            left[:, columns] = here
            hits[columns] -= spent + throw(dice, self.rng)
            total[columns] -= sure

    def fell_singly(self, hits: Ints, left: Ints) -> None:
        """Draws the others one by one, until one holds, or none is left, in each assault."""
        upto = np.cumsum(left, 0)  # how many there are up to each kind
        columns = np.flatnonzero((hits > 0) & (upto[-1] > 0))
        bounds, number = upto[:-1, columns].astype(np.int32), upto[-1, columns].astype(np.int32)
        force = hits[columns].astype(np.int32)
        hits[columns] = 0
        while len(columns):
            draw = self.rng.random(len(columns)) * number
            place = draw.astype(np.int32)
            luck = ((draw - place) * self.width).astype(np.intp)
            before = place < bounds
            kind = np.add.reduce(before.view(np.int8), 0, dtype=np.int8).astype(np.intp)
            force -= self.tolls.take(kind * self.width + luck)
            dead = force > 0
            bounds -= before & dead
            number -= dead
            if (cleared := dead & (number == 0)).any():
                hits[columns[cleared]] = force[cleared]
                force[cleared] = 0  # from now on they stand still, as those do where one has held
                dead &= ~cleared
            going = np.flatnonzero(dead)
            if len(going) < CROWDED * len(columns):
                upto[:-1, columns], upto[-1, columns] = bounds, number
                columns, number, force = columns[going], number[going], force[going]
                bounds = bounds.take(going, 1)
        left[0] = upto[0]
        left[1:] = np.diff(upto, axis=0)


class Field:
    """An assault fought many times side by side."""

    def __init__(self, course: Course, rng: np.random.Generator) -> None:
        self.course, self.rng = course, rng
        self.attackers, self.defenders = Targets(course.attackers, rng), Targets(course.defenders, rng)
        self.protections, self.buildings = Targets(course.protections, rng), Targets(course.buildings, rng)

    def fight(self, columns: int) -> None:
        """Fights so many assaults and counts their ends (`Course.run`)."""
        attackers, defenders = self.attackers.line_up(columns), self.defenders.line_up(columns)
        protections = self.protections.line_up(columns)
        shield = np.full(columns, self.course.start.shield)
        self.strike(np.full(columns, self.course.volley), shield, attackers)
        rounds = np.zeros(columns, np.int64)
        live = np.flatnonzero(attackers.any(0) & defenders.any(0))
        while len(live):
            rounds[live] += 1
            a, d, p, s = attackers[:, live], defenders[:, live], protections[:, live], shield[live]
            standing = a.sum(0) + d.sum(0) + p.sum(0)
            struck = throw(self.attackers.att @ a, self.rng)
            self.strike(self.defenders.att @ d, s, a)
            walls = np.where(p.any(0), struck // CONSTANTS.protection_share, 0)
            struck -= walls
            struck += self.protections.spread(walls, p)
            self.defenders.spread(struck, d)
            attackers[:, live], defenders[:, live], protections[:, live], shield[live] = a, d, p, s
            moved = a.sum(0) + d.sum(0) + p.sum(0) < standing
            live = live[moved & a.any(0) & d.any(0)]
        self.count(rounds, attackers, defenders, protections)

    def strike(self, dice: Ints, shield: Ints, attackers: Ints) -> None:
        """Throws dice against attackers, whose shield takes the first hits; changes both."""
        hits = throw(dice, self.rng)
        absorbed = np.minimum(hits, shield)
        shield -= absorbed
        self.attackers.spread(hits - absorbed, attackers)

    def count(self, rounds: Ints, attackers: Ints, defenders: Ints, protections: Ints) -> None:
        """Notes the ends, after the last strike of those that end in a pillage."""
        alive = attackers.any(0)
        won = alive & ~defenders.any(0)
        buildings = self.buildings.line_up(len(rounds))
        buildings[: len(self.course.protections.counts)] = protections[: len(self.course.protections.counts)]
        looted = buildings[:, won]
        stones = self.buildings.res @ looted
        self.buildings.spread(throw(self.attackers.att @ attackers[:, won], self.rng), looted)
        buildings[:, won] = looted
        loot = np.zeros_like(rounds)
        loot[won] = self.course.start.gold + stones - self.buildings.res @ looted

        counts = self.course.counts
        counts.rounds += int(rounds.sum())
        ends: dict[Ending, int] = {"pillage": int(won.sum()), "repelled": int((~alive).sum())}
        counts.endings.update({**ends, "stand_off": len(rounds) - sum(ends.values())})
        for counter, values in (
            (counts.attackers, attackers.sum(0)),
            (counts.defenders, defenders.sum(0)),
            (counts.loot, loot),
        ):
            found, times = np.unique(values, return_counts=True)
            counter.update(dict(zip(found.tolist(), times.tolist(), strict=True)))
        for sums, left in zip(
            (*self.course.survivors, self.course.standing), (attackers, defenders, buildings), strict=True
        ):
            for kind, number in enumerate(left.sum(1).tolist()[: len(sums)]):
                sums[kind] += number


def throw(dice: Ints, rng: np.random.Generator) -> Ints:
    """The sum of so many D3 in each assault: those above 1, and of these those above 2."""
    above = rng.binomial(dice, 2 / 3)
    return dice + above + rng.binomial(above, 1 / 2)
