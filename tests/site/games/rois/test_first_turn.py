"""The guided first year: what it advises, from the King's own view alone, and that each press does what it says."""

from __future__ import annotations

import re
from copy import deepcopy

import pytest

from heraut.games.rois.decision import SheetDecision
from heraut.site.games.rois.draft import Draft
from heraut.site.games.rois.first_turn import HARD, STEPS, advised, berserks
from heraut.site.games.rois.foresight import Seen, all_tasks, foreseen
from tests.site.games.rois.conftest import bend, new_world, other_world

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice, bob):
    return new_world(alice, bob)


def view_of(match, user):
    return match.rules.view(match.realm, match.seats.get(user=user).name)


def card(browser, match):
    page = browser.get(f"/partie/{match.code}/").content.decode()
    return page[page.index('id="premiers-pas"') : page.index("</section>", page.index('id="premiers-pas"'))]


def pressed(browser, match):
    """Presses the button of the open step, as a browser without a script does; what the card says then."""
    value = re.search(r'form="feuille" name="do" value="([^"]+)">', card(browser, match))
    assert value is not None
    page = browser.get(f"/partie/{match.code}/").content.decode()
    base = re.search(r'name="base"[^>]*value="(\d+)"', page)
    sent = {"do": value[1], "back": "board", "base": base[1] if base else "0"}
    assert browser.post(f"/partie/{match.code}/ordres/", sent).status_code == 302
    return value[1]


@pytest.mark.parametrize("seed", range(6))
def test_what_is_advised_is_lawful_and_leaves_the_wages_payable(alice, bob, seed):
    match = new_world(alice, bob, seed=bytes([seed]) * 32)
    view = view_of(match, alice)
    advice = advised(Seen(f"test {seed}", "", view))
    assert advice is not None
    assert SheetDecision(view).parse(advice.text).refusals == ()
    ahead = foreseen(Seen(f"test {seed}", advice.text, view))
    assert ahead.purse.missing == 0 and ahead.purse.left >= 0
    assert all(cell.reason is None and not cell.idle for row in ahead.rows for cell in row.cells)
    king = ahead.cell(advice.king, 2)
    assert king.after == advice.target and advice.target not in view["own"]["provinces"]
    draft = Draft(view, advice.text)
    for person in (advice.king, *advice.heroes):
        assert bool(draft.standing_plan(person, duel=False)) == (person not in berserks(view))
    warned = {one.kind for one in all_tasks(Seen(f"test {seed}", advice.text, view), "en")}
    assert not warned & {"all_explored", "refuses_duel", "idle", "berserk_flees"}
    assert {order.kingdom for _, order in draft.realm} == {2, 3, 4, 5, 6}


def test_a_poor_open_land_is_chosen_where_there_is_one(alice, bob):
    for seed in range(12):
        view = view_of(new_world(alice, bob, seed=bytes([seed, 7]) * 16), alice)
        own = view["own"]
        advice = advised(Seen(f"open {seed}", "", view))
        open_lands = [land for land in own["map"].values() if land["terrain"] in HARD and "owner" not in land]
        if advice is None or not open_lands:
            continue
        chosen = own["map"][str(advice.target)]
        easiest = min(HARD[land["terrain"]] for land in open_lands)
        assert HARD[chosen["terrain"]] == easiest  # a desert only where nothing else is open
        if any(land["wealth"] == "poor" and HARD[land["terrain"]] == easiest for land in open_lands):
            assert chosen["wealth"] == "poor"


def test_nothing_hidden_moves_the_advice(match, alice):
    before = advised(Seen("before", "", view_of(match, alice)))
    other_world(match, match.seats.get(user=alice).name)
    assert advised(Seen("after", "", view_of(match, alice))) == before


def test_each_step_is_one_press_and_can_be_taken_back(match, alice, client_of):
    browser = client_of(alice)
    assert "Votre voisin à prendre" in card(browser, match)
    assert "4 fois sur 5" not in card(browser, match)
    browser.post(f"/partie/{match.code}/premiers-pas/", {"do": "seen", "step": "neighbour"})
    for step in STEPS[1:6]:
        value = pressed(browser, match)
        assert value.startswith("write:"), step.key
    assert "Scellez l'année" in card(browser, match).replace("&#39;", "'")
    text = match.seats.get(user=alice).sheets.filter(step=1).order_by("-sequence").first().text
    assert text == advised(Seen("again", "", view_of(match, alice))).text
    back = re.findall(r'value="(unwrite:[^"]+)"', card(browser, match))
    assert len(back) == 5
    browser.post(f"/partie/{match.code}/ordres/", {"do": back[0], "back": "board"})
    assert "Recrutez" in card(browser, match)


def test_where_all_are_berserks_the_first_step_is_still_open(match, alice, client_of):
    def enrage(world):
        for person in world.characters.values():
            person.temper = "berserk"

    bend(match, enrage)
    browser = client_of(alice)
    assert "Votre voisin à prendre" in card(browser, match)
    browser.post(f"/partie/{match.code}/premiers-pas/", {"do": "seen", "step": "neighbour"})
    for step in STEPS[1:4]:
        assert pressed(browser, match).startswith("write:"), step.key
    assert pressed(browser, match).startswith("write:@ROYAUME/TRAITE")  # a plan helps nobody


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_no_more_than_four_times_in_five_is_ever_promised(lang):
    from heraut.site.common.words import site_words

    words = " ".join(site_words(lang).groups["rois_guide"].values())
    assert ("4 fois sur 5" if lang == "fr" else "4 times in 5") in words
    assert not re.search(r"(9[0-9]|8[1-9])\s?%", words)


def test_a_king_who_has_died_is_advised_nothing(match, alice):
    view = deepcopy(view_of(match, alice))
    king = next(each for each in view["own"]["characters"] if each["number"] == view["own"]["king"])
    king["died"] = 1
    assert advised(Seen("dead", "", view)) is None
