"""Combat spells and what they do, one by one (D15, RO-MAG-01 to 05)."""

from __future__ import annotations

import pytest

from heraut.games.rois.encounter.blows import arrow_chance, melee_chance
from heraut.games.rois.encounter.course import Encounter
from heraut.games.rois.encounter.fighters import Fighter, character, gear_of, monster
from heraut.games.rois.encounter.rounds import flight_chance
from heraut.games.rois.encounter.spells import EFFECTS, ON_ONESELF, cast, castable, has_effect, resistance, success
from heraut.games.rois.tables import SPELLS

from .fate import Fate

DONE = (100, 1)


def mage(**levels: int) -> Fighter:
    return character(levels, temper="", hp=10)


def spell(code: str, *faces: tuple[int, int], caster: Fighter | None = None, foe: Fighter | None = None) -> Encounter:
    """A spell of level 2 that succeeds, then these dice."""
    caster = caster or mage(**{SPELLS[code].domain: max(2, SPELLS[code].level)})
    meeting = Encounter(caster, foe or monster("ogre", 40, 40), Fate(DONE, *faces))
    cast(meeting, 0, code)
    assert isinstance(meeting.dice, Fate) and meeting.dice.spent()
    return meeting


def loss(meeting: Encounter) -> int:
    return meeting.sides[1].max_hp - meeting.sides[1].hp


def test_every_combat_spell_has_an_effect() -> None:
    assert set(EFFECTS) == {code for code, row in SPELLS.items() if row.combat}
    assert set(EFFECTS) > ON_ONESELF


@pytest.mark.rule("RO-MAG-01")
def test_a_spell_needs_its_level() -> None:
    assert castable(mage(EL=3), "FO") and not castable(mage(EL=2), "FO")
    assert not castable(mage(PS=9), "FO")
    grimoire = gear_of(11, "GR", domain="EL")
    assert castable(character({"EL": 2}, gear=[grimoire]), "FO")
    assert not castable(character({}, gear=[grimoire]), "FI")


@pytest.mark.rule("RO-MAG-02")
def test_eight_spells_a_domain_four_of_them_for_combat() -> None:
    for domain in ("WH", "PS", "IL", "EL", "NE"):
        found = [row for row in SPELLS.values() if row.domain == domain]
        assert len(found) == 8
        assert sum(row.combat for row in found) == 4
    assert len(SPELLS) == 40


@pytest.mark.rule("RO-MAG-03")
def test_attempts_are_one_more_than_the_level_in_each_domain() -> None:
    caster = mage(EL=1, PS=2)
    meeting = Encounter(caster, monster("ogre", 40, 40), Fate(*[(100, 100)] * 5))
    for code, attempts in (("FI", 2), ("PS", 3)):
        for _ in range(attempts):
            assert castable(caster, code)
            cast(meeting, 0, code)
        assert not castable(caster, code)
    wand = caster.gear[11] = gear_of(11, "BF", 5)
    for _ in range(5):
        meeting.dice = Fate((100, 81))
        cast(meeting, 0, "FI", wand)
    assert wand.charges == 0


@pytest.mark.rule("RO-MAG-04")
def test_the_chance_of_a_spell() -> None:
    assert [success(level, 1) for level in (1, 2, 4, 5, 9)] == [60, 70, 90, 95, 95]
    assert success(3, 3) == 60
    for throw, done in ((70, True), (71, False)):
        meeting = Encounter(mage(EL=2), monster("ogre", 40, 40), Fate((100, throw), *([(8, 1)] if done else [])))
        cast(meeting, 0, "FI")
        assert bool(loss(meeting)) is done


@pytest.mark.rule("RO-MAG-05")
def test_resistance_is_magic_life_and_amulets() -> None:
    assert resistance(monster("ogre", 20, 20)) == 15 + 40
    assert resistance(monster("ogre", 9, 20)) == 15 + 18
    assert resistance(monster("dragon", 50, 50)) == 45 + 40
    assert resistance(mage(EL=2)) == 30 + 40
    assert resistance(character({}, hp=3, gear=[gear_of(11, "AR")])) == 12 + 30
    assert resistance(character({"IL": 5}, gear=[gear_of(11, "AR")])) == 90
    angry = mage(EL=1)
    angry.rage = 3
    assert resistance(angry) == 15 + 52, "rage is life"


@pytest.mark.parametrize(
    ("code", "faces", "damage"),
    [
        ("PS", [(4, 3)], 3),
        ("MP", [(8, 5)], 5 + 2 * 3),
        ("CA", [(6, 4)], 4 + 2 * 3),
        ("FI", [(8, 5)], 5 + 2),
        ("GL", [(6, 4)], 4 + 2),
        ("FO", [(6, 4), (6, 6)], 10 + 3),
        ("DV", [(6, 5)], 5 + 2),
        ("LU", [(6, 5)], 5 + 3),
    ],
)
def test_what_they_burn(code: str, faces: list[tuple[int, int]], damage: int) -> None:
    meeting = spell(code, *faces)
    assert loss(meeting) == damage
    assert [meeting.log[0][key] for key in ("side", "spell", "item", "item_kind", "done")] == [0, code, 0, "", True]


