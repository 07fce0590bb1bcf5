"""Many players at once: they read the pages of their matches and save their orders, each every few seconds.

    python -m benchmarks.load                  200 players in matches of thirty lords in Europe, for 60 s
    python -m benchmarks.load --pause 0        without pausing: what the server can do at the most

The figures are printed as lines of JSON; exits with 1 after an error, or when one request in twenty took 500 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections import defaultdict
from statistics import median, quantiles
from urllib.parse import urlencode

from benchmarks.tables import CSRF, LORDS, Visitor, europe, site
from benchmarks.web import SERVERS, server

MOST_MS = 500.0  # for 19 requests in 20
SAVES = 0.5  # share of saves among what players do
PAGES = ("", "ordres/", "bilan/")


class Player:
    """One player, who reads or saves, waits a while, and begins again; `times` are milliseconds by act."""

    def __init__(self, visitor: Visitor, port: int, seed: int) -> None:
        self.visitor, self.port = visitor, port
        self.version = visitor.version
        self.chance = random.Random(seed)
        self.times: dict[str, list[float]] = defaultdict(list)
        self.errors: list[str] = []

    async def play(self, until: float, pause: float) -> None:
        """Goes on until that moment; pauses last `pause` seconds on the mean, from half to one and a half of it."""
        await asyncio.sleep(self.chance.uniform(0, pause))
        while time.monotonic() < until:
            act = "save" if self.chance.random() < SAVES else "read"
            begun = time.perf_counter()
            try:
                fault = await (self.save() if act == "save" else self.read())
            except (TimeoutError, OSError) as error:
                fault = type(error).__name__
            self.times[act].append(1000 * (time.perf_counter() - begun))
            if fault:
                self.errors.append(f"{act}: {fault}")
            await asyncio.sleep(pause * self.chance.uniform(0.5, 1.5))

    async def read(self) -> str:
        """Reads a page of the match; what went wrong, "" for nothing."""
        status = await self.ask("GET", self.chance.choice(PAGES), "", {})
        return "" if status == 200 else str(status)

    async def save(self) -> str:
        """Saves sixty orders and a remark that is new, as the page does while one is typing; what went wrong."""
        text = f"{self.visitor.text}\n; {self.chance.random()}"
        form = urlencode({"text": text, "base": self.version})
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "X-CSRFToken": CSRF,
            "HX-Request": "true",
            "HX-Target": "checked",
        }
        status = await self.ask("POST", "ordres/", form, headers)
        self.version += status == 200
        return "" if status == 200 else str(status)

    async def ask(self, method: str, page: str, body: str, headers: dict[str, str]) -> int:
        """One request on a connection of its own; the status, once the whole answer is there."""
        lines = {"Host": "127.0.0.1", "Connection": "close", "Cookie": self.visitor.cookie, **headers}
        if body:
            lines["Content-Length"] = str(len(body))
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        async with asyncio.timeout(30):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(f"{method} /partie/{self.visitor.match}/{page} HTTP/1.1\r\n{head}\r\n{body}".encode())
            answer = await reader.read(-1)
            writer.close()
        return int(answer.split(b" ", 2)[1])


async def everybody(players: list[Player], seconds: float, pause: float) -> None:
    """All players at once."""
    until = time.monotonic() + seconds
    await asyncio.gather(*(player.play(until, pause) for player in players))


def report(players: list[Player], seconds: float, name: str) -> bool:
    """Prints the figures; whether all is well."""
    well = True
    for act in ("read", "save"):
        times = [each for player in players for each in player.times[act]]
        errors = sum(error.startswith(act) for player in players for error in player.errors)
        p95, p99 = (quantiles(times, n=100)[share - 1] for share in (95, 99))
        well &= p95 < MOST_MS and not errors
        figures = {"median": median(times), "min": min(times), "max": max(times), "p95": p95, "p99": p99}
        line = {"bench": "heraut", "case": f"load_{len(players)}_{name}/{act}", "metric": "time", "unit": "ms"}
        rounded = {key: round(value, 1) for key, value in figures.items()}
        rate = round(len(times) / seconds, 1)
        print(json.dumps({**line, **rounded, "reps": len(times), "requests_per_s": rate, "errors": errors}), flush=True)
    for error in sorted({error for player in players for error in player.errors}):
        print(f"WRONG: {error}", file=sys.stderr)
    return well


def main() -> None:
    """Runs the test."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=5)
    parser.add_argument("--server", choices=SERVERS, default="granian")
    chosen = parser.parse_args()
    with site():
        tables = -(-chosen.players // LORDS)
        visitors = [visitor for number in range(tables) for visitor in europe(f"Table {number}")][: chosen.players]
        with server(chosen.server) as (port, _):
            players = [Player(visitor, port, seed) for seed, visitor in enumerate(visitors)]
            asyncio.run(everybody(players, chosen.seconds, chosen.pause))
    sys.exit(0 if report(players, chosen.seconds, chosen.server) else 1)


if __name__ == "__main__":
    main()
