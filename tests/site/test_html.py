"""Every page of the demonstration: HTML without a fault, light, with few questions to the database, and quick.

Pages are parsed by html5lib, which forgives nothing here; and by the Nu checker (`vnu.jar`, of the npm package
`vnu-jar`), which knows the content models as well, where HERAUT_VNU says where it is.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import html5lib
import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, get_resolver, resolve

from heraut.site.accounts.models import Player
from heraut.site.api.bearer import URLCONF
from heraut.site.matches.models import OVER, RUNNING, Match
from heraut.site.matches.orders import save_orders
from heraut.site.messaging.models import Thread
from heraut.site.notifications.models import Letter
from heraut.site.treaties.models import Treaty
from tests.site.demonstration import demonstration
from tests.site.files import static_file
from tests.site.matches.builders import pass_deadline, running
from tests.site.matchpage.conftest import forget_views
from tests.site.pages import DEMO, NOBODY, ORDERS, PAGES
from tests.site.sample import SAMPLE

pytestmark = pytest.mark.django_db

HEAVIEST, MOST_QUERIES = 300 * 1024, 21
FIRST_PAGE, FIRST_QUERIES = 120 * 1024, 8  # what a passer-by is sent, and asks the database
TOLD = 100 * 1024  # more for a report, which tells as much as has happened: now and then the last turn is a great one
SLOWEST = 1.5  # seconds: ten times the goal, for a machine that does other things; benchmarks/test_site.py measures
BRIEFLY = ("-Xss8m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")  # Java, where it ends before its dearer ways pay
ASSET = re.compile(r'<(?:link[^>]* href|script[^>]* src|img[^>]* src|use href)="(/[^"#]+)')
FONT = re.compile(r'url\("\.\./(fonts/[^"]+)"\)')

# Addresses without a page of their own in PAGES, and why
ELSEWHERE: Mapping[str, str] = {
    "only answers forms": "join_table unlock_table player_act host_act hook_act rematch match_guide language"
    " tournament_act mediator_act accept_regency end_regency gazette_press match_hand_over theme invite revoke_token"
    " allow_device remove_device try_out",
    "leads on": "demo match_tools vassaux_host_link vassaux_ground_link",
    "a file": "export match_letter_file manifest map_picture map_file match_picture match_stand_picture match_deadlines"
    " match_record fief_board fief_style vassaux_field vassaux_style source vassaux_ground_picture rois_ground"
    " rois_layers gazette_piece gazette_printing gazette_feed gloire_form gloire_card gloire_arms",
    "of a forum of the site, as those of a match": "forum_board_new forum_board_search forum_board_thread"
    " forum_board_post",
    "a part of a page": "match_card",
    "in the midst of an errand, seen by test_axe": "claim account_change_password account_reauthenticate"
    " account_email_verification_sent account_confirm_login_code account_confirm_password_reset_code"
    " account_complete_password_reset letter stop",
    "to whoever has the link, seen by tests/site/accounts/test_pages.py": "take_back_account",
    "of a tournament, which the demonstration has not": "tournament",
    "for the staff, seen by tests/site/moderation/test_pages.py": "referee referee_player referee_match"
    " arbitration_fault",
    "for those who run the site": "gazette_looks",
    "for developers": "styleguide",
    "for machines": "health match_poll renew_device",
}


@pytest.fixture(scope="module")
def world(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, str]]:
    """The demonstration, put there once and taken back at the end: the codes of its matches."""
    with django_db_blocker.unblock(), transaction.atomic():
        forget_views()
        player = demonstration(request)
        demo = Match.objects.filter(demo=True)
        match = demo.get(status=RUNNING, game="gloire")
        save_orders(match.seats.get(user=player), ORDERS)
        waiting = {table.options.get("map"): table.code for table in demo.exclude(status__in=(OVER, RUNNING))}
        finished = demo.get(status=OVER).code
        boards = {board.game: board.code for board in demo.filter(status=RUNNING)}
        letters = Thread.objects.filter(match__status=RUNNING).values_list("match__game", "code")
        treaties = Treaty.objects.filter(match__status=RUNNING).values_list("match__game", "code")
        articles = dict(match.articles.values_list("state", "code"))
        yield {
            **boards,
            **{f"{game}_treaty": code for game, code in treaties},
            "article": articles["printed"],
            "draft": articles["draft"],
            **{f"{game}_letter": code for game, code in letters},
            "running": match.code,
            "finished": finished,
            "great": waiting["EUROPE"],
            "hosted": waiting["SCANDINAVIE"],
        }
        transaction.set_rollback(True)
    forget_views()


@pytest.fixture
def client_as(world: dict[str, str], client_of: Callable[[Player], Client]) -> Callable[[str], Client]:
    """The browser of a passer-by, or of the player of the demonstration."""
    return lambda who: Client() if who == NOBODY else client_of(Player.objects.get(seats__match__code=world["running"]))


def every_page(test: Any) -> Any:
    """Runs a test on every page."""
    return pytest.mark.parametrize(("who", "address"), [(who, page) for who in PAGES for page in PAGES[who]])(test)


def read(client: Client, address: str) -> str:
    """A page as a browser gets it."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    assert "private" in answer.headers["Cache-Control"], "a page of one reader is nobody else's"
    return str(answer.content.decode())


