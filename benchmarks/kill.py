"""The kill test: workers are killed with SIGKILL at random moments while many turns fall due and players give orders.

    python -m benchmarks.kill --turns 1000                 on SQLite
    python -m benchmarks.kill --turns 1000 --postgres      on PostgreSQL (HERAUT_TEST_POSTGRES names the server)
    python -m benchmarks.kill --game fief --seconds 300    matches that go decision by decision (`kill_fief.py`)

Afterwards it is proved that each turn happened exactly once, that every set of orders whose receipt was given is there
and was used if it was the last, and that every letter left. The figures are printed as one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from shutil import copytree
from typing import TYPE_CHECKING, NoReturn

from benchmarks import kill_fief
from benchmarks.postgres import new_database

if TYPE_CHECKING:
    from heraut.site.matches.models import Match, Seat, Sheet

LIFE = (0.02, 0.4)  # seconds between two kills
PATIENCE = 1800  # seconds in all
TABLES = 24  # matches that go decision by decision
Child = Callable[[], None]


@dataclass(frozen=True)
class Limits:
    """When a test ends though matches still run: after so many seconds, or steps in all matches (0: never)."""

    seconds: float
    steps: int


def main() -> None:
    """Runs the test; exits with 1 and says what is wrong when something is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", choices=("gloire", "fief"), default="gloire")
    parser.add_argument("--seconds", type=float, default=PATIENCE, help="stop then, even if matches still run")
    parser.add_argument("--tables", type=int, default=TABLES, help="matches of Fief")
    parser.add_argument("--decisions", type=int, default=0, help="of Fief: stop after so many (0: never)")
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--turns-a-match", type=int, default=25)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--like", default="", help="a migrated site to copy: its folder, or its PostgreSQL database")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with new_site(chosen.like, postgres=chosen.postgres) as (folder, mail):
        matches = -(-chosen.turns * 3 // (2 * chosen.turns_a_match))  # many end before their last turn
        if chosen.game == "fief":
            kill_fief.make_matches(chosen.tables)
        else:
            make_matches(matches, chosen.turns_a_match)
        limits = Limits(chosen.seconds, chosen.decisions if chosen.game == "fief" else 0)
        faults = run(folder, mail, chosen.game, chosen.workers, limits, random.Random(chosen.seed))
    end_with(faults)


@contextmanager
def new_site(like: str, *, postgres: bool) -> Iterator[tuple[Path, socket.socket]]:
    """A site in a folder of its own, like this one if it names one, and where its mail goes: whoever asks before
    somebody serves there waits.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="heraut-kill-")))
        database = stack.enter_context(new_database(like)) if postgres else ""
        if like and not postgres:
            copytree(like, folder, dirs_exist_ok=True)
        mail = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        open_site(folder, database, mail.getsockname()[1])
        yield folder, mail


def end_with(faults: list[str]) -> NoReturn:
    """Says what is wrong; the exit status is 1 when something is."""
    for fault in faults:
        print(f"WRONG: {fault}", file=sys.stderr)
    sys.exit(1 if faults else 0)


def run(folder: Path, mail: socket.socket, game: str, workers: int, limits: Limits, chance: random.Random) -> list[str]:
    """Lets workers and players live and die until all matches are over, or up to the limits; what went wrong."""
    from django.db import connection, connections

    name = connection.vendor
    connections.close_all()  # children must not share a connection
    sink = fork(lambda: receive_mail(mail, folder / "mail"))
    begun = time.monotonic()
    try:
        killed = live_and_die(workers, folder, chance, limits)
    finally:
        end(sink)
    seconds = time.monotonic() - begun
    faults, figures = examine(folder, unfinished=seconds >= limits.seconds or limits.steps > 0)
    line = {
        "bench": "heraut",
        "case": f"kill_{game}_{name}",
        "workers": workers,
        "killed": killed,
        "seconds": round(seconds),
    }
    print(json.dumps({**line, **figures, "faults": len(faults)}))
    return faults


def open_site(folder: Path, database: str, port: int) -> None:
    """A new site of our own, which sends its mail to our own server at this port."""
    os.environ.update(HERAUT_DATA=str(folder), HERAUT_DATABASE=database, HERAUT_MAIL=f"smtp://127.0.0.1:{port}")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heraut.site.settings")
    os.environ["HERAUT_MAIL_PICTURES"] = "0"  # hundreds of mails, of which each would be drawn twice
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def make_matches(number: int, turns: int) -> None:
    """Tables for three: two players who are told everything by mail, and a bot; a turn a second."""
    from heraut.site.accounts.models import Player
    from heraut.site.matches.models import Seat
    from heraut.site.matches.pace import Pace
    from heraut.site.matches.services import open_match, start

    players = [Player.objects.create_user(f"Joueur {n}", f"joueur{n}@example.org") for n in range(6)]
    options = {"map": "SCANDINAVIE", "turn_limit": turns}
    for count in range(number):
        match = open_match("gloire", f"Table {count}", options, Pace(seconds=1, grace=2))
        for place in range(2):
            Seat.objects.create(match=match, name=f"s{place}", user=players[(count * 2 + place) % len(players)])
        Seat.objects.create(match=match, name="s2", bot="random")
        start(match)


# Those who live and die


def fork(work: Child) -> int:
    """A child that does this work, then ends; its process number."""
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    try:
        work()
        os._exit(0)
    except BaseException as error:  # noqa: BLE001  nothing leaves a child but this line and its status
        print(f"child: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
        os._exit(1)


def end(pid: int, how: int = signal.SIGKILL) -> None:
    """Ends a child."""
    os.kill(pid, how)
    os.waitpid(pid, 0)


def live_and_die(workers: int, folder: Path, chance: random.Random, limits: Limits) -> int:
    """Keeps so many workers and two players alive, killing one of them every now and then; how many were killed."""
    works: list[Child] = [work] * workers + [lambda: give_orders(folder)] * 2
    alive = [fork(each) for each in works]
    killed, last = 0, time.monotonic() + limits.seconds
    while not fork_and_ask(lambda: all_over() or enough(limits.steps)) and time.monotonic() < last:
        until = time.monotonic() + 2
        while time.monotonic() < until:
            time.sleep(chance.uniform(*LIFE))
            place = chance.randrange(len(works))
            end(alive[place])
            alive[place] = fork(works[place])
            killed += 1
    for place, pid in enumerate(alive):
        end(pid, signal.SIGTERM if place < workers else signal.SIGKILL)
    os.waitpid(fork(send_the_rest), 0)
    return killed


def fork_and_ask(question: Callable[[], bool]) -> bool:
    """The answer of a child: this process never opens the database while it has children to make."""
    pid = fork(lambda: os._exit(0 if question() else 3))
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def all_over() -> bool:
    """Whether every match has ended."""
    from heraut.site.matches.models import OVER, Match

    return not Match.objects.exclude(status=OVER).exists()


def enough(steps: int) -> bool:
    """Whether so many steps were resolved in all; never of 0."""
    from heraut.site.matches.models import Step

    return 0 < steps <= Step.objects.filter(number__gt=0).count()


def hasten() -> None:
    """Whatever waits minutes for the dead waits seconds here, so that much can happen in a short time."""
    from heraut.site.clock import resolution
    from heraut.site.notifications import claims

    resolution.CLAIM = timedelta(seconds=2)
    resolution.POISON_PAUSE = timedelta(seconds=2)
    claims.LEASE = timedelta(seconds=5)
    kill_fief.hasten()


def work() -> None:
    """`heraut worker`, in a hurry."""
    from heraut.site.worker import Worker

    hasten()
    random.seed()
    Worker().run()


def send_the_rest() -> None:
    """What the dead had taken and not sent leaves now."""
    from heraut.site.notifications.models import WAITING, Letter
    from heraut.site.notifications.sender import send_due

    until = time.monotonic() + 60
    while Letter.objects.filter(status=WAITING).exists() and time.monotonic() < until:
        send_due()
        time.sleep(0.5)


def give_orders(folder: Path) -> None:
    """A player who saves orders here and there, and writes each receipt down once he has it."""
    from django.db import OperationalError

    from heraut.site.clock.resolution import resolve_at_once
    from heraut.site.matches.models import RUNNING, Seat
    from heraut.site.matches.receipts import receipt_text
    from heraut.site.matches.services import Closed

    hasten()
    chance = random.Random()
    while True:
        seat = Seat.objects.filter(user__isnull=False, match__status=RUNNING).order_by("?").first()
        if seat is None:
            return
        try:
            sheet = kill_fief.act(seat, chance, folder) if seat.match.pace.by_decision else act(seat, chance)
            with (folder / "receipts").open("a") as file:
                file.write(receipt_text(sheet) + "\n")
            if seat.match.pace.by_decision:
                resolve_at_once(seat.match_id)
        except (Closed, OperationalError):
            time.sleep(0.02)
            continue
        time.sleep(chance.uniform(0, 0.05))


def act(seat: Seat, chance: random.Random) -> Sheet:
    """Saves orders for the coming turn, now and then sealed. Raises Closed."""
    from heraut.engine.rng import Rng
    from heraut.site.matches.orders import decision_of, save_orders
    from heraut.site.matches.services import Closed

    decision = decision_of(seat.match, seat)
    if decision is None:
        raise Closed
    text = decision.write(decision.sample(Rng(chance.randbytes(8)))[:8])
    return save_orders(seat, text, seal=chance.random() < 0.3)[0]


def receive_mail(listening: socket.socket, path: Path) -> None:
    """A mail server that writes down the Message-ID of whatever it takes."""
    import asyncio
    from email import message_from_bytes

    from aiosmtpd.smtp import SMTP

    class Sink:
        async def handle_DATA(self, server: object, session: object, envelope: object) -> str:
            """Takes everything."""
            mail = message_from_bytes(envelope.content)  # type: ignore[attr-defined]
            with path.open("a") as file:
                file.write(f"{mail['Message-ID']}\n")
            return "250 OK"

    async def serve() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: SMTP(Sink()), sock=listening)
        await server.serve_forever()

    asyncio.run(serve())


# The proof


def examine(folder: Path, *, unfinished: bool) -> tuple[list[str], dict[str, int]]:
    """Everything that is not as it must be, and the figures."""
    from heraut.site.matches.models import OVER, Activity, Match, Sheet, Step
    from heraut.site.messaging.models import Remark
    from heraut.site.notifications.models import Letter

    faults: list[str] = []
    for match in Match.objects.order_by("pk"):
        faults += examine_steps(match, folder, unfinished=unfinished)
        faults += kill_fief.examine_match(match) if match.pace.by_decision else []
    given = (folder / "receipts").read_text().splitlines() if (folder / "receipts").exists() else []
    faults += examine_orders(given) + kill_fief.examine_talk(folder)
    arrived = (folder / "mail").read_text().splitlines() if (folder / "mail").exists() else []
    faults += examine_letters(arrived)
    return faults, {
        "matches_over": Match.objects.filter(status=OVER).count(),
        "turns": Step.objects.filter(number__gt=0).count(),
        "sheets": Sheet.objects.count(),
        "receipts": len(given),
        "silences": Activity.objects.filter(kind="silent").count(),
        "remarks": Remark.objects.count(),
        "letters": Letter.objects.count(),
        "mails_sent_again": len(arrived) - len(set(arrived)),
    }


def examine_steps(match: Match, folder: Path, *, unfinished: bool) -> list[str]:
    """Each step happened exactly once, and the record of the match proves orders and dice, as `heraut verify` does."""
    from heraut.cli.record_files import read_record, write_record
    from heraut.engine.match import verify
    from heraut.engine.record import RecordError
    from heraut.games import game
    from heraut.site.matches.models import OVER
    from heraut.site.matches.records import public_record, record_of

    numbers = list(match.steps.order_by("number").values_list("number", flat=True))
    faults = [] if numbers == list(range(match.step + 1)) else [f"{match}: steps {numbers} of {match.step}"]
    if (match.status != OVER and not unfinished) or (match.fault and not unfinished):
        faults.append(f"{match}: {match.status} {match.fault}")
    path = folder / f"{match.code}.json"
    try:
        write_record(path, public_record(match) if match.over else record_of(match))
        verify(game(match.game), read_record(path))
    except RecordError as error:
        faults.append(f"{match}: {error}")
    return faults


def examine_orders(receipts: list[str]) -> list[str]:
    """Every receipt is honoured, and the last set of each seat and turn that was resolved was used, word for word."""
    import msgspec

    from heraut.site.matches.models import Sheet, Step
    from heraut.site.matches.receipts import REPLACED, USED, WAITING, Receipt, check_receipt

    faults = []
    for line in receipts:
        shown = msgspec.json.decode(line, type=Receipt)
        verdict = check_receipt(shown)
        over = not Step.objects.filter(match__code=shown.match, number=shown.turn).exists()
        if verdict not in (USED, REPLACED) and not (over and verdict == WAITING):
            faults.append(f"receipt {verdict}: {line}")
    for step in Step.objects.filter(number__gt=0).select_related("match"):
        sheets = Sheet.objects.filter(seat__match=step.match, step=step.number).select_related("seat")
        last = {sheet.seat.name: sheet for sheet in sheets.order_by("sequence")}
        used = {seat: text for seat, text in step.answers if text is not None and seat in last}
        wanted = {seat: sheet.kept for seat, sheet in last.items() if sheet.kept}
        if used != wanted or step.sealed_hashes != {seat: sheet.hash for seat, sheet in last.items()}:
            faults.append(f"{step}: orders used are not those saved last")
    return faults


def examine_letters(arrived: list[str]) -> list[str]:
    """One letter for each player and step, all of them sent, none that nobody wrote."""
    from heraut.site.matches.models import Match
    from heraut.site.notifications.mail import as_mail
    from heraut.site.notifications.models import SENT, Letter

    faults = [f"letter {letter.key}: {letter.status} {letter.error}" for letter in Letter.objects.exclude(status=SENT)]
    ids = Counter(str(as_mail(letter)["Message-ID"]) for letter in Letter.objects.all())
    faults += [f"two letters {name}" for name, count in ids.items() if count > 1]
    if set(arrived) != set(ids):
        missing, unknown = len(set(ids) - set(arrived)), len(set(arrived) - set(ids))
        faults.append(f"{missing} letters never arrived, {unknown} unknown ones did")
    for match in Match.objects.all():
        must, may = kill_fief.letters_owed(match) if match.pace.by_decision else (letters_owed(match), set())
        written = set(Letter.objects.filter(match=match, kind__in=OWED).values_list("key", flat=True))
        faults += [f"no letter {key}" for key in must - written]
        faults += [f"letter {key} for nothing" for key in written - must - may]
    return faults


OWED = ("start", "turn", "end", "asked")


def letters_owed(match: Match) -> set[str]:
    """The keys of what the players of a match are told: the start, each turn that they owed orders for, the end."""
    people = set(match.seats.filter(user__isnull=False).values_list("name", flat=True))
    keys = {f"start:{match.pk}:{seat}" for seat in people}
    for step in match.steps.filter(number__gt=0):
        told = people if step.number == match.step else people & {seat for seat, _ in step.answers}
        keys |= {f"turn:{match.pk}:{step.number}:{seat}" for seat in told}
    return keys


if __name__ == "__main__":
    main()
