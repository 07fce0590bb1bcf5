"""The pages of rewinds: what was set aside for all to see, what changes for each reader, and nothing else."""

from __future__ import annotations

import zlib
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.core.cache import caches
from django.test import Client

from heraut.engine.rng import Rng
from heraut.site.accounts.models import Player
from heraut.site.clock.models import ORDER, REOPEN, Rewind
from heraut.site.clock.rewind import agree, ask, rewinds_due, unsqueezed
from heraut.site.matches.models import Match
from heraut.site.matchpage.polling import beat
from heraut.site.notifications.rewind_mails import rewind_letters
from tests.games.gloire.scramble import scramble
from tests.site.clock.test_rewind import other_order
from tests.site.matches.builders import give_orders, pass_deadline, running
from tests.site.matchpage.conftest import forget_views
from tests.site.test_leak import as_sent, other_events, other_world

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: Player, bob: Player, charlie: Player) -> Match:
    """Three turns of Gloire whose second one was corrected; its host does not play."""
    match = running(alice, bob, bots=2)
    Match.objects.filter(pk=match.pk).update(host=charlie)
    for _ in range(3):
        give_orders(match, alice)
        give_orders(match, bob)
        pass_deadline(match)
    found = ask(match, charlie, ORDER, 2, seat="j1", text=other_order(match, 2))
    rewinds_due()
    return applied(found)


def applied(found: Rewind) -> Match:
    """The match once this rewind has been carried out."""
    found.refresh_from_db()
    agree(found, "Un ordre mal <b>lu</b>")
    rewinds_due()
    forget_views()
    return Match.objects.get(pk=found.match_id)


def page(client: Client, match: Match, place: str = "1/") -> str:
    """What a reader is shown."""
    answer = client.get(f"/partie/{match.code}/retours/{place}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_all_see_that_it_was_rewound_and_each_what_changes_for_him(
    match: Match, alice: Player, bob: Player, client_of: Any
) -> None:
    hers, his, anybody = page(client_of(alice), match), page(client_of(bob), match), page(Client(), match)
    for shown in (hers, his, anybody):
        assert "Un ordre mal &lt;b&gt;lu&lt;/b&gt;" in shown and "Tour 2" in shown and "Tour 3" in shown
        assert "<del>" in shown and "<ins>" in shown
    assert "est le vôtre" in hers and "est le vôtre" not in his + anybody
    line = other_order(match, 2)
    assert line.split()[-1] in hers and hers.count("<ins>") > anybody.count("<ins>")
    assert "Retour 1" in page(Client(), match, "")
    assert "/retours/" in client_of(bob).get(f"/partie/{match.code}/").content.decode()
    assert Client().get(f"/partie/{match.code}/retours/2/").status_code == 404


def test_the_report_of_a_turn_that_was_computed_again_says_so(
    match: Match, bob: Player, charlie: Player, client_of: Any
) -> None:
    def told(turn: int) -> bool:
        shown = client_of(bob).get(f"/partie/{match.code}/bilan/{turn}/").content.decode()
        return "Ce tour a été recalculé le" in shown and f'href="/partie/{match.code}/retours/1/"' in shown

    assert [told(turn) for turn in (1, 2, 3)] == [False, True, True]
    pass_deadline(match)
    assert not told(4)
    match = applied(ask(Match.objects.get(pk=match.pk), charlie, REOPEN, 3))
    pass_deadline(match)
    assert [told(turn) for turn in (1, 2, 3)] == [False, True, False]  # the third was played again


def test_a_turn_that_is_not_played_any_more_is_told_folded(
    match: Match, bob: Player, charlie: Player, client_of: Any
) -> None:
    match = applied(ask(match, charlie, REOPEN, 3))
    shown = page(client_of(bob), match, "2/")
    assert "plus joué" in shown and "<details>" in shown


def other_branches(match: Match, seat: str) -> None:
    """Changes all that this seat may not know of what was set aside."""
    rng = Rng(b"another world")
    for branch in match.branches.all():
        for step in branch.steps.all():
            state = scramble(match.rules.load(unsqueezed(step.state)), seat, rng.at("aside", step.number))
            step.state = zlib.compress(match.rules.dump(state))
            step.events = msgspec.json.encode(other_events(step, seat))
            step.answers = [[name, text if name == seat else "; autre"] for name, text in step.answers]
            step.save()
        branch.told = {name: told if name == seat else {} for name, told in branch.told.items()}
        branch.save()


def shown_and_sent(match: Match, client: Client, player: Player | None) -> tuple[Any, ...]:
    """The page of the rewind as a reader gets it, and the letter."""
    forget_views()
    caches["pieces"].clear()
    match = Match.objects.get(pk=match.pk)
    branch = match.branches.get()
    rewound = SimpleNamespace(
        branch=branch, aside=list(branch.steps.all()), fresh=list(match.steps.filter(number__gte=2))
    )
    sent = [as_sent(letter) for letter in rewind_letters(match, rewound) if letter.player == player]
    section = page(client, match).partition('aria-labelledby="rewind"')[2].partition("</section>\n<")[0]
    return section, sent


@pytest.mark.parametrize("who", ["Alice", "Bob", None])
def test_page_and_letter_of_a_rewind_tell_nothing_that_their_reader_may_not_know(
    match: Match, who: str | None, alice: Player, bob: Player, client_of: Any
) -> None:
    player = {"Alice": alice, "Bob": bob, None: None}[who]
    client = client_of(player) if player is not None else Client()
    seat = match.seats.get(user=player).name if player is not None else "nobody"
    other = client_of(bob if player == alice else alice)
    before, theirs = shown_and_sent(match, client, player), shown_and_sent(match, other, None)
    assert "<ins>" in before[0]
    other_world(match, seat)
    other_branches(match, seat)
    assert shown_and_sent(match, client, player) == before
    assert shown_and_sent(match, other, None) != theirs  # the worlds do differ


def test_every_page_and_the_api_show_the_line_that_counts(
    match: Match, bob: Player, charlie: Player, client_of: Any
) -> None:
    client, place = client_of(bob), f"/partie/{match.code}/"
    for page_of_it in ("bilan/3/", "film/", "statistiques/", "histoire/"):
        assert client.get(place + page_of_it).status_code == 200
    match = applied(ask(match, charlie, REOPEN, 2))
    assert client.get(f"{place}bilan/3/").status_code == 404 and client.get(f"{place}bilan/1/").status_code == 200
    assert 'data-film="0:0,1:1"' in client.get(f"{place}film/").content.decode()
    for page_of_it in ("", "statistiques/", "histoire/", "ordres/"):
        assert client.get(place + page_of_it).status_code == 200
    sheet, turns = (client.get(f"/api/matches/{match.code}{more}").json() for more in ("", "/turns"))
    assert sheet["rewinds"] == 2 and [turn["turn"] for turn in turns] == [0, 1]
    record = client.get(f"{place}partie.json").json()
    assert [branch["first"] for branch in record["branches"]] == [2, 2]
    assert not any(step["answers"] for branch in record["branches"] for step in branch["steps"])


def test_an_open_page_notices_a_rewind_that_changes_no_number(match: Match, charlie: Player) -> None:
    before = beat(match, 0)
    found = ask(match, charlie, ORDER, 2, seat="j1", text="")
    rewinds_due()
    after = applied(found)
    assert after.step == match.step and beat(after, 0) != before
