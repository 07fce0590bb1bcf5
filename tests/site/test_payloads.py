"""A hundred texts that try to become more than text, in every field that people fill, on every page and in every mail.

Each field is stored with all of them at once, past the checks of its form: a page has to hold out whatever is stored.
What makes HTML of typed text, forums and gazette, is given them one by one as well, by tests of its own
(`forum/test_words.py`, `gazette/test_writing.py`); so are letters and treaties (`treaties/test_payloads.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from html import escape, unescape
from typing import Any, NamedTuple

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from django.utils.http import urlencode

from heraut.engine.names import valid_name
from heraut.site.accounts.models import Player
from heraut.site.api.models import Token
from heraut.site.clock import rewind
from heraut.site.forum.following import digest
from heraut.site.forum.formatting import formatted
from heraut.site.forum.models import SUGGESTIONS, Draft, Post, Thread
from heraut.site.forum.posting import Written, begin, keep_draft, remove
from heraut.site.gazette.authorship import look, sign
from heraut.site.gazette.editor import gazette_of
from heraut.site.gazette.models import Article, AuthorLook, Gazette, Piece
from heraut.site.gazette.pieces import new_code, show_anew
from heraut.site.gazette.publishing import publish_due
from heraut.site.matches import host_actions
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import save_orders
from heraut.site.messaging import groups, sealed
from heraut.site.messaging.models import Message, Remark, SealedLetter  # fmt: skip
from heraut.site.messaging.models import Thread as Letters
from heraut.site.messaging.posting import answer as answer_letter
from heraut.site.messaging.reading import addressees
from heraut.site.moderation import faults as mistakes
from heraut.site.moderation import mediation, reports, sanctions  # fmt: skip
from heraut.site.moderation.models import Appeal, Fault, Note, Report, Sanction
from heraut.site.notifications.models import Hook, Letter
from heraut.site.regency.models import Regency, WillTaken
from heraut.site.spectators import comments
from heraut.site.spectators.models import Comment
from heraut.site.tournaments.models import Tournament
from heraut.site.treaties.kinds import OTHER
from heraut.site.treaties.models import Treaty
from heraut.site.treaties.proposing import propose
from tests.site.conftest import new_player
from tests.site.forum.conftest import answered, begun, board_scope, scope_of
from tests.site.games.fief.conftest import new_match as fief_match
from tests.site.matches.builders import pass_deadline, running, seat_of
from tests.site.matchpage.conftest import forget_views
from tests.site.messaging.builders import write
from tests.site.moderation.builders import new_staff, report_of
from tests.site.payloads import MARK, faults, payloads
from tests.site.regency.builders import in_force, offered

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]
ACTS = (
    "extend",
    "excluded",
    "line_removed",
    "editor_dismissed",
    "article_removed",
    "banned",
    "post_removed",
    "ruled_close",
)
ALL = " ".join(" ".join(payloads()).split())


def typed(field: str) -> str:
    """What is stored in a field: its name, and all payloads."""
    return f"champ-{field} {ALL}"


class Shown(NamedTuple):
    """A page, as whom it is asked, and the fields that it has to show."""

    who: str
    address: str
    fields: tuple[str, ...]


PAGES = (
    Shown("nobody", "/table/{m}/", ("title", "pause", "note", "rewind", "lord", *ACTS)),
    Shown("nobody", "/parties/", ("title",)),
    Shown("nobody", "/partie/{m}/", ("title",)),
    Shown("alice", "/", ("title",)),
    Shown("alice", "/partie/{m}/", ("title",)),
    Shown("alice", "/partie/{m}/ordres/", ("orders",)),
    Shown("alice", "/partie/{m}/bilan/", ("title",)),
    Shown("alice", "/partie/{m}/regence/", ("standing", "willed")),
    Shown("regent", "/partie/{m}/regence/", ("message",)),
    Shown("alice", "/compte/absence/", ("title",)),
    Shown("alice", "/partie/{m}/lettres/", ("group", "letter", "sealed")),
    Shown("alice", "/partie/{m}/lettres/{group}/", ("group", "letter")),
    Shown("alice", "/partie/{m}/traites/", ("treaty",)),
    Shown("alice", "/partie/{m}/traites/{treaty}/", ("treaty",)),
    Shown("alice", "/partie/{m}/forum/", ("thread",)),
    Shown("alice", "/partie/{m}/forum/1/", ("thread", "post", "draft", "reason")),
    Shown("alice", "/partie/{m}/forum/1/?citer=2", ("post",)),
    Shown("alice", "/partie/{m}/forum/message/2/", ("post",)),
    Shown("alice", "/partie/{m}/forum/nouveau/", ("draft-title",)),
    Shown("mona", "/partie/{m}/forum/1/", ("former", "reason")),
    Shown("nobody", "/partie/{m}/forum/recherche/?q=champ", ("thread",)),
    Shown("nobody", "/forum/suggestions/", ("board",)),
    Shown("nobody", "/partie/{m}/gazette/", ("paper", "motto", "editorial", "headline", "article", "legend")),
    Shown("nobody", "/partie/{m}/gazette/archives/", ("paper",)),
    Shown("nobody", "/partie/{m}/gazette/lire/{printed}/", ("headline", "pseudonym", "article")),
    Shown("alice", "/partie/{m}/gazette/articles/", ("returned", "look")),
    Shown("alice", "/partie/{m}/gazette/articles/{draft}/", ("returned", "headline", "article", "legend")),
    Shown("alice", "/partie/{m}/gazette/redaction/", ("paper", "motto", "editorial")),
    Shown("judge", "/gazette/regards/", ("headline", "look")),
    Shown("alice", "/partie/{m}/fautes/", ("fault", "answer", "notice")),
    Shown("mona", "/table/{m}/arbitrage/", ("fault", "note", "excerpt", "report")),
    Shown("mona", "/table/{m}/arbitrage/{fault}/", ("fault", "answer", "notice")),
    Shown("judge", "/moderation/arbitre/", ("excerpt", "report", "appeal", "sanction")),
    Shown("judge", "/moderation/arbitre/joueur/Dora/", ("sanction",)),
    Shown("dora", "/compte/mesures/", ("sanction", "appeal", "verdict")),
    Shown("nobody", "/partie/{m}/retours/", ("rewind",)),
    Shown("nobody", "/partie/{m}/retours/1/", ("rewind",)),
    Shown("mona", "/table/{m}/hote/retour/", ("title",)),
    Shown("watcher", "/partie/{m}/tribune/", ("comment",)),
    Shown("watcher", "/tournois/", ("tournament",)),
    Shown("watcher", "/tournoi/{cup}/", ("tournament",)),
    Shown("alice", "/compte/jetons/", ("token",)),
    Shown("charlie", "/table/{m}/annonces/", ()),
    Shown("alice", "/partie/{fief}/propos/", ("remark",)),
    Shown("alice", "/partie/{fief}/", ("remark",)),
)  # fmt: skip


class World:
    """A match of Alice, Bob and Dora, looked after by Charlie and Mona, in which every field is filled."""

    def __init__(self) -> None:
        self.people = {
            name: new_player(name.title()) for name in ("alice", "bob", "dora", "charlie", "mona", "watcher", "regent")
        }
        self.people["judge"] = new_staff("Juge")
        of = self.people
        self.match = running(of["alice"], of["bob"], of["dora"], bots=1)
        Match.objects.filter(pk=self.match.pk).update(host=of["charlie"], title=typed("title"))
        self.match.mediators.add(of["mona"])
        self.match.refresh_from_db()
        self.places: dict[str, Any] = {"m": self.match.code}
        self.spoken()
        self.forum()
        self.printed()
        self.kept_in_peace()
        self.played()
        self.beside()

    def seat(self, name: str) -> Seat:
        """The seat of somebody, as it is now."""
        return self.match.seats.select_related("match").get(user=self.people[name])

    def spoken(self) -> None:
        """Letters, sealed ones, a group, a treaty: by the pages' own functions, then with all payloads."""
        mine = self.seat("bob")
        others = addressees(mine)[:2]
        group = groups.found(mine, "Nom", others)
        answer_letter(mine, group, ALL[:3_900], mark="EJ")
        write(mine, others[0], ALL[:3_900], mark="HJ")
        treaty = propose(mine, OTHER, others, {"words": ALL[:600], "until": "9"})
        sealed.seal_letter(self.seat("alice"), group, sealed.Seal(death=True), "x", mark="EJ")
        SealedLetter.objects.update(text=typed("sealed"))
        Letters.objects.filter(pk=group.pk).update(name=typed("group"))
        Message.objects.update(text=typed("letter"))
        Treaty.objects.update(words=typed("treaty"))
        self.places |= {"group": group.code, "treaty": treaty.code}

    def forum(self) -> None:
        """Threads, posts, one edited, one removed; drafts; a site's forum. `title` and `text` are cleaned as ever."""
        alice, mona, match = self.people["alice"], self.people["mona"], self.match
        thread = begun(match, alice).thread
        second = answered(match, alice, thread)
        third = answered(match, self.people["bob"], thread)
        remove(scope_of(match, mona), third, "Assez")
        Thread.objects.update(title=typed("thread"))
        Post.objects.filter(pk=second.pk).update(text=typed("post"), html=formatted(typed("post")))
        Post.objects.filter(pk=second.pk).update(words=f"{second.words} champ post")
        Post.objects.filter(pk=third.pk).update(reason=typed("reason"))
        third.versions.update(text=typed("former"))
        for place, title in ((thread, ""), (None, typed("draft-title"))):
            keep_draft(scope_of(match, alice), place, Written("lord", "x", "x"))
            Draft.objects.filter(player=alice, thread=place).update(text=typed("draft"), title=title)
        other = begun_on_board(self.people["bob"])
        Thread.objects.filter(pk=other.thread_id).update(title=typed("board"))

    def printed(self) -> None:
        """A gazette with an issue, an article that was sent back, and a look at its author."""
        alice, match = self.people["alice"], self.match
        gazette_of(match)
        head = {"title": typed("paper"), "motto": typed("motto"), "editorial": typed("editorial")}
        Gazette.objects.update(editor=alice, **head)
        words = {"headline": typed("headline"), "pseudonym": typed("pseudonym"), "text": typed("article")}
        codes = []
        for state in ("waiting", "returned"):
            article = Article.objects.create(
                match=match, code=new_code(), state=state, reason=typed("returned"), **words
            )
            sign(article, alice.pk)
            for number, kind in ((1, "picture"), (2, "sound")):
                legend = {"legend": typed("legend"), "kind": kind, "number": number}
                Piece.objects.create(article=article, code=new_code(), data=b"x", width=4, height=3, **legend)
            Article.objects.filter(pk=article.pk).update(text=f"{words['text']}\n\n![x](1)")
            article.refresh_from_db()
            show_anew(article)
            codes.append(article.code)
        pass_deadline(match)
        assert publish_due() == 1
        match.refresh_from_db()
        Gazette.objects.update(**head)
        look(Article.objects.get(code=codes[1]), self.people["judge"], "Plainte")
        AuthorLook.objects.update(reason=typed("look"), headline=words["headline"], match_title=match.title)
        self.places |= {"printed": codes[0], "draft": codes[1]}

    def kept_in_peace(self) -> None:
        """Faults, reports, notes, sanctions, appeals; what is done to the match, with its reasons."""
        match, mona, judge, dora = self.match, self.people["mona"], self.people["judge"], self.people["dora"]
        fault = report_of(match, self.people["alice"])
        mistakes.settle(fault, mona, typed("answer"), typed("notice"))
        Fault.objects.update(words=typed("fault"), page=typed("page"))
        reports.settle(reports.report(mona, "post", "/", "x", "x", match), judge, typed("outcome"))
        for of in (match, None):
            reports.report(self.people["bob"], "comment", "/", "x", "x", of)
        Report.objects.update(excerpt=typed("excerpt"), reason=typed("report"))
        mediation.note(match, mona, "x")
        Note.objects.update(text=typed("note"))
        host_actions.pause(match, mona, timezone.now() + timedelta(days=1), typed("pause"))
        host_actions.lift(match, mona)
        sanctions.impose(dora, "warning", mona, typed("sanction"))
        first = sanctions.impose(dora, "warning", mona, typed("sanction"))
        sanctions.answer(sanctions.appeal(first, "x"), judge, typed("verdict"), granted=False)
        sanctions.appeal(Sanction.objects.exclude(pk=first.pk).get(), "x")
        Appeal.objects.update(text=typed("appeal"))
        mediation.call(match, self.people["charlie"], self.people["watcher"])
        self.places["fault"] = fault.pk

    def played(self) -> None:
        """Orders, standing orders and notes, regents, a rewind, a ban, an editor sent away, lords' names."""
        match, alice = self.match, self.people["alice"]
        rewind.ask(match, self.people["mona"], "reopen", match.step)
        rewind.agree(rewind.Rewind.objects.get(), typed("rewind"))
        assert rewind.rewinds_due()
        match.refresh_from_db()
        mine = self.seat("alice")
        save_orders(mine, typed("orders"))
        in_force(mine, self.people["regent"], message="x", orders=True)
        offered(self.seat("bob"), self.people["watcher"], message="x", orders=True)
        Regency.objects.update(message=typed("message"))
        WillTaken.objects.create(
            match=match, seat=mine, holder=alice, step=1, will="orders", text=typed("willed"), dropped=[]
        )
        Seat.objects.filter(pk=mine.pk).update(notes=typed("notes"), standing=typed("standing"), will="orders")
        match.seats.update(lord=typed("lord"))
        data = {"seats": [mine.name], "lord": typed("excluded"), "turn": 1, "number": 1, "former": 0}
        for kind in ACTS:
            told = {**data, "reason": typed(kind), "until": timezone.now().isoformat()}
            match.activities.create(kind=kind, author=alice, at=timezone.now(), data=told)

    def beside(self) -> None:
        """Comments, a tournament, keys of programs, addresses of announcements, the talk of a table."""
        match, watcher, alice = self.match, self.people["watcher"], self.people["alice"]
        comments.add(match, watcher, "x")
        Comment.objects.update(text=typed("comment"))
        cup = {"title": typed("tournament"), "game": "gloire", "kind": "swiss", "size": 4, "rounds": 3, "host": watcher}
        Tournament.objects.create(code="coupe", options=match.options, pace_data={"kind": "weekly"}, **cup)
        Token.objects.create(user=alice, name=typed("token"), hash="0" * 64)
        told = {"owner": self.people["charlie"], "form": "json", "secret": "x"}
        Hook.objects.create(match=match, url=f"https://example.org/{typed('hook')}", **told)
        fief = fief_match(alice, self.people["bob"])
        said = {"author": seat_of(fief, alice), "writer": alice, "said": timezone.now(), "number": 1}
        Remark.objects.create(match=fief, text=typed("remark"), **said)
        self.places |= {"cup": "coupe", "fief": fief.code}