def test_the_holy_symbol_hurts_the_damned_and_breaks_their_spells() -> None:
    for kind, hurt in (("wraith", True), ("demon", True), ("ogre", False), ("gargoyle", False)):
        meeting = spell("SY", *([(6, 3)] if hurt else []), foe=monster(kind, 40, 40))
        assert loss(meeting) == (3 + 4 if hurt else 0)
    from heraut.games.rois.encounter.course import Choice

    for choice, casts in ((Choice("CA", spell="DV", level=3), 2), (None, 3)):
        meeting = Encounter(mage(WH=2), monster("lich", 40, 40), Fate(DONE, (6, 1)))
        meeting.choices = [None, choice]
        cast(meeting, 0, "SY")
        assert meeting.sides[1].casts == casts and meeting.choices[1] is None


def test_blinding_light_burns_the_undead_twice_and_dazes() -> None:
    meeting = spell("LU", (6, 2), (6, 3), foe=monster("wraith", 40, 40))
    assert loss(meeting) == 5 + 3
    assert meeting.sides[1].lost == 1


def test_a_shield_of_light_a_skin_of_stone_and_a_curse_do_not_add_up() -> None:
    shielded = spell("BL").sides[0]
    assert melee_chance(monster("ogre"), shielded) == 65 - 20 - 30 * 0
    assert arrow_chance(monster("giant"), shielded) == 55 - 20
    cursed = spell("MA").sides[1]
    assert melee_chance(cursed, mage()) == 65 - 15
    assert melee_chance(mage(ME=1), cursed) == 50 + 15
    meeting = Encounter(mage(EL=3, WH=3), monster("ogre", 40, 40), Fate(*[DONE] * 4))
    for code in ("BL", "BL", "PI", "PI"):
        cast(meeting, 0, code)
    assert melee_chance(monster("ogre"), meeting.sides[0]) == 65 - 20
    from heraut.games.rois.encounter.blows import softened

    assert [softened(meeting.sides[0], damage) for damage in (1, 2, 5)] == [0, 0, 3]


def test_healing_stops_at_the_maximum() -> None:
    for hp, after in ((1, 1 + 4 + 2), (9, 10)):
        caster = mage(WH=2)
        caster.hp = hp
        assert spell("GU", (6, 4), caster=caster).sides[0].hp == after


def test_psychic_wind_dazes_but_constructs_have_no_mind() -> None:
    assert spell("PS", (4, 1)).sides[1].lost == 1
    for code in ("PS", "MP", "CH"):
        assert not has_effect(code, monster("golem"))
    meeting = spell("PS", foe=monster("golem"))
    assert (loss(meeting), meeting.sides[1].lost) == (0, 0)


def test_a_mental_shield_keeps_mind_and_illusions_out() -> None:
    shielded = spell("BM").sides[0]
    assert [code for code in EFFECTS if code not in ON_ONESELF and not has_effect(code, shielded) and code != "SY"] == [
        "PS", "CH", "MP", "EF", "CA",
    ]  # fmt: skip


def test_charm_ends_it_unless_it_is_resisted() -> None:
    foe = monster("ogre", 20, 40)  # resists with 15 + 20
    assert spell("CH", (100, 35), foe=foe).ending == ""
    meeting = spell("CH", (100, 36), foe=monster("ogre", 20, 40))
    assert (meeting.ending, meeting.loser, meeting.victory) == ("charmed", 1, True)
    for kind in ("wraith", "demon", "golem"):
        assert spell("CH", foe=monster(kind)).ending == ""


def test_invisibility_helps_until_one_strikes() -> None:
    meeting = spell("IN")
    hidden = meeting.sides[0]
    assert hidden.invisible and melee_chance(monster("ogre"), hidden) == 65 - 20
    assert flight_chance(meeting, 0) == 75 + 20  # 75 + 25, at most 95
    meeting.dice = Fate((100, 100))
    hidden.attempts = {}
    caster = mage(IL=2, EL=1)
    caster.invisible = True
    for code, still in (("IM", True), ("FI", False)):
        again = Encounter(caster, monster("ogre"), Fate((100, 100)))
        cast(again, 0, code)
        assert caster.invisible is still


def test_images_take_blows_and_burns_one_by_one() -> None:
    caster = spell("IM", (3, 2)).sides[0]
    assert caster.images == 3
    from heraut.games.rois.encounter.blows import strike

    meeting = Encounter(caster, monster("ogre"), Fate((100, 1)))
    strike(meeting, 1)
    assert (caster.images, caster.hp) == (2, 10)
    meeting.dice = Fate((100, 100))
    strike(meeting, 1)
    assert caster.images == 2
    assert [entry.get("image", False) for entry in meeting.log] == [True, False], "the tale tells an image from a miss"
    burner = Encounter(mage(EL=2), caster, Fate(DONE))
    cast(burner, 0, "FI")
    assert (caster.images, caster.hp) == (1, 10)


