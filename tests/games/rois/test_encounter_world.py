"""Encounters in the world: guardians, treasures, tasks, thefts, wanderers, and what they bring (ENC, FEAT)."""

from __future__ import annotations

from collections import Counter

import pytest

from heraut.games.rois import orders as o
from heraut.games.rois.dice import Dice
from heraut.games.rois.encounter import adventures, lairs, scouting
from heraut.games.rois.encounter.adventures import meet, passage, ravages, recover_guardians, search, wander
from heraut.games.rois.encounter.course import Encounter, Terms
from heraut.games.rois.encounter.fighters import Fighter, character, monster
from heraut.games.rois.encounter.plan import read_plan
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import Character, Feature, Task, World
from heraut.games.rois.tables import TERRAINS
from heraut.games.rois.world.features import draw_monster
from heraut.games.rois.world.geography import distance

from .bare_world import FIELD, NEXT, bare_world, item, lay, person, place, play, told, troops
from .fate import Even, Fate, seeded

A, B = 1, 2


def given(turn: Turn, *dice: Dice) -> None:
    """The streams that the turn opens from now on, in order."""
    left = list(dice)
    turn.dice = lambda kind, *who: left.pop(0)  # type: ignore[method-assign]


def searched(
    world: World, who: Character, plan: str, dice: Dice | None = None, number: int = 1, turn_number: int = 3
) -> Turn:
    """A season in which he searches a place of the field."""
    turn = play(world, turn=turn_number)
    if dice is not None:
        given(turn, dice)
    search(turn, turn.characters[who.number], o.Search(number, read_plan(plan)))
    return turn


def found(turn: Turn, kind: str = "encounter") -> dict[str, object]:
    return told(turn, kind, A)[0].data


def lair(world: World, guardian: str = "ogre", hp: int = 1, **more: object) -> Feature:
    return place(world, "DJ", guardian, hp=hp, gold=9, **more)


def ended(
    ending: str,
    loser: int | None,
    one: Fighter | None = None,
    other: Fighter | None = None,
    dice: Dice | None = None,
    terms: Terms | None = None,
) -> Encounter:
    """An encounter that has ended so."""
    meeting = Encounter(one or character({}), other or monster("ogre"), dice or Fate(), terms)
    meeting.end(ending, loser)
    return meeting


# Places


@pytest.mark.rule("RO-FEAT-01", "RO-FEAT-06", "RO-ENC-29", "RO-OFF-05")
def test_a_dead_guardian_leaves_its_treasure_and_merit() -> None:
    world = bare_world()
    feature = lair(world, hp=20, items=[item(world, "ER"), item(world, "LV")])
    world.features[feature.number].guardian.hp = 1  # type: ignore[union-attr]
    who = person(world, A, ME=9)
    turn = searched(world, who, "ME", Even(0.3))  # it does not give up, and is hit

    now = turn.characters[who.number]
    assert found(turn)["ending"] == "killed"
    assert (turn.kingdoms[A].gold, now.items, now.merit["defender"]) == (59, [11, 12], 20)
    assert turn.now.features[1].guardian is None and turn.now.features[1].gold == 0
    assert turn.kingdoms[A].features[1] == 0 and {11, 12} <= set(turn.kingdoms[A].items)


@pytest.mark.rule("RO-ENC-17", "RO-OFF-05")
def test_a_guardian_that_gives_up_brings_half_the_merit_and_all_the_treasure() -> None:
    world = bare_world()
    feature = lair(world, hp=21)
    feature.guardian.hp = 4  # type: ignore[union-attr]
    who = person(world, A, ME=1)
    turn = searched(world, who, "ME", Fate((100, 30)))
    assert turn.characters[who.number].merit["defender"] == 10
    assert turn.kingdoms[A].gold == 59 and turn.now.features[1].guardian is None


@pytest.mark.rule("RO-FEAT-02", "RO-EXPL-05")
def test_searching_discovers_the_place_that_has_this_number() -> None:
    world = bare_world()
    lair(world)
    lair(world, "griffin")
    who = person(world, A)
    turn = searched(world, who, "FL", Even(0.0), number=2)
    assert list(turn.kingdoms[A].features) == [2]
    assert turn.characters[who.number].merit == {"chancellor": 2}
    assert found(turn)["monster"] == "griffin"


@pytest.mark.rule("RO-FEAT-03")
def test_an_empty_place_gives_what_is_left_and_lets_one_look_around() -> None:
    world = bare_world()
    feature = place(world, gold=7, items=[item(world, "LV")], secret=True)
    who = person(world, A)
    turn = searched(world, who, "ME, SC", Fate((100, 40), (5, 4)))
    assert (turn.kingdoms[A].gold, turn.characters[who.number].items) == (57, [11])
    assert told(turn, "secret_spring", A) and turn.now.features[feature.number].secret is False
    again = searched(turn.now, who, "ME, SC", Fate((100, 40)))
    assert found(again, "searched")["gold"] == 0 and told(again, "nothing_special", A)
    assert not told(searched(again.now, who, "ME", Fate()), "nothing_special", A), "nobody looks around unasked"


@pytest.mark.rule("RO-FEAT-04")
def test_anybody_searches_anywhere() -> None:
    for owner in (0, A, B):
        world = bare_world()
        lay(world, FIELD, owner=owner)
        troops(world, "LE LE", B)
        lair(world)
        who = person(world, A, ME=9)
        assert found(searched(world, who, "ME", Even(0.3)))["ending"] == "killed"


