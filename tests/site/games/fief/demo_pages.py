"""The pages of Fief in the demonstration; see `tests/site/pages.py`."""

FOR_NOBODY = (
    "/regles/?jeu=fief",
    "/table/{fief}/",
    "/partie/{fief}/",
    "/partie/{fief}/?portee=j2",
    "/partie/{fief}/propos/",
    "/partie/{fief}/bilan/",
    "/partie/{fief}/histoire/",
    "/partie/{fief}/outils/combat/",
)
FOR_DEMO = (
    "/tables/nouvelle/?jeu=fief",
    "/table/{fief}/",
    "/partie/{fief}/",
    "/partie/{fief}/?portee=j1",
    "/partie/{fief}/propos/",
    "/partie/{fief}/propos/?retirer=1",
    "/partie/{fief}/lettres/",
    "/partie/{fief}/spectateur/",
    "/partie/{fief}/ordres/",
    "/partie/{fief}/bilan/",
    *(f"/partie/{{fief}}/bilan/{turn}/" for turn in range(4)),
    "/partie/{fief}/histoire/",
    "/partie/{fief}/histoire/?pas=12",
    "/partie/{fief}/statistiques/",
    "/partie/{fief}/regles/",
    "/partie/{fief}/outils/livre/",
    "/partie/{fief}/outils/combat/",
    "/partie/{fief}/outils/combat/?calcul=1&a-soldats=12&a-seigneurs=2&b-soldats=8&b-seigneurs=1&b-place=castle",
)
