"""The words of the site, in the language of the reader; in templates `{{ say("lobby.title", count=3) }}`."""

from __future__ import annotations

import logging
from datetime import date, datetime
from functools import cache, lru_cache
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from heraut.engine.words import Catalogue, catalogue, joined, typeset
from heraut.games.registry import GAMES

log = logging.getLogger("heraut.words")

DAY, HOUR, MINUTE = 86400, 3600, 60


@cache
def site_words(lang: str) -> Catalogue:
    """The site's catalogue in this language, with the words of its games; those that cannot be read are left out."""
    found = [catalogue("heraut.site", lang)]
    for package in [entry.packages.site for entry in GAMES.values() if entry.packages.site]:
        try:
            found.append(catalogue(package, lang))
        except (OSError, ValueError):  # a mistake in one game's words is no reason to say nothing at all
            log.exception("the words of %s cannot be read", package)
    return joined(found)


def lang() -> str:
    """The language of the present reader: "fr" or "en"."""
    return "en" if (get_language() or "fr").startswith("en") else "fr"


def say(key: str, **figures: Any) -> str:
    """The sentence `group.key` of the site's catalogue, for the present reader."""
    if not figures:
        return sentence(lang(), key)
    group, _, name = key.partition(".")
    return site_words(lang()).say(group, name, figures)


@cache
def sentence(language: str, key: str) -> str:
    """A sentence without figures; most of those in a page are such."""
    group, _, name = key.partition(".")
    return site_words(language).say(group, name)


def word_of(group: str, key: str) -> str:
    """A word of a group of the catalogue: `{{ word_of("game", match.game) }}`."""
    return say(f"{group}.{key}")


def colon() -> str:
    """A colon as the reader's language sets it, right behind what it follows: French wants a hard blank before it."""
    return typeset(" :", "fr") if lang() == "fr" else ":"


def retold(text: str, demo: bool) -> str:
    """What a lord of the demonstration has written, in the reader's language; in any other match as it was written."""
    key = demonstrated().get(" ".join(text.split()), "") if demo else ""
    return say(f"demo_match.{key}") if key else text


@cache
def demonstrated() -> dict[str, str]:
    """What the demonstration says in letters, at tables and in forums, in every language, and the key of each."""
    spoken = [key for key in site_words("fr").groups["demo_match"] if key.startswith(("letter", "talk_", "forum_"))]
    return {" ".join(site_words(one).say("demo_match", key).split()): key for one in ("fr", "en") for key in spoken}


def moment(when: datetime) -> SafeString:
    """A moment in the reader's own time: vendredi 6 juin, 23:00."""
    return format_html('<time datetime="{}">{}</time>', when.isoformat(timespec="seconds"), local(when))


def countdown(when: datetime) -> SafeString:
    """A moment in the reader's own time and how long until then; counts on where scripts run."""
    seconds = int((when - timezone.now()).total_seconds())
    over = say("time.over")
    return format_html(
        '<time class="countdown{}" datetime="{}" data-units="{}" data-over="{}">{} · '
        '<span class="left">{}</span></time>',
        " soon" if seconds < DAY else "",
        when.isoformat(timespec="seconds"),
        say("time.units"),
        over,
        local(when),
        left(seconds) if seconds > 0 else over,
    )


def noted(when: datetime) -> str:
    """A moment as a line of the journal names it, in the hours of its own: 2026-11-27 22:48:01+0100."""
    return f"{timezone.localtime(when):%Y-%m-%d %H:%M:%S%z}"


def local(when: datetime) -> str:
    """Weekday, day, month and hour, in the reader's time zone; the year only if it is another one."""
    here = timezone.localtime(when).replace(second=0, microsecond=0, tzinfo=None)
    return _in_words(here, lang(), here.year == timezone.localtime().year)


@lru_cache(maxsize=2048)  # a page of letters or reports tells many, the next page the same ones
def _in_words(here: datetime, language: str, this_year: bool) -> str:
    """The same, of a moment by the reader's clock, in his language, which is this one."""
    written = say("time.first" if here.day == 1 else "time.format")
    return date_format(here, written.replace(" Y", "") if this_year else written)


def day(when: date) -> str:
    """A day, or that of a moment in the reader's time zone, with its year: 1er juin 2026."""
    here = timezone.localtime(when) if isinstance(when, datetime) else when
    return date_format(here, say("time.first_day" if here.day == 1 else "time.day"))


def left(seconds: int) -> str:
    """A stretch of time in its two largest units: 2 j 4 h, 4 h 05, 12 min, 40 s."""
    days, hour, minute, second = say("time.units").split()
    if seconds >= DAY:
        return f"{seconds // DAY} {days} {seconds % DAY // HOUR} {hour}"
    if seconds >= HOUR:
        return f"{seconds // HOUR} {hour} {seconds % HOUR // MINUTE:02}"
    return f"{seconds // MINUTE} {minute}" if seconds >= MINUTE else f"{seconds} {second}"


def span(seconds: int) -> str:
    """How long something is allowed to take: as `left`, but nothing is lost below an hour: 1 min 30 s."""
    over = seconds % MINUTE if MINUTE < seconds < HOUR else 0
    return f"{left(seconds)} {left(over)}" if over else left(seconds)