@pytest.mark.rule("RO-FEAT-05", "RO-FEAT-10")
def test_a_guardian_keeps_its_wounds_until_the_year_s_end() -> None:
    world = bare_world()
    lair(world, "golem", hp=30)
    who = person(world, A, EL=1)
    turn = searched(world, who, "CA-FI, FL, FL, FL", Even(0.0))  # burnt once: d8 + 1 = 2
    guardian = turn.now.features[1].guardian
    assert guardian is not None and (guardian.hp, guardian.hurt) == (28, 3)
    assert turn.kingdoms[A].features[1] == 28
    recover_guardians(turn)
    assert (guardian.hp, guardian.hurt) == (30, 3)


@pytest.mark.rule("RO-FEAT-05", "RO-ENC-27")
def test_the_order_s_plan_else_the_standing_one_else_the_end_of_all_plans() -> None:
    for plan, standing, first in (("FL", "ME", "flight"), (None, "FL", "flight"), (None, "", "blow")):
        world = bare_world()
        lair(world, "ogre", hp=20)
        who = person(world, A, plan=read_plan(standing), ME=1)
        turn = play(world)
        given(turn, Even(0.5))
        search(turn, turn.characters[who.number], o.Search(1, None if plan is None else read_plan(plan)))
        own = [entry["act"] for entry in found(turn)["log"] if entry["own"]]  # type: ignore[attr-defined]
        assert own[0] == first


@pytest.mark.rule("RO-FEAT-07")
@pytest.mark.parametrize(
    ("plan", "dice", "scouts"),
    [
        ("ME, SC", Even(0.3), True),
        ("ME", Even(0.3), False),
        ("FL, SC", Even(0.0), False),
        ("ST, SC", Even(0.0), True),
        ("TA, SC", Even(0.0), True),
    ],
)
def test_one_looks_around_after_a_victory_a_theft_or_a_pact(plan: str, dice: Dice, scouts: bool) -> None:
    world = bare_world()
    lair(world)
    who = person(world, A, ME=9, EX=4)
    turn = searched(world, who, plan, dice)
    assert bool(told(turn, "nothing_special", A)) is scouts


@pytest.mark.rule("RO-FEAT-07", "RO-ENC-24")
def test_a_task_is_no_pact() -> None:
    world = bare_world()
    lair(world)
    who = person(world, A, EX=4)
    turn = searched(world, who, "TA, SC", heard(36, (3, 2)))
    assert found(turn)["ending"] == "task" and not told(turn, "nothing_special", A)


@pytest.mark.rule("RO-FEAT-08")
def test_the_chance_to_find_a_secret_grows_with_exploring() -> None:
    for level, chance in ((0, 40), (2, 70), (4, 100)):
        for throw in (chance, chance + 1):
            if throw > 100:
                continue
            world = bare_world()
            feature = place(world)
            who = person(world, A, EX=level)
            turn = play(world)
            scouting.scout(turn, who, turn.now.features[feature.number], Fate((100, throw)))
            assert bool(told(turn, "nothing_special", A)) is (throw <= chance)  # nothing is said of a bad search


def secret(face: int, dice: Dice, **more: object) -> tuple[Turn, Character]:
    """What the secret of this face brings to somebody in the field."""
    world = bare_world()
    place(world, secret=True)
    world.provinces[FIELD].race = "elf"
    who = person(world, A, **more)
    turn = play(world)
    here = turn.characters[who.number]
    scouting.SECRETS[face - 1](turn, here, turn.now.features[1], dice)
    return turn, here


@pytest.mark.rule("RO-FEAT-08")
def test_a_hoard() -> None:
    turn, who = secret(1, Fate((6, 3), (6, 4), (100, 31)))
    assert turn.kingdoms[A].gold == 57 and who.items == []
    turn, who = secret(2, seeded("captive"))
    prisoner = max(turn.now.characters.values(), key=lambda each: each.number)
    assert (prisoner.role, prisoner.captor, prisoner.province, prisoner.race) == ("free", A, FIELD, "elf")
    assert prisoner.number in turn.kingdoms[A].met and prisoner in turn.characters_in(FIELD)
    assert told(turn, "character_born")[0].data == {"character": prisoner.number, "kingdom": 0}


@pytest.mark.rule("RO-FEAT-08")
def test_a_library_and_a_spring() -> None:
    turn, who = secret(3, Fate((14, 1)), ME=5)  # ME 5 cannot rise: fourteen talents are left
    assert turn.rises == [(who.number, "TA")]
    turn, who = secret(3, Fate((1, 1)), aptitudes={"TA": 0, "ME": 1, "TH": 2}, TH=2)
    assert turn.rises == [(who.number, "ME")], "where he has no level one is enough"
    turn, who = secret(3, Fate(), aptitudes={"TA": 0, "TH": 2}, TH=2)
    assert turn.rises == []
    turn, who = secret(4, Fate())
    assert (who.max_hp, who.spring) == (11, True)
    turn, who = secret(4, Fate(), spring=True)
    assert who.max_hp == 10


@pytest.mark.rule("RO-FEAT-08")
def test_an_old_map() -> None:
    world = bare_world()
    place(world, secret=True)
    hidden = place(world, "TU", "ogre", province=NEXT[0])
    who = person(world, A)
    turn = play(world)
    scouting.map(
        turn, turn.characters[who.number], turn.now.features[1], Fate((3, 3), (6, 1), (5, 1), (4, 1), (3, 1), (2, 1))
    )
    shown = [province for province, known in turn.kingdoms[A].exploration.items() if known == 100]
    assert len(shown) == 3 and set(shown) <= set(NEXT)
    assert (hidden.number in turn.kingdoms[A].features) is (NEXT[0] in shown)


