"""Who may do what: every address of the site and of the API, asked by everyone. An address without a row fails.

A row gives what GET and POST are answered, one letter a person; a row that begins with a method gives that one alone.
Rows of a match have the answers twice: of a public one, and of one behind a password (GP-SITE-12).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import timedelta
from functools import cache
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.hashers import make_password
from django.core.cache import cache as counts
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client, RequestFactory
from django.urls import URLPattern, get_resolver
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.api.bearer import URLCONF
from heraut.site.api.interface import api
from heraut.site.api.models import PLAY, Token
from heraut.site.api.tokens import issue
from heraut.site.clock.models import Branch
from heraut.site.forum.models import DISPUTES, Draft, Post
from heraut.site.forum.posting import Written, begin
from heraut.site.forum.scopes import BoardScope, MatchScope
from heraut.site.games.gloire.drawing import map_url
from heraut.site.gazette.models import Article, Piece, Printing
from heraut.site.lobby import muster
from heraut.site.lobby.actions import HOST_ACTS, PLAYER_ACTS
from heraut.site.lobby.hook_views import ACTS as HOOK_ACTS
from heraut.site.lobby.table_views import OPENED
from heraut.site.lobby.tables import join, open_table
from heraut.site.matches import host_actions
from heraut.site.matches.models import Activity, Match, Ruling, Seat, Sheet
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.polling import sign
from heraut.site.messaging.models import Message, Remark, Thread
from heraut.site.messaging.reading import addressees
from heraut.site.messaging.table_talk import speak
from heraut.site.moderation.faults import report_fault
from heraut.site.moderation.models import Fault, Note, Relation, Report, Sanction, StaffAct
from heraut.site.notifications.models import Delivery, Device, Hook, Letter, Push
from heraut.site.regency.models import Regency
from heraut.site.regency.naming import name
from heraut.site.spectators.models import Comment
from heraut.site.tournaments.models import Tournament
from heraut.site.tournaments.views import ACTS
from heraut.site.tournaments.views import HOST_ACTS as LEADING_ACTS
from heraut.site.treaties.kinds import OTHER
from heraut.site.treaties.models import Treaty
from heraut.site.treaties.proposing import propose
from tests.site.conftest import new_player
from tests.site.games.fief.conftest import new_match
from tests.site.gazette.builders import with_gazette
from tests.site.matches.builders import OPTIONS, WEEKLY, give_orders, running, seat_of
from tests.site.messaging.builders import write
from tests.site.notifications.services import Browser
from tests.site.stored import once
from tests.thorough import THOROUGH

pytestmark = pytest.mark.django_db

# a nobody; a guest; a player of another match; a player of none, who was given the password;
# a player of this match; its host, who does not play; whoever runs the site
PEOPLE = ("anonymous", "guest", "other", "spectator", "player", "host", "staff")

# the page, another page; the same after something was changed; the login; a token is wanted; forbidden; nothing there;
# not this method; not in this form; not now; the site is not well
LETTERS = {200: ".", 302: "r", 401: "u", 403: "x", 404: "4", 405: "m", 400: "?", 422: "?", 409: "c", 503: "w"}
CHANGED = {".": "*", "r": "R"}
TOURNAMENT_ACTS = (*ACTS, *LEADING_ACTS)
LOGIN, WRONG = "l", "!"
METHODS = ("GET", "POST")
UNSEALED = (
    "/api/",
    "/lettres/stop/",
    "/compte/avis/appareil/renouveler/",
)  # no form seal: a token, or the key in an address, is the permission

MATRIX = """
/styleguide/                                       4444444  4444444
/                                                  .......  mmmmmmm
/jouer/                                            rrrrrrr  RRRRRRR
/palmares/                                         .......  mmmmmmm
/parties/                                          .......  mmmmmmm
/classement/                                       .......  mmmmmmm
/tournois/                                         .......  mmmmmmm
/tournois/nouveau/                                 lr.....  lr.....
/tournoi/<slug:code>/                              .......  mmmmmmm  .......  mmmmmmm
/tournoi/<slug:code>/entrer/                       lmmmmmm  lrRRRRR  lmmmmmm  lrRRRRR
/tournoi/<slug:code>/quitter/                      lmmmmmm  lrrrrrr  lmmmmmm  lrrrrrr
/tournoi/<slug:code>/commencer/                    lmmmmmm  l4444rr  lmmmmmm  l4444rr
/tournoi/<slug:code>/annuler/                      lmmmmmm  l4444RR  lmmmmmm  l4444RR
/tournoi/<slug:code>/rien/                         lmmmmmm  l444444  lmmmmmm  l444444
/joueurs/<str:name>/                               4444444  4444444
/etat/                                             .......  mmmmmmm
/mentions/                                         .......  mmmmmmm
/source.tar.gz                                     .......  mmmmmmm
/apprendre/                                        .......  mmmmmmm
/apprendre/<slug:game>/                            .......  mmmmmmm
/apprendre/<slug:game>/premier-tour/               .......  mmmmmmm
/apprendre/<slug:game>/erreurs/                    .......  mmmmmmm
/regles/                                           .......  mmmmmmm
/regles/<slug:game>/                               .......  mmmmmmm
/regles/<slug:game>/<str:rule>/                    .......  mmmmmmm
/tables/                                           .......  mmmmmmm
/tables/nouvelle/                                  lr.....  lrRRRRR
/table/<slug:code>/                                .......  mmmmmmm  .......  mmmmmmm
/table/<slug:code>/rejoindre/                      lmmmmmm  l.RR.RR  lmmmmmm  l44R.RR
/table/<slug:code>/revanche/                       lmmmmmm  lrrrrrr  lmmmmmm  l44rrrr
/table/<slug:code>/entrer/                         mmmmmmm  .......  mmmmmmm  rrrrrrr
/table/<slug:code>/joueur/quitter/                 lmmmmmm  lrrrRrr  lmmmmmm  l44rRrr
/table/<slug:code>/joueur/choisir/                 lmmmmmm  l444444  lmmmmmm  l444444
/table/<slug:code>/joueur/confirmer/               lmmmmmm  lrrrRrr  lmmmmmm  l44rRrr
/table/<slug:code>/joueur/voter/                   lmmmmmm  lrrrRrr  lmmmmmm  l44rRrr
/table/<slug:code>/joueur/ceder/                   lmmmmmm  l444R44  lmmmmmm  l444R44
/table/<slug:code>/joueur/rester/                  lmmmmmm  l444R44  lmmmmmm  l444R44
/table/<slug:code>/joueur/renoncer/                lmmmmmm  l444444  lmmmmmm  l444444
/table/<slug:code>/joueur/finir/                   lmmmmmm  lrrrrrr  lmmmmmm  l44rrrr
/table/<slug:code>/joueur/reprendre/               lmmmmmm  lrRRrRR  lmmmmmm  l44RrRR
/table/<slug:code>/joueur/rien/                    lmmmmmm  l444444  lmmmmmm  l444444
/table/<slug:code>/hote/rassembler/                lmmmmmm  lxxxxRR  lmmmmmm  l44xxrr
/table/<slug:code>/hote/commencer/                 lmmmmmm  lxxxxrr  lmmmmmm  l44xxRR
/table/<slug:code>/hote/automates/                 lmmmmmm  lxxxxRR  lmmmmmm  l44xxRR
/table/<slug:code>/hote/completer/                 lmmmmmm  lxxxxrr  lmmmmmm  l44xxrr
/table/<slug:code>/hote/annuler/                   lmmmmmm  lxxxxRR  lmmmmmm  l44xxRR
/table/<slug:code>/hote/exclure/                   lmmmmmm  lxxxxRR  lmmmmmm  l44xxRR
/table/<slug:code>/hote/pause/                     lmmmmmm  lxxxxRR  lmmmmmm  l44xxRR
/table/<slug:code>/hote/lever/                     lmmmmmm  lxxxxRR  lmmmmmm  l44xxRR
/table/<slug:code>/hote/prolonger/                 lmmmmmm  lxxxxRR  lmmmmmm  l44xxRR
/table/<slug:code>/hote/offrir/                    lmmmmmm  lxxxxRR  lmmmmmm  l44xxRR
/table/<slug:code>/hote/designer/                  lmmmmmm  lxxxxRR  lmmmmmm  l44xxRR
/table/<slug:code>/hote/automate/                  lmmmmmm  lxxxxRR  lmmmmmm  l44xxRR
/table/<slug:code>/hote/eliminer/                  lmmmmmm  lxxxxRR  lmmmmmm  l44xxRR
/table/<slug:code>/hote/clore/                     lmmmmmm  lxxxxrr  lmmmmmm  l44xxrr
/table/<slug:code>/hote/retirer/                   lmmmmmm  lxxxxRR  lmmmmmm  l44xxRR
/table/<slug:code>/hote/rien/                      lmmmmmm  lxxxx44  lmmmmmm  l44xx44
/table/<slug:code>/arbitrage/                      lxxxx..  lxxxxRR  l44xx..  l44xxRR
/table/<slug:code>/arbitrage/<int:number>/         lxxxx**  lxxxxRR  l44xx**  l44xxRR
/table/<slug:code>/aide-de-camp/                   lmmmmmm  l444444  lmmmmmm  l444444
/moderation/                                       .......  mmmmmmm
/moderation/arbitre/                               lxxxxx.  lxxxxx*
/moderation/arbitre/joueur/<str:name>/             lxxxxx.  lxxxxxR
/moderation/arbitre/partie/<slug:code>/            lxxxxx.  lxxxxx*  l44xxx.  l44xxx*
/compte/relations/                                 lr.....  lr.RRRR
/compte/mesures/                                   l......  l444444
/partie/<slug:code>/signaler/                      l444.44  u444R44  4444.44  4444R44
/partie/<slug:code>/fautes/                        .......  mmmmmmm  444....  mmmmmmm
/table/<slug:code>/hote/retour/                    lxxxx..  lxxxx44  l44xx..  l44xx44
/table/<slug:code>/annonces/                       lrxxx..  lrxxx**  lr4xx..  lr4xx**
/table/<slug:code>/annonces/<int:number>/essayer/  lrmmmmm  lrxxxRR  lrmmmmm  lr4xxRR
/table/<slug:code>/annonces/<int:number>/retirer/  lrmmmmm  lrxxxRR  lrmmmmm  lr4xxRR
/table/<slug:code>/annonces/<int:number>/reprendre/ lrmmmmm  lrxxxRR  lrmmmmm  lr4xxRR
/table/<slug:code>/annonces/<int:number>/rien/     lrmmmmm  lr44444  lrmmmmm  lr44444
/api/                                              .......  mmmmmmm
/api/openapi.json                                  .......  mmmmmmm
/api/me                                            u......  mmmmmmm
/api/matches                                       .......  mmmmmmm
/api/matches/<code>                                .......  mmmmmmm  4444...  mmmmmmm
/api/matches/<code>/view                           .......  mmmmmmm  4444...  mmmmmmm
/api/matches/<code>/acts                           .......  mmmmmmm  4444...  mmmmmmm
/api/matches/<code>/turns                          .......  mmmmmmm  4444...  mmmmmmm
/api/matches/<code>/turns/<int:turn>/events        .......  mmmmmmm  4444...  mmmmmmm
/api/matches/<code>/turns/<int:turn>/report        .......  mmmmmmm  4444...  mmmmmmm
/api/matches/<code>/turns/<int:turn>/chronicle     .......  mmmmmmm  4444...  mmmmmmm
/api/matches/<code>/record                         .......  mmmmmmm  4444...  mmmmmmm
/api/matches/<code>/orders                         uxxx.xx  mmmmmmm  u444.xx  mmmmmmm
PUT /api/matches/<code>/orders                     uxxx*xx  u444*xx
/api/matches/<code>/orders/check                   mmmmmmm  uxxx.xx  mmmmmmm  u444.xx
/api/matches/<code>/receipts                       uxxx.xx  mmmmmmm  u444.xx  mmmmmmm
/api/receipts/verify                               mmmmmmm  ???????
/api/games                                         .......  mmmmmmm
/api/games/<name>/rules                            .......  mmmmmmm
/compte/jetons/                                    l......  l******
/compte/jetons/<int:number>/revoquer/              lmmmmmm  lrrrRrr
/compte/                                           l......  l......
/compte/avis/                                      l......  lRRRRRR
/compte/absence/                                   l......  lRRRRRR
/compte/regences/<int:number>/accepter/            lmmmmmm  l44R444
/compte/regences/<int:number>/finir/               lmmmmmm  l44RR44
/compte/avis/essai/                                lmmmmmm  lrrrRrr
/compte/avis/appareil/                             lmmmmmm  lRRRRRR
/compte/avis/appareil/renouveler/                  mmmmmmm  4444444
/compte/avis/appareil/<int:number>/retirer/        lmmmmmm  lrrrRrr
/heraut.<str:language>.webmanifest                 .......  mmmmmmm
/hors-ligne/                                       .......  mmmmmmm
/compte/langue/                                    mmmmmmm  rRRRRRR
/compte/apparence/                                 mmmmmmm  rrrrrrr
/compte/invite/                                    mmmmmmm  Rrrrrrr
/compte/garder/                                    l.rrrrr  l.rrrrr
/compte/demo/                                      4444444  4444444
/compte/donnees/                                   l......  mmmmmmm
/compte/supprimer/                                 l......  l......
/compte/login/                                     .rrrrrr  .rrrrrr
/compte/logout/                                    r......  rrrrrrr
/compte/inactive/                                  .......  mmmmmmm
/compte/signup/                                    .rrrrrr  .rrrrrr
/compte/reauthenticate/                            lx.....  lx.....
/compte/email/                                     lr.....  lrrrrrr
/compte/email/reprendre/<str:key>/                 4444444  4444444
/compte/confirm-email/                             lrrrrrr  lrrrrrr
/compte/password/change/                           lr.....  lr.....
/compte/password/set/                              lrrrrrr  lrrrrrr
/compte/password/reset/                            .......  .......
/compte/login/code/confirm/                        lrrrrrr  lrrrrrr
/compte/password/reset/confirm/                    lllllll  lllllll
/compte/password/reset/complete/                   rrrrrrr  rrrrrrr
/compte/password/reset/done/                       .......  mmmmmmm
/partie/verifier-un-recu/                          .......  .......
/partie/cartes/<slug:name>.<slug:digest>.svg       .......  mmmmmmm
/partie/cartes/avant/<str:name>.svg                .......  mmmmmmm
/partie/cartes/fief.svg                            .......  mmmmmmm
/partie/cartes/fief.css                            .......  mmmmmmm
/partie/cartes/vassaux.css                         .......  mmmmmmm
/partie/cartes/vassaux/<slug:name>.svg             4444444  mmmmmmm
/partie/<slug:code>/sol/<int:turn>.<slug:digest>.svg 4444444  mmmmmmm  4444444  mmmmmmm
/partie/<slug:code>/couches/<int:turn>.<slug:digest>.svg 4444444  mmmmmmm  4444444  mmmmmmm
/partie/<slug:code>/                               .......  .......  444....  444....
/partie/<slug:code>/fiche/                         .......  .......  444....  444....
/partie/<slug:code>/ordres/                        l444.44  u444R44  4444.44  4444R44
/partie/<slug:code>/presentation/                  .......  mmmmmmm  444....  mmmmmmm
/partie/<slug:code>/premiers-pas/                  mmmmmmm  4444r44  mmmmmmm  4444r44
/partie/<slug:code>/main/                          mmmmmmm  4444444  mmmmmmm  4444444
/partie/<slug:code>/lettres/                       l444.44  u444R44  4444.44  4444R44
/partie/<slug:code>/lettres/<slug:thread>/         l444.44  u444R44  4444.44  4444R44
/partie/<slug:code>/lettres/lettres.<slug:form>    l444.44  mmmmmmm  4444.44  mmmmmmm
/partie/<slug:code>/traites/                       l444.44  mmmmmmm  4444.44  mmmmmmm
/partie/<slug:code>/traites/proposer/<slug:kind>/  l444.44  u444R44  4444.44  4444R44
/partie/<slug:code>/traites/<slug:treaty>/         l444.44  u444R44  4444.44  4444R44
/gazette/regards/                                  444444.  mmmmmmm
/partie/<slug:code>/gazette/                       .......  mmmmmmm  444....  mmmmmmm
/partie/<slug:code>/gazette/numero/<int:number>/   .......  mmmmmmm  444....  mmmmmmm
/partie/<slug:code>/gazette/archives/              .......  mmmmmmm  444....  mmmmmmm
/partie/<slug:code>/gazette/numeros.atom            .......  mmmmmmm  4444444  mmmmmmm
/partie/<slug:code>/gazette/lire/<slug:article>/   .......  uRRRRRR  444....  444RRRR
/partie/<slug:code>/gazette/piece/<slug:piece>/    .......  mmmmmmm  444....  mmmmmmm
/partie/<slug:code>/gazette/presse/                mmmmmmm  rrrrrrr  mmmmmmm  444rrrr
/partie/<slug:code>/gazette/presse/<slug:printing>/ .......  mmmmmmm  444....  mmmmmmm
/partie/<slug:code>/gazette/ecrire/                l444.44  u444R44  4444.44  4444R44
/partie/<slug:code>/gazette/articles/              l444.44  mmmmmmm  4444.44  mmmmmmm
/partie/<slug:code>/gazette/articles/<slug:article>/ l444.44  l444R44  4444.44  4444R44
/partie/<slug:code>/gazette/redaction/             l444.4.  l444R44  4444.4.  4444R44
/partie/<slug:code>/propos/                        .......  u444R44  4444...  4444R44
/partie/<slug:code>/bilan/                         .......  .......  444....  444....
/partie/<slug:code>/bilan/<int:turn>/              .......  .......  444....  444....
/partie/<slug:code>/histoire/                      .......  .......  444....  444....
/partie/<slug:code>/statistiques/                  .......  .......  444....  444....
/partie/<slug:code>/outils/                        l444.44  u444.44  4444.44  4444.44
/partie/<slug:code>/outils/<slug:tool>/            l444.44  u444.44  4444.44  4444.44
/partie/<slug:code>/regles/                        .......  .......  444....  444....
/partie/<slug:code>/film/                          .......  mmmmmmm  444....  mmmmmmm
/partie/<slug:code>/fin/                           rrrrrrr  mmmmmmm  444rrrr  mmmmmmm
/partie/<slug:code>/retours/                       .......  mmmmmmm  444....  mmmmmmm
/partie/<slug:code>/retours/<int:number>/          .......  mmmmmmm  444....  mmmmmmm
/partie/<slug:code>/spectateur/                    .......  .......  444....  444....
/partie/<slug:code>/regence/                       l444.44  l444R44  4444.44  4444R44
/partie/<slug:code>/tribune/                       .......  44RR4RR  444....  444R4RR
/partie/<slug:code>/tribune/carte.svg              4444444  mmmmmmm  4444444  mmmmmmm
/partie/<slug:code>/carte.svg                      .......  .......  444....  444....
/partie/<slug:code>/pouls/<int:seat>/<slug:signature>/ .......  mmmmmmm  .......  mmmmmmm
/partie/<slug:code>/echeances.ics                  .......  mmmmmmm  444....  mmmmmmm
/partie/<slug:code>/partie.json                    .......  mmmmmmm  444....  mmmmmmm
/partie/<slug:code>/forum/                         .......  urrrrrr  4444...  4444rrr
/partie/<slug:code>/forum/nouveau/                 lr44...  ur44RRR  4444...  4444RRR
/partie/<slug:code>/forum/recherche/               .......  mmmmmmm  4444...  mmmmmmm
/partie/<slug:code>/forum/<int:thread>/            .......  ur44RRR  4444...  4444RRR
/partie/<slug:code>/forum/message/<int:number>/    .......  u444444  4444...  4444444
/regles/gloire/ordres.txt                          .......  mmmmmmm
/regles/gloire/aide-memoire.svg                    .......  mmmmmmm
/regles/gloire/armes.svg                           .......  mmmmmmm
/conduite/                                         .......  mmmmmmm
/forum/                                            .......  mmmmmmm
/forum/<slug:board>/                               .......  lrrrrrr
/forum/<slug:board>/nouveau/                       lr.....  lrRRRRR
/forum/<slug:board>/recherche/                     .......  mmmmmmm
/forum/<slug:board>/<int:thread>/                  .......  lrRRRRR
/forum/<slug:board>/message/<int:number>/          .......  l444444
/lettres/                                          4444444  mmmmmmm
/lettres/<int:number>/                             4444444  mmmmmmm
/lettres/stop/<int:player>/<str:key>/<str:choice>/ 4444444  4444444
/ost/                                              .......  rrrrrrr
/ost/feuille/                                      .......  mmmmmmm
/ost/cartes/                                       .......  mmmmmmm
/ost/gardes/                                       l......  l444444
/ost/lien/<slug:name>/                             4444444  mmmmmmm
/champ/                                            .......  rrrrrrr
/champ/dessin.svg                                  .......  mmmmmmm
/champ/gardes/                                     l......  l444444
/champ/lien/<slug:name>/                           4444444  mmmmmmm
/sante                                             wwwwwww  mmmmmmm
"""

PLACE = re.compile(r"<(?:\w+:)?(\w+)>")
# the sort of match that an act is done to, by the last word of its address: any other runs
SORTS = {
    **dict.fromkeys(
        ("rejoindre", "entrer", "quitter", "rassembler", "commencer", "automates", "completer", "annuler", "exclure"),
        "waiting",
    ),
    "confirmer": "muster",
    **dict.fromkeys(("voter", "lever"), "paused"),
    **dict.fromkeys(("rester", "reprendre"), "offered"),
    **dict.fromkeys(("propos", "retirer"), "board"),
}


def rows() -> dict[tuple[str, str], tuple[str, ...]]:
    """The table: address pattern and method to the expected letters, once or twice."""
    table: dict[tuple[str, str], tuple[str, ...]] = {}
    for line in MATRIX.strip().splitlines():
        *method, pattern = re.match(r"(?:([A-Z]+) )?(\S+)", line).groups()  # type: ignore[union-attr]
        letters = line.split()[2:] if method[0] else line.split()[1:]
        if method[0]:
            table[pattern, method[0]] = tuple(letters)
        else:
            table[pattern, "GET"], table[pattern, "POST"] = tuple(letters[0::2]), tuple(letters[1::2])
    return table


def walk(resolver: Any, before: str = "/") -> Iterator[tuple[str, Any]]:
    """Every address pattern of the site and what answers it; those of acts, one by one."""
    for pattern in resolver.url_patterns:
        here = before + str(pattern.pattern)
        if not isinstance(pattern, URLPattern):
            yield from walk(pattern, here)
        elif "<slug:act>" in here:
            acts = {"joueur": PLAYER_ACTS, "hote": HOST_ACTS, "annonces": HOOK_ACTS, "<slug:act>": TOURNAMENT_ACTS}[
                here.split("/")[3]
            ]
            yield from ((here.replace("<slug:act>", act), pattern.callback) for act in (*acts, "rien"))
        else:
            yield here, pattern.callback


GAZETTE = {  # what is sent to the forms of a gazette
    "/partie/<slug:code>/gazette/lire/<slug:article>/": {"act": "report", "reason": "panne"},
    "/partie/<slug:code>/gazette/presse/": {"number": 1},
    "/partie/<slug:code>/gazette/ecrire/": {"headline": "Un titre", "text": "Un texte", "act": "save"},
    "/partie/<slug:code>/gazette/articles/<slug:article>/": {"act": "throw_away"},
    "/partie/<slug:code>/gazette/redaction/": {"act": "volunteer"},
}
COUNTED = (Sheet, Token, Activity, Ruling, Message, Remark, Device, Push, Delivery, Post, Draft)


class World:
    """Two matches of each sort, one of the two behind a password, and everyone who asks."""

    def __init__(self) -> None:
        self.password = make_password("sésame")
        self.people = {name: new_player(name.title()) for name in PEOPLE[2:]}
        self.people["guest"] = Player.objects.create_user("Visiteuse", guest=True)
        Player.objects.filter(pk=self.people["staff"].pk).update(is_staff=True)
        self.people["staff"].refresh_from_db()
        running(self.people["other"], bots=1)
        sorts = ("running", *dict.fromkeys(SORTS.values()))
        self.matches = {sort: [self.match(sort, locked) for locked in (False, True)] for sort in sorts}
        request = RequestFactory().get("/")
        request.user = self.people["player"]
        begin(BoardScope(request, DISPUTES), Written("player", "Oyez", "Un fil"))
        self.letter = Letter.objects.create(key="l", kind="turn", address="a@example.org", due=timezone.now(), text="x")
        endpoint = "https://push.example.org/alice"
        Device.objects.create(player=self.people["player"], endpoint=endpoint, p256dh="x", auth="x", name="x")
        seat = seat_of(self.matches["running"][False], self.people["player"])
        self.regency = name(seat, "Spectator", timezone.localdate(), timezone.localdate(), orders=True)
        self.tokens = {name: issue(player, name, PLAY) for name, player in self.people.items()}
        self.browsers = [Browser(f"https://push.example.org/{name}").subscription for name in "xy"]

    def match(self, sort: str, locked: bool) -> Match:
        """A match with orders given, which runs, is paused, or has its player's seat offered; or a table that waits."""
        player, host = self.people["player"], self.people["host"]
        if sort in ("waiting", "muster"):
            match = open_table(host, "Table", {**OPTIONS, "lords": 4}, WEEKLY, game="gloire", bots="player")
            join(match, player, "Joueuse")
        elif sort == "board":
            match = new_match(player, bot="random", seats=3)
            speak(seat_of(match, player), "Salut")
        else:
            match = running(player, None, bots=1)
            give_orders(match, player)
            seat = seat_of(match, player)
            write(seat, addressees(seat)[0], "Salut", mark="EJ")
            propose(seat, OTHER, addressees(seat)[:1], {"words": "Paix", "until": "3"})
            with_gazette(match, player)
            request = RequestFactory().get("/")
            request.user = player
            begin(MatchScope(request, MatchAccess(request, match)), Written("lord", "Oyez", "Un fil"))
        if sort == "muster":
            muster.call_now(match, host)
        elif sort == "paused":
            host_actions.pause(match, host, timezone.now() + timedelta(days=2), "panne")
        elif sort == "offered":
            host_actions.offer(seat_of(match, player), host)
        Match.objects.filter(pk=match.pk).update(host=host, private=locked, password=self.password if locked else "")
        match.refresh_from_db()
        if match.started is not None:
            report_fault(seat_of(match, player), match.steps.get(number=0), "une erreur", shared=True)
        made = {"url": "https://example.org/", "form": "json", "secret": "x", "stopped": timezone.now(), "fails": 3}
        Hook.objects.create(match=match, owner=host, **made)
        cup = {"game": "gloire", "kind": "swiss", "size": 2, "rounds": 2, "options": {"map": "SCANDINAVIE", "lords": 2}}
        Tournament.objects.create(code=match.code, title="La Coupe", host=host, pace_data=match.pace_data, **cup)
        change = {"what": "reopen", "turn": 1, "last": 0}
        Branch.objects.create(match=match, number=1, first=1, at=timezone.now(), reason="panne", change=change)
        return match

    def client(self, person: str) -> Client:
        """The browser of one of the people."""
        client = Client()
        if person != "anonymous":
            client.force_login(self.people[person])
        if person == "spectator":
            session = client.session
            session[OPENED] = [pair[1].code for pair in self.matches.values()]
            session.save()
        return client

    def asked(self, pattern: str, locked: bool) -> Match:
        """The match that an address is asked of."""
        return self.matches[SORTS.get(pattern.rstrip("/").rpartition("/")[2], "running")][locked]

    def address(self, pattern: str, locked: bool) -> str:
        """An address of this pattern that leads somewhere."""
        match = self.asked(pattern, locked)
        name, digest, _ = map_url("SCANDINAVIE").rpartition("/")[2].split(".")
        places = {
            "code": match.code,
            "turn": 0,
            "tool": "argentier",
            "game": "gloire",
            "rule": "GP-ATT-07",
            "name": "gloire" if "api" in pattern else name if "digest" in pattern else "SCANDINAVIE",
            "digest": digest,
            "number": self.letter.pk,
            "player": self.people["player"].pk,
            "key": "fausse",
            "choice": "reports",
            "seat": 0,
            "signature": sign(match.code, 0),
            "language": "en",
            "form": "json",
            "kind": "truce",
            "treaty": match.treaties.get().code if "treaty" in pattern else "",
            "thread": Thread.objects.get(match=match).code if "<slug:thread>" in pattern else "",
            "board": DISPUTES,
        }
        if "arbitre/joueur" in pattern:
            places["name"] = self.people["player"].username
        if "gazette" in pattern:
            printed = "printed" if "lire" in pattern else "draft"
            places["article"] = match.articles.get(state=printed).code
            places["piece"] = Piece.objects.get(article__match=match).code
            places["printing"], places["number"] = match.printings.get().code, 1
        if "/forum/" in pattern:
            places |= {"thread": 1, "number": 1}
        if "arbitrage" in pattern:
            places["number"] = match.faults.get().pk
        elif "annonces" in pattern:
            places["number"] = match.hooks.get().pk
        elif "regences" in pattern:
            places["number"] = self.regency.pk
        elif "retours" in pattern:
            places["number"] = 1
        elif "appareil" in pattern:
            places["number"] = self.people["player"].devices.get().pk
        elif "jetons" in pattern:
            places["number"] = self.people["player"].tokens.get().pk
        address = PLACE.sub(lambda place: str(places[place[1]]), pattern)
        if "fiche" in pattern:
            return f"{address}?terre={next(iter(match.rules.view(match.realm, None)['lands']))}"
        return address

    def data(self, pattern: str, locked: bool) -> dict[str, Any]:
        """What a POST holds, where an empty one would not get as far as the question who asks."""
        forms: dict[str, dict[str, Any]] = {
            "/compte/jetons/": {"name": "x", "scope": "play"},
            "/tables/nouvelle/": {
                "title": "Table",
                "preset": "weekly",
                "map": "SCANDINAVIE",
                "lords": 10,
                "early": "no",
            },
            "/table/<slug:code>/annonces/": {"url": "https://example.org/x", "form": "json", "turns": "on"},
            "/table/<slug:code>/arbitrage/": {"do": "noter", "note": "une note"},
            "/table/<slug:code>/arbitrage/<int:number>/": {"do": "repondre", "answer": "une réponse"},
            "/moderation/arbitre/": {"do": "traces"},
            "/moderation/arbitre/joueur/<str:name>/": {"do": "avertir", "reason": "une raison"},
            "/moderation/arbitre/partie/<slug:code>/": {"do": "index"},
            "/compte/relations/": {"do": "declarer", "player": "Other", "relation": "friends"},
            "/partie/<slug:code>/signaler/": {"step": 0, "words": "une erreur"},
            "/compte/avis/": {"mail_news": "on"},
            **GAZETTE,
            "/compte/avis/appareil/": {"subscription": self.browsers[0]},
            "/compte/avis/appareil/renouveler/": {
                "old": "https://push.example.org/nobody",
                "subscription": self.browsers[1],
            },
            "/compte/absence/": {"away_from": "2027-01-01"},
            "/partie/<slug:code>/regence/": {"do": "will", "will": "bot"},
            "/partie/<slug:code>/tribune/": {"do": "say", "text": "Salut"},
            "/api/matches/<code>/orders": {"text": "; rien"},
            "/api/matches/<code>/orders/check": {"text": "; rien"},
        }
        if pattern in forms:
            return forms[pattern]
        seat = seat_of(self.asked(pattern, locked), self.people["player"])
        other = addressees(seat)[0] if seat.match.state else ""
        words = {
            "lord": "Nouvelle",
            "reason": "panne",
            "days": 1,
            "hours": 1,
            "seat": seat.pk,
            "player": "Other",
            "text": "; rien",
            "base": 1,
            "line": 1,
            "title": "Titre",
            "why": "Hors jeu",
            "to": other,
            "with": other,
            "until": 3,
            "act": "refuse",
        }
        return {**words, "table_password": "sésame", "language": "en"}


