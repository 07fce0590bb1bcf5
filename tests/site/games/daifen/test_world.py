"""The picture of the known world, an attack filled in at a touch, banners of the races, trials that were lost."""

from __future__ import annotations

import re
from html import unescape

import pytest

from heraut.games.daifen import orders as o
from heraut.games.daifen.races import RACES, UNITS
from heraut.games.daifen.state import SpyReport
from heraut.site.games.daifen.attack import attack_fields, chance
from heraut.site.games.daifen.counsel import counsel
from heraut.site.games.daifen.pictures import RACE_ARMS, race_arms
from heraut.site.games.daifen.world import LAYOUTS, label, world
from heraut.site.lobby.quick_match import play_at_once, trial_of
from tests.site.games.daifen.conftest import bend
from tests.site.games.daifen.test_orders import HIS, fields, send  # noqa: F401  a fixture

pytestmark = pytest.mark.django_db


def report(gold=40, turn=3, **units):
    """What a spy saw."""
    return {"turn": turn, "gold": gold, "buildings": {"carriere": 5}, "units": units, "supports": {}}


def view(living=6, known=None, **units):
    """A view with what the picture reads of it."""
    others = {name: {"alive": alive, "report": None} for name, alive in (known or {}).items()}
    return {"living": living, "turn": 4, "own": {"name": "Haute-Brume", "units": units, "known": others}}


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
@pytest.mark.parametrize("known", [0, 1, 5, 11])
def test_everybody_stands_within_the_picture_and_apart(layout, known):
    names = {f"Royaume de Perceforest {number}": True for number in range(known)}
    drawn = world(view(12, names), layout, (), {})
    places = [(one.x, one.y) for one in drawn.keeps] + drawn.fog + [layout.centre]
    assert len(drawn.keeps) == known and len(drawn.fog) == 11 - known
    assert all(40 <= x <= layout.width - 40 and 40 <= y <= layout.height - 50 for x, y in places)
    apart = [abs(x - a) > 55 or abs(y - b) > 40 for i, (x, y) in enumerate(places) for a, b in places[:i]]
    assert all(apart)


def test_a_ruin_is_no_living_kingdom_and_the_fog_holds_those_who_are_unknown():
    drawn = world(view(3, {"Aval": True, "Amont": False}), LAYOUTS[0], (), {})
    assert [one.alive for one in drawn.keeps] == [True, False] and len(drawn.fog) == 1


def test_orders_are_arrows_under_their_numbers_and_explorers_go_into_the_fog():
    given = [
        (o.Build(building="carriere", count=1), "bâtir"),
        (o.Attack(kingdom="Aval", units=(("guerrier", 3),)), "attaquer"),
        (o.SpyOn(kingdom="Aval", count=1), "espionner"),
        (o.Explore(count=1), "explorer"),
    ]
    drawn = world(view(4, {"Aval": True}), LAYOUTS[0], given, {})
    assert [(one.number, one.kind) for one in drawn.arrows] == [(2, "attack"), (3, "spy"), (4, "explore")]
    assert len({(one.x, one.y) for one in drawn.arrows}) == 3 and drawn.kinds == ["attack", "spy", "explore"]


def test_a_name_stands_on_two_lines_at_most():
    assert label("Royaume de Josselin") == ["Royaume de", "Josselin"]
    assert label("Aval") == ["Aval"]
    assert len(label("a b c d e f g h i j k l m n o p q r s t u v w x y z")) == 2
    assert all(len(line) <= 18 for line in label("Anticonstitutionnellement-Brumeux et Fils"))


def test_the_page_draws_what_was_ordered_and_what_the_last_turn_told(match, alice, client_of, send):  # noqa: F811
    address = f"/partie/{match.code}/"
    page = client_of(alice).get(address).content.decode()
    assert page.count('class="world ') == 2 and '<g class="arrow' not in page
    send(**fields(x=1), **{"a1-k": HIS, "a1-guerrier": "2"})
    page = unescape(client_of(alice).get(address).content.decode())
    assert page.count('<g class="arrow attack">') == page.count('<g class="arrow explore">') == 2
    assert f"<title>Attaquer « {HIS} » : 2 Guerriers</title>".replace(" ", "") in re.sub(r"\s", "", page)
    assert f"ordres/?attaquer={HIS.replace(' ', '%20')}#guerre" in page


def test_a_passer_by_and_a_fallen_lord_see_no_picture_of_anyone(match, alice, client, client_of):
    assert 'class="world ' not in client.get(f"/partie/{match.code}/").content.decode()
    bend(match, lambda continent: setattr(continent.kingdoms["j1"], "fallen", 3))
    assert 'class="world ' not in client_of(alice).get(f"/partie/{match.code}/").content.decode()