@pytest.mark.rule("RO-FEAT-09", "RO-FEAT-10", "RO-MAG-10")
@pytest.mark.parametrize(("years", "chance"), [(1, 2), (5, 10), (15, 30), (25, 30)])
def test_a_guardian_left_alone_ravages(years: int, chance: int) -> None:
    for throw in (chance, chance + 1):
        world = bare_world()
        lay(world, FIELD, owner=A)
        lair(world)
        turn = play(world, turn=1 + years)
        given(turn, Fate((100, throw)))
        ravages(turn)
        hit = throw <= chance
        assert turn.marks.halved == ({FIELD: "ravage"} if hit else {})
        assert (1 in turn.kingdoms[A].features) is hit and bool(told(turn, "ravaged", A)) is hit


@pytest.mark.rule("RO-FEAT-09", "RO-FEAT-10")
@pytest.mark.parametrize(("plan", "wounded"), [("FL, FL, FL", False), ("ME, FL, FL", True)])
def test_only_a_wound_calms_a_guardian_and_not_a_visit(plan: str, wounded: bool) -> None:
    """After nine quiet years somebody runs away from it, or hits it once: 18 % to ravage, or none at all."""
    world = bare_world()
    lay(world, FIELD, owner=A)
    feature = lair(world, hp=30)
    turn = searched(world, person(world, A, ME=9), plan, Even(0.0), turn_number=10)
    guardian = turn.now.features[feature.number].guardian
    assert guardian is not None and (guardian.hp < 30) is wounded and guardian.hurt == (10 if wounded else 1)
    given(turn, *[] if wounded else [Fate((100, 18))])
    ravages(turn)
    assert bool(told(turn, "ravaged", A)) is not wounded


@pytest.mark.rule("RO-FEAT-09", "RO-FEAT-10")
def test_who_is_spared() -> None:
    for change in ("native", "pacified", "hurt", "dead", "first"):
        world = bare_world()
        lay(world, FIELD, owner=0 if change == "native" else A)
        feature = lair(world)
        if change == "pacified":
            world.kingdoms[A].pacified.append(feature.number)
        if change == "hurt":
            feature.guardian.hurt = 9  # type: ignore[union-attr]
        if change == "dead":
            feature.guardian = None
        turn = play(world, turn=1 if change == "first" else 9)
        given(turn)
        ravages(turn)
        assert turn.marks.halved == {}


# Bargains


def heard(draw: int, *more: tuple[int, int]) -> Fate:
    """A word that is heard, what comes of it, a lesson not learnt, and these dice."""
    return Fate((100, 1), (100, draw), (100, 100), *more)


@pytest.mark.rule("RO-ENC-24", "RO-OFF-05")
def test_a_pact_brings_half_merit_once_and_lasting_peace() -> None:
    world = bare_world()
    feature = lair(world, hp=21)
    who = person(world, A)
    turn = searched(world, who, "TA", heard(35))
    assert turn.kingdoms[A].pacified == [feature.number]
    assert turn.characters[who.number].merit == {"chancellor": 2, "defender": 10}
    again = searched(turn.now, who, "ME, SC", Fate((100, 100)))
    assert found(again)["ending"] == "peace"
    assert again.characters[who.number].merit["defender"] == 10
    other = person(again.now, B, ME=9)
    killed = play(again.now)
    given(killed, Even(0.0))
    killed.now.features[1].guardian.hp = 1  # type: ignore[union-attr]
    search(killed, killed.characters[other.number], o.Search(1, read_plan("ME")))
    merit = killed.characters[other.number].merit["defender"]
    assert merit in (10, 21)  # pacts bind their own kingdom alone


@pytest.mark.rule("RO-OFF-05", "RO-ENC-29")
def test_the_killer_of_a_neutralised_monster_has_the_full_merit() -> None:
    world = bare_world()
    feature = lair(world, "gargoyle", hp=15)  # a construct never gives up
    feature.guardian.credited, feature.guardian.hp = [A], 1  # type: ignore[union-attr]
    world.kingdoms[A].pacified.append(feature.number)
    who = person(world, B, ME=9)
    turn = play(world)
    given(turn, Even(0.0))
    search(turn, turn.characters[who.number], o.Search(1, read_plan("ME")))
    assert turn.characters[who.number].merit["defender"] == 15


@pytest.mark.rule("RO-ENC-24")
def test_a_gift_is_taken_from_the_treasure() -> None:
    for gold, face, given_away in ((9, 4, 4), (2, 6, 2)):
        world = bare_world()
        feature = lair(world)
        feature.gold = gold
        turn = searched(world, person(world, A), "TA", heard(76, (6, face)))
        assert (turn.kingdoms[A].gold, turn.now.features[1].gold) == (50 + given_away, gold - given_away)
        assert turn.kingdoms[A].pacified == [feature.number]


