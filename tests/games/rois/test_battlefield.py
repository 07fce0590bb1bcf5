"""Battles in the world: who fights whom, who commands, where the beaten go, who holds what in the end."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Event, seen_by
from heraut.games.rois.battle.camps import Camp, camps_in, gather, side_of, soldiers, unite_chance
from heraut.games.rois.battle.conquest import conquests, excess_cargo
from heraut.games.rois.battle.field import Battlefield, battles, largest_realm, leave_mercenaries, rebirths, werebeasts
from heraut.games.rois.battle.fight import Battle, Fate, Line
from heraut.games.rois.battle.losses import bury, learn_and_earn
from heraut.games.rois.battle.retreat import Retreat, follow, refuges_of, settle, share_the_rout, withdraw
from heraut.games.rois.encounter.plan import read_plan
from heraut.games.rois.orders import Cast
from heraut.games.rois.phases.spells import EFFECTS
from heraut.games.rois.phases.spying import pursuit_chance
from heraut.games.rois.report import report
from heraut.games.rois.resolution import Turn
from heraut.games.rois.sight import look_around
from heraut.games.rois.state import HUMANOIDS, Unit, World
from heraut.games.rois.view import view
from heraut.games.rois.world.geography import NEIGHBOURS, distance

from .bare_world import FIELD, NEXT, arrive, bare_world, item, lay, person, place, play, relate, told, troops
from .fate import Fate as Dies
from .fate import per_cent, share

SEA = 130  # a province that nothing else touches
A, B, C = 1, 2, 3
SHY = read_plan("FL")  # refuses every duel


def many(build: object, count: int = 200) -> list[Turn]:
    """So many turns of worlds made by `build`, each with chances of its own, after their battles."""
    turns = []
    for n in range(count):
        turn: Turn = build(str(n))  # type: ignore[operator]
        battles(turn)
        turns.append(turn)
    return turns


def invasion(world: World, attackers: str = "DR DR DR DR", defenders: str = "BO", owner: int = B) -> None:
    """A invades the field, which B owns (0: natives)."""
    lay(world, FIELD, owner=owner)
    troops(world, attackers, A, FIELD, person(world, A, duel=SHY), race="dragon", quality=5)
    troops(world, defenders, owner, FIELD)


def leader_of(world: World, kingdom: int) -> int:
    return max(number for number, each in world.characters.items() if each.kingdom == kingdom)


def fought(turn: Turn) -> list[tuple[int, tuple[int, ...]]]:
    """Province and Enemies of the battles that the first kingdom heard of."""
    return [(event.data["province"], tuple(event.data["foes"])) for event in told(turn, "battle", A)]


# Who fights


@pytest.mark.rule("RO-BAT-01")
def test_enemies_fight_wherever_they_stand_together_in_the_order_of_the_provinces() -> None:
    world = bare_world()
    for province in (FIELD, 20, 140):
        lay(world, province, owner=B)
        leader = person(world, A, province)
        troops(world, "LE LE", A, province, leader)
        troops(world, "LE", B, province)
    turn = play(world)
    battles(turn)

    assert [province for province, _ in fought(turn)] == [20, FIELD, 140]


@pytest.mark.rule("RO-BAT-01", "RO-MAG-06")
@pytest.mark.parametrize("relation", ["neutral", "allied"])
def test_only_enemies_fight(relation: str) -> None:
    world = bare_world(relation=relation)
    invasion(world)
    turn = play(world)
    battles(turn)
    assert fought(turn) == []

    misty = bare_world()
    invasion(misty)
    turn = play(misty)
    turn.fogged.add(FIELD)
    battles(turn)
    assert fought(turn) == []


@pytest.mark.rule("RO-BAT-02")
def test_allies_of_the_owner_defend_even_beside_an_ally_of_the_invader() -> None:
    world = bare_world()
    invasion(world, "LE LE")
    relate(world, A, C, "allied")
    relate(world, B, C, "allied")
    troops(world, "LE LE LE", C, FIELD, person(world, C))
    turn = play(world)
    battles(turn)

    (event,) = told(turn, "battle", C)
    assert (event.data["attacking"], event.data["allies"], event.data["foes"]) == (False, [B], [A])


@pytest.mark.rule("RO-BAT-02", "RO-DIP-01")
def test_natives_are_everybody_s_enemies() -> None:
    world = bare_world(relation="allied")
    invasion(world, owner=0)
    turn = play(world)
    battles(turn)

    assert fought(turn) == [(FIELD, (0,))]
    assert not [unit for unit in turn.units_in(FIELD) if unit.kingdom == 0]


@pytest.mark.rule("RO-BAT-03", "RO-BAT-04")
def test_forces_unite_around_the_largest() -> None:
    world = bare_world()
    lay(world, FIELD, owner=B)
    troops(world, "LE", B)
    big, small, foreign = person(world, A), person(world, A), person(world, C)
    troops(world, "DR DR DR", A, FIELD, big, race="dragon", quality=5)
    troops(world, "LE", A, FIELD, small)
    troops(world, "LE LE", C, FIELD, foreign)
    relate(world, A, C, "neutral")
    turn = play(world)  # all there since the season began: the two of A are one force, C's another
    battles(turn)

    first = told(turn, "battle", A)[0].data
    assert len([post for post in first["own"] if post["kingdom"] == A]) == 4
    assert all(event.data["allies"] == [] for event in told(turn, "battle"))


@pytest.mark.rule("RO-BAT-03")
def test_the_largest_contingent_is_the_nucleus_and_of_equal_ones_the_better_march() -> None:
    world = bare_world()
    big, quick, quicker = person(world, A), person(world, A, MA=3), person(world, A, MA=4)
    for leader, types in ((big, "LE LE LE"), (quick, "LE LE"), (quicker, "LE LE")):
        troops(world, types, A, FIELD, leader)
    turn = play(world)
    for leader, origin in ((big, NEXT[0]), (quick, NEXT[2]), (quicker, NEXT[4])):
        arrive(turn, leader, origin)
    field = turn.provinces[FIELD]
    camps = camps_in(turn, field)
    assert gather(turn, camps, field)[0][0].host == big.number
    assert gather(turn, [camp for camp in camps if camp.host != big.number], field)[0][0].host == quicker.number


@pytest.mark.rule("RO-BAT-04")
def test_example_w29_and_the_other_columns() -> None:
    world = bare_world()
    turn = play(world)
    slow, fast = person(world, A, MA=1), person(world, A, MA=3)
    sailor = person(world, A, NA=2)

    def chance(one: int, other: int, leaders: object = (slow, fast)) -> int:
        first, second = leaders  # type: ignore[misc]
        return unite_chance(turn, Camp(A, first, [], one), Camp(A, second, [], other))

    here, there = NEXT[0], next(n for n in NEXT if distance(n, NEXT[0]) == 1)
    far = next(n for n in NEXT if distance(n, NEXT[0]) == 2)
    assert chance(here, there) == 80  # example W29
    assert chance(here, here) == 100
    assert chance(here, far) == 50
    assert chance(here, 0) == 80  # one was there already
    assert chance(0, 0) == 100
    turn.now.provinces[here].terrain = "sea"
    assert chance(here, there, (slow, sailor)) == chance(there, here, (slow, sailor)) == 60
    turn.now.provinces[there].terrain = "sea"
    assert chance(here, there) == 50
    assert chance(here, there, (slow, sailor)) == 70


@pytest.mark.slow
@pytest.mark.rule("RO-BAT-03", "RO-BAT-04")
def test_two_forces_that_fail_to_meet_fight_apart() -> None:
    def build(seed: str) -> Turn:
        world = bare_world()
        invasion(world, "LE LE LE", "LE LE LE LE LE LE")
        other = person(world, A)
        troops(world, "LE LE", A, FIELD, other)
        turn = play(world, seed)
        arrive(turn, leader_of(world, A) - 1, NEXT[0])
        arrive(turn, other, next(n for n in NEXT if distance(n, NEXT[0]) == 2))
        return turn

    united = [len(told(turn, "battle", A)[0].data["own"]) == 5 for turn in many(build)]
    assert 0.1 < share(united) < 0.3  # 20 %


@pytest.mark.slow
@pytest.mark.rule("RO-BAT-05")
def test_the_larger_force_is_likelier_to_be_the_first() -> None:
    def build(seed: str) -> Turn:
        world = bare_world()
        lay(world, FIELD, owner=B)
        troops(world, "LE LE LE LE", B, quality=5)
        relate(world, A, C, "neutral")
        troops(world, "LE LE LE", A, FIELD, person(world, A), quality=1)
        troops(world, "LE", C, FIELD, person(world, C), quality=1)
        return play(world, seed)

    first = [told(turn, "battle", B)[0].data["foes"] == [A] for turn in many(build, 300)]
    assert 0.67 < share(first) < 0.83


@pytest.mark.rule("RO-BAT-06")
@pytest.mark.parametrize(("relation", "count"), [("enemy", 2), ("neutral", 1), ("allied", 1)])
def test_who_comes_after_the_victor(relation: str, count: int) -> None:
    world = bare_world()
    lay(world, FIELD, owner=B)
    troops(world, "BO", B, quality=1)
    relate(world, A, C, relation)
    one, other = person(world, A), person(world, C)
    troops(world, "DR DR DR DR", A, FIELD, one, race="dragon", quality=5)
    troops(world, "DR DR DR DR", C, FIELD, other, race="dragon", quality=5)
    turn = play(world)
    arrive(turn, one, NEXT[0])
    arrive(turn, other, NEXT[3])
    battles(turn)

    held = {event.data["province"] for event in told(turn, "battle")}
    assert held == {FIELD}
    heard = {kingdom: len(told(turn, "battle", kingdom)) for kingdom in (A, C)}
    if relation == "allied":  # together, or one after the other, which then stands by
        assert set(heard.values()) <= {0, 1}
    else:
        assert sum(heard.values()) == (3 if relation == "enemy" else 1)
        assert max(heard.values()) == count


@pytest.mark.rule("RO-BAT-07")
def test_after_a_beaten_force_the_next_meets_what_is_left() -> None:
    def build(seed: str) -> Turn:
        world = bare_world()
        lay(world, FIELD, owner=B)
        troops(world, "LE LE LE LE LE", B)
        relate(world, A, C, "neutral")
        troops(world, "LE LE LE LE LE", A, FIELD, person(world, A))
        troops(world, "LE LE LE LE LE", C, FIELD, person(world, C))
        return play(world, seed)

    sizes = []
    for turn in many(build, 60):
        heard = [event.data for event in told(turn, "battle", B)]
        if len(heard) == 2 and heard[0]["won"]:
            assert len(heard[1]["own"]) == 5 - heard[0]["lost"]
            sizes.append(len(heard[1]["own"]))
    assert 5 in sizes and min(sizes) < 5


@pytest.mark.rule("RO-BAT-08")
def test_on_strange_ground_whoever_was_there_first_defends() -> None:
    world = bare_world()
    lay(world, FIELD, "sea")
    one, other = person(world, A, duel=SHY), person(world, B)
    troops(world, "FL FL", A, FIELD, one)
    troops(world, "FL FL", B, FIELD, other)
    for newcomer, defends in ((other, A), (one, B)):
        turn = play(world)
        arrive(turn, newcomer, NEXT[0])
        battles(turn)
        event = told(turn, "battle", A)[0].data
        assert event["attacking"] is (defends != A)
        strength = {post["strength"] for post in event["own"]}
        assert strength == ({7.5} if defends == A else {6.0})  # (3 + 1) x 2 demoralised, and a quarter more

    turn = play(world)  # both arrive: nobody has the bonus
    arrive(turn, one, NEXT[0])
    arrive(turn, other, NEXT[1])
    battles(turn)
    event = told(turn, "battle", A)[0].data
    assert event["attacking"] is False and {post["strength"] for post in event["own"]} == {6.0}


@pytest.mark.rule("RO-BAT-08")
def test_the_owner_helps_a_sole_ally_and_stays_out_otherwise() -> None:
    """A third party changes nothing: an Ally among the foes is enough to keep him out."""
    for friends, third, owner_fights in (
        ((A,), "", True), ((), "", False), ((A, B), "", False), ((A, B), "LE", False), ((A,), "LE", True),
    ):  # fmt: skip
        world = bare_world(4)
        owner = 4
        lay(world, FIELD, owner=owner)
        for kingdom in (A, B, C):
            relate(world, kingdom, owner, "allied" if kingdom in friends else "neutral")
        troops(world, "LE LE", A, FIELD, person(world, A))
        troops(world, "LE LE", B, FIELD, person(world, B))
        troops(world, third, C, FIELD, person(world, C))
        troops(world, "LE", owner)
        turn = play(world)
        battles(turn)
        assert bool(told(turn, "battle", owner)) is owner_fights
        if owner_fights:
            assert told(turn, "battle", A)[0].data["allies"] == [owner]


@pytest.mark.rule("RO-BAT-06")
@pytest.mark.parametrize(("relation", "joins"), [("allied", True), ("neutral", False)])
def test_the_victor_s_allies_defend_with_him_against_who_comes_last(relation: str, joins: bool) -> None:
    world = bare_world()
    relate(world, A, C, relation)
    lay(world, FIELD, owner=B)
    for kingdom in (A, C):
        troops(world, "LE", kingdom, FIELD, person(world, kingdom))
    field = Battlefield(play(world), world.provinces[FIELD])
    first, second = field.camps
    field.holder = A
    assert field.against([second], [first]) == [first, *[second] * joins]


@pytest.mark.rule("RO-BAT-08")
def test_one_camp_that_was_there_settles_its_whole_kingdom() -> None:
    world = bare_world()
    lay(world, FIELD, "sea")
    newcomer, old, young = (person(world, kingdom, duel=SHY) for kingdom in (A, B, B))
    for leader in (newcomer, old, young):
        troops(world, "FL FL", leader.kingdom, FIELD, leader)
    turn = play(world)
    for leader in (newcomer, young):
        arrive(turn, leader, NEXT[0])
    battles(turn)
    data = told(turn, "battle", B)[0].data
    assert data["attacking"] is False
    assert max(post["strength"] for post in data["own"]) == 10.0, "4 x 2 x 5/4: the bonus is theirs"


@pytest.mark.rule("RO-BAT-08")
@pytest.mark.parametrize(
    ("friend", "owners", "attacking"), [(B, "LE", True), (A, "LE", False), (B, "", False), (A, "", True)]
)
def test_the_owner_s_ally_defends_even_against_those_who_were_there(friend: int, owners: str, attacking: bool) -> None:
    """So he does while the owner is there to stand by him; else whoever was there first."""
    world = bare_world(4)
    lay(world, FIELD, owner=4)
    for kingdom in (A, B, C):
        relate(world, kingdom, 4, "allied" if kingdom == friend else "neutral")
    for kingdom in (A, B):
        troops(world, "LE LE", kingdom, FIELD, person(world, kingdom, duel=SHY))
    troops(world, owners, 4)
    turn = play(world)
    arrive(turn, leader_of(world, friend), NEXT[0])
    battles(turn)
    assert told(turn, "battle", A)[0].data["attacking"] is attacking
    assert told(turn, "battle", friend)[0].data["allies"] == ([4] if owners else [])


@pytest.mark.rule("RO-DUEL-08")
@pytest.mark.parametrize(
    ("kingdom", "province", "died", "follows"),
    [(A, FIELD, 0, True), (C, FIELD, 0, False), (A, NEXT[0], 0, False), (A, FIELD, 1, False)],
)
def test_the_new_commander_takes_units_of_his_own_kingdom_over_where_he_stands(
    kingdom: int, province: int, died: int, follows: bool
) -> None:
    world = bare_world()
    troops(world, "LE", A)
    commander = person(world, kingdom, province, died=died)
    turn = play(world)
    fallen = Camp(A, None, turn.units_in(FIELD), host=99)
    left = follow(turn, [fallen], turn.characters[commander.number])
    assert (not left) is follows and turn.leads(commander.number) is follows


@pytest.mark.rule("RO-DUEL-08")
@pytest.mark.parametrize(
    ("terrain", "owner", "swept", "stays"),
    [
        ("plain", A, False, True), ("plain", C, False, True), ("plain", B, False, False), ("plain", 0, False, False),
        ("sea", B, False, True), ("plain", B, True, True),
    ],
)  # fmt: skip
def test_units_without_a_leader_stay_where_they_may_be_a_garrison(
    terrain: str, owner: int, swept: bool, stays: bool
) -> None:
    """Those at sea are drowned by other rules; of those swept along it is their new place that counts."""
    world = bare_world()
    relate(world, A, C, "allied")
    lay(world, FIELD, terrain, owner=owner)
    lay(world, NEXT[0], owner=A)
    (lost,) = troops(world, "LE", A, NEXT[0] if swept else FIELD)
    (led,) = troops(world, "LE", A, FIELD, person(world, A))
    turn = play(world)
    field = Battlefield(turn, turn.provinces[FIELD])
    gone = Unit(99, "LE", "human", 2, A, FIELD)
    field.orphans = [turn.now.units[lost.number], turn.now.units[led.number], gone]
    field.rehouse()
    assert (lost.number in turn.now.units) is stays and led.number in turn.now.units
    assert [event.data["lost"] for event in told(turn, "leaderless", A)] == [[[1, "LE", "human", ""]]] * (not stays)


@pytest.mark.rule("RO-DUEL-08", "RO-INFO-03")
def test_each_kingdom_hears_of_its_own_units_without_a_leader() -> None:
    world = bare_world()
    orphans = [*troops(world, "LE", A), *troops(world, "BO", C)]
    turn = play(world)
    field = Battlefield(turn, turn.provinces[FIELD])
    field.orphans = [turn.now.units[unit.number] for unit in orphans]
    field.rehouse()
    for kingdom, type in ((A, "LE"), (C, "BO")):
        (event,) = told(turn, "leaderless", kingdom)
        assert [row[1] for row in event.data["lost"]] == [type]


@pytest.mark.rule("RO-BAT-06", "RO-BAT-07")
@pytest.mark.parametrize(("sizes", "holder"), [((1, 3), C), ((3, 1), A), ((2, 2), A)])
def test_of_a_force_of_two_kingdoms_the_one_with_most_units_holds_the_place(
    sizes: tuple[int, int], holder: int
) -> None:
    camps = [
        Camp(kingdom, None, [Unit(n, "LE", "human", 2, kingdom, FIELD) for n in range(size)])
        for kingdom, size in zip((A, C), sizes, strict=True)
    ]
    assert largest_realm(camps) == holder


@pytest.mark.rule("RO-BAT-08")
def test_of_more_than_two_parties_the_settled_one_is_attacked_in_turn() -> None:
    world = bare_world()
    lay(world, FIELD, "sea")
    leaders = {kingdom: person(world, kingdom) for kingdom in (A, B, C)}
    for kingdom, leader in leaders.items():
        troops(world, "FL FL FL", kingdom, FIELD, leader, quality=5 if kingdom == C else 1)
    turn = play(world)
    arrive(turn, leaders[A], NEXT[0])
    arrive(turn, leaders[B], NEXT[1])
    battles(turn)

    heard = [(event.data["attacking"], event.data["foes"]) for event in told(turn, "battle", C)]
    assert sorted(heard) == [(False, [A]), (False, [B])]
    assert told(turn, "battle", A)[0].data["foes"] == [C]


@pytest.mark.rule("RO-BAT-08", "RO-BAT-34")
def test_whoever_has_fled_from_one_force_does_not_meet_the_next() -> None:
    escaped = 0
    for n in range(10):
        world = bare_world()
        lay(world, FIELD, "sea")
        lay(world, NEXT[3], "sea")
        leaders = [person(world, kingdom) for kingdom in (A, B, C)]
        for leader, types, quality in zip(leaders, ("FL FL FL", "FL FL FL", "FL"), (5, 5, 1), strict=True):
            troops(world, types, leader.kingdom, FIELD, leader, quality=quality)
        turn = play(world, str(n))
        for leader in leaders[:2]:
            arrive(turn, leader, NEXT[0])
        battles(turn)
        assert len(told(turn, "battle", C)) == 1
        escaped += places(turn, C) == {NEXT[3]}
    assert escaped


@pytest.mark.rule("RO-BAT-08")
@pytest.mark.parametrize(
    ("arriving", "defender", "bonus"),
    [
        ((A, B, C), A, False),
        ((A, B), C, True),
        ((A,), B, False),  # B and C are both at home here: no bonus between them, nor against A with C beside
        ((), A, False),
    ],
)
def test_who_defends_among_three_parties_at_sea(arriving: tuple[int, ...], defender: int, bonus: bool) -> None:
    """Whoever was there first, else the lowest number; the bonus is for those who were there against newcomers."""
    world = bare_world()
    lay(world, FIELD, "sea")
    leaders = {kingdom: person(world, kingdom, duel=SHY) for kingdom in (A, B, C)}
    for kingdom, leader in leaders.items():
        troops(world, "FL FL FL", kingdom, FIELD, leader, quality=5 if kingdom == defender else 1)
    turn = play(world)
    for kingdom in arriving:
        arrive(turn, leaders[kingdom], NEXT[kingdom])
    battles(turn)

    heard = [event.data for event in told(turn, "battle", defender)]
    assert heard and not any(event["attacking"] for event in heard)
    assert max(post["strength"] for post in heard[0]["own"]) == (18.75 if bonus else 15.0)  # (3 + 1) x 5 x 3/4


@pytest.mark.rule("RO-BAT-08")
def test_friends_of_the_settled_party_defend_with_it() -> None:
    world = bare_world()
    relate(world, A, C, "allied")
    lay(world, FIELD, "sea")
    leaders = {kingdom: person(world, kingdom) for kingdom in (A, B, C)}
    for kingdom, leader in leaders.items():
        troops(world, "FL FL", kingdom, FIELD, leader)
    turn = play(world)
    arrive(turn, leaders[B], NEXT[0])
    arrive(turn, leaders[C], NEXT[1])
    battles(turn)
    (heard,) = told(turn, "battle", A)
    assert (heard.data["attacking"], heard.data["allies"], heard.data["foes"]) == (False, [C], [B])


@pytest.mark.rule("RO-BAT-08", "RO-BAT-34")
@pytest.mark.parametrize("settled", [True, False])
def test_who_arrived_retreats_as_an_attacker_even_if_he_counts_as_the_defender(settled: bool) -> None:
    """A, the lower number, is beaten in B's presence: back where he came from, unless he was there first."""
    refuges = set()
    for n in range(30):
        world = bare_world()
        lay(world, FIELD, "sea")
        lay(world, NEXT[3], "sea", owner=A, tax=9)
        lay(world, NEXT[1], "sea", owner=0)
        beaten, victor = person(world, A, duel=SHY), person(world, B)
        troops(world, "FL", A, FIELD, beaten, quality=1)
        troops(world, "FL FL FL FL", B, FIELD, victor, quality=5)
        turn = play(world, str(n))
        if not settled:
            arrive(turn, beaten, NEXT[1])
        arrive(turn, victor, NEXT[0])
        battles(turn)
        refuges |= {unit.province for unit in turn.now.units.values() if unit.kingdom == A}
    assert refuges == ({NEXT[3]} if settled else {NEXT[1]})


