"""Years of Rois aventuriers: two people and six bots to a score, one by a finger on a phone, one by the keys alone; and
a few without a script. `make soak` plays all years of the fewest, else the world is told to end sooner.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from heraut.games import rois
from tests.site.e2e.conftest import Site
from tests.site.e2e.king import FIRST, King, Typist
from tests.site.e2e.laid import lay
from tests.site.e2e.visitor import PATIENCE, Visitor
from tests.thorough import THOROUGH

Come = Callable[..., Any]
FEWEST = 8  # years that a world lasts (RO-VIC-04)
PLAYED, LAST = (5, FEWEST) if THOROUGH else (2, 3)  # years that both play out; the year after which there is a score


@pytest.fixture
def king(chromium: Any, site: Site) -> Iterator[Come]:
    """`king(Typist, …)`: one who reigns; at the end none of them may have met a fault."""
    people: list[King] = []

    def come(kind: type[King] = King, **choices: Any) -> King:
        people.append(kind(chromium, site, **choices))
        return people[-1]

    yield come
    for person in people:
        person.context.close()
    assert [fault for person in people for fault in person.faults] == []


def open_world(host: Visitor, kingdoms: int) -> None:
    """A private table of eight years, bots in the empty places, in which a year ends with the last seal."""
    page = host.page
    host.go("/tables/nouvelle/?jeu=rois")
    page.locator("[name=preset][value=sealed]:visible").check()
    page.locator("#id_title").fill("Les Huit Couronnes")
    page.locator("summary", has_text="Les places").click()
    page.locator("#id_lords").fill(str(kingdoms))
    page.locator("#id_bots").check()
    page.get_by_label("Table privée", exact=True).check()
    page.locator("summary", has_text="Options du jeu").click()
    page.locator("#id_turns").fill(str(FEWEST))
    host.press("Ouvrir la table")
    page.wait_for_url("**/table/**")


def marches_and_explores(one: King, name: str) -> None:
    """A march in two touches, exploring in two, the same to the end of the year in one."""
    one.person(name)
    number = one.province()
    assert (one.taken(), f"MO {number}" in one.written) == (2, True)
    one.person(name)
    if not one.chip("Explorer"):  # not at sea, nor where nothing is hidden any more
        return one.forget()
    assert (one.taken(), "EX" in one.written) == (2, True)
    if one.chip("Jusqu'à la fin de l'année"):
        assert (one.taken(), "5: EX" in one.written) == (1, True)


def recruits_and_studies(one: King, name: str) -> None:
    """Recruiting in four touches where there is gold, studying in three."""
    one.person(name)
    if one.chip("Recruter", FIRST, "1"):
        assert (one.taken(), ": RE " in one.written) == (4, True)
        one.person(name)
    assert one.chip("Étudier", FIRST)
    assert (one.taken(), ": PR " in one.written) == (3, True)


def spies(one: King, name: str) -> None:
    """In three touches, with the chance beside it."""
    one.person(name)
    one.chip("Espionner")
    expect(one.page.locator("#ordre .options .chance").first).to_be_attached()
    one.chip(FIRST)
    assert (one.taken(), ": SP " in one.written) == (3, True)


def plans(one: King) -> None:
    """A plan for encounters by chips, then for all in one touch."""
    one.tab("Plans")
    one.leave(one.page.locator(".plan-options").get_by_role("link", name="Fuir"))
    one.taken()
    one.leave(one.page.get_by_role("button", name="Le donner à tous"))
    assert one.taken() == 1


def offers_a_treaty(one: King) -> None:
    """In two touches, to the first who has none."""
    one.taken()
    one.tab("Cour")
    offer = one.page.locator("button[value^='word:TRAITE']").first
    if offer.count():
        one.leave(offer)
        assert one.taken() == 2


def does_as_last_year(one: King, name: str) -> None:
    """What was recruited and studied is so again, in one touch."""
    one.person(name)
    one.taken()
    assert one.chip("Comme l'an passé")
    assert (one.taken(), ": PR " in one.written) == (1, True)


def reigns(one: King, year: int) -> None:
    """One year written, saved at each change, sealed in one touch; in the sample the second is as the first was."""
    one.year()
    sovereign, *others = one.people
    one.taken()
    if year == 1:
        recruits_and_studies(one, sovereign)
        spies(one, others[1])
    else:
        does_as_last_year(one, sovereign)
    if year == 1 or THOROUGH:
        for name in others[:1]:
            marches_and_explores(one, name)
        before = {line for line in one.written.split("\n") if "PLAN" not in line}
        plans(one)
        offers_a_treaty(one)
        one.year()
        assert before <= set(one.written.split("\n")), "each change was saved"
    one.seals()


def reads(one: King, year: int) -> None:
    """The story of the year that is over."""
    awaits(one, f"bilan/{year}/")
    expect(one.page.locator("#en-bref")).to_be_visible()
    assert one.fits()


def ends_sooner(state: bytes) -> bytes:
    """The same world, with a score after the last of the years that are played here."""
    world = rois.load(state)
    return rois.dump(msgspec.structs.replace(world, settings=msgspec.structs.replace(world.settings, turns=LAST)))


def test_two_people_and_six_bots_play_years_to_a_score(king: Come, site: Site) -> None:
    lady = king(width=390, height=844, has_touch=True, is_mobile=True)
    lord = king(Typist, height=800)
    lady.sign_up("Sancie")
    lord.sign_up("Guilhemine")
    open_world(lady, 8)
    lady.dice(7)
    lord.go(lady.page.url)
    lord.press("Prendre place")
    lord.page.wait_for_load_state()
    lady.page.reload()
    lady.press("Commencer maintenant")
    lady.page.wait_for_url("**/partie/**")
    lay(site.data, lady.code, ends_sooner, 1)
    lord.go(lady.page.url)
    for year in range(1, LAST + 1):
        for one in (lady, lord):
            if year <= PLAYED:
                reigns(one, year)
            else:
                one.year()
                one.seals()
        for one in (lady, lord) if year < LAST else ():
            reads(one, year)
    for one in (lady, lord):
        sees_the_end(one)


def sees_the_end(one: King) -> None:
    """Who has won, and by how many points."""
    awaits(one, "fin/")
    expect(one.page.locator(".finale-head h2")).to_be_visible()
    one.sees("points")
    assert one.fits()


def test_years_are_written_and_read_without_a_script(visitor: Come) -> None:
    lady = visitor(scripts=False, height=800)
    lady.sign_up("Raymonde")
    open_world(lady, 2)
    lady.press("Commencer maintenant")
    for year in (1, 2):
        lady.go(f"/partie/{lady.code}/")
        sovereign, hero = lady.page.locator("#annee-gens li a b").all_inner_texts()[:2]
        follows(lady, f"{sovereign}", "#annee-gens")
        follows(lady, "Étudier", "#ordre")
        lady.page.locator("#ordre .options button").first.click()
        assert ": PR " in lady.sheet.input_value()
        follows(lady, hero, "#annee-gens")
        follows(lady, "Aller", "#ordre")
        lady.page.locator("#ordre .options button, #ordre .order-form button").first.click()
        assert ": MO " in lady.sheet.input_value()
        lady.press("Jusqu'à la fin de l'année", "#ordre")
        lady.go(f"/partie/{lady.code}/outils/plans/")
        lady.page.locator(".plan-options").get_by_role("link", name="Fuir").click()
        lady.press("Le donner à tous")
        lady.go(f"/partie/{lady.code}/outils/cour/")
        if year == 1:
            lady.page.locator("button[value^='word:TRAITE']").first.click()
        lady.go(f"/partie/{lady.code}/ordres/")
        lady.sheet.fill(lady.sheet.input_value() + "; écrit à la main\n")
        lady.press("Enregistrer")
        lady.page.reload()
        assert "écrit à la main" in lady.sheet.input_value() and "PLAN {" in lady.sheet.input_value()
        lady.press("Sceller", "#barre")
        awaits(lady, f"bilan/{year}/")
        expect(lady.page.locator("#en-bref")).to_be_visible()
        assert lady.fits()


def follows(one: Visitor, name: str, within: str) -> None:
    """The first link whose name begins so."""
    one.page.locator(within).get_by_role("link", name=name).first.click()


def awaits(one: Visitor, page: str) -> None:
    """A page of the match, as soon as it is there itself and leads to no other."""
    until, address = time.monotonic() + PATIENCE, f"/partie/{one.code}/{page}"
    while (answer := one.context.request.get(address)).status != 200 or not answer.url.endswith(address):
        assert time.monotonic() < until, f"{page} has not come"
        time.sleep(0.1)
    one.go(address)
