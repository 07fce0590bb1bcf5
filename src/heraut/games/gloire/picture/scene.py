"""What a picture shows of a match, read of a view, all of it here."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import msgspec


class LordSeen(msgspec.Struct, frozen=True):
    """A line of the legend."""

    seat: str
    number: int
    name: str
    title: str
    lands: int
    global_renown: float
    alive: bool


class Forces(msgspec.Struct):
    """What the reader himself has on one land: (initial, men or None) a knight, men a garrison, level of the works."""

    knights: list[tuple[str, int | None]] = msgspec.field(default_factory=list)
    garrisons: list[int] = msgspec.field(default_factory=list)
    fortification: int = 0


class Scene(msgspec.Struct, frozen=True):
    """All that the picture shows of a match."""

    map: str
    turn: int
    owners: dict[str, str | None]
    happiness: dict[str, float]
    population: dict[str, int]
    lords: tuple[LordSeen, ...]
    forces: dict[str, Forces]
    seat: str | None


def read_view(public: Mapping[str, Any], seat: str | None) -> Scene:
    """The scene of a view; ``seat`` is the lord to mark out, by default the view's own."""
    own: Mapping[str, Any] = public.get("own") or {}
    lands: Mapping[str, Mapping[str, Any]] = public["lands"]
    return Scene(
        map=public["map"],
        turn=public["turn"],
        owners={name: land.get("owner") for name, land in lands.items()},
        happiness={name: land["happiness"] for name, land in lands.items() if "happiness" in land},
        population={name: land["population"] for name, land in lands.items() if "population" in land},
        lords=tuple(_read_lord(key, lord) for key, lord in public["lords"].items()),
        forces=_read_forces(own),
        seat=seat or own.get("seat"),
    )


def _read_lord(seat: str, lord: Mapping[str, Any]) -> LordSeen:
    return LordSeen(
        seat=seat,
        number=lord["number"],
        name=lord["name"],
        title=lord.get("title") or "",
        lands=lord.get("lands", 0),
        global_renown=lord.get("global_renown", 0.0),
        alive=lord.get("alive", True),
    )


def _read_forces(own: Mapping[str, Any]) -> dict[str, Forces]:
    forces: dict[str, Forces] = defaultdict(Forces)
    armies: Mapping[str, Mapping[str, Any]] = own.get("armies", {})
    for knight in own.get("knights", {}).values():
        army = armies.get(str(knight.get("army")))
        forces[knight["land"]].knights.append((knight["name"][:1].upper(), army["men"] if army else None))
    for army in armies.values():
        if army.get("knight") is None:
            forces[army["land"]].garrisons.append(army["men"])
    for name, land in own.get("lands", {}).items():
        if land.get("fortification"):
            forces[name].fortification = land["fortification"]
    return dict(forces)
