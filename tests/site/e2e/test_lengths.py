"""No page is longer on a telephone than a finger likes to scroll: every address that links lead to is walked.

Only with HERAUT_THOROUGH=1, which `make soak` sets. In every run `test_axe` measures what it opens, and the tests of
matches played to their end measure those (`too_tall`).
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterator
from urllib.parse import urljoin, urlsplit

import pytest

from tests.site.e2e.conftest import Site
from tests.site.e2e.test_axe import REFERENCE, TALLEST
from tests.site.e2e.visitor import Visitor
from tests.thorough import THOROUGH

Come = Callable[..., Visitor]
ALIKE = 3  # pages of one sort that are opened: turns, lands, rules
NO_PAGES = re.compile(
    r"/(static|compte/(logout|donnees)|heraut\.|api/v1|source)|\.(json|ics|tar\.gz|svg|png|xml)$|/(registre|calendrier)/"
)


def sort_of(address: str, codes: dict[str, str]) -> str:
    """What pages are alike: the same path but for numbers, rules, names and questions; each match by itself."""
    parts = urlsplit(address)
    path = re.sub(r"/\d+/", "/0/", parts.path)
    path = re.sub(r"/[A-Z]{2}-[A-Z]+-\w+/", "/RULE/", path)
    path = re.sub(r"/joueurs/[^/]+/", "/joueurs/NAME/", path)
    path = re.sub(r"/lettres/\w+/", "/lettres/CODE/", path)
    return path + "?" + "&".join(sorted(re.findall(r"(\w+)=", parts.query)))


def walked(person: Visitor, site: Site) -> Iterator[tuple[str, int]]:
    """Every sort of page that links lead to from the first one, and how many pixels each is high."""
    seen: Counter[str] = Counter()
    waiting, known = deque(["/"]), {"/"}
    while waiting:
        address = waiting.popleft()
        answer = person.page.goto(address)
        if answer is None or answer.status != 200 or "html" not in answer.headers.get("content-type", ""):
            continue
        yield address, int(person.page.evaluate("document.documentElement.scrollHeight"))
        links = person.page.evaluate("[...document.querySelectorAll('a[href]')].map(one => one.getAttribute('href'))")
        for link in links:
            there = urlsplit(urljoin(site.url + address, link))
            found = there.path + (f"?{there.query}" if there.query else "")
            kind = sort_of(found, site.codes)
            if there.netloc != urlsplit(site.url).netloc or found in known or NO_PAGES.search(there.path):
                continue
            known.add(found)
            if seen[kind] < ALIKE:
                seen[kind] += 1
                waiting.append(found)


def too_tall(person: Visitor, code: str) -> dict[str, int]:
    """The pages of a match that is over which are too long on the telephone of somebody who played it."""
    found = {}
    for page in ("", "fin/", "film/?tour=1", "bilan/", "bilan/1/", "histoire/", "statistiques/"):
        assert person.go(f"/partie/{code}/{page}") == 200
        found[page] = int(person.page.evaluate("document.documentElement.scrollHeight"))
    return {page: tall for page, tall in found.items() if tall > TALLEST}


@pytest.mark.skipif(not THOROUGH, reason="a minute of processor: in `make soak`")
@pytest.mark.parametrize("who", ["nobody", "demo"])
def test_no_page_is_longer_than_a_finger_likes_to_scroll(visitor: Come, site: Site, who: str) -> None:
    person = visitor(width=390, height=844)
    if who == "demo":
        person.go("/compte/demo/")
    heights = dict(walked(person, site))
    assert len(heights) > 60
    longer = {address: tall for address, tall in heights.items() if tall > TALLEST and not REFERENCE.match(address)}
    assert longer == {}