@pytest.mark.slow
@pytest.mark.rule("RO-BAT-08", "RO-BAT-05")
def test_on_nobody_s_ground_too_the_attackers_are_drawn_by_their_numbers() -> None:
    """Three units against one: the larger force comes first three times in four, and the other force does come."""

    def build(seed: str) -> Turn:
        world = bare_world()
        relate(world, B, C, "neutral")
        lay(world, FIELD, "sea")
        for kingdom, types in ((A, "FL FL FL FL FL FL"), (B, "FL FL FL"), (C, "FL")):
            troops(world, types, kingdom, FIELD, person(world, kingdom, duel=SHY), quality=5 if kingdom == A else 1)
        turn = play(world, seed)
        arrive(turn, leader_of(world, B), NEXT[0])
        arrive(turn, leader_of(world, C), NEXT[1])
        return turn

    heard = [[event.data["foes"] for event in told(turn, "battle", A)] for turn in many(build, 300)]
    assert {len(each) for each in heard} == {2}
    assert 0.67 < share([each[0] == [B] for each in heard]) < 0.83


@pytest.mark.rule("RO-BAT-09")
def test_who_comes_by_a_reaction_defends() -> None:
    world = bare_world()
    invasion(world, "LE LE", "LE")
    helper = person(world, B)
    troops(world, "LE LE LE", B, FIELD, helper)
    turn = play(world)
    arrive(turn, helper, NEXT[0])
    turn.reacted.add(helper.number)
    battles(turn)

    event = told(turn, "battle", B)[0].data
    assert (event["attacking"], len(event["own"]), event["commander"]) == (False, 4, helper.number)


