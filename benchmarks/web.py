"""The pages of a match of thirty lords in Europe, as a browser asks for them (goals W1 to W6, and W9).

    python -m benchmarks.web                                      everything, on the server that `heraut serve` starts
    python -m benchmarks.web --server gunicorn --case board       one case on another server
    python -m benchmarks.web --case stalled                       W9: pages while ten senders stall, as a share of W1

Needs wrk, which shares the processors with the server; gunicorn or granian if it is asked for. Each line of JSON is one
figure (bench, case, metric, unit, median, min, max, reps; requests have p50_ms, p99_ms and failed besides, and cpu_ms:
how long the server's processes worked for one of them, which other programs on the machine change least).
"""

from __future__ import annotations

import argparse
import compileall
import json
import multiprocessing
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import quote_plus

import heraut
from benchmarks.lines import figure
from benchmarks.slow import slow_senders
from benchmarks.tables import CSRF, LORDS, Visitor, europe, site, turn_back, versions

SECONDS, REPEATS, WARM = 2, 3, 8
SERVERS = ("heraut", "gunicorn", "gthread", "granian")  # gunicorn: one thread a process, as the anchor
THREADS = "16"  # of those that have several
PAGES = {"board": "", "orders": "ordres/", "report": "bilan/"}
CASES = (*PAGES, "save", "autosave", "stalled", "resolving", "memory", "map")


def main() -> None:
    """Prints the figures that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--server", choices=SERVERS, default="heraut")
    parser.add_argument("--case", choices=CASES, action="append")
    chosen = parser.parse_args()
    cases = chosen.case or CASES
    if not shutil.which("wrk"):
        sys.exit("wrk is missing")
    compileall.compile_dir(Path(heraut.__file__).parent, quiet=2)  # as it is once it is installed
    with site() as folder:
        if set(cases) - {"map"}:
            with server(chosen.server) as (port, pid):
                Bench(chosen.server, port, pid, folder).run(cases)
        if "map" in cases:
            time_map()


# The server


@contextmanager
def server(name: str, processes: int = 2) -> Iterator[tuple[int, int]]:
    """Serves the site; its port, and the number of its first process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", *commands(port, processes)[name]]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 30
        while not answers(port):
            if time.monotonic() > until or child.poll() is not None:
                raise RuntimeError(f"{name} did not start")
            time.sleep(0.05)
        yield port, child.pid
    finally:
        child.send_signal(signal.SIGTERM)
        child.wait(30)


def commands(port: int, processes: int) -> dict[str, list[str]]:
    """How each server is begun, as its documentation says."""
    there, number = f"127.0.0.1:{port}", str(processes)
    gunicorn = ["gunicorn", "-b", there, "-w", number, "--backlog", "2048"]
    granian = ["granian", "--interface", "wsgi", "--port", str(port), "--workers", number, "--log-level", "critical"]
    return {
        "heraut": ["heraut", "serve", "--port", str(port), "--processes", number, "--no-worker"],
        "gunicorn": [*gunicorn, "heraut.site.wsgi"],
        "gthread": [*gunicorn, "-k", "gthread", "--threads", THREADS, "heraut.site.wsgi"],
        "granian": [*granian, "--blocking-threads", THREADS, "heraut.site.wsgi:application"],
    }


