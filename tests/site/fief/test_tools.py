"""The ledger beside the board: what is still hidden, what comes in, who votes (FI-TOO)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Seat
from heraut.games import fief
from heraut.site.play.fief.panels import election
from heraut.site.play.fief.tools import hidden_cards
from tests.games.fief.builders import Table
from tests.games.fief.test_secrets import ballot


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