@pytest.mark.rule("RO-MOVE-09")
def test_old_neighbours_fight_only_if_somebody_has_a_move_to_spend() -> None:
    def neighbours(attacker_moves: int, defender_moves: int) -> Turn:
        world = bare_world()
        lay(world, FIELD, owner=B)
        troops(world, "LE LE", A, FIELD, person(world, A), moves=attacker_moves)
        troops(world, "LE LE", B, FIELD, person(world, B), moves=defender_moves)
        turn = play(world)
        battles(turn)
        return turn

    def moves(turn: Turn, kingdom: int) -> set[int]:
        return {unit.moves for unit in turn.now.units.values() if unit.kingdom == kingdom}

    willing = neighbours(1, 0)  # a legion has two moves
    assert fought(willing) and moves(willing, A) <= {2} and moves(willing, B) <= {0}
    forced = neighbours(2, 1)
    assert fought(forced) and moves(forced, B) <= {2}
    assert told(forced, "battle", B)[0].data["attacking"] is False
    assert not fought(neighbours(2, 2))


@pytest.mark.rule("RO-MOVE-09")
def test_one_tired_unit_holds_back_its_whole_contingent_and_no_other() -> None:
    """A contingent attacks an old neighbour with a move left in ALL its units; those that cannot spend nothing."""

    def neighbours(*contingents: tuple[int, ...]) -> Turn:
        world = bare_world()
        lay(world, FIELD, owner=B)
        for spent in contingents:
            for unit, moves in zip(
                troops(world, "LE " * len(spent), A, FIELD, person(world, A, duel=SHY)), spent, strict=True
            ):
                unit.moves, unit.quality = moves, 5
        troops(world, "LE", B, FIELD, person(world, B, duel=SHY), moves=2, quality=1)
        turn = play(world)
        battles(turn)
        return turn

    assert not fought(neighbours((0, 2))) and not fought(neighbours((2, 1, 1)))
    assert fought(neighbours((0, 1)))
    turn = neighbours((0, 2), (1, 1, 1))
    assert fought(turn)
    led = [[unit.moves for unit in units.values()] for _, units in sorted(turn.contingents().items())]
    assert [0, 2] in led and any(set(moves) == {2} for moves in led)


