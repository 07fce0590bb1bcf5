"""A continent in a browser: two people and two bots; one of them explores, spies, supports and attacks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Route, expect

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
    host.page.get_by_label("Votre race").select_option(label="Humains")
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
    person.sees("Formulaire envoyé")
    anyway = person.page.get_by_role("button", name="Attaquer et sceller quand même")
    if anyway.count():  # the spy did not come back, and the attack is blind
        anyway.click()
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
    lord.page.get_by_label("Elfes").check()
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


@pytest.fixture
def guest(chromium: Any, site: Any) -> Iterator[Visitor]:
    """Somebody who tries the game against bots, at its order form; forms may be refused to him (status 409)."""
    person = Visitor(chromium, site.url)
    person.go("/")
    person.press("Jouer tout de suite à Daifen")
    person.page.locator('button[value="humains"]').click()
    person.page.wait_for_url("**/partie/**")
    person.go(f"/partie/{person.code}/ordres/")
    yield person
    person.context.close()
    assert [fault for fault in person.faults if "409" not in fault] == []


def await_turn(person: Visitor, turn: int) -> None:
    """The form of this turn stands on the page, and is the only thing that does."""
    expect(person.page.locator("h1")).to_contain_text(f"tour {turn}", timeout=PATIENCE * 1000)
    expect(person.page.locator(".whole-form")).to_be_visible()


def test_a_form_that_was_counted_is_not_said_to_be_lost(guest: Visitor) -> None:
    guest.page.locator("#b-bibliotheque").fill("1")
    guest.page.locator("#u-espion").fill("3")
    seal(guest)
    await_turn(guest, 2)
    for _ in range(2):
        expect(guest.page.locator(".draft-here .notice")).to_have_count(0)
        guest.page.reload()
        guest.page.wait_for_timeout(300)
    assert guest.page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('heraut:')).length") == 0


def cut(person: Visitor, *, after: bool) -> None:
    """Forms are lost on their way, or the answers to them (`after`)."""

    def lose(route: Route) -> None:
        if after:
            route.fetch(max_redirects=0)
        route.abort()

    person.page.route("**/ordres/", lambda way: lose(way) if is_sent(way) else way.continue_())


def is_sent(route: Route) -> bool:
    """Whether this is a form that is sent, not one that is counted while it is filled in."""
    return route.request.method == "POST" and not route.request.headers.get("hx-request")


@pytest.mark.parametrize("after", [True, False])
def test_a_form_whose_answer_was_not_seen(guest: Visitor, after: bool) -> None:
    code, other = guest.code, guest.context.new_page()
    other.goto(guest.page.url)
    guest.page.locator("#b-mine").fill("1")
    cut(guest, after=after)
    guest.press("Envoyer et sceller", ".whole-form")
    if not after:
        other.locator(".whole-form").get_by_role("button", name="Envoyer et sceller").click()
        other.wait_for_url("**#formulaire")
    other.close()
    guest.page.wait_for_url("chrome-error://**")
    guest.go(f"/partie/{code}/")
    await_report(guest, 1)
    guest.go(f"/partie/{code}/ordres/")
    await_turn(guest, 2)
    guest.page.wait_for_timeout(300)
    if after:
        expect(guest.page.locator(".draft-here .notice")).to_have_count(0)
    else:
        expect(guest.page.locator(".draft-here .notice")).to_contain_text("Mine : 1")
    guest.faults.clear()


def test_what_was_sent_is_what_is_judged(guest: Visitor) -> None:
    guest.page.locator("#b-mine").fill("9")
    guest.press("Envoyer", ".whole-form")
    guest.sees("refusé tout entier")
    text = guest.page.locator("#texte")
    text.locator("textarea").fill("CONSTRUIRE Moulin 1\nBOIRE un coup")
    text.get_by_role("button", name="Envoyer", exact=True).click()
    expect(guest.page.locator("#checked")).to_contain_text("BOIRE un coup")
    guest.page.wait_for_timeout(800)  # nothing that the page does by itself takes its place
    expect(guest.page.locator("#checked")).to_contain_text("BOIRE un coup")
    expect(guest.page.locator("#checked")).not_to_contain_text("CONSTRUIRE Mine 9")
    assert "Repris ici" not in guest.text
    expect(guest.page.locator(".draft-here .notice")).to_contain_text("pas ce que vous venez d'envoyer")


def send_refused(guest: Visitor, lines: str) -> None:
    """Sends lines of which one cannot be."""
    text = guest.page.locator("#texte")
    text.evaluate("fold => fold.open = true")
    text.locator("textarea").fill(lines)
    text.get_by_role("button", name="Envoyer", exact=True).click()
    guest.sees("refusé tout entier")
    guest.page.wait_for_timeout(300)


def test_a_refused_text_has_one_explanation(guest: Visitor) -> None:
    lines = "BOIRE un coup\nCONSTRUIRE Moulin 1"
    for _ in range(2):  # written, then overtaken by a line of another page, and written again
        send_refused(guest, lines)
        other = guest.context.new_page()
        other.add_init_script("Storage.prototype.getItem = () => null;")
        other.goto(guest.page.url)
        other.locator("#b-carriere, #b-mine").first.fill("1")
        other.locator(".whole-form").get_by_role("button", name="Envoyer", exact=True).click()
        other.wait_for_url("**#formulaire")
        other.close()
        guest.go(f"/partie/{guest.code}/ordres/")
        guest.page.wait_for_timeout(300)
    send_refused(guest, lines)
    expect(guest.page.locator(".draft-here .notice")).to_have_count(0)


def spies_at_home(person: Visitor) -> bool:
    """Whether there is a spy left to send."""
    return person.page.locator("#x").count() > 0


def sign_up_without_scripts(person: Visitor) -> None:
    """An account for somebody whose browser runs no scripts."""
    person.sign_up_by_the_form("Tristan")


@pytest.mark.parametrize("scripts", [True, False])
def test_what_is_filled_in_is_rehearsed_and_sent(visitor: Come, scripts: bool) -> None:
    """From the form to the rehearsal and back: nothing is sent on the way, nothing lost; with scripts or without."""
    lady = visitor(scripts=scripts)
    lady.sign_up(f"Essayeuse {scripts}")
    lady.begin_match("Mélusine", game="daifen", page="ordres/")
    lady.page.locator("#b-mine").fill("2")
    lady.press("Essayer ce tour", ".whole-form")
    lady.sees("Seront bâtis : 2 Mines")
    lady.press("En détail", "#bilan")
    lady.sees("Ce formulaire n'engage rien")
    lady.press("Envoyer ce formulaire", "#bilan")
    lady.sees("Formulaire envoyé")
    expect(lady.page.locator("#b-mine")).to_have_value("2")
