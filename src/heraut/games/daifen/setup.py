"""A new continent (DA-CON-08 to 10): kingdoms in the order of joining, their starting kits, the hidden secrets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heraut.engine.protocol import Event, Json, Seat, Step
from heraut.engine.rng import Rng
from heraut.games.daifen.naming import default_name, plain
from heraut.games.daifen.options import read_options
from heraut.games.daifen.races import RACES, draw_nelrks
from heraut.games.daifen.state import Continent, Kingdom, KingdomName
from heraut.games.daifen.tables import CONSTANTS, read


def setup(seats: Sequence[Seat], options: Json, rng: Rng) -> Step[Continent]:
    """A new match between these seats, in the order of their joining. `options`: see `options.Options`.

    Raises SetupError.
    """
    chosen, settings = read_options(seats, options)
    lords = lord_names(seats, chosen.names, rng.at("names"))
    names = kingdom_names(lords, chosen.kingdoms)
    races = {seat: chosen.races.get(seat) or rng.at("race", seat).choice(tuple(RACES)) for seat in seats}
    continent = Continent(settings, 1, {}, draw_nelrks(rng.at("nelrks")), offered=False)
    for number, seat in enumerate(seats, start=1):
        returning = seat in chosen.returning
        continent.kingdoms[seat] = found(seat, number, names[seat], lords[seat], races[seat], returning=returning)
    events = [
        Event("DA-CON-08", "kingdom_founded", {"name": kingdom.name, "race": kingdom.race}, (seat,))
        for seat, kingdom in continent.kingdoms.items()
    ]
    return Step(continent, tuple(events))


def lord_names(seats: Sequence[Seat], names: Mapping[Seat, str], rng: Rng) -> dict[Seat, str]:
    """A name for every lord: the given one, or one drawn from ours that nobody bears."""
    given = {plain(name) for name in names.values()}
    ours = [name for name in read("names.toml")["lords"] if plain(name) not in given]
    rng.shuffle(ours)
    return {seat: names[seat] if seat in names else ours.pop() for seat in seats}


def kingdom_names(lords: Mapping[Seat, str], chosen: Mapping[Seat, KingdomName]) -> dict[Seat, KingdomName]:
    """The chosen names, and for the others "Royaume de" and the lord's name (DA-CON-03)."""
    taken = {plain(name) for name in chosen.values()}
    names = {}
    for seat, lord in lords.items():
        name = chosen.get(seat) or KingdomName(default_name(lord, taken))
        taken.add(plain(name))
        names[seat] = name
    return names


def found(seat: Seat, number: int, name: KingdomName, lord: str, race: str, *, returning: bool) -> Kingdom:
    """A kingdom with its starting kit, which knows nobody (DA-CON-08, DA-CON-09, DA-FOG-01)."""
    kit = CONSTANTS
    units = kit.winner_units if returning else kit.start_units
    return Kingdom(
        seat, number, name, lord, race, kit.start_gold, kit.start_intellect, dict(kit.start_buildings), dict(units)
    )
