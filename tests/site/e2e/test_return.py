"""Two people: one is away while a turn is resolved, and comes back; both are there when a match ends."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.site.e2e.test_follow import never_loaded_again, open_continent, still_the_same
from tests.site.e2e.test_lengths import too_tall
from tests.site.e2e.test_life_of_a_match import open_private_table
from tests.site.e2e.visitor import Visitor

Come = Callable[..., Visitor]


def test_whoever_comes_back_is_told_what_has_happened(visitor: Come, site: Any) -> None:
    lady, lord = visitor(), visitor(width=390, height=844)
    lady.sign_up("Ermessende")
    open_private_table(lady, "Ermessende", lords="3")
    lord.sign_up("Garin")
    lord.go(lady.page.url)
    lord.fill("Nom de votre seigneur", "Garin")
    lord.press("Prendre place")
    expect(lady.page.locator("#places")).to_contain_text("Garin")
    lady.press("Commencer maintenant")
    lady.page.wait_for_url("**/partie/**")
    code = lady.code
    lord.go(f"/partie/{code}/")
    lord.seal()
    lord.sees("Ordres scellés")
    lord.page.goto("about:blank")  # he goes away

    lady.go(f"/partie/{code}/lettres/")
    lady.page.locator("textarea[name=text]").fill("Sire, faisons la paix.")
    lady.press("Envoyer", "main")
    lady.go(f"/partie/{code}/")
    lady.seal()
    lady.await_report(1)

    # The return: the first page says what awaits him and what happened, the title how much, a link leads there
    lord.go("/")
    expect(lord.page).to_have_title(re.compile(r"^\(1\)"))
    mine = lord.page.locator(".card.due")
    expect(mine.locator(".since-line")).to_contain_text("Depuis")
    expect(mine).to_contain_text(re.compile(r"\d lettres? à ouvrir"))  # the bot of the third place may write as well
    expect(mine.get_by_role("link", name="Bilan du tour 1")).to_be_visible()
    with sqlite3.connect(site.data / "heraut.sqlite3", timeout=30) as database:  # his last look was an hour ago
        own = "match_id = (SELECT id FROM matches_match WHERE code = ?)"
        database.execute(f"UPDATE matches_presence SET last = datetime('now', '-60 minutes') WHERE {own}", (code,))  # noqa: S608
    lord.go(f"/partie/{code}/")
    expect(lord.page.locator("#depuis")).to_contain_text("Depuis votre visite")
    expect(lord.page).to_have_title(re.compile("^● Bilan du tour 1"))
    expect(lord.page.locator("#onglets .badge")).to_contain_text(re.compile(r"[1-9]"))
    assert "paix" not in lord.page.title()
    lord.page.locator("#depuis").get_by_role("link", name="Bilan du tour 1").click()
    lord.sees("Bilan adressé à : Garin")
    lord.go(f"/partie/{code}/")
    expect(lord.page.locator("#depuis")).to_have_count(0)  # read, it is no news


def test_both_see_the_end_and_one_click_each_leads_to_a_rematch(visitor: Come, site: Any) -> None:
    lady, lord = visitor(), visitor(width=390, height=844)
    lady.sign_up("Ysabel")
    open_continent(lady, "Ysabel")
    lord.sign_up("Jaufre")
    lord.go(lady.page.url)
    lord.fill("Nom de votre seigneur", "Jaufre")
    lord.fill("Nom de votre royaume", "Blaye")
    lord.page.get_by_label("Elfes").check()
    lord.press("Prendre place")
    expect(lady.page.locator("#places")).to_contain_text("2 places prises")  # who plays there is a secret
    lady.press("Commencer maintenant")
    lady.page.wait_for_url("**/partie/**")
    code = lady.code
    lord.go(f"/partie/{code}/")
    board = lady.context.new_page()
    board.goto(f"/partie/{code}/")
    for page in (lord.page, board):
        never_loaded_again(page)
    lady.page.bring_to_front()
    lady.go(f"/table/{code}/")
    lady.page.locator("summary", has_text="Mettre fin à la partie").click()
    close = lady.page.locator("form[action$='/clore/']")
    close.get_by_label("Raison").fill("La nuit est tombée.")
    close.get_by_role("button").click()
    expect(lady.page.locator("#chronique")).to_contain_text("La nuit est tombée.")
    for page in (lord.page, board):  # the end comes by itself to whoever has the match before him
        page.bring_to_front()
        expect(page.locator("#onglets").get_by_role("link", name="♛ La fin")).to_be_visible(timeout=60_000)
        assert still_the_same(page)
    board.close()
    lady.page.bring_to_front()
    lady.go(f"/partie/{code}/")
    for one in (lady, lord):
        one.follow("♛ La fin", "#onglets")
        expect(one.page.locator(".finale-head")).to_contain_text("L'hôte a mis fin à la partie")  # so nobody has won
        expect(one.page.locator(".podium")).to_have_count(0)
        expect(one.page.locator(".seed code").nth(1)).to_have_text(re.compile("^[0-9a-f]{64}$"))
        assert one.fits()
    lady.press("Revanche, avec les mêmes")
    lady.page.wait_for_url("**/table/**")
    lord.press("Revanche, avec les mêmes")
    lord.page.wait_for_url("**/table/**")
    assert lord.code == lady.code
    expect(lady.page.locator("#places")).to_contain_text("2 places prises")


def test_two_share_a_continent_and_see_its_end(visitor: Come) -> None:
    """Played to its end: a neutral host leaves two kingdoms, and both vote for the association (DA-END-08)."""
    host, lady, lord = visitor(), visitor(), visitor(width=390, height=844, color_scheme="dark")
    host.sign_up("Gauvain")
    host.go("/tables/nouvelle/?jeu=daifen")
    host.page.get_by_label("Dès que tous ont scellé").check()
    host.page.get_by_label("Je joue à cette table").uncheck()
    host.page.locator("summary", has_text="Les places").click()
    host.page.get_by_label("Des automates aux places vides").check()
    host.page.get_by_label("Table privée", exact=True).check()
    host.press("Ouvrir la table")
    table = host.page.url
    for one, name, kingdom, race in ((lady, "Enide", "Carnant", "Humains"), (lord, "Erec", "Estregales", "Nains")):
        one.sign_up(name)
        one.go(table)
        one.fill("Nom de votre seigneur", name)
        one.fill("Nom de votre royaume", kingdom)
        one.page.get_by_label(race).check()
        one.press("Prendre place")
        one.page.wait_for_url("**/table/**")
    host.go(table)
    host.press("Commencer maintenant")
    code = host.code
    seal_forms(1, code, lady, lord)
    host.go(table)  # a word to the neutral host, and the bots' kingdoms are gone
    host.page.locator("summary", has_text="Retirer des seigneurs").click()
    out = host.page.locator("form[action$='/eliminer/']")
    for place in out.locator(".field.tick").all():
        if not re.search("Enide|Erec", place.inner_text()):
            place.get_by_role("checkbox").check()
    out.get_by_label("Raison").fill("Des automates.")
    out.get_by_role("button").click()
    expect(host.page.locator("#chronique")).to_contain_text("Des automates.")
    seal_forms(2, code, lady, lord)
    for one in (lady, lord):
        one.go(f"/partie/{code}/ordres/")
        one.page.get_by_label("Oui").check()
        one.seal()
    for one in (lady, lord):
        one.follow("♛ La fin", "#onglets")
        one.sees("Par l'association")
        expect(one.page.locator(".podium .won")).to_have_count(2)
        expect(one.page.locator(".remembered li p:not(.quiet)").first).to_be_visible()
        expect(one.page.locator("svg.plot")).to_have_count(3)  # soldiers, gold, buildings
        assert "Estregales" in one.page.locator("svg.plot").first.inner_html()
        expect(one.page.locator(".seed code").nth(1)).to_have_text(re.compile("^[0-9a-f]{64}$"))
        assert one.fits()
    lady.follow("Revoir la partie en film")
    expect(lady.page.locator(".film figcaption")).to_contain_text("Au départ")
    lady.page.get_by_label("Vitesse").select_option(label="rapide")
    lady.press("Lecture")
    expect(lady.page.locator(".film figcaption")).to_contain_text("Après le tour 2")
    lady.go(f"/partie/{code}/fin/")
    for one in (lady, lord):
        one.press("Revanche, avec les mêmes")
        one.page.wait_for_url("**/table/**")
    assert lord.code == lady.code != code
    assert too_tall(lord, code) == {}
    for one in (host, lady, lord):
        assert one.faults == []


def seal_forms(turn: int, code: str, *lords: Visitor) -> None:
    """Each builds a quarry and seals; the bar says live whether he is awaited, and of the others nothing."""
    for one in lords:
        one.go(f"/partie/{code}/ordres/")
        one.page.get_by_role("spinbutton", name=re.compile("^Carrière")).first.fill("1")
        expect(one.page.locator("#barre")).to_contain_text("Vous êtes attendu")
        one.seal()
        if one is not lords[-1]:
            expect(one.page.locator("#barre")).to_contain_text("Qui est encore attendu est un secret")
    for one in lords:
        one.await_report(turn)
