"""Duels of commanders: who refuses, who wins, what it costs his men."""

from __future__ import annotations

from collections import Counter

import pytest

from heraut.games.rois.battle.camps import Camp, camps_in, successor
from heraut.games.rois.battle.duel import lose, refusal, refusal_chance
from heraut.games.rois.battle.field import battles
from heraut.games.rois.encounter.fighters import Fighter, character, gear_of
from heraut.games.rois.encounter.opening import encounter
from heraut.games.rois.encounter.plan import read_plan
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import Character

from .bare_world import FIELD, NEXT, arrive, bare_world, item, lay, person, play, told, troops
from .fate import Even, Fate, seeded

A, B = 1, 2


def hero(temper: str = "prudent", plan: str = "", **more: object) -> Fighter:
    levels = {name: more.pop(name) for name in list(more) if name.isupper()}
    return character(levels, temper=temper, plan=read_plan(plan), **more)  # type: ignore[arg-type]


def confrontation(seed: str = "duel", **sides: dict[str, object]) -> tuple[Turn, Character, Character]:
    """A's leader attacks B's in the field: `a` and `b` say who they are."""
    world = bare_world()
    lay(world, FIELD, owner=B)
    leaders = [person(world, kingdom, **sides.get(name, {})) for kingdom, name in ((A, "a"), (B, "b"))]
    for kingdom, leader in zip((A, B), leaders, strict=True):
        troops(world, "LE LE", kingdom, FIELD, leader)
    turn = play(world, seed)
    arrive(turn, leaders[0], NEXT[0])
    battles(turn)
    return turn, *leaders


def strengths(turn: Turn, kingdom: int) -> set[float]:
    return {post["strength"] for post in told(turn, "battle", kingdom)[0].data["own"]}


SHY = read_plan("FL")
BOLD = 8.0  # two legions on a plain
SHAKEN = 6.0


@pytest.mark.rule("RO-DUEL-01", "RO-BAT-13")
def test_two_commanders_fight_before_the_battle_from_spell_range() -> None:
    turn, one, other = confrontation(a={"duel": read_plan("CA-FI"), "EL": 1}, b={"ME": 1})
    (event,) = told(turn, "duel", A)
    kinds = [each.kind for each in turn.events()]

    assert (event.data["who"], event.data["other"]) == (one.number, other.number)
    assert event.data["log"][0]["act"] == "spell"
    assert kinds.index("duel") < kinds.index("battle")


@pytest.mark.rule("RO-DUEL-01", "RO-CHAR-04")
def test_both_leave_a_duel_with_the_wounds_that_it_gave_them() -> None:
    """And with the lessons: neither side's is forgotten."""
    hurt = [0, 0]
    for seed in range(6):
        turn, *leaders = confrontation(
            str(seed), a={"ME": 3, "hp": 900, "max_hp": 900}, b={"ME": 3, "hp": 900, "max_hp": 900}
        )
        log = told(turn, "duel", A)[0].data["log"]
        for side, leader in enumerate(leaders):
            wounds = [entry["damage"] for entry in log if entry["own"] is (side == 1) and entry.get("damage")]
            assert turn.characters[leader.number].hp == 900 - sum(wounds)
            hurt[side] += len(wounds)
    assert min(hurt)


@pytest.mark.rule("RO-DUEL-03")
def test_the_range_of_refusals_by_danger() -> None:
    weak, strong = hero(), hero(ME=2, AR=1, EL=2, gear=[gear_of(11, "ER")])
    coward = hero("coward")
    equal = hero()
    assert (refusal_chance(weak, equal), refusal_chance(coward, equal)) == (1, 50)
    # R = 10 against 10 + 8 + 3 + 8 + 4 = 33: more than twice as much
    assert (refusal_chance(weak, strong), refusal_chance(coward, strong)) == (50, 100)
    assert refusal_chance(strong, weak) == 1
    armed = hero(gear=[gear_of(11, "ER")])  # 10 + 2 x 2 against 10
    assert (refusal_chance(weak, armed), refusal_chance(weak, hero(AR=1))) == (20, 15)
    assert (refusal_chance(weak, hero(NE=1)), refusal_chance(weak, hero(NE=1, IL=2))) == (20, 40)
    half = hero(ME=1)  # 14 against 10: t = 2/5
    assert (refusal_chance(weak, half), refusal_chance(coward, half)) == (20, 70)


@pytest.mark.rule("RO-DUEL-03")
def test_who_refuses() -> None:
    other = hero(ME=1)
    assert refusal(hero("prudent"), other, Fate((100, 20))).refuses
    assert not refusal(hero("prudent"), other, Fate((100, 21))).refuses
    for temper in ("brave", "berserk"):
        assert not refusal(hero(temper), other, Fate()).refuses
        assert refusal(hero(temper, "FL, ME"), other, Fate()).refuses
    assert not refusal(hero("brave", "ME, FL"), other, Fate()).refuses


