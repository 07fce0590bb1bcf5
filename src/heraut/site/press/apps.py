from django.apps import AppConfig


class PressConfig(AppConfig):
    """See the package."""

    name = "heraut.site.press"
    label = "press"
