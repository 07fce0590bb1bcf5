"""Moving, exploring, recruiting, and units that change hands (MOVE, EXPL, REC, ARMY)."""

from __future__ import annotations

import pytest

from heraut.games.rois.abilities import may_lead
from heraut.games.rois.orders import Recruit
from heraut.games.rois.phases.actions import give_out_orders
from heraut.games.rois.phases.armies import check_leaders
from heraut.games.rois.phases.exploration import gain
from heraut.games.rois.phases.faults import fault_of
from heraut.games.rois.phases.marching import march_bonus
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import Remains, World
from heraut.games.rois.units import may_enter
from heraut.games.rois.world import geography

from .builders import (
    NO,
    YES,
    Fate,
    face,
    feature,
    find,
    free_hero,
    item,
    king,
    land,
    meet,
    one,
    own,
    person,
    play,
    reasons,
    relate,
    sea,
    season,
    turn_of,
    units,
    world,
)


def spring(state: World, text: str, *, seat: str = "j1", chance: Fate | None = None, **others: str) -> Turn:
    """The actions of spring alone, for the first King (or with sections of one's own), and their turn."""
    texts = {seat: text if text.startswith("@") else f"@1\n1: {text}", **others}
    turn = turn_of(state, texts, chance=chance)
    turn.order_of = give_out_orders(turn)[1]
    season(turn, "B2")
    return turn


def refusal(turn: Turn) -> str:
    """Why the order was ignored; "" if it was not."""
    return "".join(event.data["reason"] for event in find(turn, "ignored"))


@pytest.mark.rule("RO-MOVE-01", "RO-MOVE-02")
def test_a_move_goes_to_a_neighbour() -> None:
    assert spring(world(1), "MO 42").characters[1].province == 42
    for far in (43, 41, 100):
        turn = spring(world(1), f"MO {far}")
        assert turn.characters[1].province == 41 and refusal(turn) == "not_adjacent"
    assert 0 not in geography.NEIGHBOURS[1] and all(
        len(near) == (6 if 18 < n < 145 else 4) for n, near in geography.NEIGHBOURS.items()
    )


@pytest.mark.rule("RO-MOVE-02", "RO-DIP-08", "RO-MOVE-12")
def test_units_never_enter_a_neutrals_land() -> None:
    state = world(2)
    own(state, 2, 42)
    units(state, 1, 41, "LE", leader=1)
    turn = spring(state, "MO 42")
    assert refusal(turn) == "neutral_border" and turn.units_in(41)[0].moves == 0
    relate(state, 1, 2, "allied")
    assert spring(state, "MO 42").characters[1].province == 42
    relate(state, 1, 2, "enemy")
    assert spring(state, "MO 42").characters[1].province == 42


@pytest.mark.rule("RO-MOVE-03", "RO-MOVE-12", "RO-MOVE-13", "RO-ARMY-06", "RO-ARMY-07")
def test_a_contingent_moves_as_a_whole_while_every_unit_has_moves_left() -> None:
    state = world(1)
    units(state, 1, 41, "LE", "LC", leader=1)
    units(state, 1, 41, "LE")
    turn = spring(state, "MO 42")
    assert [unit.moves for unit in turn.contingent(1)] == [1, 1]
    assert [unit.province for unit in turn.now.units.values()] == [42, 42, 41]
    state.units[1].moves = 2
    turn = spring(state, "MO 42")
    assert refusal(turn) == "no_moves" and {unit.province for unit in turn.now.units.values()} == {41}
    own(state, 1, 42, 43, 44)
    step = play(state, {"j1": "@1\n1: MO 42\n2: MO 43\n3: MO 44"})
    assert step.state.units[1].province == 43, "two moves of a legion a year; counters begin anew each year"


@pytest.mark.rule("RO-MOVE-04")
def test_forced_march_gives_the_table_of_extra_moves() -> None:
    """D6: levels 0 to 4, speeds 1-2 and 3+."""
    assert [(march_bonus(n, 2), march_bonus(n, 3)) for n in range(5)] == [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)]
    for type, moves, goes in (("LE", 2, True), ("LE", 3, False), ("EA", 5, False), ("EA", 4, True)):
        state = world(1)
        king(state, 1, MA=2, DR=4)
        units(state, 1, 41, type, leader=1, moves=moves)
        assert bool(find(spring(state, "MO 42"), "moved")) is goes, (type, moves)


