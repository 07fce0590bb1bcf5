"""The tables against the rulebook: the pages of its chapter 15, row by row, then what was decided in its gaps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from heraut.games.rois.tables import (
    ALIGNMENT_TABLE,
    CONSTANTS,
    FEATURES,
    INVENTIONS,
    ITEMS,
    MONSTERS,
    NAMED_ITEMS,
    OFFICE_TABLE,
    RACES,
    SPELLS,
    TERRAINS,
    UNITS,
    name_lists,
    wealth,
)

APART = ("fr", "en", "natives")  # what the pages below do not tell
SHORT = {"LAND": "plain,desert,jungle,forest,mountain", "BEASTS": "CC,EL,WE,WR,DR"}


def page(text: str) -> dict[str, dict[str, str]]:
    """Rows by their code, as written under a line of headings; then `heading=figure`, or a heading that holds true."""
    for short, long in SHORT.items():
        text = text.replace(short, long)
    (_, *headings), *rows = [line.split() for line in text.strip().splitlines()]
    found = {}
    for code, *cells in rows:
        found[code] = dict(zip(headings, cells, strict=False))
        found[code] |= dict((cell + "=yes").split("=")[:2] for cell in cells[len(headings) :])
    return {code: {name: cell for name, cell in row.items() if cell not in ("-", "0")} for code, row in found.items()}


def written(value: object) -> str:
    """As a page writes it."""
    if isinstance(value, tuple | frozenset):
        return ",".join(str(each) for each in value)
    return "yes" if value is True else str(value)


def told(row: msgspec.Struct) -> dict[str, str]:
    """What a row says besides its words, as a page writes it: nothing of what is naught."""
    cells = {name: cell for name, cell in msgspec.structs.asdict(row).items() if name not in APART}
    return {name: written(cell) for name, cell in cells.items() if cell and cell != (0, 0)}


def compare(table: Mapping[Any, msgspec.Struct], text: str) -> None:
    """The table has the rows of the page, in its order, and says of each what the page says, not less, not more."""
    found = {str(code): told(row) for code, row in table.items()}

    assert found == page(text)
    assert list(found) == list(page(text))


def figures(names: str) -> list[Any]:
    return [getattr(CONSTANTS, name) for name in names.split()]


# Chapter 15 of the rulebook


@pytest.mark.rule("RO-CHAR-12", "RO-CHAR-13", "RO-CHAR-14", "RO-CHAR-16", "RO-DUEL-03", "RO-DUEL-05", "RO-ENC-16")
def test_15_1_tempers() -> None:
    """How grave a blow must be (RO-CHAR-16), and that the ten points of the prudent help them to flee, is ours."""
    assert CONSTANTS.fear == {"brave": 5, "prudent": 10, "coward": 15}
    assert figures("elan parry flight_prudent bad_wound") == [10, 10, 10, 5]
    assert CONSTANTS.refusals == {"prudent": (1, 50), "coward": (50, 100)}
    assert figures("bluff") == [2]


@pytest.mark.rule("RO-ENC-23")
def test_15_2_the_level_of_druid_that_talks_to_a_class_of_monsters() -> None:
    assert CONSTANTS.tongues == {"bird": 1, "mammal": 1, "reptile": 2, "sea": 2, "insect": 3}
    assert figures("every_tongue") == [4]


@pytest.mark.rule("RO-ARMY-02", "RO-MAP-06", "RO-SET-02")
def test_15_2_the_level_of_druid_that_leads_a_race_and_where_races_live() -> None:
    """The levels are the rulebook's; homes (D21), and how many provinces have which creatures (RO-MAP-06), ours."""
    text = """
        race      druid home     home_types
        human     1     plain    LE,LC
        elf       1     forest   BO,LC
        dwarf     1     mountain AX,PH
        orc       1     mountain PH,WR
        eagle     3     -        -          raises=EA count=2 terrains=mountain
        dragon    4     -        -          raises=DR count=2 terrains=mountain,desert
        troll     2     -        -          raises=TR count=2 terrains=mountain
        ent       3     -        -          raises=EN count=2 terrains=forest,jungle
        werebeast 1     -        -          raises=WE count=3 terrains=forest,mountain
        whale     2     -        -          raises=WH count=6 terrains=sea
        merman    1     -        -          raises=ME count=6 terrains=sea
        skeleton  -     -        -
    """

    compare(RACES, text)


