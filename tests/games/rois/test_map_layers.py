"""The ground and the layers of the map are drawn from what a King knows alone; they are always the same, and light."""

from __future__ import annotations

import re
from itertools import pairwise
from time import perf_counter
from typing import Any

import pytest

from heraut import bots
from heraut.engine.match import Match
from heraut.engine.protocol import Json, Seat
from heraut.engine.rng import Rng
from heraut.games import game, rois
from heraut.games.rois.picture import layers, marks
from heraut.games.rois.picture.grid import ALL, ROUND, border, chains, edges_of, middle, outline, sides
from heraut.games.rois.picture.ground import LAYERS, ground_file, shapes
from heraut.games.rois.picture.known import Known, read_view
from heraut.games.rois.state import World
from heraut.games.rois.view import view
from heraut.games.rois.world.geography import NEIGHBOURS, within

from .builders import land, own, play, sea, units, world
from .scramble import scramble

SEED = b"map".ljust(32, b".")
YEARS = 4


@pytest.fixture(scope="module")
def state() -> World:
    """A world of eight Kings after a few years between bots."""
    seats = [Seat(f"j{number + 1}") for number in range(8)]
    match: Match[Any, Any] = Match.new(game("rois"), seats, {}, SEED)
    for year in range(YEARS):
        draw = Rng(SEED).at("bots", year)
        pending = match.pending()
        player = bots.player("rois", "player")
        match.advance({seat: player(asked, asked.view, draw.at(seat)) for seat, asked in pending.items()})
    found: World = match.state
    return found


def drawn(view: Json) -> str:
    """All that is ever drawn of a view, in one text."""
    known = read_view(view)
    parts = [*shapes(known.terrains).values(), layers.settlements(known)]
    parts += [part for draw in layers.LAYERS.values() for part in draw(known)]
    return "\n".join([*parts, marks.names(known, {number: one.name for number, one in known.lands.items()})])


@pytest.mark.rule("RO-INFO-01", "RO-INFO-02")
@pytest.mark.parametrize("seat", ["j1", "j4", "j8"])
def test_what_a_king_does_not_know_changes_nothing(state: World, seat: str) -> None:
    mine = drawn(rois.view(state, Seat(seat)))
    for number in range(3):
        other = scramble(state, Seat(seat), Rng(b"scramble").at(number))
        seen = {*(int(each) for each in rois.view(state, Seat(seat))["own"]["map"])}
        for province in other.provinces.values():
            if province.number not in seen:
                province.terrain = "desert" if province.terrain != "desert" else "jungle"
                province.name, province.tax_base, province.race = "Ailleurs", 10, "orc"
        assert drawn(rois.view(other, Seat(seat))) == mine


def test_nothing_is_drawn_where_nothing_is_known(state: World) -> None:
    known = read_view(rois.view(state, Seat("j1")))
    places = {middle(number): number for number in ALL}
    for name, draw in layers.LAYERS.items():
        found = re.findall(r'<g transform="translate\((\d+) (\d+)\)"', "".join(draw(known)))
        marked = {places[place] for x, y in found if (place := (int(x), int(y))) in places}
        assert marked <= {*known.lands, *known.units, *known.persons}, name


def test_a_coast_is_drawn_only_where_both_sides_are_known() -> None:
    alone = shapes({41: "plain"})
    assert not alone["shore"] and not alone["sea"] and alone["mist"]
    met = shapes({41: "plain", 42: "sea"})
    assert met["shore"].count("M") == 1, "one side"
    assert shapes(dict.fromkeys(ALL, "sea"))["mist"] == "" == shapes(dict.fromkeys(ALL, "plain"))["shore"]


def test_the_ground_is_the_same_whenever_it_is_drawn(state: World) -> None:
    terrains = read_view(rois.view(state, Seat("j2"))).terrains
    backwards = dict(reversed(terrains.items()))
    assert ground_file(terrains) == ground_file(backwards)
    assert {layer.shape for layer in LAYERS} == {*shapes({})}


def test_borders_meet_all_around_the_world() -> None:
    for province in ALL:
        for side in sides(province):
            if not side.across:
                continue
            other = next(each for each in sides(side.across) if each.across == province)
            ours, theirs = border(side.start, side.end), border(other.start, other.end)[::-1]
            moved = {u - x for (x, y), (u, v) in zip(ours, theirs, strict=True) if y == v}
            assert len(moved) == 1 and moved <= {0, ROUND, -ROUND}
    assert outline(set(ALL)).count("M") == 2, "only the two caps of ice bound the whole world"
    ring = [number for number in ALL if 55 <= number <= 72]
    for chain in chains(edges_of(set(ring))):
        assert all(one.end == two.start for one, two in pairwise(chain))


def test_what_was_seen_long_ago_fades_and_bears_its_year() -> None:
    state = world(2)
    own(state, 1, 40)
    units(state, 0, 40, *["LE"] * 9)
    seen = view(play(state).state, Seat("j1"))
    fresh, old = read_view(seen), read_view({**seen, "turn": seen["turn"] + 5})
    assert 'class="host"' in layers.forces(fresh).over
    assert 'opacity="' not in layers.forces(fresh).over and 'class="when"' not in layers.forces(fresh).over
    assert 'opacity="0.45"' in layers.forces(old).over
    assert f'<text class="when">{fresh.year}</text>' in layers.forces(old).over


def test_neighbours_of_the_home_are_drawn_with_their_terrain() -> None:
    state = world(2)
    for number in NEIGHBOURS[41]:
        sea(state, number)
    land(state, 41, name="Quellys")
    drawn = shapes(read_view(view(play(state).state, Seat("j1"))).terrains)
    assert drawn["shore"].count("z") == 1, "an island"
    assert drawn["land"].count("<path") == 1 and 'fill="var(--plain)"' in drawn["land"]


# Sizes and times


def whole(state: World) -> Known:
    """All that can be known of a world, by a King of sixty provinces."""
    mine = rois.view(state, Seat("j1"))
    lands = mine["own"]["map"]
    near = within(mine["own"]["home"], 5)
    for number, province in state.provinces.items():
        lands[str(number)] = {
            "name": f"Province{number}", "terrain": province.terrain, "wealth": "rich", "exploration": number % 101,
            "owner": 1 if number in near else province.owner, "tax_base": province.tax_base, "race": "human",
            "types": [], "home": province.home, "turn": number % 5, "season": 6,
            "forces": {str(1 + number % 8): 1 + number % 3} if number % 4 == 0 else {},
            "characters": [7, 8] if number % 3 else [],
            "features": [{"place": 1, "kind": "DJ", "guardian": "ogre"}] * (number % 3),
        }  # fmt: skip
    return read_view(mine)


def test_a_whole_world_is_light_and_quick_to_draw(state: World) -> None:
    known = whole(state)
    assert len([each for each in known.lands.values() if each.owner == 1]) >= 60
    assert len(ground_file(known.terrains)) < 170_000
    assert len(ground_file(read_view(rois.view(state, Seat("j2"))).terrains)) < 90_000
    for name, draw in layers.LAYERS.items():
        assert sum(map(len, draw(known))) < 50_000, name
    for name, draw in layers.LAYERS.items():
        assert fastest(lambda draw=draw: draw(known)) < 0.05, name
    assert fastest(lambda: marks.names(known, {})) < 0.05


def fastest(draw: Any, tries: int = 5) -> float:
    """The seconds that it takes at best."""
    times = []
    for _ in range(tries):
        start = perf_counter()
        draw()
        times.append(perf_counter() - start)
    return min(times)