@pytest.mark.rule("RO-DUEL-04")
@pytest.mark.parametrize("temper", ["prudent", "coward"])
def test_a_king_never_refuses_and_flees_only_once_wounded(temper: str) -> None:
    king = hero(temper, "FL, FL, FL, ME", king=True)
    assert not refusal(king, hero(ME=9), Fate()).refuses
    meeting = encounter(hero("brave", "CA-BL, CA-BL, CA-BL, CA-BL, FL", WH=3), king, Even(0.0), duel=True)
    assert "flight" not in {entry["act"] for entry in meeting.log if entry["side"] == 1}
    assert king.cursor >= 3  # his entries are used up

    king = hero(temper, "FL", king=True, hp=10, max_hp=10)
    meeting = encounter(hero("brave", ME=0), king, seeded("king"), duel=True)
    acts = [(entry["act"], entry["side"]) for entry in meeting.log]
    first_wound = next(n for n, entry in enumerate(meeting.log) if entry["side"] == 0 and entry.get("damage"))
    assert ("flight", 1) not in acts[:first_wound]


@pytest.mark.rule("RO-DUEL-04")
@pytest.mark.parametrize("temper", ["prudent", "coward", "brave"])
def test_a_king_flees_as_planned_if_he_is_wounded_by_then(temper: str) -> None:
    hurts = set()
    for seed in range(20):
        king = hero(temper, "ME, FL", king=True, hp=14, max_hp=30)
        log = encounter(hero("brave", ME=0, hp=30, max_hp=30), king, seeded(seed), duel=True).log
        hurt = any(entry["side"] == 0 and entry.get("damage") for entry in log[:2])
        assert next(entry["act"] for entry in log[2:] if entry["side"] == 1) == ("flight" if hurt else "skipped")
        hurts.add(hurt)
    assert hurts == {True, False}


@pytest.mark.rule("RO-DUEL-04", "RO-CHAR-16")
@pytest.mark.parametrize("temper", ["prudent", "coward"])
def test_a_king_takes_fright_only_once_wounded(temper: str) -> None:
    fled = 0
    for seed in range(20):
        king = hero(temper, "ME", king=True, hp=10, max_hp=10)
        log = encounter(hero("brave", ME=0, hp=30, max_hp=30), king, seeded(seed), duel=True).log
        wounds = [n for n, entry in enumerate(log) if entry["side"] == 0 and entry.get("damage")]
        flights = [n for n, entry in enumerate(log) if entry["side"] == 1 and entry["act"] == "flight"]
        assert not flights or wounds[0] < flights[0]
        fled += bool(flights)
    assert fled


@pytest.mark.rule("RO-DUEL-04")
@pytest.mark.parametrize("temper", ["prudent", "coward"])
@pytest.mark.parametrize("plan", ["", "ME", "FL"])
def test_a_king_does_not_even_throw_for_a_refusal(temper: str, plan: str) -> None:
    """By no plan and by no temper; a Hero in his place does."""
    assert not refusal(hero(temper, plan, king=True), hero(ME=9), Fate()).refuses
    assert refusal(hero(temper, plan), hero(ME=9), Fate(1, 3) if temper == "coward" else Fate(1)).refuses


@pytest.mark.rule("RO-DUEL-04")
def test_in_the_field_the_king_stands_where_his_hero_declines() -> None:
    for side, foe in ((A, B), (B, A)):
        for role in ("king", "hero"):
            shy = {"duel": SHY, "role": role}
            turn, *_ = confrontation(**({"a": shy} if side == A else {"b": shy}))
            assert bool(told(turn, "duel", side)) is (role == "king")
            assert bool(told(turn, "duel_refused", foe)) is (role == "hero")


@pytest.mark.rule("RO-DUEL-04", "RO-CHAR-16")
@pytest.mark.parametrize("king", [True, False])
def test_old_wounds_do_not_let_a_king_flee(king: bool) -> None:
    """He comes with three hit points, wounded before: a Hero runs at once, a King when this duel has hurt him."""
    shaken = hero("coward", "ME, ME, ME", king=king, hp=3)
    meeting = encounter(hero("brave", "CA-BL, CA-BL, ME", WH=3), shaken, Even(0.0), duel=True)
    acts = [(entry["act"], entry["side"]) for entry in meeting.log]
    hurt = next((n for n, entry in enumerate(meeting.log) if entry["side"] == 0 and entry.get("damage")), len(acts))
    assert (("flight", 1) in acts[:hurt]) is not king


