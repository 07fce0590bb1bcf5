"""Every page follows its match, and a table that waits: nobody has to load a page again to know how things stand."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.site.e2e.test_life_of_a_match import open_private_table
from tests.site.e2e.visitor import Visitor

Come = Callable[..., Visitor]


def open_continent(host: Visitor, lord: str) -> None:
    """A private continent whose turns end when all have sealed, bots in the empty seats."""
    host.go("/tables/nouvelle/?jeu=daifen")
    host.page.get_by_label("Dès que tous ont scellé").check()
    host.fill("Nom de votre seigneur", lord)
    host.page.locator("summary", has_text="Les places").click()
    host.page.get_by_label("Des automates aux places vides").check()
    host.page.get_by_label("Table privée", exact=True).check()
    host.press("Ouvrir la table")


def never_loaded_again(page: Page) -> None:
    """From here on the page has to go on by itself."""
    page.evaluate("window.here = true")


def still_the_same(page: Page) -> bool:
    """Whether it was not loaded again since then."""
    return bool(page.evaluate("window.here === true"))


def test_after_sealing_the_report_comes_by_itself(visitor: Come, site: Any) -> None:
    lady, lord, watcher = visitor(), visitor(width=390, height=844), visitor()
    lady.sign_up("Laudine")
    open_private_table(lady, "Laudine", lords="3")
    table = lady.page.url
    lord.sign_up("Yvain")
    lord.go(table)
    lord.fill("Nom de votre seigneur", "Yvain")
    never_loaded_again(lady.page)
    lord.press("Prendre place")
    expect(lady.page.locator("#places")).to_contain_text("Yvain")  # the table follows who sits down
    assert still_the_same(lady.page)
    lord.page.wait_for_url("**/table/**")
    never_loaded_again(lord.page)
    lady.press("Commencer maintenant")
    expect(lord.page.locator("#suivi")).to_contain_text("La partie commence")
    expect(lord.page).to_have_title(re.compile("^● La partie commence"))
    assert still_the_same(lord.page)
    lady.page.wait_for_url("**/partie/**")
    code = lady.code
    lord.follow("La partie commence", "#suivi")
    watcher.go(f"/partie/{code}/")
    expect(watcher.page.locator("#suivi")).to_contain_text("Laudine et Yvain")
    for page in (lady.page, lord.page, watcher.page):
        never_loaded_again(page)
    expect(watcher.page.locator("[data-sound]")).to_have_count(0)
    lady.press("Son")  # off until she turns it on; it lets her hear what it is
    expect(lady.page.locator("[data-sound]")).to_have_attribute("aria-pressed", "true")
    expect(lady.page.locator("html")).to_have_attribute("data-called", "1")

    lady.seal()
    lady.sees("Ordres scellés")
    expect(lady.page.locator("#suivi")).to_contain_text("On attend encore Yvain")
    expect(watcher.page.locator("#suivi")).to_contain_text("On attend encore Yvain")
    expect(watcher.page.locator("#seigneurs tr", has_text="Laudine")).to_contain_text("scellés")
    lord.open_text()
    lord.sheet.fill("CHE 1")
    lord.seal()
    for one in (lady, lord, watcher):
        expect(one.page.locator("#suivi").get_by_role("link", name="Bilan du tour 1")).to_be_visible(timeout=60_000)
        expect(one.page).to_have_title(re.compile("^● Bilan du tour 1"))
        expect(one.page.locator("#turn")).to_contain_text("tour 2")
        assert still_the_same(one.page)
    expect(lady.page.locator("html")).to_have_attribute("data-called", "2")  # that is her turn again
    assert not lord.page.evaluate("document.documentElement.dataset.called")  # who has not asked for it hears nothing
    lady.page.reload()
    expect(lady.page.locator("[data-sound]")).to_have_attribute("aria-pressed", "true")
    expect(lady.page.locator("#given")).to_have_text("Aucun ordre donné")  # the sheet of the turn that has begun
    assert lady.page.evaluate("document.querySelector('svg.map').getAttribute('viewBox')").count("NaN") == 0
    lady.point_at(lady.own_lands()[0])  # the map that came in place of the former one answers
    expect(lady.page.locator("#fiche .proposals").first).to_be_visible()

    lady.page.reload()  # unread, it stays in view; read, it goes
    expect(lady.page.locator("#suivi")).to_contain_text("Bilan du tour 1")
    lady.follow("Bilan du tour 1", "#suivi")
    lady.sees("Bilan adressé à : Laudine")
    lady.go(f"/partie/{code}/histoire/")
    expect(lady.page.locator("#suivi")).not_to_contain_text("Bilan")
    plain = visitor(scripts=False, storage_state=lord.context.storage_state())
    plain.go(f"/partie/{code}/")
    plain.follow("Bilan du tour 1", "#suivi")
    plain.sees("Bilan adressé à : Yvain")
    assert plain.page.locator("meta[http-equiv=refresh]").get_attribute("content") == "60"


def test_while_a_turn_is_being_resolved_every_page_says_so(visitor: Come, site: Any) -> None:
    lady = visitor()
    lady.sign_up("Lunete")
    code = lady.begin_match("Lunete", lords="3")
    pages = [lady.page]
    for place in ("ordres/", "bilan/", "statistiques/"):
        pages.append(lady.context.new_page())
        pages[-1].goto(f"/partie/{code}/{place}")
    with sqlite3.connect(
        site.data / "heraut.sqlite3", timeout=20
    ) as database:  # a worker has taken the match, and takes its time
        database.execute("UPDATE matches_match SET claimed_until = '2100-01-01' WHERE code = ?", (code,))
    for page in pages:
        page.bring_to_front()
        expect(page.locator("#suivi")).to_contain_text("Le tour 1 est en cours de résolution", timeout=40_000)
        expect(page).to_have_title(re.compile("^● Résolution"))
    plain = visitor(scripts=False, storage_state=lady.context.storage_state())
    plain.go(f"/partie/{code}/bilan/")
    assert plain.page.locator("meta[http-equiv=refresh]").get_attribute("content") == "10"
    expect(plain.page.locator("#suivi").get_by_role("link", name="Actualiser cette page")).to_be_visible()
    plain.go(f"/partie/{code}/lettres/")
    assert plain.page.locator("meta[http-equiv=refresh]").count() == 0  # something may be typed there
    with sqlite3.connect(site.data / "heraut.sqlite3", timeout=20) as database:
        database.execute("UPDATE matches_match SET claimed_until = NULL WHERE code = ?", (code,))
    pages[0].bring_to_front()
    expect(pages[0].locator("#suivi")).not_to_contain_text("résolution", timeout=40_000)
    expect(pages[0]).to_have_title(re.compile("^(?!●)"))


def test_a_continent_is_followed_and_keeps_its_secret(visitor: Come) -> None:
    lady = visitor()
    lady.sign_up("Nicolette")
    code = lady.begin_match("Énide", game="daifen", page="ordres/")
    kingdom = lady.context.new_page()
    kingdom.goto(f"/partie/{code}/")
    lady.page.bring_to_front()
    lady.press("Envoyer et sceller", ".whole-form")
    lady.page.wait_for_load_state()
    never_loaded_again(lady.page)
    for page in (lady.page, kingdom):
        page.bring_to_front()
        expect(page.locator("#suivi").get_by_role("link", name="Bilan du tour 1")).to_be_visible(timeout=60_000)
        expect(page.locator("#turn")).to_contain_text("tour 2")
    assert still_the_same(lady.page)
    expect(lady.page.locator("#given")).to_contain_text("Aucun ordre donné")


@pytest.mark.parametrize("way", ["a reload", "the other language", "the way back", "the end of the turn", "a refusal"])
def test_a_form_of_daifen_loses_no_field(visitor: Come, way: str) -> None:
    lady = visitor()
    lady.sign_up(f"Esclarmonde{way.replace(' ', '')}")
    lady.begin_match("Esclarmonde", game="daifen", page="ordres/")
    field = lady.page.locator(".whole-form input[type=number]").first
    field.fill("1")
    if way == "a reload":
        lady.page.reload()
    elif way == "the other language":
        lady.press("English", "footer")
    elif way == "the way back":
        lady.page.locator("#onglets").get_by_role("link", name="Atlas").click()
        lady.page.wait_for_url("**/atlas/")
        lady.page.go_back()
    elif way == "a refusal":
        field.fill("9999")
        lady.press("Envoyer", ".whole-form")
        lady.sees("refusé tout entier")
        expect(field).to_have_value("9999")
        field.fill("1")
        lady.page.reload()  # sends the refused form again: what was typed since then is not lost by that
        lady.page.wait_for_load_state()
        lady.faults.clear()
    else:
        other = lady.context.new_page()
        other.add_init_script("Storage.prototype.getItem = () => null;")
        other.goto(lady.page.url)
        other.locator(".whole-form").get_by_role("button", name="Envoyer et sceller").click()
        other.wait_for_load_state()
        other.close()
        lady.page.bring_to_front()
        box = lady.page.locator(".offered")
        expect(box).to_contain_text(": 1", timeout=60_000)
        box.get_by_role("button", name="Remplir à nouveau le formulaire").click()
    expect(field).to_have_value("1")
    expect(lady.page.locator("#checked")).to_contain_text(re.compile("Pas encore envoyé|Not sent yet"))


def test_a_letter_that_is_being_written(visitor: Come) -> None:
    lady = visitor()
    lady.sign_up("Blanchefleur")
    lady.begin_match("Blanchefleur", lords="3", page="lettres/")
    lady.page.locator("textarea[name=text]").fill("Sire, je vous")
    lady.follow("Histoire", "main nav")
    lady.page.wait_for_url("**/histoire/")
    lady.follow("Chancellerie", "main nav")
    lady.page.wait_for_url("**/lettres/")
    text = lady.page.locator("textarea[name=text]")
    expect(text).to_have_value("Sire, je vous")
    text.fill("Sire, je vous salue.")
    lady.press("Envoyer", "main")
    lady.sees("Sire, je vous salue.")
    lady.follow("Chancellerie", "main nav")
    expect(lady.page.locator("form textarea[name=text]")).to_have_value("")


def test_a_page_that_is_left_alone_asks_seldom(visitor: Come) -> None:
    asked: list[float] = []
    lady = visitor()
    lady.sign_up("Guenièvre")
    lady.begin_match("Guenièvre", lords="3")
    lady.page.on("request", lambda request: "/pouls/" in request.url and asked.append(time.monotonic()))
    lady.page.wait_for_timeout(8_000)
    assert 3 <= len(asked) <= 8, asked
