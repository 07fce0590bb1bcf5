"""A realm in JSON: the numbers by which older releases called nobody."""

from __future__ import annotations

import json

from heraut.games import fief
from heraut.games.fief.board.places import VILLAGE_OF
from heraut.games.fief.entries import Attack
from heraut.games.fief.identities import REBELS, PlayerNo, Presents, Vacancy
from heraut.games.fief.state import Paper
from heraut.games.fief.tasks import Aiming, Battle, Election, Foes, Vote
from tests.games.fief.builders import Table


def test_nobody_and_the_reasons_why_are_the_numbers_of_before_and_come_back() -> None:
    table = Table(3)
    table.lord("arnaud", 0, "bourg")
    table["arnaud"].village = None
    table.fief("r_bourg", Vacancy.ABEYANCE, "bourg")
    table.fief("r_tournus", Vacancy.VACANT, "tournus")
    realm, bourg = table.realm, VILLAGE_OF["bourg"]
    realm.attacks = (Attack(bourg, REBELS, None),)
    realm.families[0].paper = Paper(candidate=Presents.NOBODY)
    realm.tasks += [
        Election(votes=(Vote(PlayerNo(0), None, 2),)),
        Battle(bourg, (Foes(PlayerNo(0), REBELS),), (), choices=(Aiming(PlayerNo(0), None, "", ()),)),
    ]
    kept = json.loads(fief.dump(realm))
    assert sorted(set(kept["holders"])) == [-3, -2, -1] and set(kept["weather"]) == {-1} and kept["king"] == -1
    assert set(kept["bearers"]) == {-1} and -1 in kept["owners"] and kept["capitals"].count(-1) == 4
    lord = next(one for one in kept["lords"] if one is not None)
    assert (lord["village"], lord["captor"], lord["spouse"], lord["bishop"], lord["road"]) == (-1,) * 5
    assert kept["attacks"] == [[bourg, 6, -1]]
    assert [one["paper"]["candidate"] for one in kept["families"]] == [-1, None, None]
    election, battle = kept["tasks"][-2:]
    assert (election["votes"], election["elected"]) == ([[0, -1, 2]], -1)
    assert (battle["owner"], battle["choices"][0]["target"]) == (-1, -1)
    assert fief.load(fief.dump(realm)) == realm
    assert realm.king is None and realm.lords[table["arnaud"].number] is table["arnaud"]  # nothing was changed
