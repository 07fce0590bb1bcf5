"""A site as `heraut serve` serves it, without a proxy: who is slow, and what is locked, holds nobody up."""

from __future__ import annotations

import gzip
import http.client
import json
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copytree
from typing import Any, NamedTuple

import pytest
from django.core.management import call_command
from django.templatetags.static import static

from benchmarks.slow import SENDERS, slow_senders
from heraut.site import server
from heraut.site.settings import PATIENCE
from tests.busy import times_slower
from tests.ports import free_port
from tests.shared import prepared_site, surroundings
from tests.site.notifications.office import wait_for

FORM = "/compte/login/"
READERS, PAGES = 4, 40
PAIRS = 7
LEAST = 0.95  # of the pages that are served when nobody is slow (W9)


class Answer(NamedTuple):
    """What was answered, and in how many seconds."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes
    seconds: float


class Site(NamedTuple):
    """Where it answers, its folder, and its first process."""

    port: int
    data: Path
    process: subprocess.Popen[bytes]

    def ask(self, method: str, address: str, body: str | None = None, **headers: str) -> Answer:
        """One request on a connection of its own."""
        begun = time.monotonic()
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as line:
            line.request(method, address, body, {name.replace("_", "-"): value for name, value in headers.items()})
            answer = line.getresponse()
            return Answer(answer.status, answer.headers, answer.read(), time.monotonic() - begun)


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Two processes of pages on SQLite, without a worker."""
    data, port = tmp_path_factory.mktemp("served"), free_port()
    copytree(prepared_site(request), data, dirs_exist_ok=True)
    env = {**surroundings(data), "HERAUT_URL": f"http://127.0.0.1:{port}"}
    env["DJANGO_SETTINGS_MODULE"] = "heraut.site.settings"
    words = ["heraut", "serve", "--port", str(port), "--processes", "2", "--no-worker"]
    process = subprocess.Popen([sys.executable, "-m", *words], env=env)
    made = Site(port, data, process)
    try:
        until = time.monotonic() + 60
        while not is_there(made):
            assert process.poll() is None and time.monotonic() < until
            time.sleep(0.2)
        yield made
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(40) == 0


def is_there(site: Site) -> bool:
    """Whether a page comes."""
    try:
        return site.ask("GET", "/tables/").status == 200
    except OSError:
        return False


# Slow senders


def pages_a_second(site: Site) -> float:
    """How many pages some readers get who ask without a pause."""
    begun = time.monotonic()
    with ThreadPoolExecutor(READERS) as readers:
        answers = list(readers.map(lambda _: site.ask("GET", "/compte/login/"), range(PAGES)))
    assert {answer.status for answer in answers} == {200}
    return PAGES / (time.monotonic() - begun)


def test_ten_sockets_that_stall_take_no_page_from_anybody(site: Site) -> None:
    """W9, without a proxy. The best of some pairs counts: other programs slow down one side or the other."""
    pages_a_second(site)
    ratios = []
    while not ratios or (max(ratios) < LEAST and len(ratios) < PAIRS):
        alone = pages_a_second(site)
        with slow_senders(site.port, FORM):
            ratios.append(pages_a_second(site) / alone)
    assert max(ratios) >= LEAST, ratios


def test_more_sockets_than_there_are_threads_stall_and_pages_come(site: Site) -> None:
    with slow_senders(site.port, FORM, 2 * (server.THREADS + SENDERS)):
        assert all(site.ask("GET", "/compte/login/").status == 200 for _ in range(8))


def test_a_body_beyond_all_measure_is_refused_before_it_is_read(site: Site) -> None:
    head = f"POST /compte/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {server.LARGEST + 1}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", site.port), 10) as line:
        line.sendall(head.encode())
        assert line.recv(12) == b"HTTP/1.1 413"


# Static files


def served(pages: Any, waiting: int) -> Site:
    """These pages behind our server, in a thread of this process; so many may wait to be let in."""
    call_command("collectstatic", interactive=False, verbosity=0)
    listening = socket.create_server(("127.0.0.1", 0), backlog=waiting)
    threading.Thread(target=server.serve, args=(listening, pages), daemon=True).start()
    return Site(listening.getsockname()[1], Path(), None)  # type: ignore[arg-type]


@contextmanager
def in_turn(asked_for: int) -> Iterator[tuple[Site, list[Future[Answer]], list[Any], threading.Event]]:
    """Pages, of which none is done until the test lets it go; so many are asked for. Those begun, and what lets go."""
    let_go, begun = threading.Event(), []

    def pages(environ: Any, start_response: Any) -> Any:
        begun.append(environ)
        assert let_go.wait(60)
        start_response("204 No Content", [])
        return Closing([])

    site = served(pages, asked_for)
    with ThreadPoolExecutor(asked_for) as readers:
        try:
            yield site, [readers.submit(site.ask, "GET", "/tables/") for _ in range(asked_for)], begun, let_go
        finally:
            let_go.set()


