"""What a lord may look names up in while writing orders: his view, arranged for reading."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

from heraut.engine.names import plain
from heraut.engine.protocol import Json, Seat
from heraut.games.gloire.atlas import Atlas, atlas
from heraut.games.gloire.state import ArmyId, KnightId, LandName


class Book:
    """What a lord may look names up in while writing orders: a view, arranged for reading."""

    def __init__(self, view: Json) -> None:
        own = view["own"]
        self.view = view
        self.seat: Seat = own["seat"]
        self.turn: int = view["turn"]
        self.atlas: Atlas = atlas(view["map"])
        self.lands = land_names(view["map"])
        self.own_lands: Mapping[str, Any] = own["lands"]
        self.lord_knight = KnightId(own["lord_knight"])
        self.knights = {KnightId(int(id)): knight for id, knight in own["knights"].items()}
        self.armies = {ArmyId(int(id)): army for id, army in own["armies"].items()}

    @cached_property
    def knights_by_name(self) -> dict[str, KnightId]:
        """The lord's own knights."""
        return {plain(knight["name"]): id for id, knight in self.knights.items()}

    @cached_property
    def lords_by_name(self) -> dict[str, Seat]:
        """All lords of the match, the dead included."""
        return {plain(lord["name"]): seat for seat, lord in self.view["lords"].items()}


@lru_cache(maxsize=16)
def land_names(map_name: str) -> dict[str, LandName]:
    """The lands of a map by the plain form of their names, and of their labels."""
    places = atlas(map_name).places.values()
    labels = {plain(label): LandName(place.name) for place in places for label in place.label.values()}
    return labels | {plain(place.name): LandName(place.name) for place in places}
