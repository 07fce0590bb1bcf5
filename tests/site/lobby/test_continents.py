"""Tables of Daifen: the choice of the game, a seat with its kingdom and people, and nobody told who plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.refusals import Refused
from heraut.site.games.daifen.adapter import returns
from heraut.site.games.daifen.table_forms import HIDDEN, PACES
from heraut.site.lobby import muster, takeover
from heraut.site.lobby.presets import PRESETS, SEALED
from heraut.site.lobby.tables import join, open_table
from heraut.site.matches import host_actions
from heraut.site.matches import models as m
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.services import write_activity

pytestmark = pytest.mark.django_db

NEW = {
    "title": "Les brumes",
    "preset": "lent",
    "lords": "4",
    "play": "on",
    "lord": "Alix",
    "kingdom": "Belle-Île",
    "race": "nains",
    "abandon_after": "3",
    "bots": "on",
}


def new_continent(host: Player, lords: int = 3, **fields: Any) -> Match:
    options = {"continent": "Brumes", "lords": lords, "abandon_after": None, **HIDDEN}
    pace = fields.pop("pace", PRESETS[SEALED])
    return open_table(host, "Les brumes", options, pace, game="daifen", bots="random", **fields)


def test_the_game_is_chosen_first_and_brings_its_own_fields(alice: Player, client_of: Callable[..., Client]) -> None:
    browser = client_of(alice)
    gloire = browser.get("/tables/nouvelle/").content.decode()
    daifen = browser.get("/tables/nouvelle/?jeu=daifen").content.decode()
    assert 'name="map"' in gloire and 'name="race"' not in gloire and "?jeu=daifen" in gloire
    assert 'name="map"' not in daifen and 'name="race"' in daifen and 'value="lent"' in daifen


def test_a_continent_is_opened_joined_and_begun(alice: Player, bob: Player, client_of: Callable[..., Client]) -> None:
    host = client_of(alice)
    answer = host.post("/tables/nouvelle/?jeu=daifen", NEW)
    table = Match.objects.get(title="Les brumes")
    assert answer.status_code == 302 and table.game == "daifen"
    assert table.options == {"continent": "Les brumes", "pace": "lent", "lords": 4, "abandon_after": 3, **HIDDEN}
    assert table.pace == PACES["lent"]
    seat = {"lord": "Bertrand", "kingdom": "Haute-Tour", "race": "elfes"}
    client_of(bob).post(f"/table/{table.code}/rejoindre/", seat)
    host.post(f"/table/{table.code}/hote/rassembler/")
    client_of(bob).post(f"/table/{table.code}/joueur/confirmer/")
    table.refresh_from_db()
    assert table.status == m.RUNNING and table.seats.count() == 4
    kingdoms = {kingdom.name: kingdom for kingdom in table.realm.kingdoms.values()}
    assert (kingdoms["Belle-Île"].race, kingdoms["Haute-Tour"].race) == ("nains", "elfes")
    assert kingdoms["Belle-Île"].lord == "Alix"


def test_what_the_game_refuses_is_said_in_the_form(alice: Player, client_of: Callable[..., Client]) -> None:
    answer = client_of(alice).post("/tables/nouvelle/?jeu=daifen", {**NEW, "lords": "99"})
    assert answer.status_code == 200 and not Match.objects.exists()


@pytest.mark.rule("DA-CON-03")
def test_a_name_that_cannot_be_had_is_refused_without_a_reason(alice: Player, bob: Player) -> None:
    table = new_continent(alice)
    join(table, alice, "Alix", choices={"kingdom": "Belle-Île"})
    faults = []
    for name in ("belle-ile", "x", "Belle!"):
        with pytest.raises(Refused) as refusal:
            join(table, bob, "Alix", choices={"kingdom": name})
        faults.append((refusal.value.key, refusal.value.data))
    assert faults == [("kingdom_unavailable", {})] * 3
    join(table, bob, "Alix", choices={"kingdom": "Haute-Tour"})  # two lords of one name: nobody is told


@pytest.mark.rule("DA-CON-02")
def test_lists_tell_how_many_and_never_who(
    alice: Player, bob: Player, charlie: Player, client_of: Any, client: Client
) -> None:
    table = new_continent(charlie, 4)
    join(table, bob, "Bertrand", choices={"kingdom": "Haute-Tour"})
    for browser in (client, client_of(alice)):
        text = browser.get(f"/table/{table.code}/").content.decode() + browser.get("/tables/").content.decode()
        assert "Bertrand" not in text and "Haute-Tour" not in text and "Bob" not in text
        assert "1 place prise sur 4" in text
    assert "Bertrand" in client_of(charlie).get(f"/table/{table.code}/").content.decode()  # a host who does not play


def test_a_host_who_plays_is_told_nothing_either(alice: Player, bob: Player, client_of: Any) -> None:
    table = new_continent(alice, 4)
    join(table, alice, "Alix")
    join(table, bob, "Bertrand")
    seat = table.seats.get(user=bob)
    host = client_of(alice)
    assert "Bertrand" not in host.get(f"/table/{table.code}/").content.decode()
    for act in ("exclure", "offrir", "automate", "designer"):
        sent = {"seat": seat.pk, "reason": "pour voir", "player": "Charlie"}
        assert host.post(f"/table/{table.code}/hote/{act}/", sent).status_code == 404
    assert table.seats.filter(user=bob).exists()


def test_the_chronicle_names_nobody_until_the_end(alice: Player, bob: Player, client_of: Any) -> None:
    table = new_continent(alice, 3)
    join(table, alice, "Alix")
    join(table, bob, "Bertrand")
    muster.begin(table, list(table.seats.all()), timezone.now())
    host_actions.offer(table.seats.get(user=bob), None)
    write_activity(table, "lift_vote", bob)
    text = client_of(alice).get(f"/table/{table.code}/").content.decode()
    assert "Siège offert" not in text and "Bertrand" not in text
    assert "même pour un hôte qui y joue" in text and "Un royaume quitté est proposé" in text
    assert (
        "Une voix" in text
        and "Bob" not in text
        and "automate" not in text.partition("Chronique de la table")[2].partition("<aside")[0]
    )
    Match.objects.filter(pk=table.pk).update(status=m.OVER)
    assert "Bertrand" in client_of(alice).get(f"/table/{table.code}/").content.decode()


def test_a_kingdom_changes_hands_without_a_name(alice: Player, bob: Player, charlie: Player, client_of: Any) -> None:
    table = new_continent(alice, 3)
    join(table, alice, "Alix")
    join(table, bob, "Bertrand")
    muster.begin(table, list(table.seats.all()), timezone.now())
    for seat in table.seats.all():
        host_actions.offer(seat, None)
    assert len(takeover.offered_seats()) == 1
    newcomer = client_of(charlie)
    text = newcomer.get("/tables/").content.decode() + newcomer.get(f"/table/{table.code}/").content.decode()
    assert "Un royaume" in text and "Bertrand" not in text
    first, last = table.seats.filter(offered=True).order_by("pk").first(), table.seats.get(user=bob)
    newcomer.post(f"/table/{table.code}/joueur/reprendre/", {"seat": last.pk})  # naming one tells nothing of it
    assert table.seats.get(user=charlie) == first != last


def test_a_guest_plays_at_once(client: Client) -> None:
    answer = client.post("/jouer/", {"jeu": "daifen", "race": "nains"}, follow=True)
    match = Match.objects.get()
    assert match.game == "daifen" and match.status == m.RUNNING and match.seats.count() == 6
    assert answer.redirect_chain[-1][0] == f"/partie/{match.code}/presentation/"
    assert "Mon royaume" in client.get(f"/partie/{match.code}/").content.decode()
    assert "or ·" in client.get("/").content.decode()


@pytest.mark.rule("DA-CON-09")
def test_who_has_just_won_returns_with_veterans_once(alice: Player, bob: Player) -> None:
    won = new_continent(bob, 2)
    Seat.objects.create(match=won, name="j1", user=alice, lord="Alix")
    Match.objects.filter(pk=won.pk).update(
        status=m.OVER,
        started=timezone.now(),
        ended=timezone.now(),
        result_data={"scores": {"j1": 1.0}, "road": "conquest"},
    )
    table = new_continent(alice, 2)
    join(table, alice, "Alix")
    seat = table.seats.get()
    assert returns(seat)
    muster.begin(table, [seat], timezone.now())
    table.refresh_from_db()
    assert table.realm.kingdoms["j1"].units == {"veteran": 4}
    after = new_continent(alice, 2)
    join(after, alice, "Alix")
    assert not returns(after.seats.get())


@pytest.mark.rule("DA-CON-03")
def test_kingdom_and_people_may_be_changed_until_the_start(alice: Player, bob: Player, client_of: Any) -> None:
    table = new_continent(bob, 3)
    join(table, alice, "Alix", choices={"kingdom": "Belle-Île", "race": "nains"})
    browser = client_of(alice)
    assert "Belle-Île" in browser.get(f"/table/{table.code}/").content.decode()
    browser.post(f"/table/{table.code}/joueur/choisir/", {"kingdom": "Belle-Île", "race": "elfes"})
    assert table.seats.get().choices == {"kingdom": "Belle-Île", "race": "elfes"}
    answer = browser.post(f"/table/{table.code}/joueur/choisir/", {"kingdom": "!", "race": "orcs"}, follow=True)
    assert "disponible" in answer.content.decode() and table.seats.get().choices["race"] == "elfes"
