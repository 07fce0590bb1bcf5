"""Odd bytes wherever a visitor can put some: in addresses, queries, cookies, forms, JSON. No answer is a 500.

A sample of them; all with HERAUT_THOROUGH=1, which `make soak` sets.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import get_resolver

from heraut.site.accounts.models import Player
from heraut.site.api import bearer
from heraut.site.api.bearer import URLCONF
from heraut.site.api.interface import api
from heraut.site.api.models import PLAY
from heraut.site.api.tokens import issue
from heraut.site.games.gloire.drawing import map_url
from heraut.site.matches.models import Match
from heraut.site.matches.receipts import receipt_text
from heraut.site.matchpage.polling import sign
from tests.site.matches.builders import give_orders, running
from tests.site.test_authorisation import PLACE, walk
from tests.thorough import sample

pytestmark = pytest.mark.django_db

WORDS = ("é", "%00", "%0A", "%C2%9F", "%FF", "%ED%A0%80", "%F0%9F%8F%B0", "%2F", "..", "'", "%3Cb%3E", "z" * 9000)
NUMBERS = ("0", "-1", "2147483648", "9223372036854775808", "9" * 40, "9" * 5000, "%D9%A3", "%C2%B2", "1.5", "")
BYTES = (b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\xc3\x28", "é\u202e🏰".encode(), b"%00%ff%", b"9" * 5000, b"\r\n\t")
TEXTS = ("\x00", "\ud800", "\x9f", "🏰\u202e", "9" * 5000, "²", "", " ", "z" * 70_000)


@pytest.fixture
def match(alice: Player, monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> Match:
    """A match of Alice's, with orders."""
    monkeypatch.setitem(bearer.RATES, "ask", "100000/m/key")
    monkeypatch.setitem(bearer.RATES, "save", "100000/m/key")
    settings.ACCOUNT_RATE_LIMITS = False
    settings.MAIL = "smtp://mail.example.org"
    match = running(alice, bots=1)
    give_orders(match, alice)
    match.host = alice
    match.save()
    return match


@pytest.fixture(params=["anonymous", "player"])
def visitor(request: pytest.FixtureRequest, match: Match, alice: Player) -> Client:
    """A passer-by, and a player who hosts; what breaks is answered as the site answers it."""
    client = Client(raise_request_exception=False)
    if request.param == "player":
        client.force_login(alice)
        client.defaults["HTTP_X_TOKEN"] = issue(alice, "x", PLAY)
    return client


def asked(client: Client, method: str, address: str, **more: Any) -> int:
    """What is answered; everything is as before then. Programs show their token."""
    token = client.defaults.get("HTTP_X_TOKEN")
    if token and address.startswith("/api/"):
        more["headers"] = {"Authorization": f"Bearer {token}"}
    cookies = client.cookies.copy()
    with transaction.atomic():
        cache.clear()
        status: int = client.generic(method, address, **more).status_code
        transaction.set_rollback(True)
    client.cookies = cookies
    return status


def places(match: Match) -> dict[str, str]:
    """What stands in an address that leads somewhere."""
    name, digest, _ = map_url("SCANDINAVIE").rpartition("/")[2].split(".")
    return {
        "code": match.code, "turn": "0", "tool": "argentier", "name": name, "digest": digest, "number": "1",
        "player": str(match.host_id), "key": "z", "choice": "reports", "seat": "0", "signature": sign(match.code, 0),
        "thread": "z", "language": "fr", "game": "gloire", "rule": "GP-ATT-07",
        "form": "txt", "kind": "truce", "treaty": "z", "article": "z", "piece": "z", "printing": "z",
        "board": "suggestions",
    }  # fmt: skip


def odd_addresses(match: Match) -> Iterator[str]:
    """Every address of the site with something odd in each of its places."""
    known = places(match)
    for pattern, _ in walk(get_resolver(URLCONF)):
        for kind, odd in re.findall(r"<(?:(\w+):)?(\w+)>", pattern):
            filled = pattern.replace(f"<{kind}:{odd}>" if kind else f"<{odd}>", "\x01")
            filled = PLACE.sub(lambda place: known[place[1]], filled)
            for value in (*NUMBERS, *WORDS) if kind == "int" else WORDS:
                yield filled.replace("\x01", value)


def test_no_odd_address_breaks_anything(visitor: Client, match: Match) -> None:
    addresses = sorted(set(odd_addresses(match)))
    assert len(addresses) > 500
    wrong = [
        f"{method} {address[:80]}"
        for address, method in sample(product(addresses, ("GET", "POST")))
        if asked(visitor, method, quote(address, safe="/%")) >= 500
    ]
    assert not wrong


