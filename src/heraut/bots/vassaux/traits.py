"""What tells one captain from another: constants, by level and by temper. No other part of him knows his name.

`CLASSIC` is the captain of the first release: whatever has been learnt since is switched off in it.
"""

from __future__ import annotations

import msgspec

from heraut.bots.character import Character, Temper
from heraut.bots.constants import Bounds, changeable


class Traits(msgspec.Struct, frozen=True):
    """The constants of a captain; points are those of the lists of hosts."""

    eager: float = 1.15  # an attack now is worth more than a promise
    die: float = 4.0  # points that a die of the reserve is kept for
    spare: float = 1.0  # what own losses weigh beside those of the enemy
    charged: float = 0.5  # how often an enemy in reach is thought to charge
    promise: float = 0.45  # what a chance of the next turn is worth now
    pull: float = 0.9  # points for every ruler nearer to the enemy
    company: float = 2.5  # points for standing in the Lord's Aura
    whim: float = 0.0  # points by which two answers may differ and still either be given
    chains: bool = False  # gives several composed orders at once
    watchful: bool = False  # shoots and charges at whoever moves before its men, where that pays
    counting: bool = False  # knows who would win by the count, and how many turns are left
    magic: bool = False  # casts spells
    yields: float = 0.0  # share of the enemy's strength below which a lost battle is given up
    staunch: bool = False  # sits in the place of a player: never gives up, never agrees to a draw
    peaceful: bool = False  # offers a draw in the last turn of an even battle, agrees to one that it would lose
    blind: float = 0.0  # how often it overlooks a unit that could fight
    looks: int = 99  # units that are weighed when orders are given: the nearest to the enemy


CLASSIC = Traits()
PLAYER = Traits(whim=0.2, chains=True, watchful=True, counting=True, magic=True, yields=0.1, peaceful=True)
NOVICE = Traits(
    eager=2.0, spare=0.35, die=40.0, charged=0.1, pull=1.6, company=0.5, whim=5.0, yields=0.05, blind=0.3
)  # fmt: skip
"""Who plays for the second time: runs at whatever he sees, thinks little of what strikes back, forgets his dice, his
reactions and now and then a whole unit."""

TEMPERS: dict[Temper, dict[str, float | bool]] = {
    "loyal": {"company": 6.0, "die": 3.0, "yields": 0.06},
    "greedy": {"die": 6.0, "spare": 0.9, "promise": 0.55, "yields": 0.12},
    "warlike": {"eager": 1.3, "spare": 0.85, "charged": 0.4, "pull": 1.2, "yields": 0.0, "peaceful": False},
    "cautious": {"spare": 1.2, "charged": 0.8, "pull": 0.7, "yields": 0.15},
}
"""What a temper changes of a level: constants of its own, `NOVICE` apart, whose errors they do not mend."""

TUNED: Bounds = {
    "eager": (0.7, 2.0),
    "die": (1, 12),
    "spare": (0.3, 1.6),
    "charged": (0, 1),
    "promise": (0.1, 0.9),
    "pull": (0.2, 2.5),
    "company": (0, 6),
}


@changeable
def traits_of(character: Character) -> Traits:
    """The constants of a captain of this character; a master's own decisions are a player's, looked at more closely."""
    if character.level == "classic":
        return CLASSIC
    changes = TEMPERS[character.temper]
    if character.level == "novice":
        kept = {name: value for name, value in changes.items() if name in ("company", "pull", "yields")}
        return msgspec.structs.replace(NOVICE, **kept)
    return msgspec.structs.replace(PLAYER, **changes)
