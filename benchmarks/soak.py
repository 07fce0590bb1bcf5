"""Long campaigns, whose figures stand in docs/soak.md: `make soak`, or `python -m benchmarks.soak daifen --matches 50`.

Matches: random answers for twenty or thirty turns (of *Fief* and *Seigneurs & Vassaux*, to the end), every promise of
`engine.conformance` and of the game checked at every step, on all maps and with all options. Texts: orders as players
might mistype them (a line of *Gloire et Pouvoir*, of *Fief* or of *Seigneurs & Vassaux*, a whole form of *Daifen*, a
sheet and a plan of *Rois aventuriers*); no exception, and every refusal says its line, its reason, its remedy.
"""

from __future__ import annotations

import argparse
import os
import time
from functools import partial
from typing import Any

from heraut.bots import player as bot
from heraut.engine.conformance import check_match, random_player
from heraut.engine.match import Match
from heraut.engine.play import Player
from heraut.engine.protocol import Decision, Seat
from heraut.engine.rng import Rng
from heraut.games import game
from heraut.games.rois.encounter.plan import write_plan
from heraut.games.rois.sheet.sample import Pen
from heraut.games.vassaux.questions import QUESTIONS
from heraut.lab.parallel import over_processes
from tests.games.daifen import promises as daifen_promises
from tests.games.daifen.scramble import scramble as scramble_continent
from tests.games.fief import promises as fief_promises
from tests.games.fief.scramble import scramble as scramble_board
from tests.games.gloire import promises as gloire_promises
from tests.games.gloire.builders import seats
from tests.games.gloire.scramble import scramble as scramble_realm
from tests.games.rois import promises as rois_promises
from tests.games.rois.scramble import scramble as scramble_world
from tests.games.vassaux import promises as vassaux_promises
from tests.games.vassaux.seldom import seldom_asked

MATCHES = {"gloire": 1000, "daifen": 500, "fief": 2000, "rois": 400, "vassaux": 1000}
PROGRESS = 20  # matches after which a campaign says how far it is
STRANGE = [*"\"'«»;#/-–_ \t\u00a0\u202f\x00éÉœßİ0123456789٣²½🐎\\{}%$", "null", "-1", "1e9", "9" * 40, "#0", "lys"]


def campaign(name: str, number: int) -> tuple[int, int, str]:
    """One random match, all promises checked; its turns, its orders, and the first broken promise."""
    try:
        match = REHEARSALS[name](number)
    except Exception as broken:  # noqa: BLE001  whatever goes wrong in a match is told with its number, and the others go on
        return 0, 0, f"match {number}: {type(broken).__name__}: {broken}"
    texts = [answer.text or "" for step in match.record.steps for answer in step.answers]
    return len(match.record.steps), sum(len(text.split("\n")) for text in texts if text), ""


def gloire_match(number: int) -> Match[Any, Any]:
    """Twenty turns of *Gloire et Pouvoir*."""
    place, lords, options = gloire_promises.SAMPLE[number % len(gloire_promises.SAMPLE)]
    return check_match(
        game("gloire"),
        seats(lords),
        {"map": place, "lords": lords, **options},
        b"soak %d" % number,
        max_steps=20,
        scramble=scramble_realm,
        players=dict.fromkeys(seats(lords), (random_player, gloire_promises.sociable)[number % 2]),
        check_step=gloire_promises.check_step,
        namesakes=True,
    )


def daifen_match(number: int) -> Match[Any, Any]:
    """Thirty turns of *Daifen*."""
    kingdoms, options = daifen_promises.SAMPLE[number % len(daifen_promises.SAMPLE)]
    return check_match(
        game("daifen"),
        seats(kingdoms),
        options,
        b"soak %d" % number,
        max_steps=30,
        scramble=scramble_continent,
        players=dict.fromkeys(seats(kingdoms), (daifen_promises.warlike, random_player)[number % 2]),
        check_step=daifen_promises.check_step,
        strangers=True,
    )


