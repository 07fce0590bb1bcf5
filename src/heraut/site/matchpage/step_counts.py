"""What plots show of the steps of a match, measured once in a process and kept: a step of this digest never changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from heraut.engine.protocol import Json
from heraut.engine.protocol import Seat as SeatName
from heraut.site.matches.models import Match
from heraut.site.matches.state_storage import states

Counts = TypeVar("Counts")
MOST_KEPT = 2000
MOST_WHOLE = 20  # matches


class Measured(Generic[Counts]):
    """Counts of views, by match, step, digest and seat; what is forgotten is measured again."""

    def __init__(self, measure: Callable[[Json], Counts]) -> None:
        self.measure = measure
        self.kept: dict[tuple[int, int, str, SeatName | None], Counts] = {}
        self.whole: dict[tuple[int, int, str, int], list[dict[SeatName, Counts]]] = {}

    def clear(self) -> None:
        """Forgets everything."""
        self.kept.clear()
        self.whole.clear()

    def of(self, match: Match, seat: SeatName | None = None, numbers: Iterable[int] | None = None) -> list[Counts]:
        """What this seat (None: a passer-by) could count after these steps (None: after each), in their order.

        One query finds the steps, another all that are not at hand.
        """
        steps = match.steps.order_by("number")
        if numbers is not None:
            steps = steps.filter(number__in=numbers)
        keys = {number: (match.pk, number, digest, seat) for number, digest in steps.values_list("number", "digest")}
        found = ((number, self.kept.get(key)) for number, key in keys.items())  # other threads may forget them all
        known = {number: counts for number, counts in found if counts is not None}
        if len(self.kept) > MOST_KEPT:
            self.kept.clear()
        for number, state in states(match.pk, keys.keys() - known.keys()):
            view = match.rules.view(match.rules.load(state), seat)
            known[number] = self.kept[keys[number]] = self.measure(view)
        return [known[number] for number in keys]

    def of_all(self, match: Match, seats: Iterable[SeatName]) -> list[dict[SeatName, Counts]]:
        """What each of these seats could count after each step. Of a match that is over: its secrets are open."""
        key = (match.pk, match.step, match.digest, match.branch)
        if key not in self.whole:
            if len(self.whole) > MOST_WHOLE:
                self.whole.clear()
            self.whole[key] = [
                {seat: self.measure(match.rules.view(realm, seat)) for seat in seats}
                for realm in map(match.rules.load, (state for _, state in sorted(states(match.pk, steps_of(match)))))
            ]
        return self.whole[key]


def steps_of(match: Match) -> list[int]:
    """The numbers of all steps of a match."""
    return list(match.steps.values_list("number", flat=True))
