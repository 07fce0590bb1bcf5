"""Long campaigns, whose figures stand in docs/soak.md: `make soak`, or `python -m benchmarks.soak daifen --matches 50`.

Matches: random answers for twenty or thirty turns (of *Fief*, to the end), every promise of `engine.conformance` and of
the game checked at every step, on all maps and with all options. Texts: orders as players might mistype them (a line of
*Gloire et Pouvoir* or of *Fief*, a whole form of *Daifen*); no exception, and every refusal says its line, its reason,
its remedy.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from heraut.engine.conformance import check_match, random_player
from heraut.engine.protocol import Decision
from heraut.engine.record import Match
from heraut.engine.rng import Rng
from heraut.games import game
from tests.games.daifen import promises as daifen_promises
from tests.games.daifen.scramble import scramble as scramble_continent
from tests.games.fief import promises as fief_promises
from tests.games.fief.scramble import scramble as scramble_board
from tests.games.gloire import promises as gloire_promises
from tests.games.gloire.builders import seats
from tests.games.gloire.scramble import scramble as scramble_realm

MATCHES = {"gloire": 1000, "daifen": 500, "fief": 2000}
STRANGE = [*"\"'«»;#/-–_ \t\u00a0\u202f\x00éÉœßİ0123456789٣²½🐎\\{}%$", "null", "-1", "1e9", "9" * 40, "#0", "lys"]


def campaign(name: str, number: int) -> tuple[int, int, str]:
    """One random match, all promises checked; its turns, its orders, and the first broken promise."""
    try:
        match = REHEARSALS[name](number)
    except AssertionError as broken:
        return 0, 0, f"match {number}: {broken}"
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
    )


def fief_match(number: int) -> Match[Any, Any]:
    """A game of *Fief*, to its end or its turn limit."""
    players, options = fief_promises.SAMPLE[number % len(fief_promises.SAMPLE)]
    match = check_match(
        game("fief"),
        seats(players),
        options,
        b"soak %d" % number,
        max_steps=4000,
        scramble=scramble_board,
        check_step=fief_promises.check_long,
    )
    assert game("fief").result(match.state) is not None, "neither ended nor at the turn limit"
    return match


REHEARSALS = {"gloire": gloire_match, "daifen": daifen_match, "fief": fief_match}


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
    begun: dict[str, tuple[dict[str, Any], int]] = {"gloire": ({"start_treasury": 30_000}, 4), "daifen": ({}, 20)}
    options, turns = begun[name]
    match = check_match(game(name), seats(10), options, b"lines", max_steps=turns)
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


def texts(name: str, sheet: str, rng: Rng) -> list[str]:
    """What is mistyped: each line of a sheet by itself; of a form, which is taken or refused whole, one line."""
    lines = sheet.split("\n")
    if name in ("gloire", "fief"):
        return [mutate(line, rng) for line in lines]
    place = rng.randint(0, len(lines) - 1)
    return ["\n".join([*lines[:place], mutate(lines[place], rng), *lines[place + 1 :]])]


def misread(name: str, number: int, seed: bytes) -> dict[str, int]:
    """Reads so many mutated texts; how many were read, blank or refused."""
    pending = decisions(name)
    rng = Rng(seed)
    counts = {"read": 0, "blank": 0, "refused": 0}
    done = 0
    while done < number:
        decision = pending[done % len(pending)]
        for text in texts(name, decision.write(decision.sample(rng.at("sheet", done))), rng):
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
    """Runs both campaigns on all processors and prints their figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", default=list(REHEARSALS), choices=[*REHEARSALS, []])
    parser.add_argument("--matches", type=int)
    parser.add_argument("--lines", type=int, default=100_000)
    chosen = parser.parse_args()
    faults = [fault for name in chosen.games for fault in run(name, chosen.matches or MATCHES[name], chosen.lines)]
    raise SystemExit(bool(faults))


def run(name: str, matches: int, lines: int) -> list[str]:
    """The campaigns of one game; the promises that were broken."""
    begun = time.perf_counter()
    with ProcessPoolExecutor() as pool:
        played = list(pool.map(partial(campaign, name), range(matches), chunksize=4))
    turns, orders = sum(turns for turns, _, _ in played), sum(orders for _, orders, _ in played)
    faults = [fault for _, _, fault in played if fault]
    seconds = time.perf_counter() - begun
    print(f"{name}: {matches} matches, {turns} turns, {orders} orders, {len(faults)} faults ({seconds:.0f} s)")
    print(*faults, sep="\n", flush=True)
    begun = time.perf_counter()
    counts = misread(name, lines, b"soak")
    print(f"{name}: {sum(counts.values())} texts, {counts}: no exception ({time.perf_counter() - begun:.0f} s)")
    return faults


if __name__ == "__main__":
    main()
