"""What the kill test (`benchmarks/kill.py`) plays and proves of matches that go decision by decision.

Two tables in three seat two people and two bots, who play the points game; at the third two people agree on an end in
every talk. People answer at once or never, so that the clock answers for them; now and then they say a line.
"""

from __future__ import annotations

import random
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heraut.site.matches.models import Match, Seat, Sheet

GAME = "fief"
CLOCKS = (3, 3, 2, 4)  # seconds
SILENT = 6  # one question in so many is left to the clock
TALKATIVE = 0.05  # the share of moments at which a player says a line
READY = 0.7  # the share of talks that a player ends at once


def make_matches(number: int) -> None:
    """Tables that run, and are told everything by mail."""
    from heraut.site.accounts.models import Player
    from heraut.site.matches.models import Seat
    from heraut.site.matches.pace import Pace
    from heraut.site.matches.services import open_match, start

    players = [Player.objects.create_user(f"Joueur {n}", f"joueur{n}@example.org") for n in range(6)]
    pace = Pace(clocks=CLOCKS, early=True, grace=2, missed=1000)
    for count in range(number):
        seats = 2 if count % 3 == 0 else 4
        options = {"mode": "points", "points_turns": 10, "lords": seats}
        match = open_match(GAME, f"Table {count}", options, pace)
        for place in range(seats):
            bot = "random" if place > 1 else ""
            user = None if bot else players[(count * 2 + place) % len(players)]
            Seat.objects.create(match=match, name=f"s{place}", user=user, lord=f"Famille {place + 1}", bot=bot)
        start(match)


def hasten() -> None:
    """Letters that wait for an answer wait a moment; reports of turns go out as they do by correspondence."""
    from heraut.site.matches import pace
    from heraut.site.notifications import decision_mails

    decision_mails.AT_THE_TABLE = decision_mails.BY_POST = timedelta(seconds=0.4)
    pace.LIVE = 1


def act(seat: Seat, chance: random.Random, folder: Path) -> Sheet:
    """A player answers what he is asked, if he does not leave it to the clock. Raises Closed."""
    from heraut.site.matches.orders import decision_of, save_orders
    from heraut.site.matches.services import Closed
    from heraut.site.messaging.table_talk import speak

    if chance.random() < TALKATIVE:
        remark = speak(seat, f"Ligne {chance.getrandbits(60)}")
        with (folder / "said").open("a") as file:
            file.write(f"{remark.match_id} {remark.number} {remark.text}\n")
    decision = decision_of(seat.match, seat)
    if decision is None or zlib.crc32(f"{seat.pk} {seat.match.step}".encode()) % SILENT == 0:
        raise Closed
    return save_orders(seat, answer(decision, seat, chance), seal=True)[0]


def answer(decision: Any, seat: Seat, chance: random.Random) -> str:
    """Anything legal; in the talks the end of them, and where two play the end of the match."""
    from heraut.engine.rng import Rng

    two = len(decision.view["seats"]) == 2
    if decision.kind == "window" and two and seat.name not in decision.view["closing"]:
        return "CLORE"
    if decision.kind == "window" and chance.random() < READY:
        return "PRET"
    return str(decision.write(decision.sample(Rng(chance.randbytes(8)))))


# The proof


@dataclass(frozen=True)
class Taken:
    """One step as it is stored, and who was asked what after it."""

    number: int
    turn: int
    resolved: datetime
    answers: Mapping[str, str | None]
    sealed: Mapping[str, str]
    pending: Any  # the questions by seat, None where the stored state does not fit its seal

    def heard(self, seat: str) -> bool:
        """Whether this seat has answered."""
        return self.answers.get(seat) is not None or seat in self.sealed


def examine_match(match: Match) -> list[str]:
    """States as they were sealed; each question left to the clock answered by it once, and not before its time."""
    steps, faults = list(taken(match)), []
    for step in steps:
        if step.pending is None:
            faults.append(f"{match}: the state of step {step.number} is not the one that was sealed")
    return faults or [f"{match}: {fault}" for fault in (*examine_silence(match, steps), *examine_delays(match))]


def taken(match: Match) -> Iterator[Any]:
    """All steps, the setup first."""
    from heraut.engine.record import digest
    from heraut.site.matches.records import recorded
    from heraut.site.matches.state_storage import states

    found = dict(states(match.pk, range(match.step + 1)))
    seed = bytes(match.seed).hex()
    for row in match.steps.defer("events", "state").order_by("number"):
        sealed = digest(seed, recorded(row.answers, "").answers, found[row.number]) == row.digest
        pending = match.rules.pending(match.rules.load(found[row.number])) if sealed else None
        yield Taken(row.number, row.turn, row.resolved, dict(row.answers), row.sealed_hashes, pending)


