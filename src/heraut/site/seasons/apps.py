from django.apps import AppConfig


class SeasonsConfig(AppConfig):
    """See the package."""

    name = "heraut.site.seasons"
