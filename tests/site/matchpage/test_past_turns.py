"""A page of a turn that has been played writes nothing into the coming one: every form says which turn it shows."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match, Sheet
from tests.site.games.daifen.conftest import new_continent
from tests.site.matchpage.conftest import new_match, resolve

pytestmark = pytest.mark.django_db
FORMS = re.compile(r"<form[^>]*/ordres/[^>]*>.*?</form>", re.DOTALL)
PAGES = {
    "gloire": ("", "ordres/", "?terre=OULU", "outils/argentier/", "outils/levee/?terre=OULU&ecus=500"),
    "daifen": ("", "ordres/", "outils/espions/", "outils/connaissances/", "outils/atlas/"),
}
MADE: dict[str, Callable[[Player, Player], Match]] = {
    "gloire": lambda alice, bob: new_match(alice, bob, 1),
    "daifen": lambda alice, bob: new_continent(alice, bob, 1),
}
LINE = {"gloire": "CHE 1", "daifen": "# une note"}


@pytest.fixture(params=sorted(MADE))
def match(request: pytest.FixtureRequest, alice: Player, bob: Player) -> Match:
    """A match of each game of order sheets but Rois, whose own tests say the same."""
    made = MADE[request.param](alice, bob)
    made.seats.filter(user__isnull=False).update(bot="")
    made.refresh_from_db()
    return made


def test_every_form_that_writes_orders_names_its_turn(
    match: Match, alice: Player, client_of: Callable[[Player], Client]
) -> None:
    forms = 0
    for page in PAGES[match.game]:
        for form in FORMS.findall(client_of(alice).get(f"/partie/{match.code}/{page}").content.decode()):
            if 'method="post"' in form:
                forms += 1
                assert f'name="turn" value="{match.coming_turn}"' in re.sub(' id="page-turn"', "", form), form[:300]
    assert forms >= 5


@pytest.mark.parametrize("script", [False, True])
@pytest.mark.parametrize("act", ["save", "seal", "add", "undo"])
def test_a_page_of_the_turn_before_writes_nothing(
    match: Match, alice: Player, client_of: Callable[[Player], Client], act: str, script: bool
) -> None:
    client, address = client_of(alice), f"/partie/{match.code}/ordres/"
    turn, line = match.coming_turn, LINE[match.game]
    resolve(match)
    match.refresh_from_db()
    sent = {"line": line} if act == "add" else {"text": line} if act != "undo" else {}
    headers = {"HX-Request": "true"} if script else {}
    answer = client.post(address, {"do": act, "base": "0", "turn": str(turn), **sent}, headers=headers)
    written = Sheet.objects.filter(seat__match=match, step=match.step + 1, seat__user=alice)
    assert not written.exists()
    if "text" in sent:
        told = html.unescape(answer.content.decode())
        assert "déjà joué" in told and line in told
    client.post(address, {"do": act, "base": "0", "turn": str(turn + 1), **sent}, headers=headers)
    assert written.exists() == (act != "undo")
