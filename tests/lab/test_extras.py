"""What is missing is said in a sentence, with the command that installs it; nothing else loads what the lab needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from heraut.lab.extras import MissingExtra, require

EXTRAS = {"numpy", "gymnasium", "pettingzoo", "pyspiel", "matplotlib"}
HIDDEN = """
import sys
for name in {names!r}:
    sys.modules[name] = None
import heraut.lab.envs{part}
"""


def test_what_is_there_is_not_asked_for() -> None:
    require("json")


def test_what_is_missing_is_named_with_its_command() -> None:
    with pytest.raises(
        MissingExtra, match=r"no_such_thing: not installed; install it with: pip install 'heraut\[lab\]'"
    ):
        require("json", "no_such_thing")


@pytest.mark.slow
@pytest.mark.parametrize(("part", "name"), [("", "pettingzoo"), ("", "gymnasium"), (".spiel", "pyspiel")])
def test_environments_say_so(part: str, name: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", HIDDEN.format(names=[name], part=part)], capture_output=True, text=True, check=False
    )
    assert ended.stderr.splitlines()[-1] == (
        f"heraut.lab.extras.MissingExtra: {name}: not installed; install it with: pip install 'heraut[lab]'"
    )


@pytest.mark.parametrize("name", ["pyarrow", "matplotlib"])
def test_the_page_of_a_campaign_says_so(name: str) -> None:
    code = f"import sys; sys.modules[{name!r}] = None; from heraut.lab.report import main; sys.exit(main(['folder']))"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (
        2,
        f"{name}: not installed; install it with: pip install 'heraut[lab]'\n",
    )


@pytest.mark.slow
@pytest.mark.parametrize("module", ["heraut.cli", "heraut.lab.simulate", "heraut.bots", "heraut.site.settings"])
def test_nobody_else_loads_it(module: str) -> None:
    asked = f"import sys, {module}; print({EXTRAS} & set(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "set()"
