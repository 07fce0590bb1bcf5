"""The addresses of the site."""

from django.urls import include, path

from heraut.site.about import legal, source
from heraut.site.health import health, status
from heraut.site.installable import manifest, offline
from heraut.site.styleguide import styleguide

handler400 = "heraut.site.error_pages.unreadable"
handler500 = "heraut.site.error_pages.broken"

urlpatterns = [
    path("styleguide/", styleguide, name="styleguide"),
    path("", include("heraut.site.lobby.urls")),
    path("", include("heraut.site.learn.urls")),
    path("", include("heraut.site.api.urls")),
    path("heraut.<str:language>.webmanifest", manifest, name="manifest"),
    path("hors-ligne/", offline, name="offline"),
    path("compte/avis/", include("heraut.site.notifications.ways_urls")),
    path("", include("heraut.site.absence.urls")),
    path("compte/", include("heraut.site.accounts.urls")),
    path("compte/", include("heraut.site.privacy.urls")),
    path("compte/", include("allauth.account.urls")),
    path("partie/", include("heraut.site.matches.urls")),
    path("partie/", include("heraut.site.games.urls")),
    path("partie/", include("heraut.site.matchpage.urls")),
    path("partie/", include("heraut.site.messaging.match_urls")),
    path("partie/", include("heraut.site.moderation.match_urls")),
    path("partie/", include("heraut.site.forum.match_urls")),
    path("partie/", include("heraut.site.gazette.match_urls")),
    path("partie/", include("heraut.site.treaties.match_urls")),
    path("partie/", include("heraut.site.spectators.urls")),
    path("", include("heraut.site.games.urls_apart")),
    path("", include("heraut.site.moderation.urls")),
    path("", include("heraut.site.forum.urls")),
    path("", include("heraut.site.gazette.urls")),
    path("", include("heraut.site.treaties.urls")),
    path("", include("heraut.site.seasons.urls")),
    path("", include("heraut.site.tournaments.urls")),
    path("lettres/", include("heraut.site.notifications.urls")),
    path("sante", health, name="health"),
    path("etat/", status, name="status"),
    path("mentions/", legal, name="legal"),
    path("source.tar.gz", source, name="source"),
]
