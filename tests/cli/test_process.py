"""The command as the shell starts it: both entry points, a real terminal, an interruption, and how fast help is."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

from tests.cli.command_line import FIRST_ORDERS, every_game

HERAUT = [sys.executable, "-m", "heraut"]
ENVIRONMENT = {**os.environ, "LANG": "fr_FR.UTF-8", "PYTHONIOENCODING": "utf-8"}


def run(*words: object, **more: object) -> subprocess.CompletedProcess[str]:
    command = [*HERAUT, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=60, **more)  # type: ignore[call-overload]


def test_help_loads_neither_games_nor_tables() -> None:
    script = "import sys; from heraut.cli import main; main(['--help']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    for heavy in ("heraut.games.gloire", "heraut.bots", "heraut.lab.simulate", "rich.console", "concurrent.futures"):
        assert heavy not in loaded, heavy


@every_game
def test_a_turn_loads_neither_tables_nor_what_other_commands_and_games_need(tmp_path: Path, game: str) -> None:
    match = tmp_path / "partie.json"
    assert run("new", game, "-o", match).returncode == 0
    script = "import sys; from heraut.cli import main; main(['advance', sys.argv[1]]); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script, str(match)], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert f"heraut.games.{game}" in loaded
    others = [f"heraut.{kind}.{other}" for kind in ("games", "cli") for other in FIRST_ORDERS if other != game]
    for heavy in ("rich", "heraut.bots", "heraut.cli.reading", "heraut.cli.site", "importlib.resources", *others):
        assert heavy not in loaded, heavy


def test_help_takes_less_than_three_tenths_of_a_second() -> None:
    def seconds() -> float:  # of computing: what else the machine does meanwhile is not ours
        before = os.times()
        assert run("--help").returncode == 0
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    assert min(seconds() for _ in range(3)) < 0.3


def test_statuses_reach_the_shell(tmp_path: Path) -> None:
    match = tmp_path / "partie.json"
    assert run("new", "gloire", "-o", match).returncode == 0
    assert run("new", "gloire", "-o", tmp_path / "b.json", "--seats", "99").returncode == 1
    wrong = run("show", tmp_path / "absent.json")
    assert (wrong.returncode, wrong.stdout) == (2, "")


def test_a_terminal_that_knows_no_accents_is_no_reason_to_crash() -> None:
    environment = {**ENVIRONMENT, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*HERAUT, "rules", "gloire", "GP-ATT-07"], capture_output=True, env=environment, timeout=60)
    assert done.returncode == 0


def test_a_reader_who_closes_the_pipe_is_no_fault(tmp_path: Path) -> None:
    process = subprocess.Popen([*HERAUT, "rules", "gloire"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    _, said = process.communicate(timeout=60)
    assert b"Traceback" not in said


def heed_interruptions() -> None:
    """As in a terminal: a shell that starts its tests in the background has them ignored by all that they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_interruption_ends_cleanly() -> None:
    words = ["simulate", "gloire", "--matches", "10000", "--bots", "player", "--seed", "1", "--jobs", "2"]
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*HERAUT, *words],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=ENVIRONMENT,
        start_new_session=True,
        preexec_fn=heed_interruptions,
    )
    os.close(theirs)
    said = os.read(ours, 1000)  # the progress bar: the matches have begun
    os.killpg(process.pid, signal.SIGINT)
    while more := read_terminal(ours):
        said += more
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == b""
    assert b"Interrompu." in said
    assert b"Traceback" not in said


def read_terminal(ours: int) -> bytes:
    """What comes next; nothing once the other side is closed."""
    try:
        return os.read(ours, 1000)
    except OSError:
        return b""


def test_the_demonstration_waits_for_a_real_keyboard(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*HERAUT, "demo", "-o", str(tmp_path)], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    os.close(theirs)
    os.write(ours, b"\nq\n")
    process.communicate(timeout=60)
    os.close(ours)
    assert process.returncode == 0
    assert (tmp_path / "demonstration.json").is_file()