_made: list[World] = []


def new_world() -> World:
    """This world, in a database without players."""
    once("authorisation", lambda: _made.append(World()))
    return deepcopy(_made[-1])


def letter(answer: Any, *, changed: bool) -> str:
    """What was answered, and whether anything was changed by it, as one letter."""
    if answer.status_code == 302 and answer.headers["Location"].startswith("/compte/login/"):
        found = LOGIN
    else:
        found = LETTERS.get(answer.status_code, WRONG)
    return CHANGED.get(found, WRONG) if changed else found


def ask(
    world: World, client: Client, person: str, pattern: str, method: str, before: list[Any], *, locked: bool
) -> str:
    """What one person is answered, where all was as `before`; all is then as before."""
    counts.clear()
    api = pattern.startswith("/api/")
    cookies = client.cookies.copy()
    headers = {"Authorization": f"Bearer {world.tokens[person]}"} if api and person != "anonymous" else {}
    data = {} if method == "GET" else {"data": world.data(pattern, locked)}
    kind = {"content_type": "application/json"} if api and data else {}
    send: Callable[..., Any] = getattr(Client() if api else client, method.lower())
    with transaction.atomic():
        address, writes = world.address(pattern, locked), Writes()
        with connection.execute_wrapper(writes):
            answer = send(address, **data, **kind, headers=headers)
        changed = writes.found and state() != before
        transaction.set_rollback(True)
    client.cookies = cookies
    return letter(answer, changed=changed)


