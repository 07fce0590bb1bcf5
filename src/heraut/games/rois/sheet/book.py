"""What a King may look up while he writes: his view, arranged for reading. Nothing hidden is in it."""

from __future__ import annotations

from functools import cached_property

from heraut.engine.protocol import Json


class Book:
    """The view of one seat (`view.view`), by numbers."""

    def __init__(self, view: Json) -> None:
        own = view["own"]
        self.view = view
        self.own = own
        self.kingdom: int = own["kingdom"]
        self.alignment: str = own["alignment"]
        self.characters: dict[int, Json] = {each["number"]: each for each in own["characters"]}
        self.units: dict[int, Json] = {each["number"]: each for each in own["units"]}

    @cached_property
    def kings(self) -> frozenset[int]:
        """The Kings, whose names are public (RO-INFO-08)."""
        return frozenset(each["king"] for each in self.view["kingdoms"].values())

    @cached_property
    def met(self) -> frozenset[int]:
        """Every character that may be addressed: one's own, and those seen at least once (RO-ORD-20)."""
        return frozenset(map(int, self.own["met"])) | frozenset(self.characters)

    @cached_property
    def living(self) -> frozenset[int]:
        """The kingdoms still in play."""
        return frozenset(int(number) for number, each in self.view["kingdoms"].items() if not each["fallen"])

    @cached_property
    def item_kinds(self) -> dict[int, str]:
        """The items whose kind this kingdom knows."""
        return {int(number): each["kind"] for number, each in self.own["items"].items()}

    @cached_property
    def provinces(self) -> frozenset[int]:
        """One's own provinces."""
        return frozenset(self.own["provinces"])