def test_who_reads_no_answers_holds_up_no_thread() -> None:
    """As many as there are threads ask for a large page over and over in one breath, and read nothing of it."""
    large = b"x" * 400_000

    def pages(environ: Any, start_response: Any) -> Any:
        start_response("200 OK", [("Content-Length", str(len(large)))])
        return Closing([large])

    site = served(pages, 100)
    lines = [socket.socket() for _ in range(server.THREADS)]
    try:
        for line in lines:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.connect(("127.0.0.1", site.port))
            line.sendall(b"GET /partie/abc/ HTTP/1.1\r\nHost: h\r\n\r\n" * 200)
        wait_for(lambda: site.ask("GET", "/tables/").status == 200, 30)
        time.sleep(1)
        assert site.ask("GET", "/tables/").seconds < 1 * times_slower()
    finally:
        for line in lines:
            line.close()


def test_static_files_do_not_queue_behind_pages() -> None:
    """More pages are asked for than there are threads: those beyond what may wait are told to come back."""
    beyond = server.THREADS + 2 - server.WAITING
    with in_turn(server.THREADS + 2) as (site, asked, begun, let_go):
        wait_for(lambda: sum(each.done() for each in asked) >= beyond, 20)
        assert site.ask("GET", static("css/heraut.css").partition("?")[0]).status == 200
        wait_for(lambda: len(begun) == 2, 20)
        sent_back = [each.result() for each in asked if each.done()]
        assert [answer.status for answer in sent_back] == [503] * beyond
        assert all(int(answer.headers["Retry-After"]) < 10 for answer in sent_back)
        let_go.set()
        assert [each.result().status for each in asked].count(204) == server.WAITING
        assert site.ask("GET", "/tables/").status == 204, "there is room again"


@pytest.mark.parametrize(("lang", "words"), [("fr", "au guichet"), ("en", "at the counter")])
def test_whoever_is_told_to_come_back_is_told_in_his_language(lang: str, words: str) -> None:
    with in_turn(server.WAITING + 1) as (site, asked, _, _):
        wait_for(lambda: any(each.done() for each in asked), 20)
        answer = site.ask("GET", "/tables/", Accept_Language=lang)
        assert words in answer.body.decode() and f'lang="{lang}"' in answer.body.decode()
        program = site.ask("GET", "/api/games", Accept_Language=lang)
        assert (program.status, json.loads(program.body)["code"]) == (503, "unavailable")
        assert program.headers["Retry-After"] == answer.headers["Retry-After"]
        assert sum(each.done() for each in asked) == 1


@contextmanager
def made_in_turn(patience: float, asked_for: int) -> Iterator[tuple[list[int], list[threading.Event]]]:
    """Pages asked for one after the other: the numbers of those begun, and what lets each of them go."""
    let_go: list[threading.Event] = [threading.Event() for _ in range(asked_for)]
    begun: list[int] = []

    def pages(environ: Any, start_response: Any) -> Any:
        begun.append(environ["number"])
        assert let_go[environ["number"]].wait(60)
        start_response("204 No Content", [])
        return Closing([])

    in_turn = server.InTurn(pages, pages, patience=patience)
    with ThreadPoolExecutor(asked_for) as readers:
        try:
            for number in range(asked_for):
                readers.submit(in_turn, {"number": number}, lambda *_: None)  # type: ignore[arg-type]
                time.sleep(0.01)
            yield begun, let_go
        finally:
            for one in let_go:
                one.set()


def test_pages_are_made_one_at_a_time_as_they_were_asked_for() -> None:
    with made_in_turn(60, 4) as (begun, let_go):
        for number in range(4):
            wait_for(lambda number=number: begun == list(range(number + 1)), 20)  # type: ignore[misc]
            time.sleep(0.05)
            assert len(begun) == number + 1
            let_go[number].set()


def test_a_page_that_takes_long_holds_up_none_of_those_behind_it() -> None:
    with made_in_turn(0.2, 5) as (begun, let_go):
        for number in range(1, 4):
            wait_for(lambda number=number: len(begun) == number + 1, 20)  # type: ignore[misc]
            time.sleep(0.05)
            assert len(begun) == number + 1, "two at a time, no more"
            let_go[begun[-1]].set()
        wait_for(lambda: len(begun) == 5, 20)
        assert begun[0] == 0 and sorted(begun) == [0, 1, 2, 3, 4] and not let_go[0].is_set()


def test_a_long_queue_of_quick_pages_is_left_to_one_thread() -> None:
    """The last of them have waited for longer than the patience: two threads would only hold each other up."""
    with made_in_turn(1.5, 6) as (begun, let_go):
        for number in range(6):
            wait_for(lambda number=number: len(begun) == number + 1, 20)  # type: ignore[misc]
            time.sleep(0.4)
            assert begun == list(range(number + 1))
            let_go[number].set()


