"""A host chooses a bot for each empty place of a table that waits; what he leaves open is as everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client

from heraut.bots.character import TEMPERS
from heraut.site.accounts.models import Player
from heraut.site.common.refusals import Refused
from heraut.site.lobby import muster
from heraut.site.lobby.place_bots import MOST, choose_bots
from heraut.site.lobby.rematch import rematch
from heraut.site.lobby.tables import join, leave, open_table
from heraut.site.matches.bot_names import bot_of_place
from heraut.site.matches.models import OVER, Match
from tests.site.matches.builders import OPTIONS, WEEKLY

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]


def waiting(host: Player, *, bots: str = "novice:greedy", lords: int = 5, game: str = "gloire") -> Match:
    """A private table of which its host holds one place."""
    options = {**OPTIONS, "lords": lords} if game == "gloire" else {"lords": lords}
    table = open_table(host, "La table ronde", options, WEEKLY, game=game, private=True, bots=bots)
    join(table, host, "Aude")
    return table


def send(client: Client, table: Match, *bots: str) -> str:
    """The host's choice, as the form sends it; the page that follows, in words."""
    answer = client.post(f"/table/{table.code}/hote/automates/", {"automate": bots}, follow=True)
    assert answer.status_code == 200
    table.refresh_from_db()
    return words(answer.content.decode())


def words(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).replace("\N{NO-BREAK SPACE}", " ").split())


def seated(table: Match) -> list[str]:
    """The bots that sit down, place by place."""
    return list(table.seats.filter(user=None).order_by("pk").values_list("bot", flat=True))


def test_a_host_gives_each_empty_place_its_bot(alice: Player, bob: Player, client_of: Browser) -> None:
    table, hers = waiting(alice), client_of(alice)
    page = hers.get(f"/table/{table.code}/").content.decode()
    assert page.count('name="automate"') == 4 and "« Comme partout », c'est : automate novice, cupide." in words(page)
    assert 'name="automate"' not in client_of(bob).get(f"/table/{table.code}/").content.decode()
    told = send(hers, table, "master:loyal", "", "player", "any")
    assert "Les automates des places vides sont choisis." in told
    assert "place vide 1 : maître automate, loyal" in told and "place vide 2" not in told
    assert "Les automates des places vides sont choisis un à un." in told  # the chronicle
    assert "place vide 3 : automate aguerri" in words(client_of(bob).get(f"/table/{table.code}/").content.decode())
    page = hers.get(f"/table/{table.code}/").content.decode()
    assert re.findall(r'<option value="([\w:]*)" selected', page)[:4] == ["master:loyal", "", "player", "any"]
    hers.post(f"/table/{table.code}/hote/commencer/")
    first, second, third, last = seated(table)
    assert (first, second) == ("master:loyal", "novice:greedy")
    assert third.partition(":")[0] == "player" and third.partition(":")[2] in TEMPERS
    assert last == bot_of_place(table, 3) and last.partition(":")[2] in TEMPERS


def test_players_who_come_take_the_last_empty_places(alice: Player, bob: Player) -> None:
    table = waiting(alice)
    choose_bots(table, alice, ["master:loyal", "player:cautious", "novice:warlike", "any"])
    join(table, bob, "Yvain")
    join(table, carol := Player.objects.create_user("Carol", "carol@example.org", "x"), "Gauvain")
    leave(table, carol)
    muster.start_now(table, alice)
    assert seated(table) == ["master:loyal", "player:cautious", "novice:warlike"]


def test_by_lot_every_level_and_temper_may_come_and_always_the_same(alice: Player) -> None:
    table = waiting(alice)
    table.place_bots = ["any"] * 60
    drawn = [bot_of_place(table, place) for place in range(60)]
    assert drawn == [bot_of_place(table, place) for place in range(60)]
    assert {one.partition(":")[0] for one in drawn} == {"novice", "player", "master"}
    assert {one.partition(":")[2] for one in drawn} == set(TEMPERS)


def test_what_cannot_be_chosen_is_refused_and_changes_nothing(alice: Player, bob: Player, client_of: Browser) -> None:
    table, hers = waiting(alice), client_of(alice)
    for unknown in ("classic", "player:gentle", "random", "master:loyal@0.1", "any:loyal"):
        assert "Il n'y a pas d'automate de ce niveau et de ce caractère." in send(hers, table, "novice", unknown)
    assert f"On choisit les automates de {MOST} places au plus" in send(hers, table, *["novice"] * (MOST + 1))
    assert client_of(bob).post(f"/table/{table.code}/hote/automates/", {"automate": ["novice"]}).status_code == 403
    assert table.place_bots == []
    alone = waiting(alice, bots="")
    assert "Aucune place de cette table n'attend d'automate." in send(hers, alone, "novice")
    assert "Choisir l'automate" not in words(hers.get(f"/table/{alone.code}/").content.decode())
    muster.start_now(table, alice)
    with pytest.raises(Refused, match="started"):
        choose_bots(table, alice, ["novice"])


def test_a_large_table_chooses_for_its_first_places(alice: Player, client_of: Browser) -> None:
    table = open_table(
        alice, "Cent", {"map": "EUROPE", "lords": 60}, WEEKLY, game="gloire", private=True, bots="player"
    )
    page = client_of(alice).get(f"/table/{table.code}/").content.decode()
    assert page.count('name="automate"') == MOST and f"On choisit pour les {MOST} premières" in words(page)


def test_where_who_plays_is_a_secret_the_bots_are_told_while_it_waits_and_no_longer(
    alice: Player, client_of: Browser
) -> None:
    table = waiting(alice, game="daifen", lords=4)
    told = send(client_of(alice), table, "master:loyal")
    assert "place vide 1 : maître automate, loyal" in told
    muster.start_now(table, alice)
    assert "maître" not in words(client_of(alice).get(f"/table/{table.code}/").content.decode())


def test_one_more_round_has_the_same_bots(alice: Player) -> None:
    table = waiting(alice)
    choose_bots(table, alice, ["master:loyal"])
    muster.start_now(table, alice)
    Match.objects.filter(pk=table.pk).update(status=OVER)
    again = rematch(table, alice)
    assert again.place_bots == ["master:loyal"] and seated(again)[:2] == ["master:loyal", "novice:greedy"]


def test_a_host_lets_bots_come_to_a_table_that_was_opened_without(
    alice: Player, bob: Player, client_of: Browser
) -> None:
    table, hers = open_table(alice, "Personne", {**OPTIONS, "lords": 5}, WEEKLY, game="gloire"), client_of(alice)
    join(table, alice, "Aude")
    join(table, bob, "Yvain")
    page = words(hers.get(f"/table/{table.code}/").content.decode())
    assert "Laisser des automates prendre les places vides" in page and "Appeler le rassemblement" not in page
    assert "Laisser des automates" not in words(client_of(bob).get(f"/table/{table.code}/").content.decode())

    def ask(client: Client, level: str) -> HttpResponse:
        sent = {"niveau": level, "caractere": "loyal"}
        return client.post(f"/table/{table.code}/hote/completer/", sent, follow=True)

    assert ask(client_of(bob), "player").status_code == 403
    assert "pas d'automate de ce niveau" in words(ask(hers, "classic").content.decode())
    told = words(ask(hers, "player").content.decode())
    assert "Des automates prendront les places qui restent vides." in told and "Appeler le rassemblement" in told
    table.refresh_from_db()
    assert table.bots == "player:loyal"
    assert "Des automates viennent déjà à cette table." in words(ask(hers, "novice").content.decode())
    muster.call_now(table, alice)
    muster.confirm(table, bob)
    assert seated(table) == ["player:loyal"] * 3
