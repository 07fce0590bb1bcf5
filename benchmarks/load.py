"""Many players at once: they read the pages of their matches and save their orders, each every few seconds.

    python -m benchmarks.load                  200 players in matches of thirty lords in Europe, for 60 s (W7)
    python -m benchmarks.load --pause 0        without pausing: what the server can do at the most
    python -m benchmarks.load --game fief      40 people round ten boards, who watch, answer and talk

The figures are printed as lines of JSON; exits with 1 after an error, or when one request in twenty took 500 ms. What
is begun in the first ten seconds (`--warm`), in which everybody asks a server that has just been started for his first
pages, stands on a line of its own ("first") and in none of the others.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import random
import re
import sys
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from html import unescape
from statistics import median, quantiles
from typing import ClassVar
from urllib.parse import quote, urlencode

from benchmarks.tables import CSRF, FAMILIES, LORDS, Visitor, banquet, europe, site
from benchmarks.web import SERVERS, server

MOST_MS = 500.0  # for 19 requests in 20
SAVES = 0.5  # share of saves among what players do
PAGES = ("", "ordres/", "bilan/")
ACTS = {"gloire": ("read", "save"), "fief": ("look", "poll", "answer", "say")}
PEOPLE = {"gloire": 200, "fief": 40}
FIRST = "first"
BEAT = 0.6  # seconds between two looks of an open page at the poll of its match
TALKATIVE = 4  # thoughts of a guest until he says something


class Player:
    """One player, who reads or saves, waits a while, and begins again; `times` are milliseconds by act."""

    READS: ClassVar = False  # what he is answered, besides whether it went well
    FORM: ClassVar = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": CSRF, "HX-Request": "true"}

    def __init__(self, visitor: Visitor, port: int, seed: int) -> None:
        self.visitor, self.port = visitor, port
        self.version = visitor.version
        self.chance = random.Random(seed)
        self.times: dict[str, list[float]] = defaultdict(list)
        self.errors: list[str] = []
        self.counts_from = 0.0

    async def play(self, until: float, pause: float) -> None:
        """Goes on until that moment; pauses last `pause` seconds on the mean, from half to one and a half of it."""
        await asyncio.sleep(self.chance.uniform(0, pause))
        while time.monotonic() < until:
            await (self.timed("save", self.save) if self.chance.random() < SAVES else self.timed("read", self.read))
            await asyncio.sleep(pause * self.chance.uniform(0.5, 1.5))

    async def timed(self, act: str, doing: Callable[[], Awaitable[str]]) -> None:
        """Does something, and notes how long it took and what went wrong."""
        begun = time.monotonic()
        try:
            fault = await doing()
        except (TimeoutError, OSError) as error:
            fault = type(error).__name__
        self.times[act if begun >= self.counts_from else FIRST].append(1000 * (time.monotonic() - begun))
        if fault:
            self.errors.append(f"{act}: {fault}")

    async def read(self) -> str:
        """Reads a page of the match; what went wrong, "" for nothing."""
        status, _ = await self.ask("GET", self.chance.choice(PAGES), "", {})
        return "" if status == 200 else str(status)

    async def save(self) -> str:
        """Saves sixty orders and a remark that is new, as the page does while one is typing; what went wrong."""
        text = f"{self.visitor.text}\n; {self.chance.random()}"
        form = urlencode({"text": text, "base": self.version})
        status, _ = await self.ask("POST", "ordres/", form, {**self.FORM, "HX-Target": "checked"})
        self.version += status == 200
        return "" if status == 200 else str(status)

    async def ask(self, method: str, page: str, body: str, headers: dict[str, str]) -> tuple[int, str]:
        """One request on a connection of its own; the status and the text, once the whole answer is there."""
        lines = {"Host": "127.0.0.1", "Connection": "close", "Accept-Encoding": "gzip", **headers}
        lines["Cookie"] = self.visitor.cookie
        if body:
            lines["Content-Length"] = str(len(body))
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        async with asyncio.timeout(30):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(f"{method} /partie/{self.visitor.match}/{page} HTTP/1.1\r\n{head}\r\n{body}".encode())
            answer = await reader.read(-1)
            writer.close()
        top, _, told = answer.partition(b"\r\n\r\n")
        if b"content-encoding: gzip" in top.lower() and self.READS:
            told = gzip.decompress(told)
        return int(top.split(b" ", 2)[1]), told.decode(errors="replace")


class Guest(Player):
    """Somebody at a board: his page follows the match, he answers after some thought, and says a line now and then."""

    READS: ClassVar = True
    page = beat = ""

    async def play(self, until: float, pause: float) -> None:
        """Goes on until that moment; a thought takes `pause` seconds on the mean."""
        await asyncio.sleep(self.chance.uniform(0, BEAT))
        await self.timed("look", self.look)
        thought = time.monotonic() + pause * self.chance.random()
        while time.monotonic() < until:
            await asyncio.sleep(BEAT)
            await self.timed("poll", self.poll)
            if self.found("data-beat") + "." + self.found("data-said") != self.beat:
                await self.timed("look", self.look)
            if time.monotonic() > thought:
                thought = time.monotonic() + pause * self.chance.uniform(0.5, 1.5)
                if self.found("data-asked"):
                    await self.timed("answer", self.answer)
                if self.chance.randrange(TALKATIVE) == 0:
                    await self.timed("say", self.say)

    def found(self, name: str) -> str:
        """What an attribute of the page holds."""
        found = re.search(rf'{name}="([^"]*)"', self.page)
        return unescape(found[1]) if found else ""

    async def look(self) -> str:
        """The part of the page that lives; what went wrong."""
        status, self.page = await self.ask("GET", "", "", {"HX-Request": "true"})
        self.beat = f"{self.found('data-beat')}.{self.found('data-said')}"
        return "" if status == 200 else str(status)

    async def poll(self) -> str:
        """Whether anything has happened; what went wrong."""
        address = self.found("data-poll").partition(f"/{self.visitor.match}/")[2]
        status, now = await self.ask("GET", f"{address}?vu={quote(self.beat)}", "", {})
        self.beat = now.strip() if status == 200 else self.beat
        return "" if status in (200, 204) else str(status)

    async def answer(self) -> str:
        """The end of one's turn or talks where it is offered, else any answer; what went wrong."""
        offered = [unescape(one) for one in re.findall(r'name="give" value="([^"]+)"', self.page)]
        if not offered:
            return "nothing to answer"
        given = next((one for one in ("FIN", "PRET") if one in offered), offered[0])
        key = re.search(r'name="key" value="(\w+)"', self.page)
        form = urlencode({"key": key[1] if key else "", "give": given})
        status, self.page = await self.ask("POST", "", form, self.FORM)
        self.beat = f"{self.found('data-beat')}.{self.found('data-said')}"
        return "" if status == 200 else str(status)

    async def say(self) -> str:
        """A line for all to hear; what went wrong."""
        form = urlencode({"text": f"Ligne {self.chance.random()}"})
        status, lines = await self.ask("POST", "propos/", form, self.FORM)
        return "" if status == 200 and "data-said" in lines else f"{status} {lines[:60]}"


