"""A match begun under rules 1 goes on under rules 2."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from heraut import bots
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import fief
from heraut.games.fief.board.pawns import ally
from heraut.games.fief.cards import LORD_IDS
from heraut.games.fief.migrations import MIGRATIONS
from heraut.games.fief.state import Realm
from tests.games.fief.promises import check_ledgers, check_reports, check_secrets

bot = bots.player("fief", "classic")
RECORD = Path(__file__).parents[2] / "records" / "fief-rules-1.json"
ARNAUD, BLANCHE, HENRY, ROLAND = map(LORD_IDS.index, ("arnaud", "blanche", "henry", "roland"))


@pytest.fixture
def old() -> dict[str, Any]:
    """The state of a match in progress, as rules 1 left it."""
    state: dict[str, Any] = json.loads(RECORD.read_text())["state"]
    return state


def carried_over(state: dict[str, Any]) -> Realm:
    """The same match under the rules of today."""
    return fief.load(msgspec.json.encode(MIGRATIONS["1"].carry(state)))


def test_the_versions_are_written_down() -> None:
    assert fief.rules_version == "2" and fief.migrations is MIGRATIONS


def test_a_state_of_rules_1_is_not_read_without_its_migration(old: dict[str, Any]) -> None:
    before = copy.deepcopy(old)
    realm = carried_over(old)
    assert old == before  # the input is left as it was
    assert fief.dump(fief.load(fief.dump(realm))) == fief.dump(realm)
    kept = json.loads(fief.dump(realm))
    assert {key: kept[key] for key in old if key not in ("deal_count", "lords")} == {
        key: value for key, value in old.items() if key not in ("deal_count", "lords")
    }
    assert "deal_count" not in kept and kept["deal_counts"] == []


@pytest.mark.slow
@pytest.mark.parametrize("style", ["silent", "bots"])
def test_it_goes_on(old: dict[str, Any], style: str) -> None:
    realm, rng = carried_over(old), Rng(b"carried over")
    turn = realm.turn
    for number in range(120):
        pending = fief.pending(realm)
        if not pending:
            break
        views = {seat: fief.view(realm, seat) for seat in (None, *realm.seats)}
        answers = {
            seat: decision.default if style == "silent" else bot(decision, views[seat], rng.at(number, seat))
            for seat, decision in pending.items()
        }
        step = fief.advance(realm, answers, rng.at("step", number))
        check_secrets(realm, share=0.2)
        check_ledgers(realm, step.state, step.events)
        check_reports(step.state, step.events)
        realm = step.state
    assert realm.turn > turn


def test_whoever_is_in_a_dungeon_or_has_come_out_of_one_is_married_no_more(old: dict[str, Any]) -> None:
    def lord(number: int, player: int, spouse: int, **fields: Any) -> dict[str, Any]:
        model = next(one for one in old["lords"] if one is not None)
        return {**model, "number": number, "player": player, "spouse": spouse, "captor": -1, **fields}

    lords = [None] * len(old["lords"])
    lords[ARNAUD] = lord(ARNAUD, 0, BLANCHE, dungeon=True, captor=2, village=-1)  # whose wife has married again
    lords[BLANCHE] = lord(BLANCHE, 1, HENRY)
    lords[HENRY] = lord(HENRY, 2, BLANCHE)
    lords[ROLAND] = lord(ROLAND, 0, BLANCHE)  # who has come out of it
    realm = carried_over({**old, "lords": lords})
    found = [realm.lords[number] for number in (ARNAUD, BLANCHE, HENRY, ROLAND)]
    assert [one.spouse for one in found if one is not None] == [None, HENRY, BLANCHE, None]
    assert [ally(realm, player) for player in range(3)] == [None, 2, 1]


def test_open_deals_are_numbered_anew_for_each_pair(old: dict[str, Any]) -> None:
    rest = {"gives": 100, "asks": 0, "cards": [], "asked_cards": 0, "frees": [], "claims": [], "sold": False}
    parties = [(0, 1), (1, 0), (2, 1), (0, 1)]
    deals = [
        {"number": 5 + n, "proposer": a, "addressee": b, **rest, "marriages": [], "promise": ""}
        for n, (a, b) in enumerate(parties)
    ]
    window = [{"task": "wheel"}, {"task": "window"}]
    realm = carried_over(
        {**old, "phase": 6, "closed": False, "ready": [], "deals": deals, "deal_count": 9, "tasks": window}
    )
    assert [deal.number for deal in realm.deals] == [1, 2, 1, 3]
    assert realm.deal_counts == ((0, 1, 3), (1, 2, 1))
    step = fief.advance(realm, {Seat("j2"): fief.pending(realm)[Seat("j2")].parse("DECLINER j3, 1").answer}, Rng(b"x"))
    assert [deal.number for deal in step.state.deals] == [1, 2, 3]


def test_what_a_leader_has_chosen_for_a_round_names_no_place(old: dict[str, Any]) -> None:
    battle = {
        "task": "battle", "village": 15, "hostile": [[0, 1]], "declarers": [0], "owner": 1, "stage": "mercy",
        "camps": [], "round": 1, "idle": 0, "pleas": [], "fallen": [], "rose": False,
        "choices": [{"player": 0, "target": 1, "aims": [[3, 1]]}],
    }  # fmt: skip
    realm = carried_over({**old, "tasks": [{"task": "wheel"}, battle]})
    assert [(one.target, one.place, one.aims) for one in realm.tasks[-1].choices] == [(1, "", ((3, 1),))]  # type: ignore[union-attr]