@pytest.mark.rule("RO-MOVE-09")
def test_garrisons_alone_do_not_attack_and_newcomers_always_do() -> None:
    world = bare_world()
    lay(world, FIELD, owner=B)
    troops(world, "LE LE", A)
    troops(world, "LE", B)
    turn = play(world)
    battles(turn)
    assert not fought(turn)

    world = bare_world()
    lay(world, FIELD, owner=B)
    leader = person(world, A)
    troops(world, "LE LE", A, FIELD, leader, moves=9)
    troops(world, "LE", B)
    turn = play(world)
    arrive(turn, leader, NEXT[0])
    battles(turn)
    assert fought(turn)


# Commanders and what they bring


@pytest.mark.rule("RO-BAT-10")
@pytest.mark.parametrize(("terrain", "expected"), [("plain", 1), ("sea", 2)])
def test_the_commander_leads_the_most_units_then_knows_best(terrain: str, expected: int) -> None:
    world = bare_world()
    lay(world, FIELD, terrain)
    chiefs = [person(world, A), person(world, A, TA=2), person(world, A, NA=2)]
    for chief in chiefs:
        troops(world, "ME", A, FIELD, chief)
    troops(world, "ME", B, FIELD, person(world, B))
    turn = play(world)
    battles(turn)
    assert told(turn, "battle", A)[0].data["commander"] == chiefs[expected].number

    world = bare_world()
    lay(world, FIELD, terrain)
    talented, many_units = person(world, A, TA=4, NA=4), person(world, A)
    troops(world, "ME ME", A, FIELD, many_units)
    troops(world, "ME", A, FIELD, talented)
    troops(world, "ME", B, FIELD, person(world, B))
    turn = play(world)
    battles(turn)
    assert told(turn, "battle", A)[0].data["commander"] == many_units.number


@pytest.mark.rule("RO-BAT-11", "RO-DUEL-01")
def test_garrisons_have_no_commander_and_no_duel() -> None:
    world = bare_world()
    invasion(world)
    person(world, B, TA=4)  # he leads nobody, and stays out of it
    turn = play(world)
    battles(turn)

    event = told(turn, "battle", B)[0].data
    assert event["commander"] == told(turn, "battle", A)[0].data["other"] == 0
    assert {post["strength"] for post in event["own"]} == {5.0}  # 2 x 2 x 1.25
    assert not told(turn, "duel") and not told(turn, "duel_refused")


@pytest.mark.rule("RO-BAT-12")
def test_a_provincial_hero_leads_all_natives_whatever_their_race() -> None:
    world = bare_world()
    invasion(world, "LE LE", "DR LE", owner=0)
    hero = person(world, 0, role="provincial", TA=2)
    world.provinces[FIELD].hero = hero.number
    turn = play(world)
    (camp,) = [camp for camp in camps_in(turn, turn.provinces[FIELD]) if camp.kingdom == 0]
    assert camp.leader is not None and camp.leader.number == hero.number and len(camp.units) == 2
    battles(turn)
    assert told(turn, "battle", A)[0].data["other"] == hero.number


@pytest.mark.rule("RO-BAT-18", "RO-BAT-20", "RO-BAT-24", "RO-BAT-25")
def test_what_kingdoms_and_leaders_give_their_units() -> None:
    world = bare_world()
    lay(world, FIELD, owner=A)
    world.provinces[FIELD].home = A
    world.kingdoms[A].inventions = [7, 12]
    leader = person(world, A)
    for kind in ("2", "EB"):
        item(world, kind, leader)
    troops(world, "BO BO LE", A, FIELD, leader, race="elf")
    turn = play(world)
    turn.marks.blessed.add(leader.number)
    turn.marks.illusory.add(leader.number)
    turn.marks.feints.add(leader.number)
    (camp,) = camps_in(turn, turn.provinces[FIELD])

    archers, _, legion = soldiers(turn, camp, turn.provinces[FIELD], defending=True)
    assert (archers.boosts, legion.boosts) == (5, 3)  # blessing, illusion, walls; longbow and the elves' bow
    assert (archers.home, archers.zeal, archers.feint, archers.demoralised) == (True, 20, 20, False)
    attacking = soldiers(turn, camp, turn.provinces[FIELD], defending=False)[0]
    assert attacking.boosts == 4
    for alignment, zeal in (("good", 60), ("evil", 45), ("druidic", 20)):
        turn.kingdoms[A].alignment = alignment  # type: ignore[assignment]
        assert soldiers(turn, camp, turn.provinces[FIELD], defending=True)[0].zeal == zeal
    turn.marks.panicked.add((leader.number, 0))
    assert all(each.demoralised for each in soldiers(turn, camp, turn.provinces[FIELD], defending=True))
    (natives,) = soldiers(turn, Camp(0, None, troops(world, "LE", 0), 0), turn.provinces[FIELD], defending=True)
    assert (natives.home, natives.zeal, natives.boosts) == (False, 0, 0), "nobody's units have nothing of all this"


@pytest.mark.rule("RO-CHAR-09", "RO-BAT-24")
@pytest.mark.parametrize(
    ("carried", "dwarves", "orcs"),
    [
        ("3", 1, 0),
        ("3 1", 0, 0),
        ("4 3", 1, 0),
        ("4 LM", 0, 1),
        ("LM 4 ER", 0, 1),
        ("3 2", 1, 0),
        ("4", 0, 1),
        ("7 4", 0, 1),
    ],
)
def test_only_the_weapon_in_use_inspires_the_troops(carried: str, dwarves: int, orcs: int) -> None:
    """Excalibur comes before the Axe by its bonus, the Axe before the Scimitar by its damage; a bow is beside them."""
    world = bare_world()
    lay(world, FIELD, owner=A)
    leader = person(world, A, DR=1)
    for kind in carried.split():
        item(world, kind, leader)
    troops(world, "AX", A, FIELD, leader, race="dwarf")
    troops(world, "PH", A, FIELD, leader, race="orc")
    turn = play(world)
    (camp,) = camps_in(turn, turn.provinces[FIELD])
    axes, phalanx = soldiers(turn, camp, turn.provinces[FIELD], defending=True)
    assert (axes.boosts, phalanx.boosts) == (dwarves, orcs)


@pytest.mark.rule("RO-BAT-12", "RO-HERO-08")
@pytest.mark.parametrize("change", [{"died": 1}, {"role": "free"}, {"province": NEXT[0]}])
def test_a_provincial_hero_who_is_no_more_leads_no_natives_and_has_no_fate(change: dict[str, object]) -> None:
    world = bare_world()
    invasion(world, "DR DR DR DR", "GA", owner=0)
    hero = person(world, 0, **{"role": "provincial", **change})
    world.provinces[FIELD].hero = hero.number
    turn = play(world)
    (camp,) = [camp for camp in camps_in(turn, turn.provinces[FIELD]) if camp.kingdom == 0]
    assert camp.leader is None
    battles(turn)
    conquests(turn)
    assert turn.provinces[FIELD].owner == A and turn.characters[hero.number].role != "gone"
    assert not told(turn, "hero_discovered") and not told(turn, "hero_gone")


@pytest.mark.rule("RO-MAG-07", "RO-BAT-29", "RO-SPY-06")
def test_a_mirage_hides_until_the_year_s_end_and_feigns_in_the_first_battle_only() -> None:
    world = bare_world()
    lay(world, FIELD, owner=B)
    troops(world, "BO", B, quality=0)
    caster, watcher = person(world, A, IL=9), person(world, B)
    troops(world, "LE LE", A, FIELD, caster, quality=5)
    turn = play(world)
    EFFECTS["MI"](turn, caster := turn.characters[caster.number], Cast("MI"), turn.dice("mirage"))
    arrive(turn, caster, NEXT[0])

    def feints() -> set[int]:
        (camp,) = [camp for camp in camps_in(turn, turn.provinces[FIELD]) if camp.kingdom == A]
        return {soldier.feint for soldier in soldiers(turn, camp, turn.provinces[FIELD], defending=False)}

    assert feints() == {20}
    battles(turn)
    assert told(turn, "battle", A) and feints() == {0}
    turn.move_character(turn.characters[watcher.number], FIELD)
    look_around(turn, turn.number, 1, turn.marks)
    seen = turn.kingdoms[B].sightings[FIELD]
    assert A not in seen.forces and caster.number not in seen.characters
    assert pursuit_chance(turn, turn.characters[watcher.number], caster) == 0


