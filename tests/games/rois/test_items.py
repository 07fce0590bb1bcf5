"""Magic items and inventions: unique things, their charges, their uses out of a fight, who is credited (ITEM, INV)."""

from __future__ import annotations

from functools import cache

import pytest

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.rois import orders as o
from heraut.games.rois.abilities import level
from heraut.games.rois.battle.camps import camps_in, soldiers
from heraut.games.rois.encounter.item_use import use
from heraut.games.rois.phases import gifts, practice, spying
from heraut.games.rois.phases.marching import march_level, sail_bonus
from heraut.games.rois.phases.treasury import tax_yield
from heraut.games.rois.resolution import Turn
from heraut.games.rois.setup import setup
from heraut.games.rois.state import Character, World
from heraut.games.rois.tables import INVENTIONS
from heraut.games.rois.world.geography import distance

from .bare_world import FIELD, NEXT, bare_world, item, lay, person, play, told, troops
from .fate import Fate

A, B = 1, 2


@cache
def new_world(seed: int) -> World:
    return setup([Seat(f"j{n}") for n in range(1, 9)], {}, Rng(f"items {seed}".encode())).state


def used(world: World, who: Character, number: int, *target: int, dice: Fate | None = None) -> Turn:
    turn = play(world)
    if dice is not None:
        turn.dice = lambda kind, *names: dice  # type: ignore[method-assign]
    use(turn, turn.characters[who.number], o.Use(number, target))
    return turn


@pytest.mark.rule("RO-ITEM-01")
def test_items_are_unique_and_wear_out() -> None:
    for kind, charges, left in (("PG", 1, 0), ("GC", 4, 3), ("GC", 2, 1), ("GC", 1, 0)):
        world = bare_world()
        who = person(world, A, hp=2)
        number = item(world, kind, who)
        world.items[number].charges = charges
        turn = used(world, who, number, *([FIELD] if kind == "GC" else []), dice=Fate((100, 100)))
        if left:
            assert turn.items[number].charges == left and turn.characters[who.number].items == [number]
        else:
            assert number not in turn.items and turn.characters[who.number].items == []
            assert told(turn, "item_gone")[0].data["item"] == number


@pytest.mark.rule("RO-ITEM-02")
@pytest.mark.parametrize("seed", range(3))
def test_the_ten_named_items_lie_in_the_richest_places_far_from_homes(seed: int) -> None:
    world = new_world(seed)
    homes = [kingdom.home for kingdom in world.kingdoms.values()]

    def remote(number: int) -> int:
        return min(distance(world.features[number].province, home) for home in homes)

    holding = {feature.number for feature in world.features.values() if any(item <= 10 for item in feature.items)}
    assert sorted(item for number in holding for item in world.features[number].items if item <= 10) == list(
        range(1, 11)
    )
    assert len(holding) == 10
    rich = [feature.number for feature in world.features.values() if feature.treasure in "CD"]
    assert holding <= set(rich)
    others = set(rich) - holding
    assert others and min(map(remote, holding)) >= max(map(remote, others))


@pytest.mark.rule("RO-ITEM-03")
def test_a_potion_heals() -> None:
    world = bare_world()
    who = person(world, A, hp=2)
    potion = item(world, "PG", who)
    assert used(world, who, potion).characters[who.number].hp == 10


@pytest.mark.rule("RO-ITEM-03", "RO-ENC-18", "RO-MAG-09")
def test_a_scroll_wakes_the_dead_three_times_in_five() -> None:
    for throw in (60, 61):
        world = bare_world()
        who, dead = person(world, A), person(world, A, died=1, hp=0)
        scroll = item(world, "RR", who)
        turn = used(world, who, scroll, dead.number, dice=Fate((100, throw)))
        risen = throw == 60
        assert turn.characters[dead.number].alive is risen
        assert turn.characters[who.number].merit == ({"priest": 1} if risen else {})
        assert scroll not in turn.items


