"""A board in three browsers, from the table to its end; whoever watches sees each move within a second.

A second of a quiet machine: where other tests run beside, it is longer by as much as they slow this one down.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from statistics import median

from playwright.sync_api import expect

from tests.busy import times_slower
from tests.site.e2e.visitor import Visitor

Come = Callable[..., Visitor]
LORDS = ("Aliénor", "Baudouin", "Clotilde")
POINTS = "Aux points : on compte tous les cinq tours"
HEADING = "document.querySelector('#question h2').innerText"


def open_table(host: Visitor, mode: str, name: str, families: int) -> str:
    """A private table for so many families, purchases asked of all at once; its address."""
    host.go("/tables/nouvelle/?jeu=fief")
    host.page.get_by_label("En direct, sans se presser : dix minutes par tour").check()
    host.page.get_by_label(mode).check()
    host.fill("Nom de votre famille", name)
    host.page.locator("summary", has_text="Les places").click()
    host.page.locator("#id_lords").fill(str(families))
    host.page.get_by_label("Table privée", exact=True).check()
    host.page.locator("summary", has_text="Options du jeu").click()
    host.page.get_by_label("Achats et batailles demandés à tous à la fois").select_option(label="Oui")
    host.press("Ouvrir la table")
    host.page.wait_for_url("**/table/**")
    return host.page.url


def sit_down(host: Visitor, people: list[Visitor], mode: str = POINTS, names: Sequence[str] = LORDS) -> str:
    """Everybody at the table, and the match begun; its address."""
    table = open_table(host, mode, names[0], len(people))
    for person, lord in zip(people[1:], names[1:], strict=True):
        person.go(table)
        person.fill("Nom de votre famille", lord)
        person.press("Prendre place")
    for person in people[:-1]:  # whoever completes the table is present by that; a clock will run
        person.go(table)
        person.press("Je suis là")
    address = table.replace("/table/", "/partie/")
    for person in people:
        person.go(address)
        expect(person.page.locator("#question")).to_be_visible()
    return address


def question(person: Visitor) -> str:
    """What the page asks."""
    return str(person.page.evaluate(HEADING))


def asked(people: list[Visitor]) -> Visitor | None:
    """The first of those who are asked something now; None once all see the end."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        for person in people:
            if person.page.locator("#table").get_attribute("data-asked"):
                return person
        if all("finie" in question(person) for person in people):
            return None
        time.sleep(0.05)
    raise AssertionError([question(person) for person in people])


def act(person: Visitor) -> None:
    """Answers whatever is asked, as somebody who wants to see the end of it."""
    page, asking = person.page, question(person)
    if "blason" in asking:
        settle(person)
    elif "Négociez" in asking:
        conclude(person)
    elif page.get_by_role("button", name="Finir mon tour", exact=True).count():
        page.get_by_role("button", name="Finir mon tour", exact=True).click()
    else:
        page.locator("#reponse .option-list button").first.click()


def settle(person: Visitor) -> None:
    """A village by a click on the board, a blazon by its button."""
    page = person.page
    village = page.locator("svg.board .village.can").nth(5)
    village.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="M'établir ici").click()


def conclude(person: Visitor) -> None:
    """This turn is to be the last: said once, then one is ready."""
    page = person.page
    ending = page.locator("summary", has_text="Finir la partie avec ce tour")
    if ending.count():
        ending.click()
        agree = page.get_by_role("button", name="Je suis d'accord : finir avec ce tour")
        agree.press("Enter")  # the dock stands over it
    else:
        page.locator("#reponse").get_by_role("button", name="Je suis prêt", exact=True).click()  # the guide has it too


def answered(person: Visitor) -> None:
    """Answers, and waits until his own page shows what came of it."""
    with person.page.expect_response(lambda response: response.request.method == "POST"):
        act(person)
    expect(person.page.locator(".htmx-request")).to_have_count(0)


def seconds_to_see(actor: Visitor, watchers: list[Visitor]) -> Iterator[float]:
    """How long after the move of one the others' pages show it."""
    beats = [person.page.locator("#table").get_attribute("data-beat") for person in watchers]
    began = time.monotonic()
    answered(actor)
    for person, beat in zip(watchers, beats, strict=True):
        person.page.wait_for_function(
            "beat => document.getElementById('table').dataset.beat !== beat", arg=beat, polling=20, timeout=10_000
        )
        yield time.monotonic() - began


def seconds_to_hear(speaker: Visitor, listener: Visitor, words: str) -> float:
    """How long after somebody has spoken another page shows his words."""
    speaker.fill("Dire à toute la table", words)
    began = time.monotonic()
    speaker.press("Dire")
    listener.page.wait_for_function(
        "words => document.getElementById('propos-lignes').innerText.includes(words)",
        arg=words,
        polling=20,
        timeout=10_000,
    )
    elapsed = time.monotonic() - began
    expect(speaker.page.get_by_label("Dire à toute la table")).to_have_value("")
    return elapsed


def test_three_families_from_the_table_to_an_agreed_end(visitor: Come) -> None:
    people = [visitor(), visitor(width=390, height=844), visitor()]
    for person, lord in zip(people, LORDS, strict=True):
        person.sign_up(lord)
    sit_down(people[0], people)
    heard = [seconds_to_hear(people[n], people[n - 1], f"Ici {LORDS[n]}, sire !") for n in (0, 1, 2)]
    assert median(heard) < 1.0 * times_slower(), heard
    people[2].fill("Dire à toute la table", "Je réfléchis")  # and goes on thinking while the others play
    seen: list[float] = []
    for _ in range(80):
        actor = asked(people)
        if actor is None:
            break
        if len(seen) < 6:
            seen += seconds_to_see(actor, [person for person in people if person is not actor][:1])
        else:
            answered(actor)
    expect(people[2].page.get_by_label("Dire à toute la table")).to_have_value("Je réfléchis")
    for person in people:
        expect(person.page.locator("#question")).to_contain_text("La partie est finie")
        expect(person.page.locator("#question")).to_contain_text("l'emporte" if person is people[0] else "familles")
        assert person.fits()
    assert median(seen) < 1.0 * times_slower(), seen
