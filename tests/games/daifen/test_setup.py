"""A new continent: options, names, races, starting kits, secrets; the calendar (DA-CON, DA-PAC, DA-KIN)."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heraut.engine.protocol import Seat, SetupError
from heraut.engine.rng import Rng
from heraut.games import daifen
from heraut.games.daifen.calendar import moon
from heraut.games.daifen.naming import default_name, plain, valid_name
from heraut.games.daifen.races import NELRKS, RACES, Profile
from heraut.games.daifen.state import Continent
from tests.games.daifen.builders import A, B, acquainted, continent, endow, kingdom, play, refused, seats


def refusals(number: int = 2, **options: Any) -> list[tuple[str, str]]:
    """Why no match can be set up with these options."""
    with pytest.raises(SetupError) as caught:
        daifen.setup(seats(number), options, Rng(b"setup"))
    return [(refusal.rule, refusal.code) for refusal in caught.value.refusals]


def new(number: int = 2, *, seed: bytes = b"setup", **options: Any) -> Continent:
    return daifen.setup(seats(number), options, Rng(seed)).state


# DA-CON


@pytest.mark.rule("DA-CON-01")
def test_pace_and_silence_are_fixed_at_the_start_and_wrong_options_are_refused() -> None:
    state = new(pace="rapide", abandon_after=None, continent="Terres Froides")

    assert (state.settings.pace, state.settings.abandon_after) == ("rapide", None)
    assert play(state).state.settings == state.settings
    assert new().settings.abandon_after == 5
    assert new(abandon_after=1).settings.abandon_after == 1
    assert refusals(tempo="rapide") == [("DA-CON-01", "unknown_option")]
    assert refusals(lords="many") == [("DA-CON-01", "bad_option")]
    assert refusals(pace="lune") == [("DA-PAC-01", "unknown_pace")]
    assert refusals(abandon_after=0) == [("DA-END-12", "bad_abandon_after")]


@pytest.mark.rule("DA-CON-03")
@pytest.mark.parametrize(
    ("name", "fit"),
    [
        ("Île-aux-Loups", True), ("Lys d'Or", True), ("Orage 14", True), ("Ost", True), ("x" * 30, True),
        ("Ab", False), ("x" * 31, False), ("A:B", False), ('A"B', False), ("A#B", False), ("A,B", False),
        (" Abc", False), ("Abc ", False), ("Abc  def", False), ("A_B", False), ("---", False),
    ],
)  # fmt: skip
def test_a_kingdom_has_a_name_of_letters_digits_spaces_hyphens_and_apostrophes(name: str, fit: bool) -> None:
    assert valid_name(name) is fit
    if fit:
        assert new(kingdoms={"j1": name}).kingdoms[Seat("j1")].name == name
    else:
        assert refusals(kingdoms={"j1": name}) == [("DA-CON-03", "name_unavailable")]


@pytest.mark.rule("DA-CON-03")
@pytest.mark.parametrize("twin", ["ROYAUME DES LYS", "Royaumé des Lýs"])
def test_names_differ_whatever_their_case_and_accents_and_one_word_answers_every_fault(twin: str) -> None:
    assert refusals(kingdoms={"j1": "Royaume des Lys", "j2": twin}) == [("DA-CON-03", "name_unavailable")]
    assert new(kingdoms={"j1": "Royaume des Lys", "j2": "Royaume des-Lys"}).kingdoms


@pytest.mark.rule("DA-CON-03")
def test_a_kingdom_without_a_name_is_called_after_its_lord() -> None:
    state = new(3, names={"j1": "Jean", "j2": "Aubert", "j3": "Jean !"}, kingdoms={"j2": "Royaume de Jean"})

    assert [kingdom.name for kingdom in state.kingdoms.values()] == [
        "Royaume de Jean 2",
        "Royaume de Jean",
        "Royaume de Jean 3",
    ]
    assert default_name("Aubert", set()) == "Royaume d'Aubert"


@pytest.mark.rule("DA-FOG-05")
def test_every_lord_has_a_name_of_his_own() -> None:
    assert refusals(names={"j1": " "}) == refusals(names={"j1": ""}) == [("DA-FOG-05", "lord_without_name")]
    assert refusals(names={"j1": "Élodie", "j2": "elodie "}) == [("DA-FOG-05", "lord_named_twice")]
    with pytest.raises(SetupError) as error:
        new(names={"j1": "Jean", "j2": "JEAN"})
    (refusal,) = error.value.refusals
    assert "JEAN" in daifen.explain(refusal, "fr") and "siège j1" in daifen.explain(refusal, "fr")
    assert "seat j1" in daifen.explain(refusal, "en")


@given(lord=st.text(max_size=40), others=st.integers(0, 12))
def test_every_default_name_is_well_formed_and_new(lord: str, others: int) -> None:
    taken: set[str] = set()
    for _ in range(others + 1):
        name = default_name(lord, taken)
        assert valid_name(name) and plain(name) not in taken
        taken.add(plain(name))


@pytest.mark.rule("DA-CON-04")
@pytest.mark.parametrize("race", ["nelrks", "primotaures", "Elfes", ""])
def test_only_five_races_can_be_played(race: str) -> None:
    assert refusals(races={"j1": race}) == [("DA-CON-04", "unknown_race")]


@pytest.mark.rule("DA-CON-05")
def test_several_players_may_choose_one_race_and_who_chooses_none_is_given_one() -> None:
    assert [kingdom.race for kingdom in new(races={"j1": "nains", "j2": "nains"}).kingdoms.values()] == ["nains"] * 2
    drawn = {kingdom.race for n in range(10) for kingdom in new(4, seed=b"race %d" % n).kingdoms.values()}
    assert drawn == set(RACES)


@pytest.mark.rule("DA-CON-06")
@pytest.mark.parametrize(
    ("number", "lords", "fault"),
    [
        (1, None, True), (2, None, False), (16, None, False), (17, None, True), (17, 17, False), (40, 40, False),
        (2, 2, False),
        (3, 2, True), (2, 41, True), (2, 1, True),
    ],
)  # fmt: skip
def test_from_two_to_forty_kingdoms_sixteen_unless_told_otherwise(number: int, lords: int | None, fault: bool) -> None:
    options = {} if lords is None else {"lords": lords}
    if fault:
        assert refusals(number, **options) == [("DA-CON-06", "kingdoms_out_of_range")]
    else:
        assert len(new(number, **options).kingdoms) == number


@pytest.mark.rule("DA-CON-08", "DA-FOG-01", "DA-KIN-01", "DA-PAC-06")
def test_a_kingdom_starts_with_its_kit_and_knows_nobody() -> None:
    """DA-EX-06: and its first Collecte brings 50 gold."""
    state = continent(3)

    assert state.turn == 1
    for number, found in enumerate(state.kingdoms.values(), start=1):
        assert found.number == number
        assert (found.gold, found.intellect) == (50, 0)
        assert found.buildings == {"carriere": 5, "caserne": 1}
        assert found.units == {"guerrier": 4}
        assert (found.technologies, found.known) == ([], {})
        assert daifen.view(state, found.seat)["own"]["known"] == {}
    after = play(state).state
    assert after.turn == 2
    assert [found.gold for found in after.kingdoms.values()] == [100, 100, 100]


@pytest.mark.rule("DA-CON-09")
def test_a_returning_winner_has_four_veterans_instead_of_warriors() -> None:
    state = new(returning=["j2"])

    assert kingdom(state, "j1").units == {"guerrier": 4}
    assert kingdom(state, "j2").units == {"veteran": 4}
    assert refusals(returning=["j9"]) == [("DA-CON-03", "unknown_seat")]


@pytest.mark.rule("DA-CON-10")
def test_the_profiles_of_the_nelrks_are_drawn_in_secret_one_to_one() -> None:
    drawn = {tuple(new(seed=b"nelrks %d" % n).nelrks.values()) for n in range(60)}

    assert all(list(new(seed=b"nelrks %d" % n).nelrks) == list(NELRKS) for n in range(3))
    assert len(drawn) == 6 and all(sorted(profiles) == ["force", "garde", "leste"] for profiles in drawn)
    assert "nelrks" not in daifen.view(new(), Seat("j1"))


# DA-PAC: the days; the hours belong to the site


@pytest.mark.rule("DA-PAC-07")
@given(day=st.integers(0, 4000), epoch=st.integers(700_000, 700_020))
def test_the_moon_rises_on_each_wednesday_and_sunday(day: int, epoch: int) -> None:
    passed = [date.fromordinal(epoch + n).isoweekday() for n in range(1, day + 1)]

    assert moon(epoch + day, epoch) == 1 + sum(weekday in (3, 7) for weekday in passed)


@pytest.mark.rule("DA-PAC-06", "DA-PAC-07")
def test_two_continents_have_turns_of_their_own_and_one_moon() -> None:
    """DA-EX-10: nothing of a continent enters the moon."""
    old, young = continent(2), continent(2, seed=b"other")
    for _ in range(3):
        old = play(old).state

    assert (old.turn, young.turn) == (4, 1)


# DA-KIN


@pytest.mark.rule("DA-KIN-02")
def test_no_stock_has_a_limit() -> None:
    state = acquainted(2)
    endow(state, "j1", gold=10**8, intellect=10**7, units={"guerrier": 10**6, "moine": 1000})

    after = kingdom(play(state, {"j2": f"DONNER {A} : OR 50"}).state, "j1")

    assert (after.gold, after.intellect, after.units["guerrier"]) == (10**8 + 100, 10**7 + 2000, 10**6)


@pytest.mark.rule("DA-KIN-03")
def test_every_known_kingdom_is_within_reach_and_every_journey_ends_in_the_turn() -> None:
    state = acquainted(4)
    for seat in state.kingdoms:
        endow(state, seat, units={"guerrier": 3, "espion": 3})

    after = play(state, {"j1": f"SOUTENIR {B} : Guerrier 1\nATTAQUER Dragonne : Guerrier 1\nEXPLORER 1"}).state

    assert sum(found.units.get("guerrier", 0) for found in after.kingdoms.values()) >= 10
    assert after.kingdoms[Seat("j1")].units.get("guerrier", 0) >= 2


@pytest.mark.rule("DA-KIN-04", "DA-KIN-05")
def test_units_of_other_races_may_be_used_but_not_trained() -> None:
    state = acquainted(2, races=["elfes", "nains"])
    endow(state, "j1", units={"catapulte": 2, "guerrier": 1}, gold=100)
    endow(state, "j2", units={"guerrier": 1})

    assert refused(state, "j1", "ENTRAINER Catapulte 1") == [("DA-TRN-06", "foreign_unit", 1)]
    assert refused(state, "j1", "CONSTRUIRE Forge 1") == [("DA-BLD-01", "foreign_building", 1)]
    assert refused(state, "j1", "DEVELOPPER Metal") == [("DA-TEC-02", "foreign_technology", 1)]
    after = play(state, {"j1": f"ATTAQUER {B} : Catapulte 2", "j2": f"DONNER {A} : Guerrier 1"}).state
    assert kingdom(after, "j1").units["guerrier"] == 2  # whoever trained them


@pytest.mark.rule("DA-KIN-06")
def test_there_are_no_elementals_and_no_spells() -> None:
    state = acquainted(2)

    assert Profile.__struct_fields__ == ("att", "defence", "res")  # nothing about whom a unit fights
    assert refused(state, "j1", "ENTRAINER Elémentaire 1") == [("DA-ORD-21", "unknown_type", 1)]
    assert refused(state, "j1", "LANCER Sort 1") == [("DA-ORD-21", "unknown_code", 1)]