@pytest.mark.rule("RO-ITEM-03", "RO-ENC-18")
def test_a_scroll_carries_one_away_and_a_globe_sees_afar() -> None:
    world = bare_world()
    world.kingdoms[A].exploration[150] = 1
    who = person(world, A)
    scroll, globe = item(world, "RT", who), item(world, "GC", who)
    assert used(world, who, scroll, 150).characters[who.number].province == 150
    for throw in (80, 81):
        turn = used(world, who, globe, NEXT[0], dice=Fate((100, throw)))
        assert bool(told(turn, "spy_report", A)) is (throw == 80)


@pytest.mark.rule("RO-ITEM-03", "RO-MAG-06")
@pytest.mark.parametrize(("away", "sees"), [(6, True), (7, False)])
def test_a_globe_sees_six_provinces_far(away: int, sees: bool) -> None:
    world = bare_world()
    who = person(world, A)
    there = next(number for number in world.provinces if distance(FIELD, number) == away)
    turn = used(world, who, item(world, "GC", who), there, dice=Fate((100, 1)))
    assert bool(told(turn, "spy_report", A)) is sees


@pytest.mark.rule("RO-ITEM-01", "RO-ITEM-03", "RO-ORD-11")
@pytest.mark.parametrize(("own", "charges", "reason"), [(False, 1, "item_not_carried"), (True, 0, "no_charge")])
def test_nobody_uses_another_s_item_or_a_spent_one(own: bool, charges: int, reason: str) -> None:
    world = bare_world()
    who, comrade = person(world, A), person(world, A)
    number = item(world, "PG", who if own else comrade)
    world.items[number].charges = charges
    turn = used(world, who, number)
    assert told(turn, "ignored", A)[0].data["reason"] == reason and number in turn.items


@pytest.mark.rule("RO-ITEM-03")
@pytest.mark.parametrize(
    ("kind", "target", "reason"),
    [
        ("ER", (), "no_action_use"),
        ("BF", (), "no_action_use"),
        ("PF", (), "no_action_use"),
        ("GC", (), "wrong_target"),
        ("PG", (3,), "wrong_target"),
        ("GC", (1,), "out_of_reach"),
        ("RT", (150,), "unexplored"),
        ("RR", (1,), "no_body_here"),
        ("", (), "item_not_carried"),
    ],
)
def test_what_cannot_be_used_is_kept(kind: str, target: tuple[int, ...], reason: str) -> None:
    world = bare_world()
    who = person(world, A)
    number = item(world, kind, who) if kind else 77
    turn = used(world, who, number, *target)
    assert told(turn, "ignored", A)[0].data["reason"] == reason
    assert (number in turn.items) is bool(kind)


@pytest.mark.rule("RO-ITEM-04")
def test_an_item_is_given_at_once_to_anybody_present() -> None:
    for kingdom in (A, B, 0):
        world = bare_world()
        who, other = person(world, A), person(world, kingdom)
        sword = item(world, "ER", who)
        turn = play(world)
        assert gifts.give_item(turn, turn.characters[who.number], o.GiveItem(sword, other.number), Fate())
        assert turn.characters[other.number].items == [sword] and turn.characters[who.number].items == []
    world = bare_world()
    who, away = person(world, A), person(world, A, NEXT[0])
    sword = item(world, "ER", who)
    turn = play(world)
    assert not gifts.give_item(turn, turn.characters[who.number], o.GiveItem(sword, away.number), Fate())
    assert turn.characters[who.number].items == [sword]


@pytest.mark.rule("RO-ITEM-05")
def test_gold_passes_from_treasury_to_treasury_if_it_is_there() -> None:
    for gold, passes in ((50, True), (51, False)):
        world = bare_world()
        who, other = person(world, A), person(world, B)
        turn = play(world)
        done = gifts.give_gold(turn, turn.characters[who.number], o.GiveGold(gold, other.number), Fate())
        assert done is passes
        assert (turn.kingdoms[A].gold, turn.kingdoms[B].gold) == ((0, 100) if passes else (50, 50))


# Inventions


