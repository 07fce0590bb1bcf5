"""What a post may hold, what a search finds, and that neither tells more than the reader's view."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from time import process_time
from urllib.parse import urlsplit

import pytest
from django.test import Client

from benchmarks.texts import LONG, texts
from heraut.site.accounts.models import Player
from heraut.site.common.input_cleaning import plain_text
from heraut.site.forum.formatting import TAGS, formatted, quoted
from heraut.site.forum.models import KINDS, PLAYER, SUGGESTIONS, Post, Thread
from heraut.site.forum.posting import LONGEST, Written, begin, edit, keep_draft, remove
from heraut.site.forum.search import LENGTH, search, words_of
from heraut.site.matches.models import Match
from tests.site.conftest import new_player
from tests.site.forum.conftest import Browser, answered, begun, board_scope, forum, lord_of, read, scope_of
from tests.site.matches.builders import running, seat_of
from tests.site.payloads import MARK, faults, payloads

pytestmark = pytest.mark.django_db


class Seen(HTMLParser):
    """The tags of a text and their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def harmless(html: str) -> None:
    """Nothing but the tags that are allowed; links to the web or to mail that say what they are."""
    seen = Seen()
    seen.feed(html)
    for tag, attributes in seen.found:
        assert tag in TAGS, (tag, html)
        assert set(attributes) <= ({"href", "rel"} if tag == "a" else set()), html
        if "href" in attributes:
            assert urlsplit(str(attributes["href"])).scheme in ("", "http", "https", "mailto"), html
            assert attributes["rel"] == "nofollow ugc noopener"
    assert "\u202e" not in html


@pytest.mark.slow
def test_a_hundred_ways_to_write_a_script_are_none(table: Match, alice: Player) -> None:
    scope = scope_of(table, alice)
    for number, payload in enumerate(payloads(), start=1):
        harmless(formatted(plain_text(payload)))
        begin(scope, Written(KINDS[number % 3], payload, f"Fil {number}"))
    assert Post.objects.count() == number == 100
    for number in range(1, 101):
        assert not list(faults(read(Client(), forum(table, f"{number}/")))), number
    for page in ("", "?avant=70", "?avant=40", f"recherche/?q={MARK}", f"recherche/?q={MARK}&avant=50"):
        assert not list(faults(read(Client(), forum(table, page)))), page


def test_nor_are_they_in_titles_drafts_quotations_and_reasons(
    table: Match, alice: Player, bob: Player, mona: Player, client_of: Browser
) -> None:
    post, scope = begun(table, alice), scope_of(table, bob)
    peace = client_of(mona)
    for payload in payloads():
        keep_draft(scope, post.thread, Written("lord", payload, payload))
        assert not list(faults(read(client_of(bob), forum(table, "1/"))))
        Thread.objects.filter(pk=post.thread.pk).update(title=payload[:120])
        Post.objects.filter(pk=post.pk).update(text=payload, html=formatted(payload), reason=payload)
        assert not list(faults(read(peace, forum(table, "1/?citer=1"))))
        assert not list(
            faults(peace.post(forum(table, "message/1/"), {"do": "edit", "text": payload}).content.decode())
        )
    Post.objects.filter(pk=post.pk).update(removed=True)
    assert not list(faults(read(peace, forum(table, "1/"))))


def test_posts_are_written_in_markdown_without_headings_pictures_or_html() -> None:
    html = formatted("**gras** et *italique*\nligne\n\n> cité\n\n- un\n- deux\n\n[lien](https://example.org/a?b=1&c=2)")
    assert "<strong>gras</strong> et <em>italique</em><br>" in html.replace("<br />", "<br>")
    assert "<blockquote>" in html and "<li>deux</li>" in html
    assert '<a href="https://example.org/a?b=1&amp;c=2" rel="nofollow ugc noopener">lien</a>' in html
    assert "<h1>" not in formatted("# Titre\n\nAutre\n====") and "<img" not in formatted(
        "![x](https://example.org/x.png)"
    )
    assert "&amp;eacute;" in formatted("&eacute;")  # as it was typed


@pytest.mark.parametrize("flood", sorted(texts("")))
def test_the_longest_texts_are_formatted_quickly(flood: str) -> None:
    halves = ("[", "> ", "- ", "`", "<a", "![](", "*a_ ", "[](")
    for text in (texts("")[flood][:LONGEST], *((one * LONGEST)[:LONGEST] for one in halves)):
        begun = process_time()
        formatted(text)
        assert process_time() - begun < 1, text[:20]
    assert LONG > LONGEST


def test_a_name_in_a_quotation_stays_a_name() -> None:
    assert formatted(quoted("Bonjour", "*Sire* [x](https://e.example)")).count("<a ") == 0