@pytest.mark.rule("RO-ENC-24", "RO-OFF-05")
@pytest.mark.parametrize(
    ("ending", "loser", "merit"),
    [("charmed", 1, 10), ("charmed", 0, 0), ("pact", None, 10), ("fled", 1, 0), ("fled", 0, 0), ("driven_off", 0, 0)],
)
def test_a_charmed_guardian_leaves_its_charmer_in_peace(ending: str, loser: int | None, merit: int) -> None:
    world = bare_world()
    feature, who = lair(world, hp=21), person(world, A)
    turn = play(world)
    den, charmer = turn.now.features[feature.number], turn.characters[who.number]
    lairs.consequences(turn, charmer, den, ended(ending, loser), Fate())
    assert turn.kingdoms[A].pacified == [feature.number] * bool(merit)
    assert charmer.merit.get("defender", 0) == merit and den.guardian is not None


@pytest.mark.rule("RO-ENC-25")
def test_the_three_tasks() -> None:
    def task(face: int, *more: tuple[int, int], rival: bool = True) -> tuple[Turn, Task]:
        world = bare_world()
        lair(world, hp=21)
        if rival:
            place(world, "TU", "griffin", province=NEXT[0])
        place(world, "TU", "griffin", province=155)  # too far away
        place(world, "TU", province=NEXT[1])  # nobody lives there
        turn = searched(world, person(world, A), "TA", heard(50, (3, face), *more))
        return turn, turn.kingdoms[A].tasks[1]

    assert task(1)[1] == Task("tribute", gold=5)  # a fifth of 21, rounded up
    assert task(2)[1] == Task("item")
    turn, death = task(3, (1, 1))
    assert death == Task("death", target=2) and 2 in turn.kingdoms[A].features
    assert max(turn.now.characters.values(), key=lambda each: each.number).merit == {"chancellor": 2}  # for the search
    assert [found(turn)[f"target_{what}"] for what in ("province", "place", "monster")] == [NEXT[0], 1, "griffin"]
    assert task(3, rival=False)[1] == Task("tribute", gold=5)


@pytest.mark.rule("RO-ENC-25")
@pytest.mark.parametrize(("away", "within"), [(5, True), (6, False)])
def test_the_guardian_that_is_to_die_lives_within_five_provinces(away: int, within: bool) -> None:
    world = bare_world()
    lair(world, hp=21)
    there = next(number for number in world.provinces if distance(FIELD, number) == away)
    place(world, "TU", "griffin", province=there)
    dice = heard(50, (3, 3), (1, 1)) if within else heard(50, (3, 3))
    turn = searched(world, person(world, A), "TA", dice)
    assert turn.kingdoms[A].tasks[1] == (Task("death", target=2) if within else Task("tribute", gold=5))


@pytest.mark.rule("RO-ENC-24", "RO-ENC-25")
def test_a_death_asked_of_a_guardian_that_has_fled_is_asked_again() -> None:
    world = bare_world()
    lair(world, hp=21)
    empty = place(world, "TU", province=NEXT[0])
    world.kingdoms[A].tasks[1] = Task("death", target=empty.number)
    turn = searched(world, person(world, A), "TA", Fate((100, 100)))
    assert (found(turn)["target_province"], "target_monster" in found(turn)) == (NEXT[0], False)


@pytest.mark.rule("RO-OFF-05", "RO-ENC-24")
def test_merit_for_a_peace_is_had_once_a_monster_and_a_kingdom() -> None:
    """B has been paid for its peace with this guardian, and A has not; whichever way it is made once more."""
    for plan, dice in (
        ("TA", lambda: heard(35)),
        ("TA", lambda: heard(76, (6, 1))),
        ("CA-CH", lambda: Fate(1, 100, 100)),
    ):
        for kingdom, merit in ((A, 10), (B, 0)):
            world = bare_world()
            feature = lair(world, "troll", hp=21)
            assert feature.guardian is not None
            feature.guardian.credited = [B]
            who = person(world, kingdom, PS=5)
            world.kingdoms[kingdom].features[feature.number] = 1
            turn = searched(world, who, plan, dice())
            assert turn.kingdoms[kingdom].pacified == [feature.number], plan
            assert turn.characters[who.number].merit.get("defender", 0) == merit
            credited = turn.now.features[1].guardian
            assert credited is not None and sorted(credited.credited) == ([A, B] if kingdom == A else [B])


@pytest.mark.rule("RO-ENC-25")
def test_a_task_done_brings_the_treasure_and_no_merit() -> None:
    for kind, plan, gold in (("tribute", "FU", 50 - 50 + 9), ("death", "FU", 59), ("item", "GI-12, FU", 59)):
        world = bare_world()
        feature = lair(world, hp=21, items=[item(world, "LV")])
        place(world, "TU", province=NEXT[0], slain=True)
        who = person(world, A)
        gift = item(world, "ER", who)
        world.kingdoms[A].tasks[1] = Task(kind, gold=50 * (kind == "tribute"), target=2 * (kind == "death"))  # type: ignore[arg-type]
        turn = searched(world, who, plan, Fate())
        now = turn.characters[who.number]
        assert found(turn)["ending"] == "fulfilled"
        assert (turn.kingdoms[A].gold, turn.kingdoms[A].tasks, turn.kingdoms[A].pacified) == (
            gold,
            {},
            [feature.number],
        )
        assert "defender" not in now.merit
        assert now.items == ([11] if kind == "item" else [gift, 11])
        assert turn.now.features[1].items == ([gift] if kind == "item" else [])


