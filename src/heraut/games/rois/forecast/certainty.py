"""How sure a forecast is, and why an order would come to nothing: what cells, choices and tasks share."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Certainty = Literal["certain", "undisturbed", "unknown"]
CERTAIN: Certainty = "certain"  # neither chance nor anybody whom this King knows to be near can change it
UNDISTURBED: Certainty = "undisturbed"  # so it will be, if no stranger and no beast interferes
UNKNOWN: Certainty = "unknown"  # dice decide, or something that this King cannot know
DEGREES: tuple[Certainty, ...] = (CERTAIN, UNDISTURBED, UNKNOWN)


def least(*degrees: Certainty) -> Certainty:
    """The lowest of these: what depends on several things is as sure as the least sure of them."""
    return max(degrees, key=DEGREES.index)


class Reason(msgspec.Struct, frozen=True):
    """Why an order may not be entered, or would come to nothing (`words.say_reason` puts it into words).

    `group`: "refusal" (the sheet would refuse it), "reason" (the year would ignore it: the same words as in reports),
    "caution" (it is carried out, and probably not meant), "unfit" (whatever those do not tell).
    """

    group: Literal["refusal", "reason", "caution", "unfit"]
    code: str
    rule: str
    data: dict[str, Any] = {}


class Chance(msgspec.Struct, frozen=True):
    """Of success, in a hundred. They differ where something is not known; equal, it is exact."""

    least: int
    most: int

    @property
    def exact(self) -> bool:
        """Whether nothing that it depends on is unknown."""
        return self.least == self.most
