"""A choice, an argument, an order that is possible. Plain structs: `msgspec.to_builtins` makes JSON of them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from heraut.games.rois.forecast.certainty import UNDISTURBED, Certainty, Chance, Reason

Sort = Literal[
    "province",  # a number of 1 to 162
    "path",  # of one to three provinces: the value is where it ends, its data's `path` what is to be written
    "host",  # a leader, or with `garrison` in its data the garrison of a province
    "place",  # a special place, by its number in the province
    "character",
    "kingdom",  # 0: nobody, where `optional`
    "unit",  # several may be ticked: the value of the argument is a tuple of them, () for all ("*")
    "receiver",  # a character, or 0 for the garrison
    "type",  # of units
    "count",  # a number from `least` to `most`
    "gold",  # the same, in pieces
    "spell",
    "item",
    "ability",
    "plan",  # an encounter plan: see `plans.tactics`; left out, the standing plan
    "flag",  # yes or no
    "thing",  # what may be renamed: "C12", "U31", "P37"
    "text",
    "heir",  # a `Creation`, or None
]


class Choice(msgspec.Struct, frozen=True):
    """One value of an argument.

    `reason`: why it would come to nothing, None if it is legal as far as this King can foresee. `chance`: of success,
    where dice decide. `data`: the figures of this choice, by name, e.g. `pay` of a Hero, `cost`, `left` of a type that
    is raised, `far` of a province, `level` of an ability. `then`: the arguments that this choice asks for in its turn
    (the target of a spell, how many of a type).
    """

    value: int | str
    reason: Reason | None = None
    certainty: Certainty = UNDISTURBED
    chance: Chance | None = None
    data: dict[str, Any] = {}
    then: tuple[Argument, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether it would do something."""
        return self.reason is None


class Argument(msgspec.Struct, frozen=True):
    """What an order asks for. `name` is the field of its struct in `orders`.

    `optional`: it may be left out. `least` and `most` bound counts, gold and numbers that are written by hand. Choices
    come in the order in which a list shows them: the legal ones first. `elsewhere`: why any value that is not among
    them would come to nothing (a province that is not lit, a unit that is not at hand); None: it is not refused.
    """

    name: str
    sort: Sort
    choices: tuple[Choice, ...] = ()
    optional: bool = False
    least: int = 0
    most: int = 0
    elsewhere: Reason | None = None


class Possible(msgspec.Struct, frozen=True):
    """An order in one cell. `kind` is the name of its struct (`GiveItem` and `GiveGold` share the code GI).

    `reason`: why it would come to nothing whatever its arguments are; None if at least one way of giving it is legal.
    """

    code: str
    kind: str
    arguments: tuple[Argument, ...] = ()
    reason: Reason | None = None
    chance: Chance | None = None
    data: dict[str, Any] = {}

    @property
    def legal(self) -> bool:
        """Whether it can be given so that it does something."""
        return self.reason is None


class Step(msgspec.Struct, frozen=True):
    """A province that a character can reach: in which season he arrives, by what way (the last is this province).

    `moves`: what is left to his contingent then, None if he leads nobody. `attack`: whoever holds it fights, or it
    changes hands. `reason`: why he cannot go there; `season` is then 0 and `path` empty.
    """

    province: int
    season: int
    path: tuple[int, ...]
    moves: int | None = None
    attack: bool = False
    certainty: Certainty = UNDISTURBED
    reason: Reason | None = None
