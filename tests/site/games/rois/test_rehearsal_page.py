"""The rehearsal: years are counted, sheets stand beside each other, one tap pours one of them back."""

from __future__ import annotations

import re
from threading import Thread
from typing import Any

import pytest
from django.test import Client

from heraut.engine.rng import Rng
from heraut.games.rois.orders import Sheet
from heraut.games.rois.outcomes import summary
from heraut.games.rois.rehearsal import rehearse
from heraut.site.accounts.models import Player
from heraut.site.games.rois.rehearsal_setup import pruned
from heraut.site.matches.models import Match
from heraut.site.matches.orders import last_sheet, save_orders
from heraut.site.matchpage import rehearsals

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few years, however slow the machine is."""
    monkeypatch.setattr("heraut.site.matchpage.rehearsals.BUDGET", 1_000.0)
    monkeypatch.setattr("heraut.site.matchpage.rehearsal_page.AT_ONCE", 4)


def king_of(match: Match) -> int:
    """The first King."""
    return int(match.rules.view(match.realm, "j1")["own"]["king"])


def rehearsed(browser: Client, match: Match, **fields: Any) -> str:
    """The page after a POST."""
    answer = browser.post(f"/partie/{match.code}/outils/essai/", {"do": "play", "others": "still", **fields})
    assert answer.status_code == 200
    return answer.content.decode()


def test_years_are_played_on(match: Match, alice: Player, client_of: Any) -> None:
    browser = client_of(alice)
    assert 'id="bilan"' not in browser.get(f"/partie/{match.code}/outils/essai/").content.decode()
    page = rehearsed(browser, match)
    assert "sur 4 essais" in page and "Ce n&#39;est pas la vérité" in page
    assert "sur 8 essais" in rehearsed(browser, match, do="more", trials="4")
    assert "sur 4 essais" in rehearsed(browser, match, do="of:0", trials="4")


def test_time_bounds_what_one_request_plays(
    match: Match, alice: Player, client_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heraut.site.matchpage.rehearsals.BUDGET", 0.0)
    assert "sur 1 essai<" in rehearsed(client_of(alice), match)


def test_somebody_elses_rehearsal_is_waited_for(
    match: Match, alice: Player, client_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heraut.site.matchpage.rehearsals.PATIENCE", 0.05)
    with rehearsals.LOCK:
        assert "Un autre essai est en cours" in rehearsed(client_of(alice), match)
    thread = Thread(target=rehearsals.LOCK.acquire)  # whoever holds it need not be this thread
    thread.start()
    thread.join()
    rehearsals.LOCK.release()
    assert 'id="bilan"' in rehearsed(client_of(alice), match)


def test_another_order_is_compared_and_poured_back(match: Match, alice: Player, client_of: Any) -> None:
    browser, who = client_of(alice), king_of(match)
    page = rehearsed(browser, match, person=str(who), season="1", alternatives="EX\nDE\nXX 9")
    assert page.count('<dl class="outcome-bars">') == 4 and "1 ligne refusée" in page
    assert 'value="put:1: EX"' in page and ">EX\nDE\nXX 9</textarea>" in page
    browser.post(f"/partie/{match.code}/ordres/", {"do": "put:1: EX", "person": str(who), "back": "essai"})
    sheet = last_sheet(match.seats.get(name="j1"), match.step + 1)
    assert sheet is not None and "1: EX" in sheet.text


def test_a_whole_sheet_is_compared_and_poured_back(match: Match, alice: Player, client_of: Any) -> None:
    browser, who = client_of(alice), king_of(match)
    save_orders(match.seats.get(user=alice), f"@{who}\n1: DE\n")
    page = rehearsed(browser, match, variant=f"@{who}\n1: EX\n2: EX\n")
    form = re.search(r'<form method="post" id="verser-tout".*?</form>', page, re.S)
    assert form is not None
    base = re.search(r'name="base" value="(\d+)"', form[0])
    assert base is not None and f"@{who}\n1: EX\n2: EX" in form[0]
    sent = {"do": "save", "back": "essai", "base": base[1], "text": f"@{who}\n1: EX\n2: EX\n"}
    answer = browser.post(f"/partie/{match.code}/ordres/", sent)
    assert answer.status_code == 302 and answer["Location"].startswith(f"/partie/{match.code}/outils/essai/")
    sheet = last_sheet(match.seats.get(name="j1"), match.step + 1)
    assert sheet is not None and sheet.text.split() == f"@{who} 1: EX 2: EX".split()


def test_a_year_is_read_like_a_report(match: Match, alice: Player, client_of: Any) -> None:
    browser, who = client_of(alice), king_of(match)
    save_orders(match.seats.get(user=alice), f"@{who}\n1: EX\n2: PR TA\n")
    page = rehearsed(browser, match, do="read:1", trials="4")
    assert 'id="annee-essayee"' in page and "L&#39;année essayée n° 2" in page and 'id="gens"' in page


def test_nothing_is_stored(match: Match, alice: Player, client_of: Any) -> None:
    seat = match.seats.get(user=alice)
    save_orders(seat, f"@{king_of(match)}\n1: EX\n")
    before = (bytes(match.state), match.steps.count(), last_sheet(seat, match.step + 1))
    rehearsed(client_of(alice), match, others="usual")
    match.refresh_from_db()
    assert (bytes(match.state), match.steps.count(), last_sheet(seat, match.step + 1)) == before


def test_what_is_kept_of_a_year_is_what_its_summary_asks_for(match: Match) -> None:
    view = match.rules.view(match.realm, "j1")
    trials = rehearse(view, (), Sheet(), Rng(b"pruned"), trials=5).trials
    assert summary(view, [pruned(one) for one in trials]) == summary(view, trials)


def test_a_rehearsal_is_for_kings_in_play(match: Match, charlie: Player, client: Client, client_of: Any) -> None:
    assert client.post(f"/partie/{match.code}/outils/essai/", {"do": "play"}).status_code in (302, 404)
    assert client_of(charlie).post(f"/partie/{match.code}/outils/essai/", {"do": "play"}).status_code == 404
