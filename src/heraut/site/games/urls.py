"""Addresses of files that belong to a game: maps, boards."""

from heraut.site.matches.adapters import adapter, names

urlpatterns = [address for name in names() for address in adapter(name).addresses]
