"""What tells one King from another: constants. The defaults are the first release's: all that is new is off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from heraut.bots.character import Character, Level, Temper
from heraut.bots.constants import Bounds, changeable

NEVER = 99  # more than there is of anything


class Traits(msgspec.Struct, frozen=True):
    """How a King decides. What is new since the first release stands behind `thrift`.

    `superiority`: his strength over the enemy's from which he attacks (RO-SOLO-01); `most_units`: of one army;
    `enough`: units with which he looks for a war; `young`: the last turn on which he offers treaties to whom he likes.
    `most_heroes`: from which he hires nobody; `few_heroes`: below which the King does so himself; `deadly`: the risk of
    death that an adventurer takes. `thrift`: years at the end in which nothing more is bought.

    `faithful`: he breaks no treaty. `martial`: the most that Heroes and a candidate's Tactics may come to; `reach`: how
    many steps of alignment he hires across; `rich`: gold from which everybody leads an army; `tactics`: the level of
    Tactics from which leaders study for an office as well; `blesses`: who can bless an army does; `seas`: captains who
    sail for sea provinces; `pays_off`: his last army is sent home before it is paid. `votes`: he votes for another
    King, calls elections only where he gains by them, and shares inventions; `content`: the offices he must lead to
    want an end; `kin`: how many steps away an ally may be to have his vote in the last years; `staunch`: he sits in
    the place of a player, calls no election and votes for no other; `gift`: gold given in a year to the ally of his
    kind, out of a hoard. `peace`: how likely he treats in a young year with a King of his own
    alignment, `rift`: how much less so with each step between them; `covets`: with the neighbour whom he would attack
    not at all. `taste`: how far his likings vary, by chance.
    `forgets`: the share of seasons in which his people are left without orders; `reckless`: he sends nobody home.
    """

    superiority: float = 1.3
    most_units: int = 9
    enough: int = 10
    young: int = 5
    most_heroes: int = 5
    few_heroes: int = 2
    deadly: float = 0.06
    thrift: int = 1
    faithful: bool = False
    martial: int = 4
    reach: int = 1
    rich: int = 10**6
    tactics: int = 10
    blesses: bool = False
    seas: int = 0
    pays_off: bool = False
    votes: bool = False
    content: int = 2
    kin: int = -1
    staunch: bool = False
    gift: int = 0
    peace: float = 1.0
    rift: float = 0.0
    covets: bool = False
    taste: float = 0.0
    forgets: float = 0.0
    reckless: bool = False


CLASSIC = Traits()
PLAYER = Traits(
    superiority=1.2,
    most_units=12,
    rich=40,
    thrift=6,
    blesses=True,
    pays_off=True,
    votes=True,
    peace=0.8,
    rift=0.08,
    taste=0.1,
)
MASTER = msgspec.structs.replace(PLAYER, most_heroes=8, martial=NEVER, reach=2, tactics=2, seas=2)
NOVICE = Traits(superiority=0.8, most_heroes=3, deadly=0.4, taste=0.4, forgets=0.6, reckless=True)
ERRORS = ("superiority", "deadly", "thrift")  # in which a novice errs whatever his temper
LEVELS: dict[Level, Traits] = {"classic": CLASSIC, "novice": NOVICE, "player": PLAYER, "master": MASTER}
TEMPERS: dict[Temper, Mapping[str, Any]] = {
    "loyal": {"faithful": True, "young": 8, "content": 1, "kin": 2, "gift": 3, "peace": 0.95, "rift": 0.05},
    "greedy": {"young": 4, "enough": 8, "thrift": 8, "content": 2, "peace": 0.7, "rift": 0.05, "covets": True},
    "warlike": {
        "young": 2,
        "enough": 7,
        "superiority": 1.1,
        "content": 3,
        "peace": 0.65,
        "rift": 0.1,
        "covets": True,
    },
    "cautious": {
        "young": 12,
        "enough": 14,
        "superiority": 1.3,
        "content": 1,
        "kin": 0,
        "deadly": 0.04,
        "peace": 0.85,
        "rift": 0.08,
    },
}

TUNED: Bounds = {
    "superiority": (0.8, 2.0),
    "most_units": (4, 20),
    "enough": (4, 20),
    "young": (0, 15),
    "most_heroes": (2, 14),
    "few_heroes": (0, 4),
    "deadly": (0.0, 0.3),
    "thrift": (0, 10),
    "reach": (0, 4),
    "rich": (10, 120),
    "tactics": (0, 10),
    "blesses": (0, 1),
    "seas": (0, 4),
    "pays_off": (0, 1),
    "content": (0, 5),
    "kin": (-1, 4),
    "gift": (0, 6),
    "peace": (0.0, 1.0),
    "rift": (0.0, 0.3),
    "covets": (0, 1),
}


@changeable
def traits_of(character: Character) -> Traits:
    """The constants of a bot. `classic` has no temper, and none cures a novice of his errors."""
    if character.level == "classic":
        return CLASSIC
    temper = TEMPERS[character.temper]
    if character.level == "novice":
        temper = {name: value for name, value in temper.items() if name not in ERRORS}
    return msgspec.structs.replace(LEVELS[character.level], **temper)
