"""The pages of Seigneurs & Vassaux in the demonstration; see `tests/site/pages.py`."""

FOR_NOBODY = (
    "/partie/{vassaux}/",
    "/partie/{vassaux}/?unite=55&calque=menaces",
    "/partie/{vassaux}/outils/mesure/",
)
FOR_DEMO = (
    "/partie/{vassaux}/",
    "/partie/{vassaux}/?unite=3&calque=portee",
    "/partie/{vassaux}/?unite=4&calque=vue",
    "/partie/{vassaux}/spectateur/",
    "/partie/{vassaux}/bilan/",
    "/partie/{vassaux}/histoire/",
    "/partie/{vassaux}/outils/mesure/?de=1&a=51",
)