@pytest.mark.rule("RO-MOVE-04", "RO-INV-02")
def test_paved_roads_count_for_a_level_between_own_provinces() -> None:
    for owner, goes in ((1, True), (0, False)):
        state = world(1)
        state.kingdoms[1].inventions = [10]
        king(state, 1, MA=1)
        own(state, owner, 42)
        units(state, 1, 41, "LE", leader=1, moves=2)
        assert bool(find(spring(state, "MO 42"), "moved")) is goes


def coast() -> World:
    """Home on a coast: 42 and 43 are sea, 44 is land."""
    state = world(1)
    sea(state, 42, 43)
    return state


@pytest.mark.rule("RO-MOVE-05")
def test_marine_the_compass_and_fair_winds_give_moves_at_sea() -> None:
    for levels, inventions, winds, moves, goes in (
        ({}, [], False, 2, False), ({"NA": 2}, [], False, 3, True), ({"NA": 2}, [], False, 4, False),
        ({"NA": 2}, [9], False, 4, True), ({"NA": 2}, [9], True, 5, True), ({"NA": 2}, [9], True, 6, False),
    ):  # fmt: skip
        state = coast()
        king(state, 1, **levels)
        state.kingdoms[1].inventions = inventions
        units(state, 1, 41, "FL", leader=1, moves=moves)
        turn = turn_of(state, {"j1": "@1\n1: MO 42"})
        turn.marks.winds |= {1} if winds else set()
        turn.order_of = give_out_orders(turn)[1]
        season(turn, "B2")
        assert bool(find(turn, "moved")) is goes, (levels, inventions, winds, moves)


@pytest.mark.rule("RO-MOVE-06")
@pytest.mark.parametrize(
    ("type", "origin", "destination", "goes"),
    [
        ("LE", 41, 42, False), ("FL", 41, 42, True), ("FL", 42, 43, True), ("FL", 43, 44, True), ("FL", 44, 45, False),
        ("FL", 41, 40, False), ("FL", 41, 23, False), ("WH", 42, 41, True), ("ME", 41, 42, True), ("ME", 41, 40, True),
        ("EA", 41, 42, True), ("DR", 43, 44, True),
    ],
)  # fmt: skip
def test_each_class_has_its_own_ways(type: str, origin: int, destination: int, goes: bool) -> None:
    state = coast()
    king(state, 1, DR=4, province=origin)
    units(state, 1, origin, type, leader=1, race="eagle" if type == "EA" else "human")
    assert bool(find(spring(state, f"MO {destination}"), "moved")) is goes


@pytest.mark.rule("RO-MOVE-06")
@pytest.mark.parametrize(
    ("type", "at_sea", "on_a_coast", "inland"),
    [("LE", False, True, True), ("FL", True, True, False), ("WH", True, True, False), ("ME", True, True, True)],
)
def test_where_each_class_may_stand(type: str, at_sea: bool, on_a_coast: bool, inland: bool) -> None:
    state = coast()
    places = ((42, True), (42, False), (41, True), (41, False))
    may = [may_enter(type, state.provinces[number], coastal=coastal) for number, coastal in places]
    assert may == [at_sea, at_sea, on_a_coast, inland]


@pytest.mark.rule("RO-MOVE-07")
def test_a_fleet_carries_two_land_units_which_spend_a_move_on_landing_only() -> None:
    state = coast()
    units(state, 1, 41, "FL", "LE", "LE", leader=1)
    turn = spring(state, "MO 42")
    assert [unit.moves for unit in turn.contingent(1)] == [1, 0, 0]
    over = coast()
    units(over, 1, 41, "FL", "LE", "LE", "LE", leader=1)
    assert refusal(spring(over, "MO 42")) == "no_ships"
    step = play(coast_with_fleet(), {"j1": "@1\n1: MO 42\n2: MO 43\n3: MO 44"})
    assert step.state.characters[1].province == 43, "the fleet has only two moves"
    state = coast_with_fleet()
    state.characters[1].province = 43
    for unit in state.units.values():
        unit.province = 43
    turn = spring(state, "MO 44")
    assert [unit.moves for unit in turn.contingent(1)] == [1, 1, 1]
    state.units[2].moves = 2
    assert refusal(spring(state, "MO 44")) == "no_moves"


