"""A court of four: a treaty broken and told, a regent, two articles of nobody, a turn gone back to; one takes what is
hers along, one goes for good, and the match goes on.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.site.e2e.test_rewind import open_table
from tests.site.e2e.visitor import PASSWORD, PATIENCE, Visitor

pytestmark = pytest.mark.slow
Come = Callable[..., Visitor]

LORDS = {"Aline": "Aline de Thulé", "Bertrand": "Bertrand du Nord", "Clémence": "Clémence d'Ys"}
RAVENS, WELLS = "Les corbeaux de la tour", "Le puits de la reine"  # articles of Clémence and of Bertrand
FORUM_OF = {"Bertrand": "Bertrand crie à la foire.", "Clémence": "Clémence bénit la foire."}
LETTER_OF = {"Bertrand": "Bertrand t'attend au gué.", "Clémence": "Clémence t'attend au puits."}
REASON = "Bertrand n'avait rien ordonné"


def test_a_court_of_four(visitor: Come) -> None:
    host, aline, bertrand = visitor(), visitor(), visitor(width=390, height=844)
    clemence, regent = visitor(), visitor(width=390, height=844, scripts=False)
    lords = {"Aline": aline, "Bertrand": bertrand, "Clémence": clemence}
    for name, person in {"Hermine": host, "Thibault": regent, **lords}.items():
        person.sign_up(name)
    code = sit_down(host, lords)

    signs_a_treaty(aline, clemence, code)
    for name in ("Bertrand", "Clémence"):
        speaks(lords[name], code, name)
    writes_an_article(clemence, code, RAVENS)
    writes_an_article(bertrand, code, WELLS)
    names_a_regent(clemence, regent, code)
    breaks_it(aline, code)
    orders(bertrand, code, "IMP 9 {land}")
    bertrand.seal()
    rules_for_her(regent, code)
    aline.await_report(1)

    for person in (aline, host):
        is_told_as_broken(person, code)
    readers = [host, aline, bertrand, clemence, regent]
    columns = [column_of(person, code, RAVENS) for person in readers]
    assert len(set(columns)) == 1, "an article is the same for all, whoever wrote it"
    assert not any(name in columns[0] for name in ("Clémence", "Ys"))

    goes_back(host, code)
    for person in (host, *lords.values(), regent):
        sees_the_difference(person, code, mine=person is bertrand)
    is_told_as_broken(aline, code)  # it was broken in the turn that counts now as well

    takes_what_is_hers(clemence, code)
    leaves_for_good(bertrand)
    holds_no_word_of_his(aline, code)
    assert column_of(aline, code, WELLS)  # printed, and nobody's: else all would know whose it was
    goes_on(aline, clemence, code)


def until(true: Callable[[], bool], what: str) -> None:
    """Waits for something that the worker does."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.2)


def sit_down(host: Visitor, lords: dict[str, Visitor]) -> str:
    """Three at a table that its host only looks after, begun; its code."""
    code = open_table(host)
    for name, person in lords.items():
        person.go(f"/table/{code}/")
        person.fill("Nom de votre seigneur", LORDS[name])
        person.press("Prendre place")
        person.sees(LORDS[name])
    until(lambda: "/partie/" in host.context.request.get(f"/partie/{code}/").url, "the match has not begun")
    return code


def signs_a_treaty(aline: Visitor, clemence: Visitor, code: str) -> None:
    """A truce, proposed by one and sealed by the other; both wish it public."""
    aline.go(f"/partie/{code}/traites/")
    aline.follow("Trêve", "main")
    aline.page.get_by_label(LORDS["Clémence"], exact=True).check()
    aline.page.get_by_label("Je souhaite ce traité public").check()
    aline.press("Sceller et proposer")
    aline.sees("La proposition est partie")
    clemence.go(f"/partie/{code}/traites/")
    clemence.follow("Trêve", "#to-sign ~ ul")
    clemence.page.get_by_label("Je souhaite ce traité public").check()
    clemence.press("Sceller le traité")
    clemence.sees("Votre sceau est posé")


