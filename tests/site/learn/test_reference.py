"""The reference of rules: search, chapters, examples, single rules, and the ways from and to reports."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from heraut.engine.rulebook import read_rules
from heraut.site.learn.reference import LONGEST_SEARCH, ORDER, marked, search, words_of
from heraut.site.learn.sample import SampleMatch
from heraut.site.matches.adapters import adapter
from tests.site.learn.test_lessons import GAMES, LANGUAGES, read

pytestmark = pytest.mark.django_db

OPTIONS = {
    "gloire": (10, {"names": {"j1": "Aubert le Preux"}}, "learn2"),
    "daifen": (6, {"races": {"j1": "humains"}}, "learn1"),
}
FIEF = ("BATIR moulin, L'Épervier", "MARCHER Jeanne, Châteauneuf, 1x1", "PROPOSER j2, -, -, -, -, -, -, Charles&Jeanne")


def ids(game: str, typed: str, language: str = "fr") -> list[str]:
    """The rules that a search finds."""
    return [found.rule.id for found in search(adapter(game).chapters(language), words_of(typed), 500)[1]]


# Search


def test_accents_capitals_and_ligatures_do_not_matter() -> None:
    assert ids("gloire", "épargne ARMÉE") == ids("gloire", "epargne armee")
    assert len(ids("gloire", "felonie")) > 5
    assert words_of("Œuvre, d’Été") == ("oeuvre,", "d'ete")


@pytest.mark.parametrize("typed", ["GP-ATT-07", "gp-att-07", "att-07"])
def test_a_rule_is_found_by_its_number(typed: str) -> None:
    assert ids("gloire", typed)[0] == "GP-ATT-07"


def test_an_order_is_found_by_its_code_and_by_its_name() -> None:
    assert "GP-RED-01" in ids("gloire", "RED")
    assert "GP-CHE-01" in ids("gloire", "appeler des chevaliers")


def test_all_words_have_to_occur() -> None:
    both, one = set(ids("gloire", "chevalier solde")), set(ids("gloire", "chevalier"))
    assert both and both < one


def test_what_is_found_is_marked_and_nothing_typed_becomes_a_tag(client: Client) -> None:
    assert marked("L'armée & l'Été", ("armee", "ete")) == "L&#x27;<mark>armée</mark> &amp; l&#x27;<mark>Été</mark>"
    assert "<mark>félonie</mark>" in read(client, "/regles/gloire/?q=felonie")
    page = client.get("/regles/", {"q": "<script>alert(1)</script>"}).content.decode()
    assert "<script>alert" not in page and "&lt;script&gt;" in page


@pytest.mark.slow
def test_whatever_is_typed_is_answered_and_bounded(client: Client) -> None:
    for typed in ("", "   ", "`", "zzz", "%", "a" * 5000, "\u0301", "🐎"):
        assert client.get("/regles/", {"q": typed}).status_code == 200
        assert client.get("/regles/fief/", {"q": typed}).status_code == 200
    assert sum(map(len, words_of("ab " * 5000))) <= LONGEST_SEARCH


def test_a_long_list_of_hits_is_cut_and_says_so(client: Client) -> None:
    page = read(client, "/regles/gloire/?q=chevalier")
    assert page.count('class="where"') == 20 and "Les 20 premières sont montrées" in page
    everywhere = read(client, "/regles/?q=or")
    assert all(f'href="/regles/{game}/?q=or"' in everywhere for game in ("gloire", "daifen"))


# Chapters and single rules


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_reference_leads_to_every_chapter_and_every_rule(client: Client, game: str, language: str) -> None:
    page = read(client, f"/regles/{game}/", language)
    for chapter in adapter(game).chapters(language):
        assert f'href="#{chapter.anchor}"' in page and f'id="{chapter.anchor}"' in page
        assert all(f'id="{rule.id}"' in page and rule.text in page for rule in chapter.rules)


def test_a_rule_is_a_page_and_for_a_script_a_piece_of_one(client: Client) -> None:
    page = client.get("/regles/gloire/GP-ARM-03/")
    piece = client.get("/regles/gloire/GP-ARM-03/", headers={"HX-Request": "true"})
    assert page.content.decode().startswith("<!doctype") and "Par exemple" in page.content.decode()
    assert piece.content.decode().strip().startswith("<article") and len(piece.content) < 2000
    for answer in (page, piece):
        assert "ARM Turku 1300" in answer.content.decode()
        assert "HX-Request" in answer.headers["Vary"]


def test_a_rule_knows_its_neighbours_and_its_place(client: Client) -> None:
    page = read(client, "/regles/gloire/GP-ARM-03/")
    for address in ("GP-ARM-02/", "GP-ARM-04/", "#GP-ARM-03", "#phase-5"):
        assert f'href="/regles/gloire/{address}"' in page


@pytest.mark.parametrize("address", ["gloire/GP-XXX-99/", "gloire/DA-SPY-05/", "rois/DA-SPY-05/", "gloire/GP-SITE-01/"])
def test_no_such_rule(client: Client, address: str) -> None:
    assert client.get(f"/regles/{address}").status_code == 404


def test_older_and_careless_addresses_lead_on(client: Client) -> None:
    assert client.get("/regles/?jeu=daifen&peuple=elfes").headers["Location"] == "/regles/daifen/?peuple=elfes"
    assert client.get("/regles/?jeu=fief").headers["Location"] == "/regles/fief/"
    assert client.get("/regles/gloire/gp-arm-03/").headers["Location"] == "/regles/gloire/GP-ARM-03/"


def test_a_rule_leads_back_to_the_report_that_cited_it(client: Client) -> None:
    page = read(client, "/regles/gloire/GP-ARM-03/?vu=abc123.4")
    assert "bilan du tour 4" in page and 'href="/partie/abc123/bilan/4/"' in page
    assert 'href="/partie/abc123/"' in read(client, "/regles/gloire/GP-ARM-03/?vu=abc123")
    for bad in ("vu=//x.org/.4", "vu=abc.x", "vu=.4", "vu=abc.12345", "vu=é.4"):
        assert "/partie/" not in read(client, f"/regles/gloire/GP-ARM-03/?{bad}")


# Examples


@pytest.mark.parametrize("game", GAMES)
def test_important_rules_have_an_example_in_both_languages(game: str) -> None:
    rules = read_rules(f"heraut.games.{game}")
    examples = [rule for rule in rules.values() if rule.example_fr or rule.example_en]
    assert len(examples) >= 12
    for rule in examples:
        assert rule.example_fr and rule.example_en
        assert ORDER.findall(rule.example_fr) == ORDER.findall(rule.example_en)
        french, english = figures(rule.example_fr, " ", ","), figures(rule.example_en, ",", ".")
        assert sorted(french) == sorted(english), rule.example_fr


def figures(text: str, thousands: str, point: str) -> list[str]:
    """The figures of a text, whichever way its language writes them."""
    bare = re.sub(rf"(?<=\d){thousands}(?=\d{{3}}(?!\d))", "", text)
    return re.findall(r"\d+(?:\.\d+)?", re.sub(rf"(?<=\d)[{point}](?=\d)", ".", bare))


@pytest.mark.parametrize("game", ["gloire", "daifen"])
def test_orders_in_examples_are_orders_that_the_game_takes(game: str) -> None:
    seats, options, seed = OPTIONS[game]
    match = SampleMatch(game, seats, options, seed)
    orders = [order for rule in read_rules(f"heraut.games.{game}").values() for order in ORDER.findall(rule.example_fr)]
    assert len(orders) >= 5
    if game == "daifen":
        match.step("ENTRAINER Espion 1")  # one cannot send out whom one does not have
    for order in orders:
        match.read(order)


def test_orders_in_examples_of_fief_are_those_of_its_lesson() -> None:
    orders = {order for rule in read_rules("heraut.games.fief").values() for order in ORDER.findall(rule.example_fr)}
    played = {order for act in adapter("fief").lesson.worked("fr").acts for order in act.orders}
    assert orders == set(FIEF) and orders <= played
