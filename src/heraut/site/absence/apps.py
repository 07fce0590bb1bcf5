from django.apps import AppConfig


class AbsenceConfig(AppConfig):
    """See the package."""

    name = "heraut.site.absence"
