"""Heroes: hired, dismissed, leaving, and what a conquered province does with its own (RO-HERO)."""

from __future__ import annotations

from heraut.games.rois import orders as o
from heraut.games.rois.abilities import hero_pay
from heraut.games.rois.dice import Dice, clamp
from heraut.games.rois.phases.armies import leaderless
from heraut.games.rois.resolution import Fault, Turn
from heraut.games.rois.state import NOBODY, Character, Kingdom, steps
from heraut.games.rois.tables import CONSTANTS


def pay_of(kingdom: Kingdom, hero: Character) -> int:
    """What this kingdom pays this Hero (RO-HERO-01)."""
    return hero_pay(hero, steps(kingdom.alignment, hero.alignment))


def acceptance(kingdom: Kingdom, hirer: Character, hero: Character) -> int:
    """The chance that a free Hero accepts (RO-HERO-04)."""
    away = steps(kingdom.alignment, hero.alignment)
    return acceptance_chance(away, same_race=hero.race == hirer.race, freed=hero.captor == kingdom.number)


def acceptance_chance(away: int, *, same_race: bool, freed: bool = False) -> int:
    """By steps of alignment and race; who was freed by this kingdom likes it better (RO-FEAT-08)."""
    chance = CONSTANTS.hire_base - CONSTANTS.hire_step * away
    chance += CONSTANTS.hire_race * same_race + CONSTANTS.hire_captor * freed
    return clamp(chance, CONSTANTS.chance_min, CONSTANTS.chance_max)


def hiring_obstacle(turn: Turn, character: Character, hero: Character) -> str | None:
    """Why this Hero cannot be hired (RO-HERO-02, RO-HERO-03)."""
    kingdom = turn.kingdoms[character.kingdom]
    if hero.province != character.province or not hero.alive or hero.role != "free":
        return "not_free_here"
    if steps(kingdom.alignment, hero.alignment) > CONSTANTS.hire_reach:
        return "alignment_too_far"
    return "too_poor" if kingdom.gold < pay_of(kingdom, hero) else None


def offer_fault(turn: Turn, character: Character, order: o.Hire) -> Fault | None:
    """Why no Hero of this number can be hired here."""
    hero = turn.now.characters.get(order.character)
    reason = hiring_obstacle(turn, character, hero) if hero is not None else "not_free_here"
    return None if reason is None else Fault("RO-HERO-03", reason, {"other": order.character})


def hire(turn: Turn, character: Character, order: o.Hire, dice: Dice) -> bool:
    """HI c: accepted, the first pay is taken at once (RO-HERO-05)."""
    if (fault := offer_fault(turn, character, order)) is not None:
        return turn.decline(character, fault)
    hero = turn.characters[order.character]
    kingdom = turn.kingdoms[character.kingdom]
    if not dice.pct(acceptance(kingdom, character, hero)):
        turn.tell(kingdom.number, "RO-HERO-04", "hero_refused", who=character.number, other=hero.number)
        return True
    pay = pay_of(kingdom, hero)
    turn.add_gold(kingdom.number, -pay, "hiring")
    enlist(turn, kingdom, hero)
    turn.tell(kingdom.number, "RO-HERO-05", "hero_hired", who=character.number, other=hero.number, gold=pay)
    return True


def enlist(turn: Turn, kingdom: Kingdom, hero: Character) -> None:
    """A Hero enters the service of a kingdom; what he carries is known to it from now on."""
    hero.role, hero.kingdom, hero.hired, hero.threshold, hero.captor = "hero", kingdom.number, turn.number, 0, 0
    kingdom.met.pop(hero.number, None)
    for item in hero.items:
        turn.learn_item(kingdom, item)


def dismiss(turn: Turn, character: Character, order: o.Dismiss, dice: Dice) -> bool:
    """FI c: free where he stands, without his items (RO-HERO-07)."""
    if (fault := dismissal_fault(turn, character, order)) is not None:
        return turn.decline(character, fault)
    hero = turn.characters[order.character]
    items, hero.items = hero.items, []
    near = hero.province == character.province
    for item in items:
        if near:
            turn.give_item(item, character)
        else:
            turn.drop_item(item, hero.province)
    set_free(turn, hero)
    turn.tell(
        character.kingdom, "RO-HERO-07", "hero_dismissed", who=character.number, other=hero.number,
        province=hero.province, items=[[item, turn.items[item].kind] for item in items], kept=near,
    )  # fmt: skip
    return True


def dismissal_fault(turn: Turn, character: Character, order: o.Dismiss) -> Fault | None:
    """A living Hero of one's own (RO-ORD-07)."""
    hero = turn.characters[order.character]
    if hero.alive and hero.kingdom == character.kingdom and hero.role == "hero":
        return None
    return Fault("RO-ORD-07", "hero_dead", {"other": order.character})


def set_free(turn: Turn, hero: Character) -> None:
    """A Hero serves nobody any more, and stays where he stands; his last kingdom remembers him. The orders that he had
    are void, whoever hires him (RO-HERO-05).
    """
    former = hero.kingdom
    leaderless(turn, hero)
    turn.dismissed[hero.number] = former
    turn.order_of.pop(hero.number, None)
    hero.role, hero.kingdom, hero.threshold = "free", NOBODY, 1
    hero.plan = hero.duel = ()
    turn.defending.pop(hero.number, None)
    if former and turn.kingdoms[former].alive:
        turn.meet(former, hero, levels=True)
