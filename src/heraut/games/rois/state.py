"""The nouns: Kingdom, Character, Unit, Province, Feature, Item, World. Plain structs, numbers for references.

Kingdoms, provinces, characters, units, features and items each have numbers of their own, from 1; 0 is nobody, nowhere.
Where a thing is stands in one place only: a unit has its province and its leader, a character has the items that he
carries, a province those that lie in it, a feature those of its treasure.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, Self

import msgspec

from heraut.engine.protocol import Seat

NOBODY = 0  # the kingdom of natives, of free Heroes, of mercenaries; the leader of a garrison; the bearer of no order
NATIVES = NOBODY

Terrain = Literal["plain", "desert", "jungle", "forest", "mountain", "sea"]
Relation = Literal["allied", "neutral", "enemy"]
Temper = Literal["berserk", "brave", "prudent", "coward"]
Alignment = Literal["good", "druidic", "neutral", "pagan", "evil"]

HUMANOIDS = ("human", "elf", "dwarf", "orc")  # races of characters (RO-CHAR-02)
SKELETON = "skeleton"  # the race of the animated dead, whatever their type
TEMPERS: tuple[Temper, ...] = ("coward", "prudent", "brave", "berserk")  # the scale of D21
ALIGNMENTS: tuple[Alignment, ...] = ("good", "druidic", "neutral", "pagan", "evil")  # the axis of D4, in order
ABILITIES = ("TA", "MA", "NA", "ME", "AR", "WH", "PS", "IL", "EL", "NE", "EX", "SP", "SA", "DR", "TH")  # D11
MAGICS = ("WH", "PS", "IL", "EL", "NE")
OFFICES = ("emperor", "chancellor", "treasurer", "marshal", "admiral", "defender", "priest", "archmage")  # D10

REDUCED, GREEN, AVERAGE, VETERAN, CRACK, ELITE = range(6)  # quality (D8)


class Tactic(msgspec.Struct, frozen=True, gc=False):
    """One entry of an encounter plan (RO-ENC-02): CA bears a spell, US and GI an item, SA a text."""

    code: str
    spell: str = ""
    item: int = 0
    text: str = ""


Plan = tuple[Tactic, ...]


class Character(msgspec.Struct, gc=False):
    """A King, a Hero in service, a free Hero or the Hero of a native province (RO-CHAR).

    `levels` are natural and hold only those above 0; `aptitudes` hold all fifteen. `died` is the turn of his death, 0
    while he lives. `province` 0: out of the world, for good or before his arrival. `hired` is the turn he was hired on.
    `threshold` is what a kingdom must have explored to meet a free Hero (RO-EXPL-04). `veil` is the last turn of a veil
    (D15). `spring`: he has drunk from one (RO-FEAT-08). `captor`: the kingdom that freed him, and is dearer to him.
    """

    number: int
    name: str
    sex: str
    race: str
    alignment: Alignment
    temper: Temper
    role: Literal["king", "hero", "free", "provincial", "gone"]
    kingdom: int
    province: int
    levels: dict[str, int]
    aptitudes: dict[str, int]
    hp: int = 10
    max_hp: int = 10
    died: int = 0
    items: list[int] = []
    merit: dict[str, int] = {}
    plan: Plan = ()
    duel: Plan = ()
    hired: int = 0
    devoted: bool = False
    threshold: int = 0
    spring: bool = False
    captor: int = 0
    veil: int = 0

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...

    @property
    def alive(self) -> bool:
        """Whether he lives and is in the world."""
        return not self.died and self.role != "gone"


class Unit(msgspec.Struct, gc=False):
    """One military unit (RO-ARMY-01). `leader` 0: in garrison. `moves` are the provinces crossed this turn.

    Native units belong to kingdom 0. `mercenary` is the turn after which an ownerless troll leaves; 0: no mercenary.
    """

    number: int
    type: str
    race: str
    quality: int
    kingdom: int
    province: int
    leader: int = 0
    moves: int = 0
    mercenary: int = 0
    name: str = ""

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...


class Item(msgspec.Struct, gc=False):
    """A numbered magic item (D16): its kind, its charges, the domain of a Grimoire. Where it is stands elsewhere."""

    number: int
    kind: str
    charges: int = 0
    domain: str = ""

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...


class Task(msgspec.Struct, frozen=True, gc=False):
    """What a guardian has asked of a kingdom (RO-ENC-25): so much gold, any item, or the death of another guardian.

    `target` is the feature of the guardian that is to die.
    """

    kind: Literal["tribute", "item", "death"]
    gold: int = 0
    target: int = 0


class Monster(msgspec.Struct, gc=False):
    """The guardian of a feature. `hurt` is the last turn on which it lost a hit point (RO-FEAT-09).

    `credited` are the kingdoms that have had merit for making peace with it (RO-ENC-24).
    """

    kind: str
    hp: int
    max_hp: int
    hurt: int = 1
    credited: list[int] = []

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...


class Feature(msgspec.Struct, gc=False):
    """A special place (RO-FEAT): `place` is its number inside its province, `number` its own in the world.

    `treasure` is the class A to D; `gold` and `items` are what is left of it. `secret`: one is still unfound.
    `first` is the kingdom that discovered it first. `guardian` is None once it is dead or gone; `lair` is its kind, and
    `slain` tells the dead from those who fled (RO-ENC-25).
    """

    number: int
    province: int
    place: int
    kind: str
    threshold: int
    treasure: str
    gold: int = 0
    items: list[int] = []
    guardian: Monster | None = None
    lair: str = ""
    secret: bool = False
    first: int = 0
    slain: bool = False

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...


class Remains(msgspec.Struct, frozen=True, gc=False):
    """A destroyed unit that lies in a province (RO-ARMY-15)."""

    turn: int
    type: str
    race: str


class Province(msgspec.Struct, gc=False):
    """One hex (RO-MAP). `race` "" : uninhabited; `types` are the native types, GA left out (D19).

    `owner` 0: natives, or nobody. `home` is the kingdom whose home it is. `hero` is its provincial Hero, 0 none.
    `recruited` are the units recruited this turn (RO-REC-03).
    """

    number: int
    name: str
    terrain: Terrain
    tax_base: int
    race: str
    types: tuple[str, ...] = ()
    owner: int = 0
    home: int = 0
    hero: int = 0
    features: tuple[int, ...] = ()
    items: list[int] = []
    remains: list[Remains] = []
    recruited: int = 0

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...


class Creation(msgspec.Struct, frozen=True):
    """What a King is made of (RO-CHAR-01): chosen before the start, and again for an heir."""

    sex: str
    race: str
    temper: Temper
    levels: dict[str, int]


class Acquaintance(msgspec.Struct, frozen=True, gc=False):
    """A foreign character as a kingdom last saw him. `levels` are known of free Heroes discovered (RO-EXPL-04)."""

    province: int
    turn: int
    kingdom: int
    levels: dict[str, int] | None = None


class Sighting(msgspec.Struct, frozen=True, gc=False):
    """What a kingdom saw in a province at the end of a season: the size of each foreign force, and who was there.

    `forces` are by kingdom (0: natives), 1 small, 2 medium, 3 large (RO-INFO-02).
    """

    turn: int
    season: int
    owner: int
    forces: dict[int, int]
    characters: list[int]


class Kingdom(msgspec.Struct, gc=False):
    """A player's position. `king` and `heir` are characters; the heir is announced, and arrives next turn (RO-CHAR-20).

    Knowledge: `exploration` by province; `charted` are the provinces whose terrain and wealth it knows, `visited` those
    one of its characters has entered; `features` are those discovered, with the hit points of their guardians as last
    fought (-1: never; 0: no guardian any more, as far as it knows); `pacified` are the features whose guardian leaves
    it in peace, `tasks` what guardians ask of it, by feature (RO-ENC-24, 25); `items` are the kinds of the items that
    it knows; `met` are the foreign characters known.
    """

    number: int
    seat: Seat
    king: int
    home: int
    race: str
    alignment: Alignment
    creation: Creation
    gold: int
    heir: int = 0
    heir_form: Creation | None = None
    relations: dict[int, Relation] = {}
    exploration: dict[int, int] = {}
    charted: dict[int, int] = {}
    visited: dict[int, int] = {}
    features: dict[int, int] = {}
    pacified: list[int] = []
    tasks: dict[int, Task] = {}
    items: dict[int, str] = {}
    met: dict[int, Acquaintance] = {}
    sightings: dict[int, Sighting] = {}
    inventions: list[int] = []
    standings: dict[str, int | None] = {}
    may_call: bool = False
    fallen: int = 0

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...

    @property
    def alive(self) -> bool:
        """Whether it is still in play."""
        return not self.fallen

    def relation(self, other: int) -> Relation:
        """How it stands with another kingdom; natives are everybody's enemies (RO-DIP-01)."""
        if other == NATIVES:
            return "enemy"
        return "allied" if other == self.number else self.relations.get(other, "neutral")


