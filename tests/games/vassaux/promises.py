"""What every step of a battle must keep.

Bases apart, on the table, off the walls, and never through them; dice conserved; points counted; secrets kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from shapely import LineString, Point, box

from heraut.engine.conformance import check_secrecy
from heraut.engine.protocol import Event
from heraut.engine.rng import Rng
from heraut.engine.rulebook import read_rules
from heraut.games import vassaux
from heraut.games.vassaux.phases.deployment import is_placed
from heraut.games.vassaux.state import Battle
from heraut.games.vassaux.table.cache import TableCache, cache_at
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.paths import flies
from heraut.games.vassaux.tables import EPS, TERRAIN
from heraut.games.vassaux.view import without_secrets
from tests.games.vassaux.scramble import scramble, scramble_instructions

RULES = set(read_rules("heraut.games.vassaux"))
RED = {
    "school": "ROUGE",
    "lord": {
        "title": "BARON",
        "profile": "CHEVALIER",
        "weapon": "MELEE",
        "armour": "KNIGHT",
        "powers": ["PRESOMPTUEUX", "MAJE"],
    },
    "units": [
        {"title": "VASSAL", "fighter": "BRETTEUR", "size": 8, "powers": ["MAJE"]},
        {"title": "VAVASSEUR", "profile": "SOLDAT", "weapon": "MELEE", "size": 4, "powers": ["INFILTRATION"]},
        {"title": "VAVASSEUR", "fighter": "ARBALETRIER", "size": 6, "powers": ["VOLANT"]},
        {"title": "VAVASSEUR", "fighter": "LANCIER", "size": 5, "powers": ["ARTIFICIEL"]},
    ],
}
GREEN = {
    "school": "VERTE",
    "lord": {
        "title": "CHEF_DE_GUERRE",
        "profile": "ECUYER",
        "weapon": "MELEE",
        "armour": "LIGHT",
        "powers": ["CHEF_DE_MEUTE", "FEROCE"],
    },
    "units": [
        {"title": "HEROS", "fighter": "BARBARE", "size": 8, "powers": ["IMPULSIF"]},
        {"title": "HEROS", "fighter": "ECLAIREUR", "size": 4, "powers": ["HARCELEMENT"]},
        {"title": "HEROS", "fighter": "ARCHER", "size": 7, "powers": ["IMMATERIEL"]},
        {"title": "VASSAL", "fighter": "BRETTEUR", "size": 6, "powers": ["CHEF_DE_MEUTE"]},
    ],
}
BLACK = {
    "school": "NOIRE",
    "lord": {
        "title": "CHEF_DE_GUERRE", "profile": "SOLDAT", "weapon": "MELEE", "armour": "SOLDIER",
        "powers": ["MAGIE_NOIRE", "INVOCATEUR"],
    },
    "units": [
        {"title": "VASSAL", "fighter": "BARBARE", "size": 7, "powers": ["MAGIE_NOIRE"]},
        {"title": "HEROS", "profile": "PAYSAN", "weapon": "MELEE", "size": 14, "powers": ["MARTYRS"]},
        {"title": "HEROS", "fighter": "ARCHER", "size": 7, "powers": ["VOLANT"]},
        {"title": "HEROS", "fighter": "ECLAIREUR", "size": 4},
    ],
}  # fmt: skip

SAMPLE: list[dict[str, Any]] = [
    {},
    {"scenario": 1},
    {"scenario": 2},
    {"scenario": 3},
    {"scenario": 4},
    {"scenario": 5},
    {"magic": True, "hosts": {"j1": RED, "j2": GREEN}},
    {"magic": True, "hosts": {"j1": BLACK, "j2": RED}, "map": "HASARD"},
    {"magic": True, "hosts": {"j1": GREEN, "j2": BLACK}, "map": "M4"},
    {"automated": ["j2"], "map": "HASARD", "table": 10},
    {"scenario": 5, "map": "HASARD", "table": 20, "magic": True, "hosts": {"j1": RED, "j2": BLACK}},
    {"automated_units": [2, 3, 51, 52], "map": "M2"},
    {"scenario": 3, "map": "HASARD", "table": 10},
    {"scenario": 3, "map": "M4"},
    {"scenario": 4, "map": "HASARD", "table": 20},
    {"scenario": 1, "automated": ["j1"]},
    {"scenario": 2, "automated_units": [52, 53]},
    {"magic": True, "automated": ["j2"], "hosts": {"j1": RED, "j2": BLACK}},
]


def check_step(before: Battle, after: Battle, events: Sequence[Event]) -> None:
    """Every promise of the rules about one step."""
    check_cache(after)
    check_bases(after)
    check_ways(before, after, events)
    check_dice(before, after)
    check_units(after)
    check_points(after)
    check_secrets(after)
    check_instructions(after, events)
    for event in events:
        assert event.rule in RULES, event.rule


def check_cache(battle: Battle) -> None:
    """What is remembered of the table is what a fresh look finds: whoever moved a figure has said so (`Turn.moved`)."""
    known, fresh = cache_at(battle), TableCache(battle)
    assert known.is_of(battle)
    assert list(known.bases.items()) == list(fresh.bases.items())
    looking = Field(battle, fresh)
    assert all(foes == looking.foes(seat) for seat, foes in known.foes.items())
    assert all(touched == looking.touches(group) for group, touched in known.touches.items())
    assert all(box == looking.box(group) for group, box in known.boxes.items())


def check_bases(battle: Battle) -> None:
    """No two bases overlap, none leaves the table or stands on a wall (SV-GEO-02, SV-GEO-04)."""
    field = Field(battle)
    discs = {figure: field.disc(figure) for figure in battle.at}
    for figure, (x, y, r) in discs.items():
        assert r <= x <= battle.settings.width - r and r <= y <= battle.settings.height - r, f"{figure} off the table"
        assert field.ground.bears((x, y), r), f"{figure} stands on a wall"
    eastwards = sorted(discs.items(), key=lambda one: one[1])
    for index, (one, (ax, ay, ar)) in enumerate(eastwards):
        for two, (bx, by, br) in takewhile(lambda two, ax=ax: two[1][0] < ax + 800, eastwards[index + 1 :]):
            assert (ax - bx) ** 2 + (ay - by) ** 2 >= (ar + br - EPS) ** 2, f"{one} and {two} overlap"


def check_ways(before: Battle, after: Battle, events: Sequence[Event]) -> None:
    """No leader passes through an obstacle, nor through a figure of another unit that stood there all the while."""
    walls = [
        box(one.x1, one.y1, one.x2, one.y2) for one in after.settings.elements if TERRAIN[one.code].move == "impassable"
    ]
    for event in events:
        if event.kind not in ("moved", "charged") or not event.data["path"]:
            continue
        unit = before.units[event.data["unit"]]
        way, r = LineString([event.data["start"], *event.data["path"]]), unit.sheet.radius
        if not flies(unit):
            assert all(way.distance(wall) >= r - EPS - 2 for wall in walls), f"{unit.id} went through a wall"
        if before.at.get(unit.leader) != tuple(event.data["start"]):  # interrupted: where it began others stand by now
            continue
        own = {*unit.men, *after.units[unit.id].men}
        for figure, place in after.at.items():
            if figure not in own and before.at.get(figure) == place:
                keep = r + after.units[figure // 100].sheet.radius - EPS - 2
                assert way.distance(Point(place)) >= keep, f"{unit.id} went through {figure}"


def check_secrets(battle: Battle) -> None:
    """The number of the duel and what was said in advance change nothing that the other side sees (SV-INF-02)."""
    if battle.asked is None:
        return
    seat, rng = battle.hosts[battle.asked[0]].seat, Rng(b"secrets").at(battle.turn, len(battle.at))
    silent = vassaux.advance(battle, {seat: vassaux.pending(battle)[seat].default}, rng.at("silence"))
    if silent.state.road is None:  # at the end everything is told
        check_secrecy(vassaux, battle, seat, scramble, rng)


def check_instructions(battle: Battle, events: Sequence[Event]) -> None:
    """What one side has said in advance, nobody else can tell (SV-DPR-02, SV-INF-02)."""
    seats = [host.seat for host in battle.hosts]
    assert all(event.seen_by in [(seat,) for seat in seats] for event in events if event.kind == "instructed")
    if battle.asked is None:
        return
    place, rng = battle.asked[0], Rng(b"instructions").at(battle.turn, len(battle.at))
    other = scramble_instructions(battle, place, rng)
    assert without_secrets(other, place) == without_secrets(battle, place)
    assert without_secrets(scramble_instructions(other, 1 - place, rng), None) == without_secrets(battle, None)
    here, there = vassaux.pending(battle)[seats[place]], vassaux.pending(other)[seats[place]]
    assert (here.default, here.sample(rng.at("same"))) == (there.default, there.sample(rng.at("same")))


def check_dice(before: Battle, after: Battle) -> None:
    """Composed dice are in a reserve, on a unit or in a discard: their number never changes (SV-CMD-02)."""
    if any(unit.fm for unit in after.units.values()):
        return
    assert dice_of(after) == dice_of(before)
    assert all(min(host.reserve, host.discard, host.invocation) >= 0 for host in after.hosts)


def dice_of(battle: Battle) -> int:
    """All composed dice of both players."""
    on_units = sum(len(unit.dice) for unit in battle.units.values())
    return on_units + sum(host.reserve + host.discard for host in battle.hosts)


def check_units(battle: Battle) -> None:
    """Every figure on the table belongs to one group; leaders lead; nobody confused is in the ranks (SV-COH)."""
    seen: list[int] = []
    for unit in battle.units.values():
        assert unit.men == sorted(unit.men) and unit.band == sorted(unit.band)
        assert not unit.men or unit.leader in unit.men or not is_placed(Field(battle), unit)
        assert unit.leader or not unit.men
        seen += [man for man in (*unit.men, *unit.band) if man in battle.at]
        if battle.phase not in ("deployment", "points") and not unit.markers:
            assert all(man in battle.at for man in (*unit.men, *unit.band)), f"{unit.id}: a man is nowhere"
    assert sorted(seen) == sorted(battle.at)
    moving = any(type(frame).__name__ == "Act" for frame in battle.stack)
    if not moving:
        field = Field(battle)
        for unit in (*field.leaders(0), *field.leaders(1)):
            if not unit.sheet.lord:
                assert all(field.within(man, unit.leader, unit.sheet.aura) for man in unit.men if man != unit.leader)


def check_points(battle: Battle) -> None:
    """What is left, what was eliminated and what escaped make up the host (SV-END-05)."""
    for place, host in enumerate(battle.hosts):
        units = [unit for unit in battle.units.values() if unit.seat == place]
        left = sum(battle.units[man // 100].sheet.figure_cost for unit in units for man in (*unit.men, *unit.band))
        left += sum(unit.sheet.leader_cost for unit in units if unit.leader)
        if battle.settings.scenario not in (1, 4):
            assert left + host.eliminated == host.total


def bold(decision: Any, view: Any, rng: Rng) -> Any:
    """Charges, shoots and reacts whenever it may; else any legal answer."""
    for _ in range(4):
        answer = decision.sample(rng)
        if decision.write(answer) not in ("PASSER", "RESTER") and "WAI" not in decision.write(answer):
            return answer
    return answer