@pytest.mark.rule("RO-ENC-12", "RO-ENC-13", "RO-ENC-23")
def test_15_3_monsters() -> None:
    """Points, melee, missiles, dice and speed of the first six are the rulebook's, all else ours (D3)."""
    text = """
        monster        hp melee damage speed  sort      alignment
        griffin        25 2     6      fast   bird      -
        giant          25 1     7      medium monster   pagan     missile=1 missile_damage=7 talks
        gargoyle       15 1     6      medium construct -         tags=construct
        demon          30 3     8      fast   monster   evil      talks tags=demon spell=FI spell_level=2 casts=2
        troll          25 1     6      medium monster   evil      talks regains=1
        wraith         20 1     6      medium monster   evil      talks tags=undead
        skeleton       7  0     6      medium monster   evil      tags=undead
        harpy          12 1     6      fast   bird      -
        siren          12 0     6      medium sea       neutral   talks spell=CH spell_level=2 casts=1
        spider         14 1     6      fast   insect    -         venom=1
        werewolf       15 1     6      fast   mammal    evil
        ogre           18 1     6      medium monster   evil      talks
        scorpion       18 1     7      medium insect    -
        basilisk       20 1     6      slow   reptile   -         stun=10
        unicorn        20 2     6      fast   mammal    good      talks
        mummy          22 1     7      slow   monster   evil      tags=undead
        minotaur       22 2     7      medium mammal    -
        lich           22 1     6      medium monster   evil      talks tags=undead spell=DV spell_level=3 casts=3
        fire_elemental 24 2     7      medium monster   pagan     spell=FI spell_level=2 casts=2 immune=FI
        vampire        25 2     6      medium monster   evil      talks tags=undead spell=PS spell_level=2 casts=2
        chimera        28 2     8      fast   mammal    -         missile=1 missile_damage=6
        sphinx         30 2     7      fast   mammal    neutral   talks
        golem          30 2     8      slow   construct -         tags=construct
        sea_serpent    30 2     7      fast   sea       -
        hydra          35 2     8      slow   reptile   -         regains=2
        kraken         40 2     8      medium sea       -
        dragon         50 3     8      fast   monster   pagan     missile=2 missile_damage=8 talks tags=dragon halves=FI
    """

    compare(MONSTERS, text)


@pytest.mark.rule("RO-VIC-05", "RO-CHAR-05", "RO-BAT-20")
def test_15_4_alignments() -> None:
    """What evil has of fanaticism stands in 15.8."""
    text = """
        alignment rate magic special fanatic
        good      12   WH    SA      40
        druidic   15   PS    DR      -
        neutral   20   IL    SP      -
        pagan     15   EL    EX      -
        evil      12   NE    TH      25
    """

    compare(ALIGNMENT_TABLE, text)


@pytest.mark.rule("RO-SPY-03", "RO-SPY-04", "RO-SPY-08")
def test_15_5_spying() -> None:
    """The rulebook ends with level 4; a pursuit goes on by as much a level, the others by ever less (D5)."""
    assert CONSTANTS.unnoticed == (0, 50, 75, 88, 95, 97, 98, 99, 99, 99)
    assert CONSTANTS.margin == (70, 55, 40, 28, 15, 12, 9, 7, 5, 3)
    assert CONSTANTS.pursuit == tuple(50 + 50 * level for level in range(10))


@pytest.mark.rule("RO-BAT-04", "RO-MOVE-04")
def test_15_6_forced_march() -> None:
    """By the distance between the two forces. Both go on beyond the rulebook's level 4 as up to there (D6)."""
    assert CONSTANTS.unite == (80, 50, 20)
    assert figures("unite_step march_fast") == [10, 3]


@pytest.mark.rule("RO-EXP-01")
def test_15_7_experience() -> None:
    assert figures("learn_march learn_sail learn_explore learn_spell learn_spy") == [10] * 5
    assert figures("learn_recruit learn_units") == [5, 5]
    assert figures("learn_supreme learn_battle") == [15, 10]
    assert figures("learn_talk learn_bow learn_melee learn_steal") == [10, 10, 10, 15]


