from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """See the package."""

    name = "heraut.site.tournaments"
