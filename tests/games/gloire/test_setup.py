"""A new match (GP-SET): who sits where, with what, under which figures."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from heraut.engine.names import plain, valid_name
from heraut.engine.protocol import Seat, SetupError, Step
from heraut.engine.rng import Rng
from heraut.games import gloire
from heraut.games.gloire.atlas import MAPS, atlas
from heraut.games.gloire.renown import breakdowns
from heraut.games.gloire.state import Realm, Retreat, take_army_number, take_knight_number
from heraut.games.gloire.tables import scales
from tests.games.gloire.builders import find, land, lord, lord_knight, play, realm, refused, run, seats


def new(number: int, seed: bytes = b"deal", **options: Any) -> Step[Realm]:
    """A setup as the outside world asks for it."""
    return gloire.setup(seats(number), options, Rng(seed))


def refusals(number: int, **options: Any) -> list[tuple[str, str]]:
    """Rule and code of each reason why this match cannot be set up."""
    with pytest.raises(SetupError) as error:
        new(number, **options)
    return [(refusal.rule, refusal.code) for refusal in error.value.refusals]


def starts(state: Realm) -> dict[Seat, str]:
    """The land of each lord."""
    return {land.owner: land.name for land in state.lands.values() if land.owner is not None}


@pytest.mark.rule("GP-SET-01", "GP-SET-10")
@pytest.mark.parametrize(
    ("map_name", "number", "lands", "renown", "conquest"),
    [("SCANDINAVIE", 10, 45, 999, 16), ("MOYEN-ORIENT", 20, 80, 1499, 20), ("EUROPE", 30, 151, 1999, 31)],
)
def test_a_match_is_played_on_the_map_and_with_the_scale_that_were_chosen(
    map_name: str, number: int, lands: int, renown: float, conquest: int
) -> None:
    state = new(number, map=map_name).state

    assert (state.settings.map, len(state.lands), len(state.lords)) == (map_name, lands, number)
    assert state.settings.constants.renown_victory == renown
    assert state.settings.constants.conquest_victory == conquest


@pytest.mark.rule("GP-SET-01")
def test_a_map_or_an_option_that_does_not_exist_is_refused() -> None:
    assert refusals(10, map="ATLANTIDE") == [("GP-SET-01", "unknown_map")]
    assert refusals(10, dragons=True) == [("GP-OPT-05", "unknown_option")]


@pytest.mark.rule("GP-SET-02")
def test_lords_bear_the_names_they_chose_and_are_numbered_as_they_registered() -> None:
    names = {"j1": "Zoé", "j2": "Abélard de Laguerre", "j3": "Jean-Noël d'Ors"}

    state = gloire.setup([Seat("j3"), Seat("j1"), Seat("j2")], {"lords": 3, "names": names}, Rng(b"")).state

    assert [(lord.number, lord.name) for lord in state.lords.values()] == [
        (1, "Jean-Noël d'Ors"),
        (2, "Zoé"),
        (3, "Abélard de Laguerre"),
    ]


@pytest.mark.rule("GP-SET-02")
@pytest.mark.parametrize(
    ("name", "valid"),
    [
        ("A", True),
        ("Éléonore de l'Île-d'Or 2", True),
        ("J. Snow", True),
        ("A" * 30, True),
        ("A" * 31, False),
        ("", False),
        ("2 Frères", False),
        ("-Jon", False),
        (" Jon", False),
        ("Jon ", False),
        ("Jon_Snow", False),
        ('Jon "le Bref"', False),
        ("Jon/Snow", False),
        ("Jon;Snow", False),
        ("Jon\nSnow", False),
    ],
)
def test_a_lords_name_has_up_to_thirty_plain_characters_and_begins_with_a_letter(name: str, valid: bool) -> None:
    assert valid_name(name) == valid
    if not valid:
        assert refusals(2, lords=2, names={"j1": name}) == [("GP-SET-02", "bad_name")]


@pytest.mark.rule("GP-SET-02")
def test_two_lords_whose_names_differ_only_by_accents_case_and_hyphens_cannot_both_play() -> None:
    assert refusals(2, lords=2, names={"j1": "Jean-Noël d'Ors", "j2": "jean noel D ors"}) == [
        ("GP-SET-02", "name_taken")
    ]
    assert refusals(2, lords=2, names={"j9": "Zoé"}) == [("GP-SET-02", "unknown_seat")]


@pytest.mark.rule("GP-SET-02")
def test_a_lord_without_a_name_is_given_one_that_nobody_bears() -> None:
    chosen = new(100, lords=100, map="EUROPE").state.lords[Seat("j1")].name

    state = new(100, lords=100, map="EUROPE", names={"j7": chosen}).state

    names = [plain(lord.name) for lord in state.lords.values()]
    assert len(set(names)) == 100
    assert all(valid_name(lord.name) for lord in state.lords.values())
    assert lord(state, "j7").name == chosen
    firsts = {lord(new(2, lords=2, seed=bytes([seed])).state, "j1").name for seed in range(20)}
    assert len(firsts) > 10  # drawn, not given in order


@pytest.mark.rule("GP-SET-03")
def test_every_lord_is_as_likely_to_start_in_each_land() -> None:
    deals = Counter(item for n in range(500) for item in starts(new(10, seed=bytes([n % 256, n // 256])).state).items())

    assert len(deals) == 100  # each lord in each land: 50 times of 500, give or take five standard deviations
    assert all(16 <= times <= 84 for times in deals.values())


@pytest.mark.rule("GP-SET-03", "GP-GEN-04")
def test_the_deal_depends_on_the_seed_alone() -> None:
    assert starts(new(10, seed=b"one").state) == starts(new(10, seed=b"one").state)
    assert starts(new(10, seed=b"one").state) != starts(new(10, seed=b"two").state)
    assert set(starts(new(10, seed=b"one").state).values()) == set(atlas("SCANDINAVIE").starts)


@pytest.mark.rule("GP-SET-04")
def test_every_lord_starts_with_one_land_5000_ecus_and_nobody_but_himself() -> None:
    state = new(10).state

    assert len(state.knights) == 10 and state.armies == {} and state.calls == []
    for seat, start in starts(state).items():
        owner, knight = lord(state, seat), lord_knight(state, seat)
        assert (owner.treasury, owner.title, owner.retreat) == (5000, "", Retreat(50, 50, 80))
        assert (knight.id, knight.name, knight.renown) == (owner.number, owner.name, 100)
        assert (knight.land, knight.army) == (start, None)


@pytest.mark.rule("GP-SET-04")
def test_every_land_starts_alike_and_is_neutral_unless_a_lord_starts_there() -> None:
    state = new(10).state

    assert len(starts(state)) == 10
    for place in state.lands.values():
        assert (place.happiness, place.population, place.tax_coefficient, place.fortification) == (20, 16500, 0.40, 0)


@pytest.mark.rule("GP-SET-05")
def test_all_lords_start_unrelated() -> None:
    assert all(not lord.allies and not lord.enemies for lord in new(10).state.lords.values())


@pytest.mark.rule("GP-SET-06", "GP-VTE-07")
def test_turn_one_allows_knights_attacks_and_wars_but_no_sale() -> None:
    state = realm(2, starts=("NARVIK", "DOLON"))
    orders = 'CHE 1\nARM NARVIK 3000 "Seigneur A"\nATT "Seigneur A" VADVET-JAKKO\nGUE "Seigneur B"'

    step = play(state, {"j1": orders})

    assert state.turn == 1
    assert find(step, "knight_hired") + find(step, "knight_too_dear")
    assert land(step.state, "VADVET-JAKKO").owner == "j1"
    assert "j2" in lord(step.state, "j1").enemies
    assert refused(state, "j1", 'VND "Seigneur B" NARVIK 100') == [("GP-VTE-07", "too_early")]
    assert refused(state, "j2", 'ACH "Seigneur A" NARVIK 100') == [("GP-VTE-07", "too_early")]
    assert refused(step.state, "j1", 'VND "Seigneur B" NARVIK 100') == []


@pytest.mark.rule("GP-SET-07")
def test_each_player_is_told_of_his_fief_before_the_first_turn() -> None:
    step = new(10)

    for seat, start in starts(step.state).items():
        told = find(step, "fief_given", lord=seat)
        assert [event.data["land"] for event in told] == [start]
        assert told[0].seen_by is None
        assert gloire.report(gloire.view(step.state, seat), step.events, "fr")


@pytest.mark.rule("GP-SET-08")
@pytest.mark.parametrize("map_name", MAPS)
def test_a_land_is_the_neighbour_of_its_neighbours_and_every_land_can_be_reached(map_name: str) -> None:
    places = atlas(map_name).places

    assert all(name in places[other].neighbours for name, place in places.items() for other in place.neighbours)
    assert all(len(row) == len(places) for row in atlas(map_name).distances.values())


@pytest.mark.rule("GP-SET-09", "GP-OPT-02")
def test_varied_lands_takes_the_map_s_figures_but_for_the_starting_lands() -> None:
    state = new(2, lords=2, varied_lands=True).state

    for name, place in atlas("SCANDINAVIE").places.items():
        known = (land(state, name).population, land(state, name).tax_coefficient)
        assert known == ((16500, 0.40) if land(state, name).owner else (place.population, place.tax_coefficient))
    assert len({place.population for place in state.lands.values()}) > 10


@pytest.mark.rule("GP-SET-10")
def test_a_match_does_not_start_before_it_is_full() -> None:
    assert refusals(9) == [("GP-SET-10", "lords_missing")]
    assert refusals(11) == [("GP-SET-10", "lords_missing")]
    assert refusals(10, map="MOYEN-ORIENT") == [("GP-SET-10", "lords_missing")]
    assert refusals(3, lords=4) == [("GP-SET-10", "lords_missing")]
    assert len(new(4, lords=4).state.lords) == 4


@pytest.mark.rule("GP-SET-11")
def test_fewer_lords_start_in_the_first_lands_of_the_list() -> None:
    assert set(starts(new(4, lords=4).state).values()) == {"SVEALAND", "LIVO-JOKI", "NARVIK", "ESTLAND"}


@pytest.mark.rule("GP-SET-11")
def test_more_lords_start_as_far_as_possible_from_the_others() -> None:
    chart = atlas("SCANDINAVIE")
    chosen = list(chart.starts)
    for _ in range(2):
        gap = {name: min(chart.distance(name, start) for start in chosen) for name in chart.places}
        farthest = [name for name in gap if gap[name] == max(gap.values())]
        most = max(len(chart.neighbours(name)) for name in farthest)
        chosen.append(min(name for name in farthest if len(chart.neighbours(name)) == most))

    assert set(starts(new(12, lords=12).state).values()) == set(chosen)


@pytest.mark.rule("GP-SET-11")
@pytest.mark.parametrize("map_name", ["SCANDINAVIE", "EUROPE"])
def test_more_than_thirty_lords_play_by_the_figures_of_europe(map_name: str) -> None:
    thirty = new(30, lords=30, map=map_name).state.settings.constants
    more = new(31, lords=31, map=map_name).state.settings.constants

    assert (thirty.divisor, thirty.renown_victory) == (
        scales()[map_name]["divisor"],
        scales()[map_name]["renown_victory"],
    )
    assert (more.divisor, more.ally_divisor, more.renown_victory, more.conquest_victory) == (20, 200, 1999, 31)
    assert more.title_thresholds == (300, 400, 500, 700, 1000, 1600)


@pytest.mark.rule("GP-SET-11")
def test_no_match_has_more_than_a_hundred_lords_nor_more_than_its_map_has_lands() -> None:
    assert len(starts(new(100, lords=100, map="EUROPE").state)) == 100
    assert refusals(101, lords=101, map="EUROPE") == [("GP-SET-11", "lords_out_of_range")]
    assert len(starts(new(45, lords=45).state)) == 45
    assert refusals(46, lords=46) == [("GP-SET-11", "lords_out_of_range")]
    assert refusals(1, lords=1) == [("GP-SET-11", "lords_out_of_range")]
    assert refusals(10, lords=0) == [("GP-SET-11", "lords_out_of_range")]
    assert refusals(10, lords=-3) == [("GP-SET-11", "lords_out_of_range")]


@pytest.mark.rule("GP-SET-04", "GP-RG-01", "GP-RG-03", "GP-TIT-01")
@pytest.mark.parametrize("map_name", MAPS)
def test_example_27_everyone_starts_at_130_625_without_title(map_name: str) -> None:
    state = new(scales()[map_name]["lords"], map=map_name).state

    assert {parts.total for parts in breakdowns(state).values()} == {130.625}
    assert all(not lord.title for lord in run(state, {}, 17).state.lords.values())


@pytest.mark.rule("GP-ARM-09")
def test_a_hundred_houses_never_give_the_same_number() -> None:
    lords = new(100, map="EUROPE", lords=100).state.lords.values()
    given = [take_knight_number(lord) for lord in lords for _ in range(3)]
    armies = [take_army_number(lord) for lord in lords for _ in range(3)]

    assert len({*given, *(lord.knight for lord in lords)}) == 400 and len(set(armies)) == 300
    assert sorted(armies) == list(range(1, 301))
