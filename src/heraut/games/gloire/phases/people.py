"""Phase 14: migration, revolts, the people's memory (§5.15)."""

from __future__ import annotations

from heraut.games.gloire.atlas import Atlas
from heraut.games.gloire.phases.ownership import remember
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.rounding import down
from heraut.games.gloire.state import Land, LandName, Memory
from heraut.games.gloire.tables import Constants


def migration_revolt_memory(turn: Turn) -> None:
    """Phase 14, in three steps."""
    migration(turn)
    revolts(turn)
    memories(turn)


def migration(turn: Turn) -> None:
    """People leave for happier lands next door, everywhere at once; none is lost (GP-MIG-01 to 04)."""
    lands = turn.now.lands
    change = dict.fromkeys(lands, 0)
    for land in lands.values():
        for destination, people in departures(land, lands, turn.atlas, turn.constants):
            change[land.name] -= people
            change[destination] += people
    for name, people in change.items():
        lands[name].population += people


def departures(
    land: Land, lands: dict[LandName, Land], atlas: Atlas, constants: Constants
) -> list[tuple[LandName, int]]:
    """How many people leave a land for each happier neighbour (GP-MIG-01, GP-MIG-02)."""
    flows: list[tuple[LandName, float]] = []
    happiness = land.happiness
    for name in atlas.places[land.name].neighbours:
        there = lands[LandName(name)].happiness
        if there > happiness:
            pull = (there - happiness) / there
            flows.append((LandName(name), land.population * constants.migration_share * pull * pull))
    if not flows:
        return []
    total = sum([flow for _, flow in flows])
    most = min(constants.migration_loss_max * land.population, max(0, land.population - constants.population_floor))
    scale = most / total if total > most else 1.0
    return [(name, down(flow * scale)) for name, flow in flows]


def revolts(turn: Turn) -> None:
    """A land whose happiness is null throws its lord out, and his men with him (GP-REV-01, GP-REV-02)."""
    now = turn.now
    for land in now.lands.values():
        if land.owner is None or land.happiness >= turn.constants.null_happiness:
            continue
        remember(turn, land, 0.0)
        for knight in now.knights.values():
            if knight.land == land.name and knight.lord == land.owner:
                turn.expelled_knights.add(knight.id)
        for army in now.armies.values():
            if army.land == land.name and army.lord == land.owner and army.knight is None:
                turn.expelled_armies.add(army.id)
        turn.announce("GP-REV-01", "revolt", land=land.name, lord=land.owner)
        land.owner = None
        land.happiness = turn.constants.start_happiness  # GP-MEM-04


def memories(turn: Turn) -> None:
    """Every third turn after the loss, a bad memory fades by one point, up to 20 (GP-MEM-02)."""
    constants = turn.constants
    for lord in turn.now.living():
        for name, memory in lord.memories.items():
            since = turn.number - memory.since
            if memory.happiness < constants.memory_max and since > 0 and since % constants.memory_period == 0:
                better = min(constants.memory_max, memory.happiness + constants.memory_gain)
                lord.memories[name] = Memory(better, memory.since)