@pytest.mark.rule("RO-BAT-14", "RO-BAT-15", "RO-BAT-16", "RO-BAT-30", "RO-MOVE-03", "RO-MOVE-06", "RO-REC-04")
def test_15_8_units() -> None:
    """A garrison's strength is that of attack, an elephant's the least that is drawn; where they may go is ours."""
    text = """
        unit strength speed pay favourable      unfavourable               nemesis   sort
        GA   1        1     1   -               -                          -         land
        BO   2        2     2   forest,jungle   -                          -         land
        AX   2        2     2   forest,mountain -                          -         land
        PH   3        2     2   plain           forest,jungle,sea          LE        land
        LE   3        2     2   -               sea                        HC        land
        LC   2        4     2   plain,desert    -                          CH,BEASTS land
        HC   4        3     3   plain           forest,jungle,mountain,sea CH,BEASTS land
        CH   3        3     3   plain,desert    forest,jungle,mountain,sea BEASTS    land
        EL   2        2     3   jungle          forest,mountain,sea        -         land
        CC   2        3     3   desert          forest,jungle,sea          -         land
        WR   3        3     3   forest          sea                        EA        land
        DR   6        5     4   -               -                          BO        air
        EA   4        5     3   mountain        forest,jungle              BO        air
        WH   5        4     3   sea             LAND                       ME        naval      naval
        FL   3        2     3   sea             LAND                       -         naval      naval
        ME   2        3     2   sea,jungle      desert,mountain            BO        amphibious naval
        EN   6        1     3   forest,jungle   sea,desert                 AX,DR     land
        TR   5        2     3   mountain        sea                        AX        land
        WE   3        3     3   forest,mountain sea                        -         land
    """

    compare(UNITS, text)


@pytest.mark.rule("RO-MAP-05", "RO-MAP-07", "RO-EXPL-02", "RO-BAT-26", "RO-EXPL-07", "RO-EXPL-08")
def test_15_9_terrains() -> None:
    """How many lands have each (RO-MAP-05), and which monsters wander there (D20), the rulebook does not say."""
    text = """
        terrain  tax exploration line encounter land wanderers
        plain    6   50          5,10 10        24   ogre,werewolf,griffin,giant
        desert   2   25          5,10 15        11   scorpion,mummy,demon
        jungle   4   10          3,6  25        12   spider,basilisk,minotaur,hydra
        forest   5   15          3,6  20        18   werewolf,spider,ogre,troll,unicorn
        mountain 5   15          1,3  15        16   harpy,griffin,giant,troll
        sea      1   25          5,10 5         -    siren,sea_serpent
    """

    compare(TERRAINS, text)
    assert sum(row.land for row in TERRAINS.values()) == CONSTANTS.land == 81


@pytest.mark.rule("RO-OFF-01", "RO-OFF-03", "RO-OFF-08")
def test_15_10_imperial_offices_and_named_items_are_worth_a_hundred_points() -> None:
    tens = ["chancellor", "treasurer", "marshal", "admiral", "defender", "priest", "archmage"]

    assert {code: row.points for code, row in OFFICE_TABLE.items()} == {"emperor": 20, **dict.fromkeys(tens, 10)}
    assert " ".join(NAMED_ITEMS) == "1 2 3 4 5 6 7 8 9 10"
    assert sum(row.points for row in OFFICE_TABLE.values()) + len(NAMED_ITEMS) == 100
    assert figures("rich_sea") == [2]


@pytest.mark.rule("RO-CHAR-01")
def test_15_13_a_king_has_four_levels_and_two_in_one_ability_at_most() -> None:
    assert figures("start_levels start_level_max") == [4, 2]


# What the rulebook announces and leaves out: spells, items, inventions, places


