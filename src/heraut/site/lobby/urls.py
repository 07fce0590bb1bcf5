"""Addresses of the lobby."""

from django.urls import path

from heraut.site.lobby import hook_views, public_views, referee, rewind_views, table_views, views

urlpatterns = [
    path("", views.home, name="home"),
    path("jouer/", views.play_now, name="play_now"),
    path("palmares/", views.fame, name="fame"),
    path("parties/", public_views.matches, name="matches"),
    path("joueurs/<str:name>/", public_views.profile, name="profile"),
    path("tables/", views.tables, name="tables"),
    path("tables/nouvelle/", views.new_table, name="new_table"),
    path("moderation/arbitre/", referee.referee, name="referee"),
    path("moderation/arbitre/joueur/<str:name>/", referee.player, name="referee_player"),
    path("moderation/arbitre/partie/<slug:code>/", referee.match, name="referee_match"),
    path("table/<slug:code>/", table_views.table, name="table"),
    path("table/<slug:code>/revanche/", table_views.rematch, name="rematch"),
    path("table/<slug:code>/rejoindre/", table_views.join, name="join_table"),
    path("table/<slug:code>/entrer/", table_views.unlock, name="unlock_table"),
    path("table/<slug:code>/annonces/", hook_views.hooks, name="hooks"),
    path("table/<slug:code>/annonces/<int:number>/<slug:act>/", hook_views.hook_act, name="hook_act"),
    path("table/<slug:code>/joueur/<slug:act>/", table_views.player_act, name="player_act"),
    path("table/<slug:code>/hote/retour/", rewind_views.page, name="host_rewind"),
    path("table/<slug:code>/hote/<slug:act>/", table_views.host_act, name="host_act"),
]
