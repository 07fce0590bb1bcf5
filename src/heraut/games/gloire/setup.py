"""A new match (GP-SET): the deal of the starting lands, the lords and their first knights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heraut.engine.names import plain
from heraut.engine.protocol import Event, Json, Seat, Step
from heraut.engine.rng import Rng
from heraut.games.gloire.atlas import Atlas, atlas
from heraut.games.gloire.options import read_options
from heraut.games.gloire.state import (
    ArmyId,
    Knight,
    KnightId,
    Land,
    LandName,
    Lord,
    Realm,
    Retreat,
    Settings,
    next_number,
)
from heraut.games.gloire.tables import name_lists


def setup(seats: Sequence[Seat], options: Json, rng: Rng) -> Step[Realm]:
    """A new match between these seats, in the order of their registration (GP-SET-01 to 11).

    `options` holds fields of `options.Options` and figures of `Constants` (GP-OPT-05). Raises SetupError.
    """
    chosen, settings = read_options(seats, options)
    places = atlas(settings.map)
    starts = [LandName(name) for name in places.starts_for(len(seats))]
    rng.at("starts").shuffle(starts)  # GP-SET-03
    names = lord_names(seats, chosen.names, rng.at("names"))
    realm = Realm(
        settings=settings,
        turn=1,
        lords={},
        lands=new_lands(places, settings, set(starts)),
        knights={},
        armies={},
        calls=[],
    )
    for number, (seat, start) in enumerate(zip(seats, starts, strict=True), start=1):
        install(realm, seat, number, names[seat], start)
    events = [
        Event("GP-SET-03", "fief_given", {"lord": seat, "land": start})
        for seat, start in zip(seats, starts, strict=True)
    ]
    return Step(realm, tuple(events))


def lord_names(seats: Sequence[Seat], names: Mapping[Seat, str], rng: Rng) -> dict[Seat, str]:
    """A name for every seat: the chosen one, or one drawn from ours that nobody chose (GP-SET-02)."""
    chosen = {plain(name) for name in names.values()}
    ours = [name for name in name_lists()["lords"] if plain(name) not in chosen]
    rng.shuffle(ours)
    return {seat: names[seat] if seat in names else ours.pop() for seat in seats}


def new_lands(places: Atlas, settings: Settings, starts: set[LandName]) -> dict[LandName, Land]:
    """Every land of the map, neutral, in the order of the map (GP-SET-04, GP-SET-09, D8)."""
    figures = settings.constants
    lands = {}
    for place in places.places.values():
        varied = settings.varied_lands and place.name not in starts
        lands[LandName(place.name)] = Land(
            LandName(place.name),
            None,
            figures.start_happiness,
            place.population if varied else figures.start_population,
            place.tax_coefficient if varied else figures.start_tax_coefficient,
        )
    return lands


def install(realm: Realm, seat: Seat, number: int, name: str, start: LandName) -> None:
    """Puts a lord in his fief, with nobody but himself: the lord-knight bears his lord's name (D8, GP-SET-04)."""
    figures = realm.settings.constants
    retreat = Retreat(figures.retreat_peasants, figures.retreat_garrison, figures.retreat_knight)
    knight = Knight(KnightId(number), seat, name, figures.start_renown, 0, start)
    next_knight, next_army = KnightId(next_number(number, knight.id)), ArmyId(next_number(number))
    realm.knights[knight.id] = knight
    realm.lords[seat] = Lord(seat, number, name, knight.id, figures.start_treasury, retreat, next_knight, next_army)
    realm.lands[start].owner = seat