def fief_match(number: int) -> Match[Any, Any]:
    """A game of *Fief*, to its end or its turn limit; in half of them standing instructions are given too."""
    players, options = fief_promises.SAMPLE[number % len(fief_promises.SAMPLE)]
    style = (random_player, fief_promises.schemer)[number // len(fief_promises.SAMPLE) % 2]
    match = check_match(
        game("fief"),
        seats(players),
        options,
        b"soak %d" % number,
        max_steps=4000,
        scramble=scramble_board,
        players=dict.fromkeys(seats(players), style),
        check_step=fief_promises.check_long,
    )
    assert game("fief").result(match.state) is not None, "neither ended nor at the turn limit"
    return match


def rois_match(number: int) -> Match[Any, Any]:
    """Twenty years of *Rois aventuriers*: three random ones, then one where every other King plays to win."""
    kings, options = rois_promises.SAMPLE[number % len(rois_promises.SAMPLE)]
    players: dict[Seat, Player[Any]] = dict.fromkeys(seats(kings), random_player)
    if number // len(rois_promises.SAMPLE) % 4 == 3:
        players |= dict.fromkeys(seats(kings)[::2], bot("rois", "player"))
    return check_match(
        game("rois"),
        seats(kings),
        options | {"turns": 20, "short": False},
        b"soak %d" % number,
        max_steps=20,
        scramble=scramble_world,
        players=players,
        check_step=rois_promises.check_step,
    )


def vassaux_match(number: int) -> Match[Any, Any]:
    """A battle of *Seigneurs & Vassaux* to its end, between bold players and careless ones by turns."""
    style = (vassaux_promises.bold, random_player)[number // len(vassaux_promises.SAMPLE) % 2]
    match = check_match(
        game("vassaux"),
        seats(2),
        vassaux_promises.SAMPLE[number % len(vassaux_promises.SAMPLE)],
        b"soak %d" % number,
        max_steps=4000,
        players=dict.fromkeys(seats(2), style),
        check_step=vassaux_promises.check_step,
    )
    assert game("vassaux").result(match.state) is not None, "not ended"
    return match


REHEARSALS = {
    "gloire": gloire_match,
    "daifen": daifen_match,
    "fief": fief_match,
    "rois": rois_match,
    "vassaux": vassaux_match,
}


def mutate(line: str, rng: Rng) -> str:
    """The line with one to four slips of the pen."""
    for _ in range(rng.randint(1, 4)):
        at, sort = rng.randint(0, len(line)), rng.randint(0, 5)
        if sort == 0:
            line = line[:at] + line[at + 1 :]
        elif sort == 1:
            line = line[:at] + rng.choice(STRANGE) + line[at:]
        elif sort == 2:
            line = line[:at] + rng.choice(STRANGE) + line[at + 1 :]
        elif sort == 3:
            words = line.split(" ")
            rng.shuffle(words)
            line = " ".join(words)
        elif sort == 4:
            words = line.split(" ")
            line = " ".join([*words[: rng.randint(0, len(words))], rng.choice(STRANGE)])
        else:
            line = line.swapcase()
    return line.replace("\n", " ")


def decisions(name: str) -> list[Decision[Any]]:
    """Decisions from the middle of a match, with much to name."""
    if name == "fief":
        return fief_decisions()
    if name == "vassaux":
        return vassaux_decisions()
    begun: dict[str, tuple[dict[str, Any], int]] = {
        "gloire": ({"start_treasury": 30_000}, 4),
        "daifen": ({}, 20),
        "rois": ({"turns": 20}, 8),
    }
    options, turns = begun[name]
    match = check_match(game(name), seats(10), options, b"lines", max_steps=turns, namesakes=name == "gloire")
    return list(game(name).pending(match.state).values())


def fief_decisions() -> list[Decision[Any]]:
    """A decision of each kind that a match has come to."""
    found: dict[str, Decision[Any]] = {}
    match = Match.new(game("fief"), seats(5), {"mode": "points", "surrender": True}, b"lines")
    rng = Rng(b"lines")
    while game("fief").result(match.state) is None:
        pending = match.pending()
        found |= {decision.kind: decision for decision in pending.values()}
        match.advance({seat: random_player(owed, owed, rng) for seat, owed in pending.items()})
    return list(found.values())


def vassaux_decisions() -> list[Decision[Any]]:
    """Each question of *Seigneurs & Vassaux* as often as five battles of every sort come to it, ten times at most.

    Battles are built for those to which random players hardly ever come.
    """
    found: dict[str, list[Decision[Any]]] = {}
    rng = Rng(b"lines")
    for number, options in enumerate(vassaux_promises.SAMPLE * 5):
        match = Match.new(game("vassaux"), seats(2), options, b"lines %d" % number)
        while game("vassaux").result(match.state) is None:
            ((seat, owed),) = match.pending().items()
            found.setdefault(owed.kind, []).append(owed)
            match.advance({seat: vassaux_promises.bold(owed, owed.view, rng)})
    for built in seldom_asked():
        (owed,) = game("vassaux").pending(built).values()
        found.setdefault(owed.kind, []).insert(0, owed)
    assert set(found) == set(QUESTIONS), set(QUESTIONS) - set(found)
    return [decision for kind in found for decision in found[kind][:: max(1, len(found[kind]) // 10)]]


def texts(name: str, decision: Decision[Any], rng: Rng, number: int) -> list[str]:
    """What is mistyped: each line of a sheet by itself; of what is read as a whole, one line; a plan by itself."""
    lines = decision.write(decision.sample(rng.at("sheet", number))).split("\n")
    if name in ("gloire", "fief", "vassaux"):
        return [mutate(line, rng) for line in lines]
    place = rng.randint(0, len(lines) - 1)
    whole = "\n".join([*lines[:place], mutate(lines[place], rng), *lines[place + 1 :]])
    return [whole, plan(decision, rng)] if name == "rois" else [whole]


def plan(decision: Any, rng: Rng) -> str:
    """A plan of *Rois aventuriers*, mistyped, of the first character of a King."""
    tactics = write_plan(Pen(decision.book, rng).plan())
    return f"@{min(decision.book.characters)}\nPLAN {{{mutate(tactics, rng)}}}"


def misread(name: str, number: int, seed: bytes) -> dict[str, int]:
    """Reads so many mutated texts; how many were read, blank or refused."""
    pending = decisions(name)
    rng = Rng(seed)
    counts = {"read": 0, "blank": 0, "refused": 0}
    done = 0
    while done < number:
        decision = pending[done % len(pending)]
        for text in texts(name, decision, rng, done):
            reading = decision.parse(text)
            counts["refused" if reading.refusals else "read" if reading.answer else "blank"] += 1
            done += 1
            for refusal in reading.refusals:
                check_explained(name, refusal, text.count("\n") + 1)
            if reading.answer:
                assert decision.parse(decision.write(reading.answer)).answer == reading.answer, text
    return counts


def check_explained(name: str, refusal: Any, lines: int) -> None:
    """A refusal says its line, its reason and its remedy, in both languages, and cites its rule."""
    for lang, remedy in (("fr", "Remède"), ("en", "Remedy")):
        words = game(name).explain(refusal, lang)
        assert 0 <= refusal.line <= lines and remedy in words and refusal.rule in words, words
        assert not refusal.line or str(refusal.line) in words, words


def main() -> None:
    """Runs both campaigns on all processors and prints their figures; of matches, how far they are, and every fault."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", default=[], choices=[*REHEARSALS, []])  # none: all
    parser.add_argument("--matches", type=int)
    parser.add_argument("--lines", type=int, default=100_000)
    chosen = parser.parse_args()
    faults = [
        fault
        for name in chosen.games or REHEARSALS
        for fault in run(name, chosen.matches or MATCHES[name], chosen.lines)
    ]
    raise SystemExit(bool(faults))


def run(name: str, matches: int, lines: int) -> list[str]:
    """The campaigns of one game; the promises that were broken."""
    begun = time.perf_counter()
    turns, orders, faults = 0, 0, []
    played = over_processes(partial(campaign, name), range(matches), os.cpu_count() or 1)
    for done, (length, written, fault) in enumerate(played, start=1):
        turns, orders = turns + length, orders + written
        if fault:
            faults.append(fault)
            print(f"{name}, {fault}", flush=True)
        if done % PROGRESS == 0 and done < matches:
            seconds = time.perf_counter() - begun
            print(f"{name}: {done} of {matches} matches, {len(faults)} faults ({seconds:.0f} s)", flush=True)
    seconds = time.perf_counter() - begun
    figures = f"{matches} matches, {turns} turns, {orders} orders, {len(faults)} faults ({seconds:.0f} s)"
    print(f"{name}: {figures}", flush=True)
    begun = time.perf_counter()
    counts = misread(name, lines, b"soak")
    print(f"{name}: {sum(counts.values())} texts, {counts}: no exception ({time.perf_counter() - begun:.0f} s)")
    return faults


if __name__ == "__main__":
    main()
