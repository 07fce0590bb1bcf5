"""Nobody can tell an author: two worlds that differ in him alone are the same bytes to everybody else.

And the referee, who may look: each look is kept for ever.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from random import Random

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.api.models import PLAY
from heraut.site.api.tokens import issue as new_token
from heraut.site.gazette.models import Article, AuthorLook, Authorship, Printing
from heraut.site.gazette.printing import print_due
from heraut.site.lobby.cleanup import remove as remove_guest
from heraut.site.matches.models import Activity, Match
from heraut.site.moderation.models import Report
from heraut.site.notifications.models import Hook, Letter
from heraut.site.privacy.closing import close
from tests.site.gazette.conftest import Browser, at, hand_in, next_issue, picture, reach_editor, read
from tests.site.gazette.test_pieces import attach
from tests.site.matchpage.conftest import forget_views
from tests.site.regency.builders import in_force
from tests.site.test_leak import PASSING

pytestmark = pytest.mark.django_db
SOURCE = Path(__file__).parents[3] / "src"
MOMENT = re.compile(rb"\d\d:\d\d|\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.+Z]*|key=[\w-]{20,}")
API = ("", "/view", "/acts", "/turns", "/turns/1/events", "/turns/1/report", "/turns/1/chronicle", "/record")


@pytest.fixture
def chance(monkeypatch: pytest.MonkeyPatch) -> Random:
    """What is drawn by chance is the same in every world."""
    drawn = Random(1)
    for name in ("pieces", "articles", "printing"):
        monkeypatch.setattr(f"heraut.site.gazette.{name}.new_code", lambda: f"{drawn.getrandbits(48):012x}")
    return drawn


def told(people: dict[str, Client], tokens: dict[str, str], match: Match) -> dict[str, bytes]:
    """All that these people are shown: pages of the gazette and of the match, the API, their own export, files."""
    places = [at(match), at(match, "archives/"), at(match, "redaction/"), at(match, "articles/"), at(match, "ecrire/")]
    places += [at(match, f"lire/{code}/") for code in match.articles.values_list("code", flat=True)]
    places += [at(match, f"articles/{code}/") for code in match.articles.values_list("code", flat=True)]
    places += [f"/partie/{match.code}/", f"/table/{match.code}/", f"/partie/{match.code}/histoire/", "/compte/donnees/"]
    places += [at(match, f"numero/{number}/") for number in match.issues.values_list("number", flat=True)]
    places += [at(match, f"presse/{code}/") for code in match.printings.values_list("code", flat=True)]
    places += ["/gazette/regards/", f"/partie/{match.code}/lettres/", "/lettres/"]
    found: dict[str, bytes] = {}
    for name, client in people.items():
        for place in places:
            forget_views()
            answer = client.get(place)
            headers = {key: answer.headers.get(key) for key in ("Location", "Content-Type", "Content-Length")}
            content = MOMENT.sub(b"", PASSING.sub(b"", b"".join(answer) if answer.streaming else answer.content))
            found[f"{name} {place}"] = (
                f"{answer.status_code} {headers if not PASSING.search(answer.content) else ''}".encode() + content
            )
        for place in API if name in tokens else ():
            forget_views()
            headers = {"Authorization": f"Bearer {tokens[name]}"}
            answer = Client().get(f"/api/matches/{match.code}{place}", headers=headers)
            found[f"{name} api {place}"] = MOMENT.sub(b"", answer.content)
    return found


def unzipped(data: bytes) -> dict[str, bytes]:
    """What a book holds, without the moment at which it was made."""
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        return {name: MOMENT.sub(b"", book.read(name)) for name in book.namelist()}


def outbox() -> list[tuple[object, ...]]:
    """All mails to anybody, and all messages to webhooks."""
    letters = Letter.objects.order_by("key").values_list("key", "kind", "address", "subject", "text", "html")
    return [tuple(MOMENT.sub(b"", str(each).encode()) for each in one) for one in letters]


@pytest.mark.rule("GP-SITE-31")
@pytest.mark.slow
def test_two_worlds_that_differ_in_the_author_alone_are_the_same_to_everybody_else(
    match: Match, alice: Player, bob: Player, dora: Player, charlie: Player, mediator: Player, judge: Player,
    client_of: Browser, chance: Random, caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Before the issue and after it: player who edits, host, mediator, referee who does not look, passer-by."""
    monkeypatch.setattr("django.conf.settings.MAIL", "smtp://mail.example.org")
    Hook.objects.create(match=match, owner=charlie, url="https://x.example/", form="json", secret="x", chronicle=True)
    others = {"editor": dora, "host": charlie, "mediator": mediator, "referee": judge}
    tokens = {name: new_token(player, name, PLAY) for name, player in others.items()}
    people = {name: client_of(player) for name, player in others.items()} | {"anybody": Client()}
    people["editor"].post(at(match, "redaction/"), {"act": "volunteer"}, follow=True)
    caplog.set_level("INFO")

    def world(author: Player) -> list[object]:
        """One article by this player, with a picture, sent back once and taken back once; then in the issue."""
        chance.seed(1)
        cache.clear()
        seen: list[object] = []
        writer = client_of(author)
        with transaction.atomic():
            writer.post(at(match, "ecrire/"), {"headline": "Les corbeaux", "text": "Ils volent.", "act": "save"})
            article = Article.objects.latest("pk")
            attach(writer, match, article, picture())
            here = at(match, f"articles/{article.code}/")
            seen.append(told(people, tokens, match))
            form = {"headline": "Les corbeaux", "text": "Ils volent.", "pseudonym": "Un moine", "act": "hand_in"}
            writer.post(here, form)
            reach_editor(match)
            seen.append(told(people, tokens, match))
            people["editor"].post(
                at(match, "redaction/"), {"act": "send_back", "article": article.code, "reason": "Non"}
            )
            assert Article.objects.latest("pk").state == "returned"
            seen.append(told(people, tokens, match))
            writer.post(here, form)
            reach_editor(match)
            writer.post(here, {"act": "take_back"})
            seen.append(told(people, tokens, match))
            writer.post(at(match, f"articles/{Article.objects.latest('pk').code}/"), form)
            next_issue(match)
            for number in ("1", "0"):
                people["host"].post(at(match, "presse/"), {"number": number})
            while print_due():  # a busy machine may need more than a slice
                pass
            page, book = Printing.objects.exclude(kind="map").order_by("pk")
            seen += [bytes(page.data or b""), unzipped(bytes(book.data or b"")), outbox()]
            Printing.objects.filter(kind="book").delete()
            seen.append(told(people, tokens, match))
            transaction.set_rollback(True)
        match.refresh_from_db()
        forget_views()
        return seen

    hers, his = world(alice), world(bob)
    assert len(hers) == len(his) == 8
    for one, other in zip(hers, his, strict=True):
        if isinstance(one, dict) and isinstance(other, dict):
            assert one.keys() == other.keys()
            assert not [place for place in one if one[place] != other[place]]
        assert one == other
    assert b"Les corbeaux" in hers[-1]["anybody " + at(match)]  # type: ignore[index, call-overload]
    assert "Les corbeaux" not in caplog.text and "Ils volent" not in caplog.text
    assert not [line for line in caplog.text.splitlines() if "gazette" in line and ("Alice" in line or "Bob" in line)]


