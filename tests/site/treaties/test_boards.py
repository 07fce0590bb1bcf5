"""Treaties recalled where orders are answers: at the boards, and in the forms of Daifen and of Rois."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match, Seat
from heraut.site.treaties.models import SIGNED, Party, Treaty
from heraut.site.treaties.reading import count_treaties
from tests.games.fief.test_movement import pair
from tests.games.vassaux import builders as field
from tests.site.games.fief import conftest as fief
from tests.site.games.vassaux import conftest as vassaux
from tests.site.messaging.conftest import know
from tests.site.treaties.conftest import Browser, page

pytestmark = pytest.mark.django_db


def bind(match: Match, kind: str, *players: Player, **terms: Any) -> Treaty:
    """A treaty in force between these players."""
    seats = [match.seats.get(user=player) for player in players]
    treaty = Treaty.objects.create(
        match=match, code="abcdefghjk", kind=kind, terms=terms, status=SIGNED, author=seats[0], until=9,
        proposed=timezone.now(),
    )  # fmt: skip
    Party.objects.bulk_create(Party(treaty=treaty, seat=seat, signed=timezone.now()) for seat in seats)
    count_treaties(seat.pk for seat in seats)
    return treaty


def recalled(text: str) -> str:
    """What a page recalls of treaties."""
    return text.partition('<div id="rappels">')[2].partition("<aside")[0]


def test_fief_names_the_answer_that_would_shut_a_gate(alice: Player, bob: Player, client_of: Browser) -> None:
    match = fief.new_match(alice, bob, seats=3)
    table = pair(away="villeneuve")
    table.own(0, "bourg")
    table.troops(1, "villeneuve", 4)
    table.phase("move").say("j1", "FIN").say("j2", "MARCHER Henry, Bourg, 3x1")
    fief.placed(match, table)
    bind(match, "passage", alice, bob, by="j1", to="j2")
    told = recalled(page(client_of(alice), f"/partie/{match.code}/"))
    assert "Le rompraient, parmi vos réponses" in told and "<code>NON</code>" in told and "LAISSER" not in told
    assert "<code>" not in recalled(page(client_of(bob), f"/partie/{match.code}/"))


def test_vassaux_names_the_orders_that_would_strike(alice: Player, bob: Player, client_of: Browser) -> None:
    match = vassaux.new_match(alice, bob)
    near = [field.troop(*field.line((7000, 7000), 3))], [field.troop(*field.line((7000, 7600), 3))]
    vassaux.placed(match, field.table(*near))
    bind(match, "truce", alice, bob)
    asked = next(one for one in (alice, bob) if vassaux.decision(match, one) is not None)
    told = recalled(page(client_of(asked), f"/partie/{match.code}/"))
    assert "Le rompraient" in told and "<code>ORDRE " in told


def test_a_stranger_of_daifen_is_never_named_beside_orders(
    continent: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    bind(continent, "support", bob, alice, by="j2", to="j1")
    orders = f"/partie/{continent.code}/ordres/"
    told = recalled(page(client_of(bob), orders))
    assert "Rien dans vos ordres" in told and "Un inconnu" in told and "Aline" not in told
    know(continent, "j2", "j1")
    assert "Aline" in recalled(page(client_of(bob), orders))
    assert "recall" not in recalled(page(client_of(alice), orders))  # she owes nothing


def test_nobody_who_is_bound_by_nothing_is_recalled_anything(lands: Match, alice: Player, client_of: Browser) -> None:
    assert Seat.objects.get(match=lands, user=alice).bound == 0
    assert "recall" not in recalled(page(client_of(alice), f"/partie/{lands.code}/ordres/"))
