"""What players are told by letter of their matches: muster, start, each turn, the end, delays. In their own language.

Letters are composed outside of any transaction and posted in that of what they tell.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Protocol
from zoneinfo import ZoneInfo

import msgspec
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from heraut.engine.protocol import Event, Json, seen_by
from heraut.engine.protocol import Seat as SeatName
from heraut.site.accounts.models import Player
from heraut.site.accounts.zones import zone_name
from heraut.site.common.words import day, lang, local, say
from heraut.site.matches.adapters import adapter, asked, empty
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.state_storage import state_after
from heraut.site.matches.turn_status import BOT, EXCUSED, MISSED, SeatStatus, consequence
from heraut.site.matches.winners import winners
from heraut.site.notifications import html_report
from heraut.site.notifications.models import Letter
from heraut.site.notifications.outbox import by_mail, by_push, post, stop_headers, stop_url, with_devices
from heraut.site.regency.in_force import order_regents

PUSHED = (
    "start",
    "turn",
    "end",
    "over",
    "asked",
    "reminder",
    "delay",
    "muster",
    "stuck",
    "letter",
    "treaty",
    "issue",
)  # the words are `push.<kind>`


MOST_DROPPED = 10  # refused lines that a mail tells one by one
FOLLOWED = (MISSED, BOT, EXCUSED)  # what may have followed from silence; the words are `letter.silent_<outcome>`


def match_url(match: Match) -> str:
    """The address of a match."""
    return f"{settings.URL}/partie/{match.code}/"


def report_url(match: Match, turn: int) -> str:
    """The address of the report of a turn; of a match that is over, that of its end."""
    return match_url(match) + ("fin/" if match.over else f"bilan/{turn}/")


def step_key(match: Match, step: int | None = None) -> str:
    """What names a match, or a step of it, in the keys of letters: one that is taken anew after a rewind is another."""
    key = f"{match.pk}" if step is None else f"{match.pk}:{step}"
    return f"{key}~{match.branch}" if match.branch else key


@contextmanager
def as_read_by(player: Player) -> Iterator[None]:
    """Words and hours as this player reads them."""
    with translation.override(player.language), timezone.override(ZoneInfo(player.time_zone)):
        yield


def reached(seats: Iterable[Seat], choice: str = "", *, regents: bool = False) -> list[tuple[Seat, Player]]:
    """The seats whose player is to be told of this sort of thing, by mail or by push; `regents`: and who gives orders
    for him just now.
    """
    found = list(seats)
    held = [(seat, seat.user) for seat in found if seat.user is not None and seat.user.is_active]
    held += order_regents(found) if regents else []
    pushed = with_devices(player for _, player in held)
    return [
        (seat, player)
        for seat, player in held
        if by_mail(player, choice) or (player.pk in pushed and by_push(player, choice))
    ]


def own_key(seat: Seat, player: Player) -> str:
    """What tells the letter of a seat's player from the same to his regent."""
    return seat.name if player.pk == seat.user_id else f"{seat.name}:{player.pk}"


class Titled(Protocol):
    """What a letter is about: a match, or a tournament."""

    title: Any


def letter(
    player: Player,
    about: Titled,
    kind: str,
    key: str,
    lead: Sequence[str],
    *,
    url: str = "",
    points: Sequence[str] = (),
    report: str = "",
    picture: str = "",
    choice: str = "",
    **figures: Any,
) -> Letter:
    """One letter about a match, or a tournament: its sentences, what mattered most, a report and the map if there are
    any, the ways there and to no more letters; and what a push says in its place.

    Its subject is `letter.<kind>_subject`; `url` leads elsewhere than to the match. To be called under `as_read_by`.
    """
    subject = say(f"letter.{kind}_subject", title=about.title, **figures)
    url = url or (match_url(about) if isinstance(about, Match) else settings.URL)
    more: dict[str, Any] = {"points": points, "report": report, "picture": bool(picture), "choice": choice}
    text, html = written_out(player, subject, lead, url=url, **more)
    written = Letter(
        key=key,
        player=player,
        match=about if isinstance(about, Match) else None,
        kind=kind,
        address=player.email,
        subject=subject[:200],
        text=text,
        html=html,
        headers=stop_headers(player, choice) if choice else {},
        picture=gzip.compress(picture.encode(), compresslevel=1, mtime=0) if picture else b"",
        due=timezone.now(),
    )
    written.choice = choice
    written.sentence = say(f"push.{kind}", **figures) if kind in PUSHED else subject
    written.link = url.removeprefix(settings.URL)
    return written


