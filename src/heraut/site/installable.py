"""What makes an app of the site: its manifest, and the page that its service worker shows without a connection."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from heraut.site.accounts.language import LANGUAGES
from heraut.site.common.words import site_words

COLOUR, GROUND = "#2b1d10", "#f5ecd7"  # of the head of a page, and of its paper
OFFLINE = ("title", "lead", "kept", "secret", "again")  # what the page says
ICONS = (
    ("icons/heraut-192.png", "192x192", "any"),
    ("icons/heraut-512.png", "512x512", "any"),
    ("icons/heraut-maskable-512.png", "512x512", "maskable"),
    ("arms.svg", "any", "any"),
)


@require_safe
@cache_control(public=True, max_age=3600)
def manifest(request: HttpRequest, language: str) -> HttpResponse:
    """What a browser that installs the site has to know, in one language. Raises Http404."""
    if language not in LANGUAGES:
        raise Http404
    words = site_words(language)
    told = {
        "id": "/",
        "name": words.say("site", "app_name", {}),
        "short_name": "Héraut",
        "description": words.say("site", "tagline", {}),
        "lang": language,
        "dir": "ltr",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": COLOUR,
        "background_color": GROUND,
        "categories": ["games"],
        "icons": [
            {
                "src": static(name),
                "sizes": sizes,
                "type": "image/svg+xml" if name.endswith(".svg") else "image/png",
                "purpose": purpose,
            }
            for name, sizes, purpose in ICONS
        ],
    }
    return JsonResponse(told, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False})


@require_safe
@cache_control(private=True, max_age=3600)
def offline(request: HttpRequest) -> HttpResponse:
    """The page that says, in both languages, that there is no connection: the same for everybody."""
    languages = [
        {"lang": each, **{word: site_words(each).say("offline", word, {}) for word in OFFLINE}} for each in LANGUAGES
    ]
    return render(request, "offline.html", {"languages": languages})
