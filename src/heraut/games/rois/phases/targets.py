"""On whom, and where, an action spell may be cast: level, reach, target (RO-MAG-01, RO-MAG-06, D15)."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from heraut.games.rois import orders as o
from heraut.games.rois.resolution import Fault, Turn
from heraut.games.rois.state import NATIVES, Character, Unit
from heraut.games.rois.tables import SPELLS
from heraut.games.rois.world.geography import adjacent, distance


def casting_fault(turn: Turn, character: Character, order: o.Cast) -> Fault | None:
    """Why the spell cannot be cast now: the level, the reach, the target (RO-MAG-01, RO-MAG-06)."""
    spell, data = SPELLS[order.spell], {"spell": order.spell}
    level = turn.level(character, spell.domain)
    if level < spell.level:
        return Fault("RO-MAG-01", "level_too_low", data)
    if spell.target in ("province", "host") and order.spell != "TP":
        reach = spell.range * (level if spell.range_per_level else 1)
        if distance(character.province, place_of(turn, order)) > reach:
            return Fault("RO-MAG-06", "out_of_reach", data)
    check = FAULTS.get(order.spell)
    reason = check(turn, character, order) if check else None
    return None if reason is None else Fault("RO-MAG-06", reason, data)


def place_of(turn: Turn, order: o.Cast) -> int:
    """The province that a spell is aimed at; that of a contingent is its leader's."""
    target = order.target[0]
    if SPELLS[order.spell].target == "host" and not order.garrison:
        leader = turn.now.characters.get(target)
        return leader.province if leader is not None and leader.province else 1
    return target


def friend_of(turn: Turn, character: Character, order: o.Cast) -> Character | None:
    """The living character of one's own or an Allied kingdom who stands here; by default oneself."""
    if not order.target:
        return character
    target = turn.now.characters.get(order.target[0])
    if target is None or not target.alive or target.province != character.province or not target.kingdom:
        return None
    return target if turn.friendly(character.kingdom, target.kingdom) else None


def is_warded(turn: Turn, character: Character, order: o.Cast) -> bool:
    """A protected province lets no spell of strangers in (PR): it fails like any other."""
    guards = turn.marks.protected.get(place_aimed(turn, character, order))
    return bool(guards) and not any(turn.friendly(character.kingdom, guard) for guard in guards or ())


def place_aimed(turn: Turn, character: Character, order: o.Cast) -> int:
    """Where the spell takes effect."""
    if SPELLS[order.spell].target in ("province", "host"):
        return place_of(turn, order)
    if order.spell == "TE":
        return turn.characters[order.target[0]].province
    return character.province


# What each spell asks besides its level and reach: a reason, or None


def no_friend(turn: Turn, character: Character, order: o.Cast) -> str | None:
    return "no_friend_here" if friend_of(turn, character, order) is None else None


def not_blessable(turn: Turn, character: Character, order: o.Cast) -> str | None:
    """He must lead a unit, and be blessed once a year only (RO-GAP-39)."""
    friend = friend_of(turn, character, order)
    if friend is None:
        return "no_friend_here"
    if not turn.leads(friend.number):
        return "leads_nobody"
    return "blessed_already" if friend.number in turn.marks.blessed else None


def not_own_army(turn: Turn, character: Character, order: o.Cast) -> str | None:
    """The contingent of a character of one's own."""
    friend = friend_of(turn, character, order)
    if friend is None or friend.kingdom != character.kingdom:
        return "no_friend_here"
    return None if turn.leads(friend.number) else "leads_nobody"


def no_body(turn: Turn, character: Character, order: o.Cast) -> str | None:
    """A dead character who lies here, and whose throne nobody has taken (RO-CHAR-19, RO-MAG-08)."""
    body = turn.now.characters.get(order.target[0])
    found = body is not None and body.died and body.province == character.province and body.role != "gone"
    return None if found else "no_body_here"


def no_harvest(turn: Turn, character: Character, order: o.Cast) -> str | None:
    owner = turn.provinces[character.province].owner
    return None if owner != NATIVES and turn.friendly(character.kingdom, owner) else "not_own_province"


def not_in_range(turn: Turn, character: Character, order: o.Cast) -> str | None:
    """A mind within three provinces a level."""
    target = turn.now.characters.get(order.target[0])
    reach = SPELLS["TE"].range * turn.level(character, "PS")
    if target is None or not target.alive or not target.province:
        return "out_of_reach"
    return None if distance(character.province, target.province) <= reach else "out_of_reach"


def no_host(turn: Turn, character: Character, order: o.Cast) -> str | None:
    """A contingent or a garrison of an Enemy, natives included."""
    return None if host_of(turn, character, order) else "no_host_there"


def host_of(turn: Turn, character: Character, order: o.Cast) -> list[Unit]:
    """The units of the host that is to be frightened."""
    target = order.target[0]
    if order.garrison:
        owner = turn.provinces[target].owner
        return turn.garrison(target, owner) if turn.hostile(character.kingdom, owner) else []
    leader = turn.now.characters.get(target)
    units = turn.contingent(target) if leader is not None and leader.alive else []
    return units if units and turn.hostile(character.kingdom, units[0].kingdom) else []


def no_journey(turn: Turn, character: Character, order: o.Cast) -> str | None:
    """Alone, to a province that one's kingdom has explored."""
    if turn.leads(character.number):
        return "leads_units"
    explored = turn.kingdoms[character.kingdom].exploration.get(order.target[0], 0)
    return None if explored >= 1 else "unexplored"


def no_path(turn: Turn, character: Character, order: o.Cast) -> str | None:
    """Alone, from neighbour to neighbour."""
    if turn.leads(character.number):
        return "leads_units"
    path = (character.province, *order.target)
    together = all(adjacent(one, other) for one, other in itertools.pairwise(path))
    return None if together else "not_adjacent"


def not_sea(turn: Turn, character: Character, order: o.Cast) -> str | None:
    return None if turn.provinces[order.target[0]].terrain == "sea" else "wrong_terrain"


def not_land(turn: Turn, character: Character, order: o.Cast) -> str | None:
    return None if turn.provinces[order.target[0]].terrain != "sea" else "wrong_terrain"


def no_remains(turn: Turn, character: Character, order: o.Cast) -> str | None:
    return None if turn.provinces[character.province].remains else "no_remains"


FAULTS: dict[str, Callable[[Turn, Character, o.Cast], str | None]] = {
    "GU": no_friend,
    "BE": not_blessable,
    "RE": no_body,
    "MO": no_harvest,
    "TE": not_in_range,
    "PA": no_host,
    "TP": no_journey,
    "AI": not_own_army,
    "VE": no_friend,
    "TM": not_sea,
    "TT": not_land,
    "VO": no_path,
    "AN": no_remains,
    "PB": not_land,
}
