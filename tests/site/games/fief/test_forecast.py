"""What an attack may bring, beside its button before it is declared: from what the player sees, and no more."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import fief
from heraut.games.fief.calculators.odds import Camp, odds
from heraut.games.fief.entries import Attack
from heraut.games.fief.orders.grammar import grammar
from heraut.games.fief.phases.camps import fighters_of, soldiers_of
from heraut.games.fief.setup import setup
from heraut.games.fief.tasks import Party
from heraut.games.fief.view import view
from heraut.site.accounts.models import Player
from heraut.site.games.fief.forecast import Forecast, forecast, party
from heraut.site.games.fief.questions import attack_meant, chances_words
from heraut.site.matches.models import Match
from tests.games.fief.builders import VILLAGE_OF, Table, seats
from tests.site.games.fief.conftest import new_match, until

pytestmark = pytest.mark.rule("FI-TOO-01")


def besieged(**options: object) -> Table:
    """A castle of the second player, with soldiers beside it and elsewhere; the first stands before it."""
    table = Table(3, **options)
    table.lord("arnaud", 0, "bourg")
    table.lord("blanche", 0, "bourg")  # a woman without a title does not fight
    table.troops(0, "bourg", 1, 2)
    table.own(1, "villeneuve", fort="castle")
    table.lord("henry", 1, "villeneuve")
    table.troops(1, "villeneuve", 1, 1)
    table.lord("charles", 1, "blaye")
    table.troops(1, "blaye", 3)
    table.troops(1, "beaujeu", 0, 1)
    return table


def told(table: Table, line: str, seat: str = "j1") -> Forecast | None:
    """What the seat is told of this order."""
    order = grammar(tuple(seats(3))).read(line)
    return forecast(order, view(table.realm, Seat(seat)))  # type: ignore[arg-type]


def test_open_stacks_give_the_exact_chances_of_the_assault() -> None:
    found = told(besieged(hidden_stacks=False).phase("move"), "MARCHER arnaud+blanche, villeneuve, 1x1+2x3, -, assaut")
    assert found is not None and found.exact
    assert (found.mine, found.least, found.row) == (8, 5, "castle")
    answer = odds(Camp(7, 1), Camp(4, 1, "castle"))
    assert (found.best.win, found.best.lose, found.best.both) == (answer.win, answer.lose, answer.both_out)
    assert found.best.mine_lost == answer.attacker.soldiers_lost + answer.attacker.lords_lost


def test_a_hidden_stack_holds_one_point_at_least_and_at_most_what_does_not_lie_elsewhere() -> None:
    table = besieged().phase("move")
    found = told(table, "MARCHER arnaud, villeneuve, 1x1+2x3, -, assaut")
    assert found is not None and not found.exact
    # ten points on the board in three stacks: 1 to 8 here, and Henry
    assert (found.least, found.most) == (2, 9)
    assert found.worst == ends(Camp(7, 1), Camp(8, 1, "castle")) and found.best == ends(
        Camp(7, 1), Camp(1, 1, "castle")
    )
    assert found.worst.win < found.best.win


def ends(mine: Camp, theirs: Camp) -> tuple[float, ...]:
    """The chances of two camps, and their mean losses."""
    found = odds(mine, theirs)
    lost = [side.soldiers_lost + side.lords_lost for side in (found.attacker, found.defender)]
    return (found.win, found.lose, found.both_out, *lost)


def test_the_only_stack_of_a_family_is_counted_by_whoever_knows_the_sum() -> None:
    table = Table(3)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "villeneuve")
    table.troops(1, "villeneuve", 2, 1)
    found = told(table.phase("move"), "MARCHER arnaud, villeneuve, -, -, assaut")
    assert found is not None and found.exact and found.most == 6


def test_royal_guards_are_told_apart_by_the_stock_of_the_bank() -> None:
    table = Table(3)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "villeneuve")
    table.king("henry", guards=4)
    table.troops(1, "villeneuve", 2)
    table.troops(1, "blaye", 3)
    found = told(table.phase("move"), "MARCHER arnaud, villeneuve, -, -, assaut")
    # all know that the guards are 4 and the soldiers 5, of whom one at least stands at Blaye
    assert found is not None and (found.least, found.most) == (1 + 4 + 1, 4 + 4 + 1)


def test_the_regent_of_a_minor_king_brings_his_guards_too() -> None:
    table = Table(3, hidden_stacks=False)
    table.lord("arnaud", 0, "bourg")
    table.lord("blanche", 0, "bourg")
    table.king("arnaud", guards=3)
    table.queen("blanche", guards=4)
    table.lord("henry", 1, "villeneuve")
    table.phase("move")

    def points(lords: str) -> int:
        found = told(table, f"MARCHER {lords}, villeneuve, -, -, assaut")
        assert found is not None
        return found.mine

    assert (points("arnaud"), points("blanche"), points("arnaud+blanche")) == (3 + 1, 4 + 1, 3 + 4 + 2)
    table.realm.minor = table.realm.regent = True
    assert (points("arnaud"), points("blanche"), points("arnaud+blanche")) == (1, 3 + 4 + 1, 3 + 4 + 2)


def test_only_orders_that_attack_have_chances() -> None:
    table = besieged().phase("move")
    assert told(table, "MARCHER arnaud, villeneuve, -, -, demander") is None
    assert told(table, "MARCHER arnaud, villeneuve, -, -, forcer") is None  # the assault has a button of its own
    assert told(table, "MARCHER arnaud, st_vivien, 1x1") is None


def test_two_parties_inside_the_walls_both_have_them() -> None:
    table = besieged(hidden_stacks=False)
    table.lord("eric", 0, "villeneuve")
    table.troops(0, "villeneuve", 2)
    table.phase("combat")
    found = told(table, "ATTAQUER villeneuve, j2")
    assert found is not None
    assert found.best == ends(Camp(2, 1, "castle"), Camp(4, 1, "castle"))
    arrest = told(table, "ARRETER villeneuve, j1", seat="j2")
    assert arrest is not None and arrest.best == ends(Camp(4, 1, "castle"), Camp(2, 1, "castle"))


def test_peasants_are_counted_by_all_and_a_bishop_does_not_fight_them() -> None:
    table = Table(3)
    table.lord("arnaud", 0, "bourg")
    table.lord("quentin", 0, "bourg", bishop="b_sigy")
    table.revolt("villeneuve", 1, 2, 1)
    table.phase("move")
    found = told(table, "MARCHER arnaud, villeneuve")
    assert found is not None and found.exact and (found.target, found.most) == ("rebels", 5)
    assert told(table, "MARCHER quentin, villeneuve") is None


def test_three_sides_have_no_forecast() -> None:
    table = besieged(hidden_stacks=False)
    table.lord("eric", 0, "villeneuve")
    table.lord("roland", 2, "villeneuve")
    table.phase("combat")
    assert told(table, "ATTAQUER villeneuve, j2") is not None
    table.realm.attacks = (Attack(VILLAGE_OF["villeneuve"], 2, 1),)
    assert told(table, "ATTAQUER villeneuve, j2") is None


def test_whoever_is_shut_out_sees_the_chances_beside_his_answer() -> None:
    table = besieged(hidden_stacks=False).phase("move")
    table.say("j1", "MARCHER arnaud, villeneuve, 1x1+2x3")
    table.silence()
    decision = table.pending[Seat("j1")]
    seen = view(table.realm, Seat("j1"))
    yes = next(order for order in decision.offers() if decision.write((order,)) == "OUI")
    meant = attack_meant(yes, decision)
    assert meant is not None
    words = chances_words(forecast(meant, seen), seen, "en")
    assert words.startswith("8 points against 5, in a castle: ")


def test_the_bounds_hold_whatever_has_been_played() -> None:
    seen = hidden = 0
    for seed in range(6):
        rng = Rng(bytes([seed] * 32))
        realm = setup(seats(4), {"mode": "normal"}, rng).state
        for step in range(400):
            pending = fief.pending(realm)
            if not pending:
                break
            answers = {seat: decision.sample(rng) for seat, decision in pending.items()}
            realm = fief.advance(realm, answers, Rng(bytes([seed, step % 256] * 16))).state
            if step % 10:
                continue
            shown = view(realm, Seat("j1"))
            for place, village in enumerate(shown["villages"]):
                for player, seat in enumerate(realm.seats):
                    for outside in (False, True):
                        side = party(shown, seat, village, outside=outside)
                        if side is not None:
                            soldiers = soldiers_of(realm, place, Party(player, outside))
                            assert side.least <= soldiers <= side.most
                            fighters = fighters_of(realm, place, Party(player, outside))
                            assert len(side.lords) == len(fighters)
                            seen += 1
                            hidden += side.least < side.most
    assert seen > 100 and hidden > 20


def staged(match: Match, player: Player, table: Table) -> Match:
    """The match as if this table had been reached by play: it is the first seat's turn to move, the player's."""
    until(match, player, "cards")
    state = match.rules.dump(table.phase("move").realm)
    match.steps.filter(number=match.step).update(state=state, base=None)
    Match.objects.filter(pk=match.pk).update(state=state)
    match.seats.filter(user=player).update(name="j1")
    match.refresh_from_db()
    return match


@pytest.mark.django_db
def test_the_chances_stand_on_the_button_without_any_script(
    alice: Player, bob: Player, client_of: Callable[[Player], Client]
) -> None:
    match = staged(new_match(alice, bob), alice, besieged(hidden_stacks=False))
    page = client_of(alice).get(f"/partie/{match.code}/").content.decode()
    assert "dans un château\N{NO-BREAK SPACE}: " in page and 'class="chances"' in page
    assert page.count("Chances exactes si l&#39;on se bat jusqu&#39;au bout") == 1


@pytest.mark.django_db
def test_a_troop_is_weighed_as_it_is_composed_and_nothing_of_it_is_lost(
    alice: Player, bob: Player, client_of: Callable[[Player], Client]
) -> None:
    match = staged(new_match(alice, bob), alice, besieged(hidden_stacks=False))
    client, address = client_of(alice), f"/partie/{match.code}/"
    found = re.search(r'name="key" value="(\w+)"', client.get(address).content.decode())
    assert found is not None
    troop = {"from": "bourg", "lords": "arnaud", "to": "villeneuve", "t1": "1", "t3": "1", "do": "weigh"}
    step = match.step
    page = client.post(address, {"key": found[1], "text": "", **troop}).content.decode()
    assert "5 points contre 5, dans un château" in page
    assert 'name="t3" min="0" max="2" value="1"' in page and '<option value="villeneuve" selected>' in page
    match.refresh_from_db()
    assert match.step == step
