"""What a table of Seigneurs & Vassaux lets one choose: ground, points, magic, who plays; and hosts (SV-DP-01)."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from heraut.games.vassaux.roster import ready_made
from heraut.games.vassaux.roster.lines import write_lines
from heraut.site.accounts.models import Player
from heraut.site.games.vassaux import keeping
from heraut.site.games.vassaux.models import SavedField, SavedHost
from heraut.site.lobby import muster, tables
from heraut.site.lobby.presets import described
from heraut.site.lobby.rematch import rematch
from heraut.site.lobby.tables import open_table
from heraut.site.matches.models import OVER, RUNNING, Match
from tests.site.games.vassaux.conftest import LIVE

pytestmark = pytest.mark.django_db

OWN = "BARON CHEVALIER ARMES MELEE ARMURE CHEVALIER\nVASSAL 8 BRETTEUR NOM Les Huit\n"
DEAR = "BARON CHEVALIER ARMES MELEE ARMURE CHEVALIER\nVASSAL 37 BRETTEUR\n"
WOOD = "BOIS 3000,6000 5000,8000\n"
ClientOf = Callable[[Player], Client]


def opened(client: Client, **fields: Any) -> Any:
    """The answer to the form of a new table."""
    usual = {"title": "Le gué", "preset": "no_clock", "lord": "Aymeric", "play": "on", "scenario": "0", "lords": "2"}
    return client.post("/tables/nouvelle/?jeu=vassaux", {**usual, **fields})


@pytest.mark.rule("SV-DPR-01")
def test_the_clock_that_is_offered_is_the_one_of_the_table(alice: Player, client_of: ClientOf) -> None:
    form = unescape(client_of(alice).get("/tables/nouvelle/?jeu=vassaux").content.decode())
    assert "une minute et demie pour ordonner" in form
    assert "trois minutes" not in form
    opened(client_of(alice), preset="live")
    assert described(table().pace).endswith("1 min 30 s pour ses ordres, 30 s pour toute autre réponse")


def table() -> Match:
    return Match.objects.get(title="Le gué")


def errors(response: Any) -> dict[str, str]:
    """The errors of a form by the field that they stand behind."""
    found = {}
    for part in re.split(r'<div class="field', response.content.decode())[1:]:
        name, told = re.search(r'name="([\w-]+)"', part), re.search(r'<ul class="error[^>]*>(.*?)</ul>', part, re.S)
        if name and told:
            found[name[1]] = " ".join(unescape(re.sub(r"<[^>]+>", " ", told[1])).split())
    return found


def waiting(host: Player, **options: Any) -> Match:
    """A table that waits for players."""
    return open_table(host, "Le gué", {"lords": 2, **options}, LIVE, game="vassaux", private=True, bots="player")


def begun(match: Match, host: Player) -> None:
    """Has a table started, if it has not done so by itself."""
    match.refresh_from_db()
    if match.status != RUNNING:
        muster.start_now(match, host)


def confirmed(match: Match, *people: Player) -> None:
    """All say that they are there, and the match begins."""
    for player in people:
        match.refresh_from_db()
        if match.status != RUNNING:
            muster.confirm(match, player)
    match.refresh_from_db()
    assert match.status == RUNNING


# A new table


def test_a_table_takes_everything_that_may_be_chosen(alice: Player, client_of: ClientOf) -> None:
    kept = keeping.keep(SavedHost, alice, "Les miens", text=OWN)
    assert opened(
        client_of(alice), scenario="5", map="HASARD", table="20", limit="600", magic="on", host=f"ost-{kept.pk}"
    ).status_code == 302  # fmt: skip

    assert table().options == {"lords": 2, "scenario": 5, "map": "HASARD", "table": 20, "limit": 600, "magic": True}
    assert table().seats.get().choices == {"host": OWN}


def test_a_table_on_a_battlefield_that_is_kept_or_pasted(alice: Player, client_of: ClientOf) -> None:
    kept = keeping.keep(SavedField, alice, "La mare", text=WOOD, side=20)
    opened(client_of(alice), map=f"champ-{kept.pk}", table="15")
    assert table().options == {"lords": 2, "field": WOOD, "table": 20}
    page = client_of(alice).get(f"/table/{table().code}/").content.decode()
    assert "un champ dessiné" in page and "/champ/dessin.svg?champ=BOIS" in unescape(page)
    table().delete()
    opened(client_of(alice), map="texte", ground_text=WOOD, table="15")
    assert table().options["field"].splitlines() == WOOD.splitlines()


def test_one_player_against_the_reaction_table_and_its_host(alice: Player, client_of: ClientOf) -> None:
    opened(client_of(alice), lords="1", foe_host="S4_KILIC", host="FRANC_400")
    match = table()

    assert match.status == RUNNING
    assert match.options["hosts"] == {"j1": "FRANC_400", "": "S4_KILIC"}
    assert [host.total for host in match.realm.hosts] == [399, 398]


@pytest.mark.rule("SV-OST-03", "SV-SCN-11", "SV-TER-01", "SV-GEO-02", "SV-DEP-02")
@pytest.mark.parametrize(
    ("fields", "field", "told"),
    [
        ({"host": "texte", "host_text": DEAR}, "host_text", "L'ost coûte"),
        ({"host": "texte", "host_text": "BARON"}, "host_text", "Ligne 1"),
        ({"host": "texte", "host_text": OWN + "VASSAL 8 BRETEUR"}, "host_text", "BRETTEUR"),
        ({"host": "S2_FRANCS"}, "host", "il faut"),
        ({"scenario": "1", "host": "FRANC_400"}, "host", "Chef de Guerre"),
        ({"map": "texte", "ground_text": "SOMMET 0,0 1000,1000"}, "ground_text", "falaise"),
        ({"map": "texte", "ground_text": "BOIS"}, "ground_text", "deux coins"),
        ({"scenario": "2", "map": "M0"}, "map", "sa propre carte"),
        ({"scenario": "1", "map": "texte", "ground_text": WOOD}, "map", "sa propre carte"),
        ({"table": "10"}, "table", "changer de taille"),
        ({"limit": "5000"}, "limit", "c'est trop pour une table"),
    ],
)
def test_a_refusal_stands_beside_its_field(
    alice: Player, client_of: ClientOf, fields: dict[str, str], field: str, told: str
) -> None:
    response = opened(client_of(alice), **fields)

    assert told in errors(response)[field], errors(response)
    assert not Match.objects.exists()


def test_nobody_takes_what_another_keeps(alice: Player, bob: Player, client_of: ClientOf) -> None:
    host = keeping.keep(SavedHost, alice, "Les miens", text=OWN)
    field = keeping.keep(SavedField, alice, "La mare", text=WOOD, side=15)
    client = client_of(bob)

    assert "Les miens" not in client.get("/tables/nouvelle/?jeu=vassaux").content.decode()
    assert "host" in errors(opened(client, host=f"ost-{host.pk}"))
    assert "map" in errors(opened(client, map=f"champ-{field.pk}"))


@pytest.mark.parametrize(
    "text", ["x" * 7_000, "[" * 5_000, '{"lord":{}}', "\u202e", "1e309", "VASSAL 2 PAYSAN\n" * 300]
)
def test_odd_lists_get_an_answer(alice: Player, client_of: ClientOf, text: str) -> None:
    assert "host_text" in errors(opened(client_of(alice), host="texte", host_text=text))
    assert "ground_text" in errors(opened(client_of(alice), map="texte", ground_text=text))


# Sitting down


def test_a_host_is_chosen_with_the_seat_and_chosen_anew(alice: Player, bob: Player, client_of: ClientOf) -> None:
    match = waiting(alice)
    client = client_of(bob)
    client.post(f"/table/{match.code}/rejoindre/", {"lord": "Gautier", "host": "BARBARE_400"})
    seat = match.seats.get(user=bob)
    assert seat.choices == {"host": "BARBARE_400"}
    client.post(f"/table/{match.code}/joueur/choisir/", {"host": "texte", "host_text": OWN})
    seat.refresh_from_db()
    assert seat.choices["host"].splitlines() == OWN.splitlines()
    page = client.get(f"/table/{match.code}/").content.decode()
    assert 'value="texte" selected' in page and "Les Huit" in page


@pytest.mark.rule("SV-OST-03", "SV-OST-09", "SV-SCN-10")
@pytest.mark.parametrize(
    ("options", "fields", "field", "told"),
    [
        ({}, {"host": "texte", "host_text": DEAR}, "host_text", "la limite est de 400"),
        ({"limit": 100}, {"host": "FRANC_400"}, "host", "la limite est de 100"),
        ({}, {"host": "texte", "host_text": OWN + "MAGIE VERTE"}, "host_text", "La magie n'est pas de cette partie"),
        ({"scenario": 1}, {"host": "S1_SARRASINS"}, "host", "titres francs"),  # he will have the northern side
    ],
)
def test_a_host_that_this_table_does_not_take(
    alice: Player,
    bob: Player,
    client_of: ClientOf,
    options: dict[str, Any],
    fields: dict[str, str],
    field: str,
    told: str,
) -> None:
    match = waiting(alice, **options)
    tables.join(match, alice, "Aymeric")
    response = client_of(bob).post(f"/table/{match.code}/rejoindre/", {"lord": "Gautier", **fields})

    assert told in errors(response)[field], errors(response)
    assert not match.seats.filter(user=bob).exists()


def test_a_battle_begins_with_the_hosts_that_were_chosen_and_its_record_says_so(alice: Player, bob: Player) -> None:
    match = waiting(alice, field=WOOD, table=20)
    tables.join(match, alice, "Aymeric", choices={"host": "# les miens\n" + OWN})
    tables.join(match, bob, "Gautier")
    begun(match, alice)
    match.refresh_from_db()

    first, second = match.realm.hosts
    assert (first.total, second.total) == (41 + 87, 400)
    assert match.options["hosts"] == {"j1": OWN}
    assert match.realm.settings.width == 20_000


@pytest.mark.rule("SV-SCN-10")
def test_who_comes_to_sit_on_a_side_that_his_host_is_not_for_has_the_scenario_s(alice: Player, bob: Player) -> None:
    match = open_table(alice, "Le gué", {"lords": 2, "scenario": 1}, LIVE, game="vassaux")
    tables.join(match, bob, "Gautier", choices={"host": "S1_SARRASINS"})
    tables.join(match, alice, "Aymeric", choices={"host": write_lines(ready_made("S1_FRANCS"))})
    tables.leave(match, bob)
    tables.join(match, bob, "Gautier", choices={"host": "S1_FRANCS"})
    confirmed(match, alice, bob)

    assert match.options["hosts"] == {"j2": "S1_FRANCS"}
    assert [host.total for host in match.realm.hosts] == [398, 350]


def test_a_rematch_begins_with_the_same_hosts(alice: Player, bob: Player) -> None:
    match = waiting(alice)
    tables.join(match, alice, "Aymeric", choices={"host": OWN})
    tables.join(match, bob, "Gautier", choices={"host": "S4_KILIC"})
    begun(match, alice)
    Match.objects.filter(pk=match.pk).update(status=OVER)
    again = rematch(match, bob)
    assert rematch(match, alice) == again
    confirmed(again, alice, bob)

    assert again.options["hosts"] == {"j1": "S4_KILIC", "j2": OWN}
