"""The shape of the house: no circle of files, none hidden in a function, modules and functions that one can read at a
sitting, five games of one shape.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heraut.games import NAMES
from tests.imports import arrows_of, circles, hidden, long_functions, long_modules, parts_of, unlisted
from tests.sixth_game import NAME
from tests.sixth_game.moving import moved_in

SOURCE = Path(__file__).parents[1] / "src"
LONGEST_MODULE, LONGEST_FUNCTION = 350, 40
MOST_AT_THE_TOP = 21  # modules of a game beside its packages
# What a game has, and what it has only where its rules ask for it (CONTRIBUTING.md, "Add a game")
EVERY_GAME = ("state", "options", "setup", "decision", "turn", "view", "report", "calculators", "tables", "text")
SOME_GAMES = ("orders", "resolution", "phases", "herald", "migrations")
# What the same thing is called elsewhere: where a game has it, it bears the name that it has in all others
CALLED_ELSEWHERE = {
    "nouns": "state", "model": "state", "settings": "options", "start": "setup", "decisions": "decision",
    "order_list": "orders", "commands": "orders", "actions": "orders", "verbs": "orders", "turns": "turn",
    "resolver": "resolution", "adjudication": "resolution", "chapters": "phases", "stages": "phases",
    "views": "view", "visibility": "view", "reports": "report", "sentences": "herald", "wording": "herald",
    "words": "herald", "migration": "migrations", "upgrades": "migrations", "odds": "calculators",
    "calculator": "calculators", "data": "tables", "texts": "text", "locale": "text",
}  # fmt: skip


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
    check_file_names(SOURCE / "heraut" / "games" / game)


def check_file_names(package: Path) -> None:
    """What every game has is there, and what only some have bears the same name in all."""
    parts = parts_of(package)
    assert [name for name in EVERY_GAME if name not in parts] == []
    assert {name: CALLED_ELSEWHERE[name] for name in parts if name in CALLED_ELSEWHERE} == {}
    assert len([path for path in package.glob("*.py") if path.stem != "__init__"]) <= MOST_AT_THE_TOP


def test_a_game_that_is_added_as_the_guide_says_has_the_shape_of_the_house(tmp_path: Path) -> None:
    moved_in(tmp_path)
    check_file_names(tmp_path / "heraut" / "games" / NAME)
    arrows = arrows_of(tmp_path)
    assert arrows and circles(arrows) == hidden(arrows) == set()
    assert long_modules(tmp_path, LONGEST_MODULE) == long_functions(tmp_path, LONGEST_FUNCTION) == {}
    assert unlisted(tmp_path) == {}


def test_the_guide_names_the_files_of_a_game() -> None:
    guide = (SOURCE.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    told = guide.partition("**The game**")[2].partition("**Its bots**")[0]
    assert [name for name in (*EVERY_GAME, *SOME_GAMES) if not re.search(rf"\b{name}(\.py|/)", told)] == []


def test_a_file_of_a_game_that_bears_another_name_is_found(tmp_path: Path) -> None:
    moved_in(tmp_path)
    package = tmp_path / "heraut" / "games" / NAME
    (package / "verbs.py").write_text("", encoding="utf-8")
    with pytest.raises(AssertionError, match="orders"):
        check_file_names(package)
    (package / "verbs.py").rename(package / "orders.py")
    check_file_names(package)
    (package / "view.py").unlink()
    with pytest.raises(AssertionError, match="view"):
        check_file_names(package)


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
