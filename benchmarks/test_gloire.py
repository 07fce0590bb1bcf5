"""Gloire et Pouvoir: turns, reading, reports, state, maps, start-up (goals T1 to T6, S1, S2, G2, C1 to C3)."""

from __future__ import annotations

import copy as stdlib_copy
import hashlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.conftest import Figure
from benchmarks.realms import SEED, busy_realm, full_sheets
from heraut.cli.record_files import write_record
from heraut.engine.match import Match
from heraut.engine.play import ask
from heraut.engine.protocol import Seat, seen_by
from heraut.engine.rng import Rng
from heraut.games import gloire
from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.orders import Order
from heraut.games.gloire.state import Realm, copy

MAPS = {"europe1200": ("EUROPE", 30, 40), "scandinavia400": ("SCANDINAVIE", 10, 40), "europe6000": ("EUROPE", 100, 60)}


@pytest.fixture(scope="module")
def europe() -> Realm:
    """151 lands, 30 lords, 180 knights."""
    return busy_realm("EUROPE", 30)


@pytest.mark.parametrize("case", MAPS)
def test_turn(benchmark: Any, figure: Figure, case: str) -> None:
    """T1, T3, T4: typed orders to a new state and its events."""
    name, lords, orders = MAPS[case]
    realm = busy_realm(name, lords)
    sheets = full_sheets(realm, orders)
    assert sum(map(len, sheets.values())) == lords * orders
    step = benchmark(gloire.advance, realm, sheets, Rng(SEED))
    assert sum(event.kind == "battle" for event in step.events) > lords
    figure(case, "ms_per_turn", "ms")


def test_turn_with_reports(benchmark: Any, figure: Figure, europe: Realm) -> None:
    """T2: a turn, thirty reports in French, the state as canonical JSON and its SHA-256.

    The views are those of the decisions that the new state asks for.
    """
    sheets = full_sheets(europe, 40)

    def whole_turn() -> tuple[list[str], str]:
        step = gloire.advance(europe, sheets, Rng(SEED))
        asked = gloire.pending(step.state)
        reports = [gloire.report(owed.view, seen_by(step.events, seat), "fr") for seat, owed in asked.items()]
        return reports, hashlib.sha256(gloire.dump(step.state)).hexdigest()

    reports, _ = benchmark(whole_turn)
    assert len(reports) == 30
    figure("europe1200", "ms_per_turn_with_reports", "ms")


def test_reading(benchmark: Any, figure: Figure, europe: Realm) -> None:
    """T5: 1,200 orders as players write them, one line in twenty wrong, and every refusal said in French."""
    pending = gloire.pending(europe)
    sheets = full_sheets(europe, 40)
    texts = {}
    for seat, decision in pending.items():
        lines = decision.write(sheets[seat]).split("\n")
        texts[seat] = "\n".join([line.lower() if n % 20 else line + " encore" for n, line in enumerate(lines)])

    def read() -> int:
        read_orders = 0
        for seat, decision in gloire.pending(europe).items():
            reading = decision.parse(texts[seat])
            read_orders += len(reading.answer) + len([gloire.explain(fault, "fr") for fault in reading.refusals])
        return read_orders

    assert benchmark(read) == 1200
    figure("europe1200", "ms_to_read", "ms")


def test_random_bots(benchmark: Any, figure: Figure) -> None:
    """T6, R2: a turn played by random bots, from the decisions to the new state; orders a second, all in."""
    seats = [Seat(f"j{n}") for n in range(1, 31)]
    match = Match.new(gloire, seats, {"map": "EUROPE"}, SEED)
    match.state = busy_realm("EUROPE", 30)
    players = {seat: lambda decision, view, rng: decision.sample(rng) for seat in seats}

    def turn() -> int:
        answers = ask(match, players, Rng(SEED))
        gloire.advance(match.state, answers, Rng(SEED))
        return sum(map(len, answers.values()))

    orders = benchmark(turn)
    figure("europe_random", "orders_per_s", "orders/s", rate=orders)


def test_sheets_of_offers(benchmark: Any, figure: Figure, europe: Realm) -> None:
    """T6, R2 without text or events: sheets of forty orders, each drawn among those offered, and the turn played."""

    def turn() -> int:
        rng, answers = Rng(SEED), {}
        for seat, decision in gloire.open_decisions(europe).items():
            taken: tuple[Order, ...] = ()
            while len(taken) < 40 and (offers := decision.offers(taken)):
                taken = (*taken, rng.choice(offers))
            answers[seat] = decision.compose(taken)
        gloire.apply(gloire.clone(europe), answers, rng)
        return sum(map(len, answers.values()))

    orders = benchmark(turn)
    figure("europe_offers", "orders_per_s", "orders/s", rate=orders)


