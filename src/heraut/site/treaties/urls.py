"""Addresses of its pages that belong to no match, below /."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