def coast_with_fleet() -> World:
    """The same, with a fleet and two legions under the King."""
    state = coast()
    units(state, 1, 41, "FL", "LE", "LE", leader=1)
    return state


@pytest.mark.rule("RO-MOVE-10", "RO-MOVE-11", "RO-EXPL-03", "RO-INFO-01")
def test_arriving_explores_by_half_and_charts_the_neighbours() -> None:
    state = world(1)
    turn = spring(state, "MO 42")
    kingdom = turn.kingdoms[1]
    assert kingdom.exploration[42] == 25 and 42 in kingdom.visited
    assert set(kingdom.charted) == {41, 42, *geography.NEIGHBOURS[41], *geography.NEIGHBOURS[42]}
    assert not set(kingdom.charted) & {44, 45, 100}


@pytest.mark.rule("RO-CHAR-10")
def test_the_feather_carries_a_lonely_bearer_two_provinces_far() -> None:
    state = world(1)
    item(state, "6", king(state, 1))
    assert spring(state, "MO 43").characters[1].province == 43
    assert refusal(spring(state, "MO 44")) == "not_adjacent"
    units(state, 1, 41, "LE", leader=1)
    assert refusal(spring(state, "MO 43")) == "not_adjacent"


# EXPL


@pytest.mark.rule("RO-EXPL-02", "RO-EXPL-03")
def test_what_an_exploration_adds() -> None:
    """W14, and Cartographie."""
    assert [gain(n, "jungle", cartography=False) for n in range(3)] == [10, 15, 20]
    assert [gain(n, "jungle", cartography=False) // 2 for n in range(3)] == [5, 7, 10]
    assert gain(1, "forest", cartography=False) == 22 and gain(1, "forest", cartography=True) == 33
    assert gain(1, "jungle", cartography=True) == 22, "rounded down once more"
    for text, reached in (("EX", 60), ("MO 42", 5)):
        state = world(1)
        land(state, 42, terrain="jungle")
        state.kingdoms[1].exploration = {41: 10}
        turn = spring(state, text)
        assert turn.kingdoms[1].exploration[41 if text == "EX" else 42] == reached
    state = world(1)
    king(state, 1, EX=1)
    land(state, 42, terrain="jungle")
    assert spring(state, "MO 42").kingdoms[1].exploration[42] == 7


@pytest.mark.rule("RO-EXPL-01", "RO-EXPL-02")
def test_exploration_goes_from_0_to_100_and_a_home_begins_there() -> None:
    state = world(2)
    assert state.kingdoms[1].exploration == {41: 100}
    king(state, 1, EX=9, province=42)
    assert spring(state, "EX").kingdoms[1].exploration[42] == 100


@pytest.mark.rule("RO-EXPL-04", "RO-EXPL-05")
def test_features_and_heroes_are_discovered_at_their_threshold_and_the_first_has_merit() -> None:
    state = world(2)
    for number in (1, 2):
        king(state, number, province=42)
    low, high = feature(state, 42, threshold=50, guardian="ogre"), feature(state, 42, "TB", threshold=51)
    open_ = feature(state, 42, "TU", threshold=50)
    hero = free_hero(state, 42, threshold=50, TA=2)
    king(state, 1, MA=1)
    turn = spring(state, "EX", j2="@2\n1: EX")
    for number, merit in ((1, {"chancellor": 4}), (2, {})):
        kingdom = turn.kingdoms[number]
        assert kingdom.features == {low.number: -1, open_.number: 0} and high.number not in kingdom.features
        assert kingdom.met[hero.number].levels == {"TA": 2}
        assert turn.characters[number].merit == merit
    assert not any(each.data["first"] for each in find(turn, "feature_discovered", "j2"))
    turn.discover(1, turn.now.features[high.number], None)
    assert not one(turn, "feature_discovered", "j1", place=2).data["first"], "nobody's merit: nobody was there"
    told = one(turn, "feature_discovered", "j1", place=1).data
    assert (told["feature"], told["guardian"], told["treasure"], told["place"], told["first"]) == (
        "DJ",
        "ogre",
        "B",
        1,
        True,
    )


@pytest.mark.rule("RO-EXPL-04", "RO-INFO-04")
def test_none_but_free_heroes_who_live_and_are_not_known_yet_are_discovered() -> None:
    state = world(2)
    king(state, 1, province=42)
    king(state, 2, province=42)
    new, dead, known = (free_hero(state, 42, threshold=1) for _ in range(3))
    dead.died = 1
    meet(state, 1, known.number)
    assert [each.data["other"] for each in find(spring(state, "EX"), "hero_discovered", "j1")] == [new.number]


@pytest.mark.rule("RO-EXPL-06")
@pytest.mark.parametrize(("items", "remains"), [([11], []), ([], [Remains(1, "LE", "elf")])])
def test_items_and_remains_are_shown_each_without_the_other(items: list[int], remains: list[Remains]) -> None:
    state = world(1)
    item(state, "ER")
    state.provinces[41].items, state.provinces[41].remains = items, remains
    told = one(spring(state, "EX"), "gathered", "j1").data
    assert (told["items"], told["remains"]) == ([[11, "ER"]] if items else [], [["LE", "elf"]] if remains else [])


@pytest.mark.rule("RO-EXPL-06", "RO-ARMY-15")
def test_a_province_wholly_explored_shows_remains_and_gives_its_items() -> None:
    for known, finds in ((50, True), (49, False)):
        state = world(1)
        king(state, 1, province=42)
        state.kingdoms[1].exploration[42] = known
        item(state, "ER")
        state.provinces[42].items = [11]
        state.provinces[42].remains = [Remains(1, "LE", "elf")]
        turn = spring(state, "EX")
        assert turn.characters[1].items == ([11] if finds else [])
        assert [event.data["remains"] for event in find(turn, "gathered")] == ([[["LE", "elf"]]] if finds else [])


@pytest.mark.rule("RO-ARMY-15")
def test_remains_vanish_after_five_turns() -> None:
    state = world(1)
    state.turn = 6
    state.provinces[42].remains = [Remains(1, "LE", "elf"), Remains(2, "LE", "elf")]
    assert play(state).state.provinces[42].remains == [Remains(2, "LE", "elf")]


@pytest.mark.rule("RO-EXPL-07", "RO-EXPL-08")
@pytest.mark.parametrize(
    ("text", "owner", "led", "chance"),
    [
        ("MO 42", 0, False, 15), ("MO 42", 1, False, 7), ("MO 42", 0, True, 0), ("EX", 0, True, 15),
        ("SE 1", 0, True, 15),
        ("TR 2", 0, False, 15), ("PU 2", 0, False, 15), ("PU 2", 0, True, 0), ("MO 99", 0, False, 0),
        ("PR TA", 0, False, 0),
    ],
)  # fmt: skip
def test_whom_a_wandering_monster_may_meet(text: str, owner: int, led: bool, chance: int) -> None:
    """Mountains: 15 %, halved in one's own land; never for those who move or pursue with units."""
    for told, meets in ((chance, True), (chance + 1, False)):
        state = world(2)
        place = 42 if text == "MO 42" else 43
        king(state, 1, province=41 if text == "MO 42" else place)
        king(state, 2, province=place)
        land(state, 42, terrain="mountain", owner=owner)
        land(state, 43, terrain="mountain", owner=owner)
        feature(state, place)
        if led:
            units(state, 1, state.characters[1].province, "LE", leader=1)
        meet(state, 1, 2)
        lost = (NO,) if text[:2] in ("TR", "PU") else ()
        learn = (NO,) if text[:2] in ("TR", "PU") else ()
        dice = (*lost, *learn, face(told), 0.5) if chance else (YES,)  # every die would bring one, if one were thrown
        turn = spring(state, text, chance=Fate(action=dice))
        assert bool(find(turn, "encounter", "j1")) is (meets and chance > 0), (text, told)


@pytest.mark.rule("RO-EXPL-07")
@pytest.mark.parametrize(("found", "chance", "where"), [(False, 15, 43), (True, 20, 44)])
def test_the_beasts_are_those_of_the_place_where_a_pursuit_ends(found: bool, chance: int, where: int) -> None:
    """From the mountain into the forest; whoever loses the track is still met in the mountain."""
    for told in (chance, chance + 1):
        state = world(2)
        king(state, 1, province=43)
        king(state, 2, province=45)
        meet(state, 1, 2)
        land(state, 43, terrain="mountain")
        land(state, 44, terrain="forest")
        turn = spring(state, "PU 2", chance=Fate(action=(YES if found else NO, NO, face(told), 0.5)))
        assert turn.characters[1].province == where and bool(find(turn, "track_lost")) is not found
        assert bool(find(turn, "encounter", "j1")) is (told == chance)


# REC


@pytest.mark.rule("RO-REC-01", "RO-REC-02", "RO-REC-06")
@pytest.mark.parametrize(
    ("text", "change", "reason"),
    [
        ("RE LE 1", {}, ""), ("RE GA 1", {}, ""), ("RE BO 1", {}, "type_not_raised"),
        ("RE LE 1", {"owner": 0}, "not_own_province"),
        ("RE LE 1", {"gold": 1}, "too_poor"), ("RE LE 1", {"gold": 2}, ""),
        ("RE LE 1", {"recruited": 4}, "capacity_exhausted"),
        ("RE LE 1 POUR 2", {}, ""), ("RE LE 1 POUR 3", {}, "cannot_lead"), ("RE LE 1 POUR 9", {}, "cannot_lead"),
        ("RE LE 1", {"enemy": True}, "enemies_present"), ("RE GA 1", {"race": "troll"}, "type_not_raised"),
    ],
)  # fmt: skip
def test_when_recruiting_is_ignored(text: str, change: dict[str, object], reason: str) -> None:
    state = world(1)
    person(state, 1, 41)
    person(state, 1, 42)
    state.kingdoms[1].gold = int(change.pop("gold", 10))  # type: ignore[call-overload]
    if change.pop("enemy", False):
        units(state, 0, 41, "LE")
    land(state, 41, **{key: value for key, value in change.items() if key != "recruited"})
    turn = turn_of(state, {"j1": f"@1\n1: {text}"})
    turn.provinces[41].recruited = int(change.get("recruited", 0))  # type: ignore[call-overload]
    turn.order_of = give_out_orders(turn)[1]
    season(turn, "B2")
    assert refusal(turn) == reason
    if not reason:
        recruit = turn.now.units[101]
        assert (recruit.race, recruit.leader) == ("human", 2 if "POUR" in text else 1)


@pytest.mark.rule("RO-REC-03", "RO-REC-05")
def test_capacity_goes_by_wealth_and_home_recruits_are_better() -> None:
    for base, home, count, quality in ((10, True, 4, 2), (7, False, 3, 1), (3, False, 2, 1), (2, False, 1, 1)):
        state = world(1)
        state.kingdoms[1].gold = 99
        place = 41 if home else 42
        king(state, 1, province=place)
        land(state, place, tax_base=base, owner=1)
        turn = spring(state, "RE LE 9")
        assert [unit.quality for unit in turn.now.units.values()] == [quality] * count
    step = play(state, {"j1": "@1\n1: RE LE 1\n2: RE LE 1"})
    assert reasons(step) == ["capacity_exhausted"]
    assert len(find(play(step.state, {"j1": "@1\n1: RE LE 1"}), "unit_born")) == 1


@pytest.mark.rule("RO-REC-03")
def test_what_was_raised_before_is_taken_from_the_capacity() -> None:
    state = world(1)
    state.kingdoms[1].gold = 99
    step = play(state, {"j1": "@1\n1: RE LE 3\n2: RE LE 9"})
    assert [event.data["count"] for event in find(step, "recruited", "j1")] == [3, 1]


@pytest.mark.rule("RO-REC-04")
def test_a_recruit_costs_its_pay_at_once_and_again_at_the_end_of_the_year() -> None:
    state = world(1)
    step = play(state, {"j1": "@1\n1: RE HC 2"})
    assert one(step, "recruited").data["gold"] == 6 and step.state.kingdoms[1].gold == 10 - 6 + 10 - 6


@pytest.mark.rule("RO-REC-06")
def test_recruits_whom_nobody_may_lead_stand_in_garrison() -> None:
    state = world(1)
    land(state, 41, race="elf", types=("BO",))
    assert [unit.leader for unit in spring(state, "RE BO 1").now.units.values()] == [0]
    king(state, 1, DR=1)
    assert [unit.leader for unit in spring(state, "RE BO 1").now.units.values()] == [1]


def allied() -> World:
    """King 1 stands in a land of his ally, who leads it beside him."""
    state = world(2)
    relate(state, 1, 2, "allied")
    own(state, 2, 42)
    for number in (1, 2):
        king(state, number, province=42)
    king(state, 1, MA=3)
    return state


@pytest.mark.rule("RO-REC-07", "RO-REC-03")
def test_an_ally_who_treats_lets_one_recruit_after_his_own_people() -> None:
    turn = spring(allied(), "RE LE 1")
    assert refusal(turn) == "not_own_province"
    turn = spring(allied(), "RE LE 1", j2="@ROYAUME\nTRAITE 1")
    assert (turn.kingdoms[1].gold, turn.kingdoms[2].gold) == (10 - 3, 11)
    turn = spring(allied(), "RE LE 2", j2="@2\n1: RE LE 2\n@ROYAUME\nTRAITE 1")
    assert {unit.kingdom for unit in turn.now.units.values()} == {2} and refusal(turn) == "capacity_exhausted"
    for gold, raised in ((3, 1), (2, 0), (5, 1), (6, 2)):  # a legion costs two, and one to the ally
        state = allied()
        state.kingdoms[1].gold = gold
        turn = spring(state, "RE LE 2", j2="@ROYAUME\nTRAITE 1")
        assert (len(turn.now.units), turn.kingdoms[1].gold) == (raised, gold - 3 * raised)
        assert refusal(turn) == ("" if raised else "too_poor")
    state = allied()
    state.kingdoms[1].home = 42
    state.kingdoms[1].gold = 99
    turn = spring(state, "RE LE 9", j2="@ROYAUME\nTRAITE 1")
    assert [unit.quality for unit in turn.now.units.values()] == [2] * 4, "his former home"


@pytest.mark.rule("RO-REC-07")
@pytest.mark.parametrize(
    ("relation", "orders", "invited"),
    [
        ("allied", "TRAITE 1", True), ("allied", "TRAITE 3", False), ("allied", "DON 1 1", False),
        ("neutral", "TRAITE 1", False),
    ],
)  # fmt: skip
def test_nobody_but_an_ally_who_treats_with_us_invites_us(relation: str, orders: str, invited: bool) -> None:
    state = world(3)
    relate(state, 1, 2, relation)
    own(state, 2, 42)
    king(state, 1, province=42)
    turn = spring(state, "RE LE 1", j2=f"@ROYAUME\n{orders}")
    assert refusal(turn) == ("" if invited else "not_own_province") and len(turn.now.units) == invited


@pytest.mark.rule("RO-REC-08")
@pytest.mark.parametrize(
    ("wanted", "owner", "hired", "raised"), [(2, 0, 2, 0), (3, 0, 2, 0), (2, 1, 2, 0), (3, 1, 2, 1)]
)
def test_no_troll_is_raised_but_for_want_of_mercenaries(wanted: int, owner: int, hired: int, raised: int) -> None:
    state = world(1)
    king(state, 1, DR=2, province=42)
    state.kingdoms[1].gold = 99
    land(state, 42, race="troll", types=("TR",), owner=owner)
    units(state, 0, 42, "TR", "TR", race="troll", mercenary=4)
    turn = spring(state, f"RE TR {wanted}")
    assert one(turn, "mercenaries_hired", "j1").data["count"] == hired and refusal(turn) == ""
    assert [each.data["count"] for each in find(turn, "recruited", "j1")] == [raised] * bool(raised)


@pytest.mark.rule("RO-REC-08", "RO-GEN-07")
@pytest.mark.parametrize(
    ("type", "trolls", "reason"),
    [("TR", 1, ""), ("TR", 0, "not_own_province"), ("LE", 1, "not_own_province"), ("LE", 0, "not_own_province")],
)
def test_mercenaries_may_be_hired_where_nothing_else_is_raised(type: str, trolls: int, reason: str) -> None:
    state = world(1)
    king(state, 1, province=42)
    units(state, 0, 42, *["TR"] * trolls, race="troll", mercenary=4)
    turn = turn_of(state)
    fault = fault_of(turn, turn.characters[1], Recruit(type, 1))
    assert (fault.reason if fault else "") == reason


@pytest.mark.rule("RO-REC-08", "RO-ARMY-14")
def test_mercenary_trolls_are_hired_where_they_stand() -> None:
    state = world(1)
    king(state, 1, DR=2, province=42)
    units(state, 0, 42, "TR", "TR", race="troll", quality=3, mercenary=4)
    turn = spring(state, "RE TR 1")
    hired = turn.now.units[101]
    assert 1 not in turn.now.units, "it has a number of its new kingdom's"
    assert (hired.kingdom, hired.leader, hired.quality, hired.mercenary) == (1, 1, 3, 0)
    assert turn.kingdoms[1].gold == 7 and turn.provinces[42].recruited == 0 and turn.now.units[2].mercenary == 4
    king(state, 1, DR=1)
    assert refusal(spring(state, "RE TR 1")) == "not_own_province", "nobody here could lead them"
    land(state, 42, race="troll", types=("TR",), owner=1)
    king(state, 1, DR=2)
    assert len([unit for unit in spring(state, "RE TR 3").now.units.values() if unit.kingdom == 1]) == 3


@pytest.mark.rule("RO-REC-08", "RO-GEN-06")
@pytest.mark.parametrize(("gold", "hired"), [(2, 0), (3, 1), (5, 1), (6, 2), (99, 2)])
def test_mercenaries_are_hired_to_the_last_piece(gold: int, hired: int) -> None:
    """Three pieces a troll: whoever has exactly that gets one, and whoever has one piece less gets none."""
    state = world(1)
    king(state, 1, DR=2, province=42)
    units(state, 0, 42, "TR", "TR", "TR", race="troll", mercenary=4)
    state.kingdoms[1].gold = gold
    turn = spring(state, "RE TR 2")
    assert sum(unit.kingdom == 1 for unit in turn.now.units.values()) == hired
    assert turn.kingdoms[1].gold == gold - 3 * hired


@pytest.mark.rule("RO-ARMY-14")
def test_unhired_mercenaries_leave() -> None:
    state = world(1)
    state.turn = 4
    units(state, 0, 42, "TR", race="troll", mercenary=4)
    assert not play(state).state.units
    state.units[1].mercenary = 5
    assert play(state).state.units


# ARMY


@pytest.mark.rule("RO-ARMY-01")
def test_what_a_unit_is() -> None:
    state = world(1)
    unit = units(state, 1, 41, "LE", leader=1, moves=1)[0]
    assert {"number", "type", "race", "quality", "kingdom", "province", "leader", "moves"} <= set(
        unit.__struct_fields__
    )


@pytest.mark.rule("RO-ARMY-02")
def test_whom_a_druid_may_lead() -> None:
    """W13, and the crown, the feather, the dead."""
    state = world(1)
    ruler = king(state, 1)
    races = ["human", "elf", "dwarf", "orc", "merman", "werebeast", "whale", "troll", "eagle", "ent", "dragon"]

    def led() -> list[str]:
        return [
            race
            for race in races
            if may_lead(state.items, ruler, race, {"eagle": "EA", "dragon": "DR"}.get(race, "LE"))
        ]

    counts = []
    for level in range(5):
        ruler.levels["DR"] = level
        counts.append(len(led()))
    assert counts == [1, 6, 8, 10, 11]
    ruler.levels["DR"] = 0
    assert led() == ["human"]
    item(state, "6", ruler)
    item(state, "5", ruler)
    assert led() == ["human", "eagle", "dragon"]
    assert not may_lead(state.items, ruler, "skeleton", "LE")
    ruler.levels["NE"] = 1
    assert may_lead(state.items, ruler, "skeleton", "LE")


@pytest.mark.rule("RO-ARMY-03")
@pytest.mark.parametrize(("owner", "kept"), [(1, True), (0, False)])
def test_units_leave_a_leader_who_may_no_longer_lead_them(owner: int, kept: bool) -> None:
    state = world(1)
    land(state, 42, owner=owner)
    king(state, 1, province=42)
    friend = person(state, 1, 42)
    item(state, "CD", king(state, 1))
    units(state, 1, 42, "BO", leader=1, race="elf")
    turn = spring(state, f"GI 11 {friend.number}")
    check_leaders(turn)
    assert [(unit.leader, unit.province) for unit in turn.now.units.values()] == ([(0, 42)] if kept else [])
    assert one(turn, "leaderless", "j1")


@pytest.mark.rule("RO-ARMY-02", "RO-ARMY-03")
def test_whom_a_druid_may_lead_stays_with_him() -> None:
    state = world(1)
    king(state, 1, DR=1)
    units(state, 1, 41, "BO", leader=1, race="elf")
    turn = turn_of(state)
    check_leaders(turn)
    assert turn.leads(1) and not find(turn, "leaderless")


@pytest.mark.rule("RO-ARMY-03", "RO-ARMY-08")
def test_at_sea_the_ships_become_a_garrison_before_those_whom_they_carry() -> None:
    """Three of the old legions are left to two places: the order of the numbers would drown all of them."""
    state = world(1)
    sea(state, 42)
    own(state, 1, 42)
    king(state, 1, province=42)
    units(state, 1, 42, "LE", "LE", "LE", "FL", leader=1, race="elf")
    turn = turn_of(state)
    check_leaders(turn)
    assert {unit.number: unit.leader for unit in turn.now.units.values()} == {1: 0, 2: 0, 4: 0}
    assert one(turn, "leaderless", "j1").data["lost"] == [[3, "LE", "elf", ""]]


@pytest.mark.rule("RO-ARMY-04", "RO-ARMY-05", "RO-VAR-04")
def test_reduced_units_become_bleus_at_the_end_of_the_year() -> None:
    for hardened, expected in ((False, [1, 1, 2]), (True, [1, 2, 2])):
        state = world(1, hardened=hardened)
        for quality in (0, 1, 2):
            units(state, 1, 41, "LE", quality=quality)
        assert [unit.quality for unit in play(state).state.units.values()] == expected


@pytest.mark.rule("RO-ARMY-08", "RO-ARMY-09")
@pytest.mark.parametrize(
    ("terrain", "owner", "types", "left"),
    [
        ("plain", 1, ["LE"], 1), ("plain", 0, ["LE"], 0), ("plain", 2, ["LE"], 1), ("plain", 3, ["LE"], 0),
        ("sea", 0, ["FL", "LE", "LE"], 3), ("sea", 0, ["FL", "LE", "LE", "LE"], 3), ("sea", 0, ["EA"], 1),
    ],
)  # fmt: skip
def test_where_a_garrison_may_stand(terrain: str, owner: int, types: list[str], left: int) -> None:
    state = world(3)
    relate(state, 1, 2, "allied")
    land(state, 42, terrain=terrain, owner=owner)
    king(state, 1, province=42)
    units(state, 1, 42, *types, leader=1)
    turn = spring(state, "LE * G")
    assert len(turn.garrison(42, 1)) == left and refusal(turn) == ("" if left else "no_units")


@pytest.mark.rule("RO-ARMY-09", "RO-ORD-08", "RO-ORD-09")
def test_units_pass_from_hand_to_hand_and_what_cannot_is_skipped() -> None:
    state = world(2)
    person(state, 1, 41)
    units(state, 1, 41, "LE", "LE", leader=1)
    units(state, 1, 41, "BO", leader=1, race="elf")
    units(state, 1, 41, "LE")
    units(state, 1, 42, "LE")
    turn = spring(state, "LE 1,3-5 3")
    told = one(turn, "left_units").data
    assert (told["units"], told["skipped"]) == ([1, 4], [3, 5])
    turn = spring(state, "@3\n1: PI 1,3,5")
    told = one(turn, "picked_up").data
    assert (told["units"], told["skipped"]) == ([1], [3, 5])
    assert [unit.number for unit in spring(state, "@3\n1: PI *").contingent(3)] == [4]
    state.characters[3].levels["DR"] = 1
    assert one(spring(state, "@3\n1: PI 1,3"), "picked_up").data["units"] == [1, 3], "who speaks to elves leads them"
    assert refusal(spring(state, "LE 5 3")) == "no_units"
    state.characters[3].province = 42
    assert refusal(spring(state, "LE 1 3")) == "receiver_absent"


@pytest.mark.rule("RO-ARMY-10", "RO-ORD-06")
def test_disbanding_gives_nothing_back() -> None:
    state = world(1)
    units(state, 1, 41, "LE", leader=1)
    units(state, 1, 41, "GA")
    units(state, 1, 42, "LE")
    turn = spring(state, "DI 1-3")
    assert sorted(turn.now.units) == [3] and turn.kingdoms[1].gold == 10
    assert one(turn, "disbanded").data["skipped"] == [3]
