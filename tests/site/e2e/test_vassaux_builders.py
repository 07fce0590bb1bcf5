"""Both builders of Seigneurs & Vassaux in a browser: live, by pointer, by touch, by keyboard, and without a script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.site.e2e.visitor import Visitor

New = Callable[..., Visitor]


def tap(table: Locator, east: float, north: float) -> None:
    """Taps on a place of the table, in shares of the picture."""
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    assert box is not None
    table.click(position={"x": box["width"] * east, "y": box["height"] * (1 - north)})


def pieces(person: Visitor) -> Locator:
    return person.page.locator(".pieces li")


def test_a_host_is_reckoned_at_each_choice(visitor: New) -> None:
    person = visitor()
    person.go("/ost/")
    page = person.page
    page.locator("[data-entry='1'] > summary").click()
    page.locator("#\\31 -size").fill("30")
    page.locator("#\\31 -size").press("Tab")
    expect(page.locator(".sums")).to_contain_text("219 points de trop")
    expect(page.locator("#ost-dit")).to_contain_text("619 points sur 400")
    assert page.locator("[data-entry='1']").get_attribute("open") is not None
    assert page.evaluate("document.activeElement.id") == "1-who"  # where the Tab led
    page.locator(".mend").first.click()
    expect(page.locator(".sums")).to_contain_text("Prêt à se battre")
    page.get_by_role("button", name="Défaire").click()
    expect(page.locator(".sums")).to_contain_text("619 / 400")
    page.reload()  # the address says it all
    expect(page.locator(".sums")).to_contain_text("619 / 400")
    assert person.faults == []


def test_a_host_is_put_together_on_a_telephone(visitor: New) -> None:
    person = visitor(width=390, height=844, has_touch=True, is_mobile=True)
    person.go("/ost/")
    person.page.locator("#fighter").select_option("NOMADE")
    person.page.get_by_role("button", name="Ajouter").tap()
    expect(person.page.locator(".entry")).to_have_count(6)
    expect(person.page.locator(".host-bar")).to_contain_text("Pas encore permis")
    assert person.fits()


def test_a_host_is_put_together_by_keyboard_alone(visitor: New) -> None:
    person = visitor()
    person.go("/ost/")
    page = person.page
    page.locator("[data-entry='2'] > summary").focus()
    page.keyboard.press("Enter")
    page.locator("#\\32 -size").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".sums")).to_contain_text("410 / 400")
    page.locator(".mend").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".sums")).to_contain_text("400 / 400")


def test_a_host_is_put_together_without_a_script(visitor: New) -> None:
    person = visitor(scripts=False)
    person.go("/ost/")
    page = person.page
    page.locator("[data-entry='1'] > summary").click()
    page.locator("#\\31 -size").fill("9")
    page.locator("[data-entry='1']").get_by_role("button", name="Recalculer").click()
    expect(page.locator(".sums")).to_contain_text("409 / 400")
    assert page.locator("[data-entry='1']").get_attribute("open") is not None
    page.go_back()
    expect(page.locator(".sums")).to_contain_text("399 / 400")


def test_a_host_goes_on_paper(visitor: New) -> None:
    person = visitor()
    person.go("/ost/")
    person.page.get_by_role("link", name="Cartes de poche").click()
    expect(person.page.locator(".pocket-card")).to_have_count(5)
    person.page.emulate_media(media="print")
    box = person.page.locator(".pocket-card").first.bounding_box()
    assert box is not None and 225 < box["width"] < 245 and 320 < box["height"] < 345  # 62 by 88 mm
    assert not person.page.locator(".page-head").is_visible()
    assert len(person.page.pdf(format="A4")) > 1_000
    assert person.faults == []


def test_terrain_is_tapped_down_dragged_and_turned(visitor: New) -> None:
    person = visitor()
    person.go("/champ/")
    page, table = person.page, person.page.locator("#champ-table")
    page.locator("#terrain").select_option("MAISON")
    tap(table, 0.25, 0.75)
    expect(pieces(person)).to_have_count(9)
    page.locator("label", has_text="Choisir").click()
    wood = page.locator("[data-piece='1']")
    wood.scroll_into_view_if_needed()
    box = wood.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 10 + box["width"], box["y"] + 10, steps=6)
    page.mouse.up()
    expect(pieces(person).first).to_contain_text("coin en (5")
    expect(pieces(person).first.locator("button")).to_have_attribute("aria-pressed", "true")
    pieces(person).nth(4).locator("button").click()
    expect(pieces(person).nth(4).locator("button")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Tourner").click()
    expect(pieces(person).nth(4)).to_contain_text("0,2 × 2,5 R")
    page.get_by_role("button", name="Défaire").click()
    expect(pieces(person).nth(4)).to_contain_text("2,5 × 0,2 R")
    assert person.faults == []


@pytest.mark.parametrize("width", [390, 1280])
def test_terrain_is_tapped_down_without_a_script(visitor: New, width: int) -> None:
    person = visitor(scripts=False, width=width)
    person.go("/champ/")
    person.page.locator("#terrain").select_option("ROCHER")
    picture = person.page.locator("input.still.petit" if width < 700 else "input.still.grand")
    box = picture.bounding_box()
    assert box is not None
    picture.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    expect(pieces(person).last).to_contain_text("Rocher 1 × 1 R, coin en (7 ; 7)".replace(" ;", "\u202f;"))
    person.page.get_by_role("button", name="Retirer", exact=True).click()
    expect(pieces(person)).to_have_count(8)
    assert person.fits()


def test_terrain_is_put_down_by_keyboard_alone(visitor: New) -> None:
    person = visitor()
    person.go("/champ/")
    page = person.page
    page.locator("details.fold summary", has_text="Poser par des nombres").focus()
    page.keyboard.press("Enter")
    for name, value in (("new-x", "7,5"), ("new-y", "2"), ("new-wide", "3"), ("new-high", "0,2")):
        page.locator(f"#{name}").focus()
        page.keyboard.type(value)
    page.get_by_role("button", name="Poser là").focus()
    page.keyboard.press("Enter")
    expect(pieces(person)).to_have_count(9)
    expect(page.locator("#champ-dit")).to_contain_text("9 éléments")
    page.locator("#piece-x").fill("1")
    page.locator("#piece-x").press("Enter")
    expect(pieces(person).last).to_contain_text("coin en (1")


def test_what_is_kept_and_shared_is_opened_by_anyone(visitor: New) -> None:
    owner, anyone = visitor(), visitor()
    owner.go("/compte/demo/")
    for place, name, title in (("/ost/", "Mon ost", "Composer un ost"), ("/champ/", "Mon champ", "Dessiner un champ")):
        owner.go(place)
        owner.page.get_by_label("Son nom").fill(name)
        owner.page.get_by_role("button", name="Garder", exact=True).click()
        expect(owner.page.locator("main")).to_contain_text(
            f"« {name} » est gardé".replace("« ", "«\u00a0").replace(" »", "\u00a0»")
        )
        owner.go(f"{place}gardes/")
        owner.page.get_by_role("button", name=f"Montrer {name} par un lien").click()
        link = owner.page.get_by_label(f"Lien de {name}").input_value()
        assert anyone.page.goto(link)
        expect(anyone.page.locator("main")).to_contain_text(name)
        expect(anyone.page.locator("h1")).to_have_text(title)
        assert "Aubert" not in anyone.page.content()
        owner.page.get_by_role("button", name="Reprendre le lien").click()
        expect(owner.page.get_by_label(f"Lien de {name}")).to_have_count(0)
        assert anyone.context.request.get(link).status == 404
        owner.page.get_by_role("button", name=f"Supprimer {name}").click()
