"""Whoever opens a table reads what each start is worth, where it has been measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from heraut.engine.balance import Balance, Share
from heraut.games.registry import GAMES
from heraut.site.accounts.models import Player
from heraut.site.lobby import odds

pytestmark = pytest.mark.django_db

BY = {
    "gloire": {"start": {"NARVIK": Share(90, 100), "OSLO": Share(10, 100)}, "seat": {"j1": Share(50, 100)}},
    "daifen": {"race": {"orcs": Share(60, 100), "elfes": Share(20, 100)}},
    "rois": {"race": {"human": Share(20, 100)}, "start": {"plain": Share(20, 100)}},
    "fief": {"start": {"l_epervier": Share(25, 100)}},
    "vassaux": {"host": {"FRANC_400": Share(70, 100)}, "pair": {"BARBARE_400 FRANC_400": Share(30, 100)}},
}
TOLD = {
    "gloire": "avantagé",
    "daifen": "Orcs",
    "rois": "humain",
    "fief": "L&#39;Épervier",
    "vassaux": "Ost barbare contre Ost franc",
}


@pytest.fixture(autouse=True)
def read_anew() -> Iterator[None]:
    """What was read of a game is read once."""
    odds.balance_of.cache_clear()
    yield
    odds.balance_of.cache_clear()


@pytest.mark.parametrize("game", BY)
def test_the_form_of_a_table_shows_them(
    game: str, alice: Player, client_of: Callable[[Player], Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = Balance(BY[game], 0.5, 2, 400, ("player",), "s", "1")  # type: ignore[arg-type]
    monkeypatch.setattr(odds, "read_balance", lambda package: measured)
    page = client_of(alice).get(f"/tables/nouvelle/?jeu={game}").content.decode()
    assert "Ce que valent les départs" in page and TOLD[game] in page and "400 parties" in page
    heads = {"start": "Départ", "race": "Race", "host": "Ost", "pair": "Osts"}
    for sort in BY[game].keys() & heads.keys():
        assert f'<th scope="col">{heads[sort]}</th>' in page


def test_a_game_with_several_maps_says_on_which_it_was_measured_and_with_how_many(
    alice: Player, client_of: Callable[[Player], Client]
) -> None:
    def form(game: str) -> str:
        return client_of(alice).get(f"/tables/nouvelle/?jeu={game}").content.decode().replace("\N{NO-BREAK SPACE}", " ")

    assert "jouées sur la carte Scandinavie : sur une autre, ou à un autre nombre que 10 seigneurs" in form("gloire")
    assert "sur la carte" not in form("daifen")
    Player.objects.filter(pk=alice.pk).update(language="en")
    assert "on the map of Scandinavia: on another map, or with another number of lords than 10" in form("gloire")


def test_where_allies_win_together_the_fair_share_is_explained(
    alice: Player, client_of: Callable[[Player], Client]
) -> None:
    def form(game: str) -> str:
        page = client_of(alice).get(f"/tables/nouvelle/?jeu={game}").content.decode()
        return page.replace("\N{NARROW NO-BREAK SPACE}", " ").replace("\N{NO-BREAK SPACE}", " ")

    assert "Des alliés gagnent ensemble" in form("fief") and "part égale de 4 sièges est 37 %" in form("fief")
    assert "Des alliés gagnent ensemble" not in form("gloire")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_nobody_has_measured_says_nothing(
    game: str, alice: Player, client_of: Callable[[Player], Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds, "read_balance", lambda package: None)
    page = client_of(alice).get(f"/tables/nouvelle/?jeu={game}")
    assert page.status_code == 200 and "Ce que valent les départs" not in page.content.decode()
