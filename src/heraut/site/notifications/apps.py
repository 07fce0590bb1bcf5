from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """See the package."""

    name = "heraut.site.notifications"
    label = "herald"  # the name of its tables

    def ready(self) -> None:
        """From now on players are told of their matches by mail."""
        from heraut.site.matches.telling import listen
        from heraut.site.notifications import devices  # noqa: F401  it hears who logs out
        from heraut.site.notifications.listener import Mails

        listen(Mails())
