"""What every app stands on: static files, migrations."""

from __future__ import annotations

import gzip
import re
from io import StringIO
from pathlib import Path

from django.core.management import call_command
from django.templatetags.static import static
from django.test import override_settings

import heraut.site
from heraut.games.registry import GAMES
from tests.site.files import static_file

SITE = Path(heraut.site.__file__).parent
STATIC = SITE / "static"


def test_static_files_are_served_under_an_address_that_changes_with_them() -> None:
    address = static("css/heraut.css")
    assert "?v=" in address
    sent = static_file(address, encoding="")
    assert sent.body == (STATIC / "css/heraut.css").read_bytes()
    assert int(re.search(r"max-age=(\d+)", sent.headers["Cache-Control"])[1]) > 60 * 60 * 24  # type: ignore[index]
    assert sent.headers["X-Content-Type-Options"] == "nosniff"


def test_static_files_are_compressed_beforehand() -> None:
    for name in ("css/heraut.css", "js/heraut.js", "js/htmx.min.js"):
        sent = static_file(static(name))
        assert sent.headers["Content-Encoding"] == "gzip" and "Accept-Encoding" in sent.headers["Vary"]
        assert gzip.decompress(sent.body) == (STATIC / name).read_bytes()


def test_what_a_page_loads_is_light() -> None:
    shell = [
        *STATIC.glob("fonts/*.woff2"),
        *(STATIC / name for name in ("css/heraut.css", "js/heraut.js", "js/htmx.min.js")),
    ]
    assert sum(path.stat().st_size for path in shell) < 200_000


def test_style_and_scripts_load_nothing_from_elsewhere() -> None:
    for path in [*SITE.rglob("*.css"), STATIC / "js" / "heraut.js"]:
        assert "://" not in path.read_text()


def test_what_is_named_after_a_game_stands_in_its_package() -> None:
    """Style sheets, scripts and pictures: `play/rois.js`, `cards/fief.avif`, `learn/gloire-board-fr-dark.webp`."""
    for path in SITE.glob("**/static/**/*.*"):
        game = re.split(r"[._-]", path.name)[0]
        assert game not in GAMES or path.is_relative_to(SITE / "games" / game), path


def test_every_vendored_file_has_its_licence_beside_it() -> None:
    for path in [*STATIC.glob("fonts/*.woff2"), STATIC / "js" / "htmx.min.js"]:
        assert any(path.name.startswith(licence.name.split("-LICENSE")[0]) for licence in path.parent.glob("*LICENSE*"))


@override_settings(MIGRATION_MODULES={})
def test_migrations_say_what_the_models_say(db: None) -> None:
    call_command("makemigrations", check=True, dry_run=True, stdout=StringIO())
