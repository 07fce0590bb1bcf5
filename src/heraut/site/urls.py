"""The addresses of the site."""

from django.urls import include, path

from heraut.site.atelier import atelier
from heraut.site.clock.views import health

handler400 = "heraut.site.errors.unreadable"
handler500 = "heraut.site.errors.broken"

urlpatterns = [
    path("atelier/", atelier, name="atelier"),
    path("", include("heraut.site.lobby.urls")),
    path("", include("heraut.site.api.urls")),
    path("compte/", include("heraut.site.accounts.urls")),
    path("compte/", include("allauth.account.urls")),
    path("partie/", include("heraut.site.matches.urls")),
    path("partie/", include("heraut.site.play.urls")),
    path("lettres/", include("heraut.site.herald.urls")),
    path("sante", health, name="health"),
]
