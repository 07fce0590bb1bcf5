from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Tokens, and the interface for programs."""

    name = "heraut.site.api"
    label = "api"
