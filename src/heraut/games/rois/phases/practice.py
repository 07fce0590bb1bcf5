"""Practice, training, research, and the rises of levels (RO-EXP)."""

from __future__ import annotations

from heraut.games.rois import orders as o
from heraut.games.rois.dice import Dice
from heraut.games.rois.orders import Practise
from heraut.games.rois.resolution import Fault, Turn
from heraut.games.rois.state import AVERAGE, ELITE, Character, Kingdom, Unit
from heraut.games.rois.tables import CONSTANTS, INVENTIONS, UNITS

UNIVERSITY = 14  # D17


def practise(turn: Turn, character: Character, order: o.Practise, dice: Dice) -> bool:
    """PR AB, undisturbed by Enemy units: a rise may be due (RO-EXP-05); TA and NA also train the units led, SA is
    research too.
    """
    if (fault := practising_fault(turn, character, order)) is not None:
        return turn.decline(character, fault)
    if dice.pct(chance_of(turn, character, order.ability)):
        turn.rises.append((character.number, order.ability))
    turn.tell(character.kingdom, "RO-EXP-05", "practised", who=character.number, ability=order.ability)
    if order.ability in ("TA", "NA"):
        train(turn, character, order.ability, dice)
    elif order.ability == "SA":
        research(turn, character, dice)
    return True


def practising_fault(turn: Turn, character: Character, order: o.Practise) -> Fault | None:
    """Enemy units disturb."""
    if not turn.enemies_in(character.province, character.kingdom):
        return None
    return Fault("RO-EXP-05", "enemies_present", {"province": character.province})


def chance_of(turn: Turn, character: Character, ability: str) -> int:
    """The chance of a character now."""
    university = UNIVERSITY in turn.kingdoms[character.kingdom].inventions
    teacher = has_teacher(turn, character, ability)
    return practice_chance(character.levels.get(ability, 0), teacher=teacher, university=university)


def practice_chance(level: int, *, teacher: bool = False, university: bool = False) -> int:
    """By the natural level, more with a teacher or the University (D12)."""
    return CONSTANTS.practice[level] + CONSTANTS.teacher * teacher + CONSTANTS.university * university


def practising(turn: Turn, other: Character, ability: str) -> bool:
    """Whether somebody practises this ability this season."""
    order = turn.order_of.get(other.number)
    return type(order) is Practise and order.ability == ability


def has_teacher(turn: Turn, character: Character, ability: str) -> bool:
    """A better comrade or ally who practises the same in the same place (RO-EXP-06)."""
    level = character.levels.get(ability, 0)
    for other in turn.those_in(character.province):
        better = other.levels.get(ability, 0) > level and other.kingdom and not other.died
        if better and turn.friendly(character.kingdom, other.kingdom) and practising(turn, other, ability):
            return True
    return False


def train(turn: Turn, character: Character, ability: str, dice: Dice) -> None:
    """His units may rise by one quality, once a season; beyond Bleus one of that quality must be there to show the way
    (RO-EXP-07).
    """
    naval = ability == "NA"
    group = [unit for unit in pooled(turn, character, ability) if UNITS[unit.type].naval == naval]
    present = {unit.quality for unit in group}
    risen = []
    for unit in turn.contingent(character.number):
        if UNITS[unit.type].naval != naval or unit.quality == ELITE:
            continue
        target = unit.quality + 1
        if dice.d(1000) <= CONSTANTS.training[unit.quality] and (target < AVERAGE or max(present) >= target):
            turn.trained[unit.number] = target
            risen.append(unit.number)
    if risen:
        turn.tell(character.kingdom, "RO-EXP-07", "trained", who=character.number, units=risen)


def pooled(turn: Turn, character: Character, ability: str) -> list[Unit]:
    """The units of all leaders of the kingdom who practise the same here: presence is judged before the rolls."""
    found: list[Unit] = []
    for other in turn.those_in(character.province):
        if other.kingdom == character.kingdom and not other.died and practising(turn, other, ability):
            found += turn.contingent(other.number)
    return found


def research(turn: Turn, character: Character, dice: Dice) -> None:
    """5 % a level of Sage to discover an invention that the kingdom lacks (RO-EXP-08)."""
    if not dice.pct(CONSTANTS.research * turn.level(character, "SA")):
        return
    kingdom = turn.kingdoms[character.kingdom]
    missing = [
        number for number in INVENTIONS if number not in kingdom.inventions and number not in turn.found_by(kingdom)
    ]
    if missing:
        invent(turn, kingdom, character, dice.pick(missing))


def invent(turn: Turn, kingdom: Kingdom, sage: Character, invention: int) -> None:
    """A discovery; the first of the game has credit (RO-INV-01). It serves from the next season on (RO-INV-02)."""
    first = invention not in turn.now.invented
    if first:
        turn.now.invented.append(invention)
        turn.add_merit(sage, "chancellor", 2)
    turn.inventions.append((kingdom.number, invention))
    turn.tell(kingdom.number, "RO-EXP-08", "invented", who=sage.number, invention=invention, first=first)


# The end of the season (B6)


def gains(turn: Turn) -> None:
    """What was won in the season takes effect: levels, qualities, inventions (RO-GEN-09, RO-INV-02)."""
    for number, quality in turn.trained.items():
        if number in turn.now.units:
            turn.now.units[number].quality = quality
    turn.trained.clear()
    for kingdom, invention in turn.inventions:
        owned = turn.kingdoms[kingdom].inventions
        if invention not in owned:
            owned.append(invention)
            owned.sort()
    turn.inventions.clear()
    rises, turn.rises = turn.rises, []
    streams: dict[int, Dice] = {}
    for number, ability in rises:
        character = turn.characters[number]
        if character.alive and character.kingdom:
            if number not in streams:
                streams[number] = turn.dice("growth", number)
            rise(turn, character, ability, streams[number])


def rise(turn: Turn, character: Character, ability: str, dice: Dice) -> None:
    """Below his aptitude he rises a level; at it, the aptitude itself may grow (RO-EXP-02)."""
    level, aptitude = character.levels.get(ability, 0), character.aptitudes[ability]
    if level < aptitude:
        character.levels[ability] = level + 1
        turn.tell(
            character.kingdom, "RO-EXP-02", "level_gained", who=character.number, ability=ability, level=level + 1
        )
    elif dice.pct(CONSTANTS.growth[level]):
        character.aptitudes[ability] = aptitude + 1
        turn.tell(
            character.kingdom, "RO-EXP-02", "aptitude_gained", who=character.number, ability=ability,
            aptitude=aptitude + 1,
        )  # fmt: skip