@pytest.mark.rule("RO-ENC-25")
@pytest.mark.parametrize("kind", ["tribute", "death"])
def test_too_early_it_takes_offence(kind: str) -> None:
    world = bare_world()
    lair(world, hp=21)
    place(world, "TU", "griffin", province=NEXT[0])
    world.kingdoms[A].tasks[1] = Task(kind, gold=51 * (kind == "tribute"), target=2 * (kind == "death"))  # type: ignore[arg-type]
    turn = searched(world, person(world, A), "FU, FL", Even(0.0))
    assert found(turn)["ending"] == "fled" and turn.kingdoms[A].tasks and turn.kingdoms[A].gold == 50


@pytest.mark.rule("RO-ENC-24", "RO-ENC-25")
@pytest.mark.parametrize(("plan", "ending"), [("TA", "task"), ("TA, FU", "fulfilled"), ("TA, ME", "task")])
def test_a_task_that_is_open_is_repeated_and_may_be_fulfilled_at_once(plan: str, ending: str) -> None:
    """No roll is made: the only die is that of the lesson."""
    world = bare_world()
    lair(world, hp=21)
    world.kingdoms[A].tasks[1] = Task("tribute", gold=5)
    turn = searched(world, person(world, A), plan, Fate((100, 100)))
    assert found(turn)["ending"] == ending
    assert turn.kingdoms[A].tasks == ({} if ending == "fulfilled" else {1: Task("tribute", gold=5)})


@pytest.mark.rule("RO-ENC-25")
@pytest.mark.parametrize(("flees", "ending"), [(False, "fulfilled"), (True, "fled")])
def test_a_monster_that_fled_is_not_dead(flees: bool, ending: str) -> None:
    """The guardian named is met with 2 of its 20 hit points left: it runs away, or dies of one blow."""
    world = bare_world()
    lair(world, hp=21)
    other = place(world, "TU", "troll", hp=20)
    other.guardian.hp = 2
    world.kingdoms[A].tasks[1] = Task("death", target=other.number)
    who = person(world, A, ME=3)
    turn = searched(world, who, "ME, ME", Even(0.0 if flees else 0.4), number=2)
    assert found(turn)["ending"] == ("driven_off" if flees else "killed") and turn.now.features[2].guardian is None
    given(turn, Even(0.0))
    search(turn, turn.characters[who.number], o.Search(1, read_plan("FU, FL")))
    assert told(turn, "encounter", A)[1].data["ending"] == ending


# Thefts


@pytest.mark.rule("RO-ENC-22")
def test_a_thief_takes_an_item_or_half_the_gold() -> None:
    world = bare_world()
    lair(world, items=[item(world, "ER"), item(world, "LV")])
    who = person(world, A)
    turn = searched(world, who, "ST", Fate((100, 1), (100, 100), (2, 2)))
    assert (turn.characters[who.number].items, turn.now.features[1].items, turn.kingdoms[A].gold) == ([12], [11], 50)
    world = bare_world()
    lair(world)
    turn = searched(world, person(world, A), "ST", Fate((100, 1), (100, 100)))
    assert (turn.kingdoms[A].gold, turn.now.features[1].gold) == (55, 4)  # half of 9, rounded up


def met(
    world: World, who: Character, other: Character, plan: str = "", *dice: Dice, before: Turn | None = None
) -> Turn:
    turn = before or play(world)
    given(turn, *(dice or (seeded("met"),)))
    meet(turn, turn.characters[who.number], o.Meet(other.number, read_plan(plan)))
    return turn


@pytest.mark.rule("RO-ENC-22")
def test_a_character_robbed_misses_it_and_knows_no_more() -> None:
    world = bare_world()
    thief, victim = person(world, A), person(world, B)
    sword = item(world, "ER", victim)
    turn = met(world, thief, victim, "ST", Fate((100, 1), (100, 1), (100, 100), (1, 1)))
    assert turn.characters[thief.number].items == [sword] and turn.characters[victim.number].items == []
    (event,) = told(turn, "item_missing", B)
    assert event.data["item"] == sword and "other" not in event.data
    assert not told(turn, "encounter", B) and thief.number not in turn.kingdoms[B].met
    assert found(turn)["started"] and [entry["own"] for entry in found(turn)["log"]] == [True, True]  # type: ignore[attr-defined]


@pytest.mark.rule("RO-ENC-22")
def test_gold_is_stolen_once_a_year_at_most_and_as_far_as_there_is_any() -> None:
    world = bare_world()
    thief, victim = person(world, A), person(world, B)
    turn = met(world, thief, victim, "ST", Fate((100, 1), (100, 1), (100, 100), (6, 4)))
    assert (turn.kingdoms[A].gold, turn.kingdoms[B].gold) == (54, 46)
    met(world, thief, victim, "ST", Fate((100, 1), (100, 1), (100, 100)), before=turn)
    assert (turn.kingdoms[A].gold, turn.kingdoms[B].gold) == (54, 46)
    assert [event.data["gold"] for event in told(turn, "encounter", A)] == [4, 0]

    poor = bare_world()
    poor.kingdoms[B].gold = 2
    thief, victim = person(poor, A), person(poor, B)
    turn = met(poor, thief, victim, "ST", Fate((100, 1), (100, 1), (100, 100), (6, 6)))
    assert (turn.kingdoms[A].gold, turn.kingdoms[B].gold) == (52, 0)
    free = bare_world()
    thief, nobody = person(free, A), person(free, 0)
    assert met(free, thief, nobody, "ST", Fate((100, 1), (100, 1), (100, 100))).kingdoms[A].gold == 50


# Meetings