def written_out(
    player: Player,
    subject: str,
    lead: Sequence[str],
    *,
    url: str,
    points: Sequence[str],
    report: str,
    picture: bool,
    choice: str,
) -> tuple[str, str]:
    """A letter as text and as HTML."""
    page = {
        "lang": player.language,
        "subject": subject,
        "player": player.username,
        "lead": lead,
        "points": points,
        "report": report,
        "picture": picture,
        "link": url,
        "zone": zone_name(player.time_zone),
        "ways": settings.URL + reverse("ways"),
        "stop": stop_url(player, choice) if choice else "",
        "stop_words": f"letter.stop_{choice}",
    }
    text = render_to_string("notifications/letter.txt", page).strip() + "\n"
    return text, render_to_string(
        "notifications/letter.html", {**page, "report": html_report.html(report) if report else ""}
    )


def until(match: Match) -> list[str]:
    """The sentence that says until when orders are taken; none once the match is over."""
    if match.deadline is None:
        return []
    if match.pace.at_leisure:
        words = "match.at_leisure_step" if match.pace.by_decision else "match.at_leisure"
        return [say(words, until=day(match.deadline))]
    return [say("letter.until", when=local(match.deadline))]


def start_letters(match: Match, state: Any, events: Sequence[Event], now: datetime) -> list[Letter]:
    """The match has begun: the first report of each lord (GP-SET-07, GP-INF-10)."""
    letters = []
    for seat, player in reached(match.seats.select_related("user"), "reports", regents=True):
        with as_read_by(player):
            lead = [say("letter.start", title=match.title), *until(match)]
            shown = shown_to(match, state, events, seat, player, now)
            key = f"start:{match.pk}:{own_key(seat, player)}"
            letters.append(letter(player, match, "start", key, lead, choice="reports", **shown))
    return letters


def turn_letters(
    match: Match, state: Any, events: Sequence[Event], statuses: Mapping[str, SeatStatus], now: datetime
) -> list[Letter]:
    """A turn has been resolved: the report in full of each lord who owed orders, of all when it was the last.

    `match` is as it will be once the turn is published, `statuses` as they were at the deadline.
    """
    kind = "end" if match.over else "turn"
    seats = [seat for seat in match.seats.select_related("user") if match.over or seat.name in statuses]
    letters, won = [], winners(match)
    for seat, player in reached(seats, "reports", regents=True):
        with as_read_by(player):
            lead = [turn_told(match, match.step), *told_of_silence(match, statuses.get(seat.name)), *until(match)]
            if match.over:
                lead = [say("letter.end", title=match.title, winners=won)]
            shown = shown_to(match, state, events, seat, player, now)
            points = summed_up(match, state, events, seat, player)
            key = f"turn:{step_key(match, match.step)}:{own_key(seat, player)}"
            there = report_url(match, match.step)
            more: dict[str, Any] = {"points": points, "turn": match.step, "winners": won, **shown}
            letters.append(letter(player, match, kind, key, lead, url=there, choice="reports", **more))
    return letters


def turn_told(match: Match, turn: int) -> str:
    """The sentence that a report begins with."""
    return say("letter.turn", title=match.title, turn=turn)


def summed_up(match: Match, state: Any, events: Sequence[Event], seat: Seat, player: Player) -> Sequence[str]:
    """What mattered most in a turn to a seat that gets its report by mail, where its game says so."""
    game = adapter(match.game)
    if game.summed_up is empty or not match.step or not by_mail(player, "reports"):
        return ()
    name = SeatName(seat.name)
    before = match.rules.view(match.rules.load(state_after(match.pk, match.step - 1)), name)
    after, known = match.rules.view(state, name), seen_by(events, name)
    return asked(match.game, lambda one: one.summed_up(before, after, known, player.language), ())


def told_of_silence(match: Match, status: SeatStatus | None) -> list[str]:
    """What followed from giving no orders; nothing if orders were given."""
    if status is None or status.received:
        return []
    figures = {"missed": status.missed + 1, "silence": adapter(match.game).silence(match)}
    answered = f"_{status.will}" if status.will else ""
    followed = [say(f"letter.silent_{status.outcome}{answered}", **figures)] if status.outcome in FOLLOWED else []
    return [say("letter.silent"), *followed, *told_of_dropped(match, status)]


