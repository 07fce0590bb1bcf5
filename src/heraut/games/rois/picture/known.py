"""What a map shows of a match, read of a view, all of it here: nothing else of a match reaches a picture."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

import msgspec

from heraut.engine.protocol import Json


class Site(msgspec.Struct, frozen=True):
    """A special place that was discovered (RO-INFO-04); `guarded`: by what was met there and lives, as far as known."""

    place: int
    kind: str
    guarded: bool


class Land(msgspec.Struct, frozen=True):
    """A province as far as it is known; what stands behind `year`, when it was last seen, only if it was (`seen`)."""

    number: int
    terrain: str
    name: str = ""
    wealth: str = ""
    explored: int = 0
    seen: bool = False
    year: int = 0
    owner: int = 0
    tax: int = 0
    people: bool = False
    home: int = 0
    forces: tuple[tuple[int, int], ...] = ()
    strangers: tuple[int, ...] = ()
    sites: tuple[Site, ...] = ()


class Known(msgspec.Struct, frozen=True):
    """All that a reader knows of a world, and what he himself has in it.

    `year` is the last one that has passed: what was seen then is as fresh as can be. `kingdom` and `home` are 0 for a
    passer-by. `units` and `persons` are the reader's own, by province.
    """

    year: int
    kingdom: int
    home: int
    lands: Mapping[int, Land]
    kings: Mapping[int, str]
    units: Mapping[int, int]
    persons: Mapping[int, tuple[str, ...]]

    @property
    def terrains(self) -> dict[int, str]:
        """What the ground is drawn of."""
        return {number: land.terrain for number, land in self.lands.items()}

    def age(self, land: Land) -> int:
        """How many years ago a province was last seen."""
        return max(0, self.year - land.year)


def read_view(view: Json) -> Known:
    """What a view shows on a map; once the match is over everybody sees terrains and masters of all provinces."""
    own = view.get("own") or {}
    year = view["turn"] - (view["road"] is None)
    lands = {int(number): read_land(int(number), seen) for number, seen in own.get("map", {}).items()}
    for number, terrain, owner in view.get("end", {}).get("lands", ()):
        known = lands.get(number) or Land(number, terrain)
        lands[number] = msgspec.structs.replace(known, owner=owner, seen=True, year=year)
    persons: dict[int, list[str]] = defaultdict(list)
    for each in own.get("characters", ()):
        if not each["died"] and each["province"]:
            persons[each["province"]].append(each["name"])
    return Known(
        year=year,
        kingdom=own.get("kingdom", 0),
        home=own.get("home", 0),
        lands=dict(sorted(lands.items())),
        kings={int(number): each["name"] for number, each in view["kingdoms"].items()},
        units=Counter(unit["province"] for unit in own.get("units", ())),
        persons={province: tuple(names) for province, names in sorted(persons.items())},
    )


def read_land(number: int, seen: Json) -> Land:
    """One province of a King's map."""
    return Land(
        number=number,
        terrain=seen["terrain"],
        name=seen["name"],
        wealth=seen["wealth"],
        explored=seen["exploration"],
        seen="turn" in seen,
        year=seen.get("turn", 0),
        owner=seen.get("owner", 0),
        tax=seen.get("tax_base", 0),
        people=bool(seen.get("race")),
        home=seen.get("home", 0),
        forces=tuple((int(kingdom), size) for kingdom, size in seen.get("forces", {}).items()),
        strangers=tuple(seen.get("characters", ())),
        sites=tuple(Site(each["place"], each["kind"], bool(each["guardian"])) for each in seen.get("features", ())),
    )