def begun_on_board(player: Player) -> Post:
    """A thread in a forum of the site."""
    return begin(board_scope(SUGGESTIONS, player), Written("player", ALL[:9_000], "Titre"))


@pytest.fixture
def world(settings: Any) -> Iterator[World]:
    """See above."""
    settings.MAIL = "smtp://mail.example.org"
    settings.ACCOUNT_RATE_LIMITS = False
    forget_views()
    cache.clear()
    yield World()
    forget_views()


def shown(world: World, page: Shown) -> str:
    """What the page says."""
    client = Client()
    if page.who != "nobody":
        client.force_login(world.people[page.who])
    answer = client.get(page.address.format(**world.places))
    assert answer.status_code == 200, (page, answer.status_code)
    return str(answer.content.decode())


@pytest.mark.slow
def test_no_field_becomes_more_than_text_on_any_page_or_in_any_mail(world: World) -> None:
    wrong, missing = [], []
    for page in PAGES:
        said = shown(world, page)
        wrong += [f"{page.who} {page.address}: {one[:200]}" for one in faults(said, allowed_hosts=("example.org",))]
        missing += [f"{page.who} {page.address}: {one}" for one in page.fields if f"champ-{one}" not in unescape(said)]
    assert wrong == []
    assert "\n".join(missing) == ""
    mails = list(Letter.objects.exclude(html=""))
    mails.append(digest(world.people["alice"], list(Thread.objects.all()), [], timezone.now()))
    assert {"letter", "treaty", "fault_settled", "report_settled", "sanction_warning", "pause", "issue", "forum"} <= {
        one.kind for one in mails
    }
    for mail in mails:
        assert list(faults(mail.html, allowed_hosts=("127.0.0.1:8000",))) == [], mail.kind
        assert "\n" not in mail.subject


