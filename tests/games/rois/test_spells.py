"""Action spells and the marks that they leave (MAG-06 to 10, D15)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Seat
from heraut.games.rois.phases.actions import ACTIONS, give_out_orders
from heraut.games.rois.phases.spells import EFFECTS, chance_of, lift_fog, lift_veils
from heraut.games.rois.phases.treasury import tax_of
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import MAGICS, Remains, World
from heraut.games.rois.tables import SPELLS
from heraut.games.rois.view import view
from heraut.games.rois.world.geography import NEIGHBOURS

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
    relate,
    season,
    turn_of,
    units,
    world,
)

DOMAINS = dict.fromkeys(MAGICS, 4)


def mage(number: int = 2) -> World:
    """A King who masters all five magics, at home, with a legion."""
    state = world(number)
    king(state, 1, **DOMAINS)
    units(state, 1, 41, "LE", leader=1)
    return state


def cast(state: World, text: str, *, chance: Fate | None = None) -> Turn:
    """CA in spring, which succeeds and teaches nothing unless told otherwise."""
    turn = turn_of(state, {"j1": f"@1\n1: CA {text}"}, chance=chance or Fate(action=(YES, NO)))
    turn.order_of = give_out_orders(turn)[1]
    season(turn, "B2")
    return turn


def reason(turn: Turn) -> str:
    """Why the order was ignored; "" if it was not."""
    return "".join(event.data["reason"] for event in find(turn, "ignored"))


def test_every_action_spell_has_its_effect() -> None:
    assert set(EFFECTS) == {code for code, spell in SPELLS.items() if spell.action}
    assert len(SPELLS) == 40 and len(ACTIONS) == 19


@pytest.mark.rule("RO-MAG-06", "RO-MAG-04", "RO-MAG-01")
def test_an_action_spell_wants_its_level_and_succeeds_by_it() -> None:
    for level, chance in ((1, 0), (2, 60), (3, 70), (9, 95)):
        state = world(1)
        king(state, 1, WH=level, hp=4)
        for told, healed in ((chance, True), (chance + 1, False)):
            if not told:
                continue
            turn = cast(state, "GU", chance=Fate(action=(face(told), NO)))
            assert (turn.characters[1].hp == 10) is (healed and chance > 0), (level, told)
        assert (reason(turn) == "level_too_low") is (level == 1)


@pytest.mark.rule("RO-MAG-06", "RO-ORD-10", "RO-ORD-23")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("CL 50", "out_of_reach"), ("TM 46", "out_of_reach"), ("TT 43", "out_of_reach"), ("PB 44", "out_of_reach"),
        ("TE 2", "out_of_reach"), ("PA 2", "out_of_reach"), ("PA G 43", "out_of_reach"), ("PA G 42", "no_host_there"),
        ("TM 42", "wrong_terrain"), ("TT 40", "wrong_terrain"), ("PB 40", "wrong_terrain"), ("TP 99", "leads_units"),
        ("VO 42", "leads_units"), ("AN", "no_remains"), ("RE 3", "no_body_here"), ("RE 99", "no_body_here"),
        ("GU 2", "no_friend_here"), ("BE 3", "leads_nobody"), ("AI 3", "leads_nobody"), ("VE 2", "no_friend_here"),
    ],
)  # fmt: skip
def test_what_is_out_of_reach_is_ignored(text: str, why: str) -> None:
    state = mage()
    person(state, 1, 41)
    land(state, 40, terrain="sea")
    land(state, 46, terrain="sea")
    meet(state, 1, 2)
    king(state, 2, province=132 if text == "PA 2" else 50)
    if text[:2] in ("CL", "TE"):
        king(state, 1, PS=2)  # six provinces far
    assert reason(cast(state, text)) == why


@pytest.mark.rule("RO-MAG-06")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("GU 2", ""), ("GU 4", ""), ("GU 3", "no_friend_here"), ("GU 5", "no_friend_here"), ("GU 6", "no_friend_here"),
        ("BE 2", ""), ("VE 2", ""), ("AI 4", ""), ("AI 2", "no_friend_here"), ("AI 5", "no_friend_here"),
    ],
)  # fmt: skip
def test_the_friends_whom_a_spell_serves(text: str, why: str) -> None:
    """Here are an ally (2), a stranger (3), a comrade (4), a dead comrade (5) and a free Hero (6)."""
    state = mage(3)
    relate(state, 1, 2, "allied")
    for number in (2, 3):
        king(state, number, province=41)
    person(state, 1, 41)
    person(state, 1, 41, died=1)
    free_hero(state, 41, known_to=1)
    meet(state, 1, 2, 3)
    units(state, 2, 41, "LE", leader=2)
    units(state, 1, 41, "LE", leader=4)
    turn, target = cast(state, text), int(text[-1])
    assert reason(turn) == why and [each.data["other"] for each in find(turn, "spell_cast")] == [target] * (not why)
    marks = turn.marks
    assert marks.blessed | marks.winds | marks.illusory == (set() if why or text[:2] == "GU" else {target})


@pytest.mark.rule("RO-MAG-06", "RO-MAG-10")
@pytest.mark.parametrize(("owner", "works"), [(1, True), (2, True), (3, False), (0, False)])
def test_a_harvest_is_blessed_in_one_s_own_land_and_an_ally_s(owner: int, works: bool) -> None:
    state = mage(3)
    relate(state, 1, 2, "allied")
    king(state, 1, province=42)
    own(state, owner, 42)
    turn = cast(state, "MO")
    assert turn.marks.harvest == ({42} if works else set())
    assert reason(turn) == ("" if works else "not_own_province")


@pytest.mark.rule("RO-MAG-06")
@pytest.mark.parametrize(
    ("text", "why", "there"),
    [
        ("PA 2", "", 42), ("PA 2", "out_of_reach", 43), ("PA 3", "no_host_there", 42), ("PA 4", "no_host_there", 42),
        ("PA 5", "no_host_there", 42), ("PA G 42", "", 42), ("PA G 40", "no_host_there", 42),
    ],
)  # fmt: skip
def test_a_panic_wants_the_units_of_an_enemy_next_door(text: str, why: str, there: int) -> None:
    """An Enemy leads units (2), his Hero none (4), nor does a dead one (5); a Neutral leads some (3), and holds 40."""
    state = mage(3)
    relate(state, 1, 2, "enemy")
    king(state, 2, province=there)
    king(state, 3, province=42)
    person(state, 2, 42)
    person(state, 2, 42, died=1)
    own(state, 2, 42)
    own(state, 3, 40)
    units(state, 2, there, "LE", leader=2)
    units(state, 3, 42, "LE", leader=3)
    units(state, 2, 42, "GA")
    units(state, 3, 40, "GA")
    meet(state, 1, 2, 3, 4, 5)
    turn = cast(state, text)
    assert reason(turn) == why
    assert turn.marks.panicked == (set() if why else {(0, 42)} if "G" in text else {(2, 0)})


@pytest.mark.rule("RO-MAG-06")
@pytest.mark.parametrize(("there", "died", "why"), [(47, 0, ""), (48, 0, "out_of_reach"), (47, 1, "out_of_reach")])
def test_telepathy_finds_a_living_mind_within_three_provinces_a_level(there: int, died: int, why: str) -> None:
    state = mage()
    king(state, 1, PS=2)
    person(state, 2, there, TA=3, died=died)
    meet(state, 1, 3)
    turn = cast(state, "TE 3")
    assert reason(turn) == why and turn.kingdoms[1].met[3].levels == (None if why else {"TA": 3})


@pytest.mark.rule("RO-MAG-06")
@pytest.mark.parametrize(("text", "reach"), [("CL", 6), ("TM", 2), ("TT", 1), ("PB", 2), ("PA G", 1)])
def test_how_far_a_spell_at_a_province_reaches(text: str, reach: int) -> None:
    """Of level two those whose reach grows with it, of level three the others."""
    for there, far in ((41 + reach, False), (42 + reach, True)):
        state = mage()
        king(state, 1, **dict.fromkeys(MAGICS, 2 if text in ("CL", "TM") else 3))
        land(state, there, terrain="sea" if text == "TM" else "plain")
        units(state, 0, there, "LE")
        assert (reason(cast(state, f"{text} {there}")) == "out_of_reach") is far


@pytest.mark.rule("RO-MAG-06", "RO-MAG-07")
def test_spells_that_mark_until_the_end_of_the_year() -> None:
    for text, mark in (("AI", "illusory"), ("DG", "disguised"), ("MI", "mirage"), ("BE", "blessed"), ("VE", "winds")):
        turn = cast(mage(), text)
        assert getattr(turn.marks, mark) == {1}, text
        assert not getattr(turn_of(turn.now).marks, mark), "the marks belong to one year"
    assert cast(mage(), "PR").marks.protected == {41: {1}}
    state = mage()
    units(state, 0, 42, "GA")
    assert cast(state, "PA G 42").marks.panicked == {(0, 42)}


@pytest.mark.rule("RO-MAG-09", "RO-OFF-01")
def test_blessings_and_resurrections_give_merit_and_one_is_blessed_once_a_year() -> None:
    state = mage()
    turn = cast(state, "BE")
    assert turn.characters[1].merit == {"priest": 1}
    step = play(state, {"j1": "@1\n1: CA BE\n2: CA BE"}, chance=Fate(action=(YES, NO)))
    assert one(step, "ignored").data["reason"] == "blessed_already" and step.state.characters[1].merit == {"priest": 1}


@pytest.mark.rule("RO-MAG-08", "RO-MAG-09", "RO-CHAR-18", "RO-CHAR-19")
def test_resurrection_has_a_chance_of_its_own_and_gives_a_whole_body_back() -> None:
    state = mage()
    dead = person(state, 1, 41, merit={"marshal": 4})
    dead.died, dead.hp = 1, 0
    turn = turn_of(state)
    assert [chance_of(turn, king(turn.now, 1, WH=level), "RE") for level in (2, 4, 5, 9)] == [60, 80, 90, 90]
    turn = cast(state, "RE 3", chance=Fate(action=(face(80), NO)))
    risen = turn.characters[3]
    assert (risen.died, risen.hp, risen.kingdom, risen.merit) == (0, 10, 1, {"marshal": 4})
    assert turn.characters[1].merit == {"priest": 1}
    assert not cast(state, "RE 3", chance=Fate(action=(face(81), NO))).characters[3].alive


@pytest.mark.rule("RO-MAG-08", "RO-ORD-21")
def test_the_revived_act_from_the_next_season() -> None:
    state = mage()
    dead = person(state, 1, 41)
    step_orders = "@1\n1: PR TA\n2: CA RE 3"
    state.characters[3].died = 0
    answers = {"j1": step_orders + "\n@3\n2: PR TA\n3: PR TA"}
    turn = turn_of(state, answers, chance=Fate(action=(YES, NO)))
    orders = give_out_orders(turn)
    dead = turn.characters[3]
    turn.kill_character(dead, "test")
    for number in (2, 3):
        turn.season, turn.order_of = number, dict(orders[number])
        season(turn, "B1", "B2")
    assert [event.data["season"] for event in find(turn, "practised") if event.data["who"] == 3] == [3]


@pytest.mark.rule("RO-MAG-10", "RO-FIN-02")
@pytest.mark.parametrize(
    ("base", "halved", "blessed", "tax"),
    [
        (5, False, False, 5),
        (5, True, False, 2),
        (5, False, True, 7),
        (5, True, True, 3),
        (9, True, True, 6),
        (3, True, True, 1),  # 2 if the bonus came first
        (7, True, True, 4),  # 5 if the bonus came first
    ],
)
def test_the_penalty_comes_before_the_bonus(base: int, halved: bool, blessed: bool, tax: int) -> None:
    state = mage()
    land(state, 42, tax_base=base, owner=1)
    turn = turn_of(state)
    if halved:
        turn.marks.halved[42] = "quake"
    if blessed:
        turn.marks.harvest.add(42)
    assert tax_of(turn, turn.kingdoms[1], turn.provinces[42]) == tax


@pytest.mark.rule("RO-MAG-10")
def test_a_harvest_an_earthquake_and_a_plague_are_told_and_do_not_add_up() -> None:
    state = mage()
    assert cast(state, "MO").marks.harvest == {41}
    units(state, 1, 42, "GA", "LE")
    land(state, 42, owner=1)
    turn = cast(state, "TT 42", chance=Fate(action=(YES, NO, face(25))))
    assert turn.marks.halved == {42: "quake"} and [unit.quality for unit in turn.units_in(42)] == [1, 2]
    turn = cast(state, "PB 42", chance=Fate(action=(YES, NO, face(15), face(16))))
    assert turn.marks.halved == {42: "plague"} and [unit.quality for unit in turn.units_in(42)] == [1, 2]
    step = play(state, {"j1": "@1\n1: CA TT 42\n2: CA PB 42\n3: CA MO"}, chance=Fate(action=(YES, NO)))
    assert one(step, "taxes", "j1").data["gold"] == 15 + 2 and one(step, "taxes", "j1").data["halved"] == [
        [42, "quake"]
    ]


@pytest.mark.rule("RO-MAG-06")
def test_a_storm_takes_the_moves_of_strangers_ships() -> None:
    state = mage(3)
    relate(state, 1, 3, "allied")
    land(state, 42, terrain="sea")
    for number in (1, 2, 3):
        units(state, number, 42, "FL")
    turn = cast(state, "TM 42", chance=Fate(action=(YES, NO, YES)))
    assert [(unit.moves > 9, unit.quality) for unit in turn.units_in(42)] == [(False, 2), (True, 1), (False, 2)]
    assert one(turn, "spell_suffered", "j2").data["units"] == [3] and not find(turn, "spell_suffered", "j3")


@pytest.mark.rule("RO-MAG-06")
def test_the_reduced_suffer_no_more_from_storms_and_plagues() -> None:
    state = mage()
    units(state, 2, 42, "LE", "LE", quality=0)
    turn = cast(state, "PB 42", chance=Fate(action=YES))
    assert [unit.quality for unit in turn.units_in(42)] == [0, 0] and not one(turn, "spell_suffered").data["units"]


@pytest.mark.rule("RO-MAG-07")
@pytest.mark.parametrize(("protected", "text", "works"), [(41, "GU", False), (42, "GU", True), (42, "TE 2", False)])
def test_protection_counts_where_a_spell_takes_effect(protected: int, text: str, works: bool) -> None:
    state = mage()
    king(state, 2, province=42)
    meet(state, 1, 2)
    turn = turn_of(state, {"j1": f"@1\n1: CA {text}"}, chance=Fate(action=(YES, NO)))
    turn.marks.protected[protected] = {2}
    turn.order_of = give_out_orders(turn)[1]
    season(turn, "B2")
    assert bool(find(turn, "spell_failed")) is not works


@pytest.mark.rule("RO-MAG-07")
def test_a_protected_province_lets_no_strangers_spell_in() -> None:
    state = mage(4)
    own(state, 2, 42)
    relate(state, 1, 4, "allied")
    for guards, works in (({2}, False), ({2, 3}, False), ({1}, True), ({2, 4}, True)):
        turn = turn_of(state, {"j1": "@1\n1: CA TT 42"}, chance=Fate(action=(YES, NO)))
        turn.marks.protected[42] = guards
        turn.order_of = give_out_orders(turn)[1]
        season(turn, "B2")
        assert (42 in turn.marks.halved) is works and bool(find(turn, "spell_failed")) is not works


def test_telepathy_and_clairvoyance_see_without_error() -> None:
    state = mage()
    king(state, 2, province=44, TA=3, hp=7)
    meet(state, 1, 2)
    units(state, 2, 44, *["LE"] * 60)
    told = one(cast(state, "TE 2"), "mind_read").data
    assert (told["province"], told["hp"], told["levels"]) == (44, 7, {"TA": 3})
    report = one(cast(state, "CL 44"), "spy_report").data
    assert report["units"] == [[2, "LE", 60]] and report["characters"] == [[2, 2]]


@pytest.mark.rule("RO-MOVE-10", "RO-MOVE-11")
@pytest.mark.parametrize(("text", "there", "explored"), [("TP 99", 99, 1), ("VO 42 43 44", 44, 0)])
def test_who_comes_by_a_spell_charts_the_neighbours_and_explores_nothing(text: str, there: int, explored: int) -> None:
    state = mage()
    state.units.clear()
    state.kingdoms[1].exploration[99] = 1
    known = cast(state, text).kingdoms[1]
    assert known.exploration.get(there, 0) == explored
    assert there in known.visited and set(NEIGHBOURS[there]) <= set(known.charted)
    assert not {42, 43} & set(known.visited)


def test_teleporting_and_flying_are_for_those_who_lead_nobody() -> None:
    state = mage()
    state.units.clear()
    state.kingdoms[1].exploration[99] = 1
    assert cast(state, "TP 99").characters[1].province == 99
    assert reason(cast(state, "TP 98")) == "unexplored"
    assert cast(state, "VO 42 43 44").characters[1].province == 44
    assert reason(cast(state, "VO 42 44")) == "not_adjacent"


@pytest.mark.rule("RO-ARMY-15", "RO-MAG-06")
def test_the_dead_rise_the_oldest_first_and_speak() -> None:
    state = mage()
    state.provinces[41].remains = [Remains(1, "BO", "elf"), Remains(2, "LE", "human"), Remains(3, "HC", "orc")]
    king(state, 1, NE=2)
    turn = cast(state, "AN")
    risen = [unit for unit in turn.contingent(1) if unit.race == "skeleton"]
    assert [(unit.type, unit.quality, unit.leader) for unit in risen] == [("BO", 1, 1), ("LE", 1, 1)]
    assert turn.provinces[41].remains == [Remains(3, "HC", "orc")]
    feature(state, 41, threshold=99)
    hidden = free_hero(state, 41, threshold=99)
    state.kingdoms[1].exploration[41] = 1
    turn = cast(state, "ID")
    assert list(turn.kingdoms[1].features) == [1] and hidden.number in turn.kingdoms[1].met


def test_fog_sends_back_who_came_to_fight() -> None:
    state = mage(2)
    relate(state, 1, 2, "enemy")
    king(state, 2, province=42)
    units(state, 2, 42, "LE", leader=2)
    turn = turn_of(state, {"j1": "@1\n1: CA BR", "j2": "@2\n1: MO 41"}, chance=Fate(action=(YES, NO)))
    turn.order_of = give_out_orders(turn)[1]
    season(turn, "B1", "B2")
    assert turn.characters[2].province == 41 and turn.fogged == {41}
    lift_fog(turn)
    assert turn.characters[2].province == 42 and [unit.moves for unit in turn.contingent(2)] == [1]
    season(turn, "B4")
    assert not find(turn, "battle")


@pytest.mark.rule("RO-MAG-06")
@pytest.mark.parametrize(
    ("relation", "led", "guarded", "leaves"),
    [
        ("enemy", True, True, True), ("enemy", True, False, True),  # an empty land of an Enemy is invaded as well
        ("enemy", False, True, False), ("allied", True, True, False),
    ],
)  # fmt: skip
def test_fog_sends_back_none_but_armies_that_came_to_fight(
    relation: str, led: bool, guarded: bool, leaves: bool
) -> None:
    state = mage(2)
    state.units.clear()
    relate(state, 1, 2, relation)
    king(state, 2, province=42)
    units(state, 2, 42, *["LE"] * led, leader=2)
    units(state, 1, 41, *["GA"] * guarded)
    turn = turn_of(state, {"j1": "@1\n1: CA BR", "j2": "@2\n1: MO 41"}, chance=Fate(action=(YES, NO)))
    turn.order_of = give_out_orders(turn)[1]
    season(turn, "B1", "B2")
    lift_fog(turn)
    assert turn.characters[2].province == (42 if leaves else 41) and bool(find(turn, "lost_in_fog", "j2")) is leaves


@pytest.mark.rule("RO-MAG-07")
@pytest.mark.parametrize(("years", "rises"), [(0, True), (1, True), (2, False)])
def test_a_lich_veil_lasts_until_the_end_of_the_next_year(years: int, rises: bool) -> None:
    after = cast(mage(), "LI").now
    after.turn += years
    turn = turn_of(after)
    caster = turn.characters[1]
    assert view(turn.now, Seat("j1"))["own"]["characters"][0]["veil"] == (2 if rises else 0)
    item(turn.now, "ER", caster)
    turn.kill_character(caster, "test")
    assert bool(turn.loot(caster)) is not rises
    lift_veils(turn)
    assert caster.alive is rises


@pytest.mark.rule("RO-MAG-07")
def test_a_lich_veil_raises_its_caster_once_with_his_items() -> None:
    state = mage()
    item(state, "ER", king(state, 1))
    turn = cast(state, "LI")
    caster = turn.characters[1]
    assert caster.veil == 2
    turn.kill_character(caster, "test")
    assert turn.loot(caster) == []
    lift_veils(turn)
    assert (caster.alive, caster.hp, caster.items, caster.veil) == (True, 1, [11], 0)
    turn.kill_character(caster, "test")
    assert turn.loot(caster) == [11]
    lift_veils(turn)
    assert not caster.alive


@pytest.mark.rule("RO-SPY-06", "RO-INFO-02")
def test_disguise_mirage_and_illusion_deceive_the_eye() -> None:
    for spell, size, names in (("", 1, [2]), ("CA DG", 1, [0]), ("CA MI", 0, []), ("CA AI", 2, [2])):
        state = mage(2)
        relate(state, 1, 2, "allied")
        king(state, 2, province=41, **DOMAINS)
        units(state, 2, 41, "LE", "LE", "LE", leader=2)
        step = play(state, {"j2": f"@2\n5: {spell}"} if spell else None, chance=Fate(action=(YES, NO)))
        seen = [view(step.state, Seat("j1"))["own"]["map"]["41"]][0]
        assert (seen["forces"].get("2", 0), seen["characters"]) == (size, names), spell