def test_nobody_waits_for_a_page_that_has_taken_long_already() -> None:
    let_go = threading.Event()

    def pages(environ: Any, start_response: Any) -> Any:
        assert not environ or let_go.wait(60)
        start_response("204 No Content", [])
        return Closing([])

    in_turn = server.InTurn(pages, pages, patience=1)
    with ThreadPoolExecutor(1) as reader:
        slow = reader.submit(in_turn, {"slow": True}, lambda *_: None)  # type: ignore[arg-type]
        time.sleep(1.1)
        begun = time.monotonic()
        for _ in range(50):
            in_turn({}, lambda *_: None)  # type: ignore[arg-type]
        assert time.monotonic() - begun < 0.5 * times_slower()
        assert not slow.done() and not in_turn.queue, "nor is anything kept of those that were answered"
        let_go.set()


def test_whoever_waits_behind_two_such_pages_is_next_after_either() -> None:
    for first_to_end in (0, 1):
        with made_in_turn(0.1, 3) as (begun, let_go):
            wait_for(lambda begun=begun: len(begun) == 2, 20)  # type: ignore[misc]
            time.sleep(0.3)
            let_go[first_to_end].set()
            wait_for(lambda begun=begun: begun == [0, 1, 2], 20)  # type: ignore[misc]


class Closing(list[bytes]):
    """A body that can be closed, as Django's."""

    def close(self) -> None:
        """Nothing is to be done."""


def test_requests_that_a_page_ends_badly_do_not_end_its_thread() -> None:
    def pages(environ: Any, start_response: Any) -> Any:
        raise RuntimeError("broken")

    in_turn = server.InTurn(pages, pages, waiting=1)
    for _ in range(3):
        with pytest.raises(RuntimeError, match="broken"):
            in_turn({}, lambda *_: pytest.fail("it has nothing to say"))


# Compression


def test_pages_and_the_answers_of_the_api_are_compressed(site: Site) -> None:
    for address in ("/compte/login/", "/api/openapi.json"):
        plain, small = site.ask("GET", address), site.ask("GET", address, Accept_Encoding="gzip")
        assert "Content-Encoding" not in plain.headers
        assert small.headers["Content-Encoding"] == "gzip" and "Accept-Encoding" in small.headers["Vary"]
        assert len(small.body) < len(plain.body) / 2
        assert len(gzip.decompress(small.body)) == pytest.approx(len(plain.body), abs=100)


def test_the_same_page_differs_in_length_when_it_is_compressed(site: Site) -> None:
    """Or one could guess what is secret in it from how well it is compressed with a guess (BREACH)."""
    lengths = {len(site.ask("GET", "/compte/login/", Accept_Encoding="gzip").body) for _ in range(12)}
    assert len(lengths) > 3


# A database that another program holds

GUEST = "/compte/invite/"


@contextmanager
def held(site: Site) -> Iterator[None]:
    """Another program writes into the database, and does not come to an end."""
    with closing(sqlite3.connect(site.data / "heraut.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")


def form(site: Site, address: str) -> Callable[..., Answer]:
    """Sends a form of this address as a browser does, with the token of a page."""
    answer = site.ask("GET", "/compte/login/")
    token = answer.headers["Set-Cookie"].partition("csrftoken=")[2].partition(";")[0]

    def send(**headers: str) -> Answer:
        fields = f"csrfmiddlewaretoken={token}&login=Alice&password=x&email=alice@example.org"
        kind = "application/x-www-form-urlencoded"
        return site.ask("POST", address, fields, Cookie=f"csrftoken={token}", Content_Type=kind, **headers)

    return send


@pytest.mark.parametrize("address", [GUEST, "/compte/login/", "/compte/password/reset/"])
@pytest.mark.parametrize(("lang", "words"), [("fr", "un autre programme"), ("en", "another program")])
def test_a_locked_database_is_said_within_five_seconds(site: Site, address: str, lang: str, words: str) -> None:
    send = form(site, address)
    with held(site):
        answer = send(Accept_Language=lang)
        assert site.ask("GET", "/tables/").status == 200, "whoever only reads is not concerned"
    assert answer.status == 503 and words in answer.body.decode()
    assert PATIENCE - 0.5 < answer.seconds < 5 * times_slower()
    assert answer.headers["Retry-After"]


def test_a_locked_database_is_told_to_programs_as_well(site: Site) -> None:
    with held(site):
        answer = site.ask("GET", "/api/games", Accept_Language="en")
    assert answer.status == 503 and answer.seconds < 5 * times_slower()
    assert json.loads(answer.body)["code"] == "unavailable"


def test_once_the_database_is_free_everything_goes_on(site: Site) -> None:
    send = form(site, GUEST)
    with held(site):
        assert send().status == 503
    assert send().status == 302


def test_a_file_that_is_not_the_version_asked_for_is_kept_by_nobody(site: Site) -> None:
    """While a site is updated, a page may name a script that is not laid out yet: no browser keeps the former."""
    right = static("play/board.js")
    kept, another = site.ask("GET", right), site.ask("GET", "/static/play/board.js?v=0badc0de")
    assert "v=" in right and "max-age=2592000" in kept.headers["Cache-Control"]
    assert another.status == 200 and another.headers["Cache-Control"] == "no-store"
    assert another.headers["ETag"] == kept.headers["ETag"]
    assert site.ask("GET", "/static/../settings.py?v=0badc0de").status == 404