ASKED = (
    "/?{}",
    "/parties/?player={}&place={}&state={}&game={}",
    "/tables/?place={}&pace={}",
    "/regles/?q={}",
    "/regles/gloire/?q={}",
    "/partie/{m}/forum/recherche/?q={}",
    "/partie/{m}/forum/?sorte={}",
    "/forum/suggestions/recherche/?q={}",
    "/moderation/arbitre/?joueur={}",
    "/partie/{m}/lettres/?a={}",
    "/partie/{m}/traites/proposer/other/?a={}",
    "/partie/{m}/signaler/?regle={}",
    "/partie/{m}/tribune/?tour={}&propos={}",
    "/tournois/nouveau/?jeu={}",
    "/classement/?jeu={}&saison={}",
    "/compte/login/?next={}",
)


@pytest.mark.slow
def test_nothing_that_an_address_says_becomes_more_than_text(world: World) -> None:
    wrong = []
    for address in ASKED:
        client = Client()
        if "login" not in address:
            client.force_login(world.people["alice" if "{m}" in address else "judge"])
        for payload in payloads()[:: 3 if "recherche" in address else 25]:
            sent = urlencode({"x": payload})[2:]
            answer = client.get(address.replace("{m}", world.match.code).replace("{}", sent))
            found = answer.content.decode() if answer.status_code == 200 else ""
            wrong += [f"{address} {payload}: {one}" for one in faults(found, allowed_hosts=("example.org",))]
            assert answer.status_code in (200, 302, 404), (address, payload)
            assert "evil.example" not in answer.headers.get("Location", "")
    assert wrong == []


