"""The chronicle of each game: its weightiest public events, in both languages, nothing else; and the press."""

from __future__ import annotations

import io
import zipfile
from itertools import product
from typing import Any

import msgspec
import pytest
from django.test import Client

from heraut.bots import player as bot_player
from heraut.engine.match import Match as EngineMatch
from heraut.engine.protocol import Event, Seat
from heraut.engine.rng import Rng
from heraut.engine.words import LANGUAGES, catalogue
from heraut.games import game
from heraut.site.accounts.models import Player
from heraut.site.clock.models import ORDER, REOPEN
from heraut.site.clock.rewind import agree, ask, rewinds_due
from heraut.site.common.words import site_words
from heraut.site.gazette.chronicle import MOST, Chronicler
from heraut.site.gazette.models import Printing
from heraut.site.gazette.printing import print_due
from heraut.site.gazette.publishing import publish_due
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match
from heraut.site.matches.services import write_activity
from tests.site.gazette.conftest import Browser, at, next_issue, picture, read
from tests.site.gazette.test_pieces import attach
from tests.site.matches.builders import give_orders

pytestmark = pytest.mark.django_db

GAMES = ("gloire", "fief", "rois", "vassaux")
PLAYED: dict[str, tuple[int, dict[str, Any], int]] = {
    "gloire": (6, {"map": "SCANDINAVIE", "lords": 6}, 6),
    "fief": (4, {"mode": "points", "points_turns": 10}, 160),
    "rois": (3, {"world": "Les Marches de Quellys"}, 2),
    "vassaux": (2, {}, 90),
}


def played(name: str) -> tuple[EngineMatch[Any, Any], list[Event]]:
    """A match of bots, some steps old, and all that happened in it."""
    count, options, steps = PLAYED[name]
    match = EngineMatch.new(game(name), [Seat(f"j{n}") for n in range(1, count + 1)], options, b"x" * 32, {})
    events = list(match.events)
    for number in range(steps):
        owing = match.pending()
        answers = {
            seat: bot_player(name, "player")(one, one.view, Rng(b"z").at(seat, number)) for seat, one in owing.items()
        }
        if not answers:
            break
        match.advance(answers)
        events += match.events
    return match, events


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.slow
def test_a_game_is_told_by_its_public_events_alone(name: str) -> None:
    match, events = played(name)
    view = game(name).view(match.state, None)
    told = adapter(name).chronicle
    for lang in LANGUAGES:
        lines = told(view, events, lang)
        assert lines == told(view, events, lang) and 0 < len(lines) <= MOST + 1
        secret = [msgspec.structs.replace(one, seen_by=(Seat("j1"),)) for one in events]
        assert told(view, secret, lang) == []
        public = [one for one in events if one.seen_by is None]
        assert told(view, public, lang) == lines
        assert not [line for line in lines if "{" in line or "None" in line or "  " in line], lines


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_that_is_told_has_two_ways_in_both_languages_and_a_sentence_of_its_game(name: str) -> None:
    chronicle = adapter(name).chronicle
    assert isinstance(chronicle, Chronicler) and len(set(chronicle.kinds)) == len(chronicle.kinds)
    keys = {lang: set(site_words(lang).groups[chronicle.group]) for lang in LANGUAGES}
    assert keys["fr"] == keys["en"]
    assert {key.rsplit("_", 1)[0] for key in keys["fr"]} == set(chronicle.kinds)
    for kind, number in product(chronicle.kinds, (1, 2)):
        assert f"{kind}_{number}" in keys["fr"]
        assert catalogue(f"heraut.games.{name}", "fr").has("event", kind)


