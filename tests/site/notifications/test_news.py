"""Letters about what befalls a match or a place: one sentence, one link, in both languages, as the player chose."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.clock.hold import reopen_held
from heraut.site.clock.resolution import claim, hold_back
from heraut.site.common.words import site_words
from heraut.site.lobby import host, muster
from heraut.site.lobby.cleanup import close_tables
from heraut.site.lobby.muster import muster_due
from heraut.site.lobby.place_bots import admit_bots
from heraut.site.lobby.tables import cancel, exclude, leave
from heraut.site.lobby.takeover import appoint, ask_replacement, take_over
from heraut.site.matches import host_actions
from heraut.site.matches.models import Match
from heraut.site.notifications.models import Letter
from heraut.site.privacy.closing import close
from heraut.site.tournaments.models import Tournament
from heraut.site.tournaments.rounds import rounds_due
from heraut.site.tournaments.tournaments import cancel as cancel_tournament
from heraut.site.tournaments.tournaments import enter
from heraut.site.tournaments.tournaments import leave as leave_tournament
from tests.site.conftest import new_player
from tests.site.lobby.builders import after, neighbours, new_table, running, seat_of, sit
from tests.site.matches.builders import give_orders, pass_deadline
from tests.site.tournaments.test_tournaments import begin, end, opened
from tests.site.tournaments.test_tournaments import matches as rounds_of

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
NO_NEWS = {
    "asked",
    "start",
    "turn",
    "end",
    "reminder",
    "reread",  # `tests/site/old_site.py`
    "reread_rewound",  # this and the next: `tests/site/clock/test_rewind.py`
    "rewound",
    "rematch",  # `tests/site/matchpage/test_finale.py`
    "delay",
    "muster",
    "stuck",
    # those of other packages, in their own tests: forum, gazette, treaties, moderation, messaging
    *("forum", "issue", "treaty", "refused", "mediator_call", "fault_settled", "report_settled", "appeal_answered"),
    *("sanction_warning", "sanction_removed", "sanction_match_ban", "sanction_site_ban"),
    *("sanction_lifted", "report_waits", "appeal_waits", "words_removed"),
    "deserted",
    "letter",
    *("regent_asked", "regent_accepted", "regent_ended"),  # `tests/site/regency/test_naming.py`
    "ruled_eliminate",
    "trial",
    "hook_off",
}  # with tests of their own


class Scene:
    """Alice is the host and plays, with Bob; Charlie comes from elsewhere. Each act below is told to some of them."""

    def __init__(self) -> None:
        self.alice, self.bob, self.charlie = (Player.objects.get(username=name) for name in ("Alice", "Bob", "Charlie"))

    def match(self) -> Match:
        """A match under way."""
        return running(self.alice, self.bob)

    def table(self, *behind: Player) -> Match:
        """A full table of two, and those who wait behind; nobody is there yet."""
        table = new_table(self.alice, 2)
        sit(table, self.alice, self.bob)
        sit(table, *behind, behind=True)
        table.seats.update(confirmed=False)
        return table

    def pause(self) -> Match:
        match = self.match()
        host.pause(match, self.alice, timezone.now() + DAY, "vendanges")
        return match

    def lift(self) -> Match:
        match = self.pause()
        host.lift(match, self.alice)
        return match

    def extend(self) -> Match:
        match = self.match()
        host.extend(match, self.alice, 5, "panne")
        return match

    def offered(self) -> Match:
        match = running(self.alice, self.bob, host=self.charlie)
        host.replace(match, self.charlie, seat_of(match, self.bob))
        return match

    def stand_in(self) -> Match:
        match = running(self.alice, self.bob, host=self.charlie)
        host.replace(match, self.charlie, seat_of(match, self.bob), "player")
        return match

    def taken_over(self) -> Match:
        match = self.match()
        ask_replacement(seat_of(match, self.bob))
        take_over(seat_of(match, self.bob), self.charlie)
        return match

    def appointed(self) -> Match:
        match = self.match()
        ask_replacement(seat_of(match, self.bob))
        appoint(match, self.alice, seat_of(match, self.bob), "Charlie")
        return match

    def ghost(self) -> Match:
        match = self.match()
        Match.objects.filter(pk=match.pk).update(pace_data={**match.pace_data, "grace": 0})
        for _ in range(2):
            give_orders(match, self.alice)
            pass_deadline(match)
        return match

    def moved_up(self) -> Match:
        table = self.table(self.charlie)
        leave(table, self.bob)
        return table

    def bots_admitted(self) -> Match:
        table = new_table(self.charlie, 3)
        sit(table, self.bob)
        sit(table, self.charlie)
        admit_bots(table, self.charlie, "player")
        return table

    def lost_place(self) -> Match:
        table = self.table()
        for _ in range(2):
            table.refresh_from_db()
            muster.confirm(table, self.alice)
            muster_due(after(table.muster_until) + timedelta(seconds=1))
        return table

    def next_table(self) -> Match:
        table = self.table(self.charlie, new_player("Dora", language=self.bob.language))
        for player in Player.objects.exclude(username="Bob"):
            muster.confirm(table, player)
        muster_due(after(table.muster_until) + timedelta(seconds=1))
        return Match.objects.latest("pk")

    def excluded(self) -> Match:
        table = self.table()
        exclude(table, self.alice, seat_of(table, self.bob), "il ne vient jamais")
        return table

    def cancelled(self) -> Match:
        table = self.table()
        cancel(table, self.alice, "trop peu de monde")
        return table

    def begun(self) -> Match:
        Player.objects.filter(username="Bob").update(mail_reports=False)
        self.__init__()  # type: ignore[misc]
        return self.match()

    def over(self) -> Match:
        table = new_table(self.alice, 2, options={"turn_limit": 1})
        Player.objects.filter(username="Bob").update(mail_reports=False)
        sit(table, self.alice, self.bob)
        muster.confirm(table, self.alice)
        pass_deadline(table)  # delayed once
        pass_deadline(table)
        return table

    def lock(self) -> Match:
        match = running(self.alice, self.bob, host=self.charlie)
        host_actions.lock(match, self.charlie, "une panne")
        return match

    def unlock(self) -> Match:
        match = self.lock()
        host.lift(match, self.charlie)
        return match

    def resolved_now(self) -> Match:
        match = running(self.alice, self.bob, host=self.charlie)
        host_actions.resolve_now(match, self.charlie, "tous sont d'accord")
        return match

    def held(self) -> Match:
        match = running(self.alice, self.bob, host=self.charlie)
        held = claim(match.deadline)
        assert held is not None
        held.match.hold = 60
        hold_back(held, [{"kind": "impure"}], timezone.now())
        return match

    def reopened(self) -> Match:
        match = self.held()
        match.refresh_from_db()
        reopen_held(match, self.charlie, 24)
        return match

    def cup(self, host: Player) -> Tournament:
        """A tournament of three under way: one of them has the round free."""
        cup = opened(host, rounds=1)
        for player in (self.alice, self.bob, self.charlie):
            enter(cup, player)
        begin(cup)
        return cup

    def tournament_free(self) -> Tournament:
        return self.cup(self.alice)

    def tournament_over(self) -> Tournament:
        cup = self.cup(new_player("Dora", language=self.bob.language))
        leave_tournament(cup, self.bob)
        for match in rounds_of(cup):
            end(match, self.alice, self.bob)
        assert rounds_due() == 1
        return cup

    def tournament_cancelled(self) -> Tournament:
        cup = self.cup(self.alice)
        cancel_tournament(cup, self.alice, "trop peu de monde")
        return cup

    def closed(self) -> Match:
        table = new_table(self.charlie, 3)
        sit(table, self.bob)
        close_tables(timezone.now() + 61 * DAY)
        return table


ACTS = {  # who is told of each
    "pause": "Bob",
    "lift": "Bob",
    "extend": "Bob",
    "offered": "Bob",
    "stand_in": "Bob",
    "taken_over": "Bob",
    "appointed": "Charlie",
    "ghost": "Alice",
    "moved_up": "Charlie",
    "bots_admitted": "Bob",
    "lost_place": "Bob",
    "next_table": "Bob Dora",
    "excluded": "Bob",
    "cancelled": "Bob",
    "closed": "Bob",
    "lock": "Alice Bob",
    "unlock": "Alice Bob",
    "resolved_now": "Alice Bob",
    "held": "Charlie",
    "reopened": "Alice Bob",
    "begun": "Bob",
    "over": "Bob",
    "tournament_free": "Charlie",
    "tournament_over": "Alice Charlie Dora",
    "tournament_cancelled": "Bob Charlie",
}


@pytest.fixture
def scene(alice: Player, bob: Player, charlie: Player) -> Scene:
    """See the class."""
    return Scene()


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("kind", ACTS)
def test_who_is_concerned_is_told_in_one_sentence_with_one_link(scene: Scene, kind: str, language: str) -> None:
    Player.objects.update(language=language)
    scene.__init__()  # type: ignore[misc]
    match = getattr(scene, kind)()
    letters = Letter.objects.filter(kind=kind).select_related("player")
    assert {letter.player.username for letter in letters if letter.player} == set(ACTS[kind].split()), kind
    for letter in letters:
        told, _, foot = letter.text.partition("\n-- \n")
        lines = [line for line in told.splitlines()[1:] if line]  # after the greeting
        assert len(lines) == 2 and match.title in lines[0] and lines[1].endswith(f"/{match.code}/"), letter.text
        assert match.title in letter.subject and "\n" not in letter.subject
        assert (
            len(re.findall(r"<a href=", letter.html)) == 3 and lines[1] in letter.html
        )  # the way; less of it, no more
        assert letter.headers["List-Unsubscribe"].strip("<>") in foot
        assert f'lang="{language}"' in letter.html and lines[0] in unescape(letter.html)


@pytest.mark.parametrize("kind", ACTS)
def test_nobody_is_told_who_has_refused_or_has_no_address(scene: Scene, kind: str) -> None:
    Player.objects.filter(username__in=ACTS[kind].split()).update(mail_news=False)
    scene.__init__()  # type: ignore[misc]
    getattr(scene, kind)()
    told = Letter.objects.filter(kind=kind).values_list("player__username", flat=True)
    assert set(told) <= {"Dora"}  # made in the scene


def test_a_player_without_an_address_stops_nobody(scene: Scene) -> None:
    Player.objects.filter(username="Bob").update(email="")
    scene.__init__()  # type: ignore[misc]
    scene.pause()
    assert not Letter.objects.filter(kind="pause").exists()


def test_every_kind_of_letter_has_its_test() -> None:
    for lang in ("fr", "en"):
        kinds = {key.removesuffix("_subject") for key in site_words(lang).groups["letter"] if key.endswith("_subject")}
        assert kinds == NO_NEWS | set(ACTS)


def test_a_pause_that_ends_by_itself_is_told_to_all(scene: Scene) -> None:
    match = scene.pause()
    host_actions.lift_ended(timezone.now() + 2 * DAY)
    told = Letter.objects.filter(kind="lift", match=match)
    assert {letter.player for letter in told} == {scene.alice, scene.bob}


def test_what_a_player_does_himself_he_is_not_told(scene: Scene) -> None:
    match = scene.match()
    ask_replacement(seat_of(match, scene.bob))
    assert not Letter.objects.filter(kind="offered").exists()


def test_a_place_is_freed_by_an_exclusion_and_by_an_account_that_closes(scene: Scene) -> None:
    dora, emil = neighbours(2)
    table = scene.table(dora, emil)
    exclude(table, scene.alice, seat_of(table, scene.bob), "il ne vient jamais")
    close(dora)
    told = Letter.objects.filter(kind="moved_up").values_list("player__username", flat=True)
    assert list(told) == ["Voisin1"]  # Voisin0's own letter went with his account
    leave(table, emil)
    assert Letter.objects.filter(kind="moved_up").count() == 1  # nobody waits any more


def test_the_choice_is_made_on_its_page_and_by_one_click(
    scene: Scene, client_of: Callable[[Player], Client], client: Client
) -> None:
    scene.pause()
    letter = Letter.objects.get(kind="pause")
    assert "mise en pause par Alice" in letter.text
    address = letter.headers["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:8000")
    assert "prévenu" in client.get(address).content.decode()
    client.post(address, {"List-Unsubscribe": "One-Click"})
    scene.bob.refresh_from_db()
    assert not scene.bob.mail_news
    client_of(scene.bob).post("/compte/avis/", {"mail_news": "on"})
    scene.bob.refresh_from_db()
    assert scene.bob.mail_news and not scene.bob.mail_reports


def test_each_who_played_a_tournament_to_its_end_is_told_his_place_and_its_host_none(scene: Scene) -> None:
    cup = scene.tournament_over()
    told = {letter.player.username: letter.text for letter in Letter.objects.filter(kind="tournament_over")}  # type: ignore[union-attr]
    assert "Alice et Charlie l'emportent, et vous y êtes au rang 1 sur 3" in told["Alice"].replace("’", "'")
    assert "rang" not in told["Dora"] and f"/tournoi/{cup.code}/" in told["Dora"]


def test_a_match_under_a_broken_title_is_told_all_the_same(scene: Scene) -> None:
    match = scene.match()
    Match.objects.filter(pk=match.pk).update(title="x" * 80)
    match.refresh_from_db()
    host.extend(match, scene.alice, 5, "y" * 200)
    assert len(Letter.objects.get(kind="extend").subject) <= 200
