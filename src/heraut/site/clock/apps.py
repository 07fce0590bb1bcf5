from django.apps import AppConfig


class ClockConfig(AppConfig):
    """See the package."""

    name = "heraut.site.clock"
    label = "clock"