# An attack at a touch


def test_the_card_of_a_kingdom_counts_its_spies_apart_from_its_soldiers(match, alice, client_of):
    def seen(continent):
        continent.kingdoms["j1"].reports["j2"] = SpyReport(3, 134, {}, {"guerrier": 3, "espion": 2}, {})

    bend(match, seen)
    page = client_of(alice).get(f"/partie/{match.code}/").content.decode()
    assert "134 or, 3 soldats, 2 espions." in page


def test_all_who_may_attack_are_proposed_and_one_defender_stays():
    lord = view(known={"Aval": True, "Amont": True, "Ruine": False}, guerrier=6, espion=2)
    assert attack_fields(lord, {"b-mine": "1"}, "Aval") == {"b-mine": "1", "a1-k": "Aval", "a1-guerrier": "5"}
    away = {"a1-k": "Aval", "a1-guerrier": "4"}
    assert attack_fields(lord, away, "Amont") == {**away, "a2-k": "Amont", "a2-guerrier": "1"}
    assert attack_fields(lord, away, "Aval") == away
    assert attack_fields(lord, {}, "Ruine") == attack_fields(lord, {}, "Nulle part") == {}
    engine = next(code for code, unit in UNITS.items() if unit.offensive and not unit.defensive)
    sent = attack_fields(view(known={"Aval": True}, guerrier=6, **{engine: 2}), {}, "Aval")
    assert sent["a1-guerrier"] == "5" and sent[f"a1-{engine}"] == "2"
    assert attack_fields(view(known={"Aval": True}, guerrier=1), {}, "Aval")["a1-guerrier"] == "1"


def test_the_chance_of_an_attack_is_that_of_what_a_spy_saw():
    lord = view(known={"Aval": True}, guerrier=30)
    attack = o.Attack(kingdom="Aval", units=(("guerrier", 20),))
    assert chance(lord, attack) is None
    lord["own"]["known"]["Aval"]["report"] = report(guerrier=4)
    assert chance(lord, attack) > 0.95
    lord["own"]["known"]["Aval"]["report"] = report(guerrier=60)
    assert chance(lord, attack) < 0.05


def test_the_link_to_an_attack_fills_the_form_in_and_sends_nothing(match, alice, client_of):
    def spied(continent):
        kingdom = continent.kingdoms["j1"]
        kingdom.units = {"guerrier": 30}

    bend(match, spied)
    page = client_of(alice).get(f"/partie/{match.code}/ordres/", {"attaquer": HIS}).content.decode()
    assert 'id="a1-guerrier" name="a1-guerrier" value="29"' in page and "Pas encore envoyé" in page
    assert not match.seats.get(user=alice).sheets.exists()
    strange = client_of(alice).get(f"/partie/{match.code}/ordres/", {"attaquer": "Nulle part"})
    assert strange.status_code == 200 and "Pas encore envoyé" not in strange.content.decode()


# What comes next, and the way out of a lost trial


def test_every_race_has_a_banner_of_its_own():
    assert set(RACE_ARMS) == set(RACES)
    assert len({str(race_arms(race)) for race in [*RACES, "any"]}) == len(RACES) + 1


def test_who_is_asked_for_a_race_sees_their_banners(client, settings):
    page = client.get("/jouer/?jeu=daifen").content.decode()
    assert page.count('class="race-arms"') == len(RACES) + 1


def test_who_lost_his_spy_is_told_to_train_another(match):
    bend(match, lambda continent: continent.kingdoms["j1"].units.update(espion=0))
    bend(match, lambda continent: continent.kingdoms["j1"].units.pop("espion"))
    told = counsel(match.rules.view(match.realm, "j1"), "fr")
    assert told.fill.fields["u-espion"] == "1" and not any(name[0] in "xe" for name in told.fill.fields)


def test_a_bot_s_form_is_advised_after_the_first_turns_where_it_is_wanted(match):
    bend(match, lambda continent: setattr(continent, "turn", 9))
    lord = match.rules.view(match.realm, "j1")
    assert counsel(lord, "fr") is None
    told = counsel(lord, "fr", beyond=True)
    assert told.sentence.startswith("À votre place, un automate ferait") and told.fill.fields


def test_who_has_lost_a_trial_may_begin_another(alice, client_of):
    begun = play_at_once(alice, "daifen")
    assert trial_of(alice, "daifen") == begun
    bend(begun, lambda continent: setattr(continent.kingdoms["j1"], "fallen", 1))
    assert trial_of(alice, "daifen") is None
    page = client_of(alice).get(f"/partie/{begun.code}/").content.decode()
    assert 'name="jeu" value="daifen"' in page