class Writes:
    """Whether anything was sent to the database but questions: nothing has changed where nothing was."""

    found = False

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        """Lets a statement through."""
        self.found |= not sql.lstrip().upper().startswith(("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK"))
        return execute(sql, *rest)


COUNTED: tuple[Any, ...] = (
    *(Sheet, Token, Activity, Ruling, Message, Remark, Device, Push, Delivery),
    *(Comment, Post, Draft, Note, Relation, Sanction, StaffAct, Report, Article, Printing),
)


@cache
def questions() -> list[str]:
    """All that people may change in matches and accounts, as the database is asked for it."""
    tables: dict[type[Model], tuple[str, ...]] = {
        Match: ("status", "deadline", "host", "private"),
        Seat: ("user", "bot", "lord", "offered", "meant_for", "confirmed", "notes", "will", "standing", "away_from"),
        Player: ("username", "email", "language", "password", "mail_asked", "absent_from"),
        Regency: ("accepted", "ended"),
        Hook: ("stopped",),
        Treaty: ("status",),
        Tournament: ("status", "entrants"),
        Fault: ("status",),
    }
    rows = [str(model._default_manager.order_by("pk").values_list(*names).query) for model, names in tables.items()]
    return [*rows, *(f'SELECT COUNT(*) FROM "{model._meta.db_table}"' for model in COUNTED)]  # noqa: S608  tables of ours


