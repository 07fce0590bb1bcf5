"""The text of a sheet changed in one place: what else stands in it stays as it was written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heraut.site.games.rois import cells

TEXT = "; mes ordres\n@1\n1: MO 5 ; au gué\n3: EX\nPLAN {FL}\n@7\n2: RIEN\n@ROYAUME\nTRAITE 3\n"


@pytest.mark.parametrize(
    "section, line, after",
    [
        (1, "1: EX", TEXT.replace("1: MO 5 ; au gué", "1: EX")),
        (1, "2: EX", TEXT.replace("3: EX", "2: EX\n3: EX")),
        (1, "5: EX", TEXT.replace("3: EX", "3: EX\n5: EX")),
        (7, "1: EX", TEXT.replace("2: RIEN", "1: EX\n2: RIEN")),
        (7, "2: EX", TEXT.replace("2: RIEN", "2: EX")),  # a line that cannot be read still has its season
        (1, "PLAN {ME}", TEXT.replace("PLAN {FL}", "PLAN {ME}")),
        (1, "DUEL {ME}", TEXT.replace("PLAN {FL}", "PLAN {FL}\nDUEL {ME}")),
        (0, "TRAITE 3", TEXT),
        (0, "TRAITE 4", TEXT + "TRAITE 4\n"),
        (0, "DON 3 5", TEXT + "DON 3 5\n"),
        (9, "1: EX", TEXT + "@9\n1: EX\n"),
    ],
)
def test_a_line_is_put_where_it_belongs(section, line, after):
    assert cells.put(TEXT, section, line) == after


def test_an_empty_text_gets_its_first_section():
    assert cells.put("", 4, "1: EX") == "@4\n1: EX\n"
    assert cells.put("\n \n", 0, "VOTE BLANC") == "@ROYAUME\nVOTE BLANC\n"


def test_what_is_cleared_leaves_no_empty_section():
    assert cells.clear(TEXT, [(7, 2)]) == TEXT.replace("@7\n2: RIEN\n", "")
    assert cells.clear("@7\n1: EX\n", [(7, 1)]) == ""
    assert cells.clear(TEXT, [(7, 5)]) == TEXT


SEASON = st.integers(1, 5)
PEOPLE = st.integers(1, 3)


@given(st.lists(st.tuples(PEOPLE, SEASON, st.sampled_from(["EX", "DE", "MO 12"])), max_size=20))
def test_whatever_is_put_is_there_once_and_in_the_order_of_the_seasons(lines):
    text, wanted = "", {}
    for person, season, order in lines:
        text = cells.put(text, person, f"{season}: {order}")
        wanted[person, season] = f"{season}: {order}"
    found = [(row.key, row.text) for row in cells.rows(text) if row.key is not None]
    assert dict(found) == wanted and len(found) == len(wanted)
    for person in {person for person, _ in wanted}:
        seasons = [row.key[1] for row in cells.rows(text) if row.key is not None and row.section == person]
        assert seasons == sorted(seasons)