class Settings(msgspec.Struct, frozen=True):
    """What was chosen before the start. `crown` is the percentage of the world base that crowns (RO-VIC-01)."""

    world: str
    turns: int
    crown: int
    open_relations: bool
    hardened: bool


class World(msgspec.Struct):
    """The whole truth about a match. `turn` is the turn whose sheets are awaited; `road` is set once it is over.

    `vote` is the turn at whose end a vote is held, 0 none; `voted` the last turn that had one (RO-VIC-02).
    `invented` are the inventions that some kingdom has found; `raised` counts the units that each kingdom (0: natives)
    has ever had, by which the next is numbered (`numbering`). `scores` are in hundredths of a point times 100 (exact).
    """

    settings: Settings
    turn: int
    kingdoms: dict[int, Kingdom]
    provinces: dict[int, Province]
    characters: dict[int, Character]
    units: dict[int, Unit]
    features: dict[int, Feature]
    items: dict[int, Item]
    raised: dict[int, int]
    invented: list[int] = []
    vote: int = 0
    voted: int = 0
    names: dict[str, list[str]] = {}
    road: str | None = None  # "threshold", "election", "turns", "survivor", "nobody"
    emperor: int = 0
    offices: dict[str, int] = {}
    scores: dict[int, int] = {}

    def living(self) -> Iterator[Kingdom]:
        """The kingdoms still in play, by number."""
        return (kingdom for kingdom in self.kingdoms.values() if not kingdom.fallen)

    def seat(self, seat: Seat) -> Kingdom:
        """The kingdom of this seat."""
        return next(kingdom for kingdom in self.kingdoms.values() if kingdom.seat == seat)


def steps(one: Alignment, other: Alignment) -> int:
    """The steps between two alignments on the axis of D4."""
    return abs(ALIGNMENTS.index(one) - ALIGNMENTS.index(other))
