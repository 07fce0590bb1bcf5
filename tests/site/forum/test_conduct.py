"""The code of conduct, where one writes and joins; rules with formulas and tips apart, and tools to take along."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree

import pytest
from django.test import Client

from heraut.engine.rulebook import read_rules
from heraut.games.gloire.orders import ORDERS
from heraut.site.accounts.models import Player
from heraut.site.lobby.tables import open_table
from heraut.site.matches.models import Match
from tests.site.forum.conftest import Browser, begun, forum, read
from tests.site.matches.builders import OPTIONS, WEEKLY

pytestmark = pytest.mark.django_db
RULES = read_rules("heraut.games.gloire")


def chapter(page: str, anchor: str) -> str:
    """A chapter of the code, as words."""
    found = re.search(rf'<section aria-labelledby="{anchor}">(.*?)</section>', page, re.S)
    assert found is not None, anchor
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[1])).replace("\u202f", " ").replace("\xa0", " ").split())


@pytest.mark.rule("GP-RP-01", "GP-RP-03", "GP-RP-04", "GP-RP-05", "GP-RP-06", "GP-RP-08", "GP-RP-09")
def test_the_code_of_conduct_says_what_the_rulebook_asks_of_players() -> None:
    page = read(Client(), "/conduite/")
    three = chapter(page, "three")
    assert "Ils sont trois" in three and "L'attaque d'un seigneur contre un autre" in three and "jeu de rôle" in three
    assert "Ni racisme ni pornographie, même dans un rôle" in chapter(page, "decency")
    tale = chapter(page, "tale")
    assert "point de vue de son auteur" in tale and "ignore ce que seuls les joueurs ont lu" in tale
    assert "Demandez l'accord d'un joueur" in tale and "récit déjà paru" in tale
    steps = chapter(page, "quarrel")
    assert steps.index("lettre privée") < steps.index("aide de camp") < steps.index("arbitre")
    assert 'href="mailto:' in page.partition('id="quarrel"')[2].partition("</section>")[0]
    legal = chapter(page, "legal")
    for word in (
        "Mentir",
        "trahir",
        "victoire à tout prix",
        "félonie",
        "seigneur neutre de moindre renommée",
        "guerre",
    ):
        assert word in legal, word
    leaving = chapter(page, "leaving")
    assert "que pour la jouer" in leaving and "/forum/remplacements/" in page
    calm = chapter(page, "calm")
    assert "boire un café" in calm and "de bonne grâce" in calm and "seul le forum restera" in calm


@pytest.mark.rule("GP-RP-01")
def test_it_is_summed_up_wherever_one_writes_or_joins(
    table: Match, alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    begun(table, bob)
    waiting = open_table(charlie, "Une table", {**OPTIONS, "lords": 4}, WEEKLY, game="gloire")
    places = [forum(table, "1/"), forum(table, "nouveau/"), "/forum/suggestions/nouveau/", f"/table/{waiting.code}/"]
    for place in (*places, f"/partie/{table.code}/lettres/"):
        page = read(client_of(alice), place)
        form = page.partition("<main")[2].partition("</main>")[0]
        assert "le seigneur n’est pas le joueur" in unescape(form).replace("'", "’") and 'href="/conduite/"' in form, (
            place
        )


def test_it_is_whole_in_english(client_of: Browser, alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(language="en")
    alice.refresh_from_db()
    page = unescape(read(client_of(alice), "/conduite/"))
    assert "They are three" in page and "private letter" in page and "{" not in chapter(page, "quarrel")


@pytest.mark.rule("GP-RP-04")
def test_a_tale_says_that_it_is_its_authors_point_of_view(table: Match, alice: Player) -> None:
    begun(table, alice, kind="tale", title="Conte")
    begun(table, alice, kind="lord", title="Défi")
    hint = "Les seigneurs ignorent ce que seuls les joueurs ont lu"
    assert hint in read(Client(), forum(table, "1/")) and hint not in read(Client(), forum(table, "2/"))


@pytest.mark.rule("GP-SITE-28")
def test_formulas_and_tips_stand_apart_and_a_quick_reading_skips_them(
    table: Match, alice: Player, client_of: Browser
) -> None:
    for client, address in ((Client(), "/regles/gloire/"), (client_of(alice), f"/partie/{table.code}/regles/")):
        whole, quick = read(client, address), read(client, f"{address}?lecture=rapide")
        assert 'href="?lecture=rapide"' in whole and 'href="?lecture=entiere"' in quick
        formulas = sum(bool(rule.formula_fr) for rule in RULES.values())
        tips = sum(bool(rule.tip_fr) for rule in RULES.values())
        assert (whole.count('class="formula"'), whole.count('class="tip"')) == (formulas, tips) and formulas >= 14
        assert not re.search('class="(formula|tip|example)"', quick)
        for rule in ("GP-CHE-02", "GP-RP-06"):
            assert f'id="{rule}"' in whole and f'id="{rule}"' in quick
        assert "10 × renommée²" in whole and "10 × renommée²" not in quick and "carré de la renommée" in quick


def test_no_formula_is_left_in_the_text_that_a_quick_reading_shows() -> None:
    shown = {id: rule.fr for id, rule in RULES.items() if rule.formula_fr}
    assert not [id for id, text in shown.items() if re.search(r" [=×÷] ", text)]
    for rule in RULES.values():
        assert bool(rule.formula_fr) == bool(rule.formula_en) and bool(rule.tip_fr) == bool(rule.tip_en)
        assert rule.text("fr").startswith(rule.fr) and rule.text("en").endswith(rule.formula_en)
    found = read(Client(), "/regles/gloire/?q=0,0833")
    assert "GP-IMP-02" in found and "<mark>0,0833</mark>" in found  # and the search finds it all the same
    assert 'class="formula"' in read(Client(), "/regles/gloire/GP-IMP-02/")


@pytest.mark.rule("GP-SITE-28")
def test_tools_can_be_downloaded() -> None:
    page = read(Client(), "/regles/gloire/")
    for name in ("ordres.txt", "aide-memoire.svg", "armes.svg"):
        address = f"/regles/gloire/{name}"
        assert f'href="{address}"' in page
        answer = Client().get(address)
        assert answer.status_code == 200 and "attachment" in answer.headers["Content-Disposition"]
        text = answer.content.decode()
        if name.endswith(".svg"):
            assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
        if name != "armes.svg":
            assert all(order.code in text for order in ORDERS), name
    assert text.count("<title>") == 100
