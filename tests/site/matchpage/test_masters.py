"""What a match of sheets says of the masters among its bots: whether they are ready; nothing where it is a secret."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.clock.models import Thought
from heraut.site.lobby.quick_match import play_at_once
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import save_orders
from tests.site.matchpage.test_live_lines import lines, poll
from tests.site.matchpage.test_status_bar import bar

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]
THINK_ON = "Les maîtres automates réfléchissent : {} prêt sur 2"


def seat_masters(match: Match, *names: str) -> None:
    """Masters sit down in these seats."""
    assert match.seats.filter(name__in=names).update(bot="master:loyal", user=None) == len(names)


def has_thought(match: Match, name: str, *, step: int = 0, branch: int = 0, ended: bool = True) -> None:
    """The master of a seat has thought of this step (the coming one), or is about to."""
    seat = match.seats.get(name=name)
    until = None if ended else timezone.now()
    Thought.objects.create(seat=seat, step=step or match.step + 1, branch=branch, bot=seat.bot, text="", until=until)


def told(client: Client, match: Match) -> str:
    """What the bar says of bots; "" if nothing."""
    found = re.search(r'bar-masters"><small>Automates</small><span>(.*?)</span>', bar(client, match))
    return unescape(found[1]) if found else ""


def test_whoever_waits_is_told_whether_the_masters_are_ready(match: Match, alice: Player, client_of: Browser) -> None:
    hers = client_of(alice)
    assert told(hers, match) == ""  # the bots of this match answer at once
    seat_masters(match, "j3", "j4")
    assert told(hers, match) == told(Client(), match) == THINK_ON.format(0)
    has_thought(match, "j3", ended=False)
    has_thought(match, "j4")
    assert told(hers, match) == THINK_ON.format(1)
    save_orders(match.seats.get(user=alice), "CHE 1", seal=True)
    assert lines(hers, match, "ordres/") == f"On attend encore Iseult. {THINK_ON.format(1)}."
    Thought.objects.update(until=None)
    assert told(hers, match) == "Les 2 maîtres automates sont prêts"


def test_a_poll_tells_of_the_seal_of_a_player_for_whom_a_master_has_thought(match: Match, alice: Player) -> None:
    hers = match.seats.get(user=alice)
    beats = [poll(match).content]
    match.seats.filter(pk=hers.pk).update(bot="master:loyal")  # it stands in for her
    has_thought(match, hers.name)
    beats.append(poll(match).content)
    save_orders(hers, "CHE 1", seal=True)
    beats.append(poll(match).content)
    assert len(set(beats)) == 3


def test_one_master_is_told_of_in_both_languages(match: Match, alice: Player, client_of: Browser) -> None:
    seat_masters(match, "j3")
    assert told(client_of(alice), match) == "Le maître automate réfléchit encore"
    english = Client(headers={"accept-language": "en"})
    assert "The master bot is still thinking" in bar(english, match)
    has_thought(match, "j3")
    assert told(client_of(alice), match) == "Le maître automate est prêt"


def test_what_was_thought_of_another_turn_counts_for_nothing(match: Match, alice: Player, client_of: Browser) -> None:
    seat_masters(match, "j3")
    has_thought(match, "j3", step=match.step)
    has_thought(match, "j3", branch=1)
    assert told(client_of(alice), match) == "Le maître automate réfléchit encore"


def test_a_match_that_is_paused_or_being_resolved_says_nothing_of_masters(match: Match) -> None:
    seat_masters(match, "j3")
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now())
    assert told(Client(), match) == ""
    Match.objects.filter(pk=match.pk).update(status="paused", deadline=None)
    assert told(Client(), match) == ""


def test_an_open_page_learns_that_a_master_is_ready(match: Match) -> None:
    seat_masters(match, "j3", "j4")
    has_thought(match, "j3", ended=False)
    before = poll(match).content.decode()
    assert poll(match, seen=before).status_code == 204
    Thought.objects.update(until=None)
    assert poll(match, seen=before).status_code == 200


def test_where_who_plays_is_a_secret_its_only_player_alone_is_told(
    alice: Player, bob: Player, client_of: Browser
) -> None:
    match = play_at_once(alice, "daifen", bot="master:loyal")
    hers, bots = client_of(alice), list(match.seats.filter(user=None))
    assert told(hers, match) == f"Les maîtres automates réfléchissent : 0 prêt sur {len(bots)}"
    before = poll(match).content.decode()
    for seat in bots:
        has_thought(match, seat.name)
    assert poll(match, seen=before).status_code == 200
    assert told(hers, match) == f"Les {len(bots)} maîtres automates sont prêts"
    before = poll(match).content.decode()
    Seat.objects.filter(pk=bots[0].pk).update(user=bob, bot="")
    assert told(hers, match) == told(client_of(bob), match) == ""
    after = poll(match).content.decode()
    Thought.objects.filter(seat=bots[1]).delete()
    assert poll(match, seen=after).status_code == 204 and before != after
