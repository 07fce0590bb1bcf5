"""The first evening on a continent: from the first page to a sealed form by the guide alone, then a spy's report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.site.e2e.test_first_turn import IN_VIEW, PHONE
from tests.site.e2e.visitor import Visitor

Come = Callable[..., Visitor]
SMALLEST_LETTER = """() => {
  const shown = [...document.querySelectorAll("svg.world text")].filter((text) => text.checkVisibility());
  return Math.min(...shown.map((text) => {
    const matrix = text.getScreenCTM();
    return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.a, matrix.b);
  }));
}"""
CLEAR = """() => {  // whether the ringed thing is whole: not under the guide, nor under the bar
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const thing = box(".ringed"), guide = box("#premiers-pas"), dock = box(".dock");
  const apart = (other) => thing.bottom <= other.top || thing.top >= other.bottom;
  return thing.top >= 0 && thing.bottom <= innerHeight && apart(guide) && apart(dock);
}"""
MOST_TURNS = 12  # to find somebody: an explorer misses everyone five times in six at worst


def begin(guest: Visitor) -> None:
    """A continent to try, from the first page, past its introduction."""
    guest.go("/")
    guest.press("Jouer tout de suite à Daifen")
    guest.page.locator('button[value="humains"]').click()
    guest.follow("Commencer")
    guest.page.wait_for_url("**/ordres/")


def by_itself(guest: Visitor, turn: int) -> None:
    """Whoever has sealed is led to the report."""
    guest.page.locator("#suivi").get_by_role("link", name=f"Bilan du tour {turn}").click(timeout=60_000)
    guest.page.wait_for_url(f"**/bilan/{turn}/")


def spy_until_somebody_is_seen(guest: Visitor) -> str:
    """Sends forms without a page: explorers, then a spy to whoever is known. The report that tells what he saw."""
    address, http = f"/partie/{guest.code}/", guest.context.request
    for turn in range(2, MOST_TURNS):
        guest.go(address + "ordres/")
        known = guest.page.locator(".missions input[name^='e-']")
        one = known.first.get_attribute("name") if known.count() else "x"
        token = guest.page.locator("#champs input[name=csrfmiddlewaretoken]").get_attribute("value")
        base = guest.page.locator("#champs input[name=base]").get_attribute("value")
        form: dict[str, Any] = {"csrfmiddlewaretoken": token, "base": base, "fields": "1", "do": "seal"}
        spies = guest.page.locator("#x").get_attribute("max") if guest.page.locator("#x").count() else "0"
        form |= {"u-espion": "3"} | ({one: spies} if spies != "0" else {})
        headers = {"Referer": guest.page.url}
        assert http.post(address + "ordres/", form=form, headers=headers).status == 200
        guest.await_report(turn)
        if guest.page.locator(".summary .happened li", has_text="Vu chez").count():
            return guest.page.locator(".summary .happened").inner_text()
    raise AssertionError("nobody was found")


def test_a_guest_follows_the_guide_to_a_sealed_form_and_a_spy_s_report(visitor: Come) -> None:
    for choices in (PHONE, {"height": 800}):
        guest = visitor(**choices)
        begin(guest)
        page, step = guest.page, guest.page.locator("#premiers-pas li.open")
        for number, words in enumerate(("bourse", "carrière", "espion", "Vérifiez"), start=1):
            expect(step).to_contain_text(words)
            expect(step).to_have_attribute("data-n", str(number))
            expect(page.locator(".ringed")).to_have_count(1)  # the thing itself
            assert page.evaluate(IN_VIEW)
            step.get_by_role("link", name="Montrez-le-moi").click()
            guest.awaits(CLEAR)
            step.locator("button").click()
            expect(page.locator("#etape")).to_be_focused()  # the next step
        expect(step).to_contain_text("scellez")
        expect(page.locator("#b-carriere")).to_have_value("1")
        expect(page.locator("#pourquoi-u-espion")).to_have_text("8 or, reste 7")
        expect(page.locator("#barre")).to_contain_text("reste 7 or")
        expect(page.locator("#checked")).to_contain_text("serait accepté")
        guest.press("Annuler le dernier geste", "#barre")  # nothing was sent: the field goes back
        expect(page.locator("#u-espion")).to_have_value("")
        expect(page.locator("#barre")).to_contain_text("reste 15 or")
        page.locator(".count:has(#u-espion) [data-step='1']").click()
        expect(page.locator("#barre")).to_contain_text("reste 7 or")
        page.locator("#u-espion").press("Enter")  # verifies, and is answered though nothing has changed
        expect(page.locator("#dit")).to_have_text("Tel quel, ce formulaire serait accepté. Pas encore envoyé.")
        expect(page.locator("#u-espion")).to_have_value("1")
        step.get_by_role("button", name="Envoyer et sceller").click()
        expect(page.locator("#dit")).to_have_text("Formulaire envoyé et scellé.")
        guest.sees("Formulaire envoyé et scellé")
        by_itself(guest, 1)
        expect(page.locator(".summary")).to_contain_text("6 carrières")
        expect(page.locator(".summary .aim")).to_contain_text("explorer")
        assert guest.fits()
        page.locator(".summary .aim a").click()
        expect(page.locator("#premiers-pas")).to_have_count(0)
        page.locator(".counsel button").click()
        expect(page.locator("#checked")).to_contain_text("Envoyer 1 espion explorer")
        assert guest.fits()
    assert "or." in spy_until_somebody_is_seen(guest)
    attack_from_the_kingdom_s_page(guest)


def test_a_step_of_the_guide_that_is_pressed_as_it_comes_is_taken(visitor: Come) -> None:
    for choices in (PHONE, {"height": 800}):
        guest = visitor(**choices)
        begin(guest)
        page, step = guest.page, guest.page.locator("#premiers-pas li.open")
        step.locator("button").click()
        expect(step).to_contain_text("carrière")
        page.wait_for_function("() => window.htmx")
        page.evaluate(
            "htmx.config.defaultSettleDelay = 1000"
        )  # between what has come and the page that goes to its field
        step.locator("button").click()
        expect(step).to_contain_text("espion")
        box = step.locator("button").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.wait_for_timeout(1500)  # the page would go there now
        page.mouse.up()
        expect(step).to_contain_text("Vérifiez")


def attack_from_the_kingdom_s_page(guest: Visitor) -> None:
    """Three clicks: the card's button, seal, and once more where the attack is blind; then the assault is told."""
    address = f"/partie/{guest.code}/"
    guest.go(address)
    page = guest.page
    expect(page.locator("svg.world:visible")).to_have_count(1)
    expect(page.locator("svg.world:visible .place:not(.home)")).not_to_have_count(0)
    assert page.evaluate(SMALLEST_LETTER) >= 11 and guest.fits()
    page.locator(".known-card").first.get_by_role("link", name="Attaquer…").click()  # 1
    expect(page.locator("#a1-k")).not_to_have_value("")
    expect(page.locator("#a1-guerrier")).not_to_have_value("")
    expect(page.locator("#barre")).to_contain_text("Pas encore envoyé")
    expect(page.locator("#pourquoi-a1")).not_to_be_empty()  # the chance, or that nobody has looked there of late
    turn = int(page.locator("#champs [name=turn]").get_attribute("value") or 0)
    guest.seal()  # 2
    anyway = page.get_by_role("button", name="Attaquer et sceller quand même")
    guest.sees("Formulaire envoyé")
    if anyway.count():
        anyway.click()  # 3
    guest.sees("Formulaire envoyé et scellé")
    guest.await_report(turn)
    expect(page.locator(".assault.attacker, .summary")).not_to_have_count(0)