@pytest.mark.rule("RO-MAG-01", "RO-MAG-02", "RO-MAG-06", "RO-ORD-23", "RO-ENC-07")
def test_spells() -> None:
    """Damage is dice of so many sides, and so much a level (D15)."""
    text = """
        spell domain level target
        SY    WH     1     none      combat dice=1,6 per_level=2
        BL    WH     1     none      combat
        GU    WH     2     friend    combat action
        LU    WH     3     none      combat damaging dice=1,6 per_level=1
        BE    WH     1     friend    action
        RE    WH     2     character action
        PR    WH     3     none      action
        MO    WH     4     none      action
        PS    PS     1     none      combat damaging dice=1,4 spares=construct
        BM    PS     1     none      combat
        CH    PS     2     none      combat spares=undead,demon,construct
        MP    PS     3     none      combat damaging dice=1,8 per_level=2 spares=construct
        TE    PS     1     character action range=3 range_per_level
        CL    PS     2     province  action range=3 range_per_level
        PA    PS     3     host      action range=1
        TP    PS     4     province  action range=99
        IN    IL     1     none      combat
        IM    IL     2     none      combat
        EF    IL     2     none      combat spares=undead,construct,dragon
        CA    IL     3     none      combat damaging dice=1,6 per_level=2 spares=undead,construct
        DG    IL     1     none      action
        AI    IL     2     friend    action
        BR    IL     3     none      action
        MI    IL     4     none      action
        FI    EL     1     none      combat damaging dice=1,8 per_level=1
        GL    EL     2     none      combat damaging dice=1,6 per_level=1
        PI    EL     2     none      combat
        FO    EL     3     none      combat damaging dice=2,6 per_level=1
        VE    EL     1     friend    action
        TM    EL     2     province  action range=1 range_per_level
        TT    EL     3     province  action range=1
        VO    EL     4     path      action
        DV    NE     1     none      combat damaging dice=1,6 per_level=1 spares=undead,construct
        MA    NE     2     none      combat
        EN    NE     3     none      combat
        DD    NE     4     none      combat damaging dice=1,6 per_level=1 spares=undead,demon,construct
        AN    NE     1     none      action
        ID    NE     2     none      action
        PB    NE     3     province  action range=2
        LI    NE     4     none      action
    """

    compare(SPELLS, text)


@pytest.mark.rule("RO-ITEM-01", "RO-ITEM-03", "RO-CHAR-09", "RO-BAT-24")
def test_items() -> None:
    """The names of the first ten are the rulebook's (15.10), their powers and all others ours (D16)."""
    text = """
        item kind   weight
        1    weapon -      ability=ME bonus=2 damage=4
        2    bow    -      ability=AR bonus=2 damage=3 race=elf unit=BO
        3    weapon -      ability=ME bonus=1 damage=4 race=dwarf unit=AX
        4    weapon -      ability=ME bonus=1 damage=3 race=orc
        5    worn   -      leads=DR leads_as=4
        6    worn   -      leads=EA leads_as=3
        7    worn   -      ability=NA bonus=2
        8    weapon -      ability=ME bonus=1 damage=3 against_damage=6 against=undead,demon
        9    weapon -      ability=ME bonus=1 damage=2 steal=20
        10   weapon -      ability=ME bonus=1 damage=3
        ER   weapon 8      damage=2
        LM   weapon 4      ability=ME bonus=1 damage=2
        MB   weapon 4      damage=1 against_damage=3 against=undead
        FP   weapon 2      damage=2
        AE   bow    5      damage=2
        CQ   worn   3      ability=AR bonus=1
        BC   armour 5
        CM   armour 3
        AR   worn   3
        BM   worn   4      ability=MA bonus=1
        SX   worn   3      ability=NA bonus=1
        BT   worn   4      ability=TA bonus=1
        LV   worn   3      ability=EX bonus=1
        CP   worn   3      ability=SP bonus=1
        GT   worn   3      ability=TH bonus=1
        CD   worn   3      ability=DR bonus=1
        TS   worn   2      ability=SA bonus=1
        GR   worn   4      bonus=1
        BF   wand   5      spell=FI spell_level=2 charges=6
        BG   wand   4      spell=GL spell_level=2 charges=5
        VP   wand   3      spell=PS spell_level=2 charges=5
        AI   wand   3      spell=IN spell_level=2 charges=5
        SC   wand   2      spell=CH spell_level=3 charges=3
        CB   wand   3      spell=SY spell_level=3 charges=5
        PG   potion 5      charges=1 action=none
        PF   potion 3      charges=1
        RR   scroll 2      spell=RE charges=1 action=character
        RT   scroll 1      spell=TP charges=1 action=province
        GC   wand   1      spell=CL spell_level=2 charges=4 action=province
        EB   worn   1
        PP   worn   1
    """

    compare(ITEMS, text)
    assert sum(row.weight for row in ITEMS.values()) == 100


