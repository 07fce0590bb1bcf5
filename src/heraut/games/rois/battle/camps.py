"""Who stands in a province: camps, sides and their commanders (RO-BAT-02 to 04, RO-BAT-08 to 12)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import msgspec

from heraut.games.rois.battle import strength
from heraut.games.rois.encounter.fighters import gear_of, worth
from heraut.games.rois.phases.marching import allowance
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import NATIVES, Character, Province, Unit
from heraut.games.rois.tables import ALIGNMENT_TABLE, CONSTANTS, INVENTIONS, ITEMS, ItemType
from heraut.games.rois.world.geography import distance

FORTIFICATION = 12  # D17
BANNER = "EB"


class Camp(msgspec.Struct, gc=False):
    """The units of one leader, or of one garrison. `origin`: where it came from this season, 0 if it was there."""

    kingdom: int
    leader: Character | None
    units: list[Unit]
    origin: int = 0
    reacted: bool = False
    host: int = 0  # the number of the leader, even of one who has fallen in the duel
    demoralised: bool = False


def camps_in(turn: Turn, province: Province) -> list[Camp]:
    """All camps of a province, by kingdom and leader; natives are one camp, behind their Hero (RO-BAT-12)."""
    found: dict[tuple[int, int], Camp] = {}
    for unit in turn.units_in(province.number):
        if unit.mercenary:
            continue
        key = unit.kingdom, unit.leader
        camp = found.get(key)
        if camp is None:
            camp = found[key] = camp_of(turn, province, *key)
        camp.units.append(unit)
    return [found[key] for key in sorted(found)]


def camp_of(turn: Turn, province: Province, kingdom: int, number: int) -> Camp:
    """The camp of this leader (0: of the garrison), still without units."""
    leader = turn.characters[number] if number else native_hero(turn, province, kingdom)
    host = leader.number if leader is not None else 0
    return Camp(kingdom, leader, [], turn.origin.get(number, 0), number in turn.reacted, host)


def native_hero(turn: Turn, province: Province, kingdom: int) -> Character | None:
    """The provincial Hero, if he lives and is at home."""
    if kingdom != NATIVES or not province.hero:
        return None
    hero = turn.characters[province.hero]
    return hero if hero.alive and hero.role == "provincial" and hero.province == province.number else None


def count(camps: Iterable[Camp]) -> int:
    """How many units these camps have."""
    return sum([len(camp.units) for camp in camps])


def realms(camps: Sequence[Camp]) -> list[int]:
    """The kingdoms of these camps, by number."""
    return [camps[0].kingdom] if len(camps) == 1 else sorted({camp.kingdom for camp in camps})


# Forces


def gather(turn: Turn, camps: Sequence[Camp], province: Province) -> list[list[Camp]]:
    """Attacking camps united into forces: around the largest, whoever manages to join it (RO-BAT-03)."""
    left = sorted(camps, key=lambda camp: (-len(camp.units), -level(turn, camp.leader, "MA"), camp.host))
    forces = []
    dice = turn.dice("forces", province.number) if len(left) > 1 else None
    while left:
        nucleus, others, left = left[0], left[1:], []
        force = [nucleus]
        for camp in others:
            friendly = turn.friendly(nucleus.kingdom, camp.kingdom)
            if dice is not None and friendly and dice.pct(unite_chance(turn, nucleus, camp)):
                force.append(camp)
            else:
                left.append(camp)
        forces.append(force)
    return forces


def unite_chance(turn: Turn, one: Camp, other: Camp) -> int:
    """The chance of two camps to fight together (RO-BAT-04, D6)."""
    if not one.origin and not other.origin:
        return 100
    column = 1 if not (one.origin and other.origin) else min(2, distance(one.origin, other.origin))
    from_sea = all(camp.origin and turn.provinces[camp.origin].terrain == "sea" for camp in (one, other))
    ability = "NA" if from_sea else "MA"
    best = max(level(turn, one.leader, ability), level(turn, other.leader, ability))
    return min(100, CONSTANTS.unite[column] + CONSTANTS.unite_step * best)


# Commanders


def supreme_commander(turn: Turn, camps: Sequence[Camp], terrain: str) -> Character | None:
    """The leader with the most units; of equals the better tactician, or sailor at sea (RO-BAT-10, RO-BAT-11)."""
    led = [camp for camp in camps if camp.leader is not None and camp.leader.alive]
    if len(led) < 2:
        return led[0].leader if led else None
    ability = talent(terrain)
    return min(led, key=lambda camp: (-len(camp.units), -level(turn, camp.leader, ability), camp.host)).leader


def successor(turn: Turn, camps: Sequence[Camp], province: Province) -> Character | None:
    """Who commands after a dead commander: the next leader, else a character of the side without units (RO-DUEL-07)."""
    leader = supreme_commander(turn, camps, province.terrain)
    if leader is not None:
        return leader
    served = realms(camps)
    idle = [
        each
        for each in turn.characters_in(province.number)
        if each.kingdom in served and each.kingdom != NATIVES and not turn.leads(each.number)
    ]
    return min(idle, key=lambda each: (-turn.level(each, "TA"), each.number), default=None)


def talent(terrain: str) -> str:
    """What commanding takes: Marine at sea, Tactics elsewhere."""
    return "NA" if terrain == "sea" else "TA"


def level(turn: Turn, leader: Character | None, ability: str) -> int:
    """An effective level; garrison commanders have none (RO-BAT-11)."""
    return turn.level(leader, ability) if leader is not None else 0


# Sides as the battle takes them


def side_of(
    turn: Turn, camps: Sequence[Camp], commander: Character | None, province: Province, *, defending: bool
) -> strength.Side:
    """These camps under this commander."""
    served = realms(camps)
    explored = [turn.kingdoms[realm].exploration.get(province.number, 0) for realm in served if realm != NATIVES]
    return strength.Side(
        [soldier for camp in camps for soldier in soldiers(turn, camp, province, defending=defending)],
        level(turn, commander, "TA"),
        level(turn, commander, "NA"),
        defending,
        max(explored, default=0),
        natives=served == [NATIVES],
    )


class Backing(NamedTuple):
    """What their kingdom and their leader give the units of a camp (RO-BAT-18, 20, 24, 25).

    `boosts` are factors for all of them; `types` have one from the kingdom's inventions, races from the `talismans`.
    """

    home: bool
    zeal: int
    boosts: int
    types: Collection[str]
    talismans: Collection[ItemType]
    demoralised: bool
    feint: int


def soldiers(turn: Turn, camp: Camp, province: Province, *, defending: bool) -> list[strength.Unit]:
    """The units of a camp with all that its kingdom and its leader give them."""
    given = backing(turn, camp, province, defending=defending)
    return [
        strength.Unit(
            number=unit.number,
            type=unit.type,
            race=unit.race,
            quality=unit.quality,
            realm=unit.kingdom,
            host=camp.host,
            home=given.home,
            zeal=given.zeal,
            boosts=given.boosts + own_boosts(unit, given.types, given.talismans),
            demoralised=given.demoralised,
            feint=given.feint,
        )
        for unit in camp.units
    ]


def backing(turn: Turn, camp: Camp, province: Province, *, defending: bool) -> Backing:
    """What the kingdom and the leader of a camp give it where it fights."""
    kingdom = turn.kingdoms[camp.kingdom] if camp.kingdom != NATIVES else None
    inventions = kingdom.inventions if kingdom is not None else ()
    items = [turn.items[item].kind for item in camp.leader.items] if camp.leader is not None else []
    fanatic = ALIGNMENT_TABLE[kingdom.alignment].fanatic if kingdom is not None else 0
    fortified = defending and FORTIFICATION in inventions and province.owner == camp.kingdom
    return Backing(
        home=kingdom is not None and province.home == kingdom.number,
        zeal=fanatic + CONSTANTS.banner_zeal * (BANNER in items),
        boosts=(camp.host in turn.marks.blessed) + (camp.host in turn.marks.illusory) + fortified,
        types={type for number in inventions for type in INVENTIONS[number].types} if inventions else (),
        talismans=inspiring(turn, camp.leader) if any(ITEMS[kind].race for kind in items) else (),
        demoralised=camp.demoralised or is_panicked(turn, camp, province),
        feint=CONSTANTS.mirage_feint if camp.host and camp.host in turn.marks.feints else 0,
    )


def own_boosts(unit: Unit, types: Collection[str], talismans: Collection[ItemType]) -> int:
    """What its type has from the kingdom's inventions, and its race from the leader's arms (RO-BAT-24, RO-CHAR-09)."""
    inspired = (
        any(item.race == unit.race and item.unit in ("", unit.type) for item in talismans) if talismans else False
    )
    return (unit.type in types) + inspired


def inspiring(turn: Turn, leader: Character | None) -> list[ItemType]:
    """The weapon and the bow that he has in use, if they are dear to some race (RO-CHAR-09, D16)."""
    gear = [gear_of(number, turn.items[number].kind) for number in leader.items] if leader is not None else []
    used = [min((one for one in gear if one.kind.kind == sort), key=worth, default=None) for sort in ("weapon", "bow")]
    return [one.kind for one in used if one is not None and one.kind.race]


def is_panicked(turn: Turn, camp: Camp, province: Province) -> bool:
    """Whether a Panic lies on this contingent, or on the garrison of the province's owner (D15 PA)."""
    if camp.kingdom == NATIVES or not camp.host:
        return camp.kingdom == province.owner and (0, province.number) in turn.marks.panicked
    return (camp.host, 0) in turn.marks.panicked


# Moves (RO-MOVE-09)


def ready(turn: Turn, camp: Camp, province: Province) -> bool:
    """Whether a led contingent has a move left in all its units."""
    leader = camp.leader
    if leader is None or camp.kingdom == NATIVES:
        return False
    return all(unit.moves < allowance(turn, unit, leader, province, province) for unit in camp.units)
