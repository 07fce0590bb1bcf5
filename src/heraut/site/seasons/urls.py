"""Addresses of the ladders."""

from django.urls import path

from heraut.site.seasons import views

urlpatterns = [path("classement/", views.ladder, name="ladder")]
