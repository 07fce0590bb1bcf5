"""What the result of a match does to the ratings of those who played it: the Bradley-Terry model of OpenSkill, pure.

Weng & Lin 2011, "A Bayesian Approximation Method for Online Ranking": any number of competitors, ties, no partners.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

import msgspec
from openskill.models import BradleyTerryFull

MODEL = BradleyTerryFull()
START, SCALE = 1000, 40  # what a newcomer's rating is shown as, and points for one unit of the model

Key = TypeVar("Key", bound=Hashable)


class Rating(msgspec.Struct, frozen=True):
    """What is believed of a competitor's strength: its mean and its deviation, in units of the model."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma


def points(rating: Rating) -> int:
    """A rating as it is shown, 1000 at first: what somebody is at least worth, three deviations below the mean."""
    return START + round(SCALE * (rating.mu - 3 * rating.sigma))


def rated(before: Mapping[Key, Rating], seats: Sequence[tuple[Key, int]]) -> dict[Key, Rating]:
    """The ratings after a match. `seats` is the competitor and the rank of each seat that competes, two at least.

    Who sits in several seats (a bot) plays each of them with his rating of before; what these do to it is averaged.
    """
    teams = [[MODEL.create_rating([before[who].mu, before[who].sigma])] for who, _ in seats]
    found: dict[Key, list[tuple[float, float]]] = {}
    for (who, _), (after,) in zip(seats, MODEL.rate(teams, ranks=[rank for _, rank in seats]), strict=True):
        found.setdefault(who, []).append((after.mu, after.sigma))
    return {
        who: Rating(*(sum(each) / len(all_of) for each in zip(*all_of, strict=True))) for who, all_of in found.items()
    }
