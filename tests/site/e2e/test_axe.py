"""axe-core finds no fault on any page, in the light theme on a screen and in the dark one on a telephone; nothing is
wider than either, or taller than a finger likes to scroll.

axe takes a second of processor a page and look: it reads a page of each template (`tests/site/sample.py`), one in the
light, the next in the dark, the same in every run. Width and height of these are measured in both, and on a telephone
of some others of a player's matches, which grow as they are played. With HERAUT_THOROUGH=1, which `make soak` sets, axe
reads all pages in both.

axe is `tests/site/vendor/axe.min.js` (axe-core 4.14.1, MPL 2.0); the debugger puts it into the page, so that the
content policy holds all the while.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.site.e2e.conftest import Site
from tests.site.e2e.visitor import PASSWORD, Visitor
from tests.site.pages import DEMO, NOBODY, ORDERS, PAGES
from tests.site.sample import SAMPLE
from tests.thorough import THOROUGH, sample

AXE = (Path(__file__).parent.parent / "vendor" / "axe.min.js").read_text()
Looks = tuple[tuple[int, str], ...]
LOOKS: Looks = ((1280, "light"), (390, "dark"))
IN_LIGHT = LOOKS if THOROUGH else LOOKS[:1]  # what is met in the midst of an errand
IN_DARK = LOOKS if THOROUGH else LOOKS[1:]
PHONE = 390
TALLEST = 6000  # pixels of a page on a telephone; the reference of rules alone is longer
LONGEST_STORY = 7500  # of a turn's report: as long as what happened in it, and its first lines lead to each part
REFERENCE = re.compile(r"^/(regles/\w+|partie/[^/]+/regles)/($|\?)")

# [[rule, elements], …] once the page has been laid out anew
FAULTS = """async () => {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const found = await axe.run(document, {resultTypes: ["violations"], elementRef: false, selectors: false});
  return found.violations.map(one => [one.id, one.nodes.slice(0, 3).map(node => node.html.slice(0, 200) + " " +
    node.any.concat(node.all, node.none).map(check => check.message).join("; ").slice(0, 200))]);
}"""


def faults(person: Visitor, place: str, looks: Looks = IN_LIGHT) -> list[Any]:
    """What axe finds on the page that is open, in these looks, and whether it is too wide or tall in either.

    Where axe looks in none, it is measured on the telephone alone.
    """
    found: list[Any] = []
    for width, theme in LOOKS if looks else IN_DARK:
        person.page.set_viewport_size({"width": width, "height": 900})
        person.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        if not person.fits():
            found.append((place, width, "wider than the window"))
        tall = person.page.evaluate("document.documentElement.scrollHeight")
        tallest = LONGEST_STORY if "/bilan/" in place else TALLEST
        if width == PHONE and tall > tallest and not REFERENCE.match(place):
            found.append((place, width, f"{tall} px high"))
        if (width, theme) in looks:
            found += [(place, width, theme, *fault) for fault in person.page.evaluate(FAULTS)]
    return found


class Reader(Visitor):
    """Somebody who lets axe look at each page."""

    def __init__(self, chromium: Browser, site: Site) -> None:
        super().__init__(chromium, site.url)
        self.context.add_init_script(AXE)  # sent to the browser once, not with each page
        self.site = site

    def read(self, address: str, status: int = 200, looks: Looks = IN_DARK) -> list[Any]:
        """Opens a page; its faults."""
        self.faults.clear()
        assert self.go(address.format(**self.site.codes)) == status, address
        return [*faults(self, address, looks), *(self.faults if status == 200 else [])]


@pytest.fixture(scope="module")
def demo(chromium: Browser, site: Site) -> Iterator[Reader]:
    """The player of the demonstration, with orders good and bad on his sheet."""
    person = Reader(chromium, site)
    person.go("/compte/demo/")
    person.go("/partie/{running}/ordres/".format(**site.codes))
    person.sheet.fill(ORDERS)
    person.press("Enregistrer", "#feuille-form")
    person.page.locator("#checked li.refused").first.wait_for()
    yield person
    person.context.close()


@pytest.fixture(scope="module")
def window(chromium: Browser, site: Site) -> Iterator[Reader]:
    """One browser for whoever passes by."""
    person = Reader(chromium, site)
    yield person
    person.context.close()


@pytest.fixture
def nobody(window: Reader) -> Reader:
    """A passer-by, whom nobody has seen before."""
    window.context.clear_cookies()
    return window


def looks_at(who: str) -> dict[str, Looks]:
    """The pages of this reader that are opened, and in which looks axe reads each; in none: it is only measured."""
    if THOROUGH:
        return dict.fromkeys(PAGES[who], LOOKS)
    others = [page for page in PAGES[DEMO] if page.startswith("/partie/") and page not in SAMPLE[DEMO]]
    measured: dict[str, Looks] = dict.fromkeys(sample(others), ())
    return (measured if who == DEMO else {}) | {page: (LOOKS[n % 2],) for n, page in enumerate(SAMPLE[who])}


def every_page(who: str) -> Any:
    """Runs a test on each of these pages."""
    pages = looks_at(who)
    return pytest.mark.parametrize(("address", "looks"), list(pages.items()), ids=list(pages))


@every_page(NOBODY)
def test_a_passer_by_finds_every_page_open_to_all(nobody: Reader, address: str, looks: Looks) -> None:
    assert nobody.read(address, looks=looks) == []


@every_page(DEMO)
def test_a_player_finds_every_page_open_to_all(demo: Reader, address: str, looks: Looks) -> None:
    assert demo.read(address, looks=looks) == []


@pytest.mark.parametrize(
    ("address", "those"), [("/partie/{fief}/", ".family"), ("/partie/{daifen}/outils/atlas/", ".atlas > .card")]
)
def test_those_who_are_no_more_can_be_read(demo: Reader, address: str, those: str) -> None:
    demo.go(address.format(**demo.site.codes))
    assert demo.page.locator(those).count(), "this lord knows nobody: the demonstration wants another DEMO_SEED"
    demo.page.evaluate("those => document.querySelectorAll(those).forEach(one => one.classList.add('gone'))", those)
    assert faults(demo, address) == []


def test_a_page_that_is_not_there(nobody: Reader) -> None:
    assert nobody.read("/partie/rien/", 404) == []


def test_forms_with_faults_in_them(nobody: Reader, demo: Reader) -> None:
    demo.go("/tables/nouvelle/")
    demo.fill("Nom de la table", "")
    demo.page.locator("summary", has_text="Les places").click()
    demo.fill("Nombre de seigneurs", "1000")
    demo.press("Ouvrir la table")
    demo.page.locator(".errorlist, [aria-invalid=true]").first.wait_for()
    assert faults(demo, "a refused table") == []
    nobody.go("/compte/login/")
    nobody.fill("Nom de joueur ou adresse de courriel", "Personne")
    nobody.fill("Mot de passe", "faux")
    nobody.press("Se connecter", "main")
    nobody.page.locator(".errorlist, [aria-invalid=true]").first.wait_for()
    assert faults(nobody, "a refused login") == []


def test_the_codes_and_the_letters(nobody: Reader) -> None:
    nobody.go("/compte/signup/")
    nobody.fill("Nom de joueur", "Lancelot")
    nobody.fill("Adresse de courriel", "lancelot@example.org")
    nobody.fill("Mot de passe", PASSWORD)
    nobody.press("Créer mon compte")
    nobody.page.get_by_label("Code", exact=True).wait_for()
    assert faults(nobody, "the code of a sign-up") == []
    nobody.give_code()
    for address in ("/compte/", "/compte/password/change/", "/compte/email/", "/compte/supprimer/", "/compte/logout/"):
        assert nobody.read(address) == []
    nobody.go("/")
    nobody.press("Jouer tout de suite à Gloire et Pouvoir")
    nobody.page.wait_for_url("**/partie/**")
    nobody.go("/lettres/")
    letter = nobody.page.locator("details", has_text="premier bilan").first.locator("a[href^='/lettres/']").first
    body = nobody.context.request.get(str(letter.get_attribute("href"))).text()
    nobody.page.goto("about:blank")
    nobody.page.set_content(body)  # not where the site shows it: there no script runs at all, nor axe
    assert faults(nobody, "a letter") == []
    stop = nobody.page.locator("a[href*='/lettres/stop/']").first.get_attribute("href")
    assert nobody.read(str(stop)) == []


def test_a_guest(nobody: Reader) -> None:
    nobody.go("/")
    nobody.press("Jouer tout de suite à Gloire et Pouvoir")
    nobody.page.wait_for_url("**/partie/**")
    code = nobody.code
    assert faults(nobody, "the introduction of a guest's match") == []
    nobody.follow("Commencer")
    nobody.page.wait_for_url("**/partie/*/")
    nobody.page.locator("#premiers-pas li.open").wait_for()
    assert faults(nobody, "the match of a guest") == []
    for address in ("/", "/compte/", "/compte/garder/", f"/partie/{code}/bilan/", f"/partie/{code}/ordres/"):
        assert nobody.read(address) == []