@pytest.mark.rule("RO-BAT-25")
def test_panic_takes_a_garrison_or_a_contingent_not_its_neighbours() -> None:
    world = bare_world()
    lay(world, FIELD, owner=A)
    leader = person(world, A)
    troops(world, "LE", A, FIELD, leader)
    troops(world, "LE", A)
    turn = play(world)
    turn.marks.panicked.add((0, FIELD))
    province = turn.provinces[FIELD]
    shaken = {
        camp.host: soldiers(turn, camp, province, defending=True)[0].demoralised for camp in camps_in(turn, province)
    }
    assert shaken == {0: True, leader.number: False}


# After the battle


def beaten_defenders(seed: str, **lands: int) -> Turn:
    """B's hussars are driven out of the field; the neighbours belong to whom `lands` says ("n0": 2)."""
    world = bare_world()
    invasion(world, "DR DR DR DR", "LC LC LC LC")
    for name, owner in lands.items():
        lay(world, NEXT[int(name[1:])], owner=owner)
    turn = play(world, seed)
    battles(turn)
    return turn


def places(turn: Turn, kingdom: int) -> set[int]:
    """Where a kingdom has units."""
    return {unit.province for unit in turn.now.units.values() if unit.kingdom == kingdom}


@pytest.mark.rule("RO-BAT-34")
def test_defenders_retreat_to_friends_next_door_or_perish() -> None:
    assert all(places(beaten_defenders(str(n)), B) == set() for n in range(5))  # nowhere to go
    homes = [places(beaten_defenders(str(n), n2=B), B) for n in range(12)]
    assert {NEXT[2]} in homes and set.union(*homes) == {NEXT[2]}
    assert set.union(*[places(beaten_defenders(str(n), n2=A), B) for n in range(5)]) == set()


@pytest.mark.rule("RO-BAT-34")
def test_the_refuge_with_most_own_units_then_the_richest_then_the_lowest() -> None:
    def flee(prepare: object) -> set[int]:
        found: set[int] = set()
        for n in range(10):
            world = bare_world()
            invasion(world, "DR DR DR DR", "LC LC LC LC")
            for number in NEXT[:3]:
                lay(world, number, owner=B)
            prepare(world)  # type: ignore[operator]
            turn = play(world, str(n))
            battles(turn)
            found |= {unit.province for unit in turn.now.units.values() if unit.kingdom == B and unit.type == "LC"}
        return found

    assert flee(lambda world: None) == {NEXT[0]}
    assert flee(lambda world: lay(world, NEXT[1], owner=B, tax=9)) == {NEXT[1]}
    assert flee(lambda world: troops(world, "GA", B, NEXT[2])) == {NEXT[2]}

    def company_and_wealth(world: World) -> None:
        lay(world, NEXT[1], owner=B, tax=9)
        troops(world, "GA", B, NEXT[2])

    assert flee(company_and_wealth) == {NEXT[2]}
    assert flee(lambda world: troops(world, "GA", A, NEXT[0])) == {NEXT[1]}  # an Enemy stands in the first


@pytest.mark.rule("RO-BAT-34", "RO-BAT-37")
def test_attackers_go_back_where_they_came_from_with_their_leader() -> None:
    for n in range(20):
        world = bare_world()
        lay(world, FIELD, owner=B)
        troops(world, "DR DR DR DR", B, FIELD, race="dragon", quality=5)
        lay(world, NEXT[1], owner=A, tax=9)
        leader = person(world, A)
        troops(world, "EA EA EA", A, FIELD, leader, race="eagle")
        turn = play(world, str(n))
        arrive(turn, leader, NEXT[4])  # native land, which is no Enemy's
        battles(turn)
        left = [unit for unit in turn.now.units.values() if unit.kingdom == A]
        assert {unit.province for unit in left} <= {NEXT[4]}
        if left:
            assert {unit.leader for unit in left} == {leader.number}
            assert turn.characters[leader.number].province == NEXT[4]
            return
    raise AssertionError("nobody ever escaped")


@pytest.mark.rule("RO-MOVE-11", "RO-BAT-34")
def test_a_leader_in_retreat_charts_the_ally_s_land_that_he_has_never_seen() -> None:
    world = bare_world()
    relate(world, A, C, "allied")
    for there in NEXT:
        lay(world, there, owner=B)
    lay(world, NEXT[2], owner=C)
    lay(world, FIELD, owner=A)
    world.kingdoms[A].visited, world.kingdoms[A].charted = {}, {}
    beaten = person(world, A)
    troops(world, "LC LC LC LC", A, FIELD, beaten)
    troops(world, "LE LE LE LE LE LE LE LE LE", B, FIELD, person(world, B), quality=5)
    turns = [
        turn for turn in many(lambda seed: play(world, seed), 20) if turn.characters[beaten.number].province != FIELD
    ]
    assert turns
    for turn in turns:
        assert turn.characters[beaten.number].province == NEXT[2]
        assert set(turn.kingdoms[A].visited) == {NEXT[2]}
        assert set(turn.kingdoms[A].charted) == {NEXT[2], *NEIGHBOURS[NEXT[2]]}


@pytest.mark.rule("RO-BAT-34")
def test_ships_flee_to_any_quiet_sea_and_carry_what_they_can() -> None:
    survivors = set()
    for n in range(30):
        world = bare_world()
        lay(world, FIELD, "sea", owner=0)
        for number in NEXT:
            lay(world, number, "sea")
        troops(world, "FL FL FL FL FL", A, FIELD, person(world, A), quality=5)
        leader = person(world, B)
        troops(world, "FL LE LE", B, FIELD, leader)
        troops(world, "FL", A, NEXT[0])
        turn = play(world, str(n))
        arrive(turn, leader, NEXT[0])
        battles(turn)
        left = [unit for unit in turn.now.units.values() if unit.kingdom == B]
        assert {unit.province for unit in left} <= {NEXT[1]}  # not back: an Enemy is there
        fleets, legions = (sum(unit.type == type for unit in left) for type in ("FL", "LE"))
        assert legions <= 2 * fleets
        survivors.add((fleets, legions))
    assert {(0, 0), (1, 2)} <= survivors


@pytest.mark.rule("RO-BAT-34")
@pytest.mark.parametrize("holder", [0, A, B])
def test_a_sea_without_enemies_takes_ships_in_whoever_holds_it(holder: int) -> None:
    world = bare_world()
    lay(world, FIELD, "sea", owner=B)
    lay(world, NEXT[1], "sea", owner=holder)
    (fleet,) = troops(world, "FL", B)
    turn = play(world)
    assert refuges_of(turn, fleet, turn.provinces[FIELD], 0) == [NEXT[1]]
    troops(world, "FL", A, NEXT[1])
    turn = play(world)
    assert refuges_of(turn, turn.now.units[fleet.number], turn.provinces[FIELD], 0) == []


@pytest.mark.rule("RO-ARMY-12", "RO-BAT-34")
@pytest.mark.parametrize(("terrain", "refuges"), [("plain", [NEXT[1], NEXT[3]]), ("sea", [NEXT[3]])])
def test_whales_beaten_on_land_reach_any_sea_and_at_sea_only_a_quiet_one(terrain: str, refuges: list[int]) -> None:
    world = bare_world()
    lay(world, FIELD, terrain, owner=B)
    for there in (NEXT[1], NEXT[3]):
        lay(world, there, "sea")
    (whale,) = troops(world, "WH", B, race="whale")
    troops(world, "FL", A, NEXT[1])
    turn = play(world)
    assert refuges_of(turn, turn.now.units[whale.number], turn.provinces[FIELD], 0) == refuges


@pytest.mark.rule("RO-BAT-34", "RO-MOVE-06")
@pytest.mark.parametrize(("here", "refuges"), [("sea", [NEXT[1]]), ("plain", [])])
def test_ships_flee_to_a_coast_from_the_sea_and_never_from_land(here: str, refuges: list[int]) -> None:
    world = bare_world()
    lay(world, FIELD, here, owner=B)
    lay(world, NEXT[0], "sea")
    lay(world, NEXT[1], owner=B)
    (fleet,) = troops(world, "FL", B)
    troops(world, "FL", A, NEXT[0])
    turn = play(world)
    assert refuges_of(turn, turn.now.units[fleet.number], turn.provinces[FIELD], 0) == refuges