async def everybody(players: Sequence[Player], seconds: float, pause: float, warm: float = 0) -> None:
    """All players at once; what they do counts for `seconds`, once the server is warm."""
    counts_from = time.monotonic() + warm
    until = counts_from + seconds
    for player in players:
        player.counts_from = counts_from
    await asyncio.gather(*(player.play(until, pause) for player in players))


def report(players: Sequence[Player], game: str, warm: float, seconds: float, name: str) -> bool:
    """Prints the figures; whether all is well."""
    well = True
    for act in (*([FIRST] if warm else []), *ACTS[game], "all"):
        acts = ACTS[game] if act == "all" else (act,)
        times = [each for player in players for kind in acts for each in player.times[kind]]
        errors = sum(error.startswith(acts) for player in players for error in player.errors)
        p95, p99 = (quantiles(times, n=100)[share - 1] for share in (95, 99))
        well &= (p95 < MOST_MS or act == FIRST) and not errors
        figures = {"median": median(times), "min": min(times), "max": max(times), "p95": p95, "p99": p99}
        line = {"bench": "heraut", "case": f"load_{game}_{len(players)}_{name}/{act}", "metric": "time", "unit": "ms"}
        rounded = {key: round(value, 1) for key, value in figures.items()}
        rate = round(len(times) / (warm if act == FIRST else seconds), 1)
        print(json.dumps({**line, **rounded, "reps": len(times), "requests_per_s": rate, "errors": errors}), flush=True)
    for error in sorted({error for player in players for error in player.errors}):
        print(f"WRONG: {error}", file=sys.stderr)
    return well


def main() -> None:
    """Runs the test."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", choices=tuple(PEOPLE), default="gloire")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--warm", type=float, default=10)
    parser.add_argument("--pause", type=float, default=2)
    parser.add_argument("--server", choices=SERVERS, default="heraut")
    chosen = parser.parse_args()
    with site():
        kind, table, size = (Guest, banquet, FAMILIES) if chosen.game == "fief" else (Player, europe, LORDS)
        people = chosen.players or PEOPLE[chosen.game]
        tables = -(-people // size)
        visitors = [visitor for number in range(tables) for visitor in table(f"Table {number}")][:people]
        with server(chosen.server) as (port, _):
            players = [kind(visitor, port, seed) for seed, visitor in enumerate(visitors)]
            asyncio.run(everybody(players, chosen.seconds, chosen.pause, chosen.warm))
    sys.exit(0 if report(players, chosen.game, chosen.warm, chosen.seconds, chosen.server) else 1)


if __name__ == "__main__":
    main()