@pytest.mark.rule("RO-FIN-02", "RO-BAT-24")
def test_inventions_that_bring_gold_or_strength() -> None:
    """The six others (D17) have no figure here."""
    text = """
        invention gold          types
        1         plain         -
        2         forest        -
        3         mountain      -
        4         desert,jungle -
        5         sea           -
        6         -             LC,HC,CH,CC
        7         -             BO
        8         -             LE,PH,AX
    """

    compare({number: row for number, row in INVENTIONS.items() if number <= 8}, text)
    assert [(number, row.gold, row.types) for number, row in INVENTIONS.items() if number > 8] == [
        (number, (), ()) for number in range(9, 15)
    ]


@pytest.mark.rule("RO-FEAT-01", "RO-MAP-11")
def test_special_places_their_guardians_and_their_treasures() -> None:
    text = """
        place terrains               guardians                                       treasure
        DJ    LAND                   skeleton,ogre,gargoyle,wraith,troll,minotaur    B
        RD    mountain,desert        dragon                                          D
        CH    plain,forest           wraith,vampire,gargoyle                         C
        PY    desert                 mummy,sphinx,demon                              C
        TM    LAND                   golem,demon,fire_elemental,lich                 C
        TB    LAND                   skeleton,mummy,wraith,vampire,lich              B
        CV    mountain,forest,jungle troll,giant,spider,hydra                        B
        TR    jungle,desert          basilisk,sphinx,demon,hydra,scorpion            C
        NI    mountain               griffin,chimera,harpy                           B
        BO    forest,jungle          werewolf,spider,unicorn,wraith                  A
        TU    plain                  skeleton,ogre,wraith                            A
        EP    sea                    siren,sea_serpent                               B
        GM    sea                    kraken,sea_serpent                              D
    """

    compare(FEATURES, text)
    assert figures("lairs_max sea_feature no_guardian has_secret") == [4, 10, 10, 40]


@pytest.mark.rule("RO-REC-01")
def test_the_types_that_each_people_raises_by_terrain() -> None:
    """The first, then the second; where there are two, heavy cavalry has 60 % (D19)."""
    text = """
        terrain  human    elf   dwarf orc
        plain    LE,HC,CH BO,HC AX,PH PH,WR
        desert   CC,LC    BO,LC AX,PH PH,WR
        jungle   EL,LE    BO,EL AX,LE PH,WR
        forest   LE,BO    BO,LC AX,LE PH,WR
        mountain LE,AX    BO,LE AX,PH PH,AX
    """
    raised = {code: row.natives for code, row in RACES.items() if row.natives}

    assert raised == {
        race: {terrain: tuple(types[race].split(",")) for terrain, types in page(text).items()}
        for race in ("human", "elf", "dwarf", "orc")
    }
    assert figures("second_native coastal_fleet heavy_cavalry") == [50, 50, 60]


# The figures of encounters and battles that the rulebook leaves out: all ours


@pytest.mark.rule("RO-ENC-12", "RO-ENC-13", "RO-ENC-15", "RO-ENC-30")
def test_blows_and_arrows() -> None:
    """To hit the slow, the medium and the fast with an arrow."""
    assert figures("melee_base melee_step arrow_base arrow_step") == [50, 15, 40, 15]
    assert CONSTANTS.arrow_speed == (10, 0, -10)
    assert figures("shooting_rounds encounter_rounds") == [2, 20]


@pytest.mark.rule("RO-MAG-01", "RO-ITEM-03", "RO-BAT-20", "RO-BAT-29")
def test_what_spells_and_items_do() -> None:
    """Shield of Light, Invisibility, Curse and Frost, then the Mirage (D15); the three items and the banner (D16)."""
    assert figures("shielded unseen flight_unseen curse frost mirage_feint") == [20, 20, 25, 15, 30, 20]
    assert figures("shield potion_strength amulet banner_zeal") == [10, 3, 30, 20]