@pytest.mark.rule("RO-DUEL-05")
def test_a_coward_s_excuse_is_believed_twice_in_three() -> None:
    other = hero(ME=9)
    for face, bluffs in ((1, True), (2, True), (3, False)):
        found = refusal(hero("coward"), other, Fate((100, 1), (3, face)))
        assert (found.refuses, found.bluffs) == (True, bluffs)
    assert refusal(hero("coward", "FL"), other, Fate()).bluffs is False  # by his plan: no excuse
    assert refusal(hero("prudent"), other, Fate((100, 1))).bluffs is False


@pytest.mark.rule("RO-DUEL-03", "RO-DUEL-05", "RO-DUEL-06")
def test_refusing_costs_the_contingent_a_quarter_of_its_strength() -> None:
    turn, *_ = confrontation(a={"duel": SHY})
    assert strengths(turn, A) == {SHAKEN} and strengths(turn, B) == {BOLD * 1.25}
    assert told(turn, "duel_refused", B)[0].data["foe"] is True
    turn, *_ = confrontation(a={"duel": SHY}, b={"duel": SHY})
    assert strengths(turn, A) == {SHAKEN} and strengths(turn, B) == {SHAKEN * 1.25}
    assert not told(turn, "duel")


@pytest.mark.rule("RO-DUEL-06")
def test_what_losing_is() -> None:
    endings: Counter[str] = Counter()
    for n in range(150):
        turn, one, _other = confrontation(
            str(n), a={"temper": "coward", "ME": 1, "hp": 6}, b={"PS": 2, "ME": 1, "duel": read_plan("CA-CH, CA-CH")}
        )
        duels = told(turn, "duel", A)
        if not duels:
            bluff = told(turn, "duel_refused", A)[0].data["bluff"]
            assert strengths(turn, A) == {BOLD if bluff else SHAKEN}
            continue
        data = duels[0].data
        endings[data["ending"]] += data["lost"]
        assert strengths(turn, A) == ({SHAKEN} if data["lost"] else {BOLD})
        assert strengths(turn, B) == ({SHAKEN * 1.25} if data["won"] else {BOLD * 1.25})
        if data["lost"] and data["ending"] != "killed":
            assert told(turn, "battle", A)[0].data["commander"] == one.number  # he keeps his command
    assert {"charmed", "fled"} <= set(endings)


@pytest.mark.rule("RO-DUEL-06")
def test_a_duel_broken_off_shakes_nobody() -> None:
    turn, *_ = confrontation(a={"hp": 10, "ME": 0}, b={"ME": 0})
    for n in range(400):
        turn, *_ = confrontation(str(n), a={"max_hp": 900, "hp": 900}, b={"max_hp": 900, "hp": 900})
        data = told(turn, "duel", A)[0].data
        if data["ending"] == "broken_off":
            assert strengths(turn, A) == {BOLD} and strengths(turn, B) == {BOLD * 1.25}
            return
    raise AssertionError("no duel was broken off")


def slain(**more: object) -> tuple[Turn, Character, Character, Character]:
    """A's first leader dies in the duel; a second one of A leads a unit, an idle one none."""
    for n in range(60):
        world = bare_world()
        lay(world, FIELD, owner=int(more.get("owner", B)))  # type: ignore[call-overload]
        chief = person(world, A, hp=1)
        second = person(world, A, TA=1) if more.get("second", True) else None
        idle = person(world, A, TA=3)
        killer = person(world, B, ME=5)
        sword = item(world, "ER", chief)
        troops(world, "LE LE LE", A, FIELD, chief, race=str(more.get("race", "human")))
        if second:
            troops(world, "LE LE", A, FIELD, second)
        troops(world, "GA GA", B, FIELD, killer, quality=0)
        turn = play(world, str(n))
        turn.items[sword].charges = 0
        battles(turn)
        data = told(turn, "duel", A)[0].data if told(turn, "duel", A) else {"ending": "", "lost": False}
        killer_lives = not turn.characters[killer.number].died
        if data["ending"] == "killed" and data["lost"] and killer_lives and told(turn, "battle", A)[0].data["won"]:
            assert sword in turn.characters[killer.number].items  # RO-ENC-21
            return turn, chief, second or idle, idle
    raise AssertionError("he never died")


@pytest.mark.rule("RO-DUEL-07", "RO-DUEL-08", "RO-ENC-21")
def test_a_dead_commander_is_followed_by_the_next_leader_who_takes_his_units() -> None:
    turn, chief, second, _ = slain()
    battle = told(turn, "battle", A)[0].data

    assert battle["commander"] == second.number
    assert len(told(turn, "duel", A)) == 1  # no second one
    by_number = {post["unit"]: post["strength"] for post in battle["own"]}
    assert sorted(by_number.values()) == [7.2] * 3 + [9.6] * 2  # 8 x 1.2, three of them shaken
    assert {unit.leader for unit in turn.now.units.values() if unit.kingdom == A} == {second.number}
    assert turn.characters[chief.number].died