@pytest.mark.rule("RO-INV-01", "RO-EXP-08")
def test_the_first_discoverer_is_credited_the_second_is_not() -> None:
    world = bare_world()
    one, other = person(world, A, SA=5), person(world, B, SA=5)
    turn = play(world)
    for who in (one, other):
        practice.practise(turn, turn.characters[who.number], o.Practise("SA"), Fate((100, 100), (100, 25), (14, 3)))
    practice.gains(turn)
    assert turn.kingdoms[A].inventions == turn.kingdoms[B].inventions == [3]
    assert [turn.characters[who.number].merit for who in (one, other)] == [{"chancellor": 2}, {}]


@pytest.mark.rule("RO-INV-01", "RO-SPY-05")
def test_a_stolen_invention_is_worth_a_point_to_the_spy() -> None:
    world = bare_world()
    spy = person(world, A, SP=3)
    person(world, B, SA=1)
    world.kingdoms[B].inventions = [4]
    turn = play(world)
    spying.steal_invention(turn, turn.characters[spy.number], turn.provinces[FIELD], Fate((100, 30), (1, 1)))
    practice.gains(turn)
    assert turn.kingdoms[A].inventions == [4] and turn.characters[spy.number].merit == {"chancellor": 1}


@pytest.mark.rule("RO-INV-02")
def test_an_invention_is_of_use_from_the_next_season_on() -> None:
    world = bare_world()
    leader = person(world, A, SA=5)
    troops(world, "BO", A, FIELD, leader)
    turn = play(world)
    practice.practise(turn, turn.characters[leader.number], o.Practise("SA"), Fate((100, 100), (100, 25), (14, 7)))

    def boosts() -> int:
        (camp,) = camps_in(turn, turn.provinces[FIELD])
        return soldiers(turn, camp, turn.provinces[FIELD], defending=False)[0].boosts

    assert boosts() == 0
    practice.gains(turn)
    assert boosts() == 1


@pytest.mark.rule("RO-INV-02")
@pytest.mark.parametrize(
    ("invention", "terrain", "tax", "gold"),
    [(1, "plain", 0, 1), (2, "forest", 5, 6), (3, "mountain", 5, 6), (4, "desert", 2, 3), (4, "jungle", 2, 3),
     (5, "sea", 1, 2), (5, "sea", 0, 0), (1, "forest", 5, 5)],
)  # fmt: skip
def test_inventions_of_peace(invention: int, terrain: str, tax: int, gold: int) -> None:
    world = bare_world()
    lay(world, FIELD, terrain, owner=A, tax=tax)
    assert tax_yield(world.provinces[FIELD], [invention]) == gold


@pytest.mark.rule("RO-INV-02", "RO-BAT-24")
def test_inventions_of_war() -> None:
    armed = {6: {"LC", "HC", "CH", "CC"}, 7: {"BO"}, 8: {"LE", "PH", "AX"}}
    assert {number: set(row.types) for number, row in INVENTIONS.items() if row.types} == armed
    world = bare_world()
    leader = person(world, A, NA=1, MA=1)
    turn = play(world)
    here, there = turn.provinces[FIELD], turn.provinces[NEXT[0]]
    assert (sail_bonus(turn, leader), march_level(turn, leader, here, there)) == (1, 1)
    turn.kingdoms[A].inventions = [9, 10]
    assert (sail_bonus(turn, leader), march_level(turn, leader, here, there)) == (2, 1)
    here.owner = there.owner = A
    assert march_level(turn, leader, here, there) == 2


@pytest.mark.rule("RO-MAG-01", "RO-GEN-10")
def test_a_grimoire_serves_only_those_who_know_something_of_its_magic() -> None:
    world = bare_world()
    who = person(world, A)
    world.items[item(world, "GR", who)].domain = "WH"
    item(world, "BT", who)
    assert (level(world.items, who, "WH"), level(world.items, who, "TA")) == (0, 1)
    who.levels = {"WH": 1, "TA": 1}
    assert (level(world.items, who, "WH"), level(world.items, who, "TA")) == (2, 2)
