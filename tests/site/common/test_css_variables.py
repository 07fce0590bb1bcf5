"""The variables of the style sheets: a name that nobody defines falls back to what no theme chose, without a word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import heraut

ROOT = Path(heraut.__file__).parent  # not the site's alone: pictures of games bring sheets and colours of their own
SHEETS = sorted(ROOT.rglob("*.css"))
WRITERS = [path for ending in ("py", "js", "html", "svg") for path in ROOT.rglob(f"*.{ending}")]
READ = re.compile(r"var\(\s*(--[\w-]+)")
DEFINED = re.compile(r"(?<![\w-])(--[\w-]+)\s*:")
NAMED = re.compile(r"(?<![\w-])(?<!var\()(--[\w-]+)")  # in code, which may keep the name apart from its value


def undefined(sheets: list[str], writers: list[str]) -> set[str]:
    """Variables that these sheets read, and neither a sheet defines nor code writes."""
    defined = {name for sheet in sheets for name in DEFINED.findall(sheet)}
    named = {name for writer in writers for name in NAMED.findall(writer)}
    return {name for sheet in sheets for name in READ.findall(sheet)} - defined - named


@pytest.mark.slow
def test_every_variable_that_a_sheet_reads_is_defined() -> None:
    sheets = [path.read_text(encoding="utf-8") for path in SHEETS]
    writers = [path.read_text(encoding="utf-8") for path in WRITERS]

    assert len(sheets) > 10
    assert undefined(sheets, writers) == set()


@pytest.mark.parametrize(
    ("sheet", "writer", "missing"),
    [
        ("p { color: var(--quiet); }", "", {"--quiet"}),
        ("p { color: var(--quiet, red); }", 'style="color: var(--quiet)"', {"--quiet"}),
        (":root{--quiet:red} p { color: var(--quiet); }", "", set()),
        ("p { color: var( --quiet ); }", "style.setProperty('--quiet', colour)", set()),
        ("p { color: var(--quiet); }", '<p style="--quiet: red">', set()),
    ],
)
def test_a_fallback_defines_nothing(sheet: str, writer: str, missing: set[str]) -> None:
    assert undefined([sheet], [writer]) == missing
