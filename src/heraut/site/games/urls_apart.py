"""Addresses of pages of a game that belong to no match: what its players prepare."""

from heraut.site.matches.adapters import adapter, names

urlpatterns = [address for name in names() for address in adapter(name).pages_apart]
