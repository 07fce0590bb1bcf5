"""The rehearsal of a turn: what it shows, what bounds it, that it keeps nothing and tells nothing that is hidden."""

from __future__ import annotations

import re
from time import process_time
from typing import Any

import pytest
from django.test import Client

from heraut import bots
from heraut.engine.protocol import Seat, Unguessed, seen_by
from heraut.engine.rng import Rng
from heraut.games import gloire
from heraut.games.gloire.suppositions import Suppositions
from heraut.site.accounts.models import Player
from heraut.site.games.gloire import rehearsal_setup
from heraut.site.matches.models import Match
from heraut.site.matches.orders import last_sheet, save_orders
from heraut.site.matchpage import rehearsals
from tests.games.gloire.scramble import scramble
from tests.games.gloire.test_guess import after
from tests.site.matches.builders import pass_deadline
from tests.site.matchpage.conftest import forget_views

bot = bots.player("gloire", "classic")
pytestmark = pytest.mark.django_db
CSRF = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few trials, however slow the machine is."""
    rehearsal_setup.kept.forget()
    monkeypatch.setattr(rehearsals, "BUDGET", 1_000.0)
    monkeypatch.setattr(rehearsals, "GUESSING", 1_000.0)
    monkeypatch.setattr("heraut.site.matchpage.rehearsal_page.AT_ONCE", 5)


def tried(browser: Client, match: Match, **fields: Any) -> str:
    """The page after a POST."""
    answer = browser.post(f"/partie/{match.code}/outils/essai/", {"do": "play", "others": "still", **fields})
    assert answer.status_code == 200
    return answer.content.decode()


def land_of(match: Match, seat: str) -> str:
    """One of a lord's lands."""
    return next(name for name, land in match.realm.lands.items() if land.owner == seat)


def test_turns_are_played_on(match: Match, alice: Player, client_of: Any) -> None:
    browser = client_of(alice)
    page = browser.get(f"/partie/{match.code}/outils/essai/").content.decode()
    assert 'id="bilan"' not in page and "Jouer le tour" in page
    page = tried(browser, match)
    assert "sur 5 essais" in page and page.count('<dl class="outcome-bars">') == 1
    assert "sur 10 essais" in tried(browser, match, do="more", trials="5")
    assert "sur 5 essais" in tried(browser, match, do="of:0", trials="5")


def test_an_attack_that_is_supposed_comes(match: Match, alice: Player, client_of: Any) -> None:
    foe = next(s for s, lord in match.rules.view(match.realm, "j1")["lords"].items() if s != "j1" and lord["alive"])
    page = tried(client_of(alice), match, lord=foe, land=land_of(match, "j1"), men="5000", variant="")
    assert "est perdue" in page and "À chaque essai, dans ce que vous supposez" in page
    assert 'value="5000"' in page and f'<option value="{foe}" selected>' in page, "what was typed is kept"
    assert "est perdue" not in tried(client_of(alice), match)


@pytest.mark.parametrize("fields", [{"lord": "j1"}, {"lord": "nobody"}, {"men": "-1"}, {"men": "x"}, {"land": "NULLE"}])
def test_what_cannot_be_supposed_is_left_out(match: Match, alice: Player, client_of: Any, fields: Any) -> None:
    asked = {"lord": "j2", "land": land_of(match, "j1"), "men": "5000", "others": "?", **fields}
    assert "est perdue" not in tried(client_of(alice), match, **asked).replace("Capitale", "")


def test_another_sheet_is_compared_and_poured_back(match: Match, alice: Player, client_of: Any) -> None:
    browser, seat = client_of(alice), match.seats.get(user=alice)
    line = f"IMP 2 {land_of(match, 'j1')}"
    page = tried(browser, match, variant=f"{line}\nRIEN DU TOUT")
    assert page.count('<dl class="outcome-bars">') == 2 and "1 ligne refusée" in page
    form = re.search(r'<form method="post" id="verser".*?</form>', page, re.S)
    assert form is not None and line in form[0]
    base = re.search(r'name="base" value="(\d+)"', form[0])
    assert base is not None
    browser.post(f"/partie/{match.code}/ordres/", {"do": "save", "base": base[1], "text": line})
    sheet = last_sheet(seat, match.step + 1)
    assert sheet is not None and sheet.text == line


