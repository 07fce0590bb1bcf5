"""The tables against the rulebook: counts and column sums of its pages, single rows, and the decisions on its gaps."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import msgspec
import pytest

from heraut.engine.rng import Rng
from heraut.games.daifen.battle.dice import chance, pick, throw
from heraut.games.daifen.races import (
    BUILDINGS,
    NELRK_PROFILES,
    NELRKS,
    RACES,
    ROLES,
    TECHNOLOGIES,
    UNITS,
    Building,
    Profile,
    Technology,
    Unit,
    draw_nelrks,
    profiles,
)
from heraut.games.daifen.tables import CONSTANTS, exploration_events, paces, statements

# Sums of the columns of each race's page in the rulebook, added up apart from our tables.
TECHNOLOGY_SUMS = {  # how many, cost
    "elfes": (6, 100),
    "orcs": (7, 125),
    "humains": (8, 130),
    "nains": (7, 125),
    "morts_vivants": (6, 115),
}
BUILDING_SUMS = {  # how many; cost, attack, resistance, gold, intellect
    "elfes": (11, 255, 5, 101, 22, 3),
    "orcs": (13, 260, 5, 113, 30, 0),
    "humains": (13, 240, 5, 107, 20, 3),
    "nains": (14, 273, 6, 117, 27, 2),
    "morts_vivants": (12, 240, 5, 99, 18, 4),
}
UNIT_SUMS = {  # how many; cost, att, def, res, gold, intellect; offensive, defensive
    "elfes": (14, 63, 17, 15, 10, 0, 2, 10, 9),
    "orcs": (12, 57, 17, 11, 13, 0, 2, 9, 9),
    "humains": (14, 65, 14, 18, 14, 0, 4, 10, 10),
    "nains": (13, 64, 18, 12, 22, 1, 1, 10, 10),
    "morts_vivants": (13, 58, 18, 13, 8, 0, 2, 10, 9),
}

TECHNOLOGY_CODES = """
    fleches poulies architecture mysticisme taille cheval exploration fanatisme groz_pat man_hip religion croisades
    metal massues vampirisme terreur
"""
BUILDING_CODES = """
    mine carriere barricades marche tour_de_guet tour_de_garde caserne temple bibliotheque mur telhin melanduhin
    sacrifices ourte ka_ban moulin eglise donjon taverne piege forge atelier cimetiere manoir tour_sombre
"""
UNIT_CODES = """
    guerrier archer espion scribe caravane gardien cavalier fee barde scout dryade ranger centaure danseur_de_guerre
    gobelin shaman firmir eluros kastagneur fanatique troll moine adepte paladin templier amazone valkyrie inquisiteur
    mineur forgeron maitre_d_armes chasseur_de_geants baliste catapulte arbaletrier squelette goule zombie harpie
    disciple vampire necromancien veteran homme_lezard automate mercenaire_nelrk
