"""However many treaties were ever proposed, and however many bind a lord: no page of his takes long."""

from __future__ import annotations

from time import process_time

import pytest
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match
from heraut.site.matches.orders import save_orders
from heraut.site.treaties.models import PROPOSED, SIGNED, WITHDRAWN, Party, Treaty
from heraut.site.treaties.reading import MOST_PROPOSED, count_treaties
from tests.site.treaties.conftest import Browser, SeatOf, page

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_many_treaties_hold_up_no_page(
    lands: Match, alice: Player, bob: Player, client_of: Browser, seat: SeatOf
) -> None:
    mine, now, parties = seat(lands, alice), timezone.now(), list(lands.seats.all())
    more = {"match": lands, "kind": "truce", "author": mine, "proposed": now, "until": 9}
    for status, count in ((WITHDRAWN, 3_000), (PROPOSED, 2 * MOST_PROPOSED), (SIGNED, 40)):
        Treaty.objects.bulk_create(Treaty(code=f"{status[:3]}{n}", status=status, **more) for n in range(count))
    Party.objects.bulk_create(
        Party(treaty=one, seat=each, signed=now) for one in Treaty.objects.all() for each in parties
    )
    count_treaties([mine.pk])
    land = next(iter(lands.rules.view(lands.realm, mine.name)["own"]["lands"]))
    save_orders(mine, "\n".join(f"IMP 3 {land}" for _ in range(1_000)))
    client = client_of(alice)
    for place in ("traites/", "ordres/"):
        page(client, f"/partie/{lands.code}/{place}")  # what is kept in the process
        begun = process_time()
        page(client, f"/partie/{lands.code}/{place}")
        assert process_time() - begun < 0.8, place