def speaks(person: Visitor, code: str, name: str) -> None:
    """A thread of the forum, and a letter to Aline."""
    person.go(f"/partie/{code}/forum/nouveau/")
    person.fill("Titre du fil", f"La foire de {name}")
    person.page.get_by_label("Le joueur (HJ)").check()
    person.fill("Message", FORUM_OF[name])
    person.press("Ouvrir le fil")
    person.sees(FORUM_OF[name])
    person.go(f"/partie/{code}/lettres/")
    person.page.get_by_label("À", exact=True).select_option(label=LORDS["Aline"])
    person.fill("Votre lettre", LETTER_OF[name])
    person.press("Envoyer")
    person.sees("La lettre est partie.")


def writes_an_article(person: Visitor, code: str, title: str) -> None:
    """It waits for the next issue."""
    person.go(f"/partie/{code}/gazette/ecrire/")
    person.fill("Titre", title)
    person.fill("Texte", "On dit que c'est **signe** de pluie.")
    person.press("Enregistrer et relire")
    person.sees("Comme on le lira")
    person.press("Confier à la gazette")
    person.sees("attend le prochain numéro")


def names_a_regent(clemence: Visitor, regent: Visitor, code: str) -> None:
    """For some days, with orders and their seal, and no letters."""
    clemence.go(f"/partie/{code}/regence/")
    clemence.fill("Son nom sur le site", "Thibault")
    today = date.today()
    asked = clemence.page.locator("form:has([name=do][value=regent])")
    asked.get_by_label("Premier jour").fill(today.isoformat())
    asked.get_by_label("Dernier jour").fill((today + timedelta(days=5)).isoformat())
    clemence.page.get_by_label("Sceller les ordres").check()
    clemence.press("Lui demander")
    clemence.sees("pas encore de réponse")
    regent.go("/compte/absence/")
    regent.press("Accepter")


def orders(person: Visitor, code: str, line: str) -> None:
    """An order, typed, found good and kept."""
    person.go(f"/partie/{code}/")
    (land,) = person.own_lands()
    person.go(f"/partie/{code}/ordres/")
    person.sheet.fill(line.format(land=land))
    expect(person.page.locator("#checked li.good")).to_have_count(1)


def breaks_it(aline: Visitor, code: str) -> None:
    """Declares a war that she has sworn not to begin, and is reminded of her word while she writes."""
    orders(aline, code, f'GUE "{LORDS["Clémence"]}"')
    expect(aline.page.locator("#rappels .recall")).to_contain_text("GUE")
    aline.seal()


def rules_for_her(regent: Visitor, code: str) -> None:
    """The regent plays the turn, as far as his rights go, without a script."""
    regent.go(f"/partie/{code}/regence/")
    file = regent.page.locator("section[aria-labelledby=dossier]")
    expect(file).to_contain_text("Trêve entre")  # what she has promised
    regent.go(f"/partie/{code}/ordres/")
    regent.sees(f"Vous jouez pour Clémence ({LORDS['Clémence']})")
    regent.sheet.fill("CHE 1")
    regent.press("Enregistrer")
    assert regent.fits()
    regent.press("Sceller", "#barre")
    for closed in ("lettres", "traites"):
        assert regent.context.request.get(f"/partie/{code}/{closed}/").status == 403


def is_told_as_broken(person: Visitor, code: str) -> None:
    """The chronicle says who has broken his word."""
    word = f"{LORDS['Aline']} manque à sa parole envers {LORDS['Clémence']}"
    until(lambda: word in person.context.request.get(f"/table/{code}/").text().replace("&#39;", "'"), word)
    person.go(f"/table/{code}/")
    person.sees(word)


