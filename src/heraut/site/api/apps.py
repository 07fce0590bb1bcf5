from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Tokens, and the interface for programs."""

    name = "heraut.site.api"
    label = "api"

    def ready(self) -> None:
        """Connects the signals."""
        from heraut.site.api import signals  # noqa: F401
