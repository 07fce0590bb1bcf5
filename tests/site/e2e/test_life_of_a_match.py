"""The life of a match in a browser: from the sign-up form to the reports, by every way of giving orders."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.site.e2e.visitor import PASSWORD, Visitor

Come = Callable[..., Visitor]
LORD = "Mélusine de Thulé"


def open_private_table(host: Visitor, lord: str, *, lords: str = "10") -> None:
    """A table of one's own, as long as everyone has to seal, bots in the empty seats."""
    host.go("/tables/nouvelle/")
    host.page.get_by_label("Dès que tous ont scellé").check()
    host.fill("Nom de votre seigneur", lord)
    host.page.locator("summary", has_text="Les places").click()
    host.fill("Nombre de seigneurs", lords)
    host.page.get_by_label("Des automates aux places vides").check()
    host.page.get_by_label("Table privée", exact=True).check()
    host.press("Ouvrir la table")


def test_from_the_sign_up_form_to_the_fifth_report(visitor: Come) -> None:
    lady = visitor()
    lady.go("/")
    lady.follow("S'inscrire", "header")
    name = lady.sign_up_by_the_form("Mélusine")
    expect(lady.page.locator("header").get_by_role("link", name=name).first).to_be_visible()
    open_private_table(lady, LORD)
    lady.sees("Le bureau de l'hôte")
    lady.press("Commencer maintenant")
    lady.page.wait_for_url("**/partie/**")
    lady.sees(LORD)
    for turn, give_orders in enumerate((by_the_map, by_a_knight, by_the_forms, by_typing, without_scripts), start=1):
        lines = give_orders(lady, visitor)
        lady.await_report(turn)
        for line in lines:
            expect(lady.page.locator("article.report code", has_text=line).first).to_be_visible()


def by_the_map(lady: Visitor, come: Come) -> list[str]:
    """Clicks one's land on the map, and what its card proposes."""
    (home,) = lady.own_lands()
    assert home not in lady.lands_out_of_sight()
    lady.point_at(home)
    card = lady.page.locator("#fiche")
    tax = lady.offer("IMP")
    card.get_by_role("spinbutton", name="Niveau").fill("2")
    tax.click()
    expect(lady.sheet).to_have_value(f"IMP 2 {home}\n")
    levy = card.locator("#autres-ordres [data-offer=ARM]")  # a garrison: the levy under the knight is the likelier one
    levy.get_by_label("Écus").fill("1500")
    levy.locator(".propose").click()
    expect(lady.sheet).to_have_value(f"IMP 2 {home}\nARM {home} 1500\n")
    expect(lady.page.locator("#checked li.good")).to_have_count(2)
    expect(lady.page.locator("#dit")).to_have_text(
        re.compile("^Ordre 2 ajouté : Lever des hommes .* Trésor après le tour")
    )
    lady.page.locator("#checked [value='drop:2']").press("Enter")
    expect(lady.page.locator("#dit")).to_have_text(re.compile("^Ordre 2 retiré"))
    expect(lady.page.locator("#checked [value='drop:1']")).to_be_focused()  # it has taken the place of the other
    lady.page.keyboard.press("u")
    expect(lady.page.locator("#dit")).to_have_text(re.compile("^Dernier geste annulé. Ordre 2 ajouté"))
    lady.seal()
    lady.sees("Ordres scellés")
    return [f"IMP 2 {home}", f"ARM {home} 1500"]


def by_a_knight(lady: Visitor, come: Come) -> list[str]:
    """Clicks a knight, then the land where he is to march."""
    lady.go(f"/partie/{lady.code}/")
    lady.page.locator("svg.map a.knight").first.click()
    expect(lady.page.locator("#knight-chosen")).to_contain_text(LORD)
    near = lady.page.locator("#fiche .near a").first.get_attribute("data-land")
    assert near is not None
    lady.point_at(near)
    its_own = f'#fiche .forces [data-land="{near}"], #fiche .proposals input[name=line][value$="{near}"]'
    expect(lady.page.locator(its_own).first).to_be_attached()  # the card of that land has come
    lady.page.locator('#fiche .proposals [data-offer$="ATT"] .propose').first.click()
    expect(lady.sheet).to_have_value(re.compile(f'ATT "{LORD}" {near}\n$'))
    lady.seal()
    lady.sees("Ordres scellés")
    return [f'ATT "{LORD}" {near}']


