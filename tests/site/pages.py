"""Every page of the demonstration: what the tests of looks, validity, weight and speed go through.

`{running}`, `{finished}`, `{great}` and `{hosted}` are the codes of its matches of Gloire, `{daifen}` and `{fief}`
those of the games with only one; `{article}` and `{draft}` are articles of the running
one's gazette; `{gloire_letter}` and `{daifen_letter}` are letters in the running ones. Pages of
another game stand in `tests/site/games/<g>/demo_pages.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from itertools import chain

from heraut.games.registry import GAMES

NOBODY, DEMO = "nobody", "demo"  # a passer-by; the player of the demonstration

LESSONS = ("", "premier-tour/", "erreurs/")  # pages of each lesson
TOOLS = ("argentier", "levee", "chevaliers", "bataille", "retraite", "renommee", "essai")

OWN: Mapping[str, tuple[str, ...]] = {  # those of all games, and of Gloire
    NOBODY: (
        "/",
        "/jouer/?jeu=daifen",
        "/hors-ligne/",
        "/regles/",
        "/palmares/",
        "/classement/",
        "/tournois/",
        "/parties/",
        "/parties/?state=finished&game=gloire&place=SCANDINAVIE&player=Isabeau",
        "/joueurs/Isabeau/",
        "/mentions/",
        "/moderation/",
        "/partie/{finished}/fautes/",
        "/etat/",
        "/tables/",
        "/tables/?place=EUROPE&pace=weekly",
        "/table/{great}/",
        "/api/",
        "/lettres/",
        "/compte/login/",
        "/compte/signup/",
        "/compte/inactive/",
        "/compte/password/reset/",
        "/compte/password/reset/done/",
        "/partie/verifier-un-recu/",
        "/partie/{running}/",
        "/partie/{running}/bilan/1/",
        "/partie/{running}/statistiques/",
        "/partie/{running}/tribune/",
        "/partie/{finished}/",
        "/partie/{finished}/fin/",
        "/partie/{running}/film/?tour=1",
        "/partie/{running}/gazette/",
        "/partie/{running}/gazette/numero/1/",
        "/partie/{finished}/retours/",
        "/partie/{finished}/retours/1/",
        "/partie/{running}/forum/",
        "/partie/{running}/forum/1/",
        "/partie/{running}/forum/recherche/?q=archers",
        "/forum/",
        "/forum/suggestions/",
        "/conduite/",
        "/regles/?q=chevalier",
        "/regles/gloire/",
        "/regles/gloire/?q=armee",
        "/regles/gloire/GP-ARM-03/",
        "/apprendre/",
        *(f"/apprendre/gloire/{page}" for page in LESSONS),
    ),
    DEMO: (
        "/",
        "/tables/nouvelle/",
        "/tournois/nouveau/",
        "/table/{running}/",
        "/table/{finished}/",
        "/table/{hosted}/",
        "/table/{running}/hote/retour/",
        "/table/{finished}/hote/retour/",
        "/compte/",
        "/compte/absence/",
        "/compte/avis/",
        "/compte/relations/",
        "/compte/mesures/",
        "/table/{hosted}/arbitrage/",
        "/partie/{running}/signaler/",
        "/partie/{running}/fautes/",
        "/table/{hosted}/annonces/",
        "/compte/jetons/",
        "/compte/supprimer/",
        "/compte/logout/",
        "/compte/email/",
        "/compte/password/set/",
        "/partie/{running}/",
        "/partie/{running}/?terre=OULU&vue=happiness",
        "/partie/{running}/?terre=NARVIK&vue=population",
        "/partie/{running}/?liste=1&terre=zzz",
        "/partie/{running}/spectateur/",
        "/partie/{running}/regence/",
        "/partie/{running}/ordres/",
        "/partie/{running}/ordres/?ligne=1",
        "/partie/{running}/presentation/",
        "/partie/{running}/lettres/",
        "/partie/{running}/lettres/{gloire_letter}/",
        "/partie/{running}/traites/",
        "/partie/{running}/traites/proposer/truce/",
        "/partie/{running}/traites/proposer/sale/",
        "/partie/{running}/traites/{gloire_treaty}/",
        "/partie/{running}/gazette/",
        "/partie/{running}/gazette/archives/",
        "/partie/{running}/gazette/lire/{article}/",
        "/partie/{running}/gazette/ecrire/",
        "/partie/{running}/gazette/articles/",
        "/partie/{running}/gazette/articles/{draft}/",
        "/partie/{running}/gazette/redaction/",
        "/partie/{running}/forum/",
        "/partie/{running}/forum/?sorte=tale",
        "/partie/{running}/forum/nouveau/",
        "/partie/{running}/forum/1/?citer=2",
        "/partie/{running}/forum/3/",
        "/partie/{running}/forum/message/4/",
        "/partie/{rois}/forum/",
        "/partie/{fief}/forum/1/",
        "/forum/remplacements/",
        "/partie/{running}/bilan/",
        "/partie/{running}/bilan/0/",
        "/partie/{running}/bilan/2/",
        "/partie/{running}/histoire/",
        "/partie/{running}/histoire/?tour=1",
        "/partie/{running}/statistiques/",
        "/partie/{running}/regles/",
        *(f"/partie/{{running}}/outils/{tool}/" for tool in TOOLS),
        "/partie/{running}/outils/levee/?terre=OULU&ecus=500",
        "/partie/{running}/outils/bataille/?terre=NARVIK&hommes1=50&renommee1=40&calcul=1",
        "/partie/{running}/outils/retraite/?terre=OULU&hommes=100",
        "/partie/{finished}/",
        "/partie/{finished}/fin/",
        "/partie/{finished}/bilan/",
        "/partie/{finished}/bilan/3/?seigneur=j2",
        "/partie/{finished}/retours/1/",
        "/partie/{finished}/statistiques/",
        "/partie/{finished}/tribune/?seigneur=j2&tour=1",
    ),
}
OTHERS = [  # games whose pages stand with their own tests
    import_module(f"tests.site.games.{game}.demo_pages")
    for game, entry in GAMES.items()
    if entry.packages.site and game != "gloire"
]
PAGES: Mapping[str, tuple[str, ...]] = {
    NOBODY: tuple(chain(OWN[NOBODY], *(game.FOR_NOBODY for game in OTHERS))),
    DEMO: tuple(chain(OWN[DEMO], *(game.FOR_DEMO for game in OTHERS))),
}

# What the sheet of the running match holds meanwhile: a good line, a bad one, a doubtful one, a comment
ORDERS = "CHE 1\nIMP 12 OULU\nATT Personne OULU\n; un commentaire"
