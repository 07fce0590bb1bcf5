"""Clock and mail never wait for each other: real workers, on both databases, with mail servers that try them."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from heraut.site import worker as worker_module
from heraut.site.accounts.models import Player
from heraut.site.clock.models import BOTS, CLOCK, HOOKS, MAIL, PUSH, ROUNDS, Heartbeat
from heraut.site.clock.outage import OUTAGE, last_alive, note_alive
from heraut.site.matches.models import RUNNING, Match
from heraut.site.worker import DUTIES, Round, Worker
from tests.busy import times_slower
from tests.site.houses import House, Shell
from tests.site.matches.builders import planned, running
from tests.site.notifications.office import mumbling, opened, wait_for

TABLE = """
from heraut.site.matches.pace import Pace
from tests.site.conftest import new_player
from tests.site.matches.builders import running
for _ in range(2):
    match = running(new_player(f"Aude{_}"), bots=1, pace=Pace(seconds=1, grace=0, missed=1000))
"""
LETTERS = """
from tests.site.notifications.test_sender import write
for count in range(12):
    write(None, str(count))
"""
HURRIED = """
import django; django.setup()
from datetime import timedelta
from heraut.site.notifications import claims
from heraut.site.worker import Worker
claims.LEASE = timedelta(seconds=3)
Worker(["mail"]).run()
"""
IMPATIENT = """
import django, sys; django.setup()
from heraut.site import worker
worker.PATIENCE = 2.0
sys.exit(worker.Worker().run())
"""
LOOK = """
from heraut.site.clock.models import Heartbeat
from heraut.site.notifications.models import Letter
from heraut.site.matches.models import Activity, Match
answer = {
    "steps": sum(match.step for match in Match.objects.all()),
    "letters": sorted(set(Letter.objects.values_list("status", "tries"))),
    "claimed": Letter.objects.exclude(claimed_until=None).count(),
    "outages": Activity.objects.filter(kind="outage").count(),
    "hearts": {heart.duty: [heart.seen.timestamp(), heart.stopped] for heart in Heartbeat.objects.all()},
}
"""


@contextmanager
def working(house: House, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A worker of this site, in a process of its own."""
    process = subprocess.Popen([sys.executable, *words], env=house.env, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def shell(house: House) -> Iterator[Shell]:
    """A process of this site that fills its database, and looks into it."""
    house.env["HERAUT_MAIL_PICTURES"] = "0"  # drawing takes longer than all that is tried here
    with house.shell() as shell:
        yield shell


def looked(shell: Shell) -> dict[str, Any]:
    """What there is in the database."""
    found: dict[str, Any] = shell.do(LOOK)
    return found


def test_a_mail_server_that_says_nothing_does_not_stop_the_clock(house: House, shell: Shell) -> None:
    """Before, everything waited for it: twenty seconds a word, twenty letters a batch."""
    shell.do(TABLE)
    calls: list[object] = []
    with mumbling(b"", calls=calls) as port:
        house.env["HERAUT_MAIL"] = f"smtp://127.0.0.1:{port}"
        with working(house, "-c", IMPATIENT) as process:
            wait_for(lambda: looked(shell)["steps"] >= 6, 200, "the clock stands still")
            assert len(calls) == 1  # all the while
            found = looked(shell)
            assert found["letters"] == [["waiting", 0]] and not found["outages"]
            assert set(found["hearts"]) == set(ROUNDS)
            process.send_signal(signal.SIGTERM)
            begun = time.monotonic()
            assert process.wait(40) == 0  # it does not wait for ever either
            assert 1.5 < time.monotonic() - begun < 17 * times_slower()
    assert worker_module.PATIENCE + 15 <= 35  # what systemd and compose grant (deploy/)
    assert looked(shell)["hearts"][CLOCK][1] is True


def test_one_duty_alone_on_request(house: House, shell: Shell) -> None:
    shell.do(TABLE)
    time.sleep(1.1)
    with opened() as office:
        house.env["HERAUT_MAIL"] = f"smtp://127.0.0.1:{office.port}"
        house.heraut("worker", "--once", "--only", "mail")
        assert looked(shell)["steps"] == 0 and len(office.raw) == 2
        house.heraut("worker", "--once", "--only", "clock")
        assert looked(shell)["steps"] >= 2 and len(office.raw) == 2
        assert set(looked(shell)["hearts"]) == {CLOCK, MAIL}
        house.heraut("worker", "--once")
        assert len(office.raw) >= 4


def test_no_letter_outlives_its_lease_and_a_killed_worker_s_leaves_once_more_at_most(
    house: House, shell: Shell
) -> None:
    """Two workers and a slow server, claims of three seconds, one worker killed over a letter."""
    shell.do(LETTERS)
    with opened() as office:
        office.seconds = 0.8
        house.env["HERAUT_MAIL"] = f"smtp://127.0.0.1:{office.port}"
        with working(house, "-c", HURRIED) as first, working(house, "-c", HURRIED):
            wait_for(lambda: len(office.raw) >= 3, 120)
            time.sleep(0.3)
            first.kill()
            wait_for(lambda: len(office.arrived) == 12, 120)
            wait_for(lambda: looked(shell)["letters"] == [["sent", 0]], 60, "a letter of the dead was forgotten")
        assert sum(office.arrived.values()) <= 13  # the one that it had in hand
        assert looked(shell)["claimed"] == 0


# Within one process


@pytest.mark.django_db
def test_letters_that_leave_keep_no_clock(alice: Player) -> None:
    """Only the heartbeat of the clock counts for the outage rule, and it alone makes up for an outage."""
    match = running(alice, bots=1)
    down, up = planned(match) - 2 * OUTAGE, planned(match) - OUTAGE / 2
    note_alive("one", down, down)
    for minute in range(16):
        note_alive("one", down, down + timedelta(minutes=minute), duty=MAIL)
    assert last_alive() == down and not match.activities.filter(kind="outage").exists()
    note_alive("two", up, up)
    assert match.activities.filter(kind="outage").count() == 1
    assert last_alive(MAIL) is not None


@pytest.mark.django_db
def test_a_mail_round_that_stands_still_is_no_outage_and_is_seen(alice: Player, client: Any) -> None:
    now = timezone.now()
    note_alive("one", now, now)
    note_alive("one", now, now - timedelta(hours=1), duty=MAIL)
    answer = client.get("/sante")
    assert (answer.status_code, answer.json()["worker"], answer.json()["mail"]) == (503, True, False)


def test_every_duty_has_its_round() -> None:
    worker = Worker()
    assert [each.name for each in worker.rounds] == [CLOCK, MAIL, PUSH, HOOKS, BOTS]
    names = {duty.__name__ for each in DUTIES.values() for _, duty in each}
    assert names == {
        "lift_ended", "muster_due", "rewinds_due", "resolve_due", "regents_due", "remind", "open_due", "judge_due",
        "tell_followers", "send_due", "take_mail", "publish_due", "print_due", "rate_due", "rounds_due",
        "crown_seasons", "forget_old", "remove_guests", "close_tables", "forget_tables", "forget_counts",
        "forget_traces",
        "push_due", "hooks_due", "think_due", "letters_due", "treaties_due", "proposals_due",
    }  # fmt: skip


def test_a_duty_that_has_used_up_its_slice_is_taken_up_again_after_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_module, "SLICE", 0.05)
    done: list[str] = []

    def long() -> None:
        done.append("long")
        time.sleep(0.06)

    def short() -> None:
        done.append("short")

    each = Round(CLOCK, "w", threading.Event())
    hour = timedelta(hours=1)
    each.duties = [(hour, long), (hour, short)]
    assert each.once() and each.once()
    assert done == ["long", "short", "long"]