def claims(steps: list[Taken]) -> Iterator[tuple[Taken, list[Taken]]]:
    """The steps that were taken under one claim, together, each time with the step before them."""
    start = 1
    while start < len(steps):
        end = start
        while end + 1 < len(steps) and steps[end + 1].resolved == steps[start].resolved:
            end += 1
        yield steps[start - 1], steps[start : end + 1]
        start = end + 1


def examine_silence(match: Match, steps: list[Taken]) -> Iterator[str]:
    """Whoever was silent was given his time, and is told of in the chronicle once for each time."""
    from heraut.site.clock.sequence import allowed
    from heraut.site.matches.turn_status import stands_alone

    people, missed, due = people_of(match), Counter[str](), steps[0].resolved
    if len(steps) > 1:
        due = steps[1].resolved  # who is asked first is asked by the first claim
    for before, group in claims(steps):
        for earlier, step in zip([before, *group], group, strict=False):
            quiet = silent(match, people, earlier, step)
            if set(step.answers) != set(earlier.pending):
                yield f"step {step.number}: not the answers of those who were asked"
            if quiet and step is not group[0]:
                yield f"step {step.number}: {quiet} had no time to answer"
            elif quiet and step.resolved < due:
                yield f"step {step.number}: the time of {quiet} was not up"
            missed.update(name for name in quiet if not stands_alone(earlier.pending[name]))
        late = bool(silent(match, people, before, group[0]))
        last = group[-1]
        if last.pending and (late or not same_talks(before, last)):
            due = last.resolved + allowed(match.pace, match.game, last.pending)
    told = Counter(name for activity in match.activities.filter(kind="silent") for name in activity.data["seats"])
    if told != missed:
        yield f"missed {dict(missed)}, and the chronicle says {dict(told)}"


def people_of(match: Match) -> dict[str, Seat]:
    """The seats that people hold, by name."""
    return {seat.name: seat for seat in match.seats.select_related("user").filter(user__isnull=False)}


def silent(match: Match, people: Mapping[str, Seat], earlier: Taken, step: Taken) -> list[str]:
    """Those for whom silence has answered: nobody who may take his time while another acts alone."""
    from heraut.site.matches.turn_status import stands_alone, waited_for

    if any(text is not None and stands_alone(earlier.pending[name]) for name, text in step.answers.items()):
        return []
    waited = [name for name in people if name in earlier.pending and not step.heard(name)]
    return [name for name in waited if waited_for(match, people[name], earlier.pending[name])]


def same_talks(before: Taken, after: Taken) -> bool:
    """Whether all still negotiate: their clock runs on."""
    kinds = {decision.kind for decision in (*before.pending.values(), *after.pending.values())}
    return kinds == {"window"}


def examine_delays(match: Match) -> Iterator[str]:
    """Each delay was paid for once, out of a bank that held it."""
    told = Counter(name for activity in match.activities.filter(kind="delay") for name in activity.data["seats"])
    for seat in match.seats.all():
        if seat.grace_used != told[seat.name] or seat.grace_used > match.pace.grace:
            yield f"{seat.name} has paid for {seat.grace_used} delays, and the chronicle tells of {told[seat.name]}"


def letters_owed(match: Match) -> tuple[set[str], set[str]]:
    """The keys of letters that there must be, and of those that a later answer may have withdrawn before they left."""
    from heraut.engine.protocol import Seat as SeatName
    from heraut.engine.record import Answer
    from heraut.site.notifications.decision_mails import newly_asked

    steps, people = list(taken(match)), people_of(match)
    must, may = {f"start:{match.pk}:{name}" for name in people}, set[str]()
    for before, group in claims(steps):
        last = group[-1]
        if (match.over and last is steps[-1]) or 0 < before.turn < last.turn:
            must |= {f"turn:{match.pk}:{last.number}:{name}" for name in people}
        answers = [
            SimpleNamespace(answers=[Answer(SeatName(name), text) for name, text in step.answers.items()])
            for step in group
        ]
        played = SimpleNamespace(steps=answers, before=before.pending, pending=last.pending, after=match)
        for seat in newly_asked(played, people.values()):
            answered = any(step.heard(seat.name) for step in steps[last.number + 1 :])
            waits = last is not steps[-1] and not answered
            (must if waits else may).add(f"asked:{match.pk}:{last.number}:{seat.name}")
    return must, may


def examine_talk(folder: Path) -> list[str]:
    """Every line that was said is there, and under the number that its speaker was given."""
    from heraut.site.messaging.models import Remark

    path = folder / "said"
    kept = {f"{one.match_id} {one.number} {one.text}" for one in Remark.objects.all()}
    return [f"lost: {line}" for line in (path.read_text().splitlines() if path.exists() else []) if line not in kept]
