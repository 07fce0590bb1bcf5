"""A real site (waitress, its worker, SQLite, the demonstration) and a real browser, each begun once."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import cached_property
from pathlib import Path
from typing import Any, TextIO

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.ports import free_port
from tests.shared import folder_of_run, of_demo, prepared_demonstration
from tests.site.e2e.visitor import Visitor

# What draws pages and nothing else takes well under half of the processor that the whole browser takes
WHOLE = shutil.which("chromium")
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
# Nobody looks at pictures here: pages are laid out, scrolled and hit as ever, but no memory is left to paint them into;
# nor is a process begun in advance for another page that somebody might open
SPARING = ["--force-gpu-mem-available-mb=1", "--renderer-process-limit=1"]
# Of these what takes longest begins first, so that none of it is left to one worker when all others are done
LONGEST = ("vassaux_battles", "rois_years", "fief", "court", "fief_victory", "life_of_a_match", "return")
SECONDS = 180  # for the demonstration to answer, on a busy machine


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """These here before all others, the longest files first: one worker begins with them and, as a browser waits more
    than it calculates, the others calculate meanwhile, and help it once they are done. At the end of a run they would
    all wait, each for a browser and a site of its own.
    """

    def turn(item: pytest.Item) -> int:
        name = item.path.stem.removeprefix("test_")
        if item.path.parent != here:
            return len(LONGEST) + 1
        return LONGEST.index(name) if name in LONGEST else len(LONGEST)

    here = Path(__file__).parent
    items.sort(key=turn)


@dataclass(frozen=True)
class Site:
    """Where the demonstration answers, and the folder of its data."""

    url: str
    data: Path

    @cached_property
    def codes(self) -> dict[str, str]:
        """The codes of its matches, as `pages.PAGES` names them."""
        with sqlite3.connect(self.data / "heraut.sqlite3") as database:
            rows = database.execute(
                "SELECT m.code, m.status, json_extract(m.options, '$.map'), m.game FROM matches_match m"
                " JOIN accounts_player p ON p.id = m.host_id WHERE m.demo ORDER BY m.id"
            ).fetchall()
            letters = database.execute(
                "SELECT m.game, t.code FROM press_thread t JOIN matches_match m ON m.id = t.match_id WHERE m.demo"
            ).fetchall()
            treaties = database.execute(
                "SELECT m.game, t.code FROM treaties_treaty t JOIN matches_match m ON m.id = t.match_id WHERE m.demo"
            ).fetchall()
            articles = dict(
                database.execute(
                    "SELECT a.state, a.code FROM gazette_article a JOIN matches_match m ON m.id = a.match_id"
                    " WHERE m.demo"
                )
            )
        written = {"article": articles["printed"], "draft": articles["draft"]}
        kinds = {"over": "finished", "running": "running"}
        gloire = {
            kinds.get(status) or ("great" if place == "EUROPE" else "hosted"): code
            for code, status, place, game in rows
            if game == "gloire"
        }
        others = {game: code for code, _, _, game in rows if game != "gloire"}
        named = {f"{game}_letter": code for game, code in letters} | {f"{game}_treaty": code for game, code in treaties}
        return named | written | gloire | others


@pytest.fixture(scope="session")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """`heraut play` in a folder where its matches are there already."""
    folder = tmp_path_factory.mktemp("site")
    log, data = folder / "log", folder / "heraut-demo"
    shutil.copytree(prepared_demonstration(request), data)
    environment = of_demo(data) | {"PYTHONFAULTHANDLER": "1"}
    with log.open("w") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", "heraut", "play", "--port", str(free_port())],
            cwd=folder,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        yield Site(entrance(log, server), data)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(SECONDS)


def entrance(log: Path, server: subprocess.Popen[bytes]) -> str:
    """The address of the site, once it answers."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until and server.poll() is None:
        if found := re.search(r"(http\S+)/compte/demo/", log.read_text()):
            return found[1]
        time.sleep(0.1)
    raise AssertionError(log.read_text())


def program(found: str | None) -> str:
    """Where a browser is; without one its tests are skipped, and fail where all tests have to run."""
    if found is None:
        assert os.environ.get("HERAUT_CI") != "1", "no Chromium on this machine"
        pytest.skip("no Chromium on this machine")
    return found


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """What drives browsers. Not for the whole session: while it is there, Django takes the thread for async."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="package")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """The browser of this machine."""
    browser = playwright.chromium.launch(executable_path=program(CHROMIUM), args=[*FLAGS, *SPARING])
    yield browser
    browser.close()


@pytest.fixture(autouse=True)
def place(request: pytest.FixtureRequest) -> Iterator[None]:
    """Of all workers of this run, as many drive a browser at a time as there are processors: the more wait for one
    another, the later a page shows what a person at it would see at once.
    """
    run = folder_of_run(request)
    with ExitStack() as files:
        places = [files.enter_context((run / f"place-{one}.lock").open("w")) for one in range(os.cpu_count() or 1)]
        while not any(taken(one) for one in places):
            time.sleep(0.05)
        yield


def taken(place: TextIO) -> bool:
    """Whether this place was free; now it is ours until the file is closed."""
    try:
        flock(place, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    return True


@pytest.fixture
def whole_chromium(playwright: Playwright) -> Iterator[Browser]:
    """The browser with everything in it: what only draws pages receives no messages."""
    browser = playwright.chromium.launch(executable_path=program(WHOLE), args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def visitor(chromium: Browser, site: Site) -> Iterator[Callable[..., Visitor]]:
    """`visitor(width=1280, scripts=True, …)`: one more person; at the end none of them may have met a fault."""
    people: list[Visitor] = []

    def come(**choices: Any) -> Visitor:
        people.append(Visitor(chromium, site.url, **choices))
        return people[-1]

    yield come
    for person in people:
        person.context.close()
    assert [fault for person in people for fault in person.faults] == []
