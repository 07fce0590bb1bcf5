"""Drafts: free and undone at will, judged as they will be, noted for the table that they were meant for."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.http import QueryDict
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.preview.rehearsal import NoDice
from heraut.site.accounts.models import Player
from heraut.site.games.vassaux.drafts import draft, mark, noted, noted_answer, noted_lines
from heraut.site.games.vassaux.hands import changed
from tests.games.vassaux.asked import ASKED, facing, moving
from tests.games.vassaux.builders import decision
from tests.site.games.boards import answer, seat_of
from tests.site.games.vassaux.conftest import decision as owed_by
from tests.site.games.vassaux.conftest import new_match, placed
from tests.site.games.vassaux.pages import Page, page_of

BATTLES = {kind: make() for kind, make in ASKED.items()}
FORMS = ("march", "bend", "charge", "fight", "cast", "react", "name", "set", "hand", "deploy_all", "undo", "clear")


# Nothing that a page lets be declared is refused


def touches(kind: str) -> st.SearchStrategy[dict[str, str]]:
    """Something that a player could send: a touch on whoever or whatever is there, a button, a field of a form."""
    battle = BATTLES[kind]
    place = st.tuples(st.integers(0, 15000), st.integers(0, 15000)).map(lambda one: {"place": f"{one[0]},{one[1]}"})
    groups = [name for unit in battle.units for name in (str(unit), f"B{unit}")]
    forms = st.fixed_dictionaries(
        {
            "do": st.sampled_from(FORMS),
            "wind": st.integers(0, 20).map(str),
            "far": st.sampled_from(["", "0,5", "1", "2.5", "99", "x"]),
            "aim": st.sampled_from([str(man) for man in battle.at]),
            "reaction": st.sampled_from(["2 CHA", "2 ATT", "3 WAI", "1 MAR", "", "9 X"]),
            "point": st.integers(0, 6000).map(str),
            "spell": st.sampled_from(["PLUIE_DE_FEU 52", "METEORE 52", ""]),
            "extra": st.integers(0, 9).map(str),
            "mover": st.sampled_from([str(man) for man in battle.at]),
            "hand-x": st.sampled_from(["4", "5,2", ""]),
            "hand-y": st.sampled_from(["4,5", ""]),
            "x": st.sampled_from(["3", "7,5", ""]),
            "y": st.sampled_from(["1,5", "9", ""]),
            "deployed": st.sampled_from([str(unit) for unit in battle.units]),
            "power": st.just("4"),
        }
    )
    return st.one_of(
        place,
        place.map(lambda one: {**one, "bend": "1"}),
        st.sampled_from(groups).map(lambda name: {"touch": name}),
        st.sampled_from([str(man) for man in battle.at]).map(lambda man: {"man": man}),
        forms,
    )


@pytest.mark.rule("SV-ORD-06", "SV-GEN-01")
@pytest.mark.parametrize("kind", list(ASKED))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_no_draft_that_a_page_calls_declarable_is_refused(kind: str, data: st.DataObject) -> None:
    owed = BattleDecision(BATTLES[kind])
    entered_text, unit, held, points = "", "", "", ""
    for _ in range(data.draw(st.integers(1, 4))):
        posted = QueryDict(mutable=True)
        posted.update({"unit": unit, "held": held, "points": points, **data.draw(touches(kind))})
        entered = changed(owed, posted, entered_text)
        plan = draft(owed, entered.lines)
        entered_text, unit, held = plan.text, str(entered.unit or ""), str(entered.man or "")
        points = " ".join(f"{x},{y}" for x, y in entered.points)
        check_accepted(owed, plan.text)


def check_accepted(owed: BattleDecision, text: str) -> None:
    """Every line is taken, in its turn, by the question that it meets when nobody comes between."""
    plan = draft(owed, text.splitlines())
    assert not plan.refusals and plan.text == text
    state = owed.battle
    for rank, line in enumerate(plan.understood):
        now = decision(state)
        if now.place != owed.place:
            if owed.kind == "deploy":
                return
            state = vassaux.advance(state, {state.hosts[now.place].seat: now.default}, NoDice()).state
            now = decision(state)
        if owed.kind != "deploy":
            assert mark(now) == mark(line.decision)
        assert noted_answer(now, noted([line])[0]) == (line.answer, "")
        if rank < len(plan.understood) - 1:
            state = vassaux.advance(state, {state.hosts[now.place].seat: line.answer}, NoDice()).state


# Noted for later


@pytest.mark.rule("SV-ORD-06")
def test_what_is_noted_answers_only_on_the_table_it_was_meant_for() -> None:
    owed = decision(facing())
    plan = draft(owed, ["ORDRE 2 MAR", "ALLER 4000,5000"])
    notes = noted(plan.understood[1:])[0]
    meant = decision(moving())
    assert noted_answer(meant, notes) == (plan.understood[1].answer, "")
    other = moving()
    other.at[5201] = (1000, 14000)
    assert noted_answer(decision(other), notes) is None
    assert noted_lines(decision(other), notes) == ["ALLER 4000,5000"]
    assert noted_lines(owed, notes) == []


@pytest.mark.django_db
def test_a_march_is_announced_and_declared_by_one_button(alice: Player, client_of: Callable[[Player], Client]) -> None:
    page = page_of(client_of(alice), alice, facing())
    page.send(touch="2").send(place="4000,5000")
    battle = page.declare()
    assert battle.at[201] == (4000, 5000) and seat_of(page.match, alice).notes == ""


@pytest.mark.django_db
def test_an_order_alone_is_announced_and_its_way_asked_for(
    alice: Player, client_of: Callable[[Player], Client]
) -> None:
    page = page_of(client_of(alice), alice, facing())
    page.send(whole="ORDRE 2 MAR")
    assert "Ensuite : Tracez le chemin" in page.words and "Annoncer" in page.words
    battle = page.declare()
    assert battle.asked == (0, "move")


@pytest.mark.django_db
def test_the_rest_of_an_act_is_a_draft_again_where_the_table_has_changed(
    alice: Player, bob: Player, client_of: Callable[[Player], Client]
) -> None:
    match = new_match(alice, bob)
    placed(match, moving())
    owed = owed_by(match, alice)
    line = draft(owed, ["ALLER 4000,5000"]).understood[0]
    other = draft(decision(facing()), ["ORDRE 3 MAR", "ALLER 9000,3500"]).understood[1]
    seat = seat_of(match, alice)
    seat.notes = noted([other])[0]
    seat.save()
    page = Page(client_of(alice), match)
    assert "La table a changé" in page.words and line.text not in page.text


# By hand


@pytest.fixture
def page(alice: Player, client_of: Callable[[Player], Client]) -> Page:
    """A page on which a unit is to be ordered."""
    return page_of(client_of(alice), alice, facing())


@pytest.mark.django_db
def test_a_draft_is_undone_line_by_line_and_given_by_nobody(page: Page) -> None:
    step = page.match.step
    page.send(touch="2").send(place="4000,5000")
    page.send(do="undo")
    assert page.lines == ["ORDRE 2 MAR"]
    page.send(do="undo")
    assert page.lines == [] and page.hidden("unit") == "2"
    page.send(do="undo")
    assert page.hidden("unit") == ""
    page.battle()
    assert page.match.step == step


@pytest.mark.django_db
def test_another_end_takes_the_place_of_the_one_before(page: Page) -> None:
    page.send(touch="2").send(place="4000,5000").send(place="3000,4500")
    assert page.lines == ["ORDRE 2 MAR", "ALLER 3000,4500"]
    page.send(touch="52")
    assert page.lines[0] == "ORDRE 2 CHA"
    page.send(touch="3")
    assert page.lines == [] and page.hidden("unit") == "3"


@pytest.mark.django_db
def test_enter_never_binds(page: Page) -> None:
    first = page.html.index("<button", page.html.index('id="reponse"'))
    assert 'name="do" value="look"' in page.html[first : first + 120]
    step = page.match.step
    page.send(whole="ORDRE 2 WAI").send(do="look")
    page.battle()
    assert page.match.step == step and page.lines == ["ORDRE 2 WAI"]


@pytest.mark.django_db
def test_another_window_has_answered_meanwhile(page: Page, alice: Player) -> None:
    page.send(whole="ORDRE 2 WAI")
    answer(page.match, alice, "ORDRE 3 WAI")
    step = page.match.step
    page.send(do="send")
    page.battle()
    assert page.match.step >= step and "La table a changé entre-temps" in page.words
    assert not page.battle().units[2].ordered


@pytest.mark.django_db
@pytest.mark.parametrize(
    "fields",
    [
        {"touch": "999"}, {"touch": "B0"}, {"touch": "é"}, {"touch": "-2"}, {"man": "1e9"}, {"man": "0"},
        {"place": "1,2,3"}, {"place": "x,y"}, {"place": "99999999999,1"}, {"place.x": "-1", "place.y": "9"},
        {"line": "ORDRE 2 \x00"}, {"line": "\ud7ff" * 300}, {"add": "A\r\nB\r\nC"}, {"do": "send"}, {"do": "hand"},
        {"text": "ALLER 1,1\n" * 400}, {"whole": "ORDRE 2 MAR\nALLER 1,1"}, {"unit": "zz"}, {"points": "1,1 x 2"},
    ],
    ids=str,
)  # fmt: skip
def test_odd_bytes_change_nothing(page: Page, fields: dict[str, str]) -> None:
    step = page.match.step
    page.send(**fields)
    page.battle()
    assert page.match.step == step and 'id="reponse"' in page.html


@pytest.mark.django_db
def test_a_text_that_is_too_long_is_told_so(page: Page) -> None:
    page.send(text="ORDRE 2 WAI\n" * 6000)
    assert "C'est trop long" in page.words


def test_a_draft_of_random_answers_is_whole_when_its_act_is() -> None:
    chance = Rng(b"drafts")
    for kind, battle in BATTLES.items():
        for _ in range(10):
            owed = decision(battle)
            line = owed.write(owed.sample(chance))
            plan = draft(owed, [line])
            assert plan.understood and plan.understood[0].text == line, kind
