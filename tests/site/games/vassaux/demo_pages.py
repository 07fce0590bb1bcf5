"""The pages of Seigneurs & Vassaux in the demonstration; see `tests/site/pages.py`."""

from tests.site.games.vassaux import builder_pages

TOOLS = ("chance", "melee", "tir", "attaque", "epreuve", "sort")

FOR_NOBODY = (
    "/regles/vassaux/",
    "/regles/vassaux/?q=charge",
    "/regles/vassaux/SV-CHG-01/",
    "/apprendre/vassaux/",
    "/apprendre/vassaux/premier-tour/",
    "/apprendre/vassaux/erreurs/",
    "/table/{vassaux}/",
    *builder_pages.FOR_NOBODY,
    "/partie/{vassaux}/",
    "/partie/{vassaux}/?unite=55&calque=menaces",
    "/partie/{vassaux}/outils/mesure/",
    "/partie/{vassaux}/propos/",
    "/partie/{vassaux}/bilan/",
    "/partie/{vassaux}/histoire/",
    "/partie/{vassaux}/film/?pas=20",
    "/partie/{vassaux}/outils/chance/",
)
FOR_DEMO = (
    "/table/{vassaux}/",
    *builder_pages.FOR_DEMO,
    "/partie/{vassaux}/",
    "/partie/{vassaux}/?unite=3&calque=portee",
    "/partie/{vassaux}/?unite=4&calque=vue",
    "/partie/{vassaux}/outils/mesure/?de=1&a=51",
    "/partie/{vassaux}/propos/",
    "/partie/{vassaux}/lettres/",
    "/partie/{vassaux}/spectateur/",
    "/partie/{vassaux}/bilan/",
    *(f"/partie/{{vassaux}}/bilan/{turn}/" for turn in range(4)),
    "/partie/{vassaux}/histoire/",
    "/partie/{vassaux}/histoire/?pas=12",
    "/partie/{vassaux}/film/",
    "/partie/{vassaux}/film/?tour=0",
    "/partie/{vassaux}/film/?pas=40",
    "/partie/{vassaux}/statistiques/",
    "/partie/{vassaux}/regles/",
    *(f"/partie/{{vassaux}}/outils/{tool}/" for tool in TOOLS),
    "/partie/{vassaux}/outils/melee/?calcul=1&hommes=4&ennemis=8&qui=NOBLE&contre=PAYSAN_ARME&charge=1&ordre=1",
    "/partie/{vassaux}/outils/tir/?calcul=1&hommes=8&ennemis=6&couvert=1&haut=1",
)
