"""Addresses of what a player chooses of mails and pushes; they stand among those of the account."""

from django.urls import path

from heraut.site.notifications import ways

urlpatterns = [
    path("", ways.ways, name="ways"),
    path("essai/", ways.try_out, name="try_out"),
    path("appareil/", ways.allow, name="allow_device"),
    path("appareil/renouveler/", ways.renew, name="renew_device"),
    path("appareil/<int:number>/retirer/", ways.remove, name="remove_device"),
]
