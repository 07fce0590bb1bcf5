"""A person at a browser, who sees what the page shows and uses what it offers."""

from __future__ import annotations

import re
import time
from contextlib import nullcontext
from random import choices
from string import ascii_lowercase
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from playwright.sync_api import Browser, Locator, Page, Request, Route, expect

PASSWORD = "un mot de passe de seigneur"
PATIENCE = 60.0  # seconds, for a turn to be resolved on a busy machine
expect.set_options(timeout=40_000)

BLOCKED = "Service Worker registration blocked by Playwright"  # as was asked for

# Where the middle of a land is on the screen, once it has been scrolled there
PLACE_OF = """name => {
  const [x, y] = document.querySelector(`svg.map a.t[data-land="${name}"]`).dataset.at.split(" ").map(Number);
  const map = document.querySelector("svg.map");
  const at = () => new DOMPoint(x, y).matrixTransform(map.getScreenCTM());
  scrollBy(0, at().y - innerHeight / 2);
  return [at().x, at().y];
}"""

OUT_OF_SIGHT = """async () => {
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  const map = document.querySelector("svg.map"), seen = document.querySelector(".map-frame").getBoundingClientRect();
  return [...map.querySelectorAll("a.t")].filter(land => {
    const [x, y] = land.dataset.at.split(" ").map(Number);
    const at = new DOMPoint(x, y).matrixTransform(map.getScreenCTM());
    return at.x < seen.left || at.x > seen.right || at.y < seen.top || at.y > seen.bottom;
  }).map(land => land.dataset.land);
}"""


def new_name(first: str) -> str:
    """A name that begins like this, and that nobody has borne on this site, in a former try of the same test either."""
    return f"{first} {''.join(choices(ascii_lowercase, k=8)).title()}"


def other_clock(route: Route) -> None:
    """A poll that says of a match what its page does not know."""
    known = route.request.url.partition("vu=")[2].split(".")
    route.fulfill(status=200, content_type="text/plain", body=".".join([known[0], "resolving", *known[2:]]))


