"""Everything that a visitor can send, sent: each address of the site with the largest texts that it takes (W8).

    python -m benchmarks.flood        the dearest requests, and how often a page of orders each of them costs

Addresses come from the site's own list, fields from the forms of its pages, from what its programs read by name and
from the document of its API. Each request is measured in processor's time; nothing that it does is kept. The figures
are printed as lines of JSON; exits with 1 when a request fails (500), or takes a second or more.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.lines import figure

if TYPE_CHECKING:
    from django.test import Client

MOST_SECONDS = 1.0
TEXTS = ("text", "notes", "line", "rewritten", "q")  # fields that hold more than a word
FIGURES = (2, 3, 4, 5, 6, 9)  # digits
GAMES = ("gloire", "daifen", "fief")
LONG, QUERY = 60_000, 30_000  # signs of a field, and of a query: servers take no longer one
PLACE = re.compile(r"<(?:\w+:)?(\w+)>")
READ = re.compile(r"""\b(GET|POST|posted|values|data)\b[^"\n]{0,12}"([\w-]+)\"""")


class Asked(NamedTuple):
    """One request: who, what, with what, what came of it, and the processor's time that it took."""

    seconds: float
    status: int
    who: str
    request: str
    flood: str


# Texts


def cut(lines: Iterable[str], most: int = LONG) -> str:
    """As many of these lines as go into so many signs."""
    return "\n".join(islice(lines, most))[:most]


def misspelt(orders: str) -> Iterator[str]:
    """These orders over and over, each with a fault of its own."""
    lines = [line for line in orders.split("\n") if line] or ["x"]
    for number in range(LONG):
        yield lines[number % len(lines)].replace("e", "ez", 1) + f" z{number}"


def texts(orders: str) -> dict[str, str]:
    """Floods: many short lines, orders nearly right, right ones again and again, one word, one number, signs."""
    right = [line for line in orders.split("\n") if line] or ["x"]
    return {
        "lines": cut(f"z{number}" for number in range(LONG)),
        "misspelt": cut(misspelt(orders)),
        "orders": cut(right[number % len(right)] for number in range(LONG)),
        "word": "z" * LONG,
        "number": "9" * LONG,
        "signs": "é<&;\"'+,:-=" * (LONG // 11),
    }


# Addresses


def patterns(resolver: Any, before: str = "/") -> Iterator[str]:
    """Every address of the site, its places unfilled."""
    for pattern in resolver.url_patterns:
        here = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from patterns(pattern, here)
        else:
            yield here


def filled(pattern: str, places: Mapping[str, Iterable[Any]]) -> Iterator[str]:
    """The addresses of a pattern, with each value of its first place that has several."""
    names = PLACE.findall(pattern)
    values = {name: list(places[name]) for name in names}
    for number in range(max([1, *map(len, values.values())])):
        chosen = {name: str(known[number % len(known)]) for name, known in values.items()}
        yield PLACE.sub(lambda place, chosen=chosen: chosen[place[1]], pattern)  # type: ignore[misc]


def names_read(package: Path) -> list[str]:
    """The names by which the site's own code reads what is sent."""
    found: Counter[str] = Counter()
    for path in package.rglob("*.py"):
        found.update(name for _, name in READ.findall(path.read_text(encoding="utf-8")))
    return sorted(found)


# Forms


class Form(NamedTuple):
    """A form as a browser would send it."""

    action: str
    method: str
    fields: dict[str, str]
    buttons: list[tuple[str, str]]


class Forms(HTMLParser):
    """The forms of a page; fields outside of any belong to the first."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.found = [Form(address.partition("?")[0], "post", {}, [])]
        self.here = self.found[0]
        self.select = self.area = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        name = given.get("name", "")
        if tag == "form":
            action = given.get("action") or self.address
            self.here = Form(action.partition("#")[0], given.get("method", "get").lower(), {}, [])
            self.found.append(self.here)
        elif tag == "option" and self.select and ("selected" in given or not self.here.fields.get(self.select)):
            self.here.fields[self.select] = given.get("value", "")
        elif tag == "button" and name:
            self.here.buttons.append((name, given.get("value", "")))
        elif tag in ("input", "textarea", "select") and name:
            ticked = given.get("type") not in ("radio", "checkbox") or "checked" in given
            if ticked or name not in self.here.fields:
                self.here.fields[name] = given.get("value", "")
            self.select, self.area = (name if tag == each else "" for each in ("select", "textarea"))

    def handle_data(self, data: str) -> None:
        if self.area:
            self.here.fields[self.area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.here = self.found[0]
        elif tag == "textarea":
            self.area = ""
        elif tag == "select":
            self.select = ""


def forms_of(address: str, page: str) -> list[Form]:
    """The forms of a page that hold something."""
    reader = Forms(address)
    reader.feed(page)
    return [form for form in reader.found if form.fields or form.buttons]


KEPT = "csrfmiddlewaretoken"


def flooded(
    form: Form, fields: dict[str, str], button: str, new: list[str], floods: Mapping[str, str]
) -> Iterator[tuple[str, dict[str, str]]]:
    """What a form may be sent with: everything flooded at once, large figures, then these fields one by one."""
    most = QUERY if form.method == "get" else 10 * LONG
    open_fields = [name for name in fields if name not in (KEPT, button)]
    share = most // max(1, len(open_fields))
    every = {flood: floods[flood][:share] for flood in ("misspelt", "number")}
    for flood, text in {**every, **{f"{10**n - 1:,}": "9" * n for n in FIGURES}}.items():
        yield f"{button} all: {flood}", {**fields, **dict.fromkeys(open_fields, text)}
    for n in FIGURES:
        figures = {name: "9" * n for name in open_fields if not fields[name] or fields[name].isdigit()}
        yield f"{button} figures: {10**n - 1:,}", {**fields, **figures}
    for name in set(new) & set(open_fields):
        for flood in floods if name in TEXTS else ("misspelt", "number"):
            yield f"{button} {name}: {flood}", {**fields, name: floods[flood][:most]}


# Asking


class Visitor:
    """Somebody who asks everything; `token` opens the API to him, `orders` are lines as he may write them."""

    def __init__(self, who: str, client: Client, token: str = "", orders: Mapping[str, str] | None = None) -> None:
        self.who, self.client, self.token = who, client, token
        self.orders = orders or {}
        self.done: set[tuple[object, ...]] = set()

    def ask(self, method: str, address: str, flood: str = "", **sent: Any) -> tuple[Asked, Any]:
        """One request, undone once it is answered."""
        from django.core.cache import cache
        from django.db import transaction

        cookies = self.client.cookies.copy()
        headers = {"Authorization": f"Bearer {self.token}"} if self.token and address.startswith("/api/") else {}
        self.client.raise_request_exception = False
        with transaction.atomic():
            cache.clear()
            begun = time.process_time()
            answer = getattr(self.client, method)(address, headers=headers, **sent)
            seconds = time.process_time() - begun
            transaction.set_rollback(True)
        self.client.cookies = cookies
        return Asked(seconds, answer.status_code, self.who, f"{method.upper()} {address[:100]}", flood), answer

    def crawl(self, addresses: Iterable[str], names: list[str]) -> Iterator[Asked]:
        """Every address as it is, with every name flooded in its query and its body, and every form of its page."""
        for address in addresses:
            asked, answer = self.ask("get", address)
            yield asked
            floods = texts(self.orders.get(next((code for code in self.orders if code in address), ""), ""))
            yield from self.blind(address, names, floods)
            if answer.status_code == 200 and answer.headers.get("Content-Type", "").startswith("text/html"):
                for form in forms_of(address, answer.content.decode()):
                    yield from self.fill(form, floods)

    def blind(self, address: str, names: list[str], floods: Mapping[str, str]) -> Iterator[Asked]:
        """Whatever names the site reads, all at once."""
        for flood in ("word", "number", "signs"):
            short = floods[flood][: QUERY // len(names)]
            yield self.ask("get", address, f"every name {flood}", data=dict.fromkeys(names, short))[0]
        for flood in ("lines", "number"):
            sent = dict.fromkeys(names, floods[flood][: 10 * LONG // len(names)])
            yield self.ask("post", address, f"every name {flood}", data=sent)[0]

    def fill(self, form: Form, floods: Mapping[str, str]) -> Iterator[Asked]:
        """A form with all of its fields flooded, then with each of them; fields seen before are left alone."""
        path = form.action.partition("?")[0]
        for button in dict.fromkeys([*form.buttons, ("", "")]):
            fields = form.fields | ({button[0]: button[1]} if button[0] else {})
            new = [name for name in fields if (form.method, path, name, button) not in self.done]
            self.done |= {(form.method, path, name, button) for name in new}
            if new:
                for flood, sent in flooded(form, fields, button[0], new, floods):
                    yield self.ask(form.method, form.action, flood, data=sent)[0]

    def programs(self, routes: Mapping[str, Any], places: Mapping[str, Iterable[Any]]) -> Iterator[Asked]:
        """Every route of the API that takes a body, with the largest one."""
        for route, methods in routes.items():
            for method in set(methods) & {"post", "put"}:
                for address in filled(re.sub(r"{(\w+)}", r"<\1>", route), places):
                    orders = self.orders.get(next((code for code in self.orders if code in address), ""), "")
                    for flood, text in texts(orders).items():
                        yield self.send(method, address, {"text": text}, flood)
                    for flood, body in BODIES.items():
                        sent = {"data": body, "content_type": "application/json"}
                        yield self.ask(method, address, flood, **sent)[0]

    def send(self, method: str, address: str, body: Any, flood: str) -> Asked:
        """A body as JSON."""
        return self.ask(method, address, flood, data=json.dumps(body), content_type="application/json")[0]


BODIES = {
    "depth": "[" * 100_000,
    "keys": json.dumps({f"k{number}": number for number in range(50_000)}),
    "number": '{"text": "", "base": ' + "9" * 100_000 + "}",
    "items": json.dumps({"text": [""] * 100_000}),
}


# A site to ask


def world() -> tuple[list[Visitor], dict[str, list[Any]]]:
    """A table of each game, whose first seat one player holds; and the host of them all, a guest, a passer-by."""
    from django.conf import settings
    from django.test import Client

    from benchmarks.tables import banquet, continent, europe
    from heraut.site.accounts.models import Player
    from heraut.site.api.models import PLAY
    from heraut.site.api.tokens import issue
    from heraut.site.clock.pace import Pace
    from heraut.site.lobby.tables import join, open_table
    from heraut.site.matches.models import Match, Seat
    from heraut.site.press.posting import write
    from heraut.site.press.reading import addressees

    settings.ALLOWED_HOSTS = ["*"]
    settings.ACCOUNT_RATE_LIMITS = False
    tables = {game: make(f"Crue {game}")[0] for game, make in zip(GAMES, (europe, continent, banquet), strict=True)}
    player, host = (Player.objects.create(username=name, email=f"{name}@example.org") for name in ("Joueur", "Hôte"))
    orders = {}
    for table in tables.values():
        Match.objects.filter(code=table.match).update(host=host)
        Seat.objects.filter(match__code=table.match, user__username=table.name).update(user=player)
        orders[table.match] = table.text
    letters = Seat.objects.get(match__code=tables["gloire"].match, user=player)
    thread = write(letters, addressees(letters)[0], "Salut", mark="EJ")
    waiting = open_table(host, "Table", {"map": "EUROPE", "lords": 4}, Pace(grace=0), bots="player")
    join(waiting, player, "Joueuse")
    visitors = [Visitor("passer-by", Client(), orders=orders)]
    for who, someone in (
        ("player", player),
        ("host", host),
        ("guest", Player.objects.create(username="G", guest=True)),
    ):
        client = Client()
        client.force_login(someone)
        visitors.append(Visitor(who, client, issue(someone, "x", PLAY), orders))
    places = places_of([table.match for table in tables.values()], waiting.code, thread, player)
    return visitors, places


def places_of(matches: list[str], waiting: str, thread: Any, player: Any) -> dict[str, list[Any]]:
    """What stands in the places of addresses."""
    from heraut.site.games import NAMES
    from heraut.site.herald.models import Letter
    from heraut.site.lobby.acts import HOST_ACTS, PLAYER_ACTS
    from heraut.site.play.daifen.tools import TOOLS as DAIFEN_TOOLS
    from heraut.site.play.gloire.drawing import map_url
    from heraut.site.play.gloire.tools import TOOLS
    from heraut.site.play.pulse import sign

    name, digest, _ = map_url("SCANDINAVIE").rpartition("/")[2].split(".")
    return {
        "code": [*matches, waiting],
        "turn": [0],
        "tool": [*TOOLS, *DAIFEN_TOOLS, "combat", "livre"],
        "act": [*PLAYER_ACTS, *HOST_ACTS],
        "name": [*NAMES, name, "EUROPE"],
        "digest": [digest],
        "number": list(Letter.objects.values_list("pk", flat=True)[:1]) or [1],
        "player": [player.pk],
        "key": ["z" * 40],
        "choice": ["reports"],
        "seat": [0],
        "signature": [sign(matches[0], 0)],
        "thread": [thread.code],
    }


def everything() -> Iterator[Asked]:
    """Every request of every visitor."""
    from django.urls import get_resolver

    import heraut.site
    from heraut.site.api.interface import api

    visitors, places = world()
    names = names_read(Path(heraut.site.__file__).parent)
    addresses = [address for pattern in patterns(get_resolver()) for address in filled(pattern, places)]
    for visitor in visitors:
        yield from visitor.crawl(addresses, names)
        yield from visitor.programs(api.get_openapi_schema()["paths"], places)


def page_of_orders(visitor: Visitor, code: str) -> float:
    """The processor's time of a page of sixty orders."""
    times = [visitor.ask("get", f"/partie/{code}/ordres/")[0].seconds for _ in range(7)]
    return sorted(times)[3]


def main() -> None:
    """Prints the dearest requests."""
    from benchmarks.tables import site

    with site():
        asked = sorted(everything(), reverse=True)
        page = sorted(
            one.seconds for one in asked if one.request.endswith("/ordres/") and not one.flood and one.status == 200
        )
        usual = page[len(page) // 2]
        figure("page_of_orders", "cpu", "ms", [1000 * each for each in page])
        for one in asked[:20]:
            figure(f"{one.who} {one.request}", "cpu", "ms", [1000 * one.seconds], pages=one.seconds / usual)
            print(one, file=sys.stderr)
        failed = [one for one in asked if one.status >= 500 or one.seconds >= MOST_SECONDS]
    for one in failed:
        print(one, file=sys.stderr)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
