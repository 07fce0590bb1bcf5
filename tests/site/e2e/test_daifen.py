"""A continent in a browser: two people and two bots; one of them explores, spies, supports and attacks."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import expect

from tests.site.e2e.visitor import PATIENCE, Visitor

Come = Callable[..., Visitor]
MOST_TURNS = 6  # to find somebody: three explorers miss everyone one time in sixty-four


def open_continent(host: Visitor) -> str:
    """A private table of four kingdoms, bots in the empty places; its address."""
    host.go("/tables/nouvelle/")
    host.follow("Daifen", "main")
    host.page.get_by_label("Dès que tous ont scellé").check()
    host.fill("Nom de votre seigneur", "Mélusine")
    host.fill("Nom de votre royaume", "Haute-Brume")
    host.page.get_by_label("Votre peuple").select_option(label="Humains")
    host.page.locator("summary", has_text="Les places").click()
    host.fill("Nombre de royaumes au plus", "4")
    host.page.get_by_label("Des automates aux places vides").check()
    host.page.get_by_label("Table privée", exact=True).check()
    host.press("Ouvrir la table")
    host.page.wait_for_url("**/table/**")
    return host.page.url


def await_report(person: Visitor, turn: int) -> None:
    """Opens the report of this turn as soon as there is one."""
    until, code = time.monotonic() + PATIENCE, person.code
    while person.context.request.get(f"/partie/{code}/bilan/{turn}/").status != 200:
        assert time.monotonic() < until, f"turn {turn} was not resolved"
        time.sleep(0.2)
    person.go(f"/partie/{code}/bilan/{turn}/")
    person.sees(f"Bilan du tour {turn}")


def seal(person: Visitor) -> None:
    """Sends the form on the page, for good."""
    person.press("Envoyer et sceller", ".whole-form")
    person.sees("Formulaire envoyé et scellé")


def pass_turn(other: Visitor, turn: int) -> None:
    """The other one sends an empty form."""
    other.go(f"/partie/{other.code}/ordres/")
    seal(other)


def test_a_continent_from_the_table_to_an_assault(visitor: Come) -> None:
    lady, lord = visitor(), visitor(width=390, height=844, scripts=False)
    lady.sign_up("Brumeline")
    sign_up_without_scripts(lord)
    table = open_continent(lady)
    lord.go(table)
    lord.fill("Nom de votre seigneur", "Tristan")
    lord.fill("Nom de votre royaume", "Basse-Brume")
    lord.press("Prendre place")
    lord.sees("2 places prises sur 4")
    assert "Mélusine" not in lord.text
    lady.go(table)
    lady.press("Commencer maintenant")
    lady.page.wait_for_url("**/partie/**")
    lady.sees("Haute-Brume")
    lord.go(f"/partie/{lady.code}/")
    lord.sees("Basse-Brume")

    # three spies, and a fourth refused as it is typed
    lady.go(f"/partie/{lady.code}/ordres/")
    lady.page.locator("#u-espion").fill("4")
    expect(lady.page.locator("#checked .refused")).to_contain_text("Places d'entraînement")
    lady.page.locator("#u-espion").fill("3")
    expect(lady.page.locator("#checked .gauges")).to_contain_text("24 sur 50")
    expect(lady.page.locator("#checked .refused")).to_have_count(0)
    seal(lady)
    pass_turn(lord, 1)
    await_report(lady, 1)
    lady.sees("3 Espions")

    # they look for kingdoms until one is found
    for turn in range(2, 2 + MOST_TURNS):
        lady.go(f"/partie/{lady.code}/ordres/")
        spies = lady.page.locator("#x").get_attribute("max")
        assert spies is not None
        lady.page.locator("#x").fill(spies)
        if turn > 2:
            lady.page.locator("#u-espion").fill("2")
        seal(lady)
        pass_turn(lord, turn)
        await_report(lady, turn)
        lady.go(f"/partie/{lady.code}/outils/atlas/")
        if lady.page.locator(".atlas .card").count():
            break
    found = lady.page.locator(".atlas .card h2").first.inner_text().strip()
    lady.sees(f"connu depuis le tour {turn}")

    # support and spying, then an assault told round by round
    lady.go(f"/partie/{lady.code}/ordres/")
    lady.page.locator("#u-espion").fill("3")
    if spies_at_home(lady):
        lady.page.get_by_label(f"Espionner : {found}", exact=True).fill("1")
    lady.page.locator("summary", has_text="Soutenir").click()
    lady.page.locator("#s1-k").select_option(found)
    lady.page.locator("#s1-guerrier").fill("1")
    seal(lady)
    pass_turn(lord, turn + 1)
    await_report(lady, turn + 1)
    lady.sees(f'SOUTENIR "{found}" : Guerrier 1')

    lady.go(f"/partie/{lady.code}/outils/assaut/")
    lady.page.get_by_label("Contre").select_option(found)
    lady.sees("Qui défend")
    lady.page.locator("#a-guerrier").fill("3")
    lady.press("Calculer")
    lady.sees("La place est prise")

    lady.go(f"/partie/{lady.code}/ordres/")
    lady.page.locator("summary", has_text="Attaquer").click()
    lady.page.locator("#a1-k").select_option(found)
    lady.page.locator("#a1-guerrier").fill("1")
    seal(lady)
    pass_turn(lord, turn + 2)
    await_report(lady, turn + 2)
    expect(lady.page.locator(".assault.attacker")).to_contain_text("Vos forces")
    for page in ("", "histoire/", "statistiques/", "outils/espions/", "outils/connaissances/", "regles/?peuple=orcs"):
        assert lady.go(f"/partie/{lady.code}/{page}") == 200 and lady.fits()
        assert lord.go(f"/partie/{lord.code}/{page}") == 200 and lord.fits()


def spies_at_home(person: Visitor) -> bool:
    """Whether there is a spy left to send."""
    return person.page.locator("#x").count() > 0


def sign_up_without_scripts(person: Visitor) -> None:
    """An account for somebody whose browser runs no scripts."""
    person.sign_up("Tristan")