def test_bot_match(benchmark: Any, figure: Figure) -> None:
    """A whole match between ten playing bots on the Scandinavian map."""
    from heraut.bots import player
    from heraut.engine.play import play

    seats = [Seat(f"j{n}") for n in range(1, 11)]
    bot = player("gloire", "player")

    def whole_match() -> Match[Any, Any]:
        return play(gloire, dict.fromkeys(seats, bot), {}, SEED, max_steps=80)

    match = benchmark.pedantic(whole_match, rounds=3, warmup_rounds=0)
    assert match.state.road is not None
    figure("scandinavia_ten_bots", "s_per_match", "s")
    figure("scandinavia_ten_bots", "ms_per_turn", "ms", per=len(match.record.steps))


def test_view(benchmark: Any, figure: Figure, europe: Realm) -> None:
    """What one lord of thirty sees of 151 lands."""
    benchmark(gloire.view, europe, Seat("j1"))
    figure("europe", "view", "us")


def test_dump(benchmark: Any, figure: Figure, europe: Realm) -> None:
    """S1: the state as JSON."""
    data = benchmark(gloire.dump, europe)
    assert len(data) < 5_000_000
    figure("europe", "encode", "us")
    figure("europe", "encode_MB_per_s", "MB/s", rate=len(data) / 1e6)


def test_load(benchmark: Any, figure: Figure, europe: Realm) -> None:
    """S1: the state back from JSON, typed and validated."""
    data = gloire.dump(europe)
    assert benchmark(gloire.load, data) == europe
    figure("europe", "decode", "us")
    figure("europe", "decode_MB_per_s", "MB/s", rate=len(data) / 1e6)


def test_copy(benchmark: Any, figure: Figure, europe: Realm) -> None:
    """S2: an independent copy of the state."""
    assert benchmark(copy, europe) == europe
    figure("europe", "copy", "us")


def test_deepcopy(benchmark: Any, figure: Figure, europe: Realm) -> None:
    """The same by the standard library, to compare with."""
    benchmark(stdlib_copy.deepcopy, europe)
    figure("europe", "deepcopy", "us")


def test_distance(benchmark: Any, figure: Figure) -> None:
    """G2: how far two lands are apart, on the map of 151."""
    europe = atlas("EUROPE")
    pairs = [(a, b) for a in europe.places for b in europe.places]

    def look_up() -> int:
        return sum([europe.distance(a, b) for a, b in pairs])

    benchmark(look_up)
    figure("europe", "distance", "ns", per=len(pairs))


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ("python", "pass"),
        ("import_engine", "import heraut.engine"),
        ("import_gloire", "import heraut.games.gloire"),
        ("help", "from heraut.cli import main; main()"),
    ],
)
def test_start(benchmark: Any, figure: Figure, case: str, code: str) -> None:
    """C1: starting python, importing the engine, the game, and `heraut --help`."""
    command = [sys.executable, "-c", code] if case != "help" else [sys.executable, "-m", "heraut", "--help"]
    benchmark.pedantic(lambda: subprocess.run(command, check=True, capture_output=True), rounds=9, warmup_rounds=1)
    figure("start", case, "ms")


def test_turn_from_the_shell(benchmark: Any, figure: Figure, tmp_path: Path, capsys: Any) -> None:
    """C2, C3: `heraut advance` on a stored Europe turn of 1,200 orders, and its peak memory."""
    seats = [Seat(f"j{n}") for n in range(1, 31)]
    match = Match.new(gloire, seats, {"map": "EUROPE"}, SEED)
    match.state = busy_realm("EUROPE", 30)
    match.record.start = match.keep((), match.state)
    pending = gloire.pending(match.state)
    match.record.drafts = {seat: pending[seat].write(sheet) for seat, sheet in full_sheets(match.state, 40).items()}
    path = tmp_path / "europe.json"

    def fresh() -> tuple[tuple[()], dict[str, Any]]:
        write_record(path, match.record)
        return (), {}

    def advance() -> None:
        subprocess.run([sys.executable, "-m", "heraut", "advance", str(path)], check=True, capture_output=True)

    benchmark.pedantic(advance, setup=fresh, rounds=7, warmup_rounds=1)
    figure("shell", "ms_per_stored_turn", "ms")
    fresh()
    measure = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, capture_output=True);"
    measure += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
    peak = subprocess.run(
        [sys.executable, "-c", measure, sys.executable, "-m", "heraut", "advance", str(path)],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    with capsys.disabled():
        print(
            f'{{"bench": "heraut", "case": "shell", "metric": "peak_rss", "unit": "MB", "median": {float(peak):.1f}}}'
        )
