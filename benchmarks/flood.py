"""Everything that a visitor can send, sent: each address of the site with the largest texts that it takes (W8).

    python -m benchmarks.flood        the dearest requests, and how often a page of orders each of them costs

Addresses come from the site's own list, fields from the forms of its pages, from what its programs read by name and
from the document of its API. Each request is measured in processor's time, with the page that it leads to as another;
nothing that it does is kept. The figures are printed as lines of JSON; exits with 1 when a request fails (500), or
takes a second or more. `tests/site/test_flood.py` asks a part of it: every address, but not each of its fields, and
what all games have alike in one match alone.
"""

from __future__ import annotations

import gc
import json
import logging
import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from http.cookies import SimpleCookie
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote_plus

from benchmarks.addresses import filled, names_read, patterns, places_of
from benchmarks.forms import Form, forms_of
from benchmarks.lines import figure
from benchmarks.texts import BODIES, LONG, LONGER, texts

if TYPE_CHECKING:
    from django.test import Client

MOST_SECONDS = 1.0
TEXTS = ("text", "notes", "line", "lines", "rewritten", "q")  # fields that hold more than a word
FIGURES = (2, 3, 4, 5, 6, 9)  # digits
OF_GAME = re.compile(r"^/partie/\w+/(ordres/|outils/|$)")  # pages that read orders, each game in its own way
# No game changes these
ALIKE = re.compile(r"^/(table|tournoi)/|^/partie/\w+/(forum|gazette|lettres|traites|regence|retours)/")
GAMES = ("gloire", "daifen", "fief")
COLLECTED = 500  # requests between two collections of garbage
QUERY = 30_000  # signs of a query: servers take no longer one


class Asked(NamedTuple):
    """One request: who, what, with what, what came of it, and the processor's time that it took."""

    seconds: float
    status: int
    who: str
    request: str
    flood: str


# Asking

KEPT = "csrfmiddlewaretoken"
FORM = "application/x-www-form-urlencoded"


class Campaign:
    """What is sent of all that could be. Thorough: each field of a form by itself, with every flood, in each match.

    Where a sample is enough, the buttons of the site get one kind of flood each, in turn.
    """

    def __init__(self, matches: Sequence[str], *, thorough: bool) -> None:
        self.thorough, self.waiting = thorough, matches[-1]
        self.match = re.compile("|".join(map(re.escape, matches)))
        self.every = ("misspelt", "infinite", "number")[: 3 if thorough else 2]  # in all fields at once
        few = ("orders", "longer")
        self.texts = (*few, "misspelt", "lines", "word", "number", "signs") if thorough else few
        self.figures = FIGURES if thorough else FIGURES[-1:]
        self.done: set[tuple[object, ...]] = set()  # fields that somebody has flooded: others leave them alone
        self.open: set[str] = set()  # addresses that were open to whoever sent every name to them
        self.asked: set[tuple[str, str]] = set()  # by whom, where all matches that have begun are alike
        self.buttons = count()

    def alike(self, address: str) -> str:
        """The path of an address; if a sample is enough, one for all matches where their games make no difference."""
        path = address.partition("?")[0]
        return path if self.thorough or OF_GAME.match(path) else self.match.sub("match", path)

    def again(self, who: str, address: str) -> bool:
        """Whether, where a sample is enough, this visitor has asked the same of a match that has begun as well."""
        if self.thorough or not ALIKE.match(address) or self.waiting in address:
            return False
        key = who, self.alike(address)
        known = key in self.asked
        self.asked.add(key)
        return known

    def unseen(self, form: Form, button: tuple[str, str], fields: Iterable[str]) -> set[str]:
        """The fields of a form that nobody has flooded yet, of each page by itself."""
        path = self.alike(form.action)
        new = {name for name in fields if (form.method, path, name, button) not in self.done}
        self.done |= {(form.method, path, name, button) for name in new}
        return new

    def flooded(
        self, form: Form, fields: dict[str, str], button: str, new: set[str], floods: Mapping[str, str]
    ) -> Iterator[tuple[str, dict[str, str]]]:
        """What a form may be sent with: everything flooded at once, large figures, then fields one by one."""
        most = QUERY if form.method == "get" else LONGER
        open_fields = [name for name in fields if name not in (KEPT, button)]
        share = most // max(1, len(open_fields))
        whole = [(f"all: {flood}", dict.fromkeys(open_fields, floods[flood][:share])) for flood in self.every]
        for digits in self.figures:
            figures = {name: "9" * digits for name in open_fields if not fields[name] or fields[name].isdigit()}
            whole.append((f"figures: {10**digits - 1:,}", figures))
        for flood, sent in whole if self.thorough else [whole[next(self.buttons) % len(whole)]]:
            yield f"{button} {flood}", {**fields, **sent}
        for name in [name for name in open_fields if name in new and (self.thorough or name in TEXTS)]:
            for flood in self.texts if name in TEXTS else ("misspelt",):
                yield f"{button} {name}: {flood}", {**fields, name: floods[flood][:most]}


