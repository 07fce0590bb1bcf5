from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Players and their choices."""

    name = "heraut.site.accounts"
    label = "accounts"

    def ready(self) -> None:
        """Connects the signals."""
        from heraut.site.accounts import signals  # noqa: F401