def test_only_the_module_of_authorship_reads_who_wrote_what() -> None:
    """Pages, mails, feeds and files cannot tell what they do not ask."""
    allowed = {"authorship.py", "models.py", "0001_initial.py"}
    named = {path.name for path in SOURCE.rglob("*.py") if "Authorship" in path.read_text(encoding="utf-8")}
    assert named == allowed


def test_only_its_author_has_the_page_of_a_draft(
    match: Match, alice: Player, bob: Player, charlie: Player, mediator: Player, judge: Player, client_of: Browser
) -> None:
    article = hand_in(client_of(alice), match)
    places = [at(match, f"articles/{article.code}/"), at(match, f"lire/{article.code}/")]
    assert client_of(alice).get(places[0]).status_code == 200
    for player in (bob, charlie, mediator, judge):
        client = client_of(player)
        assert [client.get(place).status_code for place in places] == [404, 404]
        assert client.post(places[0], {"act": "take_back"}).status_code == 404
    assert Client().get(places[0]).status_code == 302
    assert "Les corbeaux" in read(client_of(alice), at(match, "articles/"))
    assert "Les corbeaux" not in read(client_of(bob), at(match, "articles/"))


@pytest.mark.rule("GP-SITE-31")
def test_the_referee_may_look_and_each_look_is_kept_shown_and_told(
    match: Match, alice: Player, bob: Player, charlie: Player, mediator: Player, judge: Player, client_of: Browser
) -> None:
    article = hand_in(client_of(alice), match)
    next_issue(match)
    place = at(match, f"lire/{article.code}/")
    asked = {"act": "look", "reason": "Une injure y est signalée."}
    for player in (bob, charlie, mediator):
        assert client_of(player).post(place, asked).status_code == 404
    referee = client_of(judge)
    assert "Alice" not in read(referee, place)
    refused = referee.post(place, {"act": "look", "reason": " "}).content.decode()
    assert "Il faut une raison" in refused and "Auteur :" not in refused and not AuthorLook.objects.exists()
    shown = referee.post(place, asked).content.decode()
    assert "Auteur\u00a0: Alice" in shown
    assert "Auteur\u00a0:" not in read(referee, place)  # to see it again is another look
    look = AuthorLook.objects.get()
    assert (look.looker_name, look.reason) == ("Juge", "Une injure y est signalée.")
    listed = read(referee, "/gazette/regards/")
    assert "Juge" in listed and "Une injure y est signalée." in listed and "Alice" not in listed
    for client in (client_of(alice), client_of(mediator), client_of(charlie), Client()):
        assert client.get("/gazette/regards/").status_code == 404
    hers = read(client_of(alice), at(match, "articles/"))
    assert "Une injure y est signalée." in hers and "Juge" not in hers
    export = json.loads(client_of(alice).get("/compte/donnees/").content)
    assert export["articles"][0]["looks"][0]["reason"] == "Une injure y est signalée." and "Juge" not in str(export)
    close(judge)
    match.delete()
    assert list(AuthorLook.objects.values_list("looker_name", "looker", "article")) == [("Juge", None, None)]


