"""Addresses of tournaments."""

from django.urls import path

from heraut.site.tournaments import views

urlpatterns = [
    path("tournois/", views.listed, name="tournaments"),
    path("tournois/nouveau/", views.new, name="new_tournament"),
    path("tournoi/<slug:code>/", views.page, name="tournament"),
    path("tournoi/<slug:code>/<slug:act>/", views.act, name="tournament_act"),
]