"""


def technology(code: str) -> Technology:
    return TECHNOLOGIES[code]


def building(code: str) -> Building:
    return BUILDINGS[code]


def unit(code: str) -> Unit:
    return UNITS[code]


def fights(code: str) -> tuple[int, int, int]:
    profile = UNITS[code].profile
    assert profile is not None
    return profile.att, profile.defence, profile.res


# The pages of the races


@pytest.mark.parametrize("race", TECHNOLOGY_SUMS)
def test_the_technologies_of_a_race_add_up(race: str) -> None:
    rows = [technology(code) for code in RACES[race].technologies]

    assert (len(rows), sum(row.cost for row in rows)) == TECHNOLOGY_SUMS[race]


@pytest.mark.parametrize("race", BUILDING_SUMS)
def test_the_buildings_of_a_race_add_up(race: str) -> None:
    rows = [building(code) for code in RACES[race].buildings]
    columns = ("cost", "attack", "resistance", "gold_gain", "intellect_gain")

    assert (len(rows), *(sum(getattr(row, column) for row in rows) for column in columns)) == BUILDING_SUMS[race]


@pytest.mark.parametrize("race", UNIT_SUMS)
def test_the_units_of_a_race_add_up(race: str) -> None:
    rows = [unit(code) for code in RACES[race].units]
    figures = [sum(column) for column in zip(*(fights(row.code) for row in rows), strict=True)]
    cost, gold, intellect = (
        sum(getattr(row, name) for row in rows) for name in ("cost", "gold_gain", "intellect_gain")
    )
    marks = sum(row.offensive for row in rows), sum(row.defensive for row in rows)

    assert (len(rows), cost, *figures, gold, intellect, *marks) == UNIT_SUMS[race]


# The lists of all races together


def test_there_are_16_technologies_25_buildings_42_units_and_4_special_ones() -> None:
    trained = [row for row in UNITS.values() if row.trained_in]

    assert (len(TECHNOLOGIES), len(BUILDINGS), len(trained), len(UNITS)) == (16, 25, 42, 46)
    assert [row.number for row in (*TECHNOLOGIES.values(), *BUILDINGS.values(), *UNITS.values())] == [
        *range(1, 17),
        *range(1, 26),
        *range(1, 47),
    ]


def test_the_canonical_order() -> None:
    assert list(TECHNOLOGIES) == TECHNOLOGY_CODES.split()
    assert list(BUILDINGS) == BUILDING_CODES.split()
    assert list(UNITS) == UNIT_CODES.split()


def test_single_rows() -> None:
    assert (technology("croisades").cost, technology("croisades").requires) == (20, "religion")
    assert (technology("cheval").cost, technology("cheval").races) == (5, ("elfes", "humains"))
    assert (technology("man_hip").cost, technology("man_hip").requires) == (20, "groz_pat")
    assert (building("tour_de_garde").cost, building("tour_de_garde").requires) == (15, "fleches")
    assert (building("tour_de_garde").attack, building("tour_de_garde").resistance) == (5, 7)
    assert (building("piege").cost, building("piege").attack, building("piege").resistance) == (3, 1, 3)
    assert (building("marche").gold_gain, building("marche").intellect_gain) == (3, -1)
    assert (building("sacrifices").gold_gain, building("sacrifices").intellect_gain) == (6, -2)
    assert (building("telhin").cost, building("telhin").gold_gain, building("telhin").intellect_gain) == (50, 4, 1)
    assert (unit("moine").cost, unit("moine").intellect_gain, unit("moine").requires) == (6, 2, "religion")
    assert (unit("mineur").gold_gain, unit("mineur").trained_in, unit("mineur").races) == (1, "forge", ("nains",))
    assert (fights("harpie"), fights("eluros"), fights("catapulte")) == ((4, 3, 0), (3, 2, 2), (3, 0, 4))
    assert (fights("fee"), fights("necromancien"), fights("inquisiteur")) == ((0, 1, 0), (1, 0, 1), (1, 3, 2))


def test_a_race_can_reach_all_that_its_lists_name() -> None:
    for race in RACES.values():
        rows = [
            *(technology(code) for code in race.technologies),
            *(building(code) for code in race.buildings),
            *(unit(code) for code in race.units),
        ]
        assert {row.requires for row in rows} - {None} <= set(race.technologies)
        assert {unit(code).trained_in for code in race.units} == {
            code for code in race.buildings if building(code).trains
        }


def test_no_technology_requires_itself_and_what_is_required_costs_no_more() -> None:
    for row in TECHNOLOGIES.values():
        if row.requires is not None:
            assert technology(row.requires).cost <= row.cost
            assert technology(row.requires).requires in (None, "taille", "mysticisme")


@pytest.mark.rule("DA-TRN-04")
def test_spies_come_from_the_barracks_of_every_race() -> None:
    assert unit(ROLES.spy).trained_in == "caserne"
    assert all(ROLES.spy in race.units for race in RACES.values())


@pytest.mark.rule("DA-TEC-07")
def test_exploration_unlocks_two_units_and_nothing_else() -> None:
    rows = (*TECHNOLOGIES.values(), *BUILDINGS.values(), *UNITS.values())

    assert [row.code for row in rows if row.requires == "exploration"] == ["dryade", "danseur_de_guerre"]


def test_who_attacks_and_who_defends() -> None:
    idle = [row.code for row in UNITS.values() if not row.offensive and not row.defensive]

    assert idle == ["espion", "scribe", "caravane", "barde", "moine"]
    assert [row.code for row in UNITS.values() if row.offensive and not row.defensive] == ["dryade", "harpie"]
    assert not [row.code for row in UNITS.values() if row.defensive and not row.offensive]


def test_walls_and_barricades_are_the_protections() -> None:
    assert [row.code for row in BUILDINGS.values() if row.protection] == ["barricades", "mur"]


def test_guard_towers_and_traps_fire() -> None:
    assert {row.code: row.attack for row in BUILDINGS.values() if row.attack} == {"tour_de_garde": 5, "piege": 1}


def test_what_has_an_upkeep() -> None:
    rows = (*BUILDINGS.values(), *UNITS.values())

    assert [row.code for row in rows if row.gold_gain < 0] == list(NELRKS)
    assert [row.code for row in rows if row.intellect_gain < 0] == ["marche", "sacrifices"]


@pytest.mark.parametrize("rows", [TECHNOLOGIES, BUILDINGS, UNITS, RACES])
def test_everything_has_a_name_of_its_own_in_both_languages(rows: dict[str, Building | Technology | Unit]) -> None:
    for lang in ("fr", "en"):
        names = [getattr(row, lang) for row in rows.values()]
        assert all(names) and len(set(names)) == len(rows)


# Gaps of the rulebook, as decided


def test_a_veteran_is_an_archer_without_conditions() -> None:
    veteran, archer = unit("veteran"), unit("archer")

    assert (veteran.profile, veteran.cost) == (archer.profile, archer.cost)
    assert (veteran.requires, veteran.trained_in, veteran.races) == (None, None, ())
    assert (CONSTANTS.start_units, CONSTANTS.winner_units) == ({"guerrier": 4}, {"veteran": 4})


def test_the_nelrks_share_out_three_profiles_in_every_way() -> None:
    drawn = Counter(tuple(draw_nelrks(Rng(bytes([n % 256, n // 256]))).items()) for n in range(1200))

    assert {code: profile.profile for code, profile in NELRK_PROFILES.items()} == {
        "force": Profile(3, 1, 2),
        "garde": Profile(1, 3, 2),
        "leste": Profile(2, 2, 1),
    }
    assert len(drawn) == 6 and min(drawn.values()) > 150
    assert all(sorted(dict(secret).values()) == ["force", "garde", "leste"] for secret in drawn)


def test_how_a_nelrk_fights_is_known_only_with_the_secret() -> None:
    secret = {"homme_lezard": "leste", "automate": "force", "mercenaire_nelrk": "garde"}

    assert not set(NELRKS) & set(profiles({}))
    assert all(unit(code).profile is None for code in NELRKS)
    assert profiles(secret)["automate"] == Profile(3, 1, 2)
    assert profiles(secret)["archer"] == Profile(2, 2, 1)


def test_the_starting_kit() -> None:
    kit = CONSTANTS

    assert (kit.start_buildings, kit.start_gold, kit.start_intellect) == ({"carriere": 5, "caserne": 1}, 50, 0)


def test_the_limits_of_a_form() -> None:
    limits = CONSTANTS

    assert (limits.buildings_per_turn, limits.building_techs) == (5, ("poulies", "architecture"))
    assert limits.places_per_building == 3
    assert (limits.attacks_max, limits.supports_max, limits.gifts_max, limits.rumours_max) == (3, 3, 3, 1)


def test_the_limits_of_a_continent() -> None:
    limits = CONSTANTS

    assert (limits.kingdoms_min, limits.kingdoms_max, limits.kingdoms_default) == (2, 40, 16)
    assert (limits.association_min, limits.association_max, limits.abandon_after) == (2, 3, 5)


def test_the_chances() -> None:
    odds = CONSTANTS

    assert (odds.catch_base, odds.catch_watch_tower, odds.catch_guard) == ((1, 8), (1, 6), (1, 8))
    assert (odds.sabotage, odds.theft_share, odds.theft_min) == ((1, 2), 10, 1)
    assert (odds.rumour_true, odds.rumour_false, odds.rumour_launched) == ((1, 3), (1, 6), (1, 3))
    assert (odds.rumour_few, odds.rumour_many, odds.rumour_false_few) == ((1, 2), (3, 2), (1, 2))


def test_the_twelve_sided_die_of_a_fruitless_explorer() -> None:
    rows = exploration_events()
    bounds = [0, *(row.last for row in rows.values())]
    faces = {code: after - before for code, (before, after) in zip(rows, pairwise(bounds), strict=True)}

    assert faces == {"nothing": 6, "gold": 2, "intellect": 2, "troops": 1, "death": 1}
    assert [row.dice for row in rows.values()] == [0, 3, 1, 1, 0]


@pytest.mark.rule("DA-PAC-01")
def test_the_deadline_days() -> None:
    assert {code: pace.days for code, pace in paces().items()} == {
        "rapide": (1, 2, 3, 4, 5, 7),
        "moyen": (1, 3, 5),
        "normal": (1, 4),
        "lent": (1,),
        "lune": (3, 7),
    }


def test_six_statements_two_a_topic() -> None:
    told = {code: (row.subject, row.many) for code, row in statements().items()}

    assert told == {
        "ARMEE_FAIBLE": ("units", False),
        "ARMEE_FORTE": ("units", True),
        "BATIMENTS_PEU": ("buildings", False),
        "BATIMENTS_BEAUCOUP": ("buildings", True),
        "OR_PEU": ("gold", False),
        "OR_BEAUCOUP": ("gold", True),
    }


# Dice


@pytest.mark.rule("DA-RNG-01")
def test_a_d3_is_1_2_or_3_with_equal_chances() -> None:
    rng = Rng(b"d3")
    thrown = Counter(throw(rng, 1) for _ in range(3000))

    assert set(thrown) == {1, 2, 3} and all(abs(times - 1000) < 130 for times in thrown.values())


@pytest.mark.rule("DA-RNG-01")
def test_a_chance_is_a_pick_below_the_first_figure() -> None:
    rng, twin = Rng(b"odds"), Rng(b"odds")

    assert [chance(rng, (1, 6)) for _ in range(300)] == [pick(twin, 6) < 1 for _ in range(300)]


def test_many_dice_are_thrown_one_by_one() -> None:
    rng, twin = Rng(b"dice"), Rng(b"dice")

    assert throw(rng, 40) == sum(throw(twin, 1) for _ in range(40))
    assert rng.random() == twin.random()


def test_a_row_with_an_unknown_or_missing_figure_is_refused() -> None:
    row = {"code": "x", "number": 1, "fr": "X", "en": "X", "cost": 3, "races": []}

    assert msgspec.convert(row, Technology).cost == 3
    for bad in (row | {"price": 3}, row | {"cost": "three"}, {key: row[key] for key in row if key != "cost"}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(bad, Technology)