def test_a_referee_who_plays_or_has_played_in_the_match_may_not_look(
    match: Match, alice: Player, bob: Player, judge: Player, client_of: Browser
) -> None:
    article = hand_in(client_of(alice), match)
    next_issue(match)
    Player.objects.filter(pk=bob.pk).update(is_staff=True)
    place, asked = at(match, f"lire/{article.code}/"), {"act": "look", "reason": "Curieux"}
    assert client_of(bob).post(place, asked).status_code == 404
    for kind in ("taken_over", "resigned", "banned"):
        data = {"seats": ["j2"], "former": judge.pk}
        left = Activity.objects.create(match=match, at=timezone.now(), kind=kind, data=data)
        assert client_of(judge).post(place, asked).status_code == 404, kind
        left.delete()
    in_force(match.seats.select_related("match").get(user=alice), judge)
    assert client_of(judge).post(place, asked).status_code == 404
    assert not AuthorLook.objects.exists()


def test_a_reader_reports_and_a_mediator_removes_without_learning_the_author(
    match: Match, alice: Player, bob: Player, charlie: Player, mediator: Player, client_of: Browser
) -> None:
    article = hand_in(client_of(alice), match)
    next_issue(match)
    place = at(match, f"lire/{article.code}/")
    turned_away = Client().post(place, {"act": "report", "reason": "Une injure envers Léon."})
    assert turned_away.status_code == 401 and "Une injure envers Léon." in turned_away.content.decode()
    assert not Report.objects.exists()
    assert client_of(bob).post(place, {"act": "report", "reason": "C'est une injure."}).status_code == 302
    report = Report.objects.get()
    assert (report.kind, report.address, report.author, report.match) == ("article", place, bob, match)
    assert "Les corbeaux" in report.excerpt and report.reason == "C'est une injure."
    for player in (bob, charlie):  # the host who is no mediator neither
        assert client_of(player).post(place, {"act": "remove", "reason": "x"}).status_code == 404
    keeper = client_of(mediator)
    assert "Il faut une raison" in keeper.post(place, {"act": "remove", "reason": ""}).content.decode()
    assert keeper.post(place, {"act": "remove", "reason": "Une injure."}).status_code == 302
    page = read(Client(), at(match))
    assert "Les corbeaux" not in page and "Un aide de camp a retiré cet article" in page and "Une injure." in page
    assert Activity.objects.get(kind="article_removed").data == {"number": 1, "reason": "Une injure."}
    assert "Une injure." in read(client_of(alice), at(match, "articles/"))
    assert "Les corbeaux" not in read(Client(), at(match, "archives/"))


def test_articles_outlive_their_author_and_drafts_do_not(
    match: Match, alice: Player, bob: Player, dora: Player, client_of: Browser
) -> None:
    """If printed articles went with an account, those that vanish would tell whose they were."""
    hers = client_of(alice)
    hand_in(hers, match, "Paru")
    next_issue(match)
    client_of(dora).post(at(match, "redaction/"), {"act": "volunteer"})
    hand_in(hers, match, "Sur la table")
    reach_editor(match)
    hand_in(hers, match, "En chemin")
    hers.post(at(match, "ecrire/"), {"headline": "Brouillon", "text": "x", "act": "save"})
    desk = read(client_of(dora), at(match, "redaction/"))
    export = json.loads(hers.get("/compte/donnees/").content)["articles"]
    assert sorted(one["headline"] for one in export) == ["Brouillon", "En chemin", "Paru", "Sur la table"]
    assert not json.loads(client_of(bob).get("/compte/donnees/").content)["articles"]
    close(alice)
    assert "Paru" in read(Client(), at(match)) and not Authorship.objects.exists()
    same = read(client_of(dora), at(match, "redaction/"))
    assert "Sur la table" in desk and "Sur la table" in same  # until the desk next learns of anything
    assert sorted(Article.objects.values_list("headline", flat=True)) == ["Paru", "Sur la table"]
    next_issue(match)
    assert "Sur la table" not in read(Client(), at(match)) and Article.objects.count() == 1


def test_a_guest_who_is_removed_takes_his_drafts_along(match: Match, alice: Player, client_of: Browser) -> None:
    hand_in(client_of(alice), match)
    reach_editor(match)
    client_of(alice).post(at(match, "ecrire/"), {"headline": "Brouillon", "text": "x", "act": "save"})
    remove_guest(alice)
    assert list(Article.objects.values_list("headline", "state")) == [("Les corbeaux", "taken_back")]
