"""What lies on the table besides units, in words: objectives, exits, marks, night, spells, and where every man stands.

The same is drawn by `picture/marks.py`. All of it is public (SV-INF-01).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from heraut.engine.layout import fold, heading
from heraut.games.vassaux.identities import FigureId
from heraut.games.vassaux.phases.scenarios import EXIT
from heraut.games.vassaux.tables import R, maps

if TYPE_CHECKING:
    from heraut.engine.protocol import Json
    from heraut.games.vassaux.herald import Herald


def scene(herald: Herald) -> list[str]:
    """What a scenario, a spell or the night has put on the table; nothing when there is nothing."""
    lines = [line for sentence in sentences(herald) for line in fold(sentence, "  · ", "    ")]
    return [*heading(herald.page("scene")), "", *lines] if lines else []


def sentences(herald: Herald) -> list[str]:
    """The same, a sentence a thing."""
    return [*objectives(herald), *exits(herald), *braziers(herald), *magic(herald)]


def spot(place: Sequence[int]) -> str:
    """A place as players write it."""
    return ",".join(map(str, place))


def objectives(herald: Herald) -> Iterator[str]:
    """Scenario 5: what each side wants, and its points (SV-SCN-51)."""
    for place, host in enumerate(herald.battle["hosts"]):
        if host.get("objective"):
            point = spot(host["point"]) if host.get("point") else ""
            yield herald.page("objective", place=place, objective=host["objective"], point=point)
    if herald.battle.get("points"):
        yield herald.page("points", points=[spot(point) for point in herald.battle["points"]])


def exits(herald: Herald) -> Iterator[str]:
    """Where one leaves the table: the villagers' road, the crusaders' edge (SV-SCN-12, SV-SCN-41)."""
    if herald.battle["settings"]["scenario"] == 1:
        yield herald.page("exit_road", first=EXIT[0], last=EXIT[1])
    if herald.battle.get("edge"):
        yield herald.page("exit_edge", edge=herald.battle["edge"])


def braziers(herald: Herald) -> Iterator[str]:
    """The marks of the village, those that burn and those that do not (SV-SCN-21)."""
    settings = herald.battle["settings"]
    row = maps().get(settings["map"])
    if settings["scenario"] != 2 or row is None:
        return
    lit = herald.battle.get("lit", ())
    marks = [
        (spot([int(x * R), int(y * R)]), number < len(lit) and lit[number]) for number, (x, y) in enumerate(row.markers)
    ]
    yield herald.page(
        "braziers", lit=[mark for mark, burns in marks if burns], dark=[mark for mark, burns in marks if not burns]
    )


def magic(herald: Herald) -> Iterator[str]:
    """The night, what Corruption demands, and every spell that lasts (SV-MAG-08)."""
    if herald.battle.get("night"):
        yield herald.page("night")
    for unit, order in herald.battle.get("corrupted", ()):
        yield herald.page("must_obey", unit=unit, order=order)
    for unit in herald.battle["units"].values():
        for sign, group in (("", unit["id"]), ("-", -unit["id"])):
            spells = [name[len(sign) :] for name in unit.get("effects", ()) if name.startswith("-") is bool(sign)]
            if spells:
                yield herald.page("enchanted", unit=group, spells=spells)


def figures(herald: Herald) -> list[str]:
    """Every man on the table with his place, unit by unit, the disordered apart."""
    lines = []
    for unit in herald.battle["units"].values():
        for group, men in ((unit["id"], unit["men"]), (-unit["id"], unit.get("band", ()))):
            standing = placed(herald.battle, men)
            if standing:
                lines += fold(herald.page("stands", unit=group, places=standing), "  ", "    ")
        if unit.get("markers"):
            marks = " · ".join(map(spot, unit["markers"]))
            lines += fold(herald.page("markers", unit=unit["id"], places=marks), "  ", "    ")
    return [*heading(herald.page("figures")), "", *lines] if lines else []


def placed(battle: Json, men: Sequence[FigureId]) -> str:
    """These figures, each with its place."""
    at = battle["at"]
    return " · ".join(f"{man} ({spot(at[str(man)])})" for man in men if str(man) in at)
