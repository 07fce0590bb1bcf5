"""`heraut serve`: one command gives the pages, and a worker that lives and ends with them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.ports import free_port
from tests.shared import prepared_site, surroundings

Served = Callable[..., "subprocess.Popen[str]"]
SOON = 1.0
HURRIED = f"""
import sys
from heraut.cli import main, processes
processes.STEADY = processes.AGAIN = {SOON}
sys.exit(main())
"""


@pytest.fixture
def port() -> int:
    """A port that nobody listens at."""
    return free_port()


@pytest.fixture
def served(request: pytest.FixtureRequest, tmp_path: Path, port: int) -> Iterator[Served]:
    """Starts `heraut serve` on a site of its own; nothing is left of it afterwards."""
    shutil.copytree(prepared_site(request), tmp_path, dirs_exist_ok=True)
    started: list[subprocess.Popen[str]] = []

    def start(*options: str, hurried: bool = False) -> subprocess.Popen[str]:
        """`hurried`: what ends by itself is begun again if it has lasted a second."""
        env, how = surroundings(tmp_path), ["-c", HURRIED] if hurried else ["-m", "heraut"]
        command = [sys.executable, *how, "serve", "--port", str(port), *options]
        process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()


def health(port: int) -> dict[str, object]:
    """What the health page says once the site answers."""
    until = time.monotonic() + 30
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{port}/sante", timeout=5) as answer:
                found: dict[str, object] = json.load(answer)
                return found
        except OSError:  # among them URLError, and what had been given to a process that was killed
            assert time.monotonic() < until, "the site does not answer"
            time.sleep(0.2)


def children_of(process: subprocess.Popen[str]) -> list[int]:
    """The process numbers of whatever this server has begun."""
    lists = Path(f"/proc/{process.pid}/task").glob("*/children")
    return [int(child) for path in lists for child in path.read_text().split()]


def commands(process: subprocess.Popen[str]) -> dict[int, list[bytes]]:
    """The commands of whatever this server has begun, by process number."""
    return {child: Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0") for child in children_of(process)}


def worker_of(process: subprocess.Popen[str]) -> int:
    """The process number of the worker that this server has begun; 0 while there is none."""
    return next((child for child, line in commands(process).items() if b"worker" in line), 0)


def begun_again(process: subprocess.Popen[str], former: int) -> int:
    """The process number of the worker that comes after this one, within a few seconds."""
    until = time.monotonic() + 15
    while (found := worker_of(process)) in (0, former):
        assert time.monotonic() < until, "nobody begins it again"
        time.sleep(0.1)
    return found


def gone(pid: int) -> bool:
    """Whether a process ends in time: a worker lets its rounds finish, and on a busy machine all others go first."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except FileNotFoundError:
            return True
        time.sleep(0.1)
    return False


def test_pages_and_worker_begin_with_one_command_and_end_together(served: Served, port: int) -> None:
    site = served()
    found = health(port)
    assert {"push", "hooks"} <= found.keys()  # the last rounds to begin
    assert (found["worker"], found["mail"], found["mail_server"]) == (True, True, True)
    assert (found["overdue"], found["stuck"]) == (0, 0)
    worker = worker_of(site)
    assert worker and os.getpriority(os.PRIO_PROCESS, worker) == 10
    site.send_signal(signal.SIGTERM)
    assert site.wait(30) == 0
    assert gone(worker)
    assert site.stdout and "createhost" in site.stdout.read()  # as long as nobody runs the site


def test_a_worker_that_dies_is_begun_again_and_one_whose_server_dies_ends(served: Served, port: int) -> None:
    site = served("--lang", "fr", hurried=True)
    health(port)
    first = worker_of(site)
    os.kill(first, signal.SIGKILL)
    assert gone(first)
    second = begun_again(site, first)
    pages = set(children_of(site)) - {second}
    site.kill()
    assert gone(second)
    assert pages and all(gone(page) for page in pages), "who ends the first process ends them all, however he does it"
    assert site.stdout is not None
    assert f"Ouvrier\N{NO-BREAK SPACE}: le processus {first} s'est arrêté de lui-même (signal 9)" in site.stdout.read()


def test_the_health_of_pages_and_worker_is_told_apart(served: Served, port: int, tmp_path: Path) -> None:
    def well(*options: str) -> bool:
        words = [sys.executable, "-m", "heraut", "health", *options]
        return subprocess.run(words, env=surroundings(tmp_path)).returncode == 0

    site = served("--no-worker")
    until = time.monotonic() + 60
    while not well("--port", str(port)):  # that no worker is alive is not the pages' fault
        assert site.poll() is None and time.monotonic() < until
    silent = [sys.executable, "-m", "heraut", "--lang", "fr", "health", "--worker"]
    told = subprocess.run(silent, env=surroundings(tmp_path), capture_output=True, text=True)
    assert (
        told.returncode == 1
        and "l'horloge, les courriels, les notifications, les webhooks et les automates" in told.stderr
    )
    begun = subprocess.run([sys.executable, "-m", "heraut", "worker", "--once"], env=surroundings(tmp_path))
    assert begun.returncode == 0 and well("--worker")
    site.terminate()
    assert site.wait(30) == 0
    assert not well("--port", str(port))


