"""What a table offers first, and says of it: an attack, a marriage, the sun; cards in hand; where a refusal stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from heraut.engine.protocol import Seat
from heraut.games.fief.phases.bargains import PEACE
from heraut.games.fief.view import view
from heraut.site.accounts.models import Player
from heraut.site.games.fief.battle_panel import battle
from heraut.site.matches.models import Match
from tests.games.fief.builders import Table
from tests.site.games.boards import answer
from tests.site.games.fief.conftest import new_match, placed, until
from tests.site.games.fief.test_forecast import besieged
from tests.site.games.fief.test_mends import drafted, mend

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]


def table_page(client: Client, match: Match) -> str:
    """The table, as it is read."""
    return unescape(client.get(f"/partie/{match.code}/").content.decode()).replace("\N{NO-BREAK SPACE}", " ")


def laid(player: Player, other: Player, table: Table) -> Match:
    """A match that stands like this."""
    match = new_match(player, other, seats=len(table.realm.families))
    placed(match, table)
    return match


def test_the_best_attack_on_each_village_is_offered_first(alice: Player, bob: Player, browser: Browser) -> None:
    page = table_page(browser(alice), laid(alice, bob, besieged(hidden_stacks=False).phase("move")))
    offered = re.search(r'id="choix-assault" open>(.*?)</details>', page, re.S)
    assert offered is not None and page.index("choix-assault") < page.index("choix-march")
    acts = re.findall(r"<b>(.*?)</b>", offered[1])
    assert [one for one in acts if one.startswith("Attaquer")] == ["Attaquer Villeneuve : Arnaud, avec 7 soldats"]
    assert "il faut demander le passage" not in offered[1] and "de chances de l'emporter" in offered[1]
    others = page[page.index('id="choix-march"') :]
    assert "si Bob refuse, on reste dehors" in others and "si Bob refuse, on attaque" in others


def snowed_in() -> Table:
    """The first player's lord where nobody moves, the sun in his hand."""
    table = Table(3)
    table.lord("arnaud", 0, "bourg")
    table.troops(0, "bourg", 2)
    table.own(0, "bourg", fort="castle")
    table.lord("henry", 1, "sigy")
    table.own(1, "sigy", fort="castle")
    table.weather("r_bourg")
    return table


def test_whom_bad_weather_holds_learns_why_nobody_marches(alice: Player, bob: Player, browser: Browser) -> None:
    page = table_page(browser(alice), laid(alice, bob, snowed_in().phase("move")))
    assert "Le mauvais temps retient tous vos seigneurs" in page and 'id="choix-march"' not in page


def test_the_sun_in_hand_is_offered_against_it(alice: Player, bob: Player, browser: Browser) -> None:
    table = snowed_in()
    table.hand(0, "sun")
    match = laid(alice, bob, table.phase("cards"))
    words, value = mend(table_page(browser(alice), match))
    assert "Le mauvais temps qui pèse sur le pays de Bourg retient Arnaud" in words and value.startswith("line:SOLEIL")
    assert 'class="mends' not in drafted(browser(alice), match, do=value)


def courting() -> Table:
    """Two families that could marry, in the talks."""
    table = Table(2)
    for name, player, village in (("arnaud", 0, "bourg"), ("blanche", 1, "sigy"), ("roland", 1, "sigy")):
        table.lord(name, player, village)
        table.own(player, village, fort="castle")
        table.troops(player, village, 2)
    return table.phase("negotiation")


def test_a_marriage_is_proposed_by_one_click_and_told_as_a_proposal(
    alice: Player, bob: Player, browser: Browser
) -> None:
    match = laid(alice, bob, courting())
    page = table_page(browser(alice), match)
    found = re.search(r'value="(PROPOSER [^"]*)"[^>]*>.*?Proposer un mariage à Bob : Arnaud et Blanche', page, re.S)
    assert found is not None and "la moitié d'une victoire" in page
    answer(match, alice, found[1])
    hers, his = (table_page(browser(one), match) for one in (alice, bob))
    assert "Proposer un mariage à Bob" not in hers  # once is enough
    assert "Arnaud épouserait Blanche." in his and "Arnaud épouse Blanche." not in his


