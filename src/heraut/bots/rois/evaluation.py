"""What a world is worth to a King: how likely he is to have the highest score in the end."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.engine.protocol import Seat
from heraut.games.rois.phases.offices import NO_MERIT, Domain, candidates, merits
from heraut.games.rois.phases.victory import ranking
from heraut.games.rois.state import OFFICES, World, steps
from heraut.games.rois.tables import ALIGNMENT_TABLE, OFFICE_TABLE

SHARP = 3  # how much more likely an office goes to whoever has twice the merit: a power of two
DECISIVE = 3  # the same of the whole match and points
HONOUR = 0.1  # what a share of the points is worth to whoever does not win


def evaluate(world: World, seat: Seat) -> float:
    """From 0 to 1. Of a match that is over: who won, and a little for the points."""
    kingdom = world.seat(seat)
    if kingdom.fallen:
        return 0.0
    if world.road is not None:
        scores = world.scores
        share = scores[kingdom.number] / max(1, max(scores.values()))
        return (1 - HONOUR) * (kingdom.number in ranking(world)[0]) + HONOUR * share
    expected = expected_points(world)
    power = {number: points**DECISIVE for number, points in expected.items()}
    return power[kingdom.number] / max(sum(power.values()), 1e-9)


def expected_points(world: World) -> dict[int, float]:
    """The points that each kingdom may hope for: its chances of the offices, less what the Emperor costs."""
    best = best_merits(world)
    chances = {office: chances_of({number: theirs[office] for number, theirs in best.items()}) for office in OFFICES}
    kept = {
        number: sum(
            chance * (100 - ALIGNMENT_TABLE[world.kingdoms[number].alignment].rate * steps_to(world, number, emperor))
            for emperor, chance in chances["emperor"].items()
        )
        / 100
        for number in best
    }
    return {
        number: kept[number] * sum(OFFICE_TABLE[office].points * chances[office][number] for office in OFFICES)
        for number in best
    }


def steps_to(world: World, one: int, other: int) -> int:
    """The steps of alignment between two kingdoms."""
    return steps(world.kingdoms[one].alignment, world.kingdoms[other].alignment)


def chances_of(merit: Mapping[int, int]) -> dict[int, float]:
    """How likely each is to hold an office; without any merit all are alike."""
    power = {number: max(0, each) ** SHARP + 0.01 for number, each in merit.items()}
    total = sum(power.values())
    return {number: each / total for number, each in power.items()}


def best_merits(world: World) -> dict[int, dict[str, int]]:
    """The best merit of each living kingdom, office by office."""
    domain = Domain(world)
    best = {kingdom.number: NO_MERIT.copy() for kingdom in world.living()}
    for character in candidates(world):
        theirs = best.get(character.kingdom)
        if theirs is not None:
            for office, merit in merits(domain, character).items():
                theirs[office] = max(theirs[office], merit)
    return best
