from django.apps import AppConfig


class BotsConfig(AppConfig):
    """See the package."""

    name = "heraut.site.bots"
    label = "site_bots"

    def ready(self) -> None:
        """From now on the clock knows what bots have promised."""
        from heraut.site.bots.treaties import honoured
        from heraut.site.clock.bots import curbed_by

        curbed_by(honoured)