class Visitor:
    """One browser window. `faults`: errors of the console and of scripts, and requests to any host but the site's."""

    def __init__(
        self, chromium: Browser, url: str, *, width: int = 1280, height: int = 900, scripts: bool = True, **more: Any
    ) -> None:
        self.context = chromium.new_context(
            base_url=url,
            locale="fr-FR",
            viewport={"width": width, "height": height},
            java_script_enabled=scripts,
            # What is shown without a connection has a test of its own; so has a page that scrolls smoothly to where its
            # guide points: a click aimed at what moves away would miss it on a busy machine
            **{"service_workers": "block", "reduced_motion": "reduce", **more},
        )
        self.context.set_default_timeout(30_000)
        self.host = urlsplit(url).netloc
        self.scripts = scripts
        self.faults: list[str] = []
        self.context.on("request", self.note_request)
        self.context.on("console", lambda message: self.note(message.type, message.text))
        self.context.on("weberror", lambda error: self.note("error", str(error.error)))
        self.page: Page = self.context.new_page()

    def note_request(self, request: Request) -> None:
        """A page asks nothing of any other host."""
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob", "about") and parts.netloc != self.host:
            self.faults.append(f"asked of another host: {request.url}")

    def note(self, kind: str, text: str) -> None:
        """What the browser complains of."""
        if kind in ("error", "warning") and BLOCKED not in text:
            self.faults.append(f"{self.page.url}: {text}")

    # Looking

    @property
    def code(self) -> str:
        """The code of the match or table that is open."""
        found = re.search(r"/(?:partie|table)/(\w+)/", self.page.url)
        assert found is not None, self.page.url
        return found[1]

    @property
    def text(self) -> str:
        """The words of the page, blanks made simple."""
        return " ".join(self.page.locator("main").inner_text().split())

    def sees(self, words: str) -> None:
        """These words are on the page, or come to it."""
        expect(self.page.locator("main")).to_contain_text(words)

    def fits(self) -> bool:
        """Whether nothing of the page is wider than the window."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))

    # Doing

    def go(self, address: str) -> int:
        """Opens a page; its status."""
        answer = self.page.goto(address)
        assert answer is not None
        return answer.status

    def press(self, name: str, within: str = "body") -> None:
        """Presses the button of this name; without scripts each of them brings another page, which is waited for."""
        button = self.page.locator(within).get_by_role("button", name=name, exact=True)
        with nullcontext() if self.scripts else self.page.expect_navigation():
            button.click()

    def follow(self, name: str, within: str = "body") -> None:
        """Follows the link of this name."""
        self.page.locator(within).get_by_role("link", name=name, exact=True).first.click()

    def fill(self, label: str, value: str, within: str = "main") -> None:
        """Fills the field of this label."""
        self.page.locator(within).get_by_label(label, exact=True).fill(value)

    def point_at(self, land: str) -> None:
        """Clicks on a land of the map, as a mouse does, and waits for its card in place of the one that was there."""
        self.page.evaluate("for (const part of document.getElementById('fiche').children) part.dataset.former = ''")
        x, y = self.page.evaluate(PLACE_OF, land)
        self.page.mouse.click(x, y)
        expect(self.page.locator("#fiche > [data-former]")).to_have_count(0)

    def lands_out_of_sight(self) -> list[str]:
        """The lands that the map does not show as it stands."""
        found: list[str] = self.page.evaluate(OUT_OF_SIGHT)
        return found

    def awaits(self, script: str) -> None:
        """This becomes true in the page; asked from here, for its content policy lets no page judge a text."""
        until = time.monotonic() + PATIENCE
        while not self.page.evaluate(script):
            assert time.monotonic() < until, script
            self.page.wait_for_timeout(100)

    # Whole errands

    def sign_up(self, name: str) -> None:
        """Has an account of this name and is logged in, without the form for it."""
        answer = self.context.request.post("/essai/compte/", form={"name": name})
        assert answer.ok, answer.text()

    def begin_match(self, lord: str, *, game: str = "gloire", page: str = "", **fields: str) -> str:
        """A match of one's own, bots in the empty seats, which goes on as soon as one seals; its code. Opens `page`."""
        fields |= {"jeu": game, "lord": lord}
        answer = self.context.request.post("/essai/partie/", form=fields)  # type: ignore[arg-type]
        assert answer.ok, answer.text()
        self.go(f"/partie/{answer.text()}/{page}")
        return answer.text()

    def sign_up_by_the_form(self, name: str) -> str:
        """Makes an account, with the code that was mailed; the name it has, which nobody has borne before."""
        self.go("/compte/signup/")
        return self.fill_in_the_form(name)

    def fill_in_the_form(self, name: str) -> str:
        """The same in the open form."""
        name = new_name(name)
        self.fill("Nom de joueur", name)
        self.fill("Adresse de courriel", f"{uuid4().hex[:12]}@example.org")
        self.fill("Mot de passe", PASSWORD)
        self.press("Créer mon compte")
        self.give_code()
        return name

    def give_code(self) -> None:
        """Reads the code in the last letter, in another window, and types it."""
        expect(self.page.get_by_label("Code", exact=True)).to_be_visible()
        letters = self.context.new_page()
        letters.goto("/lettres/")
        found = re.search(r"code de confirmation\s*:\s*([A-Z0-9-]+)", letters.locator("main").inner_text())
        letters.close()
        self.page.bring_to_front()  # a page behind another is not drawn, and would wait for ever to be
        assert found is not None
        self.fill("Code", found[1])
        self.press("Confirmer")
        self.page.wait_for_url(lambda url: "confirm" not in url)

    @property
    def sheet(self) -> Locator:
        """The text of the orders."""
        return self.page.locator("#feuille-texte")

    def own_lands(self) -> list[str]:
        """The lands that the open map shows as one's own."""
        return (self.page.locator("svg.map").get_attribute("data-mine") or "").split()

    def open_text(self) -> None:
        """Unfolds the orders as text, which a board keeps folded."""
        fold = self.page.locator("#en-texte:not([open]) > summary")
        if fold.count():
            fold.click()

    def offer(self, code: str) -> Locator:
        """The button by which the card of a land gives these orders; the others are unfolded first."""
        fold = self.page.locator("#autres-ordres:not([open]) > summary")
        if not self.page.locator(f'#fiche > .proposals [data-offer="{code}"]').count() and fold.count():
            fold.click()
        return self.page.locator(f'#fiche [data-offer="{code}"] .propose').first

    def play_at_once(self) -> None:
        """A match to try, from the first page, past its introduction."""
        self.go("/")
        self.press("Jouer tout de suite à Gloire et Pouvoir")
        self.follow("Commencer")
        self.page.wait_for_url("**/partie/*/")

    def seal(self) -> None:
        """Seals the orders, from the bar."""
        self.press("Sceller", "#barre")

    def await_report(self, turn: int) -> None:
        """Opens the report of this turn as soon as there is one."""
        until, code = time.monotonic() + PATIENCE, self.code
        while self.context.request.get(f"/partie/{code}/bilan/{turn}/").status != 200:
            assert time.monotonic() < until, f"turn {turn} was not resolved"
            time.sleep(0.2)
        assert self.go(f"/partie/{code}/bilan/{turn}/") == 200
        self.sees(f"Bilan du tour {turn}")
