"""Addresses of the lessons and of the rules."""

from django.urls import path

from heraut.site.learn import views

urlpatterns = [
    path("apprendre/", views.learn, name="learn"),
    path("apprendre/<slug:game>/", views.introduction, name="lesson"),
    path("apprendre/<slug:game>/premier-tour/", views.first_turn, name="first_turn"),
    path("apprendre/<slug:game>/erreurs/", views.mistakes, name="mistakes"),
    path("regles/", views.rules, name="rules"),
    path("regles/<slug:game>/", views.reference, name="reference"),
    path("regles/<slug:game>/<str:rule>/", views.rule, name="rule"),
]
