"""The shape of the house: no circle of files, none hidden in a function, and modules and functions one can sit down
and read. What is still open is listed with its reason; whoever mends it takes it off the list.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.imports import arrows_of, circles, hidden, long_functions, long_modules

SOURCE = Path(__file__).parents[1] / "src"
LONGEST_MODULE, LONGEST_FUNCTION = 350, 40

OPEN_CIRCLES: dict[frozenset[str], str] = {
    frozenset({"heraut.engine.protocol", "heraut.engine.sheets"}): "a type alone: Bounds belongs to the protocol",
    frozenset({"heraut.site.play.follow", "heraut.site.play.frame"}): "the pages of a match, until the site has floors",
}
OPEN_HIDDEN: dict[tuple[str, str], str] = {
    ("heraut.site.play.follow", "heraut.site.play.frame"): "the pages of a match, until the site has floors",
}
OPEN_MODULES: dict[str, str] = {
    "heraut.games.daifen.report": "its parts are still one catalogue of sentences",
    "heraut.games.gloire.report": "its chapters are still being cut",
    "heraut.site.lobby.views": "the site is being put on floors",
    "heraut.site.matches.conduct": "the site is being put on floors",
    "heraut.site.play.fief.lobby": "the site is being put on floors",
    "heraut.site.play.fief.panels": "the site is being put on floors",
    "heraut.site.play.gloire.forms": "the site is being put on floors",
}
OPEN_FUNCTIONS: dict[str, str] = {
    "heraut.games.gloire.phases.levy.call_knights": "its chapters are still being cut",
    "heraut.games.gloire.phases.levy.levy": "its chapters are still being cut",
    "heraut.games.gloire.view.public_view": "its chapters are still being cut",
    "heraut.games.gloire.view.own_view": "its chapters are still being cut",
    "heraut.site.matches.conduct.save_orders": "the site is being put on floors",
    "heraut.site.play.daifen.assault.assault": "the site is being put on floors",
    "heraut.site.play.gloire.forms.fields": "the site is being put on floors",
    "heraut.site.play.gloire.report.estate_tables": "the site is being put on floors",
}


def test_no_files_import_one_another() -> None:
    found = circles(arrows_of(SOURCE))

    assert found - OPEN_CIRCLES.keys() == set(), "a new circle of files"
    assert OPEN_CIRCLES.keys() - found == set(), "open no longer: take it off the list"


def test_no_import_inside_a_function_hides_a_circle() -> None:
    found = hidden(arrows_of(SOURCE))

    assert found - OPEN_HIDDEN.keys() == set(), "an import inside a function that hides a circle"
    assert OPEN_HIDDEN.keys() - found == set(), "open no longer: take it off the list"


def test_modules_can_be_read_at_a_sitting() -> None:
    found = long_modules(SOURCE, LONGEST_MODULE)

    assert {name: lines for name, lines in found.items() if name not in OPEN_MODULES} == {}, "too long a module"
    assert OPEN_MODULES.keys() - found.keys() == set(), "open no longer: take it off the list"


def test_functions_are_short() -> None:
    found = long_functions(SOURCE, LONGEST_FUNCTION)

    assert {name: lines for name, lines in found.items() if name not in OPEN_FUNCTIONS} == {}, "too long a function"
    assert OPEN_FUNCTIONS.keys() - found.keys() == set(), "open no longer: take it off the list"


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