def test_peace_that_bots_promise_is_told_in_the_language_of_the_reader(
    alice: Player, bob: Player, browser: Browser
) -> None:
    match = laid(alice, bob, courting())
    answer(match, alice, f"PROPOSER j2, -, -, -, -, -, -, -, -, {PEACE}")
    Player.objects.filter(pk=bob.pk).update(language="en")
    hers, his = (table_page(browser(Player.objects.get(pk=one.pk)), match) for one in (alice, bob))
    assert re.search(r"promet.: « paix »", hers) and "promesse, « paix »" in hers
    assert "promises: “peace”" in his and "a promise, “peace”" in his and "paix" not in his.split('id="table"')[1]


def test_who_is_asked_for_justice_reads_whom_the_dagger_has_struck(
    alice: Player, bob: Player, browser: Browser
) -> None:
    table = courting()
    table.hand(0, "assassination")
    match = laid(alice, bob, table.phase("cards"))
    answer(match, alice, "ASSASSINER Roland")
    asked = table_page(browser(bob), match).split('id="question"')[1].split("</section>")[0]
    assert "a fait assassiner" in asked and "Roland (Bob) tombe sous le poignard à Sigy." in asked


def test_what_a_form_of_the_talks_cannot_do_is_said_beside_it(alice: Player, bob: Player, browser: Browser) -> None:
    match = laid(alice, bob, courting())
    page = drafted(browser(alice), match, do="gift", player="j2", money="90000")
    form, told = page.index('id="accord"'), page.index('<ul class="errors"')
    assert form < told and page.count('<ul class="errors"') == 1
    assert re.search(r'id="accord"[^>]* open>', page)


def test_cards_have_a_picture_and_say_what_they_are_for(alice: Player, bob: Player, browser: Browser) -> None:
    table = snowed_in()
    table.hand(0, "sun", "plague")
    page = table_page(browser(alice), laid(alice, bob, table.phase("cards")))
    cards = re.findall(r'<article class="playing-card (\w+)">.*?#(\w+)".*?card-sort">([^<]*)<', page, re.S)
    assert sorted(cards) == [("attack", "plague", "Attaque"), ("parry", "sun", "Parade")]


def test_ones_own_camp_comes_first_in_a_battle_and_is_the_green_one() -> None:
    table = besieged(hidden_stacks=False).phase("move")
    table.say("j1", "MARCHER arnaud, villeneuve, 1x1+2x3, -, assaut", "FIN")
    table.until("round")
    attacker, defender = (battle(view(table.realm, Seat(seat)), "fr") for seat in ("j1", "j2"))
    assert attacker is not None and defender is not None
    assert [seen["camps"][0]["parties"][0][0] for seen in (attacker, defender)] == ["j1", "j2"]
    assert attacker["odds"]["win"] == pytest.approx(defender["odds"]["lose"])


def test_while_cards_are_played_the_chronicle_opens_with_the_turn_that_is_over(
    alice: Player, bob: Player, browser: Browser
) -> None:
    match = new_match(alice, bob)
    until(match, alice, "window")
    for player in (alice, bob):
        answer(match, player, "PRET")
    until(match, alice, "cards")
    page = unescape(browser(alice).get(f"/partie/{match.code}/bilan/").content.decode())
    assert "tour 1" in page[page.index("<h1>") : page.index("</h1>")].lower()


def test_the_guide_has_a_marriage_that_is_proposed_accepted_and_no_other_one_proposed(
    alice: Player, bob: Player, browser: Browser
) -> None:
    table = Table(3)
    for seat, lord, village in ((0, "arnaud", "bourg"), (1, "blanche", "sigy")):
        table.lord(lord, seat, village)
        table.own(seat, village, fort="castle")
    match = laid(alice, bob, table.phase("negotiation"))
    page, names = table_page(browser(alice), match), list(match.realm.seats)
    assert "Proposez un mariage à Bob" in page and "Proposer un mariage à Bob" in page
    answer(match, bob, f"PROPOSER {names[0]}, 0, 0, -, 0, -, -, Blanche&Arnaud")
    page = table_page(browser(alice), match)
    assert "Acceptez le mariage que Bob vous propose" in page and "Marier Arnaud et Blanche" in page
    assert f'value="line:ACCEPTER {names[1]}, 1"' in page and "Proposer un mariage à Bob" not in page
    answer(match, alice, f"ACCEPTER {names[1]}, 1")
    page = table_page(browser(alice), match)
    assert "Dites que vous êtes prêt" in page and 'value="line:PRET"' in page
