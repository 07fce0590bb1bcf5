"""The court: a word is one tap and takes the place of its contrary; votes, offices, the heir, names."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.games.rois.merit import leader, own_merits
from heraut.site.games.rois.realm import shield
from heraut.site.matches.models import Match
from heraut.site.matches.orders import last_sheet
from tests.site.games.rois.conftest import bend

pytestmark = pytest.mark.django_db


def own_of(match: Match) -> Any:
    """What the first King sees of his own."""
    return match.rules.view(match.realm, "j1")["own"]


def text_of(match: Match) -> str:
    """His sheet."""
    sheet = last_sheet(match.seats.get(name="j1"), match.step + 1)
    return sheet.text if sheet is not None else ""


def said(browser: Client, match: Match, act: str, **fields: Any) -> str:
    """The sheet after one act from the court, and where it leads back to."""
    sent = {"do": act, "person": "0", "back": "cour", **fields}
    answer = browser.post(f"/partie/{match.code}/ordres/", sent)
    assert answer.status_code == 302 and "/outils/cour/" in answer["Location"]
    return text_of(match)


def court(browser: Client, match: Match) -> str:
    """The page."""
    return unescape(browser.get(f"/partie/{match.code}/outils/cour/").content.decode())


@pytest.mark.rule("RO-DIP-06")
def test_a_word_takes_the_place_of_its_contrary(match: Match, alice: Player, client_of: Any) -> None:
    browser = client_of(alice)
    bend(match, lambda world: relate(world, 2, "neutral"))
    page = court(browser, match)
    assert 'value="word:TRAITE 2"' in page and 'value="word:ROMPRE 2"' in page
    assert "TRAITE 2" in said(browser, match, "word:TRAITE 2", at="roi-2")
    assert "alliés" in court(browser, match)
    after = said(browser, match, "word:ROMPRE 2")
    assert "ROMPRE 2" in after and "TRAITE 2" not in after
    page = court(browser, match)
    line = next(n for n, one in enumerate(after.split("\n"), start=1) if one == "ROMPRE 2")
    assert 'value="word:TRAITE 2"' in page and re.search(rf'value="clear:{line}"[^>]* aria-pressed="true"', page)
    assert "ROMPRE" not in said(browser, match, f"clear:{line}")


def relate(world: Any, other: int, relation: str) -> None:
    """How the first King stands with another."""
    world.kingdoms[1].relations[other] = world.kingdoms[other].relations[1] = relation


def test_only_places_of_the_page_follow_its_address(match: Match, alice: Player, client_of: Any) -> None:
    browser = client_of(alice)
    for place, kept in (("roi-2", "roi-2"), ("//evil.example", ""), ("é", "")):
        answer = browser.post(f"/partie/{match.code}/ordres/", {"do": "put:ELECTION", "back": "cour", "at": place})
        assert urlparse(answer["Location"]).fragment == kept


def test_how_long_they_have_stood_so_is_told(match: Match, alice: Player, client_of: Any) -> None:
    page = court(client_of(alice), match)
    relations = own_of(match)["relations"]
    assert page.count('<li class="king ') == len(relations)
    assert page.count("depuis l'an") + page.count("depuis toujours") == len(relations)


@pytest.mark.rule("RO-VIC-02", "RO-VIC-05")
def test_votes_are_buttons_in_the_year_of_voting(match: Match, alice: Player, client_of: Any) -> None:
    browser = client_of(alice)
    assert 'value="put:VOTE' not in court(browser, match)
    bend(match, lambda world: setattr(world, "vote", world.turn))
    page = court(browser, match)
    assert 'value="put:VOTE 2"' in page and 'value="put:VOTE BLANC"' in page and "vos points perdent" in page
    assert "VOTE 2" in said(browser, match, "put:VOTE 2")
    after = said(browser, match, "put:VOTE BLANC")
    assert "VOTE BLANC" in after and "VOTE 2" not in after


@pytest.mark.rule("RO-OFF-01", "RO-OFF-07")
def test_the_offices_tell_what_is_missing(match: Match, alice: Player, client_of: Any) -> None:
    page, own = court(client_of(alice), match), own_of(match)
    merits = own_merits(match.rules.view(match.realm, "j1"))
    assert merits[own["king"]]["treasurer"] == own["gold"]
    assert "C'est la base d'impôts" in page and "Grand Maréchal Impérial" in page


def test_between_which_the_merit_of_the_leader_lies() -> None:
    for mine in range(1, 40):
        for other in range(mine, 60):
            least, most = leader(mine, 100 * mine // other)
            assert least <= other <= most
    assert leader(0, 0) == leader(5, None) == (0, 0) and leader(7, 100) == (7, 7)


@pytest.mark.rule("RO-CHAR-20")
def test_an_heir_is_placed_level_by_level(match: Match, alice: Player, client_of: Any) -> None:
    browser, own = client_of(alice), own_of(match)
    king = next(one for one in own["characters"] if one["number"] == own["king"])
    known = [code for code, level in king["levels"].items() if level][:2]
    fields = {"arg-sex": "F", "arg-race": "elf", "arg-temper": "brave", **{f"arg-level-{code}": "2" for code in known}}
    after = said(browser, match, "form:NameHeir", **fields)
    assert "HERITIER" in after and all(f"{code} 2" in after for code in known)
    page = court(browser, match)
    assert '<output data-count="all" data-wanted="4">4</output>' in page
    assert "HERITIER" in said(browser, match, "form:NameHeir", **{"arg-nobody": "1"})


def test_people_provinces_and_units_are_given_names(match: Match, alice: Player, client_of: Any) -> None:
    browser, own = client_of(alice), own_of(match)
    after = said(browser, match, "form:Rename", **{"arg-number": f"P{own['home']}", "arg-text": "Beauséjour"})
    assert f'NOM P{own["home"]} "Beauséjour"' in after
    assert "NOM" not in said(browser, match, "clear:2").replace("ROYAUME", "")


def test_arms_are_those_of_the_map(match: Match, alice: Player, client_of: Any) -> None:
    page = court(client_of(alice), match)
    assert all(str(shield(int(number))) in page for number in own_of(match)["relations"])
    assert len({str(shield(number)) for number in range(1, 13)}) == 12


def test_letters_are_one_tap_away(match: Match, alice: Player, client_of: Any) -> None:
    page = court(client_of(alice), match)
    other = match.rules.view(match.realm, "j1")["kingdoms"]["2"]["name"]
    link = next(part for part in page.split('"') if "lettres/?a=" in part and "#to" in part)
    assert (
        parse_qs(urlparse(link).query)["a"][0]
        in {one["name"] for one in match.rules.view(match.realm, "j1")["kingdoms"].values()}
        and other in page
    )


def test_a_king_whom_a_bot_plays_is_marked(match: Match, alice: Player, client_of: Any) -> None:
    match.seats.filter(name="j3").update(bot="novice:greedy")
    mark = '<span class="badge">automate novice, cupide</span>'
    assert court(client_of(alice), match).count(" · automate novice, cupide</small>") == 1
    assert client_of(alice).get(f"/partie/{match.code}/bilan/").content.decode().count(mark) <= 1
    assert unescape(Client().get(f"/partie/{match.code}/").content.decode()).count(mark) == 1  # for passers-by as well


def test_the_table_names_the_heir_who_reigns(match: Match, alice: Player, client_of: Any) -> None:
    """As the pages of the match do; the host hands over the King who is played."""

    def crown_an_heir(world: Any) -> None:
        other = next(one.number for one in world.characters.values() if one.number != world.kingdoms[3].king)
        world.kingdoms[3].king = other
        world.characters[other].name = "Thalia"

    bend(match, crown_an_heir)
    Match.objects.filter(pk=match.pk).update(host=alice)
    page = client_of(alice).get(f"/table/{match.code}/").content.decode()
    assert re.search(r"<strong>Thalia</strong></span> <span class=\"quiet\">succède à Sire C", page)
    assert re.search(r"<option value=\"\d+\">Thalia", page)


def test_who_may_call_an_election_reads_why_he_has_seen_fewer_votes(
    match: Match, alice: Player, client_of: Any
) -> None:
    """The count at the end of a year knows all lands, he only those that he has seen."""

    def allow(world: Any) -> None:
        world.kingdoms[1].may_call, world.vote = True, 0

    bend(match, allow)
    page = unescape(client_of(alice).get(f"/partie/{match.code}/outils/cour/").content.decode())
    assert "Au compte de la fin de l'an dernier, vous tenez avec vos alliés plus de" in page
    assert "le reste vient de terres de vos alliés que vous n'avez pas vues." in page
