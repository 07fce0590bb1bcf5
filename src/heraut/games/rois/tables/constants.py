"""The figures of `constants.toml`, where each is explained."""

from __future__ import annotations

import msgspec


class Constants(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every number of the rules that stands in no list."""

    players_min: int
    players_max: int
    turns_min: int
    turns_max: int
    turns_default: int
    crown: int
    short_turns: int
    short_crown: int
    start_gold: int
    start_levels: int
    start_level_max: int
    aptitude_base: int
    aptitude_cap: int
    level_max: int
    hit_points: int
    home_tax: int
    start_units: int
    phase_recovery: int
    medicine_recovery: int
    unnoticed: tuple[int, ...]
    margin: tuple[int, ...]
    pursuit: tuple[int, ...]
    learn_march: int
    learn_sail: int
    learn_explore: int
    learn_recruit: int
    learn_units: int
    learn_spell: int
    learn_spy: int
    learn_supreme: int
    learn_battle: int
    learn_talk: int
    learn_bow: int
    learn_melee: int
    learn_steal: int
    practice: tuple[int, ...]
    growth: tuple[int, ...]
    teacher: int
    university: int
    research: int
    training: tuple[int, ...]
    wealth: tuple[int, ...]
    capacity: tuple[int, ...]
    home_capacity: int
    explore_all: int
    hero_pay_divisor: int
    hire_base: int
    hire_step: int
    hire_race: int
    hire_captor: int
    hire_reach: int
    devoted: int
    unpaid_leaves: int
    freed: int
    guard_base: int
    guard_step: int
    guard_spy: int
    guard_min: int
    spell_base: int
    spell_step: int
    chance_min: int
    chance_max: int
    resurrection_base: int
    resurrection_step: int
    resurrection_max: int
    wand: int
    scroll: int
    body_turns: int
    cargo: int
    storm: int
    quake: int
    plague: int
    mercenary_turns: int
    remains_turns: int
    rebirth: int
    werebeast: int
    unpaid_loses: int
    unpaid_deserts: int
    stone: int
    ravage_step: int
    ravage_max: int
    land: int
    land_masses: tuple[int, int]
    home_land: int
    home_reach: int
    home_distance: int
    home_distance_few: int
    few_players: int
    tax_spread: int
    tax_spread_late: int
    sound_worlds: int
    tries: int
    lairs_max: int
    free_heroes: int
    free_threshold: int
    sea_tax: tuple[int, ...]
    human: int
    other_humanoids: int
    human_sea: int
    provincial_hero: int
    provincial_item: int
    sums: dict[int, int]
    abilities: dict[str, int]
    same_again: int
    drawn_level_max: int
    tempers: dict[str, int]
    first_type: int
    second_type: int
    second_native: int
    coastal_fleet: int
    heavy_cavalry: int
    sea_feature: int
    no_guardian: int
    has_secret: int
    hero_temper: int
    name_length_max: int
    most_tactics: int
    longest_text: int
    encounter_rounds: int
    melee_base: int
    melee_step: int
    arrow_base: int
    arrow_step: int
    arrow_speed: tuple[int, ...]
    fear: dict[str, int]
    elan: int
    parry: int
    shield: int
    shielded: int
    unseen: int
    curse: int
    frost: int
    potion_strength: int
    shooting_rounds: int
    flight: tuple[int, ...]
    flight_speed: int
    flight_unseen: int
    flight_prudent: int
    gives_up: int
    bad_wound: int
    resistance_step: int
    resistance_life: int
    resistance_max: int
    amulet: int
    tongues: dict[str, int]
    every_tongue: int
    pact: int
    task: int
    task_reach: int
    tribute_divisor: int
    scout_base: int
    scout_step: int
    hidden_item: int
    unite: tuple[int, ...]
    unite_step: int
    banner_zeal: int
    mirage_feint: int
    gains: tuple[int, ...]
    leader_falls: int
    refusals: dict[str, tuple[int, int]]
    bluff: int
    heir_levels: int
    march_fast: int
    rich_sea: int
    steal_invention: int
