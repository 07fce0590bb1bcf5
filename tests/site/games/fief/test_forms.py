"""What takes more than one button: aims, sides, titles, ballot papers, plans, orders in advance; without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from heraut.games.fief.board.places import VILLAGE_OF
from heraut.games.fief.entries import Attack
from heraut.site.accounts.models import Player
from heraut.site.games.fief.rules import order_groups
from heraut.site.matches.models import Match, Sheet
from tests.games.fief.builders import Table
from tests.site.games.boards import decision, seat_of
from tests.site.games.fief.conftest import new_match, placed, until
from tests.site.games.fief.test_table import key_of, read

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]


def at_bourg(**options: Any) -> Table:
    """Alice (j1) holds the open village of Bourg; j2 and j3 besiege it."""
    table = Table(4, mode="points", **options)
    table.lord("arnaud", 0, "bourg")
    table.lord("roland", 0, "bourg")
    table.troops(0, "bourg", 9, 1)
    table.own(0, "bourg")
    table.lord("henry", 1, "bourg", position="besieger", road="villeneuve")
    table.troops(1, "bourg", 8, position="besieger", road="villeneuve")
    table.lord("othon", 2, "bourg", position="besieger", road="la_bussiere")
    table.troops(2, "bourg", 3, position="besieger", road="la_bussiere")
    table.lord("eric", 3, "sennecy")
    table.realm.attacks = (Attack(VILLAGE_OF["bourg"], 1, None), Attack(VILLAGE_OF["bourg"], 2, None))
    return table.phase("combat")


def set_down(player: Player, table: Table, *others: Player) -> Match:
    """A match of four families that stands like this."""
    match = new_match(player, *others)
    placed(match, table)
    return match


def send(client: Client, match: Match, **posted: Any) -> str:
    """Sends a form of the table; what was kept of the answer."""
    response = client.post(f"/partie/{match.code}/", {"key": key_of(read(client, match)), **posted})
    assert response.status_code == 302, response.content.decode()[:4000]
    return Sheet.objects.filter(seat__match=match).latest("pk").kept


@pytest.mark.rule("FI-AIM-01", "FI-DP-R11", "FI-EX-02")
def test_one_die_at_each_of_two_lords_with_a_target_and_a_plea(alice: Player, bob: Player, browser: Browser) -> None:
    table = at_bourg()
    table.lord("charles", 2, "bourg", position="besieger", road="la_bussiere")  # in Othon's camp
    while table.kind == "sides":
        table.silence()
    match, client = set_down(alice, table, bob), browser(alice)
    page = read(client, match)
    assert 'name="aim-charles"' in page and 'name="aim-othon"' in page and "CIBLER j3" in page
    fields = {"do": "round", "aim-charles": "1", "aim-othon": "1", "target": "CIBLER j3", "mercy": "1"}
    assert send(client, match, **fields).splitlines() == ["GRACE", "CIBLER j3", "VISER Charles, 1", "VISER Othon, 1"]


@pytest.mark.rule("FI-MUL-06", "FI-DP-R11")
def test_of_a_familys_garrison_and_relief_one_is_struck(alice: Player, bob: Player, browser: Browser) -> None:
    table = Table(4, mode="points")
    table.lord("arnaud", 1, "bourg")
    table.troops(1, "bourg", 8)
    table.own(1, "bourg", fort="castle")
    table.troops(1, "bourg", 4, position="relief")
    table.lord("henry", 0, "bourg", position="besieger", road="villeneuve")
    table.troops(0, "bourg", 12, position="besieger", road="villeneuve")
    table.lord("othon", 2, "sennecy")
    table.lord("eric", 3, "sigy")
    table.realm.attacks = (Attack(VILLAGE_OF["bourg"], 0, None),)
    table.phase("combat").until(kind="round")
    match, client = set_down(alice, table, bob), browser(alice)
    page = read(client, match)
    assert 'value="CIBLER j2, dedans"' in page and "dans les murs" in page and "hors les murs" in page
    assert send(client, match, do="round", target="CIBLER j2, dehors").splitlines() == [
        "COMBATTRE",
        "CIBLER j2, dehors",
    ]


@pytest.mark.rule("FI-DP-R11", "FI-MUL-02", "FI-MUL-09")
def test_forces_are_added_up_for_a_sortie_with_a_plan_for_this_battle(
    alice: Player, bob: Player, browser: Browser
) -> None:
    table = Table(4, mode="points")
    table.lord("arnaud", 0, "bourg")
    table.troops(0, "bourg", 9, 1)
    table.own(0, "bourg", fort="castle")
    table.troops(0, "bourg", 4, position="relief")
    table.lord("henry", 1, "bourg", position="besieger", road="villeneuve")
    table.troops(1, "bourg", 8, position="besieger", road="villeneuve")
    table.lord("othon", 2, "bourg", position="relief")
    table.lord("eric", 3, "sennecy")
    table.realm.attacks = (Attack(VILLAGE_OF["bourg"], 1, None),)
    match, client = set_down(alice, table.phase("combat"), bob), browser(alice)
    page = read(client, match)
    assert "SORTIE" not in page and 'name="sortie"' in page and 'name="with" value="j3"' in page
    fields = {"do": "sides", "village": "bourg", "with": "j3", "sortie": "1"}
    plan = {"plan-viser": "tous", "plan-merci": "nombre", "plan-merci-nombre": "300", "plan-pertes": "soldats"}
    said = send(client, match, **fields, **plan).splitlines()
    assert said == ["PLAN viser, tous, Bourg", "PLAN merci, 300, Bourg", "AVEC j3", "SORTIE"]


@pytest.mark.rule("FI-LRD-05")
def test_a_new_lord_receives_titles_from_the_page(alice: Player, bob: Player, browser: Browser) -> None:
    table = Table(4, mode="points")
    table.lord("arnaud", 0, "bourg")
    table.own(0, "bourg")
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.fief("r_sigy", 0, "sigy", "arnaud")
    for number, (name, village) in enumerate((("henry", "blaye"), ("othon", "sennecy"), ("eric", "beaujeu")), start=1):
        table.lord(name, number, village)
    table.hand(0, "roland", "famine", "sun")
    match, client = set_down(alice, table.phase("cards"), bob), browser(alice)
    page = read(client, match)
    assert 'name="titles" value="r_bourg"' in page
    assert "<strong>Arnaud</strong> <em>duc de Bourg, comte de Sigy</em>" in page
    key = key_of(page)
    fields = {"key": key, "do": "new_lord", "lord": "roland", "village": "bourg", "titles": "r_sigy"}
    answer = client.post(f"/partie/{match.code}/", fields).content.decode()
    assert "SEIGNEUR roland, bourg, r_sigy" in answer and "Donner ces ordres" in answer


@pytest.mark.rule("FI-DP-R11", "FI-DP-43")
def test_a_ranked_vote_is_noted_in_its_order_here_and_in_the_talks(
    alice: Player, bob: Player, browser: Browser
) -> None:
    match = new_match(alice, bob)
    until(match, alice, "window")
    view = decision(match, alice).view
    men = [name for name, lord in view["lords"].items() if not lord["woman"]][:2]
    if len(men) < 2:
        pytest.fail("this seed gives men to two families")
    first, second = men[1], men[0]  # not in the order of the list
    client, seat = browser(alice), seat_of(match, alice)
    posted = {"do": "paper", "part": "votes", "lords": [first, second, "", first]}
    assert client.post(f"/partie/{match.code}/ordres/", posted).status_code == 302
    seat.refresh_from_db()
    assert seat.notes == f"BULLETIN votes, {first}+{second}"
    page = read(client, match)
    assert "Mon bulletin de vote" in page and 'id="votes-2"' in page
    client.post(f"/partie/{match.code}/", {"key": key_of(page), **posted, "lords": [second, first]})
    match.refresh_from_db()
    own = match.rules.view(match.realm, seat.name)["own"]
    assert own["paper"]["votes"] == [second, first] and own["asked"]["kind"] == "window"
    again = read(client, match)
    client.post(f"/partie/{match.code}/", {"key": key_of(again), "do": "forget", "part": "votes"})
    match.refresh_from_db()
    assert match.rules.view(match.realm, seat.name)["own"]["paper"]["votes"] is None


@pytest.mark.rule("FI-DP-43", "FI-PAS-14", "FI-TRN-06", "FI-END-04")
@pytest.mark.parametrize(
    ("posted", "lines"),
    [
        ({"do": "permit", "player": "j2", "village": "bourg", "entry": "passer"}, ["PASSAGE j2, bourg, passer"]),
        ({"do": "petition", "villages": ["bourg", "sigy"]}, ["SOLLICITER bourg+sigy"]),
        ({"do": "plan", "plan-merci": "nombre", "plan-merci-nombre": "300"}, ["PLAN merci, 300"]),
        ({"do": "plan", "village": "sigy", "plan-camp": "j3"}, ["PLAN camp, j3, sigy"]),
        ({"do": "plan", "plan-avec": "j3", "plan-viser": "eric"}, ["PLAN viser, eric", "PLAN avec, j3"]),
        ({"do": "plan", "plan-seigneurs": ["roland", "", "arnaud"]}, ["PLAN seigneurs, roland+arnaud"]),
        (
            {"do": "deposit", "phase": "achats", "what": "buy", "bought": "3", "village": "bourg", "count": "2"},
            ["POUR achats, RECRUTER 3, bourg, 2"],
        ),
        (
            {"do": "deposit", "phase": "achats", "what": "buy", "bought": "moulin", "village": "bourg"}
            | {"then": "demander"},
            ["POUR achats, BATIR moulin, bourg", "POUR achats, demander"],
        ),
        (
            {"do": "deposit", "phase": "mouvements", "what": "march", "lords": "arnaud", "t1": "2", "to": "sigy"}
            | {"manner": "forcer", "then": "demander si touché"},
            ["POUR mouvements, MARCHER arnaud, sigy, 2x1, -, forcer", "POUR mouvements, demander si touché"],
        ),
        (
            {"do": "deposit", "phase": "cartes", "what": "cards", "card": "famine", "region": "r_bourg"},
            ["POUR cartes, FAMINE r_bourg"],
        ),
        ({"do": "undeposit", "phase": "cartes"}, ["POUR cartes, rien"]),
        ({"do": "forget_plan"}, ["OUBLIER plan"]),
        ({"do": "leave", "how": "ABANDONNER", "sure": "1"}, ["ABANDONNER"]),
    ],
)
def test_a_form_of_the_notes_makes_its_lines(
    alice: Player, bob: Player, browser: Browser, posted: dict[str, Any], lines: list[str]
) -> None:
    match = new_match(alice, bob)
    client, seat = browser(alice), seat_of(match, alice)
    response = client.post(f"/partie/{match.code}/ordres/", posted)
    assert response.status_code == 302, re.findall(r'class="errors".*?</ul>', response.content.decode(), re.S)
    seat.refresh_from_db()
    assert seat.notes.splitlines() == lines


def test_lines_that_are_refused_stay_in_the_box(alice: Player, bob: Player, browser: Browser) -> None:
    match = new_match(alice, bob)
    client, seat = browser(alice), seat_of(match, alice)
    page = client.post(
        f"/partie/{match.code}/ordres/", {"text": "PASAGE j2, Bourg, passer\nPLAN viser, tous"}
    ).content.decode()
    assert "PASAGE j2, Bourg, passer\nPLAN viser, tous</textarea>" in page
    assert f"/partie/{match.code}/regles/#ordres" in page
    seat.refresh_from_db()
    assert seat.notes == "PLAN viser, tous"


def test_families_are_called_by_their_names_and_the_orders_are_listed(
    alice: Player, bob: Player, browser: Browser
) -> None:
    match = new_match(alice, bob)
    until(match, alice, "window")
    client = browser(alice)
    assert send(client, match, give="DONNER Bob, 100") == "DONNER j2, 100"
    refused = client.post(f"/partie/{match.code}/", {"key": key_of(read(client, match)), "give": "DONNÉ Bob"})
    assert f"/partie/{match.code}/regles/#ordres" in refused.content.decode()
    rules = client.get(f"/partie/{match.code}/regles/").content.decode()
    assert 'id="ordres"' in rules and "<strong>SOLLICITER</strong> villages" in rules
    english = {one.code: one.meaning for _, entries in order_groups("en") for one in entries}
    assert english["SOLLICITER"] == "I ask the owners of these villages for passage in advance."


@pytest.mark.rule("FI-DP-R11")
def test_who_attacks_nobody_says_so_while_he_marches(alice: Player, bob: Player, browser: Browser) -> None:
    match = new_match(alice, bob, batch=True)
    until(match, alice, "move")
    client = browser(alice)
    page = read(client, match)
    assert 'name="add" value="PASSER"' in page
    page = client.post(f"/partie/{match.code}/", {"key": key_of(page), "add": "PASSER"}).content.decode()
    assert 'name="add" value="PASSER"' not in page
    client.post(f"/partie/{match.code}/", {"key": key_of(page), "text": "PASSER", "do": "end"})
    match.refresh_from_db()
    assert match.realm.seats.index("j1") in match.realm.declared


def form_with(page: str, said: str) -> str:
    """The form of a page that holds these words."""
    return next(form for form in re.findall(r"<form.*?</form>", page, re.S) if said in form)


@pytest.mark.parametrize(
    ("posted", "button", "said", "kept"),
    [
        ({"do": "petition"}, 'value="petition"', "Cochez au moins un village.", ""),
        (
            {"do": "plan", "plan-grace": "nombre", "plan-grace-nombre": "0", "plan-viser": "tous"},
            'value="plan"',
            "Un nombre de 1 à 99.",
            '<option value="tous" selected>',
        ),
        (
            {"do": "plan", "plan-merci": "jamais", "plan-merci-nombre": "400"},
            'value="plan"',
            "Ce nombre ne compte que si vous choisissez",
            'value="400"',
        ),
        (
            {"do": "deposit", "phase": "achats", "what": "buy", "bought": "3", "count": "40", "village": "bourg"},
            'value="achats"',
            "Un nombre de 1 à 20.",
            'value="40"',
        ),
        (
            {"do": "deposit", "phase": "mouvements", "what": "march", "to": "bourg"},
            'value="mouvements"',
            "Choisissez un seigneur, ou des soldats.",
            '<option value="bourg" selected>',
        ),
        (
            {"do": "deposit", "phase": "achats", "line": "RECRUTTER 3, Bourg"},
            'name="line"',
            "RECRUTER",
            'value="RECRUTTER 3, Bourg"',
        ),
        ({"do": "leave", "how": "ABANDONNER"}, 'value="ABANDONNER"', "Cochez d'abord", ""),
    ],
)
def test_instructions_that_are_not_taken_say_why_in_their_form(
    alice: Player, bob: Player, browser: Browser, posted: dict[str, Any], button: str, said: str, kept: str
) -> None:
    match = new_match(alice, bob)
    client, seat = browser(alice), seat_of(match, alice)
    client.post(f"/partie/{match.code}/ordres/", {"text": "PLAN viser, tous"})
    page = client.post(f"/partie/{match.code}/ordres/", posted).content.decode()
    form = unescape(form_with(page, button))
    assert said in form and kept in form and page.count('class="errors"') == 1
    assert 'class="errors"' in form and "autofocus" in form and 'role="alert"' not in page  # read where the focus comes
    seat.refresh_from_db()
    assert seat.notes == "PLAN viser, tous" and ">PLAN viser, tous</textarea>" in page


def test_numbers_of_a_battle_plan_have_labels_to_be_seen(alice: Player, bob: Player, browser: Browser) -> None:
    match = new_match(alice, bob)
    page = browser(alice).get(f"/partie/{match.code}/ordres/").content.decode()
    for code, words in (("grace", "Points"), ("merci", "Écus"), ("arret", "Points")):
        assert f'<label for="plan-{code}-nombre">{words}</label>' in page


def test_what_is_typed_at_the_table_is_refused_beside_its_box(alice: Player, bob: Player, browser: Browser) -> None:
    match = new_match(alice, bob)
    until(match, alice, "cards")
    client = browser(alice)
    for asked in ("send", "look"):
        page = client.post(
            f"/partie/{match.code}/", {"key": key_of(read(client, match)), "do": asked, "text": "BATTIR moulin"}
        ).content.decode()
        box = page[page.index('class="fold typed" open') :]
        assert "BATTIR" in box and 'id="refus" data-say' in box and page.count('class="errors"') == 1
