"""The sixth game moved into the house, as whoever copies it would do: for what is asked of all games there."""

from __future__ import annotations

from pathlib import Path

from tests.sixth_game import NAME

PACKAGE = "tests.sixth_game"
# Where each part of it would stand if it moved into the house for good
PLACES = {
    "game": f"heraut/games/{NAME}",
    "bots": f"heraut/bots/{NAME}",
    "cli": f"heraut/cli/{NAME}",
    "site": f"heraut/site/games/{NAME}",
    "layout.py": f"heraut/lab/envs/layouts/{NAME}.py",
}


def moved_in(root: Path) -> None:
    """Copies its parts to their places below a folder; they import each other from there."""
    here = Path(__file__).parent
    for part, place in PLACES.items():
        sources = [here / part] if (here / part).is_file() else sorted((here / part).rglob("*"))
        for source in sources:
            if source.is_file() and "__pycache__" not in source.parts:
                target = root / place / source.relative_to(here / part)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(renamed(source.read_text(encoding="utf-8")), encoding="utf-8")


def renamed(text: str) -> str:
    """A file of its, with the imports that it has there."""
    text = text.replace(f"from {PACKAGE} import game\n", f"from heraut.games import {NAME} as game\n")
    for part, place in PLACES.items():
        text = text.replace(f"{PACKAGE}.{part}", place.replace("/", "."))
    return text
