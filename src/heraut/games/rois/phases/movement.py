"""Moving (RO-MOVE): alone anywhere, with units where all of them may go; and defenders who come (RO-ORD-15a)."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.games.rois import orders as o
from heraut.games.rois.abilities import initiative
from heraut.games.rois.dice import Dice
from heraut.games.rois.phases.exploration import enter, random_encounter
from heraut.games.rois.phases.marching import is_marching, is_sailing, obstacle, spend_moves
from heraut.games.rois.resolution import Fault, Turn
from heraut.games.rois.state import NATIVES, Character, Unit
from heraut.games.rois.tables import CONSTANTS
from heraut.games.rois.world.geography import adjacent, distance

FEATHER = "6"  # Plume du Grand Aigle: two provinces at once, without units (D16)


def move(turn: Turn, character: Character, order: o.Move, dice: Dice) -> bool:
    """MO p: to an adjacent province (RO-MOVE-01)."""
    if (fault := step_fault(turn, character, order.province)) is not None:
        return turn.decline(character, fault)
    if not march(turn, character, order.province, dice):
        return False
    if not turn.leads(character.number):
        random_encounter(turn, character, dice)
    return True


def step_fault(turn: Turn, character: Character, destination: int) -> Fault | None:
    """Why it is no step for him, with or without units (RO-MOVE-02)."""
    reach = 2 if not turn.leads(character.number) and bears(turn, character, FEATHER) else 1
    if 1 <= distance(character.province, destination) <= reach:
        return None
    return Fault("RO-MOVE-02", "not_adjacent", {"province": destination})


def move_fault(turn: Turn, character: Character, order: o.Move) -> Fault | None:
    """Why he would stay where he is."""
    fault = step_fault(turn, character, order.province)
    return fault or march_fault(turn, character, turn.contingent(character.number), order.province)


def bears(turn: Turn, character: Character, kind: str) -> bool:
    """Whether he carries an item of this kind."""
    return kind in [turn.items[item].kind for item in character.items] if character.items else False


def march(turn: Turn, character: Character, destination: int, dice: Dice) -> bool:
    """Goes there with all that he leads, or nobody moves (RO-MOVE-02, RO-MOVE-12)."""
    units = turn.contingent(character.number)
    if (fault := march_fault(turn, character, units, destination)) is not None:
        return turn.decline(character, fault)
    here = character.province
    go(turn, character, units, destination)
    if units:
        learn_on_the_way(turn, character, units, here, dice)
    owner = turn.provinces[destination].owner
    turn.tell(
        character.kingdom, "RO-MOVE-01", "moved", who=character.number, origin=here, province=destination,
        units=len(units), owner=owner,
    )  # fmt: skip
    enter(turn, character)
    return True


def march_fault(turn: Turn, character: Character, units: Sequence[Unit], destination: int) -> Fault | None:
    """With units: never into a Neutral's land (RO-DIP-08), and only where each of them may go."""
    if not units:
        return None
    owner = turn.provinces[destination].owner
    if owner != NATIVES and turn.relation(character.kingdom, owner) == "neutral":
        return Fault("RO-DIP-08", "neutral_border", {"province": destination, "kingdom": owner})
    found = obstacle(turn, character, units, destination)
    if found is None:
        return None
    reason, data = found
    return Fault("RO-MOVE-02", reason, {"province": destination, **data})


def go(turn: Turn, character: Character, units: Sequence[Unit], destination: int) -> None:
    """The march itself: moves are spent, everybody is there."""
    spend_moves(units, turn.provinces[destination])
    turn.travel(character, destination)


def learn_on_the_way(turn: Turn, character: Character, units: Sequence[Unit], origin: int, dice: Dice) -> None:
    """Forced march is learnt on land, Marine at sea with fleets (D7, RO-EXP-04)."""
    here, there = turn.provinces[origin], turn.provinces[character.province]
    if is_marching(here, there):
        turn.learn(character, "MA", CONSTANTS.learn_march, dice)
    elif is_sailing(units, here, there):
        turn.learn(character, "NA", CONSTANTS.learn_sail, dice)


# Reactions (B3)


def reactions(turn: Turn) -> None:
    """Defenders come to the help of an invaded neighbour, the quickest first (RO-ORD-15a)."""
    invaded = invasions(turn)
    if not invaded:
        return
    ready = [turn.characters[number] for number in turn.defending]
    ready.sort(key=lambda each: (-initiative(turn.items, each), each.number))
    for character in ready:
        if character.alive and turn.leads(character.number):
            react(turn, character, invaded)


def invasions(turn: Turn) -> dict[int, dict[int, int]]:
    """The kingdoms' provinces that Enemy contingents entered this season: province, kingdom of the invader, units."""
    found: dict[int, dict[int, int]] = {}
    for number in turn.origin:
        character = turn.characters[number]
        owner = turn.provinces[character.province].owner if character.province else NATIVES
        units = len(turn.contingent(number))
        if units and owner != NATIVES and turn.hostile(owner, character.kingdom):
            here = found.setdefault(character.province, {})
            here[character.kingdom] = here.get(character.kingdom, 0) + units
    return found


def react(turn: Turn, character: Character, invaded: dict[int, dict[int, int]]) -> None:
    """One defender goes where the most invaders are, unless his own place is invaded (RO-ORD-15b)."""
    if character.province in invaded:
        return
    named = turn.defending[character.number]
    units = turn.contingent(character.number)
    places = [
        (-sum(invaders.values()), province)
        for province, invaders in invaded.items()
        if adjacent(character.province, province)
        and turn.provinces[province].owner == character.kingdom
        and named in (0, province)
        and obstacle(turn, character, units, province) is None
    ]
    if not places:
        return
    _, destination = min(places)
    here = character.province
    go(turn, character, units, destination)
    turn.reacted.add(character.number)
    turn.tell(
        character.kingdom, "RO-ORD-15a", "reacted", who=character.number, origin=here, province=destination,
        units=len(units),
    )  # fmt: skip
    enter(turn, character)
