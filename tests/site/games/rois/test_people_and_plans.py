"""People: talents, items, plans told; free Heroes asked in one touch. Plans: reordered, tried, stances, library."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from heraut.games.rois.herald import Herald
from heraut.games.rois.state import Acquaintance
from heraut.games.rois.world.geography import NEIGHBOURS
from heraut.site.accounts.models import Player
from heraut.site.games.rois.items import effects
from heraut.site.games.rois.models import KeptPlan
from heraut.site.matches.models import Match
from heraut.site.matches.orders import last_sheet, save_orders
from tests.site.games.rois.conftest import bend

pytestmark = pytest.mark.django_db


def view_of(match: Match) -> Any:
    """What the first King sees."""
    return match.rules.view(match.realm, "j1")


def king_of(match: Match) -> int:
    """The first King."""
    return int(view_of(match)["own"]["king"])


def page_of(browser: Client, match: Match, tool: str, query: str = "") -> str:
    """A page, as it is read."""
    answer = browser.get(f"/partie/{match.code}/outils/{tool}/{query}")
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def text_of(match: Match) -> str:
    """The sheet of the first King."""
    sheet = last_sheet(match.seats.get(name="j1"), match.step + 1)
    return sheet.text if sheet is not None else ""


def find_hero(world: Any) -> None:
    """A free Hero whom the first King knows stands where the King is."""
    king = world.characters[world.kingdoms[1].king]
    hero = next(one for one in world.characters.values() if one.role == "hero" and one.kingdom not in (0, 1))
    hero.role, hero.kingdom, hero.province, hero.alignment = "free", 0, king.province, king.alignment
    world.kingdoms[1].met[hero.number] = Acquaintance(hero.province, world.turn - 1, 0, dict(hero.levels))


@pytest.mark.rule("RO-HERO-03", "RO-HERO-04")
def test_a_free_hero_is_asked_in_one_touch(match: Match, alice: Player, client_of: Any) -> None:
    browser = client_of(alice)
    bend(match, find_hero)
    own = view_of(match)["own"]
    hero = next(int(number) for number, one in own["met"].items() if "levels" in one and not one["kingdom"])
    page = page_of(browser, match, "gens", f"?personne={hero}")
    button = re.search(rf'value="(write:@{own["king"]}/1: HI {hero})"', page)
    assert button is not None and re.search(r"<b class=\"num\">\d+", page)
    browser.post(f"/partie/{match.code}/ordres/", {"do": button[1], "back": "gens", "at": f"heros-{hero}"})
    assert f"1: HI {hero}" in text_of(match)


def test_nobody_who_is_busy_all_year_is_sent_to_a_hero(match: Match, alice: Player, client_of: Any) -> None:
    bend(match, find_hero)
    own = view_of(match)["own"]
    seasons = "\n".join(f"{season}: PR TA" for season in range(1, 6))
    save_orders(match.seats.get(user=alice), "".join(f"@{one['number']}\n{seasons}\n" for one in own["characters"]))
    assert "write:@" not in page_of(client_of(alice), match, "gens")


def test_a_person_is_told_whole(match: Match, alice: Player, client_of: Any) -> None:
    who = king_of(match)
    save_orders(match.seats.get(user=alice), f"@{who}\n1: EX\nPLAN {{ME, FL, FL}}\n")
    page = page_of(client_of(alice), match, "gens", f"?personne={who}")
    assert 'class="pips"' in page and "plafond" in page and "Mérite" in page
    assert "Prendre la fuite. <b>2 fois</b>" in page and "par votre feuille" in page
    assert page.count('<li class="') > 4 and "Printemps" in page


def test_sightings_fade_with_their_age(match: Match, alice: Player, client_of: Any) -> None:
    def seen(world: Any) -> None:
        strangers = [one for one in world.characters.values() if one.kingdom not in (0, 1)][:3]
        for age, one in enumerate(strangers):
            world.kingdoms[1].met[one.number] = Acquaintance(5, world.turn - (1, 2, 4)[age], one.kingdom)

    bend(match, seen)
    page = page_of(client_of(alice), match, "gens")
    assert all(f"sighting {fade}" in page for fade in ("fresh", "fading", "old"))
    assert "vu l'an passé" in page and "vu il y a 3 ans" in page


def test_items_say_what_they_do(match: Match) -> None:
    herald = Herald(view_of(match), "fr")
    assert effects(herald, "1") == "+2 en Mêlée, +4 aux blessures"
    assert effects(herald, "nothing") == ""


def test_tactics_change_places_by_links(match: Match, alice: Player, client_of: Any) -> None:
    page = page_of(client_of(alice), match, "plans", f"?personne={king_of(match)}&plan=ST,ME,FL")
    ways = re.findall(r'<a href="\?personne=\d+&plan=([^"#]+)#plan" aria-label="(Plus tôt|Plus tard|Retirer)', page)
    assert ("ME%2C+ST%2C+FL", "Plus tard") in ways and ("ST%2C+FL%2C+ME", "Plus tôt") in ways
    assert ("ST%2C+ME", "Retirer") in ways


@pytest.mark.rule("RO-DUEL-03", "RO-DUEL-04")
def test_a_stance_to_duels_is_one_touch(match: Match, alice: Player, client_of: Any) -> None:
    browser, who = client_of(alice), king_of(match)
    page = page_of(browser, match, "plans", f"?personne={who}&duel=1")
    assert "put:DUEL {ME}" in page and "ne refuse jamais" in page
    browser.post(f"/partie/{match.code}/ordres/", {"do": "put:DUEL {ME}", "person": str(who), "back": "plans"})
    assert "DUEL {ME}" in text_of(match)


def lair(world: Any) -> None:
    """The first King knows a place of a dragon where he stands."""
    king = world.characters[world.kingdoms[1].king]
    feature = next(one for one in world.features.values() if one.guardian is not None)
    feature.province, feature.place, feature.lair = king.province, 9, "dragon"
    feature.guardian.kind, feature.guardian.hp = "dragon", 40
    world.kingdoms[1].features[feature.number] = 40


@pytest.mark.rule("RO-TOOL-03")
def test_a_plan_is_tried_on_whoever_waits_where_he_will_be(match: Match, alice: Player, client_of: Any) -> None:
    browser, who = client_of(alice), king_of(match)
    bend(match, lair)
    page = page_of(browser, match, "plans", f"?personne={who}&plan=ME")
    assert "Dragon" in page and "Ce qui garde" in page
    assert re.search(r"Meurt \d+ fois sur cent", page) and '<li class="bad">' in page
    own = view_of(match)["own"]
    here = next(one["province"] for one in own["characters"] if one["number"] == who)
    place = next(one["place"] for one in own["map"][str(here)]["features"] if one["guardian"] == "dragon")
    save_orders(match.seats.get(user=alice), f"@{who}\n1: SE {place} {{ME}}\n")
    board = unescape(browser.get(f"/partie/{match.code}/?personne={who}&saison=1&province={here}").content.decode())
    assert "Garde la place : Dragon" in board.replace("\u00a0", " ") and "y mourrait" in board


@pytest.mark.rule("RO-SPY-04")
def test_what_is_enough_stands_beside_a_spy(match: Match, alice: Player, client_of: Any) -> None:
    who = king_of(match)
    king = next(one for one in view_of(match)["own"]["characters"] if one["number"] == who)
    enemy = min(NEIGHBOURS[king["province"]])

    def unseen(world: Any) -> None:
        world.provinces[enemy].owner = 2
        world.kingdoms[1].sightings.pop(enemy, None)

    bend(match, unseen)
    save_orders(match.seats.get(user=alice), f"@{who}\n1: SP {enemy}\n2: EX\n")
    browser = client_of(alice)
    first = unescape(browser.get(f"/partie/{match.code}/?personne={who}&saison=1").content.decode())
    second = unescape(browser.get(f"/partie/{match.code}/?personne={who}&saison=2").content.decode())
    assert "Peut y rôder" in second
    assert re.search(r"Assez\s\? \d niveaux? de plus \(Espion\)", first)


def test_a_kept_plan_is_given_to_one_or_to_all(match: Match, alice: Player, client_of: Any) -> None:
    KeptPlan.objects.create(owner=alice, name="Prudence", duel=False, text="FL, FL")
    page = page_of(client_of(alice), match, "plans")
    assert "put:PLAN {FL, FL}" in page and "all:PLAN {FL, FL}" in page


def test_something_is_said_at_the_end_of_a_plan(match: Match, alice: Player, client_of: Any) -> None:
    page = page_of(client_of(alice), match, "plans", '?plan=ME&dire=Salut "ami"')
    assert 'value="ME, SA-"Salut ami""' in page