FORMS: Mapping[str, tuple[str, dict[str, str]]] = {  # what is refused stays in its field
    "letter": ("/partie/{m}/lettres/", {"to": "{}", "text": "{}", "group": "{}", "seal": "turn", "seal_turn": "{}"}),
    "treaty": ("/partie/{m}/traites/proposer/other/", {"with": "{}", "until": "{}", "words": "{}"}),
    "thread": ("/partie/{m}/forum/nouveau/", {"do": "post", "kind": "{}", "title": "{}", "text": "{}"}),
    "preview": ("/partie/{m}/forum/nouveau/", {"do": "look", "kind": "lord", "title": "{}", "text": "{}"}),
    "article": ("/partie/{m}/gazette/ecrire/", {"headline": "{}" * 40, "pseudonym": "{}", "text": "{}"}),
    "editor": ("/partie/{m}/gazette/redaction/", {"act": "edit", "title": "{}", "motto": "{}", "editorial": "{}" * 90}),
    "fault": ("/partie/{m}/signaler/", {"step": "{}", "rule": "{}", "words": "{}", "page": "{}"}),
    "comment": ("/partie/{m}/tribune/", {"do": "say", "text": "{}" * 40}),
    "regent": ("/partie/{m}/regence/", {"do": "regent", "regent": "{}", "first": "{}", "last": "{}", "message": "{}"}),
    "will": ("/partie/{m}/regence/", {"do": "will", "will": "{}", "standing": "{}"}),
    "rehearsal": (
        "/partie/{m}/outils/essai/",
        {"do": "of:1", "variant": "{}", "others": "{}", "land": "{}", "men": "{}"},
    ),
    "orders": ("/partie/{m}/ordres/", {"do": "check", "text": "{}", "base": "0"}),
    "relation": ("/compte/relations/", {"do": "declarer", "player": "{}", "relation": "{}"}),
    "note": ("/table/{m}/arbitrage/", {"do": "appeler", "player": "{}", "note": "{}"}),
    "rewind": ("/table/{m}/hote/retour/", {"do": "prepare", "kind": "order", "first": "1", "seat": "j1", "text": "{}"}),
    "cup": ("/tournois/nouveau/", {"title": "{}", "kind": "{}", "rounds": "{}", "lords": "{}"}),
    "table": ("/tables/nouvelle/", {"title": "{}", "lord": "{}", "map": "{}"}),
    "password": ("/table/{m}/entrer/", {"password": "{}"}),
}
AS_WHOM = {
    "editor": "alice",
    "comment": "watcher",
    "note": "charlie",
    "rewind": "mona",
    "cup": "judge",
    "table": "judge",
}