def test_time_bounds_what_one_request_plays(
    match: Match, alice: Player, client_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rehearsals, "BUDGET", 0.0)
    assert "sur 1 essai<" in tried(client_of(alice), match)


def test_a_search_in_vain_ends_in_time_and_is_told(
    match: Match, alice: Player, client_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pass_deadline(match)
    monkeypatch.setattr(rehearsals, "GUESSING", -1.0)
    page = tried(client_of(alice), match)
    assert 'role="alert"' in page and 'id="bilan"' not in page
    monkeypatch.setattr(rehearsals, "GUESSING", 1_000.0)
    assert "sur 5 essais" in tried(client_of(alice), match)
    monkeypatch.setattr(rehearsals, "GUESSING", -1.0)
    assert "sur 5 essais" in tried(client_of(alice), match, do="more", trials="5"), "what was found stays"


@pytest.mark.slow
def test_two_sheets_among_a_hundred_lords_take_less_than_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of these lords would have to wait for a minute, to be told that nothing was found."""
    monkeypatch.undo()
    played = after(3, 100, bot, b"hundred2", map="EUROPE")
    for name in ("j2", "j3"):
        view, events = gloire.view(played.state, Seat(name)), seen_by(played.events, Seat(name))
        setup = rehearsal_setup.setup_from(name, view, events, Suppositions("usual"), b"seed")
        texts, decision = ("", f"IMP 3 {next(iter(view['own']['lands']))}"), gloire.SheetDecision(view)
        begun = process_time()
        try:
            setup.play([rehearsals.Variant("", text, decision.parse(text).answer) for text in texts], 20)
        except Unguessed:
            assert name == "j3"
        assert process_time() - begun < 0.9


def test_somebody_elses_rehearsal_is_waited_for(
    match: Match, alice: Player, client_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rehearsals, "PATIENCE", 0.05)
    with rehearsals.LOCK:
        assert "Un autre essai est en cours" in tried(client_of(alice), match)
    assert 'id="bilan"' in tried(client_of(alice), match)


def test_what_is_remembered_is_bounded(match: Match, alice: Player, client_of: Any) -> None:
    browser = client_of(alice)
    for number in range(rehearsals.MOST_KEPT // 2 + 2):
        tried(browser, match, variant=f"# {number}")
    assert len(rehearsal_setup.kept.kept) <= rehearsals.MOST_KEPT


def test_nothing_is_stored(match: Match, alice: Player, client_of: Any) -> None:
    seat = match.seats.get(user=alice)
    save_orders(seat, f"IMP 2 {land_of(match, 'j1')}")
    before = (bytes(match.state), match.steps.count(), last_sheet(seat, match.step + 1))
    tried(client_of(alice), match, others="usual")
    match.refresh_from_db()
    assert (bytes(match.state), match.steps.count(), last_sheet(seat, match.step + 1)) == before


def test_a_rehearsal_is_for_lords_in_play(match: Match, charlie: Player, client: Client, client_of: Any) -> None:
    assert client.post(f"/partie/{match.code}/outils/essai/", {"do": "play"}).status_code in (302, 404)
    assert client_of(charlie).post(f"/partie/{match.code}/outils/essai/", {"do": "play"}).status_code in (302, 403, 404)


@pytest.mark.rule("GP-INF-03", "GP-INF-04", "GP-INF-12")
@pytest.mark.parametrize("others", ["still", "usual", "hostile"])
def test_a_rehearsal_tells_nothing_that_is_hidden(match: Match, alice: Player, client_of: Any, others: str) -> None:
    pages = []
    for number in range(2):
        if number:
            other = scramble(match.realm, "j1", Rng(b"secrets"))
            Match.objects.filter(pk=match.pk).update(state=gloire.dump(other), seed=b"une autre graine")
            match.refresh_from_db()
        rehearsal_setup.kept.forget()
        forget_views()
        asked = {"others": others, "lord": "j2", "land": land_of(match, "j1"), "men": "400", "variant": ""}
        pages.append(CSRF.sub("", tried(client_of(alice), match, **asked)))
    assert 'id="bilan"' in pages[0]
    assert pages[0] == pages[1]
