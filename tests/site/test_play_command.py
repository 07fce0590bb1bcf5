"""`heraut play`, as `make play` starts it: an empty folder, one command, one click, a match under way."""

from __future__ import annotations

import http.cookiejar
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from html import unescape
from pathlib import Path

from tests.ports import free_port

SECONDS = 240


def test_one_command_in_an_empty_folder_and_one_click_lead_to_a_match(tmp_path: Path) -> None:
    log, port = tmp_path / "log", free_port()
    hidden = {"HERAUT_DATA", "HERAUT_DATABASE", "DJANGO_SETTINGS_MODULE"}
    environment = {key: value for key, value in os.environ.items() if key not in hidden} | {"LANG": "fr_FR.UTF-8"}
    with log.open("w") as output:
        site = subprocess.Popen(
            [sys.executable, "-m", "heraut", "play", "--port", str(port)],
            cwd=tmp_path,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        entrance = told(log, site)
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        home = browser.open(entrance, timeout=SECONDS).read().decode()
        assert "Le Serment du Nord" in home and "Vous n'avez pas donné d'ordres" in unescape(home)
        code = re.search(r"/partie/(\w+)/ordres/", home)
        assert code is not None
        board = browser.open(f"http://127.0.0.1:{port}/partie/{code[1]}/", timeout=SECONDS).read().decode()
        assert "Aubert de Narvik" in board
    finally:
        site.send_signal(signal.SIGTERM)
        assert site.wait(SECONDS) in (0, -signal.SIGTERM), log.read_text()
    assert {"heraut-demo", "log"} == {path.name for path in tmp_path.iterdir()}


def told(log: Path, site: subprocess.Popen[bytes]) -> str:
    """The address to click on, once the command has told it."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until and site.poll() is None:
        found = re.search(r"http\S+/compte/demo/", log.read_text())
        if found is not None:
            return found[0]
        time.sleep(0.1)
    raise AssertionError(log.read_text())
