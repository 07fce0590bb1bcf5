"""Whole battles of small hosts, from the creation of the table to its end: by two mice, a finger, keys, forms alone.

All but the finger fight to the end with HERAUT_THOROUGH=1, which `make soak` sets; else until the acts in which their
hands differ were done once: what a mouse aims at is in `test_vassaux_table`, and every draft is bound by one button.

Their dice are the same in every run (`Captain.dice`), and captains decide by what their page shows (`captain.py`).
Hosts are small and battles as short as dice make them (five or six turns), so that each takes a quarter of a minute.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.site.e2e.captain import Captain, Typist
from tests.site.e2e.conftest import Site
from tests.site.e2e.hands import Finger, Forms, Keys, Mouse
from tests.thorough import THOROUGH

Come = Callable[..., Captain]
TAPS = {  # of each act, the one that binds included (tables.md, C1)
    "MAR": 3, "CHA": 3, "CHC": 3, "ATT": 3, "ATC": 3, "WAI": 3, "REAGIR": 3, "PASSER": 1, "RESTER": 1,
}  # fmt: skip


@pytest.fixture
def captain(chromium: Any, site: Site) -> Iterator[Come]:
    """`captain(hands, …)`: one who fights; at the end none of them may have met a fault."""
    people: list[Captain] = []

    def come(hands: Any, kind: type[Captain] = Captain, **choices: Any) -> Captain:
        person = kind(chromium, site, **choices)
        person.hands = hands(person)
        people.append(person)
        return person

    yield come
    for person in people:
        person.context.close()
    assert [fault for person in people for fault in person.faults] == []


def word(answer: str) -> str:
    """The order of an answer, or its verb."""
    found = re.match(r"ORDRE \d+ (\w+)", answer)
    return found[1] if found else answer.split()[0]


def acts(*people: Captain) -> set[str]:
    """The orders that were given and the questions that were answered; each by as few taps as it may take."""
    given = [(word(answer), taps) for one in people for answer, taps in one.given]
    assert all(taps == TAPS.get(act, taps) for act, taps in given), given
    return {act for act, _ in given}


def sees_the_end(one: Captain) -> None:
    """From the table to the result, the film and the report."""
    expect(one.page.locator("#question .lead")).to_contain_text("l'emporte")
    one.follow("Voir la fin", "#question")
    one.page.wait_for_url("**/fin/")
    expect(one.page.locator(".finale-head h2")).to_contain_text("l'emporte")
    one.follow("Revoir la partie en film")
    one.page.wait_for_url("**/film/**")
    expect(one.page.locator(".film img")).to_be_visible()
    one.follow("Bilan", "#onglets")
    one.page.wait_for_url("**/bilan/**")
    expect(one.page.locator("details.deed").first).to_be_attached()
    assert one.fits()


def fights_enough(people: Sequence[Captain], seen: Callable[[set[str]], bool]) -> None:
    """A battle to its end; in the sample until the acts that are looked for have been seen. Battles differ a little."""
    first, *others = people
    first.fights(*others, enough=lambda: not THOROUGH and seen(acts(*people)))
    assert seen(acts(*people))
    for one in people:
        if one.over:
            sees_the_end(one)


def test_two_browsers_fight_a_battle_to_its_end(captain: Come) -> None:
    lady, lord = captain(Mouse, height=800), captain(Mouse, height=800)
    lady.sign_up("Aliénor")
    lady.go("/tables/nouvelle/?jeu=vassaux")
    lady.page.get_by_label("Sans horloge").check()
    lady.page.get_by_label("Votre ost", exact=True).select_option("S2_ANGLAIS")
    lady.page.locator("summary", has_text="Les places").click()
    lady.page.get_by_label("Un automate prend la place libre").uncheck()
    lady.page.get_by_label("Table privée", exact=True).check()
    lady.press("Ouvrir la table")
    lady.page.wait_for_url("**/table/**")
    lady.dice(6)
    lord.sign_up("Foulquet")
    lord.go(lady.page.url)
    lord.page.get_by_label("Votre ost", exact=True).select_option("S4_KILIC")
    lord.press("Prendre place")  # the table is full: the battle begins
    lady.follow("La partie commence")
    lord.page.wait_for_url("**/partie/**")
    posts = Counter[str]()
    lord.page.on("request", lambda request: posts.update([request.method]))
    wanted = {"DEPLOYER", "MAR", "REAGIR", "ALLER", "PASSER"}
    fights_enough((lady, lord), (wanted | {"CHA", "CHC", "ATT", "PERDRE"} if THOROUGH else wanted).issubset)
    assert posts["POST"] == lord.touched  # every tap is one thing that is sent


def test_a_telephone_fights_a_battle_against_the_bot(captain: Come) -> None:
    lady = captain(Finger, width=390, height=844, has_touch=True, is_mobile=True)
    lady.sign_up("Mahaut")
    lady.go("/tables/nouvelle/?jeu=vassaux")
    lady.page.get_by_label("Sans horloge").tap()
    lady.page.get_by_label("Votre ost", exact=True).select_option("S2_ANGLAIS")
    lady.page.locator("summary", has_text="Les places").tap()
    lady.page.get_by_label("Table privée", exact=True).tap()
    lady.page.get_by_role("button", name="Ouvrir la table").tap()
    lady.page.wait_for_url("**/table/**")
    lady.dice(6)
    lady.page.get_by_role("button", name="Commencer maintenant").tap()
    lady.page.wait_for_url("**/partie/**")
    lady.fights()
    assert {"DEPLOYER", "MAR", "CHA", "CHC", "ATT", "REAGIR", "PASSER"} <= acts(lady)
    assert lady.hands.drags  # type: ignore[attr-defined]
    sees_the_end(lady)


def test_the_keyboard_alone_fights_a_battle_against_the_bot(captain: Come) -> None:
    lady = captain(Keys, Typist, height=800)
    lady.sign_up("Ermengarde")
    lady.go("/tables/nouvelle/?jeu=vassaux")
    lady.pick_option("preset", "Sans horloge")
    lady.pick_option("host", "Chevauchée anglaise")
    lady.strike("Enter", lady.page.locator("summary", has_text="Les places"))
    lady.strike("Space", lady.page.get_by_label("Table privée", exact=True))
    lady.press("Ouvrir la table")
    lady.page.wait_for_url("**/table/**")
    lady.dice(4)
    lady.press("Commencer maintenant")
    lady.page.wait_for_url("**/partie/**")
    lady.press("Passer la leçon")
    expect(lady.page.get_by_role("button", name="Me remontrer le premier tour")).to_be_visible()
    fights_enough((lady,), lambda given: {"DEPLOYER", "MAR", "PASSER"} <= given and bool(given & {"CHA", "CHC", "ATT"}))


def test_forms_alone_fight_a_battle_against_the_bot(captain: Come) -> None:
    lady = captain(Forms, height=800, scripts=False)
    lady.sign_up("Mélisende")
    lady.go("/tables/nouvelle/?jeu=vassaux")
    lady.page.get_by_label("Sans horloge").check()
    lady.page.get_by_label("Votre ost", exact=True).select_option("S2_ANGLAIS")
    lady.page.locator("summary", has_text="Les places").click()
    lady.page.get_by_label("Table privée", exact=True).check()
    lady.press("Ouvrir la table")
    lady.dice(6)
    lady.press("Commencer maintenant")
    wanted = {"DEPLOYER", "MAR", "CHA", "REAGIR", "PASSER"}
    fights_enough((lady,), (wanted | {"ATT"} if THOROUGH else wanted).issubset)