def test_what_is_ordered_is_drawn_and_lines_are_found_by_keys(visitor: Come) -> None:
    guest = visitor(height=800)
    begin(guest)
    page = guest.page
    page.locator("body").press("/")
    expect(page.locator("#trouver")).to_be_focused()
    page.keyboard.type("espi")
    page.keyboard.press("Enter")
    expect(page.locator("#u-espion")).to_be_focused()
    page.keyboard.type("1")
    expect(page.locator("#barre")).to_contain_text("Pas encore envoyé")
    page.locator("#u-espion").blur()
    page.locator("body").press("v")
    expect(page.locator("#premiers-pas li.open")).to_contain_text("carrière")
    page.locator("body").press("?")
    expect(page.locator("#raccourcis")).to_contain_text("vérifier le formulaire sans l'envoyer")
    page.keyboard.press("Escape")
    guest.seal()
    by_itself(guest, 1)
    guest.go(f"/partie/{guest.code}/ordres/")
    page.locator("body").press("c")
    expect(page.locator("#x")).to_have_value("1")
    page.locator("#champs").get_by_role("button", name="Envoyer", exact=True).click()
    guest.sees("Formulaire envoyé")
    guest.go(f"/partie/{guest.code}/")
    expect(page.locator("svg.world.wide .arrow.explore")).to_have_count(1)
    expect(page.locator("svg.world.wide .disc text")).to_have_text("3")  # the explorers are the third of its orders