SAMPLES: dict[str, dict[str, Any]] = {
    "gloire": {
        "lord": "j1", "other": "j2", "felon": "j1", "victim": "j2", "aggressor": "j1", "land": "SAVO", "former": "j2",
        "lands": ["SAVO"], "cause": "death", "road": "renown", "renown": 12.5, "title": "baron", "before": "",
        "organiser": "j2", "knight": "Gui", "prize": 100, "duels": [1], "seller": "j1", "buyer": "j2",
    },
    "fief": {
        "seat": "j1", "lord": "henry", "lords": ["henry", "isabelle"], "seats": ["j1", "j2"], "village": "sigy",
        "city": "sigy", "region": "r_sigy", "cause": "battle", "former": "j2", "winners": ["j1"], "fallen": ["henry"],
        "points": 3, "dice": [1], "price": 300, "title": "barony", "road": "points", "captor": "j2", "money": 5,
        "mills": 1, "presses": 0, "castle": 1, "votes": 3, "see": "b_bourg",
    },
    "rois": {
        "kingdom": 1, "king": 1, "turn": 3, "totals": [[1, 4], [0, 2]], "needed": 4, "elected": 1, "road": "election",
        "living": 3, "name": "Dush", "late_name": "Gor", "scores": [[1, 2000]], "ranking": [[1]],
    },
    "vassaux": {
        "place": 0, "unit": 3, "target": 53, "figures": [301], "contact": True, "victor": 1, "road": "decisive",
        "spell": "", "total": 7, "power": 6, "marker": 2, "lit": 1, "casualties": 2, "winner": 0, "hits": 1,
    },
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_can_be_said(name: str) -> None:
    count, options, _ = PLAYED[name]
    match = EngineMatch.new(game(name), [Seat(f"j{n}") for n in range(1, count + 1)], options, b"x" * 32, {})
    view = game(name).view(match.state, None)
    chronicle = adapter(name).chronicle
    assert isinstance(chronicle, Chronicler)
    for lang in LANGUAGES:
        figures, names = chronicle.filled_in(view, lang)
        words = site_words(lang)
        for key in words.groups[chronicle.group]:
            data = dict(SAMPLES[name])
            if name == "gloire" and key.startswith("crowned"):
                data["lands"] = 5
            event = Event("X", key.rsplit("_", 1)[0], data)
            said = words.say(chronicle.group, key, {"many": 2, **figures(event)}, {**words.names, **names})
            assert said and "{" not in said and "None" not in said


def test_treaties_of_the_public_chronicle_are_told_too(match: Match) -> None:
    write_activity(match, "treaty_kept", seats=["j1", "j2"], others=[], treaty="truce", last=1)
    write_activity(match, "treaty_said_broken", seats=["j1"], others=["j2"], treaty="other", last=1)
    next_issue(match)
    kept, broken = match.issues.get().lines["fr"][-2:]
    assert kept.endswith("ont tenu leur traité\xa0: Trêve.") and "déclare rompu son traité" in broken


@pytest.mark.parametrize("kind", [ORDER, REOPEN])
def test_a_rewind_is_told_in_the_next_issue(match: Match, alice: Player, charlie: Player, kind: str) -> None:
    give_orders(match, alice)
    next_issue(match)
    order = {"seat": "j1", "text": ""} if kind == ORDER else {}
    found = ask(match, charlie, kind, 1, **order)
    rewinds_due()
    agree(found, "Un ordre mal lu")
    assert rewinds_due() == 1 and publish_due() == 0
    next_issue(match)
    told = match.issues.order_by("-number")[0].lines
    for lang, words in (("fr", "Retour 1\xa0: "), ("en", "Rewind 1")):
        assert [line for line in told[lang] if line.startswith(words) and "Un ordre mal lu" in line], lang


def test_a_reopened_turn_is_told_once_more_though_it_is_played_before_anybody_looks(
    match: Match, alice: Player, charlie: Player
) -> None:
    next_issue(match)
    found = ask(match, charlie, REOPEN, 1)
    rewinds_due()
    agree(found, "Un ordre mal lu")
    assert rewinds_due() == 1
    next_issue(match)
    assert list(match.issues.order_by("number").values_list("number", "turn")) == [(1, 1), (2, 1)]
    next_issue(match)
    assert match.issues.latest("number").turn == 2


def test_an_issue_is_printed_as_a_page_and_the_match_as_a_book(match: Match, alice: Player, client_of: Browser) -> None:
    hers = client_of(alice)
    text = "Avant.\n\n![La tour](1)\n\n1. un\n2. deux"
    hers.post(at(match, "ecrire/"), {"headline": "Une image", "text": text, "act": "save"})
    article = match.articles.get()
    attach(hers, match, article, picture())
    hers.post(at(match, f"articles/{article.code}/"), {"headline": "Une image", "text": article.text, "act": "hand_in"})
    next_issue(match)
    reader = Client()
    wanted = reader.post(at(match, "presse/"), {"number": "1"})
    place = wanted.headers["Location"]
    waits = reader.get(place)
    assert waits.headers["Refresh"] == f"3; url={place}" and "La presse est à l" in waits.content.decode()
    assert print_due() == 1
    page = reader.get(place)
    assert page.headers["Content-Type"] == "application/pdf" and page.content.startswith(b"%PDF-")
    assert reader.post(at(match, "presse/"), {"number": "1"}).headers["Location"] == place  # it is there already
    book = reader.post(at(match, "presse/"), {}).headers["Location"]
    assert print_due() == 2  # the map of the only issue, then the book
    answer = reader.get(book)
    assert answer.headers["Content-Type"] == "application/epub+zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        names = file.namelist()
        assert file.read("mimetype") == b"application/epub+zip"
        chapter = file.read("EPUB/issue-1.xhtml").decode()
        assert "Une image" in chapter and 'src="picture-1-1-1.jpg"' in chapter and "map-1.svg" in chapter
        assert {"EPUB/map-1.svg", "EPUB/picture-1-1-1.jpg"} <= set(names)
        assert b"Alice" not in b"".join(file.read(name) for name in names if "issue" in name or "title" in name)
    assert reader.post(at(match, "presse/"), {"number": "9"}).status_code == 404
    Match.objects.filter(pk=match.pk).update(private=True, password="x")
    assert reader.get(place).status_code == 404 and reader.get(book).status_code == 404


def test_a_printing_that_fails_is_said_to_and_holds_up_no_other(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    next_issue(match)
    reader = Client()
    place = reader.post(at(match, "presse/"), {"number": "1"}).headers["Location"]
    monkeypatch.setattr("heraut.site.gazette.pdf.masthead", lambda *_: 1 / 0)
    reader.post(at(match, "presse/"), {})
    assert print_due() == 3
    assert "enrayée" in read(reader, place) and "Refresh" not in reader.get(place).headers
    assert Printing.objects.filter(failed=True).count() == 1
