"""Workers: their duties, their heartbeats, and what happens when none has been alive."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.clock.models import CLOCK, MAIL, ROUNDS, Heartbeat
from heraut.site.clock.outage import OUTAGE, last_alive, note_alive, silent_here
from heraut.site.clock.resolution import claim
from heraut.site.matches.models import Match
from heraut.site.matches.pace import Pace
from heraut.site.notifications.models import SENT, WAITING, Letter
from heraut.site.worker import Worker
from tests.site.matches.builders import give_orders, planned, running

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def outage(down: datetime, up: datetime) -> None:
    """The last worker was alive at `down`; the next one comes at `up`."""
    note_alive("old", down, down)
    note_alive("new", up, up)


@pytest.mark.parametrize(("lasted", "given"), [(timedelta(minutes=20), HOUR), (3 * HOUR, 3 * HOUR), (10 * DAY, DAY)])
def test_a_deadline_missed_by_the_site_comes_back_after_the_outage(
    alice: Player, lasted: timedelta, given: timedelta
) -> None:
    match = running(alice, bots=1)
    up = planned(match) + lasted / 2
    outage(up - lasted, up)
    match.refresh_from_db()
    assert match.deadline == up + given
    activity = match.activities.get(kind="outage")
    assert datetime.fromisoformat(activity.data["until"]) == match.deadline


def test_a_deadline_too_soon_after_the_outage_is_moved_and_a_later_one_is_not(alice: Player) -> None:
    near, far = running(alice, bots=1), running(alice, bots=1)
    up = timezone.now() + DAY
    Match.objects.filter(pk=near.pk).update(deadline=up + HOUR / 2)
    Match.objects.filter(pk=far.pk).update(deadline=up + 2 * HOUR)
    outage(up - 5 * HOUR, up)
    near.refresh_from_db()
    far.refresh_from_db()
    assert (near.deadline, far.deadline) == (up + 5 * HOUR, up + 2 * HOUR)


def test_a_short_silence_is_no_outage_and_bots_need_no_time_back(alice: Player) -> None:
    match, machines = running(alice, bots=1), running(bots=2)
    before = planned(match)
    outage(before - OUTAGE / 2, before + OUTAGE / 4)
    match.refresh_from_db()
    assert match.deadline == before
    outage(before - HOUR, before)
    machines.refresh_from_db()
    assert not machines.activities.exists()


def test_a_fast_table_gets_one_turn_back(alice: Player) -> None:
    match = running(alice, bots=1, pace=Pace(seconds=60))
    up = planned(match) + HOUR
    outage(up - 2 * HOUR, up)
    match.refresh_from_db()
    assert match.deadline == up + timedelta(seconds=60)


def test_an_outage_is_made_up_for_once_and_a_claim_from_before_it_is_void(alice: Player) -> None:
    match = running(alice, bots=1)
    held = claim(planned(match) + timedelta(seconds=1))
    assert held is not None
    up = planned(match) + 2 * HOUR
    outage(planned(match), up)
    note_alive("other", up, up + timedelta(seconds=1))
    match.refresh_from_db()
    assert (
        match.activities.filter(kind="outage").count() == 0
    )  # its deadline was before: the turn was due, and is resolved
    Match.objects.filter(pk=match.pk).update(deadline=up + timedelta(minutes=1))
    outage(up + timedelta(seconds=2), up + HOUR)
    note_alive("other", up, up + HOUR)
    match.refresh_from_db()
    assert match.activities.filter(kind="outage").count() == 1
    assert match.claimed_until is None
    assert match.fence > held.fence


def test_dead_workers_are_forgotten_after_a_day() -> None:
    now = timezone.now()
    note_alive("dead", now, now)
    for hours in range(26):
        note_alive("alive", now, now + hours * HOUR / 8)
    assert Heartbeat.objects.count() == 2
    for minutes in range(0, 25 * 60, 9):
        note_alive("alive", now, now + 3.2 * HOUR + timedelta(minutes=minutes))
    assert [heart.worker for heart in Heartbeat.objects.all()] == ["alive"]


def test_a_worker_sees_to_everything_once(alice: Player) -> None:
    match = running(alice, bots=1, pace=Pace(seconds=1, grace=0))
    give_orders(match, alice)
    time.sleep(1.1)
    Worker().once()
    match.refresh_from_db()
    assert match.step == 1
    assert last_alive() is not None
    assert not Letter.objects.filter(status=WAITING).exists()
    assert Letter.objects.filter(status=SENT).count() == 2  # the start, the turn


def test_the_health_page_says_whether_the_clock_is_kept(alice: Player, client: Client) -> None:
    address = reverse("health")
    assert client.get(address).status_code == 503
    now = timezone.now()
    note_alive("one", now, now)
    assert client.get(address).status_code == 503  # nobody sends the letters
    note_alive("one", now, now, duty=MAIL)
    well = {
        "worker": True,
        "mail": True,
        "push": False,
        "hooks": False,
        "bots": False,
        "mail_server": True,
        "overdue": 0,
        "stuck": 0,
    }
    assert client.get(address).json() == well
    match = running(alice, bots=1)
    Match.objects.filter(pk=match.pk).update(deadline=now - HOUR)
    answer = client.get(address)
    assert (answer.status_code, answer.json()["overdue"]) == (503, 1)


HERE = f"{socket.gethostname()[:40]}:12:ab"


def test_a_worker_is_as_well_as_each_of_its_rounds() -> None:
    now = timezone.now()
    assert silent_here() == list(ROUNDS)  # nobody at all
    note_alive(HERE, now, now)
    note_alive(HERE, now, now, duty=MAIL)
    note_alive("elsewhere:1:cd", now, now - HOUR, duty=MAIL)
    assert silent_here() == []
    stands_still(CLOCK, timedelta(minutes=3))
    assert silent_here() == [CLOCK]  # though letters leave
    stands_still(MAIL, timedelta(minutes=14))
    assert silent_here() == [CLOCK]  # a slow mail server may keep it so long
    stands_still(MAIL, timedelta(minutes=16))
    assert silent_here() == [CLOCK, MAIL]
    note_alive(HERE.replace("12", "13"), now, timezone.now())
    note_alive(HERE.replace("12", "13"), now, timezone.now(), duty=MAIL)
    assert silent_here() == []  # another one has taken over


def stands_still(duty: str, since: timedelta) -> None:
    """This round of the worker does nothing for so long."""
    Heartbeat.objects.filter(worker=HERE, duty=duty).update(seen=timezone.now() - since)


@pytest.mark.parametrize("duty", [CLOCK, MAIL])
def test_of_a_worker_of_one_round_no_other_is_asked(duty: str) -> None:
    now = timezone.now()
    note_alive(HERE, now, now, duty=duty)
    other, former = {CLOCK: MAIL, MAIL: CLOCK}[duty], HERE.replace("12", "11")
    note_alive(former, now - DAY, now - DAY, duty=other)
    note_alive(former, now - DAY, now - HOUR, duty=other, stopped=True)
    assert silent_here() == []
    stands_still(duty, HOUR)
    assert silent_here() == [duty]


def test_a_clock_that_stands_still_is_not_forgotten_while_letters_leave() -> None:
    now = timezone.now()
    note_alive(HERE, now, now)
    note_alive(HERE, now, now, duty=MAIL)
    stands_still(CLOCK, 2 * DAY)
    note_alive("elsewhere:1:cd", now, timezone.now(), duty=MAIL)
    assert silent_here() == [CLOCK]
    note_alive("elsewhere:1:cd", now, timezone.now())  # the end of an outage
    note_alive(HERE, now, timezone.now() + HOUR, duty=MAIL)
    assert last_alive() == Heartbeat.objects.get(worker="elsewhere:1:cd", duty=CLOCK).seen
    stands_still(CLOCK, HOUR)
    assert silent_here() == [CLOCK]


def test_the_name_of_a_machine_may_be_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "h" * 64)
    Worker().once()
    assert silent_here() == []


def test_the_command_ends_cleanly_when_it_is_told_to(tmp_path: object) -> None:
    env = {**os.environ, "HERAUT_DATA": str(tmp_path), "HERAUT_DATABASE": ""}
    env["DJANGO_SETTINGS_MODULE"] = "heraut.site.settings"
    started = subprocess.Popen([sys.executable, "-m", "heraut", "worker"], env=env, stderr=subprocess.PIPE, text=True)
    assert started.stderr is not None
    assert "worker" in started.stderr.readline()
    started.send_signal(signal.SIGTERM)
    assert started.wait(20) == 0
