"""What must be true of a site of release 0.1.0 once it was restored here: nothing that is tried is kept.

python -m tests.site.old_site go_on pages
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime

import django
import msgspec

django.setup()

from django.db import transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from heraut.engine.match import verify  # noqa: E402
from heraut.engine.protocol import Seat as SeatName  # noqa: E402
from heraut.engine.record import Answer, digest  # noqa: E402
from heraut.games import game  # noqa: E402
from heraut.site.accounts.models import Player  # noqa: E402
from heraut.site.clock.resolution import resolve_due  # noqa: E402
from heraut.site.matches import models as m  # noqa: E402
from heraut.site.matches.carry_over import carry_all_over, carry_match_over, left_behind  # noqa: E402
from heraut.site.matches.models import CarriedOver, Match, Seat, Sheet, Step  # noqa: E402
from heraut.site.matches.receipts import FORGED, USED, Receipt, check_receipt  # noqa: E402
from heraut.site.matches.records import record_of  # noqa: E402
from heraut.site.notifications.models import Letter  # noqa: E402

HANDED_OUT = Receipt(
    match="73ugmrutwd",
    turn=1,
    seat="j1",
    sequence=1,
    saved=datetime(2026, 11, 22, 16, 3, 4, 514754, tzinfo=UTC),
    orders="9fd3c82691f2aec67ac77f24b8ec3d2aefa7549a3db6c15037cb9917226f356f",
    hash="242198c6d3ffdda0558085e3a5e27265355da9895d6c13c5fa0d8e27a142b8a9",
    signature="52ed79ed295af1e0d3c3417692c6ff531b91782695ba71df11f5b87c10f2aff7",
)


def go_on() -> None:
    """Every match in progress was carried over, takes its next turn, and verifies from there."""
    going_on = Match.objects.filter(status=m.RUNNING)
    assert going_on.count() == 3 and not left_behind().exists()
    Seat.objects.filter(match__in=going_on).update(user=None, bot="player")  # nobody to wait for
    for match in going_on:
        rules, before = game(match.game), match.step
        assert match.rules_version == rules.rules_version
        assert [(over.after, over.rules_version) for over in match.carried.all()] == [(before, "1")]
        assert match.activities.filter(kind="carried_over").count() == 1
        Match.objects.filter(pk=match.pk).update(deadline=timezone.now())
        resolve_due()
        match.refresh_from_db()
        assert match.step > before and not match.fault
        assert verify(rules, record_of(match)).state == match.realm
        versions = match.steps.order_by("number").values_list("rules_version", flat=True)
        assert list(versions) == ["1"] * (before + 1) + [rules.rules_version] * (match.step - before)


def receipts() -> None:
    """What a player was handed by the older release is genuine, and says what it said."""
    assert check_receipt(HANDED_OUT) == USED
    assert check_receipt(msgspec.structs.replace(HANDED_OUT, orders="")) == FORGED


def once() -> None:
    """A match is carried over once; one that is over stays as it was."""
    assert carry_all_over() == 0
    assert CarriedOver.objects.count() == 3
    over = Match.objects.get(status=m.OVER)
    assert (over.rules_version, over.carried.count()) == ("1", 0)
    assert over.realm and over.rules.view(over.realm, None)


def pages() -> None:
    """Every turn of every match is still told, to its player."""
    for match in Match.objects.filter(status__in=(m.RUNNING, m.OVER)):
        client = Client(headers={"host": "127.0.0.1"})
        client.force_login(Player.objects.filter(seats__match=match)[0])
        for number in range((match.turn or match.step) + 1):
            page = client.get(f"/partie/{match.code}/bilan/{number}/", follow=True)
            assert page.status_code == 200, (match.game, number)
            assert client.get(f"/partie/{match.code}/histoire/?tour={number}").status_code == 200, (match.game, number)
        for name in ("", "ordres/", "statistiques/", "histoire/", "carte.svg"):
            assert client.get(f"/partie/{match.code}/{name}", follow=True).status_code == 200, (match.game, name)


def refused() -> None:
    """Orders that the newer rules refuse are open again, as they were typed."""
    match = Match.objects.get(game="gloire", status=m.RUNNING)
    seat = match.seats.exclude(user=None)[0]
    now = timezone.now()
    Sheet.objects.create(
        seat=seat, step=match.step + 1, sequence=9, text="XYZ 3", kept="XYZ 3", saved=now, entered=now, sealed=True
    )
    seat.sealed = match.step + 1
    seat.save()
    step = Step.objects.get(match=match, number=match.step)  # as if nothing had been carried over yet
    Match.objects.filter(pk=match.pk).update(rules_version="1", state=bytes(step.state), digest=step.digest)
    match.carried.all().delete()
    Player.objects.filter(seats=seat).update(email="joueur@example.org", mail_news=True)
    fence = match.fence
    assert carry_all_over() == 1
    match.refresh_from_db()
    assert match.fence == fence + 1  # a worker that began the step under the older rules publishes nothing
    assert Letter.objects.filter(kind="reread", player=seat.user).count() == 1
    seat.refresh_from_db()
    again = Sheet.objects.filter(seat=seat, step=match.step + 1).latest("sequence")
    assert (again.sequence, again.text, again.kept, again.sealed, seat.sealed) == (10, "XYZ 3", "", False, 0)


def stale() -> None:
    """A process that finds a match in an old list, carried over by another meanwhile, leaves it as it is."""
    match = Match.objects.get(game="gloire", status=m.RUNNING)
    Seat.objects.filter(match=match).update(user=None, bot="player")
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now())
    resolve_due()
    after = Match.objects.get(pk=match.pk)
    assert not carry_match_over(match.pk)
    again = Match.objects.get(pk=match.pk)
    assert (again.step, again.digest, again.fence) == (after.step, after.digest, after.fence)
    assert match.carried.count() == match.activities.filter(kind="carried_over").count() == 1


def broken() -> None:
    """A match whose state no migration knows waits, and stops none of the others."""
    odd, sound = (Match.objects.get(game=name, status=m.RUNNING) for name in ("daifen", "gloire"))
    for match in (odd, sound):
        step = Step.objects.get(match=match, number=match.step)
        Match.objects.filter(pk=match.pk).update(rules_version="1", state=bytes(step.state), digest=step.digest)
        match.carried.all().delete()
    step, state = Step.objects.get(match=odd, number=odd.step), b"{}"
    answers = tuple(Answer(SeatName(seat), text) for seat, text in step.answers)
    sealed = digest(bytes(odd.seed).hex(), answers, state)
    Step.objects.filter(pk=step.pk).update(state=state, digest=sealed)
    Match.objects.filter(pk=odd.pk).update(state=state, digest=sealed)
    assert carry_all_over() == 1
    assert list(left_behind()) == [odd]


def given_away() -> None:
    """The record that is given away says where the match went on, and hides the state."""
    match = Match.objects.get(game="fief", status=m.RUNNING)
    record = json.loads(Client(headers={"host": "127.0.0.1"}).get(f"/api/matches/{match.code}/record").content)
    found = [(over["after"], over["rules_version"], "state" in over) for over in record["carried"]]
    assert found == [(match.step, "1", False)]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with transaction.atomic():
            globals()[name]()
            transaction.set_rollback(True)
