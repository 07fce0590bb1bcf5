"""The pages of Rois aventuriers in the demonstration; see `tests/site/pages.py`."""

FOR_NOBODY = (
    "/regles/rois/",
    "/table/{rois}/",
    "/partie/{rois}/",
    "/partie/{rois}/bilan/",
    "/partie/{rois}/histoire/",
    "/partie/{rois}/statistiques/",
)
FOR_DEMO = (
    "/tables/nouvelle/?jeu=rois",
    "/table/{rois}/",
    "/partie/{rois}/",
    "/partie/{rois}/spectateur/",
    "/partie/{rois}/ordres/",
    "/partie/{rois}/lettres/",
    "/partie/{rois}/outils/gens/",
    "/partie/{rois}/outils/cour/",
    "/partie/{rois}/outils/plans/",
    "/partie/{rois}/outils/plans/?duel=1",
    "/partie/{rois}/outils/essai/",
    "/partie/{rois}/lettres/{rois_letter}/",
    *(f"/partie/{{rois}}/bilan/{year}/" for year in range(7)),
    "/partie/{rois}/histoire/",
    "/partie/{rois}/histoire/?tour=2",
    "/partie/{rois}/film/?tour=3",
    "/partie/{rois}/statistiques/",
    "/partie/{rois}/regles/",
)
