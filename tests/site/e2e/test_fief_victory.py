"""The last turn of a crown, in four browsers: a battle, a marriage by a deal, a ballot, a coronation, a victory."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from heraut.games import fief
from heraut.games.fief.board.places import VILLAGE_OF
from heraut.games.fief.entries import Attack
from heraut.games.fief.identities import PlayerNo
from tests.games.fief.builders import Table
from tests.site.e2e.conftest import Site
from tests.site.e2e.laid import lay
from tests.site.e2e.test_fief import asked, question, sit_down
from tests.site.e2e.test_lengths import too_tall
from tests.site.e2e.visitor import Visitor

HOUSES = ("Adélaïde", "Bérenger", "Constance", "Drogon")
CROWN = "À la couronne : une couronne et trois fiefs"
FIEFS = (("r_bourg", "arnaud", 0), ("r_sigy", "othon", 0), ("r_beaujeu", "gauvain", 0), ("r_st_gerome", "eric", 3))


def last_turn() -> Table:
    """Three fiefs and no crown: Roland besieges Henry; Charles, cardinal of another house, may crown."""
    table = Table(4, mode="normal", pace="live", batch=True)
    for region, name, player in FIEFS:
        capital = region.removeprefix("r_")
        table.lord(name, player, capital)
        table.fief(region, player, capital, name)
        table.own(player, capital, fort="city")
        table.troops(player, capital, 2)
    table.lord("roland", 0, "villeneuve", position="besieger", road="bourg")
    table.troops(0, "villeneuve", 3, 3, 2, position="besieger", road="bourg")
    table.lord("henry", 1, "villeneuve")
    table.troops(1, "villeneuve", 2)
    table.own(1, "villeneuve")
    for name, player, village in (("blanche", 1, "tournus"), ("charles", 2, "sennecy")):
        table.lord(name, player, village, **({"bishop": "b_bourg", "cardinal": True} if name == "charles" else {}))
        table.own(player, village, fort="castle")
        table.troops(player, village, 3)
    table.purse(3, 800)
    table.realm.attacks = (Attack(VILLAGE_OF["villeneuve"], PlayerNo(0), None),)
    return table.phase("combat")


def place(site: Site, code: str, table: Table) -> None:
    """The match of this code goes on from here."""
    for family, name in zip(table.realm.families, HOUSES, strict=True):
        family.name = name
    lay(site.data, code, lambda state: fief.dump(table.realm), table.realm.turn)


def fight(person: Visitor) -> None:
    """Whoever has an enemy lord in the open aims one die at him; whoever has not fights on."""
    aim = person.page.get_by_label("Henry (Bérenger)", exact=False)
    if aim.count():
        aim.fill("1")
        person.press("Combattre ainsi")
    else:
        person.press("Se battre")


def propose(person: Visitor) -> None:
    """Eric marries Blanche, and brings three hundred écus."""
    page = person.page
    page.locator("#accord > summary").click()
    page.locator("#avec").select_option(label="Bérenger")
    page.locator("#donne").fill("300")
    page.locator("#mien").select_option("eric")
    page.locator("#sien").select_option("blanche")
    person.press("Proposer", "#accord")


def note_votes(person: Visitor) -> None:
    """A ranked vote in the talks, for the election to come."""
    page = person.page
    page.locator("#bulletin-de-vote > summary").click()
    page.locator("#votes-1").select_option("arnaud")
    page.locator("#votes-2").select_option("eric")
    page.locator("form.ballot", has=page.locator("#votes-1")).get_by_role("button", name="Noter ce choix").click()


def done(person: Visitor, act: Callable[[Visitor], None]) -> None:
    """Does it, and waits until the page shows what the site has answered."""
    person.page.locator("#question").evaluate("one => one.dataset.former = 1")
    with person.page.expect_response(lambda response: response.request.method == "POST"):
        act(person)
    expect(person.page.locator("#question[data-former]")).to_have_count(0)
    expect(person.page.locator(".htmx-request")).to_have_count(0)


def answer(name: str) -> Callable[[Visitor], None]:
    """The answer of this name."""
    return lambda person: person.page.locator("#reponse").get_by_role("button", name=name, exact=True).click()


def act_of(people: list[Visitor], person: Visitor) -> Callable[[Visitor], None]:
    """What this person does when he is asked."""
    page, asking = person.page, question(person)
    if "manche" in asking:
        return fight
    if "Négociez" in asking:
        return answer("Je suis prêt")
    mine = "Arnaud" if person is people[0] else "Eric"
    for name in (mine, "Le sacrer"):
        if page.locator("#reponse").get_by_role("button", name=name, exact=True).count():
            return answer(name)
    raise AssertionError(asking)


def test_a_battle_a_marriage_and_a_ballot_make_a_king_who_wins(visitor: Callable[..., Visitor], site: Site) -> None:
    people = [visitor(), visitor(), visitor(width=390, height=844), visitor()]
    for person, lord in zip(people, HOUSES, strict=True):
        person.sign_up(lord)
    address = sit_down(people[0], people, CROWN, HOUSES)
    place(site, people[0].code, last_turn())
    for person in people:
        person.go(address)
    while "manche" in question(actor := asked(people) or people[0]):
        done(actor, fight)
    people[0].sees("Villeneuve")
    expect(people[3].page.locator("#question h2")).to_contain_text("Négociez")
    done(people[3], propose)
    expect(people[1].page.locator("#table")).to_contain_text("mariage : Eric et Blanche")
    done(
        people[1],
        lambda person: person.page.locator("#table").get_by_role("button", name=re.compile("^Accepter")).click(),
    )
    people[2].sees("Noces d")
    done(people[2], note_votes)
    for _ in range(20):
        actor = asked(people)
        if actor is None:
            break
        done(actor, act_of(people, actor))
    for person in people:
        expect(person.page.locator("#question")).to_contain_text("Une couronne et trois fiefs")
        expect(person.page.locator("#question")).to_contain_text("Adélaïde" if person is not people[0] else "l'emporte")
        assert person.fits()
    assert too_tall(people[2], people[0].code) == {}
    told = people[0].page.context.request.get(f"{address}bilan/").text()
    assert all(words in told for words in ("Noces d", "Constance", "Arnaud"))
