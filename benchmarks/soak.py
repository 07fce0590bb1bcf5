"""Long campaigns, whose figures stand in docs/soak.md: `make soak`, or `python -m benchmarks.soak --matches 50`.

Matches: random sheets for twenty turns, every promise of `engine.conformance` and of the game checked at every step, on
all maps and with all options. Lines: orders as players might mistype them; no exception, and every refusal says its
line, its reason, its remedy.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from heraut.engine.conformance import check_match, random_player
from heraut.engine.rng import Rng
from heraut.games import gloire
from heraut.games.gloire.sheet import SheetDecision
from tests.games.gloire.builders import seats
from tests.games.gloire.promises import SAMPLE, check_step, sociable
from tests.games.gloire.scramble import scramble

STRANGE = [*"\"'«»;#/-–_ \t\u00a0\u202f\x00éÉœßİ0123456789٣²½🐎\\{}%$", "null", "-1", "1e9", "9" * 40, "#0", "lys"]


def campaign(number: int) -> tuple[int, int, str]:
    """One random match, all promises checked; its turns, its orders, and the first broken promise."""
    try:
        return *rehearse(number), ""
    except AssertionError as broken:
        return 0, 0, f"match {number}: {broken}"


def rehearse(number: int) -> tuple[int, int]:
    """Plays the match of this number; its turns and its orders."""
    name, lords, options = SAMPLE[number % len(SAMPLE)]
    match = check_match(
        gloire,
        seats(lords),
        {"map": name, "lords": lords, **options},
        b"soak %d" % number,
        max_steps=20,
        scramble=scramble,
        players=dict.fromkeys(seats(lords), (random_player, sociable)[number % 2]),
        check_step=check_step,
    )
    texts = [answer.text or "" for step in match.record.steps for answer in step.answers]
    return len(match.record.steps), sum(len(text.split("\n")) for text in texts if text)


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


def decisions() -> list[SheetDecision]:
    """Decisions from the middle of a match, with armies, knights and relations to name."""
    match = check_match(gloire, seats(10), {"start_treasury": 30_000}, b"lines", max_steps=4)
    return list(gloire.pending(match.state).values())


def misread(lines: int, seed: bytes) -> dict[str, int]:
    """Reads so many mutated lines; how many were read, blank or refused."""
    pending = decisions()
    rng = Rng(seed)
    counts = {"read": 0, "blank": 0, "refused": 0}
    done = 0
    while done < lines:
        decision = pending[done % len(pending)]
        for line in decision.write(decision.sample(rng.at("sheet", done))).split("\n"):
            reading = decision.parse(mutate(line, rng))
            counts["read" if reading.answer else "refused" if reading.refusals else "blank"] += 1
            done += 1
            for refusal in reading.refusals:
                check_explained(refusal)
            if reading.answer:
                assert decision.parse(decision.write(reading.answer)).answer == reading.answer, line
    return counts


def check_explained(refusal: Any) -> None:
    """A refusal says its line, its reason and its remedy, in both languages, and cites its rule."""
    for lang, remedy in (("fr", "Remède"), ("en", "Remedy")):
        words = gloire.explain(refusal, lang)
        assert refusal.line == 1 and "1" in words and remedy in words and refusal.rule in words, words


def main() -> None:
    """Runs both campaigns on all processors and prints their figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--lines", type=int, default=100_000)
    options = parser.parse_args()
    begun = time.perf_counter()
    with ProcessPoolExecutor() as pool:
        played = list(pool.map(campaign, range(options.matches), chunksize=4))
    turns, orders = sum(turns for turns, _, _ in played), sum(orders for _, orders, _ in played)
    faults = [fault for _, _, fault in played if fault]
    seconds = time.perf_counter() - begun
    print(f"{len(played)} matches, {turns} turns, {orders} orders, {len(faults)} faults ({seconds:.0f} s)")
    print(*faults, sep="\n")
    begun = time.perf_counter()
    counts = misread(options.lines, b"soak")
    print(f"{sum(counts.values())} mutated lines, {counts}: no exception ({time.perf_counter() - begun:.0f} s)")
    raise SystemExit(bool(faults))


if __name__ == "__main__":
    main()