@pytest.mark.rule("RO-BAT-34")
@pytest.mark.parametrize(
    ("types", "here", "there", "saved"),
    [
        ("LE", "plain", "plain", 1), ("LE", "sea", "plain", 0), ("LE", "plain", "sea", 0),
        ("FL LE LE LE", "sea", "plain", 3), ("FL LE LE LE", "plain", "sea", 3), ("ME EA", "sea", "plain", 2),
    ],
)  # fmt: skip
def test_land_units_flee_from_the_sea_and_to_it_in_ships_alone(types: str, here: str, there: str, saved: int) -> None:
    world = bare_world()
    lay(world, FIELD, here, owner=B)
    lay(world, NEXT[1], there, owner=B)
    troops(world, types, B)
    turn = play(world)
    field = turn.provinces[FIELD]
    (camp,) = camps_in(turn, field)
    rout = withdraw(turn, camp, field, 0)
    assert [unit.province for unit in turn.now.units.values()] == [NEXT[1]] * saved
    assert len(rout.lost) == len(types.split()) - saved


def cut_off(n: int) -> Turn:
    """Two eagles of A, who flee from nearly everything, are beaten far from any land of his."""
    world = bare_world()
    lay(world, FIELD, owner=B)
    troops(world, "DR DR DR DR", B, FIELD, race="dragon", quality=5)
    leader = person(world, A)
    _, second = troops(world, "EA EA", A, FIELD, leader, race="eagle", quality=1)
    second.name = "Les Serres"
    turn = play(world, str(n))
    arrive(turn, leader, NEXT[0])
    lay(turn.now, NEXT[0], owner=B)  # no way back
    battles(turn)
    return turn


@pytest.mark.rule("RO-GEN-08", "RO-BAT-34", "RO-BAT-40")
def test_who_finds_no_refuge_is_counted_and_named_among_the_losses() -> None:
    without_refuge = 0
    for n in range(20):
        turn = cut_off(n)
        assert not [unit for unit in turn.now.units.values() if unit.kingdom == A]
        (battle,) = told(turn, "battle", A)
        fates = {post["unit"]: post["fate"] for post in battle.data["own"]}
        assert battle.data["lost"] == 2 and {post["after"] for post in battle.data["own"]} == {-1}
        assert set(fates.values()) <= {"destroyed", "cut_off"}
        mourned = [row for event in told(turn, "no_refuge", A) for row in event.data["lost"]]
        assert {number for number, *_ in mourned} == {number for number, fate in fates.items() if fate == "cut_off"}
        assert told(turn, "battle", B)[0].data["killed"] == 2 and not told(turn, "no_refuge", B)
        if mourned:
            kinds = [event.kind for event in turn.events() if event.seen_by == (turn.kingdoms[A].seat,)]
            assert kinds.index("battle") < kinds.index("no_refuge")
        without_refuge += len(mourned)
    assert without_refuge


@pytest.mark.rule("RO-GEN-08", "RO-INFO-05")
@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("fr", ("2 unités perdues chez nous", "sans refuge", "nul refuge", "« Les Serres », 6e Aigles")),
        ("en", ("2 units lost on our side", "no refuge", "Nowhere to flee", "“Les Serres”, 6th Eagles")),
    ],
)
def test_the_report_says_so_in_words(lang: str, words: tuple[str, ...]) -> None:
    turn = next(
        turn for turn in map(cut_off, range(20)) if sum(len(e.data["lost"]) for e in told(turn, "no_refuge")) == 2
    )
    turn.now.turn += 1
    seat = turn.kingdoms[A].seat
    text = report(view(turn.now, seat), seen_by(turn.events(), seat), lang)
    flat = " ".join(text.replace("\u00a0", " ").replace("\u202f", " ").split())
    for each in words:
        assert each in flat, flat


@pytest.mark.rule("RO-GEN-08", "RO-BAT-36")
def test_neutrals_who_find_no_way_home_are_told_as_lost() -> None:
    world = bare_world(relation="neutral")
    lay(world, FIELD, owner=B)
    (legion,) = troops(world, "LE", A, FIELD, person(world, A))
    turn = play(world)
    conquests(turn)
    assert not turn.now.units
    assert told(turn, "no_refuge", A)[0].data["lost"] == [[legion.number, "LE", "human", ""]]
    assert not told(turn, "retreated", A) and not told(turn, "no_refuge", B)


@pytest.mark.rule("RO-DUEL-06")
def test_a_lost_duel_weighs_on_one_battle_alone() -> None:
    """B's leader refuses to fight the leader of one force; the next force of the season has none."""
    heard: list[Event] = []
    for n in range(40):
        world = bare_world()
        relate(world, A, C, "neutral")
        lay(world, FIELD, owner=B)
        troops(world, "LE LE LE LE", B, FIELD, person(world, B, duel=SHY), quality=5)
        invader = person(world, C)
        troops(world, "LE", C, FIELD, invader, quality=1)
        troops(world, "LE", A, FIELD, quality=1)
        turn = play(world, str(n))
        arrive(turn, invader, NEXT[0])
        battles(turn)
        heard = told(turn, "battle", B)
        if [event.data["foes"] for event in heard] == [[C], [A]]:
            break
    before, after = (max(post["strength"] for post in event.data["own"]) for event in heard)
    assert (before, after) == (18.75, 25.0)  # (3 + 1) x 5 x 1.25, and three quarters of it


@pytest.mark.slow
@pytest.mark.rule("RO-BAT-37")
def test_a_leader_without_units_falls_is_swept_along_or_hides() -> None:
    fates = {"leader_killed": 0, "leader_hides": 0}
    for n in range(300):
        world = bare_world()
        lay(world, FIELD, owner=B)
        troops(world, "DR DR DR DR", B, FIELD, race="dragon", quality=5)
        leader = person(world, A)
        sword = item(world, "ER", leader)
        troops(world, "GA", A, FIELD, leader, quality=0)
        turn = play(world, str(n))
        arrive(turn, leader, NEXT[0])
        lay(turn.now, NEXT[0], owner=B)  # no way back
        battles(turn)
        for kind in fates:
            fates[kind] += len(told(turn, kind, A))
        if told(turn, "leader_killed", A):
            assert turn.characters[leader.number].died and turn.provinces[FIELD].items == [sword]
        else:
            assert turn.characters[leader.number].province == FIELD
    assert 15 <= fates["leader_killed"] <= 48  # 10 %
    assert sum(fates.values()) == 300


@pytest.mark.rule("RO-BAT-37")
def test_a_leader_flees_with_most_of_his_units_and_the_others_do_without_him() -> None:
    world = bare_world()
    number = person(world, A).number
    troops(world, "LE LE LE", A, FIELD, world.characters[number])
    turn = play(world)
    leader = turn.characters[number]
    one, two, three = turn.units_in(FIELD)
    settle(turn, Camp(A, leader, [one, two, three], host=number), {NEXT[0]: [one], NEXT[1]: [two, three]})
    left = {unit.number: (unit.province, unit.leader) for unit in turn.now.units.values()}
    assert left == {one.number: (NEXT[0], 0)} | {each.number: (NEXT[1], number) for each in (two, three)}
    assert leader.province == NEXT[1]


@pytest.mark.rule("RO-BAT-37")
@pytest.mark.parametrize(("fled", "goes_to"), [((1, 2), 1), ((2, 1), 0), ((1, 1), 0)])
def test_a_leader_left_alone_goes_where_most_of_his_side_has_fled(fled: tuple[int, int], goes_to: int) -> None:
    world = bare_world()
    number = person(world, A).number
    turn = play(world)
    camp = Camp(A, turn.characters[number], [Unit(99, "LE", "human", 2, A, FIELD)], host=number)
    routs = [
        Retreat(camp, FIELD, {there: troops(world, "LE " * count, A, there)}, [])
        for there, count in zip(NEXT, fled, strict=False)
    ]
    share_the_rout(turn, [camp], routs, None, Dies((100, 11)))
    assert turn.characters[number].province == NEXT[goes_to]


@pytest.mark.slow
@pytest.mark.rule("RO-BAT-37")
def test_his_arms_go_to_the_winning_commander_and_he_follows_the_rout() -> None:
    looted = swept = 0
    for n in range(200):
        world = bare_world()
        lay(world, FIELD, owner=B)
        victor = person(world, B, role="king")
        troops(world, "DR DR DR DR", B, FIELD, victor, race="dragon", quality=5)
        lone, other = person(world, A, duel=()), person(world, A)
        sword = item(world, "ER", lone)
        troops(world, "GA", A, FIELD, lone, quality=0)
        troops(world, "EA EA EA", A, FIELD, other, race="eagle")
        turn = play(world, str(n))
        arrive(turn, lone, NEXT[0])
        arrive(turn, other, NEXT[0])
        battles(turn)
        if (
            told(turn, "leader_killed", A)
            and turn.characters[lone.number].died
            and turn.characters[victor.number].alive
        ):
            looted += sword in turn.characters[victor.number].items
        swept += bool(told(turn, "leader_swept_along", A)) and turn.characters[lone.number].province == NEXT[0]
    assert looted and swept


