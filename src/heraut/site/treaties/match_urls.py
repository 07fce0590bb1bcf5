"""Addresses of its pages of a match, below /partie/."""

from django.urls import path

from heraut.site.treaties import views

urlpatterns = [
    path("<slug:code>/traites/", views.page, name="match_treaties"),
    path("<slug:code>/traites/proposer/<slug:kind>/", views.proposal, name="propose_treaty"),
    path("<slug:code>/traites/<slug:treaty>/", views.one, name="match_treaty"),
]
