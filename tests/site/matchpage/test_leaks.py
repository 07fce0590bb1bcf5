"""Two worlds that differ only in what a seat may not know give it the same bytes, on every page."""

from __future__ import annotations

import re

import pytest

from heraut.games.gloire.state import Retreat
from heraut.site.matches.orders import save_orders
from tests.site.matchpage.conftest import forget_views, keep
from tests.site.matchpage.test_entry import FOR_ALL, FOR_LORDS

pytestmark = pytest.mark.django_db

PASSING = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|DTSTAMP:\w+|\d+ j \d+ h|(?<=class="left">)[^<]+')
CARDS = ("?terre=NARVIK", "fiche/?terre=OULU", "fiche/?liste=1", "outils/bataille/?terre=NARVIK&hommes1=50&calcul=1")


def everything(client, match, pages):
    """What a browser sees, less what is drawn or counted anew each time."""
    forget_views()
    return {page: PASSING.sub("", client.get(f"/partie/{match.code}/{page}").content.decode()) for page in pages}


def change_what_is_bobs(match):
    """Bob's armies, works, coefficients, thresholds and orders are others; nothing that is public moves."""
    realm = match.realm
    mine = {land.name for land in realm.lands.values() if land.owner == "j2"}
    for land in mine:
        realm.lands[land].fortification = 3
        realm.lands[land].tax_coefficient = 0.11
    for army in realm.armies.values():
        if army.lord == "j2":
            army.men += 777
    for knight in realm.knights.values():
        if knight.lord == "j2":
            knight.name, knight.pay, knight.land = f"Inconnu {knight.id}", 1, next(iter(realm.lands))
    realm.lords["j2"].retreat = Retreat(1, 2, 3)
    keep(match, realm)


@pytest.mark.rule("GP-INF-03", "GP-INF-04", "GP-INF-12")
@pytest.mark.parametrize("who", ["alice", "charlie", "nobody"])
def test_no_page_tells_what_bob_alone_may_know(who, match, alice, bob, charlie, client, client_of, seat_of):
    reader = {"alice": client_of(alice), "charlie": client_of(charlie), "nobody": client}[who]
    pages = FOR_ALL + CARDS + (FOR_LORDS if who == "alice" else ())
    save_orders(seat_of(bob), "CHE 1")
    before = everything(reader, match, pages)
    change_what_is_bobs(match)
    seat_of(bob).sheets.update(text="IMP 9 NARVIK\nCHE 5", kept="CHE 5")
    assert everything(reader, match, pages) == before


@pytest.mark.rule("GP-GEN-02")
def test_that_bob_has_given_orders_is_told_and_nothing_of_them(match, alice, bob, client_of, seat_of):
    save_orders(seat_of(bob), "CHE 3", seal=True)
    page = client_of(alice).get(f"/partie/{match.code}/").content.decode()
    assert "scellés" in page and "CHE 3" not in page


def test_what_is_bobs_shows_to_bob(match, bob, client_of):
    before = everything(client_of(bob), match, FOR_ALL)
    change_what_is_bobs(match)
    assert everything(client_of(bob), match, FOR_ALL) != before
