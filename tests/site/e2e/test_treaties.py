"""Two people: a treaty is proposed, sealed, recalled beside orders that break it, broken, and told in the chronicle."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.site.e2e.test_life_of_a_match import open_private_table
from tests.site.e2e.visitor import Visitor

Come = Callable[..., Visitor]


def test_a_treaty_is_sealed_broken_and_told(visitor: Come) -> None:
    lady, lord = visitor(), visitor(width=390, height=844)
    lady.sign_up("Ermelinde")
    open_private_table(lady, "Ermelinde", lords="3")
    lord.sign_up("Gaucelm")
    lord.go(lady.page.url)
    lord.fill("Nom de votre seigneur", "Gaucelm")
    lord.press("Prendre place")
    expect(lady.page.locator("#places")).to_contain_text("Gaucelm")
    lady.press("Commencer maintenant")
    lady.page.wait_for_url("**/partie/**")
    code = lady.code

    lady.go(f"/partie/{code}/traites/")
    lady.follow("Trêve", "main")
    lady.page.get_by_label("Gaucelm", exact=True).check()
    lady.page.get_by_label("Je souhaite ce traité public").check()
    lady.press("Sceller et proposer")
    lady.sees("La proposition est partie")

    lord.go(f"/partie/{code}/traites/")
    lord.follow("Trêve", "#to-sign ~ ul")
    lord.page.get_by_label("Je souhaite ce traité public").check()
    lord.press("Sceller le traité")
    lord.sees("Votre sceau est posé")

    lady.go(f"/partie/{code}/ordres/")
    lady.page.locator("textarea[name=text]").fill("GUE Gaucelm")
    lady.page.locator("textarea[name=text]").blur()
    recalled = lady.page.locator("#rappels .recall")
    expect(recalled).to_contain_text("GUE Gaucelm")  # while it is written
    lady.seal()
    lord.go(f"/partie/{code}/")
    lord.seal()
    lady.await_report(1)

    lord.go(f"/partie/{code}/traites/")
    expect(lord.page.locator("main")).to_contain_text("Traités")
    for _ in range(40):
        if "rompu" in lord.page.locator("main").inner_text():
            break
        lord.page.wait_for_timeout(500)
        lord.page.reload()
    past = lord.page.get_by_role("region", name="Passés")  # by chance a bot has proposed him another
    expect(past).to_contain_text("Rompu par : Ermelinde")
    lord.go(f"/table/{code}/")
    expect(lord.page.locator("main")).to_contain_text("Ermelinde manque à sa parole envers Gaucelm")