def told_of_dropped(match: Match, status: SeatStatus) -> list[str]:
    """The lines of standing orders that the turn refused, and why; of many the first."""
    return [
        say(
            "letter.dropped",
            line=refusal.line,
            why=match.rules.explain(msgspec.structs.replace(refusal, line=0), lang()),
        )
        for refusal in status.dropped[:MOST_DROPPED]
    ]


def shown_to(
    match: Match, state: Any, events: Sequence[Event], seat: Seat, player: Player, moment: datetime
) -> dict[str, str]:
    """What this seat is told of the step, published at this moment, in the language of its player: `report`, and the
    map as it sees it (`picture`, SVG; "" where the game has none). Nothing if he gets no such mails.
    """
    if not by_mail(player, "reports"):
        return {}
    name = SeatName(seat.name)
    view = under_moon(match, match.rules.view(state, name), moment)
    report = str(match.rules.report(view, seen_by(events, name), player.language))
    return {
        "report": report,
        "picture": asked(match.game, lambda game: game.picture(view, player.language, seat.name), ""),
    }


def under_moon(match: Match, view: Json, moment: datetime) -> Json:
    """A view with the moon of a moment, where the game counts moons (DA-PAC-07)."""
    moon = adapter(match.game).moon(moment)
    return view if moon is None else {**view, "moon": moon}


def delay_letters(match: Match, late: Mapping[str, SeatStatus]) -> list[Letter]:
    """The deadline has been delayed for want of these seats' orders: each of their players is told."""
    letters = []
    late_seats = match.seats.select_related("user").filter(name__in=list(late))
    for seat, player in reached(late_seats, "reminders", regents=True):
        with as_read_by(player):
            delays = late[seat.name].delays - 1
            told = say("letter.delay", title=match.title, by_decision=match.pace.by_decision, delays=delays)
            lead = [told, *until(match)]
            key = f"delay:{step_key(match, match.step + 1)}:{own_key(seat, player)}"
            letters.append(letter(player, match, "delay", key, lead, choice="reminders", turn=match.coming_turn))
    return letters


def reminder_letters(match: Match, statuses: Mapping[str, SeatStatus]) -> list[Letter]:
    """What is missing before the deadline, and what follows if it stays so (GP-SITE-18)."""
    letters = []
    wanting = {name: each for name, each in statuses.items() if wants_reminder(match, each)}
    seats = match.seats.select_related("user").filter(name__in=list(wanting))
    for seat, player in reached(seats, "reminders", regents=True):
        with as_read_by(player):
            lead = [*until(match), consequence(match, wanting[seat.name])]
            key = f"reminder:{step_key(match, match.step + 1)}:{own_key(seat, player)}:{match.deadline:%Y%m%d%H%M}"
            letters.append(letter(player, match, "reminder", key, lead, choice="reminders", turn=match.coming_turn))
    return letters


def wants_reminder(match: Match, status: SeatStatus) -> bool:
    """Whether something is missing: orders, or the seal where the others wait for it."""
    return status.awaited and (not status.received or (match.pace.early and not status.sealed))


def announce_muster(match: Match) -> None:
    """Each waiting player is asked to confirm that he will play, whatever letters he refuses (GP-SITE-09)."""
    letters = []
    for seat, player in reached(match.seats.select_related("user").filter(confirmed=False)):
        with as_read_by(player):
            lead = [say("letter.muster", title=match.title)]
            if match.muster_until is not None:
                lead.append(say("letter.muster_until", when=local(match.muster_until)))
            key = f"muster:{match.pk}:{seat.pk}:{match.muster_until:%Y%m%d%H%M}" if match.muster_until else ""
            letters.append(letter(player, match, "muster", key or f"muster:{match.pk}:{seat.pk}", lead))
    post(letters)


def stuck_letters(match: Match, fault: str) -> list[Letter]:
    """A turn cannot be resolved: those who run the site, and the host, are told why."""
    staff = list(Player.objects.filter(is_superuser=True, is_active=True))
    if match.host is not None and match.host not in staff:
        staff.append(match.host)
    letters = []
    for player in staff:
        with as_read_by(player):
            lead = [
                say("letter.stuck", title=match.title, turn=match.coming_turn),
                fault if player.is_superuser else "",
            ]
            key = f"stuck:{step_key(match, match.step + 1)}:{player.pk}"
            letters.append(letter(player, match, "stuck", key, list(filter(None, lead)), turn=match.coming_turn))
    return letters
