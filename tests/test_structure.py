"""The shape of the house: no circle of files, none hidden in a function, modules and functions that one can read at a
sitting, five games of one shape.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heraut.games import NAMES
from tests.imports import arrows_of, circles, hidden, long_functions, long_modules, unlisted

SOURCE = Path(__file__).parents[1] / "src"
LONGEST_MODULE, LONGEST_FUNCTION = 350, 40
MOST_AT_THE_TOP = 21  # modules of a game beside its packages
SHARED = (
    "state", "orders", "decision", "setup", "options", "turn", "resolution", "view", "herald", "report", "migrations",
    "phases", "calculators", "tables", "text",
)  # fmt: skip


@pytest.mark.slow
def test_no_files_import_one_another() -> None:
    assert circles(arrows_of(SOURCE)) == set()


@pytest.mark.slow
def test_no_import_inside_a_function_hides_a_circle() -> None:
    assert hidden(arrows_of(SOURCE)) == set()


def test_modules_can_be_read_at_a_sitting() -> None:
    assert long_modules(SOURCE, LONGEST_MODULE) == {}


@pytest.mark.slow
def test_functions_are_short() -> None:
    assert long_functions(SOURCE, LONGEST_FUNCTION) == {}


def test_a_list_of_modules_names_each() -> None:
    assert unlisted(SOURCE) == {}


@pytest.mark.parametrize("game", NAMES)
def test_games_have_the_same_file_names(game: str) -> None:
    package = SOURCE / "heraut" / "games" / game
    assert [name for name in SHARED if not ((package / name).is_dir() or (package / f"{name}.py").is_file())] == []
    assert len([path for path in package.glob("*.py") if path.stem != "__init__"]) <= MOST_AT_THE_TOP


def test_whoever_locks_a_row_lets_others_add_rows_that_name_it() -> None:
    """A plain lock of PostgreSQL makes every row that points to the locked one wait to be added: an entry of a match's
    chronicle, a seat's letter. Of two acts that wait for each other one is broken off. `no_key=True` does not.
    """
    texts = [path.read_text(encoding="utf-8") for path in (SOURCE / "heraut" / "site").rglob("*.py")]
    locks = [lock for text in texts for lock in re.findall(r"select_for_update\((.*)", text)]
    assert locks and [lock for lock in locks if "no_key=True" not in lock] == []


# The finders themselves, on a house built for it


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A package whose modules import one another in every way that there is."""
    files = {
        "house/__init__.py": "",
        "house/attic.py": "from house.cellar import wine\nfrom house import roof\n",
        "house/cellar.py": "wine = 1\n",
        "house/roof.py": "def tile():\n    from house.attic import beam\n    return beam\n",
        "house/garden.py": "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from .wall import Stone\n",
        "house/wall.py": "import house.garden\n",
        "house/gate.py": "def door():\n    from house.cellar import wine\n    return wine\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_circles_are_found_through_types_and_functions_too(house: Path) -> None:
    assert circles(arrows_of(house)) == {
        frozenset({"house.attic", "house.roof"}),
        frozenset({"house.garden", "house.wall"}),
    }


def test_an_import_inside_a_function_is_no_fault_where_it_hides_nothing(house: Path) -> None:
    assert hidden(arrows_of(house)) == {("house.roof", "house.attic")}


def test_lines_are_counted(house: Path) -> None:
    assert long_modules(house, 2) == {"house.roof": 3, "house.garden": 4, "house.gate": 3}
    assert long_functions(house, 2) == {"house.roof.tile": 3, "house.gate.door": 3}


def test_modules_that_their_package_forgets_are_found(house: Path) -> None:
    listed = '"""A house.\n\nattic.py what is kept\ncellar.py wine    roof.py tiles, a gate\n"""\n'
    (house / "house" / "__init__.py").write_text(listed, encoding="utf-8")
    assert unlisted(house) == {"house": ["garden", "gate", "wall"]}
