"""Battles of Seigneurs & Vassaux on the site: ten tables of 400 points in mid-battle, twenty people round them.

    python -m benchmarks.battles                     ten tables for 60 s, then each sort of request by itself
    python -m benchmarks.battles --tables 40         as many tables as one likes

Everyone's page follows the match (a poll every 0.6 s, the table anew when it has gone on). Whoever is asked touches the
table every two seconds on the mean (1 to 3), three times, and then declares; whoever waits looks at a unit as often.
So ten tables are four touches a second, an answer, as many looks, some thirty polls. The figures are lines
of JSON. First by the clock, everybody at once; then `cpu_ms`, the processor's time of the server for one request of a
sort, asked one at a time, which other programs on the machine change least. Exits with 1 after an error, or when one
preview in twenty took 150 ms, or one answer in twenty 300 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import time
from collections.abc import Sequence
from html import unescape
from statistics import median, quantiles
from urllib.parse import urlencode

from benchmarks.forms import forms_of
from benchmarks.lines import figure
from benchmarks.load import BEAT, Guest, everybody
from benchmarks.tables import Visitor, battle, site
from benchmarks.web import processor_time, server

TABLES, SECONDS, PAUSE = 10, 60.0, 2.0
TOUCHES = 3  # of the table, before an answer
ROUNDS = 12  # answers of each table that are measured by themselves
MOST_MS = {"preview": 150.0, "answer": 300.0}  # for 19 in 20
ACTS = ("preview", "answer", "look", "poll")
CARRIED = ("csrfmiddlewaretoken", "key", "unit", "held", "points", "text")
OUT = ("ABANDONNER", "NULLE", "RECLAMER")  # what ends a battle
BUTTON = re.compile(r'<button class="propose option[^"]*" name="(\w+)" value="([^"]*)"(?! disabled)')
LINES = re.compile(r'<textarea name="text" hidden>([^<]+)</textarea>')


class Captain(Guest):
    """Somebody at a table: he touches it some times, and then declares."""

    touched = 0

    async def play(self, until: float, pause: float) -> None:
        """Goes on until that moment; from one act to the next it takes `pause` seconds on the mean."""
        await asyncio.sleep(self.chance.uniform(0, pause))
        await self.timed("look", self.look)
        thought = time.monotonic() + pause * self.chance.random()
        while time.monotonic() < until:
            await asyncio.sleep(BEAT)
            await self.timed("poll", self.poll)
            if self.beat != self.shown:
                await self.timed("look", self.look)
            if time.monotonic() > thought:
                thought = time.monotonic() + pause * self.chance.uniform(0.5, 1.5)
                await self.act()

    @property
    def shown(self) -> str:
        """The poll as his page knows it; nobody talks."""
        return f"{self.found('data-beat')}.0"

    @property
    def asked(self) -> bool:
        """Whether his page asks him something."""
        return bool(self.found("data-asked"))

    async def act(self) -> None:
        """One more touch, or the answer; who is not asked looks at a unit."""
        if not self.asked:
            await self.timed("look", self.look)
        elif self.touched < TOUCHES:
            self.touched += 1
            await self.timed("preview", self.preview)
        else:
            self.touched = 0
            await self.declare()

    async def look(self) -> str:
        """The table, a unit of it chosen; what went wrong."""
        units = re.findall(r'class="unit[^"]*" data-group="(\w+)"', self.page)
        asked = f"?unite={self.chance.choice(units)}" if units else ""
        status, self.page = await self.ask("GET", asked, "", {"HX-Request": "true"})
        self.beat = self.shown
        return "" if status == 200 else str(status)

    async def preview(self) -> str:
        """A touch: a button that puts something into the draft, or a place of the table; what went wrong."""
        offers = self.offers("touch", "whole", "add", "instead")
        if not offers or (self.found("data-kind") in ("activate", "move", "deploy") and self.chance.random() < 0.3):
            return await self.send({"place": f"{self.chance.randint(0, 15000)},{self.chance.randint(0, 15000)}"})
        return await self.send(dict([self.chance.choice(offers)]))

    async def declare(self) -> None:
        """The draft, if there is one; else a button that answers at once, or what the form or a button would draft."""
        if not LINES.search(self.page):
            at_once = self.offers("now")
            if at_once and self.chance.random() < 0.7:
                await self.timed("answer", lambda: self.send(dict(at_once[:1])))
                return
            await self.timed("preview", self.drafted)
        if LINES.search(self.page):
            await self.timed("answer", lambda: self.send({"do": "send"}))

    async def drafted(self) -> str:
        """A whole act, or the form with what stands in it; what went wrong."""
        wholes = self.offers("whole", "add", "instead")
        if wholes:
            return await self.send(dict([self.chance.choice(wholes)]))
        form = next((form for form in forms_of("/", self.page) if ("do", "look") in form.buttons), None)
        buttons = [value for name, value in form.buttons if name == "do"] if form else []
        fills = [value for value in buttons if value not in ("look", "send", "undo", "clear")]
        if form is None or not fills:
            return "nothing to answer"
        return await self.send({**form.fields, "do": fills[0]})

    def offers(self, *fields: str) -> list[tuple[str, str]]:
        """What the buttons of these fields send, those that may be pressed."""
        found = [(name, unescape(value)) for name, value in BUTTON.findall(self.page)]
        return [(name, value) for name, value in found if name in fields and value.split(" ")[0] not in OUT]

    async def send(self, fields: dict[str, str]) -> str:
        """Fields, with what the page sends along; what went wrong."""
        form = next((form for form in forms_of("/", self.page) if "key" in form.fields), None)
        carried = {name: form.fields.get(name, "") for name in CARRIED} if form else {}
        status, self.page = await self.ask("POST", "", urlencode({**carried, **fields}), self.FORM)
        self.beat = self.shown
        return "" if status == 200 else str(status)


def crowd(captains: Sequence[Captain], seconds: float, name: str) -> bool:
    """Everybody at once, by the clock; whether all is well."""
    asyncio.run(everybody(captains, seconds, PAUSE))
    well = True
    for act in ACTS:
        times = [each for captain in captains for each in captain.times[act]]
        errors = sum(error.startswith(act) for captain in captains for error in captain.errors)
        p95, p99 = (quantiles(times, n=100)[share - 1] for share in (95, 99))
        well &= p95 < MOST_MS.get(act, float("inf")) and not errors
        figures = {"median": median(times), "min": min(times), "max": max(times), "p95": p95, "p99": p99}
        line = {"bench": "heraut", "case": f"{name}/{act}", "metric": "time", "unit": "ms"}
        rounded = {key: round(value, 1) for key, value in figures.items()}
        rate = round(len(times) / seconds, 1)
        print(json.dumps({**line, **rounded, "reps": len(times), "requests_per_s": rate, "errors": errors}), flush=True)
    for error in sorted({error for captain in captains for error in captain.errors}):
        print(f"WRONG: {error}", file=sys.stderr)
    return well


def alone(captains: Sequence[Captain], pid: int, name: str) -> None:
    """Each sort of request by itself, one at a time: what the server works for it."""
    spent: dict[str, list[float]] = {act: [] for act in ACTS if act != "poll"}
    for act, took in asyncio.run(one_by_one(captains, pid)):
        spent[act].append(took)
    for act, times in spent.items():
        mean = 1000 * sum(times) / (len(times) or 1)
        figure(f"{name}/{act}/alone", "cpu", "ms", [1000 * one for one in times], cpu_ms=mean)


async def one_by_one(captains: Sequence[Captain], pid: int) -> list[tuple[str, float]]:
    """Some rounds of everybody's acts, each with the seconds that the server's processes have worked meanwhile."""
    found: list[tuple[str, float]] = []
    for _ in range(ROUNDS):
        for captain in captains:
            await captain.look()
            for _ in range(TOUCHES + 1):
                before, done = processor_time(pid), {act: len(captain.times[act]) for act in ACTS}
                await captain.act()
                new = [act for act in ACTS for _ in captain.times[act][done[act] :]]
                if len(new) == 1:  # a draft that is made in order to declare it would count as the answer
                    found.append((new[0], processor_time(pid) - before))
    return found


def main() -> None:
    """Runs the test."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    chosen = parser.parse_args()
    name = f"battles_{chosen.tables}"
    with site():
        visitors: list[Visitor] = [one for number in range(chosen.tables) for one in battle(f"Table {number}")]
        with server("heraut") as (port, pid):
            captains = [Captain(visitor, port, seed) for seed, visitor in enumerate(visitors)]
            well = crowd(captains, chosen.seconds, name)
            alone(captains, pid, name)
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main()
