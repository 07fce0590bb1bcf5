"""The pictures of the lessons: the pages of a match as they are on a phone, in both languages and both themes.

    python -m tools.picture_pages            all of them
    python -m tools.picture_pages readme     only those of the README: the first page, and the end of a match
    python -m tools.picture_pages fief       only those of one game

Starts the demonstration (`heraut play`) in a folder of its own, opens its matches in Chromium and writes
`learn/<game>-<picture>-<language>-<theme>.webp` below the static files of each game. Run it again when a page has
changed its looks. Chromium encodes the pictures; none is heavier than `MOST`.
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

GAMES = Path(__file__).parent.parent / "src/heraut/site/games"
SIZE: ViewportSize = {"width": 390, "height": 560}
MOST = 16_000  # bytes of a picture
README = Path(__file__).parent.parent / "docs/pictures"
WIDE: ViewportSize = {"width": 1280, "height": 800}
LOCALES = {"fr": "fr_FR.UTF-8", "en": "en_GB.UTF-8"}
PATIENCE = 120  # seconds for the demonstration to be made


class Shot(NamedTuple):
    """A page below /partie/<code>/, and what stands at the top of its picture; the page's own top without it.

    `typed` is written into its sheet of orders, and saved, before; {land} is the land that its lord began with.
    """

    game: str
    name: str
    address: str
    top: str = ""
    typed: str = ""


ORDERS = "IMP 4 {land}\nRED 1500 {land}\nARM {land} 500\nCHE 1"
SHOTS = (
    Shot("gloire", "board", "", ".map-frame"),
    Shot("gloire", "orders", "ordres/", ".checked-lines", ORDERS),
    Shot("gloire", "report", "bilan/1/", ".report h2"),
    Shot("daifen", "board", "", "main h2 >> nth=1"),
    Shot("daifen", "orders", "ordres/", "main form"),
    Shot("daifen", "report", "bilan/2/", ".report h2 >> nth=1"),
    Shot("fief", "board", ""),
    Shot("fief", "map", "", ".board-frame"),
    Shot("fief", "report", "bilan/1/", ".report h2"),
    Shot("vassaux", "board", ""),
    Shot("vassaux", "report", "bilan/2/", ".report h2"),
    Shot("vassaux", "luck", "outils/chance/", ".fortunes"),
    Shot("rois", "board", "", ".year-map"),
    Shot("rois", "orders", "ordres/", ".year-person"),
    Shot("rois", "report", "bilan/6/", ".in-short"),
)


@contextmanager
def demonstration(language: str) -> Iterator[tuple[str, Path]]:
    """The way in to a new demonstration in this language, and the folder of its data."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        log = Path(folder) / "log"
        hidden = {"HERAUT_DATA", "HERAUT_DATABASE", "DJANGO_SETTINGS_MODULE", "HERAUT_LANG"}
        environment = {key: value for key, value in os.environ.items() if key not in hidden}
        with log.open("w") as output:
            server = subprocess.Popen(
                [sys.executable, "-m", "heraut", "play", "--port", str(port)],
                cwd=folder,
                env=environment | {"LANG": LOCALES[language]},
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        try:
            yield entrance(log, server), Path(folder) / "heraut-demo"
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()


def entrance(log: Path, server: subprocess.Popen[bytes]) -> str:
    """The address that leads into the demonstration, once it answers. Raises RuntimeError."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and server.poll() is None:
        if found := re.search(r"http\S+/compte/demo/\S*", log.read_text()):
            return found[0]
        time.sleep(0.2)
    raise RuntimeError(log.read_text())


def codes(data: Path) -> dict[str, str]:
    """The code of the demonstration's running match of each game."""
    with sqlite3.connect(data / "heraut.sqlite3") as database:
        return dict(database.execute("SELECT game, code FROM matches_match WHERE demo AND status = 'running'"))


def picture(page: Page) -> bytes:
    """What the window shows, as WebP, in the best quality that is light enough."""
    session = page.context.new_cdp_session(page)
    for quality in range(82, 10, -6):
        answer = session.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
        taken = base64.b64decode(answer["data"])
        if len(taken) <= MOST:
            break
    return taken


def give(page: Page, typed: str) -> None:
    """Types and saves orders on their page."""
    here = page.url
    page.goto(here.replace("ordres/", "bilan/1/"))
    first = re.search(r"IMP \d+ (\S+)", page.locator("main").inner_text())
    page.goto(here)
    page.locator("textarea").first.fill(typed.format(land=first[1] if first else ""))
    page.locator("textarea").first.evaluate("one => one.form.requestSubmit()")
    page.wait_for_load_state("networkidle")
    page.goto(here)


def take(browser: Browser, way_in: str, data: Path, language: str, theme: Any, game: str = "") -> None:
    """The pictures of all games, or of one, in one language and one theme."""
    context = browser.new_context(viewport=SIZE, color_scheme=theme, reduced_motion="reduce")
    page = context.new_page()
    page.goto(way_in)
    page.locator(f'button[name="language"][value="{language}"]').click()
    page.wait_for_load_state()
    found = codes(data)
    site = way_in.partition("/compte/")[0]
    for shot in (one for one in SHOTS if game in ("", one.game)):
        page.goto(f"{site}/partie/{found[shot.game]}/{shot.address}")
        page.wait_for_load_state("networkidle")
        if shot.typed:
            give(page, shot.typed)
        for folded in page.locator('.grip [value="peek"]').all():  # what lies over the table of Vassaux
            folded.check(force=True)
        if shot.top:
            page.locator(shot.top).locator("visible=true").first.evaluate(
                "one => scrollTo(0, one.getBoundingClientRect().top + scrollY - 10)"
            )
        page.evaluate("() => new Promise(done => setTimeout(done, 200))")
        folder = GAMES / shot.game / "static" / "learn"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{shot.game}-{shot.name}-{language}-{theme}.webp").write_bytes(picture(page))
    context.close()


def take_for_readme(browser: Browser, way_in: str, data: Path) -> None:
    """The first page as a stranger finds it, a battle, a year, a gazette, the end of a match as its reader finds it."""
    context = browser.new_context(viewport=WIDE, color_scheme="light", reduced_motion="reduce", locale="fr-FR")
    page, site = context.new_page(), way_in.partition("/compte/")[0]
    with sqlite3.connect(data / "heraut.sqlite3") as database:
        (over,) = database.execute("SELECT code FROM matches_match WHERE demo AND status = 'over'").fetchone()
        (battle,) = database.execute("SELECT code FROM matches_match WHERE demo AND game = 'vassaux'").fetchone()
        (world,) = database.execute("SELECT code FROM matches_match WHERE demo AND game = 'rois'").fetchone()
        (printed,) = database.execute(
            "SELECT m.code FROM gazette_issue i JOIN matches_match m ON m.id = i.match_id WHERE m.demo"
            " AND m.game = 'gloire' AND m.status = 'running'"
        ).fetchone()
    visits = {
        "accueil": (f"{site}/",),
        "fin": (way_in, f"{site}/partie/{over}/bilan/", f"{site}/partie/{over}/fin/"),
        "table": (f"{site}/partie/{battle}/",),
        "annee": (f"{site}/partie/{world}/",),
        "gazette": (f"{site}/partie/{printed}/gazette/",),
    }
    for name, addresses in visits.items():
        for address in addresses:
            page.goto(address)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=README / f"{name}.jpg", quality=82)
    context.close()


def main(what: str = "all") -> None:
    """Takes all of them, or only those of the README, or of one game."""
    game = what if what in {shot.game for shot in SHOTS} else ""
    with sync_playwright() as web:
        browser = web.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for language in ("fr",) if what == "readme" else LOCALES:
            with demonstration(language) as (way_in, data):
                if language == "fr" and not game:
                    take_for_readme(browser, way_in, data)
                for theme in ("light", "dark") if what != "readme" else ():
                    take(browser, way_in, data, language, theme, game)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
