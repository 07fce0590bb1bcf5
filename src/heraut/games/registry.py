"""The one place where a game is entered: whatever the house knows of a game before it loads its packages.

Games, bots, lab, command line and site read it, and have no other list. What is longer than a line stands with the
game, under names alike in all (CONTRIBUTING.md, "Add a game").
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from heraut.engine.words import typeset

BOTS = ("random", "silent", "classic", "novice", "player", "master")  # levels (`bots/character.py`)


class Packages(NamedTuple):
    """Where the parts of a game stand, as one imports them; `site` is "" where it has no pages."""

    game: str
    bots: str
    cli: str
    site: str = ""


class Learning(NamedTuple):
    """A game to learn in (`heraut.lab.envs`): where its layout stands, and what holds where nothing else is said."""

    layout: str = ""  # the module that lays out what a seat sees as numbers; "": nobody can learn in it
    slots: int = 256  # orders offered at a time, at most
    steps: int = 100  # after which a match is stopped
    most: int = 6  # seats
    counted: str = ""  # the option that says how many play, where the game does not count those who come


class Entry(NamedTuple):
    """A game in the register."""

    fr: str  # the game in a line
    en: str
    packages: Packages
    seats: int  # how many play where nothing else says so
    odds: Mapping[str, str] = {}  # calculators of the command line: the module of `packages.cli` in which each stands
    bots: tuple[str, ...] = BOTS
    longest: int = 100  # steps, after which a match between bots is stopped where nothing else is said
    one_by_one: bool = False  # whether seats decide one by one, as around a table: one order is an answer
    learning: Learning = Learning()

    def about(self, lang: str) -> str:
        """The game in a line."""
        return typeset(self.fr if lang == "fr" else self.en, lang)


GAMES: dict[str, Entry] = {
    "gloire": Entry(
        "Gloire et Pouvoir : de deux à cent seigneurs, des ordres secrets, un trône",
        "Gloire et Pouvoir: two to a hundred lords, secret orders, one throne",
        packages=Packages("heraut.games.gloire", "heraut.bots.gloire", "heraut.cli.gloire", "heraut.site.games.gloire"),
        seats=2,  # unless the map says more
        odds={
            "battle": "battle",
            "finance": "odds",
            "levy": "odds",
            "knights": "odds",
            "retreat": "odds",
            "rehearse": "rehearse",
        },
        learning=Learning("heraut.lab.envs.layouts.gloire", steps=60, most=100, counted="lords"),
    ),
    "daifen": Entry(
        "Daifen : cinq races dans le brouillard, des espions et des rumeurs, un dernier royaume debout",
        "Daifen: five races in the fog, spies and rumours, one last kingdom standing",
        packages=Packages("heraut.games.daifen", "heraut.bots.daifen", "heraut.cli.daifen", "heraut.site.games.daifen"),
        seats=16,  # `kingdoms_default` of its tables (DA-CON-06)
        odds={"assault": "assault", "rehearse": "rehearse"},
        learning=Learning("heraut.lab.envs.layouts.daifen", slots=384, most=40),
    ),
    "fief": Entry(
        "Fief : des familles autour d'un plateau, des cartes, des fiefs, une couronne",
        "Fief: families around a board, cards, fiefs, a crown",
        packages=Packages("heraut.games.fief", "heraut.bots.fief", "heraut.cli.fief", "heraut.site.games.fief"),
        seats=4,  # where the rulebook begins to advise the normal game
        longest=5000,
        odds={"battle": "battle", "reach": "reach", "ledger": "ledger"},
        one_by_one=True,
        learning=Learning("heraut.lab.envs.layouts.fief", slots=192, steps=5000),
    ),
    "vassaux": Entry(
        "Seigneurs & Vassaux : deux osts sur une table sans cases, des ordres, des dés et du sang-froid",
        "Seigneurs & Vassaux: two hosts on a table without squares, orders, dice and cool heads",
        packages=Packages(
            "heraut.games.vassaux", "heraut.bots.vassaux", "heraut.cli.vassaux", "heraut.site.games.vassaux"
        ),
        seats=2,  # a single seat plays against the reaction table
        longest=5000,
        odds={"attack": "odds", "melee": "odds", "shot": "odds", "test": "odds", "spell": "odds"},
        one_by_one=True,
        learning=Learning("heraut.lab.envs.layouts.vassaux", slots=64, steps=2000, most=2),
    ),
    "rois": Entry(
        "Rois aventuriers : un monde de 162 provinces, des rois, des héros, des monstres",
        "Rois aventuriers: a world of 162 provinces, kings, heroes, monsters",
        packages=Packages("heraut.games.rois", "heraut.bots.rois", "heraut.cli.rois", "heraut.site.games.rois"),
        seats=8,  # the least that the rules have in mind (RO-SET-01)
        odds={"battle": "battle", "encounter": "odds", "budget": "odds", "chances": "chances", "rehearse": "rehearse"},
        learning=Learning("heraut.lab.envs.layouts.rois", steps=40, most=12),
    ),
}
