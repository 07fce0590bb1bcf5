"""Addresses of its pages of a match, below /partie/."""

from django.urls import path

from heraut.site.moderation import match_views

urlpatterns = [
    path("<slug:code>/signaler/", match_views.fault, name="match_fault"),
    path("<slug:code>/fautes/", match_views.faults, name="match_faults"),
]
