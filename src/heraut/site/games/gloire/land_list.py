"""The map as a list, for whoever does not see it: every land with what the map shows its visitor of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from heraut.engine.names import plain
from heraut.engine.words import THIN_SPACE
from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.herald import Herald, labels
from heraut.site.common.words import say
from heraut.site.games.gloire.bonds import bond
from heraut.site.games.gloire.checked import draft_of
from heraut.site.games.gloire.land_card import forces_at
from heraut.site.games.gloire.order_marks import befallen
from heraut.site.games.gloire.order_words import sentence
from heraut.site.matchpage.match_access import MatchAccess


class Entry(msgspec.Struct, frozen=True):
    """A land in the list; `told` is what is known of it, and stands after its name."""

    name: str
    label: str
    told: str


def listed(access: MatchAccess) -> list[tuple[str, list[Entry]]]:
    """All lands: those of the visitor, those at his borders, the others, each by the alphabet."""
    view, near = access.view, atlas(access.view["map"]).places
    names = labels(view["map"], access.lang)
    mine = set(view.get("own", {}).get("lands", ()))
    border = {other for name in mine for other in near[name].neighbours} - mine
    told = Told(access, names)
    groups = (("mine", mine), ("border", border), ("far", set(names) - mine - border))
    return [
        (
            say(f"map.list_{key}") if mine else "",
            [Entry(name, names[name], told.words(name)) for name in sorted(group, key=lambda one: plain(names[one]))],
        )
        for key, group in groups
        if group
    ]


class Told:
    """What the visitor knows of each land."""

    def __init__(self, access: MatchAccess, names: Mapping[str, str]) -> None:
        self.view, self.lang, self.names = access.view, access.lang, names
        self.herald = Herald(access.view, access.lang)
        self.places = atlas(access.view["map"]).places
        self.befallen = {str(one.land): one.words for one in befallen(access)}
        self.orders: dict[str, list[str]] = {}
        if "own" in access.view and access.open:
            for one in draft_of(access).placed:
                words = say("map.list_order", number=one.disc, order=sentence(one.order, self.herald))
                self.orders.setdefault(getattr(one.order, "land", ""), []).append(words)

    def words(self, name: str) -> str:
        """All of it, in one line."""
        land = self.view["lands"][name]
        near = [self.names[other] for other in self.places[name].neighbours]
        parts = [
            self.owner(land["owner"]),
            say("map.list_souls", number=land["population"]),
            say("map.list_happiness", number=land["happiness"]),
            *self.own(name),
            *self.orders.get(name, ()),
            *filter(None, [self.befallen.get(name, "")]),
            say("map.list_near", lands=near),
        ]
        return f"{THIN_SPACE if self.lang == 'fr' else ''}; ".join(parts)

    def owner(self, seat: Any) -> str:
        """Whose it is."""
        tie, lord = bond(self.view, seat), self.herald.lords[seat] if seat else ""
        return (
            say(f"card.{tie}", lord=lord)
            if tie in ("mine", "neutral", "ally", "enemy")
            else say("map.list_held", lord=lord)
        )

    def own(self, name: str) -> Iterator[str]:
        """The visitor's own works and men there."""
        own = self.view.get("own")
        if own is None:
            return
        if name in own["lands"] and (level := own["lands"][name]["fortification"]):
            yield self.herald.names["fortification"][level]
        for force in forces_at(own, name):
            yield say("map.list_knight", **force) if force["id"] else say("card.garrison", **force)
