"""The tables against the rulebook: its pages row by row, its figures one by one, and the decisions on its gaps."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import fields, replace

from heraut.games.vassaux.roster import (
    Entry,
    command_reserve,
    expanded,
    host_cost,
    ready_made,
    sheet,
    sheets,
    unit_cost,
)
from heraut.games.vassaux.roster.lines import write_entry
from heraut.games.vassaux.solo.opponent import cell
from heraut.games.vassaux.tables import (
    ARMOURS,
    CONSTANTS,
    FIGHTERS,
    ORDERS,
    POWERS,
    PROFILES,
    SPELLS,
    TERRAIN,
    TITLES,
    WEAPONS,
    R,
    hosts,
    maps,
    scenarios,
    solo_table,
)
from heraut.games.vassaux.tables.codes import SIMPLE

# The pages of the rulebook, copied apart from our tables

PROFILE_PAGE = {  # Mv, Ps, At, Df; points a figure
    "PAYSAN": ("Paysan", 2, 1, 0, 1, 2),
    "ECUYER": ("Écuyer", 2, 1, 1, 2, 4),
    "SOLDAT": ("Soldat", 2, 2, 1, 2, 8),
    "CHEVALIER": ("Chevalier", 2, 2, 2, 2, 15),
}
TITLE_PAGE = {  # a Lord?; Au, Cd, points
    "BARON": ("Baron", True, 4, 4, 16),
    "CHEF_DE_GUERRE": ("Chef de Guerre", True, 2, 5, 12),
    "VASSAL": ("Vassal", False, 1, 3, 7),
    "HEROS": ("Héros", False, 2, 1, 2),
    "VAVASSEUR": ("Vavasseur", False, 1, 2, 3),
}
WEAPON_PAGE = {  # as a player writes it; points a figure; At against foot, riders, and at a shot; range in R, shots
    "IMPROVISED": ("armes improvisées", "IMPROVISEES", 0, 0, 0, 0, 0, 0),
    "MELEE": ("armes de corps à corps", "MELEE", 2, 1, 1, 0, 0, 0),
    "LIGHT_MISSILE": ("armes de tir légères", "TIR_LEGER", 5, 0, 0, 0, 3, 2),
    "HEAVY_MISSILE": ("armes de tir lourdes", "TIR_LOURD", 5, 0, 0, 2, 4, 1),
    "SPECIALISED": ("armes spécialisées", "SPECIALISEES", 3, 1, 2, 0, 0, 0),
}
ARMOUR_PAGE = {  # as a player writes it; points a figure, Df
    "LIGHT": ("armure légère", "LEGERE", 2, 1),
    "REINFORCED": ("armure renforcée", "RENFORCEE", 4, 2),
    "KNIGHT": ("armure de chevalier", "CHEVALIER", 8, 3),
    "SIEGE": ("armure de siège", "SIEGE", 3, 0),
    "SOLDIER": ("armure de soldat", "SOLDAT", 6, 3),
    "NONE": ("sans armure", "SANS", 0, 0),
}
ORDER_PAGE = {  # the face of the die; a simple order?
    "MT": ("Mouvement tactique", 1, False),
    "CRS": ("Course", 2, False),
    "ATC": ("Attaque coordonnée", 3, False),
    "SPL": ("Lancer un sort", 3, False),
    "CHC": ("Charge coordonnée", 4, False),
    "ALE": ("En alerte", 5, False),
    "FOR": ("Fortifier la position", 6, False),
    "MAR": ("Marche", 1, True),
    "ATT": ("Attaque", 2, True),
    "CHA": ("Charge", 3, True),
    "WAI": ("Attente", 4, True),
}
POWER_PAGES = {  # schools; whose; points
    "PRESOMPTUEUX": ("Présomptueux", "ROUGE", "lord", "", 0),
    "MAJE": ("Maje diplômé", "ROUGE", "leader", "", 5),
    "INFILTRATION": ("Infiltration", "ROUGE", "any", "SOLDAT", 5),
    "ARTIFICIEL": ("Artificiel", "ROUGE", "any", "ECUYER", 5),
    "VOLANT": ("Volant", "ROUGE NOIRE", "any", "", 3),
    "CHEF_DE_MEUTE": ("Chef de meute", "VERTE", "leader", "", 0),
    "FEROCE": ("Féroce", "VERTE", "any", "", 2),
    "HARCELEMENT": ("Harcèlement", "VERTE", "any", "ECUYER", 5),
    "IMMATERIEL": ("Immatériel", "VERTE", "any", "", 6),
    "IMPULSIF": ("Impulsif", "VERTE", "unit", "ECUYER SOLDAT", -2),
    "MAGIE_NOIRE": ("Magie noire", "NOIRE", "leader", "", 0),
    "INVOCATEUR": ("Invocateur", "NOIRE", "lord", "", 0),
    "MARTYRS": ("Martyrs", "NOIRE", "any", "PAYSAN", 3),
}
SPELL_PAGES = {  # school; power to reach, 0 where the caster announces it; target, range in R where one is named
    "AURA_DEFENSE": ("Aura de Défense", "ROUGE", 6, "any", 0),
    "AURA_EPINEUSE": ("Aura épineuse", "ROUGE", 6, "any", 0),
    "AURA_FEU": ("Aura de Feu", "ROUGE", 7, "", 0),
    "METEORE": ("Météore", "ROUGE", 0, "enemy", 4),
    "PLUIE_DE_FEU": ("Pluie de feu", "ROUGE", 6, "enemy", 5),
    "LUNE_VOILEE": ("Lune voilée", "VERTE", 6, "", 0),
    "HURLER_MORT": ("Hurler à la mort", "VERTE", 8, "", 0),
    "HURLER_MEUTE": ("Hurler avec la meute", "VERTE", 3, "", 0),
    "APPEL_CHASSE": ("Appel à la chasse", "VERTE", 3, "", 0),
    "NECROSE": ("Nécrose", "NOIRE", 10, "any", 0),
    "CORRUPTION": ("Corruption", "NOIRE", 7, "enemy", 0),
    "RESURRECTION": ("Résurrection", "NOIRE", 9, "any", 0),
    "POSSESSION": ("Possession", "NOIRE", 4, "", 0),
    "NUIT_ETERNELLE": ("Nuit éternelle", "NOIRE", 12, "", 0),
}
FIGHTER_PAGE = {  # the arms; points, Mv, Ps, At, Df as printed, 0 where nobody can read it
    "NOBLE": ("Noble", "CHEVALIER ARMES MELEE ARMURE CHEVALIER MONTE", 35, 3, 2, 3, 0),
    "BRETTEUR": ("Bretteur", "ECUYER ARMES MELEE ARMURE RENFORCEE", 10, 2, 1, 2, 3),
    "BARBARE": ("Barbare", "ECUYER ARMES MELEE ARMURE RENFORCEE CHANGER AT DF", 12, 2, 1, 3, 2),
    "LANCIER": ("Lancier", "ECUYER ARMES SPECIALISEES ARMURE SIEGE", 10, 2, 1, 1, 2),
    "ECLAIREUR": ("Éclaireur", "ECUYER ARMES MELEE ARMURE RENFORCEE MONTE", 18, 3, 1, 2, 3),
    "NOMADE": ("Nomade", "SOLDAT ARMES MELEE ARMURE SOLDAT MONTE CHANGER AT DF", 26, 3, 2, 3, 4),
    "ARBALETRIER": ("Arbalétrier", "ECUYER ARMES TIR_LOURD ARMURE LEGERE", 11, 2, 1, 1, 3),
    "ARCHER": ("Archer", "ECUYER ARMES TIR_LEGER ARMURE LEGERE", 11, 2, 1, 1, 3),
    "SOLDAT_REGULIER": ("Soldat régulier", "SOLDAT ARMES MELEE ARMURE SOLDAT", 16, 2, 2, 2, 5),
    "MERCENAIRE": ("Mercenaire", "CHEVALIER ARMES MELEE ARMURE CHEVALIER", 27, 2, 2, 3, 0),
    "PAYSAN_ARME": ("Paysan armé", "PAYSAN CHANGER AT MV", 4, 1, 1, 1, 1),
    "MILICIEN": ("Milicien", "PAYSAN ARMES MELEE ARMURE LEGERE", 6, 2, 1, 1, 1),
}
REACTION_PAGE = (  # for each sum of Fm and Fs the actions by the die, in order
    "CC MA FO, AC CH FO, AC CH MF, AC SO2 MF, CH SO3 CF, AC CH CF",
    "CC MA FO, MC MA FO, AC FO SD2, AC CH SD2, CH SO2 MF, AC CH CF",
    "MA FO, CC MA FO, AC MA FO, AC SD2 FO, AC CH SD2, CH SO2 MF",
    "MA FO, MC MA FO, CC MA FO, CC MA FO, AC MA FO, SD3 MA FO",
)
LEAST = (2, 5, 8, 11, 13)  # the least sum of each row; neither Fm nor Fs is more than 6
CORRECTED = {  # what is added to points and Df of those whose page is not the sum of their parts
    "NOBLE": (-2, 5),
    "MERCENAIRE": (-2, 5),
    "BRETTEUR": (0, 1),
    "BARBARE": (0, 1),
    "ECLAIREUR": (0, 1),
    "MILICIEN": (0, 1),
}


@pytest.mark.rule("SV-OST-02", "SV-OST-03")
def test_the_profiles() -> None:
    found = {code: (row.fr, row.mv, row.ps, row.at, row.df, row.cost) for code, row in PROFILES.items()}

    assert found == PROFILE_PAGE
    assert all((row.many_fr, row.many_en) == (row.fr + "s", row.en + "s") for row in PROFILES.values())


@pytest.mark.rule("SV-OST-02", "SV-OST-03", "SV-OST-11")
def test_the_titles_and_whose_they_are() -> None:
    assert {code: (row.fr, row.lord, row.aura, row.cd, row.cost) for code, row in TITLES.items()} == TITLE_PAGE
    assert [code for code, row in TITLES.items() if row.camp == "barbarian"] == ["CHEF_DE_GUERRE", "HEROS"]


@pytest.mark.rule("SV-OST-03", "SV-OST-05", "SV-SHT-02", "SV-SHT-04", "SV-SHT-05")
def test_the_weapons_and_who_bears_no_crossbow() -> None:
    assert {
        code: (row.fr, row.word, row.cost, row.melee, row.mounted, row.shooting, row.range / R, row.shots)
        for code, row in WEAPONS.items()
    } == WEAPON_PAGE
    assert {code: row.barred for code, row in WEAPONS.items() if row.barred} == {
        "HEAVY_MISSILE": ("PAYSAN", "CHEVALIER")
    }


@pytest.mark.rule("SV-OST-03", "SV-OST-05")
def test_the_armours_and_that_of_knights() -> None:
    assert {code: (row.fr, row.word, row.cost, row.df) for code, row in ARMOURS.items()} == ARMOUR_PAGE
    assert {code: row.only for code, row in ARMOURS.items() if row.only} == {"KNIGHT": ("CHEVALIER",)}


@pytest.mark.rule("SV-ORD-01", "SV-ORD-04", "SV-ORD-08")
def test_the_faces_of_the_order_dice() -> None:
    assert {code: (row.fr, row.face, row.simple) for code, row in ORDERS.items() if not row.hidden} == ORDER_PAGE
    assert [ORDERS[code].face for code in SIMPLE] == [1, 2, 3, 4]
    assert (ORDERS["ARR"].face, ORDERS["ARR"].simple, ORDERS["ARR"].moves) == (1, True, False)
    assert [code for code, row in ORDERS.items() if row.moves] == ["MAR", "CHA", "MT", "CRS", "CHC"]


@pytest.mark.rule("SV-OST-03", "SV-OST-05", "SV-OST-09")
def test_the_powers_of_the_three_schools() -> None:
    assert {
        code: (row.fr, " ".join(row.schools), row.who, " ".join(row.profiles), row.cost) for code, row in POWERS.items()
    } == POWER_PAGES


@pytest.mark.rule("SV-MAG-02", "SV-MAG-03", "SV-MAG-04", "SV-MAG-10", "SV-RED-09", "SV-RED-10", "SV-BLK-02")
def test_the_spells_of_the_three_schools() -> None:
    assert {
        code: (row.fr, row.school, row.power, row.target, row.range / R) for code, row in SPELLS.items()
    } == SPELL_PAGES
    assert CONSTANTS.rain_dice == 8
    assert all((row.howl, row.ritual) == (row.school == "VERTE", row.school == "NOIRE") for row in SPELLS.values())


@pytest.mark.rule("SV-OST-02", "SV-OST-03", "SV-GEN-04")
@pytest.mark.parametrize("code", FIGHTER_PAGE)
def test_a_ready_made_fighter_is_the_sum_of_its_parts(code: str) -> None:
    made = sheet(Entry("VASSAL", fighter=code), lord=False)
    parts = replace(expanded(Entry("VASSAL", fighter=code)), fighter="")
    at = made.at + (WEAPONS[made.weapon].melee if made.weapon == "MELEE" else 0)
    name, arms, points, *printed, df = FIGHTER_PAGE[code]
    more_points, more_df = CORRECTED.get(code, (0, 0))

    assert (FIGHTERS[code].fr, write_entry(parts, lord=False)) == (name, f"VASSAL 1 {arms}")
    assert (made.figure_cost, [made.mv, made.ps, at], made.df) == (points + more_points, printed, df + more_df)
    assert len(FIGHTERS) == len(FIGHTER_PAGE)


# The figures that stand in no list


@pytest.mark.rule("SV-OST-03", "SV-OST-04", "SV-OST-06", "SV-OST-09")
def test_what_a_host_is_made_of() -> None:
    figures = CONSTANTS

    assert (figures.mount, figures.profile_change, figures.ratio) == (8, 2, 2)
    assert (figures.gear_ps, figures.gear_points) == (2, 2)
    assert (figures.powers_unit, figures.powers_lord) == (1, 2)


@pytest.mark.rule("SV-ORD-15", "SV-BLK-02", "SV-BLK-06", "SV-BLK-08", "SV-SOL-02")
def test_a_run_three_spells_and_morale() -> None:
    figures = CONSTANTS

    assert (figures.run, figures.invocation, figures.resurrection_ps, figures.night_range) == (2, 4, 3, 1 * R)
    assert figures.morale_max == 6


@pytest.mark.rule("SV-RED-03")
def test_the_markers_of_an_infiltration() -> None:
    assert CONSTANTS.infiltration_markers == 3


@pytest.mark.rule("SV-SCN-00", "SV-SCN-01", "SV-SCN-10", "SV-SCN-12", "SV-SCN-13", "SV-SCN-22", "SV-SCN-40")
def test_what_the_scenarios_ask() -> None:
    figures = CONSTANTS

    assert (figures.turns_base, figures.elimination) == (4, (70, 100))
    assert (figures.villagers, figures.villagers_to_save, figures.villagers_per_turn) == (20, 15, 2)
    assert (figures.braziers, figures.riders) == (7, 5)
    assert (figures.marker_radius / R, 2 * figures.ambush_reach / R, figures.ambush_gap / R) == (0.25, 9.75 - 5.25, 3)


@pytest.mark.rule("SV-SCN-30", "SV-GEO-01")
def test_the_lords_of_the_duel_stand_15_cm_apart() -> None:
    assert 2 * (CONSTANTS.duel_reach - CONSTANTS.foot_radius) * CONSTANTS.ruler_cm == 15 * R
    assert CONSTANTS.ruler_cm == 6


@pytest.mark.rule("SV-SCN-51", "SV-SCN-52", "SV-SCN-53")
def test_the_objectives_of_the_last_scenario() -> None:
    figures = CONSTANTS

    assert (figures.point_reach, figures.point_from_edge, figures.points_apart) == (1 * R, 2 * R, 2 * R)
    assert (figures.points_max, figures.defence_line) == (5, 3 * R)
    assert (figures.score_objective, figures.score_lord, figures.score_vassal) == (8, 2, 1)


@pytest.mark.rule("SV-SOL-01", "SV-SOL-04")
def test_the_reaction_table() -> None:
    for row, page in enumerate(REACTION_PAGE):
        for die, actions in enumerate(page.split(", "), 1):
            assert cell(LEAST[row], die) == cell(LEAST[row + 1] - 1, die) == tuple(actions.split())
    assert [row.upto for row in solo_table()] == [least - 1 for least in LEAST[1:]]
    assert [len(row.cells) for row in solo_table()] == [6, 6, 6, 6]


# Gaps of the rulebook, as decided


@pytest.mark.rule("SV-GEO-01", "SV-GEO-03", "SV-GEO-04", "SV-GEO-05", "SV-REA-01", "SV-DEP-02")
def test_lengths() -> None:
    lengths = CONSTANTS

    assert (lengths.foot_radius, lengths.mounted_radius) == (R / 4, R / 4 * 1.5)
    assert (lengths.eps, lengths.step, lengths.clear, lengths.edge, lengths.slit) == (5, 100, 50, 100, 10)
    assert (lengths.grid, lengths.zone, lengths.zone_growth) == (R / 2, 3 * R, R / 2)
    assert lengths.table * lengths.ruler_cm == 90 * R
    assert lengths.tables == (10 * R, 15 * R, 20 * R)


@pytest.mark.rule("SV-PLA-06", "SV-PLA-07")
def test_places_in_contact_are_tried_all_around_in_a_reorganisation_and_half_around_in_a_charge() -> None:
    """In steps of 15 degrees to both sides."""
    assert (15 * CONSTANTS.charge_steps, 15 * CONSTANTS.regroup_steps) == (90, 180)


@pytest.mark.rule("SV-SCN-11", "SV-SCN-12")
def test_the_zones_of_the_fortified_house_and_the_road_that_leads_to_it() -> None:
    figures = CONSTANTS

    assert figures.house_zone == (4 * R, 11 * R, 5 * R, 12 * R)
    assert figures.house_lines == (9.5 * R, 11 * R)
    assert (figures.house_flank, figures.table - figures.house_flank) == (1.5 * R, 13.5 * R)
    assert figures.house_flank_depth == 11 * R
    assert figures.house_exit == (6.5 * R, 8.5 * R)


@pytest.mark.rule("SV-RED-09")
def test_the_power_of_a_meteor_that_nobody_chose() -> None:
    assert CONSTANTS.meteor_usual == 4


@pytest.mark.rule("SV-TER-01")
def test_each_sort_of_terrain_is_walked_seen_through_and_stood_on_as_the_rules_say() -> None:
    assert {code: (row.move, row.sight, row.rest, row.elevation) for code, row in TERRAIN.items()} == {
        "OPEN": ("free", "clear", True, 0),
        "ROAD": ("free", "clear", True, 0),
        "WOOD": ("difficult", "cover", True, 0),
        "MARSH": ("difficult", "clear", True, 0),
        "SLOPE": ("difficult", "clear", True, 0),
        "LOW_WALL": ("difficult", "cover", False, 0),
        "HOUSE": ("impassable", "blocks", False, 0),
        "ROCK": ("impassable", "blocks", False, 0),
        "WATER": ("impassable", "clear", False, 0),
        "HILLTOP": ("free", "clear", True, 1),
    }


@pytest.mark.rule("SV-TER-01")
def test_what_may_be_drawn_on_a_battlefield_of_one_s_own() -> None:
    limits = CONSTANTS

    assert (limits.pieces_max, limits.parts_max) == (40, 120)
    assert (limits.piece_grid, limits.piece_least, limits.slope_rim) == (R / 10, R / 5, R / 2)
    assert " ".join(row.word for row in TERRAIN.values()) == " ROUTE BOIS MARAIS PENTE MURET MAISON ROCHER EAU SOMMET"


@pytest.mark.rule("SV-OST-01", "SV-OST-03", "SV-DPR-02", "SV-DPR-03")
def test_limits() -> None:
    limits = CONSTANTS

    assert (limits.units_max, limits.unit_min, limits.unit_max) == (12, 2, 40)
    assert limits.points_per_square == 6
    assert (limits.silences, limits.timer_orders, limits.timer_other) == (3, 90, 30)
    assert (limits.instruction_rules, limits.instructions_given) == (12, 10)


PIECES = {  # one half of each map: sort, and x1, x2, y1, y2 in R
    "M0": "WOOD 3 5 6 8, SLOPE 6 9 6.5 8.5, HILLTOP 6.5 8.5 7 8, LOW_WALL 2 4.5 3.9 4.1, HOUSE 12 13 4 5",
    "M1": "ROAD 6.5 8.5 6 15, SLOPE 3 6 10 15, ROCK 0 3 12 15, HOUSE 4 5.5 6 7.5, HOUSE 5 6 3.5 4.5, "
    "LOW_WALL 6 9 2.4 2.6",
    "M2": "HOUSE 5.5 6.5 5.5 6.5, HOUSE 5.5 6.5 8.5 9.5, LOW_WALL 3.5 5 7.4 7.6, WOOD 0 2 9 11",
    "M3": "WOOD 2.5 3.5 7 8, WOOD 7 8 3.5 4.5",
    "M4": "WOOD 1 4 9 12, WOOD 9.5 12 10.5 12.5, ROCK 2 3 6.5 8.5, ROCK 7 8 1.5 2.5, MARSH 5 7 10.5 12",
}


@pytest.mark.rule("SV-TER-01", "SV-SCN-00", "SV-SCN-12", "SV-SCN-21")
@pytest.mark.parametrize("code", PIECES)
def test_both_sides_of_a_map_have_the_same_ground(code: str) -> None:
    found = {(piece.code, *(round(place * R) for place in piece[1:])) for piece in maps()[code].elements}
    expected = set()
    for words in map(str.split, PIECES[code].split(", ")):
        sort, (x1, x2, y1, y2) = words[0], (round(float(word) * R) for word in words[1:])
        other = "SLOPE" if sort == "MARSH" else sort
        rows = (y1, y2) if code == "M1" else (15 * R - y2, 15 * R - y1)  # as in a mirror; the others turned half round
        expected |= {(sort, x1, x2, y1, y2), (other, 15 * R - x2, 15 * R - x1, *rows)}

    assert found == expected and len(maps()[code].elements) == len(expected)
    assert len(maps()) == len(PIECES)


@pytest.mark.rule("SV-SCN-21")
def test_the_markers_of_the_village_stand_in_the_middle_of_nine_zones() -> None:
    assert [(x, y) for x, y in maps()["M2"].markers] == [(x, y) for y, x in product((2.5, 7.5, 12.5), repeat=2)]
    assert not any(row.markers for code, row in maps().items() if code != "M2")


READY_MADE = {  # title and points of the Lord; size, fighter, title and points of each unit
    "FRANC_400": "BARON 49, 8 BRETTEUR VASSAL 87, 10 ARCHER VAVASSEUR 113, 8 LANCIER VAVASSEUR 83, "
    "4 SOLDAT_REGULIER VAVASSEUR 67",
    "BARBARE_400": "CHEF_DE_GUERRE 28, 10 BARBARE HEROS 122, 3 NOMADE HEROS 80, 8 ARCHER HEROS 90, "
    "13 MILICIEN HEROS 80",
    "S1_SARRASINS": "CHEF_DE_GUERRE 36, 8 ECLAIREUR HEROS 146, 4 NOMADE HEROS 106, 9 BARBARE HEROS 110",
    "S1_FRANCS": "BARON 49, 20 PAYSAN VAVASSEUR 43, 16 BRETTEUR VASSAL 167, 8 ARBALETRIER VAVASSEUR 91",
    "S2_ANGLAIS": "BARON 49, 3 NOBLE VASSAL 106, 4 ECLAIREUR VAVASSEUR 75, 10 ARCHER VAVASSEUR 113",
    "S2_FRANCS": "BARON 41, 8 SOLDAT_REGULIER VASSAL 135, 6 SOLDAT_REGULIER VAVASSEUR 99, 12 MILICIEN VAVASSEUR 75",
    "S3_LOUIS": "BARON 41, 8 BRETTEUR VASSAL 87, 10 ARCHER VAVASSEUR 113, 8 LANCIER VAVASSEUR 83, "
    "4 SOLDAT_REGULIER VAVASSEUR 67",
    "S3_BERENGER": "BARON 41, 10 BRETTEUR VASSAL 107, 8 ARBALETRIER VAVASSEUR 91, 5 SOLDAT_REGULIER VAVASSEUR 83, "
    "12 MILICIEN VAVASSEUR 75",
    "S4_GODEFROY": "BARON 41, 8 BRETTEUR VAVASSEUR 83, 8 LANCIER VAVASSEUR 83, 7 ARCHER VAVASSEUR 80, "
    "10 MILICIEN VAVASSEUR 63",
    "S4_KILIC": "CHEF_DE_GUERRE 36, 8 ECLAIREUR HEROS 146, 4 NOMADE HEROS 106, 9 BARBARE HEROS 110",
}
LORDS = {"BARON CHEVALIER ARMES MELEE ARMURE CHEVALIER", "CHEF_DE_GUERRE SOLDAT ARMES MELEE ARMURE SOLDAT"}


@pytest.mark.rule("SV-OST-03", "SV-CMD-01", "SV-SCN-10", "SV-SCN-20", "SV-SCN-30", "SV-SCN-40")
@pytest.mark.parametrize("code", READY_MADE)
def test_the_units_of_a_ready_made_host_and_what_they_cost(code: str) -> None:
    row, roster = hosts()[code], ready_made(code)
    lord, *units = sheets(roster)
    costs = [f"{lord.title} {unit_cost(lord)}"]
    costs += [
        f"{one.size} {one.fighter} {one.title} {unit_cost(unit)}" for one, unit in zip(row.units, units, strict=True)
    ]

    assert ", ".join(costs) == READY_MADE[code]
    assert write_entry(roster.lord, lord=True).removesuffix(" MONTE") in LORDS
    assert (host_cost(sheets(roster)), command_reserve(sheets(roster))) == (row.total, row.reserve)
    assert row.reserve == 5
    assert len(hosts()) == len(READY_MADE)


@pytest.mark.rule("SV-SCN-00", "SV-SCN-10", "SV-SCN-20", "SV-SCN-30", "SV-SCN-40")
def test_the_hosts_points_and_maps_of_the_battles() -> None:
    assert {number: (row.fr, row.map, *row.hosts, *row.limit) for number, row in scenarios().items()} == {
        0: ("Bataille rangée", "M0", "FRANC_400", "BARBARE_400", 400, 400),
        1: ("La maison forte", "M1", "S1_SARRASINS", "S1_FRANCS", 400, 350),
        2: ("La chevauchée d'Édouard III", "M2", "S2_ANGLAIS", "S2_FRANCS", 350, 350),
        3: ("Une histoire de chevalerie", "M3", "S3_LOUIS", "S3_BERENGER", 400, 400),
        4: ("Chassé-croisé", "M4", "S4_GODEFROY", "S4_KILIC", 350, 400),
        5: ("Scénario aléatoire", "M0", "FRANC_400", "BARBARE_400", 400, 400),
    }


def test_every_figure_of_the_constants_is_held_here() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    held = set(re.findall(r"(?:CONSTANTS|figures|lengths|limits)\.([a-z_]+)", source))

    assert held == {field.name for field in fields(CONSTANTS)}
