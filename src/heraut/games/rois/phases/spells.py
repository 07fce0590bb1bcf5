"""The action spells (RO-MAG-06 to 10, D15): one attempt an order, and what each of them does."""

from __future__ import annotations

from collections.abc import Callable

from heraut.games.rois import orders as o
from heraut.games.rois.abilities import may_lead
from heraut.games.rois.dice import Dice, clamp
from heraut.games.rois.phases.discovery import uncover
from heraut.games.rois.phases.spying import spy_report
from heraut.games.rois.phases.targets import casting_fault, friend_of, is_warded, place_of
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import GREEN, NATIVES, REDUCED, SKELETON, Character, Unit
from heraut.games.rois.tables import CONSTANTS, SPELLS, UNITS

Effect = Callable[[Turn, Character, o.Cast, Dice], None]
SPENT = 99  # more moves than any unit has


def cast(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> bool:
    """CA XX: what is out of reach is ignored (RO-MAG-06); an attempt teaches, whether it succeeds or not (D7)."""
    if (fault := casting_fault(turn, character, order)) is not None:
        return turn.decline(character, fault)
    spell = SPELLS[order.spell]
    success = dice.pct(chance_of(turn, character, order.spell))
    turn.learn(character, spell.domain, CONSTANTS.learn_spell, dice)
    if success and not is_warded(turn, character, order):
        EFFECTS[order.spell](turn, character, order, dice)
    else:
        turn.tell(character.kingdom, "RO-MAG-06", "spell_failed", who=character.number, spell=order.spell)
    return True


def chance_of(turn: Turn, character: Character, code: str) -> int:
    """60 and 10 a level above the spell's (RO-MAG-04); the dead are harder to wake (RO-MAG-08)."""
    level = turn.level(character, SPELLS[code].domain)
    if code == "RE":
        return min(CONSTANTS.resurrection_max, CONSTANTS.resurrection_base + CONSTANTS.resurrection_step * level)
    chance = CONSTANTS.spell_base + CONSTANTS.spell_step * (level - SPELLS[code].level)
    return clamp(chance, CONSTANTS.chance_min, CONSTANTS.chance_max)


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
    risen = turn.characters[body]
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
    target = turn.characters[order.target[0]]
    turn.meet(character.kingdom, target, levels=True)
    for item in target.items:
        turn.learn_item(turn.kingdoms[character.kingdom], item)
    turn.tell(
        character.kingdom, "RO-MAG-06", "mind_read", who=character.number, other=target.number,
        province=target.province, hp=target.hp, levels=dict(target.levels),
        items=[[item, turn.items[item].kind] for item in target.items],
    )  # fmt: skip


def clairvoyance(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    see_far(turn, character, order.target[0], dice)


def see_far(turn: Turn, caster: Character, province: int, dice: Dice) -> None:
    """A spy's report without error, never noticed."""
    told = spy_report(turn, caster.kingdom, turn.provinces[province], 0, dice)
    turn.tell(caster.kingdom, "RO-SPY-02", "spy_report", who=caster.number, **told)


def panic(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    target = order.target[0]
    turn.marks.panicked.add((0, target) if order.garrison else (target, 0))
    done(turn, character, order, province=place_of(turn, order))


def step_away(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    teleport(turn, character, order.target[0])


def teleport(turn: Turn, caster: Character, province: int) -> None:
    """Elsewhere in the blink of an eye: who does not walk there explores nothing on arriving (RO-MOVE-10)."""
    here = caster.province
    turn.travel(caster, province)
    turn.tell(caster.kingdom, "RO-MAG-06", "teleported", who=caster.number, origin=here, province=province)


def fly(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    """Along the path, high above it; no beast meets him."""
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
    turn.marks.feints.add(character.number)
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
                character.kingdom, turn.provinces[province].owner
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
    weaken(turn, character, order, struck, CONSTANTS.storm, dice)


def weaken(turn: Turn, character: Character, order: o.Cast, struck: list[Unit], chance: int, dice: Dice) -> None:
    """Each of these units may lose one quality; caster and victims are told."""
    province = order.target[0]
    worn = [unit for unit in struck if dice.pct(chance) and unit.quality > REDUCED]
    for unit in worn:
        unit.quality -= 1
    done(turn, character, order, province=province, struck=len(struck))
    victims = {unit.kingdom for unit in struck} | {turn.provinces[province].owner}
    for kingdom in sorted(victims - {NATIVES, character.kingdom}):
        units = [unit.number for unit in worn if unit.kingdom == kingdom]
        turn.tell(kingdom, "RO-MAG-06", "spell_suffered", spell=order.spell, province=province, units=units)


def quake(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    """Half the tax of the year, and the walls crack."""
    province = order.target[0]
    turn.marks.halved.setdefault(province, "quake")
    walls = [unit for unit in turn.units_in(province) if unit.type == "GA"]
    weaken(turn, character, order, walls, CONSTANTS.quake, dice)


def plague(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    """Half the tax of the year, and every unit may suffer."""
    province = order.target[0]
    turn.marks.halved.setdefault(province, "plague")
    weaken(turn, character, order, turn.units_in(province), CONSTANTS.plague, dice)


def animate(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    """Up to a unit a level from the remains, the oldest first, led by the caster (RO-ARMY-15)."""
    province = turn.provinces[character.province]
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
    kingdom = turn.kingdoms[character.kingdom]
    done(turn, character, order, province=character.province)
    uncover(turn, kingdom, character.province, CONSTANTS.explore_all, character)


def veil(turn: Turn, character: Character, order: o.Cast, dice: Dice) -> None:
    """If he dies by the end of next year he comes back, once."""
    character.veil = turn.number + 1
    done(turn, character, order)


def lift_veils(turn: Turn) -> None:
    """Those who died this season behind a Voile de Liche stand up with one hit point (B6)."""
    for character in map(turn.characters.__getitem__, sorted(turn.marks.killed)):
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
