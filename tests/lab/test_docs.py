"""Every command of docs/lab.md does what the page says, in small; what pages of bots and of the lab name is there."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from heraut.games.registry import GAMES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "lab.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
# What the page does at length, and this test in small.
SMALLER = {
    "range(1000)": "range(30)",
    "range(200)": "range(8)",
    "--matches 9600 --measure 400 --points 8": "--matches 32 --measure 8 --points 1",
}


def test_the_page_has_commands_and_python() -> None:
    assert {language for language, _ in BLOCKS} == {"sh", "python"}
    assert all(any(long in block for _, block in BLOCKS) for long in SMALLER)


def test_the_extra_that_the_page_installs_exists() -> None:
    import tomllib

    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert "pip install 'heraut[lab]'" in PAGE
    assert {"numpy", "gymnasium", "pettingzoo", "open_spiel", "matplotlib"} <= set(extras["lab"])


GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
NAMING = {
    **{path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("lab*.md")},
    **{name: (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("bots.md", "ladder.md")},
    **{path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "adr").glob("002[67]-*.md")},
    "A learned bot": GUIDE.partition("## A learned bot")[2].partition("\n## ")[0],
}


@pytest.mark.parametrize("page", NAMING)
def test_every_module_and_file_that_a_page_names_is_there(page: str) -> None:
    text = NAMING[page]
    modules = re.findall(r"python -m\s+([\w.]+)", text) + re.findall(r"`(heraut(?:\.\w+)+)`", text)
    missing = [name for name in modules if not found(name)]
    paths = re.findall(
        r"`((?:src/|docs/|tests/|examples/|benchmarks/|bots/|lab/|cli/|engine/|matches/)[\w./<>]+)`", text
    )
    paths += re.findall(r"\]\(([\w./]+)\)", text)
    assert missing + sorted({path for path in paths if not exists(path)}) == []


def exists(path: str) -> bool:
    """Whether a file is there; one that games have, in any of them, as a game may do without."""
    places = (ROOT, ROOT / "docs", ROOT / "src" / "heraut", ROOT / "src" / "heraut" / "site")
    named = {re.sub("<game>|<g>|GAME", game, path) for game in GAMES}
    return any((place / one).exists() for place in places for one in named)


def found(name: str) -> bool:
    """Whether a dotted name is a module, or something in one; what an extra brings is not loaded."""
    for last in (None, -1):
        try:
            if importlib.util.find_spec(".".join(name.split(".")[:last])) is not None:
                return last is None or re.search(rf"\b{name.split('.')[-1]}\b", source(name)) is not None
        except ModuleNotFoundError:
            continue
    return False


def source(name: str) -> str:
    """The text of the module that a name is in."""
    spec = importlib.util.find_spec(name.rpartition(".")[0])
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_a_block_runs(number: int, tmp_path: Path) -> None:
    language, text = BLOCKS[number]
    for long, short in SMALLER.items():
        text = text.replace(long, short)
    script = tmp_path / "block.py"
    script.write_text(text, encoding="utf-8")
    paths = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    for command in [[str(script)]] if language == "python" else [shlex.split(line)[1:] for line in text.splitlines()]:
        if command[0] == "install":  # of a package index, which tests do not ask
            continue
        ended = subprocess.run(
            [sys.executable, "-W", "ignore", *command],
            cwd=tmp_path, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ended.returncode == 0, ended.stderr
    if "train_fief" in text:
        assert (tmp_path / "trained" / "fief2.svg").stat().st_size > 1_000


@pytest.mark.slow
def test_what_a_campaign_keeps_is_read_as_the_page_says(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra `lab` is not installed: pip install 'heraut[lab]'")
    from heraut.lab.campaign import Campaign, plan

    made = plan("fief", bots=("random",), seats=2, seed="09", max_turns=5)
    list(Campaign.begin(tmp_path, made).run(2))
    page = (ROOT / "docs" / "lab-data.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    script = block.replace("FOLDER", str(tmp_path))
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ended.returncode == 0 and "won_mean" in ended.stdout, ended.stderr