@pytest.mark.rule("RO-ENC-20", "RO-ENC-21", "RO-DUEL-06")
@pytest.mark.parametrize(
    ("ending", "pays", "lives"),
    [("killed", True, False), ("mercy", True, True), ("fled", False, True), ("charmed", False, True)],
)
def test_what_the_loser_of_a_duel_pays(ending: str, pays: bool, lives: bool) -> None:
    world = bare_world()
    one, other = person(world, A), person(world, B)
    sword = item(world, "ER", one)
    turn = play(world)
    loser, victor = turn.characters[one.number], turn.characters[other.number]
    assert lose(turn, Camp(A, loser, []), victor, ending) == [sword] * pays
    assert (loser.alive, loser.items, victor.items) == (lives, [sword] * (not pays), [sword] * pays)


@pytest.mark.rule("RO-DUEL-07")
def test_the_defender_s_dead_commander_is_followed_as_well() -> None:
    turn, chief, second, _ = slain(owner=A)
    battle = told(turn, "battle", A)[0].data
    assert not battle["attacking"] and battle["commander"] == second.number != chief.number


@pytest.mark.rule("RO-DUEL-07")
def test_failing_a_leader_an_idle_character_takes_command() -> None:
    turn, _, _, idle = slain(second=False)
    battle = told(turn, "battle", A)[0].data
    assert battle["commander"] == idle.number
    assert {post["strength"] for post in battle["own"]} == {9.6}  # 8 x 1.6 x 0.75


@pytest.mark.rule("RO-DUEL-07")
def test_of_the_idle_the_best_tactician_takes_command() -> None:
    world = bare_world()
    troops(world, "LE", A)
    lieutenant, captain, abroad = person(world, A, TA=1), person(world, A, TA=2), person(world, A, NEXT[0], TA=5)
    foe = person(world, B, TA=9)
    turn = play(world)
    camps = [camp for camp in camps_in(turn, turn.provinces[FIELD]) if camp.kingdom == A]
    chosen = successor(turn, camps, turn.provinces[FIELD])
    assert chosen is not None and chosen.number == captain.number
    assert chosen.number not in (lieutenant.number, abroad.number, foe.number)


@pytest.mark.rule("RO-DUEL-07")
def test_nobody_s_hero_takes_no_command_of_natives() -> None:
    world = bare_world()
    troops(world, "LE LE", 0)
    person(world, 0, TA=3)
    turn = play(world)
    assert successor(turn, camps_in(turn, turn.provinces[FIELD]), turn.provinces[FIELD]) is None


@pytest.mark.rule("RO-DUEL-08", "RO-BAT-34")
def test_units_whose_leader_has_fallen_disband_if_they_flee_to_nobody_s_land() -> None:
    """The eagles of a dead King flee back where they came from, to a land where no garrison of theirs may stand."""
    disbanded = 0
    for n in range(60):
        world = bare_world()
        lay(world, FIELD, owner=B)
        chief = person(world, A, hp=1, temper="")
        troops(world, "EA EA EA", A, FIELD, chief, race="eagle", quality=1)
        troops(world, "EN EN EN EN", B, FIELD, person(world, B, ME=9), quality=5)
        turn = play(world, str(n))
        arrive(turn, chief, NEXT[0])
        battles(turn)
        fled = [post for post in told(turn, "battle", A)[0].data["own"] if post["fate"] == "fled"]
        if turn.characters[chief.number].died and fled:
            assert not [unit for unit in turn.now.units.values() if unit.kingdom == A]
            assert len(told(turn, "leaderless", A)[0].data["lost"]) == len(fled)
            disbanded += 1
    assert disbanded


@pytest.mark.rule("RO-DUEL-08")
def test_units_that_nobody_can_lead_stay_in_the_conquered_place() -> None:
    turn, *_ = slain(race="dragon")  # nobody else speaks to dragons
    orphans = [unit for unit in turn.now.units.values() if unit.kingdom == A and unit.race == "dragon"]
    assert orphans and {(unit.leader, unit.province) for unit in orphans} == {(0, FIELD)}


@pytest.mark.rule("RO-CHAR-11")
def test_privileges_belong_to_the_kingdom_and_to_duels() -> None:
    from heraut.games.rois.encounter.parties import fighter_of

    world = bare_world()
    who = person(world, A, PS=2, ME=1)
    turn = play(world)
    for alignment, levels in (("neutral", (2, 2)), ("pagan", (1, 3)), ("good", (1, 2))):
        turn.kingdoms[A].alignment = alignment  # type: ignore[assignment]
        duellist, walker = fighter_of(turn, who, (), duel=True), fighter_of(turn, who, ())
        assert (duellist.level("ME"), duellist.level("PS")) == levels
        assert (walker.level("ME"), walker.level("PS")) == (1, 2)