@pytest.mark.slow
def test_what_is_refused_and_stays_in_its_field_is_text(world: World) -> None:
    wrong, unseen = [], set(FORMS) - {"comment", "password"}
    for form, (address, fields) in FORMS.items():
        client = Client()
        client.force_login(world.people[AS_WHOM.get(form, "alice")])
        for payload in payloads()[::25]:
            sent = {name: value.replace("{}", payload) for name, value in fields.items()}
            answer = client.post(address.format(m=world.match.code), sent, follow=True)
            assert answer.status_code in (200, 404, 409), (form, answer.status_code)
            said = answer.content.decode()
            wrong += [f"{form} {payload}: {one}" for one in faults(said, allowed_hosts=("example.org",))]
            unseen -= {form} if MARK in said else set()
    assert wrong == []
    assert unseen == set()


def test_neither_players_nor_lords_are_called_so(client: Client) -> None:
    """Names stand in subjects of mails and in pictures: what they may hold is short and harmless."""
    assert not any(valid_name(one) for one in payloads() if re.search(r"[<>\"&]", one))
    for payload in payloads()[::10]:
        form = {"username": payload, "email": "x@example.org", "password1": "un mot de passe assez long"}
        answer = client.post("/compte/signup/", form)
        assert list(faults(answer.content.decode())) == []
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "place", ["<p>{}</p>", '<p title="{}">', "<p title='{}'>", "<title>{}</title>", "<textarea>{}"]
)
def test_a_place_that_does_not_escape_would_be_found(place: str) -> None:
    assert list(faults(place.format(typed("x"))))
    assert not list(faults(place.format(escape(typed("x")))))
