"""Addresses of the stand of a match, below /partie/."""

from django.urls import path

from heraut.site.spectators import views

urlpatterns = [
    path("<slug:code>/tribune/", views.page, name="match_stand"),
    path("<slug:code>/tribune/carte.svg", views.picture, name="match_stand_picture"),
]