@pytest.mark.rule("RO-ENC-03")
def test_guards_keep_strangers_away() -> None:
    world = bare_world()
    who, spy = person(world, A), person(world, A, SP=3)
    turn = play(world)
    for number, chances in ((0, (100, 100)), (1, (80, 100)), (3, (40, 70)), (5, (10, 30)), (9, (10, 10))):
        lord = person(turn.now, B)
        troops(turn.now, "LE " * number, B, FIELD, lord)
        turn = play(turn.now)
        assert (passage(turn, who, lord), min(100, passage(turn, spy, lord))) == chances
    comrade = person(turn.now, A)
    troops(turn.now, "LE LE LE LE LE", A, FIELD, comrade)
    turn = play(turn.now)
    assert passage(turn, who, comrade) == 100


@pytest.mark.rule("RO-ENC-03")
def test_natives_guard_their_hero() -> None:
    world = bare_world()
    who, hero = person(world, A), person(world, 0, role="provincial")
    world.provinces[FIELD].hero = hero.number
    troops(world, "LE LE", 0)
    assert passage(play(world), who, hero) == 60


@pytest.mark.rule("RO-ENC-03")
def test_who_is_stopped_is_denounced() -> None:
    world = bare_world()
    who, lord = person(world, A), person(world, B)
    troops(world, "LE LE", B, FIELD, lord)
    turn = met(world, who, lord, "ME", Fate((100, 61)), Fate((100, 61)))
    assert told(turn, "stopped_by_guards", B)[0].data["other"] == who.number
    assert told(turn, "ignored", A)[0].data["reason"] == "guards"
    assert not meet(turn, turn.characters[who.number], o.Meet(lord.number, read_plan("ME"))), "whoever defends goes on"
    away = person(world, B, NEXT[0])
    turn = met(world, who, away, "ME")
    assert told(turn, "ignored", A)[0].data["reason"] == "not_here"


@pytest.mark.rule("RO-ENC-21", "RO-CHAR-17")
def test_a_killed_character_is_looted_and_his_men_disband() -> None:
    world = bare_world()
    killer, victim = person(world, A, ME=9), person(world, B, hp=1, temper="")
    sword = item(world, "ER", victim)
    troops(world, "LE", B, FIELD, victim)
    turn = met(world, killer, victim, "ME", Even(0.0))
    assert turn.characters[victim.number].died == 1
    assert turn.characters[killer.number].items == [sword]
    assert not turn.now.units  # foreign land
    assert {event.data["ending"] for event in told(turn, "encounter", B)} == {"killed"}


@pytest.mark.rule("RO-ENC-20")
def test_mercy_costs_everything() -> None:
    world = bare_world()
    killer, victim = person(world, A, ME=9), person(world, B, hp=1, temper="coward")
    sword = item(world, "ER", victim)
    for n in range(40):
        turn = met(world, killer, victim, "ME, ME", seeded(str(n)))
        data = told(turn, "encounter", A)[0].data
        if data["ending"] == "mercy":
            assert turn.characters[victim.number].hp == 1 and turn.characters[victim.number].alive
            assert turn.characters[killer.number].items == [sword]
            return
    raise AssertionError("he was never heard")


@pytest.mark.rule("RO-ENC-26", "RO-ITEM-04")
def test_words_and_gifts_reach_the_other_kingdom() -> None:
    world = bare_world()
    who, other = person(world, A), person(world, B)
    sword = item(world, "ER", who)
    turn = met(world, who, other, f'SA-"Pour vous, sire", GI-{sword}')
    assert turn.characters[other.number].items == [sword] and turn.characters[who.number].items == []
    said = [entry for entry in told(turn, "encounter", B)[0].data["log"] if entry["act"] == "said"]
    assert said[0]["text"] == "Pour vous, sire" and said[0]["own"] is False
    assert sword in turn.kingdoms[B].items


@pytest.mark.rule("RO-ENC-10", "RO-ENC-26", "RO-ITEM-04")
def test_what_both_give_in_peace_changes_hands_and_no_spoils_are_told() -> None:
    world = bare_world()
    who, other = person(world, A), person(world, B)
    sword, boots = item(world, "ER", who), item(world, "BM", other)
    other.plan = read_plan(f"GI-{boots}, FL")
    turn = met(world, who, other, f"GI-{sword}")
    assert (turn.characters[who.number].items, turn.characters[other.number].items) == ([boots], [sword])
    for kingdom in (A, B):
        (event,) = told(turn, "encounter", kingdom)
        assert [event.data[key] for key in ("ending", "gold", "items", "place")] == ["peace", 0, [], 0]


@pytest.mark.rule("RO-ENC-26", "RO-ENC-27")
def test_his_standing_plan_decides_whether_there_is_peace() -> None:
    for plan, ending in (("", "peace"), ("FL", "peace"), ("ME", "killed")):
        world = bare_world()
        who, other = person(world, A, hp=1, temper=""), person(world, B, ME=9, plan=read_plan(plan))
        turn = met(world, who, other, "TA", Even(0.0))
        assert told(turn, "encounter", A)[0].data["ending"] == ending
        for kingdom, won in ((A, False), (B, ending == "killed")):
            data = told(turn, "encounter", kingdom)[0].data
            assert (data["won"], data["started"]) == (won, kingdom == A)
    world = bare_world()
    who, free = person(world, A), person(world, 0, ME=9)
    assert told(met(world, who, free, "TA"), "encounter", A)[0].data["ending"] == "peace"


