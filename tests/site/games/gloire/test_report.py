"""The story of a turn, the history and the statistics."""

from __future__ import annotations

import re
from html import unescape

import pytest

from heraut.engine.protocol import Event
from heraut.games.gloire.report import report as text_report
from heraut.site.games.gloire.report import story
from heraut.site.learn.reference import rulebook
from heraut.site.matches.orders import save_orders
from heraut.site.matches.steps import stored_events
from tests.site.matchpage.conftest import resolve

pytestmark = pytest.mark.django_db


@pytest.fixture
def page_of(match, alice, client_of):
    """A page of the match as Alice reads it, without tags."""
    client = client_of(alice)
    return lambda page: client.get(f"/partie/{match.code}/{page}").content.decode()


def events_of(match, number, seat):
    """The events of a step that a seat may know."""
    events = stored_events(match.steps.get(number=number).events)
    return [event for event in events if event.seen_by is None or seat in event.seen_by]


@pytest.mark.rule("GP-INF-10")
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_page_tells_every_sentence_of_the_mailed_report(match, lang):
    view = match.rules.view(match.realm, "j1")
    events = events_of(match, 2, "j1")
    told = story(view, events, lang)
    chapters = [*told["orders"], *told["happenings"], *told["news"]]
    sentences = [one.text for chapter in chapters for one in chapter.events]
    sentences += [one.text for chapter in chapters for order in chapter.orders for one in order.outcomes]
    mailed = " ".join(text_report(view, events, lang).split())
    assert sentences and all(" ".join(sentence.split()) in mailed for sentence in sentences)


def test_the_report_tells_which_lines_were_refused_as_they_were_written(match, alice, bob, seat_of, client_of):
    save_orders(seat_of(alice), "FOO 3 Svealand", seal=True)
    resolve(match)
    match.refresh_from_db()
    page = client_of(alice).get(f"/partie/{match.code}/bilan/{match.step}/").content.decode()
    assert "ces lignes n'ont pas compté" in unescape(page) and "<code>FOO 3 Svealand</code>" in page
    assert "Vous n'avez donné aucun ordre" not in unescape(page)
    others = client_of(bob).get(f"/partie/{match.code}/bilan/{match.step}/").content.decode()
    assert "FOO 3" not in others


def test_every_line_says_why_with_a_rule_of_the_register(page_of):
    page = page_of("bilan/2/")
    rules = re.findall(r'/regles/gloire/(GP-\w+-\d+)/\?vu=\w+\.2">', page)
    assert rules and set(rules) <= set(rulebook("gloire"))
    assert page.count('<details class="why">') == len(rules)


@pytest.mark.rule("GP-INF-05")
def test_a_battle_is_told_pass_by_pass(match):
    passes = [[10.0, 5.0, True, 1, 9, 99, 41, 101.0, 49.0], [3.0, 7.5, False, 4, 1, 95, 40, 100.0, 50.0]]
    battle = Event("GP-BAT-01", "battle", {
        "land": "NARVIK", "lord": "j1", "knight": "Galehaut des Îles", "attacker_men": 100, "attacker_renown": 100.0,
        "commander": "peasants", "defender": None, "defender_men": 50, "defender_renown": 50.0, "fortification": 0,
        "won": True, "passes": passes, "attacker_left": 95, "defender_left": 40,
    }, ("j1",))  # fmt: skip
    told = story(match.rules.view(match.realm, "j1"), [battle], "fr")["happenings"][0].events[0]
    assert [row[3] for row in told.tables[0].rows] == ["attaquant", "défenseur"]
    assert ("Hommes de l'attaquant", "100") in told.figures


def test_an_order_without_effect_says_so(match, alice, client_of, seat_of):
    save_orders(seat_of(alice), "ESP NARVIK\nPAI Iseult")
    resolve(match)
    page = client_of(alice).get(f"/partie/{match.code}/bilan/3/").content.decode()
    assert 'class="order ignored"' in page and "GP-PAI-" in page


@pytest.mark.rule("GP-SET-07")
def test_the_first_report_gives_the_fief(page_of):
    page = page_of("bilan/0/")
    assert "en fief" in page and "Votre domaine au commencement" in page  # no turn has been played
    assert "Votre domaine après le tour" in page_of("bilan/1/")


def test_the_history_shows_the_map_of_every_turn(page_of, match):
    maps = [page_of(f"histoire/?tour={turn}") for turn in range(3)]
    owned = [len(re.findall(r'class="t o[1-9]', page)) for page in maps]
    assert owned[0] == 4 and owned[0] < owned[2]


def test_the_statistics_plot_every_lord_on_every_measure(page_of):
    page = page_of("statistiques/")
    assert page.count('<svg class="plot"') == 4
    assert len(re.findall(r'class="curve s\d+ dash\d', page)) == 4 * 4 * 2  # in the plot, and in its legend


def test_the_rules_have_an_anchor_for_every_rule_and_every_order(page_of):
    page = page_of("regles/")
    wanted = {id for id in rulebook("gloire") if not id.startswith("GP-SITE")}
    assert wanted <= set(re.findall(r'<div id="(GP-[\w-]+)"', page))
    assert page.count('class="order-rule"') == 26
    assert len(re.findall(r'id="([^"]+)"', page)) == len(set(re.findall(r'id="([^"]+)"', page)))
