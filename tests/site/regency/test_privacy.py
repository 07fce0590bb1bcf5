"""What is kept of regents and wills is in the export of whom it is about, and goes with his account."""

from __future__ import annotations

import json

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Seat, Sheet
from heraut.site.matches.orders import save_orders
from heraut.site.messaging.reading import addressees
from heraut.site.privacy.closing import close
from heraut.site.privacy.export import everything_about
from heraut.site.regency.models import Regency, WillTaken
from tests.site.matches.builders import one_order, pass_deadline, running, seat_of
from tests.site.messaging.builders import write
from tests.site.regency.builders import ALL, in_force

pytestmark = pytest.mark.django_db


def told(player: Player) -> str:
    """The export, as one text."""
    return json.dumps(everything_about(player), cls=DjangoJSONEncoder, ensure_ascii=False)


def replaced(seat: Seat, writer: Player) -> Seat:
    """The seat as its regent writes letters for it (`messaging.views.his_own`)."""
    seat.user = writer
    return seat


def test_both_find_their_regency_and_each_his_own_orders(alice: Player, bob: Player, charlie: Player) -> None:
    match = running(alice, bob)
    seat = seat_of(match, alice)
    Seat.objects.filter(pk=seat.pk).update(will="standing", standing=one_order(seat))
    pass_deadline(match)
    in_force(seat_of(match, alice), charlie, message="Tenez le Nord.", **ALL)
    save_orders(seat_of(match, alice), "; l'avis du régent", regent=charlie.pk)
    assert "Tenez le Nord." in told(alice) and "Tenez le Nord." in told(charlie)
    assert "l'avis du régent" in told(charlie)
    letter = write(replaced(seat_of(match, alice), charlie), addressees(seat)[0], "Au nom d'une autre.", mark="EJ")
    mine = next(one for one in everything_about(charlie)["correspondence"] if one["thread"] == letter.code)
    hers = next(one for one in everything_about(alice)["correspondence"] if one["thread"] == letter.code)
    assert (mine["text"], mine["written_by_you"], mine["with"]) == ("Au nom d'une autre.", True, [])
    assert (hers["text"], hers["written_by_you"]) == ("Au nom d'une autre.", False)
    assert one_order(seat).upper() in json.dumps(everything_about(alice)["wills_answered"])
    assert everything_about(bob)["regencies"] == [] and "régent" not in told(bob)


def test_the_account_of_a_regent_goes_and_the_orders_stay(alice: Player, bob: Player, charlie: Player) -> None:
    match = running(alice, bob)
    in_force(seat_of(match, alice), charlie, **ALL)
    save_orders(seat_of(match, alice), "; rien", regent=charlie.pk)
    close(charlie)
    assert not Regency.objects.exists()
    assert Sheet.objects.get().regent is None
    told = match.activities.filter(kind="regency")
    assert told and all(entry.author is None for entry in told)


def test_the_account_of_a_player_takes_his_will_along(alice: Player, bob: Player, charlie: Player) -> None:
    match = running(alice, bob)
    seat = seat_of(match, alice)
    in_force(seat, charlie, **ALL)
    Seat.objects.filter(pk=seat.pk).update(will="standing", standing=one_order(seat), away_from="2026-01-01")
    pass_deadline(match)
    close(alice)
    assert not Regency.objects.exists() and not WillTaken.objects.exists()
    seat.refresh_from_db()
    assert (seat.will, seat.standing, seat.away_from) == ("", "", None)
