"""Lighthouse 12, as a telephone: five pages that strangers open are quick, and without a fault in all else.

Lighthouse is a program of npm; HERAUT_LIGHTHOUSE says where it is. What it measures of speed depends on what else the
machine does meanwhile, which only ever makes it slower: of a few tries the best one counts. One in which it lost the
browser's trace, and asks to be run again, counts as a try that saw nothing.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.site.e2e.conftest import FLAGS, WHOLE, Site

LIGHTHOUSE = os.environ.get("HERAUT_LIGHTHOUSE", "")
LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
TRIES = 4
MOST_SHIFT = 0.05
HEAVIEST = 120_000  # bytes of the first page, as sent: headers, styles, scripts, letters and pictures included

pytestmark = pytest.mark.skipif(not LIGHTHOUSE, reason="no Lighthouse: HERAUT_LIGHTHOUSE names it")


def look(address: str, folder: Path) -> dict[str, Any]:
    """What Lighthouse says of a page, seen by somebody who has never been here; `runtimeError` if it saw nothing."""
    flags = " ".join(["--headless", *FLAGS])
    told = folder / "told.json"  # to a pipe it would write half, where it ends for having lost the trace
    told.unlink(missing_ok=True)
    command = [LIGHTHOUSE, address, "--quiet", "--output=json", f"--output-path={told}", f"--chrome-flags={flags}"]
    environment = os.environ | {"CHROME_PATH": WHOLE or ""}
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=240, check=False)
    if not told.exists():
        return {"runtimeError": answer.stderr[-2000:], "audits": {}}
    found: dict[str, Any] = json.loads(told.read_text(encoding="utf-8"))
    return found


def scores(found: dict[str, Any]) -> dict[str, int]:
    """Its marks, of a hundred."""
    return {name: round(found["categories"][name]["score"] * 100) for name in LEAST}


def faults(found: dict[str, Any]) -> list[str]:
    """What it marks down."""
    audits = found["audits"].values()
    return [
        f"{one['id']}: {one.get('displayValue', '')}"
        for one in audits
        if one["score"] is not None and one["score"] < 0.9
    ]


@pytest.mark.parametrize(
    "page", ["/", "/tables/", "/partie/{running}/", "/partie/{finished}/", "/partie/{finished}/fin/"]
)
def test_a_page_is_quick_and_without_a_fault(site: Site, page: str, tmp_path: Path) -> None:
    given: dict[str, int] = {}
    found: dict[str, Any] = {}
    for _ in range(TRIES):
        found = look(site.url + page.format(**site.codes), tmp_path)
        if "runtimeError" in found:
            continue
        given = scores(found)
        assert all(given[name] >= least for name, least in LEAST.items() if name != "performance"), faults(found)
        assert found["audits"]["cumulative-layout-shift"]["numericValue"] < MOST_SHIFT
        if page == "/":
            assert found["audits"]["total-byte-weight"]["numericValue"] < HEAVIEST
        if given["performance"] >= LEAST["performance"]:
            return
    raise AssertionError((found.get("runtimeError"), given, faults(found)))
