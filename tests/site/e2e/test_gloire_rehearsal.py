"""A draft is rehearsed and another sheet is taken instead, on a phone and without a script."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.site.e2e.visitor import Visitor


def test_a_turn_is_rehearsed_and_the_better_sheet_taken(visitor: Callable[..., Visitor]) -> None:
    lady = visitor(width=390, height=844, scripts=False)
    lady.play_at_once()
    lady.go(f"/partie/{lady.code}/outils/essai/")
    lady.page.locator("#essai button.primary").click()
    expect(lady.page.locator("#bilan .outcome-bars")).to_have_count(1)
    lady.page.locator("summary", has_text="Comparer").click()
    lady.page.locator("#essai-texte").fill("CHE 2")
    lady.page.get_by_role("button", name="Comparer").click()
    expect(lady.page.locator("#bilan .outcome-bars")).to_have_count(2)
    assert lady.fits()
    lady.page.get_by_role("button", name="Prendre cette feuille").click()
    assert "CHE 2" in lady.page.locator("#feuille-texte").input_value()
