"""The pictures of the games on the first page and behind shared links: each game's own board, as it draws it itself.

`python -m tools.draw_cards` plays the first turns of a match of each game between bots, from a fixed seed, and writes
`cards/<game>.avif` (small, for the first page) and `cards/<game>.png` (for shared links) below the static files of each
game; and `play/rois_world.avif`, a whole world of Rois aventuriers, as whoever opens a table is shown one.
Needs Chromium and Pillow, which nothing else here does: the results are kept.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import sync_playwright

from heraut import bots
from heraut.engine.match import Match
from heraut.engine.protocol import Json, Seat
from heraut.engine.rng import Rng
from heraut.games import fief, game, gloire, rois, vassaux
from heraut.games.fief.picture import board_svg
from heraut.games.gloire.picture import map_svg
from heraut.games.rois.picture import atlas
from heraut.games.rois.picture.known import Known, Land
from heraut.games.rois.state import World
from heraut.games.vassaux.picture import table_svg

GAMES = Path(__file__).parent.parent / "src" / "heraut" / "site" / "games"
WORLD_FILE = GAMES / "rois" / "static" / "play" / "rois_world.avif"
CARD, SHARED, WORLD = (400, 225), (800, 420), (936, 474)
SEED = b"cards".ljust(32, b".")
WORLD_FRAME = (0.36, 0.17, 0.42)  # the part of a world that stands for it
CONTINENT = Path(__file__).with_name("daifen_card.svg")  # a match of it shows a passer-by nothing that could be drawn


class Scene(NamedTuple):
    """A match to play, how it is drawn, and the part of the drawing that is shown: left, top, width (of 1)."""

    seats: int
    options: Mapping[str, Any]
    steps: int
    draw: Callable[[Json], str]
    frame: tuple[float, float, float]


SCENES: Mapping[str, Scene] = {
    gloire.name: Scene(10, {"map": "SCANDINAVIE", "lords": 10}, 9, map_svg, (0.2, 0.2, 0.55)),
    fief.name: Scene(4, {"mode": "points", "points_turns": 10}, 220, board_svg, (0.15, 0.15, 0.6)),
    vassaux.name: Scene(2, {}, 120, table_svg, (0.2, 0.3, 0.65)),
}


def played(name: str, scene: Scene) -> Json:
    """What a passer-by sees after so many steps between bots, of a game that has nothing to hide."""
    seats = [Seat(f"j{number + 1}") for number in range(scene.seats)]
    match: Match[Any, Any] = Match.new(game(name), seats, dict(scene.options), SEED)
    players = {seat: bots.player(name, "player") for seat in seats}
    for step in range(scene.steps):
        pending = match.pending()
        if not pending:
            break
        draw = Rng(SEED).at("bots", step)
        match.advance({seat: players[seat](asked, asked.view, draw.at(seat)) for seat, asked in pending.items()})
    seen: Json = game(name).view(match.state, None)
    return seen


def whole_world(kingdoms: int = 8) -> str:
    """A world as its arbiter knows it before the first year: ground, homes, villages; numbers and names of nobody."""
    seats = [Seat(f"j{number + 1}") for number in range(kingdoms)]
    match: Match[Any, Any] = Match.new(rois, seats, {"world": "Valbrume"}, SEED)
    world: World = match.state
    homes = {one.home: number for number, one in world.kingdoms.items()}
    lands = {
        number: Land(
            number,
            one.terrain,
            seen=True,
            year=1,
            owner=one.owner,
            tax=one.tax_base,
            people=one.terrain != "sea",
            home=homes.get(number, 0),
        )
        for number, one in world.provinces.items()
    }
    return atlas(Known(1, 0, 0, lands, dict.fromkeys(world.kingdoms, ""), {}, {}))


def photographed(browser: Any, svg: str, width: int = 2400) -> Image.Image:
    """A drawing as Chromium shows it, in daylight."""
    page = browser.new_page(viewport={"width": width, "height": 1600}, color_scheme="light")
    page.set_content(f"<style>*{{margin:0}}svg{{display:block;width:{width}px;height:auto}}</style>{svg}")
    shot = page.locator("svg").first.screenshot()
    page.close()
    return Image.open(BytesIO(shot)).convert("RGB")


def cut(picture: Image.Image, frame: tuple[float, float, float], size: tuple[int, int]) -> Image.Image:
    """The part of a picture in this frame, as large as asked."""
    left, top, width = (part * picture.width for part in frame)
    top = frame[1] * picture.height
    height = width * size[1] / size[0]
    top = min(top, max(0, picture.height - height))
    return picture.crop((int(left), int(top), int(left + width), int(top + height))).resize(
        size, Image.Resampling.LANCZOS
    )


def write(name: str, picture: Image.Image, frame: tuple[float, float, float]) -> None:
    """Both files of a game."""
    folder = GAMES / name / "static" / "cards"
    folder.mkdir(parents=True, exist_ok=True)
    cut(picture, frame, CARD).save(folder / f"{name}.avif", quality=36, speed=0)
    shared = cut(picture, frame, SHARED)
    shared.quantize(96, dither=Image.Dither.NONE).save(folder / f"{name}.png", optimize=True)


def write_world(picture: Image.Image) -> None:
    """The world of a form."""
    picture.resize(WORLD, Image.Resampling.LANCZOS).save(WORLD_FILE, quality=50, speed=0)


def main() -> None:
    """Draws all of them."""
    with sync_playwright() as web:
        browser = web.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, scene in SCENES.items():
            write(name, photographed(browser, scene.draw(played(name, scene))), scene.frame)
        write("daifen", photographed(browser, CONTINENT.read_text(encoding="utf-8")), (0.0, 0.0, 1.0))
        world = photographed(browser, whole_world())
        write(rois.name, world, WORLD_FRAME)
        write_world(world)
        browser.close()


if __name__ == "__main__":
    main()