# The search


def found(match: Match, player: Player, typed: str) -> list[int]:
    """The numbers of the posts that a search finds."""
    scope = scope_of(match, player)
    assert scope.forum is not None
    return [post.number for post in search(scope.forum, words_of(typed))]


def test_words_are_found_without_accents_and_capitals_and_by_their_beginnings(table: Match, alice: Player) -> None:
    thread = begun(table, alice, "L'Épée de Charlemagne, à Nœuds.", "Château").thread
    answered(table, alice, thread, "Des chevaliers-errants : 1 000 écus !")
    for numbers, words in {
        (1,): ("epee", "ÉPÉE", "l'épée", "charle", "noeuds", "nœud", "chateau"),
        (2,): ("chevalier", "errants écus", "000"),
        (): ("CHÂTEAUX", "epee ecus", "zzz", "e", "", '" OR 1', "NEAR(", "words:epee"),
        (2, 1): ("ch*",),
    }.items():
        for typed in words:
            assert found(table, alice, typed) == list(numbers), typed


def test_only_the_present_text_of_posts_that_stand_is_found(table: Match, alice: Player, mona: Player) -> None:
    post = begun(table, alice, "Premier jet.")
    edit(scope_of(table, alice), Post.objects.select_related("thread", "forum").get(pk=post.pk), "Second souffle.")
    keep_draft(scope_of(table, alice), post.thread, Written("lord", "Brouillon secret."))
    assert found(table, alice, "premier") == found(table, alice, "brouillon") == []
    assert found(table, alice, "souffle") == [1]
    remove(scope_of(table, mona), Post.objects.select_related("thread", "forum", "seat").get(pk=post.pk), "Assez")
    assert found(table, mona, "souffle") == []
    Post.objects.all().delete()
    begun(table, alice, "Souffle nouveau.")
    assert found(table, alice, "souffle") == [2]


def test_a_search_stays_in_its_forum_whatever_a_post_says(
    table: Match, alice: Player, bob: Player, client_of: Browser
) -> None:
    private = running(alice, bob, bots=1)
    Match.objects.filter(pk=private.pk).update(private=True)
    begun(private, alice, "Le mot de passe est Melusine.")
    begun(table, alice, "Bonjour.")
    marks = " ".join(f"xforum{pk}x" for pk in range(1, 50))
    begin(board_scope(SUGGESTIONS, bob), Written(PLAYER, f"{marks} Melusine ici.", "Fausse piste"))
    assert found(private, alice, "melusine") == [1] and found(table, alice, "melusine") == []
    stranger = client_of(new_player("Étienne"))
    assert "mot de passe" not in read(stranger, forum(table, "recherche/?q=melusine"))
    assert "mot de passe" not in read(stranger, f"/forum/{SUGGESTIONS}/recherche/?q=melusine")
    assert stranger.get(forum(private, "recherche/?q=melusine")).status_code == 404


def test_a_search_goes_on_below_the_last_post_shown(table: Match, alice: Player) -> None:
    thread = begun(table, alice, "Mot 1").thread
    for number in range(2, LENGTH + 4):
        answered(table, alice, thread, f"Mot {number}")
    page = read(Client(), forum(table, "recherche/?q=mot"))
    assert page.count("<mark>Mot</mark>") == LENGTH and f" {LENGTH + 3}</p>" in page
    address = re.search(r'rel="next" href="([^"]+)"', page)
    older = read(Client(), forum(table, "recherche/") + unescape(address[1]))  # type: ignore[index]
    assert older.count("<mark>Mot</mark>") == 3


def test_neither_pages_nor_search_lead_from_a_player_to_his_lord(table: Match, alice: Player, bob: Player) -> None:
    """A lord's post tells of its writer nothing but the lord; a player's nothing but the player."""
    lord = lord_of(table, alice)
    thread = begun(table, alice, "Oyez !").thread
    answered(table, alice, thread, "Salut.", PLAYER)
    assert found(table, bob, "alice") == [] == found(table, bob, lord.split()[0])
    main = read(Client(), forum(table, "message/1/")).partition("<main")[2].partition('<div class="dock"')[0]
    assert "Alice" not in main
    other = read(Client(), forum(table, "message/2/")).partition("<article")[2].partition("</article>")[0]
    assert lord not in other


def test_a_reader_sees_no_name_that_his_view_has_not(table: Match, alice: Player, bob: Player) -> None:
    post, scope = begun(table, alice), scope_of(table, bob)
    seat = seat_of(table, alice)
    lords = scope.view["lords"]
    scope.view = {**scope.view, "lords": {**lords, seat.name: {**lords[seat.name], "name": "Masque"}}}
    assert scope.author(post).name == "Masque"
