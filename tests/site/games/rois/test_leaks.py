"""Two worlds that differ only in what a seat may not know give it the same bytes, on every page and in every mail."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from heraut.games.rois.world.geography import NEIGHBOURS
from heraut.site.games.rois.rehearsal_setup import kept
from heraut.site.games.rois.since import since_words
from heraut.site.games.rois.tidings import summed_up
from heraut.site.matches.models import Match
from heraut.site.matches.orders import save_orders
from heraut.site.matchpage import rehearsals
from tests.site.games.rois.conftest import NOBODY, YEARS, forget, other_world
from tests.site.games.rois.test_pages import FOR_ALL, FOR_KINGS
from tests.site.games.rois.test_story import events_of, views_of

pytestmark = [pytest.mark.django_db, pytest.mark.rule("RO-INFO-03", "RO-INFO-06")]

PASSING = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|DTSTAMP:\w+|\d+ j \d+ h|(?<=class="left">)[^<]+')
YEARS_TOLD = tuple(f"bilan/{year}/" for year in range(YEARS + 1)) + tuple(f"histoire/?tour={y}" for y in range(YEARS))
BEYOND = (
    "/table/{code}/",
    "/api/matches/{code}",
    "/api/matches/{code}/view",
    "/api/matches/{code}/turns/1/events",
    "/api/matches/{code}/turns/1/report",
    "/api/matches/{code}/turns/1/chronicle",
    "/tables/",
    "/parties/",
    "/",
)


def everything(client: Client, match: Match, pages: tuple[str, ...]) -> dict[str, str]:
    """What a browser sees, less what is drawn or counted anew each time."""
    forget()
    addresses = [f"/partie/{match.code}/{page}" for page in pages]
    addresses += [address.format(code=match.code) for address in BEYOND]
    return {address: PASSING.sub("", client.get(address).content.decode()) for address in addresses}


def of_a_king(match: Match) -> tuple[str, ...]:
    """Pages of one person, one province, one cell; the orders of the sheet are spies, spells, searches, hires."""
    own = match.rules.view(match.realm, "j1")["own"]
    people = [one["number"] for one in own["characters"]]
    met, lands = list(own["met"])[:6], [*own["map"]][:12]
    pages = [f"outils/gens/?personne={number}" for number in (*people, *met)]
    pages += [f"?personne={people[0]}&saison=2&province={number}" for number in lands]
    for number in people:
        pages += [f"ordres/?personne={number}&saison={season}" for season in (1, 2, 3)]
        pages += [f"outils/plans/?personne={number}&contre=ogre&plan=ME,FL", f"?personne={number}&saison=1&ordre=Spy"]
    return (*pages, "?personne=royaume", "?personne=royaume&ordre=Vote")


def fragments(client: Client, match: Match) -> dict[str, str]:
    """What scripts are answered, and rehearsals: with others still and played, a year told."""
    forget()
    kept.forget()
    part = {"HX-Request": "true", "HX-Target": "annee"}
    king = match.rules.view(match.realm, "j1")["own"]["king"]
    base = f"/partie/{match.code}/"
    asked = {"person": str(king), "season": "3", "alternatives": "EX\nDE", "variant": f"@{king}\n1: EX\n"}
    found = {
        "board": client.get(f"{base}?personne={king}&saison=1", headers=part),
        "orders": client.get(f"{base}ordres/?personne={king}&saison=1", headers=part),
        "still": client.post(f"{base}outils/essai/", {**asked, "others": "still", "do": "play"}),
        "usual": client.post(f"{base}outils/essai/", {**asked, "others": "usual", "do": "play", "of": "1"}),
        "told": client.post(f"{base}outils/essai/", {**asked, "others": "still", "do": "read:2", "trials": "6"}),
    }
    assert all(one.status_code == 200 for one in found.values())
    assert all('id="bilan"' in found[name].content.decode() for name in ("still", "usual", "told"))
    return {name: PASSING.sub("", one.content.decode()) for name, one in found.items()}


def full_sheet(match: Match) -> str:
    """Orders whose chances and dangers the pages tell."""
    own = match.rules.view(match.realm, "j1")["own"]
    first, *others = [one for one in own["characters"] if not one["died"]]
    there = sorted(NEIGHBOURS[first["province"]])[0]
    lines = [f"@{first['number']}", "1: EX", f"2: SP {there}", f"3: MO {there}", "4: EX", "5: SE 1", "PLAN {ME, FL}"]
    for one in others:
        met = next((number for number, each in own["met"].items() if "levels" in each), None)
        lines += [f"@{one['number']}", "1: SE 1", "2: EX", f"3: HI {met}" if met else "3: EX", "DUEL {FL}"]
    return "\n".join([*lines, "@ROYAUME", *(f"TRAITE {number}" for number in own["relations"])])


@pytest.mark.parametrize("who", ["alice", "charlie", "nobody"])
def test_no_page_tells_what_a_seat_may_not_know(who: str, match, alice, bob, charlie, client, client_of) -> None:
    reader = {"alice": client_of(alice), "charlie": client_of(charlie), "nobody": client}[who]
    pages = FOR_ALL + YEARS_TOLD + (FOR_KINGS + of_a_king(match) if who == "alice" else ())
    save_orders(match.seats.get(user=alice), full_sheet(match))
    save_orders(match.seats.get(user=bob), "@1\n1: EX")
    before = everything(reader, match, pages)
    other_world(match, "j1" if who == "alice" else NOBODY)
    after = everything(reader, match, pages)
    assert [address for address in before if before[address] != after[address]] == []


def test_no_fragment_and_no_rehearsal_tells_what_a_king_may_not_know(match, alice, client_of, monkeypatch) -> None:
    monkeypatch.setattr(rehearsals, "BUDGET", 1_000.0)  # else the load of the machine decides how many years are played
    monkeypatch.setattr("heraut.site.matchpage.rehearsal_page.AT_ONCE", 6)
    save_orders(match.seats.get(user=alice), full_sheet(match))
    before = fragments(client_of(alice), match)
    other_world(match, "j1")
    after = fragments(client_of(alice), match)
    assert [name for name in before if before[name] != after[name]] == []


def test_the_worlds_do_differ(match, bob, client_of) -> None:
    before = everything(client_of(bob), match, FOR_ALL + FOR_KINGS + YEARS_TOLD)
    other_world(match, "j1")
    after = everything(client_of(bob), match, FOR_ALL + FOR_KINGS + YEARS_TOLD)
    assert sum(before[address] != after[address] for address in before) > 8


def test_neither_a_mail_nor_a_band_tells_more(match) -> None:
    def told() -> list[Any]:
        views = views_of(match, "j1")
        found = []
        for year in range(1, YEARS + 1):
            events = events_of(match, year, "j1")
            found.append(summed_up(views[year - 1], views[year], events, "fr"))
            found.append(since_words({}, views[year], events, "fr"))
        return found

    before = told()
    other_world(match, "j1")
    assert told() == before