def answers(port: int) -> bool:
    """Whether a page comes from there."""
    try:
        with socket.create_connection(("127.0.0.1", port), 1) as line:
            line.settimeout(10)
            line.sendall(b"GET /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            return line.recv(12).startswith(b"HTTP/1.1 ")
    except OSError:
        return False


def family(pid: int) -> list[int]:
    """A process and all that it has started."""
    children: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        children += map(int, (task / "children").read_text().split())
    return [pid, *(each for child in children for each in family(child))]


def memory(pid: int) -> float:
    """The proportional share of memory (PSS) of a process and all that it has started, in MB."""
    maps = [Path(f"/proc/{each}/smaps_rollup").read_text() for each in family(pid)]
    return sum(int(found[1]) for each in maps if (found := re.search(r"^Pss:\s+(\d+)", each, re.M))) / 1024


def processor_time(pid: int) -> float:
    """How many seconds a process and all that it has started have worked."""
    ticks = 0
    for each in family(pid):
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


# Requests

ASK = """
local cookies = { %s }
local turn = 0
request = function()
  turn = turn %% #cookies + 1
  return wrk.format("GET", nil, { ["Cookie"] = cookies[turn] })
end
"""
SAVE = """
local players = { %s }
local turn = 0
request = function()
  turn = turn %% #players + 1
  local one = players[turn]
  local body = one.text .. "%%0A%%3B+" .. one.version .. "&base=" .. one.version .. "&base=" .. one.version - 1
  one.version = one.version + 1
  return wrk.format("POST", one.path, { ["Cookie"] = one.cookie, ["X-CSRFToken"] = "%s", %s
    ["Content-Type"] = "application/x-www-form-urlencoded" }, body)
end
"""
BY_SCRIPT = '["HX-Request"] = "true", ["HX-Target"] = "checked",'


class Bench:
    """One server, asked by the players of the matches of its site."""

    def __init__(self, name: str, port: int, pid: int, folder: Path) -> None:
        self.name, self.url, self.pid = name, f"http://127.0.0.1:{port}", pid
        self.script = folder / "wrk.lua"

    @cached_property
    def readers(self) -> list[Visitor]:
        """Those who read, all in one match."""
        return europe("Lecteur")

    @cached_property
    def savers(self) -> list[Visitor]:
        """Those who save their orders, in three others."""
        return europe("Scribe") + europe("Copiste") + europe("Clerc")

    def run(self, cases: Collection[str]) -> None:
        """The cases that need a server."""
        for page in (page for page in PAGES if page in cases):
            self.ask(page, 32)
            self.ask(page, 1)
        if "save" in cases:
            self.save("save", "")
        if "autosave" in cases:
            self.save("autosave", BY_SCRIPT)
        if "stalled" in cases:
            self.stalled()
        if "memory" in cases:
            for page in PAGES.values():
                self.drive("", ASK % cookies(self.readers), f"/partie/{self.readers[0].match}/{page}", 32)
            figure(self.name, "server_memory_pss", "MB", [memory(self.pid)])
        if "resolving" in cases:
            with resolver(self.savers[-1].match):
                self.ask("board", 32, "+resolving")

    def ask(self, page: str, connections: int, besides: str = "") -> None:
        """W1, W2: a page of a match, for its thirty players in turn."""
        path = f"/partie/{self.readers[0].match}/{PAGES[page]}"
        self.drive(f"{page}{besides}/c{connections}", ASK % cookies(self.readers), path, connections)

    def stalled(self) -> None:
        """W9: the page of orders while some senders stall, as a share of what it is without them, pair by pair."""
        script, path = ASK % cookies(self.readers), f"/partie/{self.readers[0].match}/{PAGES['orders']}"
        pairs = []
        for _ in range(REPEATS):
            alone = self.drive("orders/c32", script, path, 32, repeats=1)
            with self.slow_senders():
                pairs.append(self.drive("orders+stalled/c32", script, path, 32, repeats=1) / alone)
        figure(self.name, "stalled_over_w1", "ratio", pairs)

    def slow_senders(self) -> AbstractContextManager[None]:
        """Some who send a sheet of orders, and never come to its end."""
        port, visitor = int(self.url.rpartition(":")[2]), self.readers[0]
        headers = {"Cookie": visitor.cookie, "X-CSRFToken": CSRF}
        return slow_senders(port, f"/partie/{visitor.match}/ordres/", headers=headers)

    def save(self, case: str, header: str) -> None:
        """W3: a sheet of sixty orders and a remark that is new each time, by ninety players in turn."""
        for warm in (True, False):
            players = ", ".join(map(saver, settled(self.savers)))
            self.drive("" if warm else f"{case}/c32", SAVE % (players, CSRF, header), "/", 32, repeats=1)

    def drive(self, case: str, script: str, path: str, connections: int, repeats: int = REPEATS) -> float:
        """Runs wrk, after some seconds to warm up, and prints what it found; nothing with an empty case. The rate."""
        self.script.write_text(script)
        command = ["wrk", "-t1", f"-c{connections}", "--latency", "--timeout", "10s", "-s", str(self.script)]
        if not case or repeats > 1:
            subprocess.run([*command, f"-d{WARM}s", self.url + path], check=True, capture_output=True)
        if not case:
            return 0.0
        seconds, worked = SECONDS * REPEATS // repeats, processor_time(self.pid)
        runs = [
            read(subprocess.check_output([*command, f"-d{seconds}s", self.url + path], text=True))
            for _ in range(repeats)
        ]
        worked = processor_time(self.pid) - worked
        p50, p99 = (median(run[key] for run in runs) for key in ("p50", "p99"))
        failed, requests = (sum(run[key] for run in runs) for key in ("failed", "requests"))
        rates, cpu = [run["rate"] for run in runs], 1000 * worked / (requests or 1)
        figure(
            f"{self.name}/{case}", "requests_per_s", "req/s", rates, p50_ms=p50, p99_ms=p99, cpu_ms=cpu, failed=failed
        )
        return median(rates)


def cookies(visitors: list[Visitor]) -> str:
    """The cookies of these players, for a script of wrk."""
    return ", ".join(json.dumps(visitor.cookie) for visitor in visitors)


def saver(visitor: Visitor) -> str:
    """A player with his orders, for a script of wrk."""
    text, path = f"text={quote_plus(visitor.text)}", f"/partie/{visitor.match}/ordres/"
    words = (
        f"{name} = {json.dumps(value)}" for name, value in (("cookie", visitor.cookie), ("text", text), ("path", path))
    )
    return f"{{ {', '.join(words)}, version = {visitor.version} }}"


def settled(visitors: list[Visitor]) -> list[Visitor]:
    """The players with the numbers of their last orders, once the server has done what it was still asked to."""
    before: list[Visitor] = []
    while before != (now := versions(visitors)):
        before = now
        time.sleep(1)
    return now


def read(printed: str) -> dict[str, float]:
    """What wrk printed: rate, number of requests, p50 and p99 in ms, how many requests failed."""
    units = {"us": 1e-3, "ms": 1.0, "s": 1e3, "m": 6e4}
    times = {
        share: float(value) * units[unit]
        for share, value, unit in re.findall(r"^\s+(50|99)%\s+([\d.]+)(us|ms|s|m)", printed, re.M)
    }
    rate, requests = re.search(r"Requests/sec:\s+([\d.]+)", printed), re.search(r"(\d+) requests in", printed)
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", printed)
    broken = re.search(r"Socket errors: (.*)", printed)
    lost = sum(map(int, re.findall(r"\d+", broken[1]))) if broken else 0
    assert rate is not None and requests is not None, printed
    return {
        "rate": float(rate[1]),
        "requests": int(requests[1]),
        "p50": times.get("50", 0.0),  # none where nothing was answered
        "p99": times.get("99", 0.0),
        "failed": lost + int(refused[1] if refused else 0),
    }


# A turn resolved elsewhere


@contextmanager
def resolver(code: str) -> Iterator[None]:
    """Another process that resolves the first turn of this match over and over, as urgent as a worker."""
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    process = context.Process(target=resolve_again, args=(code, stop))
    process.start()
    try:
        yield
    finally:
        stop.set()
        process.join()


def resolve_again(code: str, stop: Event) -> None:
    """Resolves the turn until told to stop; prints how often."""
    os.nice(10)
    import django

    django.setup()
    from heraut.site.clock.resolution import resolve_due

    begun, turns = time.monotonic(), 0
    while not stop.is_set():
        turn_back(code)
        turns += resolve_due()
    figure("elsewhere", "turns_per_s", "turns/s", [turns / (time.monotonic() - begun)])


# The map


def time_map() -> None:
    """W6: the processor's time for the map of 151 lands in a page, as a rule and when a turn has just been resolved."""
    from benchmarks.realms import busy_realm
    from heraut.engine.protocol import Seat
    from heraut.games import gloire
    from heraut.site.games.gloire import drawing

    view = gloire.view(busy_realm("EUROPE", LORDS), Seat("j1"))

    def fresh() -> None:
        drawing.everyones.cache_clear()
        drawing.map_svg(view, "fr")

    for case, draw in (("map151", lambda: drawing.map_svg(view, "fr")), ("map151_new_turn", fresh)):
        draw()
        figure(case, "time", "us", [1e6 * timed(draw) for _ in range(7)])


def timed(work: Any, rounds: int = 20) -> float:
    """Seconds that one call takes, on the mean of some."""
    begun = time.perf_counter()
    for _ in range(rounds):
        work()
    return (time.perf_counter() - begun) / rounds


if __name__ == "__main__":
    main()
