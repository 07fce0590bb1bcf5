"""The pages of Daifen in the demonstration; see `tests/site/pages.py`."""

TOOLS = ("atlas", "espions", "connaissances", "assaut", "essai")

FOR_NOBODY = (
    "/regles/daifen/",
    "/regles/daifen/?peuple=elfes",
    "/regles/daifen/DA-SPY-05/?vu=abc.2",
    "/apprendre/daifen/",
    "/apprendre/daifen/premier-tour/",
    "/apprendre/daifen/erreurs/",
    "/table/{daifen}/",
    "/partie/{daifen}/",
    "/partie/{daifen}/bilan/",
    "/partie/{daifen}/histoire/",
)
FOR_DEMO = (
    "/tables/nouvelle/?jeu=daifen",
    "/table/{daifen}/",
    "/partie/{daifen}/",
    "/partie/{daifen}/spectateur/",
    "/partie/{daifen}/ordres/",
    "/partie/{daifen}/ordres/?reprendre=1",
    "/partie/{daifen}/lettres/",
    "/partie/{daifen}/lettres/{daifen_letter}/",
    "/partie/{daifen}/traites/",
    *(f"/partie/{{daifen}}/bilan/{turn}/" for turn in range(7)),
    "/partie/{daifen}/histoire/",
    "/partie/{daifen}/histoire/?tour=2",
    "/partie/{daifen}/statistiques/",
    "/partie/{daifen}/regles/",
    "/partie/{daifen}/regles/?peuple=nains",
    *(f"/partie/{{daifen}}/outils/{tool}/" for tool in TOOLS),
    "/partie/{daifen}/outils/assaut/?peuple=orcs&a-guerrier=9&d-guerrier=5&b-barricades=2&or=60&calcul=1",
)
