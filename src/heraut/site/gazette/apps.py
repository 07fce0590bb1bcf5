from django.apps import AppConfig


class GazetteConfig(AppConfig):
    """See the package."""

    name = "heraut.site.gazette"
