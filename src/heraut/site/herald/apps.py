from django.apps import AppConfig


class HeraldConfig(AppConfig):
    """See the package."""

    name = "heraut.site.herald"
    label = "herald"