def column_of(person: Visitor, code: str, title: str) -> str:
    """An article of the first issue, as this person's page has it, letter by letter."""
    address = f"/partie/{code}/gazette/numero/1/"
    until(lambda: title in person.context.request.get(address).text(), f"no {title}")
    person.go(address)
    column: str = person.page.locator(".gazette .column", has_text=title).evaluate("node => node.outerHTML")
    return column


def goes_back(host: Visitor, code: str) -> None:
    """The host corrects Bertrand's orders of the first turn; the turn is computed again, and it is told why."""
    host.go(f"/table/{code}/")
    host.follow("Retenir, verrouiller, résoudre, revenir sur un tour")
    host.page.get_by_label("Corriger les ordres d'un siège, et recalculer la suite").check()
    host.fill("Tour", "1")
    host.page.get_by_label("Siège", exact=True).select_option(label=LORDS["Bertrand"])
    host.press("Calculer ce qui changerait")
    expect(host.page.locator("main")).to_contain_text("Prêt : voici", timeout=1000 * PATIENCE)
    assert "IMP 9" not in host.text
    host.page.get_by_label("Raison").first.fill(REASON)
    host.press("Appliquer ce retour")
    host.sees("Le retour va être appliqué.")


def sees_the_difference(person: Visitor, code: str, *, mine: bool) -> None:
    """Each his own: whose order it was reads so, nobody else reads the order."""
    address = f"/partie/{code}/retours/1/"
    until(lambda: person.context.request.get(address).status == 200, "the match was not rewound")
    person.go(f"/partie/{code}/retours/")
    person.follow("Retour 1")
    person.sees(REASON)
    expect(person.page.locator("ins, del").first).to_be_visible()
    assert ("L'ordre corrigé est le vôtre" in person.text) is mine
    assert ("IMP 9" in person.text) is mine
    assert person.fits()


def takes_what_is_hers(clemence: Visitor, code: str) -> None:
    """Her file holds treaty, post, letter, article and regency."""
    answer = clemence.context.request.get("/compte/donnees/")
    assert answer.ok
    kept: dict[str, Any] = answer.json()
    (treaty,) = kept["treaties"]
    assert (treaty["match"], treaty["status"], treaty["public"]) == (code, "broken", True)
    assert FORUM_OF["Clémence"] in json.dumps(kept["forum"], ensure_ascii=False)
    assert LETTER_OF["Clémence"] in json.dumps(kept["correspondence"], ensure_ascii=False)
    assert RAVENS in json.dumps(kept["articles"], ensure_ascii=False)
    assert "Thibault" in json.dumps(kept["regencies"], ensure_ascii=False)
    everything = json.dumps(kept, ensure_ascii=False)
    assert FORUM_OF["Bertrand"] not in everything and LETTER_OF["Bertrand"] not in everything


def leaves_for_good(bertrand: Visitor) -> None:
    """His account is closed by himself."""
    bertrand.go("/compte/supprimer/")
    bertrand.fill("Mot de passe", PASSWORD)
    bertrand.page.get_by_label("Je sais que cela ne peut pas être défait").check()
    bertrand.press("Supprimer définitivement")
    bertrand.sees("Votre compte est supprimé.")


def holds_no_word_of_his(person: Visitor, code: str) -> None:
    """Neither forum nor letters hold what he wrote; what others wrote is there."""
    pages = {page: person.context.request.get(f"/partie/{code}/{page}/").text() for page in ("forum", "lettres")}
    assert "La foire de Clémence" in pages["forum"] and "La foire de Bertrand" not in pages["forum"]
    assert "Clémence t&#39;attend" in pages["lettres"] and "Bertrand t&#39;attend" not in pages["lettres"]


def goes_on(aline: Visitor, clemence: Visitor, code: str) -> None:
    """The next turn ends with the seals of those who are left."""
    for person in (aline, clemence):
        person.go(f"/partie/{code}/ordres/")
        person.sheet.fill("CHE 1")
        person.seal()
    aline.await_report(2)
