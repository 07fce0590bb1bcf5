"""Addresses of its pages that belong to no match, and of the arbitration of a table, below /."""

from django.urls import path

from heraut.site.moderation import arbitration_views, person_views

urlpatterns = [
    path("moderation/", person_views.yearly, name="yearly_count"),
    path("compte/relations/", person_views.relations, name="relations"),
    path("compte/mesures/", person_views.measures, name="measures"),
    path("table/<slug:code>/arbitrage/", arbitration_views.arbitration, name="arbitration"),
    path("table/<slug:code>/arbitrage/<int:number>/", arbitration_views.fault, name="arbitration_fault"),
    path("table/<slug:code>/aide-de-camp/", arbitration_views.mediator_act, name="mediator_act"),
]
