"""A host goes back to a turn: what would change is shown, a reason is given, and both players see the difference."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.site.e2e.visitor import Visitor

Come = Callable[..., Visitor]


def open_table(host: Visitor) -> str:
    """A private table of three that its host only looks after; its code."""
    host.go("/tables/nouvelle/")
    host.page.get_by_label("Dès que tous ont scellé").check()
    host.page.get_by_label("Je joue à cette table").uncheck()
    host.page.locator("summary", has_text="Les places").click()
    host.fill("Nombre de seigneurs", "3")
    host.page.get_by_label("Des automates aux places vides").check()
    host.page.get_by_label("Table privée", exact=True).check()
    host.press("Ouvrir la table")
    host.page.wait_for_url("**/table/**")
    return host.code


def test_a_host_rewinds_a_turn_and_both_players_see_the_difference(visitor: Come) -> None:
    host, aline, bertrand = visitor(), visitor(), visitor(width=390, height=844)
    for person, name in ((host, "Hermine"), (aline, "Alaïs"), (bertrand, "Berthold")):
        person.sign_up(name)
    code = open_table(host)
    for person, lord in ((aline, "Aline de Thulé"), (bertrand, "Bertrand du Nord")):
        person.go(f"/table/{code}/")
        person.fill("Nom de votre seigneur", lord)
        person.press("Prendre place")
    host.go(f"/table/{code}/")
    host.press("Commencer maintenant")
    for person in (aline, bertrand):
        person.go(f"/partie/{code}/")
        (land,) = person.own_lands()
        person.go(f"/partie/{code}/ordres/")
        person.sheet.fill(f"IMP 9 {land}")
        expect(person.page.locator("#checked li.good")).to_have_count(1)
        person.seal()
    aline.await_report(1)

    host.go(f"/table/{code}/")
    host.follow("Retenir, verrouiller, résoudre, revenir sur un tour")
    host.page.get_by_label("Corriger les ordres d'un siège, et recalculer la suite").check()
    host.fill("Tour", "1")
    host.page.get_by_label("Siège", exact=True).select_option(label="Aline de Thulé")
    host.press("Calculer ce qui changerait")
    host.sees("Prêt : voici")
    assert "IMP 9" not in host.text  # no hidden order is seen here
    host.page.get_by_label("Raison").first.fill("Aline n'avait rien ordonné")
    host.press("Appliquer ce retour")
    host.sees("Le retour va être appliqué.")

    for person, mine in ((aline, True), (bertrand, False)):
        until_rewound(person, code)
        person.sees("Aline n'avait rien ordonné")
        expect(person.page.locator("ins").first).to_be_visible()
        assert ("L'ordre corrigé est le vôtre" in person.text) is mine
        assert person.fits()
    aline.go(f"/partie/{code}/bilan/1/")
    assert "IMP 9" not in aline.page.locator("article.report").inner_text()


def until_rewound(person: Visitor, code: str) -> None:
    """Opens the page of the rewind as soon as there is one."""
    for _ in range(100):
        if person.context.request.get(f"/partie/{code}/retours/1/").status == 200:
            break
        person.page.wait_for_timeout(200)
    person.go(f"/partie/{code}/")
    person.follow("Retours")
    person.follow("Retour 1")
