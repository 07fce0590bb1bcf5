"""What programs may read: what their player, or a passer-by, sees on the pages."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.utils import timezone

from heraut.cli import main
from heraut.site.accounts.models import Player
from heraut.site.api.interface import api
from heraut.site.api.models import READ
from heraut.site.matches import models as m
from heraut.site.matches.host_actions import extend, pause
from heraut.site.matches.models import Match, Step
from tests.site.api.caller import Program, program_of
from tests.site.games.fief.conftest import new_match
from tests.site.matches.builders import gathering, give_orders, pass_deadline, running, seat_of

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def codes(program: Program, **query: object) -> set[str]:
    """The matches that a program finds."""
    return {match["code"] for match in program.get("/matches", **query).json()["matches"]}


def end(match: Match) -> None:
    """Ends a match, as a king would."""
    Match.objects.filter(pk=match.pk).update(status=m.OVER, deadline=None)


def test_the_list_holds_public_matches_and_ones_own(alice: Player, bob: Player) -> None:
    public, hers, hosted = running(alice, bots=1), running(alice, bots=1), gathering(None, bots=1)
    Match.objects.filter(pk__in=(hers.pk, hosted.pk)).update(private=True)
    Match.objects.filter(pk=hosted.pk).update(host=bob)
    assert codes(Program()) == {public.code}
    assert codes(program_of(alice)) == {public.code, hers.code}
    assert codes(program_of(bob)) == {public.code, hosted.code}
    assert codes(program_of(bob), mine=True) == {hosted.code}
    assert codes(program_of(alice), status="running", limit=1) == {hers.code}
    assert program_of(alice).get("/matches", limit=1).json()["total"] == 2
    assert codes(Program(), mine=True) == set()


def test_matches_are_listed_by_their_game(alice: Player, bob: Player) -> None:
    lands, banquet = running(alice, bots=1), new_match(alice, bob)
    assert codes(Program(), game="fief") == {banquet.code}
    assert codes(Program(), game="gloire", status="running") == {lands.code}
    for odd in ({"game": "echecs"}, {"status": "ended"}):
        told = Program().get("/matches", **odd)
        assert (told.status_code, told.json()["where"]) == (422, [f"query.{next(iter(odd))}"])


def test_a_private_match_is_there_for_who_knows_its_code(alice: Player, bob: Player) -> None:
    match = running(alice, bots=1)
    Match.objects.update(private=True)
    assert program_of(bob).get(f"/matches/{match.code}").status_code == 200
    Match.objects.update(password=make_password("sésame"))
    seen = [
        one.get(f"/matches/{match.code}/view").status_code for one in (program_of(alice), program_of(bob), Program())
    ]
    assert seen == [200, 404, 404]


def test_a_match_tells_its_player_what_was_received(alice: Player, bob: Player) -> None:
    match = running(alice, bob, bots=1)
    give_orders(match, alice, seal=True)
    sheet = program_of(alice).get(f"/matches/{match.code}").json()
    assert (sheet["turn"], sheet["open"], sheet["seat"], sheet["own"]["sealed"]) == (1, True, "j1", True)
    assert [seat["orders"] for seat in sheet["seats"]] == ["sealed", "awaited", "bot"]
    assert [seat["player"] for seat in sheet["seats"]] == ["Alice", "Bob", None]
    stranger = Program().get(f"/matches/{match.code}").json()
    assert (stranger["seat"], stranger["own"]) == (None, None)


def test_a_table_that_waits_has_lords_and_no_view(alice: Player) -> None:
    match = gathering(alice, bots=1)
    sheet = program_of(alice).get(f"/matches/{match.code}").json()
    assert (sheet["turn"], sheet["own"], {seat["seat"] for seat in sheet["seats"]}) == (None, None, {None})
    for rest in ("view", "turns", "record", "orders", "receipts"):
        answer = program_of(alice).get(f"/matches/{match.code}/{rest}")
        assert (answer.status_code, answer.json()["code"]) == (409, "not_begun")


def test_a_secret_last_turn_stays_secret_until_the_end(alice: Player) -> None:
    match = running(alice, bots=1)
    Match.objects.update(options={**match.options, "turn_limit": 31, "turn_limit_secret": True})
    program = program_of(alice)
    assert "turn_limit" not in program.get(f"/matches/{match.code}").json()["options"]
    end(match)
    assert program.get(f"/matches/{match.code}").json()["options"]["turn_limit"] == 31


def test_the_view_is_the_seats_own_or_a_passers_by(alice: Player, bob: Player) -> None:
    match = running(alice, bob, bots=1)
    address, rules = f"/matches/{match.code}/view", match.rules
    assert program_of(alice).get(address).json()["own"]["seat"] == "j1"
    assert program_of(bob).get(address).json() == msgspec.json.decode(
        msgspec.json.encode(rules.view(match.realm, "j2"))
    )
    for passer_by in (Program().get(address), program_of(alice).get(address, spectator=True)):
        assert "own" not in passer_by.json()


def test_past_turns_can_be_seen_again(alice: Player) -> None:
    match, program = running(alice, bots=1), program_of(alice)
    first = program.get(f"/matches/{match.code}/view").json()
    pass_deadline(match)
    assert program.get(f"/matches/{match.code}/view", turn=0).json() == first
    assert program.get(f"/matches/{match.code}/view").json()["turn"] == first["turn"] + 1
    turns = program.get(f"/matches/{match.code}/turns").json()
    assert [turn["turn"] for turn in turns] == [0, 1]
    assert turns[1]["sealed_hashes"] == Step.objects.get(number=1).sealed_hashes
    assert program.get(f"/matches/{match.code}/view", turn=2).status_code == 404


def test_events_are_those_that_the_seat_may_know(alice: Player, bob: Player) -> None:
    match = running(alice, bob, bots=1)
    give_orders(match, alice)
    pass_deadline(match)
    address = f"/matches/{match.code}/turns/1/events"
    hers, his, theirs = (one.get(address).json() for one in (program_of(alice), program_of(bob), Program()))
    assert any(event["private"] for event in hers)
    assert not any(event["private"] for event in theirs)
    assert hers != his
    assert [event for event in hers if not event["private"]] == theirs
    assert program_of(alice).get(address, spectator=True).json() == theirs


def test_what_others_knew_is_open_to_players_once_the_match_is_over(alice: Player, bob: Player) -> None:
    match = running(alice, bob, bots=1)
    hers, stranger = program_of(alice), Program()
    address = f"/matches/{match.code}/view"
    assert hers.get(address, seat="j2").json()["code"] == "not_over"
    assert hers.get(address, seat="j1").status_code == 200
    end(match)
    assert hers.get(address, seat="j2").json()["own"]["seat"] == "j2"
    assert hers.get(address, seat="j9").status_code == 404
    both = hers.get(address, seat="j2", spectator=True)  # a passer-by has no seat: it is no matter of the match's end
    assert (both.json()["code"], both.json()["where"]) == ("no_seat", ["query.seat", "query.spectator"])
    assert stranger.get(address, seat="j2").status_code == 403


@pytest.mark.parametrize(("lang", "word"), [("fr", "Tour"), ("en", "Turn")])
def test_reports_and_chronicles_are_told_in_the_language_asked_for(alice: Player, lang: str, word: str) -> None:
    match, program = running(alice, bots=1), program_of(alice)
    pass_deadline(match)
    report = program.get(f"/matches/{match.code}/turns/1/report", lang=lang).json()
    chronicle = program.get(f"/matches/{match.code}/turns/1/chronicle", lang=lang).json()
    assert (report["lang"], chronicle["lang"]) == (lang, lang)
    assert word.lower() in report["text"].lower()
    assert chronicle["text"] == Program().get(f"/matches/{match.code}/turns/1/chronicle", lang=lang).json()["text"]
    assert program.get(f"/matches/{match.code}/turns/1/report", lang="de").status_code == 422


def test_the_acts_of_the_host_are_public(alice: Player) -> None:
    match = running(alice, bots=1)
    assert match.deadline is not None
    extend(match, alice, match.deadline + DAY, "panne de courant")
    (act,) = Program().get(f"/matches/{match.code}/acts").json()
    assert act["author"] == "Alice"
    assert "panne de courant" in act["text"]
    pause(match, alice, timezone.now() + DAY, "Noël")
    assert Program().get(f"/matches/{match.code}").json()["status"] == "paused"


def test_the_record_is_that_of_the_page_and_whole_once_the_match_is_over(
    client: Client, alice: Player, tmp_path: Path
) -> None:
    match, program = running(alice, bots=1), Program()
    give_orders(match, alice)
    pass_deadline(match)
    address = f"/partie/{match.code}/partie.json"
    early = program.get(f"/matches/{match.code}/record").json()
    assert early == client.get(address).json()
    assert early["commitment"] == match.commitment and not early.keys() & {"seed", "state"}
    assert not any(step["answers"] for step in early["steps"])
    end(match)
    assert program.get(f"/matches/{match.code}/record").json() == client.get(address).json()
    path = tmp_path / "partie.json"
    path.write_bytes(program.get(f"/matches/{match.code}/record").content)
    assert main(["verify", str(path)]) == 0


def test_the_rules_are_told_in_both_languages() -> None:
    french = Program().get("/games/gloire/rules", lang="fr").json()
    english = Program().get("/games/gloire/rules", lang="en").json()
    assert [rule["id"] for rule in french] == [rule["id"] for rule in english]
    assert french[0]["text"] != english[0]["text"]
    assert Program().get("/games").json()[0]["name"] == "gloire"
    assert Program().get("/games/echecs/rules").status_code == 404


def test_the_document_describes_every_route_and_its_page_has_words_for_each(client: Client) -> None:
    document = client.get("/api/openapi.json").json()
    routes = [route for methods in document["paths"].values() for route in methods.values()]
    assert document["paths"] == msgspec.json.decode(msgspec.json.encode(api.get_openapi_schema()["paths"]))
    assert all(route["description"] for route in routes)
    assert len({route["operationId"] for route in routes}) == len(routes)
    assert document["components"]["securitySchemes"]["Bearer"]["scheme"] == "bearer"


def test_reading_asks_the_database_little(alice: Player, django_assert_max_num_queries) -> None:
    match = running(alice, *[None] * 9)
    program = program_of(alice, READ)
    for address in ("", "/view", "/turns/0/report", "/orders"):
        with django_assert_max_num_queries(25):  # a dozen count the request, for its limit; one comes once a process
            program.get(f"/matches/{match.code}{address}")
    with django_assert_max_num_queries(16):
        program.get("/matches")
    assert seat_of(match, alice).name == "j1"
