"""Addresses of absence."""

from django.urls import path

from heraut.site.absence import account_views, match_views

urlpatterns = [
    path("compte/absence/", account_views.absence, name="absence"),
    path("compte/regences/<int:number>/accepter/", account_views.accept, name="accept_regency"),
    path("compte/regences/<int:number>/finir/", account_views.end, name="end_regency"),
    path("partie/<slug:code>/regence/", match_views.page, name="match_regency"),
]