@lru_cache(maxsize=1000)
def quoted(text: str) -> str:
    """A name or value as forms send it; floods are the same over and over, and long."""
    return quote_plus(text)


class Visitor:
    """Somebody who asks everything; `token` opens the API to him, `orders` are lines as he may write them."""

    def __init__(self, who: str, client: Client, token: str, orders: Mapping[str, str]) -> None:
        self.who, self.client, self.token, self.orders = who, client, token, orders
        self.client.raise_request_exception = False
        self.dear = MOST_SECONDS
        self.told: list[Asked] = []

    def ask(self, method: str, address: str, flood: str = "", **sent: Any) -> Any:
        """The answer to one request; what is dear is asked twice, both times anew, and the shorter time counts."""
        begun = len(self.told)
        answer = self.tried(method, address, flood, **sent)
        first = self.told[begun:]
        if max(one.seconds for one in first) >= self.dear:
            del self.told[begun:]
            forget()
            answer = self.tried(method, address, flood, **sent)
            self.told[begun:] = map(min, first, self.told[begun:])
        return answer

    def tried(self, method: str, address: str, flood: str, **sent: Any) -> Any:
        """The answer to one request; then the page that it leads to is asked for, and both are undone."""
        from django.core.cache import cache
        from django.db import transaction

        cookies = SimpleCookie(self.client.cookies)
        with transaction.atomic():
            cache.clear()
            answer = self.timed(method, address, flood, **sent)
            leads = answer.headers.get("Location", "")
            if method == "post" and leads.startswith("/"):
                self.timed("get", leads, f"behind {flood}")
            transaction.set_rollback(True)
        self.client.cookies = cookies
        return answer

    def timed(self, method: str, address: str, flood: str, **sent: Any) -> Any:
        """The answer to one request, measured."""
        if self.token and address.startswith("/api/"):
            sent["headers"] = {"Authorization": f"Bearer {self.token}"}
        if len(self.told) % COLLECTED == 0:
            gc.collect()
            gc.freeze()  # what is left need not be gone through again
        begun = time.process_time()
        answer = getattr(self.client, method)(address, **sent)
        seconds = time.process_time() - begun
        self.told.append(Asked(seconds, answer.status_code, self.who, f"{method.upper()} {address[:100]}", flood))
        return answer

    def send(self, form: Mapping[str, str], method: str, address: str, flood: str) -> Any:
        """The answer to a form, sent as a browser does."""
        body = "&".join(f"{quoted(name)}={quoted(value)}" for name, value in form.items())
        if method == "get":
            return self.ask("get", f"{address.partition('?')[0]}?{body[:QUERY]}", flood)
        return self.ask("post", address, flood, data=body, content_type=FORM)

    def floods(self, address: str) -> dict[str, str]:
        """Texts, made of orders of the match that this address is about."""
        return texts(next((orders for code, orders in self.orders.items() if code in address), ""))

    def crawl(self, addresses: Iterable[str], names: list[str], campaign: Campaign) -> None:
        """Every address as it is, with every name flooded in its query and its body, and every form of its page."""
        for address in addresses:
            if campaign.again(self.who, address):
                continue
            answer = self.ask("get", address)
            if answer.status_code == 404:
                continue
            floods = self.floods(address)
            if campaign.alike(address) not in campaign.open:
                self.blind(address, names, floods, campaign)
            if answer.status_code == 200 and answer.headers.get("Content-Type", "").startswith("text/html"):
                for form in forms_of(address, answer.content.decode()):
                    self.fill(form, floods, campaign)

    def blind(self, address: str, names: list[str], floods: Mapping[str, str], campaign: Campaign) -> None:
        """Every name that the site reads, in a query and in a form."""
        asked = dict.fromkeys(names, floods["number"][: QUERY // len(names)])
        sent = dict.fromkeys(names, floods["lines"][: 2 * LONG // len(names)])
        answers = self.send(asked, "get", address, "every name"), self.send(sent, "post", address, "every name")
        if any(answer.status_code < 400 for answer in answers):
            campaign.open.add(campaign.alike(address))

    def fill(self, form: Form, floods: Mapping[str, str], campaign: Campaign) -> None:
        """A form, all of its fields flooded, then each; of buttons that many lines have the first is pressed."""
        alike = {(name, value.partition(":")[0]): (name, value) for name, value in reversed(form.buttons)}
        for button in [*alike.values(), ("", "")]:
            fields = form.fields | ({button[0]: button[1]} if button[0] else {})
            if new := campaign.unseen(form, button, fields):
                for flood, sent in campaign.flooded(form, fields, button[0], new, floods):
                    self.send(sent, form.method, form.action, flood)

    def programs(self, routes: Mapping[str, Any], places: Mapping[str, Iterable[Any]], campaign: Campaign) -> None:
        """Every route of the API that takes a body, with the largest one."""
        for route, methods in routes.items():
            for method in sorted(set(methods) & {"post", "put"}):
                for address in filled(re.sub(r"{(\w+)}", r"<\1>", route), places):
                    floods = self.floods(address)
                    bodies = {flood: json.dumps({"text": floods[flood]}) for flood in campaign.texts}
                    for flood, body in (bodies | BODIES).items():
                        self.ask(method, address, flood, data=body, content_type="application/json")


# A site to ask


def with_gazette(match: Any, author: Any) -> None:
    """An issue with an article and a picture, a draft of this player, a printing."""
    from django.utils import timezone

    from heraut.site.gazette.articles import begin
    from heraut.site.gazette.models import PAGE, PICTURE, PRINTED, Article, Issue, Piece, Printing

    issue = Issue.objects.create(match=match, number=1, turn=1, step=0, at=timezone.now())
    printed, _ = (begin(match, author.pk, {"headline": word, "text": "*x* " * 2000}) for word in ("Paru", "En main"))
    Article.objects.filter(pk=printed.pk).update(state=PRINTED, issue=issue, place=1)
    Piece.objects.create(article=printed, code="piece", kind=PICTURE, number=1, data=b"x")
    Printing.objects.create(match=match, kind=PAGE, number=1, language="fr", digest="", code="print", data=b"x")


def world() -> tuple[dict[str, Visitor], dict[str, list[Any]]]:
    """A table of each game, whose first seat one player holds; their host, of the staff; a guest, a passer-by."""
    from django.test import Client, RequestFactory
    from django.utils import timezone

    from benchmarks.tables import banquet, continent, europe
    from heraut.site.accounts.models import Player
    from heraut.site.api.models import PLAY
    from heraut.site.api.tokens import issue
    from heraut.site.forum.demonstration import speak_in_forum
    from heraut.site.forum.models import SUGGESTIONS
    from heraut.site.forum.posting import Written, begin
    from heraut.site.forum.scopes import BoardScope
    from heraut.site.lobby.tables import join, open_table
    from heraut.site.matches.models import Match, Seat
    from heraut.site.matches.pace import Pace
    from heraut.site.messaging.posting import answer, thread_with
    from heraut.site.messaging.reading import addressees
    from heraut.site.notifications.models import Hook
    from heraut.site.regency.naming import name
    from heraut.site.treaties.kinds import OTHER
    from heraut.site.treaties.proposing import propose

    tables = {game: make(f"Crue {game}")[0] for game, make in zip(GAMES, (europe, continent, banquet), strict=True)}
    player, host = (Player.objects.create(username=name, email=f"{name}@example.org") for name in ("Joueur", "Hôte"))
    for table in tables.values():
        Match.objects.filter(code=table.match).update(host=host)
        Seat.objects.filter(match__code=table.match, user__username=table.name).update(user=player)
    orders = {table.match: table.text for table in tables.values()}
    for game in ("gloire", "fief"):
        seat = Seat.objects.select_related("match").get(match__code=tables[game].match, user=player)
        speak_in_forum(seat.match, [(seat, player)] * 2)
    request = RequestFactory().get("/")
    request.user = player
    begin(BoardScope(request, SUGGESTIONS), Written("player", "Salut", "Un fil"))
    letters = Seat.objects.get(match__code=tables["gloire"].match, user=player)
    with_gazette(letters.match, player)
    thread = thread_with(letters, addressees(letters)[0])
    answer(letters, thread, "Salut", mark="EJ")
    propose(letters, OTHER, addressees(letters)[:1], {"words": "Paix", "until": "9"})
    waiting = open_table(host, "Table", {"map": "EUROPE", "lords": 4}, Pace(grace=0), game="gloire", bots="player")
    join(waiting, player, "Joueuse")
    Hook.objects.create(match=waiting, owner=host, url="https://example.org/x", form="json", secret="x")
    name(letters, host.username, timezone.localdate(), timezone.localdate(), orders=True)
    peace_to_keep(tables["gloire"].match, player, host)
    visitors = {"passer-by": Visitor("passer-by", Client(), "", orders)}
    guest = Player.objects.create(username="G", guest=True)
    Player.objects.filter(pk=host.pk).update(is_staff=True)
    host.refresh_from_db()
    for who, someone in (("player", player), ("host", host), ("guest", guest)):
        client = Client()
        client.force_login(someone)
        visitors[who] = Visitor(who, client, issue(someone, "x", PLAY), orders)
    return visitors, places_of(list(orders), waiting.code, thread, player)


def peace_to_keep(code: str, player: Any, host: Any) -> None:
    """Something reported, and somebody asked to be a mediator, at the table of this code and at another."""
    from heraut.site.matches.models import Match
    from heraut.site.moderation.faults import report_fault
    from heraut.site.moderation.models import Call

    match = Match.objects.get(code=code)
    report_fault(match.seats.get(user=player), match.steps.get(number=0), "une erreur", shared=True)
    Call.objects.create(match=match, player=host, author=host, at=match.created)


def everything(visitors: Mapping[str, Visitor], places: Mapping[str, list[Any]], *, thorough: bool) -> list[Asked]:
    """Every request of these visitors; what one of them has flooded the next leaves alone.

    A thorough campaign looks at every page first, so that nothing is measured that a process does only once.
    """
    from django.urls import get_resolver

    import heraut.site
    from heraut.site.api.bearer import URLCONF
    from heraut.site.api.interface import api

    names = names_read(Path(heraut.site.__file__).parent)
    addresses = [address for pattern in patterns(get_resolver(URLCONF)) for address in filled(pattern, places)]
    campaign = Campaign(places["code"], thorough=thorough)
    for visitor in visitors.values() if thorough else ():
        for address in addresses:
            visitor.ask("get", address)
        visitor.told.clear()
    for visitor in visitors.values():
        visitor.crawl(addresses, names, campaign)
        visitor.programs(api.get_openapi_schema()["paths"], places, campaign)
    return [asked for visitor in visitors.values() for asked in visitor.told]


@contextmanager
def undisturbed() -> Iterator[None]:
    """Garbage is collected between requests, not meanwhile: whatever was asked before would be looked through again."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def forget() -> None:
    """As in a process that has just begun: no piece of a page is at hand."""
    from django.core.cache import caches

    for cache in caches.all():
        cache.clear()


def failures(asked: Iterable[Asked]) -> list[Asked]:
    """What failed, or took too long. The address of health is ill (503) as long as there is no worker, and may be."""
    return [one for one in asked if one.seconds >= MOST_SECONDS or (one.status >= 500 and " /sante" not in one.request)]


def page_of_orders(visitor: Visitor, code: str) -> list[float]:
    """The processor's time of a page of sixty orders, once what a turn fixes is at hand."""
    for _ in range(9):
        visitor.ask("get", f"/partie/{code}/ordres/")
    return [asked.seconds for asked in visitor.told[-7:]]


def main() -> None:
    """Prints the dearest requests."""
    from benchmarks.tables import site

    logging.disable(logging.CRITICAL)
    with site(), undisturbed():
        from django.conf import settings

        settings.ALLOWED_HOSTS, settings.ACCOUNT_RATE_LIMITS = ["*"], False
        visitors, places = world()
        page = page_of_orders(visitors["player"], places["code"][0])
        for visitor in visitors.values():
            visitor.dear = 8 * min(page)
        asked = sorted(everything(visitors, places, thorough=True), reverse=True)
        page += page_of_orders(visitors["player"], places["code"][0])
        usual = sorted(page)[len(page) // 2]
        figure("page_of_orders", "cpu", "ms", [1000 * each for each in page])
        for one in asked[:20]:
            figure(f"{one.who} {one.request} {one.flood}", "cpu", "ms", [1000 * one.seconds], pages=one.seconds / usual)
        failed = failures(asked)
    print(f"{len(asked)} requests", *failed, sep="\n", file=sys.stderr)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
