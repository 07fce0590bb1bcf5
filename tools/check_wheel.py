"""The wheel, built and installed alone with what requirements.lock pins: `heraut play` from it, and its first page.

`python -m tools.check_wheel`, in the environment of `make install`. What a checkout has and a wheel may lack (a table,
a template, a catalogue, a package) is missing here. Takes some 40 s; ends with a status other than 0 on a fault.
"""

from __future__ import annotations

import http.cookiejar
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parent.parent
SECONDS = 240
HIDDEN = ("PYTHONPATH", "HERAUT_DATA", "HERAUT_DATABASE", "DJANGO_SETTINGS_MODULE")


def pip(python: str | Path, *words: str | Path) -> None:
    """Runs pip. Raises CalledProcessError."""
    quiet = ("--quiet", "--quiet", "--disable-pip-version-check")
    subprocess.run([python, "-m", "pip", *words, *quiet], check=True, cwd=ROOT)


def installed(folder: Path) -> Path:
    """The `heraut` of an environment of its own in this folder, which knows nothing of the checkout."""
    shutil.rmtree(ROOT / "build" / "lib", ignore_errors=True)  # where files that are gone from src would live on
    pip(sys.executable, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ".")
    (wheel,) = folder.glob("heraut-*.whl")
    print(f"{wheel.name}: {wheel.stat().st_size / 1024:.0f} kB", flush=True)
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    pip(python, "install", "--no-deps", "--require-hashes", "-r", "requirements.lock")
    pip(python, "install", "--no-deps", "--no-index", wheel)
    return python.with_name("heraut")


def first_page(heraut: Path, folder: Path) -> str:
    """What `heraut play` shows whoever follows the address that it tells."""
    environment = {key: value for key, value in os.environ.items() if key not in HIDDEN} | {"LANG": "fr_FR.UTF-8"}
    log = folder / "log"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    with log.open("w") as output:
        site = subprocess.Popen(
            [heraut, "play", "--port", port], cwd=folder, env=environment, stdout=output, stderr=subprocess.STDOUT
        )
        try:
            browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
            return str(browser.open(told(log, site), timeout=SECONDS).read().decode())
        finally:
            site.send_signal(signal.SIGTERM)
            site.wait(SECONDS)


def told(log: Path, site: subprocess.Popen[bytes]) -> str:
    """The address to follow, once the command has told it."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until and site.poll() is None:
        if found := re.search(r"http\S+/compte/demo/", log.read_text()):
            return found[0]
        time.sleep(0.1)
    raise SystemExit(f"no site:\n{log.read_text()}")


def main() -> None:
    """Builds, installs, plays and looks."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="heraut-wheel-") as name:
        folder = Path(name)
        heraut = installed(folder)
        played = folder / "played"
        played.mkdir()
        page = first_page(heraut, played)
    if "Le Serment du Nord" not in page:
        raise SystemExit(f"the first page is not that of the demonstration:\n{page[:2000]}")
    print(f"the wheel plays: {len(page) / 1024:.0f} kB of first page, {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
