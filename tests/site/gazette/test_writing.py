"""Writing: what is typed and how it is shown, what is refused and stays in the fields, taking back, the desk."""

from __future__ import annotations

import re
import time

import html5lib
import pytest
from django.core.cache import cache
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.gazette.markup import Picture, clean, html_of
from heraut.site.gazette.models import Article, Gazette
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Activity, Match, Seat
from heraut.site.notifications.models import Letter
from tests.site.conftest import new_player
from tests.site.gazette.conftest import Browser, at, hand_in, next_issue, reach_editor, read
from tests.site.payloads import faults, payloads

pytestmark = pytest.mark.django_db

PAYLOADS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](https://evil.example/)",
    "<https://evil.example/>",
    "![x](javascript:alert(1))",
    "![x](https://evil.example/pixel.gif)",
    "![x](//evil.example/pixel.gif)",
    "![x](data:image/svg+xml;base64,PHN2Zy8+)",
    '![" onerror="alert(1)](1)',
    "![<script>alert(1)</script>](1)",
    '![x](1 "onload=alert(1)")',
    "<style>@import 'https://evil.example/'</style>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<p style='background:url(https://evil.example/)'>x</p>",
    "<object data='https://evil.example/'></object>",
    "`<script>alert(1)</script>`",
    "    <script>alert(1)</script>",
    "```\n<script>alert(1)</script>\n```",
    "[x]: https://evil.example/ 'y'\n\n[x] ![x]",
    "<!-- --!><img src=x onerror=alert(1)>",
    '"><img src=x onerror=alert(1)>',
    "' onfocus=alert(1) autofocus='",
    "{{ 7|add:7 }}{% debug %}",
)
ALLOWED = {"p", "br", "h4", "strong", "em", "s", "blockquote", "ul", "ol", "li", "hr", "img", "span"}


def harmless(html: str) -> None:
    """Nothing in it but what gazettes allow, nothing that runs, nothing from elsewhere."""
    found = html5lib.parseFragment(html, treebuilder="etree", namespaceHTMLElements=False)
    for element in found.iter():
        if element is found:
            continue
        assert element.tag in ALLOWED, html
        assert set(element.keys()) <= {"src", "alt", "width", "height", "loading", "class", "start"}, html
        assert element.tag != "img" or element.get("src") == "/partie/x/gazette/piece/y/", html


@pytest.mark.rule("GP-SITE-31")
def test_nothing_that_is_typed_runs_or_is_fetched_from_elsewhere() -> None:
    pictures = {"1": Picture(url="/partie/x/gazette/piece/y/", width=4, height=3, legend='"><script>alert(1)</script>')}
    for payload in (*PAYLOADS, *(f"> - **{one}**" for one in PAYLOADS), "\n\n".join(PAYLOADS)):
        harmless(html_of(payload, pictures))
    harmless(clean("".join(PAYLOADS) + "<img src='/partie/x/gazette/piece/z/'>", set()).replace("<img>", ""))
    assert '<img src="/partie/x/gazette/piece/y/" alt="x"' in html_of("![x](1)", pictures)


