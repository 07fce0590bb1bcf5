"""What makes an app of the site: manifest, icons, service worker, and the page for who has no connection."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.common.versions import WORKER, worker_url
from heraut.site.wsgi import add_headers

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("language", "name"), [("fr", "jeux de stratégie"), ("en", "strategy games")])
def test_the_manifest_is_whole_in_each_language(client: Client, language: str, name: str) -> None:
    answer = client.get(f"/heraut.{language}.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    told = json.loads(answer.content)
    assert name in told["name"] and told["lang"] == language and told["scope"] == told["start_url"] == told["id"] == "/"
    sizes = {(icon["sizes"], icon["purpose"]) for icon in told["icons"]}
    assert sizes >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"), ("any", "any")}
    for icon in told["icons"]:
        if icon["type"] == "image/png":
            found = finders.find(icon["src"].partition("/static/")[2].partition("?")[0])
            wide, high = struct.unpack(">II", Path(str(found)).read_bytes()[16:24])
            assert f"{wide}x{high}" == icon["sizes"]


def test_there_is_no_manifest_in_other_languages(client: Client) -> None:
    assert client.get("/heraut.xx.webmanifest").status_code == 404


def test_every_page_names_manifest_and_worker_and_runs_no_script_of_others(client: Client) -> None:
    answer = client.get("/")
    page = answer.content.decode()
    assert 'href="/heraut.fr.webmanifest"' in page and f'data-worker="{worker_url().replace("&", "&amp;")}"' in page
    assert (
        "script-src 'self';" in answer["Content-Security-Policy"]
        and "worker-src 'self'" in answer["Content-Security-Policy"]
    )


def test_the_worker_alone_may_see_to_the_whole_site() -> None:
    allowed = {}
    for url in (f"/static/{WORKER}", "/static/js/heraut.js"):
        headers = Headers([])
        add_headers(headers, "", url)
        allowed[url] = headers["Service-Worker-Allowed"]
    assert allowed == {f"/static/{WORKER}": "/", "/static/js/heraut.js": None}


def test_the_page_without_a_connection_is_the_same_for_all(client: Client, client_of: Any, alice: Player) -> None:
    pages = {one.get("/hors-ligne/").content for one in (client, client_of(alice))}
    assert len(pages) == 1
    page = pages.pop().decode()
    assert 'lang="fr"' in page and 'lang="en"' in page and "csrf" not in page
    files = page.split('"/static/')[1:]
    assert files and all("?v=" in part.partition('"')[0] for part in files)
