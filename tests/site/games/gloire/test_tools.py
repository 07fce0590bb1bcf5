"""The tools answer as forms, and their buttons write orders that are understood."""

from __future__ import annotations

import re

import pytest

from heraut.games.gloire.decision import SheetDecision
from heraut.site.matches.orders import save_orders

pytestmark = pytest.mark.django_db


@pytest.fixture
def ask(match, alice, client_of):
    """What a tool answers."""
    client = client_of(alice)
    return lambda page: client.get(f"/partie/{match.code}/outils/{page}").content.decode()


@pytest.fixture
def land(match):
    """One of Alice's lands."""
    return next(name for name, land in match.realm.lands.items() if land.owner == "j1")


def lines_of(page):
    """Every line that a button of the page would write."""
    lines = re.findall(r'name="lines?" value="([^"]*)"', page)
    return [line.replace("&#34;", '"').replace("&#39;", "'") for line in lines]


@pytest.mark.rule("GP-SITE-23", "GP-SITE-25")
def test_the_grand_argentier_writes_taxes_and_full_redistribution(ask, match, land):
    lines = lines_of(ask("argentier/?niveau=4"))
    assert f"IMP 4 {land}" in lines and any(line.startswith("RED ") for line in lines)
    decision = SheetDecision(match.rules.view(match.realm, "j1"))
    assert not decision.parse("\n".join(lines)).refusals


@pytest.mark.rule("GP-SITE-24")
def test_money_raises_men_and_men_cost_money(ask, land):
    assert "écus lèvent" in ask(f"levee/?terre={land}&ecus=500")
    assert f"ARM {land}" in " ".join(lines_of(ask(f"levee/?terre={land}&hommes=60")))


def test_the_levy_knows_the_orders_already_saved(ask, land, alice, seat_of):
    before = re.search(r"Trésor à ce moment</dt><dd>([^<]+)", ask(f"levee/?terre={land}&ecus=5"))
    save_orders(seat_of(alice), f"IMP 5 {land}")
    after = re.search(r"Trésor à ce moment</dt><dd>([^<]+)", ask(f"levee/?terre={land}&ecus=5"))
    assert before and after and before[1] != after[1]


def test_the_odds_are_filled_in_from_the_map(ask, match):
    neutral = next(name for name, land in match.realm.lands.items() if land.owner is None)
    page = ask(f"bataille/?terre={neutral}")
    assert f'<option value="{neutral}" selected>' in page and "de chances de prendre la terre" in page


@pytest.mark.rule("GP-SITE-26")
def test_defenders_are_supposed(ask, match):
    owned = next(name for name, land in match.realm.lands.items() if land.owner == "j2")
    assert "supposez ses défenseurs" in ask(f"bataille/?terre={owned}")
    page = ask(f"bataille/?terre={owned}&hommes1=100&renommee1=80&repli1=50&ouvrage=2")
    assert "de chances de prendre la terre" in page and "Défenseur 1" in page


def test_the_way_home_and_the_knights_called(ask, land):
    assert "Refuge à" in ask(f"retraite/?terre={land}&hommes=200")
    assert "CHE 5" in lines_of(ask("chevaliers/"))


@pytest.mark.rule("GP-SITE-27")
def test_a_war_costs_renown(ask):
    before, after = re.search(r"De ([\d,]+) à ([\d,]+)", ask("renommee/?gue=j2")).groups()
    assert float(after.replace(",", ".")) < float(before.replace(",", "."))


@pytest.mark.parametrize(
    "where", ["argentier/?niveau=99", "levee/?terre=X&ecus=abc", "bataille/?chevalier=999&terre=Y"]
)
def test_nonsense_in_an_address_does_no_harm(ask, where):
    assert "</html>" in ask(where)


def test_a_lord_about_to_leave_may_still_ask(ask, match, land, alice, seat_of):
    save_orders(seat_of(alice), "ABD")
    assert "écus lèvent" in ask(f"levee/?terre={land}&ecus=500")


def test_buttons_say_in_words_what_they_write_and_the_code_stands_beside(ask, land):
    page = ask("argentier/?niveau=4")
    assert "Imposer au niveau 4 et rendre" in page and '<code class="code">IMP · RED</code>' in page
    pages = [page, ask(f"levee/?terre={land}&hommes=60"), ask("chevaliers/"), ask(f"bataille/?terre={land}")]
    assert "Appeler 3 chevaliers</button>" in pages[2]
    buttons = [words for page in pages for words in re.findall(r'value="add[^>]*>([^<]*)</button>', page)]
    assert buttons and not [words for words in buttons if re.search(r"\b[A-Z]{3}\b", words)]