def test_fright_costs_up_to_three_actions_of_those_who_can_fear() -> None:
    assert spell("EF", (100, 90), (3, 3)).sides[1].lost == 3
    assert spell("EF", (100, 1)).sides[1].lost == 0
    answer = Encounter(character({}, temper="brave"), mage(IL=2), Fate(DONE, (100, 90), (3, 2)))
    cast(answer, 1, "EF")
    assert [side.lost for side in answer.sides] == [2, 0]
    for kind in ("wraith", "golem", "dragon"):
        assert not has_effect("EF", monster(kind))
    assert not has_effect("EF", character({}, temper="berserk"))
    assert has_effect("EF", character({}, temper="brave"))


def test_frost_numbs_the_next_blow_alone() -> None:
    foe = spell("GL", (6, 1)).sides[1]
    assert melee_chance(foe, mage()) == 65 - 30
    from heraut.games.rois.encounter.blows import strike

    meeting = Encounter(mage(), foe, Fate((100, 36)))
    strike(meeting, 1)
    assert melee_chance(foe, mage()) == 65


def test_life_drain_feeds_the_caster() -> None:
    caster = mage(NE=2)
    caster.hp = 2
    assert spell("DV", (6, 5), caster=caster).sides[0].hp == 2 + 3  # half of 7
    for kind in ("wraith", "golem"):
        assert not has_effect("DV", monster(kind))


@pytest.mark.rule("RO-MAG-04", "RO-ENC-16")
def test_a_soul_in_chains_neither_flees_nor_casts_well() -> None:
    foe = spell("EN", caster=mage(NE=3), foe=mage(EL=2)).sides[1]
    from heraut.games.rois.encounter.rounds import may_flee

    meeting = Encounter(foe, monster("ogre", 40, 40), Fate((100, 35), (8, 1)))
    assert not may_flee(meeting, 0)
    cast(meeting, 0, "FI")  # 70, halved
    assert loss(meeting) == 3
    foe.attempts = {}
    meeting.dice = Fate((100, 36))
    cast(meeting, 0, "FI")
    assert loss(meeting) == 3


@pytest.mark.rule("RO-MAG-05", "RO-CHAR-12")
def test_a_berserk_s_rage_dies_with_him() -> None:
    berserk = character({}, temper="berserk", hp=9)
    berserk.rage = 4
    assert spell("DD", (100, 90), caster=mage(NE=4), foe=berserk).ending == "killed"
    assert (berserk.hp, berserk.rage) == (0, 0)


@pytest.mark.rule("RO-MAG-05")
def test_the_finger_of_death_kills_the_weakened() -> None:
    caster = lambda: mage(NE=4)  # noqa: E731
    killed = spell("DD", (100, 90), caster=caster(), foe=monster("ogre", 30, 40))  # 10 + 5 x 4
    assert (killed.ending, killed.loser, killed.sides[1].hp, killed.sides[1].rage) == ("killed", 1, 0, 0)
    hurt = spell("DD", (100, 90), (6, 3), caster=caster(), foe=monster("ogre", 31, 40))
    assert hurt.ending == "" and hurt.sides[1].hp == 31 - 3 - 4
    resisted = spell("DD", (100, 1), (6, 3), caster=caster(), foe=monster("ogre", 30, 40))
    assert resisted.sides[1].hp == 30 - 7
    coward = character({}, temper="coward", hp=5)
    spared = spell("DD", (100, 90), (100, 1), caster=caster(), foe=coward)
    assert (spared.ending, coward.hp) == ("mercy", 1)
    answer = Encounter(monster("ogre", 40, 40), caster(), Fate(DONE, (100, 90)))
    answer.sides[0].hp = 30
    cast(answer, 1, "DD")
    assert (answer.ending, answer.loser) == ("killed", 0)
    answer = Encounter(monster("ogre", 40, 40), caster(), Fate(DONE, (100, 90), (6, 3)))
    cast(answer, 1, "DD")
    assert (answer.ending, answer.sides[0].hp, answer.sides[1].hp) == ("", 40 - 3 - 4, 10)
    for kind in ("wraith", "demon", "golem"):
        assert not has_effect("DD", monster(kind))


def test_creatures_of_fire() -> None:
    assert loss(spell("FI", (8, 6), foe=monster("dragon"))) == (6 + 2) // 2
    assert loss(spell("FI", foe=monster("fire_elemental"))) == 0
    assert loss(spell("FO", (6, 1), (6, 1), foe=monster("dragon"))) == 2 + 3