@pytest.mark.rule("RO-INFO-03")
def test_the_number_of_a_stranger_s_item_is_not_seen_and_one_s_own_is() -> None:
    world = bare_world()
    who, other = person(world, A, ME=9), person(world, B, hp=90, max_hp=90, temper="")
    wand = item(world, "BF", who)
    turn = met(world, who, other, f"US-{wand}, FL", Even(0.0))
    for kingdom, number in ((A, wand), (B, 0)):
        (spell,) = [entry for entry in told(turn, "encounter", kingdom)[0].data["log"] if entry["act"] == "spell"]
        assert (spell["item"], spell["item_kind"], spell["own"]) == (number, "BF", kingdom == A)


@pytest.mark.rule("RO-ENC-16", "RO-ENC-21")
def test_who_runs_away_keeps_his_life_and_his_arms() -> None:
    world = bare_world()
    who, other = person(world, A, temper=""), person(world, B, ME=9, plan=read_plan("ME"))
    sword = item(world, "ER", who)
    turn = met(world, who, other, "FL", Even(0.0))
    assert told(turn, "encounter", A)[0].data["ending"] == "fled"
    assert turn.characters[who.number].alive and turn.characters[who.number].items == [sword]


@pytest.mark.rule("RO-ENC-28", "RO-ENC-31")
@pytest.mark.parametrize(("kingdom", "relation"), [(A, "neutral"), (B, "allied")])
def test_friends_are_never_harmed(kingdom: int, relation: str) -> None:
    world = bare_world(relation=relation)
    who, friend = person(world, A, ME=9), person(world, kingdom, hp=1, temper="", plan=read_plan("ME"))
    turn = met(world, who, friend, "ST, ME, ME")
    assert told(turn, "encounter", A)[0].data["ending"] == "peace" and turn.characters[friend.number].alive


@pytest.mark.rule("RO-ENC-31")
def test_neutrals_and_enemies_may_be_attacked_without_a_word_of_war() -> None:
    for relation in ("neutral", "enemy"):
        world = bare_world(relation=relation)
        who, victim = person(world, A, ME=9), person(world, B, hp=1, temper="")
        turn = met(world, who, victim, "ME", Even(0.0))
        assert turn.characters[victim.number].died and turn.relation(A, B) == relation


# Wanderers


@pytest.mark.rule("RO-EXPL-08", "RO-ENC-29")
def test_wanderers_are_those_of_the_terrain_and_carry_a_purse() -> None:
    kinds: Counter[str] = Counter()
    odd = 0
    for n in range(200):
        same = seeded(str(n))  # as it comes out of its den
        hp = draw_monster(same.pick(TERRAINS["plain"].wanderers), same).max_hp
        world = bare_world()
        who = person(world, A, ME=9, hp=90, max_hp=90, plan=read_plan("ME"))
        turn = play(world)
        carried_on = wander(turn, turn.characters[who.number], seeded(str(n)))
        data = found(turn)
        kinds[str(data["monster"])] += 1
        gold, merit = turn.kingdoms[A].gold - 50, turn.characters[who.number].merit.get("defender", 0)
        if data["ending"] == "killed":
            assert 1 <= gold <= 6 and merit == hp and carried_on
        elif data["ending"] == "driven_off":
            odd += hp % 2
            assert gold == 0 and merit == hp // 2 and carried_on
    assert odd, "some halves were rounded down"
    assert set(kinds) == {"ogre", "werewolf", "griffin", "giant"} and min(kinds.values()) > 25


@pytest.mark.rule("RO-EXPL-08", "RO-ENC-24", "RO-OFF-05")
def test_wanderers_who_listen_make_pacts_and_gifts_and_set_no_task() -> None:
    endings: Counter[str] = Counter()
    for n in range(120):
        same = seeded(str(n))  # as it comes out of its den
        hp = draw_monster(same.pick(TERRAINS["plain"].wanderers), same).max_hp
        purse = same.d(6)
        world = bare_world()
        who = person(world, A, DR=5, ME=9, hp=90, max_hp=90, plan=read_plan("TA, ME"))
        turn = play(world)
        wander(turn, turn.characters[who.number], seeded(str(n)))
        ending = str(found(turn)["ending"])
        endings[ending] += 1
        if ending in ("pact", "gift"):
            assert turn.characters[who.number].merit["defender"] == hp // 2
            assert turn.kingdoms[A].gold - 50 in (range(1, purse + 1) if ending == "gift" else [0])
    assert endings["pact"] and endings["gift"] > 1 and not endings["task"]


