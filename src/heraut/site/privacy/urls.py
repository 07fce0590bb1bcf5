"""Addresses of what a player may ask about his data; they stand among those of the account."""

from django.urls import path

from heraut.site.privacy import views

urlpatterns = [
    path("donnees/", views.export, name="export"),
    path("supprimer/", views.delete, name="delete_account"),
]
