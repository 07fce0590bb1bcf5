"""Whoever fills a seat chooses how a bot is; all pages say it, none where who plays is a secret."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client

from heraut.bots.character import TEMPERS
from heraut.site.accounts.models import Player
from heraut.site.api.models import READ
from heraut.site.api.tokens import issue
from heraut.site.common.refusals import Refused
from heraut.site.matches.bot_names import bot_asked, bot_words, drawn_for, in_haste, levels_of, strongest
from heraut.site.matches.models import Match, Seat
from heraut.site.seasons.models import RatedMatch, Standing
from tests.site.matches.builders import gathering, running, seat_of

pytestmark = pytest.mark.django_db

Browser = Callable[[Player], Client]


def bots_of(match: Match) -> set[str]:
    """The bots of a match."""
    return set(match.seats.filter(user=None).values_list("bot", flat=True))


def test_the_champion_is_one_click_away_on_the_page_of_each_game(client: Client) -> None:
    page = client.get("/apprendre/gloire/").content.decode()
    assert 'name="niveau" value="master"' in page and "Affronter le champion" in page
    client.post("/jouer/", {"jeu": "gloire", "niveau": "master"})
    match = Match.objects.get()
    assert match.bots == "master"
    assert {bot.partition(":")[0] for bot in bots_of(match)} == {"master"}
    assert len({bot.partition(":")[2] for bot in bots_of(match)}) > 1  # each drew its own


@pytest.mark.parametrize("asked", [{"niveau": "classic"}, {"niveau": "player@1"}, {"caractere": "gentil"}])
def test_an_unknown_bot_is_refused_and_nobody_becomes_a_guest_for_it(client: Client, asked: dict[str, str]) -> None:
    page = client.post("/jouer/", {"jeu": "gloire", **asked}, follow=True).content.decode()
    assert "pas d'automate de ce niveau" in page.replace("&#39;", "'")
    assert not Match.objects.exists() and not Player.objects.filter(guest=True).exists()


def test_a_table_a_replacement_and_the_api_say_which_bot(alice: Player, bob: Player, client_of: Browser) -> None:
    form = {"title": "Table", "preset": "weekly", "lord": "Aude", "map": "SCANDINAVIE", "play": "on", "private": "on"}
    bots = {"bots": "on", "bot_level": "novice", "bot_temper": "greedy"}
    browser = client_of(alice)
    browser.post("/tables/nouvelle/?jeu=gloire", {**form, **bots})
    match = Match.objects.get()
    assert match.bots == "novice:greedy"
    browser.post(f"/table/{match.code}/hote/commencer/")
    assert bots_of(match) == {"novice:greedy"}
    assert "automate novice, cupide" in browser.get(f"/table/{match.code}/").content.decode()
    seat = match.seats.filter(user=None).first()
    assert seat is not None
    chosen = {"seat": str(seat.pk), "niveau": "master", "caractere": "cautious"}
    browser.post(f"/table/{match.code}/hote/automate/", chosen)
    seat.refresh_from_db()
    assert seat.bot == "master:cautious"
    token = issue(alice, "essai", READ)
    answer = browser.get(f"/api/matches/{match.code}", headers={"Authorization": f"Bearer {token}"}).json()
    lines = {line["seat"]: (line["bot"], line["bot_name"]) for line in answer["seats"]}
    assert lines[seat.name] == (True, "master:cautious") and lines[seat_of(match, alice).name] == (False, None)


def test_a_temper_is_drawn_by_the_place_and_told_in_words() -> None:
    match = Match(seed=b"x" * 32)
    drawn = [drawn_for(match, "player", place) for place in range(40)]
    assert drawn == [drawn_for(match, "player", place) for place in range(40)]
    assert {one.partition(":")[2] for one in drawn} == set(TEMPERS)
    assert (drawn_for(match, "master:loyal", 1), drawn_for(match, "classic", 1), drawn_for(match, "", 1)) == (
        "master:loyal",
        "classic",
        "",
    )
    assert bot_words("master:loyal") == "maître automate, loyal" and bot_words("classic") == "automate d'origine"
    assert bot_words("hal9000") == "automate « hal9000 »".replace("« ", "«\N{NO-BREAK SPACE}").replace(
        " »", "\N{NO-BREAK SPACE}»"
    )
    assert (in_haste("master:loyal@0.1"), in_haste("novice:greedy")) == ("player:loyal", "novice:greedy")
    assert levels_of("fief") == ("novice", "player", "master") and strongest("fief") == "master"
    with pytest.raises(Refused):
        bot_asked("fief", "random")


def test_who_plays_today_plays_on_and_is_called_classic(alice: Player) -> None:
    going, table = running(alice, bots=9, bots_instead="player"), gathering(alice, bots_instead="player")
    Seat.objects.filter(user=None).update(bot="player")
    Seat.objects.filter(user=alice).update(will="bot", will_bot="player")
    Standing.objects.create(game="gloire", bot="player", mu=1, sigma=1, points=1)
    RatedMatch.objects.create(
        match=going, game="gloire", ended=going.started, digest="", entries=[["bot:player", 1, 1, 1, 1, 1], ["p1", 2]]
    )
    for place in ("matches.migrations.0022_bots", "seasons.migrations.0002_bots"):
        import_module(f"heraut.site.{place}").call_classic(apps, None)
    assert bots_of(going) == {"classic"} and seat_of(going, alice).will_bot == "classic"
    assert list(Match.objects.order_by("pk").values_list("bots", flat=True)) == ["classic", "player"]
    assert Standing.objects.get().bot == "classic" and table.seats.count() == 1
    assert RatedMatch.objects.get().entries == [["bot:classic", 1, 1, 1, 1, 1], ["p1", 2]]