@pytest.mark.django_db
def test_resolving_works_in_slices(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    from heraut.site.clock import resolution
    from heraut.site.common import slices

    for _ in range(3):
        running(bots=2)
    assert OUTAGE.total_seconds() / 60 >= slices.SLICE
    monkeypatch.setattr(resolution, "in_a_slice", lambda items: slices.in_a_slice(items, 0))
    now = planned(Match.objects.latest("pk")) + timedelta(seconds=1)
    assert [resolution.resolve_due(now) for _ in range(4)] == [1, 1, 1, 0]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.django_db(transaction=True)
def test_a_round_that_dies_ends_the_worker_so_that_it_is_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker()
    monkeypatch.setattr(signal, "signal", lambda number, handler: None)

    def die() -> None:
        raise SystemExit

    worker.rounds[1].duties = [(timedelta(seconds=1), die)]
    worker.rounds[0].duties = [(timedelta(seconds=1), worker.rounds[0].note)]
    assert worker.run() == 1
    assert Heartbeat.objects.get(duty=CLOCK).stopped


@pytest.mark.django_db
def test_reminders_are_written_in_slices_the_nearest_first(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    from heraut.site.common import slices
    from heraut.site.notifications import reminders
    from heraut.site.notifications.models import Letter

    matches = [running(alice, bots=1) for _ in range(3)]
    for place, match in enumerate(reversed(matches)):
        Match.objects.filter(pk=match.pk).update(deadline=timezone.now() + timedelta(hours=2, minutes=place))
    monkeypatch.setattr(reminders, "in_a_slice", lambda items: slices.in_a_slice(items, 0))
    told = []
    while reminders.remind():
        told.append(Letter.objects.filter(kind="reminder").latest("pk").match)
    assert told == list(reversed(matches))


@pytest.mark.django_db
def test_a_match_over_which_a_duty_fails_holds_up_no_other(alice: Player, bob: Player) -> None:
    from heraut.site.matches.host_actions import lift_ended, pause

    broken, sound = running(alice, bots=1), running(bob, bots=1)
    now = timezone.now()
    for match in (broken, sound):
        pause(match, None, now + timedelta(days=1), "l'hiver", now)
    Match.objects.filter(pk=broken.pk).update(pace_data={"weekdays": []})  # no such pace can be read
    assert lift_ended(now + timedelta(days=2)) == 1
    sound.refresh_from_db()
    assert sound.status == RUNNING
