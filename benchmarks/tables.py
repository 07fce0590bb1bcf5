"""A site in full swing, for the benchmarks of its pages: lords in Europe, families round a board, hosts in battle.

Every player is logged in.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.realms import busy_realm, full_sheets

if TYPE_CHECKING:
    from heraut.site.accounts.models import Player
    from heraut.site.matches.models import Match

LORDS, ORDERS, FAMILIES, KINGDOMS = 30, 60, 4, 16
UNDER_WAY = 3  # the turn at which battles are taken over
CSRF = "c" * 32


class Visitor(NamedTuple):
    """A player who is logged in; `text` are his orders, `version` is the number of those saved last."""

    name: str
    match: str
    cookie: str
    text: str
    version: int


@contextmanager
def site(database: str = "") -> Iterator[Path]:
    """A new site in a folder of its own, which disappears with it, on SQLite or an empty database at this address."""
    with TemporaryDirectory(prefix="heraut-bench-") as folder:
        os.environ.update(HERAUT_DATA=folder, HERAUT_DATABASE=database, HERAUT_MAIL="page")
        os.environ["DJANGO_SETTINGS_MODULE"] = "heraut.site.settings"
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        yield Path(folder)


def europe(title: str) -> list[Visitor]:
    """Thirty players on 151 lands, 60 orders saved by each."""
    from heraut.engine.protocol import Seat as SeatName
    from heraut.games import gloire
    from heraut.site.accounts.models import Player
    from heraut.site.matches.models import Seat
    from heraut.site.matches.orders import save_orders
    from heraut.site.matches.pace import Pace
    from heraut.site.matches.services import open_match, start

    match = open_match("gloire", title, {"map": "EUROPE"}, Pace(grace=0))
    for number in range(LORDS):
        name = f"{title} {number}"
        player = Player.objects.create(username=name, email=f"{number}.{match.code}@example.org")
        Seat.objects.create(match=match, name=f"s{number}", user=player)
    start(match)
    realm = busy_realm("EUROPE", LORDS)
    replace(match, gloire, realm)
    pending, sheets = gloire.pending(realm), full_sheets(realm, ORDERS)
    visitors = []
    for seat in match.seats.select_related("user"):
        assert seat.user is not None
        sheet, _ = save_orders(seat, pending[SeatName(seat.name)].write(sheets[SeatName(seat.name)]))
        visitors.append(Visitor(seat.user.username, match.code, cookie(seat.user), sheet.text, sheet.sequence))
    return visitors


def continent(title: str) -> list[Visitor]:
    """Sixteen players of Daifen who all know one another; each has sent a form."""
    from heraut.engine.protocol import Seat as SeatName
    from heraut.games import daifen
    from heraut.site.accounts.models import Player
    from heraut.site.matches.models import Seat
    from heraut.site.matches.orders import save_orders
    from heraut.site.matches.pace import Pace
    from heraut.site.matches.services import open_match, start

    match = open_match("daifen", title, {"lords": KINGDOMS}, Pace(grace=0))
    for number in range(KINGDOMS):
        player = Player.objects.create(username=f"{title} {number}", email=f"{number}.{match.code}@example.org")
        Seat.objects.create(match=match, name=f"s{number}", user=player)
    start(match)
    match.refresh_from_db()
    realm = match.realm
    for seat, kingdom in realm.kingdoms.items():
        kingdom.known |= {other: 0 for other in realm.kingdoms if other != seat}
    replace(match, daifen, realm)
    pending, visitors = daifen.pending(realm), []
    for seat in match.seats.select_related("user"):
        assert seat.user is not None
        name = SeatName(seat.name)
        spied = [f'ESPIONNER "{other.name}" 1' for key, other in realm.kingdoms.items() if key != name][:1]
        text = "\n".join(line for line in (*spied, "EXPLORER 1") if not pending[name].parse(line).refusals)
        sheet, _ = save_orders(seat, text or "# rien")
        lines = "\n".join([sheet.text, *spied, "CONSTRUIRE carriere 1", "ENTRAINER guerrier 1"])
        visitors.append(Visitor(seat.user.username, match.code, cookie(seat.user), lines, sheet.sequence))
    return visitors


def replace(match: Match, rules: Any, state: Any) -> None:
    """Stores another state as that of a match that has just begun."""
    from heraut.engine.match import Match as EngineMatch
    from heraut.site.matches.models import Match, Step
    from heraut.site.matches.records import arbiter_record

    engine = EngineMatch.resume(rules, arbiter_record(match))
    digest = engine.keep((), state)
    data = bytes(engine.record.state)
    Step.objects.filter(match=match).update(state=data, digest=digest)
    Match.objects.filter(pk=match.pk).update(state=data, digest=digest)


def banquet(title: str) -> list[Visitor]:
    """Four people round a board of Fief, who have settled; nobody is hurried."""
    from heraut.site.accounts.models import Player
    from heraut.site.clock.resolution import resolve_at_once
    from heraut.site.matches.models import Seat
    from heraut.site.matches.orders import decision_of, save_orders
    from heraut.site.matches.pace import Pace
    from heraut.site.matches.services import open_match, start

    match = open_match("fief", title, {"mode": "normal"}, Pace(clocks=(1800, 900, 900, 1800), early=True, grace=0))
    for number in range(FAMILIES):
        player = Player.objects.create(username=f"{title} {number}", email=f"{number}.{match.code}@example.org")
        Seat.objects.create(match=match, name=f"s{number}", user=player, lord=f"Famille {number + 1}")
    start(match)
    resolve_at_once(match.pk)
    seats = list(match.seats.select_related("user"))
    for seat in seats * FAMILIES:
        match.refresh_from_db()
        decision = decision_of(match, seat)
        if decision is not None and decision.kind == "settle":
            save_orders(seat, decision.write((next(iter(decision.offers())),)), seal=True)
            resolve_at_once(match.pk)
    return [Visitor(seat.user.username, match.code, cookie(seat.user), "", 0) for seat in seats if seat.user]


def battle(title: str) -> list[Visitor]:
    """Two people in mid-battle: hosts of 400 points of Seigneurs & Vassaux, the third turn begun; nobody is hurried."""
    from heraut import bots
    from heraut.engine.rng import Rng
    from heraut.site.accounts.models import Player
    from heraut.site.clock.resolution import resolve_at_once
    from heraut.site.matches.models import Seat
    from heraut.site.matches.orders import decision_of, save_orders
    from heraut.site.matches.pace import Pace
    from heraut.site.matches.services import open_match, start

    match = open_match("vassaux", title, {}, Pace(clocks=(1800, 900, 900, 900), early=True, grace=0))
    for number in range(2):
        player = Player.objects.create(username=f"{title} {number}", email=f"{number}.{match.code}@example.org")
        Seat.objects.create(match=match, name=f"s{number}", user=player)
    start(match)
    resolve_at_once(match.pk)
    match.refresh_from_db()
    seats, bot = list(match.seats.select_related("user")), bots.player("vassaux", "player")
    while match.turn < UNDER_WAY:
        for seat in seats:
            decision = decision_of(match, seat)
            if decision is not None:
                given = bot(decision, decision.view, Rng(title.encode()).at("answer", match.step))
                save_orders(seat, decision.write(given), seal=True)
                resolve_at_once(match.pk)
                match.refresh_from_db()
    return [Visitor(seat.user.username, match.code, cookie(seat.user), "", 0) for seat in seats if seat.user]


def cookie(player: Player) -> str:
    """The cookies of a player who has just logged in."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.save()
    return f"sessionid={session.session_key}; csrftoken={CSRF}"


def versions(visitors: list[Visitor]) -> list[Visitor]:
    """The same players, with the numbers of the orders that they have saved meanwhile."""
    from django.db.models import Max

    from heraut.site.matches.models import Sheet

    last = dict(Sheet.objects.values_list("seat__user__username").annotate(last=Max("sequence")))
    return [visitor._replace(version=last[visitor.name]) for visitor in visitors]


def turn_back(code: str) -> Match:
    """The match with its last turn untaken, and due: to be resolved once more."""
    from datetime import timedelta

    from django.utils import timezone

    from heraut.site.matches.models import Match, Step
    from heraut.site.notifications.models import Letter

    first = Step.objects.select_related("match").get(match__code=code, number=0)
    match = first.match
    Step.objects.filter(match=match, number__gt=0).delete()
    Letter.objects.filter(match=match, kind="turn").delete()
    due = timezone.now() - timedelta(seconds=1)
    Match.objects.filter(pk=match.pk).update(state=first.state, digest=first.digest, step=0, deadline=due)
    return match
