from functools import partial
from importlib import import_module
from pkgutil import iter_modules

from django.apps import AppConfig

from heraut.engine.words import LANGUAGES, catalogue
from heraut.games import NAMES


class GamesConfig(AppConfig):
    """See the package."""

    name = "heraut.site.games"
    label = "game_pages"

    def ready(self) -> None:
        """From now on the floors below reach the games that have a package here, and say their words."""
        from heraut.site.common.words import add_words
        from heraut.site.matches.adapters import GameSite, register

        def load(game: str, package: str) -> GameSite:
            check_words(game, package)
            site: GameSite = import_module(f"{package}.adapter").SITE
            return site

        here = {found.name for found in iter_modules(import_module(self.name).__path__) if found.ispkg}
        for game in NAMES:
            if game in here:
                add_words(f"{self.name}.{game}")
                register(game, partial(load, game, f"{self.name}.{game}"))


def check_words(game: str, package: str) -> None:
    """Its words can be read, and the first page can name it. Raises ValueError or OSError."""
    for lang in LANGUAGES:
        if not catalogue(package, lang).has("game", game):
            raise ValueError(f"{package}: text/{lang}.toml does not say what the game is called")
