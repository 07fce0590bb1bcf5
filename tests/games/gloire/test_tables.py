"""The tables against the rulebook: its figures paragraph by paragraph, then those that were decided in its gaps."""

from __future__ import annotations

from typing import Any

import pytest

from heraut.games.gloire.tables import common, constants, scales


def figures(names: str) -> list[Any]:
    return [common()[name] for name in names.split()]


# What depends on the map


@pytest.mark.rule("GP-SET-01", "GP-SET-10", "GP-VIC-01", "GP-RG-04", "GP-RG-05")
def test_3_2_4_and_5_1_lords_lands_victories_and_the_weight_of_relations() -> None:
    """In the rulebook's order of maps. That an enemy of the Middle East counts for a fifteenth is left unsaid there."""
    maps = [scales()[name] for name in ("SCANDINAVIE", "EUROPE", "MOYEN-ORIENT")]

    assert len(scales()) == 3
    assert [scale["lords"] for scale in maps] == [10, 30, 20]
    assert [scale["lands"] for scale in maps] == [45, 151, 80]
    assert [scale["renown_victory"] for scale in maps] == [999, 1999, 1499]
    assert [scale["conquest_victory"] for scale in maps] == [16, 31, 20]
    assert [scale["divisor"] for scale in maps] == [10, 20, 15]
    assert [scale["ally_divisor"] for scale in maps] == [100, 200, 150]


@pytest.mark.rule("GP-TIT-01", "GP-RNT-01")
@pytest.mark.parametrize(
    ("title", "scandinavia", "europe", "middle_east", "rent"),
    [
        ("baron", 150, 300, 225, 1000),
        ("vicomte", 200, 400, 300, 1500),
        ("comte", 250, 500, 375, 2000),
        ("marquis", 350, 700, 525, 2500),
        ("duc", 500, 1000, 750, 3000),
        ("prince", 800, 1600, 1200, 5000),
    ],
)
def test_5_18_titles(title: str, scandinavia: int, europe: int, middle_east: int, rent: int) -> None:
    for scale, least in {"SCANDINAVIE": scandinavia, "EUROPE": europe, "MOYEN-ORIENT": middle_east}.items():
        played = constants(scale, {})
        assert dict(zip(played.titles, played.title_thresholds, strict=True))[title] == least
        assert played.rent(title) == rent


def test_5_18_there_are_six_titles_and_no_rent_without_one() -> None:
    assert common()["titles"] == ["baron", "vicomte", "comte", "marquis", "duc", "prince"]
    assert constants("EUROPE", {}).rent("") == 0


# What is the same on all maps


@pytest.mark.rule("GP-RG-01", "GP-RG-02", "GP-RG-03")
def test_5_1_global_renown() -> None:
    """That a happy land counts for five at most is decided (GP-GAP-78)."""
    assert figures("treasury_weight population_weight knight_weight happiness_ratio_max") == [500, 800, 1 / 10, 5]


@pytest.mark.rule("GP-IMP-02", "GP-IMP-04", "GP-RED-02")
def test_5_4_taxes_and_redistribution() -> None:
    assert figures("tax_factor tax_ratio_min tax_ratio_max") == [0.0833, 0.25, 1.25]
    assert figures("coefficient_loss_max coefficient_min coefficient_max") == [0.70, 0.05, 0.70]
    assert figures("redistribution_ratio_max") == [10]


@pytest.mark.rule("GP-INI-01", "GP-SET-04")
def test_5_5_the_percentages_below_which_one_retreats() -> None:
    assert figures("retreat_knight retreat_garrison retreat_peasants") == [80, 50, 50]


@pytest.mark.rule("GP-CHE-01", "GP-CHE-02", "GP-ARM-02", "GP-ENT-04")
def test_5_6_knights_levies_and_garrisons() -> None:
    assert figures("knights_per_turn knight_price") == [5, 10]
    assert figures("man_price levy_ratio_min levy_ratio_max") == [5, 0.5, 2]
    assert figures("garrison_men_per_point garrison_points_max") == [1000, 3]


@pytest.mark.rule("GP-RAP-03")
def test_5_7_the_way_home_costs_nothing_a_quarter_half_three_quarters_or_all() -> None:
    assert common()["retreat_losses"] == [0, 0.25, 0.50, 0.75, 1]


@pytest.mark.rule("GP-BAT-03", "GP-BAT-04", "GP-BAT-06", "GP-PEA-04", "GP-FEL-03")
def test_5_8_battles_and_felony() -> None:
    """A felon keeps a third."""
    assert figures("pass_damage pass_damage_peasants pass_renown felony_divisor") == [0.10, 0.05, 0.01, 3]
    assert common()["fortification_draw"] == [1, 1.10, 1.25, 1.65]
    assert common()["fortification_damage"] == [1, 0.90, 0.80, 0.30]


@pytest.mark.rule("GP-REF-01")
def test_5_9_the_price_of_a_refused_call() -> None:
    assert figures("refusal_share refusal_ally_share") == [0.10, 0.01]


@pytest.mark.rule(
    "GP-ORG-01", "GP-ORG-02", "GP-PAR-01", "GP-JST-04", "GP-JST-05", "GP-JST-06", "GP-JST-08", "GP-JST-09"
)
def test_5_11_and_5_12_jousts() -> None:
    assert figures("joust_place_price joust_prize_min royal_prize royal_period") == [300, 500, 15_000, 5]
    assert figures("joust_share_present joust_share") == [0.15, 0.20]
    assert figures("joust_tie joust_gain joust_weight_max joust_loss") == [0.10, 0.10, 2, 0.05]


@pytest.mark.rule("GP-ESP-01", "GP-ESP-02")
def test_5_14_spying() -> None:
    assert figures("spy_price spy_factor") == [500, 0.5]


@pytest.mark.rule("GP-MEM-02")
def test_5_15_what_a_people_forgets() -> None:
    assert figures("memory_gain memory_period memory_max") == [1, 3, 20]


@pytest.mark.rule("GP-ENT-01", "GP-ENT-03")
def test_5_16_desertion_and_upkeep() -> None:
    assert figures("desertion_ratio upkeep_share") == [2, 0.10]


@pytest.mark.rule("GP-FOR-01", "GP-FOR-03")
def test_5_17_fortifications() -> None:
    assert common()["fortification_price"] == [0, 500, 1500, 5000]
    assert common()["fortification_happiness"] == [1, 1.05, 1.10, 1.20]


# Gaps of the rulebook, as decided


@pytest.mark.rule("GP-SET-04")
def test_the_start() -> None:
    """Happiness is the rulebook's (5.8); the rest agrees with its example of play (8)."""
    assert figures("start_treasury start_renown start_happiness") == [5000, 100, 20]
    assert figures("start_population start_tax_coefficient") == [16_500, 0.40]


@pytest.mark.rule("GP-PEA-01", "GP-BAT-13", "GP-JST-04")
def test_peasants_and_the_passes_of_arms() -> None:
    assert figures("peasant_share peasant_spread peasant_min") == [0.02, 0.20, 50]
    assert figures("battle_passes_max joust_passes") == [1000, 3]


@pytest.mark.rule("GP-MIG-01", "GP-MIG-02", "GP-REV-01", "GP-RED-05")
def test_migrations_and_the_bounds_of_happiness() -> None:
    assert figures("migration_share migration_loss_max population_floor") == [0.10, 0.5, 1000]
    assert figures("null_happiness happiness_ceiling") == [0.005, 100]