@pytest.mark.rule("RO-BAT-35")
def test_an_empty_province_goes_to_whoever_has_most_units() -> None:
    for owner in (0, C):
        world = bare_world()
        relate(world, A, B, "allied")
        lay(world, FIELD, owner=owner)
        troops(world, "LE", A, FIELD, person(world, A))
        troops(world, "BO BO", B, FIELD, person(world, B))
        turn = play(world)
        conquests(turn)
        assert turn.provinces[FIELD].owner == B
        assert {unit.moves for unit in turn.units_in(FIELD)} == {1}


@pytest.mark.rule("RO-BAT-35")
def test_of_equal_numbers_the_stronger_then_the_lower_number_takes_it() -> None:
    for types, owner in ((("BO", "LE"), B), (("LE", "LE"), A)):
        world = bare_world()
        relate(world, A, B, "allied")
        for kingdom, type in zip((A, B), types, strict=True):
            troops(world, type, kingdom, FIELD, person(world, kingdom))
        turn = play(world)
        conquests(turn)
        assert turn.provinces[FIELD].owner == owner


@pytest.mark.rule("RO-BAT-35")
def test_many_units_come_before_strong_ones() -> None:
    world = bare_world()
    relate(world, A, B, "allied")
    troops(world, "DR", A, FIELD, person(world, A), race="dragon", quality=5)
    troops(world, "LE LE", B, FIELD, person(world, B))
    turn = play(world)
    conquests(turn)
    assert turn.provinces[FIELD].owner == B


@pytest.mark.rule("RO-BAT-35")
def test_what_cannot_be_conquered() -> None:
    for types, kingdom, race, terrain, taken in (
        ("LE", A, "human", "plain", True),
        ("WH", A, "whale", "plain", False),
        ("WH", A, "whale", "sea", True),
    ):
        world = bare_world()
        lay(world, FIELD, terrain, owner=B)
        troops(world, types, kingdom, FIELD, race=race)
        turn = play(world)
        conquests(turn)
        assert (turn.provinces[FIELD].owner == A) is taken
    world = bare_world()
    troops(world, "LE", A)
    troops(world, "GA", 0)
    turn = play(world)
    conquests(turn)
    assert turn.provinces[FIELD].owner == 0
    world = bare_world(relation="allied")
    lay(world, FIELD, owner=B)
    troops(world, "LE", A)
    turn = play(world)
    conquests(turn)
    assert turn.provinces[FIELD].owner == B


@pytest.mark.rule("RO-MOVE-08")
def test_conquerors_of_land_pause_and_so_do_those_who_fought_at_sea() -> None:
    for terrain, moves in (("plain", {1}), ("sea", {0})):
        world = bare_world()
        lay(world, FIELD, terrain, owner=B)
        troops(world, "ME", A, FIELD, race="merman")
        turn = play(world)
        conquests(turn)
        assert turn.provinces[FIELD].owner == A
        assert {unit.moves for unit in turn.units_in(FIELD)} == moves

    world = bare_world()
    lay(world, FIELD, "sea")
    newcomer, settled = person(world, A, duel=SHY), person(world, B, duel=SHY)
    troops(world, "FL FL FL FL", A, FIELD, newcomer, quality=5, moves=1)
    troops(world, "FL", B, FIELD, settled, quality=1)
    turn = play(world)
    arrive(turn, newcomer, NEXT[0])
    battles(turn)
    assert {unit.moves for unit in turn.now.units.values() if unit.kingdom == A} == {2}

    relate(world, A, B, "neutral")
    troops(world, "FL FL FL FL", B, FIELD, settled, quality=5)
    weak = person(world, C, duel=SHY)
    relate(world, A, C, "neutral")
    troops(world, "FL", C, FIELD, weak, quality=1)
    turn = play(world)
    arrive(turn, weak, NEXT[0])
    battles(turn)
    assert {unit.moves for unit in turn.now.units.values() if unit.kingdom == B} == {0}, "who defends spends nothing"


@pytest.mark.rule("RO-MOVE-08")
@pytest.mark.parametrize(("relation", "moves"), [("enemy", 0), ("allied", 1)])
def test_only_the_conquering_side_pauses(relation: str, moves: int) -> None:
    world = bare_world()
    relate(world, A, C, relation)
    troops(world, "LE LE LE", A)
    troops(world, "LE", C)
    turn = play(world)
    conquests(turn)
    assert turn.provinces[FIELD].owner == A
    assert [(unit.kingdom, unit.moves) for unit in turn.units_in(FIELD)] == [(A, 1), (A, 1), (A, 1), (C, moves)]


@pytest.mark.rule("RO-BAT-36")
def test_neutrals_go_home_and_only_the_move_that_brought_them_is_spent() -> None:
    world = bare_world(relation="neutral")
    lay(world, FIELD, owner=B)
    leader = person(world, A)
    troops(world, "LE LE", A, FIELD, leader, moves=1)
    lay(world, NEXT[2], owner=A)
    turn = play(world)
    conquests(turn)
    assert {(unit.province, unit.leader) for unit in turn.now.units.values()} == {(NEXT[2], leader.number)}
    assert {unit.moves for unit in turn.now.units.values()} == {1}

    turn = play(world)
    arrive(turn, leader, NEXT[4])
    conquests(turn)
    assert {unit.province for unit in turn.now.units.values()} == {NEXT[4]}


@pytest.mark.slow
@pytest.mark.rule("RO-BAT-38", "RO-HERO-08")
def test_what_becomes_of_a_conquered_province_s_hero() -> None:
    fates = {"free": 0, "gone": 0, "dead": 0}
    for n in range(300):
        world = bare_world()
        invasion(world, "DR DR DR DR", "BO", owner=0)
        hero = person(world, 0, role="provincial")
        world.provinces[FIELD].hero = hero.number
        world.characters[leader_of(world, A)].temper = "brave"
        turn = play(world, str(n))
        battles(turn)
        conquests(turn)
        assert turn.provinces[FIELD].owner == A and turn.provinces[FIELD].hero == 0
        now = turn.characters[hero.number]
        fates["dead" if now.died else now.role] += 1  # type: ignore[index]
        if now.role == "free":
            assert turn.kingdoms[A].met[hero.number].levels == {} and now.threshold == 1
            assert told(turn, "hero_discovered", A)[0].data["other"] == hero.number
    assert fates["free"] > 2 * fates["gone"] > 0 and fates["dead"]


@pytest.mark.rule("RO-BAT-39", "RO-OFF-01")
@pytest.mark.parametrize(("terrain", "office"), [("plain", "marshal"), ("sea", "admiral")])
def test_merit_of_the_commander_by_the_units_engaged(terrain: str, office: str) -> None:
    world = bare_world()
    lay(world, FIELD, terrain)
    strong, weak = person(world, A, duel=SHY), person(world, B)
    troops(world, "DR DR DR DR", A, FIELD, strong, race="dragon", quality=5)
    troops(world, "BO BO BO", B, FIELD, weak, quality=0)
    turn = play(world)
    battles(turn)

    assert turn.characters[strong.number].merit == {office: 3}
    assert turn.characters[weak.number].merit == {office: -3}


@pytest.mark.rule("RO-EXP-03", "RO-BAT-39")
@pytest.mark.parametrize(("throws", "learn"), [((10, 15), (True, True)), ((11, 16), (False, False))])
def test_a_leader_learns_less_than_his_commander(throws: tuple[int, int], learn: tuple[bool, bool]) -> None:
    world = bare_world()
    chief, second = person(world, A), person(world, A)
    troops(world, "LE LE", A, FIELD, chief)
    troops(world, "LE", A, FIELD, second)
    troops(world, "GA", B)
    turn = play(world)
    camps = camps_in(turn, turn.provinces[FIELD])
    sides = [[camp for camp in camps if camp.kingdom == kingdom] for kingdom in (A, B)]
    battle = Battle("plain", 1, Line([]), Line([]), True, [])
    commander = turn.characters[chief.number]
    learn_and_earn(turn, battle, sides, [commander, None], "TA", Dies(*per_cent(*throws)))
    assert ((second.number, "TA") in turn.rises, (chief.number, "TA") in turn.rises) == learn
    assert len(turn.rises) == sum(learn) and commander.merit == {"marshal": 1}


@pytest.mark.slow
@pytest.mark.rule("RO-EXP-03")
def test_every_leader_learns_once_a_battle() -> None:
    commanders = others = 0
    for n in range(400):
        world = bare_world()
        lay(world, FIELD, owner=B)
        chief, second = person(world, A), person(world, A)
        troops(world, "DR DR DR DR", A, FIELD, chief, race="dragon", quality=5)
        troops(world, "DR", A, FIELD, second, race="dragon", quality=5)
        troops(world, "BO", B)
        turn = play(world, str(n))
        battles(turn)
        commanders += turn.rises.count((chief.number, "TA"))
        others += turn.rises.count((second.number, "TA"))
        assert len(turn.rises) <= 2
    assert 40 <= commanders <= 80 and 25 <= others <= 57  # 15 and 10 %