@pytest.mark.parametrize("field", ["headline", "pseudonym", "text"])
def test_payloads_in_every_field_of_an_article_stay_words(
    field: str, match: Match, alice: Player, client_of: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred of every sort; those that a line does not take are refused, and stay in their field."""
    monkeypatch.setattr("heraut.site.gazette.articles.MOST_WAITING", 200)
    hers, pages = client_of(alice), []
    for payload in (*payloads(), *PAYLOADS):
        cache.clear()
        form = {"headline": "T", "text": "x", field: payload, "act": "hand_in"}
        answer = hers.post(at(match, "ecrire/"), form)
        pages += [answer.content.decode()] if answer.status_code == 200 else []
    assert match.articles.count() + len(pages) == len(payloads()) + len(PAYLOADS)
    pages = [*pages[::8], *(read(hers, at(match, f"articles/{one.code}/")) for one in match.articles.all()[:3])]
    next_issue(match)
    count = -(-match.articles.count() // 12)
    pages += [read(Client(), at(match, f"?page={number + 1}")) for number in range(count)]
    letters = Letter.objects.filter(kind="issue").values_list("html", flat=True)
    for page in (*pages, read(Client(), at(match, "archives/")), *letters):
        assert not list(faults(page))
        assert "<script>alert" not in page and 'evil.example/"' not in page
        assert not re.search(r"<(?:img|svg|iframe|object|style|math)\b[^>]*(?:onerror|onload|javascript:|evil)", page)
        assert not re.search(r'href="(?:javascript|https?://evil)', page)
        html5lib.HTMLParser(strict=True).parse(page)


def test_the_editors_words_are_as_harmless(match: Match, alice: Player, client_of: Browser) -> None:
    hers = client_of(alice)
    hers.post(at(match, "redaction/"), {"act": "volunteer"})
    head = "<b onclick=alert(1)>Le Héraut</b>"
    form = {"act": "edit", "title": head, "motto": head, "editorial": "\n\n".join(PAYLOADS)}
    hers.post(at(match, "redaction/"), form)
    next_issue(match)
    page = read(Client(), at(match))
    assert "&lt;b onclick=alert(1)&gt;Le Héraut" in page and "<script>alert" not in page
    harmless(match.issues.get().editorial_html)


def test_the_longest_text_is_made_html_cheaply() -> None:
    for sign in ("*a ", "[", "![a", "*_", "> ", "a\n", "**a", "- ", "~~a", "<a ", "---\n"):
        assert min(seconds_of((sign * 8000)[:8000]) for _ in range(2)) < 0.5


def seconds_of(text: str) -> float:
    """How many seconds of processor it takes to make HTML of a text."""
    begun = time.process_time()
    html_of(text, {})
    return time.process_time() - begun


def test_what_is_refused_says_why_and_stays_in_its_field(match: Match, alice: Player, client_of: Browser) -> None:
    hers = client_of(alice)
    for field, typed, why in (
        ("headline", "T" * 101, "a 101 caractères"),
        ("headline", "=?utf-8?q?x?=", "Le titre ne va pas"),
        ("pseudonym", "P" * 41, "a 41 caractères"),
        ("text", "mot " * 2001, "au plus 8"),
    ):
        form = {"headline": "Un titre", "text": "Un texte long que l'on garde", field: typed, "act": "hand_in"}
        page = hers.post(at(match, "ecrire/"), form).content.decode()
        assert why in page and 'role="alert"' in page, page
        assert typed.strip() in page and ("Un texte long" in page or field == "text")
    assert not Article.objects.exists()
    answer = hers.post(at(match, "ecrire/"), {"headline": "", "text": "x", "act": "hand_in"}, follow=True)
    assert "il reste un brouillon" in answer.content.decode() and Article.objects.get().state == "draft"


def test_nobody_signs_with_the_name_of_another(match: Match, alice: Player, bob: Player, client_of: Browser) -> None:
    hers = client_of(alice)
    Seat.objects.filter(match=match, user=bob).update(lord="Alix de Thune")
    new_player("Juge de paix")
    form = {"headline": "Un titre", "text": "Un texte", "act": "hand_in"}
    editor = adapter(match.game).letter_names(match.realm)[match.seats.get(user=bob).name][0]
    for name in ("Bob", "bób", "JUGE-de-paix", "alix  de thune", "Alix-De-Thûne", editor.upper()):
        page = hers.post(at(match, "ecrire/"), {**form, "pseudonym": name}).content.decode()
        assert "est le nom d&#39;un autre" in page and 'role="alert"' in page, name
    assert not Article.objects.exists()
    for name in ("Alice", match.seats.get(user=alice).lord, "Un moine"):
        article = hand_in(hers, match, pseudonym=name)
    here = at(match, f"articles/{article.code}/")
    hers.post(here, {"act": "take_back"})
    page = hers.post(here, {**form, "act": "save", "pseudonym": "Bob"}).content.decode()
    assert "est le nom d&#39;un autre" in page and Article.objects.get(pk=article.pk).pseudonym == "Un moine"


def test_editor_and_author_are_told_of_the_next_batch(
    match: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    hers, his = client_of(alice), client_of(bob)
    assert "par paquets" not in read(hers, at(match, "ecrire/"))  # nobody edits
    his.post(at(match, "redaction/"), {"act": "volunteer"})
    told = read(hers, at(match, "ecrire/")).partition("le prochain part ")[2].partition(". Un numéro")[0]
    assert re.search(r"(00|01|02|06|07|08|12|13|14|18|19|20):00$", told)  # a whole quarter of a day, for all the same
    assert f"Prochain paquet\u00a0: {told}." in read(his, at(match, "redaction/"))


def test_articles_are_so_many_and_no_more(match: Match, alice: Player, client_of: Browser) -> None:
    hers = client_of(alice)
    for _ in range(3):
        hand_in(hers, match)
    answer = hers.post(at(match, "ecrire/"), {"headline": "Un de trop", "text": "x", "act": "hand_in"}, follow=True)
    assert "déjà 3 articles" in answer.content.decode()
    for _ in range(20):
        answer = hers.post(at(match, "ecrire/"), {"headline": "Encore", "text": "x", "act": "save"})
    assert "C&#39;est beaucoup" in answer.content.decode()
    cache.clear()
    assert "déjà 10 brouillons" in hers.post(at(match, "ecrire/"), {"headline": "E", "text": "x"}).content.decode()


def test_an_article_can_be_taken_back_until_it_is_printed(match: Match, alice: Player, client_of: Browser) -> None:
    hers = client_of(alice)
    article = hand_in(hers, match)
    here = at(match, f"articles/{article.code}/")
    assert hers.post(here, {"act": "take_back"}).status_code == 302
    assert Article.objects.get().state == "draft"
    hers.post(here, {"headline": "Corrigé", "text": "Mieux.", "act": "hand_in"})
    next_issue(match)
    assert "Corrigé" in read(Client(), at(match))
    assert "Trop tard" in hers.post(here, {"act": "take_back"}).content.decode()
    assert "plus un brouillon" in hers.post(here, {"act": "throw_away"}).content.decode()
    assert "Corrigé" in read(Client(), at(match))


@pytest.mark.rule("GP-SITE-32")
def test_a_player_volunteers_as_editor_orders_writes_and_sends_back(
    match: Match, alice: Player, bob: Player, dora: Player, charlie: Player, client_of: Browser
) -> None:
    desk = at(match, "redaction/")
    hers, his = client_of(alice), client_of(bob)
    assert his.post(desk, {"act": "edit", "title": "Volé"}).status_code == 404
    assert client_of(charlie).get(desk).status_code == 404  # neither player nor mediator
    assert his.post(desk, {"act": "volunteer"}).status_code == 302
    assert "déjà la rédaction" in client_of(dora).post(desk, {"act": "volunteer"}).content.decode()
    first, second, third = (hand_in(hers, match, name) for name in ("Premier", "Second", "Troisième"))
    assert "Premier" not in read(his, desk)  # until the next batch
    reach_editor(match)
    assert {"Premier", "Second", "Troisième"} <= set(re.findall(r"Premier|Second|Troisième", read(his, desk)))
    assert "Premier" not in read(client_of(dora), desk)
    places = {f"place-{second.code}": "1", f"place-{first.code}": "2"}
    form = {"act": "edit", "title": "Le Héraut du Nord", "motto": "Tout dire", "editorial": "Bonnes **gens**", **places}
    assert his.post(desk, form).status_code == 302
    assert his.post(desk, {"act": "send_back", "article": third.code, "reason": "Trop court"}).status_code == 302
    assert "Trop court" in read(hers, at(match, "articles/"))
    next_issue(match)
    page = read(Client(), at(match))
    assert page.index("Second") < page.index("Premier") and "Troisième" not in page
    assert "Le Héraut du Nord" in page and "Tout dire" in page and "<strong>gens</strong>" in page
    assert match.issues.get().editor and match.issues.get().editor in page
    third.refresh_from_db()
    assert third.state == "returned"
    hers.post(at(match, f"articles/{third.code}/"), {"headline": "Troisième", "text": "Plus long", "act": "hand_in"})
    next_issue(match)
    page = read(Client(), at(match))
    assert "Troisième" in page and "gens" not in page and "Le Héraut du Nord" in page


@pytest.mark.rule("GP-SITE-32")
def test_the_editor_resigns_or_a_mediator_ends_his_work(
    match: Match, bob: Player, dora: Player, mediator: Player, client_of: Browser
) -> None:
    desk = at(match, "redaction/")
    his, hers, keeper = client_of(bob), client_of(dora), client_of(mediator)
    his.post(desk, {"act": "volunteer"})
    assert hers.post(desk, {"act": "dismiss", "reason": "x"}).status_code == 404
    assert his.post(desk, {"act": "resign"}).status_code == 302
    assert Gazette.objects.get().editor is None and his.post(desk, {"act": "resign"}).status_code == 404
    hers.post(desk, {"act": "volunteer"})
    assert "Il faut une raison" in keeper.post(desk, {"act": "dismiss", "reason": ""}).content.decode()
    assert keeper.post(desk, {"act": "dismiss", "reason": "Il renvoie tout."}).status_code == 302
    assert hers.post(desk, {"act": "edit"}).status_code == 404
    kinds = list(Activity.objects.filter(kind__startswith="editor").order_by("pk").values_list("kind", flat=True))
    assert kinds == ["editor_begins", "editor_resigns", "editor_begins", "editor_dismissed"]
    assert "Il renvoie tout." in read(his, f"/table/{match.code}/")


def test_whoever_has_given_his_seat_up_is_editor_no_more(
    match: Match, bob: Player, dora: Player, client_of: Browser
) -> None:
    desk = at(match, "redaction/")
    his = client_of(bob)
    his.post(desk, {"act": "volunteer"})
    match.seats.filter(user=bob).update(user=None)
    assert his.get(desk).status_code == 404
    assert client_of(dora).post(desk, {"act": "volunteer"}).status_code == 302