def test_no_odd_query_breaks_anything(visitor: Client, match: Match) -> None:
    known, wrong = places(match), []
    names = ("terre", "vue", "tour", "ligne", "seigneur", "jeu", "peuple", "place", "pace", "portee", "retirer", "pas",
             "next", "page", "hommes", "hommes1", "ecus", "chevalier", "calcul", "vu", "q", "turn", "limit", "offset",
             "seat", "lang", "status", "mine", "spectator")  # fmt: skip
    patterns = [pattern for pattern, _ in walk(get_resolver(URLCONF)) if not pattern.startswith("/sante")]
    values = ("%00", "%FF", "%ED%A0%80", "é", "9" * 40, "9" * 5000, "²", "-1")
    for pattern, value in sample(product(patterns, values)):
        address = PLACE.sub(lambda place: known[place[1]], pattern)
        query = "&".join(f"{name}={quote(value, safe='%')}" for name in names)
        if asked(visitor, "GET", f"{address}?{query}") >= 500:
            wrong.append(f"{address} {value[:20]}")
    assert not wrong


def test_no_odd_cookie_or_header_breaks_anything(visitor: Client, match: Match) -> None:
    addresses = (
        "/",
        f"/partie/{match.code}/",
        "/compte/",
        "/api/me",
        "/compte/login/",
        f"/partie/{match.code}/ordres/",
    )
    asking = list(product(addresses, ("GET", "POST")))
    cookies = ("sessionid", "csrftoken", "messages", "lang", "theme")
    odd = ('"\\000"', "é", "\\", '"\\377')
    for value, (address, method), name in sample(product(odd, asking, cookies)):
        answer = Client(raise_request_exception=False, HTTP_COOKIE=f"{name}={value}")
        assert answer.generic(method, address).status_code < 500, (name, value, address)
    headers = ("HTTP_AUTHORIZATION", "HTTP_ACCEPT_LANGUAGE", "HTTP_REFERER", "HTTP_HX_TARGET", "CONTENT_TYPE")
    odd = ("Bearer \xff", "é", "*;q=9e999", "9" * 5000, "text/html; charset=é", "x/y; charset=utf-99")
    for name, value, (address, method) in sample(product(headers, odd, asking)):
        status = asked(visitor, method, address, **{name: value, "data": b"a=\xff"})
        assert status < 500, (name, value, address)


def test_no_odd_form_breaks_anything(visitor: Client, match: Match) -> None:
    known, wrong = places(match), []
    names = """text line lines do base title lord word reason seat days hours player username email password password1
        login code receipt next language theme scope name lords preset map kingdom race table_password to mark form"""
    filled = [b"&".join(name.encode() + b"=" + value for name in names.split()) for value in BYTES]
    kinds = ("multipart/form-data; boundary=x", "multipart/form-data", "text/plain; charset=é")
    forms = [("application/x-www-form-urlencoded", body) for body in filled]
    forms += [(kind, b"--x\r\n\xff\x00\r\n") for kind in kinds]
    for (pattern, _), (kind, body) in sample(product(walk(get_resolver(URLCONF)), forms)):
        address = PLACE.sub(lambda place: known[place[1]], pattern)
        if asked(visitor, "POST", address, data=body, content_type=kind) >= 500:
            wrong.append(f"{address} {kind} {body[:30]!r}")
    assert not wrong


def test_no_odd_json_breaks_anything(visitor: Client, match: Match) -> None:
    known, wrong = places(match), []
    good = json.loads(receipt_text(match.seats.get(name="j1").sheets.get()))
    bodies = [
        b"",
        b"\xff",
        b"null",
        b"[]",
        b'"\xed\xa0\x80"',
        b"[" * 100_000,
        b'{"text": ' + b"9" * 10_000 + b"}",
        b"NaN",
    ]
    for key, value in product(
        ("text", "base", "confirm", "seal", *good), (*TEXTS, None, 10**40, -1, [], {}, 1.5, True)
    ):
        bodies.append(json.dumps({"text": "", **good, key: value}).encode())
    routes = api.get_openapi_schema()["paths"].items()
    writing = [(route, method) for route, methods in routes for method in sorted(set(methods) - {"get"})]
    for (route, method), body in sample(product(writing, bodies)):
        sent = {"data": body, "content_type": "application/json"}
        if asked(visitor, method.upper(), route.format(**known), **sent) >= 500:
            wrong.append(f"{route} {body[:60]!r}")
    for body in (
        *sample(bodies),
        receipt_text(match.seats.get(name="j1").sheets.get()).replace('"hash":"', '"hash":"é').encode(),
    ):
        form = b"receipt=" + quote(body).encode() + b"&text=" + quote(body).encode()
        sent = {"data": form, "content_type": "application/x-www-form-urlencoded"}
        if asked(visitor, "POST", "/partie/verifier-un-recu/", **sent) >= 500:
            wrong.append(f"receipt {body[:60]!r}")
    assert not wrong