@pytest.mark.rule("RO-EXPL-08", "RO-ENC-24", "RO-ENC-29", "RO-OFF-05")
@pytest.mark.parametrize(
    ("ending", "loser", "share"),
    [
        ("killed", 1, 1), ("driven_off", 1, 2), ("charmed", 1, 2), ("pact", None, 2), ("gift", None, 2),
        ("charmed", 0, 0), ("fled", 1, 0), ("fled", 0, 0),
    ],
)  # fmt: skip
def test_the_merit_of_a_wanderer_is_for_whoever_gets_the_better_of_it(
    monkeypatch: pytest.MonkeyPatch, ending: str, loser: int | None, share: int
) -> None:
    world = bare_world()
    who = person(world, A)
    turn = play(world)
    monkeypatch.setattr(adventures, "encounter", lambda *sides_and_dice: ended(ending, loser, *sides_and_dice))
    wander(turn, turn.characters[who.number], seeded("merit"))
    same = seeded("merit")
    hp = draw_monster(same.pick(TERRAINS["plain"].wanderers), same).max_hp
    assert turn.characters[who.number].merit.get("defender", 0) == (hp // share if share else 0)


@pytest.mark.rule("RO-EXPL-08", "RO-ENC-27")
def test_the_weak_without_a_plan_run_and_lose_their_action() -> None:
    for levels, act in (({"ME": 1}, "flight"), ({"ME": 2}, "blow"), ({"EL": 2}, "spell"), ({"DR": 5}, "flight")):
        world = bare_world()
        who = person(world, A, **levels)
        turn = play(world)
        ended = wander(turn, turn.characters[who.number], Even(0.5))
        own = [entry["act"] for entry in found(turn)["log"] if entry["own"]]  # type: ignore[attr-defined]
        assert own[0] == act
        assert ended is not (found(turn)["ending"] in ("fled", "killed") and bool(found(turn)["lost"]))


@pytest.mark.rule("RO-EXPL-08", "RO-ENC-26", "RO-ITEM-04")
def test_a_gift_to_a_wanderer_lies_where_it_was_given_and_flight_wins_nothing() -> None:
    world = bare_world()
    who = person(world, A)
    who.plan = read_plan(f"GI-{item(world, 'LV', who)}, FL")
    turn = play(world)
    wander(turn, turn.characters[who.number], Even(0.0))
    assert [found(turn)[key] for key in ("ending", "gold", "other", "place")] == ["fled", 0, 0, 0]
    assert turn.kingdoms[A].gold == 50
    assert turn.provinces[FIELD].items == [11] and not turn.characters[who.number].items


@pytest.mark.rule("RO-EXPL-08", "RO-ENC-22")
@pytest.mark.parametrize(("purse", "stolen"), [(1, 1), (4, 2), (5, 3)])
def test_a_thief_takes_half_of_a_wanderer_s_purse(purse: int, stolen: int) -> None:
    turn = play(bare_world())
    who = person(turn.now, A)
    assert adventures.wanderer_s_gold(turn, who, ended("stolen", None), purse) == stolen
    assert turn.kingdoms[A].gold == 50 + stolen


@pytest.mark.rule("RO-ENC-24", "RO-EXPL-08")
@pytest.mark.parametrize(("face", "given_away"), [(2, 2), (3, 3), (6, 3)])
def test_a_wanderer_gives_no_more_than_it_has(face: int, given_away: int) -> None:
    world = bare_world()
    turn, who = play(world), person(world, A)
    gift = ended("gift", None, dice=Fate((6, face)))
    assert adventures.wanderer_s_gold(turn, who, gift, 3) == turn.kingdoms[A].gold - 50 == given_away


@pytest.mark.rule("RO-ENC-21")
def test_what_a_wanderer_s_victim_carried_lies_abandoned_and_a_guardian_keeps_it() -> None:
    world = bare_world()
    who = person(world, A, hp=1, plan=read_plan("ME"), temper="berserk")
    sword = item(world, "LV", who)
    for n in range(50):
        turn = play(world)
        wander(turn, turn.characters[who.number], seeded(str(n)))
        if turn.characters[who.number].died:
            assert turn.provinces[FIELD].items == [sword]
            break
    else:
        raise AssertionError("he never died")
    lair(world, "dragon", hp=50)
    turn = searched(world, who, "ME", seeded("dragon"))
    assert turn.characters[who.number].died and turn.now.features[1].items == [sword]


@pytest.mark.rule("RO-ENC-18", "RO-ITEM-01", "RO-CHAR-04")
def test_wounds_and_charges_last() -> None:
    world = bare_world()
    lair(world, "golem", hp=30)
    who = person(world, A)
    wand, potion = item(world, "BF", who), item(world, "PF", who)
    turn = searched(world, who, f"US-{wand}, US-{wand}, US-{potion}, FL, FL, FL, FL, FL, FL", seeded("golem"))
    assert turn.items[wand].charges == 4
    assert potion not in turn.items and turn.characters[who.number].items == [wand]
    assert [event.data["item"] for event in told(turn, "item_gone")] == [potion]


@pytest.mark.rule("RO-CHAR-04")
@pytest.mark.parametrize(("plan", "left"), [("ME, FL", 6), ("FL", 7)])
def test_one_leaves_with_the_wounds_that_one_has(plan: str, left: int) -> None:
    world = bare_world()
    lair(world, hp=20)
    who = person(world, A, hp=7, temper="")
    turn = searched(world, who, plan, Even(0.0))  # a blow of either side, which hits and does 1; then the flight
    assert (turn.characters[who.number].hp, found(turn)["ending"]) == (left, "fled")


@pytest.mark.slow
@pytest.mark.rule("RO-EXP-01", "RO-EXP-03")
def test_the_lessons_of_an_encounter() -> None:
    rises: Counter[str] = Counter()
    for n in range(600):
        world = bare_world()
        lair(world, "golem", hp=30)
        who = person(world, A, TH=1, ME=1, hp=30, max_hp=30)
        turn = searched(world, who, "ST, ME, ME, FL, FL", seeded(str(n)))
        rises.update(ability for _, ability in turn.rises)
        assert len(turn.rises) == len(set(turn.rises))
    assert 65 <= rises["TH"] <= 120 and 25 <= rises["ME"] <= 75  # 15 and 10 %


def test_modules_are_where_the_turn_looks_for_them() -> None:
    assert adventures.ravages is lairs.ravages and adventures.recover_guardians is lairs.recover_guardians
