"""What a lord may look up while writing orders: his view, arranged for reading."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from heraut.engine.protocol import Json
from heraut.games.daifen.naming import plain
from heraut.games.daifen.races import RACES, Race
from heraut.games.daifen.state import KingdomName
from heraut.games.daifen.tables import CONSTANTS


class Book:
    """What a lord may look up while writing orders: a view, arranged for reading."""

    def __init__(self, view: Json) -> None:
        own = view["own"]
        self.view = view
        self.name = KingdomName(own["name"])
        self.race: Race = RACES[own["race"]]
        self.gold: int = own["gold"]
        self.intellect: int = own["intellect"]
        self.buildings: Mapping[str, int] = own["buildings"]
        self.units: Mapping[str, int] = own["units"]
        self.technologies: frozenset[str] = frozenset(own["technologies"])
        self.known: Mapping[str, Any] = own["known"]
        self.association: bool = view["association"]

    @cached_property
    def kingdoms(self) -> dict[str, KingdomName]:
        """The kingdoms that the lord may name, his own included, by the plain form of their names."""
        return {plain(name): KingdomName(name) for name in (*self.known, self.name)}

    @property
    def most_buildings(self) -> int:
        """Five buildings a turn, one more with each of two technologies (DA-BLD-02)."""
        return CONSTANTS.buildings_per_turn + sum(tech in self.technologies for tech in CONSTANTS.building_techs)

    def places(self, building: str) -> int:
        """The training places of one type of building (DA-TRN-02)."""
        return CONSTANTS.places_per_building * self.buildings.get(building, 0)
