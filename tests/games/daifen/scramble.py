"""Another continent that one seat cannot tell from the given one: all that it may not know, changed at random.

A silent turn must tell this seat the same: so every kingdom's numbers of units and buildings and its gold keep their
place in the talk of civilians (DA-RUM-02), and what is public stays, how many kingdoms live above all.
"""

from __future__ import annotations

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.daifen.races import BUILDINGS, NELRKS, RACES, TECHNOLOGIES, UNITS
from heraut.games.daifen.state import Continent, Kingdom, SpyReport, Stock, copy

QUIET_UNITS = [
    code for code, unit in UNITS.items() if not (unit.gold_gain or unit.intellect_gain) and code not in NELRKS
]
QUIET_BUILDINGS = [code for code, row in BUILDINGS.items() if not (row.gold_gain or row.intellect_gain)]
SHARED = ("race", "lord", "gold", "intellect", "buildings", "units", "technologies", "reports", "missed")


def scramble(continent: Continent, seat: Seat, rng: Rng) -> Continent:
    """Changes everything that this seat may not know and that nothing it sees depends on."""
    other = copy(continent)
    me = other.kingdoms[seat]
    strangers = [kingdom for kingdom in other.living() if kingdom.seat != seat and kingdom.seat not in me.known]
    fallen = [kingdom for kingdom in other.kingdoms.values() if not kingdom.alive and kingdom.seat not in me.known]
    exchange(strangers, rng)
    for number, kingdom in enumerate([*strangers, *fallen]):
        kingdom.name = type(kingdom.name)(f"Masque {number}")
        kingdom.lord = f"Inconnu {number}"
        kingdom.race = rng.choice(tuple(RACES))
        kingdom.fallen = None if kingdom.alive else rng.randint(1, other.turn)
    for kingdom in other.living():
        if kingdom.seat != seat:
            scramble_mind(other, kingdom, rng)
    shuffle_nelrks(other, rng)
    return other


def disguise_strangers(continent: Continent, seat: Seat, rng: Rng) -> Continent:
    """Changes only the kingdoms that this seat does not know: so it may act on the others, and must see the same."""
    other = copy(continent)
    me = other.kingdoms[seat]
    strangers = [kingdom for kingdom in other.living() if kingdom.seat != seat and kingdom.seat not in me.known]
    exchange(strangers, rng)
    for number, kingdom in enumerate(strangers):
        kingdom.name, kingdom.lord = type(kingdom.name)(f"Masque {number}"), f"Inconnu {number}"
        scramble_mind(other, kingdom, rng)
    return other


def exchange(kingdoms: list[Kingdom], rng: Rng) -> None:
    """Unknown kingdoms change places: all that they are and own, so that sums and numbers stay."""
    twins = list(kingdoms)
    rng.shuffle(twins)
    contents = [{field: getattr(twin, field) for field in SHARED} for twin in twins]
    for kingdom, content in zip(kingdoms, contents, strict=True):
        for field, value in content.items():
            setattr(kingdom, field, value)


def scramble_mind(continent: Continent, kingdom: Kingdom, rng: Rng) -> None:
    """Its technologies, intellect and silence, the types of its units and buildings, whom it knows, what it spied."""
    kingdom.technologies = [code for code in TECHNOLOGIES if rng.random() < 0.5]
    if not any(code in kingdom.buildings for code in ("marche", "sacrifices")):
        kingdom.intellect = rng.randint(0, 500)  # with a market it would decide about gold
    limit = continent.settings.abandon_after
    if limit is None or kingdom.missed < limit - 1:  # a silent turn would end it at the limit, for all to see
        kingdom.missed = rng.randint(0, 9 if limit is None else limit - 2)
    kingdom.units = disguised(kingdom.units, QUIET_UNITS, rng)
    kingdom.buildings = disguised(kingdom.buildings, QUIET_BUILDINGS, rng)
    others = [other for other in continent.kingdoms if other != kingdom.seat]
    kingdom.known = {other: rng.randint(1, 99) for other in others if rng.random() < 0.5}
    kingdom.reports = {other: SpyReport(1, rng.randint(0, 99), {}, {}, {}) for other in kingdom.known}


def disguised(stock: Stock, quiet: list[str], rng: Rng) -> Stock:
    """As many as before, but of other types where these neither bring nor cost anything."""
    kept = {code: number for code, number in stock.items() if code not in quiet}
    for _ in range(sum(number for code, number in stock.items() if code in quiet)):
        code = rng.choice(quiet)
        kept[code] = kept.get(code, 0) + 1
    return kept


def shuffle_nelrks(continent: Continent, rng: Rng) -> None:
    """The profiles of the Nelrk types change hands."""
    profiles = list(continent.nelrks.values())
    rng.shuffle(profiles)
    continent.nelrks = dict(zip(continent.nelrks, profiles, strict=True))
