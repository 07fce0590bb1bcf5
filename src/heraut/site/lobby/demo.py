"""What a demonstration shows from the first click: a match under way, a finished one, tables that wait for players.

Each piece is made once, whole or not at all; one that is there already is left as it is. With a seed its matches are
the same wherever they are made.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from typing import Any

from django.db import transaction
from django.utils import timezone

from heraut.bots import player as bot_player
from heraut.engine.rng import Rng, commitment
from heraut.site.accounts.guests import demo_player
from heraut.site.accounts.models import Player
from heraut.site.clock import rewind
from heraut.site.clock.models import ORDER
from heraut.site.clock.resolution import resolve_at_once, resolve_due
from heraut.site.common.words import say
from heraut.site.forum.demonstration import speak_in_forum
from heraut.site.gazette.articles import begin as begin_article
from heraut.site.gazette.articles import hand_in
from heraut.site.gazette.publishing import bring_up_to_date
from heraut.site.lobby.muster import begin
from heraut.site.lobby.presets import PRESETS, TWICE, WEEKLY, changed
from heraut.site.lobby.tables import enlist, open_table
from heraut.site.lobby.waiting_list import registered
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter, bot_of, names
from heraut.site.matches.bot_names import drawn_for
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import decision_of, save_orders
from heraut.site.matches.pace import Pace, deadline
from heraut.site.messaging.posting import keep, thread_between
from heraut.site.messaging.reading import addressees
from heraut.site.messaging.reading import names as letter_names
from heraut.site.messaging.table_talk import speak
from heraut.site.treaties.proposing import propose

FIRST = "gloire"
NORTH = {"map": "SCANDINAVIE", "lords": 10}
LORD = "Aubert de Narvik"
NEIGHBOURS = ("Isabeau", "Tancrède", "Quentin")  # players who only sit and wait
BY_NAMES = dict(zip(NEIGHBOURS, ("la Hardie", "le Preux", "le Sage"), strict=True))
BOT = bot_of(FIRST)
TURNS_BEHIND, TURNS_PLAYED, TURNS_ELSEWHERE, TURNS_ROUND_A_BOARD = 3, 16, 6, 3
DEMO_PACE = {"early": True, "missed": 20}
MOST_ANSWERS = 400  # that the demo player's bot gives at a board


def prepare_demo(lang: str = "fr", seed: str | None = None) -> Player:
    """Makes whatever the demonstration lacks, from this seed or by lot; its player."""
    player = demo_player()
    Player.objects.filter(pk=player.pk).update(language=lang)
    matches = Match.objects.filter(demo=True, seats__user=player)
    if not matches.filter(status=m.OVER).exists():
        finished_match(player, next(seeds("finished", seed)))
    if not matches.filter(status__in=(m.RUNNING, m.PAUSED), game=FIRST).exists():
        insist(partial(match_under_way, player), seeds(FIRST, seed))
    for game in names():
        if game != FIRST and not matches.filter(status__in=(m.RUNNING, m.PAUSED), game=game).exists():
            insist(partial(other_game_under_way, player, game), seeds(game, seed))
    if not Match.objects.filter(demo=True, status__in=(m.GATHERING, m.MUSTER)).exists():
        waiting_tables(player, seeds("waiting", seed))
    return player


def seeds(piece: str, seed: str | None) -> Iterator[bytes]:
    """Of the matches of one piece, one after the other."""
    for number in count():
        named = f"{seed} {piece} {number}".encode()
        yield secrets.token_bytes(32) if seed is None else hashlib.sha256(named).digest()


class Fallen(Exception):
    """The player's lord has not lived to see the match, or has come to nothing in it, or it is over already: nothing of
    it is kept.
    """


def sow(table: Match, seed: bytes) -> None:
    """A table is given this seed, in the transaction that opens it."""
    table.seed, table.commitment = seed, commitment(seed)
    table.save(update_fields=["seed", "commitment"])


def insist(begin: Callable[[bytes], None], seeds: Iterator[bytes]) -> None:
    """Begins a match, and another one as long as chance has it that there is nothing left for the player to do."""
    for seed in seeds:
        try:
            return begin(seed)
        except Fallen:
            continue


@transaction.atomic
def match_under_way(player: Player, seed: bytes) -> None:
    """Turn 4 of a weekly match: three reports to read, and orders to give before Friday, or before the seal. Raises
    Fallen.
    """
    pace = changed(PRESETS[WEEKLY], DEMO_PACE)
    table = open_table(player, say("demo_match.under_way"), NORTH, pace, game=FIRST, bots=BOT, demo=True)
    sow(table, seed)
    enlist(table, player, LORD, "")
    play(table, TURNS_BEHIND)
    still_under_way(table)
    Seat.objects.filter(match=table, user=player).update(bot="")
    write_to(player, table)
    write_for_gazette(player, table)
    forum_at(player, table)


def still_under_way(table: Match) -> None:
    """Raises Fallen where somebody has won within the turns that were played."""
    table.refresh_from_db()
    if table.status == m.OVER:
        raise Fallen


def write_for_gazette(player: Player, table: Match) -> None:
    """An article by a neighbour in the last issue of its gazette, the issues of all turns before; a draft of the
    player's.
    """
    author = neighbour(NEIGHBOURS[1])
    typed = {name: say(f"demo_match.article_{name}") for name in ("headline", "pseudonym", "text")}
    hand_in(begin_article(table, author.pk, typed), author.pk)
    bring_up_to_date(table)
    begin_article(table, player.pk, {name: say(f"demo_match.draft_{name}") for name in ("headline", "text")})


@transaction.atomic
def other_game_under_way(player: Player, game: str, seed: bytes) -> None:
    """A match of another game, some turns old, at the first of its paces. Raises Fallen."""
    paces = list(adapter(game).paces.values())
    pace = changed(next((one for one in paces if one.by_decision and one.at_leisure), paces[0]), DEMO_PACE)
    options = adapter(game).demo
    table = open_table(player, say(f"demo_match.{game}"), options, pace, game=game, bots=bot_of(game), demo=True)
    sow(table, seed)
    enlist(table, player, LORD, "", adapter(game).demo_seat)
    turns = TURNS_ROUND_A_BOARD if pace.by_decision else TURNS_ELSEWHERE
    play(table, turns)
    still_under_way(table)
    own = table.seats.get(user=player)
    if not adapter(game).demo_worthy(table.rules.view(table.realm, own.name)):
        raise Fallen
    Seat.objects.filter(pk=own.pk).update(bot="")
    write_to(player, table)
    if adapter(game).talk:
        talk_at(player, table)
    forum_at(player, table)


def talk_at(player: Player, table: Match) -> None:
    """Some lines of table talk, by lords at the table."""
    others = [seat for seat in table.seats.select_related("match") if seat.user_id != player.pk]
    for number, seat in enumerate(others[:3]):
        seat.user = neighbour(NEIGHBOURS[number])
        speak(seat, say(f"demo_match.talk_{number + 1}"))


def forum_at(player: Player, table: Match) -> None:
    """Some threads of its forum, where it has one and there are two others to write them."""
    others = list(table.seats.exclude(user=player)[:2])
    if "forum" in adapter(table.game).speech and len(others) == 2:
        speak_in_forum(table, [(seat, neighbour(name)) for seat, name in zip(others, NEIGHBOURS, strict=False)])


def write_to(player: Player, table: Match) -> None:
    """A letter that the player finds, from a lord who still lives. Raises Fallen."""
    own = table.seats.select_related("match").get(user=player)
    lives = adapter(table.game).letter_names(table.realm)
    other = next((seat for seat in table.seats.exclude(pk=own.pk) if lives[seat.name][1]), None)
    if other is None or not lives[own.name][1]:
        raise Fallen
    other.match, other.user = table, neighbour(NEIGHBOURS[0])
    mark = next(iter(adapter(table.game).letter_marks), "")
    keep(other, thread_between(other, own), say("demo_match.letter"), mark, signed=False)
    offer_truce(other, own)


def offer_truce(other: Seat, own: Seat) -> None:
    """The truce of that letter, if its author may propose one to the player: it waits for his seal."""
    kind, name = adapter(other.match.game).treaties.kind("truce"), letter_names(other.match)[own.name][0]
    if name in addressees(other):
        propose(other, kind, [name], {"until": str(other.match.coming_turn + 3)})


@transaction.atomic
def finished_match(player: Player, seed: bytes) -> None:
    """A match that is over, twice a week: everything in it can be read again and verified."""
    options = {**NORTH, "turn_limit": TURNS_PLAYED}
    table = open_table(
        player, say("demo_match.finished"), options, PRESETS[TWICE], game=FIRST, bots=BOT, demo=True, open_after=2
    )
    sow(table, seed)
    enlist(table, player, LORD, "")
    play(table, TURNS_PLAYED)
    rewound(table)


def rewound(table: Match) -> None:
    """An order of its last turn was corrected, so that a rewind can be looked at; it is over all the same."""
    table.refresh_from_db()
    assert table.result is not None
    last, scores = table.steps.get(number=table.step), table.result.scores
    for seat in [name for name, text in last.answers if text and not scores.get(name)]:
        found = rewind.ask(table, neighbour(NEIGHBOURS[-1]), ORDER, table.step, seat=seat)
        rewind.rewinds_due()
        if rewind.ends_match(found):
            rewind.agree(found, say("demo_match.rewind"))
            rewind.rewinds_due()
            return
        rewind.give_up(found)


def opened_at(pace: Pace, turns: int, now: datetime) -> datetime:
    """When a match has to have begun whose turns have just ended: the next one is under way now."""
    if pace.by_decision:
        return now - timedelta(weeks=turns)
    days = (now - timedelta(days=days) for days in count(1))
    return next(start for start in days if deadline(pace, start, turns) <= now)


def play(table: Match, turns: int) -> None:
    """Starts a table in the past, and resolves so many turns at their deadlines; a bot answers in every seat."""
    since = opened_at(table.pace, turns, timezone.now())
    begin(table, list(registered(table)), since)
    if table.pace.by_decision:
        play_decisions(table, turns)
        return
    for seat in table.seats.filter(bot=""):
        Seat.objects.filter(pk=seat.pk).update(bot=drawn_for(table, bot_of(table.game), seat.name))
    for _ in range(turns):
        table.refresh_from_db()
        if table.deadline is not None:
            resolve_due(table.deadline)
    table.activities.update(at=since)


@transaction.atomic
def waiting_tables(player: Player, seeds: Iterator[bytes]) -> None:
    """A great table that gathers, and one that the demo player looks after."""
    neighbours = [neighbour(name) for name in NEIGHBOURS]
    options: dict[str, Any] = {"map": "EUROPE", "lords": 30}
    great = open_table(neighbours[0], say("demo_match.great"), options, PRESETS[WEEKLY], game=FIRST, demo=True)
    hosted = open_table(player, say("demo_match.hosted"), NORTH, PRESETS[TWICE], game=FIRST, bots=BOT, demo=True)
    sow(great, next(seeds))
    sow(hosted, next(seeds))
    for someone in neighbours:
        enlist(great, someone, f"{someone.username} {BY_NAMES[someone.username]}", "")
    for someone in neighbours[:2]:
        enlist(hosted, someone, f"{someone.username} d'Uppsala", "")


def neighbour(name: str) -> Player:
    """A player of the demonstration whom nobody can log in as."""
    player, new = Player.objects.get_or_create(username=name)
    if new:
        player.set_unusable_password()
        player.save()
    return player


def play_decisions(table: Match, turns: int) -> None:
    """Plays so many turns of a match that goes decision by decision: a bot answers whatever its player is asked."""
    seat = table.seats.get(user__isnull=False)
    bot = bot_player(table.game, bot_of(table.game))
    for _ in range(MOST_ANSWERS):
        table.refresh_from_db()
        decision = decision_of(table, seat)
        if table.turn > turns and decision is not None:
            break
        if decision is not None:
            answer = bot(decision, decision.view, Rng(bytes(table.seed)).at("demo", table.step))
            save_orders(seat, decision.write(answer), seal=True)
        resolve_at_once(table.pk)
