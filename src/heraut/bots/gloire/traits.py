"""What tells one lord who plays from another: the constants of his counsels, by level and temper."""

from __future__ import annotations

from math import inf

import msgspec

from heraut.bots.character import Character, Temper
from heraut.bots.constants import Bounds, changeable
from heraut.engine.rng import Rng


class Traits(msgspec.Struct, frozen=True, kw_only=True):
    """The constants of a lord. Those that stand here are those of the first release's bot (`classic`)."""

    # Economy
    foresight: float = 6.0  # turns whose income weighs as much as money at hand
    renown_price: float = 150.0  # écus that he gives for a point of renown
    mildest: int = 3  # the lowest tax that he thinks of
    harshest: int = 7  # and the highest
    dread: float = inf  # deviations above the mean at which the price of knights who are called is reckoned
    # Jousts
    first_joust: int = 3  # the turn before which neutral lands are a better use of money
    champions: int = 3  # knights that each house sends to an ally's joust, the lord included
    # Alliances and peace
    friends: int = 4  # allies enough, as far as each lord in turn has his day; never more than a third of the others
    open_hand: int = 0  # allies up to which he offers himself besides, every turn, to all who suit
    bends: float = 0.0  # share of a king's renown at which he who is far behind bows to the first; 0: never
    staunch: bool = False  # he sits in the place of a player: he allies himself with nobody but to be crowned
    even: float = 1.25  # ratio of renowns under which neither enemy can hope to win
    truce: int = 5  # two enemies think of peace every so many turns
    weary: float = inf  # how much stronger than himself an enemy must be to be offered peace every turn
    honour: float = inf  # what a broken word weighs against a war: he who weighs it at nothing answers no call
    first_call: int = 99  # the turn from which he always has an enemy, and calls all his allies every turn
    # War
    first_war: int = 4  # the turn before which nobody begins one
    wars: int = 1  # enemies at once
    war_chest: int = 6000  # écus without which no war is begun
    superior: float = 1.4  # how much stronger one must be to begin a war
    near_the_throne: float = 0.5  # share of the renown of a king from which new wars only cost
    appetite: float = 0.0  # what a land at the border weighs against the renown that a war costs; 0: only the weak
    wary: bool = True  # whether an ally of the enemy's next to a land keeps him off it
    host: int = 500  # men of an army sent against a lord
    guard: int = 250  # men wanted in a land next to an enemy
    rich: int = 12_000  # écus from which walls and enceintes are built at the front
    # Moods
    whim: float = 0.0  # how far, as a share, what he weighs strays from turn to turn


CLASSIC = Traits()

PLAYER = Traits(
    dread=3.0,
    champions=6,
    open_hand=4,
    bends=0.8,
    weary=1.0,
    wars=2,
    war_chest=4000,
    appetite=1.2,
    wary=False,
    host=300,
    rich=8000,
    whim=0.15,
)

NOVICE = msgspec.structs.replace(  # he taxes too hard, leaves the lists to others, keeps his money and thin guards
    PLAYER,
    foresight=2.5,
    harshest=8,
    dread=inf,
    first_joust=99,
    open_hand=2,
    bends=0.7,
    war_chest=9000,
    host=150,
    guard=100,
    rich=20_000,
    whim=0.3,
)

MASTER: dict[str, float] = {
    "open_hand": 9,  # whom all know as a friend has more champions, and fewer enemies: what CMA-ES found
    "first_call": 2,
}

TEMPERS: dict[Temper, dict[str, float]] = {
    "loyal": {"open_hand": 6, "wars": 1, "appetite": 0.8, "weary": 0.7, "honour": inf},
    "greedy": {"appetite": 1.3, "war_chest": 4000, "honour": 0.6, "open_hand": 4, "renown_price": 250.0},
    "warlike": {"appetite": 1.8, "wars": 3, "war_chest": 3000, "weary": 1.5, "open_hand": 4, "honour": 1.5},
    "cautious": {"appetite": 0.7, "wars": 1, "war_chest": 8000, "guard": 400, "weary": 0.5, "honour": 1.0},
}

STRAYING = ("foresight", "renown_price", "war_chest", "appetite", "host", "guard", "rich", "weary")

TUNED: Bounds = {
    "foresight": (2, 20),
    "renown_price": (40, 800),
    "mildest": (0, 5),
    "harshest": (5, 8),
    "dread": (0, 4),
    "first_joust": (1, 10),
    "champions": (1, 14),
    "friends": (1, 8),
    "open_hand": (0, 9),
    "bends": (0, 1),
    "even": (1, 2),
    "weary": (0.3, 3),
    "first_call": (2, 99),
    "first_war": (1, 12),
    "wars": (0, 4),
    "superior": (1, 2.5),
    "war_chest": (1000, 12000),
    "appetite": (0, 3),
    "near_the_throne": (0.2, 1.0),
    "host": (100, 900),
    "guard": (0, 600),
}


@changeable
def traits_of(character: Character) -> Traits:
    """The constants of this character; a master plays by those of a player but for a few, and looks ahead."""
    if character.level == "classic":
        return CLASSIC
    base = NOVICE if character.level == "novice" else PLAYER
    return msgspec.structs.replace(base, **TEMPERS[character.temper] | (MASTER if character.level == "master" else {}))


def in_mood(traits: Traits, rng: Rng) -> Traits:
    """The lord with each of his weights changed at random, by as much as his whims allow."""
    if not traits.whim:
        return traits
    strayed = {}
    for name in STRAYING:
        value = getattr(traits, name)
        strayed[name] = type(value)(value * rng.uniform(1 - traits.whim, 1 + traits.whim)) if value != inf else value
    return msgspec.structs.replace(traits, **strayed)