@pytest.mark.rule("RO-ENC-16", "RO-ENC-17")
def test_flight() -> None:
    """At the range of blows, of bows, of spells."""
    assert CONSTANTS.flight == (40, 60, 75)
    assert figures("flight_speed gives_up") == [15, 30]


@pytest.mark.rule("RO-MAG-05")
def test_resistance() -> None:
    assert figures("resistance_step resistance_life resistance_max") == [15, 40, 90]


@pytest.mark.rule("RO-ENC-24", "RO-ENC-25")
def test_what_a_monster_that_listens_asks() -> None:
    """A pact up to 35, a task up to 75."""
    assert figures("pact task task_reach tribute_divisor") == [35, 75, 5, 5]


@pytest.mark.rule("RO-FEAT-08")
def test_scouting() -> None:
    assert figures("scout_base scout_step hidden_item") == [40, 15, 30]


@pytest.mark.rule("RO-BAT-33", "RO-BAT-37")
def test_what_a_battle_leaves() -> None:
    """The chance to gain a quality: of Réduite, Bleus, Moyenne, Vétéran, Crack, Elite."""
    assert CONSTANTS.gains == (50, 25, 15, 8, 4, 0)
    assert figures("leader_falls") == [10]


# The other figures


@pytest.mark.rule("RO-SET-01", "RO-VIC-01", "RO-VIC-04", "RO-VAR-02")
def test_players_turns_and_the_crown() -> None:
    assert figures("players_min players_max") == [2, 12]
    assert figures("turns_min turns_max turns_default crown") == [8, 30, 15, 55]
    assert figures("short_turns short_crown") == [8, 45]


@pytest.mark.rule("RO-CHAR-03", "RO-CHAR-04", "RO-CHAR-05", "RO-CHAR-06", "RO-CHAR-08", "RO-CHAR-19", "RO-CHAR-20")
def test_characters() -> None:
    assert figures("aptitude_base aptitude_cap level_max hit_points") == [2, 5, 9, 10]
    assert figures("phase_recovery medicine_recovery body_turns heir_levels") == [1, 2, 2, 3]


@pytest.mark.rule("RO-EXP-02", "RO-EXP-05", "RO-EXP-06", "RO-EXP-07", "RO-EXP-08")
def test_practice_aptitudes_and_the_training_of_units() -> None:
    """By level from 0 on; the training in thousandths, from Réduite on (D12, D13). At the top nothing rises."""
    assert CONSTANTS.practice == (40, 30, 20, 15, 10, 8, 6, 4, 2, 0)
    assert CONSTANTS.growth == (0, 10, 25, 50, 100, 80, 60, 40, 20, 0)
    assert CONSTANTS.training == (1000, 250, 50, 10, 2, 0)
    assert figures("teacher university research") == [20, 5, 5]


@pytest.mark.rule("RO-REC-03")
def test_rich_prosperous_and_poor_provinces() -> None:
    """Rich from 7 on, prosperous from 3 on (D14)."""
    assert [wealth(base) for base in range(11)] == [2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0]
    assert (CONSTANTS.wealth, CONSTANTS.capacity, CONSTANTS.home_capacity) == ((7, 3, 0), (3, 2, 1), 4)


@pytest.mark.rule("RO-HERO-01", "RO-HERO-02", "RO-HERO-04", "RO-HERO-06", "RO-HERO-08", "RO-FEAT-08", "RO-FIN-05")
def test_heroes() -> None:
    assert figures("hero_pay_divisor hire_reach devoted unpaid_leaves freed") == [3, 2, 20, 50, 75]
    assert figures("hire_base hire_step hire_race hire_captor") == [90, 20, 10, 30]


@pytest.mark.rule("RO-FIN-01", "RO-FIN-04", "RO-FIN-06", "RO-FEAT-09")
def test_the_treasury() -> None:
    assert figures("start_gold stone unpaid_loses unpaid_deserts") == [10, 3, 50, 80]
    assert figures("ravage_step ravage_max") == [2, 30]


