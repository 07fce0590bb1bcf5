"""Addresses of the host builder and of the field builder: they belong to no match."""

from __future__ import annotations

from django.urls import path

from heraut.site.games.vassaux.field_builder import views as fields
from heraut.site.games.vassaux.host_builder import views as hosts

PAGES_APART = (
    path("ost/", hosts.builder, name="vassaux_host"),
    path("ost/feuille/", hosts.sheet, name="vassaux_host_sheet"),
    path("ost/cartes/", hosts.pocket_cards, name="vassaux_host_cards"),
    path("ost/gardes/", hosts.saved_hosts, name="vassaux_hosts"),
    path("ost/lien/<slug:name>/", hosts.linked, name="vassaux_host_link"),
    path("champ/", fields.builder, name="vassaux_ground"),
    path("champ/dessin.svg", fields.still, name="vassaux_ground_picture"),
    path("champ/gardes/", fields.saved_fields, name="vassaux_grounds"),
    path("champ/lien/<slug:name>/", fields.linked, name="vassaux_ground_link"),
)
