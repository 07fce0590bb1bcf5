"""Addresses of play: the same for every game; `views.page` finds the game's own page behind each of them."""

from django.urls import path

from heraut.site.matchpage import film, finale, hand_over, rewinds, views
from heraut.site.matchpage.polling import poll

urlpatterns = [
    path("<slug:code>/", views.page, {"page": "board"}, name="match"),
    path("<slug:code>/fiche/", views.page, {"page": "card"}, name="match_card"),
    path("<slug:code>/ordres/", views.page, {"page": "orders"}, name="match_orders"),
    path("<slug:code>/bilan/", views.page, {"page": "report"}, name="match_last_report"),
    path("<slug:code>/bilan/<int:turn>/", views.page, {"page": "report"}, name="match_report"),
    path("<slug:code>/presentation/", views.introduction, name="match_intro"),
    path("<slug:code>/premiers-pas/", views.guide, name="match_guide"),
    path("<slug:code>/main/", hand_over.take_over, name="match_hand_over"),
    path("<slug:code>/lettres/", views.page, {"page": "letters"}, name="match_letters"),
    path("<slug:code>/lettres/<slug:thread>/", views.page, {"page": "letters"}, name="match_thread"),
    path("<slug:code>/propos/", views.page, {"page": "talk"}, name="match_talk"),
    path("<slug:code>/histoire/", views.page, {"page": "history"}, name="match_history"),
    path("<slug:code>/film/", film.page, name="match_film"),
    path("<slug:code>/fin/", finale.page, name="match_finale"),
    path("<slug:code>/retours/", rewinds.page, name="match_rewinds"),
    path("<slug:code>/retours/<int:number>/", rewinds.one, name="match_rewind"),
    path("<slug:code>/statistiques/", views.page, {"page": "statistics"}, name="match_statistics"),
    path("<slug:code>/outils/", views.page, {"page": "tools"}, name="match_tools"),
    path("<slug:code>/outils/<slug:tool>/", views.page, {"page": "tools"}, name="match_tool"),
    path("<slug:code>/regles/", views.page, {"page": "rules"}, name="match_rules"),
    path("<slug:code>/spectateur/", views.page, {"page": "board", "spectator": True}, name="match_spectator"),
    path("<slug:code>/carte.svg", views.page, {"page": "picture"}, name="match_picture"),
    path("<slug:code>/pouls/<int:seat>/<slug:signature>/", poll, name="match_poll"),
    path("<slug:code>/echeances.ics", views.deadlines, name="match_deadlines"),
    path("<slug:code>/partie.json", views.record, name="match_record"),
]
