"""Who may open and do what of the pages of those who keep the peace: everybody at every address (GP-SITE-35, 37)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from heraut.site.accounts.guests import new_guest
from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match
from heraut.site.moderation import mediation
from heraut.site.moderation.models import Relation, Sanction
from tests.site.conftest import new_player
from tests.site.lobby.builders import running
from tests.site.moderation.builders import mediate, new_staff, report_of

pytestmark = pytest.mark.django_db

# a passer-by; a guest; a stranger; a player; a host who plays; one who does not; a mediator; one of another match;
# one who was asked; the staff; one of the staff who plays. Editors of a gazette and regents of a seat have no more
# than strangers here: neither keeps the peace, nor holds a seat.
PEOPLE = ("nobody", "guest", "stranger", "player", "playing", "host", "mediator", "other", "asked", "staff", "staffer")
LETTERS = {200: ".", 302: "r", 403: "x", 404: "4", 405: "m"}

# answers to GET and POST: l leads to the login, R has changed something or leads on after it
MATRIX = """
GET  /table/{match}/arbitrage/                  lxxxx..xx..
GET  /table/{played}/arbitrage/                 lxxx.xxxx..
GET  /table/{match}/arbitrage/{fault}/          lxxxx..xx.x
POST /table/{match}/arbitrage/ noter            lxxxxrrxxrr
POST /table/{match}/arbitrage/ classer          lxxxx44xx4x
POST /table/{match}/arbitrage/ appeler          lxxxxrxxxrr
POST /table/{match}/arbitrage/ congedier        lxxxxrxxxrr
POST /table/{match}/arbitrage/ exclure          lxxxxrxxxrx
POST /table/{match}/arbitrage/ rien             lxxxx44xx44
POST /table/{match}/arbitrage/{fault}/ lire     lxxxx..xx.x
POST /table/{match}/arbitrage/{fault}/ repondre lxxxxrrxxrx
POST /table/{match}/aide-de-camp/ accepter      l44444r4r44
POST /table/{match}/aide-de-camp/ quitter       l44444r4r44
GET  /partie/{match}/signaler/                  l44.444444.
GET  /partie/{match}/fautes/                    ...........
GET  /moderation/                               ...........
GET  /moderation/arbitre/                       lxxxxxxxx..
POST /moderation/arbitre/ traces                lxxxxxxxx..
POST /moderation/arbitre/ juger                 lxxxxxxxx44
POST /moderation/arbitre/ classer               lxxxxxxxx44
GET  /moderation/arbitre/joueur/Player/         lxxxxxxxx..
POST /moderation/arbitre/joueur/Player/ avertir lxxxxxxxxrr
POST /moderation/arbitre/joueur/Player/ bannir  lxxxxxxxxrr
POST /moderation/arbitre/joueur/Player/ traces  lxxxxxxxx..
GET  /moderation/arbitre/partie/{match}/        lxxxxxxxx.x
POST /moderation/arbitre/partie/{match}/ doubles lxxxxxxxx.x
POST /moderation/arbitre/partie/{match}/ index  lxxxxxxxx.x
GET  /compte/mesures/                           l..........
GET  /compte/relations/                         lr.........
"""


class World:
    """Everybody; a match whose host does not play, with one of the staff in it; one whose host plays."""

    def __init__(self) -> None:
        self.people = {name: new_player(name.title()) for name in PEOPLE[2:9]}
        self.people |= {"guest": new_guest("fr"), "staff": new_staff("Kalan"), "staffer": new_staff("Hyliath")}
        of = self.people
        self.match = running(of["player"], of["staffer"], host=of["host"])
        self.played = running(of["playing"], of["stranger"])
        mediate(self.match, of["host"], of["mediator"])
        mediate(running(of["player"], of["stranger"]), of["player"], of["other"])
        mediation.call(self.match, of["host"], of["asked"])
        self.fault = report_of(self.match, of["player"], shared=True)

    def data(self, do: str) -> dict[str, object]:
        """What a form holds."""
        seat = self.match.seats.get(user=self.people["player"])
        texts = dict.fromkeys(("note", "reason", "answer", "outcome", "verdict"), "des mots")
        return {**texts, "do": do, "player": self.player_for(do), "seat": seat.pk, "number": 0}

    def player_for(self, do: str) -> object:
        """Whom a button names: by number, or by name."""
        return self.people["mediator"].pk if do == "congedier" else "Stranger"


def asked(world: World, person: str, line: str) -> str:
    """What one person is answered; all is then as before."""
    method, address, *do = line.split()[:-1]
    address = address.format(match=world.match.code, played=world.played.code, fault=world.fault.pk)
    client = Client()
    if person != "nobody":
        client.force_login(world.people[person])
    cache.clear()
    with transaction.atomic():
        answer = client.get(address) if method == "GET" else client.post(address, world.data(do[0]))
        transaction.set_rollback(True)
    to_login = answer.status_code == 302 and answer.headers["Location"].startswith("/compte/login/")
    return "l" if to_login else LETTERS[answer.status_code]


@pytest.mark.rule("GP-SITE-35", "GP-SITE-37")
def test_everyone_is_answered_as_the_table_says() -> None:
    world, wrong = World(), []
    for line in MATRIX.strip().splitlines():
        found = "".join(asked(world, person, line) for person in PEOPLE)
        if found != line.split()[-1]:
            wrong.append(f"{line} but {found}")
    assert not wrong
    assert not Sanction.objects.exists() and not Relation.objects.exists()


@pytest.mark.rule("GP-SITE-35")
def test_a_match_behind_a_password_is_open_to_its_mediators(
    alice: Player, bob: Player, charlie: Player, client_of: Callable[[Player], Client]
) -> None:
    match = running(alice, bob)
    mediate(match, alice, charlie)
    Match.objects.filter(pk=match.pk).update(private=True, password="x")
    stranger = new_player("Dagobert")
    for address in (f"/table/{match.code}/arbitrage/", f"/partie/{match.code}/", f"/partie/{match.code}/fautes/"):
        assert client_of(charlie).get(address).status_code == 200
        assert client_of(stranger).get(address).status_code == 404