@every_page
def test_a_page_is_valid_light_and_asks_little(who: str, address: str, world: dict[str, str], client_as: Any) -> None:
    client, place = client_as(who), address.format(**world)
    text, asked = counted(client, place)
    if len(asked) > MOST_QUERIES:
        text, asked = counted(client, place)  # what a process asks once is at hand by now
    html5lib.HTMLParser(strict=True).parse(text)
    assert repeated_ids(text) == []
    assert len(asked) <= MOST_QUERIES, [query["sql"][:120] for query in asked]
    weights = {place: len(text.encode()), **{each: len(body(client, each)) for each in assets(client, text)}}
    assert sum(weights.values()) <= HEAVIEST + TOLD * ("/bilan/" in place), weights


def counted(client: Client, address: str) -> tuple[str, CaptureQueriesContext]:
    """A page of which no view is kept, and what it asks the database."""
    forget_views()
    with CaptureQueriesContext(connection) as asked:
        return read(client, address), asked


def repeated_ids(text: str) -> list[str]:
    """Identifiers that are not one element's alone."""
    found = re.findall(r'\sid="([^"]*)"', text)
    return sorted({name for name in found if found.count(name) > 1})


def assets(client: Client, text: str) -> set[str]:
    """What a browser fetches for a page: styles, scripts, pictures, and the fonts that the styles name."""
    found = set(ASSET.findall(text))
    for style in [each for each in found if ".css" in each]:
        found |= {f"/static/{font}" for font in FONT.findall(body(client, style, encoding="").decode())}
    return found


def body(client: Client, address: str, encoding: str = "gzip") -> bytes:
    """A file as the site itself sends it, without any proxy before it."""
    if address.startswith("/static/"):
        return static_file(address, encoding).body
    answer = client.get(address, headers={"accept-encoding": encoding})
    assert answer.status_code == 200, address
    return bytes(answer.content)


def test_every_address_is_a_page_of_the_list_or_named_as_something_else(world: dict[str, str]) -> None:
    listed = {resolve(page.format(**world).partition("?")[0]).url_name for pages in PAGES.values() for page in pages}
    named = {name for names in ELSEWHERE.values() for name in names.split()}
    known = {pattern.name for pattern in patterns(get_resolver(URLCONF))}
    assert known == listed | named
    assert not listed & named


