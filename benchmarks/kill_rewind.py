"""The kill test of rewinds: workers, players and an arbiter die at random moments while matches are rewound.

    python -m benchmarks.kill_rewind --seconds 60                 on SQLite
    python -m benchmarks.kill_rewind --seconds 60 --postgres      on PostgreSQL (HERAUT_TEST_POSTGRES names the server)

Afterwards it is proved that each rewind happened whole or not at all: the steps of every match follow each other, its
record, branches included, is verified, and every receipt that was given is honoured. The figures are one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import time
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import kill

if TYPE_CHECKING:
    from heraut.site.matches.models import Match

TABLES = 4
PATIENCE = 120  # seconds more, on a machine that is too slow for any rewind by then


def main() -> None:
    """Runs the test; exits with 1 and says what is wrong when something is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--like", default="", help="a migrated site to copy: its folder, or its PostgreSQL database")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with kill.new_site(chosen.like, postgres=chosen.postgres) as (folder, _):  # nobody serves its mail: letters wait
        make_matches()
        faults = run(folder, chosen.seconds, random.Random(chosen.seed))
    kill.end_with(faults)


def make_matches() -> None:
    """Tables for two and a bot, a turn every two seconds, and an arbiter who plays at none."""
    from heraut.site.accounts.models import Player
    from heraut.site.matches.models import Seat
    from heraut.site.matches.pace import Pace
    from heraut.site.matches.services import open_match, start

    players = [Player.objects.create_user(f"Joueur {n}", f"joueur{n}@example.org") for n in range(2)]
    host = Player.objects.create_user("Arbitre", "arbitre@example.org")
    for count in range(TABLES):
        match = open_match("gloire", f"Table {count}", {"map": "SCANDINAVIE"}, Pace(seconds=2, grace=0), host=host)
        for place, player in enumerate([*players, None]):
            Seat.objects.create(match=match, name=f"s{place}", user=player, bot="" if player else "random")
        start(match)


def run(folder: Path, seconds: float, chance: random.Random) -> list[str]:
    """Lets them live and die so long, and until a match has been rewound; what went wrong."""
    from django.db import connection, connections

    name = connection.vendor
    connections.close_all()  # children must not share a connection
    works: list[kill.Child] = [work, work, arbitrate, lambda: kill.give_orders(folder)]
    alive, killed, last = [kill.fork(each) for each in works], 0, time.monotonic() + seconds
    while (now := time.monotonic()) < last or (now < last + PATIENCE and not kill.fork_and_ask(rewound)):
        time.sleep(chance.uniform(0.05, 0.5))
        place = chance.randrange(len(works))
        kill.end(alive[place])
        alive[place], killed = kill.fork(works[place]), killed + 1
    for pid in alive:
        kill.end(pid, signal.SIGKILL)
    faults, figures = examine(folder)
    print(
        json.dumps(
            {"bench": "heraut", "case": f"kill_rewind_{name}", "killed": killed, **figures, "faults": len(faults)}
        )
    )
    return faults


def rewound() -> bool:
    """Whether any match has been rewound."""
    from heraut.site.clock.models import Branch

    return Branch.objects.exists()


def work() -> None:
    """The clock's round of a worker, in a hurry."""
    from heraut.site.clock import rewind
    from heraut.site.clock.models import CLOCK
    from heraut.site.worker import Worker

    kill.hasten()
    rewind.CLAIM, rewind.POISON_TRIES = timedelta(seconds=1), 1000
    Worker((CLOCK,)).run()


def arbitrate() -> None:
    """An arbiter who rewinds whatever match there is, again and again."""
    from django.db import OperationalError

    from heraut.site.clock.models import READY, Rewind
    from heraut.site.clock.rewind import CannotRewind, agree, give_up
    from heraut.site.matches.models import Match

    chance = random.Random()
    while True:
        time.sleep(0.02)
        try:
            found = Rewind.objects.order_by("?").first()
            if found is None or chance.random() < 0.3:
                match = Match.objects.filter(step__gte=1).order_by("?").first()
                if match is not None and not Rewind.objects.filter(match=match).exists():
                    ask_for(match, chance)
            elif found.status == READY:
                agree(found, "Encore une fois")
            elif found.status not in ("asked", "agreed"):
                give_up(found)
        except (CannotRewind, OperationalError, Match.DoesNotExist):
            continue


def ask_for(match: Match, chance: random.Random) -> None:
    """A turn of late is played again, or an order of it corrected."""
    from heraut.engine.protocol import Seat
    from heraut.engine.rng import Rng
    from heraut.site.clock.models import ORDER, REOPEN
    from heraut.site.clock.rewind import ask
    from heraut.site.matches.orders import pending_in
    from heraut.site.matches.state_storage import state_after

    assert match.host is not None
    first = chance.randint(max(1, match.step - 3), match.step)
    decision = pending_in(match.game, state_after(match.pk, first - 1)).get(Seat("j1"))
    if decision is None or chance.random() < 0.3:
        ask(match, match.host, REOPEN, first)
        return
    text = decision.write(decision.sample(Rng(chance.randbytes(8)))[:8])
    ask(match, match.host, ORDER, first, seat="j1", text=text)


def examine(folder: Path) -> tuple[list[str], dict[str, int]]:
    """Everything that is not as it must be, and the figures."""
    import msgspec

    from heraut.site.clock.models import Branch, PreparedStep
    from heraut.site.matches.models import Activity, Match, Step
    from heraut.site.matches.receipts import FORGED, LOST, SET_ASIDE, Receipt, check_receipt
    from heraut.site.notifications.models import Letter

    faults: list[str] = []
    for match in Match.objects.order_by("pk"):
        faults += kill.examine_steps(match, folder, unfinished=True)
        count, told = match.branches.count(), match.activities.filter(kind__startswith="rewound_").count()
        if not count == match.branch == told:
            faults.append(f"{match}: rewound {match.branch} times, {count} branches, told {told} times")
        mails = Letter.objects.filter(match=match, kind="rewound").count()
        if mails != 2 * count:
            faults.append(f"{match}: {mails} letters of {count} rewinds")
    given = (folder / "receipts").read_text().splitlines() if (folder / "receipts").exists() else []
    verdicts = [check_receipt(msgspec.json.decode(line, type=Receipt)) for line in given]
    faults += [f"receipt {verdict}" for verdict in verdicts if verdict in (FORGED, LOST)]
    odd = PreparedStep.objects.exclude(rewind__done__gt=0).count()
    faults += [f"{odd} steps of rewinds that have computed none"] if odd else []
    return faults, {
        "turns": Step.objects.filter(number__gt=0).count(),
        "rewinds": Branch.objects.count(),
        "asked": Activity.objects.filter(kind="rewind_asked").count(),
        "receipts": len(given),
        "set_aside": verdicts.count(SET_ASIDE),
    }


if __name__ == "__main__":
    main()
