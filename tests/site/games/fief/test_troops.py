"""The form of a troop: who may leave a village, and with how many soldiers."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from heraut.engine.protocol import Seat
from heraut.games.fief.orders.grammar import grammar
from heraut.games.fief.view import view
from heraut.site.games.fief.troops import troops
from tests.games.fief.builders import Table, seats


@pytest.mark.rule("FI-MOV-03")
def test_relief_may_go_on_and_a_besieger_may_not() -> None:
    table = Table(3)
    table.lord("henry", 1, "villeneuve")
    table.own(1, "villeneuve", fort="castle")
    table.lord("arnaud", 0, "villeneuve", position="relief")
    table.lord("eric", 0, "villeneuve", position="besieger", road="bourg")
    table.troops(0, "villeneuve", 2, 1, position="relief")
    order = grammar(tuple(seats(3))).read("MARCHER arnaud, bourg")
    (found,) = troops(view(table.realm, Seat("j1")), [order], "fr", QueryDict())  # type: ignore[list-item]
    assert [name for name, _, _ in found["lords"]] == ["arnaud"]
    assert found["tokens"] == [(1, 2, 2), (3, 1, 1), (6, 0, 0)]
