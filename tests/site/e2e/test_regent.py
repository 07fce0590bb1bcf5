"""A lady leaves her seat to a regent, who plays it without a script on a phone; and a spectator says what he thinks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from playwright.sync_api import expect

from tests.site.e2e.visitor import Visitor

Come = Callable[..., Visitor]


def test_a_seat_is_left_to_a_regent_and_taken_back(visitor: Come, site: Any) -> None:
    regent, lady = visitor(width=390, height=844, scripts=False), visitor()
    regent.sign_up("Thibault")
    lady.sign_up("Mauberge")
    code = lady.begin_match("Mauberge de Narvik")
    lady.follow("Absence, régent")
    lady.fill("Son nom sur le site", "Thibault")
    today = date.today()
    asked = lady.page.locator("form:has([name=do][value=regent])")
    asked.get_by_label("Premier jour").fill(today.isoformat())
    asked.get_by_label("Dernier jour").fill((today + timedelta(days=5)).isoformat())
    lady.fill("Ce qu'il doit savoir", "Levez l'impôt, doucement.")
    lady.press("Lui demander")
    lady.sees("pas encore de réponse")

    regent.go("/compte/absence/")
    regent.sees("Mauberge vous demande de jouer Mauberge de Narvik")
    regent.press("Accepter")
    assert regent.fits()
    regent.go(f"/partie/{code}/regence/")
    regent.sees("Levez l'impôt, doucement.")
    regent.go(f"/partie/{code}/ordres/")
    regent.sees("Vous jouez pour Mauberge (Mauberge de Narvik)")
    expect(regent.page.locator("#barre-sceller")).to_have_count(0)  # he was not allowed to end the turn
    assert regent.context.request.get(f"/partie/{code}/lettres/").status == 403

    lady.go(f"/partie/{code}/regence/")
    lady.sees("accepté")
    lady.page.get_by_role("button", name="Mettre fin").click()
    assert regent.context.request.get(f"/partie/{code}/ordres/").status == 404


def test_a_spectator_is_heard_by_others_and_by_no_player(visitor: Come, site: Any) -> None:
    lady, first, second = visitor(), visitor(), visitor(width=390, height=844, scripts=False)
    for person, name in ((lady, "Aelis"), (first, "Ogier"), (second, "Roland")):
        person.sign_up(name)
    code = lady.begin_match("Aelis")
    for person in (first, second):
        person.go(f"/partie/{code}/spectateur/")
        person.follow("La tribune")
    first.fill("Votre remarque", "Elle ne tiendra pas l'hiver.")
    first.press("Publier")
    first.sees("Elle ne tiendra pas l'hiver.")
    second.go(f"/partie/{code}/tribune/")
    second.sees("Ogier")
    assert second.fits()
    lady.go(f"/partie/{code}/tribune/")
    lady.sees("le liront une fois la partie finie")
    assert "hiver" not in lady.text
