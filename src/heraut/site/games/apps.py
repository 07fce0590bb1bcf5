from functools import partial
from importlib import import_module
from pkgutil import iter_modules

from django.apps import AppConfig

from heraut.games import NAMES


class GamesConfig(AppConfig):
    """See the package."""

    name = "heraut.site.games"
    label = "game_pages"

    def ready(self) -> None:
        """From now on the floors below reach the games that have a package here."""
        from heraut.site.matches.adapters import GameSite, register

        def load(package: str) -> GameSite:
            site: GameSite = import_module(f"{package}.adapter").SITE
            return site

        here = {found.name for found in iter_modules(__import__(self.name, fromlist=["_"]).__path__) if found.ispkg}
        for game in NAMES:
            if game in here:
                register(game, partial(load, f"{self.name}.{game}"))