@pytest.mark.rule("RO-BAT-40")
def test_the_report_hides_the_quality_and_the_strength_of_others() -> None:
    world = bare_world()
    invasion(world, "LE LE LE", "HC LE")
    relate(world, A, C, "allied")
    relate(world, B, C, "enemy")
    troops(world, "BO", C, FIELD, person(world, C))
    turn = play(world)
    battles(turn)

    data = told(turn, "battle", A)[0].data
    secret = {"quality", "after", "strength", "fanatic", "unit", "hampered"}
    for post in data["own"]:
        assert (secret <= set(post)) is (post["kingdom"] == A)
    for post in data["enemy"]:
        assert not secret & set(post)
    assert {(post["type"], post["race"]) for post in data["enemy"]} == {("HC", "human"), ("LE", "human")}
    assert len(data["slots"]) == data["length"] == 2


@pytest.mark.rule("RO-BAT-40")
def test_each_side_reads_who_won_a_slot_with_its_own_eyes() -> None:
    world = bare_world()
    invasion(world)
    turn = play(world)
    battles(turn)
    assert [told(turn, "battle", kingdom)[0].data["slots"] for kingdom in (A, B)] == [[1], [-1]]
    assert {post["fate"] for post in told(turn, "battle", A)[0].data["own"]} == {"stood"}


# Units that change, rise again or drown


@pytest.mark.slow
@pytest.mark.rule("RO-ARMY-14")
def test_trolls_rise_again_as_nobody_s_men() -> None:
    risen = 0
    for n in range(300):
        world = bare_world()
        invasion(world, "DR DR DR DR", "TR")
        (troll,) = [unit for unit in world.units.values() if unit.type == "TR"]
        troll.race = "troll"
        turn = play(world, str(n))
        battles(turn)
        rebirths(turn)
        reborn = [unit for unit in turn.now.units.values() if unit.type == "TR"]
        if reborn and reborn[0].number != troll.number:
            risen += 1
            assert (reborn[0].quality, reborn[0].kingdom, reborn[0].province) == (1, 0, FIELD)
            assert reborn[0].mercenary == 1 + 3
    assert 60 <= risen <= 140  # 40 % of those destroyed


@pytest.mark.rule("RO-ARMY-14")
@pytest.mark.parametrize(("throw", "rises"), [(1, True), (40, True), (41, False)])
@pytest.mark.parametrize(("quality", "after"), [(5, 4), (1, 0), (0, 0)])
def test_a_troll_destroyed_rises_in_forty_cases_of_a_hundred(throw: int, rises: bool, quality: int, after: int) -> None:
    world = bare_world()
    (troll, _other) = troops(world, "TR LE", A, FIELD, quality=quality)
    troll.race = "troll"
    fallen = [Fate(troll.number, -1), Fate(troll.number + 1, -1)]
    turn = play(world)
    bury(turn, Battle("plain", 1, Line([], fates=fallen), Line([]), False, []), Dies((100, throw)))
    assert not turn.now.units, "only trolls throw, and nobody rises before the year's end"
    rebirths(turn)
    risen = [(unit.type, unit.race, unit.quality, unit.kingdom, unit.leader) for unit in turn.now.units.values()]
    assert risen == ([("TR", "troll", after, 0, 0)] if rises else [])
    assert turn.presence[FIELD] == {}, "mercenaries are nobody's, and count for nobody"


@pytest.mark.rule("RO-ARMY-14")
def test_mercenaries_hinder_nobody_and_leave_after_three_turns() -> None:
    world = bare_world()
    lay(world, FIELD, owner=B)
    (troll,) = troops(world, "TR", 0, race="troll", mercenary=4)
    troops(world, "LE", A, FIELD, person(world, A))
    turn = play(world)
    battles(turn)
    conquests(turn)
    assert not told(turn, "battle") and turn.provinces[FIELD].owner == A
    for year, stays in ((3, True), (4, False)):
        turn = play(world, turn=year)
        leave_mercenaries(turn)
        assert (troll.number in turn.now.units) is stays


@pytest.mark.rule("RO-ARMY-13")
def test_the_bitten_change_at_the_year_s_end_and_remain_what_they_were() -> None:
    world = bare_world()
    (legion,) = troops(world, "LE", A, quality=4)
    turn = play(world)
    turn.marks.bitten.update((legion.number, 999))
    werebeasts(turn)
    now = turn.now.units[legion.number]
    assert (now.type, now.race, now.quality, now.kingdom) == ("WE", "werebeast", 4, A)
    assert told(turn, "unit_turned")[0].data == {"unit": legion.number, "former": "LE", "kingdom": A}


@pytest.mark.rule("RO-ARMY-15")
def test_the_destroyed_leave_their_remains() -> None:
    world = bare_world()
    invasion(world, "DR DR DR DR", "BO LE", owner=0)
    turn = play(world)
    battles(turn)
    assert [(each.type, each.race, each.turn) for each in turn.provinces[FIELD].remains] == [
        ("LE", "human", 1), ("BO", "human", 1),
    ]  # fmt: skip


@pytest.mark.rule("RO-ARMY-15")
def test_only_humanoids_leave_remains() -> None:
    world = bare_world()
    troops(world, "DR", A, race="dragon")
    troops(world, "WH", A, race="whale")
    troops(world, "LE", A, race="skeleton")
    for race in HUMANOIDS:
        troops(world, "EL", A, race=race)
    turn = play(world)
    for unit in list(turn.now.units.values()):
        turn.kill_unit(unit, "battle", remains=True)
    assert [(each.type, each.race) for each in turn.provinces[FIELD].remains] == [("EL", race) for race in HUMANOIDS]


@pytest.mark.rule("RO-ARMY-16")
def test_what_the_ships_cannot_carry_drowns_the_weakest_first() -> None:
    world = bare_world()
    lay(world, FIELD, "sea")
    leader = person(world, A)
    troops(world, "FL LE BO LE EA ME", A, FIELD, leader)
    troops(world, "FL BO", A)
    turn = play(world)
    excess_cargo(turn)

    led = sorted(unit.type for unit in turn.contingent(leader.number))
    assert led == ["BO", "EA", "FL", "LE", "ME"]
    assert len(told(turn, "drowned", A)[0].data["lost"]) == 1
    assert sorted(unit.type for unit in turn.garrison(FIELD, A)) == ["BO", "FL"]


@pytest.mark.rule("RO-ARMY-16")
def test_of_equal_types_the_lowest_quality_drowns() -> None:
    world = bare_world()
    lay(world, FIELD, "sea")
    (_, good, poor, fair) = troops(world, "FL BO BO BO", A, FIELD, person(world, A))
    good.quality, poor.quality, fair.quality = 3, 1, 2
    turn = play(world)
    excess_cargo(turn)
    assert told(turn, "drowned", A)[0].data["lost"] == [[poor.number, "BO", "human", ""]]


@pytest.mark.rule("RO-BAT-23")
def test_a_side_knows_the_land_as_well_as_the_best_of_its_kingdoms() -> None:
    world = bare_world()
    troops(world, "LE", A)
    troops(world, "LE", B)
    troops(world, "LE", 0)
    world.kingdoms[A].exploration[FIELD], world.kingdoms[B].exploration[FIELD] = 20, 80
    turn = play(world)
    camps = camps_in(turn, turn.provinces[FIELD])
    natives, allies = camps[:1], camps[1:]
    assert side_of(turn, allies, None, turn.provinces[FIELD], defending=False).explored == 80
    assert side_of(turn, allies[:1], None, turn.provinces[FIELD], defending=False).explored == 20
    assert side_of(turn, natives, None, turn.provinces[FIELD], defending=True).explored == 0
    turn.kingdoms[A].exploration.clear()
    assert side_of(turn, allies[:1], None, turn.provinces[FIELD], defending=False).explored == 0


@pytest.mark.rule("RO-GEN-04")
def test_a_battle_elsewhere_changes_no_die_of_this_one() -> None:
    def outcome(*, other: bool) -> object:
        world = bare_world()
        invasion(world, "LE LE LE", "HC LE")
        if other:
            lay(world, 20, owner=C)
            troops(world, "LE LE", A, 20, person(world, A, 20))
            troops(world, "LE", C, 20)
        turn = play(world)
        battles(turn)
        return next(event.data["slots"] for event in told(turn, "battle", A) if event.data["province"] == FIELD)

    assert outcome(other=False) == outcome(other=True)


def test_names_of_the_bare_world_are_what_they_say() -> None:
    world = bare_world()
    place(world, guardian="ogre")
    assert world.features[1].guardian is not None and NEIGHBOURS[FIELD] == NEXT and SEA not in NEXT
