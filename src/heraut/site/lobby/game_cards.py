"""The games as the first page offers them, those included that have no pages yet: what they are, and a way to try."""

from __future__ import annotations

from dataclasses import dataclass

from heraut.games.registry import GAMES
from heraut.site.common.words import lang, site_words
from heraut.site.matches.adapters import adapter, builders, names
from heraut.site.matchpage.board_pictures import board_picture


@dataclass(frozen=True)
class GameCard:
    """One game; `playable`: whether it can be tried here, or at the command line alone."""

    game: str
    playable: bool

    @property
    def picture(self) -> str:
        """Its own board, "" where nobody has drawn it."""
        return board_picture(self.game)

    def words(self, key: str, otherwise: str = "") -> str:
        """One of its sentences."""
        told, name = site_words(lang()), f"{self.game}_{key}"
        return told.say("card", name) if told.has("card", name) else otherwise

    @property
    def name(self) -> str:
        """What it is called."""
        told = site_words(lang())
        named = told.say("game", self.game) if told.has("game", self.game) else self.game.capitalize()
        return self.words("name", named)

    @property
    def players(self) -> str:
        """By how many it is played."""
        return self.words("players")

    @property
    def length(self) -> str:
        """How long a match lasts."""
        return self.words("length")

    @property
    def sentence(self) -> str:
        """What it is about."""
        return self.words("sentence", GAMES[self.game].about(lang()))

    @property
    def ways(self) -> list[tuple[str, str]]:
        """Other ways to play it at once than against bots, in words."""
        return [(way, self.words(f"way_{way}")) for way in adapter(self.game).quick_ways] if self.playable else []

    @property
    def builders(self) -> list[tuple[str, str]]:
        """Pages on which something is made for its matches: addresses and words."""
        return builders(self.game) if self.playable else []

    @property
    def trying(self) -> str:
        """How long it takes to try it."""
        return self.words("trying")


def game_cards() -> list[GameCard]:
    """Every game, those that can be played here first; one whose pages cannot be loaded is left out."""
    here = names()
    elsewhere = [name for name, entry in GAMES.items() if not entry.packages.site]
    return [*(GameCard(name, True) for name in here), *(GameCard(name, False) for name in elsewhere)]