@pytest.mark.rule("RO-EXPL-01", "RO-ENC-02", "RO-ENC-03", "RO-ORD-19")
def test_exploration_guards_and_what_may_be_written() -> None:
    assert figures("explore_all guard_base guard_step guard_spy guard_min") == [100, 100, 20, 10, 10]
    assert figures("most_tactics longest_text name_length_max") == [12, 80, 40]


@pytest.mark.rule("RO-SPY-05")
def test_stolen_inventions() -> None:
    assert figures("steal_invention") == [10]


@pytest.mark.rule("RO-MAG-04", "RO-MAG-08", "RO-ENC-18", "RO-GEN-02")
def test_the_chances_of_magic() -> None:
    assert figures("spell_base spell_step chance_min chance_max") == [60, 10, 5, 95]
    assert figures("resurrection_base resurrection_step resurrection_max") == [40, 10, 90]
    assert figures("wand scroll storm quake plague") == [80, 60, 25, 25, 15]


@pytest.mark.rule("RO-ARMY-13", "RO-ARMY-14", "RO-ARMY-15", "RO-ARMY-16", "RO-MOVE-07")
def test_units_that_change_return_rot_or_sail() -> None:
    assert figures("werebeast rebirth mercenary_turns remains_turns cargo") == [40, 40, 3, 5, 2]


@pytest.mark.rule("RO-MAP-05", "RO-MAP-06", "RO-MAP-07", "RO-MAP-12")
def test_the_land_the_sea_and_the_homes() -> None:
    """A tenth of the seas yields 3, two tenths 2, three tenths 1. Beyond 500 sound worlds 30 % is near enough."""
    assert (CONSTANTS.land_masses, CONSTANTS.sea_tax) == ((3, 8), (0, 0, 0, 0, 1, 1, 1, 2, 2, 3))
    assert figures("human other_humanoids human_sea") == [40, 10, 9]
    assert figures("home_tax home_land home_reach") == [10, 4, 2]
    assert figures("home_distance home_distance_few few_players") == [3, 4, 8]
    assert figures("tax_spread tax_spread_late sound_worlds tries") == [20, 30, 500, 10]


@pytest.mark.rule("RO-MAP-08", "RO-MAP-09", "RO-MAP-10", "RO-SET-02")
def test_natives_and_heroes_of_the_world() -> None:
    """Chances in a hundred: of sums of levels, of the ability raised, of tempers. The garrison has what types leave."""
    magic = dict.fromkeys(("WH", "PS", "IL", "EL", "NE"), 5)
    others = {"TA": 20, "ME": 15, "AR": 10, "MA": 8, "NA": 5, "EX": 4, "SP": 4, "TH": 4, "DR": 3, "SA": 2}

    assert CONSTANTS.sums == {2: 20, 3: 30, 4: 30, 5: 15, 6: 5}
    assert CONSTANTS.abilities == magic | others
    assert CONSTANTS.tempers == {"berserk": 15, "brave": 35, "prudent": 35, "coward": 15}
    assert [sum(odds.values()) for odds in (CONSTANTS.sums, CONSTANTS.abilities, CONSTANTS.tempers)] == [100] * 3
    assert figures("same_again drawn_level_max provincial_hero provincial_item") == [50, 3, 75, 15]
    assert figures("free_heroes free_threshold first_type second_type") == [30, 60, 60, 25]
    assert figures("start_units hero_temper") == [3, 60]


def test_the_parts_of_a_name_make_one_for_each_of_the_162_provinces() -> None:
    lists = name_lists()
    starts = """
        Al Bar Cor Dun Esk Fal Gor Hal Ist Jor Kar Lan Mor Nor Orm Per Quel Ros Sar Tor Ul Val Wes Xan Yr Zel Ard
    """

    assert lists["starts"] == starts.split()
    assert lists["ends"] == ["mar", "dor", "ville", "holm", "gard", "lys"]
    assert len({start + end for start in lists["starts"] for end in lists["ends"]}) == 162


def test_every_figure_of_the_constants_is_held_here() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    held = set(re.findall(r"CONSTANTS\.([a-z_]+)", source))
    held |= {name for names in re.findall(r'figures\("([a-z_ ]+)"\)', source) for name in names.split()}

    assert held == {field.name for field in msgspec.structs.fields(CONSTANTS)}
