"""A King is chosen by lists, by text, or not at all; what cannot be is told beside its field."""

from __future__ import annotations

import pytest
from django.utils.datastructures import MultiValueDict
from django.utils.translation import override

from heraut.site.common.refusals import Refused
from heraut.site.games.rois.adapter import SITE, place_words, worth_showing
from heraut.site.games.rois.table_forms import ADVISED, PACES, JoinForm, TableForm, world_named
from heraut.site.lobby.forms import ANY
from heraut.site.matches.models import Match
from tests.site.games.rois.conftest import new_world

pytestmark = pytest.mark.django_db
TABLE = {"title": "Les Marches", "preset": "weekly", "lord": "Aline", "play": "on"}


@pytest.fixture(autouse=True)
def french():
    with override("fr"):
        yield


def joined(**sent):
    data = MultiValueDict({name: [value] for name, value in {"lord": "Aline", **sent}.items()})
    return JoinForm(data, full=False)


def test_the_advised_king_is_one_choice_away():
    form = joined(sovereign="advised")
    assert form.is_valid() and form.choices == ADVISED
    assert JoinForm(full=False)["sovereign"].initial == "advised"


def test_a_drawn_king_chooses_nothing_even_where_lists_were_filled():
    form = joined(sovereign="drawn", race="orc", talents_0="TA", talents_1="TA", talents_2="TA", sex="F")
    assert form.is_valid() and form.choices == {"sex": "F"}


def test_talents_are_four_lists_a_level_each():
    form = joined(sovereign="own", race="elf", talents_0="TA", talents_1="ME", talents_2="TA", talents_3="DR")
    assert form.is_valid() and form.choices == {"race": "elf", "talents": "TA 2, ME 1, DR 1"}


def test_a_text_is_as_good_as_lists():
    form = joined(race="elf", talents="TA 2, MA 2")
    assert form.is_valid() and form.choices == {"race": "elf", "talents": "TA 2, MA 2"}


@pytest.mark.parametrize("talents", ["TA 3, ME 1", "TA 2", "cavalerie", "TA 2, ZZ 2", "TA 4, TA 4"])
def test_talents_that_cannot_be_are_refused_beside_them_in_words(talents):
    form = joined(talents=talents)
    assert not form.is_valid() and set(form.errors) == {"talents"}
    assert "4 niveaux" in form.errors["talents"][0]
    with pytest.raises(Refused):
        SITE.check_choices(Match(game="rois"), {"talents": talents})


def test_a_race_left_to_chance_is_no_race():
    form = joined(race=ANY)
    assert form.is_valid() and form.choices == {}


def test_advice_stands_beside_the_choices():
    form = JoinForm(full=False)
    hints = " ".join(str(form.fields[name].help_text) for name in ("sovereign", "race", "temper", "talents"))
    for words in ("Charges", "Druide", "tempérament", "Tactique", "Marine", "Marche forcée", "Tir à l'arc"):
        assert words in hints.replace("\u2019", "'"), words


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("lords", "1", ""),
        ("lords", "13", ""),
        ("turns", "7", ""),
        ("turns", "31", ""),
        ("title", 'Les "Marches"', "nom"),
    ],
)
def test_what_the_game_refuses_stands_beside_its_field(field, value, said):
    form = TableForm({**TABLE, field: value})
    assert not form.is_valid() and set(form.errors) == {field}
    assert said in form.errors[field][0]


def test_a_table_opens_at_a_year_a_week_without_what_is_usual():
    form = TableForm({**TABLE, "turns": "15", "hardened": "on"})
    assert form.is_valid(), form.errors
    assert form.options == {"world": "Les Marches", "lords": 8, "hardened": True}
    assert all("nnée" in str(label) for _, label in form.fields["preset"].choices) and len(PACES) == 5
    address, words = form.sample
    assert "play/rois_world.avif" in address and "tiré au sort" in words


def test_a_long_title_makes_a_short_name_of_a_world():
    form = TableForm({**TABLE, "title": "Table de la très noble et très ancienne compagnie des rois"})
    assert form.is_valid() and form.options["world"] == "Table de la très noble et très ancienne…"
    assert world_named("Les Sept-Mers") == "Les Sept-Mers" and world_named("é" * 50) == "é" * 39 + "…"


def test_a_world_is_no_continent_in_the_fog():
    assert "162 provinces" in place_words({"lords": 8})


def test_a_kingdom_worth_showing_has_lands_heroes_and_gold():
    heroes = [{"role": "hero", "died": 0}] * 2
    own = {"king": 1, "kingdom": 1, "gold": 9, "provinces": [1, 2, 3, 4, 5], "characters": heroes}
    assert worth_showing({"own": own})
    for change in ({"gold": 0}, {"provinces": [1]}, {"characters": heroes[:1]}, {"king": 44}):
        assert not worth_showing({"own": {**own, **change}})
    assert not worth_showing({})


def test_a_world_called_like_one_of_its_kings_begins_under_another_name(alice, bob):
    match = new_world(alice, bob, kingdoms=2, world="ALINE")
    assert match.rules.view(match.realm, None)["world"] == "ALINE 2"
    assert match.rules.view(match.realm, None)["kingdoms"]["1"]["name"] == "Aline"
