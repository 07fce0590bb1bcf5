"""Addresses of its pages that belong to no match, below /."""

from django.urls import path

from heraut.site.gazette import oversight_views

urlpatterns = [path("gazette/regards/", oversight_views.looks, name="gazette_looks")]