def test_reasons_of_the_system_are_told_in_the_language_of_the_screen(
    request: pytest.FixtureRequest, tmp_path: Path, port: int
) -> None:
    shutil.copytree(prepared_site(request), tmp_path / "data")

    def told(*words: str) -> str:
        command = [sys.executable, "-m", "heraut", "--lang", "fr", *words]
        return subprocess.run(command, env=surroundings(tmp_path / "data"), capture_output=True, text=True).stderr

    (tmp_path / "a.zip").write_text("rien")
    assert "rien de ce nom" in told("restore", str(tmp_path / "absent.zip"))
    assert "ce n'est pas une archive zip" in told("restore", str(tmp_path / "a.zip"))
    assert "ce fichier existe déjà" in told("backup", str(tmp_path / "a.zip"))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        assert "un autre programme y écoute" in told("serve", "--port", str(port))


def test_a_worker_asked_after_where_there_is_no_site_says_so_and_makes_none(tmp_path: Path) -> None:
    def asked() -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-m", "heraut", "--lang", "fr", "health", "--worker"]
        return subprocess.run(words, env=surroundings(tmp_path), capture_output=True, text=True, cwd=tmp_path)

    told = asked()
    assert told.returncode == 1 and "pas de site dans ce dossier" in told.stderr
    assert not list(tmp_path.iterdir())
    (tmp_path / "heraut.sqlite3").touch()
    told = asked()
    assert told.returncode == 1 and "La base de données ne répond pas" in told.stderr
    assert "Traceback" not in told.stderr


def test_a_database_that_does_not_answer_is_told_in_a_sentence(tmp_path: Path, port: int) -> None:
    away = {"HERAUT_DATABASE": f"postgres://heraut:sesame@127.0.0.1:{port}/heraut", "HERAUT_PASSWORD": "Sept-collines"}
    for words in (["migrate"], ["worker", "--once"], ["createhost", "Aude", "aude@example.org"]):
        command = [sys.executable, "-m", "heraut", "--lang", "fr", *words]
        told = subprocess.run(command, env=surroundings(tmp_path) | away, capture_output=True, text=True, cwd=tmp_path)
        assert told.returncode == 1 and "La base de données ne répond pas" in told.stderr, words
        assert "Traceback" not in told.stderr and "sesame" not in told.stderr


def test_pages_that_end_are_begun_again_while_others_serve(served: Served, port: int) -> None:
    site = served("--processes", "2", hurried=True)
    health(port)
    worker = worker_of(site)
    pages = set(children_of(site)) - {worker}
    assert len(pages) == 2
    time.sleep(SOON)
    lost = pages.pop()
    os.kill(lost, signal.SIGKILL)
    until = time.monotonic() + 20
    while len(children_of(site)) < 3 or lost in children_of(site):
        assert health(port)
        assert time.monotonic() < until
        time.sleep(0.2)
    assert {worker, *pages} < set(children_of(site))
    site.send_signal(signal.SIGINT)
    assert site.wait(30) == 0
    assert all(gone(each) for each in {worker, *pages})


def test_pages_that_end_all_at_once_are_begun_again(served: Served, port: int) -> None:
    site = served("--processes", "2", "--lang", "en", hurried=True)
    health(port)
    worker = worker_of(site)
    pages = set(children_of(site)) - {worker}
    time.sleep(SOON)
    for page in pages:
        os.kill(page, signal.SIGKILL)
    until = time.monotonic() + 30
    while len(children_of(site)) < 3 or pages & set(children_of(site)):
        assert site.poll() is None and time.monotonic() < until
        time.sleep(0.2)
    assert worker in children_of(site)
    assert health(port)
    left = children_of(site)
    site.send_signal(signal.SIGHUP)
    assert site.wait(30) == 0
    assert all(gone(each) for each in left)
    assert site.stdout is not None
    said = site.stdout.read()
    assert all(f"Pages: process {page} ended by itself (signal 9)" in said for page in pages)


def test_pages_that_end_as_soon_as_they_are_begun_end_the_site(served: Served, port: int) -> None:
    site = served("--lang", "fr")
    until = time.monotonic() + 30
    while not {b"worker", b"heraut.site.server"} <= {word for line in commands(site).values() for word in line}:
        assert time.monotonic() < until
        time.sleep(0.05)
    worker = worker_of(site)
    for page in set(children_of(site)) - {worker}:
        os.kill(page, signal.SIGKILL)
    assert site.wait(30) == 1
    assert gone(worker)
    assert site.stdout is not None
    assert "aussitôt lancé (signal 9)\N{NO-BREAK SPACE}: le site est fermé" in site.stdout.read()


def test_a_taken_port_is_said_in_words(served: Served, port: int) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        site = served("--no-worker")
        assert site.wait(30) == 1
        assert site.stdout is not None
        assert str(port) in site.stdout.read()