def state() -> list[Any]:
    """The answers to all of these questions."""
    with connection.cursor() as cursor:
        return [cursor.execute(question).fetchall() for question in questions()]


def test_every_address_has_its_row_and_every_row_its_address() -> None:
    patterns, table = {pattern for pattern, _ in walk(get_resolver(URLCONF))}, rows()
    assert {pattern for pattern, _ in table} == patterns
    assert not [pattern for pattern in patterns for method in METHODS if (pattern, method) not in table]
    for (pattern, _), letters in table.items():
        assert len(letters) == (2 if "code>" in pattern else 1), pattern
        assert {len(column) for column in letters} == {len(PEOPLE)}, pattern


def test_every_route_of_the_api_has_a_row_for_each_of_its_methods() -> None:
    routes = {
        (address, method.upper())
        for address, methods in api.get_openapi_schema()["paths"].items()
        for method in methods
    }
    assert routes <= {(PLACE.sub(r"{\1}", pattern), method) for pattern, method in rows()}


def test_every_form_of_a_page_needs_the_seal_of_the_site() -> None:
    open_doors = {pattern for pattern, view in walk(get_resolver(URLCONF)) if getattr(view, "csrf_exempt", False)}
    assert not [pattern for pattern in open_doors if not pattern.startswith(UNSEALED)]


def asks(place: int, letters: str, turn: int) -> bool:
    """Whether somebody asks: where the method is refused, whoever comes, one of them tries it, each in his turn."""
    refused = [each for each, letter in enumerate(letters) if letter == "m"]
    return THOROUGH or place not in refused or refused[turn % len(refused)] == place


@pytest.mark.parametrize("place", range(len(PEOPLE)), ids=PEOPLE)
def test_everyone_is_answered_as_the_table_says(place: int, settings: LazySettings) -> None:
    settings.MAIL = "smtp://mail.example.org"
    world, person = new_world(), PEOPLE[place]
    client, wrong, before = world.client(person), [], state()
    for number, ((pattern, method), columns) in enumerate(rows().items()):
        for locked, letters in enumerate(columns):
            if not asks(place, letters, number + locked):
                continue
            found = ask(world, client, person, pattern, method, before, locked=bool(locked))
            if found != letters[place]:
                wrong.append(f"{method} {pattern}{' (locked)' * locked}: {found}, not {letters[place]}")
    assert not wrong and state() == before
