"""Every page of the demonstration: what the tests of looks, validity, weight and speed go through.

`{running}`, `{finished}`, `{great}` and `{hosted}` are the codes of its matches, `{continent}` that of Daifen;
`{thread}` and `{stranger}` are letters in the first and the last.
"""

from __future__ import annotations

from collections.abc import Mapping

NOBODY, DEMO = "nobody", "demo"  # a passer-by; the player of the demonstration

CONTINENT_TOOLS = ("atlas", "espions", "connaissances", "assaut")
TOOLS = ("argentier", "levee", "chevaliers", "bataille", "retraite", "renommee")

PAGES: Mapping[str, tuple[str, ...]] = {
    NOBODY: (
        "/",
        "/regles/",
        "/palmares/",
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
        "/partie/{finished}/",
        "/regles/?jeu=daifen",
        "/regles/?jeu=daifen&peuple=elfes",
        "/table/{continent}/",
        "/partie/{continent}/",
        "/partie/{continent}/bilan/",
        "/partie/{continent}/histoire/",
    ),
    DEMO: (
        "/",
        "/tables/nouvelle/",
        "/table/{running}/",
        "/table/{finished}/",
        "/table/{hosted}/",
        "/compte/",
        "/compte/jetons/",
        "/compte/supprimer/",
        "/compte/logout/",
        "/compte/email/",
        "/compte/password/set/",
        "/partie/{running}/",
        "/partie/{running}/?terre=OULU&vue=happiness",
        "/partie/{running}/?terre=NARVIK&vue=population",
        "/partie/{running}/spectateur/",
        "/partie/{running}/ordres/",
        "/partie/{running}/ordres/?ligne=1",
        "/partie/{running}/lettres/",
        "/partie/{running}/lettres/{thread}/",
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
        "/partie/{finished}/bilan/",
        "/partie/{finished}/bilan/3/?seigneur=j2",
        "/partie/{finished}/statistiques/",
        "/tables/nouvelle/?jeu=daifen",
        "/table/{continent}/",
        "/partie/{continent}/",
        "/partie/{continent}/spectateur/",
        "/partie/{continent}/ordres/",
        "/partie/{continent}/ordres/?reprendre=1",
        "/partie/{continent}/lettres/",
        "/partie/{continent}/lettres/{stranger}/",
        *(f"/partie/{{continent}}/bilan/{turn}/" for turn in range(7)),
        "/partie/{continent}/histoire/",
        "/partie/{continent}/histoire/?tour=2",
        "/partie/{continent}/statistiques/",
        "/partie/{continent}/regles/",
        "/partie/{continent}/regles/?peuple=nains",
        *(f"/partie/{{continent}}/outils/{tool}/" for tool in CONTINENT_TOOLS),
        "/partie/{continent}/outils/assaut/?peuple=orcs&a-guerrier=9&d-guerrier=5&b-barricades=2&or=60&calcul=1",
    ),
}

FIEF_PAGES: Mapping[str, tuple[str, ...]] = {
    NOBODY: (
        "/regles/?jeu=fief",
        "/table/{banquet}/",
        "/partie/{banquet}/",
        "/partie/{banquet}/?portee=j2",
        "/partie/{banquet}/propos/",
        "/partie/{banquet}/bilan/",
        "/partie/{banquet}/histoire/",
        "/partie/{banquet}/outils/combat/",
    ),
    DEMO: (
        "/tables/nouvelle/?jeu=fief",
        "/table/{banquet}/",
        "/partie/{banquet}/",
        "/partie/{banquet}/?portee=j1",
        "/partie/{banquet}/propos/",
        "/partie/{banquet}/propos/?retirer=1",
        "/partie/{banquet}/lettres/",
        "/partie/{banquet}/spectateur/",
        "/partie/{banquet}/ordres/",
        "/partie/{banquet}/bilan/",
        *(f"/partie/{{banquet}}/bilan/{turn}/" for turn in range(4)),
        "/partie/{banquet}/histoire/",
        "/partie/{banquet}/histoire/?pas=12",
        "/partie/{banquet}/statistiques/",
        "/partie/{banquet}/regles/",
        "/partie/{banquet}/outils/livre/",
        "/partie/{banquet}/outils/combat/",
        "/partie/{banquet}/outils/combat/?calcul=1&a-soldats=12&a-seigneurs=2&b-soldats=8&b-seigneurs=1&b-place=castle",
    ),
}
PAGES = {who: (*pages, *FIEF_PAGES[who]) for who, pages in PAGES.items()}

# What the sheet of the running match holds meanwhile: a good line, a bad one, a doubtful one, a comment
ORDERS = "CHE 1\nIMP 12 OULU\nATT Personne OULU\n; un commentaire"
