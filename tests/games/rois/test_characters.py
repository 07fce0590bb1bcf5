"""Kings and Heroes: creation, wounds, death, heirs; practice and experience; hiring (CHAR, EXP, HERO)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Seat, SetupError
from heraut.engine.rng import Rng
from heraut.games.rois.abilities import hero_pay
from heraut.games.rois.dice import Dice
from heraut.games.rois.options import read_talents, talents_fault
from heraut.games.rois.orders import Practise
from heraut.games.rois.phases.actions import give_out_orders
from heraut.games.rois.phases.heroes import acceptance
from heraut.games.rois.phases.practice import chance_of
from heraut.games.rois.phases.seasons import new_season
from heraut.games.rois.setup import setup
from heraut.games.rois.state import Creation, steps
from heraut.games.rois.view import view
from heraut.games.rois.world.population import hero_aptitudes, king_aptitudes

from .builders import (
    NO,
    YES,
    Fate,
    believe,
    face,
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
    season,
    turn_of,
    units,
    world,
    years,
)


@pytest.mark.rule("RO-CHAR-01")
def test_a_king_has_four_levels_and_two_at_most_in_one_ability() -> None:
    """W8."""
    verdicts = {text: talents_fault(read_talents(text) or {}) is None for text in (
        "TA 2, ME 1, DR 1", "TA 3, ME 1", "TA 2, ME 2, AR 1", "TA 1, ME 1", "TA 2, ME 2")}  # fmt: skip
    assert list(verdicts.values()) == [True, False, False, False, True]
    with pytest.raises(SetupError) as caught:
        setup(["j1", "j2"], {"talents": {"j1": "ta 3, me 1", "j2": "XX"}}, Rng(b"x"))  # type: ignore[list-item]
    refusals = [(refusal.code, refusal.data["text"]) for refusal in caught.value.refusals]
    assert refusals == [("bad_talents", "TA 3, ME 1"), ("bad_talents", "XX")]
    assert [refusal.data["text"] for refusal in caught.value.refusals] == ["TA 3, ME 1", "XX"]


@pytest.mark.rule("RO-CHAR-02")
def test_races_alignments_and_tempers_are_those_of_the_tables() -> None:
    chosen = {"races": {"j1": "Nain"}, "alignments": {"j1": "Païen"}, "tempers": {"j1": "couard"}, "sexes": {"j1": "F"}}
    ruler = setup(["j1", "j2"], chosen, Rng(b"x")).state.characters[1]  # type: ignore[list-item]
    assert (ruler.race, ruler.alignment, ruler.temper, ruler.sex) == ("dwarf", "pagan", "coward", "F")
    with pytest.raises(SetupError) as caught:
        setup(
            ["j1", "j2"],
            {"races": {"j1": "troll"}, "alignments": {"j1": "divin"}, "tempers": {"j1": "calme"}},
            Rng(b""),
        )  # type: ignore[list-item]
    assert [refusal.data["what"] for refusal in caught.value.refusals] == ["race", "alignment", "temper"]


@pytest.mark.rule("RO-CHAR-03", "RO-CHAR-04")
def test_wounds_heal_by_one_a_season_and_wholly_at_the_end_of_the_year() -> None:
    state = world(1)
    assert king(state, 1).max_hp == 10
    king(state, 1, hp=3)
    turn = turn_of(state)
    new_season(turn)
    assert turn.characters[1].hp == 4
    turn.characters[1].hp = 10
    new_season(turn)
    assert turn.characters[1].hp == 10
    assert play(state).state.characters[1].hp == 10
    state.kingdoms[1].inventions = [13]
    turn = turn_of(state)
    new_season(turn)
    assert turn.characters[1].hp == 5, "medicine"


@pytest.mark.rule("RO-CHAR-05", "RO-CHAR-06")
def test_a_kings_aptitude_is_two_and_his_level_doubled_where_his_alignment_favours() -> None:
    """W10, and the example of RO-CHAR-06."""
    aptitudes = king_aptitudes({"WH": 2, "TA": 2}, "good")
    assert [aptitudes[code] for code in ("WH", "TA", "NE", "SA")] == [5, 4, 2, 4]


@pytest.mark.rule("RO-CHAR-07", "RO-CHAR-05")
def test_a_heros_aptitude_is_a_die_of_three_and_his_level() -> None:
    dice = Dice(Fate(x=face(2, 3)).at("", "x"))
    aptitudes = hero_aptitudes({"ME": 2, "NE": 1}, "evil", dice)
    assert [aptitudes[code] for code in ("ME", "TA", "NE", "TH")] == [4, 2, 5, 4]


@pytest.mark.rule("RO-CHAR-08", "RO-EXP-02")
def test_a_level_never_exceeds_its_aptitude_which_may_grow() -> None:
    """W28: at level 3 of 3 the aptitude grows by half, the level stays; level 0 of 0 never rises."""
    for told, aptitude in ((face(50), 4), (face(51), 3)):
        state = world(1)
        king(state, 1, WH=3).aptitudes["WH"] = 3
        step = play(state, {"j1": "@1\n1: PR WH"}, chance=Fate(action=YES, growth=told))
        ruler = step.state.characters[1]
        assert (ruler.levels["WH"], ruler.aptitudes["WH"]) == (3, aptitude)
        assert [each.data["aptitude"] for each in find(step, "aptitude_gained", "j1")] == [4] * (aptitude == 4)
    state = world(1)
    king(state, 1).aptitudes["NE"] = 0
    assert (
        "NE" not in play(state, {"j1": "@1\n1: PR NE"}, chance=Fate(action=YES, growth=YES)).state.characters[1].levels
    )
    king(state, 1, TA=9).aptitudes["TA"] = 9
    assert (
        play(state, {"j1": "@1\n1: PR TA"}, chance=Fate(action=YES, growth=YES)).state.characters[1].aptitudes["TA"]
        == 9
    )


@pytest.mark.rule("RO-EXP-01", "RO-GEN-09")
@pytest.mark.parametrize(("kingdom", "died", "level"), [(1, 0, 3), (1, 1, 2), (0, 0, 2)])
def test_whoever_has_died_or_left_by_the_end_of_the_season_learns_nothing(kingdom: int, died: int, level: int) -> None:
    state = world(1)
    hero = person(state, kingdom, 41, TA=2, died=died)
    turn = turn_of(state)
    turn.rises = [(hero.number, "TA")]
    season(turn, "B6")
    assert turn.characters[hero.number].levels["TA"] == level


@pytest.mark.rule("RO-CHAR-10")
def test_alone_one_goes_anywhere() -> None:
    state = world(2)
    own(state, 2, 42)
    land(state, 43, terrain="sea")
    units(state, 0, 42, "LE")
    assert play(state, {"j1": "@1\n1: MO 42\n2: MO 43"}).state.characters[1].province == 43


@pytest.mark.rule("RO-CHAR-17", "RO-CHAR-18")
def test_the_dead_stay_where_they_fell_and_lose_a_quarter_of_their_merit() -> None:
    state = world(1)
    king(state, 1, merit={"marshal": 7, "admiral": -5, "priest": 4})
    turn = turn_of(state)
    turn.kill_character(turn.characters[1], "test")
    dead = turn.characters[1]
    new_season(turn)
    assert (dead.province, dead.hp, dead.died, dead.alive) == (41, 0, 1, False), "no season heals him"
    assert dead.merit == {"marshal": 5, "admiral": -5, "priest": 3}


@pytest.mark.rule("RO-CHAR-19")
def test_a_body_can_be_woken_until_the_end_of_the_second_year_after() -> None:
    state = world(1)
    hero = person(state, 1, 41)
    hero.died = 1
    first = play(state)
    assert first.state.characters[2].role == "hero"
    second = play(first.state)
    assert second.state.characters[2].role == "hero" and not find(second, "body_lost")
    third = play(second.state)
    assert third.state.characters[2].role == "gone" and one(third, "body_lost", "j1")


@pytest.mark.rule("RO-CHAR-20", "RO-INFO-08", "RO-MAG-08")
def test_a_dead_king_has_an_heir_who_takes_the_throne_next_year() -> None:
    state = world(1)
    ruler = king(state, 1, TA=2, ME=2, merit={"marshal": 6})
    ruler.died = 1
    own(state, 1, 42)
    first = play(state)
    heir = first.state.characters[1101]  # the first of the first kingdom
    assert one(first, "heir_announced", "j1").data["who"] == heir.number
    assert (heir.role, heir.province, heir.alignment, heir.merit) == ("king", 0, "neutral", {"marshal": 6})
    assert heir.levels == {"TA": 2, "ME": 2} and first.state.kingdoms[1].king == 1
    second = play(first.state, {"j1": "@1101\n1: MO 42"})
    assert one(second, "new_king", None).data["king"] == heir.number
    assert second.state.kingdoms[1].king == heir.number and second.state.characters[heir.number].province == 42
    assert second.state.characters[1].role == "gone"


@pytest.mark.rule("RO-CHAR-20")
@pytest.mark.parametrize(("levels", "used"), [({"TA": 2, "ME": 1, "SP": 1}, True), ({"TA": 2, "SP": 2}, False)])
def test_the_form_of_the_heir_must_follow_the_late_king_in_three_levels(levels: dict[str, int], used: bool) -> None:
    state = world(1)
    king(state, 1, TA=1, ME=3).died = 1
    state.names["elf F"] = ["Aëlwen", "Calia"]
    written = ", ".join(f"{code} {n}" for code, n in levels.items())
    step = play(state, {"j1": f"@ROYAUME\nHERITIER {{F, elfe, prudent, {written}}}"})
    heir = step.state.characters[step.state.kingdoms[1].heir]
    assert (heir.race, heir.temper) == (("elf", "prudent") if used else ("human", "brave"))
    assert step.state.kingdoms[1].heir_form == Creation("F", "elf", "prudent", dict(sorted(levels.items())))
    assert play(step.state, {"j1": "@ROYAUME\nHERITIER {}"}).state.kingdoms[1].heir_form is None


@pytest.mark.rule("RO-CHAR-20")
@pytest.mark.parametrize(("form", "sexes"), [("{F, elfe, prudent, TA 1, ME 2, SP 1}", "FF"), ("{}", "MF")])
def test_the_sex_of_an_heir_is_the_form_s_or_drawn(form: str, sexes: str) -> None:
    for draw, sex in zip((YES, NO), sexes, strict=True):
        state = world(1)
        king(state, 1, TA=1, ME=3).died = 1
        state.names["elf F"] = ["Aëlwen", "Calia"]
        step = play(state, {"j1": f"@ROYAUME\nHERITIER {form}"}, chance=Fate(heir=draw))
        assert step.state.characters[step.state.kingdoms[1].heir].sex == sex


@pytest.mark.rule("RO-CHAR-20")
def test_heirs_bear_names_that_nobody_else_has() -> None:
    state = world(2)
    for number in (1, 2):
        king(state, number, died=1)
    person(state, 1, 41, name="héritier 8")  # the first that would be given
    step = play(state)
    heirs = [step.state.characters[kingdom.heir].name for kingdom in step.state.kingdoms.values()]
    assert heirs == ["Héritier 7", "Héritier 6"]


@pytest.mark.rule("RO-CHAR-20")
def test_where_an_heir_arrives() -> None:
    from heraut.games.rois.phases.heirs import arrival

    state = world(1)
    kingdom = state.kingdoms[1]
    assert arrival(state, kingdom) == 41
    own(state, 0, 41)
    land(state, 60, owner=1, tax_base=6)
    land(state, 61, owner=1, tax_base=7)
    assert arrival(state, kingdom) == 61
    own(state, 0, 60, 61)
    person(state, 1, 70, TA=1)
    person(state, 1, 71, MA=1)
    assert arrival(state, kingdom) == 71
    del state.characters[2], state.characters[3]
    units(state, 1, 80, "LE")
    assert arrival(state, kingdom) == 80


@pytest.mark.rule("RO-CHAR-22", "RO-CHAR-20")
def test_the_alignment_of_a_kingdom_never_changes() -> None:
    state = world(1)
    believe(state, 1, "evil")
    king(state, 1).died = 1
    after = years(state, None, None).state
    assert after.kingdoms[1].alignment == "evil" == after.characters[after.kingdoms[1].king].alignment


# EXP

LEARNT = [
    ("MO 42", "MA", 10, "LE"), ("EX", "EX", 10, ""), ("RE LE 1", "DR", 5, ""), ("LE 1 G", "MA", 5, "LE"),
    ("PI 2", "MA", 5, ""), ("CA GU", "WH", 10, ""), ("SP 41", "SP", 10, ""), ("PU 2", "SP", 10, ""),
    ("TR 2", "SP", 10, ""),
]  # fmt: skip


@pytest.mark.rule("RO-EXP-01", "RO-EXP-04", "RO-SPY-07")
@pytest.mark.parametrize(("text", "ability", "chance", "led"), LEARNT)
def test_experience_of_actions(text: str, ability: str, chance: int, led: str) -> None:
    for told, learns in ((face(chance), True), (face(chance + 1), False)):
        state = world(1)
        king(state, 1, WH=4)
        person(state, 1, 41)
        units(state, 1, 41, *([led] if led else []), leader=1)
        units(state, 1, 41, "LE" if not led else "GA")
        if text == "PI 2":
            units(state, 1, 41, "LE")
        land(state, 41, terrain="plain", owner=1)
        state.provinces[42].owner = 1
        fate = Fate(action=(*[NO] * wasted(text), told))
        turn = turn_of(state, {"j1": f"@1\n1: {text}"}, chance=fate)
        turn.order_of = give_out_orders(turn)[1]
        season(turn, "B2")
        assert ((1, ability) in turn.rises) is learns, (text, chance, turn.rises)


def wasted(text: str) -> int:
    """The dice of the order that come before its roll of experience."""
    return {"EX": 1, "CA GU": 1, "PU 2": 1, "TR 2": 1}.get(text, 0)


@pytest.mark.rule("RO-EXP-01", "RO-EXP-04")
def test_marine_is_learnt_at_sea_with_fleets_and_nothing_by_the_free() -> None:
    for types, origin, ability in (("FL", 41, "NA"), ("FL LE", 41, "NA"), ("FL", 42, "NA"), ("DR", 41, "")):
        state = world(1)
        land(state, 42, terrain="sea")
        king(state, 1, DR=4, province=origin)
        units(state, 1, origin, *types.split(), leader=1, race="human")
        turn = turn_of(state, {"j1": f"@1\n1: MO {83 - origin}"}, chance=Fate(action=YES))
        turn.order_of = give_out_orders(turn)[1]
        season(turn, "B2")
        assert [each for _, each in turn.rises] == ([ability] if ability else [])
    turn.learn(free_hero(turn.now, 42), "ME", 100, Dice(Rng(b"")))
    assert turn.rises == []


@pytest.mark.rule("RO-EXP-05", "RO-EXP-06")
def test_practice_depends_on_the_level_a_teacher_and_the_university() -> None:
    """W27: natural level 1 with a teacher of level 2: 50 %."""
    state = world(2)
    king(state, 1, ME=1)
    person(state, 1, 41, ME=2)
    person(state, 2, 41, ME=9)
    text = {"j1": "@1\n1: PR ME\n@3\n1: PR ME", "j2": "@4\n1: PR ME"}
    turn = turn_of(state, text)
    turn.order_of = give_out_orders(turn)[1]
    assert chance_of(turn, turn.characters[1], "ME") == 50
    assert chance_of(turn, turn.characters[3], "ME") == 20, "a stranger teaches nobody"
    relate(turn.now, 1, 2, "allied")
    assert chance_of(turn, turn.characters[3], "ME") == 40
    turn.now.kingdoms[1].inventions = [14]
    assert chance_of(turn, turn.characters[1], "ME") == 55
    del turn.order_of[3]
    assert chance_of(turn, turn.characters[1], "ME") == 55, "the ally teaches too"
    del turn.order_of[4]
    assert chance_of(turn, turn.characters[1], "ME") == 35
    turn.order_of[1] = Practise("ME")
    assert chance_of(turn, turn.characters[3], "ME") == 25, "of the same kingdom, but not better"
    assert chance_of(turn, person(turn.now, 1, 41), "ME") == 65, "a first level is enough for who has none"
    assert [chance_of(turn, person(turn.now, 2, 50, SA=n), "SA") for n in range(10)] == [
        40,
        30,
        20,
        15,
        10,
        8,
        6,
        4,
        2,
        0,
    ]


@pytest.mark.rule("RO-EXP-05", "RO-ORD-13")
@pytest.mark.parametrize(
    ("kingdom", "relation", "mercenary", "learns"),
    [
        (2, "enemy", 0, False),
        (0, "enemy", 0, False),  # natives are Enemies of everybody
        (2, "neutral", 0, True),
        (2, "allied", 0, True),
        (0, "enemy", 9, True),  # mercenaries hinder nobody
    ],
)
def test_nobody_practises_among_enemy_units(kingdom: int, relation: str, mercenary: int, learns: bool) -> None:
    state = world(2)
    if kingdom:
        relate(state, 1, 2, relation)
    king(state, 1, province=60)
    units(state, kingdom, 60, "TR", race="troll", mercenary=mercenary)
    step = play(state, {"j1": "@1\n1: PR ME"}, chance=Fate(action=YES))
    assert (step.state.characters[1].levels == {"ME": 1}) is learns and bool(find(step, "practised")) is learns
    assert reasons(step) == ([] if learns else ["enemies_present"])


@pytest.mark.rule("RO-EXP-07")
def test_practising_tactics_trains_the_units_led() -> None:
    state = world(1)
    person(state, 1, 41)
    green = units(state, 1, 41, "LE", leader=1, quality=1)[0]
    ship = units(state, 1, 41, "FL", leader=1, quality=0)[0]
    reduced = units(state, 1, 41, "LE", leader=1, quality=0)[0]
    crack = units(state, 1, 41, "LE", leader=1, quality=4)[0]
    alone = years(state, None)
    assert alone.state.units[green.number].quality == 1
    after = play(state, {"j1": "@1\n1: PR TA"}, chance=Fate(action=(NO, 0.2499, face(1000, 1000), face(2, 1000)))).state
    assert [after.units[unit.number].quality for unit in (green, reduced, crack)] == [2, 1, 4], "no Elite shows the way"
    assert after.units[ship.number].quality == 1, "ships rise with winter alone, which is C2"
    units(state, 1, 41, "LE", leader=2, quality=5)
    pooled = play(state, {"j1": "@1\n1: PR TA\n@2\n1: PR TA"}, chance=Fate(action=(NO, NO, NO, face(2, 1000)))).state
    assert pooled.units[crack.number].quality == 5
    missed = play(state, {"j1": "@1\n1: PR TA\n@2\n1: PR TA"}, chance=Fate(action=(NO, NO, NO, face(3, 1000)))).state
    assert missed.units[crack.number].quality == 4


@pytest.mark.rule("RO-EXP-07")
@pytest.mark.parametrize(
    ("kingdom", "order", "quality"), [(1, "PR TA", 5), (1, "PR NA", 4), (1, "EX", 4), (2, "PR TA", 4)]
)
def test_only_a_comrade_who_practises_the_same_shows_the_way(kingdom: int, order: str, quality: int) -> None:
    state = world(2)
    crack = units(state, 1, 41, "LE", leader=1, quality=4)[0]
    comrade = person(state, kingdom, 41)
    units(state, kingdom, 41, "LE", leader=comrade.number, quality=5)
    sheets = ["@1\n1: PR TA", ""]
    sheets[kingdom - 1] += f"\n@{comrade.number}\n1: {order}"
    step = play(state, {"j1": sheets[0], "j2": sheets[1]}, chance=Fate(action=YES))
    assert step.state.units[crack.number].quality == quality


@pytest.mark.rule("RO-EXP-07")
@pytest.mark.parametrize(("ability", "risen"), [("TA", [1, 2]), ("NA", [4, 5])])
def test_legions_learn_from_tacticians_and_ships_from_sailors_and_elites_nothing_more(
    ability: str, risen: list[int]
) -> None:
    state = world(1)
    for type in ("LE", "FL"):
        for quality in (1, 4, 5):
            units(state, 1, 41, type, leader=1, quality=quality)
    turn = turn_of(state, {"j1": f"@1\n1: PR {ability}"}, chance=Fate(action=YES))
    turn.order_of = give_out_orders(turn)[1]
    season(turn, "B2")
    assert one(turn, "trained", "j1").data["units"] == risen
    season(turn, "B6")
    assert [unit.number for unit in turn.now.units.values() if unit.quality in (2, 5)] == sorted({*risen, 3, 6})


@pytest.mark.rule("RO-EXP-01", "RO-EXP-04")
@pytest.mark.parametrize(("named", "ability"), [("1", "MA"), ("2", "NA"), ("1,2", "NA")])
def test_who_hands_ships_over_learns_marine(named: str, ability: str) -> None:
    state = world(1)
    units(state, 1, 41, "LE", "FL", leader=1)
    turn = turn_of(state, {"j1": f"@1\n1: LE {named} G"}, chance=Fate(action=YES))
    turn.order_of = give_out_orders(turn)[1]
    season(turn, "B2")
    assert turn.rises == [(1, ability)]


@pytest.mark.rule("RO-EXP-07")
def test_without_a_better_comrade_bleus_stay_bleus() -> None:
    state = world(1)
    green = units(state, 1, 41, "LE", "LE", leader=1, quality=1)[0]
    assert play(state, {"j1": "@1\n1: PR TA"}, chance=Fate(action=YES)).state.units[green.number].quality == 1


@pytest.mark.rule("RO-EXP-08", "RO-INV-01", "RO-INV-02")
def test_a_sage_discovers_what_his_kingdom_lacks() -> None:
    for told, found in ((face(10), True), (face(11), False)):
        state = world(2)
        king(state, 1, SA=2)
        state.kingdoms[1].inventions = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]
        step = play(state, {"j1": "@1\n1: PR SA"}, chance=Fate(action=(NO, told)))
        assert (1 in step.state.kingdoms[1].inventions) is found
        assert step.state.characters[1].merit == ({"chancellor": 2} if found else {})
        state.invented = [1]
        step = play(state, {"j1": "@1\n1: PR SA"}, chance=Fate(action=(NO, told)))
        assert step.state.characters[1].merit == {}


# HERO


@pytest.mark.rule("RO-HERO-01")
def test_a_hero_is_paid_by_his_levels_and_his_distance() -> None:
    """W25."""
    state = world(1)
    assert hero_pay(person(state, 1, 41, TA=2, ME=2), 1) == 3
    assert hero_pay(person(state, 1, 41), 0) == 1 and hero_pay(person(state, 1, 41, TA=4), 2) == 4
    assert [each["pay"] for each in view(state, Seat("j1"))["own"]["characters"]] == [0, 2, 1, 2], "a King has no pay"


@pytest.mark.rule("RO-HERO-04")
def test_it_is_the_race_of_whoever_hires_that_counts_not_the_king_s() -> None:
    state = world(1)
    state.kingdoms[1].race = "elf"
    king(state, 1, race="elf")
    envoy = person(state, 1, 41)
    candidate = free_hero(state, 41, known_to=1)
    assert acceptance(state.kingdoms[1], envoy, candidate) == 95  # 90 and 10, and never more than 95
    assert acceptance(state.kingdoms[1], king(state, 1), candidate) == 90
    text = "@{}\n1: HI {}"
    for hirer, throw, hired in ((envoy, 95, True), (envoy, 96, False), (king(state, 1), 91, False)):
        chance = Fate(action=face(throw))
        step = play(state, {"j1": text.format(hirer.number, candidate.number)}, chance=chance)
        assert bool(find(step, "hero_hired", "j1")) is hired


@pytest.mark.rule("RO-HERO-02", "RO-HERO-03", "RO-HERO-04")
def test_whom_a_king_may_hire_and_who_accepts() -> None:
    """W26."""
    state = world(2)
    believe(state, 1, "druidic")
    pagan = free_hero(state, 41, alignment="pagan", race="elf", known_to=1)
    assert acceptance(state.kingdoms[1], king(state, 1), pagan) == 50
    pagan.race = "human"
    assert acceptance(state.kingdoms[1], king(state, 1), pagan) == 60
    pagan.captor = 1
    assert acceptance(state.kingdoms[1], king(state, 1), pagan) == 90
    believe(state, 1, "good")
    assert steps("good", "pagan") == 3
    assert reasons(play(state, {"j1": f"@1\n1: HI {pagan.number}"})) == ["alignment_too_far"]
    believe(state, 1, "neutral")
    pagan.alignment = "evil"
    state.kingdoms[1].gold = 2
    assert reasons(play(state, {"j1": f"@1\n1: HI {pagan.number}"})) == ["too_poor"]
    state.kingdoms[1].gold = 3
    assert one(play(state, {"j1": f"@1\n1: HI {pagan.number}"}), "hero_refused")
    pagan.province = 42
    assert reasons(play(state, {"j1": f"@1\n1: HI {pagan.number}"})) == ["not_free_here"]


@pytest.mark.rule("RO-HERO-05", "RO-HERO-03")
def test_a_hired_hero_is_paid_at_once_and_again_at_the_end_of_the_year() -> None:
    state = world(1)
    hero = free_hero(state, 41, known_to=1, TA=2, captor=1)
    item(state, "ER", hero)
    step = play(state, {"j1": f"@1\n1: HI {hero.number}"}, chance=Fate(action=YES))
    hired = step.state.characters[hero.number]
    assert (hired.role, hired.kingdom, hired.hired) == ("hero", 1, 1)
    assert (hired.threshold, hired.captor) == (0, 0), "hidden from nobody, and in nobody's debt"
    assert step.state.kingdoms[1].gold == 10 - 1 + 10 - 1
    assert 11 in step.state.kingdoms[1].items and hero.number not in step.state.kingdoms[1].met


@pytest.mark.rule("RO-HERO-06", "RO-FIN-05")
def test_an_unpaid_hero_leaves_by_half_unless_he_is_devoted() -> None:
    for devoted, told, leaves in ((False, face(50), True), (False, face(51), False), (True, face(1), False)):
        state = world(1)
        own(state, 0, 41)
        own(state, 1, 60)
        land(state, 60, tax_base=0)
        hero = person(state, 1, 60, devoted=devoted)
        units(state, 1, 60, "LE", leader=hero.number)
        state.kingdoms[1].gold = 0
        step = play(state, chance=Fate(unpaid_hero=told))
        after = step.state.characters[hero.number]
        assert (after.role == "free") is leaves
        assert one(step, "hero_unpaid", "j1").data["fate"] == ("leaves" if leaves else "stays")
        if leaves:
            assert (after.kingdom, after.province) == (0, 60) and step.state.units[1].leader == 0


@pytest.mark.rule("RO-HERO-07")
@pytest.mark.parametrize("near", [True, False])
def test_a_dismissed_hero_keeps_no_item_and_no_unit(near: bool) -> None:
    state = world(1)
    hero = person(state, 1, 41 if near else 43, TA=2)
    item(state, "ER", hero)
    units(state, 1, hero.province, "LE", leader=hero.number)
    step = play(state, {"j1": f"@1\n1: FI {hero.number}"})
    after = step.state.characters[hero.number]
    assert (after.role, after.kingdom, after.items, after.province) == ("free", 0, [], 41 if near else 43)
    assert step.state.kingdoms[1].met[hero.number].levels == {"TA": 2}, "his old King remembers his talents"
    assert after.threshold == 1, "whoever explores a little finds him"
    assert step.state.characters[1].items == ([11] if near else [])
    assert step.state.provinces[43].items == ([] if near else [11])
    assert bool(step.state.units) is near, "in garrison at home, disbanded abroad"


@pytest.mark.rule("RO-HERO-05", "RO-ORD-21")
@pytest.mark.parametrize("hiring", [1, 2])
def test_a_hero_who_changes_masters_forgets_what_the_old_one_ordered(hiring: int) -> None:
    """Dismissed and hired by another in one year: no gold, no recruits, no lesson, no march of the old sheet. `hiring`:
    the season; in the first one he is hired before his turn has come.
    """
    state = world(3)
    own(state, 2, 60)
    hero = person(state, 1, 60)
    for number in (1, 2, 3):
        king(state, number, province=60, MA=3 - number)
    meet(state, 2, hero.number)
    meet(state, 1, 3)
    old = f"@1\n1: FI {hero.number}\n@{hero.number}\n1: RE LE 1\n2: PR TA\n3: RE LE 2\n4: GI 5 OR 3\n5: MO 61"
    step = play(state, {"j1": old, "j2": f"@2\n{hiring}: HI {hero.number}"}, chance=Fate(action=(YES, NO)))
    assert one(step, "hero_hired", "j2")
    after = step.state.characters[hero.number]
    assert (after.kingdom, after.province) == (2, 60)
    for kind in ("recruited", "practised", "gold_given", "moved"):
        assert not find(step, kind), kind
    assert reasons(step, "j1") == ["dismissed"] * 5 and not reasons(step, "j2")