def patterns(resolver: Any) -> Iterator[URLPattern]:
    """Every address pattern of the site; the API, which has no pages but its reference, left out."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield pattern
        elif pattern.app_name != "ninja":
            yield from patterns(pattern)


def test_the_first_page_is_light_and_asks_little(world: dict[str, str]) -> None:
    """As it is sent, compressed, with all that it shows at once and below; fonts included."""
    client = Client()
    text = body(client, "/").decode("latin-1")
    plain = client.get("/").content.decode()
    assert not re.search("<(em|blockquote|figcaption)[ >]", plain)  # nothing in italics: that font is not fetched
    fetched = [each for each in assets(client, plain) if "italic" not in each]
    weights = {"/": len(text), **{each: len(body(client, each)) for each in fetched}}
    assert sum(weights.values()) < FIRST_PAGE, weights
    forget_views()
    with CaptureQueriesContext(connection) as asked:
        client.get("/")
    assert len(asked) <= FIRST_QUERIES, [query["sql"][:120] for query in asked]


def test_a_letter_is_valid(alice: Player) -> None:
    pass_deadline(running(alice, bots=2))
    letters = Letter.objects.exclude(html="").values_list("html", flat=True)
    assert len(letters) == 2
    for text in letters:
        html5lib.HTMLParser(strict=True).parse(text)


def timed(client: Client, address: str) -> tuple[float, Any]:
    """How many seconds of processor a page takes, and its answer."""
    begun = process_time()
    answer = client.get(address)
    return process_time() - begun, answer


class Page(NamedTuple):
    """A page that was read."""

    seconds: float  # of processor
    template: str
    text: str


@pytest.fixture(scope="module")
def read_once(world: dict[str, str], django_db_blocker: Any) -> dict[tuple[str, str], Page]:
    """Each page, by who reads it and its address.

    One that was slow is read once more: what it was the first to need, and the collector of the tests' own garbage, are
    not its fault.
    """
    found = {}
    with django_db_blocker.unblock():
        for who, pages in PAGES.items():
            client = Client()
            if who == DEMO:
                client.force_login(Player.objects.get(seats__match__code=world["running"]))
            for page in pages:
                taken, answer = timed(client, page.format(**world))
                if taken >= SLOWEST:
                    taken, answer = timed(client, page.format(**world))
                assert answer.status_code == 200, page
                found[who, page] = Page(taken, answer.templates[-1].name, answer.content.decode())
    return found


def test_axe_looks_at_every_template_in_every_run(read_once: Any) -> None:
    """What `make test` takes of the pages has the template of each of them, and nothing twice or by a wrong address."""
    sample = [(who, page) for who in SAMPLE for page in SAMPLE[who]]
    assert set(sample) <= set(read_once) and len(set(sample)) == len(sample)
    seen = {read_once[page].template for page in sample}
    assert {page.template for page in read_once.values()} - seen == set()


def test_no_page_of_the_demonstration_is_slow(read_once: Any) -> None:
    assert {place: page.seconds for (_, place), page in read_once.items() if page.seconds >= SLOWEST} == {}


def test_the_nu_checker_finds_no_fault(read_once: Any, tmp_path: Path) -> None:
    jar, java = os.environ.get("HERAUT_VNU", ""), shutil.which("java")
    if not jar or java is None:
        pytest.skip("no Nu checker: HERAUT_VNU names no vnu.jar (npm install vnu-jar), or there is no java")
    for number, ((who, address), page) in enumerate(read_once.items()):
        (tmp_path / f"{number:03}.html").write_text(f"{page.text}\n<!-- {who} {address} -->")
    pages = sorted(map(str, tmp_path.glob("*.html")))
    command = [java, *BRIEFLY, "-jar", jar, "--errors-only", "--format", "gnu", *pages]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    faults = [line.partition("error: ")[2] or line for line in checked.stderr.splitlines()]
    assert {fault: faults.count(fault) for fault in faults} == {}, tmp_path
    assert checked.returncode == 0, checked.stdout  # it has not come to an end
