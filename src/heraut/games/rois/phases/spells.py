"""The action spells (RO-MAG-06 to 10, D15): one attempt an order, on whom or where the spell may be cast."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from heraut.games.rois import orders as o
from heraut.games.rois.abilities import may_lead
from heraut.games.rois.dice import Dice, clamp
from heraut.games.rois.geography import adjacent, distance
from heraut.games.rois.phases.exploration import enter, uncover
from heraut.games.rois.phases.spying import spy_report
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import GREEN, NATIVES, REDUCED, SKELETON, Character, Unit
from heraut.games.rois.tables import FIGURES, SPELLS, UNITS

Effect = Callable[[Turn, Character, o.Cast, Dice], None]
Fault = tuple[str, str]
SPENT = 99  # more moves than any unit has


def cast(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> bool:
    """CA XX: what is out of reach is ignored (RO-MAG-06); an attempt teaches, whether it succeeds or not (D7)."""
    fault = casting_fault(turn, character, order)
    if fault is not None:
        rule, reason = fault
        turn.ignore(character, rule, reason, spell=order.spell)
        return False
    spell = SPELLS[order.spell]
    success = dice.pct(chance_of(turn, character, order.spell))
    turn.learn(character, spell.domain, FIGURES.learn_spell, dice)
    if success and not is_warded(turn, character, order):
        EFFECTS[order.spell](turn, character, order, dice)
    else:
        turn.tell(character.kingdom, "RO-MAG-06", "spell_failed", who=character.number, spell=order.spell)
    return True


def chance_of(turn: Turn, character: Character, code: str) -> int:
    """60 and 10 a level above the spell's (RO-MAG-04); the dead are harder to wake (RO-MAG-08)."""
    level = turn.level(character, SPELLS[code].domain)
    if code == "RE":
        return min(FIGURES.resurrection_max, FIGURES.resurrection_base + FIGURES.resurrection_step * level)
    chance = FIGURES.spell_base + FIGURES.spell_step * (level - SPELLS[code].level)
    return clamp(chance, FIGURES.chance_min, FIGURES.chance_max)


def casting_fault(turn: Turn, character: Character, order: o.Cast) -> Fault | None:
    """Why the spell cannot be cast now: the level, the reach, the target (RO-MAG-01, RO-MAG-06)."""
    spell = SPELLS[order.spell]
    level = turn.level(character, spell.domain)
    if level < spell.level:
        return "RO-MAG-01", "level_too_low"
    if spell.target in ("province", "host") and order.spell != "TP":
        reach = spell.range * (level if spell.range_per_level else 1)
        if distance(character.province, place_of(turn, order)) > reach:
            return "RO-MAG-06", "out_of_reach"
    check = FAULTS.get(order.spell)
    reason = check(turn, character, order) if check else None
    return None if reason is None else ("RO-MAG-06", reason)


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
        return turn.character(order.target[0]).province
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
    owner = turn.province(character.province).owner
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
        owner = turn.province(target).owner
        return turn.garrison(target, owner) if turn.hostile(character.kingdom, owner) else []
    leader = turn.now.characters.get(target)
    units = turn.contingent(target) if leader is not None and leader.alive else []
    return units if units and turn.hostile(character.kingdom, units[0].kingdom) else []


def no_journey(turn: Turn, character: Character, order: o.Cast) -> str | None:
    """Alone, to a province that one's kingdom has explored."""
    if turn.leads(character.number):
        return "leads_units"
    explored = turn.kingdom(character.kingdom).exploration.get(order.target[0], 0)
    return None if explored >= 1 else "unexplored"


def no_path(turn: Turn, character: Character, order: o.Cast) -> str | None:
    """Alone, from neighbour to neighbour."""
    if turn.leads(character.number):
        return "leads_units"
    path = (character.province, *order.target)
    together = all(adjacent(one, other) for one, other in itertools.pairwise(path))
    return None if together else "not_adjacent"


def not_sea(turn: Turn, character: Character, order: o.Cast) -> str | None:
    return None if turn.province(order.target[0]).terrain == "sea" else "wrong_terrain"


def not_land(turn: Turn, character: Character, order: o.Cast) -> str | None:
    return None if turn.province(order.target[0]).terrain != "sea" else "wrong_terrain"