def by_the_forms(lady: Visitor, come: Come) -> list[str]:
    """Opens the forms of three phases, and lets each write its line."""
    lady.go(f"/partie/{lady.code}/ordres/")
    forms = lady.page.locator("section.forms")
    forms.locator("summary", has_text="IMP").click()
    levy = forms.locator("form", has=lady.page.locator("input[name=code][value=IMP]"))
    levy.get_by_label("Niveau").fill("1")
    land = levy.get_by_label("Terre").input_value()
    levy.get_by_role("button", name="Ajouter").click()
    expect(lady.sheet).to_have_value(f"IMP 1 {land}\n")
    forms.locator("summary", has_text="CHE").click()
    call = forms.locator("form", has=lady.page.locator("input[name=code][value=CHE]"))
    call.get_by_label("Nombre").fill("1")
    call.get_by_role("button", name="Ajouter").click()
    expect(lady.sheet).to_have_value(f"IMP 1 {land}\nCHE 1\n")
    lady.press("Descendre la ligne 1")
    expect(lady.sheet).to_have_value(re.compile(f"CHE 1\nIMP 1 {land}\n?"))
    lady.seal()
    lady.sees("Ordres scellés")
    return ["CHE 1", f"IMP 1 {land}"]


def by_typing(lady: Visitor, come: Come) -> list[str]:
    """Types the text on a telephone; each line is checked as it comes, and kept without a button."""
    phone = come(width=390, height=844, storage_state=lady.context.storage_state())
    phone.go(f"/partie/{lady.code}/ordres/")
    phone.sheet.press_sequentially("CHE 1\nIMP 99 NARVIK")
    expect(phone.page.locator("#checked li.good")).to_have_count(1)
    expect(phone.page.locator("#checked li.refused")).to_have_count(1)
    expect(phone.page.locator("#given")).to_have_text("Enregistrés, 1 ligne refusée")
    expect(phone.sheet).to_have_attribute("aria-invalid", "true")
    expect(phone.page.locator("#dit")).to_contain_text("1 ligne refusée. Ligne 2 : ")
    phone.go(f"/partie/{lady.code}/ordres/")
    expect(phone.sheet).to_have_value("CHE 1\nIMP 99 NARVIK")
    phone.sheet.fill("CHE 1\n; rien d'autre")
    expect(phone.page.locator("#checked li.refused")).to_have_count(0)
    expect(phone.sheet).not_to_have_attribute("aria-invalid", "true")
    assert phone.fits()
    phone.seal()
    phone.sees("Ordres scellés")
    return ["CHE 1"]


def without_scripts(lady: Visitor, come: Come) -> list[str]:
    """Gives orders by the card of a land and by a form, then seals, without a line of JavaScript."""
    plain = come(scripts=False, storage_state=lady.context.storage_state())
    plain.go(f"/partie/{lady.code}/")
    home = plain.own_lands()[0]
    plain.page.get_by_label("Une terre", exact=True).fill(home.lower())
    plain.press("Ouvrir", ".land-search")
    tax = plain.offer("IMP")
    plain.page.locator("#fiche").get_by_role("spinbutton", name="Niveau").fill("5")
    tax.click()
    expect(plain.sheet).to_have_value(f"IMP 5 {home}\n")
    plain.follow("Mes ordres", "main nav")
    forms = plain.page.locator("section.forms")
    forms.locator("summary", has_text="CHE").click()
    forms.locator("form", has=plain.page.locator("input[name=code][value=CHE]")).get_by_label("Nombre").fill("2")
    forms.locator("form", has=plain.page.locator("input[name=code][value=CHE]")).get_by_role("button").click()
    expect(plain.sheet).to_have_value(f"IMP 5 {home}\nCHE 2\n")
    plain.seal()
    plain.sees("Ordres scellés.")
    return [f"IMP 5 {home}", "CHE 2"]


