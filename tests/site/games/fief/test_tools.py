"""The ledger beside the board: what is still hidden, what comes in, who votes (FI-TOO)."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from heraut.engine.protocol import Seat
from heraut.games import fief
from heraut.site.accounts.models import Player
from heraut.site.games.fief.adapter import place_words
from heraut.site.games.fief.panels import count_turn
from heraut.site.games.fief.talks import election
from heraut.site.games.fief.tools import hidden_cards
from tests.games.fief.builders import Table
from tests.games.fief.test_secrets import ballot
from tests.site.games.fief.conftest import new_match, placed

Browser = Callable[[Player], Client]


@pytest.mark.rule("FI-TOO-03")
def test_the_tally_counts_what_is_open_and_in_hand_and_nothing_else() -> None:
    table = Table(3)
    table.lord("arnaud", 0, "bourg")
    table.hand(0, "plague", "tithe")
    table.hand(1, "plague", "justice")

    def hidden(seat: str) -> dict[str, tuple[int, int]]:
        view = fief.view(table.realm, seat)  # type: ignore[arg-type]
        return {name: (out, of) for name, out, of in hidden_cards(view, "fr")}

    mine, yours = hidden("j1"), hidden("j2")
    assert sum(of for _, of in mine.values()) == 57  # D2: every blue card
    assert mine["Peste"] == (1, 2) and yours["Peste"] == (1, 2)  # one in each hand, and each sees his own
    assert mine["Dîme"] == (3, 4) and yours["Dîme"] == (4, 4)
    men = next(name for name in mine if name.startswith("Seigneur") and mine[name][1] == 12)
    assert mine[men] == yours[men] == (11, 12)  # Arnaud stands on the board


def test_the_table_of_votes_shows_candidates_votes_and_who_can_crown() -> None:
    table = ballot()
    table.say("j1", "CHOISIR Arnaud")
    view = fief.view(table.realm, Seat("j3"))
    shown = election(view, "fr")
    assert shown is not None and shown["stage"] == "ballot" and shown["elected"] == ""
    names = [view["seats"][seat]["name"] for seat in ("j1", "j2")]
    assert shown["rows"] == [("Arnaud", names[0], shown["votes"][0][2]), ("Henry", names[1], 0)]
    assert shown["votes"][0][:2] == (names[0], "Arnaud")
    assert sorted(shown["church"]) == [("Charles", names[0]), ("Eric", names[1])]


@pytest.mark.rule("FI-PTS-01", "FI-PTS-02", "FI-PTS-03")
@pytest.mark.django_db
def test_the_head_and_the_ledger_tell_the_same_points(alice: Player, bob: Player, browser: Browser) -> None:
    match = new_match(alice, bob, seats=2)
    table = Table(2, mode="points")
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "sigy")
    table.own(0, "bourg", fort="castle")
    table.purse(0, 1100)
    table.realm.families[0].score, table.realm.families[1].score = 30, 40
    table.realm.turn = 6
    placed(match, table.phase("move"))
    client = browser(alice)
    for page in ("", "outils/livre/", "statistiques/"):
        head = plain(client.get(f"/partie/{match.code}/{page}").content.decode())
        assert "Points 30 · +20 au tour 10" in head, page
    ledger = plain(client.get(f"/partie/{match.code}/outils/livre/").content.decode())
    assert "Prochain compte (tour 10)" in ledger
    assert re.search(r"Alice \d+ 30 \+20 ", ledger) and re.search(r"Bob \d+ 40 \+0 …", ledger)


@pytest.mark.django_db
def test_the_ledger_asks_nothing_for_what_is_a_fief_already(alice: Player, bob: Player, browser: Browser) -> None:
    match = new_match(alice, bob, seats=2)
    table = Table(2)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "sigy")
    table.fief("r_sigy", 1, "sigy", "henry")
    placed(match, table.phase("move"))
    page = unescape(browser(alice).get(f"/partie/{match.code}/outils/livre/").content.decode())
    held = (
        page[: page.index("fief de Bob")].rpartition("<tr>")[2] + page.partition("fief de Bob")[2].partition("</tr>")[0]
    )
    assert "data-label" not in held and page.count('data-label="Prix du titre"') == 5


@pytest.mark.django_db
def test_a_table_is_called_the_same_before_and_after_its_start(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob, seats=4, mode="")
    assert "lords" not in match.options
    assert place_words(match.options) == place_words({"lords": 4}) == "4 familles autour du plateau, à la couronne"


@pytest.mark.parametrize(
    ("turn", "mode", "coming"),
    [(1, "points", 5), (5, "points", 5), (6, "points", 10), (11, "points", None), (3, "normal", None)],
)
def test_the_next_count_is_that_of_the_coming_fifth_turn(turn: int, mode: str, coming: int | None) -> None:
    view = {"turn": turn, "road": None, "settings": {"mode": mode, "points_turns": 10}}
    assert count_turn(view) == coming
    assert count_turn({**view, "road": "points"}) is None


def plain(page: str) -> str:
    """What a page says, without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