def no_remains(turn: Turn, character: Character, order: o.Cast) -> str | None:
    return None if turn.province(character.province).remains else "no_remains"


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


# Effects


def done(turn: Turn, character: Character, order: o.Cast, **data: object) -> None:
    """The spell has worked."""
    turn.tell(
        character.kingdom, "RO-MAG-06", "spell_cast", who=character.number, spell=order.spell,
        target=list(order.target), **data,
    )  # fmt: skip


def heal(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    friend = friend_of(turn, character, order) or character
    friend.hp = friend.max_hp
    done(turn, character, order, other=friend.number)


def bless(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    """The units that he leads fight better; merit of the High Priest (RO-MAG-09)."""
    friend = friend_of(turn, character, order) or character
    turn.marks.blessed.add(friend.number)
    turn.add_merit(character, "priest", 1)
    done(turn, character, order, other=friend.number)


def raise_dead(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    resurrect(turn, character, order.target[0])


def resurrect(turn: Turn, caster: Character, body: int) -> None:
    """A dead character lives again, whole, in the service he was in (RO-MAG-08); merit of the caster (RO-MAG-09)."""
    risen = turn.character(body)
    risen.died, risen.hp = 0, risen.max_hp
    turn.revived.add(body)
    turn.add_merit(caster, "priest", 1)
    turn.audit("RO-MAG-08", "character_revived", character=body, kingdom=risen.kingdom)
    for kingdom in {caster.kingdom, risen.kingdom}:
        turn.tell(kingdom, "RO-MAG-08", "resurrected", who=caster.number, other=body, province=risen.province)


def protect(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    turn.marks.protected.setdefault(character.province, set()).add(character.kingdom)
    done(turn, character, order, province=character.province)


def harvest(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    turn.marks.harvest.add(character.province)
    done(turn, character, order, province=character.province)


def read_mind(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    """His province, hit points, levels and items."""
    target = turn.character(order.target[0])
    turn.meet(character.kingdom, target, levels=True)
    for item in target.items:
        turn.learn_item(turn.kingdom(character.kingdom), item)
    turn.tell(
        character.kingdom, "RO-MAG-06", "mind_read", who=character.number, other=target.number,
        province=target.province, hp=target.hp, levels=dict(target.levels),
        items=[[item, turn.items[item].kind] for item in target.items],
    )  # fmt: skip


def clairvoyance(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    see_far(turn, character, order.target[0], dice)


def see_far(turn: Turn, caster: Character, province: int, dice: Dice) -> None:
    """A spy's report without error, never noticed."""
    told = spy_report(turn, caster.kingdom, turn.province(province), 0, dice)
    turn.tell(caster.kingdom, "RO-SPY-02", "spy_report", who=caster.number, **told)


def panic(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    target = order.target[0]
    turn.marks.panicked.add((0, target) if order.garrison else (target, 0))
    done(turn, character, order, province=place_of(turn, order))


def step_away(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    teleport(turn, character, order.target[0])


def teleport(turn: Turn, caster: Character, province: int) -> None:
    """Elsewhere in the blink of an eye: a province that the kingdom has explored."""
    here = caster.province
    turn.travel(caster, province)
    turn.tell(caster.kingdom, "RO-MAG-06", "teleported", who=caster.number, origin=here, province=province)
    enter(turn, caster)


def fly(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    """Along the path, exploring nothing but where he lands; no beast meets him."""
    teleport(turn, character, order.target[-1])


def disguise(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    turn.marks.disguised.add(character.number)
    done(turn, character, order)


def illusion(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    friend = friend_of(turn, character, order) or character
    turn.marks.illusory.add(friend.number)
    done(turn, character, order, other=friend.number)


def mirage(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    turn.marks.mirage.add(character.number)
    done(turn, character, order)


def fog(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    """No battle here this season; whoever came to fight goes back at the end of the actions."""
    turn.fogged.add(character.province)
    done(turn, character, order, province=character.province)


def lift_fog(turn: Turn) -> None:
    """Contingents that entered a fogged province to fight go back where they came from; their moves are spent (BR)."""
    for province in sorted(turn.fogged):
        for character in turn.characters_in(province):
            origin = turn.origin.get(character.number)
            if origin is None or not turn.leads(character.number):
                continue
            if turn.enemies_in(province, character.kingdom) or turn.hostile(
                character.kingdom, turn.province(province).owner
            ):
                turn.travel(character, origin)
                turn.tell(
                    character.kingdom,
                    "RO-MAG-06",
                    "lost_in_fog",
                    who=character.number,
                    province=province,
                    origin=origin,
                )


def winds(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    friend = friend_of(turn, character, order) or character
    turn.marks.winds.add(friend.number)
    done(turn, character, order, other=friend.number)


def storm(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    """Strangers' ships lose the moves they have left, and perhaps a quality."""
    province = order.target[0]
    struck = [
        unit
        for unit in turn.units_in(province)
        if UNITS[unit.type].naval and not turn.friendly(character.kingdom, unit.kingdom)
    ]
    for unit in struck:
        unit.moves = max(unit.moves, SPENT)
    weaken(turn, character, order, struck, FIGURES.storm, dice)


def weaken(turn: Turn, character: Character, order: o.Cast, struck: list[Unit], chance: int, dice: Dice) -> None:
    """Each of these units may lose one quality; caster and victims are told."""
    province = order.target[0]
    worn = [unit for unit in struck if dice.pct(chance) and unit.quality > REDUCED]
    for unit in worn:
        unit.quality -= 1
    done(turn, character, order, province=province, struck=len(struck))
    victims = {unit.kingdom for unit in struck} | {turn.province(province).owner}
    for kingdom in sorted(victims - {NATIVES, character.kingdom}):
        units = [unit.number for unit in worn if unit.kingdom == kingdom]
        turn.tell(kingdom, "RO-MAG-06", "spell_suffered", spell=order.spell, province=province, units=units)


def quake(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    """Half the tax of the year, and the walls crack."""
    province = order.target[0]
    turn.marks.halved.setdefault(province, "quake")
    walls = [unit for unit in turn.units_in(province) if unit.type == "GA"]
    weaken(turn, character, order, walls, FIGURES.quake, dice)


def plague(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    """Half the tax of the year, and every unit may suffer."""
    province = order.target[0]
    turn.marks.halved.setdefault(province, "plague")
    weaken(turn, character, order, turn.units_in(province), FIGURES.plague, dice)


def animate(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    """Up to a unit a level from the remains, the oldest first, led by the caster (RO-ARMY-15)."""
    province = turn.province(character.province)
    count = min(turn.level(character, "NE"), len(province.remains))
    risen = []
    for _ in range(count):
        dead = province.remains.pop(0)
        leader = character.number if may_lead(turn.items, character, SKELETON, dead.type) else 0
        unit = turn.new_unit(dead.type, SKELETON, GREEN, character.kingdom, province.number, leader, "animated")
        risen.append(unit.number)
    done(turn, character, order, province=province.number, units=risen)


def question(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    """The dead know every place and every free Hero of the province."""
    kingdom = turn.kingdom(character.kingdom)
    done(turn, character, order, province=character.province)
    uncover(turn, kingdom, character.province, FIGURES.explore_all, character)


def veil(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    """If he dies by the end of next year he comes back, once."""
    character.veil = turn.number + 1
    done(turn, character, order)


def lift_veils(turn: Turn) -> None:
    """Those who died this season behind a Voile de Liche stand up with one hit point (B6)."""
    for character in turn.now.characters.values():
        if character.died == turn.number and character.veil >= turn.number and character.role != "gone":
            character.died, character.hp, character.veil = 0, 1, 0
            turn.revived.add(character.number)
            turn.audit("RO-MAG-07", "character_revived", character=character.number, kingdom=character.kingdom)
            turn.tell(character.kingdom, "RO-MAG-07", "veil_lifted", who=character.number, province=character.province)


EFFECTS: dict[str, Effect] = {
    "GU": heal,
    "BE": bless,
    "RE": raise_dead,
    "PR": protect,
    "MO": harvest,
    "TE": read_mind,
    "CL": clairvoyance,
    "PA": panic,
    "TP": step_away,
    "DG": disguise,
    "AI": illusion,
    "BR": fog,
    "MI": mirage,
    "VE": winds,
    "TM": storm,
    "TT": quake,
    "VO": fly,
    "AN": animate,
    "ID": question,
    "PB": plague,
    "LI": veil,
}