@pytest.mark.rule("GP-INF-03", "GP-INF-04", "GP-GEN-02")
def test_two_at_one_table_and_a_spectator_each_see_their_own(visitor: Come) -> None:
    galahad, morgane, watcher = visitor(), visitor(), visitor()
    galahad.sign_up("Galahad")
    open_private_table(galahad, "Galahad le Pur", lords="3")
    table = galahad.page.get_by_label("Le lien à donner à vos invités").input_value()
    morgane.sign_up("Morgane")
    morgane.go(table)
    morgane.fill("Nom de votre seigneur", "Morgane la Fée")
    morgane.press("Prendre place")
    galahad.go(table)
    galahad.press("Commencer maintenant")
    galahad.page.wait_for_url("**/partie/**")
    code = galahad.code
    for one in (galahad, morgane, watcher):
        one.go(f"/partie/{code}/")
    assert len(galahad.own_lands()) == len(morgane.own_lands()) == 1
    assert galahad.own_lands() != morgane.own_lands() and watcher.own_lands() == []
    assert watcher.page.locator("svg.map a.knight, #panel").count() == 0

    for one, orders in ((galahad, "CHE 1\nORG 2 700 excalibur"), (morgane, "CHE 2\nORG 3 900 avalon")):
        one.go(f"/partie/{code}/ordres/")
        one.sheet.fill(orders)
        one.seal()
        one.sees("Ordres scellés")
    assert watcher.context.request.get(f"/partie/{code}/ordres/", max_redirects=0).status == 302
    for one in (galahad, morgane, watcher):
        one.await_report(1)
    told = {one: one.text for one in (galahad, morgane, watcher)}
    assert (
        "Bilan adressé à : Galahad le Pur" in told[galahad]
        and "excalibur" in told[galahad]
        and "avalon" not in told[galahad]
    )
    assert (
        "Bilan adressé à : Morgane la Fée" in told[morgane]
        and "avalon" in told[morgane]
        and "excalibur" not in told[morgane]
    )
    assert "Votre domaine" in told[galahad] and "Votre domaine" in told[morgane]
    for secret in ("Bilan adressé à", "Vos ordres", "Votre domaine", "excalibur", "avalon"):
        assert secret not in told[watcher]


def test_a_guest_plays_at_once_and_keeps_the_seat_by_signing_up(visitor: Come) -> None:
    guest = visitor(width=390, height=844)
    guest.play_at_once()
    code, (home,) = guest.code, guest.own_lands()
    guest.page.locator("details.menu summary").click()
    guest.follow("Garder ma place", "details.menu")
    name = guest.fill_in_the_form("Perceval")
    guest.context.clear_cookies()
    guest.go("/compte/login/")
    guest.fill("Nom de joueur ou adresse de courriel", name)
    guest.fill("Mot de passe", PASSWORD)
    guest.press("Se connecter", "main")
    guest.page.wait_for_url(lambda url: "login" not in url)
    guest.go(f"/partie/{code}/")
    assert guest.own_lands() == [home] and guest.fits()
    guest.open_text()
    guest.sheet.fill(f"IMP 1 {home}")
    guest.seal()
    guest.sees("Ordres scellés")
    guest.await_report(1)


def test_orders_are_given_and_sealed_by_the_keyboard_alone(visitor: Come) -> None:
    hand = visitor()
    hand.go("/")
    tab_to(hand, "button", "Jouer tout de suite")
    hand.page.keyboard.press("Enter")
    hand.page.wait_for_url("**/presentation/")
    tab_to(hand, "a", "Commencer")
    hand.page.keyboard.press("Enter")
    hand.page.wait_for_url("**/partie/*/")
    (home,) = hand.own_lands()
    tab_to(hand, "a", home)  # the map lets one land be reached by the tabulator, one's own
    hand.page.keyboard.press("Enter")
    expect(hand.page.locator("#fiche .proposals").first).to_be_visible()
    tab_to(hand, "summary", "Autres ordres")
    hand.page.keyboard.press("Enter")
    tab_to(hand, "button", "[IMP]")  # "IMP RED", tax and gift in one, has no figure
    tab_to(hand, "input", "")
    hand.page.keyboard.press("Control+a")
    hand.page.keyboard.type("5")
    hand.page.keyboard.press("Enter")
    expect(hand.sheet).to_have_value(f"IMP 5 {home}\n")
    tab_to(hand, "summary", "La feuille en texte")
    hand.page.keyboard.press("Enter")
    tab_to(hand, "textarea", "")
    hand.page.keyboard.press("Control+End")
    hand.page.keyboard.type("CHE 1")
    expect(hand.page.locator("#checked li.good")).to_have_count(2)
    tab_to(hand, "button", "Sceller")
    hand.page.keyboard.press("Enter")
    hand.sees("Ordres scellés")
    hand.await_report(1)
    hand.sees(f"IMP 5 {home}")


FOCUSED = """() => {
  const it = document.activeElement, box = it.getBoundingClientRect(), style = getComputedStyle(it);
  const offer = it.closest("[data-offer]")?.dataset.offer ?? "";
  const said = `${it.dataset.land || ""} ${it.textContent.trim()} [${offer}]`;
  return [it.localName, said, box.width > 0 && style.visibility !== "hidden"];
}"""


def tab_to(hand: Visitor, kind: str, words: str, most: int = 80) -> None:
    """Presses Tab until this element has the focus; everything on the way can be seen."""
    for _ in range(most):
        hand.page.keyboard.press("Tab")
        name, said, visible = hand.page.evaluate(FOCUSED)
        assert visible or name == "body", f"the focus is on something unseen: {name} {said}"
        if name == kind and words in said:
            return
    raise AssertionError(f"{most} tabs, and no {kind} {words}")
